package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBots(t *testing.T) {
	t.Parallel()
	scenes{
		"R29 their turns they play as soon as they may": `
			hands 7aKa / 8aKl / 9aKh
			bots 0 1
			bot 0 plays
			0 plays 7a
			bot 1 answers
			1 accepts
			bot 1 plays
			1 plays 8a
			bot 0 answers`,
		"R29 without a window they answer at once, in play order": `
			hands KhKa / 8aKl / 9aXh / XaXl
			bots 0 1 3
			turn 2
			at 10
			2 plays Xh
			bot 3 answers
			3 accepts
			bot 0 answers
			0 accepts
			bot 1 answers
			1 calls
			= turn 1 8
			bot 1 plays`,
		"R29 none while a person is to play": `
			hands 7aKa / 8aKl
			bots 1
			= nothing due`,
		"R29 with a window they answer when it has passed": `
			rules callSeconds=5
			hands KhKa / 8aKl / 9aXh / XaXl
			bots 1 3
			at 10
			0 plays Kh
			bot 1 answers
			1 accepts
			= events accepted
			bot 3 answers
			3 calls
			= turn 3 8
			= hand 0 KaKh`,
		"R29 each at the window's end": `
			rules callSeconds=5 turnSeconds=60
			hands KhKa / 8aKl / 9aXh / XaXl
			bots 1 3
			at 10
			0 plays Kh
			bot 1 answers
			1 accepts
			= deadline 75
			bot 3 answers
			3 accepts
			bot 1 plays
			1 plays 8a
			= deadline 80`,
		"R29 or when every person has answered": `
			rules callSeconds=5
			hands KhKa / 8aKl / 9aXh / XaXl
			bots 1 3
			0 plays Kh
			at 2
			2 accepts
			bot 1 answers
			1 accepts
			3 accepts
			bot 1 plays
			1 plays 8a
			= until 7`,
		"R29 or none may": `
			rules callSeconds=5
			hands KhKa / 8aKl / 9aXh
			bots 1 2
			0 plays Kh
			bot 1 answers
			1 accepts
			bot 2 answers
			2 accepts
			bot 1 plays
			1 plays 8a
			= until 5`,
		"R29 a bot that comes next waits for the window too": `
			rules callSeconds=5
			hands KhKa / 8aKl / 9aXh
			bots 1
			0 plays Kh
			bot 1 answers
			1 accepts
			bot 1 plays
			1 plays 8a
			= until 10`,
		"R29 last card: people first": `
			rules callSeconds=5
			hands Kh / 8aKl / 9aXh / XaXl
			bots 1 3
			0 plays Kh
			= waiting 1 2 3
			= nothing due
			at 20
			2 accepts
			bot 1 answers
			1 accepts
			bot 3 answers
			3 calls
			= turn 3 8`,
		"R27 last card: the clock accepts in play order for bots too, while people are waited for": `
			rules turnSeconds=60
			hands Kh / 8aKl / 9aXh / XaXl
			bots 1 3
			0 plays Kh
			clock 1 accepts
			= events timedOut accepted
			clock 2 accepts
			bot 3 answers
			3 calls
			= turn 3 8`,
		"R29 callSeconds null: people who are waited for first": `
			rules callSeconds=null
			hands KhKa / 8aKl / 9aXh / XaXl
			bots 2
			0 plays Kh
			= waiting 2 3
			= nothing due
			3 accepts
			= waiting 2
			bot 2 answers
			2 accepts
			= waiting 1`,
		"R29 callSeconds null: the turn's person may answer by playing": `
			rules callSeconds=null
			hands KhKa / 8aKl / 9aXh
			bots 2
			0 plays Kh
			bot 2 answers
			2 accepts
			1 plays 8a`,
		"R29 callSeconds null: a bot's turn comes when all have answered": `
			rules callSeconds=null
			hands KhKa / 8aKl / 9aXh
			bots 1
			0 plays Kh
			= nothing due
			2 accepts
			bot 1 answers
			1 accepts
			bot 1 plays`,
		"R29 callers next: only the next bot answers": `
			rules callers=next callSeconds=5
			hands KhKa / 8aKl / 9aXh
			bots 1 2
			0 plays Kh
			bot 1 answers
			1 accepts
			bot 1 plays`,
		"R29 they never deal": `
			hands 7a / 8aKl
			bots 1
			0 plays 7a
			bot 1 answers
			1 accepts
			= status roundOver
			= nothing due
			= waiting 0
			0 deals`,
		"R27 the clock of people comes when no bot has anything to do": `
			rules turnSeconds=60
			hands KhKa / 8aKl / 9aXh
			bots 1
			clock 0 plays
			bot 1 answers
			1 accepts
			bot 1 plays
			1 plays 8a
			clock 2 plays`,
	}.play(t)
}

