package engine

import "testing"

func TestChroniclers(t *testing.T) {
	t.Parallel()
	scenes{
		"R22 the Coloured counts as the announced rank": `
			hands CcKa / 8aKl / 9a
			due O
			0 plays Cc
			1 calls
			= hands Ka / 8aKlCc / 9a
			= turn 1 K`,
		"R22 beside true cards too": `
			hands 7a7lCcKa / 8aKl
			0 plays 7a7lCc
			1 calls
			= hands Ka / 7a7l8aKlCc`,
		"R22 for itself only: a false card beside it is a lie": `
			hands 8aCcKa / 8lKl
			0 plays 8aCc
			1 calls
			= hands 8aKaCc / 8lKl
			= turn 1 8`,
		"R22 not called it stays on the pile": `
			hands CcKa / 8aKl
			0 plays Cc
			1 plays 8a
			= events played
			= pile 2`,
		"R22 whoever took it may play it": `
			hands CcKa / 8aKl / 9a
			0 plays Cc
			1 calls
			1 plays Cc
			2 calls
			= hands Ka / 8aKl / 9aCc
			= turn 2 9`,
		"R23 the Pale alone, called, is true": `
			hands PcKa / 8aKl / 9a
			pile Ua
			0 plays Pc
			2 calls
			= events called
			= hands Ka / 8aKl / 9aUaPc
			= turn 1 8`,
		"R23 beside true cards and the Coloured": `
			hands 7aCcPcKa / 8aKl / 9a
			0 plays 7aCcPc
			1 calls
			= hands Ka / 7a8aKlCcPc / 9a
			= turn 1 8`,
		"R24 beside a false card, called, it is a lie": `
			hands 7a8aPcKa / 8lKl / 9a
			0 plays 7a8aPc
			1 calls
			= events called
			= hands 7a8aKaPc / 8lKl / 9a
			= turn 1 8`,
		"R24 paleAlone: by itself only": `
			rules paleAlone=true
			hands 7aCcPcKa / 8aKl / 9a
			0 plays 7aPc !pale-alone
			0 plays CcPc !pale-alone
			0 plays Pc`,
		"R24 paleAlone: two Pales are not one": `
			rules decks=2 paleAlone=true
			hands PcPcKa / 8aKl / 9a
			0 plays PcPc !pale-alone
			0 plays Pc`,
		"R24 paleAlone: the Coloured keeps its company": `
			rules paleAlone=true
			hands 7aCcKa / 8aKl
			0 plays 7aCc`,
	}.play(t)
}

func TestPaleNotCalled(t *testing.T) {
	t.Parallel()
	scenes{
		"R25 the next play closes it: he takes all up to it, the new cards begin the pile": `
			hands PcKa / 8aKl / 9a
			pile UaUl
			0 plays Pc
			1 plays 8a
			= events paleShown played
			= hands UaUlKaPc / Kl / 9a
			= pile 1
			= last 1 8 1 open
			= turn 2 9`,
		"R25 all have accepted: he takes it at once, turn and rank stay": `
			hands PcKa / 8aKl / 9a
			pile UaUl
			0 plays Pc
			1 accepts
			= pile 3
			2 accepts
			= events accepted paleShown
			= hands UaUlKaPc / 8aKl / 9a
			= pile 0
			= last -
			= turn 1 8`,
		"R25 beside other cards, false ones too": `
			hands PcKhKa / 8aKl / 9a
			0 plays PcKh
			1 plays 8a
			= events paleShown played
			= hands KaKhPc / Kl / 9a`,
		"R25 two players": `
			hands PcKa / 8aKl
			0 plays Pc
			1 accepts
			= events accepted paleShown
			= hands KaPc / 8aKl
			= turn 1 8`,
		"R25 a Pale that was taken up is an ordinary card again": `
			hands PcKa / 8aKl
			0 plays Pc
			1 plays 8a
			0 plays Ka
			= events played
			= hands Pc / Kl`,
		"R25 the closing player's Pale waits for its own turn": `
			rules decks=2
			hands PcKa / PcKl / 9aXa
			0 plays Pc
			1 plays Pc
			= events paleShown played
			= hands KaPc / Kl / 9aXa
			= pile 1
			2 plays 9a
			= events paleShown played
			= hands KaPc / KlPc / Xa
			= pile 1`,
		"R25 what lay on the pile before was nobody's lie": `
			hands 7aKa / PcKl / 9aXa
			0 plays 7a
			1 plays Pc
			2 plays 9a
			= events paleShown played
			= hands Ka / 7aKlPc / Xa`,
		"R26 no window, clock or wait but the ordinary ones": `
			rules callSeconds=5 turnSeconds=60
			hands PcKa / 8aKl / 9a
			0 plays Pc
			= events played
			= last 0 7 1 open
			= until 5
			= deadline 65
			= turn 1 8
			= waiting 1
			1 accepts
			= until 5
			2 accepts
			= until -
			= deadline 65`,
	}.play(t)
}
