package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// scenes are short plays by name, the name beginning with the rule. A play is one
// statement a line, in this order and in these words:
//
//	rules callers=next     changes to baseRules, in the notation's words and order
//	hands 7aKh / 8a / -    by seat; also: pile Ua, due 7, turn 0, dealer 3, round 1,
//	                       plays 399, caught 15, points 4 3 0, missed 2 0 0, bots 1 2
//	lobby 3 handSize=4     instead of a position: a new game of Ada's
//	at 4.999               it is now so many seconds after the opening
//	0 plays 7aKh as 7      an act; also: 1 calls, 1 accepts, 1 leaves, 1 deals,
//	                       1 rematches ID, 0 starts 3 4 (with those bots), 0 frees 2, Bo joins
//	1 calls !own-play      an act that is refused
//	clock 1 plays          what is due next is the clock's act, at its own time;
//	                       also: clock 1 accepts, clock 1 leaves, clock deals
//	bot 2 answers          what is due next is a bot's decision, and it is that time;
//	                       also: bot 2 plays. What it does is the next line's
//	= turn 1 8             what everybody sees now (see the checks below)
type scenes map[string]string

func (all scenes) play(t *testing.T) {
	t.Helper()
	for name, text := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &scene{T: t, now: opening}
			for line := range strings.Lines(text) {
				if line = strings.TrimSpace(line); line != "" {
					s.line = line
					s.say(strings.Fields(line))
				}
			}
		})
	}
}

// scene is a play on the way.
type scene struct {
	*testing.T
	line   string
	stage  stage
	begun  bool
	g      Game
	now    Time
	events []Event // of the newest act
}

// say carries out one statement.
func (s *scene) say(words []string) {
	if words[0] == "lobby" {
		s.openLobby(words[1:])
		return
	}
	if !s.begun && s.prepare(words) {
		return
	}
	if !s.begun {
		s.g, s.begun = s.stage.game(s.T), true
	}
	switch words[0] {
	case "=":
		s.check(words[1], words[2:])
	case "at":
		seconds, err := strconv.ParseFloat(words[1], 64)
		require.NoError(s, err)
		s.now = opening + Time(seconds*1000)
	case "clock", "bot":
		s.due(words)
	default:
		s.act(words)
	}
}

// prepare takes a statement about the position before the first act.
func (s *scene) prepare(words []string) bool {
	switch st, rest := &s.stage, words[1:]; words[0] {
	case "rules":
		o, err := ParseOptions(strings.Join(rest, " "))
		require.NoError(s, err)
		st.rules = o
	case "hands":
		for _, text := range rest {
			if text != "/" {
				st.hands = append(st.hands, cardsOf(s.T, text))
			}
		}
	case "pile":
		st.pile = cardsOf(s.T, rest[0])
	case "due":
		st.due = s.rank(rest[0])
	case "turn":
		st.turn = s.int(rest[0])
	case "dealer":
		st.dealer = s.int(rest[0])
	case "round":
		st.round = s.int(rest[0])
	case "plays":
		st.plays = s.int(rest[0])
	case "caught":
		st.caught = s.int(rest[0])
	case "points":
		st.points = s.ints(rest)
	case "missed":
		st.missed = s.ints(rest)
	case "bots":
		st.bots = s.ints(rest)
	default:
		return false
	}
	return true
}

// openLobby begins with a new game whose host is Ada: "lobby SEATS RULES".
func (s *scene) openLobby(words []string) {
	o := Options{}
	if len(words) > 1 {
		var err error
		o, err = ParseOptions(strings.Join(words[1:], " "))
		require.NoError(s, err)
	}
	g, events, err := New(Setup{ID: "g", Seats: s.int(words[0]), Options: o, Host: person(0), Seed: Seed{1}}, s.now)
	require.NoError(s, err)
	s.g, s.events, s.begun = g, events, true
}

