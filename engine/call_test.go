package engine

import "testing"

func TestCall(t *testing.T) {
	t.Parallel()
	scenes{
		"R10 anybody else may call": `
			hands KhKa / 8aKl / 9aXh / XaXl
			0 plays Kh
			= actions 1 leave play call accept
			= actions 2 leave call accept
			= actions 3 leave call accept
			= actions 0 leave
			3 calls
			= events called`,
		"R10 never his own": `
			hands KhKa / 8aKl
			0 plays Kh
			0 calls !own-play
			0 accepts !own-play`,
		"R10 callers next: only the next player": `
			rules callers=next
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			2 calls !not-the-next-player
			2 accepts !not-the-next-player
			= actions 2 leave
			= actions 1 leave play call accept
			1 calls
			= turn 1 8`,
		"R10 who is out may not": `
			rules finish=playOn
			hands 7a / 8aKl / 9aKh
			0 plays 7a
			1 accepts
			2 accepts
			1 plays 8a
			0 calls !not-in-round
			0 accepts !not-in-round
			2 calls`,
		"R11 nothing is open before the first play": `
			hands KhKa / 8aKl
			1 calls !nothing-to-call
			1 accepts !nothing-to-accept`,
		"R11 only the newest play is open": `
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			1 plays 8a
			1 calls !own-play
			0 calls
			= turn 2 9
			= hands 8aKhKa / Kl / 9aXh`,
		"R11 one call resolves it": `
			hands KhKa / 8aKl / 9aXh / XaXl
			0 plays Kh
			2 calls
			1 calls !nothing-to-call
			3 accepts !nothing-to-accept
			= last -
			= hands KhKa / 8aKl / 9aXh / XaXl`,
		"R11 a play that all have accepted is closed": `
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			2 accepts
			1 accepts
			= last 0 7 1 closed
			2 calls !nothing-to-call
			1 calls !nothing-to-call`,
		"R12 who has accepted may not call any more": `
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			= answered -
			1 accepts
			= answered 1
			= events accepted
			1 calls !already-answered
			1 accepts !already-answered
			= actions 1 leave play
			2 calls
			= answered -`,
		"R12 the next player's play is his acceptance, without an event": `
			hands KhKa / 8aKl / 9aXh
			0 plays Kh
			1 plays 8a
			= events played
			= answered -
			= last 1 8 1 open`,
		"R14 only the called play is shown, all is taken": `
			hands 7aKa / 8aKl / 9aXh
			pile UaUl
			0 plays 7a
			1 plays 8a
			0 calls
			= events called
			= hands 7a8aUaUlKa / Kl / 9aXh
			= pile 0`,
		"R15 liar takes the pile": `
			hands KhKa / 8aKl / 9aXh
			pile Ua
			0 plays Kh
			1 calls
			= hands UaKaKh / 8aKl / 9aXh
			= pile 0
			= last -`,
		"R15 caller plays next, out of order": `
			hands KhKa / 8aKl / 9aXh / XaXl
			0 plays Kh
			3 calls
			= turn 3 8
			3 plays Xa
			= turn 0 9`,
		"R15 one false card is enough": `
			hands 7a7lKhKa / 8aKl
			0 plays 7a7lKh
			1 calls
			= hands 7a7lKhKa / 8aKl
			= turn 1 8`,
		"R15 cards of the next rank are false": `
			hands 8aKa / 8lKl
			0 plays 8a
			1 calls
			= turn 1 8
			= hands 8aKa / 8lKl`,
		"R16 wrong caller takes the pile, the turn stays with the next player": `
			hands 7aKa / 8aKl / 9aXh / XaXl
			pile Ua
			0 plays 7a
			2 calls
			= hands Ka / 8aKl / 7a9aUaXh / XaXl
			= turn 1 8`,
		"R16 the next player as wrong caller plays himself": `
			hands 7aKa / 8aKl / 9aXh
			0 plays 7a
			1 calls
			= hands Ka / 7a8aKl / 9aXh
			= turn 1 8`,
	}.play(t)
}

func TestCallMovesTheRank(t *testing.T) {
	t.Parallel()
	scenes{
		"R6 continue: a call changes nothing": `
			hands KhKa / 8aKl / 9aXh
			due X
			0 plays Kh
			1 calls
			= turn 1 U`,
		"R6 repeat: the called rank is due again, after a lie": `
			rules afterCall=repeat
			hands KhKa / 8aKl / 9aXh
			due X
			0 plays Kh
			2 calls
			= turn 2 X
			2 plays 9a
			= turn 0 U`,
		"R6 repeat: and after the truth": `
			rules afterCall=repeat
			hands XhKa / 8aKl / 9aXa
			due X
			0 plays Xh
			2 calls
			= turn 1 X`,
		"R6 restart: the VII is due, after a lie": `
			rules afterCall=restart
			hands KhKa / 8aKl / 9aXh
			due X
			0 plays Kh
			2 calls
			= turn 2 7`,
		"R6 restart: and after the truth": `
			rules afterCall=restart
			hands XhKa / 8aKl / 9aXa
			due X
			0 plays Xh
			2 calls
			= turn 1 7`,
		"R6 acceptances never move it": `
			rules afterCall=restart
			hands KhKa / 8aKl / 9aXh
			due X
			0 plays Kh
			1 accepts
			2 accepts
			= turn 1 U`,
		"R6 nor does a Pale's penalty": `
			rules afterCall=restart
			hands PcKa / 8aKl / 9aXh
			due X
			0 plays Pc
			1 accepts
			2 accepts
			= turn 1 U`,
	}.play(t)
}

// The first of several errors, in the contract's order.
func TestAnswerRefusedFor(t *testing.T) {
	t.Parallel()
	scenes{
		"game-over before all": `
			hands 7a / 8aKl
			round 2
			0 plays 7a
			1 calls
			= status finished
			0 calls !game-over
			1 accepts !game-over`,
		"not-playing before nothing-to-call": `
			hands 7a / 8aKl
			0 plays 7a
			1 calls
			= status roundOver
			0 calls !not-playing
			1 accepts !not-playing`,
		"not-playing in the lobby": `
			lobby 3
			0 calls !not-playing
			0 accepts !not-playing`,
		"nothing-to-call before not-in-round": `
			rules finish=playOn
			hands 7a / 8aKl / 9aKh
			0 plays 7a
			1 accepts
			2 accepts
			0 calls !nothing-to-call
			0 accepts !nothing-to-accept`,
		"nothing-to-call before own-play": `
			hands KhKa / 8aKl
			0 plays Kh
			1 accepts
			0 calls !nothing-to-call
			0 accepts !nothing-to-accept`,
		"own-play before not-the-next-player": `
			rules callers=next
			hands KhKa / 8aKl / 9a
			0 plays Kh
			0 calls !own-play
			0 accepts !own-play`,
		"not-in-round before not-the-next-player": `
			rules callers=next finish=playOn
			hands 7a / 8aKl / 9aKh
			0 plays 7a
			1 accepts
			1 plays 8a
			0 calls !not-in-round
			0 accepts !not-in-round`,
	}.play(t)
}
