package engine

import (
	"fmt"
	"math/bits"
)

// Status is the phase of a game.
type Status string

// The phases (docs/openapi.yaml, View).
const (
	InLobby   Status = "lobby"
	Playing   Status = "playing"
	LastCall  Status = "lastCall"
	RoundOver Status = "roundOver"
	Finished  Status = "finished"
	Cancelled Status = "cancelled"
)

// Game is one match at one version. It is a value: copies are independent, and
// what they point to is never changed in place. The zero value is no game.
type Game struct {
	Table   *Table
	Version int
	Status  Status
	Updated Time // of the newest act
	Rematch string

	deal     Deal
	due      Rank // for the next play
	turn     int  // who plays next; also during a window and a last call
	plays    int  // in this round (R21b)
	caught   int  // lies caught in a row, no other play between them (R21b)
	ended    int  // version of the act that ended the round, 0 while it runs
	last     lastPlay
	answered seats // who has accepted the open play
	since    Time  // when the running clock started (R27)
	seats    [MaxSeats]seat
	secret   *secret
}

// Deal is the public start of a round: with the table's seed it fixes every hand.
type Deal struct {
	Round   int
	Version int // of the act that dealt
	At      Time
	Dealer  int
	Seats   []Standing // the seats as the round began; never changed in place
}

// Standing is what a seat carries from round to round.
type Standing struct {
	Points int
	Missed int  // timed-out turns in a row (R27)
	Away   bool // has left the match (R28)
}

// seat is a seat's standing and its part in the running round.
type seat struct {
	Standing
	exit  int // 0 in the round, n > 0 out as number n (R19), -n left as number n (R28)
	place int // in the round that ended, 0 while it runs
}

// lastPlay is the newest play that lies on the pile; on is false when none does.
type lastPlay struct {
	on    bool
	seat  int
	rank  Rank
	count int
	at    Time
	made  int  // version of the play
	open  bool // may be called (R11)
}

// secret is all that nobody may see whole; behind a pointer so that no log or
// encoder prints it. It is copied before it is changed.
type secret struct {
	hands [MaxSeats]Cards // a leaver's as he left it
	pile  Cards           // the last play included
	last  Cards           // the cards of the open play
	aside Cards
}

// seats is a set of seats.
type seats uint8

func (s seats) has(seat int) bool       { return s>>seat&1 != 0 }
func (s seats) with(seat int) seats     { return s | 1<<seat }
func (s seats) minus(other seats) seats { return s &^ other }

// Format prints which game it is and nothing that is secret, whatever the verb: with
// some, fmt follows even unexported pointers.
func (g Game) Format(s fmt.State, _ rune) { fmt.Fprintf(s, "%s at version %d", g.Table, g.Version) }

// Begin returns the game right after a deal.
func Begin(t *Table, d Deal) Game { return dealOut(t, d, t.shuffled(d.Round).deck) }

// dealOut is [Begin] with the deck that was shuffled for the round.
func dealOut(t *Table, d Deal, deck []Card) Game {
	g := Game{Table: t, Version: d.Version, Status: Playing, Updated: d.At, deal: d, since: d.At}
	in := make([]bool, len(d.Seats))
	for i, s := range d.Seats {
		in[i] = !s.Away
		g.seats[i].Standing = s
	}
	g.secret = new(secret)
	g.secret.hands, g.secret.aside = distribute(deck, d.Dealer, in, t.Rules.HandSize)
	g.turn = g.next(d.Dealer)
	return g
}

// Round returns the number of the current round, 0 in the lobby.
func (g Game) Round() int { return g.deal.Round }

// LastDeal returns the start of the current round.
func (g Game) LastDeal() Deal { return g.deal }

// Ended returns the version and the moment of the act that ended the round; the
// version is 0 while it runs.
func (g Game) Ended() (version int, at Time) {
	if g.ended == 0 {
		return 0, 0
	}
	return g.ended, g.since
}

