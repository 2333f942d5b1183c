package rest_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"cheat/acceptance"
	"cheat/acceptance/client"
	"cheat/functions/internal/apitest"
)

// long reports whether the tests that take minutes were asked for.
func long() bool { return os.Getenv("CHEAT_LONG") != "" }

func TestScenarios_agree_with_the_model(t *testing.T) {
	t.Parallel()
	for i, scenario := range acceptance.Scenarios() {
		t.Run(scenario.Name, func(t *testing.T) {
			t.Parallel()
			if strings.HasPrefix(scenario.Name, "R21b") && !long() {
				t.Skip("hundreds of plays; CHEAT_LONG=1 plays them, the engine's tests always do")
			}
			server := apitest.New(t, nil)
			api := client.Client{Base: server.URL, HTTP: server.HTTP}
			rnd := rand.New(rand.NewPCG(uint64(i), 5))
			assert.NoError(t, scenario.Run(t.Context(), api, rnd, acceptance.Options{Clock: server.Clock}))
		})
	}
}
