package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/functions/internal/program"
	"cheat/infra/store"
	"cheat/infra/store/bolt"
)

// Here the ticker does what the scheduled Lambda does in the cloud: nobody comes to
// see this game, and its clock acts all the same (R27). Time is the bubble's: nothing
// waits for it.
func TestTick_R27_acts_for_games_that_nobody_comes_to_see(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		kept, err := bolt.Open(filepath.Join(t.TempDir(), "cheat.db"), bolt.Options{NoSync: true})
		require.NoError(t, err)
		defer kept.Close()
		log := slog.New(slog.DiscardHandler)
		config, err := program.FromEnv(func(string) string { return "" })
		require.NoError(t, err)
		games := config.Games(kept, log)
		id := tableForTwo(t, games)

		ctx, stop := context.WithCancel(t.Context())
		expired := 0
		done := make(chan struct{})
		go func() {
			defer close(done)
			tick(ctx, games, func(context.Context, time.Time) error { expired++; return nil }, log)
		}()
		version := func() int64 {
			synctest.Wait()
			item, _, err := kept.Get(ctx, store.GamePK(id), store.PlaySK, true)
			require.NoError(t, err)
			return item.Version
		}
		time.Sleep(59 * time.Second)
		assert.Zero(t, version(), "nothing has happened since the deal")
		time.Sleep(2 * time.Second)
		assert.EqualValues(t, 3, version())
		time.Sleep(time.Minute)
		assert.EqualValues(t, 4, version())
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		assert.Equal(t, 3, expired, "what is expired is removed now, and once an hour")
		stop()
		<-done
	})
}

// tableForTwo deals a game whose clock is a minute.
func tableForTwo(t *testing.T, games *play.Service) string {
	t.Helper()
	who := func() play.Caller {
		var owner engine.Owner
		_, _ = rand.Read(owner[:]) // never fails
		return play.Caller{Now: engine.At(time.Now()), Owner: &owner}
	}
	rules := engine.Options{Given: engine.OptTurnSeconds}
	rules.Rules.TurnSeconds = 60
	made, err := games.Create(t.Context(), who(), play.NewGame{Name: "Ada", Seats: 2, Options: rules})
	require.NoError(t, err)
	_, err = games.Join(t.Context(), made.View.ID, who(), "Ben", "")
	require.NoError(t, err)
	return made.View.ID
}
