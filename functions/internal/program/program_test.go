package program_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/apitest"
	"cheat/functions/internal/front"
	"cheat/functions/internal/program"
	"cheat/functions/internal/smoke"
	"cheat/infra/store"
)

// service is the service as a program builds it from these variables, with its log.
func service(t *testing.T, variables map[string]string) (*httptest.Server, program.Config, store.Store, *slog.Logger, *apitest.Logs) {
	t.Helper()
	config, err := program.FromEnv(func(name string) string { return variables[name] })
	require.NoError(t, err)
	kept, logs := apitest.Bolt(t), &apitest.Logs{}
	log := slog.New(slog.NewJSONHandler(logs, &slog.HandlerOptions{Level: config.LogLevel}))
	server := httptest.NewServer(front.New(config, config.Games(kept, log), log).Handler())
	t.Cleanup(server.Close)
	return server, config, kept, log, logs
}

// lines reads the log.
func lines(t *testing.T, logs *apitest.Logs) []map[string]any {
	t.Helper()
	var all []map[string]any
	for scanner := bufio.NewScanner(strings.NewReader(logs.String())); scanner.Scan(); {
		var line map[string]any
		require.NoError(t, json.Unmarshal(scanner.Bytes(), &line))
		all = append(all, line)
	}
	return all
}

// sum adds a metric up over all lines; values may come alone or in a list.
func sum(all []map[string]any, metric string) float64 {
	total := 0.0
	for _, line := range all {
		switch v := line[metric].(type) {
		case float64:
			total += v
		case []any:
			for _, one := range v {
				total += one.(float64)
			}
		}
	}
	return total
}

// A whole match is in the metrics as it was played.
func TestMetrics_of_a_match(t *testing.T) {
	t.Parallel()
	server, _, _, _, logs := service(t, map[string]string{"METRICS_NAMESPACE": "cheat-test"})
	report, err := smoke.Play(t.Context(), server.URL, nil)
	require.NoError(t, err)

	all := lines(t, logs)
	assert.Len(t, all, report.Requests, "a line each")
	assert.EqualValues(t, report.Moves, sum(all, "Moves"))
	assert.EqualValues(t, report.Calls, sum(all, "Calls"))
	for metric, want := range map[string]float64{
		"GamesMade": 1, "GamesFinished": 1, "Replays": 1, "Refusals": 1, "ColdStarts": 1, "Conflicts": 0,
	} {
		assert.Equal(t, want, sum(all, metric), metric)
	}
	assert.Greater(t, sum(all, "RecordBytes"), 300*float64(report.Moves))
	for _, line := range all {
		assert.Contains(t, line, "_aws")
		assert.Regexp(t, `^(GET|POST|DELETE) /|^-$`, line["route"])
		assert.NotEmpty(t, line["outcome"])
		if line["Refusals"] != nil {
			assert.Equal(t, "stale-version", line["outcome"])
		}
	}
}

// Clients cannot invent metrics: whatever they send, a line's dimensions are of a
// short list.
func TestMetrics_have_few_dimensions(t *testing.T) {
	t.Parallel()
	server, _, _, _, logs := service(t, map[string]string{"METRICS_NAMESPACE": "cheat-test"})
	for _, request := range []struct{ method, path, route, outcome string }{
		{"BREW", "/v1/games", "-", "method-not-allowed"},
		{"PUT", "/v1/games/someone", "-", "method-not-allowed"},
		{"GET", "/v1/games/someone/else", "-", "no-such-route"},
		{"GET", "/v1/../x", "-", "no-such-route"},
		{"GET", "/v1/games/someone", "GET /v1/games/{id}", "no-such-game"},
		{"HEAD", "/v1/health", "GET /v1/health", "ok"},
		{"GET", "/assets/none.js", "GET /assets/{file...}", "404"},
	} {
		before := len(lines(t, logs))
		r, err := http.NewRequest(request.method, server.URL, nil)
		require.NoError(t, err)
		r.URL.Path = request.path
		answer, err := http.DefaultTransport.RoundTrip(r)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		all := lines(t, logs)
		require.Len(t, all, before+1)
		assert.Equal(t, request.route, all[before]["route"], request.path)
		assert.Equal(t, request.outcome, all[before]["outcome"], request.path)
	}
}

