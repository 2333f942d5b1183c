// Package apitest serves the whole API to tests: the production handler on a store
// and a clock of the test's, over a real socket, every answer held against the
// OpenAPI document.
package apitest

import (
	"bytes"
	"crypto/rand"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/front"
	"cheat/functions/internal/openapitest"
	"cheat/functions/internal/play"
	"cheat/functions/internal/program"
	"cheat/infra/store"
	"cheat/infra/store/bolt"
)

// Server is a running API.
type Server struct {
	URL   string
	Games *play.Service
	Clock *Clock
	Logs  *Logs
	HTTP  *http.Client // checks every answer
}

// New serves the API on a store; nil makes one in a file of the test's own. The
// server stops with the test.
func New(t testing.TB, s store.Store) *Server {
	t.Helper()
	if s == nil {
		s = Bolt(t)
	}
	clock, logs := NewClock(), &Logs{}
	log := slog.New(slog.NewJSONHandler(logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	config, err := program.FromEnv(func(string) string { return "" })
	require.NoError(t, err)
	games := config.Games(s, log)
	api := front.New(config, games, log)
	api.Now, api.Random = clock.Now, rand.Reader
	server := httptest.NewServer(api.Handler())
	t.Cleanup(server.Close)
	return &Server{URL: server.URL, Games: games, Clock: clock, Logs: logs, HTTP: &http.Client{Transport: &checked{t: t, spec: openapitest.Load(t), next: server.Client().Transport}}}
}

// Bolt is a store in a file of the test's own, without waiting for the disk.
func Bolt(t testing.TB) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "cheat.db"), bolt.Options{NoSync: true})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// checked holds every answer against the OpenAPI document.
type checked struct {
	t    testing.TB
	spec *openapitest.Spec
	next http.RoundTripper
}

func (c *checked) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := c.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	_ = answer.Body.Close()
	answer.Body = io.NopCloser(bytes.NewReader(body))
	c.spec.CheckAnswer(c.t, r, answer, body)
	return answer, nil
}

// Clock is a clock that stands still until a test moves it.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock at a fixed moment.
func NewClock() *Clock { return &Clock{now: time.Date(2030, 1, 2, 3, 4, 5, 678e6, time.UTC)} }

// Now returns the clock's moment.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Time returns the clock's moment as the engine counts it.
func (c *Clock) Time() engine.Time { return engine.At(c.Now()) }

// Advance moves the clock forward.
func (c *Clock) Advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}

// Logs keeps what was logged.
type Logs struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *Logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns all that was logged.
func (l *Logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
