package client

import (
	"context"
	"net/http"
	"strconv"
)

// Creation is the body of POST /v1/games.
type Creation struct {
	Name    string         `json:"name"`
	Seats   int            `json:"seats"`
	Rules   map[string]any `json:"rules,omitempty"`
	Bots    []string       `json:"bots,omitempty"` // easy, normal, hard; on the last seats
	Listed  bool           `json:"listed,omitempty"`
	Entropy *string        `json:"entropy,omitempty"`
}

// Joining is the body of POST /v1/games/{id}/players.
type Joining struct {
	Name    string  `json:"name"`
	Entropy *string `json:"entropy,omitempty"`
}

// Starting is the body of POST /v1/games/{id}/start.
type Starting struct {
	Bots    []string `json:"bots,omitempty"`
	Entropy *string  `json:"entropy,omitempty"`
}

// Cards is the body of POST /v1/games/{id}/plays. Rank may be nil.
type Cards struct {
	Cards []string `json:"cards"`
	Rank  *string  `json:"rank,omitempty"`
}

// Asking is the body of POST /v1/games/{id}/rematch.
type Asking struct {
	Entropy *string `json:"entropy,omitempty"`
}

func game(id, rest string) string { return "/v1/games/" + id + rest }

// Create makes a game.
func (c Client) Create(ctx context.Context, caller Caller, body Creation) (Answer, error) {
	return c.Do(ctx, http.MethodPost, "/v1/games", caller, body)
}

// Join takes the lowest free seat.
func (c Client) Join(ctx context.Context, caller Caller, id string, body Joining) (Answer, error) {
	return c.Do(ctx, http.MethodPost, game(id, "/players"), caller, body)
}

// Start begins with the seats taken so far.
func (c Client) Start(ctx context.Context, caller Caller, id string, body Starting) (Answer, error) {
	return c.Do(ctx, http.MethodPost, game(id, "/start"), caller, body)
}

// Play puts cards down.
func (c Client) Play(ctx context.Context, caller Caller, id string, body Cards) (Answer, error) {
	return c.Do(ctx, http.MethodPost, game(id, "/plays"), caller, body)
}

// Call says "cheat!".
func (c Client) Call(ctx context.Context, caller Caller, id string) (Answer, error) {
	return c.Do(ctx, http.MethodPost, game(id, "/calls"), caller, nil)
}

// Accept says that the caller will not call the last play.
func (c Client) Accept(ctx context.Context, caller Caller, id string) (Answer, error) {
	return c.Do(ctx, http.MethodPost, game(id, "/accepts"), caller, nil)
}

// Deal deals the next round.
func (c Client) Deal(ctx context.Context, caller Caller, id string) (Answer, error) {
	return c.Do(ctx, http.MethodPost, game(id, "/rounds"), caller, nil)
}

// Rematch asks for another match with the same rules and seats.
func (c Client) Rematch(ctx context.Context, caller Caller, id string, body Asking) (Answer, error) {
	return c.Do(ctx, http.MethodPost, game(id, "/rematch"), caller, body)
}

// Leave gives up the caller's seat.
func (c Client) Leave(ctx context.Context, caller Caller, id string) (Answer, error) {
	return c.Do(ctx, http.MethodDelete, game(id, "/players/me"), caller, nil)
}

// Free frees another's seat in the lobby.
func (c Client) Free(ctx context.Context, caller Caller, id string, seat int) (Answer, error) {
	return c.Do(ctx, http.MethodDelete, game(id, "/players/"+strconv.Itoa(seat)), caller, nil)
}

// View reads the caller's view; 304 if it is the one he has seen.
func (c Client) View(ctx context.Context, caller Caller, id string) (Answer, error) {
	return c.Do(ctx, http.MethodGet, game(id, ""), caller, nil)
}

// Events reads what happened after a version; a limit of 0 is the server's default.
func (c Client) Events(ctx context.Context, caller Caller, id string, after, limit int) (Answer, error) {
	return c.Do(ctx, http.MethodGet, query(game(id, "/events"), "after", number(after), "limit", number(limit)), caller, nil)
}

// Round reads a finished round.
func (c Client) Round(ctx context.Context, caller Caller, id string, round int) (Answer, error) {
	return c.Do(ctx, http.MethodGet, game(id, "/rounds/"+strconv.Itoa(round)), caller, nil)
}

// Games reads a page of the listed games; "" is the first.
func (c Client) Games(ctx context.Context, caller Caller, after string, limit int) (Answer, error) {
	return c.Do(ctx, http.MethodGet, query("/v1/games", "after", after, "limit", number(limit)), caller, nil)
}

// MyGames reads a page of the caller's games; state is "active", "finished" or "" for the default.
func (c Client) MyGames(ctx context.Context, caller Caller, state, after string, limit int) (Answer, error) {
	return c.Do(ctx, http.MethodGet, query("/v1/me/games", "state", state, "after", after, "limit", number(limit)), caller, nil)
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
