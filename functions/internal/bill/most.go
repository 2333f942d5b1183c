package bill

import (
	"fmt"

	"cheat/functions/internal/problem"
	"cheat/functions/internal/rest"
	"cheat/infra/metrics"
	"cheat/web"
)

// Bounds that AWS sets, or that follow from the service.
const (
	month          = 31 * 24 * 60 * 60 // seconds
	perConcurrency = 10                // requests a second for each unit of concurrency ("Invoking Lambda function URLs", throttling)
	accountQuota   = 1000              // requests at once, for all functions of an account together
	LongestLine    = 1024              // bytes of a log line about a request
	LargestAnswer  = 128 << 10         // bytes: the page's largest file, and the OpenAPI document
	sweepsAMonth   = month / 60
	tableRow       = 1024 // bytes that a write unit can add to the table
)

// Item is one line of a bill: so many of something at a price.
type Item struct {
	What   string
	Amount float64
	Unit   string
	Price  float64 // dollars for each
}

// Dollars is what the line comes to.
func (i Item) Dollars() float64 { return i.Amount * i.Price }

// Most returns the lines of the largest bill that a month of 31 days can bring: all
// ceilings reached in every second of it.
func Most(p Prices, c Ceilings, door Door) []Item {
	gb := float64(c.MemoryMB) / 1024
	second := p.LambdaGBSecond[assumedArchitecture]
	requests, atOnce := c.RequestsPerSecond*month, min(c.RequestsPerSecond*c.Timeout, accountQuota)
	if door == FunctionURL {
		requests, atOnce = c.Concurrency*perConcurrency*month, c.Concurrency
	}
	var items []Item
	add := func(what string, amount float64, unit string, price float64) {
		items = append(items, Item{what, amount, unit, price})
	}
	if door == HTTPAPI {
		add("HTTP API: requests", requests/million, "million", p.HTTPAPIMillion)
	}
	add("Lambda: requests", requests/million, "million", p.LambdaMillion)
	add(fmt.Sprintf("Lambda: %.0f at once, each until its time-out", atOnce), atOnce*month*gb, "GB-second", second)
	add("Sweep: requests and schedule", sweepsAMonth/million, "million", p.LambdaMillion+p.ScheduleMillion)
	add("Sweep: each until its time-out", sweepsAMonth*c.SweepTimeout*gb, "GB-second", second)
	add("DynamoDB: read units", c.ReadUnits*month/million, "million", p.ReadUnitMillion)
	add("DynamoDB: write units", c.WriteUnits*month/million, "million", p.WriteUnitMillion)
	add("DynamoDB: storage with recovery, if every write adds", c.WriteUnits*month*tableRow/gigabyte/2, "GB-month", p.TableGBMonth+p.RecoveryGBMonth)
	add("Log lines", requests*LongestLine/gigabyte, "GB", p.LogGB)
	add("Metrics of the service's own", metricsAtMost(), "metric", p.MetricMonth)
	add("Alarms", c.AlarmMetrics, "metric", p.AlarmMetricMonth)
	add("Dashboard", 1, "dashboard", p.DashboardMonth)
	add("Data out, if all ask for the largest file", requests*LargestAnswer/gigabyte, "GB", p.OutGB)
	return items
}

// metricsAtMost counts the metrics with every value that their dimensions can have.
func metricsAtMost() float64 {
	const statuses = 3 // outcomes without a code: of files of the page
	n := 0
	for _, m := range metrics.All() {
		switch m.By {
		case metrics.Route:
			n += len(rest.Routes()) + len(web.Patterns()) + 1 // and "-"
		case metrics.Outcome:
			n += len(problem.Codes()) + statuses
		default:
			n++
		}
	}
	return float64(n)
}
