package engine

import (
	"fmt"
	"strings"
)

// Rank is a card's rank, in the order in which ranks fall due (R6).
type Rank uint8

// The eight ranks, VII to Ace.
const (
	Seven Rank = iota
	Eight
	Nine
	Ten
	Under
	Over
	King
	Ace
)

const (
	rankLetters = "789XUOKA"
	suitLetters = "alhb" // Acorns, Leaves, Hearts, Bells
	cardLetters = "7a7l7h7b8a8l8h8b9a9l9h9bXaXlXhXbUaUlUhUbOaOlOhObKaKlKhKbAaAlAhAbCcPc"
)

// Next returns the rank that falls due after r; after the Ace comes the VII (R6).
func (r Rank) Next() Rank { return (r + 1) % 8 }

// String returns the rank's one letter, of "789XUOKA".
func (r Rank) String() string { return rankLetters[r : r+1] }

// MarshalText writes the rank's letter.
func (r Rank) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a rank's letter.
func (r *Rank) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRank(string(text))
	return err
}

// ParseRank reads a rank's letter.
func ParseRank(s string) (Rank, error) {
	if i := strings.Index(rankLetters, s); len(s) == 1 && i >= 0 {
		return Rank(i), nil
	}
	return 0, fmt.Errorf("%q is no rank: one of 7 8 9 X U O K A", s)
}

// Card is one card, numbered in the order of a sorted hand: by rank, within a
// rank by suit (Acorns, Leaves, Hearts, Bells), the Chroniclers last. Two decks
// hold every card twice; the copies are never told apart (R31).
type Card uint8

// The Chroniclers, and the value of a text that names no card.
const (
	Coloured Card = 32
	Pale     Card = 33
	NoCard   Card = 255

	kinds = 34 // different cards
)

// Rank returns the card's rank; a Chronicler has none and false is returned.
func (c Card) Rank() (Rank, bool) { return Rank(c / 4), c < Coloured }

// String returns the card's two letters, rank then suit ("Ub"), or "Cc", "Pc".
func (c Card) String() string {
	if c >= kinds {
		return "??"
	}
	return cardLetters[2*c : 2*c+2]
}

// MarshalText writes the card's two letters.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a card's two letters.
func (c *Card) UnmarshalText(text []byte) error {
	if *c = ParseCard(string(text)); *c == NoCard {
		return fmt.Errorf("%q is no card", text)
	}
	return nil
}

// ParseCard reads a card's two letters; a text that names no card gives [NoCard],
// which no deck holds, so that the rules refuse it in their own order.
func ParseCard(s string) Card {
	if len(s) != 2 {
		return NoCard
	}
	return cardOf(s[0], s[1])
}

// cardOf returns the card of two letters, or [NoCard].
func cardOf(rank, suit byte) Card {
	switch {
	case rank == 'C' && suit == 'c':
		return Coloured
	case rank == 'P' && suit == 'c':
		return Pale
	}
	r, s := strings.IndexByte(rankLetters, rank), strings.IndexByte(suitLetters, suit)
	if r < 0 || s < 0 {
		return NoCard
	}
	return Card(4*r + s)
}
