package model

import (
	"slices"
	"strings"
)

// Card is two characters, rank then suit; "Cc" and "Pc" are the Chroniclers. A hand is a multiset.
type Card string

// The two Chroniclers (R22 to R25).
const (
	Coloured Card = "Cc"
	Pale     Card = "Pc"
)

const (
	ranks = "789XUOKA"
	suits = "alhb"
)

// oneDeck is one ordered deck, the order of a hand too.
func oneDeck(chroniclers bool) []Card {
	var deck []Card
	for _, rank := range ranks {
		for _, suit := range suits {
			deck = append(deck, Card(string(rank)+string(suit)))
		}
	}
	if chroniclers {
		deck = append(deck, Coloured, Pale)
	}
	return deck
}

// orderedDeck is what the shuffle starts from: a second deck lies after the first.
func orderedDeck(r Rules) []Card {
	var deck []Card
	for range r.Decks {
		deck = append(deck, oneDeck(r.Chroniclers)...)
	}
	return deck
}

// inHandOrder returns the cards sorted by rank, then suit, Chroniclers last; never nil.
func inHandOrder(cards []Card) []Card {
	order := oneDeck(true)
	sorted := append([]Card{}, cards...)
	slices.SortStableFunc(sorted, func(a, b Card) int { return slices.Index(order, a) - slices.Index(order, b) })
	return sorted
}

// without takes the cards out of the hand; false if the hand does not hold them all.
func without(hand, cards []Card) ([]Card, bool) {
	rest := slices.Clone(hand)
	for _, card := range cards {
		i := slices.Index(rest, card)
		if i < 0 {
			return nil, false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return rest, true
}

// isLie says whether a play announced as rank was a lie when its cards are turned over (R15, R22 to R24).
func isLie(rank string, cards []Card) bool {
	for _, card := range cards {
		if string(card[0]) != rank && card != Coloured && card != Pale {
			return true
		}
	}
	return false
}

// nextRank is the rank one step on; after the Ace comes VII (R6).
func nextRank(rank string) string {
	return string(ranks[(strings.Index(ranks, rank)+1)%len(ranks)])
}
