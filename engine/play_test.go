package engine

import "testing"

func TestPlay(t *testing.T) {
	t.Parallel()
	scenes{
		"R2 play goes to the next seat and around": `
			hands 7aKa / 8aKl / 9aKh
			0 plays 7a
			= turn 1 8
			1 plays 8a
			= turn 2 9
			2 plays 9a
			= turn 0 X`,
		"R2 with two players the right-hand neighbour is the other": `
			hands 7aKa / 8aKl
			turn 1
			1 plays 8a
			= turn 0 8
			0 plays 7a
			= turn 1 9`,
		"R6 the due rank moves one step with every play and begins again after the Ace": `
			hands 7a7l7h7b8aKa / 8l8h8b9a9lKl
			0 plays 7a
			= turn 1 8
			1 plays 8l
			= turn 0 9
			0 plays 7l
			= turn 1 X
			1 plays 8h
			= turn 0 U
			0 plays 7h
			= turn 1 O
			1 plays 8b
			= turn 0 K
			0 plays 7b
			= turn 1 A
			1 plays 9a
			= turn 0 7
			0 plays 8a
			= turn 1 8`,
		"R6 one step, however many cards": `
			hands 7a7l7hKa / 8aKl / 9aKh
			0 plays 7a7l7h
			= turn 1 8`,
		"R7 one to four cards": `
			hands 7a7l7h7b8a / 9a
			0 plays - !wrong-card-count
			0 plays 7a7l7h7b8a !wrong-card-count
			0 plays 7a7l7h7b
			= last 0 7 4 open
			= pile 4
			= hands 8a / 9a`,
		"R7 maxCards eight": `
			rules decks=2 maxCards=8
			hands 7a7a7l7l7h7h7b7b8a / 9a
			0 plays 7a7a7l7l7h7h7b7b8a !wrong-card-count
			0 plays 7a7a7l7l7h7h7b7b
			= last 0 7 8 open`,
		"R7 any cards, true or not": `
			hands KhOaUbCcAa / 9a
			0 plays KhOaUbCc
			= last 0 7 4 open
			= events played`,
		"R7 nobody passes: accepting leaves the turn where it is": `
			hands 7aKa / 8aKl / 9aKh
			0 plays 7a
			1 accepts
			= turn 1 8
			2 plays 9a !not-your-turn
			1 plays 8a
			= turn 2 9`,
		"R7 only cards of the own hand": `
			hands 7aKa / 8a / 9a
			pile Ua
			0 plays 8a !cards-not-in-hand
			0 plays Ua !cards-not-in-hand
			0 plays 7aUa !cards-not-in-hand
			0 plays 7a
			0 plays 7a !not-your-turn
			= hands Ka / 8a / 9a`,
		"R7 no card twice but where it is held twice": `
			rules decks=2
			hands 7a8l8lKa / 9a
			0 plays 7a7a !cards-not-in-hand
			0 plays 8l8l8l !cards-not-in-hand
			0 plays 8l8l
			= hands 7aKa / 9a`,
		"R8 the announcement is the due rank and the true number": `
			hands KhOaUb / 8a
			due X
			0 plays KhOa
			= last 0 X 2 open`,
		"R8 another rank is refused": `
			hands 7aKh / 8aKl
			0 plays 7a as 8 !wrong-rank
			0 plays Kh as K !wrong-rank
			0 plays Kh as 7
			= last 0 7 1 open
			1 plays 8a as 7 !wrong-rank
			1 plays 8a as 8`,
		"R9 only the turn plays": `
			hands 7aKa / 8aKl / 9aKh
			1 plays 8a !not-your-turn
			2 plays 9a !not-your-turn
			0 plays 7a
			0 plays Ka !not-your-turn
			2 plays 9a !not-your-turn`,
		"R9 a play is final, the pile keeps it": `
			hands 7aKa / 8aKl
			0 plays 7a
			1 plays 8a
			= pile 2
			= hands Ka / Kl
			= last 1 8 1 open`,
		"a card that the deck does not have": `
			rules chroniclers=false
			hands 7aKa / 8a
			0 plays Cc !no-such-card
			0 plays Pc !no-such-card
			0 plays 1z !no-such-card`,
	}.play(t)
}

// The first of several errors, in the contract's order.
func TestPlayRefusedFor(t *testing.T) {
	t.Parallel()
	scenes{
		"game-over before all": `
			hands 7a / 8aKl
			round 2
			0 plays 7a
			1 accepts
			= status finished
			1 plays Zz !game-over
			0 plays - !game-over`,
		"not-playing before answer-first and the turn": `
			hands 7a / 8aKl
			0 plays 7a
			1 accepts
			= status roundOver
			1 plays Zz !not-playing
			0 plays - !not-playing`,
		"not-playing in the lobby": `
			lobby 3
			0 plays Zz !not-playing`,
		"answer-first before not-in-round and not-your-turn": `
			rules finish=playOn
			hands 7a / 8a / 9aKh / XaXl
			0 plays 7a
			1 plays 8a !answer-first
			2 plays Zz !answer-first
			0 plays - !answer-first
			1 accepts
			2 accepts
			3 accepts
			1 plays 8a
			0 plays Zz !answer-first`,
		"not-in-round before not-your-turn": `
			rules finish=playOn
			hands 7a / 8aKa / 9aKh
			0 plays 7a
			1 accepts
			2 accepts
			= turn 1 8
			0 plays Zz !not-in-round`,
		"not-your-turn before calls-open and the cards": `
			rules callSeconds=5
			hands 7aKa / 8aKl / 9aKh
			0 plays 7a
			2 plays Zz !not-your-turn
			0 plays - !not-your-turn`,
		"calls-open before the cards": `
			rules callSeconds=5
			hands 7aKa / 8aKl / 9aKh
			0 plays 7a
			1 plays Zz !calls-open
			1 plays - !calls-open`,
		"no-such-card before wrong-card-count": `
			rules chroniclers=false
			hands 7a7l7h7bKa / 8aKl
			0 plays 7a7l7h7bZz !no-such-card
			0 plays 7a7l7h7bPc !no-such-card`,
		"wrong-card-count before cards-not-in-hand": `
			hands 7aKa / 8aKl
			0 plays XaXlXhXbUa !wrong-card-count`,
		"cards-not-in-hand before wrong-rank": `
			hands 7aKa / 8aKl
			0 plays Xa as 8 !cards-not-in-hand`,
		"wrong-rank before pale-alone": `
			rules paleAlone=true
			hands 7aPcKa / 8aKl
			0 plays 7aPc as 8 !wrong-rank
			0 plays 7aPc as 7 !pale-alone`,
	}.play(t)
}
