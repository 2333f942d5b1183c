package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The programs, in the order in which they are started.
const (
	hello = "hello"
	floor = "floor" // hello with our DynamoDB client, one get and one put
	api   = "api"
)

// function is the environment that template.yaml gives the API's function, beside what
// names the table.
func function(env []string) []string {
	return append(slices.Clone(env), "LOG_LEVEL=info", "METRICS_NAMESPACE=cheat", "LIMIT_SEATS_PER_MINUTE=30", "AWS_LAMBDA_FUNCTION_NAME=cold", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE=256")
}

// measure starts each program so often, in turn, and prints what it took.
func measure(ctx context.Context, out io.Writer, env []string, folder string, count int) error {
	s, err := newScene(ctx, os.Getenv)
	if err != nil {
		return err
	}
	programs := []string{hello, floor, api}
	took := map[string][]start{}
	for n := range count + 1 {
		for _, program := range programs {
			event := []byte(`{}`)
			if program == api {
				if event, err = s.move(ctx, uint64(n)); err != nil {
					return err
				}
			}
			one, answer, err := once(ctx, filepath.Join(folder, program), function(env), event)
			if err != nil {
				return err
			}
			if program == api {
				if err := accepted(answer); err != nil {
					return err
				}
			}
			if n > 0 { // the first time the file is read from the disk
				took[program] = append(took[program], one)
			}
		}
	}
	report(out, programs, took)
	return nil
}

// accepted insists that a move was carried out.
func accepted(answer []byte) error {
	var a struct {
		StatusCode int
		Body       string
	}
	if err := json.Unmarshal(answer, &a); err != nil || a.StatusCode != 200 {
		return fmt.Errorf("the move was answered %d %s: %w", a.StatusCode, a.Body, err)
	}
	return nil
}

// report prints all figures, and the goals as ratios of medians within this run.
func report(out io.Writer, programs []string, took map[string][]start) {
	figures := []struct {
		name string
		of   func(start) float64
	}{
		{"init ms", func(s start) float64 { return ms(s.Init) }},
		{"first answer ms", func(s start) float64 { return ms(s.First) }},
		{"CPU ms", func(s start) float64 { return ms(s.CPU) }},
		{"memory MiB", func(s start) float64 { return float64(s.Memory) / 1024 }},
	}
	fmt.Fprintf(out, "%d cold starts of each, in turn: least, median, 95th percentile\n\n%-18s", len(took[api]), "")
	for _, program := range programs {
		fmt.Fprintf(out, " %24s", program)
	}
	fmt.Fprintln(out, "  api : floor")
	for _, f := range figures {
		fmt.Fprintf(out, "%-18s", f.name)
		for _, program := range programs {
			values := sorted(took[program], f.of)
			fmt.Fprintf(out, " %8.2f %7.2f %7.2f", values[0], quantile(values, 0.5), quantile(values, 0.95))
		}
		fmt.Fprintf(out, " %13.2f\n", quantile(sorted(took[api], f.of), 0.5)/quantile(sorted(took[floor], f.of), 0.5))
	}
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func sorted(list []start, of func(start) float64) []float64 {
	values := make([]float64, len(list))
	for i, s := range list {
		values[i] = of(s)
	}
	slices.Sort(values)
	return values
}

// quantile is the value below which that share of the sorted values lies.
func quantile(sorted []float64, share float64) float64 {
	return sorted[int(share*float64(len(sorted)-1)+0.5)]
}

// initLine is a line of GODEBUG=inittrace=1.
var initLine = regexp.MustCompile(`(?m)^init (\S+) @\S+ ms, (\S+) ms clock, (\d+) bytes, (\d+) allocs$`)

// traceInits prints the packages of the API that take longest to initialise, each with
// the least of several starts.
func traceInits(ctx context.Context, out io.Writer, env []string, folder string) error {
	least, bytes := map[string]float64{}, map[string]string{}
	for range 20 {
		text, err := initTrace(ctx, filepath.Join(folder, api), function(env))
		if err != nil {
			return err
		}
		for _, found := range initLine.FindAllStringSubmatch(text, -1) {
			took, err := strconv.ParseFloat(found[2], 64)
			if err != nil {
				return err
			}
			if before, ok := least[found[1]]; !ok || took < before {
				least[found[1]] = took
			}
			bytes[found[1]] = found[3]
		}
	}
	sum := 0.0
	names := slices.SortedFunc(maps.Keys(least), func(a, b string) int { return cmp.Or(cmp.Compare(least[b], least[a]), strings.Compare(a, b)) })
	for i, name := range names {
		sum += least[name]
		if i < 15 || strings.HasPrefix(name, "cheat") {
			fmt.Fprintf(out, "%7.3f ms %9s bytes  %s\n", least[name], bytes[name], name)
		}
	}
	fmt.Fprintf(out, "%7.3f ms of %d packages together\n", sum, len(names))
	return nil
}
