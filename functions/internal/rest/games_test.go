package rest_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cheat/acceptance"
	"cheat/acceptance/client"
	"cheat/functions/internal/apitest"
)

// number is what the environment says, or what is to be without it.
func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err, name)
	return n
}

// documented is in how many of the games every answer is held against the OpenAPI
// document as well, which takes most of the time.
const documented = 24

// CHEAT_GAMES is how many random games are played with drawn options, CHEAT_SEED the
// first of their seeds.
func TestWholeGames_agree_with_the_model(t *testing.T) {
	t.Parallel()
	const atOnce = 4
	n, first := number(t, "CHEAT_GAMES", 8), number(t, "CHEAT_SEED", 0)
	for part := range atOnce {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for seed := first + part; seed < first+n; seed += atOnce {
				server := apitest.New(t, nil)
				rnd := rand.New(rand.NewPCG(uint64(seed), 1))
				o := acceptance.OptionsFor(uint64(seed))
				o.Clock = server.Clock
				api := client.Client{Base: server.URL}
				if seed < first+documented {
					api.HTTP = server.HTTP
				}
				require.NoError(t, acceptance.PlayRandom(t.Context(), api, rnd, o), "seed %d", seed)
			}
		})
	}
}
