package engine

import "fmt"

// Due is an act that happens by itself at a moment, whoever finds it and whenever
// (R27, R29).
type Due struct {
	At     Time
	Action Action // what the clock does; for a bot only its Seat counts
	Bot    bool   // the seat's bot decides: it plays if it is its turn and nothing of it is owed, else it answers
	Answer bool   // with Bot: it owes an answer to the open play
}

// leaveAfter is how many turns in a row may time out until their player has left.
const leaveAfter = 3

// Due returns the next act that happens by itself, and false if nothing will.
// Applying all that is due, in order, each at its own time, gives the same game
// whoever does it.
func (g Game) Due() (Due, bool) {
	if d, ok := g.botDue(); ok {
		return d, true
	}
	return g.clockDue()
}

// AskBot returns what a bot of a level does when it is due, for the game as it runs
// and for whoever checks it later. Decide gets all that the seat may know and nothing
// else: the view, the events of the running round, the deal first, as the seat sees
// them, and its chance (R29). It errs as decide does, and if the bot plays where it
// owes an answer or answers where it owes none.
func (g Game) AskBot(
	d Due, level string, events []Event, decide func(level string, view View, events []EventView, chance *Chance) (Action, error),
) (Action, error) {
	seat := d.Action.Seat
	seen := make([]EventView, len(events))
	for i, e := range events {
		seen[i] = e.For(seat)
	}
	a, err := decide(level, g.View(seat), seen, g.Chance(seat))
	if err != nil {
		return Action{}, err
	}
	if d.Answer == (a.Kind == ToPlay) {
		return Action{}, fmt.Errorf("%s decides to %s at the wrong moment", level, a.Kind)
	}
	a.Seat = seat
	return a, nil
}

// Idle reports whether nothing happens by itself by now. It is what nearly everybody
// finds who looks, and asks less than [Game.Due], which says what will happen.
func (g Game) Idle(now Time) bool {
	if d, ok := g.botDue(); ok {
		return d.At > now
	}
	at := g.Deadline()
	return at == 0 || at > now
}

// clockDue is what happens when the clock runs out (R27).
func (g *Game) clockDue() (Due, bool) {
	at := g.Deadline()
	if at == 0 {
		return Due{}, false
	}
	if g.Status == RoundOver {
		return Due{At: at, Action: Action{Kind: ToDeal, Seat: NoSeat}}, true
	}
	a := Action{Kind: ToAccept, TimedOut: true}
	if missing := g.missing(); missing != 0 {
		a.Seat = g.firstAfter(g.last.seat, missing)
		return Due{At: at, Action: a}, true
	}
	a.Seat = g.turn
	if g.seats[g.turn].Missed+1 >= leaveAfter {
		a.Kind = ToLeave
		return Due{At: at, Action: a}, true
	}
	a.Kind = ToPlay
	a.Cards = []Card{g.drawn(g.turn)}
	return Due{At: at, Action: a}, true
}

// drawn is the card that a timed-out turn plays: any of the hand, by the round's
// seed and the version of the act.
func (g *Game) drawn(seat int) Card {
	hand := g.secret.hands[seat]
	key := timeoutKey(g.Table.Seed(g.Round()), g.Round(), g.Version+1)
	return hand.at(newStream(key).below(hand.Len()))
}

// botDue is what a bot does next. People first: a bot answers when no person may
// answer any more or the window has passed, or, where the game waits for people's
// answers without a window, when they have answered; else at once (R29).
func (g *Game) botDue() (Due, bool) {
	if g.Status != Playing && g.Status != LastCall {
		return Due{}, false
	}
	at := g.Updated
	open := g.mayAnswer().minus(g.answered)
	persons := g.persons()
	if bots := open.minus(persons); bots != 0 {
		switch until := g.until(); {
		case open&persons == 0:
		case until != 0:
			at = max(at, until)
		case g.missing()&persons != 0:
			return Due{}, false
		}
		return Due{At: at, Bot: true, Answer: true, Action: Action{Seat: g.firstAfter(g.last.seat, bots)}}, true
	}
	if persons.has(g.turn) || g.missing() != 0 {
		return Due{}, false
	}
	return Due{At: max(at, g.until()), Bot: true, Action: Action{Seat: g.turn}}, true
}

// firstAfter returns the first seat of a set in play order, counted from a seat.
func (g *Game) firstAfter(seat int, of seats) int {
	for i := 1; i <= g.size(); i++ {
		if s := (seat + i) % g.size(); of.has(s) {
			return s
		}
	}
	panic("engine: an empty set of seats")
}
