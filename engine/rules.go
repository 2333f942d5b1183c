package engine

import (
	"encoding/json"
	"slices"
)

// The words that options take.
const (
	Continue = "continue" // AfterCall: a call changes nothing (R6)
	Repeat   = "repeat"   // AfterCall: the rank that was called is due again (R6)
	Restart  = "restart"  // AfterCall: the VII is due (R6)

	Anyone   = "anyone" // Callers: every seat in the round (R10)
	NextOnly = "next"   // Callers: only the next player (R10)

	Callable = "callable" // LastPlay: the last card can be called (R18)
	Final    = "final"    // LastPlay: the last card ends the round (R18)

	FirstOut = "firstOut" // Finish: the first player out ends the round (R19)
	PlayOn   = "playOn"   // Finish: the rest play on (R19)
)

// WaitForAll as CallSeconds makes the next player wait for everybody's answer (R13).
const WaitForAll = -1

// MaxSeats is the largest table (R1).
const MaxSeats = 8

// Rules are the values in force at a table, one for each option.
type Rules struct {
	Decks       int    // 1 or 2 (R1)
	Chroniclers bool   // R1, R22 to R26
	HandSize    int    // cards dealt to each, 0 for all that can be dealt (R4)
	AfterCall   string // what a call does to the due rank (R6)
	MaxCards    int    // most cards in one play, 4 or 8 (R7)
	Callers     string // who may call (R10)
	CallSeconds int    // room to call in seconds, or WaitForAll (R13)
	LastPlay    string // whether a last card can be called (R18)
	Finish      string // when a round ends (R19)
	Points      []int  // by place, best first (R20); never changed in place
	Rounds      int    // of the match (R21)
	Target      int    // points that end the match, 0 for none (R21)
	PaleAlone   bool   // the Pale may only be played by itself (R24)
	TurnSeconds int    // the clock, 0 for none (R27)
}

// Option names one member of [Rules].
type Option uint16

// The options, in the order in which they are listed and printed.
const (
	OptDecks Option = 1 << iota
	OptChroniclers
	OptHandSize
	OptAfterCall
	OptMaxCards
	OptCallers
	OptCallSeconds
	OptLastPlay
	OptFinish
	OptPoints
	OptRounds
	OptTarget
	OptPaleAlone
	OptTurnSeconds

	optEnd
)

// Options are the rules as somebody asked for them: the members named by Given
// count, the others follow the number of seats. The zero value asks for nothing.
type Options struct {
	Given Option
	Rules Rules
}

// Resolve returns the rules in force for so many seats: what was given, and the
// defaults for the rest. A combination that cannot be played is refused as
// [BadRules] with a sentence that names the members in conflict.
func (o Options) Resolve(seats int) (Rules, error) {
	r := Rules{
		Decks: 1, AfterCall: Continue, MaxCards: 4, Callers: Anyone, CallSeconds: 5, LastPlay: Callable,
		Finish: FirstOut, Points: []int{4, 3, 2}, Rounds: 1, TurnSeconds: 86400,
	}
	if seats > 4 {
		r.Decks = 2
	}
	if seats == 2 {
		r.AfterCall, r.CallSeconds = Repeat, 0 // with "continue" two careful players never finish (R6)
	}
	if o.Given&OptTarget != 0 && o.Rules.Target > 0 {
		r.Rounds = 50
	}
	for opt := Option(1); opt < optEnd; opt <<= 1 {
		if o.Given&opt != 0 {
			r.set(opt, o.Rules)
		}
	}
	return r, r.check(seats)
}

// set copies one member.
func (r *Rules) set(opt Option, from Rules) {
	switch opt {
	case OptDecks:
		r.Decks = from.Decks
	case OptChroniclers:
		r.Chroniclers = from.Chroniclers
	case OptHandSize:
		r.HandSize = from.HandSize
	case OptAfterCall:
		r.AfterCall = from.AfterCall
	case OptMaxCards:
		r.MaxCards = from.MaxCards
	case OptCallers:
		r.Callers = from.Callers
	case OptCallSeconds:
		r.CallSeconds = from.CallSeconds
	case OptLastPlay:
		r.LastPlay = from.LastPlay
	case OptFinish:
		r.Finish = from.Finish
	case OptPoints:
		r.Points = from.Points
	case OptRounds:
		r.Rounds = from.Rounds
	case OptTarget:
		r.Target = from.Target
	case OptPaleAlone:
		r.PaleAlone = from.PaleAlone
	case OptTurnSeconds:
		r.TurnSeconds = from.TurnSeconds
	}
}

