package bot

import "cheat/engine"

// Cards are believed to be in places: the seats' hands by number, the pile, and
// aside. Who leaves takes his hand with him; it stays his place.
const (
	pile   = engine.MaxSeats
	aside  = engine.MaxSeats + 1
	places = engine.MaxSeats + 2
)

const (
	kinds = int(engine.Pale) + 1
	slots = 2 * kinds // two decks hold each card twice
	whole = 1 << 16   // certainty; a chance is a share of it
	grain = 1         // the least share of what is possible
)

// belief is where each card may be. A slot is one copy of a card: slot c or c+kinds
// for card c. Its shares over the places add up to about one whole. A share of zero
// is knowledge, the card cannot be there; a whole one is knowledge too. All between
// is an estimate.
type belief struct {
	owner       int
	decks       int
	chroniclers bool
	slot        []int // in use with this game's deck
	place       []int // in use at this table
	share       [places][slots]int
	lying       [places]int // how many cards lie there
	laid        [slots]bool // on the pile since I put it there
}

// newBelief starts from my hand: every other card is anywhere it can be, by the
// sizes of the hands.
func newBelief(s *situation, d engine.Dealt) *belief {
	me := s.me
	b := &belief{owner: me, decks: s.rules.Decks, chroniclers: s.rules.Chroniclers, slot: make([]int, 0, slots), place: make([]int, 0, places)}
	for copies := range s.rules.Decks {
		for kind := range kinds {
			if kind < int(engine.Coloured) || s.rules.Chroniclers {
				b.slot = append(b.slot, copies*kinds+kind)
			}
		}
	}
	unseen := d.Aside
	for seat := range s.seats {
		b.place = append(b.place, seat)
		if s.dealt[seat] {
			b.lying[seat] = d.Cards
		}
		if seat != me {
			unseen += b.lying[seat]
		}
	}
	b.place = append(b.place, pile, aside)
	b.lying[aside] = d.Aside
	for _, c := range d.Hand {
		slot := int(c)
		if b.share[me][slot] != 0 {
			slot += kinds
		}
		b.share[me][slot] = whole
	}
	for _, p := range b.place {
		if p == me {
			continue
		}
		part := whole * b.lying[p] / max(1, unseen)
		for _, slot := range b.slot {
			if b.share[me][slot] == 0 {
				b.share[p][slot] = part
			}
		}
	}
	return b
}

// put moves my own cards to the pile.
func (b *belief) put(cards []engine.Card) {
	for _, c := range cards {
		slot := int(c)
		if b.share[b.owner][slot] == 0 {
			slot += kinds
		}
		b.fix(slot, pile)
		b.laid[slot] = true
	}
	b.move(len(cards), b.owner)
}

// slip moves unseen cards from another hand to the pile; good, a share of wholes,
// is how many of them are expected to stand for the rank announced.
func (b *belief) slip(seat, count, good int, rank engine.Rank) {
	b.move(count, seat)
	from, to := &b.share[seat], &b.share[pile]
	if b.lying[seat] == 0 { // all that it had
		b.pour(seat, pile)
		return
	}
	standing, others := 0, 0
	for _, slot := range b.slot {
		others += from[slot]
	}
	for _, slot := range b.fitting(rank, &[most]int{}) {
		standing += from[slot] * willing(slot) / 256
		others -= from[slot]
	}
	goodPart, otherPart := portion(good, standing), portion(count*whole-good, others)
	for _, slot := range b.slot {
		w := from[slot]
		if w == 0 {
			continue
		}
		part := otherPart
		if stands(slot, rank) {
			part = goodPart * willing(slot) / 256
		}
		// It may have gone and it may have stayed, however unlikely.
		gone := max(grain, w*part/whole)
		to[slot] = min(to[slot]+gone, whole-grain)
		from[slot] = max(grain, w-gone)
	}
}

func (b *belief) move(count, seat int) {
	b.lying[seat] -= count
	b.lying[pile] += count
}

