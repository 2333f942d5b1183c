package acceptance

import (
	"net/http"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

func requestScenarios() []Scenario {
	return []Scenario{
		{Name: "a key gives the first answer's effect again, also after three moves more", script: func(s *stage) {
			s.table(3, map[string]any{"callSeconds": 0})
			p := s.turn()
			play := s.by(p, "play", s.hand(p)[0])
			play.Key = "one-and-only"
			s.mustDo(play)
			s.play(s.on(p, 1), s.hand(s.on(p, 1))[0])
			s.play(s.on(p, 2), s.hand(s.on(p, 2))[0])
			s.accept(s.on(p, 1))
			version := s.seen().Version
			answer := s.again(play)
			s.expect(answer.Status == http.StatusOK && answer.Header.Get("Idempotency-Replayed") == "true", "a replay")
			s.expect(answer.Version() == version && s.seen().Version == version, "today's view, and nothing changed")
			other := s.by(p, "play", s.hand(p)[0])
			other.Key = play.Key
			s.refused("idempotency-key-reused", other)
			stolen := s.by(s.on(p, 1), "play", s.hand(s.on(p, 1))[0])
			stolen.Key = play.Key
			s.refused("not-your-turn", stolen)
		}},
		{Name: "a refusal is not remembered with its key", script: func(s *stage) {
			s.table(3, map[string]any{"callSeconds": 0})
			p := s.turn()
			early := s.by(s.on(p, 1), "play", s.hand(s.on(p, 1))[0])
			early.Key = "too-early"
			s.refused("not-your-turn", early)
			s.play(p, s.hand(p)[0])
			late := s.by(s.on(p, 1), "play", s.hand(s.on(p, 1))[0])
			late.Key = early.Key
			s.mustDo(late)
			s.expect(s.turn() == s.on(p, 2), "the play to be carried out")
		}},
		{Name: "the version: missing, old, not there yet, of no form; one command of two at once", script: func(s *stage) {
			s.table(3, map[string]any{"callSeconds": 0})
			p := s.turn()
			play := s.by(p, "play", s.hand(p)[0])
			missing := play
			missing.IfMatch = nil
			s.refused("version-required", missing)
			future := play
			future.IfMatch = new(s.seen().Version + 1)
			s.refused("stale-version", future)
			old := play
			old.IfMatch = new(1)
			s.refused("stale-version", old)
			bad := play
			bad.BadForm = true
			s.refused("invalid-request", bad)
			call := s.by(s.on(p, 1), "call")
			s.mustDo(play)
			s.refused("stale-version", call)
			s.refused("stale-version", play)
			next := s.by(s.on(p, 1), "play", s.hand(s.on(p, 1))[0])
			caller := s.by(s.on(p, 2), "call")
			s.mustDo(next)
			s.refused("stale-version", caller)
		}},
		{Name: "who asks: no token, a bad one, a stranger's", script: func(s *stage) {
			s.table(2, nil)
			p := s.turn()
			play := s.by(p, "play", s.hand(p)[0])
			nobody := play
			nobody.By = spectator
			s.refused("not-a-player", nobody)
			nobody.Kind = "leave"
			s.refused("not-a-player", nobody)
			bad := play
			bad.BadToken, bad.BadForm = true, true
			s.refused("bad-token", bad)
			foreign := play
			foreign.By, foreign.IfMatch = s.players[0].ID, nil
			s.refused("not-a-player", foreign)
			foreign.Kind = "leave"
			s.mustDo(foreign)
			s.refused("game-not-over", s.by(p, "rematch"))
			s.refused("round-not-over", s.by(p, "deal"))
		}},
	}
}

// again sends a command once more, whatever comes of it.
func (s *stage) again(c model.Command) client.Answer {
	if s.err != nil {
		return client.Answer{}
	}
	answer, err := s.do(s.ctx, c)
	s.check(err)
	return answer
}
