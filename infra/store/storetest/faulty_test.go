package storetest_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/store"
	"cheat/infra/store/bolt"
	"cheat/infra/store/storetest"
)

// TestFaultyWithoutFaults: the wrapper keeps the contract itself.
func TestFaultyWithoutFaults(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store { return storetest.Wrap(open(t)) })
}

// TestWrites tells for each conditional write and fault what the caller hears
// and what is stored afterwards.
func TestWrites(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		fault  storetest.Fault
		hears  error // nil for the conflict of the operation
		stored bool
	}{
		{storetest.Throttle, store.ErrUnavailable, false},
		{storetest.Timeout, store.ErrUnavailable, false},
		{storetest.FailBefore, store.ErrUnavailable, false},
		{storetest.FailAfter, store.ErrUnavailable, true},
		{storetest.ConflictAfter, nil, true},
	} {
		t.Run(row.fault.String(), func(t *testing.T) {
			t.Parallel()
			s := storetest.Wrap(open(t))
			require.NoError(t, s.PutNew(t.Context(), item("old", 1)))
			for _, write := range []struct {
				sk       string
				do       func() error
				conflict error // nil for a write that knows none
			}{
				{"new", func() error { return s.PutNew(t.Context(), item("new", 2)) }, store.ErrExists},
				{"old", func() error { return s.PutIf(t.Context(), item("old", 2), 1) }, store.ErrConflict},
				{"put", func() error { return s.Put(t.Context(), item("put", 2)) }, nil},
			} {
				hears, stored := row.hears, row.stored
				if hears == nil {
					hears = write.conflict
				}
				calls := s.With(always(row.fault), func() {
					if err := write.do(); hears == nil {
						assert.NoError(t, err, "such a fault cannot befall it")
					} else {
						assert.ErrorIs(t, err, hears)
					}
				})
				require.Len(t, calls, 1)
				if hears != nil {
					assert.Equal(t, row.fault, calls[0].Fault)
				}
				got, _, err := s.Get(t.Context(), "p", write.sk, true)
				require.NoError(t, err)
				assert.Equal(t, stored, got.Version == 2, "stored")
			}
		})
	}
}

func TestDelete(t *testing.T) {
	t.Parallel()
	for fault, gone := range map[storetest.Fault]bool{storetest.FailBefore: false, storetest.FailAfter: true} {
		s := storetest.Wrap(open(t))
		require.NoError(t, s.Put(t.Context(), item("a", 1)))
		s.With(always(fault), func() {
			assert.ErrorIs(t, s.Delete(t.Context(), "p", "a"), store.ErrUnavailable)
		})
		_, found, err := s.Get(t.Context(), "p", "a", true)
		require.NoError(t, err)
		assert.Equal(t, gone, !found, fault)
	}
}

// TestRealRefusals: a write that the store refuses is not done, whatever the
// fault; and what never leaves the program has no lost answer.
func TestRealRefusals(t *testing.T) {
	t.Parallel()
	s := storetest.Wrap(open(t))
	require.NoError(t, s.PutNew(t.Context(), item("a", 1)))
	s.With(always(storetest.ConflictAfter), func() {
		assert.ErrorIs(t, s.PutNew(t.Context(), item("a", 5)), store.ErrExists)
		assert.ErrorIs(t, s.PutIf(t.Context(), item("a", 5), 4), store.ErrConflict)
		assert.ErrorIs(t, s.PutNew(t.Context(), item("", 5)), store.ErrTooLarge)
	})
	s.With(always(storetest.FailAfter), func() {
		assert.ErrorIs(t, s.PutIf(t.Context(), item("a", 5), 4), store.ErrUnavailable)
		assert.ErrorIs(t, s.PutNew(t.Context(), item("", 5)), store.ErrTooLarge)
	})
	got, _, err := s.Get(t.Context(), "p", "a", true)
	require.NoError(t, err)
	assert.Equal(t, item("a", 1), got)
}

// TestTimeout: a write that timed out lands just before the next one.
func TestTimeout(t *testing.T) {
	t.Parallel()
	s := storetest.Wrap(open(t))
	require.NoError(t, s.PutNew(t.Context(), item("a", 1)))
	late := item("a", 2)
	s.With(only(0, storetest.Timeout), func() {
		err := s.PutIf(t.Context(), late, 1)
		assert.ErrorIs(t, err, store.ErrUnavailable)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		copy(late.Body, "----")
		got, _, err := s.Get(t.Context(), "p", "a", true)
		require.NoError(t, err)
		assert.EqualValues(t, 1, got.Version, "still under way")
	})
	assert.ErrorIs(t, s.PutIf(t.Context(), item("a", 3), 1), store.ErrConflict, "it was faster")
	got, _, err := s.Get(t.Context(), "p", "a", true)
	require.NoError(t, err)
	assert.Equal(t, item("a", 2), got)
	require.NoError(t, s.PutIf(t.Context(), item("a", 4), 2), "it lands once")
}

