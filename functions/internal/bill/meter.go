package bill

import (
	"cmp"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"cheat/infra/metrics"
	"cheat/infra/store/dynamo"
)

// Use is what a request consumes.
type Use struct {
	Read, Write float64 // request units of DynamoDB
	LogBytes    float64 // of its log line, as CloudWatch counts them
	OutBytes    float64 // of its answer
}

// Plus returns what both consume together.
func (u Use) Plus(o Use) Use {
	return Use{u.Read + o.Read, u.Write + o.Write, u.LogBytes + o.LogBytes, u.OutBytes + o.OutBytes}
}

// Minus returns what is left of a sum without a part of it.
func (u Use) Minus(o Use) Use {
	return Use{u.Read - o.Read, u.Write - o.Write, u.LogBytes - o.LogBytes, u.OutBytes - o.OutBytes}
}

// Mean returns the share of each of n requests.
func (u Use) Mean(n int) Use {
	f := float64(n)
	return Use{u.Read / f, u.Write / f, u.LogBytes / f, u.OutBytes / f}
}

// Kind tells requests apart: by what they were for, and how they ended.
type Kind struct{ Route, Outcome string }

// logEvent is what CloudWatch Logs adds to each line ("PutLogEvents").
const logEvent = 26

// meter files what requests consume by their kind. It expects one request after the
// other. It is the API's rest.Meter and its log's writer, so that the lines are
// those of production.
type meter struct {
	lines *metrics.Meter

	mu      sync.Mutex
	current Use
	last    Kind
	counts  map[Kind]int
	sums    map[Kind]Use
}

func newMeter() *meter {
	return &meter{lines: metrics.New("cheat-prod"), counts: map[Kind]int{}, sums: map[Kind]Use{}}
}

// observe is told by the store what a call consumed.
func (m *meter) observe(u dynamo.Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.current.Read += u.Read
	m.current.Write += u.Write
}

// Request implements rest.Meter.
func (m *meter) Request(now time.Time, route, outcome string) []slog.Attr {
	m.mu.Lock()
	m.last = Kind{route, outcome}
	m.mu.Unlock()
	return m.lines.Request(now, route, outcome)
}

// Write takes a line of the log.
func (m *meter) Write(line []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.current.LogBytes += float64(len(line) + logEvent)
	return len(line), nil
}

// done files the request that was answered with so many bytes.
func (m *meter) done(outBytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.current.OutBytes += float64(outBytes)
	m.counts[m.last]++
	m.sums[m.last] = m.sums[m.last].Plus(m.current)
	m.current = Use{}
}

// Line is what the requests of one kind consumed: how many they were, and the mean.
type Line struct {
	Kind
	Count int
	Mean  Use
}

// lineup returns the lines in the order of routes and outcomes.
func (m *meter) lineup() []Line {
	m.mu.Lock()
	defer m.mu.Unlock()
	kinds := slices.SortedFunc(maps.Keys(m.counts), func(a, b Kind) int {
		return cmp.Or(cmp.Compare(a.Route, b.Route), cmp.Compare(a.Outcome, b.Outcome))
	})
	lines := make([]Line, len(kinds))
	for i, kind := range kinds {
		lines[i] = Line{kind, m.counts[kind], m.sums[kind].Mean(m.counts[kind])}
	}
	return lines
}

// total returns the sum over all requests.
func (m *meter) total() (int, Use) {
	m.mu.Lock()
	defer m.mu.Unlock()
	count, sum := 0, Use{}
	for kind, n := range m.counts {
		count += n
		sum = sum.Plus(m.sums[kind])
	}
	return count, sum
}
