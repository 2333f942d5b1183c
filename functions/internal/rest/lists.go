package rest

import (
	"encoding/base64"
	"unicode/utf8"

	"cheat/functions/internal/play"
	"cheat/functions/internal/problem"
	"cheat/functions/internal/request"
)

// Sizes of pages, and of a cursor in bytes.
const (
	maxPage, defaultPage = 100, 50
	maxCursor            = 64
)

// page is a list with its cursor.
type page[T any] struct {
	Games []T    `json:"games"`
	Next  string `json:"next,omitempty"`
}

func (a *API) lobbies(c *exchange) (reply, error) {
	limit, after := defaultPage, ""
	if err := request.Query(c.Request, request.WholeParameter("limit", &limit, 1, maxPage), request.TextParameter("after", &after)); err != nil {
		return reply{}, err
	}
	after, err := unsealed(after)
	if err != nil {
		return reply{}, err
	}
	games, next, err := a.Games.Lobbies(c.Context(), c.who.Now, limit, after)
	if err != nil {
		return reply{}, err
	}
	return reply{body: page[play.Listed]{games, sealed(next)}}, nil
}

func (a *API) mine(c *exchange) (reply, error) {
	const active, finished = "active", "finished"
	state, limit, after := active, defaultPage, ""
	if c.who.Owner == nil {
		return reply{}, problem.New(problem.BadToken, "Send your token: this is the list of your games.")
	}
	err := request.Query(c.Request, request.WordParameter("state", &state, active, finished),
		request.WholeParameter("limit", &limit, 1, maxPage), request.TextParameter("after", &after))
	if err == nil {
		after, err = unsealed(after)
	}
	if err != nil {
		return reply{}, err
	}
	if state == active {
		games, err := a.Games.Active(c.Context(), c.who)
		return reply{body: page[play.Mine]{Games: games}}, err
	}
	games, next, err := a.Games.FinishedGames(c.Context(), c.who, limit, after)
	if err != nil {
		return reply{}, err
	}
	return reply{body: page[play.Mine]{games, sealed(next)}}, nil
}

// A cursor is a sort key, which clients have no business to read: sealed makes it
// opaque, unsealed reads it back.
func sealed(sk string) string { return base64.RawURLEncoding.EncodeToString([]byte(sk)) }

func unsealed(text string) (string, error) {
	sk, err := base64.RawURLEncoding.Strict().DecodeString(text)
	// The decoder passes over line ends, which no cursor of ours has.
	if err != nil || sealed(string(sk)) != text || len(sk) > maxCursor || !utf8.Valid(sk) {
		return "", problem.Invalid(problem.Item{In: problem.Parameter, At: "after", Detail: "must be the next of the page before"})
	}
	return string(sk), nil
}