// SeenFrom returns the oldest version that shows all that a decision about the
// open play needs: acceptances after the play make nobody's sight stale. Without
// an open play it is the game's version.
func (g Game) SeenFrom() int {
	if g.last.open {
		return g.last.made
	}
	return g.Version
}

// Over reports whether the match is over, finished or cancelled.
func (g Game) Over() bool { return g.Status == Finished || g.Status == Cancelled }

// Away reports whether a seat has left the match (R28).
func (g Game) Away(seat int) bool { return g.Round() > 0 && g.seats[seat].Away }

// Seats returns the number of seats, free ones included.
func (g Game) Seats() int { return g.size() }

// size returns the number of seats.
func (g *Game) size() int { return len(g.Table.players) }

// in reports whether a seat was dealt in and is still in the round.
func (g *Game) in(seat int) bool {
	return !g.deal.Seats[seat].Away && g.seats[seat].exit == 0
}

// next returns the next seat in play order that is still in the round (R2); with
// nobody else in it, the seat itself.
func (g *Game) next(seat int) int {
	for i := 1; i < g.size(); i++ {
		if s := (seat + i) % g.size(); g.in(s) {
			return s
		}
	}
	return seat
}

// inRound returns the seats that are still in the round.
func (g *Game) inRound() seats {
	var s seats
	for i := range g.size() {
		if g.in(i) {
			s = s.with(i)
		}
	}
	return s
}

// persons returns the seats held by people, those who left too.
func (g *Game) persons() seats {
	var s seats
	for i, p := range g.Table.players {
		if p.Kind == Human {
			s = s.with(i)
		}
	}
	return s
}

// mayAnswer returns the seats that may call or accept the open play, whether they
// have answered or not (R10, R18); none when no play is open.
func (g *Game) mayAnswer() seats {
	if !g.last.open {
		return 0
	}
	may := g.inRound()
	if g.Table.Rules.Callers == NextOnly {
		may = seats(0).with(g.next(g.last.seat))
	}
	return may.minus(seats(0).with(g.last.seat))
}

// others returns the opponents beside the next player who may still answer: those
// for whom room to call is left (R13).
func (g *Game) others() seats {
	return g.mayAnswer().minus(g.answered).minus(seats(0).with(g.next(g.last.seat)))
}

// missing returns the seats without whose answer nobody may go on (R13, R18).
func (g *Game) missing() seats {
	switch {
	case g.Status == LastCall:
		return g.mayAnswer().minus(g.answered)
	case g.Status == Playing && g.Table.Rules.CallSeconds == WaitForAll:
		return g.others()
	}
	return 0
}

// until returns the end of the window in which the next player must leave room to
// call (R13), 0 when none ran any more at the newest act.
func (g *Game) until() Time {
	if g.Status != Playing || g.Table.Rules.CallSeconds <= 0 || g.others() == 0 {
		return 0
	}
	if end := g.last.at.Add(g.Table.Rules.CallSeconds); end > g.Updated {
		return end
	}
	return 0
}

// Deadline returns when the clock of those for whom the game waits runs out, 0
// when no clock runs (R27). It depends on the game alone.
func (g Game) Deadline() Time {
	if g.Table.Rules.TurnSeconds == 0 || g.Round() == 0 || g.Over() {
		return 0
	}
	return g.since.Add(g.Table.Rules.TurnSeconds)
}

// remaining returns the seats that still belong to the match.
func (g *Game) remaining() seats {
	var s seats
	for i := range g.size() {
		if !g.Away(i) && g.Table.players[i].Kind != Empty {
			s = s.with(i)
		}
	}
	return s
}

func (s seats) len() int { return bits.OnesCount8(uint8(s)) }

// Standings returns what the seats carry into the next round.
func (g Game) Standings() []Standing {
	list := make([]Standing, g.size())
	for i := range list {
		list[i] = g.seats[i].Standing
	}
	return list
}
