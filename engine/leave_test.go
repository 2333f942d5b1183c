package engine

import "testing"

func TestLeave(t *testing.T) {
	t.Parallel()
	scenes{
		"R28 on his turn: the next player has the same due rank": `
			rules turnSeconds=60
			hands 7aKa / 8aKl / 9aKh
			due X
			at 20
			0 leaves
			= events left
			= turn 1 X
			= away 0
			= hands 7aKa / 8aKl / 9aKh
			= deadline 80
			= status playing`,
		"R28 out of turn: nothing but his seat changes": `
			rules turnSeconds=60
			hands 7aKa / 8aKl / 9aKh
			at 20
			2 leaves
			= turn 0 7
			= deadline 60
			0 plays 7a
			1 plays 8a
			= turn 0 9`,
		"R28 his open play closes unturned and stays on the pile": `
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			0 leaves
			= events left
			= last 0 7 1 closed
			= pile 1
			= turn 1 8
			2 calls !nothing-to-call`,
		"R28 a Pale in it costs nothing and is not shown": `
			hands PcKa / 8aKl / 9aXh
			0 plays Pc
			0 leaves
			= events left
			= pile 1
			= hands Ka / 8aKl / 9aXh`,
		"R28 the turn's clock does not start again when the play before it closes so": `
			rules callSeconds=5 turnSeconds=60
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			= deadline 65
			at 50
			0 leaves
			= until -
			= deadline 65`,
		"R28 nor does the window's end move": `
			rules callSeconds=5 turnSeconds=60
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			at 1
			0 leaves
			= deadline 65
			1 plays 8a`,
		"R28 nobody waits for his answer": `
			rules callSeconds=null turnSeconds=60
			hands KhKa / 8aKl / 9aXh / XaXl
			0 plays Kh
			at 10
			3 leaves
			= waiting 2
			= deadline 60
			= last 0 7 1 open
			at 20
			2 leaves
			= waiting 1
			= deadline 80
			= last 0 7 1 open`,
		"R28 his was the only answer missing: the play closes": `
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			1 accepts
			2 leaves
			= events left
			= last 0 7 1 closed`,
		"R28 his was the only answer missing: a Pale is shown": `
			hands PcKa / 8aKl / 9aXh
			0 plays Pc
			1 accepts
			2 leaves
			= events left paleShown
			= hands KaPc / 8aKl / 9aXh`,
		"R28 his was the only answer missing: a last card has won": `
			hands 7a / 8aKl / 9aXh
			0 plays 7a
			1 accepts
			2 leaves
			= events left roundEnded
			= reason out
			= places 1 2 3
			= points 4 3 0
			= status roundOver`,
		"R28 a last card goes on waiting for the others": `
			rules turnSeconds=60
			hands 7a / 8aKl / 9aXh / XaXl
			0 plays 7a
			at 30
			1 leaves
			= status lastCall
			= waiting 2 3
			= deadline 60
			3 leaves
			= waiting 2
			2 accepts
			= places 1 4 2 3`,
		"R28 null: the clock of the answers goes on when the next player leaves": `
			rules callSeconds=null turnSeconds=60
			hands KhKa / 8aKl / 9aXh / XaXl
			0 plays Kh
			at 30
			1 leaves
			= turn 2 8
			= waiting 3
			= deadline 60`,
		"R28 null: the new next player was the last one waited for": `
			rules callSeconds=null turnSeconds=60
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			at 30
			1 leaves
			= turn 2 8
			= waiting 2
			= deadline 90`,
		"R28 with his own last card waiting he has not won": `
			rules turnSeconds=60
			hands 7a / 8aKl / 9a
			0 plays 7a
			at 30
			0 leaves
			= events left
			= status playing
			= turn 1 8
			= pile 1
			= deadline 90
			1 plays 8a
			2 plays 9a
			1 accepts
			= places 3 2 1
			= points 0 3 4`,
		"R28 his 400th play waiting: a stalemate": `
			hands 7aKa / 8aKl / 9a
			plays 399
			0 plays 7a
			0 leaves
			= events left roundEnded
			= reason stalemate
			= places 3 2 1`,
		"R28 also with one player left": `
			hands 7aKa / 8aKl
			plays 399
			0 plays 7a
			0 leaves
			= events left roundEnded gameEnded
			= reason stalemate
			= places 2 1`,
		"R28 the last answer to the 400th play": `
			hands 7aKa / 8aKl / 9a
			plays 399
			0 plays 7a
			1 accepts
			2 leaves
			= reason stalemate
			= places 1 2 3`,
		"R28 a later leaver is placed better, both without points": `
			hands 7a / 8aKl / 9aXh / XaXl
			1 leaves
			3 leaves
			0 plays 7a
			2 accepts
			= places 1 4 2 3
			= points 4 0 3 0`,
		"R28 what he had accepted stays accepted": `
			hands KhKa / 8aKl / 9aXh / XaXl
			0 plays Kh
			3 accepts
			3 leaves
			= answered 3
			1 accepts
			2 accepts
			= last 0 7 1 closed
			= answered -`,
		"R28 callers next: the right to answer passes on": `
			rules callers=next
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			1 leaves
			2 calls
			= turn 2 8`,
		"R28 callers next: also at a last card": `
			rules callers=next turnSeconds=60
			hands 7a / 8aKl / 9aXh
			0 plays 7a
			= waiting 1
			at 30
			1 leaves
			= status lastCall
			= waiting 2
			= deadline 60
			2 accepts
			= reason out`,
		"R28 callers next: the last one who could answer": `
			rules callers=next
			hands 7a / 8aKl
			0 plays 7a
			1 leaves
			= events left roundEnded gameEnded
			= reason out`,
		"R28 callers next: and a Pale is shown": `
			rules callers=next
			hands PcKa / 8aKl
			0 plays Pc
			1 leaves
			= events left paleShown roundEnded gameEnded
			= reason left`,
		"R28 window: with the last other opponent it is over": `
			rules callSeconds=5
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			2 leaves
			= until -
			= last 0 7 1 open
			1 plays 8a`,
		"R28 window: the new next player keeps to it": `
			rules callSeconds=5 turnSeconds=60
			hands KhKa / 8aKl / 9aXh / XaXl
			0 plays Kh
			at 2
			1 leaves
			= turn 2 8
			= until 5
			= deadline 65
			2 plays 9a !calls-open
			at 5
			2 plays 9a`,
		"R28 one player left: he has won the round and the match": `
			hands 7aKa / 8aKl / 9aXh
			points 0 9 5
			1 leaves
			0 leaves
			= events left roundEnded gameEnded
			= reason left
			= places 2 3 1
			= points 0 9 9
			= winners 2
			= status finished`,
		"R21 who has left cannot win the match": `
			hands 7a / 8aKl / 9aXh
			round 2
			points 0 9 5
			0 plays 7a
			1 leaves
			2 accepts
			= points 4 9 8
			= winners 2`,
		"R28 who is out keeps his place and points": `
			rules finish=playOn rounds=3
			hands 7a / 8aKl / 9aXh / XaXl
			0 plays 7a
			1 accepts
			2 accepts
			3 accepts
			0 leaves
			= events left
			= status playing
			2 leaves
			1 leaves
			= events left roundEnded gameEnded
			= places 1 3 4 2
			= points 4 0 0 3
			= winners 3`,
		"R28 who is out still belongs to the match": `
			rules finish=playOn
			hands 7a / 8aKl / 9aXh
			0 plays 7a
			1 accepts
			2 accepts
			1 leaves
			= events left roundEnded
			= reason left
			= status roundOver
			= places 1 3 2
			0 deals
			= round 2`,
		"R28 between rounds: place and points stay": `
			rules rounds=3 turnSeconds=60
			hands 7a / 8aKl / 9a
			0 plays 7a
			1 accepts
			2 accepts
			= deadline 60
			at 10
			0 leaves
			= events left
			= status roundOver
			= places 1 3 2
			= points 4 2 3
			= deadline 60
			= waiting 1 2
			1 leaves
			= events left gameEnded
			= status finished
			= winners 2`,
		"R28 the last human: the round and the match end": `
			hands 7aKa / 8aKl / 9a
			bots 1 2
			0 leaves
			= events left roundEnded gameEnded
			= reason left
			= places 3 2 1
			= points 0 3 4
			= winners 2`,
		"R28 the last human, between rounds": `
			hands 7a / 8aKl / 9aXh
			bots 1 2
			0 plays 7a
			1 accepts
			2 accepts
			0 leaves
			= events left gameEnded
			= winners 1 2`,
		"R28 the last human, his answer being the last one missing": `
			hands 7a / 8aKl / 9aXh
			bots 0 1
			0 plays 7a
			1 accepts
			2 leaves
			= events left roundEnded gameEnded
			= reason out`,
		"R28 two leave at the same moment": `
			hands 7aKa / 8aKl / 9a / XaXl
			0 leaves
			1 leaves
			= turn 2 7
			= away 0 1`,
		"R28 leaving again the judge leaves to others": `
			hands 7a / 8aKl / 9a
			0 leaves
			= actions 0
			1 plays 8a`,
	}.play(t)
}
