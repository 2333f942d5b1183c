package bot

import "cheat/engine"

// hard keeps account of where every card may be, judges each play by counting and
// by its player's record, and does what it expects most of.
type hard struct {
	*situation
	*belief
	chance *engine.Chance
	style  *style
	record [engine.MaxSeats]record
	latest latest
	plays  int // in this round
	caught int // lies caught in a row, no other play between them (R21b)
}

// latest is what is thought of the newest play of another seat.
type latest struct {
	open  bool
	held  int  // cards that its player had before it
	fit   odds // how many of them would have made it true
	pale  int  // the chance, of a whole, that a Pale is in it
	trust int  // the chance, of a whole, that it stands when called
}

func newHard(s *situation, events []engine.EventView, chance *engine.Chance) *hard {
	h := &hard{situation: s, chance: chance, style: styleFor(s.company())}
	for _, e := range events {
		switch e := e.(type) {
		case engine.Dealt:
			h.belief = newBelief(s, e)
		case engine.Played:
			h.played(e)
		case engine.Called:
			h.called(e)
		case engine.PaleShown:
			h.paleShown(e)
		}
	}
	h.settle()
	h.settle()
	return h
}

func (h *hard) played(e engine.Played) {
	if h.latest.open {
		h.caught = 0
	}
	h.latest = latest{open: true}
	h.plays++
	for seat := range h.record {
		if seat != e.Seat {
			h.record[seat].asked++
		}
	}
	if e.Seat == h.me {
		h.put(e.Cards)
		return
	}
	h.latest.held = h.lying[e.Seat]
	h.latest.fit = h.oddsOf(e.Seat, e.Rank, e.Count < h.latest.held)
	h.latest.trust = h.trust(e)
	for slot := int(engine.Pale); slot < slots; slot += kinds {
		h.latest.pale += h.share[e.Seat][slot] * e.Count / h.latest.held
	}
	h.slip(e.Seat, e.Count, h.latest.trust*e.Count, e.Rank)
}

func (h *hard) called(e engine.Called) {
	h.latest.open = false
	h.record[e.Seat].called++
	h.record[e.Against].turned(e)
	h.caught++
	if !e.Lied {
		h.caught = 0
	}
	if e.Against != h.me {
		for _, c := range e.Cards {
			h.show(c)
		}
	}
	h.balance(pile)
	h.take(e.Taker, e.TakenCards)
}

func (h *hard) paleShown(e engine.PaleShown) {
	h.latest.open = false
	h.caught = 0
	if e.Seat != h.me {
		h.show(engine.Pale)
	}
	h.balance(pile)
	h.take(e.Seat, e.TakenCards)
}

// The moments from which hard varies its ways, so that two of its kind do not go
// round in circles: lies caught in a row, and plays in a round.
const (
	stuck = 5
	weary = 120
)

// calls weighs calling the open play against letting it pass.
func (h *hard) calls() bool {
	if !h.last && (h.caught >= stuck || h.plays > weary) && h.chance.Below(2) == 0 {
		return false
	}
	s := h.style
	lie := whole - h.latest.trust
	next := h.afterCall(h.open.Rank, h.me)
	mine := h.count(h.hand)
	gain := s.gain*h.pile + s.relief[min(h.cards[h.open.Seat], len(s.relief)-1)]
	if mine.rank[next] > 0 {
		gain += s.lead
	} else {
		gain -= s.idle
	}
	loss := s.loss*h.pile + h.hope(mine, next)
	pass := s.wait*h.waiting() + gain*h.latest.pale/whole // an uncalled Pale costs its player the pile (R25)
	if h.last {
		loss += s.end
		pass -= s.end * (whole - h.latest.pale) / whole
	}
	return (lie*gain-(whole-lie)*loss)/whole > pass
}

// waiting is the number of seats that may still call after me.
func (h *hard) waiting() int {
	n := 0
	for seat := h.next(h.me); seat != h.open.Seat && seat != h.me; seat = h.next(seat) {
		if h.mayAnswer(seat, h.open.Seat) {
			n++
		}
	}
	return n
}
