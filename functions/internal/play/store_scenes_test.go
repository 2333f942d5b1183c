package play_test

import (
	"fmt"
	"slices"

	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/play"
)

const (
	second = engine.Time(1000) // milliseconds
	hour   = 3600 * second
)

// scenes are all commands, each at the moments at which it writes something else.
func scenes() []scene {
	return slices.Concat(lobbyScenes(), playScenes(), endScenes(), leaveScenes())
}

func lobbyScenes() []scene {
	const listed = true
	listedLobby := func(seats, taken int) func(*stage) string {
		return func(s *stage) string {
			answer, err := s.create(seats, "-", listed, "make")
			require.NoError(s.t, err)
			for _, p := range people(taken)[1:] {
				s.join(answer.View.ID, p)
			}
			return answer.View.ID
		}
	}
	return []scene{
		{
			name: "create", crowd: 2, listed: listed, fresh: true, drawn: true,
			before: func(*stage) string { return "" },
			ready: func(s *stage, _ string) command {
				return func(key string) (play.Answer, error) { return s.create(2, "-", listed, key) }
			},
		},
		{
			name: "join", crowd: 3, listed: listed, again: engine.AlreadySeated, before: listedLobby(4, 1),
			ready: func(s *stage, id string) command {
				s.join(id, somebody(1))
				return s.joining(id, somebody(2))
			},
		},
		{
			name: "last join", crowd: 3, listed: listed, again: engine.AlreadySeated, before: listedLobby(3, 1),
			ready: func(s *stage, id string) command {
				s.join(id, somebody(1))
				return s.joining(id, somebody(2))
			},
		},
		{
			name: "free", crowd: 3, listed: listed, again: "stale-version", deaf: true, before: listedLobby(4, 2),
			ready: func(s *stage, id string) command {
				s.join(id, somebody(2))
				return s.seeing(id, somebody(0), func(who play.Caller) (play.Answer, error) {
					return s.Free(s.t.Context(), id, who, 1)
				})
			},
		},
		{
			name: "free unseen", crowd: 3, listed: listed, deaf: true, before: listedLobby(4, 2),
			ready: func(s *stage, id string) command {
				s.join(id, somebody(2))
				return func(string) (play.Answer, error) { return s.Free(s.t.Context(), id, s.as(somebody(0)), 1) }
			},
		},
		{
			name: "start", crowd: 3, listed: listed, again: engine.AlreadyStarted, before: listedLobby(5, 2),
			ready: func(s *stage, id string) command {
				s.join(id, somebody(2))
				_, err := s.Leave(s.t.Context(), id, s.as(somebody(1)))
				require.NoError(s.t, err)
				entropy := "now that I have seen it"
				return func(key string) (play.Answer, error) {
					return s.Start(s.t.Context(), id, s.keyed(somebody(0), key), nil, &entropy)
				}
			},
		},
		{
			name: "guest leaves lobby", crowd: 3, listed: listed, deaf: true, before: listedLobby(4, 1),
			ready: func(s *stage, id string) command {
				s.join(id, somebody(1))
				return s.leaving(id, somebody(1))
			},
		},
		{
			name: "host leaves lobby", crowd: 3, listed: listed, deaf: true, before: listedLobby(4, 1),
			ready: func(s *stage, id string) command {
				s.join(id, somebody(1))
				return s.leaving(id, somebody(0))
			},
		},
		{
			name: "last one leaves lobby", crowd: 3, listed: listed, deaf: true, before: listedLobby(4, 2),
			ready: func(s *stage, id string) command {
				_, err := s.Leave(s.t.Context(), id, s.as(somebody(0)))
				require.NoError(s.t, err)
				return s.leaving(id, somebody(1))
			},
		},
	}
}

