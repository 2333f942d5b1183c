package engine

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// computed is testdata/deal/deals.json: what testdata/deal/deal.py, which shares no
// code with this package, finds for fixed seeds.
type computed struct {
	Deals []struct {
		Name           string
		LastSeed       string
		Rounds, Round  int
		Entropy        []string
		Decks          int
		Chroniclers    bool
		HandSize       *int
		DealtIn        []int
		PreviousDealer *int
		Chain          []string
		Seed           string
		Commitment     string
		Key            string
		Dealer         int
		Deck           []string
		Hands          [][]string
		Aside          []string
	}
	Timeouts []struct {
		Seed                             string
		Round, Version, HandSize, Number int
		Key                              string
	}
	Numbers []struct {
		Key            string
		Below, Numbers []int
	}
}

func readComputed(t *testing.T) computed {
	t.Helper()
	file, err := os.Open("testdata/deal/deals.json")
	require.NoError(t, err)
	defer file.Close()
	d := json.NewDecoder(file)
	d.DisallowUnknownFields()
	var all computed
	require.NoError(t, d.Decode(&all))
	require.GreaterOrEqual(t, len(all.Deals), 3)
	require.NotEmpty(t, all.Timeouts)
	require.NotEmpty(t, all.Numbers)
	return all
}

func bytes32(t *testing.T, text string) [32]byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	require.NoError(t, err)
	return [32]byte(b)
}

func TestDeal(t *testing.T) {
	t.Parallel()
	for _, c := range readComputed(t).Deals {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			rules := baseRules(c.Decks)
			rules.Chroniclers, rules.Rounds = c.Chroniclers, c.Rounds
			if c.HandSize != nil {
				rules.HandSize = *c.HandSize
			}
			table := &Table{ID: "g", Version: 1, Rules: rules, secret: &tableSecret{seed: bytes32(t, c.LastSeed)}}
			for i, e := range c.Entropy {
				p := person(i)
				p.Entropy = e
				table.players = append(table.players, p)
			}
			for i, seed := range c.Chain {
				assert.Equal(t, seed, table.Seed(i+1).hex(), "seed of round %d", i+1)
			}
			seed := table.Seed(c.Round)
			assert.Equal(t, c.Seed, seed.hex())
			assert.Equal(t, c.Commitment, seed.Commitment())
			assert.Equal(t, bytes32(t, c.Key), dealKey(seed, c.Entropy, c.Round))
			assert.Equal(t, parsed(c.Deck), shuffle(seed, c.Entropy, c.Round, c.Decks, c.Chroniclers).deck)

			g := table.FirstDeal()
			if c.Round > 1 { // as dealt after the round before, some seats having left
				g = before(table, c.Round-1, *c.PreviousDealer, c.DealtIn)
				var err error
				g, _, err = g.Apply(Action{Kind: ToDeal, Seat: c.DealtIn[0]}, opening)
				require.NoError(t, err)
			}
			assert.Equal(t, g, Begin(table, g.LastDeal()), "the deal fixes the game")
			assert.Equal(t, c.Dealer, g.LastDeal().Dealer)
			assert.Equal(t, setOf(t, c.Aside), g.secret.aside)
			for i, h := range c.Hands {
				assert.Equal(t, setOf(t, h), g.secret.hands[i], "hand of seat %d", i)
			}
			assert.Equal(t, g.next(c.Dealer), g.turn, "R5: the dealer's right plays first")
			assert.Equal(t, Seven, g.due, "R5")
			assert.NoError(t, conserved(g))
		})
	}
}

// before returns a round that is over, with nobody but some seats left.
func before(table *Table, round, dealer int, left []int) Game {
	d := Deal{Round: round, Version: 7, Dealer: dealer, Seats: make([]Standing, len(table.players))}
	g := Begin(table, d)
	g.Status = RoundOver
	for i := range table.players {
		g.seats[i].Away = true
	}
	for _, i := range left {
		g.seats[i].Away = false
	}
	return g
}

