package engine

// The limits of a round that does not end by itself (R21b).
const (
	maxPlays           = 400
	maxCaughtPair      = 16 // two players dealt in
	maxCaughtInCompany = 64
)

// decide looks whether the round ends, now that a play of a seat is settled: the
// seat has no cards left (R18, R19), or nobody gets anywhere (R21b).
func (s *step) decide(seat int) {
	limit := maxCaughtInCompany
	if s.dealtIn() == 2 {
		limit = maxCaughtPair
	}
	out := s.in(seat) && s.secret.hands[seat].Len() == 0
	if out {
		s.seats[seat].exit = s.exits(1) + 1
	}
	switch {
	case out && (s.Table.Rules.Finish == FirstOut || s.inRound().len() < 2 || s.plays == maxPlays):
		s.endRound("out")
	case s.plays == maxPlays || s.caught == limit:
		s.endRound("stalemate")
	}
}

func (g *Game) dealtIn() int {
	n := 0
	for _, s := range g.deal.Seats {
		if !s.Away {
			n++
		}
	}
	return n
}

// exits counts the seats that went out (sign 1) or left (sign -1) in this round.
func (g *Game) exits(sign int) int {
	n := 0
	for i := range g.size() {
		if g.seats[i].exit*sign > 0 {
			n++
		}
	}
	return n
}

// endRound settles places and points (R19, R20), and the match if this was its
// last round (R21).
func (s *step) endRound(reason string) {
	s.Status = RoundOver
	s.ended = s.Version
	s.since = s.now
	s.shut()
	over := s.deal.Round == s.Table.Rules.Rounds || s.remaining().len() < 2 || s.remaining()&s.persons() == 0
	for i, place := range s.places() {
		s.seats[i].place = place
		if place > 0 && s.seats[i].exit >= 0 {
			s.seats[i].Points += s.Table.Rules.pointsFor(place)
		}
		if s.Table.Rules.Target > 0 && s.seats[i].Points >= s.Table.Rules.Target {
			over = true
		}
	}
	opened := s.Game
	s.note(happened{kind: "roundEnded", reason: reason, opened: &opened})
	if over {
		s.endMatch()
	}
}

// places returns the place of each seat, 0 for one that was not dealt in: first
// who went out, in that order; then by cards in hand, fewest first, equal hands
// sharing the better place; then who left, the last to leave first (R19, R28).
func (g *Game) places() []int {
	class := func(seat int) (int, int) {
		switch exit := g.seats[seat].exit; {
		case exit > 0:
			return 0, exit
		case exit < 0:
			return 2, exit
		}
		return 1, g.secret.hands[seat].Len()
	}
	places := make([]int, g.size())
	for i := range places {
		if g.deal.Seats[i].Away {
			continue
		}
		places[i] = 1
		c, n := class(i)
		for j := range places {
			if d, m := class(j); !g.deal.Seats[j].Away && (d < c || d == c && m < n) {
				places[i]++
			}
		}
	}
	return places
}

// endMatch ends the match (R21, R28).
func (s *step) endMatch() {
	s.Status = Finished
	s.note(happened{kind: "gameEnded", seats: s.winners()})
}

// winners returns the seats with most points among those that did not leave (R21).
func (g *Game) winners() []int {
	winners := []int{}
	best := 0
	for i := range g.size() {
		if g.seats[i].Away {
			continue
		}
		if p := g.seats[i].Points; len(winners) == 0 || p > best {
			winners, best = append(winners[:0], i), p
		} else if p == best {
			winners = append(winners, i)
		}
	}
	return winners
}

// dealNext deals the next round; the deal passes to the next seat that is dealt in
// (R3).
func (s *step) dealNext() {
	d := Deal{Round: s.deal.Round + 1, Version: s.Version, At: s.now, Dealer: s.deal.Dealer, Seats: s.Standings()}
	for d.Dealer = (d.Dealer + 1) % s.size(); d.Seats[d.Dealer].Away; d.Dealer = (d.Dealer + 1) % s.size() {
	}
	s.Game = Begin(s.Table, d)
	s.events = append(s.events, s.dealtEvent())
}
