package reliability_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/apitest"
)

// overheard passes every answer on and keeps what was in it, headers too.
type overheard struct {
	next http.RoundTripper
	text bytes.Buffer
}

func (o *overheard) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := o.next.RoundTrip(r)
	if err == nil {
		var body bytes.Buffer
		if _, err := body.ReadFrom(answer.Body); err != nil {
			return nil, err
		}
		_ = answer.Body.Close()
		_ = answer.Header.Write(&o.text)
		o.text.Write(body.Bytes())
		answer.Body = readCloser{&body}
	}
	return answer, err
}

type readCloser struct{ *bytes.Buffer }

func (readCloser) Close() error { return nil }

// A play, a call, refusals, events, views of everybody: none of the answers holds a
// token that the server did not make for the asker, nor what is stored of one.
func TestLesson_no_answer_holds_anybodys_token(t *testing.T) {
	t.Parallel()
	g := sit(t, 3, map[string]any{"turnSeconds": 0})
	ear := &overheard{next: g.api.HTTP.Transport}
	g.api.HTTP = &http.Client{Transport: ear}
	first, _ := g.turn()
	g.ok(g.play(first))
	g.ok(g.call(g.after(first, 2)))
	answer, err := g.call(first)
	g.refused("nothing-to-call", answer, err)
	for _, who := range []client.Caller{g.seats[0].Caller, g.seats[1].Caller, g.seats[2].Caller, {}} {
		g.ok(g.api.View(t.Context(), who, g.id))
		g.ok(g.api.Events(t.Context(), who, g.id, 0, 0))
		stale, err := g.api.Call(t.Context(), who.At(1), g.id)
		require.NoError(t, err)
		require.GreaterOrEqual(t, stale.Status, 400)
	}
	g.ok(g.leave(1))
	heard := ear.text.String()
	require.Contains(t, heard, `"called"`)
	for _, who := range g.seats {
		assert.NotContains(t, heard, who.Token)
		assert.NotContains(t, heard, who.Token[:20])
	}
	for _, word := range []string{`"token"`, `"owner"`, `"seed"`, `"hash"`, `"hands"`} {
		assert.NotContains(t, heard, word)
	}
}

// Whatever is counted is a whole number in the JSON itself: no 1.0, no "1".
func TestLesson_numbers_are_whole_numbers(t *testing.T) {
	t.Parallel()
	g := sit(t, 2, map[string]any{"handSize": 1})
	seat, _ := g.turn()
	g.ok(g.play(seat))
	g.ok(g.accept(g.after(seat, 1)))
	numbers := 0
	for _, path := range []string{"", "/events", "/rounds/1"} {
		answer := g.ok(g.api.Do(t.Context(), http.MethodGet, "/v1/games/"+g.id+path, g.seats[0].Caller, nil))
		decoder := json.NewDecoder(bytes.NewReader(answer.Body))
		decoder.UseNumber()
		for token, err := decoder.Token(); err == nil; token, err = decoder.Token() {
			if n, ok := token.(json.Number); ok {
				numbers++
				assert.NotContains(t, n.String(), ".")
				assert.NotContains(t, strings.ToLower(n.String()), "e")
			}
		}
		var v map[string]any
		require.NoError(t, answer.JSON(&v))
		if version, there := v["version"]; there {
			assert.IsType(t, 0.0, version)
		}
	}
	assert.Greater(t, numbers, 30)
}

// The same request, word for word but for the token, at the same moment: no two games
// have the same id, the same promise of a seed, or the same cards.
func TestLesson_no_two_deals_are_alike(t *testing.T) {
	t.Parallel()
	server := apitest.New(t, nil) // its clock stands still, its randomness is the real one
	api := client.Client{Base: server.URL}
	ids, promises, hands := map[string]bool{}, map[string]bool{}, map[string]bool{}
	games := either(200, 1000)
	for range games {
		answer, err := api.Create(t.Context(), client.Caller{}, client.Creation{Name: "Ada", Seats: 2, Bots: []string{"easy"}, Rules: map[string]any{"turnSeconds": 0}})
		require.NoError(t, err)
		require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
		var made client.Seated
		require.NoError(t, answer.JSON(&made))
		ids[made.Game.ID], promises[made.Game.Commitment], hands[fmt.Sprint(made.Game.You.Hand)] = true, true, true
	}
	assert.Len(t, ids, games)
	assert.Len(t, promises, games)
	assert.Len(t, hands, games)
}
