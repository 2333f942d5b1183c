package program

import (
	"cheat/engine"
	"cheat/engine/bot"
	"cheat/functions/internal/play"
)

// Bots returns the bots that the programs play with.
func Bots() play.Bots { return bots{} }

// bots is package bot as the games want it.
type bots struct{}

func (bots) Level(plain string) (string, bool) { return bot.Current(plain) }

func (bots) Names(n int, free func(string) bool, below func(int) int) []string {
	return bot.Names(n, free, below)
}

func (bots) Decide(level string, view engine.View, events []engine.EventView, chance *engine.Chance) (engine.Action, error) {
	return bot.Decide(level, view, events, chance)
}
