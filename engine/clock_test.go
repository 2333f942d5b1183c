package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestClock(t *testing.T) {
	t.Parallel()
	scenes{
		"R27 none without turnSeconds": `
			hands 7aKa / 8aKl
			0 plays 7a
			= deadline -
			= nothing due`,
		"R27 it runs for the turn, from the play where nobody is waited for": `
			rules turnSeconds=60
			hands 7aKa / 8aKl
			= deadline 60
			at 10
			0 plays 7a
			= deadline 70
			at 30
			1 accepts
			= deadline 70`,
		"R27 from the end of the window, which answers do not move": `
			rules callSeconds=5 turnSeconds=60
			hands 7aKa / 8aKl / 9aKh
			at 10
			0 plays 7a
			= deadline 75
			at 11
			2 accepts
			= deadline 75
			at 12
			1 accepts
			= deadline 75
			1 plays 8a
			= deadline 77`,
		"R27 a call starts it anew": `
			rules callSeconds=5 turnSeconds=60
			hands 7aKa / 8aKl / 9aKh
			0 plays 7a
			at 20
			2 calls
			= deadline 80`,
		"R27 when it runs out one card of the hand is played": `
			rules turnSeconds=60
			hands 7aKa / 8aKl / 9aKh
			clock 0 plays
			= events timedOut played
			= deadline 120
			= turn 1 8
			= last 0 7 1 open
			= pile 1
			clock 1 plays
			= deadline 180
			= turn 2 9`,
		"R27 that play closes an open one": `
			rules turnSeconds=60
			hands PcKa / 8aKl / 9aKh
			0 plays Pc
			clock 1 plays
			= events timedOut paleShown played
			= deadline 120`,
		"R27 a last card by the clock waits for answers like any other": `
			rules turnSeconds=60
			hands 7a / 8aKl / 9a
			clock 0 plays
			= status lastCall
			= deadline 120`,
		"R27 last card: it runs for all who have to answer, from the play, and they accept": `
			rules turnSeconds=60
			hands KaKh / 8a / 9aKb / XaXl
			0 plays Kh
			1 plays 8a
			= deadline 60
			at 30
			2 accepts
			= deadline 60
			clock 3 accepts
			= events timedOut accepted
			= version 5
			clock 0 accepts
			= events timedOut accepted roundEnded
			= deadline 120
			= places 2 1 3 3`,
		"R27 null: it runs for the others' answers, then for the turn": `
			rules callSeconds=null turnSeconds=60
			hands KhKa / 8aKl / 9aXh / XaXl
			0 plays Kh
			= waiting 2 3
			= deadline 60
			at 50
			1 accepts
			= deadline 60
			clock 2 accepts
			= deadline 60
			= waiting 3
			clock 3 accepts
			= last 0 7 1 closed
			= waiting 1
			= deadline 120
			clock 1 plays`,
		"R27 null: an answer in time starts it for the turn": `
			rules callSeconds=null turnSeconds=60
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			at 50
			2 accepts
			= deadline 110
			= last 0 7 1 open
			clock 1 plays
			= events timedOut played`,
		"R27 null: the Pale that all have accepted by the clock": `
			rules callSeconds=null turnSeconds=60
			hands PcKa / 8aKl / 9aXh
			0 plays Pc
			1 accepts
			clock 2 accepts
			= events timedOut accepted paleShown
			= deadline 120`,
		"R27 in play order from the player of the play": `
			rules callSeconds=null turnSeconds=60
			hands KhKa / 8aKl / 9aXh / XaXl
			turn 2
			2 plays Xh
			clock 0 accepts
			clock 1 accepts
			clock 3 plays`,
		"R27 the next round is dealt by it, for nobody": `
			rules turnSeconds=60
			hands 7a / 8aKl
			0 plays 7a
			at 10
			1 accepts
			= status roundOver
			= deadline 70
			at 20
			clock deals
			= events dealt
			= round 2
			= deadline 130`,
		"an act by a clock that is behind happens with the act before": `
			rules turnSeconds=60
			hands 7aKa / 8aKl
			at 10
			0 plays 7a
			at 5
			1 plays 8a
			= deadline 70`,
		"R27 none once the match is over": `
			rules turnSeconds=60
			hands 7a / 8aKl
			round 2
			0 plays 7a
			1 accepts
			= deadline -
			= nothing due`,
	}.play(t)
}

