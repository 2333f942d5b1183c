package smoke_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/functions/internal/apitest"
	"cheat/functions/internal/smoke"
)

func TestPlay(t *testing.T) {
	t.Parallel()
	server := apitest.New(t, nil)
	report, err := smoke.Play(t.Context(), server.URL, server.HTTP.Transport)
	require.NoError(t, err)
	assert.NotEmpty(t, report.Game)
	assert.Positive(t, report.Moves)
	assert.Positive(t, report.Calls)
	assert.Greater(t, report.Requests, report.Moves+report.Calls)
	assert.IsNonDecreasing(t, report.Took)
	assert.Contains(t, report.String(), report.Game)
}

// What does not work has to be noticed.
func TestPlay_notices(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		bend func(r *http.Request, answer *http.Response)
		want string
	}{
		"nothing works": {func(_ *http.Request, a *http.Response) { a.StatusCode = 500 }, "status 500"},
		"no preflight": {func(r *http.Request, a *http.Response) {
			if r.Method == http.MethodOptions {
				a.StatusCode = 404
			}
		}, "preflight"},
		"repeats are not known": {func(_ *http.Request, a *http.Response) { a.Header.Del("Idempotency-Replayed") }, "once more"},
		"a page of plain text": {func(r *http.Request, a *http.Response) {
			if r.URL.Path == "/" {
				a.Header.Set("Content-Type", "text/plain")
			}
		}, "GET /"},
		"lists are empty": {func(r *http.Request, a *http.Response) {
			if r.URL.Path == "/v1/me/games" {
				a.Body = io.NopCloser(strings.NewReader(`{"games":[]}`))
			}
		}, "my games"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := apitest.New(t, nil)
			_, err := smoke.Play(t.Context(), server.URL, bent{server.HTTP.Transport, tt.bend})
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

// bent is a road on which answers are changed.
type bent struct {
	next http.RoundTripper
	bend func(*http.Request, *http.Response)
}

func (b bent) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.next.RoundTrip(r)
	if err == nil {
		b.bend(r, answer)
	}
	return answer, err
}
