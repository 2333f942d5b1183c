package engine

import "fmt"

// Moment is one act of a replayed round: the act, whole, what it did, and the game
// after it.
type Moment struct {
	Act    Act
	Events []Event
	Game   Game
}

// Replay plays a round again from the game right after its deal. The seat of a
// play is filled in from the turn. Acts must follow each other in version and
// time; one that the rules do not allow ends the replay with an error that names
// its version.
func Replay(dealt Game, acts []Act) ([]Moment, error) {
	moments := make([]Moment, 0, len(acts))
	g := dealt
	for _, a := range acts {
		if a.Kind == ToPlay && a.Seat == NoSeat {
			a.Seat = g.turn
		}
		if a.Version != g.Version+1 || a.At < g.Updated {
			return nil, fmt.Errorf("replay: version %d at %s does not follow version %d at %s", a.Version, a.At, g.Version, g.Updated)
		}
		next, events, err := g.Apply(a.Action, a.At)
		if err != nil {
			return nil, fmt.Errorf("replay version %d: %w", a.Version, err)
		}
		g = next
		moments = append(moments, Moment{Act: a, Events: events, Game: g})
	}
	return moments, nil
}

// DealEvent returns the event of the deal that began the round of a game.
func (g Game) DealEvent() Event { return Begin(g.Table, g.deal).dealtEvent() }

// LeftBetween returns the event of a leaving between two rounds, which needs no
// replay: nothing else can happen there without ending the match.
func LeftBetween(a Act) Event {
	return Event{&happened{version: a.Version, at: a.At, kind: "left", seat: a.Seat}}
}
