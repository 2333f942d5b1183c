package smoke

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"

	"cheat/acceptance/client"
)

// knock looks at what needs no game, and at what a browser asks first.
func (m *match) knock(ctx context.Context) error {
	for _, look := range []struct{ path, kind string }{
		{"/v1/health", "application/json"},
		{"/v1/openapi.json", "application/json"},
		{"/v1/games", "application/json"},
		{"/problems/stale-version", "text/html"},
		{"/", "text/html"},
	} {
		answer, err := m.api.Do(ctx, http.MethodGet, look.path, client.Caller{}, nil)
		if err = expect(answer, err, 200, nil); err != nil {
			return fmt.Errorf("GET %s: %w", look.path, err)
		}
		if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, look.kind) {
			return fmt.Errorf("GET %s: a %s instead of a %s", look.path, kind, look.kind)
		}
	}
	preflight := client.Caller{Extra: http.Header{
		"Origin": {"https://example.org"}, "Access-Control-Request-Method": {"DELETE"},
	}}
	answer, err := m.api.Do(ctx, http.MethodOptions, "/v1/games", preflight, nil)
	if err = expect(answer, err, 204, nil); err != nil {
		return fmt.Errorf("preflight: %w", err)
	}
	if !strings.Contains(answer.Header.Get("Access-Control-Allow-Methods"), "DELETE") {
		return fmt.Errorf("preflight: DELETE is not allowed: %v", answer.Header)
	}
	return nil
}

// lookAround looks at the fresh table as others would.
func (m *match) lookAround(ctx context.Context) error {
	var view client.View
	answer, err := m.api.View(ctx, client.Caller{}, m.id)
	if err = expect(answer, err, 200, &view); err != nil {
		return fmt.Errorf("spectate: %w", err)
	}
	if view.You != nil {
		return fmt.Errorf("spectate: a spectator has a hand")
	}
	again := m.caller(0)
	again.Seen = client.Tag(m.version)
	answer, err = m.api.View(ctx, again, m.id)
	if err = expect(answer, err, 304, nil); err != nil {
		return fmt.Errorf("poll: %w", err)
	}
	answer, err = m.api.Do(ctx, http.MethodGet, "/g/"+m.id, client.Caller{}, nil)
	if err = expect(answer, err, 200, nil); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return nil
}

// firstMove is a move that is sent twice, and then once more on a version that is
// over by then.
func (m *match) firstMove(ctx context.Context, seat int, cards []string) error {
	caller := m.command(seat)
	send := func(c client.Caller) (client.Answer, error) {
		return m.api.Play(ctx, c, m.id, client.Cards{Cards: cards})
	}
	var view client.View
	answer, err := send(caller)
	if err = expect(answer, err, 200, &view); err != nil {
		return fmt.Errorf("first play: %w", err)
	}
	answer, err = send(caller)
	if err = expect(answer, err, 200, nil); err != nil || answer.Header.Get("Idempotency-Replayed") == "" || answer.Version() != view.Version {
		return fmt.Errorf("the same play once more: %v, %v", err, answer.Header)
	}
	caller.Key = ""
	answer, err = send(caller)
	if err = expect(answer, err, 412, nil); err != nil || answer.Problem().Game == nil {
		return fmt.Errorf("a play on a version that is over: %w", err)
	}
	return m.saw(view, seat)
}

// lookBack reads what is left of the match: the events, the opened rounds, the list.
func (m *match) lookBack(ctx context.Context, end client.View) error {
	if len(end.Winners) == 0 {
		return fmt.Errorf("finished without a winner")
	}
	var page client.EventPage
	answer, err := m.api.Events(ctx, m.caller(0), m.id, 0, 500)
	if err = expect(answer, err, 200, &page); err != nil {
		return fmt.Errorf("events: %w", err)
	}
	commitments, seeds := texts(page.Events, "dealt", "commitment"), texts(page.Events, "roundEnded", "seed")
	if len(commitments) != 2 || len(seeds) != 2 {
		return fmt.Errorf("events: %d deals and %d ends instead of 2", len(commitments), len(seeds))
	}
	for i := range seeds {
		answer, err := m.api.Round(ctx, m.caller(1), m.id, i+1)
		if err = expect(answer, err, 200, nil); err != nil {
			return fmt.Errorf("round %d: %w", i+1, err)
		}
		seed, err := hex.DecodeString(seeds[i])
		if sum := sha256.Sum256(seed); err != nil || hex.EncodeToString(sum[:]) != commitments[i] {
			return fmt.Errorf("round %d: the seed is not what was committed to", i+1)
		}
	}
	answer, err = m.api.MyGames(ctx, m.caller(1), "finished", "", 10)
	if err = expect(answer, err, 200, nil); err != nil {
		return fmt.Errorf("my games: %w", err)
	}
	if !strings.Contains(string(answer.Body), m.id) {
		return fmt.Errorf("my games: the match is missing")
	}
	return nil
}

// texts returns a member of each event of a type.
func texts(events []map[string]any, kind, member string) []string {
	var found []string
	for _, e := range events {
		if text, ok := e[member].(string); ok && e["type"] == kind {
			found = append(found, text)
		}
	}
	return found
}
