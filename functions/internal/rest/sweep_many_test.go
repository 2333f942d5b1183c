package rest_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/store"
)

// multiply puts n copies of a game that has just been dealt into the store, each
// with its wake-up, and returns their ids.
func (g *game) multiply(n int) []string {
	g.t.Helper()
	ctx, kept := g.t.Context(), g.Games.Store
	head, _, err := kept.Get(ctx, store.GamePK(g.id), store.HeadSK, true)
	require.NoError(g.t, err)
	at := g.ofClock(g.wakeUps())[0]
	const digits = "0123456789abcdefghjkmnpqrstvwxyz"
	ids := make([]string, n)
	for i := range ids {
		id := []byte(g.id)
		for place, rest := 0, i; place < 4; place, rest = place+1, rest/32 {
			id[place] = digits[rest%32]
		}
		ids[i] = string(id)
		item := head
		item.PK, item.Body = store.GamePK(ids[i]), []byte(strings.ReplaceAll(string(head.Body), g.id, ids[i]))
		require.NoError(g.t, kept.Put(ctx, item))
		require.NoError(g.t, kept.Put(ctx, store.Item{PK: store.WakeUpPK, SK: store.TimedSK(at, ids[i])}))
	}
	return ids
}

// A sweep with more due than fits one page, in the time that a Lambda has.
func TestSweep_of_many_games_within_a_minute(t *testing.T) {
	t.Parallel()
	n := 1_500
	if long() {
		n = 10_000
	}
	g := newDesk(t).table(2, object{"turnSeconds": 60})
	ids := g.multiply(n)
	g.pass(time.Minute)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	done, err := g.Games.Sweep(ctx, g.Clock.Time())
	require.NoError(t, err)
	require.NoError(t, ctx.Err(), "it took longer than a minute")
	assert.Equal(t, n+1, done.Woken)
	assert.Zero(t, done.Failed)
	for _, id := range ids {
		require.EqualValues(t, 3, (&game{desk: g.desk, id: id}).kept())
	}
	waiting, _, err := g.Games.Store.Query(t.Context(), store.Range{PK: store.WakeUpPK, To: store.TimedTo(g.Clock.Time())})
	require.NoError(t, err)
	assert.Empty(t, waiting, "nothing that is due is left")
}

// What the time does not reach is left to the next sweep.
func TestSweep_that_is_cut_off_goes_on_the_next_time(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	g := newDeskOn(t, kept).table(2, object{"turnSeconds": 60})
	ids := g.multiply(250)
	g.pass(time.Minute)
	ctx, cancel := context.WithCancel(t.Context())
	kept.watch(func(_ store.Op, item store.Item) error {
		if item.SK == store.PlaySK && item.PK == store.GamePK(ids[30]) {
			cancel()
		}
		return nil
	})
	done, err := g.Games.Sweep(ctx, g.Clock.Time())
	require.NoError(t, err)
	assert.Less(t, done.Woken-done.Failed, 250)
	kept.watch(nil)
	g.sweep()
	for _, id := range ids {
		require.EqualValues(t, 3, (&game{desk: g.desk, id: id}).kept())
	}
}
