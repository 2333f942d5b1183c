package metrics

import (
	"log/slog"
	"sync"
	"time"
)

// maxValues is how many values of a metric one line may hold (CloudWatch,
// "Specification: Embedded metric format").
const maxValues = 100

// mostPlayed is of how many games is remembered that their play was written.
const mostPlayed = 1000

// Meter gathers numbers between two lines of the log. Each number gets into exactly
// one line; where requests run at the same time it may be another request's, which
// makes no difference to their sums. Its methods may be called at the same time.
type Meter struct {
	namespace string

	mu     sync.Mutex
	values map[Name][]float64 // one of each, but for sizes, whose greatest counts
	played map[string]bool    // games whose play was written and whose end was not seen
}

// New returns a meter for a namespace of CloudWatch; with "" it counts nothing and
// lines stay as they are.
func New(namespace string) *Meter {
	m := &Meter{namespace: namespace, values: map[Name][]float64{}, played: map[string]bool{}}
	m.add(ColdStarts, 1)
	return m
}

// Request returns more attributes for the line about a request, which has route,
// outcome and Took, in milliseconds, as members already.
func (m *Meter) Request(now time.Time, route, outcome string) []slog.Attr {
	switch outcome {
	case "ok":
		switch route {
		case "POST /v1/games/{id}/plays":
			m.add(Moves, 1)
		case "POST /v1/games/{id}/calls":
			m.add(Calls, 1)
		}
	case "replayed":
		m.add(Replays, 1)
	case "not-modified":
	default:
		m.add(Refusals, 1)
	}
	return m.line(now, Took)
}

// Sweep returns the attributes of the line about a sweep.
func (m *Meter) Sweep(now time.Time, woken, failed int, lag time.Duration) []slog.Attr {
	m.add(Woken, float64(woken))
	m.add(WakesFailed, float64(failed))
	m.add(SweepLag, float64(lag.Milliseconds()))
	return m.line(now)
}

// add notes a value. Sizes beyond what a line may hold are dropped.
func (m *Meter) add(name Name, value float64) {
	if m.namespace == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch values := m.values[name]; {
	case len(values) == 1 && name != RecordBytes:
		values[0] += value
	case len(values) < maxValues:
		m.values[name] = append(values, value)
	}
}
