package play_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/functions/internal/program"
)

var keepForm = flag.Bool("keep-form", false, "write games of the present form into testdata; files that are there stay as they are")

// formFolder is where games of the present form are kept.
const formFolder = "testdata/cheat1"

// TestKeepForm writes games in every phase, for the programs that come. It does
// nothing unless it is asked to, and never touches a file that is there.
func TestKeepForm(t *testing.T) {
	if !*keepForm {
		t.Skip("only with -keep-form")
	}
	for name, make := range keepsakes() {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(formFolder, name+".json")
			if _, err := os.Stat(path); err == nil {
				t.Skip("it is kept already")
			}
			s := newStage(t, newMemory(), uint64(len(name)))
			s.Bots = program.Bots()
			id := make.bring(s)
			require.True(t, make.when(s.game(id)), "it did not come to this")
			require.NoError(t, os.WriteFile(path, s.keep(id, make.what).text(t), 0o644))
		})
	}
}

// keep is a game as it is now, with its answers now and after three days.
func (s *stage) keep(id, what string) keptGame {
	s.t.Helper()
	kept := keptGame{What: what, ID: id, Now: s.now}
	items := s.Store.(*memory).copy().items
	for _, pk := range slices.Sorted(maps.Keys(items)) {
		for _, sk := range slices.Sorted(maps.Keys(items[pk])) {
			i := items[pk][sk]
			r := keptRecord{PK: pk, SK: sk, Version: i.Version, Expires: i.Expires}
			if len(i.Body) > 0 {
				r.Body = strings.Split(string(i.Body), "\n")
			}
			kept.Records = append(kept.Records, r)
		}
	}
	kept.Answers = s.answers(id, 0)
	g := s.game(id)
	s.now += 3 * 24 * hour
	if due, ok := g.Due(); ok && due.At <= s.now {
		kept.Later, kept.After, kept.LaterAnswers = s.now, g.Version, s.answers(id, g.Version)
	}
	return kept
}

// text is a file of testdata: the records to be read line by line, the answers each
// on a line of its own.
func (k keptGame) text(t *testing.T) []byte {
	t.Helper()
	var lists [2][]byte
	for i, answers := range [][]keptAnswer{k.Answers, k.LaterAnswers} {
		for _, answer := range answers {
			lists[i] = append(append(lists[i], ",\n\t\t"...), asText(t, answer)...)
		}
		lists[i] = bytes.TrimPrefix(lists[i], []byte(","))
	}
	k.Answers, k.LaterAnswers = nil, nil
	text, err := json.MarshalIndent(k, "", "\t")
	require.NoError(t, err)
	for i, name := range []string{"Answers", "LaterAnswers"} {
		text = bytes.Replace(text, []byte(`"`+name+`": null`), fmt.Appendf(nil, "%q: [%s\n\t]", name, lists[i]), 1)
	}
	return append(text, '\n')
}

// keepsake is one game that is kept: how it comes about, and how it must then be.
type keepsake struct {
	what  string
	bring func(*stage) string
	when  func(engine.Game) bool
}

