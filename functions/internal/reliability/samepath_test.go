package reliability_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/apitest"
	"cheat/infra/store"
)

// asking is a store that notes what is asked of it.
type asking struct {
	store.Store
	mu    sync.Mutex
	calls []string
}

func (a *asking) note(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.calls = append(a.calls, fmt.Sprintf(format, args...))
}

// take returns what was asked since it was last called, without the game's id.
func (a *asking) take(id string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	calls := strings.ReplaceAll(strings.Join(a.calls, "\n"), id, "ID")
	a.calls = nil
	return calls
}

func (a *asking) Get(ctx context.Context, pk, sk string, strong bool) (store.Item, bool, error) {
	a.note("get %s %s %t", pk, sk, strong)
	return a.Store.Get(ctx, pk, sk, strong)
}

func (a *asking) Query(ctx context.Context, r store.Range) ([]store.Item, string, error) {
	a.note("query %+v", r)
	return a.Store.Query(ctx, r)
}

func (a *asking) PutNew(ctx context.Context, item store.Item) error {
	a.note("put new %s %s", item.PK, item.SK)
	return a.Store.PutNew(ctx, item)
}

func (a *asking) PutIf(ctx context.Context, item store.Item, version int64) error {
	a.note("put if %s %s %d", item.PK, item.SK, version)
	return a.Store.PutIf(ctx, item, version)
}

func (a *asking) Put(ctx context.Context, item store.Item) error {
	a.note("put %s %s", item.PK, item.SK)
	return a.Store.Put(ctx, item)
}

func (a *asking) Delete(ctx context.Context, pk, sk string) error {
	a.note("delete %s %s", pk, sk)
	return a.Store.Delete(ctx, pk, sk)
}

// R26: a true play, a lie and a Pale ask the same of the store, call by call, and so do
// the looks of everybody after it. So there is nothing to measure.
func TestSamePath_of_true_false_and_Pale_plays(t *testing.T) {
	t.Parallel()
	kept := &asking{Store: apitest.Bolt(t)}
	server := apitest.New(t, kept)
	api := client.Client{Base: server.URL}
	paths := map[string]string{}
	for range 200 {
		if len(paths) == 3 {
			break
		}
		rules := map[string]any{"chroniclers": true, "callSeconds": 30}
		id, seated, err := apitest.Table(t.Context(), api, client.Creation{Seats: 3, Rules: rules}, 3)
		require.NoError(t, err)
		var view client.View
		look := func(seat int) {
			answer, err := api.View(t.Context(), seated[seat].Caller, id)
			require.NoError(t, err)
			view = client.View{}
			require.NoError(t, answer.JSON(&view))
		}
		look(0)
		look(view.Turn.Seat)
		kind, card := "", ""
		for _, c := range view.You.Hand {
			k := "a lie"
			switch {
			case c == "Pc":
				k = "the Pale"
			case c == "Cc":
				continue
			case strings.HasPrefix(c, view.Turn.Rank):
				k = "the truth"
			}
			if _, done := paths[k]; !done {
				kind, card = k, c
			}
		}
		if kind == "" {
			continue
		}
		kept.take(id)
		answer, err := api.Play(t.Context(), seated[view.Turn.Seat].At(view.Version), id, client.Cards{Cards: []string{card}})
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
		for seat := range seated {
			look(seat)
		}
		paths[kind] = kept.take(id)
	}
	require.Len(t, paths, 3, "the cards that the test needs never came")
	assert.NotEmpty(t, paths["the truth"])
	assert.Equal(t, paths["the truth"], paths["a lie"])
	assert.Equal(t, paths["the truth"], paths["the Pale"])
}
