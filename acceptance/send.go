package acceptance

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

// do sends a command, looks at everything, and holds the answer against the model's verdict. It returns the
// answer; the error is what is wrong with the server, a refusal is none.
func (t *Table) do(ctx context.Context, c model.Command) (client.Answer, error) {
	t.commands++
	pre, from := t.version, t.now()
	answer, err := t.send(ctx, &c)
	if err != nil {
		return answer, err
	}
	to := t.now()
	t.logf("version %d: %s by %q %v: %d %s", pre, c.Kind, c.By, c.Cards, answer.Status, answer.Problem().Code)
	if err := t.hear(ctx, c, answer, pre, from, to); err != nil {
		return answer, fmt.Errorf("%s answered %d: %w", c, answer.Status, err)
	}
	if answer.Status < 300 && c.Key != "" {
		t.keys[c.By] = c
	}
	if answer.Status < 300 && c.Kind == "join" {
		t.player(c.By).Name = c.Name
	}
	return answer, nil
}

// hear takes in the answer to a command.
func (t *Table) hear(ctx context.Context, c model.Command, answer client.Answer, pre int, from, to time.Time) error {
	replayed, idle := answer.Header.Get("Idempotency-Replayed") == "true", t.idle(c)
	var problem client.Problem
	seen := t.version
	var err error
	if answer.Status >= 300 {
		problem, err = t.checkProblem(c, answer)
	} else {
		seen, err = t.checkSuccess(c, answer)
	}
	if err != nil {
		return err
	}
	if err := t.collect(ctx); err != nil {
		return err
	}
	if c.Kind == "rematch" && answer.Status < 300 {
		seen = t.version
	}
	if answer.Status < 300 && !replayed && seen > pre && !idle {
		t.pending = append(t.pending, sent{c, pre, seen, from.Truncate(time.Millisecond).Add(-t.slack()), to.Add(t.slack())})
		return t.settle(ctx)
	}
	t.observe(observation{pre, max(pre, t.version), fmt.Sprintf("verdict on %s", c), func() error {
		var verdicts []model.Verdict
		for _, now := range []time.Time{from, to} {
			v := t.m.Judge(c, now)
			if v.Status == answer.Status && v.Code == problem.Code && v.Replayed == replayed && !v.Accepted() {
				if v.Code == "" {
					return t.m.Do(c, now) // what changes nothing may still be remembered with its key
				}
				return nil
			}
			verdicts = append(verdicts, v)
		}
		return fmt.Errorf("status %d, code %q, replayed %v; the model says %+v", answer.Status, problem.Code, replayed, verdicts[0])
	}})
	return t.settle(ctx)
}

// idle says whether a command that succeeds changes nothing in this game: leaving without a seat, freeing an empty
// one, asking for a rematch that somebody has asked for before.
func (t *Table) idle(c model.Command) bool {
	view := t.view(c.By)
	switch c.Kind {
	case "leave":
		return view.You == nil
	case "free":
		return c.Seat >= 0 && c.Seat < len(view.Seats) && view.Seats[c.Seat].Kind == "empty"
	}
	return c.Kind == "rematch" && view.Rematch != nil
}

// checkProblem checks the form of a refusal.
func (t *Table) checkProblem(c model.Command, answer client.Answer) (client.Problem, error) {
	p := answer.Problem()
	switch {
	case p.Code == "" || p.Title == "" || p.Detail == "" || p.Status != answer.Status:
		return p, fmt.Errorf("the problem lacks something: %s", answer.Body)
	case !strings.HasSuffix(p.Type, "/problems/"+p.Code):
		return p, fmt.Errorf("the problem's type is %q", p.Type)
	case p.Status == http.StatusUnauthorized && answer.Header.Get("WWW-Authenticate") != "Bearer":
		return p, fmt.Errorf("401 with WWW-Authenticate %q", answer.Header.Get("WWW-Authenticate"))
	case p.Status == http.StatusBadRequest && len(p.Errors) == 0:
		return p, fmt.Errorf("400 without errors: %s", answer.Body)
	case (p.Status == http.StatusConflict || p.Status == http.StatusPreconditionFailed) && len(p.Game) == 0:
		return p, fmt.Errorf("%d without the game: %s", p.Status, answer.Body)
	}
	if view := t.views[spectator]; p.Code == "calls-open" && view.Pile.LastPlay != nil && view.Pile.LastPlay.Until != nil {
		seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
		if err != nil || seconds < 1 {
			return p, fmt.Errorf("calls-open with Retry-After %q", answer.Header.Get("Retry-After"))
		}
	}
	if len(p.Game) > 0 {
		if _, err := t.sawView(c.By, p.Game); err != nil {
			return p, err
		}
	}
	return p, noStore(answer)
}

