package acceptance

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
)

// CHEAT_URL names the server that the next two tests play on, CHEAT_GAMES how many random games, CHEAT_SEED the
// first of their seeds.
func server(t *testing.T) client.Client {
	t.Helper()
	url := os.Getenv("CHEAT_URL")
	if url == "" {
		t.Skip("CHEAT_URL is not set: no server to play on (e.g. CHEAT_URL=http://127.0.0.1:8080)")
	}
	return client.Client{Base: url}
}

func number(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 32)
	require.NoError(t, err, name)
	return n
}

func TestRandomGames(t *testing.T) {
	t.Parallel()
	api := server(t)
	first := number(t, "CHEAT_SEED", rand.Uint64N(1e6))
	for i := range number(t, "CHEAT_GAMES", 5) {
		seed := first + i
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			require.NoError(t, PlayRandom(t.Context(), api, rand.New(rand.NewPCG(seed, 0)), OptionsFor(seed)))
		})
	}
}

func TestScenarios(t *testing.T) {
	t.Parallel()
	api := server(t)
	for i, scenario := range Scenarios() {
		if scenario.NeedsClock {
			continue
		}
		t.Run(scenario.Name, func(t *testing.T) {
			t.Parallel()
			require.NoError(t, scenario.Run(t.Context(), api, rand.New(rand.NewPCG(uint64(i), 0)), Options{}))
		})
	}
}
