// Package smoke plays one scripted match of two against a running service, wherever
// it is, and looks at each route once on the way. It knows the service by its
// contract alone. It finds out whether a deployment works at all; whether the rules
// are kept is for the tests.
package smoke

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"cheat/acceptance/client"
)

// Report is what a match came to.
type Report struct {
	Game     string
	Moves    int             // plays that were accepted
	Calls    int             // calls that were accepted
	Requests int             // sent, all routes
	Took     []time.Duration // by each request, shortest first
}

// Percentile returns the time within which so many of a hundred requests were
// answered.
func (r Report) Percentile(p int) time.Duration {
	if len(r.Took) == 0 {
		return 0
	}
	return r.Took[min(len(r.Took)-1, len(r.Took)*p/100)]
}

// String says it on one line.
func (r Report) String() string {
	return fmt.Sprintf("game %s: %d moves, %d calls, %d requests, half of them within %v, 99 of 100 within %v",
		r.Game, r.Moves, r.Calls, r.Requests, r.Percentile(50).Round(time.Millisecond/10), r.Percentile(99).Round(time.Millisecond/10))
}

// Play plays the match at the address. transport carries the requests, nil for the
// default one. The error says what was not as the contract has it.
func Play(ctx context.Context, address string, transport http.RoundTripper) (Report, error) {
	if transport == nil {
		transport = http.DefaultTransport
	}
	clock := &stopwatch{next: transport}
	m := &match{api: client.Client{Base: address, HTTP: &http.Client{Transport: clock, Timeout: time.Minute}}}
	for i := range m.tokens {
		m.tokens[i] = client.NewToken()
	}
	err := m.play(ctx)
	slices.Sort(clock.took)
	report := Report{Game: m.id, Moves: m.moves, Calls: m.calls, Requests: len(clock.took), Took: clock.took}
	if err != nil {
		return report, fmt.Errorf("smoke: game %q at version %d: %w", m.id, m.version, err)
	}
	return report, nil
}

// stopwatch notes how long each request takes. One is sent after the other.
type stopwatch struct {
	next http.RoundTripper
	took []time.Duration
}

func (s *stopwatch) RoundTrip(r *http.Request) (*http.Response, error) {
	begin := time.Now()
	answer, err := s.next.RoundTrip(r)
	s.took = append(s.took, time.Since(begin))
	return answer, err
}
