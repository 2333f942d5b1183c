package play_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/infra/store"
)

// TestRecent: a service that has read a game before answers from what is stored now,
// whoever has written it.
func TestRecent(t *testing.T) {
	t.Parallel()
	on := newMemory()
	s, other := newStage(t, on, 1), newStage(t, on, 2)
	id := s.table(3, "callSeconds=0")
	for range 8 {
		before := s.version(id)
		other.now = s.now
		other.turn(id)
		assert.Equal(t, before+1, s.version(id), "the other's move is not seen")
		assert.Equal(t, other.version(id), s.version(id))
	}

	older, _, err := on.Get(t.Context(), store.GamePK(id), store.PlaySK, true)
	require.NoError(t, err)
	now := s.version(id)
	s.turn(id)
	require.NoError(t, on.Put(t.Context(), older))
	assert.Equal(t, now, s.version(id), "a version that is stored again is not seen")

	damaged := older
	damaged.Body = append([]byte("x"), older.Body...)
	require.NoError(t, on.Put(t.Context(), damaged))
	_, err = s.View(t.Context(), id, play.Caller{Now: s.now})
	assert.ErrorIs(t, err, store.ErrDamaged)
	require.NoError(t, on.Put(t.Context(), older))
	assert.Equal(t, now, s.version(id))

	require.NoError(t, on.Delete(t.Context(), store.GamePK(id), store.PlaySK))
	assert.Equal(t, s.game(id).Table.Version, s.version(id), "the record that was there")
	require.NoError(t, on.Delete(t.Context(), store.GamePK(id), store.HeadSK))
	_, err = s.View(t.Context(), id, play.Caller{Now: s.now})
	assert.Equal(t, engine.Code("no-such-game"), codeOf(err))
}

// More games than are remembered, looked at in turn by many at once.
func TestRecent_forgets(t *testing.T) {
	t.Parallel()
	s := newStage(t, newMemory(), 1)
	const games = 700
	ids := make([]string, games)
	for i := range ids {
		host := person{name: "Host", owner: engine.Owner{byte(i), byte(i >> 8), 1}}
		guest := person{name: "Guest", owner: engine.Owner{byte(i), byte(i >> 8), 2}}
		answer, err := s.Create(t.Context(), s.as(host), play.NewGame{Name: host.name, Seats: 2})
		require.NoError(t, err)
		ids[i] = answer.View.ID
		_, err = s.Join(t.Context(), ids[i], s.as(guest), guest.name, "")
		require.NoError(t, err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for _, id := range ids {
				answer, err := s.View(t.Context(), id, play.Caller{Now: s.now})
				if assert.NoError(t, err) {
					assert.Equal(t, id, answer.View.ID)
				}
			}
		})
	}
	all.Wait()
}

// version is the version that a spectator is shown.
func (s *stage) version(id string) int {
	s.t.Helper()
	answer, err := s.View(s.t.Context(), id, play.Caller{Now: s.now})
	require.NoError(s.t, err)
	return answer.View.Version
}