func playScenes() []scene {
	atTable := func(seats int, rules string) func(*stage) string {
		return func(s *stage) string { return s.table(seats, rules) }
	}
	stale := engine.Code("stale-version")
	return []scene{
		{
			name: "first play", crowd: 3, again: stale,
			before: func(s *stage) string {
				id := s.lobby(3, "-")
				s.join(id, somebody(1))
				return id
			},
			ready: func(s *stage, id string) command {
				s.join(id, somebody(2))
				return s.turning(id)
			},
		},
		{
			name: "play", crowd: 3, again: stale, before: atTable(3, "callSeconds=0"),
			ready: func(s *stage, id string) command {
				s.turn(id)
				return s.turning(id)
			},
		},
		{
			name: "play that spills", crowd: 3, again: stale,
			before: func(s *stage) string {
				id := s.table(3, longRules)
				for range actsToSpill(s.t) - 2 {
					s.goOn(id)
				}
				return id
			},
			ready: func(s *stage, id string) command {
				s.now = s.game(id).Updated
				s.goOn(id)
				s.now += 1000 * second
				seat, a := s.next(id)
				return s.acting(id, seat, a)
			},
		},
		{
			name: "call", crowd: 3, again: stale, before: atTable(3, "callSeconds=0"),
			ready: func(s *stage, id string) command {
				s.turn(id)
				return s.acting(id, s.open(id, 2), engine.Action{Kind: engine.ToCall})
			},
		},
		{
			name: "accept", crowd: 4, again: engine.AlreadyAnswered, before: atTable(4, "callSeconds=null"),
			ready: func(s *stage, id string) command {
				s.turn(id)
				command := s.acting(id, s.open(id, 2), engine.Action{Kind: engine.ToAccept})
				s.accept(id, s.open(id, 1)) // which makes nothing stale
				return command
			},
		},
		{
			name: "accept that closes", crowd: 3, again: stale, before: atTable(3, "callSeconds=null"),
			ready: func(s *stage, id string) command {
				s.turn(id)
				s.accept(id, s.open(id, 1))
				return s.acting(id, s.open(id, 2), engine.Action{Kind: engine.ToAccept})
			},
		},
	}
}

func endScenes() []scene {
	stale := engine.Code("stale-version")
	// lastCard brings a round to the answer of its last card.
	lastCard := func(seats int, rules string) func(*stage) string {
		return func(s *stage) string {
			id := s.table(seats, "handSize=1 callSeconds=0 "+rules)
			s.turn(id)
			return id
		}
	}
	toLastAnswer := func(s *stage, id string) command {
		s.accept(id, s.open(id, 1))
		return s.acting(id, s.open(id, 2), engine.Action{Kind: engine.ToAccept})
	}
	end := func(s *stage, id string) {
		for i := 1; s.game(id).Status == engine.LastCall; i++ {
			s.accept(id, s.open(id, i))
		}
	}
	return []scene{
		{name: "accept that ends the round", crowd: 3, again: stale, before: lastCard(3, "rounds=2"), ready: toLastAnswer},
		{name: "accept that ends the match", crowd: 3, again: stale, before: lastCard(3, "rounds=1"), ready: toLastAnswer},
		{
			name: "play that ends the match", crowd: 2, again: stale,
			before: func(s *stage) string { return s.table(2, "handSize=2 callSeconds=0 lastPlay=final") },
			ready: func(s *stage, id string) command {
				s.turn(id)
				s.turn(id)
				return s.turning(id)
			},
		},
		{
			name: "deal", crowd: 3, again: stale, before: lastCard(3, "rounds=3"),
			ready: func(s *stage, id string) command {
				end(s, id)
				return s.acting(id, 0, engine.Action{Kind: engine.ToDeal})
			},
		},
		{
			name: "deal after a leaving", crowd: 4, again: stale, before: lastCard(4, "rounds=3"),
			ready: func(s *stage, id string) command {
				end(s, id)
				_, err := s.Leave(s.t.Context(), id, s.as(somebody(1)))
				require.NoError(s.t, err)
				return s.acting(id, 2, engine.Action{Kind: engine.ToDeal})
			},
		},
		{
			name: "rematch", crowd: 2, drawn: true, before: lastCard(2, "rounds=1"),
			ready: func(s *stage, id string) command {
				end(s, id)
				return s.again(id, somebody(1))
			},
		},
		{
			name: "second rematch", crowd: 2, before: lastCard(2, "rounds=1"),
			ready: func(s *stage, id string) command {
				end(s, id)
				_, err := s.again(id, somebody(1))("first")
				require.NoError(s.t, err)
				return s.again(id, somebody(0))
			},
		},
	}
}

func leaveScenes() []scene {
	return []scene{
		{
			name: "leave", crowd: 3, deaf: true, before: func(s *stage) string { return s.table(3, "callSeconds=0") },
			ready: func(s *stage, id string) command {
				s.turn(id)
				return s.leaving(id, somebody(0))
			},
		},
		{
			name: "leave at once", crowd: 3, deaf: true, before: func(s *stage) string { return s.table(3, "callSeconds=0") },
			ready: func(s *stage, id string) command { return s.leaving(id, somebody(2)) },
		},
		{
			name: "leave that ends the match", crowd: 2, deaf: true, before: func(s *stage) string { return s.table(2, "rounds=3") },
			ready: func(s *stage, id string) command {
				s.turn(id)
				return s.leaving(id, somebody(1))
			},
		},
		{
			name: "leave between rounds", crowd: 3, deaf: true,
			before: func(s *stage) string {
				id := s.table(3, "handSize=1 callSeconds=0 rounds=3")
				s.turn(id)
				s.accept(id, s.open(id, 1))
				return id
			},
			ready: func(s *stage, id string) command {
				s.accept(id, s.open(id, 2))
				return s.leaving(id, somebody(2))
			},
		},
		{
			// It finds that the last answer timed out, which ended the round, that the next
			// was dealt, and that a turn in it timed out.
			name: "leave when much is due", crowd: 3, deaf: true,
			before: func(s *stage) string { return s.table(3, "handSize=1 callSeconds=0 rounds=9 turnSeconds=10") },
			ready: func(s *stage, id string) command {
				s.turn(id)
				s.accept(id, s.open(id, 1))
				s.now += 35 * second
				return s.leaving(id, somebody(0))
			},
		},
	}
}

