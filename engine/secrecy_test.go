package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// another is the same game with other cards: card c everywhere replaced by another[c].
type another [kinds]Card

func (n another) cards(cs Cards) Cards {
	list := cs.List()
	for i, c := range list {
		list[i] = n[c]
	}
	replaced, _ := CardsOf(list...)
	return replaced
}

func (n another) game(g Game) Game {
	s := *g.secret
	for i, h := range s.hands {
		s.hands[i] = n.cards(h)
	}
	s.pile, s.last, s.aside = n.cards(s.pile), n.cards(s.last), n.cards(s.aside)
	g.secret = &s
	return g
}

func (n another) act(a Act) Act {
	list := make([]Card, len(a.Cards))
	for i, c := range a.Cards {
		list[i] = n[c]
	}
	a.Cards = list
	return a
}

// told are the cards that a seat has been told of in a round, in any event.
func told(dealt Event, moments []Moment, seat int) (seen [kinds]bool) {
	note := func(lists ...[]Card) {
		for _, list := range lists {
			for _, c := range list {
				seen[c] = true
			}
		}
	}
	events := []Event{dealt}
	for _, m := range moments {
		events = append(events, m.Events...)
	}
	for _, e := range events {
		switch e := e.For(seat).(type) {
		case Dealt:
			note(e.Hand)
		case Played:
			note(e.Cards)
		case Called:
			note(e.Cards, e.TakenCards)
		case PaleShown: // a Pale was in that play, everybody knows
			note(e.TakenCards, []Card{Pale})
		}
	}
	return seen
}

// otherwise draws how the cards that a seat has not been told of might as well lie.
// A Pale may only change with a card that is in no closed play, for there it would
// have been shown.
func otherwise(draw below, g Game, moments []Moment, seen [kinds]bool) another {
	var n another
	var free, closed []Card
	for c := range Card(kinds) {
		n[c] = c
		if !seen[c] && c != Pale && deckOf(1, g.Table.Rules.Chroniclers).Has(c) {
			free = append(free, c)
		}
	}
	for i := range free {
		j := i + draw(len(free)-i)
		n[free[i]], n[free[j]] = n[free[j]], n[free[i]]
	}
	for i, m := range moments {
		if m.Act.Kind == ToPlay && (i < len(moments)-1 && !open(moments[i:]) || g.Table.Rules.PaleAlone && len(m.Act.Cards) > 1) {
			closed = append(closed, m.Act.Cards...)
		}
	}
	if seen[Pale] || len(free) == 0 || !g.Table.Rules.Chroniclers {
		return n
	}
	c := pick(draw, free)
	if i := len(moments) - 1; i >= 0 && draw.oneIn(2) { // rather one of the open play, so that this is tried often
		for d := range moments[i].Game.secret.last.All() {
			if !seen[d] {
				c = d
			}
		}
	}
	if !slices.Contains(closed, c) {
		n[c], n[Pale] = Pale, n[c]
	}
	return n
}

// open reports whether the play of the first moment is still open at the last.
func open(moments []Moment) bool {
	last := moments[len(moments)-1].Game
	return last.last.open && last.last.made == moments[0].Act.Version
}

// sameFor compares all that a seat sees of two games, and is refused there.
func sameFor(draw below, seat int, a, b Game, eventsA, eventsB []Event) error {
	for i := range eventsA {
		if x, y := viewed(eventsA[i].For(seat)), viewed(eventsB[i].For(seat)); x != y {
			return fmt.Errorf("seat %d sees\n%s\n%s", seat, x, y)
		}
	}
	if x, y := viewed(a.View(seat)), viewed(b.View(seat)); x != y {
		return fmt.Errorf("seat %d sees\n%s\n%s", seat, x, y)
	}
	if seat == NoSeat {
		return nil // he can attempt nothing
	}
	attempt := Action{Seat: seat, Kind: pick(draw, []ActionKind{ToPlay, ToPlay, ToPlay, ToCall, ToAccept, ToDeal, ToRematch})}
	for range draw(6) {
		attempt.Cards = append(attempt.Cards, Card(draw(kinds)))
	}
	if draw.oneIn(4) {
		rank := Rank(draw(8))
		attempt.Rank = &rank
	}
	_, _, errA := a.Apply(attempt, a.Updated)
	_, _, errB := b.Apply(attempt, a.Updated)
	if fmt.Sprint(errA) != fmt.Sprint(errB) {
		return fmt.Errorf("seat %d is told\n%v\n%v\nof %+v", seat, errA, errB, attempt)
	}
	return nil
}

func viewed(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// TestSecrecy (R31): two games that differ only in cards that a viewer may not know
// give him byte-identical views, events and errors.
func TestSecrecy(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var draw below = func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
		p := drawnPlan(draw)
		w, err := begin(draw, p.options, p.seats, p.bots)
		require.NoError(t, err)
		for range draw(120) {
			if w.g.Over() || w.g.Status == RoundOver && draw.oneIn(2) {
				break
			}
			require.NoError(t, w.step())
		}
		require.NoError(t, unseen(draw, w))
	})
}

