// Package verify checks a match that was opened: every deal against its commitment
// and seed, the chain of seeds, every act and time-out by playing the rounds again,
// and every bot's decision by deciding anew. It trusts nothing but what the opened
// rounds say and the rules.
//
// functions/local offers it as a command; docs/verify.md lets anyone write his own.
package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"cheat/engine"
)

// Match is what is checked: the rules in force, who sits where, and the finished
// rounds in order, from the first.
type Match struct {
	ID      string
	Rules   engine.Rules
	Players []engine.Player // kinds, names; a bot's level is taken from its acts
	Rounds  []engine.OpenRound
}

// Bots decides anew what a bot decided.
type Bots interface {
	Decide(level string, view engine.View, events []engine.EventView, chance *engine.Chance) (engine.Action, error)
}

// Finding is the first place where something does not hold.
type Finding struct {
	Round, Version int // Version 0: the deal
	What           string
}

func (f *Finding) Error() string {
	if f.Version == 0 {
		return fmt.Sprintf("round %d: %s", f.Round, f.What)
	}
	return fmt.Sprintf("round %d, version %d: %s", f.Round, f.Version, f.What)
}

// Check checks a match and tells, sentence by sentence, what was checked. The error
// is a *Finding: the first thing that does not hold.
func Check(m Match, bots Bots, say func(format string, args ...any)) error {
	standings := make([]engine.Standing, len(m.Players))
	for i, o := range m.Rounds {
		if len(o.Hands) != len(m.Players) || len(o.Places) != len(m.Players) || len(o.Points) != len(m.Players) {
			return &Finding{Round: o.Round, What: fmt.Sprintf("it is not of a table of %d seats", len(m.Players))}
		}
		if err := checkDeal(m.Rules, m.Rounds[:i+1], say); err != nil {
			return err
		}
		for seat, hand := range o.Hands {
			standings[seat].Away = len(hand) == 0
		}
		after, err := history(m, o, standings, bots, say)
		if err != nil {
			return err
		}
		standings = after
	}
	return nil
}

// Deals checks rounds whose rules are not known: the deals and the chain of seeds,
// nothing of what was played.
func Deals(rounds []engine.OpenRound, say func(format string, args ...any)) error {
	for i, o := range rounds {
		if err := checkDeal(rulesOf(o), rounds[:i+1], say); err != nil {
			return err
		}
	}
	return nil
}

// rulesOf returns what a round's cards tell of its rules: enough to deal again.
func rulesOf(o engine.OpenRound) engine.Rules {
	r := engine.Rules{Decks: 1, Chroniclers: slices.Contains(o.Deck, engine.Coloured)}
	if len(o.Deck) > 34 {
		r.Decks = 2
	}
	for _, hand := range o.Hands {
		r.HandSize = max(r.HandSize, len(hand))
	}
	return r
}

// checkDeal checks the deal of the last of some rounds, and that it follows the one
// before.
func checkDeal(rules engine.Rules, rounds []engine.OpenRound, say func(string, ...any)) error {
	o := rounds[len(rounds)-1]
	if err := deal(rules, o, say); err != nil {
		return err
	}
	if len(rounds) == 1 {
		return nil
	}
	before := rounds[len(rounds)-2]
	if err := follows(before, o); err != nil {
		return err
	}
	say("Round %d: its commitment was opened by round %d: the chain of seeds holds.", o.Round, before.Round)
	return nil
}

// follows checks that a round comes after another and that its seed makes the
// other's.
func follows(before, o engine.OpenRound) error {
	if o.Round != before.Round+1 {
		return &Finding{Round: o.Round, What: fmt.Sprintf("it does not follow round %d", before.Round)}
	}
	if o.Commitment != before.Seed {
		return &Finding{Round: o.Round, What: "its commitment is not the seed that the round before opened"}
	}
	dealer := before.Dealer
	for dealer = (dealer + 1) % len(o.Hands); len(o.Hands[dealer]) == 0; dealer = (dealer + 1) % len(o.Hands) {
		if dealer == before.Dealer {
			return &Finding{Round: o.Round, What: "nobody was dealt in"}
		}
	}
	if o.Dealer != dealer {
		return &Finding{Round: o.Round, What: fmt.Sprintf("the dealer is seat %d; the deal passes to seat %d (R3)", o.Dealer, dealer)}
	}
	return nil
}

// deal checks commitment, dealer, deck, hands and what was set aside.
func deal(rules engine.Rules, o engine.OpenRound, say func(string, ...any)) error {
	drawn, must, err := o.Recompute(rules)
	if err != nil {
		return &Finding{Round: o.Round, What: err.Error()}
	}
	switch {
	case o.Commitment != must.Commitment:
		return &Finding{Round: o.Round, What: "the seed does not have the hash that was published as commitment"}
	case o.Round == 1 && drawn != o.Dealer:
		return &Finding{Round: o.Round, What: fmt.Sprintf("the dealer is seat %d; the seed draws seat %d", o.Dealer, drawn)}
	case !slices.Equal(o.Deck, must.Deck):
		return &Finding{Round: o.Round, What: "the deck is not in the order that seed and entropies give"}
	case !same(o.Hands, must.Hands):
		return &Finding{Round: o.Round, What: "the hands are not as the deck was dealt"}
	case !slices.Equal(o.Aside, must.Aside):
		return &Finding{Round: o.Round, What: "the cards set aside are not those that were left"}
	}
	say("Round %d: the seed has the published hash; with the players' entropies it gives this deck of %d cards, these hands and these %d cards set aside.",
		o.Round, len(o.Deck), len(o.Aside))
	return nil
}

// same compares by what a reader sees.
func same(a, b any) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}
