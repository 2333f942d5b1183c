package party_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/apitest"
	"cheat/functions/internal/party"
)

// Matches of all sizes come to their end, and no command of theirs is refused.
func TestParty_plays_to_the_end(t *testing.T) {
	t.Parallel()
	server := apitest.New(t, nil)
	for i, people := range []int{2, 3, 4, 8, 2, 8} {
		rnd := rand.New(rand.NewPCG(uint64(people), 1))
		p, err := party.Sit(t.Context(), client.Client{Base: server.URL, HTTP: server.HTTP}, rnd, people, map[string]any{"callSeconds": 0, "rounds": 2, "handSize": 4})
		require.NoError(t, err)
		p.Rash = i > 3
		moves := 0
		for ; ; moves++ {
			move, err := p.Look(t.Context())
			require.NoError(t, err)
			if move.Path == "" {
				break
			}
			require.NoError(t, p.Make(t.Context(), move))
			require.Less(t, moves, 5000)
		}
		assert.True(t, p.Over)
		assert.Greater(t, moves, 2*people)
	}
}
