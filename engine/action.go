package engine

// ActionKind is what somebody does.
type ActionKind string

// The actions.
const (
	ToJoin    ActionKind = "join"
	ToFree    ActionKind = "free" // the host frees a seat of the lobby
	ToStart   ActionKind = "start"
	ToLeave   ActionKind = "leave"
	ToPlay    ActionKind = "play"
	ToCall    ActionKind = "call"
	ToAccept  ActionKind = "accept"
	ToDeal    ActionKind = "deal"
	ToRematch ActionKind = "rematch"
)

// NoSeat is the seat of somebody who has none, and of the clock when it deals.
const NoSeat = -1

// Action is one thing that a seat does, or that happens to it when its time is up.
// Which members count besides Kind and Seat depends on Kind.
type Action struct {
	Kind     ActionKind
	Seat     int
	TimedOut bool // play, accept, leave: the clock did it (R27)

	Cards []Card // play
	Rank  *Rank  // play: the rank announced, nil for the one due

	Player Player   // join
	Target int      // free: the seat to be freed
	Bots   []Player // start: bots for free seats
	// Entropy replaces the host's at the start, now that he has seen the commitment; nil keeps it.
	Entropy *string
	ID      string // rematch: the new game
}

// Act is an action that a game accepted.
type Act struct {
	Version int
	At      Time
	Action
}
