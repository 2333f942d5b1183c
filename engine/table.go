package engine

import (
	"crypto/subtle"
	"fmt"
	"slices"
)

// Kind says who holds a seat.
type Kind string

// The kinds of seat.
const (
	Empty Kind = "empty"
	Human Kind = "human"
	Bot   Kind = "bot"
)

// Owner identifies the person of a seat. The engine compares owners and shows
// them to nobody; functions/internal/play makes them from tokens.
type Owner [16]byte

// Player is what a seat is taken with.
type Player struct {
	Name    string
	Kind    Kind
	Level   string // a bot's level with its version, "hard/1"
	Owner   Owner  // a person's
	Entropy string // what the player adds to the shuffle, secret until a round is over
}

// Table is what is settled before the first card is dealt and never changes
// afterwards: who sits where, the rules, the seed. A lobby is a Table whose
// Started is 0. Games share their Table; nobody changes one in place.
type Table struct {
	ID      string
	Created Time
	Started Time // 0 while in the lobby
	Version int  // of the newest act of the lobby; once started, of the act that started
	Host    int
	Options Options // the rules as given
	Rules   Rules   // the rules in force
	Log     []LobbyEvent

	players []Player // by seat
	secret  *tableSecret
}

// tableSecret is a pointer's target so that no log or encoder prints the seed.
type tableSecret struct{ seed Seed }

// Setup is what a game is made of.
type Setup struct {
	ID      string
	Seats   int // 2 to 8
	Options Options
	Host    Player
	Bots    []Player // on the last seats
	Seed    Seed     // 32 random bytes, drawn before anybody else has joined
}

// New makes a game at version 1: the host on seat 0, bots on the last seats. If no
// seat is left free the first round is dealt at once, in the same act. It is
// refused as [BadRules] if the rules do not fit the seats or no seat is left for
// the host.
func New(s Setup, now Time) (Game, []Event, error) {
	rules, err := s.Options.Resolve(s.Seats)
	if err != nil {
		return Game{}, nil, err
	}
	if len(s.Bots) >= s.Seats {
		return Game{}, nil, refuse(BadRules, "bots and seats: %d bots leave no seat for a person at a table of %d", len(s.Bots), s.Seats)
	}
	t := Table{
		ID: s.ID, Created: now, Version: 1, Options: s.Options, Rules: rules,
		players: make([]Player, s.Seats), secret: &tableSecret{seed: s.Seed},
	}
	for i := range t.players {
		t.players[i].Kind = Empty
	}
	t.seat(0, s.Host, now)
	for i, bot := range s.Bots {
		t.seat(s.Seats-len(s.Bots)+i, bot, now)
	}
	g, events := Lobby(&t), t.events(1)
	if t.freeSeat() < 0 {
		var dealt []Event
		g, dealt = t.start(now)
		events = append(events, dealt...)
	}
	return g, events, nil
}

// Format prints which table it is and none of its secrets, whatever the verb.
func (t *Table) Format(s fmt.State, _ rune) {
	if t == nil {
		fmt.Fprint(s, "no game")
		return
	}
	fmt.Fprintf(s, "game %s", t.ID)
}

// Players returns the seats' players; the list is the caller's.
func (t *Table) Players() []Player { return slices.Clone(t.players) }

// SeatOf returns the seat that an owner holds. How long a comparison takes does not
// depend on how much of an owner agrees.
func (t *Table) SeatOf(o Owner) (int, bool) {
	seat := slices.IndexFunc(t.players, func(p Player) bool { return p.Kind == Human && subtle.ConstantTimeCompare(p.Owner[:], o[:]) == 1 })
	return seat, seat >= 0
}

// Seed returns the seed of a round of the match. It is secret until the round is
// over (R30): only for the finished round's opening and for deriving from it.
func (t *Table) Seed(round int) Seed { return t.secret.seed.Before(t.Rules.Rounds - round) }

// entropies lists what every seat of the match brought to the shuffle.
func (t *Table) entropies() []string {
	list := make([]string, len(t.players))
	for i, p := range t.players {
		list[i] = p.Entropy
	}
	return list
}

// clone returns a copy that may be changed without anybody noticing.
func (t *Table) clone() *Table {
	c := *t
	c.players = slices.Clone(t.players)
	c.Log = slices.Clip(t.Log)
	return &c
}

// FirstDeal returns the game as it stands right after the start: a function of the
// table alone.
func (t *Table) FirstDeal() Game {
	drawn := t.shuffled(1)
	return dealOut(t, Deal{Round: 1, Version: t.Version, At: t.Started, Dealer: drawn.dealer, Seats: make([]Standing, len(t.players))}, drawn.deck)
}

// shuffled returns the outcome of a round's chance.
func (t *Table) shuffled(round int) shuffled {
	return shuffle(t.Seed(round), t.entropies(), round, t.Rules.Decks, t.Rules.Chroniclers)
}
