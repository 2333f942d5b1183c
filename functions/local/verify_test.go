package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/apitest"
)

// opened plays a match of two rounds, the clock acting once, and returns the file
// that verify reads.
func opened(t *testing.T) (server *apitest.Server, id string, file []byte) {
	t.Helper()
	server = apitest.New(t, nil)
	api := client.Client{Base: server.URL, HTTP: server.HTTP}
	rules := map[string]any{"rounds": 2, "handSize": 4, "callSeconds": 0, "turnSeconds": 60, "chroniclers": true}
	id, seated, err := apitest.Table(t.Context(), api, client.Creation{Seats: 3, Rules: rules, Entropy: new("háj")}, 3)
	require.NoError(t, err)
	server.Clock.Advance(61 * time.Second)
	_, err = apitest.PlayMatch(t.Context(), api, id, seated, rand.New(rand.NewPCG(1, 2)), 2000, nil)
	require.NoError(t, err)
	file, err = read(t.Context(), server.URL+"/v1/games/"+id)
	require.NoError(t, err)
	return server, id, file
}

func verified(t *testing.T, from string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := check(context.Background(), from, &out)
	return out.String(), err
}

func TestVerify_says_what_it_checked(t *testing.T) {
	t.Parallel()
	server, id, file := opened(t)

	for name, from := range map[string]string{
		"the game's address":  server.URL + "/v1/games/" + id,
		"the page's address":  server.URL + "/g/" + id + "#secret",
		"a file of the match": stored(t, file),
	} {
		out, err := verified(t, from)
		require.NoError(t, err, name)
		assert.Contains(t, out, "Round 1: the seed has the published hash", name)
		assert.Contains(t, out, "Round 2: its commitment was opened by round 1: the chain of seeds holds.", name)
		assert.Contains(t, out, "Round 1: every act came before the clock ran out; 1 were the clock's", name)
		assert.Contains(t, out, "Everything holds, in 2 rounds.", name)
	}
	out, err := verified(t, server.URL+"/v1/games/"+id+"/rounds/2")
	require.NoError(t, err, "one round")
	assert.Contains(t, out, "The deals hold, in 1 rounds.")
}

func TestVerify_proves_bots(t *testing.T) {
	t.Parallel()
	for _, level := range []string{"easy", "normal", "hard"} {
		for _, seconds := range []any{0, 3, nil} {
			t.Run(fmt.Sprint(level, " ", seconds), func(t *testing.T) {
				t.Parallel()
				server := apitest.New(t, nil)
				api := client.Client{Base: server.URL, HTTP: server.HTTP}
				rules := map[string]any{"rounds": 2, "callSeconds": seconds, "chroniclers": true, "handSize": 5}
				bots := []string{level, level, level}
				id, seated, err := apitest.Table(t.Context(), api, client.Creation{Seats: 4, Rules: rules, Bots: bots}, 1)
				require.NoError(t, err)
				// Nobody but the one person sends anything, and time passes.
				pause := func() { server.Clock.Advance(4 * time.Second) }
				_, err = apitest.PlayMatch(t.Context(), api, id, seated, rand.New(rand.NewPCG(1, 2)), 3000, pause)
				require.NoError(t, err)
				file, err := read(t.Context(), server.URL+"/g/"+id)
				require.NoError(t, err)
				out, err := verified(t, stored(t, file))
				require.NoError(t, err, out)
				assert.Contains(t, out, "decisions of bots are those that their level makes from what their seat could see")

				// Another decision than the bot's own is found.
				var whole map[string]any
				require.NoError(t, json.Unmarshal(file, &whole))
				round := whole["rounds"].([]any)[0].(map[string]any)
				for _, a := range round["actions"].([]any) {
					act := a.(map[string]any)
					if act["level"] != nil && act["type"] == "accept" {
						act["type"] = "call"
						break
					}
				}
				text, err := json.Marshal(whole)
				require.NoError(t, err)
				_, err = verified(t, stored(t, text))
				assert.ErrorContains(t, err, "would not do this by what it could see")
			})
		}
	}
}

func TestVerify_finds_what_does_not_hold(t *testing.T) {
	t.Parallel()
	_, _, file := opened(t)
	type object = map[string]any
	for name, c := range map[string]struct {
		spoil func(round object)
		want  string
	}{
		"seed":        {func(r object) { r["seed"] = strings.Repeat("0", 64) }, "round 1: the seed does not have the hash"},
		"seed's form": {func(r object) { r["seed"] = "00" }, "round 1: the seed is not 32 bytes in hex"},
		"deck": {func(r object) {
			d := r["deck"].([]any)
			d[0], d[1] = d[1], d[0]
		}, "round 1: the deck is not in the order"},
		"hands": {func(r object) {
			h := r["hands"].([]any)
			h[0], h[1] = h[1], h[0]
		}, "round 1: the hands are not as the deck was dealt"},
		"aside":   {func(r object) { r["aside"] = []any{} }, "round 1: the cards set aside"},
		"entropy": {func(r object) { r["entropy"] = []any{"other", "", ""} }, "round 1: the de"},
		"dealer":  {func(r object) { r["dealer"] = float64((int(r["dealer"].(float64)) + 1) % 3) }, "round 1: the dealer is seat"},
		"points":  {func(r object) { r["points"] = []any{1.0, 2.0, 3.0} }, "round 1: places, points and reason"},
		"a card that was not in the hand": {func(r object) {
			for _, a := range r["actions"].([]any) {
				if act := a.(object); act["type"] == "play" && act["timedOut"] == nil {
					act["cards"] = []any{"7a", "7l", "7h", "7b"}
					return
				}
			}
		}, "is against the rules: cards-not-in-hand"},
		"another card of the clock's": {func(r object) {
			act := r["actions"].([]any)[0].(object)
			for _, c := range r["hands"].([]any)[int(act["seat"].(float64))].([]any) {
				if c != act["cards"].([]any)[0] {
					act["cards"] = []any{c}
					return
				}
			}
		}, "the clock's act is another"},
		"a turn that the clock should have taken": {func(r object) {
			act := r["actions"].([]any)[0].(object)
			delete(act, "timedOut")
			act["at"] = "2030-01-02T03:05:06.679Z"
		}, "after something was due"},
		"an act left out": {func(r object) { r["actions"] = r["actions"].([]any)[1:] }, "it does not follow version"},
		"the end left out": {func(r object) {
			a := r["actions"].([]any)
			r["actions"] = a[:len(a)-1]
		}, "its last act does not end it"},
	} {
		var whole object
		require.NoError(t, json.Unmarshal(file, &whole))
		c.spoil(whole["rounds"].([]any)[0].(object))
		text, err := json.Marshal(whole)
		require.NoError(t, err)
		_, err = verified(t, stored(t, text))
		assert.ErrorContains(t, err, c.want, name)
	}
	var whole object
	require.NoError(t, json.Unmarshal(file, &whole))
	second := whole["rounds"].([]any)[1].(object)
	first := whole["rounds"].([]any)[0].(object)
	second["round"], first["round"] = first["round"], second["round"]
	text, err := json.Marshal(whole)
	require.NoError(t, err)
	_, err = verified(t, stored(t, text))
	assert.Error(t, err, "rounds in another order")
}

func TestVerify_refuses_what_is_no_match(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "{}", "[", `{"game":{},"rounds":[]}`, `{"round":"x"}`} {
		_, err := verified(t, stored(t, []byte(text)))
		assert.Error(t, err, text)
	}
	_, err := verified(t, filepath.Join(t.TempDir(), "missing.json"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func stored(t *testing.T, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "match.json")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}
