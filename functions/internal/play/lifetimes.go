package play

import "cheat/engine"

const day = 24 * 60 * 60 // seconds

// Lifetimes says how long things are kept, in seconds.
type Lifetimes struct {
	Lobby    int // a lobby, from its creation
	Idle     int // a running game, from its last act
	Finished int // a finished game, from its last act
	Longest  int // any game, from its creation
	Record   int // what stays the same once written, from the game's creation
	Entry    int // a player's finished game in his list, from its end
	WakeUp   int // a wake-up that was not used, from its time
}

// DefaultLifetimes are those of the service unless its configuration says
// otherwise.
func DefaultLifetimes() Lifetimes {
	return Lifetimes{
		Lobby: 7 * day, Idle: 60 * day, Finished: 90 * day, Longest: 365 * day,
		Record: 455 * day, Entry: 90 * day, WakeUp: 90 * day,
	}
}

// end returns when a game's time is over if nothing more happens in it.
func (l Lifetimes) end(g engine.Game) engine.Time {
	longest := g.Table.Created.Add(l.Longest)
	switch g.Status {
	case engine.InLobby, engine.Cancelled:
		return g.Table.Created.Add(l.Lobby)
	case engine.Finished:
		return min(longest, g.Updated.Add(l.Finished))
	}
	return min(longest, g.Updated.Add(l.Idle))
}

// row returns how long the record of a game's newest state is kept: never shorter than
// the first deal would last, to which a head without it goes back.
func (l Lifetimes) row(g engine.Game) engine.Time {
	dealt := min(g.Table.Created.Add(l.Longest), g.Table.Started.Add(l.Idle))
	return max(l.end(g), dealt)
}

// over reports whether a game's time is over. It is judged by the clock, never by
// what the storage still has.
func (l Lifetimes) over(g engine.Game, now engine.Time) bool { return now >= l.end(g) }

// seconds returns a moment as the storage's time to live.
func seconds(t engine.Time) int64 { return int64(t) / 1000 }
