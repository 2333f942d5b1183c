package engine

import (
	"iter"
	"math/bits"
)

// Cards is a multiset of cards, at most two of each: a hand, a pile, a play. The
// zero value is empty. It is a plain value: copies are independent.
type Cards struct {
	once  uint64 // bit c: at least one copy of card c
	twice uint64 // bit c: two copies
}

// CardsOf collects a list. It reports false if a card is no card or stands in the
// list more than twice, which no hand can hold.
func CardsOf(list ...Card) (Cards, bool) {
	var cs Cards
	for _, c := range list {
		bit := uint64(1) << c
		if c >= kinds || cs.twice&bit != 0 {
			return Cards{}, false
		}
		cs.twice |= cs.once & bit
		cs.once |= bit
	}
	return cs, true
}

// deckOf returns all cards of a game (R1).
func deckOf(decks int, chroniclers bool) Cards {
	var cs Cards
	cs.once = 1<<Coloured - 1
	if chroniclers {
		cs.once = 1<<kinds - 1
	}
	if decks == 2 {
		cs.twice = cs.once
	}
	return cs
}

// Len returns the number of cards, copies counted.
func (cs Cards) Len() int { return bits.OnesCount64(cs.once) + bits.OnesCount64(cs.twice) }

// Has reports whether at least one copy of c is there.
func (cs Cards) Has(c Card) bool { return c < kinds && cs.once>>c&1 != 0 }

// Count returns how many copies of c are there, 0 to 2.
func (cs Cards) Count(c Card) int {
	if c >= kinds {
		return 0
	}
	return int(cs.once>>c&1 + cs.twice>>c&1)
}

// Contains reports whether every card of part is there, copies counted.
func (cs Cards) Contains(part Cards) bool {
	return part.once&^cs.once == 0 && part.twice&^cs.twice == 0
}

// plus returns both together. More than two copies of a card would mean that a
// card was doubled: it panics.
func (cs Cards) plus(more Cards) Cards {
	if cs.twice&more.once != 0 || cs.once&more.twice != 0 {
		panic("engine: a card for the third time")
	}
	return Cards{once: cs.once | more.once, twice: cs.twice | more.twice | cs.once&more.once}
}

// minus returns what is left without part, which must be contained: else a card
// would get lost, and it panics.
func (cs Cards) minus(part Cards) Cards {
	if !cs.Contains(part) {
		panic("engine: taking cards that are not there")
	}
	return Cards{
		once:  cs.once&^part.once | cs.twice&^part.twice,
		twice: cs.twice &^ part.once,
	}
}

// All yields the cards in the order of a sorted hand, copies one after the other.
func (cs Cards) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for rest := cs.once; rest != 0; rest &= rest - 1 {
			c := Card(bits.TrailingZeros64(rest))
			for range cs.Count(c) {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// List returns the cards in the order of a sorted hand, never nil; the caller
// owns the list.
func (cs Cards) List() []Card {
	list := make([]Card, 0, cs.Len())
	for c := range cs.All() {
		list = append(list, c)
	}
	return list
}

// at returns card number i of the sorted hand, counted from 0.
func (cs Cards) at(i int) Card {
	for c := range cs.All() {
		if i == 0 {
			return c
		}
		i--
	}
	panic("engine: no such position in a hand")
}

// allStand reports whether every card is as good as one of the announced rank.
// The Pale Chronicler is, beside true cards (R23), and is no help to a false one
// (R24).
func (cs Cards) allStand(announced Rank) bool {
	const chroniclers = 1<<Coloured | 1<<Pale
	return cs.once&^(chroniclers|0xF<<(4*announced)) == 0
}
