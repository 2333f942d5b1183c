package play_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/apitest"
	"cheat/functions/internal/play"
	"cheat/infra/store"
	"cheat/infra/store/dynamotest"
)

// The races below run on both stores: real goroutines, no order that a test chose.

func onBothStores(t *testing.T, race func(t *testing.T, s *stage)) {
	t.Run("bolt", func(t *testing.T) {
		t.Parallel()
		race(t, newStage(t, apitest.Bolt(t), 1))
	})
	t.Run("dynamo", func(t *testing.T) {
		t.Parallel()
		race(t, newStage(t, dynamotest.Table(t), 1))
	})
}

// outcome is what one of many writers got.
type outcome struct {
	answer play.Answer
	err    error
}

// atOnce runs n requests at the same time.
func atOnce(n int, request func(i int) (play.Answer, error)) []outcome {
	got := make([]outcome, n)
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			<-start
			got[i].answer, got[i].err = request(i)
		})
	}
	close(start)
	all.Wait()
	return got
}

// counted insists on so many outcomes of each kind. A server under load may have
// been too busy to answer somebody: then nobody knows who has won.
func counted(t *testing.T, want map[engine.Code]int, got []outcome) {
	t.Helper()
	n := kinds(t, got)
	if n["busy"] == 0 {
		require.Equal(t, want, n)
	}
	require.LessOrEqual(t, n[""], want[""])
}

// kinds counts outcomes: by code, "" for a success, "replay", or "busy".
func kinds(t *testing.T, got []outcome) map[engine.Code]int {
	t.Helper()
	n := map[engine.Code]int{}
	for _, o := range got {
		switch code := codeOf(o.err); {
		case errors.Is(o.err, play.ErrUnavailable):
			n["busy"]++
		case o.answer.Replayed:
			n["replay"]++
		default:
			n[code]++
		}
	}
	return n
}

// TestRace64: of 64 writers that have all seen one version, exactly one makes the
// next, at each of many versions; the others are told that they are late.
func TestRace64(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, s *stage) {
		const writers = 64
		id := s.table(2, "callSeconds=0 turnSeconds=0")
		for range 8 {
			g := s.game(id)
			seat := g.View(engine.NoSeat).Turn.Seat
			hand := g.View(seat).You.Hand
			who := s.as(s.sitting(id, seat))
			who.IfMatch = g.Version
			got := atOnce(writers, func(i int) (play.Answer, error) {
				return s.Play(t.Context(), id, who, hand[i%len(hand):][:1], nil)
			})
			counted(t, map[engine.Code]int{"": 1, "stale-version": writers - 1}, got)
			require.Equal(t, g.Version+1, s.game(id).Version)
			for i, o := range got {
				if o.err == nil {
					acts := s.readBack(id).acts
					require.Equal(t, hand[i%len(hand):][:1], acts[len(acts)-1].Cards, "the winner's card is another")
				}
			}
		}
		s.sound(id, 2)
	})
}

// TestRaceOfAcceptances: seven accept one play at the same time; each is carried
// out, once.
func TestRaceOfAcceptances(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, s *stage) {
		id := s.table(8, "callSeconds=null turnSeconds=0")
		for range 3 {
			s.turn(id)
			g := s.game(id)
			got := atOnce(7, func(i int) (play.Answer, error) {
				who := s.as(s.sitting(id, s.open(id, 1+i)))
				who.IfMatch = g.Version
				for {
					answer, err := s.Accept(t.Context(), id, who)
					if !errors.Is(err, play.ErrUnavailable) {
						return answer, err
					}
				}
			})
			counted(t, map[engine.Code]int{"": 7}, got)
			require.Equal(t, g.Version+7, s.game(id).Version)
		}
		s.sound(id, 8)
	})
}

// TestRaceOfJoins: eight join for eight seats at the same time, and some come too
// late.
func TestRaceOfJoins(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, s *stage) {
		id := s.lobby(8, "-")
		crowd := people(10)
		got := atOnce(9, func(i int) (play.Answer, error) {
			p := crowd[i+1]
			for {
				answer, err := s.Join(t.Context(), id, s.as(p), p.name, "")
				if !errors.Is(err, play.ErrUnavailable) {
					return answer, err
				}
			}
		})
		counted(t, map[engine.Code]int{"": 7, "game-full": 2}, got)
		g := s.game(id)
		require.Equal(t, engine.Playing, g.Status)
		seats, names := map[int]bool{}, map[string]bool{}
		for i, o := range got {
			if o.err == nil {
				seat, ok := g.Table.SeatOf(crowd[i+1].owner)
				require.True(t, ok)
				seats[seat], names[g.Table.Players()[seat].Name] = true, true
				assert.Equal(t, crowd[i+1].name, g.Table.Players()[seat].Name)
			}
		}
		assert.Len(t, seats, 7)
		assert.Len(t, names, 7)
		s.sound(id, 10)
		s.pointedTo(id, 10, false)
	})
}

