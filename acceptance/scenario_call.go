package acceptance

import (
	"slices"
	"time"

	"cheat/acceptance/model"
)

func callScenarios() []Scenario {
	return []Scenario{
		{Name: "R6 two players: the rank that was called is due again", script: func(s *stage) {
			s.table(2, nil)
			p := s.turn()
			s.expect(s.seen().Rules["afterCall"] == "repeat" && s.seen().Rules["callSeconds"] == 0.0, "the defaults of two")
			s.play(p, s.hand(p)[0])
			s.expect(s.rank() == "8", "eights to be due")
			s.call(s.on(p, 1))
			s.expect(s.rank() == "7", "sevens to be due again")
		}},
		{Name: "R6 continue: a call changes nothing; R15 the caller plays out of order", script: func(s *stage) {
			s.table(4, map[string]any{"callSeconds": 0})
			p := s.turn()
			s.play(p, lie(s.hand(p), "7"))
			s.call(s.on(p, 3))
			s.expect(s.turn() == s.on(p, 3) && s.rank() == "8", "the caller to play eights")
			s.play(s.on(p, 3), s.hand(s.on(p, 3))[0])
			s.expect(s.turn() == p && s.rank() == "9", "the order to go on from the caller")
		}},
		{Name: "R6 restart: after a call sevens are due", script: func(s *stage) {
			s.table(3, map[string]any{"callSeconds": 0, "afterCall": "restart"})
			for range 3 {
				s.play(s.turn(), s.hand(s.turn())[0])
			}
			s.expect(s.rank() == "X", "tens to be due")
			s.call(s.turn())
			s.expect(s.rank() == "7", "sevens to be due")
		}},
		{Name: "R10 callers next: only the next player answers, and his acceptance closes the play", script: func(s *stage) {
			s.table(4, map[string]any{"callers": "next", "callSeconds": 30})
			p := s.turn()
			s.play(p, s.hand(p)[0])
			s.expect(s.seen().Pile.LastPlay.Until == nil, "no window")
			s.refused("not-the-next-player", s.by(s.on(p, 2), "call"))
			s.refused("own-play", s.by(p, "call"))
			s.accept(s.on(p, 1))
			s.expect(!s.seen().Pile.LastPlay.Callable, "the play to be closed")
			s.refused("nothing-to-call", s.by(s.on(p, 1), "call"))
			s.play(s.on(p, 1), s.hand(s.on(p, 1))[0])
		}},
		{Name: "R13 a window: the next player waits unless all other opponents have accepted", script: func(s *stage) {
			s.table(4, map[string]any{"callSeconds": 3600})
			p := s.turn()
			next := s.on(p, 1)
			s.play(p, s.hand(p)[0])
			s.expect(s.seen().Pile.LastPlay.Until != nil && s.turn() == next, "a window and the next player's turn")
			s.refused("calls-open", s.by(next, "play", s.hand(next)[0]))
			s.refused("not-your-turn", s.by(s.on(p, 2), "play", s.hand(s.on(p, 2))[0]))
			s.accept(s.on(p, 2), next)
			s.refused("already-answered", s.by(next, "call"))
			s.refused("calls-open", s.by(next, "play", s.hand(next)[0]))
			s.accept(s.on(p, 3))
			s.expect(!s.seen().Pile.LastPlay.Callable && s.seen().Pile.LastPlay.Until == nil, "the play to be closed")
			s.play(next, s.hand(next)[0])
		}},
		{Name: "R13 a window closes early for playing while the next player may still call", script: func(s *stage) {
			s.table(3, map[string]any{"callSeconds": 3600})
			p := s.turn()
			s.play(p, s.hand(p)[0])
			s.accept(s.on(p, 2))
			last := s.seen().Pile.LastPlay
			s.expect(last.Callable && last.Until == nil, "an open play without a window")
			s.play(s.on(p, 1), s.hand(s.on(p, 1))[0])
		}},
		{Name: "R13 a window ends at its moment", NeedsClock: true, script: func(s *stage) {
			s.table(3, map[string]any{"callSeconds": 7})
			p := s.turn()
			next := s.on(p, 1)
			s.play(p, s.hand(p)[0])
			version := s.seen().Version
			s.wait(7*time.Second - time.Millisecond)
			s.refused("calls-open", s.by(next, "play", s.hand(next)[0]))
			s.wait(time.Millisecond)
			s.expect(s.seen().Version == version && s.seen().Pile.LastPlay.Until != nil, "the end of the window to change nothing")
			s.accept(s.on(p, 2))
			s.expect(s.seen().Pile.LastPlay.Until == nil, "the next act to take the window away")
			s.play(next, s.hand(next)[0])
		}},
		{Name: "R13 callSeconds null: everybody's answer is waited for but the next player's", script: func(s *stage) {
			s.table(4, map[string]any{"callSeconds": nil})
			p := s.turn()
			next := s.on(p, 1)
			s.play(p, s.hand(p)[0])
			others := []int{s.on(p, 2), s.on(p, 3)}
			slices.Sort(others)
			s.expect(slices.Equal(s.seen().WaitingFor, others), "the others to be waited for")
			s.expect(!slices.Contains(s.views[s.m.PlayerAt(next)].Actions, "play"), "play not to be offered")
			s.refused("calls-open", s.by(next, "play", s.hand(next)[0]))
			s.accept(others...)
			s.expect(slices.Equal(s.seen().WaitingFor, []int{next}), "the next player to be waited for")
			s.play(next, s.hand(next)[0])
		}},
		{Name: "R11 one call resolves a play, a second is refused and costs nothing", script: func(s *stage) {
			s.table(4, map[string]any{"callSeconds": 0})
			p := s.turn()
			s.refused("nothing-to-call", s.by(s.on(p, 1), "call"))
			s.refused("nothing-to-accept", s.by(s.on(p, 1), "accept"))
			s.play(p, s.hand(p)[0])
			second := s.by(s.on(p, 2), "call")
			s.call(s.on(p, 1))
			s.refused("stale-version", second)
			s.refused("nothing-to-call", s.by(s.on(p, 2), "call"))
		}},
		{Name: "R12 acceptances make nobody's version stale; the one that closes the play does", script: func(s *stage) {
			s.table(4, map[string]any{"callSeconds": 0})
			p := s.turn()
			s.play(p, s.hand(p)[0])
			early := s.by(s.on(p, 1), "play", s.hand(s.on(p, 1))[0])
			third, fourth := s.by(s.on(p, 2), "accept"), s.by(s.on(p, 3), "accept")
			s.mustDo(third)
			s.mustDo(fourth)
			s.accept(s.on(p, 1))
			s.refused("stale-version", early)
			s.play(s.on(p, 1), s.hand(s.on(p, 1))[0])
		}},
		{Name: "R7 maxCards 8 with two decks, and the same card twice", script: func(s *stage) {
			s.table(3, map[string]any{"decks": 2, "maxCards": 8, "callSeconds": 0})
			p := s.turn()
			s.refused("wrong-card-count", s.by(p, "play", s.hand(p)[:9]...))
			s.refused("cards-not-in-hand", s.by(p, "play", s.hand(p)[0], s.hand(p)[0], s.hand(p)[0]))
			s.play(p, s.hand(p)[:8]...)
			s.expect(s.seen().Pile.Cards == 8 && s.seen().Pile.LastPlay.Count == 8, "eight cards on the pile")
		}},
		{Name: "R7 R8 what is put down is checked in the order of the contract", script: func(s *stage) {
			s.table(3, map[string]any{"callSeconds": 0})
			p := s.turn()
			foreign := s.hand(s.on(p, 1))[0]
			s.refused("no-such-card", s.by(p, "play", "Cc", "Cc", "Cc", "Cc", "Cc"))
			s.refused("wrong-card-count", s.by(p, "play"))
			wrong := s.by(p, "play", foreign)
			wrong.Rank = "8"
			s.refused("cards-not-in-hand", wrong)
			wrong = s.by(p, "play", s.hand(p)[0])
			wrong.Rank = "8"
			s.refused("wrong-rank", wrong)
			wrong.Rank = "7"
			s.mustDo(wrong)
			s.expect(s.seen().Status == model.Playing && s.seen().Pile.Cards == 1, "one card on the pile")
		}},
	}
}