func keepsakes() map[string]keepsake {
	status := func(want engine.Status) func(engine.Game) bool {
		return func(g engine.Game) bool { return g.Status == want }
	}
	return map[string]keepsake{
		"lobby": {
			"a listed lobby of six: somebody joined, somebody left, a seat was freed, a bot has been asked for",
			keptLobby, status(engine.InLobby),
		},
		"cancelled": {
			"a lobby that all have left",
			func(s *stage) string {
				id := s.lobby(3, "-")
				s.must(id, s.leaving(id, somebody(0)))
				return id
			},
			status(engine.Cancelled),
		},
		"dealt": {
			"started by the host with free seats, without any act yet: there is no play record",
			func(s *stage) string {
				id := s.lobby(4, "turnSeconds=3600")
				s.join(id, somebody(1))
				entropy := "now that I have seen \"it\""
				_, err := s.Start(s.t.Context(), id, s.keyed(somebody(0), "start"), nil, &entropy)
				require.NoError(s.t, err)
				return id
			},
			func(g engine.Game) bool { return g.Status == engine.Playing && g.Version == g.Table.Version },
		},
		"window": {
			"three people, usual rules: an open play that the others may still call",
			playing(3, "-", func(g engine.Game) bool { return g.Version > 20 && callable(g) }),
			callable,
		},
		"answers": {
			"four people with the Chroniclers, who all must answer: one has, and two are owed",
			playing(4, "chroniclers=true callSeconds=null", func(g engine.Game) bool {
				return g.Version > 30 && callable(g) && answered(g) == 1
			}),
			func(g engine.Game) bool { return answered(g) == 1 },
		},
		"missed": {
			"a clock of a minute: a turn has timed out, and somebody has left in the middle of the round",
			func(s *stage) string {
				id := s.table(4, "callSeconds=5 rounds=2 turnSeconds=60")
				s.until(id, func(g engine.Game) bool { return g.Version > 12 })
				s.now += 65 * second
				s.look(id)
				s.must(id, s.leaving(id, s.sitting(id, (s.game(id).View(engine.NoSeat).Turn.Seat+1)%4)))
				return id
			},
			func(g engine.Game) bool { return away(g) == 1 && g.Status == engine.Playing },
		},
		"last-call": {
			"somebody's last cards lie on the pile",
			playing(3, "handSize=4 callSeconds=null", func(g engine.Game) bool { return g.Status == engine.LastCall }),
			status(engine.LastCall),
		},
		"round-over": {
			"the second of five rounds is over, and somebody has left since; the first is put away",
			func(s *stage) string {
				id := s.table(4, "handSize=4 callSeconds=0 finish=playOn points=9,5,1,0 rounds=5")
				s.until(id, func(g engine.Game) bool { return g.Round() == 2 && g.Status == engine.RoundOver })
				s.now += second
				s.must(id, s.leaving(id, somebody(2)))
				return id
			},
			func(g engine.Game) bool { return g.Status == engine.RoundOver && away(g) == 1 },
		},
		"third-round": {
			"the third round, with what happened between two rounds in front of it",
			func(s *stage) string {
				id := s.table(4, "handSize=4 callSeconds=0 rounds=5")
				s.until(id, func(g engine.Game) bool { return g.Round() == 2 && g.Status == engine.RoundOver })
				s.must(id, s.leaving(id, somebody(1)))
				s.until(id, func(g engine.Game) bool { return g.Round() == 3 && g.Version > g.LastDeal().Version+6 })
				return id
			},
			func(g engine.Game) bool { return g.Round() == 3 && away(g) == 1 },
		},
		"pieces": {
			"a later round so long that two pieces of its history are put away; those before had some too",
			func(s *stage) string {
				id := s.table(3, "callSeconds=0 rounds=3 turnSeconds=0")
				for s.game(id).Round() < 2 || s.chainLength(id) < 2 {
					s.goOn(id)
				}
				return id
			},
			func(g engine.Game) bool { return g.Round() > 1 && g.Status == engine.Playing },
		},
		"bots": {
			"two people with a bot of each level, in the second round",
			func(s *stage) string {
				id := s.withBots(5, "chroniclers=true handSize=4 callSeconds=3 rounds=2", "easy", "normal", "hard")
				s.until(id, func(g engine.Game) bool { return g.Round() == 2 && g.Version > g.LastDeal().Version+10 })
				return id
			},
			func(g engine.Game) bool { return g.Round() == 2 },
		},
		"bot-answers": {
			"a bot's turn, and a bot's answer, come when the window has passed",
			func(s *stage) string {
				id := s.withBots(3, "callSeconds=30", "hard", "normal")
				s.until(id, func(g engine.Game) bool { return g.Version > 8 && callable(g) })
				return id
			},
			callable,
		},
		"two-decks": {
			"eight people with two decks and four Chroniclers, where only the next may call",
			playing(8, "decks=2 chroniclers=true afterCall=restart maxCards=8 callers=next", func(g engine.Game) bool {
				return g.Version > 50 && callable(g)
			}),
			callable,
		},
		"finished": {
			"a match to a target of five points, in which last cards are not called",
			playing(3, "handSize=3 callSeconds=0 lastPlay=final target=5", func(g engine.Game) bool { return g.Status == engine.Finished }),
			status(engine.Finished),
		},
		"left": {
			"a match that ended because all but one have left",
			func(s *stage) string {
				id := s.table(3, "callSeconds=0 rounds=4")
				s.until(id, func(g engine.Game) bool { return g.Version > 12 })
				s.must(id, s.leaving(id, somebody(0)))
				s.must(id, s.leaving(id, somebody(2)))
				return id
			},
			status(engine.Finished),
		},
		"rematch": {
			"a finished match, and the lobby of its rematch",
			func(s *stage) string {
				id := s.table(3, "handSize=2 callSeconds=0 rounds=2")
				s.until(id, func(g engine.Game) bool { return g.Status == engine.Finished })
				_, err := s.again(id, somebody(1))("again")
				require.NoError(s.t, err)
				return id
			},
			func(g engine.Game) bool { return g.Rematch != "" },
		},
	}
}

