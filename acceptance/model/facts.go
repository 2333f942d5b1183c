package model

import "fmt"

// SeedFacts answers Facts from the seed of the last possible round, as the server does.
type SeedFacts struct {
	Last Seed
}

// Seed is the seed of a round of a match of so many rounds.
func (f SeedFacts) Seed(round, rounds int) Seed {
	seed := f.Last
	for range rounds - round {
		seed = seed.Before()
	}
	return seed
}

func (f SeedFacts) seed(m *Match) Seed { return f.Seed(m.round, m.rules.Rounds) }

// Dealt implements Facts.
func (f SeedFacts) Dealt(m *Match) (int, [][]Card) {
	d := DealFrom(f.seed(m), m.entropy(), m.round, m.rules, m.r.dealtIn, m.dealer)
	return d.Dealer, d.Hands
}

// Drawn implements Facts.
func (f SeedFacts) Drawn(m *Match, seat int) Card {
	hand := m.r.hands[seat]
	return hand[DrawnNumber(f.seed(m), m.round, m.version, len(hand))]
}

// Opened implements Facts.
func (f SeedFacts) Opened(m *Match) Seed { return f.seed(m) }

// BotName implements Facts.
func (f SeedFacts) BotName(_ *Match, seat int) string { return fmt.Sprintf("Bot %d", seat) }