// take gives the pile to a seat; what I take I see.
func (b *belief) take(seat int, seen []engine.Card) {
	if seat == b.owner {
		b.see(seen)
	}
	b.pour(pile, seat)
	b.laid = [slots]bool{}
	b.lying[seat] += b.lying[pile]
	b.lying[pile] = 0
}

// pour moves all that may lie in a place to another one.
func (b *belief) pour(from, to int) {
	for _, slot := range b.slot {
		w := b.share[from][slot]
		if w == 0 {
			continue
		}
		b.share[from][slot] = 0
		b.share[to][slot] += w
		if b.share[to][slot] >= whole { // certain only if it can be nowhere else
			b.level(slot)
		}
	}
}

// settle brings the shares of every place closer to the number of cards there, and
// those of every card to one whole.
func (b *belief) settle() {
	var total, possible [slots]int
	for _, p := range b.place {
		b.balance(p)
		row := &b.share[p]
		for _, slot := range b.slot {
			if w := row[slot]; w != 0 {
				total[slot] += w
				possible[slot]++
			}
		}
	}
	for _, slot := range b.slot {
		if total[slot] != whole || possible[slot] == 1 {
			b.level(slot)
		}
	}
}

// balance brings the shares of a place closer to the number of cards there. What
// fills it for certain rules the others out.
func (b *belief) balance(place int) {
	row := &b.share[place]
	known, soft := 0, 0
	for _, slot := range b.slot {
		w := row[slot]
		soft += w
		if w == whole {
			known++
		}
	}
	soft -= known * whole
	if soft <= 0 {
		return
	}
	room := max(0, b.lying[place]-known)
	scale := room * whole * whole / soft
	least := min(room, grain)
	for _, slot := range b.slot {
		if w := row[slot]; w != 0 && w != whole {
			row[slot] = max(least, min(w*scale/whole, whole-grain))
		}
	}
}

// level makes a copy's shares add up to one whole again.
func (b *belief) level(slot int) {
	total, possible, last := 0, 0, 0
	for _, p := range b.place {
		if w := b.share[p][slot]; w != 0 {
			total += w
			possible++
			last = p
		}
	}
	switch {
	case possible == 1:
		b.share[last][slot] = whole
		return
	case total == 0 || total == whole:
		return
	}
	scale := whole * whole / total
	for _, p := range b.place {
		if w := b.share[p][slot]; w != 0 {
			b.share[p][slot] = max(grain, min(w*scale/whole, whole-grain))
		}
	}
}

// fix learns where a copy is.
func (b *belief) fix(slot, place int) {
	for _, p := range b.place {
		b.share[p][slot] = 0
	}
	b.share[place][slot] = whole
}

// portion returns the share of a whole that some is of all, at most a whole.
func portion(some, all int) int {
	if some >= all {
		return whole
	}
	return max(0, some) * whole / all
}

// most is how many cards can stand for a rank: the four of it and the two
// Chroniclers, of each deck.
const most = 2 * (4 + 2)

// fitting lists the slots whose cards stand for a rank, in room of the caller's.
func (b *belief) fitting(rank engine.Rank, room *[most]int) []int {
	list := room[:0]
	for copies := range b.decks {
		first := copies*kinds + 4*int(rank)
		list = append(list, first, first+1, first+2, first+3)
		if b.chroniclers {
			list = append(list, copies*kinds+int(engine.Coloured), copies*kinds+int(engine.Pale))
		}
	}
	return list
}

// stands reports whether a slot's card makes a play of the rank true.
func stands(slot int, rank engine.Rank) bool {
	c := cardOf(slot)
	return c/4 == engine.Card(rank) || c >= engine.Coloured
}

// cardOf returns the card of a slot.
func cardOf(slot int) engine.Card {
	if slot >= kinds {
		slot -= kinds
	}
	return engine.Card(slot)
}

// willing is how readily, of 256, a true play is made of a slot's card: players
// save the Chroniclers.
func willing(slot int) int {
	switch cardOf(slot) {
	case engine.Coloured:
		return 128
	case engine.Pale:
		return 24
	}
	return 256
}
