package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRoomToCall(t *testing.T) {
	t.Parallel()
	scenes{
		"R13 until the window has passed the next player may call or accept, not play": `
			rules callSeconds=5
			hands KhKa / 8aKl / 9aXh
			at 1
			0 plays Kh
			= until 6
			= turn 1 8
			= waiting 1
			= actions 1 leave play call accept
			1 plays 8a !calls-open
			at 5.999
			1 plays 8a !calls-open
			at 6
			1 plays 8a
			= until 11`,
		"R13 the next player's acceptance does not shorten it": `
			rules callSeconds=5
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			1 accepts
			= until 5
			at 4.999
			1 plays 8a !calls-open
			at 5
			1 plays 8a`,
		"R13 all other opponents' acceptances end it": `
			rules callSeconds=5
			hands KhKa / 8aKl / 9aXh / XaXl
			0 plays Kh
			2 accepts
			= until 5
			1 plays 8a !calls-open
			3 accepts
			= until -
			1 plays 8a`,
		"R13 others may call after it as long as the play is open": `
			rules callSeconds=5
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			at 60
			= until 5
			2 calls
			= until -
			= turn 2 8`,
		"R13 when it has passed it is shown until the next act": `
			rules callSeconds=5
			hands KhKa / 8aKl / 9aXh / XaXl
			0 plays Kh
			at 4.999
			3 accepts
			= until 5
			at 5
			1 accepts
			= until -
			1 plays 8a`,
		"R13 a call ends it": `
			rules callSeconds=5
			hands 7aKa / 8aKl / 9aXh
			0 plays 7a
			2 calls
			= until -
			1 plays 8a`,
		"R13 callSeconds 0: nobody is waited for": `
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			= until -
			1 plays 8a`,
		"R13 with two players nobody is waited for": `
			rules callSeconds=5
			hands KhKa / 8aKl
			0 plays Kh
			= until -
			1 plays 8a`,
		"R13 nor where the next player alone may call": `
			rules callers=next callSeconds=5
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			= until -
			1 plays 8a`,
		"R13 nor once all but two are out": `
			rules callSeconds=5 finish=playOn
			hands 7a / 8aKl / 9aXh
			0 plays 7a
			= until -
			1 accepts
			2 accepts
			1 plays 8a
			= until -
			2 plays 9a`,
		"R13 null: the next player waits for every other answer": `
			rules callSeconds=null
			hands KhKa / 8aKl / 9aXh / XaXl
			0 plays Kh
			= until -
			= waiting 2 3
			= turn 1 8
			= actions 1 leave call accept
			= actions 2 leave call accept
			1 plays 8a !calls-open
			at 100000
			1 plays 8a !calls-open
			2 accepts
			= waiting 3
			1 plays 8a !calls-open
			3 accepts
			= waiting 1
			= actions 1 leave play call accept
			1 plays 8a`,
		"R13 null: the next player's own acceptance is not waited for, nor enough": `
			rules callSeconds=null
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			1 accepts
			= waiting 2
			1 plays 8a !calls-open
			2 accepts
			= last 0 7 1 closed
			1 plays 8a`,
		"R13 null: two players, and callers next": `
			rules callers=next callSeconds=null
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			= waiting 1
			1 plays 8a`,
		"R13 null: a call ends the waiting": `
			rules callSeconds=null
			hands 7aKa / 8aKl / 9aXh
			0 plays 7a
			2 calls
			= waiting 1
			1 plays 8a`,
	}.play(t)
}

func TestWindowTellsWhenToTryAgain(t *testing.T) {
	t.Parallel()
	for window, until := range map[int]Time{5: opening + 5000, WaitForAll: 0} {
		o := Options{Given: OptCallSeconds, Rules: Rules{CallSeconds: window}}
		g := stage{rules: o, hands: []Cards{cardsOf(t, "KhKa"), cardsOf(t, "8aKl"), cardsOf(t, "9aXh")}}.game(t)
		g, _, err := g.Apply(Action{Kind: ToPlay, Cards: parsed([]string{"Kh"})}, opening)
		require.NoError(t, err)
		var r *Refusal
		require.ErrorAs(t, g.May(1, ToPlay, opening+4999), &r)
		assert.Equal(t, CallsOpen, r.Code)
		assert.Equal(t, until, r.Until)
	}
}