// checkSuccess checks what a carried-out command brings back, and says which version it shows.
func (t *Table) checkSuccess(c model.Command, answer client.Answer) (int, error) {
	if c.Kind == "rematch" {
		return t.version, noStore(answer) // it shows the other game
	}
	body := json.RawMessage(answer.Body)
	if c.Kind == "join" {
		if _, err := t.seated(answer, t.player(c.By), -1); err != nil {
			return 0, err
		}
		var outer struct{ Game json.RawMessage }
		if err := answer.JSON(&outer); err != nil {
			return 0, err
		}
		body = outer.Game
	} else if answer.Status != http.StatusOK {
		return 0, fmt.Errorf("status %d for %s", answer.Status, c.Kind)
	}
	view, err := t.sawView(c.By, body)
	if err != nil {
		return 0, err
	}
	if answer.Version() != view.Version {
		return 0, fmt.Errorf("ETag %s beside version %d", answer.Header.Get("ETag"), view.Version)
	}
	return view.Version, noStore(answer)
}

// send turns a command into a request. A malformed one gets one of several faults that are all 400.
func (t *Table) send(ctx context.Context, c *model.Command) (client.Answer, error) {
	method, path, body := t.request(*c)
	caller := t.caller(c.By)
	caller.Key = c.Key
	if c.IfMatch != nil {
		caller.IfMatch = client.Tag(*c.IfMatch)
	}
	if c.BadToken {
		caller.Token = pick(t.rnd, []string{"short", strings.Repeat("A", 43), client.NewToken()[:42] + "B", client.NewToken() + "A", "a b"})
	}
	print, err := json.Marshal([]any{method, path, cmp.Or[any](body, struct{}{})})
	if err != nil {
		return client.Answer{}, fmt.Errorf("write a command: %w", err)
	}
	c.Print = string(print)
	if c.BadForm {
		body = t.spoil(*c, &caller, body)
	}
	return t.api.Do(ctx, method, path, caller, body)
}

// request is the route and the body of a command.
func (t *Table) request(c model.Command) (method, path string, body any) {
	game := "/v1/games/" + t.id
	switch c.Kind {
	case "join":
		return http.MethodPost, game + "/players", client.Joining{Name: c.Name, Entropy: given(c.Entropy != "", c.Entropy)}
	case "leave":
		return http.MethodDelete, game + "/players/me", nil
	case "free":
		return http.MethodDelete, game + "/players/" + strconv.Itoa(c.Seat), nil
	case "start":
		return http.MethodPost, game + "/start", client.Starting{Bots: c.Bots, Entropy: given(c.EntropyGiven, c.Entropy)}
	case "play":
		cards := []string{}
		for _, card := range c.Cards {
			cards = append(cards, string(card))
		}
		return http.MethodPost, game + "/plays", client.Cards{Cards: cards, Rank: given(c.Rank != "", c.Rank)}
	case "rematch":
		return http.MethodPost, game + "/rematch", client.Asking{Entropy: given(c.Entropy != "", c.Entropy)}
	}
	route := map[string]string{"call": "/calls", "accept": "/accepts", "deal": "/rounds"}[c.Kind]
	if t.rnd.IntN(2) == 0 {
		return http.MethodPost, game + route, nil
	}
	return http.MethodPost, game + route, struct{}{}
}

// spoil makes a request that is 400 whatever else is wrong with it.
func (t *Table) spoil(c model.Command, caller *client.Caller, body any) any {
	if needsVersion(c.Kind) && t.rnd.IntN(2) == 0 {
		caller.IfMatch = pick(t.rnd, []string{"*", `W/"1"`, `"1", "2"`, "1"})
		return body
	}
	faults := []string{`{`, `[]`, `{"unknown":1}`, `nonsense`, `"text"`, `{"entropy":1,"entropy":2}`}
	if c.Kind == "play" {
		faults = append(faults, `{}`, `{"cards":"7a"}`, `{"cards":[1]}`, `{"cards":null}`, `{"cards":["7a"],"rank":7}`, `{"cards":["7a"],"cards":["7a"]}`)
	}
	return []byte(pick(t.rnd, faults))
}

func needsVersion(kind string) bool {
	return kind == "play" || kind == "call" || kind == "accept" || kind == "deal"
}

func given(is bool, value string) *string {
	if !is {
		return nil
	}
	return &value
}
