package rest_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/functions/internal/apitest"
	"cheat/functions/internal/front"
	"cheat/functions/internal/program"
	"cheat/infra/store"
)

// reader is a client that takes its answer only when it is let.
type reader struct {
	*httptest.ResponseRecorder
	writing, let chan struct{}
}

func (r *reader) Write(p []byte) (int, error) {
	r.writing <- struct{}{}
	<-r.let
	return r.ResponseRecorder.Write(p)
}

// one is an API that carries out one operation at a time.
func one(t *testing.T, s store.Store) http.Handler {
	t.Helper()
	config, err := program.FromEnv(func(name string) string {
		return map[string]string{"LIMIT_REQUESTS": "1"}[name]
	})
	require.NoError(t, err)
	log := slog.New(slog.DiscardHandler)
	return front.New(config, config.Games(s, log), log).Handler()
}

// Who reads his answer slowly keeps nobody from being served.
func TestCrowd_slow_readers_take_no_place(t *testing.T) {
	t.Parallel()
	api := one(t, apitest.Bolt(t))
	slow := &reader{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
	done := make(chan struct{})
	go func() {
		defer close(done)
		api.ServeHTTP(slow, httptest.NewRequest(http.MethodGet, "/v1/openapi.json", nil))
	}()
	<-slow.writing
	w := httptest.NewRecorder()
	api.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/v1/health", nil))
	assert.Equal(t, http.StatusOK, w.Code)
	close(slow.let)
	<-done
	assert.Equal(t, http.StatusOK, slow.Code)
}

// Who finds no place is told at once to try again.
func TestCrowd_whoever_finds_no_place_is_told_at_once(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	api := one(t, kept)
	create := func() *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "/v1/games", strings.NewReader(`{"name":"Ada","seats":2}`))
		r.Header.Set("Content-Type", "application/json")
		api.ServeHTTP(w, r)
		return w
	}
	writing, let := make(chan struct{}, 8), make(chan struct{})
	kept.watch(func(store.Op, store.Item) error {
		writing <- struct{}{}
		<-let
		return nil
	})
	first := make(chan int)
	go func() { first <- create().Code }()
	<-writing
	second := create()
	assert.Equal(t, http.StatusServiceUnavailable, second.Code)
	assert.Equal(t, "1", second.Header().Get("Retry-After"))
	assert.Contains(t, second.Body.String(), "try-again")
	close(let)
	assert.Equal(t, http.StatusCreated, <-first)
}
