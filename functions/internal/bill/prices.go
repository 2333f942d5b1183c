// Package bill says what the service costs: what each request consumes, measured on
// a table that counts request units, and the most that a month can come to under
// the ceilings of template.yaml. Prices stand in docs/prices.json alone.
package bill

import (
	"encoding/json"
	"fmt"
	"os"
)

// Prices are AWS's list prices in US dollars, without free tiers and discounts.
type Prices struct {
	AsOf             string             `json:"asOf"`
	Region           string             `json:"region"`
	Note             string             `json:"note"`
	Pages            []string           `json:"pages"` // where they are to be checked
	HTTPAPIMillion   float64            `json:"httpApiMillion"`
	LambdaMillion    float64            `json:"lambdaMillion"`
	LambdaGBSecond   map[string]float64 `json:"lambdaGBSecond"` // by architecture
	ReadUnitMillion  float64            `json:"readUnitMillion"`
	WriteUnitMillion float64            `json:"writeUnitMillion"`
	TableGBMonth     float64            `json:"tableGBMonth"`
	RecoveryGBMonth  float64            `json:"recoveryGBMonth"`
	LogGB            float64            `json:"logGB"`
	MetricMonth      float64            `json:"metricMonth"`
	AlarmMetricMonth float64            `json:"alarmMetricMonth"`
	DashboardMonth   float64            `json:"dashboardMonth"`
	ScheduleMillion  float64            `json:"scheduleMillion"`
	OutGB            float64            `json:"outGB"`
}

// LoadPrices reads docs/prices.json.
func LoadPrices(path string) (Prices, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Prices{}, fmt.Errorf("read the prices: %w", err)
	}
	var p Prices
	if err := json.Unmarshal(text, &p); err != nil {
		return Prices{}, fmt.Errorf("read the prices in %s: %w", path, err)
	}
	return p, nil
}

// Door is what stands before the function.
type Door string

// The front doors, as template.yaml names them.
const (
	HTTPAPI     Door = "HttpApi"
	FunctionURL Door = "FunctionUrl"
)

// What is assumed of a request on AWS, where nothing here can measure: the time that
// Lambda bills for it, two answers of DynamoDB included, and the memory.
const (
	assumedMilliseconds = 10
	assumedArchitecture = "arm64"
	gigabyte            = 1 << 30
	million             = 1e6
)

// PerMillion returns what a million of such requests cost.
func (p Prices) PerMillion(u Use, door Door, memoryMB int) float64 {
	seconds := million * assumedMilliseconds / 1000
	total := p.LambdaMillion +
		seconds*float64(memoryMB)/1024*p.LambdaGBSecond[assumedArchitecture] +
		u.Read*p.ReadUnitMillion +
		u.Write*p.WriteUnitMillion +
		u.LogBytes*million/gigabyte*p.LogGB +
		u.OutBytes*million/gigabyte*p.OutGB
	if door == HTTPAPI {
		total += p.HTTPAPIMillion
	}
	return total
}
