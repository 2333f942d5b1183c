package rest

import (
	"cheat/docs"
	"cheat/functions/internal/problem"
	"cheat/functions/internal/request"
)

// What the service says of itself.

func (a *API) health(c *exchange) (reply, error) {
	if err := request.Query(c.Request); err != nil {
		return reply{}, err
	}
	return reply{body: map[string]string{"status": "ok", "version": a.Version}}, nil
}

func (a *API) openAPI(c *exchange) (reply, error) {
	if err := request.Query(c.Request); err != nil {
		return reply{}, err
	}
	return reply{raw: docs.OpenAPI, kind: "application/json", headers: map[string]string{"Cache-Control": "public, max-age=300"}}, nil
}

func (a *API) problem(c *exchange) (reply, error) {
	page, ok := problem.Page(c.PathValue("code"))
	if !ok {
		return reply{}, problem.New(problem.NoSuchRoute, "There is no such error code.")
	}
	return reply{raw: page, kind: "text/html; charset=utf-8", headers: map[string]string{
		"Cache-Control": "public, max-age=300", "Content-Security-Policy": "default-src 'none'",
	}}, nil
}
