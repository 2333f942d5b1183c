package bot_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/engine/bot"
)

// words are the plain words of the levels, weakest first.
func words() []string { return []string{"easy", "normal", "hard"} }

func allLevels(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, word := range words() {
		level, ok := bot.Current(word)
		require.True(t, ok)
		list = append(list, level)
	}
	return list
}

func TestDecide_is_allowed_at_every_level_under_all_options(t *testing.T) {
	t.Parallel()
	levels := allLevels(t)
	moments := 0
	kinds := map[engine.ActionKind]int{}
	playMatches(t, rand.New(rand.NewPCG(6, 1)), 80, func(m moment) {
		moments++
		for _, level := range levels {
			a := m.decide(t, level)
			kinds[a.Kind]++
			assert.Equal(t, m.seat, a.Seat)
			assert.Nil(t, a.Rank)
			_, _, err := m.game.Apply(a, m.at)
			require.NoError(t, err, "%s decides %+v in %+v", level, a, m.view)
		}
	})
	assert.Greater(t, moments, 5000)
	for _, kind := range []engine.ActionKind{engine.ToPlay, engine.ToCall, engine.ToAccept} {
		assert.Greater(t, kinds[kind], 500, kind)
	}
}

func TestDecide_is_pure(t *testing.T) {
	t.Parallel()
	levels := allLevels(t)
	playMatches(t, rand.New(rand.NewPCG(6, 2)), 20, func(m moment) {
		if m.game.Version%10 != 0 {
			return
		}
		before := asJSON(t, m.view, m.seen[m.seat])
		for _, level := range levels {
			first := m.decide(t, level)
			assert.Equal(t, first, m.decide(t, level), level)
		}
		assert.Equal(t, before, asJSON(t, m.view, m.seen[m.seat]), "the arguments stay as they were")
	})
}

func asJSON(t *testing.T, things ...any) string {
	t.Helper()
	text, err := json.Marshal(things)
	require.NoError(t, err)
	return string(text)
}

func TestDecide_errs(t *testing.T) {
	t.Parallel()
	var m moment
	playMatches(t, rand.New(rand.NewPCG(6, 3)), 1, func(now moment) {
		if m.match == nil {
			copied := *now.match
			m = now
			m.match = &copied
		}
	})
	events := m.seen[m.seat]
	idle := m.view
	idle.Turn, idle.Actions = nil, nil
	spectator := m.view
	spectator.You = nil
	for name, try := range map[string]struct {
		level  string
		view   engine.View
		events []engine.EventView
	}{
		"unknown level":         {"perfect/1", m.view, events},
		"level without version": {"hard", m.view, events},
		"spectator":             {"hard/1", spectator, events},
		"no events":             {"hard/1", m.view, nil},
		"no deal":               {"hard/1", m.view, []engine.EventView{engine.TimedOut{}}},
		"nothing to do":         {"hard/1", idle, events},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := bot.Decide(try.level, try.view, try.events, m.game.Chance(m.seat))
			require.Error(t, err)
			assert.Empty(t, a)
		})
	}
}

func TestLevels(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"easy/1", "normal/1", "hard/1"}, allLevels(t))
	_, ok := bot.Current("perfect")
	assert.False(t, ok)
}
