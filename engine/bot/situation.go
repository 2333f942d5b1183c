package bot

import (
	"errors"
	"slices"

	"cheat/engine"
)

// situation is what every level looks at: the view, boiled down.
type situation struct {
	rules engine.Rules
	me    int
	seats int
	cards [engine.MaxSeats]int  // in hand
	dealt [engine.MaxSeats]bool // cards in this round
	in    [engine.MaxSeats]bool // still in the round
	pile  int
	hand  []engine.Card
	rank  engine.Rank          // due, when it is my turn
	open  *engine.LastPlayView // the play that may be called, nil if none
	owes  bool                 // an answer to it, from me
	last  bool                 // accepting it by all ends the round or takes its player out
}

func lookAround(v engine.View, events []engine.EventView) (*situation, error) {
	switch {
	case v.You == nil:
		return nil, errors.New("a spectator's view")
	case len(events) == 0:
		return nil, errors.New("no events")
	}
	if _, ok := events[0].(engine.Dealt); !ok {
		return nil, errors.New("the first event is not the deal")
	}
	s := &situation{rules: v.Rules, me: v.You.Seat, seats: len(v.Seats), pile: v.Pile.Cards, hand: v.You.Hand}
	if p := v.Pile.LastPlay; p != nil && p.Callable {
		s.open = p
	}
	for _, e := range events {
		if left, ok := e.(engine.Left); ok {
			s.dealt[left.Seat] = true // who had left before has no such event in this round
		}
	}
	for i, seat := range v.Seats {
		s.cards[i] = seat.Cards
		s.dealt[i] = s.dealt[i] || !seat.Away
		waits := s.open != nil && s.open.Seat == i // with a last card on the table
		s.in[i] = !seat.Away && (seat.Cards > 0 || waits)
	}
	s.owes = s.open != nil && slices.Contains(v.Actions, string(engine.ToAccept))
	s.last = v.Status == engine.LastCall
	if v.Turn != nil {
		s.rank = v.Turn.Rank
	}
	if !s.owes && (v.Turn == nil || v.Turn.Seat != s.me || len(s.hand) == 0) {
		return nil, errNothing
	}
	return s, nil
}

// next returns the next seat in play order that is still in the round.
func (s *situation) next(seat int) int {
	for i := 1; i < s.seats; i++ {
		if j := (seat + i) % s.seats; s.in[j] {
			return j
		}
	}
	return seat
}

// company returns the number of seats still in the round.
func (s *situation) company() int {
	n := 0
	for _, in := range s.in {
		if in {
			n++
		}
	}
	return n
}

// mayAnswer reports whether a seat could answer a play of another one.
func (s *situation) mayAnswer(seat, player int) bool {
	if s.rules.Callers == engine.NextOnly {
		return seat == s.next(player)
	}
	return s.in[seat] && seat != player
}

// sorted parts my hand for a play of the due rank.
func (s *situation) sorted() (fit, coloured, pale, other []engine.Card) {
	for _, c := range s.hand {
		switch rank, ranked := c.Rank(); {
		case c == engine.Coloured:
			coloured = append(coloured, c)
		case c == engine.Pale:
			pale = append(pale, c)
		case ranked && rank == s.rank:
			fit = append(fit, c)
		default:
			other = append(other, c)
		}
	}
	return fit, coloured, pale, other
}

// disproved reports whether the open play must be a lie by my own hand alone:
// the cards that I do not hold are too few.
func (s *situation) disproved() bool {
	elsewhere := 4 * s.rules.Decks
	if s.rules.Chroniclers {
		elsewhere += 2 * s.rules.Decks
	}
	for _, c := range s.hand {
		if rank, ranked := c.Rank(); !ranked || rank == s.open.Rank {
			elsewhere--
		}
	}
	return s.open.Count > elsewhere
}

// atMost cuts a list to the number of cards that may be played at once.
func (s *situation) atMost(cards []engine.Card) []engine.Card {
	return cards[:min(len(cards), s.rules.MaxCards)]
}
