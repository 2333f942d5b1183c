package engine

import "testing"

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