func TestDealTimeouts(t *testing.T) {
	t.Parallel()
	for _, c := range readComputed(t).Timeouts {
		key := timeoutKey(bytes32(t, c.Seed), c.Round, c.Version)
		assert.Equal(t, bytes32(t, c.Key), key)
		assert.Equal(t, c.Number, newStream(key).below(c.HandSize))
	}
}

func TestDealNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range readComputed(t).Numbers {
		chance := Chance{*newStream(bytes32(t, c.Key))}
		for i, m := range c.Below {
			assert.Equal(t, c.Numbers[i], chance.Below(m), "number %d", i)
		}
	}
}

// R4: with equal hands for all, as many as the deck allows or the option says.
func TestDealSizes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		seats       int
		given       string
		each, aside int
	}{
		{2, "-", 16, 0},
		{3, "-", 10, 2},
		{3, "chroniclers=true", 11, 1},
		{4, "-", 8, 0},
		{4, "chroniclers=true", 8, 2},
		{4, "decks=2", 16, 0},
		{5, "-", 12, 4},
		{7, "chroniclers=true", 9, 5},
		{8, "-", 8, 0},
		{8, "chroniclers=true handSize=1", 1, 60},
		{2, "handSize=16", 16, 0},
	} {
		o, err := ParseOptions(c.given)
		require.NoError(t, err)
		rules, err := o.Resolve(c.seats)
		require.NoError(t, err)
		table := &Table{Rules: rules, players: make([]Player, c.seats), secret: &tableSecret{}}
		g := table.FirstDeal()
		for i := range c.seats {
			assert.Equal(t, c.each, g.secret.hands[i].Len(), "%d seats, %s", c.seats, c.given)
		}
		assert.Equal(t, c.aside, g.secret.aside.Len(), "%d seats, %s", c.seats, c.given)
		assert.NoError(t, conserved(g))

		opened := OpenRound{Round: 1, Dealer: g.deal.Dealer, Seed: table.Seed(1).hex(), Entropy: table.entropies()}
		for i := range c.seats {
			opened.Hands = append(opened.Hands, g.secret.hands[i].List())
		}
		_, must, err := opened.Recompute(rules)
		require.NoError(t, err)
		assert.Equal(t, opened.Hands, must.Hands, "computed again: %d seats, %s", c.seats, c.given)
		assert.Equal(t, g.secret.aside.List(), must.Aside, "computed again: %d seats, %s", c.seats, c.given)
	}
}

// R3, and that no place is favoured: over many seeds every dealer is drawn and
// every card comes to every seat about as often.
func TestDealIsFair(t *testing.T) {
	t.Parallel()
	const deals, seats = 10_000, 3
	for _, c := range []struct {
		chroniclers bool
		cards, hand int
	}{{true, 34, 11}, {false, 32, 10}} {
		var dealers [seats]int
		var got [seats + 1][kinds]int
		seed := Seed{1}
		for range deals {
			seed = seed.Before(1)
			d := shuffle(seed, make([]string, seats), 1, 1, c.chroniclers)
			hands, aside := distribute(d.deck, d.dealer, []bool{true, true, true}, c.hand)
			dealers[d.dealer]++
			for place, cards := range append(hands[:seats], aside) {
				for card := range cards.All() {
					got[place][card]++
				}
			}
		}
		// Six standard deviations of a binomial number, so that a sound deal never fails.
		fair := func(share float64, n int, what string) {
			assert.InDelta(t, deals*share, n, 6*math.Sqrt(deals*share*(1-share)), what)
		}
		for i, n := range dealers {
			fair(1.0/seats, n, fmt.Sprintf("dealer %d", i))
		}
		for place := range got {
			size := c.hand
			if place == seats {
				size = c.cards - seats*c.hand
			}
			for card := range c.cards {
				fair(float64(size)/float64(c.cards), got[place][card], fmt.Sprintf("%s in place %d", Card(card), place))
			}
		}
	}
}
