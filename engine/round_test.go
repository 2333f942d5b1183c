package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRoundEnd(t *testing.T) {
	t.Parallel()
	scenes{
		"R19 places by cards in hand, equal hands share the better place": `
			hands 7a / 8aKl / XaXl / 9aKhKa
			0 plays 7a
			1 accepts
			2 accepts
			3 accepts
			= places 1 2 2 4
			= points 4 3 3 0`,
		"R19 two share the last place": `
			hands 7a / 8aKl / Xa / 9aKh
			0 plays 7a
			1 accepts
			2 accepts
			3 accepts
			= places 1 3 2 3
			= points 4 2 3 2`,
		"R19 all others share": `
			hands 7a / 8aKl / XaXl / 9aKh
			0 plays 7a
			1 accepts
			2 accepts
			3 accepts
			= places 1 2 2 2
			= points 4 3 3 3`,
		"R19 cards and pile stay as they lay": `
			hands 7a / 8aKl
			pile Ua
			0 plays 7a
			1 accepts
			= hands - / 8aKl
			= pile 2
			= waiting 0 1
			= actions 0 leave deal
			= actions 1 leave deal
			= turn -`,
		"R20 points are an option": `
			rules points=10,0,7,5
			hands 7a / 8aKl / Xa / 9aKhKa
			points 1 2 3 4
			0 plays 7a
			1 accepts
			2 accepts
			3 accepts
			= places 1 3 2 4
			= points 11 9 3 9`,
		"R20 places beyond the list get none": `
			rules points=1
			hands 7a / 8aKl / 9a
			0 plays 7a
			1 accepts
			2 accepts
			= points 1 0 0`,
	}.play(t)
}

func TestPlayOn(t *testing.T) {
	t.Parallel()
	scenes{
		"R19 the rest play on until one is left": `
			rules finish=playOn
			hands 7a / 8aKl / 9a / XaXlXh
			0 plays 7a
			1 accepts
			2 accepts
			3 accepts
			= status playing
			= events accepted
			= turn 1 8
			= places - - - -
			1 plays 8a
			2 plays 9a
			= status lastCall
			= waiting 1 3
			1 accepts
			3 accepts
			= turn 3 X
			3 plays Xa
			= turn 1 U
			1 plays Kl
			= waiting 3
			3 accepts
			= status roundOver
			= reason out
			= places 1 3 2 4
			= points 4 2 3 0`,
		"R19 who is out neither plays, answers nor is waited for": `
			rules callSeconds=5 finish=playOn
			hands 7a / 8aKl / 9aXl / UaUl
			0 plays 7a
			1 accepts
			2 accepts
			3 accepts
			= actions 0 leave
			1 plays 8a
			0 plays 7a !not-in-round
			0 accepts !not-in-round
			= actions 3 leave call accept
			2 accepts
			3 accepts
			2 plays 9a
			at 5
			3 plays Ua
			= turn 1 U`,
		"R19 out by a call that was wrong: the next one plays": `
			rules finish=playOn
			hands 7a / 8aKl / 9aXl
			0 plays 7a
			2 calls
			= events called
			= status playing
			= turn 1 8
			= hands - / 8aKl / 7a9aXl`,
		"R19 caught, he is not out": `
			rules finish=playOn
			hands Kh / 8aKl / 9aXl
			0 plays Kh
			2 calls
			= turn 2 8
			2 plays 9a
			= turn 0 9`,
		"R25 nor with a Pale that all accepted": `
			rules finish=playOn
			hands Pc / 8aKl / 9aXl
			0 plays Pc
			1 accepts
			2 accepts
			= events accepted paleShown
			= turn 1 8
			1 plays 8a
			2 plays 9a
			= turn 0 X`,
		"R18 final: out at once, the others go on": `
			rules lastPlay=final finish=playOn
			hands Kh / 8a / 9aXl
			0 plays Kh
			= status playing
			= events played
			= last 0 7 1 closed
			= turn 1 8
			1 calls !nothing-to-call
			1 plays 8a
			= events played roundEnded
			= reason out
			= places 1 2 3`,
		"R25 final: a Pale as last card stays on the pile": `
			rules lastPlay=final finish=playOn
			hands Pc / 8aKl / 9aXl
			0 plays Pc
			1 plays 8a
			= events played
			= pile 2
			2 calls
			= hands - / Kl / 8a9aXlPc`,
		"R16 next passes over who is out": `
			rules finish=playOn
			hands 7aKa / 8a / 9aXl
			turn 1
			due 8
			1 plays 8a
			0 accepts
			2 accepts
			2 plays Xl
			= turn 0 X
			0 plays Ka
			= turn 2 U
			2 calls
			= turn 2 U
			= hands 7a8aKaXl / - / 9a`,
	}.play(t)
}

