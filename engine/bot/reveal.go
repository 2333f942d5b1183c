package bot

import "cheat/engine"

// show learns that a card that another seat had played lies on the pile. Of two
// copies that may be it the likelier is taken, and the other keeps what is left of
// both.
func (b *belief) show(c engine.Card) {
	one, two := int(c), int(c)+kinds
	if b.laid[one] || !b.laid[two] && b.share[pile][two] > b.share[pile][one] {
		one, two = two, one
	}
	if !b.laid[two] {
		b.keepRest(two, one)
	}
	b.fix(one, pile)
}

// see learns all that lies on the pile.
func (b *belief) see(cards []engine.Card) {
	var count [kinds]int
	for _, c := range cards {
		count[c]++
	}
	for kind, n := range count {
		one, two := kind, kind+kinds
		if b.share[pile][two] > b.share[pile][one] {
			one, two = two, one
		}
		switch n {
		case 0:
			b.ruleOut(one)
			b.ruleOut(two)
		case 1:
			b.keepRest(two, one)
			b.ruleOut(two)
			b.fix(one, pile)
		default:
			b.fix(one, pile)
			b.fix(two, pile)
		}
	}
}

// keepRest gives a copy what is left of both when the other one is known to be on
// the pile: nobody can tell the copies apart.
func (b *belief) keepRest(copied, other int) {
	if b.decks == 1 {
		return
	}
	for _, p := range b.place {
		mine, its := b.share[p][copied], b.share[p][other]
		w := mine + its
		if p == pile {
			w = max(0, w-whole)
			if mine > 0 && its > 0 {
				w = max(w, grain)
			}
		}
		b.share[p][copied] = w
	}
	b.level(copied)
}

// ruleOut learns that a copy is not on the pile.
func (b *belief) ruleOut(slot int) {
	if b.share[pile][slot] != 0 {
		b.share[pile][slot] = 0
		b.level(slot)
	}
}
