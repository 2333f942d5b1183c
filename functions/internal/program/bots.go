package program

import (
	"fmt"

	"cheat/engine"
	"cheat/functions/internal/play"
)

// Bots returns the bots that the programs play with.
func Bots() play.Bots { return noBots{} }

// noBots knows no levels.
type noBots struct{}

func (noBots) Level(string) (string, bool)                       { return "", false }
func (noBots) Names(n int, _ []string, _ func(int) int) []string { return make([]string, n) }
func (noBots) Decide(level string, _ engine.View, _ []engine.EventView, _ *engine.Chance) (engine.Action, error) {
	return engine.Action{}, fmt.Errorf("no level %q", level)
}