// ---- what the scenes are made of ----

func (s *stage) keyed(p person, key string) play.Caller {
	who := s.as(p)
	who.Key, who.Request = key, "this"
	return who
}

func (s *stage) create(seats int, rules string, listed bool, key string) (play.Answer, error) {
	return s.Create(s.t.Context(), s.keyed(somebody(0), key), play.NewGame{
		Name: somebody(0).name, Seats: seats, Options: s.options(rules), Listed: listed, Entropy: "mine",
	})
}

func (s *stage) joining(id string, p person) command {
	return func(key string) (play.Answer, error) {
		return s.Join(s.t.Context(), id, s.keyed(p, key), p.name, "")
	}
}

func (s *stage) leaving(id string, p person) command {
	return func(string) (play.Answer, error) { return s.Leave(s.t.Context(), id, s.as(p)) }
}

func (s *stage) again(id string, p person) command {
	return func(key string) (play.Answer, error) { return s.Rematch(s.t.Context(), id, s.keyed(p, key), "") }
}

// seeing is a command of somebody who has seen the newest version.
func (s *stage) seeing(id string, p person, do func(play.Caller) (play.Answer, error)) command {
	seen := s.game(id).Version
	return func(key string) (play.Answer, error) {
		who := s.keyed(p, key)
		who.IfMatch = seen
		return do(who)
	}
}

// acting is an act of a seat that has seen the newest version.
func (s *stage) acting(id string, seat int, a engine.Action) command {
	return s.seeing(id, s.sitting(id, seat), func(who play.Caller) (play.Answer, error) { return s.doing(id, seat, a, who) })
}

// turning is the play of whose turn it is: his first card.
func (s *stage) turning(id string) command {
	g := s.game(id)
	seat := g.View(engine.NoSeat).Turn.Seat
	return s.acting(id, seat, engine.Action{Kind: engine.ToPlay, Cards: g.View(seat).You.Hand[:1]})
}

func (s *stage) turn(id string) { s.must(id, s.turning(id)) }

func (s *stage) accept(id string, seat int) {
	s.must(id, s.acting(id, seat, engine.Action{Kind: engine.ToAccept}))
}

// must carries a command out, with a key that no other command has.
func (s *stage) must(id string, c command) {
	s.t.Helper()
	_, err := c(fmt.Sprint("k", s.game(id).Version))
	require.NoError(s.t, err)
}

// open is the seat so many places after the open play's.
func (s *stage) open(id string, after int) int {
	g := s.game(id)
	return (g.View(engine.NoSeat).Pile.LastPlay.Seat + after) % g.Seats()
}

// sitting is who holds a seat.
func (s *stage) sitting(id string, seat int) person {
	owner := s.game(id).Table.Players()[seat].Owner
	for _, p := range people(10) {
		if p.owner == owner {
			return p
		}
	}
	require.Fail(s.t, "nobody known sits there")
	return person{}
}

// longRules make rounds in which much happens.
const longRules = "callSeconds=0 rounds=9 turnSeconds=0"

// next is what happens next in a long game: two plays, then a call, and so on.
func (s *stage) next(id string) (int, engine.Action) {
	g := s.game(id)
	v := g.View(engine.NoSeat)
	switch {
	case g.Status == engine.RoundOver:
		return 0, engine.Action{Kind: engine.ToDeal}
	case v.Pile.LastPlay != nil && v.Pile.LastPlay.Callable && (g.Version%3 == 0 || g.Status == engine.LastCall):
		return (v.Pile.LastPlay.Seat + 1) % g.Seats(), engine.Action{Kind: engine.ToCall}
	}
	return v.Turn.Seat, engine.Action{Kind: engine.ToPlay, Cards: g.View(v.Turn.Seat).You.Hand[:1]}
}

// goOn lets it happen, a quarter of an hour later.
func (s *stage) goOn(id string) {
	s.t.Helper()
	s.now += 1000 * second
	seat, a := s.next(id)
	s.must(id, s.acting(id, seat, a))
}
