package store_test

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/infra/store"
)

// TestKeysSortAsNumbers: the bytes of keys are in the order of what they count.
func TestKeysSortAsNumbers(t *testing.T) {
	t.Parallel()
	numbers := []int{1, 2, 9, 10, 11, 19, 20, 99, 100, 101, 999, 1000, 9999, 10000, 123456, 9999999}
	const longest = 99_999_999_999_999 // milliseconds: in the year 5138
	for name, key := range map[string]func(int) string{
		"pieces, by their begin": func(n int) string { return store.PieceSK(n, 9999999) },
		"pieces, by their end":   func(n int) string { return store.PieceSK(1, n) },
		"wake-ups":               func(n int) string { return store.TimedSK(engine.Time(n), "zz") },
		"late wake-ups":          func(n int) string { return store.TimedSK(longest-9999999+engine.Time(n), "zz") },
		"finished games":         func(n int) string { return store.FinishedSK(engine.Time(n), "zz") },
	} {
		var keys []string
		for _, n := range numbers {
			keys = append(keys, key(n))
		}
		assert.True(t, slices.IsSorted(keys), "%s: %q", name, keys)
		assert.Len(t, slices.Compact(keys), len(numbers), name)
	}
	var rounds []string
	for n := range 50 {
		rounds = append(rounds, store.RoundSK(n+1))
	}
	assert.True(t, slices.IsSorted(rounds))
	assert.Negative(t, cmp.Compare(store.HeadSK, store.PlaySK))
	for _, sk := range []string{store.PieceSK(1, 2), store.RoundSK(1)} {
		assert.Greater(t, sk, store.PlaySK, "the query of head and play would read it too")
	}
}

// TestTimedKeys: a bound takes in all keys of its moment and none of the next.
func TestTimedKeys(t *testing.T) {
	t.Parallel()
	for _, at := range []engine.Time{0, 1, 9, 10, 1_900_000_000_123} {
		for _, id := range []string{"0", "zzzzzzzzzzzzzzzzzzzzzzzzzz"} {
			sk := store.TimedSK(at, id)
			gotAt, gotID, err := store.TimedID(sk)
			require.NoError(t, err)
			assert.Equal(t, at, gotAt)
			assert.Equal(t, id, gotID)
			assert.LessOrEqual(t, sk, store.TimedTo(at))
			assert.Greater(t, store.TimedSK(at+1, id), store.TimedTo(at))
		}
	}
	for _, sk := range []string{"", "#", "1#id", "0000000000000a#id", "00000000000001", "-0000000000001#id", "+0000000000001#id", "000000000000001#id"} {
		_, _, err := store.TimedID(sk)
		assert.Error(t, err, sk)
	}
}

// TestPlayerKeys: a player's running and finished games lie within their bounds
// and apart.
func TestPlayerKeys(t *testing.T) {
	t.Parallel()
	running, finished := store.RunningSK("zzzz"), store.FinishedSK(99_999_999_999_999, "zzzz")
	assert.Equal(t, "zzzz", store.RunningID(running))
	inside := func(sk, from, to string) bool { return from <= sk && sk <= to }
	assert.True(t, inside(running, store.RunningFrom, store.RunningTo))
	assert.True(t, inside(finished, store.FinishedFrom, store.FinishedTo))
	assert.False(t, inside(running, store.FinishedFrom, store.FinishedTo))
	assert.False(t, inside(finished, store.RunningFrom, store.RunningTo))
	assert.NotEqual(t, store.PlayerPK(engine.Owner{1}), store.PlayerPK(engine.Owner{2}))
	longest := engine.Owner(slices.Repeat([]byte{0xff}, 16))
	assert.LessOrEqual(t, len(store.PlayerPK(longest)), 40)
}

// FuzzTimedKey: what reads as the key of a wake-up is written so again.
func FuzzTimedKey(f *testing.F) {
	f.Add(store.TimedSK(1, "id"))
	f.Add(store.TimedSK(math.MaxInt64, ""))
	f.Add("00000000000001#" + strings.Repeat("#", 3))
	f.Fuzz(func(t *testing.T, sk string) {
		at, id, err := store.TimedID(sk)
		if err == nil {
			require.Equal(t, sk, store.TimedSK(at, id))
		}
	})
}
