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

func TestLastCard(t *testing.T) {
	t.Parallel()
	scenes{
		"R18 nobody plays, everybody else answers": `
			hands Kh / 8aKl / 9aXh
			0 plays Kh
			= status lastCall
			= turn -
			= waiting 1 2
			= actions 0 leave
			= actions 1 leave call accept
			= actions 2 leave call accept
			1 plays 8a !answer-first
			2 accepts
			= status lastCall
			= waiting 1
			= answered 2
			2 calls !already-answered`,
		"R18 accepted by all: he has won": `
			hands Kh / 8aKl / 9a
			pile Ua
			0 plays Kh
			1 accepts
			2 accepts
			= status roundOver
			= events accepted roundEnded
			= reason out
			= places 1 3 2
			= points 4 2 3
			= pile 2
			= last 0 7 1 closed
			= answered -`,
		"R18 called and lied: he takes the pile and the round goes on": `
			hands Kh / 8aKl / 9aXh
			pile Ua
			0 plays Kh
			1 accepts
			2 calls
			= status playing
			= turn 2 8
			= hands UaKh / 8aKl / 9aXh
			= answered -`,
		"R18 called and true: the caller takes the pile, then he has won": `
			hands 7a / 8aKl / 9a
			pile UaUl
			0 plays 7a
			2 calls
			= events called roundEnded
			= reason out
			= hands - / 8aKl / 7a9aUaUl
			= places 1 2 3
			= points 4 3 2`,
		"R18 no window runs": `
			rules callSeconds=5
			hands Kh / 8aKl / 9aXh
			0 plays Kh
			= until -
			at 5
			1 plays 8a !answer-first`,
		"R18 callers next: only the next player answers": `
			rules callers=next
			hands Kh / 8aKl / 9aXh
			0 plays Kh
			= waiting 1
			2 accepts !not-the-next-player
			1 accepts
			= status roundOver
			= places 1 2 2`,
		"R18 several cards at once": `
			hands 7a7l7h / 8aKl / 9a
			0 plays 7a7l7h
			= status lastCall
			1 accepts
			2 accepts
			= status roundOver`,
		"R18 final: the round ends with the play itself, true or not": `
			rules lastPlay=final
			hands Kh / 8aKl / 9a
			0 plays Kh
			= status roundOver
			= events played roundEnded
			= reason out
			= places 1 3 2
			= last 0 7 1 closed
			1 calls !not-playing`,
		"R18 final: other plays are called as ever": `
			rules lastPlay=final
			hands KhKa / 8aKl / 9a
			0 plays Kh
			1 calls
			= turn 1 8
			= hands KhKa / 8aKl / 9a`,
		"R25 final: the Pale as last card wins too": `
			rules lastPlay=final
			hands Pc / 8aKl / 9a
			0 plays Pc
			= events played roundEnded
			= places 1 3 2
			= hands - / 8aKl / 9a`,
		"R25 final: a Pale before it is shown first": `
			rules lastPlay=final
			hands PcKh / 8a / 9a
			0 plays Pc
			1 plays 8a
			= events paleShown played roundEnded
			= hands KhPc / - / 9a
			= places 3 1 2`,
		"R25 the Pale as last card, accepted by all: no win, next plays": `
			hands Pc / 8aKl / 9a
			pile Ua
			0 plays Pc
			2 accepts
			1 accepts
			= events accepted paleShown
			= status playing
			= hands UaPc / 8aKl / 9a
			= turn 1 8
			= pile 0
			= last -`,
		"R23 the Pale as last card, called: he has won": `
			hands Pc / 8aKl / 9a
			0 plays Pc
			1 calls
			= events called roundEnded
			= hands - / 8aKlPc / 9a
			= places 1 3 2`,
		"R24 the Pale beside a false last card, called: a lie": `
			hands PcKh / 8aKl / 9a
			0 plays PcKh
			1 calls
			= status playing
			= hands KhPc / 8aKl / 9a
			= turn 1 8`,
	}.play(t)
}