func keptLobby(s *stage) string {
	answer, err := s.Create(s.t.Context(), s.keyed(somebody(0), "make"), play.NewGame{
		Name: "Ádám \"Ördög\" 🂡", Seats: 6, Bots: []string{"normal"}, Listed: true, Entropy: "tab\t, line\n and \u2028",
		Options: s.options("chroniclers=true points=5,3,1"),
	})
	require.NoError(s.t, err)
	id := answer.View.ID
	for i := range 3 {
		s.now += 7 * second
		s.join(id, somebody(1+i))
	}
	s.must(id, s.leaving(id, somebody(1)))
	_, err = s.Free(s.t.Context(), id, s.as(somebody(0)), 3)
	require.NoError(s.t, err)
	s.now += second
	return id
}

// withBots is a table of two people and these bots.
func (s *stage) withBots(seats int, rules string, levels ...string) string {
	answer, err := s.Create(s.t.Context(), s.keyed(somebody(0), "make"), play.NewGame{
		Name: somebody(0).name, Seats: seats, Bots: levels, Options: s.options(rules), Entropy: "mine",
	})
	require.NoError(s.t, err)
	id := answer.View.ID
	for i := 1; s.game(id).Status == engine.InLobby; i++ {
		s.join(id, somebody(i))
	}
	return id
}

// playing brings a table of so many under these rules to where it has come to
// something.
func playing(seats int, rules string, to func(engine.Game) bool) func(*stage) string {
	return func(s *stage) string {
		id := s.table(seats, rules)
		s.until(id, to)
		return id
	}
}

// until plays on until the game has come to something.
func (s *stage) until(id string, to func(engine.Game) bool) {
	s.t.Helper()
	chance := rand.New(rand.NewPCG(3, 1))
	for range 5000 {
		if to(s.game(id)) {
			return
		}
		s.now += engine.Time(1 + chance.ExpFloat64()*4000)
		s.somethingHappens(id, chance)
	}
	require.Fail(s.t, "it does not come to this", "%s", s.game(id).AppendState(nil))
}

func (s *stage) look(id string) {
	_, err := s.View(s.t.Context(), id, play.Caller{Now: s.now})
	require.NoError(s.t, err)
}

// chainLength is how many pieces of the running round's history are put away.
func (s *stage) chainLength(id string) (n int) {
	s.t.Helper()
	_, _, p := records(s.t, s.Store, id)
	if p != nil {
		s.chain(id, p.Round, &n)
	}
	return n
}

func callable(g engine.Game) bool {
	last := g.View(engine.NoSeat).Pile.LastPlay
	return g.Status == engine.Playing && last != nil && last.Callable
}

// answered is how many have answered the open play.
func answered(g engine.Game) (n int) {
	for _, seat := range g.View(engine.NoSeat).Seats {
		if seat.Answered {
			n++
		}
	}
	return n
}

// away is how many have left.
func away(g engine.Game) (n int) {
	for seat := range g.Seats() {
		if g.Away(seat) {
			n++
		}
	}
	return n
}
