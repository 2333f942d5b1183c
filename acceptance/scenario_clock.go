package acceptance

import (
	"slices"
	"time"

	"cheat/acceptance/model"
)

func clockScenarios() []Scenario {
	return []Scenario{
		{Name: "R27 a timed-out turn plays one card, at its moment", NeedsClock: true, script: func(s *stage) {
			s.table(3, map[string]any{"turnSeconds": 60, "callSeconds": 5})
			p := s.turn()
			size := len(s.hand(p))
			s.wait(60*time.Second - time.Millisecond)
			s.expect(s.turn() == p, "nothing to be due yet")
			s.wait(20 * time.Second)
			s.expect(s.turn() == s.on(p, 1) && len(s.hand(p)) == size-1, "one card to be played")
			s.expect(s.last(spectator, "timedOut")["at"] == s.last(spectator, "played")["at"], "one moment")
		}},
		{Name: "R27 a play resets the count; the third time-out in a row is leaving", NeedsClock: true, script: func(s *stage) {
			s.table(2, map[string]any{"turnSeconds": 60})
			p := s.turn()
			other := s.on(p, 1)
			for range 2 {
				s.wait(time.Minute)
				s.play(other, s.hand(other)[0])
			}
			s.play(p, s.hand(p)[0])
			s.play(other, s.hand(other)[0])
			for range 2 {
				s.wait(time.Minute)
				s.play(other, s.hand(other)[0])
			}
			size := s.seen().Seats[p].Cards
			s.wait(time.Minute)
			s.expect(s.seen().Status == model.Finished && s.seen().Seats[p].Away && s.seen().Seats[p].Cards == size, "no card played, and the match over")
			s.expect(slices.Equal(s.seen().Winners, []int{other}), "the other to win")
		}},
		{Name: "R27 a game found late has lost nobody's moments", NeedsClock: true, script: func(s *stage) {
			s.table(4, map[string]any{"turnSeconds": 60, "callSeconds": 5})
			p := s.turn()
			version := s.seen().Version
			s.wait(4 * 60 * time.Second) // with the windows: three turns
			s.expect(s.seen().Version == version+3 && s.turn() == s.on(p, 3), "three timed-out turns")
		}},
		{Name: "R27 answers to a last card: all that are missing are given together", NeedsClock: true, script: func(s *stage) {
			s.table(4, map[string]any{"turnSeconds": 60, "handSize": 1, "rounds": 2})
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.wait(30 * time.Second)
			s.accept(s.on(p, 2))
			s.wait(30 * time.Second)
			s.expect(s.seen().Status == model.RoundOver && s.places()[p] == 1, "the player to have won")
			s.expect(whole(s.last(spectator, "timedOut"), "seat") == s.on(p, 3), "the farther seat to be the last to answer")
			s.wait(60*time.Second - time.Millisecond)
			s.expect(s.seen().Status == model.RoundOver, "no deal yet")
			s.wait(time.Millisecond)
			s.expect(s.seen().Status == model.Playing && s.seen().Round == 2, "the next round to be dealt by itself")
		}},
		{Name: "R27 callSeconds null: the answers' clock runs from the play, the turn's from the last answer", NeedsClock: true, script: func(s *stage) {
			s.table(4, map[string]any{"turnSeconds": 60, "callSeconds": nil})
			p := s.turn()
			s.play(p, s.hand(p)[0])
			s.wait(20 * time.Second)
			s.accept(s.on(p, 2))
			s.wait(40 * time.Second)
			s.expect(slices.Equal(s.seen().WaitingFor, []int{s.on(p, 1)}) && s.seen().Pile.LastPlay.Callable, "the next player, who may still call")
			s.wait(60*time.Second - time.Millisecond)
			s.expect(s.turn() == s.on(p, 1), "his minute to be a whole one")
			s.wait(time.Millisecond)
			s.expect(s.seen().Pile.LastPlay.Seat == s.on(p, 1), "his turn to time out")
		}},
		{Name: "R27 the deadline of a turn is the window's end and the clock; answers do not move it", NeedsClock: true, script: func(s *stage) {
			s.table(3, map[string]any{"turnSeconds": 60, "callSeconds": 30})
			p := s.turn()
			s.play(p, s.hand(p)[0])
			deadline := *s.seen().Deadline
			s.expect(deadline == model.Stamp(s.now().Add(90*time.Second)), "a deadline after window and clock, got %s", deadline)
			s.wait(time.Second)
			s.accept(s.on(p, 2), s.on(p, 1))
			s.expect(*s.seen().Deadline == deadline, "the deadline to stay")
		}},
		{Name: "R27 after a call the clock runs from the call", NeedsClock: true, script: func(s *stage) {
			s.table(3, map[string]any{"turnSeconds": 60, "callSeconds": 30})
			p := s.turn()
			s.play(p, s.hand(p)[0])
			s.wait(10 * time.Second)
			s.call(s.on(p, 2))
			s.expect(*s.seen().Deadline == model.Stamp(s.now().Add(time.Minute)), "a minute from now")
		}},
		{Name: "R27 everybody gone: one after the other is taken to have left", NeedsClock: true, script: func(s *stage) {
			s.table(3, map[string]any{"turnSeconds": 10, "callSeconds": 0})
			for range 7 {
				s.wait(10 * time.Second)
			}
			s.expect(s.seen().Seats[(s.on(*s.seen().Dealer, 1))].Away, "the first player to have left")
			s.wait(10 * time.Second)
			s.expect(s.seen().Status == model.Finished, "the match over with the second")
		}},
	}
}
