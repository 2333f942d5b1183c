package acceptance

import (
	"slices"

	"cheat/acceptance/model"
)

func lastCardScenarios() []Scenario {
	one := map[string]any{"handSize": 1}
	return []Scenario{
		{Name: "R18 a last card that all accept wins, and nothing is turned over", script: func(s *stage) {
			s.table(3, one)
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.expect(s.seen().Status == model.LastCall && s.seen().Turn == nil, "lastCall and nobody's turn")
			s.refused("answer-first", s.by(s.on(p, 1), "play", s.hand(s.on(p, 1))...))
			s.refused("answer-first", s.by(p, "play", "7a"))
			s.refused("own-play", s.by(p, "accept"))
			s.accept(s.on(p, 2), s.on(p, 1))
			s.expect(s.seen().Status == model.Finished && slices.Equal(s.seen().Winners, []int{p}), "seat %d to win", p)
			s.expect(s.places()[p] == 1 && s.places()[s.on(p, 1)] == 2 && s.places()[s.on(p, 2)] == 2, "places 1-2-2")
			s.expect(s.last(spectator, "called") == nil, "no call")
		}},
		{Name: "R18 R15 a false last card, called, comes back with the pile", script: func(s *stage) {
			s.tableWhere(3, one, func() bool { return lie(s.hand(s.turn()), "7") != "" })
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.call(s.on(p, 2))
			s.expect(s.seen().Status == model.Playing && s.turn() == s.on(p, 2) && s.rank() == "8", "the caller to play eights")
			s.expect(len(s.hand(p)) == 1, "the liar to hold his card again")
		}},
		{Name: "R18 R16 a true last card, called: the caller takes the pile, the player has won", script: func(s *stage) {
			s.tableWhere(3, one, func() bool { return truth(s.hand(s.turn()), "7") != "" })
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.call(s.on(p, 2))
			s.expect(s.seen().Status == model.Finished && len(s.hand(s.on(p, 2))) == 2, "the round over, the caller with two cards")
			s.expect(s.places()[p] == 1 && s.places()[s.on(p, 1)] == 2 && s.places()[s.on(p, 2)] == 3, "places 1-2-3")
		}},
		{Name: "R18 lastPlay final ends the round with the play itself", script: func(s *stage) {
			s.table(3, map[string]any{"handSize": 1, "lastPlay": "final", "rounds": 2})
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.expect(s.seen().Status == model.RoundOver, "the round to be over")
			s.refused("not-playing", s.by(s.on(p, 1), "call"))
		}},
		{Name: "R18 callers next: the last card waits for the next player alone", script: func(s *stage) {
			s.table(4, map[string]any{"handSize": 1, "callers": "next"})
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.expect(slices.Equal(s.seen().WaitingFor, []int{s.on(p, 1)}), "only the next player to be waited for")
			s.refused("not-the-next-player", s.by(s.on(p, 2), "accept"))
			s.accept(s.on(p, 1))
			s.expect(s.seen().Status == model.Finished, "the match to be over")
		}},
		{Name: "R19 playOn: who is out is passed over, and the rest play on until one is left", script: func(s *stage) {
			s.table(4, map[string]any{"handSize": 1, "finish": "playOn", "callSeconds": 0, "points": []int{8, 4, 2, 1}})
			p := s.turn()
			q, r, last := s.on(p, 1), s.on(p, 2), s.on(p, 3)
			s.play(p, s.hand(p)...)
			s.accept(q, r, last)
			s.expect(s.turn() == q && s.rank() == "8", "the next player to play eights")
			s.refused("not-in-round", s.by(p, "play", "7a"))
			s.refused("nothing-to-call", s.by(p, "call"))
			s.play(q, s.hand(q)...)
			s.refused("not-in-round", s.by(p, "call"))
			s.refused("not-in-round", s.by(p, "accept"))
			s.accept(last, r)
			s.play(r, s.hand(r)...)
			s.expect(slices.Equal(s.seen().WaitingFor, []int{last}), "only the last player to be waited for")
			s.accept(last)
			for steps, seat := range []int{p, q, r, last} {
				s.expect(s.places()[seat] == steps+1 && s.seen().Seats[seat].Points == 8>>steps, "place and points of seat %d", seat)
			}
			s.expect(s.seen().Status == model.Finished && s.last(spectator, "roundEnded")["reason"] == "out", "the round to end with out")
		}},
		{Name: "R19 R18 playOn with lastPlay final: out at once, the turn goes on", script: func(s *stage) {
			s.table(3, map[string]any{"handSize": 1, "finish": "playOn", "lastPlay": "final", "callSeconds": 5})
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.expect(s.seen().Status == model.Playing && s.turn() == s.on(p, 1), "the next player to play")
			s.refused("nothing-to-call", s.by(s.on(p, 1), "call"))
			s.play(s.on(p, 1), s.hand(s.on(p, 1))...)
			s.expect(s.seen().Status == model.Finished && s.places()[s.on(p, 2)] == 3, "the round to be over")
		}},
	}
}