// TestLateReads walks back in time, by one write to the partition or by one
// write to each item.
func TestLateReads(t *testing.T) {
	t.Parallel()
	s := storetest.Wrap(open(t))
	require.NoError(t, s.PutNew(t.Context(), item("a", 1)))
	require.NoError(t, s.PutNew(t.Context(), item("gone", 1)))
	require.NoError(t, s.PutIf(t.Context(), item("a", 2), 1))
	require.NoError(t, s.PutNew(t.Context(), item("b", 1)))
	require.NoError(t, s.PutIf(t.Context(), item("b", 2), 1))
	require.NoError(t, s.Delete(t.Context(), "p", "gone"))
	require.NoError(t, s.PutNew(t.Context(), item("c", 1)))

	// Writes that change nothing, or fail, are none.
	require.NoError(t, s.Put(t.Context(), item("c", 1)))
	require.NoError(t, s.Delete(t.Context(), "p", "never"))
	require.ErrorIs(t, s.PutIf(t.Context(), item("a", 9), 8), store.ErrConflict)
	require.NoError(t, s.Put(t.Context(), store.Item{PK: "another", SK: "a"}))

	read := func(fault storetest.Fault, r store.Range) (found []string, next string) {
		t.Helper()
		r.PK = "p"
		calls := s.With(always(fault), func() {
			items, n, err := s.Query(t.Context(), r)
			require.NoError(t, err)
			for _, got := range items {
				assert.Equal(t, item(got.SK, got.Version), got)
				found = append(found, fmt.Sprint(got.SK, got.Version))
				one, ok, err := s.Get(t.Context(), "p", got.SK, r.Strong)
				require.NoError(t, err)
				assert.True(t, ok)
				assert.Equal(t, got, one)
			}
			next = n
		})
		if r.Strong {
			assert.Equal(t, storetest.None, calls[0].Fault)
		}
		return found, next
	}
	expect := func(fault storetest.Fault, r store.Range, next string, want ...string) {
		t.Helper()
		got, n := read(fault, r)
		assert.Equal(t, want, got)
		assert.Equal(t, next, n)
	}
	all := store.Range{}
	expect(storetest.None, all, "", "a2", "b2", "c1")
	expect(storetest.LateRead, all, "", "a2", "b2")
	expect(storetest.LateItems, all, "", "a1", "b1", "gone1")
	expect(storetest.LateItems, store.Range{Strong: true}, "", "a2", "b2", "c1")
	expect(storetest.LateItems, store.Range{Reverse: true, Limit: 2}, "b", "gone1", "b1")
	expect(storetest.LateItems, store.Range{Reverse: true, Limit: 2, After: "b"}, "", "a1")
	expect(storetest.LateItems, store.Range{From: "b", To: "c"}, "", "b1")
	expect(storetest.LateItems, store.Range{From: "c", To: "b"}, "")

	require.NoError(t, s.PutIf(t.Context(), item("a", 3), 2))
	expect(storetest.LateRead, all, "", "a2", "b2", "c1")
	s.With(always(storetest.LateItems), func() {
		_, found, err := s.Get(t.Context(), "p", "c", false)
		require.NoError(t, err)
		assert.False(t, found, "not there yet")
		_, found, err = s.Get(t.Context(), "p", "gone", false)
		require.NoError(t, err)
		assert.True(t, found, "still there")
	})
}

func TestReadsFail(t *testing.T) {
	t.Parallel()
	s := storetest.Wrap(open(t))
	for _, fault := range []storetest.Fault{storetest.Throttle, storetest.Timeout} {
		for _, strong := range []bool{false, true} {
			s.With(always(fault), func() {
				_, _, err := s.Get(t.Context(), "p", "a", strong)
				assert.ErrorIs(t, err, store.ErrUnavailable)
				_, _, err = s.Query(t.Context(), store.Range{PK: "p", Strong: strong})
				assert.ErrorIs(t, err, store.ErrUnavailable)
			})
		}
	}
}

// TestCalls: calls are numbered and recorded inside of With, and only there.
func TestCalls(t *testing.T) {
	t.Parallel()
	s := storetest.Wrap(open(t))
	require.NoError(t, s.Put(t.Context(), item("a", 1)))
	run := func() {
		_, _, _ = s.Get(t.Context(), "p", "a", true)
		_, _, _ = s.Query(t.Context(), store.Range{PK: "p", From: "a"})
		_ = s.PutIf(t.Context(), item("a", 2), 1)
		_ = s.Delete(t.Context(), "p", "a")
	}
	want := []storetest.Call{
		{N: 0, Op: store.OpGet, PK: "p", SK: "a", Strong: true},
		{N: 1, Op: store.OpQuery, PK: "p", SK: "a", Fault: storetest.LateRead},
		{N: 2, Op: store.OpPutIf, PK: "p", SK: "a"},
		{N: 3, Op: store.OpDelete, PK: "p", SK: "a"},
	}
	assert.Equal(t, want, s.With(always(storetest.LateRead), run))
	run()
	want[1].Fault = storetest.None
	assert.Equal(t, want, s.With(always(storetest.None), run))
}

func item(sk string, version int64) store.Item {
	return store.Item{PK: "p", SK: sk, Version: version, Body: fmt.Appendf(nil, "body %d", version)}
}

func always(f storetest.Fault) storetest.Plan {
	return func(storetest.Call) storetest.Fault { return f }
}

func only(n int, f storetest.Fault) storetest.Plan {
	return func(c storetest.Call) storetest.Fault {
		if c.N == n {
			return f
		}
		return storetest.None
	}
}

func open(t *testing.T) store.Store {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "cheat.db"), bolt.Options{NoSync: true})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return s
}
