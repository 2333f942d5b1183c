package acceptance

import (
	"net/http"
	"slices"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

func lobbyScenarios() []Scenario {
	return []Scenario{
		{Name: "start with fewer: seats close up, defaults are taken again", script: func(s *stage) {
			s.create(6, nil)
			s.join()
			s.join()
			s.join()
			s.refused("not-the-host", s.by(2, "start"))
			free := s.by(0, "free")
			free.Seat = 1
			s.mustDo(free)
			free.Seat = 5
			s.mustDo(free) // an empty one: nothing changes
			leave := s.by(2, "leave")
			s.mustDo(leave)
			third := s.m.PlayerAt(3)
			start := s.by(0, "start")
			start.EntropyGiven, start.Entropy = true, "after the commitment"
			s.mustDo(start)
			s.expect(len(s.seen().Seats) == 2 && s.m.SeatOf(third) == 1, "two seats, closed up")
			rules := s.seen().Rules
			s.expect(rules["decks"] == 1.0 && rules["afterCall"] == "repeat" && rules["callSeconds"] == 0.0, "the defaults of two")
			s.expect(s.last(spectator, "started") != nil, "the new order to be told")
			s.refused("already-started", s.by(0, "start"))
			free.Seat = 1
			s.refused("already-started", free)
		}},
		{Name: "start with fewer: rules that no longer fit are refused", script: func(s *stage) {
			s.create(5, map[string]any{"maxCards": 8})
			s.refused("too-few-players", s.by(0, "start"))
			s.join()
			s.refused("bad-rules", s.by(0, "start"))
			s.join()
			s.join()
			s.join()
			s.expect(s.seen().Status == model.Playing, "the last seat taken to start the game")
		}},
		{Name: "the host leaves: the next taken seat is host, the last one leaving cancels the game", script: func(s *stage) {
			s.create(4, nil)
			s.join()
			s.join()
			first := s.m.PlayerAt(0)
			s.leave(1)
			s.leave(0)
			s.expect(s.seen().Host == 2, "seat 2 to be host")
			s.expect(slices.Equal(s.views[first].Actions, []string{"join"}), "joining to be offered again")
			s.mustDo(model.Command{Kind: "join", By: first, Name: "Ada again"})
			s.expect(s.m.SeatOf(first) == 0 && s.seen().Host == 2, "the lowest free seat, and another host")
			s.refused("not-the-host", s.by(0, "start"))
			own := s.by(2, "free")
			own.Seat = 2
			s.mustDo(own)
			s.expect(s.seen().Host == 0, "seat 0 to be host")
			last := s.by(0, "join")
			s.leave(0)
			s.expect(s.seen().Status == model.Cancelled && len(s.last(spectator, "gameEnded")["winners"].([]any)) == 0, "a cancelled game")
			s.refused("game-over", last)
		}},
		{Name: "joining is refused in the order of the contract", script: func(s *stage) {
			s.create(2, nil)
			again := s.by(0, "join")
			s.refused("already-seated", again)
			p := s.newPlayer(names[1], client.NewToken())
			s.refused("name-taken", model.Command{Kind: "join", By: p.ID, Name: " aDA "})
			s.mustDo(model.Command{Kind: "join", By: p.ID, Name: p.Name})
			s.refused("already-seated", again)
			q := s.newPlayer(names[2], client.NewToken())
			s.refused("game-full", model.Command{Kind: "join", By: q.ID, Name: names[0]})
		}},
		{Name: "bots take the last seats; the game starts when the last free seat is taken", script: func(s *stage) {
			s.Table = newTable(s.api, s.o, s.rnd)
			s.newPlayer(stranger, client.NewToken())
			host := s.newPlayer(names[0], client.NewToken())
			s.check(s.Table.create(s.ctx, host, client.Creation{Name: host.Name, Seats: 4, Bots: []string{"hard", "easy"}}))
			s.expect(s.seen().Seats[2].Kind == "bot" && *s.seen().Seats[2].Level == "hard" && *s.seen().Seats[3].Level == "easy", "bots on seats 2 and 3")
			s.expect(s.seen().Seats[1].Kind == "empty", "seat 1 to be free")
			s.join()
			s.expect(s.seen().Status == model.Playing, "the game to start")
			s.mustDo(model.Command{Kind: "leave", By: s.players[2].ID})
			s.mustDo(model.Command{Kind: "leave", By: host.ID})
			s.expect(s.seen().Status == model.Finished, "the match to end with the last human")
			s.expect(s.last(spectator, "roundEnded")["reason"] == "left", "the round to end with left")
		}},
		{Name: "start with bots on free seats, the rest removed", script: func(s *stage) {
			s.create(5, map[string]any{"callSeconds": 0})
			many := s.by(0, "start")
			many.Bots = []string{"easy", "easy", "easy", "easy", "easy"}
			s.refused("bad-rules", many)
			start := s.by(0, "start")
			start.Bots = []string{"normal", "easy"}
			s.Table.bots = true
			s.mustDo(start)
			s.expect(len(s.seen().Seats) == 3, "three seats")
			s.mustDo(model.Command{Kind: "leave", By: s.players[1].ID})
			s.expect(s.seen().Status == model.Finished, "the match to end with the last human")
		}},
		{Name: "creations that are refused", Edge: true, script: func(s *stage) {
			refuse := func(status int, code string, body any) {
				answer, err := s.api.Do(s.ctx, http.MethodPost, "/v1/games", client.Caller{}, body)
				s.check(err)
				s.expect(answer.Status == status && answer.Problem().Code == code, "%s to be refused with %d %s, got %d %s", short(body), status, code, answer.Status, answer.Body)
			}
			rules := func(seats int, rules map[string]any) client.Creation {
				return client.Creation{Name: "Ada", Seats: seats, Rules: rules}
			}
			refuse(422, "bad-rules", rules(5, map[string]any{"decks": 1}))
			refuse(422, "bad-rules", rules(4, map[string]any{"maxCards": 8}))
			refuse(422, "bad-rules", rules(3, map[string]any{"handSize": 11}))
			refuse(422, "bad-rules", rules(8, map[string]any{"handSize": 9, "chroniclers": true}))
			refuse(422, "bad-rules", client.Creation{Name: "Ada", Seats: 2, Bots: []string{"easy", "easy"}})
			for _, bad := range []map[string]any{{"decks": 3}, {"decks": nil}, {"handSize": 0}, {"handSize": 35}, {"maxCards": 5}, {"callSeconds": 3601},
				{"callSeconds": -1}, {"points": []int{}}, {"points": []int{101}}, {"rounds": 0}, {"rounds": 51}, {"target": 0}, {"target": 1001},
				{"turnSeconds": 9}, {"turnSeconds": 1209601}, {"afterCall": "stop"}, {"chroniclers": 1}, {"rounds": 1.5}, {"surprise": true}} {
				refuse(400, "invalid-request", rules(2, bad))
			}
			for _, bad := range []any{rules(1, nil), rules(9, nil), client.Creation{Seats: 2}, client.Creation{Name: "  ", Seats: 2},
				client.Creation{Name: "abcdefghijklmnopqrstuvwxy", Seats: 2}, client.Creation{Name: "a\u0007b", Seats: 2},
				map[string]any{"name": "Ada"}, client.Creation{Name: "Ada", Seats: 3, Bots: []string{"clever"}}} {
				refuse(400, "invalid-request", bad)
			}
			answer, err := s.api.Create(s.ctx, client.Caller{Key: "without-a-token"}, rules(2, nil))
			s.check(err)
			s.expect(answer.Status == 400, "a key without a token to be refused, got %d", answer.Status)
		}},
	}
}
