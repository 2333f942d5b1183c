package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

// levelForm is a bot's level as a finished round names it, with its version.
var levelForm = regexp.MustCompile(`^(easy|normal|hard)/[0-9]+$`)

// compareRounds holds every newly finished round, as every viewer gets it, against the model, which has
// dealt it again from the opened seed.
func (t *Table) compareRounds(ctx context.Context) error {
	if t.m == nil {
		return nil
	}
	for ; t.compared < len(t.m.Records()); t.compared++ {
		want := t.m.Records()[t.compared]
		if _, ok := t.facts.records[want.Round]; !ok {
			if err := t.fetchRecord(ctx, want.Round); err != nil {
				return err
			}
		}
		text := t.facts.records[want.Round].text
		plain, err := t.withoutLevels(text)
		if err != nil {
			return fmt.Errorf("finished round %d: %w", want.Round, err)
		}
		if err := compare(want, plain); err != nil {
			return fmt.Errorf("finished round %d: %w", want.Round, err)
		}
		for _, viewer := range t.viewers() {
			answer, err := t.api.Round(ctx, t.caller(viewer), t.id, want.Round)
			if err != nil {
				return err
			}
			if answer.Status != http.StatusOK || string(answer.Body) != string(text) {
				return fmt.Errorf("finished round %d: %q gets %d, another text than the spectator: %s", want.Round, viewer, answer.Status, answer.Body)
			}
		}
	}
	return nil
}

// withoutLevels checks that the acts of bots, and no others, name a level with its version, and takes it out.
func (t *Table) withoutLevels(text json.RawMessage) (json.RawMessage, error) {
	var whole map[string]any
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, fmt.Errorf("read it: %w", err)
	}
	actions, _ := whole["actions"].([]any)
	for _, entry := range actions {
		a, _ := entry.(map[string]any)
		seat, _ := a["seat"].(float64)
		if int(seat) < 0 || int(seat) >= t.m.Seats() {
			return nil, fmt.Errorf("an action of seat %v", a["seat"])
		}
		level, has := a["level"].(string)
		if bot := t.m.Bot(int(seat)); bot != (has && levelForm.MatchString(level)) {
			return nil, fmt.Errorf("level is %v in an action of seat %d", a["level"], int(seat))
		}
		delete(a, "level")
		if a["timedOut"] == false {
			delete(a, "timedOut")
		}
	}
	plain, err := json.Marshal(whole)
	if err != nil {
		return nil, fmt.Errorf("write it: %w", err)
	}
	return plain, nil
}

// probeRounds asks for rounds that cannot be had: the one that is played, and the ones beyond.
func (t *Table) probeRounds(ctx context.Context) error {
	view := t.views[spectator]
	probe := func(round, status int, code string) error {
		answer, err := t.api.Round(ctx, client.Caller{}, t.id, round)
		if err != nil {
			return err
		}
		if answer.Status != status || answer.Problem().Code != code {
			return fmt.Errorf("round %d while %d is %s: %d %s", round, view.Round, view.Status, answer.Status, answer.Body)
		}
		return nil
	}
	if view.Status == model.Playing || view.Status == model.LastCall {
		if err := probe(view.Round, http.StatusConflict, "round-not-over"); err != nil {
			return err
		}
	}
	return probe(view.Round+1+t.rnd.IntN(3), http.StatusNotFound, "no-such-round")
}
