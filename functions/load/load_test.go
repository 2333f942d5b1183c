package main

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/apitest"
)

// The test binary is the server that does nothing, too.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == nothing {
		serveNothing()
	}
	os.Exit(m.Run())
}

func TestRun(t *testing.T) {
	t.Parallel()
	idle := func() (*server, error) { return start(nil, os.Args[0], nothing) }
	for name, play := range map[string]players{"games": playNothing, "polls": pollNothing} {
		o, err := run(t.Context(), idle, play, 3, time.Second)
		require.NoError(t, err, name)
		assert.NotEmpty(t, o.times, name)
		assert.Positive(t, o.cpu, name)
		assert.Greater(t, o.memory, 1.0, name)
		assert.LessOrEqual(t, o.quantile(0.5), o.quantile(0.99), name)
		var text strings.Builder
		row(&text, name, 3, o, o)
		assert.True(t, strings.HasSuffix(text.String(), " 1.00\n"), text.String())
	}
	_, err := start(nil, "/nowhere")
	assert.Error(t, err)
}

// The players keep to the rules: nothing that they send is refused.
func TestPlayers(t *testing.T) {
	t.Parallel()
	server := apitest.New(t, nil)
	api := client.Client{Base: server.URL, HTTP: server.HTTP}
	for name, play := range map[string]players{"games": playGames, "polls": poll} {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		err := play(ctx, api, rand.New(rand.NewPCG(1, 1)), func(time.Duration) {
			if n++; n == 200 {
				cancel()
			}
		})
		assert.NoError(t, err, name)
		assert.Equal(t, 200, n, name)
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	list, err := numbers("1,8,128")
	require.NoError(t, err)
	assert.Equal(t, []int{1, 8, 128}, list)
	for _, bad := range []string{"", "0", "1,", "x", "-1"} {
		_, err := numbers(bad)
		assert.Error(t, err, bad)
	}
}
