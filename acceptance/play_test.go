package acceptance

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The model as a server must agree with the model: what differs is a fault of the client or of the comparison.
func TestPlayRandom_on_the_model(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		o := Options{DrawRules: seed%4 > 0, Leaving: seed%3 > 0, Mischief: seed%5 > 0, Rematch: true, Commands: 150, Logf: t.Logf}
		rnd := rand.New(rand.NewPCG(seed, 2))
		o.Seats = 2 + rnd.IntN(7)
		if seed%4 == 1 {
			for range 1 + rnd.IntN(o.Seats-1) {
				o.Bots = append(o.Bots, "easy")
			}
		}
		s, api := newStub(t, seed)
		if seed%7 == 0 {
			s.real = true
		} else {
			o.Clock = s
		}
		require.NoError(t, PlayRandom(t.Context(), api, rnd, o), "seed %d", seed)
	}
}

// Scenarios that ask only for what the model knows run on the model, too.
func TestScenarios_on_the_model(t *testing.T) {
	t.Parallel()
	edge := []string{"creations that are refused", "games, routes and methods that do not exist"}
	for i, scenario := range Scenarios() {
		if slices.Contains(edge, scenario.Name) {
			continue // the stub has no edge
		}
		t.Run(scenario.Name, func(t *testing.T) {
			t.Parallel()
			s, api := newStub(t, uint64(i))
			assert.NoError(t, scenario.Run(t.Context(), api, rand.New(rand.NewPCG(uint64(i), 3)), Options{Clock: s}))
		})
	}
}
