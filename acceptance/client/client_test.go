package client

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The routes as the contract's table has them.
func TestClient_sends_what_the_contract_names(t *testing.T) {
	t.Parallel()
	ctx, caller, rank := context.Background(), Caller{Token: "t"}, "7"
	rows := []struct {
		want, body string
		send       func(c Client) (Answer, error)
	}{
		{"POST /v1/games", `{"name":"Ada","seats":2,"bots":["easy"],"listed":true}`, func(c Client) (Answer, error) {
			return c.Create(ctx, caller, Creation{Name: "Ada", Seats: 2, Bots: []string{"easy"}, Listed: true})
		}},
		{"POST /v1/games/g/players", `{"name":"Ben"}`, func(c Client) (Answer, error) { return c.Join(ctx, caller, "g", Joining{Name: "Ben"}) }},
		{"POST /v1/games/g/start", `{}`, func(c Client) (Answer, error) { return c.Start(ctx, caller, "g", Starting{}) }},
		{"POST /v1/games/g/plays", `{"cards":["7a"],"rank":"7"}`, func(c Client) (Answer, error) {
			return c.Play(ctx, caller, "g", Cards{Cards: []string{"7a"}, Rank: &rank})
		}},
		{"POST /v1/games/g/calls", ``, func(c Client) (Answer, error) { return c.Call(ctx, caller, "g") }},
		{"POST /v1/games/g/accepts", ``, func(c Client) (Answer, error) { return c.Accept(ctx, caller, "g") }},
		{"POST /v1/games/g/rounds", ``, func(c Client) (Answer, error) { return c.Deal(ctx, caller, "g") }},
		{"POST /v1/games/g/rematch", `{}`, func(c Client) (Answer, error) { return c.Rematch(ctx, caller, "g", Asking{}) }},
		{"DELETE /v1/games/g/players/me", ``, func(c Client) (Answer, error) { return c.Leave(ctx, caller, "g") }},
		{"DELETE /v1/games/g/players/3", ``, func(c Client) (Answer, error) { return c.Free(ctx, caller, "g", 3) }},
		{"GET /v1/games/g", ``, func(c Client) (Answer, error) { return c.View(ctx, caller, "g") }},
		{"GET /v1/games/g/events?after=4&limit=2", ``, func(c Client) (Answer, error) { return c.Events(ctx, caller, "g", 4, 2) }},
		{"GET /v1/games/g/rounds/1", ``, func(c Client) (Answer, error) { return c.Round(ctx, caller, "g", 1) }},
		{"GET /v1/games?after=x&limit=9", ``, func(c Client) (Answer, error) { return c.Games(ctx, caller, "x", 9) }},
		{"GET /v1/me/games?state=finished", ``, func(c Client) (Answer, error) { return c.MyGames(ctx, caller, "finished", "", 0) }},
	}
	for _, row := range rows {
		t.Run(row.want, func(t *testing.T) {
			t.Parallel()
			var got, body, token string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				text, err := io.ReadAll(r.Body)
				assert.NoError(t, err)
				got, body, token = r.Method+" "+r.URL.RequestURI(), string(text), r.Header.Get("Authorization")
			}))
			defer server.Close()
			answer, err := row.send(Client{Base: server.URL, HTTP: server.Client()})
			require.NoError(t, err)
			assert.Equal(t, http.StatusOK, answer.Status)
			assert.Equal(t, row.want, got)
			assert.Equal(t, row.body, body)
			assert.Equal(t, "Bearer t", token)
		})
	}
}

func TestClient_headers_and_answers(t *testing.T) {
	t.Parallel()
	var header http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header = r.Header
		w.Header().Set("Content-Type", "application/problem+json")
		w.Header().Set("ETag", `"12"`)
		w.WriteHeader(http.StatusPreconditionFailed)
		io.WriteString(w, `{"code":"stale-version","status":412,"game":{"version":12}}`)
	}))
	defer server.Close()
	caller := Caller{Seen: `"3"`, Key: "k", Extra: http.Header{"authorization": {""}}}.At(7)
	answer, err := Client{Base: server.URL}.Call(t.Context(), caller, "g")
	require.NoError(t, err)
	assert.Equal(t, []string{`"7"`, `"3"`, "k"}, []string{header.Get("If-Match"), header.Get("If-None-Match"), header.Get("Idempotency-Key")})
	assert.Equal(t, []string{""}, header["Authorization"])
	assert.Equal(t, 12, answer.Version())
	assert.Equal(t, "stale-version", answer.Problem().Code)
	var view View
	assert.NoError(t, Answer{Body: answer.Problem().Game}.JSON(&view))
	assert.Equal(t, 12, view.Version)
	assert.Error(t, Answer{}.JSON(&view))
	assert.Regexp(t, `^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$`, NewToken())
}
