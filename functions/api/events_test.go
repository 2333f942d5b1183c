package main

import (
	"crypto/rand"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/events"
	"cheat/functions/internal/apitest"
	"cheat/functions/internal/front"
	"cheat/functions/internal/gateway"
	"cheat/functions/internal/openapitest"
	"cheat/functions/internal/program"
	"cheat/functions/internal/rest"
)

// TestEvents sends every event of events/ through the very handler that Lambda
// gets, and compares with the answers that stand beside them.
func TestEvents(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	config, err := program.FromEnv(func(string) string { return "" })
	require.NoError(t, err)
	kept := apitest.Bolt(t)
	api := func(random io.Reader, now func() time.Time) *rest.API {
		games := config.Games(kept, log)
		games.Random = random
		a := front.New(config, games, log)
		a.Random, a.Now = random, now
		return a
	}
	require.NoError(t, events.Lay(api(events.Counting{}, events.LaidAt).Handler()))

	all, err := events.All()
	require.NoError(t, err)
	require.NotEmpty(t, all)
	handler := gateway.New(api(rand.Reader, events.AskedAt).Handler(), log)
	spec := openapitest.Load(t)
	asked := map[string]bool{}
	for _, e := range all {
		out, err := handler.Invoke(t.Context(), e.Payload)
		require.NoError(t, err, e.Name)
		assert.Empty(t, e.Answer.Differences(out), e.Name)
		r, err := e.Request()
		require.NoError(t, err, e.Name)
		if route, ok := spec.Route(r); ok {
			asked[route] = true
		}
	}
	for _, route := range rest.Routes() {
		assert.Contains(t, asked, route, "a route without an event")
		assert.Contains(t, spec.Routes(), route, "a route that the document does not have")
	}
}
