package engine

import (
	"strconv"
	"strings"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// check compares what a play claims after "=" with the public view, hands with each
// owner's:
//
//	status playing     turn 1 8 (or -)    hands 7a / - / 8a    hand 1 8aKh    pile 3
//	last 0 7 1 open    last 0 7 1 closed  last -               until 5 (or -) deadline 90 (or -)
//	waiting 1 2        answered 1         away 1               places 1 3 -   points 4 2 0
//	winners 0          actions 1 leave …  round 2              dealer 1       host 0
//	version 5          names Ada - Cy     rematch ID           events called  reason out
//	nothing due        kinds human bot    commitment 2 (the round's whose seed it hides)
func (s *scene) check(what string, words []string) {
	v := s.g.View(NoSeat)
	got := ""
	switch what {
	case "status":
		got = string(v.Status)
	case "turn":
		got = "-"
		if v.Turn != nil {
			got = joined(v.Turn.Seat, v.Turn.Rank.String())
		}
	case "hands":
		var hands []string
		for i := range s.g.size() {
			hands = append(hands, s.hand(i))
		}
		got = strings.Join(hands, " / ")
		words = strings.Fields(s.sorted(words))
	case "hand":
		got = joined(words[0], s.hand(s.int(words[0])))
		words = []string{words[0], s.sorted(words[1:])}
	case "pile":
		got = joined(v.Pile.Cards)
	case "last":
		got = "-"
		if l := v.Pile.LastPlay; l != nil {
			got = joined(l.Seat, l.Rank.String(), l.Count, map[bool]string{true: "open", false: "closed"}[l.Callable])
		}
	case "until":
		got = "-"
		if l := v.Pile.LastPlay; l != nil {
			got = seconds(l.Until)
		}
	case "deadline":
		got = seconds(v.Deadline)
	case "waiting":
		got = joined(v.WaitingFor)
	case "winners":
		got = joined(v.Winners)
	case "actions":
		got = joined(words[0], strings.Join(s.g.View(s.int(words[0])).Actions, " "))
	case "nothing":
		d, ok := s.g.Due()
		got = "due"
		if ok {
			got = string(d.Action.Kind)
		}
	case "events", "reason":
		got = s.checkEvents(what)
	default:
		got = s.checkSeats(what, v, words)
	}
	want := strings.Join(words, " ")
	assert.Equal(s, strings.TrimSpace(want), strings.TrimSpace(got), "line %q", s.line)
}

// checkSeats answers for what is said of every seat, and of the match.
func (s *scene) checkSeats(what string, v View, words []string) string {
	var list []any
	for _, seat := range v.Seats {
		switch what {
		case "answered":
			list = appendIf(list, seat.Answered, seat.Seat)
		case "away":
			list = appendIf(list, seat.Away, seat.Seat)
		case "points":
			list = append(list, seat.Points)
		case "kinds":
			list = append(list, seat.Kind)
		case "places":
			list = append(list, "-")
			if seat.Place != nil {
				list[len(list)-1] = *seat.Place
			}
		case "names":
			list = append(list, "-")
			if seat.Name != nil {
				list[len(list)-1] = *seat.Name
			}
		}
	}
	switch what {
	case "answered", "away", "points", "places", "names", "kinds":
		if len(list) == 0 {
			return "-"
		}
	case "round":
		list = []any{v.Round}
	case "host":
		list = []any{v.Host}
	case "version":
		list = []any{v.Version}
	case "dealer":
		list = []any{"-"}
		if v.Dealer != nil {
			list = []any{*v.Dealer}
		}
	case "rematch":
		list = []any{"-"}
		if v.Rematch != nil {
			list = []any{*v.Rematch}
		}
	case "commitment":
		list = []any{words[0]}
		assert.Equal(s, s.g.Table.Seed(s.int(words[0])).Commitment(), v.Commitment, "line %q", s.line)
	default:
		require.Fail(s, "nothing to check", s.line)
	}
	return joined(list...)
}

func (s *scene) checkEvents(what string) string {
	var types []any
	for _, e := range s.events {
		head := e.For(NoSeat).EventHead()
		assert.Equal(s, s.g.Version, head.Version, "line %q: the events of an act share its version", s.line)
		assert.Equal(s, s.g.Updated, head.At, "line %q", s.line)
		if ended, ok := e.For(NoSeat).(RoundEnded); ok && what == "reason" {
			return ended.Reason
		}
		types = append(types, head.Type)
	}
	return joined(types...)
}

// hand is a hand as its owner sees it; of a seat that left, as it was left.
func (s *scene) hand(seat int) string {
	you := s.g.View(seat).You
	list := s.g.secret.hands[seat].List()
	if you != nil {
		list = you.Hand
	}
	return listed(list)
}

func listed(cards []Card) string {
	if len(cards) == 0 {
		return "-"
	}
	var b strings.Builder
	for _, c := range cards {
		b.WriteString(c.String())
	}
	return b.String()
}

// sorted brings the cards of each hand in the order of a hand.
func (s *scene) sorted(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		if out[i] = w; w != "/" {
			out[i] = listed(cardsOf(s.T, w).List())
		}
	}
	return strings.Join(out, " ")
}

func appendIf(list []any, yes bool, value any) []any {
	if yes {
		list = append(list, value)
	}
	return list
}

func seconds(t *Time) string {
	if t == nil {
		return "-"
	}
	return strconv.FormatFloat(float64(*t-opening)/1000, 'f', -1, 64)
}

// joined puts words together; "-" stands for an empty list.
func joined(words ...any) string {
	var list []string
	for _, w := range words {
		switch w := w.(type) {
		case int:
			list = append(list, strconv.Itoa(w))
		case []int:
			for _, n := range w {
				list = append(list, strconv.Itoa(n))
			}
		case string:
			list = append(list, w)
		case Kind:
			list = append(list, string(w))
		}
	}
	if len(list) == 0 {
		return "-"
	}
	return strings.Join(list, " ")
}