// With warn no line is written for a request, and without a namespace none has
// metrics.
func TestMetrics_can_be_left_out(t *testing.T) {
	t.Parallel()
	server, _, _, _, logs := service(t, map[string]string{"METRICS_NAMESPACE": "cheat-test", "LOG_LEVEL": "warn"})
	_, err := smoke.Play(t.Context(), server.URL, nil)
	require.NoError(t, err)
	assert.Empty(t, logs.String())

	server, _, _, _, logs = service(t, nil)
	_, err = smoke.Play(t.Context(), server.URL, nil)
	require.NoError(t, err)
	assert.NotContains(t, logs.String(), "_aws")
	assert.Contains(t, logs.String(), `"Took"`)
}

// An address that makes too many games is told to wait before anything is read or
// written.
func TestLimit(t *testing.T) {
	t.Parallel()
	config, err := program.FromEnv(func(name string) string {
		return map[string]string{"LIMIT_SEATS_PER_MINUTE": "2"}[name]
	})
	require.NoError(t, err)
	log := slog.New(slog.DiscardHandler)
	counted := &counting{Store: apitest.Bolt(t)}
	handler := front.New(config, config.Games(counted, log), log).Handler()
	create := func(address string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, "/v1/games", bytes.NewReader([]byte(`{"name":"Ada","seats":2}`)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Forwarded-For", "198.51.100."+address[len(address)-1:]) // anybody can write that
		r.RemoteAddr = address
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	assert.Equal(t, http.StatusCreated, create("192.0.2.1:1").Code)
	assert.Equal(t, http.StatusCreated, create("192.0.2.1:2").Code)
	before := counted.calls
	refused := create("192.0.2.1:3")
	assert.Equal(t, http.StatusTooManyRequests, refused.Code)
	assert.NotEmpty(t, refused.Header().Get("Retry-After"))
	assert.Equal(t, before, counted.calls, "the storage was asked")
	assert.Equal(t, http.StatusCreated, create("192.0.2.2:1").Code, "another address")
}

// A sweep leaves one line that says how late it was.
func TestSweep(t *testing.T) {
	t.Parallel()
	_, config, kept, log, logs := service(t, map[string]string{"METRICS_NAMESPACE": "cheat-test"})
	late := engine.At(time.Now().Add(-2 * time.Hour))
	require.NoError(t, kept.Put(t.Context(), store.Item{PK: store.WakeUpPK, SK: store.TimedSK(late, "gone")}))
	sweep := config.Sweep(config.Games(kept, log), log)
	require.NoError(t, sweep(t.Context()))
	require.NoError(t, sweep(t.Context()))

	all := lines(t, logs)
	require.Len(t, all, 2)
	assert.Equal(t, 1.0, all[0]["Woken"])
	assert.Equal(t, 0.0, all[0]["WakesFailed"])
	assert.InDelta(t, 2*time.Hour.Milliseconds(), all[0]["SweepLag"], 60_000)
	assert.Equal(t, 0.0, all[1]["Woken"], "what was due is done")
	assert.Equal(t, 0.0, all[1]["SweepLag"])
}

// counting counts the calls of a store that creating a game begins with.
type counting struct {
	store.Store
	calls int
}

func (c *counting) Query(ctx context.Context, r store.Range) ([]store.Item, string, error) {
	c.calls++
	return c.Store.Query(ctx, r)
}

func (c *counting) Put(ctx context.Context, item store.Item) error {
	c.calls++
	return c.Store.Put(ctx, item)
}

func (c *counting) PutNew(ctx context.Context, item store.Item) error {
	c.calls++
	return c.Store.PutNew(ctx, item)
}