// What is due has the moment at which it was due, whoever finds it and whenever.
func TestBotsAct(t *testing.T) {
	t.Parallel()
	bots := func(callSeconds int, bots ...int) Game {
		o := Options{OptCallSeconds, Rules{CallSeconds: callSeconds}}
		st := stage{rules: o, hands: []Cards{cardsOf(t, "KhKa"), cardsOf(t, "8aKl"), cardsOf(t, "9aXh")}, bots: bots}
		g, _, err := st.game(t).Apply(Action{Kind: ToPlay, Cards: parsed([]string{"Kh"})}, opening.Add(1))
		require.NoError(t, err)
		return g
	}
	for name, c := range map[string]struct {
		game Game
		at   Time
	}{
		"at once":                  {bots(0, 1), opening.Add(1)},
		"at once, no person":       {bots(5, 1, 2), opening.Add(1)},
		"at the end of the window": {bots(5, 1), opening.Add(6)},
	} {
		d, ok := c.game.Due()
		require.True(t, ok, name)
		assert.Equal(t, Due{At: c.at, Action: Action{Seat: 1}, Bot: true, Answer: true}, d, name)
	}
}

// A bot's chance depends on the seed, the game, the round, the seat and the version.
func TestBotsChance(t *testing.T) {
	t.Parallel()
	numbers := func(change func(*Game), seat int) int {
		g := stage{hands: []Cards{cardsOf(t, "KhKa"), cardsOf(t, "8aKl")}}.game(t)
		table := *g.Table
		g.Table = &table
		change(&g)
		return g.Chance(seat).Below(1 << 31)
	}
	base := numbers(func(*Game) {}, 0)
	assert.Equal(t, base, numbers(func(*Game) {}, 0))
	assert.NotEqual(t, base, numbers(func(*Game) {}, 1), "seat")
	for name, change := range map[string]func(*Game){
		"version": func(g *Game) { g.Version++ },
		"round":   func(g *Game) { g.deal.Round = 2 },
		"game":    func(g *Game) { g.Table.ID = "h" },
		"seed":    func(g *Game) { g.Table.secret = &tableSecret{seed: Seed{9}} },
	} {
		assert.NotEqual(t, base, numbers(change, 0), name)
	}
}

// A bot is asked with what its seat may know, and held to what is due of it.
func TestBotsAreAsked(t *testing.T) {
	t.Parallel()
	o := Options{OptTurnSeconds | OptCallSeconds, Rules{}}
	g, events, err := New(Setup{ID: "g", Seats: 3, Options: o, Host: person(0), Bots: []Player{robot(1), robot(2)}, Seed: Seed{2}}, opening)
	require.NoError(t, err)
	events = events[len(events)-1:] // from the deal on
	for _, does := range []Action{{Kind: ToPlay}, {Kind: ToAccept}} {
		d, ok := g.Due()
		require.True(t, ok && d.Bot)
		require.Equal(t, does.Kind == ToAccept, d.Answer)
		seat, other := d.Action.Seat, Action{Kind: ToPlay}
		if does.Kind == ToPlay {
			does.Cards, other.Kind = g.View(seat).You.Hand[:1], ToAccept
		}
		a, err := g.AskBot(d, "hard/1", events, func(level string, view View, seen []EventView, chance *Chance) (Action, error) {
			assert.Equal(t, "hard/1", level)
			assert.Equal(t, g.View(seat), view)
			assert.Equal(t, g.Chance(seat), chance)
			var want []EventView
			for _, e := range events {
				want = append(want, e.For(seat))
			}
			assert.Equal(t, want, seen)
			return does, nil
		})
		require.NoError(t, err)
		does.Seat = seat
		assert.Equal(t, does, a, "as it decided, on its seat")

		_, err = g.AskBot(d, "hard/1", events, func(string, View, []EventView, *Chance) (Action, error) { return other, nil })
		assert.ErrorContains(t, err, "wrong moment")
		_, err = g.AskBot(d, "hard/1", events, func(string, View, []EventView, *Chance) (Action, error) { return does, assert.AnError })
		assert.ErrorIs(t, err, assert.AnError)

		var more []Event
		g, more, err = g.Apply(a, d.At)
		require.NoError(t, err)
		events = append(events, more...)
	}
}
