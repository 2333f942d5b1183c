package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"cheat/acceptance/client"
)

// ask sends a request and states its status and code ("" for none).
func (s *stage) ask(status int, code, method, path string, caller client.Caller, body any) client.Answer {
	if s.err != nil {
		return client.Answer{Header: http.Header{}}
	}
	answer, err := s.api.Do(s.ctx, method, path, caller, body)
	s.check(err)
	s.expect(answer.Status == status && answer.Problem().Code == code,
		"%s %s with %s to be %d %q, got %d %s", method, path, short(body), status, code, answer.Status, answer.Body)
	return answer
}

func edgeScenarios() []Scenario {
	header := func(name string, values ...string) client.Caller {
		return client.Caller{Extra: http.Header{name: values}}
	}
	return []Scenario{
		{Name: "games, routes and methods that do not exist", Edge: true, script: func(s *stage) {
			s.table(2, nil)
			nobody := client.Caller{}
			unknown := strings.Repeat("x", max(1, len(s.id)))
			s.ask(404, "no-such-game", http.MethodGet, "/v1/games/"+unknown, nobody, nil)
			s.ask(404, "no-such-game", http.MethodPost, "/v1/games/"+unknown+"/calls", nobody, nil)
			s.ask(404, "no-such-round", http.MethodGet, "/v1/games/"+s.id+"/rounds/2", nobody, nil)
			s.ask(409, "round-not-over", http.MethodGet, "/v1/games/"+s.id+"/rounds/1", nobody, nil)
			s.ask(404, "no-such-route", http.MethodGet, "/v1/nothing", nobody, nil)
			answer := s.ask(405, "method-not-allowed", http.MethodPut, "/v1/games/"+s.id, nobody, nil)
			s.expect(strings.Contains(answer.Header.Get("Allow"), http.MethodGet), "Allow to name GET, got %q", answer.Header.Get("Allow"))
			for _, query := range []string{"?surprise=1", "/events?after=x", "/events?limit=0", "/events?limit=501", "/events?after=1&after=1"} {
				s.ask(400, "invalid-request", http.MethodGet, "/v1/games/"+s.id+query, nobody, nil)
			}
			for _, query := range []string{"?limit=0", "?limit=101", "?limit=1&limit=1", "?after=%00"} {
				s.ask(400, "invalid-request", http.MethodGet, "/v1/games"+query, nobody, nil)
			}
		}},
		{Name: "tokens of another form", Edge: true, script: func(s *stage) {
			s.table(2, nil)
			path := "/v1/games/" + s.id
			token := client.NewToken()
			for _, text := range []string{"", "Bearer", "Bearer ", "Basic " + token, token, "Bearer " + token + " " + token,
				"Bearer " + token[:42], "Bearer " + token[:42] + "B", "Bearer " + strings.Repeat("A", 43), "Bearer " + token[:41] + "=A"} {
				answer := s.ask(401, "bad-token", http.MethodGet, path, header("Authorization", text), nil)
				s.expect(answer.Header.Get("WWW-Authenticate") == "Bearer", "WWW-Authenticate for %q", text)
			}
			s.ask(401, "bad-token", http.MethodPost, path+"/calls", header("Authorization", "Basic x"), []byte("{"))
			s.ask(401, "bad-token", http.MethodPost, "/v1/games", header("Authorization", "Basic x"), []byte("{"))
			s.ask(401, "bad-token", http.MethodGet, "/v1/me/games", client.Caller{}, nil)
		}},
		{Name: "bodies that cannot be read", Edge: true, script: func(s *stage) {
			s.table(3, map[string]any{"callSeconds": 0})
			p := s.turn()
			caller := client.Caller{Token: s.player(s.m.PlayerAt(p)).Token}.At(s.seen().Version)
			path := "/v1/games/" + s.id + "/plays"
			card := s.hand(p)[0]
			for _, body := range []string{"", "{", "[]", "null", `{"cards":"` + card + `"}`, `{"cards":null}`, `{"cards":[null]}`, `{"cards":[["` + card + `"]]}`,
				`{"cards":["` + card + `"],"x":1}`, `{"cards":["` + card + `"],"cards":["` + card + `"]}`, `{"cards":["` + card + `"]} {}`,
				`{"cards":["` + card + `"],"rank":7}`, `{"cards":["` + card + `"],"rank":null}`, `{"cards":["\ud800"]}`, "{\"cards\":[\"\xff\"]}"} {
				answer := s.ask(400, "invalid-request", http.MethodPost, path, caller, []byte(body))
				s.expect(len(answer.Problem().Errors) > 0, "errors to say what is wrong with %q", body)
			}
			large := []byte(`{"cards":["` + card + `"],"rank":"` + strings.Repeat("7", 9000) + `"}`)
			s.ask(413, "body-too-large", http.MethodPost, path, caller, large)
			caller.Extra = http.Header{"Content-Type": {"text/plain"}}
			s.ask(415, "unsupported-media-type", http.MethodPost, path, caller, []byte(`{"cards":["`+card+`"]}`))
			caller.Extra = nil
			for _, match := range []string{"*", `W/"3"`, `"3", "4"`, "3", `""3""`} {
				caller.IfMatch = match
				s.ask(400, "invalid-request", http.MethodPost, path, caller, client.Cards{Cards: []string{card}})
			}
			caller = caller.At(s.seen().Version)
			for _, key := range []string{strings.Repeat("k", 65), "schlüssel", "two words"} {
				caller.Extra = http.Header{"Idempotency-Key": {key}}
				s.ask(400, "invalid-request", http.MethodPost, path, caller, client.Cards{Cards: []string{card}})
			}
			s.check(s.look(s.ctx))
			s.expect(s.turn() == p && s.seen().Pile.Cards == 0, "nothing to have changed")
		}},
		{Name: "reading again what has been seen", Edge: true, script: func(s *stage) {
			s.table(2, nil)
			path, version := "/v1/games/"+s.id, s.seen().Version
			tag := client.Tag(version)
			for _, seen := range []string{tag, "*", "W/" + tag, `"1", ` + tag, `W/"1",W/` + tag} {
				answer := s.ask(304, "", http.MethodGet, path, client.Caller{Seen: seen}, nil)
				s.expect(answer.Version() == version && answer.Header.Get("Poll-After") != "", "ETag and Poll-After of a 304")
				s.check(noStore(answer))
			}
			for _, seen := range []string{`"1"`, "nonsense", strings.Trim(tag, `"`), `"` + tag + `"`} {
				s.ask(200, "", http.MethodGet, path, client.Caller{Seen: seen}, nil)
			}
		}},
		{Name: "names: trimmed, composed, twins refused", Edge: true, script: func(s *stage) {
			s.create(4, nil)
			path := "/v1/games/" + s.id + "/players"
			nobody := client.Caller{}
			for _, twin := range []string{"ada", " ADA ", "ＡＤＡ"} {
				s.ask(409, "name-taken", http.MethodPost, path, nobody, client.Joining{Name: twin})
			}
			for _, bad := range []string{"", "  ", strings.Repeat("x", 25), "a\nb", "a\u200bb", "\u202eabc", "a\u0378"} {
				s.ask(400, "invalid-request", http.MethodPost, path, nobody, client.Joining{Name: bad})
			}
			long := strings.Repeat("x", 65)
			s.ask(400, "invalid-request", http.MethodPost, path, nobody, client.Joining{Name: "Ben", Entropy: &long})
			answer := s.ask(201, "", http.MethodPost, path, nobody, client.Joining{Name: "  Ren\u0065\u0301  "})
			var seated client.Seated
			if s.err == nil {
				s.check(answer.JSON(&seated))
				s.expect(len(seated.Game.Seats) == 4 && *seated.Game.Seats[1].Name == "Ren\u00e9", "a trimmed name in NFC: %s", answer.Body)
				s.expect(len(seated.Token) == 43, "a token of 43 characters")
			}
			s.Table = nil // somebody sat down of whom the model has not been told
		}},
		{Name: "a creation's key", Edge: true, script: func(s *stage) {
			caller := client.Caller{Token: client.NewToken(), Key: "make-it-once"}
			body := client.Creation{Name: "Ada", Seats: 2}
			var made, again client.Seated
			answer := s.ask(201, "", http.MethodPost, "/v1/games", caller, body)
			if s.err == nil {
				s.check(answer.JSON(&made))
			}
			body.Seats = 3
			s.ask(422, "idempotency-key-reused", http.MethodPost, "/v1/games", caller, body)
			body.Seats = 2
			s.ask(200, "", http.MethodDelete, "/v1/games/"+made.Game.ID+"/players/me", client.Caller{Token: caller.Token}, nil)
			answer = s.ask(201, "", http.MethodPost, "/v1/games", caller, body)
			if s.err == nil {
				s.check(answer.JSON(&again))
				s.expect(again.Game.ID == made.Game.ID && again.Seat == nil && again.Game.You == nil && again.Game.Status == "cancelled",
					"the same game without a seat, got %s", answer.Body)
			}
		}},
		{Name: "a player's games: those that wait for him first, by deadline; then the newest", Edge: true, script: func(s *stage) {
			ada, ben := client.Caller{Token: client.NewToken()}, client.Caller{Token: client.NewToken()}
			for i := range 8 {
				rules := map[string]any{"turnSeconds": []int{0, 86400, 3600, 600}[i%4]}
				answer := s.ask(201, "", http.MethodPost, "/v1/games", ada, client.Creation{Name: "Ada", Seats: 2, Rules: rules})
				var made client.Seated
				if s.err != nil || answer.JSON(&made) != nil {
					return
				}
				if i > 0 {
					s.ask(201, "", http.MethodPost, "/v1/games/"+made.Game.ID+"/players", ben, client.Joining{Name: "Ben"})
				}
			}
			s.check(s.inOrder(s.ask(200, "", http.MethodGet, "/v1/me/games?limit=1", ada, nil), 8))
			s.check(s.inOrder(s.ask(200, "", http.MethodGet, "/v1/me/games", ben, nil), 7))
		}},
	}
}

// inOrder checks the order of a player's running games, of which there are so many.
func (s *stage) inOrder(answer client.Answer, games int) error {
	if s.err != nil {
		return nil
	}
	var list struct {
		Games []struct {
			ID            string
			WaitingForYou bool
			Deadline      *string
			UpdatedAt     string
		}
	}
	if err := json.Unmarshal(answer.Body, &list); err != nil {
		return fmt.Errorf("read the list: %w", err)
	}
	if len(list.Games) != games {
		return fmt.Errorf("%d games, want %d: %s", len(list.Games), games, answer.Body)
	}
	var keys []string
	for _, g := range list.Games {
		switch {
		case g.WaitingForYou && g.Deadline != nil:
			keys = append(keys, "1 "+*g.Deadline)
		case g.WaitingForYou:
			keys = append(keys, "2")
		default:
			keys = append(keys, "3 "+descending(g.UpdatedAt))
		}
	}
	if !slices.IsSorted(keys) {
		return fmt.Errorf("not in order: %s", answer.Body)
	}
	return nil
}

// descending turns a stamp into a text that sorts the other way round.
func descending(stamp string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return '9' - r + '0'
		}
		return r
	}, stamp)
}