// ranged reports whether every member has one of the values that the API states.
func (r Rules) ranged() bool {
	within := func(n, low, high int) bool { return low <= n && n <= high }
	for _, p := range r.Points {
		if !within(p, 0, 100) {
			return false
		}
	}
	return within(r.Decks, 1, 2) && within(r.HandSize, 0, 34) && (r.MaxCards == 4 || r.MaxCards == 8) &&
		within(r.CallSeconds, WaitForAll, 3600) && within(len(r.Points), 1, 8) && within(r.Rounds, 1, 50) &&
		within(r.Target, 0, 1000) && (r.TurnSeconds == 0 || within(r.TurnSeconds, 10, 1209600)) &&
		slices.Contains([]string{Continue, Repeat, Restart}, r.AfterCall) && slices.Contains([]string{Anyone, NextOnly}, r.Callers) &&
		slices.Contains([]string{Callable, Final}, r.LastPlay) && slices.Contains([]string{FirstOut, PlayOn}, r.Finish)
}

// check refuses what cannot be played.
func (r Rules) check(seats int) error {
	if !r.ranged() {
		return refuse(BadRules, "rules: a value is none of those that the member takes")
	}
	deck := deckOf(r.Decks, r.Chroniclers).Len()
	best := slices.Max(r.Points[:min(len(r.Points), seats)])
	switch {
	case r.Decks == 1 && seats > 4:
		return refuse(BadRules, "decks and seats: one deck seats at most 4 players, here are %d; choose decks 2", seats)
	case r.MaxCards == 8 && r.Decks == 1:
		return refuse(BadRules, "maxCards and decks: maxCards 8 needs decks 2")
	case r.HandSize*seats > deck:
		return refuse(BadRules, "handSize and seats: %d cards for each of %d seats are more than the %d cards of the deck", r.HandSize, seats, deck)
	case r.Target > 0 && best == 0:
		return refuse(BadRules, "target and points: no place that can be reached with %d seats gives points", seats)
	case r.Target > best*r.Rounds:
		return refuse(BadRules, "target, points and rounds: %d rounds give at most %d points, the target is %d", r.Rounds, best*r.Rounds, r.Target)
	}
	return nil
}

// pointsFor returns the points of a place (R20).
func (r Rules) pointsFor(place int) int {
	if place > len(r.Points) {
		return 0
	}
	return r.Points[place-1]
}

// MarshalJSON writes all members, each named and, but for quotes and brackets, written
// as in the notation.
func (r Rules) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 512)
	for i, t := range optionTexts {
		b = append(append(append(b, `,"`...), t.name...), `":`...)
		if i == 0 {
			b[0] = '{'
		}
		b = append(t.appendTo(append(b, t.inJSON[0]...), &r), t.inJSON[1]...)
	}
	return append(b, '}'), nil
}

// rulesJSON is how the API shows rules: null where no number is in force.
type rulesJSON struct {
	Decks       int    `json:"decks"`
	Chroniclers bool   `json:"chroniclers"`
	HandSize    *int   `json:"handSize"`
	AfterCall   string `json:"afterCall"`
	MaxCards    int    `json:"maxCards"`
	Callers     string `json:"callers"`
	CallSeconds *int   `json:"callSeconds"`
	LastPlay    string `json:"lastPlay"`
	Finish      string `json:"finish"`
	Points      []int  `json:"points"`
	Rounds      int    `json:"rounds"`
	Target      *int   `json:"target"`
	PaleAlone   bool   `json:"paleAlone"`
	TurnSeconds int    `json:"turnSeconds"`
}

// UnmarshalJSON reads what [Rules.MarshalJSON] writes, for who checks a match that
// he was given.
func (r *Rules) UnmarshalJSON(text []byte) error {
	var j rulesJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	number := func(n *int, none int) int {
		if n == nil {
			return none
		}
		return *n
	}
	*r = Rules{
		j.Decks, j.Chroniclers, number(j.HandSize, 0), j.AfterCall, j.MaxCards, j.Callers, number(j.CallSeconds, WaitForAll),
		j.LastPlay, j.Finish, j.Points, j.Rounds, number(j.Target, 0), j.PaleAlone, j.TurnSeconds,
	}
	return nil
}

// String prints the rules in the notation's form, all members.
func (r Rules) String() string { return Options{Given: optEnd - 1, Rules: r}.String() }
