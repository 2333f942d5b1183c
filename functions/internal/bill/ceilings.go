package bill

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/goccy/go-yaml"
)

// Ceilings are what template.yaml lets a stack use at most, unless its parameters
// are set otherwise.
type Ceilings struct {
	RequestsPerSecond float64 // through the HTTP API
	Concurrency       float64 // of the API's function behind a Function URL
	ReadUnits         float64 // a second
	WriteUnits        float64 // a second
	MemoryMB          int
	Timeout           float64 // seconds, of the API's function
	SweepTimeout      float64 // seconds
	AlarmMetrics      float64
}

// ReadCeilings reads the template's defaults.
func ReadCeilings(template []byte) (Ceilings, error) {
	type functionProperties struct {
		MemorySize                   int     `yaml:"MemorySize"`
		Timeout                      float64 `yaml:"Timeout"`
		ReservedConcurrentExecutions []any   `yaml:"ReservedConcurrentExecutions"`
	}
	var document struct {
		Parameters map[string]struct {
			Default any `yaml:"Default"`
		} `yaml:"Parameters"`
		Globals struct {
			Function functionProperties `yaml:"Function"`
		} `yaml:"Globals"`
		Resources map[string]struct {
			Type       string             `yaml:"Type"`
			Properties functionProperties `yaml:"Properties"`
		} `yaml:"Resources"`
	}
	if err := yaml.Unmarshal(template, &document); err != nil {
		return Ceilings{}, fmt.Errorf("read the template: %w", err)
	}
	var errs []error
	number := func(parameter string) float64 {
		n, err := strconv.ParseFloat(fmt.Sprint(document.Parameters[parameter].Default), 64)
		if err != nil {
			errs = append(errs, fmt.Errorf("read the template: parameter %s: %w", parameter, err))
		}
		return n
	}
	c := Ceilings{
		RequestsPerSecond: number("RequestsPerSecond"),
		ReadUnits:         number("MaxReadUnits"),
		WriteUnits:        number("MaxWriteUnits"),
		MemoryMB:          document.Globals.Function.MemorySize,
		Timeout:           document.Resources["ApiFunction"].Properties.Timeout,
		SweepTimeout:      document.Resources["SweepFunction"].Properties.Timeout,
	}
	for _, r := range document.Resources {
		if r.Type == "AWS::CloudWatch::Alarm" {
			c.AlarmMetrics++
		}
	}
	var err error
	if c.Concurrency, err = innermost(document.Resources["ApiFunction"].Properties.ReservedConcurrentExecutions); err != nil {
		errs = append(errs, err)
	}
	return c, errors.Join(errs...)
}

// innermost finds the number in the nested conditions of the reserved concurrency.
func innermost(condition []any) (float64, error) {
	for _, branch := range condition {
		switch v := branch.(type) {
		case uint64:
			return float64(v), nil
		case []any:
			return innermost(v)
		}
	}
	return 0, errors.New("read the template: the Function URL has no reserved concurrency")
}
