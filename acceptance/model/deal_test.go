package model

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The script beside deals.json computed them in another language.
func TestDealFrom_agrees_with_the_script(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../engine/testdata/deal/deals.json")
	require.NoError(t, err)
	var file struct {
		Deals []struct {
			Name, LastSeed         string
			Rounds, Round          int
			Entropy                []string
			Decks                  int
			Chroniclers            bool
			HandSize               *int
			DealtIn                []int
			PreviousDealer, Dealer int
			Seed, Commitment       string
			Chain                  []string
			Deck, Aside            []Card
			Hands                  [][]Card
		}
		Timeouts []struct {
			Seed                             string
			Round, Version, HandSize, Number int
		}
		Numbers []struct {
			Key            string
			Below, Numbers []uint32
		}
	}
	require.NoError(t, json.Unmarshal(text, &file))
	require.GreaterOrEqual(t, len(file.Deals), 5)
	for _, c := range file.Deals {
		facts := SeedFacts{Last: seedOf(t, c.LastSeed)}
		for i, seed := range c.Chain {
			assert.Equal(t, seed, facts.Seed(i+1, c.Rounds).hex(), c.Name)
		}
		dealtIn := make([]bool, len(c.Entropy))
		for _, s := range c.DealtIn {
			dealtIn[s] = true
		}
		rules := Rules{Decks: c.Decks, Chroniclers: c.Chroniclers, HandSize: c.HandSize}
		seed := facts.Seed(c.Round, c.Rounds)
		assert.Equal(t, Deal{c.Dealer, c.Deck, c.Hands, c.Aside},
			DealFrom(seed, c.Entropy, c.Round, rules, dealtIn, c.PreviousDealer), c.Name)
		assert.Equal(t, c.Commitment, seed.commitment(), c.Name)
	}
	for _, c := range file.Timeouts {
		assert.Equal(t, c.Number, DrawnNumber(seedOf(t, c.Seed), c.Round, c.Version, c.HandSize))
	}
	for _, c := range file.Numbers {
		key, err := hex.DecodeString(c.Key)
		require.NoError(t, err)
		numbers := stream{key: key}
		for i, m := range c.Below {
			assert.Equal(t, c.Numbers[i], numbers.below(m), "below %d, the %d. number", m, i)
		}
	}
}

func seedOf(t *testing.T, text string) Seed {
	t.Helper()
	bytes, err := hex.DecodeString(text)
	require.NoError(t, err)
	return Seed(bytes)
}
