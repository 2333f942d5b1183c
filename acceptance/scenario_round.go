package acceptance

import (
	"slices"

	"cheat/acceptance/model"
)

func roundScenarios() []Scenario {
	return []Scenario{
		{Name: "R21b two players: the sixteenth lie caught in a row ends the round", script: func(s *stage) {
			s.table(2, nil)
			s.catchLies(16)
		}},
		{Name: "R21b more players: the sixty-fourth lie caught in a row ends the round", script: func(s *stage) {
			s.table(3, map[string]any{"callSeconds": 0})
			s.catchLies(64)
		}},
		{Name: "R21b a true play between takes the count back to nothing", script: func(s *stage) {
			s.table(2, nil)
			for range 15 {
				s.catchLie()
			}
			p := s.turn()
			s.play(p, s.hand(p)[0])
			s.accept(s.on(p, 1))
			for range 15 {
				s.catchLie()
			}
			s.expect(s.seen().Status == model.Playing, "the round to go on")
			s.catchLie()
			s.expect(s.seen().Status == model.Finished, "the round to end")
		}},
		{Name: "R21b the four hundredth play waits for answers and ends the round", script: func(s *stage) {
			s.table(2, map[string]any{"chroniclers": true, "afterCall": "continue"})
			s.playMany(399)
			p := s.turn()
			s.play(p, lie(s.hand(p), s.rank()))
			s.expect(s.seen().Status == model.LastCall && len(s.hand(p)) > 0, "answers to be waited for")
			s.refused("answer-first", s.by(s.on(p, 1), "play", s.hand(s.on(p, 1))[0]))
			s.accept(s.on(p, 1))
			s.expect(s.seen().Status == model.Finished && s.last(spectator, "roundEnded")["reason"] == "stalemate", "a stalemate")
			fewest := len(s.hand(p)) < len(s.hand(s.on(p, 1)))
			s.expect(len(s.hand(p)) == len(s.hand(s.on(p, 1))) || (s.places()[p] == 1) == fewest, "fewest cards to be first")
		}},
		{Name: "R21b R18 with lastPlay final the four hundredth play ends the round by itself", script: func(s *stage) {
			s.table(2, map[string]any{"chroniclers": true, "afterCall": "continue", "lastPlay": "final"})
			s.playMany(399)
			p := s.turn()
			s.play(p, lie(s.hand(p), s.rank()))
			s.expect(s.seen().Status == model.Finished && s.last(spectator, "roundEnded")["reason"] == "stalemate", "a stalemate")
		}},
		{Name: "R3 the deal passes on, over seats that have left; R21 rounds add up", script: func(s *stage) {
			s.table(4, map[string]any{"handSize": 1, "rounds": 4})
			for range 2 {
				s.shortRound()
				s.refused("not-playing", s.by(0, "accept"))
				dealer := *s.seen().Dealer
				s.deal(s.on(dealer, 2))
				s.expect(s.seen().Dealer != nil && *s.seen().Dealer == s.on(dealer, 1) && s.turn() == s.on(dealer, 2), "the next seat to deal")
			}
			s.shortRound()
			s.expect(s.seen().Status == model.RoundOver && len(s.seen().WaitingFor) == 4, "a fourth round to come")
			dealer := *s.seen().Dealer
			s.leave(s.on(dealer, 1))
			s.deal(dealer)
			s.expect(*s.seen().Dealer == s.on(dealer, 2) && s.seen().Seats[s.on(dealer, 1)].Cards == 0, "the leaver passed over")
			s.shortRound()
			s.expect(s.seen().Status == model.Finished && s.places()[s.on(dealer, 1)] == 0, "the match over, no place for the leaver")
			total := 0
			for _, seat := range s.seen().Seats {
				total += seat.Points
			}
			s.expect(total == 3*(4+3+3+3)+(4+3+3), "points to add up, got %d", total)
		}},
		{Name: "R21 the match ends at the target", script: func(s *stage) {
			s.table(2, map[string]any{"handSize": 1, "target": 8, "points": []int{4, 1}})
			s.expect(s.seen().Rules["rounds"] == 50.0, "fifty rounds at most")
			for s.err == nil && s.seen().Status != model.Finished {
				s.shortRound()
				if s.seen().Status == model.RoundOver {
					s.deal(0)
				}
			}
			best := max(s.seen().Seats[0].Points, s.seen().Seats[1].Points)
			s.expect(best >= 8 && best < 12, "the target to be reached by this round")
		}},
		{Name: "R21 equal points share the win, R20 places beyond the list get nothing", script: func(s *stage) {
			s.table(3, map[string]any{"handSize": 2, "points": []int{0}, "callSeconds": 0, "lastPlay": "final"})
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.expect(slices.Equal(s.seen().Winners, []int{0, 1, 2}), "all to win with nothing")
		}},
		{Name: "R22 a Coloured counts as the announced rank, for itself alone", script: func(s *stage) {
			s.tableWhere(2, map[string]any{"chroniclers": true}, func() bool { return slices.Contains(s.hand(s.turn()), "Cc") })
			p := s.turn()
			s.play(p, "Cc")
			s.call(s.on(p, 1))
			s.expect(s.last(spectator, "called")["lied"] == false, "the truth")
			s.play(s.turn(), "Cc", lie(s.hand(s.turn()), s.rank()))
			s.call(s.turn())
			s.expect(s.last(spectator, "called")["lied"] == true, "a lie")
		}},
	}
}

// shortRound has the first player of a round with one card each win it.
func (s *stage) shortRound() {
	p := s.turn()
	if s.err != nil || p < 0 {
		return
	}
	s.play(p, s.hand(p)...)
	for steps := 1; s.err == nil && steps < len(s.seen().Seats); steps++ {
		if s.seen().Seats[s.on(p, steps)].Cards > 0 && !s.seen().Seats[s.on(p, steps)].Away {
			s.accept(s.on(p, steps))
		}
	}
}

// catchLie has the turn's player lie and the next call.
func (s *stage) catchLie() {
	p := s.turn()
	if s.err != nil || p < 0 {
		return
	}
	s.play(p, lie(s.hand(p), s.rank()))
	s.call(s.on(p, 1))
}

// catchLies catches so many lies in a row, of which the last one ends the round.
func (s *stage) catchLies(lies int) {
	for range lies - 1 {
		s.catchLie()
	}
	s.expect(s.seen().Status == model.Playing, "the round to go on after %d lies", lies-1)
	s.catchLie()
	s.expect(s.seen().Status == model.Finished && s.last(spectator, "roundEnded")["reason"] == "stalemate", "a stalemate")
}

// playMany makes so many plays at a table of two without emptying a hand: whoever holds few cards is caught lying.
func (s *stage) playMany(plays int) {
	called := false
	for range plays {
		p := s.turn()
		if s.err != nil || p < 0 {
			return
		}
		card := lie(s.hand(p), s.rank())
		if card == "" {
			card = s.hand(p)[0]
		}
		few := len(s.hand(p)) <= len(s.hand(s.on(p, 1)))
		s.play(p, card)
		called = !called && few
		if called || s.seen().Status == model.LastCall {
			s.call(s.on(p, 1))
		}
	}
}
