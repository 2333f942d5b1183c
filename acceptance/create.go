package acceptance

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

// create makes the game with the player on its first seat. With a token of the player's own it is sometimes
// sent twice with the same key, which must give the same game.
func (t *Table) create(ctx context.Context, host *Player, body client.Creation) error {
	caller := client.Caller{Token: host.Token}
	if host.Token != "" && t.rnd.IntN(2) == 0 {
		caller.Key = "create-" + client.NewToken()[:8]
	}
	answer, err := t.api.Create(ctx, caller, body)
	if err != nil {
		return err
	}
	view, err := t.seated(answer, host, 0)
	if err != nil {
		return fmt.Errorf("create %s: %w", short(body), err)
	}
	t.id, t.bots, t.listed = view.ID, len(body.Bots) > 0, body.Listed
	if !strings.HasSuffix(answer.Header.Get("Location"), "/v1/games/"+t.id) {
		return fmt.Errorf("create: Location is %q", answer.Header.Get("Location"))
	}
	if caller.Key != "" {
		again, err := t.api.Create(ctx, caller, body)
		if err != nil {
			return err
		}
		second, err := t.seated(again, host, 0)
		if err != nil {
			return fmt.Errorf("create again with the same key: %w", err)
		}
		if second.ID != t.id || again.Header.Get("Idempotency-Replayed") != "true" {
			return fmt.Errorf("create again with the same key: game %s after %s, replayed %q",
				second.ID, t.id, again.Header.Get("Idempotency-Replayed"))
		}
	}
	return t.begin(ctx, host, body, view)
}

// begin notes what the model is to be made of once version 1 is known: with bots on all other seats the
// first deal belongs to it.
func (t *Table) begin(ctx context.Context, host *Player, body client.Creation, view client.View) error {
	at, err := time.Parse(time.RFC3339, view.CreatedAt)
	if err != nil {
		return fmt.Errorf("read createdAt: %w", err)
	}
	if off := at.Sub(t.now().Truncate(time.Millisecond)).Abs(); off > t.slack() {
		return fmt.Errorf("createdAt is %s, now is %s", view.CreatedAt, model.Stamp(t.now()))
	}
	t.createdAt = at
	promise, err := t.promise(ctx, view)
	if err != nil {
		return err
	}
	t.creation = model.Creation{ID: t.id, Given: body.Rules, Seats: body.Seats, Bots: body.Bots, Host: host.ID,
		Name: strings.TrimSpace(body.Name), Entropy: text(body.Entropy), Commitment: promise}
	return t.look(ctx)
}

// promise is the commitment of the first round: that of the first view, unless bots have played the round to
// its end before anybody saw it.
func (t *Table) promise(ctx context.Context, view client.View) (string, error) {
	if view.Status != model.RoundOver && view.Round <= 1 {
		return view.Commitment, nil
	}
	events, _, err := t.pages(ctx, spectator, 0, 0)
	if err != nil {
		return "", err
	}
	for _, e := range events {
		if promise, ok := e["commitment"].(string); ok {
			return promise, nil
		}
	}
	return "", fmt.Errorf("no deal among the events of a game in %s", view.Status)
}

// seated checks the answer to creating, joining or a rematch, and takes over the token that the server made.
// The seat is checked unless it is negative.
func (t *Table) seated(answer client.Answer, p *Player, seat int) (client.View, error) {
	var s client.Seated
	if answer.Status != http.StatusCreated {
		return s.Game, fmt.Errorf("status %d: %s", answer.Status, answer.Body)
	}
	if err := answer.JSON(&s); err != nil {
		return s.Game, err
	}
	switch {
	case s.Token == "" && p.Token == "":
		return s.Game, fmt.Errorf("no token came back, and the player has none")
	case s.Token != "" && p.Token != "":
		return s.Game, fmt.Errorf("a token came back, and the player has his own")
	case s.Token != "":
		p.Token = s.Token
	}
	switch {
	case seat >= 0 && (s.Seat == nil || *s.Seat != seat):
		return s.Game, fmt.Errorf("seat is %s, want %d", short(s.Seat), seat)
	case !strings.HasSuffix(s.PlayURL, "/g/"+s.Game.ID+"#"+p.Token):
		return s.Game, fmt.Errorf("playUrl does not end with the game and the token")
	case !strings.HasSuffix(s.InviteURL, "/g/"+s.Game.ID):
		return s.Game, fmt.Errorf("inviteUrl is %q", s.InviteURL)
	case answer.Version() != s.Game.Version:
		return s.Game, fmt.Errorf("ETag %s beside version %d", answer.Header.Get("ETag"), s.Game.Version)
	}
	return s.Game, noStore(answer)
}

func noStore(answer client.Answer) error {
	if !strings.Contains(answer.Header.Get("Cache-Control"), "no-store") {
		return fmt.Errorf("Cache-Control is %q, not no-store", answer.Header.Get("Cache-Control"))
	}
	return nil
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
