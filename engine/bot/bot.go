package bot

import (
	"errors"
	"fmt"

	"cheat/engine"
)

// The levels that can be asked for. A level whose play changes gets a new version
// and the old one stays, so that old rounds can still be checked.
const (
	easyNow   = "easy/1"
	normalNow = "normal/1"
	hardNow   = "hard/1"
)

// Current returns the newest version of a level, "hard/1" for "hard", and false
// for a word that is none; the words are easy, normal and hard.
func Current(word string) (string, bool) {
	switch word {
	case "easy":
		return easyNow, true
	case "normal":
		return normalNow, true
	case "hard":
		return hardNow, true
	}
	return "", false
}

// Decide returns what a bot of a level, with its version, does at the moment that
// the view shows: an answer to the open play if it owes one (a call or an
// acceptance), else a play, whose rank is left nil, the one due. Events are all of
// the running round as the bot's seat sees them, the dealt one first. Neither view
// nor events are changed or kept. The same arguments, chance included, give the
// same action on every machine.
//
// It errs on an unknown level, a spectator's view, events that do not begin with
// the deal, and a moment at which the seat has nothing to do.
func Decide(level string, view engine.View, events []engine.EventView, chance *engine.Chance) (engine.Action, error) {
	s, err := lookAround(view, events)
	if err != nil {
		return engine.Action{}, fmt.Errorf("decide as %s: %w", level, err)
	}
	var m mind
	switch level {
	case easyNow:
		m = easy{s, chance}
	case normalNow:
		m = normal{s, chance}
	case hardNow:
		m = newHard(s, events, chance)
	default:
		return engine.Action{}, fmt.Errorf("decide: no level %q", level)
	}
	switch {
	case !s.owes:
		return engine.Action{Kind: engine.ToPlay, Seat: s.me, Cards: m.play()}, nil
	case m.calls():
		return engine.Action{Kind: engine.ToCall, Seat: s.me}, nil
	}
	return engine.Action{Kind: engine.ToAccept, Seat: s.me}, nil
}

// mind is one level of play at one moment.
type mind interface {
	play() []engine.Card // what to put down
	calls() bool         // whether to call the open play
}

// errNothing says that the seat has neither a turn nor an answer to give.
var errNothing = errors.New("nothing to decide")
