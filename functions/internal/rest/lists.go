package rest

import (
	"encoding/base64"
	"unicode/utf8"

	"cheat/docs"
	"cheat/functions/internal/play"
	"cheat/functions/internal/problem"
	"cheat/functions/internal/request"
)

// Sizes of pages.
const (
	maxPage, defaultPage     = 100, 50
	maxEvents, defaultEvents = 500, 500
	maxVersion               = 1 << 31
	maxCursor                = 64
)

// page is a list with its cursor.
type page[T any] struct {
	Games []T    `json:"games"`
	Next  string `json:"next,omitempty"`
}

func (a *API) lobbies(c *call) (reply, error) {
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

func (a *API) mine(c *call) (reply, error) {
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

func (a *API) events(c *call) (reply, error) {
	limit, after := defaultEvents, 0
	err := request.Query(c.Request, request.WholeParameter("limit", &limit, 1, maxEvents),
		request.WholeParameter("after", &after, 0, maxVersion))
	if err != nil {
		return reply{}, err
	}
	happened, err := a.Games.Events(c.Context(), c.id(), c.who, after, limit)
	return reply{body: happened}, err
}

func (a *API) round(c *call) (reply, error) {
	if err := request.Query(c.Request); err != nil {
		return reply{}, err
	}
	round, err := a.Games.Round(c.Context(), c.id(), c.who, pathNumber(c, "n"))
	return reply{body: round}, err
}

func (a *API) health(c *call) (reply, error) {
	if err := request.Query(c.Request); err != nil {
		return reply{}, err
	}
	return reply{body: map[string]string{"status": "ok", "version": a.Version}}, nil
}

func (a *API) openAPI(c *call) (reply, error) {
	if err := request.Query(c.Request); err != nil {
		return reply{}, err
	}
	return reply{raw: docs.OpenAPI, kind: "application/json", headers: map[string]string{"Cache-Control": "public, max-age=300"}}, nil
}

func (a *API) problem(c *call) (reply, error) {
	page, ok := problem.Page(c.PathValue("code"))
	if !ok {
		return reply{}, problem.New(problem.NoSuchRoute, "There is no such error code.")
	}
	return reply{raw: page, kind: "text/html; charset=utf-8", headers: map[string]string{
		"Cache-Control": "public, max-age=300", "Content-Security-Policy": "default-src 'none'",
	}}, nil
}
