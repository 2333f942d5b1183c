package acceptance

import (
	"net/http"
	"slices"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

func leavingScenarios() []Scenario {
	one := map[string]any{"handSize": 1}
	return []Scenario{
		{Name: "R28 his own last card waiting, a leaver has not won", script: func(s *stage) {
			s.table(4, one)
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.leave(p)
			s.expect(s.seen().Status == model.Playing && s.turn() == s.on(p, 1) && s.rank() == "8", "the next player to play eights")
			s.shortRound()
			s.expect(s.places()[p] == 4 && s.seen().Seats[p].Points == 0, "the last place for the leaver")
		}},
		{Name: "R28 the only missing answer leaves: a last card has won", script: func(s *stage) {
			s.table(3, one)
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.accept(s.on(p, 1))
			s.leave(s.on(p, 2))
			s.expect(s.seen().Status == model.Finished && s.places()[p] == 1 && s.places()[s.on(p, 2)] == 3, "the player to win")
			s.expect(s.last(spectator, "roundEnded")["reason"] == "out", "the round to end with out")
		}},
		{Name: "R28 whoever is on turn leaves: the next player has the same due rank", script: func(s *stage) {
			s.table(3, map[string]any{"callSeconds": 0})
			s.play(s.turn(), s.hand(s.turn())[0])
			p := s.turn()
			s.leave(p)
			s.expect(s.turn() == s.on(p, 1) && s.rank() == "8", "the next player to play eights")
		}},
		{Name: "R28 a later leaver is placed better; the only one left wins round and match", script: func(s *stage) {
			s.table(4, map[string]any{"rounds": 3})
			s.leave(2)
			s.leave(0)
			s.leave(3)
			s.expect(slices.Equal(s.places(), []int{3, 1, 4, 2}) && slices.Equal(s.seen().Winners, []int{1}), "places 3-1-4-2, seat 1 to win")
			s.expect(s.seen().Status == model.Finished && s.last(spectator, "roundEnded")["reason"] == "left", "the match over")
			s.expect(s.seen().Seats[1].Points == 4 && s.seen().Seats[3].Points == 0, "points for the winner alone")
		}},
		{Name: "R28 leaving between rounds keeps place and points, and cannot win the match", script: func(s *stage) {
			s.table(2, map[string]any{"handSize": 1, "rounds": 2})
			p := s.turn()
			s.shortRound()
			s.leave(p)
			s.expect(s.seen().Status == model.Finished && slices.Equal(s.seen().Winners, []int{s.on(p, 1)}), "the other to win")
			s.expect(s.places()[p] == 1 && s.seen().Seats[p].Points == 4, "place and points kept")
			s.expect(s.last(spectator, "gameEnded")["version"] == s.last(spectator, "left")["version"], "one act")
		}},
		{Name: "R28 callers next: the right to answer passes to the new next player", script: func(s *stage) {
			s.table(4, map[string]any{"handSize": 1, "callers": "next"})
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.leave(s.on(p, 1))
			s.expect(slices.Equal(s.seen().WaitingFor, []int{s.on(p, 2)}), "the new next player to be waited for")
			s.refused("not-the-next-player", s.by(s.on(p, 3), "call"))
			s.accept(s.on(p, 2))
			s.expect(s.places()[p] == 1, "the player to win")
		}},
		{Name: "R28 callSeconds null: nobody waits for a leaver's answer", script: func(s *stage) {
			s.table(4, map[string]any{"callSeconds": nil})
			p := s.turn()
			s.play(p, s.hand(p)[0])
			s.accept(s.on(p, 2))
			s.leave(s.on(p, 3))
			s.expect(slices.Equal(s.seen().WaitingFor, []int{s.on(p, 1)}), "the next player to be waited for")
			s.play(s.on(p, 1), s.hand(s.on(p, 1))[0])
		}},
		{Name: "R28 the next player leaves within a window", script: func(s *stage) {
			s.table(4, map[string]any{"callSeconds": 3600})
			p := s.turn()
			s.play(p, s.hand(p)[0])
			s.leave(s.on(p, 1))
			s.expect(s.turn() == s.on(p, 2) && s.seen().Pile.LastPlay.Until != nil, "the window to run on for the new next player")
			s.refused("calls-open", s.by(s.on(p, 2), "play", s.hand(s.on(p, 2))[0]))
			s.accept(s.on(p, 3))
			s.play(s.on(p, 2), s.hand(s.on(p, 2))[0])
		}},
		{Name: "R28 playOn: who is out leaves and keeps place and points", script: func(s *stage) {
			s.table(3, map[string]any{"handSize": 1, "finish": "playOn"})
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.accept(s.on(p, 1), s.on(p, 2))
			s.leave(p)
			s.expect(s.seen().Status == model.Playing, "the round to go on")
			s.play(s.on(p, 1), s.hand(s.on(p, 1))...)
			s.accept(s.on(p, 2))
			s.expect(s.places()[p] == 1 && s.seen().Seats[p].Points == 4, "first place for who was out")
			s.expect(slices.Equal(s.seen().Winners, []int{s.on(p, 1)}), "the second to win the match")
		}},
		{Name: "R28 R19 playOn: the only player left leaves a last card to win, and nobody plays on", script: func(s *stage) {
			s.table(3, map[string]any{"handSize": 1, "finish": "playOn"})
			p := s.turn()
			s.play(p, s.hand(p)...)
			s.accept(s.on(p, 1), s.on(p, 2))
			s.play(s.on(p, 1), s.hand(s.on(p, 1))...)
			s.leave(s.on(p, 2))
			for steps, points := range []int{4, 3, 0} {
				seat := s.on(p, steps)
				s.expect(s.places()[seat] == steps+1 && s.seen().Seats[seat].Points == points, "place and points of seat %d", seat)
			}
			s.expect(s.seen().Status == model.Finished && s.last(spectator, "roundEnded")["reason"] == "out", "the round to end with out")
		}},
		{Name: "who has left sees what a spectator sees, may do nothing, and cannot come back", script: func(s *stage) {
			s.table(3, nil)
			s.leave(1)
			gone := s.by(1, "play", "7a")
			s.expect(s.views[gone.By].You == nil && s.seen().Seats[1].Away, "a spectator's view")
			s.refused("not-a-player", gone)
			s.refused("already-seated", s.by(1, "join"))
			version := s.seen().Version
			s.leave(1)
			s.expect(s.seen().Version == version, "leaving again to change nothing")
			answer, err := s.api.Rematch(s.ctx, client.Caller{Token: s.player(gone.By).Token}, s.id, client.Asking{})
			s.check(err)
			s.expect(answer.Status == http.StatusForbidden, "no rematch for who has left")
			s.leave(0)
			s.refused("too-few-players", s.by(2, "rematch"))
		}},
	}
}
