package model

import "time"

// The states of a match.
const (
	Lobby     = "lobby"
	Playing   = "playing"
	LastCall  = "lastCall"
	RoundOver = "roundOver"
	Finished  = "finished"
	Cancelled = "cancelled"
)

// Facts are what only the server can know. Each method is asked during the act that needs it; the
// match's version and round are then already that act's.
type Facts interface {
	// Dealt gives the dealer and each seat's hand of the round that begins.
	Dealt(m *Match) (dealer int, hands [][]Card)
	// Drawn gives the card of the seat's hand that a timed-out turn plays (R27).
	Drawn(m *Match, seat int) Card
	// Opened gives the seed of the round that has just ended (R32).
	Opened(m *Match) Seed
	// BotName gives the name of a bot that sits down.
	BotName(m *Match, seat int) string
}

// seat is one place at the table.
type seat struct {
	kind    string // human, bot, empty
	player  string // who sits here; bots and empty seats have none
	name    string
	level   string // of a bot
	entropy string
	away    bool
	points  int
	place   int // of the round that ended; 0 for none
	missed  int // timed-out turns in a row (R27)
}

// usedKey is a player's newest Idempotency-Key.
type usedKey struct {
	key, fingerprint string
	status           int
}

// Match is a whole match. Make one with New; feed it with Do, BotDo and CatchUp.
type Match struct {
	id         string
	facts      Facts
	given      Given
	rules      Rules
	version    int
	status     string
	seats      []*seat
	host       int
	round      int
	dealer     int // -1 in the lobby
	created    time.Time
	updated    time.Time
	commitment string
	winners    []int
	rematch    string
	r          *round // the round that is played, or the last one
	events     []event
	records    []Record
	keys       map[string]usedKey
	faults     []string
}

// Creation is what a game is made of.
type Creation struct {
	ID         string
	Given      Given
	Seats      int
	Bots       []string // levels, one for each of the last seats
	Host       string   // the player
	Name       string
	Entropy    string
	Commitment string // of the first round, which the server publishes
	Key        string // Idempotency-Key; a creation's replay is not the match's concern
}

// New makes a match at version 1 (the creation with the host's "joined"); with bots on all other
// seats it starts at once. The rules must fit the seats.
func New(c Creation, facts Facts, at time.Time) *Match {
	m := &Match{
		id: c.ID, facts: facts, given: c.Given, status: Lobby, dealer: -1, created: at,
		commitment: c.Commitment, winners: []int{}, keys: map[string]usedKey{},
	}
	rules, err := InForce(c.Given, c.Seats)
	if err != nil {
		panic(err)
	}
	m.rules = rules
	for range c.Seats {
		m.seats = append(m.seats, &seat{kind: "empty"})
	}
	m.begin(at)
	m.sit(0, &seat{kind: "human", player: c.Host, name: c.Name, entropy: c.Entropy})
	for i, level := range c.Bots {
		m.sitBot(c.Seats-len(c.Bots)+i, level)
	}
	if m.freeSeat() < 0 {
		m.deal()
	}
	return m
}

// ID is the game's id.
func (m *Match) ID() string { return m.id }

// Version is the number of acts so far.
func (m *Match) Version() int { return m.version }

// Status is the state of the match.
func (m *Match) Status() string { return m.status }

// Round is the number of the round, 0 in the lobby.
func (m *Match) Round() int { return m.round }

// Seats is the number of seats.
func (m *Match) Seats() int { return len(m.seats) }

// Rules are the rules in force.
func (m *Match) Rules() Rules { return m.rules }

// Given are the rules as the creation named them.
func (m *Match) Given() Given { return m.given }

// Updated is the moment of the newest act.
func (m *Match) Updated() time.Time { return m.updated }

// Faults are the contradictions between the facts and the opened seeds, in words; none is expected.
func (m *Match) Faults() []string { return m.faults }

// SeatOf is the seat that the player holds, -1 for none. Who has left holds his seat on (R28).
func (m *Match) SeatOf(player string) int {
	if player == "" {
		return -1
	}
	for i, s := range m.seats {
		if s.player == player {
			return i
		}
	}
	return -1
}

// PlayerAt is the player on the seat; "" for bots and empty seats.
func (m *Match) PlayerAt(seat int) string { return m.seats[seat].player }

// Bot says whether a bot holds the seat.
func (m *Match) Bot(seat int) bool { return m.seats[seat].kind == "bot" }

// active is the player's seat if he sits in the match and has not left it, else -1.
func (m *Match) active(player string) int {
	seat := m.SeatOf(player)
	if seat >= 0 && m.seats[seat].away {
		return -1
	}
	return seat
}

// begin opens an act: every act adds one to the version.
func (m *Match) begin(at time.Time) {
	m.version++
	m.updated = at
}

// staying are the seats whose holders have not left the match.
func (m *Match) staying() []bool {
	in := make([]bool, len(m.seats))
	for i, s := range m.seats {
		in[i] = s.kind != "empty" && !s.away
	}
	return in
}

// people counts the humans who have not left.
func (m *Match) people() int {
	n := 0
	for _, s := range m.seats {
		if s.kind == "human" && !s.away {
			n++
		}
	}
	return n
}

// entropy is each seat's, "" where none was given.
func (m *Match) entropy() []string {
	var all []string
	for _, s := range m.seats {
		all = append(all, s.entropy)
	}
	return all
}

func (m *Match) running() bool { return m.status == Playing || m.status == LastCall }

// tooFew says whether too few are left to go on with the match: one player, or no human (R28).
func (m *Match) tooFew() bool { return count(m.staying()) <= 1 || m.people() == 0 }

// finish ends the match. Most points win; who has left cannot win, and the only one left has won (R21, R28).
func (m *Match) finish() {
	m.status = Finished
	m.commitment = m.records[len(m.records)-1].Commitment
	most := -1
	for i, stays := range m.staying() {
		switch points := m.seats[i].points; {
		case !stays || points < most:
		case points == most:
			m.winners = append(m.winners, i)
		default:
			most, m.winners = points, []int{i}
		}
	}
	m.emit("gameEnded", members{"winners": m.winners})
}

// BotLevels are the levels of the bots, in the order of their seats.
func (m *Match) BotLevels() []string {
	var levels []string
	for _, s := range m.seats {
		if s.kind == "bot" {
			levels = append(levels, s.level)
		}
	}
	return levels
}

// Taken is the number of seats that somebody, bots among them, holds and has not left.
func (m *Match) Taken() int { return m.taken() }
