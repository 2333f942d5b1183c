package engine

import (
	"crypto/sha256"
	"testing"

	"github.com/stretchr/testify/require"
)

// opening is the moment at which every staged game stands.
const opening = Time(1_800_000_000_000)

// stage is a position set up by hand: what a test names, and for the rest a round
// that has just begun.
type stage struct {
	rules  Options // changes to baseRules
	hands  []Cards
	pile   Cards
	due    Rank
	turn   int
	dealer int
	round  int
	plays  int
	caught int
	points []int
	missed []int
	bots   []int
}

// baseRules are the values that a stage changes: as many decks as the hands need,
// Chroniclers, no window, no clock, two rounds.
func baseRules(decks int) Rules {
	return Rules{
		Decks: decks, Chroniclers: true, AfterCall: Continue, MaxCards: 4, Callers: Anyone, CallSeconds: 0,
		LastPlay: Callable, Finish: FirstOut, Points: []int{4, 3, 2}, Rounds: 2, TurnSeconds: 0,
	}
}

// game builds the position. Cards that lie nowhere are set aside; a pile without a
// play that could be called lies under a play that was closed.
func (s stage) game(t *testing.T) Game {
	t.Helper()
	var held Cards
	for _, cs := range append([]Cards{s.pile}, s.hands...) {
		held = held.plus(cs)
	}
	decks := 1
	if held.twice != 0 || len(s.hands) > 4 {
		decks = 2
	}
	rules := baseRules(decks)
	for opt := Option(1); opt < optEnd; opt <<= 1 {
		if s.rules.Given&opt != 0 {
			rules.set(opt, s.rules.Rules)
		}
	}
	require.NoError(t, rules.check(len(s.hands)))

	table := &Table{
		ID: "g", Created: opening, Started: opening, Version: 1, Rules: rules,
		Options: Options{Given: optEnd - 1, Rules: rules},
		secret:  &tableSecret{seed: sha256.Sum256([]byte("stage"))},
	}
	deal := Deal{Round: max(1, s.round), Version: 1, At: opening, Dealer: s.dealer}
	g := Game{Table: table, Version: 1, Status: Playing, Updated: opening, since: opening, due: s.due, turn: s.turn, plays: s.plays, caught: s.caught}
	g.secret = &secret{pile: s.pile, aside: deckOf(rules.Decks, rules.Chroniclers).minus(held)}
	for i := range s.hands {
		table.players = append(table.players, person(i))
		if i < len(s.points) {
			g.seats[i].Points = s.points[i]
		}
		if i < len(s.missed) {
			g.seats[i].Missed = s.missed[i]
		}
		g.secret.hands[i] = s.hands[i]
		deal.Seats = append(deal.Seats, g.seats[i].Standing)
	}
	for _, i := range s.bots {
		table.players[i] = robot(i)
	}
	g.deal = deal
	if s.pile.Len() > 0 {
		n := len(s.hands)
		g.last = lastPlay{on: true, seat: (s.turn + n - 1) % n, rank: (s.due + 7) % 8, count: 1, at: opening, made: 1}
	}
	return g
}

// names of the seats' players, in order.
func names() []string {
	return []string{"Ada", "Bo", "Cy", "Dee", "Eli", "Flo", "Gus", "Hal"}
}

func person(i int) Player {
	return Player{Name: names()[i], Kind: Human, Owner: owner(i), Entropy: names()[i] + "'s words"}
}

func robot(i int) Player { return Player{Name: names()[i], Kind: Bot, Level: "hard/1"} }

func owner(i int) Owner { return Owner{byte(i) + 1} }

func cardsOf(t *testing.T, text string) Cards {
	t.Helper()
	if text == "-" {
		return Cards{}
	}
	var list []Card
	for i := 0; i+2 <= len(text); i += 2 {
		list = append(list, ParseCard(text[i:i+2]))
	}
	cs, ok := CardsOf(list...)
	require.True(t, ok && len(text)%2 == 0, "cards %q", text)
	return cs
}
