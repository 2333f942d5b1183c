package model

import (
	"encoding/json"
	"time"
)

// Record is a finished round, whole.
type Record struct {
	Round      int       `json:"round"`
	Version    int       `json:"version"` // the deal's
	At         time.Time `json:"-"`
	Dealer     int       `json:"dealer"`
	Commitment string    `json:"commitment"`
	Seed       string    `json:"seed"`
	Entropy    []string  `json:"entropy"`
	Deck       []Card    `json:"deck"` // in dealing order
	Hands      [][]Card  `json:"hands"`
	Aside      []Card    `json:"aside"`
	Actions    []Action  `json:"actions"`
	Places     []*int    `json:"places"`
	Points     []int     `json:"points"` // the round's
	Reason     string    `json:"reason"`
}

// Action is one act of a round.
type Action struct {
	Version  int       `json:"version"`
	At       time.Time `json:"-"`
	Seat     int       `json:"seat"`
	Type     string    `json:"type"`
	Cards    []Card    `json:"cards,omitempty"`
	Rank     string    `json:"rank,omitempty"`
	TimedOut bool      `json:"timedOut,omitempty"`
}

// Records are the finished rounds so far, in order.
func (m *Match) Records() []Record { return m.records }

// MarshalJSON adds the moment of the deal.
func (r Record) MarshalJSON() ([]byte, error) {
	type plain Record
	return json.Marshal(struct {
		plain
		At string `json:"at"`
	}{plain(r), Stamp(r.At)})
}

// MarshalJSON adds the moment of the act.
func (a Action) MarshalJSON() ([]byte, error) {
	type plain Action
	return json.Marshal(struct {
		plain
		At string `json:"at"`
	}{plain(a), Stamp(a.At)})
}

// Stamp is a moment as the contract writes it: RFC 3339 in UTC with milliseconds.
func Stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
