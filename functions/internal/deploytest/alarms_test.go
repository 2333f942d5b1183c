package deploytest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/metrics"
)

// emitted is what AWS's services send by themselves, as far as this project shows or
// watches it: the dimension of each metric, and the type of resource that it names.
// The pages are "Types of metrics for Lambda functions", "Monitoring Lambda function
// URLs", "Monitor CloudWatch metrics for HTTP APIs" and "DynamoDB metrics and
// dimensions".
func emitted(namespace, metric string) (dimension, kind string, ok bool) {
	for _, e := range []struct {
		namespace, dimension, kind string
		metrics                    []string
	}{
		{"AWS/Lambda", "FunctionName", "AWS::Serverless::Function", []string{
			"Invocations", "Errors", "Throttles", "Duration", "ConcurrentExecutions", "UrlRequestCount", "Url4xxCount", "Url5xxCount",
		}},
		{"AWS/ApiGateway", "ApiId", "AWS::ApiGatewayV2::Api", []string{"Count", "4xx", "5xx", "Latency", "IntegrationLatency", "DataProcessed"}},
		{"AWS/DynamoDB", "TableName", "AWS::DynamoDB::Table", []string{
			"ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits", "ReadThrottleEvents", "WriteThrottleEvents",
		}},
	} {
		if e.namespace == namespace && slices.Contains(e.metrics, metric) {
			return e.dimension, e.kind, true
		}
	}
	return "", "", false
}

// check fails the test unless somebody sends this metric with just this dimension.
func (s *stack) check(where, namespace, metric string, dimensions map[string]string) {
	if dimension, kind, ok := emitted(namespace, metric); ok {
		name, one := dimensions[dimension]
		assert.True(s.t, one && len(dimensions) == 1, "%s: %s/%s has the dimension %s", where, namespace, metric, dimension)
		assert.Contains(s.t, s.of(kind), strings.TrimPrefix(name, "@"), "%s: %s/%s", where, namespace, metric)
		return
	}
	own := object(globals(s), "Environment", "Variables").(map[string]any)["METRICS_NAMESPACE"]
	assert.Equal(s.t, own, namespace, "%s: nobody sends %s/%s", where, namespace, metric)
	at := slices.IndexFunc(metrics.All(), func(m metrics.Metric) bool { return string(m.Name) == metric })
	if assert.GreaterOrEqual(s.t, at, 0, "%s: nobody sends %s/%s", where, namespace, metric) {
		assert.Empty(s.t, metrics.All()[at].By, "%s: %s has a dimension", where, metric)
		assert.Empty(s.t, dimensions, "%s: %s has no dimension", where, metric)
	}
}

// dimensionsOf reads CloudFormation's list of dimensions.
func dimensionsOf(value any) map[string]string {
	found := map[string]string{}
	list, _ := value.([]any)
	for _, d := range list {
		found[object(d, "Name").(string)] = object(d, "Value").(string)
	}
	return found
}

// An alarm that can never fire is worse than none.
func TestAlarms_watch_what_is_sent(t *testing.T) {
	t.Parallel()
	for name, s := range stacks(t) {
		alarms := s.of("AWS::CloudWatch::Alarm")
		assert.GreaterOrEqual(t, len(alarms), 8, name)
		for alarm, properties := range alarms {
			where := name + ": " + alarm
			assert.NotEmpty(t, properties["AlarmDescription"], where)
			assert.NotEmpty(t, properties["TreatMissingData"], where)
			assert.NotEmpty(t, properties["Threshold"], where)
			if s.parameters["AlarmEmail"] != "" {
				assert.Equal(t, []any{"@Alarms"}, properties["AlarmActions"], where)
			}
			if metric, ok := properties["MetricName"].(string); ok {
				s.check(where, properties["Namespace"].(string), metric, dimensionsOf(properties["Dimensions"]))
				continue
			}
			watched := 0
			for _, query := range properties["Metrics"].([]any) {
				if stat, ok := query.(map[string]any)["MetricStat"]; ok {
					watched++
					metric := object(stat, "Metric").(map[string]any)
					s.check(where, metric["Namespace"].(string), metric["MetricName"].(string), dimensionsOf(metric["Dimensions"]))
				}
			}
			assert.Positive(t, watched, where)
		}
		// What is not measured is not watched either.
		_, watched := alarms["SweepLagAlarm"]
		assert.Equal(t, !strings.HasPrefix(name, "without"), watched, name)
	}
}

// Whoever is woken finds in the runbook what to look at and what to do.
func TestAlarms_are_in_the_runbook(t *testing.T) {
	t.Parallel()
	runbook := read(t, "docs/runbook.md")
	var inBook []string
	for _, found := range regexp.MustCompile("(?m)^### `([A-Za-z]+Alarm)`$").FindAllStringSubmatch(runbook, -1) {
		inBook = append(inBook, found[1])
	}
	var declared []string
	for name, node := range members(newStack(t, nil).document["Resources"]) {
		if plain(members(node)["Type"]) == "AWS::CloudWatch::Alarm" {
			declared = append(declared, name)
		}
	}
	assert.Equal(t, sorted(declared), sorted(inBook))
	for _, section := range strings.Split(runbook, "\n### ")[1:] {
		name, text, _ := strings.Cut(section, "\n")
		assert.Contains(t, text, "**Look**", name)
		assert.Contains(t, text, "**Do**", name)
	}
}

func TestDashboard_shows_what_is_sent(t *testing.T) {
	t.Parallel()
	for name, s := range stacks(t) {
		if strings.HasPrefix(name, "without") {
			continue // its charts of what is not measured stay empty
		}
		body, _ := s.of("AWS::CloudWatch::Dashboard")["Dashboard"]["DashboardBody"].(string)
		var dashboard struct {
			Widgets []struct {
				Type       string
				Properties struct {
					Title, Query string
					Metrics      [][]any
				}
			}
		}
		require.NoError(t, json.Unmarshal([]byte(body), &dashboard), "%s: %s", name, body)
		shown := 0
		for _, w := range dashboard.Widgets {
			where := name + ": " + w.Properties.Title
			for _, member := range regexp.MustCompile(`(?:avg|max|by|filter) ?\(?(\w+)`).FindAllStringSubmatch(w.Properties.Query, -1) {
				assert.Contains(t, []string{"msg", "route", "outcome", "Took"}, member[1], "%s: no line has it", where)
			}
			for _, metric := range w.Properties.Metrics {
				shown++
				parts := []string{}
				for _, part := range metric {
					if text, ok := part.(string); ok {
						parts = append(parts, text)
					}
				}
				if len(parts) == 0 {
					search := metric[0].(map[string]any)["expression"].(string)
					assert.Contains(t, search, `{"cheat-test",outcome} MetricName="Refusals"`, where)
					continue
				}
				dimensions := map[string]string{}
				for i := 2; i+1 < len(parts); i += 2 {
					dimensions[parts[i]] = parts[i+1]
				}
				s.check(where, parts[0], parts[1], dimensions)
			}
		}
		assert.Greater(t, shown, 15, name)
	}
}
