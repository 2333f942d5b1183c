package storetest

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/store"
)

func testPutNew(t *testing.T, f fixture) {
	first := f.item("a", 7, "first")
	require.NoError(t, f.PutNew(t.Context(), first))
	f.holds(t, first)

	assert.ErrorIs(t, f.PutNew(t.Context(), f.item("a", 7, "second")), store.ErrExists)
	f.holds(t, first)
	assert.ErrorIs(t, f.PutNew(t.Context(), first), store.ErrExists, "the same item is no exception")

	require.NoError(t, f.PutNew(t.Context(), f.item("b", 1, "another key")))
	require.NoError(t, f.Delete(t.Context(), f.pk, "a"))
	again := f.item("a", 1, "again")
	require.NoError(t, f.PutNew(t.Context(), again))
	f.holds(t, again)
}

func testPutIf(t *testing.T, f fixture) {
	assert.ErrorIs(t, f.PutIf(t.Context(), f.item("a", 1, "no item"), 0), store.ErrConflict)
	f.lacks(t, f.pk, "a")

	require.NoError(t, f.PutNew(t.Context(), f.item("a", 3, "first")))
	second := f.item("a", 9, "second")
	second.Expires = 0
	require.NoError(t, f.PutIf(t.Context(), second, 3))
	f.holds(t, second)

	for _, version := range []int64{3, 8, 10, 0, -9} {
		assert.ErrorIs(t, f.PutIf(t.Context(), f.item("a", 10, "stale"), version), store.ErrConflict, version)
	}
	f.holds(t, second)

	third := f.item("a", 9, "the version may stay")
	require.NoError(t, f.PutIf(t.Context(), third, 9))
	f.holds(t, third)

	require.NoError(t, f.Delete(t.Context(), f.pk, "a"))
	assert.ErrorIs(t, f.PutIf(t.Context(), f.item("a", 10, "deleted"), 9), store.ErrConflict)
	f.lacks(t, f.pk, "a")
}

func testPut(t *testing.T, f fixture) {
	for _, item := range []store.Item{f.item("a", 5, "new"), f.item("a", 5, "new"), f.item("a", 2, "older, yet put")} {
		require.NoError(t, f.Put(t.Context(), item))
		f.holds(t, item)
	}
}

func testDelete(t *testing.T, f fixture) {
	f.fill(t, "a", "b")
	require.NoError(t, f.Delete(t.Context(), f.pk, "a"))
	f.lacks(t, f.pk, "a")
	assert.NoError(t, f.Delete(t.Context(), f.pk, "a"), "absent")
	assert.NoError(t, f.Delete(t.Context(), f.partition(t, "never"), "a"), "absent partition")
	_, found, err := f.Get(t.Context(), f.pk, "b", true)
	require.NoError(t, err)
	assert.True(t, found, "the neighbour")
}

// testRace lets all writers try for each version, the creation included.
func testRace(t *testing.T, f fixture) {
	const versions = 8
	for version := int64(0); version < versions; version++ {
		errs := make([]error, writers)
		together(func(i int) {
			item := f.item("a", version+1, fmt.Sprint("writer ", i))
			if version == 0 {
				errs[i] = f.PutNew(t.Context(), item)
			} else {
				errs[i] = f.PutIf(t.Context(), item, version)
			}
		})
		loss := store.ErrConflict
		if version == 0 {
			loss = store.ErrExists
		}
		var winners []int
		for i, err := range errs {
			if err == nil {
				winners = append(winners, i)
			} else {
				require.ErrorIs(t, err, loss)
			}
		}
		require.Len(t, winners, 1, "version %d", version)
		f.holds(t, f.item("a", version+1, fmt.Sprint("writer ", winners[0])))
	}
}

// testLostUpdate lets all writers add one to the same number.
func testLostUpdate(t *testing.T, f fixture) {
	require.NoError(t, f.PutNew(t.Context(), f.item("a", 0, "0")))
	errs := make([]error, writers)
	together(func(i int) { errs[i] = f.increment(t, "a") })
	require.NoError(t, errors.Join(errs...))
	f.holds(t, f.item("a", writers, fmt.Sprint(writers)))
}

func (f fixture) increment(t *testing.T, sk string) error {
	for {
		now, _, err := f.Get(t.Context(), f.pk, sk, true)
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(string(now.Body))
		if err != nil {
			return err
		}
		next := f.item(sk, now.Version+1, strconv.Itoa(n+1))
		if err := f.PutIf(t.Context(), next, now.Version); !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
}

// together runs fn for all writers at once.
func together(fn func(i int)) {
	var start, done sync.WaitGroup
	start.Add(1)
	for i := range writers {
		done.Go(func() {
			start.Wait()
			fn(i)
		})
	}
	start.Done()
	done.Wait()
}
