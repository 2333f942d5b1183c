package program

import (
	"crypto/rand"
	"log/slog"
	"time"

	"cheat/functions/internal/play"
	"cheat/functions/internal/rest"
	"cheat/infra/ratelimit"
	"cheat/infra/store"
	"cheat/web"
)

// Version is the program's, as CHANGELOG.md numbers it.
const Version = "0.1.0"

// Games returns the use cases on a store.
func (c Config) Games(s store.Store, log *slog.Logger) *play.Service {
	return &play.Service{Store: c.Meter.Store(s), Random: rand.Reader, Bots: Bots(), Times: c.Lifetimes, Log: log}
}

// API returns the HTTP API and the page around the games.
func (c Config) API(games *play.Service, log *slog.Logger) *rest.API {
	api := &rest.API{
		Games: games, PublicURL: c.PublicURL, Version: Version, Now: time.Now, Random: rand.Reader,
		Page: web.Handler(), PagePaths: web.Patterns(), Log: log, Meter: c.Meter,
	}
	if c.PerMinute > 0 {
		api.Limit = ratelimit.New(c.PerMinute)
	}
	return api
}