// TestRaceOfStarts: the host starts twice at the same time.
func TestRaceOfStarts(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, s *stage) {
		for _, key := range []string{"", "same"} {
			answer, err := s.create(4, "-", true, "game of "+key)
			require.NoError(t, err)
			id := answer.View.ID
			s.join(id, somebody(1))
			got := atOnce(8, func(int) (play.Answer, error) {
				return s.Start(t.Context(), id, s.keyed(somebody(0), key), nil, nil)
			})
			want := map[engine.Code]int{"": 1, "already-started": 7}
			if key != "" {
				want = map[engine.Code]int{"": 1, "replay": 7}
			}
			counted(t, want, got)
			assert.Equal(t, 3, s.game(id).Version)
			s.sound(id, 2)
			s.pointedTo(id, 2, true)
		}
	})
}

// TestRaceOfRematches: all ask for a rematch at the same time, and sit in one new
// game.
func TestRaceOfRematches(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, s *stage) {
		id := s.table(4, "handSize=1 callSeconds=0")
		s.turn(id)
		for i := range 3 {
			s.accept(id, s.open(id, 1+i))
		}
		got := atOnce(8, func(i int) (play.Answer, error) { // each of them twice
			for {
				answer, err := s.Rematch(t.Context(), id, s.keyed(somebody(i%4), "again"), "")
				if !errors.Is(err, play.ErrUnavailable) {
					return answer, err
				}
			}
		})
		for i, o := range got {
			require.NoError(t, o.err)
			assert.Equal(t, got[0].answer.View.ID, o.answer.View.ID)
			assert.Equal(t, *got[i%4].answer.Seat(), *o.answer.Seat())
		}
		next := got[0].answer.View.ID
		require.ElementsMatch(t, []string{id, next}, s.games(4))
		assert.Equal(t, next, s.game(id).Rematch)
		g := s.game(next)
		assert.Equal(t, 1, g.Round())
		assert.Equal(t, 4, g.Version)
		for _, game := range []string{id, next} {
			s.sound(game, 4)
			s.pointedTo(game, 4, false)
		}
	})
}

// TestRaceOfOnePlay: one play sent twenty times at the same time has one effect.
func TestRaceOfOnePlay(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, s *stage) {
		id := s.table(3, "callSeconds=0 turnSeconds=0")
		for round := range 6 {
			key := ""
			want := map[engine.Code]int{"": 1, "stale-version": 19}
			if round%2 == 1 {
				key, want = fmt.Sprint("play ", round), map[engine.Code]int{"": 1, "replay": 19}
			}
			before := s.game(id)
			seat := before.View(engine.NoSeat).Turn.Seat
			send := s.turning(id)
			got := atOnce(20, func(int) (play.Answer, error) { return send(key) })
			counted(t, want, got)
			after := s.game(id)
			require.Equal(t, before.Version+1, after.Version)
			require.Len(t, after.View(seat).You.Hand, len(before.View(seat).You.Hand)-1)
			for _, o := range got {
				if o.err == nil {
					require.Equal(t, after.Version, o.answer.View.Version)
				} else {
					var refused *play.Refused
					require.ErrorAs(t, o.err, &refused)
					require.Equal(t, after.Version, refused.View.Version, "the fresh view")
				}
			}
		}
		s.sound(id, 3)
	})
}

// TestRaceOfCreations: one creation sent ten times at the same time makes one game.
func TestRaceOfCreations(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, s *stage) {
		got := atOnce(10, func(int) (play.Answer, error) { return s.create(2, "-", true, "one") })
		n := kinds(t, got)
		assert.Equal(t, 10, n[""]+n["replay"])
		ids := map[string]bool{}
		for _, o := range got {
			ids[o.answer.View.ID] = true
		}
		assert.Len(t, ids, 1)
		assert.Len(t, s.all(store.LobbyPK), 1)
		s.pointedTo(got[0].answer.View.ID, 2, true)
	})
}

// TestRaceOfFinders: many look at a game whose clock has run out, some play, one
// sweeps: what is due happens once, at its own time.
func TestRaceOfFinders(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, s *stage) {
		id := s.table(3, "handSize=1 callSeconds=0 rounds=9 turnSeconds=10")
		s.turn(id)
		send := s.acting(id, s.open(id, 1), engine.Action{Kind: engine.ToAccept})
		s.now += 45 * second // two acceptances, the deal, a turn
		got := atOnce(12, func(i int) (play.Answer, error) {
			switch {
			case i == 0:
				_, err := s.Sweep(t.Context(), s.now)
				return play.Answer{}, err
			case i < 4:
				return send("")
			}
			return s.View(t.Context(), id, s.as(somebody(i%3)))
		})
		counted(t, map[engine.Code]int{"": 9, "stale-version": 3}, got)
		var due []string
		h := s.readBack(id)
		for _, a := range h.acts {
			if a.TimedOut {
				due = append(due, fmt.Sprint(int(a.At-firstMoment), " ", a.Kind))
			}
		}
		assert.Equal(t, []string{"10000 accept", "10000 accept", "30000 play", "40000 accept", "40000 accept"}, due)
		s.sound(id, 3)
	})
}