// act carries out an act, or is refused as its last word says.
func (s *scene) act(words []string) {
	var refused Code
	if last := words[len(words)-1]; last[0] == '!' {
		refused, words = Code(last[1:]), words[:len(words)-1]
	}
	require.GreaterOrEqual(s, len(words), 2, "line %q", s.line)
	s.apply(s.action(words), refused)
}

func (s *scene) action(words []string) Action {
	if words[1] == "joins" {
		return Action{Kind: ToJoin, Seat: NoSeat, Player: person(slices.Index(names(), words[0]))}
	}
	a := Action{Seat: s.int(words[0])}
	switch words[1] {
	case "plays":
		a.Kind = ToPlay
		if len(words) > 2 && words[2] != "-" {
			for i := 0; i < len(words[2]); i += 2 {
				a.Cards = append(a.Cards, ParseCard(words[2][i:i+2]))
			}
		}
		if len(words) > 4 {
			rank := s.rank(words[4])
			a.Rank = &rank
		}
	case "calls":
		a.Kind = ToCall
	case "accepts":
		a.Kind = ToAccept
	case "leaves":
		a.Kind = ToLeave
	case "deals":
		a.Kind = ToDeal
	case "rematches":
		a.Kind, a.ID = ToRematch, words[2]
	case "starts":
		a.Kind = ToStart
		for _, i := range s.ints(words[2:]) {
			a.Bots = append(a.Bots, robot(i))
		}
	case "frees":
		a.Kind, a.Target = ToFree, s.int(words[2])
	default:
		require.Fail(s, "no such act", s.line)
	}
	return a
}

func (s *scene) apply(a Action, refused Code) {
	before := text(s.g)
	g, events, err := s.g.Apply(a, s.now)
	require.Equal(s, before, text(s.g), "line %q changed the game before", s.line)
	if refused != "" {
		var r *Refusal
		require.ErrorAs(s, err, &r, "line %q", s.line)
		assert.Equal(s, refused, r.Code, "line %q", s.line)
		return
	}
	require.NoError(s, err, "line %q", s.line)
	s.g, s.events = g, events
	assert.NoError(s, invariants(g), "line %q", s.line)
}

// due compares what happens by itself next. The clock's act is carried out; for a
// bot it becomes the time at which it decides.
func (s *scene) due(words []string) {
	d, ok := s.g.Due()
	require.True(s, ok, "line %q: nothing is due", s.line)
	got := "clock"
	switch {
	case d.Bot && d.Answer:
		got = fmt.Sprintf("bot %d answers", d.Action.Seat)
	case d.Bot:
		got = fmt.Sprintf("bot %d plays", d.Action.Seat)
	case d.Action.Seat == NoSeat:
		got = fmt.Sprintf("clock %ss", d.Action.Kind)
	default:
		got = fmt.Sprintf("clock %d %ss", d.Action.Seat, d.Action.Kind)
	}
	require.Equal(s, strings.Join(words, " "), got, "line %q", s.line)
	assert.GreaterOrEqual(s, d.At, s.g.Updated, "line %q", s.line)
	s.now = d.At
	if !d.Bot {
		assert.Equal(s, d.Action.Seat != NoSeat, d.Action.TimedOut, "line %q", s.line)
		s.apply(d.Action, "")
	}
}

func (s *scene) int(word string) int {
	n, err := strconv.Atoi(word)
	require.NoError(s, err, "line %q", s.line)
	return n
}

func (s *scene) ints(words []string) []int {
	list := []int{}
	for _, w := range words {
		if w != "-" {
			list = append(list, s.int(w))
		}
	}
	return list
}

func (s *scene) rank(word string) Rank {
	r, err := ParseRank(word)
	require.NoError(s, err, "line %q", s.line)
	return r
}

// text is all of a game, to see whether it has changed.
func text(g Game) string {
	table, err := g.Table.AppendText(nil)
	deal, err2 := g.deal.AppendText(nil)
	if errors.Join(err, err2) != nil {
		panic(err)
	}
	return string(table) + string(deal) + "\n" + string(g.AppendState(nil))
}
