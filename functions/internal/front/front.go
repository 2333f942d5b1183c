// Package front puts what people and clients see in front of the games: the HTTP
// API and the page, as the configuration says. It is apart from program so that the
// sweep links neither.
package front

import (
	"crypto/rand"
	"log/slog"
	"time"

	"cheat/functions/internal/play"
	"cheat/functions/internal/program"
	"cheat/functions/internal/rest"
	"cheat/infra/ratelimit"
	"cheat/web"
)

// New returns the HTTP API with the page around the games.
func New(c program.Config, games *play.Service, log *slog.Logger) *rest.API {
	api := &rest.API{
		Games: games, PublicURL: c.PublicURL, Version: program.Version, Now: time.Now, Random: rand.Reader,
		Page: web.Handler(), PagePaths: web.Patterns(), Log: log, Meter: c.Meter,
		Crowd: c.Requests,
	}
	if c.PerMinute > 0 {
		api.Limit = ratelimit.New(c.PerMinute)
	}
	return api
}