func TestStalemate(t *testing.T) {
	t.Parallel()
	scenes{
		"R21b the 400th play is answered like a last card": `
			hands 7aKa / 8a / 9aXlKh
			plays 399
			0 plays 7a
			= status lastCall
			= turn -
			= waiting 1 2
			1 plays 8a !answer-first
			1 accepts
			2 accepts
			= events accepted roundEnded
			= reason stalemate
			= places 1 1 3
			= points 4 4 2`,
		"R21b not the 399th": `
			hands 7aKa / 8aKl
			plays 398
			0 plays 7a
			= status playing
			1 plays 8a
			= status lastCall`,
		"R21b called and true: the caller takes the pile first": `
			hands 7aKa / 8aKl / 9a
			pile Ua
			plays 399
			0 plays 7a
			1 calls
			= reason stalemate
			= hands Ka / 7a8aUaKl / 9a
			= places 1 3 1`,
		"R21b called and lied: the liar takes it, and the round is over": `
			hands KhKa / 8aKl / 9a
			pile Ua
			plays 399
			0 plays Kh
			1 calls
			= events called roundEnded
			= reason stalemate
			= hands UaKaKh / 8aKl / 9a
			= places 3 2 1`,
		"R25 a Pale in it is shown first": `
			hands PcKa / 8a / 9aXl
			pile Ua
			plays 399
			0 plays Pc
			1 accepts
			2 accepts
			= events accepted paleShown roundEnded
			= reason stalemate
			= hands UaKaPc / 8a / 9aXl
			= places 3 1 2`,
		"R21b if it empties the hand he is out": `
			hands 7a / 8aKl
			plays 399
			0 plays 7a
			1 accepts
			= reason out`,
		"R21b a last card caught as 400th play": `
			hands Kh / 8aKl
			plays 399
			0 plays Kh
			1 calls
			= reason stalemate
			= places 1 2
			= hands Kh / 8aKl`,
		"R21b final: it ends the round by itself": `
			rules lastPlay=final
			hands 7aKa / 8aKl / 9a
			plays 399
			0 plays 7a
			= events played roundEnded
			= reason stalemate
			= places 1 3 1`,
		"R21b final: empty-handed the reason is out": `
			rules lastPlay=final
			hands 7a / 8aKl
			plays 399
			0 plays 7a
			= reason out`,
		"R21b playOn: who is out comes first": `
			rules finish=playOn
			hands 7a / 8aKl / 9aXlUa / Kh
			plays 398
			0 plays 7a
			1 accepts
			2 accepts
			3 accepts
			1 plays 8a
			= status lastCall
			0 accepts !not-in-round
			2 accepts
			3 accepts
			= reason stalemate
			= places 1 2 4 2
			= points 4 3 0 3`,
		"R21b playOn: out with the 400th play ends the round": `
			rules finish=playOn
			hands 7a / 8aKl / 9aXl
			plays 399
			0 plays 7a
			1 accepts
			2 accepts
			= reason out
			= places 1 2 2`,
		"R21b two players: the 16th lie caught in a row": `
			hands KhKa / 8aKl
			caught 14
			0 plays Kh
			1 calls
			= status playing
			1 plays Kl
			0 calls
			= events called roundEnded
			= reason stalemate
			= places 1 1`,
		"R21b more players: the 64th": `
			hands KhKa / 8aKl / 9a
			caught 62
			0 plays Kh
			1 calls
			= status playing
			1 plays Kl
			0 calls
			= reason stalemate
			= places 2 2 1`,
		"R21b a true call ends the run": `
			hands 7aKa / 8aKlKh
			caught 15
			0 plays 7a
			1 calls
			1 plays Kl
			0 calls
			= status playing`,
		"R21b so does a play that is accepted": `
			hands 7aKa / 8aKlKh
			caught 15
			0 plays 7a
			1 accepts
			1 plays Kl
			0 calls
			= status playing`,
		"R21b and one that the next play closes": `
			hands 7aKa / 8aKlKh
			caught 15
			0 plays 7a
			1 plays Kl
			0 calls
			= status playing`,
	}.play(t)
}

// Two players means two dealt in, at a table of any size.
func TestStalemateCountsWhoWasDealtIn(t *testing.T) {
	t.Parallel()
	g := stage{hands: []Cards{cardsOf(t, "KhKa"), cardsOf(t, "8aKl"), {}}, caught: 15}.game(t)
	g.deal.Seats[2].Away, g.seats[2].Away = true, true
	g, _, err := g.Apply(Action{Kind: ToPlay, Cards: parsed([]string{"Kh"})}, opening)
	require.NoError(t, err)
	g, _, err = g.Apply(Action{Kind: ToCall, Seat: 1}, opening)
	require.NoError(t, err)
	assert.Equal(t, RoundOver, g.Status)
	assert.Nil(t, g.View(NoSeat).Seats[2].Place, "not dealt in, no place")
	assert.Zero(t, g.View(NoSeat).Seats[2].Points)
}
