package rest

import "net/http"

// route is one operation: a method, a path and what carries it out.
type route struct {
	method, path string
	do           func(*API, *exchange) (reply, error)
}

// routes is the whole API.
var routes = [...]route{
	{http.MethodPost, "/v1/games", (*API).create},
	{http.MethodGet, "/v1/games", (*API).lobbies},
	{http.MethodGet, "/v1/games/{id}", (*API).view},
	{http.MethodPost, "/v1/games/{id}/players", (*API).join},
	{http.MethodDelete, "/v1/games/{id}/players/me", (*API).leave},
	{http.MethodDelete, "/v1/games/{id}/players/{seat}", (*API).free},
	{http.MethodPost, "/v1/games/{id}/start", (*API).start},
	{http.MethodPost, "/v1/games/{id}/plays", (*API).play},
	{http.MethodPost, "/v1/games/{id}/calls", (*API).call},
	{http.MethodPost, "/v1/games/{id}/accepts", (*API).accept},
	{http.MethodPost, "/v1/games/{id}/rounds", (*API).deal},
	{http.MethodPost, "/v1/games/{id}/rematch", (*API).rematch},
	{http.MethodGet, "/v1/games/{id}/events", (*API).events},
	{http.MethodGet, "/v1/games/{id}/rounds/{n}", (*API).round},
	{http.MethodGet, "/v1/me/games", (*API).mine},
	{http.MethodGet, "/v1/openapi.json", (*API).openAPI},
	{http.MethodGet, "/v1/health", (*API).health},
	{http.MethodGet, "/problems/{code}", (*API).problem},
}

// Routes lists the operations as "METHOD /path", for whoever compares them with the
// OpenAPI document and the template.
func Routes() []string {
	list := make([]string, len(routes))
	for i, r := range routes {
		list[i] = r.method + " " + r.path
	}
	return list
}
