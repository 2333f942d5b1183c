package engine

import "slices"

// LobbyEvent is what happened before the first deal. Which members count depends
// on Type: joined and left have Seat; joined has Name, Kind, Level; started Names.
type LobbyEvent struct {
	Version int
	At      Time
	Type    string
	Seat    int
	Name    string
	Kind    Kind
	Level   string
	Names   []string
}

// MaxJoins is how often a lobby's seats can be taken before it counts as full, so
// that its log stays small.
const MaxJoins = 100

// Lobby returns the game of a table that has not started.
func Lobby(t *Table) Game {
	g := Game{Table: t, Version: t.Version, Status: InLobby, Updated: t.Created, secret: &secret{}}
	if n := len(t.Log); n > 0 {
		g.Updated = t.Log[n-1].At
	}
	if t.cancelled() {
		g.Status = Cancelled
	}
	return g
}

// settle carries out what happens in the lobby.
func (g Game) settle(a Action, now Time) (Game, []Event, error) {
	t := g.Table.clone()
	t.Version++
	switch a.Kind {
	case ToJoin:
		t.seat(t.freeSeat(), a.Player, now)
		if t.freeSeat() < 0 {
			return t.begin(now)
		}
	case ToFree:
		if t.players[a.Target].Kind == Empty {
			return g, nil, nil
		}
		t.free(a.Target, now)
	case ToLeave:
		t.free(a.Seat, now)
	case ToStart:
		return t.startWith(a, now)
	}
	return Lobby(t), t.events(t.Version), nil
}

// seat puts a player on a free seat and notes it.
func (t *Table) seat(seat int, p Player, now Time) {
	t.players[seat] = p
	t.Log = append(t.Log, LobbyEvent{Version: t.Version, At: now, Type: "joined", Seat: seat, Name: p.Name, Kind: p.Kind, Level: p.Level})
}

// free empties a seat; if it was the host's, the next person in play order becomes
// host, and without one the lobby is cancelled.
func (t *Table) free(seat int, now Time) {
	t.players[seat] = Player{Kind: Empty}
	t.Log = append(t.Log, LobbyEvent{Version: t.Version, At: now, Type: "left", Seat: seat})
	if seat != t.Host {
		return
	}
	for i := 1; i < len(t.players); i++ {
		if s := (seat + i) % len(t.players); t.players[s].Kind == Human {
			t.Host = s
			return
		}
	}
	t.Log = append(t.Log, LobbyEvent{Version: t.Version, At: now, Type: "gameEnded"})
}

// cancelled reports whether the last person left the lobby.
func (t *Table) cancelled() bool {
	return len(t.Log) > 0 && t.Log[len(t.Log)-1].Type == "gameEnded"
}

// freeSeat returns the lowest free seat, -1 if there is none.
func (t *Table) freeSeat() int {
	return slices.IndexFunc(t.players, func(p Player) bool { return p.Kind == Empty })
}

// taken returns the number of taken seats.
func (t *Table) taken() int {
	n := 0
	for _, p := range t.players {
		if p.Kind != Empty {
			n++
		}
	}
	return n
}

// joins returns how often a seat was taken so far.
func (t *Table) joins() int {
	n := 0
	for _, e := range t.Log {
		if e.Type == "joined" {
			n++
		}
	}
	return n
}

// startWith fills seats with bots, closes the table up and begins.
func (t *Table) startWith(a Action, now Time) (Game, []Event, error) {
	free := len(t.players) - t.taken()
	if len(a.Bots) > free {
		return Game{}, nil, refuse(BadRules, "bots: %d bots for %d free seats", len(a.Bots), free)
	}
	for _, bot := range a.Bots {
		t.seat(t.freeSeat(), bot, now)
	}
	if t.taken() < 2 {
		return Game{}, nil, refuse(TooFewPlayers, "At least two seats must be taken.")
	}
	if a.Entropy != nil {
		t.players[t.Host].Entropy = *a.Entropy
	}
	if err := t.closeUp(now); err != nil {
		return Game{}, nil, err
	}
	return t.begin(now)
}

// closeUp removes the free seats; the others keep their order. The rules follow
// the smaller table where they were not given.
func (t *Table) closeUp(now Time) error {
	var left []Player
	host := 0
	for i, p := range t.players {
		if p.Kind == Empty {
			continue
		}
		if i == t.Host {
			host = len(left)
		}
		left = append(left, p)
	}
	if len(left) == len(t.players) {
		return nil
	}
	rules, err := t.Options.Resolve(len(left))
	if err != nil {
		return err
	}
	t.players, t.Host, t.Rules = left, host, rules
	names := make([]string, len(left))
	for i, p := range left {
		names[i] = p.Name
	}
	t.Log = append(t.Log, LobbyEvent{Version: t.Version, At: now, Type: "started", Names: names})
	return nil
}

// begin starts the match in the act that is being made.
func (t *Table) begin(now Time) (Game, []Event, error) {
	g, dealt := t.start(now)
	return g, slices.Concat(t.events(t.Version), dealt), nil
}

// start deals the first round; the table is settled from here on.
func (t *Table) start(now Time) (Game, []Event) {
	t.Started = now
	g := t.FirstDeal()
	return g, []Event{g.dealtEvent()}
}

// Events returns everything that happened before the first deal.
func (t *Table) Events() []Event {
	list := make([]Event, len(t.Log))
	for i, e := range t.Log {
		list[i] = lobbyEvent(e)
	}
	return list
}

// events returns the lobby's events of one version.
func (t *Table) events(version int) []Event {
	var list []Event
	for _, e := range t.Log {
		if e.Version == version {
			list = append(list, lobbyEvent(e))
		}
	}
	return list
}
