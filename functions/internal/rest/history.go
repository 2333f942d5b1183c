package rest

import "cheat/functions/internal/request"

const (
	maxEvents  = 500     // a page, also when nothing is said
	maxVersion = 1 << 31 // no game comes so far
)

func (a *API) events(c *exchange) (reply, error) {
	limit, after := maxEvents, 0
	err := request.Query(c.Request, request.WholeParameter("limit", &limit, 1, maxEvents),
		request.WholeParameter("after", &after, 0, maxVersion))
	if err != nil {
		return reply{}, err
	}
	happened, err := a.Games.Events(c.Context(), c.id(), c.who, after, limit)
	return reply{body: happened}, err
}

func (a *API) round(c *exchange) (reply, error) {
	if err := request.Query(c.Request); err != nil {
		return reply{}, err
	}
	round, err := a.Games.Round(c.Context(), c.id(), c.who, pathNumber(c, "n"))
	return reply{body: round}, err
}
