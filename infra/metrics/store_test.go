package metrics_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/metrics"
	"cheat/infra/store"
)

// silent is a store that does nothing and answers with err.
type silent struct{ err error }

func (s silent) Get(context.Context, string, string, bool) (store.Item, bool, error) {
	return store.Item{}, false, s.err
}
func (s silent) Query(context.Context, store.Range) ([]store.Item, string, error) {
	return nil, "", s.err
}
func (s silent) PutNew(context.Context, store.Item) error       { return s.err }
func (s silent) PutIf(context.Context, store.Item, int64) error { return s.err }
func (s silent) Put(context.Context, store.Item) error          { return s.err }
func (s silent) Delete(context.Context, string, string) error   { return s.err }

// record is an item of so many bytes.
func record(pk, sk string, size int) store.Item {
	item := store.Item{PK: pk, SK: sk, Version: 1}
	item.Body = make([]byte, max(0, size-item.Size()))
	return item
}

func TestStore_counts_what_is_written(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	game, player := store.GamePK("one"), "P#someone"
	for name, tt := range map[string]struct {
		do   func(s store.Store) error
		err  error
		want map[string]any
	}{
		"a game is made":   {func(s store.Store) error { return s.PutNew(ctx, record(game, store.HeadSK, 300)) }, nil, map[string]any{"GamesMade": 1.0, "RecordBytes": 300.0}},
		"a first act":      {func(s store.Store) error { return s.PutNew(ctx, record(game, store.PlaySK, 700)) }, nil, map[string]any{"RecordBytes": 700.0}},
		"an act":           {func(s store.Store) error { return s.PutIf(ctx, record(game, store.PlaySK, 900), 1) }, nil, map[string]any{"RecordBytes": 900.0}},
		"an act, too late": {func(s store.Store) error { return s.PutIf(ctx, record(game, store.PlaySK, 900), 1) }, store.ErrConflict, map[string]any{"Conflicts": 1.0}},
		"a game again":     {func(s store.Store) error { return s.PutNew(ctx, record(game, store.HeadSK, 300)) }, store.ErrExists, map[string]any{"Conflicts": 1.0}},
		"out of reach":     {func(s store.Store) error { return s.PutIf(ctx, record(game, store.PlaySK, 900), 1) }, store.ErrUnavailable, map[string]any{}},
		"a pointer":        {func(s store.Store) error { return s.Put(ctx, record(player, store.RunningSK("one"), 50)) }, nil, map[string]any{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := metrics.New("cheat-test")
			assert.ErrorIs(t, tt.do(m.Store(silent{tt.err})), tt.err)
			line := write(t, m.Request(moment(), "GET /", "ok"))
			got := map[string]any{}
			for _, name := range []string{"GamesMade", "GamesFinished", "RecordBytes", "Conflicts"} {
				if v, ok := line.values[name]; ok {
					got[name] = v
				}
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// A match has ended when its players' entries go behind a write of the play; however
// many players it had, and although the sweep clears them away once more.
func TestStore_counts_a_finished_game_once(t *testing.T) {
	t.Parallel()
	m := metrics.New("cheat-test")
	s := m.Store(silent{})
	finished := func() any {
		t.Helper()
		return write(t, m.Request(moment(), "GET /", "ok")).values["GamesFinished"]
	}
	clear := func() {
		for _, player := range []string{"P#a", "P#b", "P#c"} {
			require.NoError(t, s.Delete(t.Context(), player, store.RunningSK("one")))
		}
	}

	clear()
	assert.Nil(t, finished(), "a lobby was cancelled")
	require.NoError(t, s.PutIf(t.Context(), record(store.GamePK("one"), store.PlaySK, 700), 1))
	require.NoError(t, s.Delete(t.Context(), store.WakeUpPK, store.TimedSK(1, "one")))
	assert.Nil(t, finished(), "only a wake-up went")
	require.NoError(t, s.PutIf(t.Context(), record(store.GamePK("one"), store.PlaySK, 700), 2))
	clear()
	clear()
	assert.Equal(t, 1.0, finished())
	clear()
	assert.Nil(t, finished(), "the sweep cleared up once more")
}

// Another request's line between the last play and the clearing up takes nothing away,
// nor does a clearing up that fails; and a sweep may end any number of matches.
func TestStore_counts_finished_games_whatever_happens_at_the_same_time(t *testing.T) {
	t.Parallel()
	m := metrics.New("cheat-test")
	broken, s := m.Store(silent{store.ErrUnavailable}), m.Store(silent{})
	for i := range 150 {
		id := strconv.Itoa(i)
		require.NoError(t, s.PutIf(t.Context(), record(store.GamePK(id), store.PlaySK, 700), 1))
	}
	write(t, m.Request(moment(), "GET /", "ok"))
	for i := range 150 {
		sk := store.RunningSK(strconv.Itoa(i))
		require.Error(t, broken.Delete(t.Context(), "P#a", sk))
		require.NoError(t, s.Delete(t.Context(), "P#b", sk))
	}
	assert.Equal(t, 150.0, write(t, m.Request(moment(), "GET /", "ok")).values["GamesFinished"])
}
