package deploytest

import (
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/events"
	"cheat/functions/internal/front"
	"cheat/functions/internal/program"
	"cheat/infra/store"
	"cheat/infra/store/dynamo"
)

// lay makes the games that the events are about.
func lay(t *testing.T, config dynamo.Config) {
	t.Helper()
	table, err := dynamo.New(config)
	require.NoError(t, err)
	settings, err := program.FromEnv(func(string) string { return "" })
	require.NoError(t, err)
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	games := settings.Games(table, log)
	games.Random = events.Counting{}
	api := front.New(settings, games, log)
	api.Random = events.Counting{}
	require.NoError(t, events.Lay(api.Handler()))
}

// checkEvents has every event of events/ answered and compares.
func checkEvents(t *testing.T, answer func(t *testing.T, e events.Event) []byte) {
	t.Helper()
	all, err := events.All()
	require.NoError(t, err)
	require.NotEmpty(t, all)
	for _, e := range all {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			assert.Empty(t, e.Answer.Differences(answer(t, e)))
		})
	}
}

// dueWakeUp puts a wake-up that the sweep has to find. It returns a function that
// reports whether it is still there.
func dueWakeUp(t *testing.T, config dynamo.Config) (there func() bool) {
	t.Helper()
	table, err := dynamo.New(config)
	require.NoError(t, err)
	sk := store.TimedSK(engine.At(time.Now().Add(-2*time.Hour)), "nobody")
	require.NoError(t, table.Put(t.Context(), store.Item{PK: store.WakeUpPK, SK: sk}))
	return func() bool {
		_, found, err := table.Get(t.Context(), store.WakeUpPK, sk, true)
		require.NoError(t, err)
		return found
	}
}

// environment is what a function finds on AWS, but for the endpoint.
func environment(config dynamo.Config, endpoint string, more ...string) []string {
	return append([]string{
		"TABLE_NAME=" + config.Table, "AWS_REGION=" + config.Region, "AWS_ENDPOINT_URL_DYNAMODB=" + endpoint,
		"AWS_ACCESS_KEY_ID=test", "AWS_SECRET_ACCESS_KEY=test",
	}, more...)
}