func TestThirdTimeOut(t *testing.T) {
	t.Parallel()
	scenes{
		"R27 three turns in a row: no card is played, he has left": `
			rules turnSeconds=60
			hands 7aKaKh / 8aKl / 9aXh
			missed 2 0 0
			clock 0 leaves
			= events timedOut left
			= away 0
			= turn 1 7
			= pile 0
			= deadline 120`,
		"R27 two are not enough": `
			rules turnSeconds=60
			hands 7aKaKh / 8aKlXbOa / 9aXhXa
			missed 1 0 0
			clock 0 plays
			1 plays 8a
			2 plays 9a
			clock 0 leaves`,
		"R27 a play of his own counts from the beginning again": `
			rules turnSeconds=60
			hands 7aKaKhKb / 8aKlXbOa / 9aXhXa
			missed 2 0 0
			0 plays 7a
			1 plays 8a
			2 plays 9a
			clock 0 plays
			1 plays Kl
			2 plays Xh
			clock 0 plays`,
		"R27 so does a call": `
			rules turnSeconds=60
			hands 7aKaKh / KlKb / 9aXh
			missed 0 0 2
			0 plays 7a
			1 plays Kl
			2 calls
			clock 2 plays`,
		"R27 and an acceptance": `
			rules turnSeconds=60
			hands 7aKaKh / 8aKl / 9aXh
			missed 0 2 0
			0 plays 7a
			1 accepts
			clock 1 plays`,
		"R27 not one by the clock, which is none of the three either": `
			rules callSeconds=null turnSeconds=60
			hands 7aKaKh / 8aKl / 9aXhXa
			missed 0 0 2
			0 plays 7a
			clock 2 accepts
			1 plays 8a
			clock 0 accepts
			clock 2 leaves`,
		"R27 timed-out acceptances alone make nobody leave": `
			rules callSeconds=null turnSeconds=60
			hands 7aKaKh / 8aKl / 9aXhXa
			missed 0 0 1
			0 plays 7a
			clock 2 accepts
			1 plays 8a
			clock 0 accepts
			clock 2 plays`,
		"R27 through rounds too": `
			rules turnSeconds=60
			hands 7a / 8aKl
			dealer 0
			missed 1 2
			0 plays 7a
			clock 1 accepts
			clock deals
			= turn 0 7
			0 plays 7a !cards-not-in-hand
			clock 0 plays
			clock 1 leaves
			= status finished`,
		"R27 dealing is a command of his own": `
			rules turnSeconds=60
			hands 7a / 8aKl
			dealer 0
			missed 0 2
			0 plays 7a
			clock 1 accepts
			1 deals
			clock 0 plays
			clock 1 plays`,
		"R27 with two players it ends the match": `
			rules turnSeconds=60
			hands 7aKa / 8aKl
			missed 2 0
			clock 0 leaves
			= events timedOut left roundEnded gameEnded
			= winners 1`,
	}.play(t)
}

// The card is drawn from the hand's order by the seed, round and version alone.
func TestTimeOutDrawsByTheSeed(t *testing.T) {
	t.Parallel()
	g := stage{rules: Options{OptTurnSeconds, Rules{TurnSeconds: 60}}, hands: []Cards{cardsOf(t, "7a8a9aXaUaOaKaAa"), cardsOf(t, "8lKl")}}.game(t)
	d, ok := g.Due()
	require.True(t, ok)
	j := newStream(timeoutKey(g.Table.Seed(1), 1, g.Version+1)).below(8)
	assert.Equal(t, g.secret.hands[0].List()[j:j+1], d.Action.Cards)

	drawn := map[Card]bool{}
	for g.Version = range 64 {
		d, _ := g.Due()
		drawn[d.Action.Cards[0]] = true
	}
	assert.Len(t, drawn, 8, "every card of the hand can be drawn")
}