// unseen re-deals what one seat of a game may not know, and compares.
func unseen(draw below, w *walk) error {
	acts := w.acts
	if w.g.ended != 0 {
		acts = acts[:len(acts)-1] // with the round's end all is opened
	}
	moments, err := Replay(w.dealt, acts)
	if err != nil {
		return err
	}
	seat := draw(w.g.size()+1) - 1
	dealt := w.dealt.dealtEvent()
	n := otherwise(draw, w.dealt, moments, told(dealt, moments, seat))

	changed := make([]Act, len(acts))
	for i, a := range acts {
		changed[i] = n.act(a)
	}
	start := n.game(w.dealt)
	others, err := Replay(start, changed)
	if err != nil {
		return fmt.Errorf("the other game cannot be: %w", err)
	}
	if err := sameFor(draw, seat, w.dealt, start, []Event{dealt}, []Event{start.dealtEvent()}); err != nil {
		return err
	}
	for i, m := range moments {
		if len(m.Events) != len(others[i].Events) {
			return errors.New("other events")
		}
		if err := sameFor(draw, seat, m.Game, others[i].Game, m.Events, others[i].Events); err != nil {
			return err
		}
	}
	return nil
}

// R26: nothing tells a play with a Pale from one without until it is closed.
func TestSecrecyOfThePale(t *testing.T) {
	t.Parallel()
	for _, given := range []string{"callSeconds=5 turnSeconds=60", "callSeconds=null turnSeconds=60", "callSeconds=0", "callers=next", "paleAlone=true", "lastPlay=final"} {
		for _, hands := range [][]string{{"7a9a", "8aKl", "8l", "Kh"}, {"7a", "8aKl", "8l", "Kh"}} { // an ordinary play, and a last one
			o, err := ParseOptions(given)
			require.NoError(t, err)
			st := stage{rules: o, pile: cardsOf(t, "Ua")}
			for _, h := range hands {
				st.hands = append(st.hands, cardsOf(t, h))
			}
			var n another
			for c := range n {
				n[c] = Card(c)
			}
			n[ParseCard("7a")], n[Pale] = Pale, ParseCard("7a")
			plain := st.game(t)
			pale := n.game(plain)
			play := Act{Version: 2, At: opening, Action: Action{Kind: ToPlay, Cards: parsed([]string{"7a"})}}
			history := []Act{play}
			if o.Rules.LastPlay != Final || len(hands[0]) > 2 {
				history = append(history, Act{Version: 3, At: opening, Action: Action{Kind: ToLeave, Seat: 3}})
			}
			if o.Rules.Callers != NextOnly {
				history = append(history, Act{Version: 4, At: opening + 1, Action: Action{Kind: ToAccept, Seat: 1}})
			}
			if o.Rules.LastPlay == Final && len(hands[0]) == 2 {
				continue // the round is over and everything open
			}
			moments, err := Replay(plain, history)
			require.NoError(t, err)
			history[0] = n.act(play)
			others, err := Replay(pale, history)
			require.NoError(t, err)
			for i, m := range moments {
				for _, seat := range []int{1, 2, 3, NoSeat} {
					none := func(int) int { return 0 }
					assert.NoError(t, sameFor(none, seat, m.Game, others[i].Game, m.Events, others[i].Events), "%s, %v", given, hands)
				}
				due, ok := m.Game.Due()
				dueOther, okOther := others[i].Game.Due()
				assert.Equal(t, ok, okOther)
				assert.Equal(t, due.At, dueOther.At)
			}
		}
	}
}

// What is logged, printed or encoded by mistake shows no card, seed or entropy.
func TestSecrecyOfPrinting(t *testing.T) {
	t.Parallel()
	printed := func(seed Seed, words string) string {
		host := person(0)
		host.Entropy = words
		g, events, err := New(Setup{ID: "g", Seats: 2, Host: host, Bots: []Player{robot(1)}, Seed: seed}, opening)
		require.NoError(t, err)
		g.deal.Dealer, g.turn = 0, 0 // drawn by the seed, and public
		g, more := act(t, g, opening, Action{Kind: ToPlay, Cards: g.secret.hands[0].List()[:1]})
		events = append(events, more...)
		events = append(events, Event{&happened{kind: "called", shown: g.secret.last, takenCards: g.secret.pile}})

		var b bytes.Buffer
		for _, format := range []string{"%v\n", "%+v\n", "%#v\n", "%s\n", "%d\n", "%x\n", "%q\n"} {
			for _, v := range []any{g, &g, []Game{g}, events, events[0], &events[0], g.Table, g.Table.Seed(1), Moment{Game: g, Events: events}} {
				fmt.Fprintf(&b, format, v)
			}
		}
		for _, v := range []any{g, events, g.Table, Moment{Game: g, Events: events}} {
			text, err := json.Marshal(v)
			require.NoError(t, err)
			b.Write(text)
		}
		quiet := func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}
		for _, h := range []slog.Handler{
			slog.NewJSONHandler(&b, &slog.HandlerOptions{ReplaceAttr: quiet}), slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: quiet}),
		} {
			slog.New(h).Info("a game", "game", g, "event", events[0], "events", events, "table", g.Table)
		}
		return regexp.MustCompile(`0x[0-9a-f]{6,}`).ReplaceAllString(b.String(), "ADDRESS")
	}
	one, other := printed(Seed{1}, "Ada's words"), printed(Seed{2}, "other words")
	assert.Equal(t, one, other)
	assert.Contains(t, one, "Ada", "something was printed")
	assert.False(t, strings.Contains(one, "words"))
}
