package program

import (
	"crypto/rand"
	"log/slog"

	"cheat/functions/internal/play"
	"cheat/infra/store"
)

// Version is the program's, as CHANGELOG.md numbers it.
const Version = "0.1.0"

// Games returns the use cases on a store.
func (c Config) Games(s store.Store, log *slog.Logger) *play.Service {
	return &play.Service{Store: c.Meter.Store(s), Random: rand.Reader, Bots: Bots(), Times: c.Lifetimes, Log: log}
}
