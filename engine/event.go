package engine

import "fmt"

// Event is one thing that happened. It holds all of it, unreadable from outside;
// [Event.For] is the only way to see it.
type Event struct{ all *happened }

// Format prints what kind of event it is and nothing that is secret, whatever the
// verb.
func (e Event) Format(s fmt.State, _ rune) {
	fmt.Fprintf(s, "%s at version %d", e.all.kind, e.all.version)
}

// happened is an event whole, secrets included. Which members count depends on
// kind.
type happened struct {
	version int
	at      Time
	kind    string

	lobby      *LobbyEvent // joined, started
	seat       int
	rank       Rank
	count      int
	cards      Cards // played: for its player
	shown      Cards // called: for everybody
	against    int
	lied       bool
	taker      int
	taken      int
	takenCards Cards // for who took them
	reason     string
	seats      []int
	id         string
	opened     *Game // dealt, roundEnded: the game at that moment
}

// Head is what every event has.
type Head struct {
	Version int    `json:"version"`
	At      Time   `json:"at"`
	Type    string `json:"type"`
}

// EventView is an event as one seat may know it: one of the structs below.
type EventView interface{ EventHead() Head }

// EventHead returns what every event has.
func (h Head) EventHead() Head { return h }

// The events as a seat sees them (docs/openapi.yaml, Event). A member that not everybody
// may know says for whom it is filled; for the others it is nil and left out.
type (
	// Joined: a seat was taken in the lobby.
	Joined struct {
		Head
		Seat  int    `json:"seat"`
		Name  string `json:"name"`
		Kind  Kind   `json:"kind"`
		Level string `json:"level,omitempty"` // a bot's
	}
	// Started: free seats were removed; the names by their new seats.
	Started struct {
		Head
		Names []string `json:"names"`
	}
	// Left: a seat left the lobby or the match (R28).
	Left struct {
		Head
		Seat int `json:"seat"`
	}
	// Dealt: a round began (R3, R4).
	Dealt struct {
		Head
		Round      int    `json:"round"`
		Dealer     int    `json:"dealer"`
		Cards      int    `json:"cards"` // each seat's that is dealt in
		Aside      int    `json:"aside"`
		Commitment string `json:"commitment"`
		Hand       []Card `json:"hand,omitzero"` // the viewer's own
	}
	// Played: cards were put down (R7, R8).
	Played struct {
		Head
		Seat  int    `json:"seat"`
		Rank  Rank   `json:"rank"`
		Count int    `json:"count"`
		Cards []Card `json:"cards,omitzero"` // their player's
	}
	// Accepted: a seat gave up its right to call (R12).
	Accepted struct {
		Head
		Seat int `json:"seat"`
	}
	// Called: a play was turned over (R14 to R16).
	Called struct {
		Head
		Seat       int    `json:"seat"`
		Against    int    `json:"against"`
		Rank       Rank   `json:"rank"`
		Count      int    `json:"count"`
		Cards      []Card `json:"cards"`
		Lied       bool   `json:"lied"`
		Taker      int    `json:"taker"`
		Taken      int    `json:"taken"`
		TakenCards []Card `json:"takenCards,omitzero"` // the taker's
	}
	// PaleShown: a Pale was not called; its player takes the pile (R25).
	PaleShown struct {
		Head
		Seat       int    `json:"seat"`
		Taken      int    `json:"taken"`
		TakenCards []Card `json:"takenCards,omitzero"` // that seat's
	}
	// TimedOut: the clock acts for a seat (R27).
	TimedOut struct {
		Head
		Seat int `json:"seat"`
	}
	// RoundEnded opens everything (R32). Places are null for who was not dealt in;
	// points are the round's.
	RoundEnded struct {
		Head
		Round  int      `json:"round"`
		Reason string   `json:"reason"` // out, stalemate, left
		Places []*int   `json:"places"`
		Points []int    `json:"points"`
		Hands  [][]Card `json:"hands"`
		Aside  []Card   `json:"aside"`
		Seed   string   `json:"seed"`
	}
	// GameEnded: the match is over (R21), or its lobby was cancelled.
	GameEnded struct {
		Head
		Winners []int `json:"winners"`
	}
	// RematchMade names the next game.
	RematchMade struct {
		Head
		ID string `json:"id"`
	}
)

// For returns what the seat may know of the event; [NoSeat] is a spectator. Members
// are filled one by one, so that a new secret is nobody's until somebody decides
// whose it is.
func (e Event) For(seat int) EventView {
	h := e.all
	head := Head{h.version, h.at, h.kind}
	mine := func(owner int, cards Cards) []Card {
		if seat != owner {
			return nil
		}
		return cards.List()
	}
	switch h.kind {
	case "joined":
		return Joined{head, h.seat, h.lobby.Name, h.lobby.Kind, plainLevel(h.lobby.Level)}
	case "started":
		return Started{head, h.lobby.Names}
	case "left":
		return Left{head, h.seat}
	case "dealt":
		return dealtFor(head, h.opened, seat)
	case "played":
		return Played{head, h.seat, h.rank, h.count, mine(h.seat, h.cards)}
	case "accepted":
		return Accepted{head, h.seat}
	case "called":
		return Called{head, h.seat, h.against, h.rank, h.count, h.shown.List(), h.lied, h.taker, h.taken, mine(h.taker, h.takenCards)}
	case "paleShown":
		return PaleShown{head, h.seat, h.taken, mine(h.seat, h.takenCards)}
	case "timedOut":
		return TimedOut{head, h.seat}
	case "roundEnded":
		return roundEndedOf(head, h.opened, h.reason)
	case "gameEnded":
		return GameEnded{head, h.seats}
	case "rematch":
		return RematchMade{head, h.id}
	}
	panic("engine: no such event: " + h.kind)
}

func dealtFor(head Head, g *Game, seat int) Dealt {
	d := Dealt{
		Head: head, Round: g.Round(), Dealer: g.deal.Dealer, Cards: g.secret.hands[g.deal.Dealer].Len(),
		Aside: g.secret.aside.Len(), Commitment: g.Table.Seed(g.Round()).Commitment(),
	}
	if seat != NoSeat && g.in(seat) {
		d.Hand = g.secret.hands[seat].List()
	}
	return d
}

func roundEndedOf(head Head, g *Game, reason string) RoundEnded {
	r := RoundEnded{
		Head: head, Round: g.Round(), Reason: reason, Places: make([]*int, g.size()), Points: make([]int, g.size()),
		Hands: make([][]Card, g.size()), Aside: g.secret.aside.List(), Seed: g.Table.Seed(g.Round()).hex(),
	}
	for i := range g.size() {
		r.Places[i] = placeOf(g.seats[i].place)
		r.Points[i] = g.seats[i].Points - g.deal.Seats[i].Points
		r.Hands[i] = g.secret.hands[i].List()
	}
	return r
}

func placeOf(place int) *int {
	if place == 0 {
		return nil
	}
	return &place
}

// dealtEvent returns the event of the deal that made g.
func (g Game) dealtEvent() Event {
	return Event{&happened{version: g.Version, at: g.Updated, kind: "dealt", opened: &g}}
}

// lobbyEvent returns a lobby's note as an event.
func lobbyEvent(e LobbyEvent) Event {
	h := happened{version: e.Version, at: e.At, kind: e.Type, lobby: &e, seat: e.Seat}
	if e.Type == "gameEnded" {
		h.seats = []int{}
	}
	return Event{&h}
}
