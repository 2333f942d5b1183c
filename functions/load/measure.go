package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"cheat/acceptance/client"
)

// plan is what is to be measured.
type plan struct {
	program string
	games   []int
	last    time.Duration
	memory  string // a folder in memory
}

// outcome is what a server did in one measurement.
type outcome struct {
	times  []time.Duration // of the moves, or of the polls
	last   time.Duration
	cpu    time.Duration
	memory float64 // MiB
}

func (o outcome) perSecond() float64 { return float64(len(o.times)) / o.last.Seconds() }

// each is the server's CPU time for one of them, in µs.
func (o outcome) each() float64 {
	return float64(o.cpu.Microseconds()) / float64(len(o.times))
}

// quantile is the time within which that share of them was answered, in ms.
func (o outcome) quantile(share float64) float64 {
	if len(o.times) == 0 {
		return 0
	}
	slices.Sort(o.times)
	return float64(o.times[int(share*float64(len(o.times)-1)+0.5)].Microseconds()) / 1000
}

// warmUp is the part of a measurement that is not counted, so that connections are open
// and caches are full.
const warmUp = 0.2

// measure carries a plan out and prints two tables.
func measure(ctx context.Context, out io.Writer, p plan) error {
	disk, err := os.MkdirTemp("", "cheat-load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(disk)
	memory, err := os.MkdirTemp(p.memory, "cheat-load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(memory)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	idle := func() (*server, error) { return start(nil, self, nothing) }
	local := func(folder string) func() (*server, error) {
		return func() (*server, error) {
			data, err := os.MkdirTemp(folder, "data-")
			if err != nil {
				return nil, err
			}
			return start([]string{"PORT=0", "DATA_DIR=" + data}, p.program)
		}
	}
	fmt.Fprintf(out, "Whole games of four; after each move the next player looks. A row lasts %v.\n\n", p.last)
	fmt.Fprintf(out, "%-24s %7s %8s %8s %8s %12s %8s %8s\n", "", "games", "moves/s", "p50 ms", "p99 ms", "CPU µs/move", "MiB", "nothing")
	for _, games := range p.games {
		floor, err := run(ctx, idle, playNothing, games, p.last)
		if err != nil {
			return err
		}
		row(out, "net/http, does nothing", games, floor, floor)
		for _, on := range []struct{ name, folder string }{{"bbolt in memory", memory}, {"bbolt, fsync", disk}} {
			o, err := run(ctx, local(on.folder), playGames, games, p.last)
			if err != nil {
				return err
			}
			row(out, on.name, games, o, floor)
		}
	}
	fmt.Fprintf(out, "\nPolls that find nothing new (304).\n\n%-24s %7s %8s %8s %8s %12s %8s %8s\n", "", "pollers", "polls/s", "p50 ms", "p99 ms", "CPU µs/poll", "MiB", "nothing")
	for _, pollers := range []int{1, 8} {
		floor, err := run(ctx, idle, pollNothing, pollers, p.last)
		if err != nil {
			return err
		}
		row(out, "net/http, does nothing", pollers, floor, floor)
		o, err := run(ctx, local(memory), poll, pollers, p.last)
		if err != nil {
			return err
		}
		row(out, "local program", pollers, o, floor)
	}
	fmt.Fprintln(out, "\nLast column: CPU time, as a multiple of what the server that does nothing takes.")
	return nil
}

func row(out io.Writer, name string, games int, o, floor outcome) {
	fmt.Fprintf(out, "%-24s %7d %8.0f %8.2f %8.2f %12.0f %8.0f %8.2f\n", name, games,
		o.perSecond(), o.quantile(0.5), o.quantile(0.99), o.each(), o.memory, o.each()/floor.each())
}

// run lets so many players play on a server of their own for a while.
func run(ctx context.Context, start func() (*server, error), play players, many int, last time.Duration) (o outcome, err error) {
	s, err := start()
	if err != nil {
		return outcome{}, err
	}
	defer s.stop()
	transport := &http.Transport{MaxIdleConnsPerHost: many}
	defer transport.CloseIdleConnections()
	api := client.Client{Base: s.url, HTTP: &http.Client{Transport: transport}}

	ctx, cancel := context.WithTimeout(ctx, last)
	defer cancel()
	began := time.Now()
	counts := began.Add(time.Duration(warmUp * float64(last)))
	var cpuBefore time.Duration
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		select {
		case <-time.After(time.Until(counts)):
			cpuBefore, err = s.cpu()
		case <-ctx.Done():
		}
		return err
	})
	for i := range many {
		group.Go(func() error {
			rnd := rand.New(rand.NewPCG(uint64(i), 1))
			return play(ctx, api, rnd, func(took time.Duration) {
				if time.Now().Before(counts) {
					return
				}
				mu.Lock()
				o.times = append(o.times, took)
				mu.Unlock()
			})
		})
	}
	if err := group.Wait(); err != nil {
		return outcome{}, err
	}
	o.last = time.Since(counts)
	if o.cpu, err = s.cpu(); err != nil {
		return outcome{}, err
	}
	o.cpu -= cpuBefore
	o.memory, err = s.memory()
	return o, err
}
