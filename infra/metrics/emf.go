package metrics

import (
	"log/slog"
	"slices"
	"time"
)

// metadata is the member _aws, which makes metrics of other members of the line.
type metadata struct {
	Timestamp         int64 // milliseconds since 1970
	CloudWatchMetrics []directive
}

// directive names metrics that have the same dimensions.
type directive struct {
	Namespace  string
	Dimensions [][]string
	Metrics    []definition
}

type definition struct {
	Name Name
	Unit string
}

// line returns what was gathered since the line before, and begins anew. The line
// holds the members that are given already.
func (m *Meter) line(now time.Time, given ...Name) []slog.Attr {
	if m.namespace == "" {
		return nil
	}
	m.mu.Lock()
	values := m.values
	m.values = map[Name][]float64{}
	m.mu.Unlock()

	var attrs []slog.Attr
	meta := metadata{Timestamp: now.UnixMilli()}
	for _, metric := range All() {
		switch v := values[metric.Name]; {
		case slices.Contains(given, metric.Name):
		case len(v) == 0:
			continue
		case len(v) == 1:
			attrs = append(attrs, slog.Float64(string(metric.Name), v[0]))
		default:
			attrs = append(attrs, slog.Any(string(metric.Name), v))
		}
		meta.define(m.namespace, metric)
	}
	return append(attrs, slog.Any("_aws", meta))
}

// define adds a metric to the directive of its dimension. No dimension is one empty
// set of them.
func (m *metadata) define(namespace string, metric Metric) {
	by := []string{}
	if metric.By != "" {
		by = append(by, metric.By)
	}
	last := len(m.CloudWatchMetrics) - 1
	if last < 0 || !slices.Equal(m.CloudWatchMetrics[last].Dimensions[0], by) {
		m.CloudWatchMetrics = append(m.CloudWatchMetrics, directive{Namespace: namespace, Dimensions: [][]string{by}})
		last++
	}
	d := &m.CloudWatchMetrics[last]
	d.Metrics = append(d.Metrics, definition{metric.Name, metric.Unit})
}
