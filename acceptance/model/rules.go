package model

import (
	"encoding/json"
	"fmt"
)

// Given are the rules as a request names them, members as in the contract's table.
type Given map[string]any

// Rules are the values in force, as a view shows them.
type Rules struct {
	Decks       int    `json:"decks"`
	Chroniclers bool   `json:"chroniclers"`
	HandSize    *int   `json:"handSize"` // nil: all that can be dealt
	AfterCall   string `json:"afterCall"`
	MaxCards    int    `json:"maxCards"`
	Callers     string `json:"callers"`
	CallSeconds *int   `json:"callSeconds"` // nil: everybody's answer is waited for
	LastPlay    string `json:"lastPlay"`
	Finish      string `json:"finish"`
	Points      []int  `json:"points"`
	Rounds      int    `json:"rounds"`
	Target      *int   `json:"target"`
	PaleAlone   bool   `json:"paleAlone"`
	TurnSeconds int    `json:"turnSeconds"`
}

// InForce adds the defaults for so many seats. The error says why the result does not fit them
// ("bad-rules"); types and ranges of single members are taken to be right.
func InForce(given Given, seats int) (Rules, error) {
	r := Rules{
		Decks: 1, AfterCall: "continue", MaxCards: 4, Callers: "anyone", CallSeconds: new(5),
		LastPlay: "callable", Finish: "firstOut", Points: []int{4, 3, 2}, Rounds: 1, TurnSeconds: 86400,
	}
	if seats >= 5 {
		r.Decks = 2
	}
	if seats == 2 {
		r.AfterCall, r.CallSeconds = "repeat", new(0)
	}
	if given["target"] != nil {
		r.Rounds = 50
	}
	text, err := json.Marshal(given)
	if err != nil {
		return Rules{}, fmt.Errorf("read the rules: %w", err)
	}
	if points, ok := given["points"]; ok && points != nil {
		r.Points = nil // JSON would fill the default's array
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return Rules{}, fmt.Errorf("read the rules: %w", err)
	}
	return r, r.fit(seats)
}

// fit says which members are in conflict with each other or with the number of seats.
func (r Rules) fit(seats int) error {
	switch {
	case r.Decks == 1 && seats > 4:
		return fmt.Errorf("one deck seats at most 4 (R1), not %d", seats)
	case r.MaxCards == 8 && r.Decks == 1:
		return fmt.Errorf("maxCards 8 needs two decks (R7)")
	case r.HandSize != nil && *r.HandSize*seats > len(orderedDeck(r)):
		return fmt.Errorf("%d seats with %d cards each are more than the deck's %d (R4)", seats, *r.HandSize, len(orderedDeck(r)))
	}
	return nil
}
