package metrics_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/metrics"
)

// moment is when the lines of these tests are written.
func moment() time.Time { return time.Date(2030, 1, 2, 3, 4, 5, 6e6, time.UTC) }

// written is a line as the log holds it, read as CloudWatch would.
type written struct {
	values  map[string]any
	metrics map[string]string // unit and dimension by name
}

// write logs a line with these attributes beside what every line about a request has.
func write(t *testing.T, attrs []slog.Attr) written {
	t.Helper()
	var text bytes.Buffer
	all := append([]slog.Attr{slog.String(metrics.Route, "GET /"), slog.String(metrics.Outcome, "ok"), slog.Float64("Took", 1.5)}, attrs...)
	slog.New(slog.NewJSONHandler(&text, nil)).LogAttrs(t.Context(), slog.LevelInfo, "request", all...)
	assert.Equal(t, 1, strings.Count(text.String(), "\n"))

	line := written{metrics: map[string]string{}}
	require.NoError(t, json.Unmarshal(text.Bytes(), &line.values))
	var meta struct {
		AWS *struct {
			Timestamp         int64
			CloudWatchMetrics []struct {
				Namespace  string
				Dimensions [][]string
				Metrics    []struct{ Name, Unit string }
			}
		} `json:"_aws"`
	}
	require.NoError(t, json.Unmarshal(text.Bytes(), &meta))
	if meta.AWS == nil {
		return line
	}
	assert.Equal(t, moment().UnixMilli(), meta.AWS.Timestamp)
	for _, d := range meta.AWS.CloudWatchMetrics {
		assert.Equal(t, "cheat-test", d.Namespace)
		require.Len(t, d.Dimensions, 1, "each set of dimensions is paid for")
		for _, by := range d.Dimensions[0] {
			assert.IsType(t, "", line.values[by], "%s names no member of the line", by)
		}
		for _, m := range d.Metrics {
			assert.NotNil(t, line.values[m.Name], "%s names no member of the line", m.Name)
			line.metrics[m.Name] = m.Unit + " " + strings.Join(d.Dimensions[0], ",")
		}
	}
	return line
}

func TestMeter_Request(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		route, outcome string
		counts         []string
	}{
		"a move":                {"POST /v1/games/{id}/plays", "ok", []string{"Moves"}},
		"a move refused":        {"POST /v1/games/{id}/plays", "not-your-turn", []string{"Refusals"}},
		"a move repeated":       {"POST /v1/games/{id}/plays", "replayed", []string{"Replays"}},
		"a call":                {"POST /v1/games/{id}/calls", "ok", []string{"Calls"}},
		"a look":                {"GET /v1/games/{id}", "ok", nil},
		"a look at the same":    {"GET /v1/games/{id}", "not-modified", nil},
		"what is no route":      {"-", "no-such-route", []string{"Refusals"}},
		"a status without code": {"GET /assets/{file...}", "404", []string{"Refusals"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := metrics.New("cheat-test")
			first := write(t, m.Request(moment(), tt.route, tt.outcome))
			assert.Equal(t, 1.0, first.values["ColdStarts"])

			line := write(t, m.Request(moment(), tt.route, tt.outcome))
			want := map[string]string{"Took": "Milliseconds route"}
			for _, count := range tt.counts {
				want[count] = "Count "
				assert.Equal(t, 1.0, line.values[count])
			}
			if slices.Contains(tt.counts, "Refusals") {
				want["Refusals"] = "Count outcome"
			}
			assert.Equal(t, want, line.metrics)
		})
	}
}

func TestMeter_Sweep(t *testing.T) {
	t.Parallel()
	m := metrics.New("cheat-test")
	line := write(t, m.Sweep(moment(), 3, 1, 90*time.Second))
	assert.Equal(t, map[string]string{
		"ColdStarts": "Count ", "Woken": "Count ", "WakesFailed": "Count ", "SweepLag": "Milliseconds ",
	}, line.metrics)
	assert.Equal(t, 3.0, line.values["Woken"])
	assert.Equal(t, 1.0, line.values["WakesFailed"])
	assert.Equal(t, 90000.0, line.values["SweepLag"])
}

func TestMeter_without_a_namespace_adds_nothing(t *testing.T) {
	t.Parallel()
	m := metrics.New("")
	assert.Empty(t, m.Request(moment(), "GET /", "ok"))
	assert.Empty(t, m.Sweep(moment(), 1, 1, time.Second))
}

// What no line takes away must not grow, and a line must not break CloudWatch's
// limit of values.
func TestMeter_keeps_a_line_within_its_limit(t *testing.T) {
	t.Parallel()
	m := metrics.New("cheat-test")
	kept := m.Store(silent{})
	for range 250 {
		require.NoError(t, kept.Put(t.Context(), record("G#one", "h#1", 10)))
	}
	line := write(t, m.Request(moment(), "GET /", "ok"))
	assert.Len(t, line.values["RecordBytes"], 100)
	again := write(t, m.Request(moment(), "GET /", "ok"))
	assert.Nil(t, again.values["RecordBytes"])
}

// Every metric has a unit that CloudWatch knows, and one dimension at most: each
// value of a dimension is a metric that is paid for.
func TestAll(t *testing.T) {
	t.Parallel()
	for _, m := range metrics.All() {
		assert.Contains(t, []string{"Count", "Bytes", "Milliseconds"}, m.Unit, m.Name)
		assert.Contains(t, []string{"", metrics.Route, metrics.Outcome}, m.By, m.Name)
	}
}
