package bolt

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"cheat/infra/store"
)

func opened(t *testing.T) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "cheat.db"), Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return s
}

// Of many who write at the same time each gets his own answer: those who conflict, those
// who gave up, those whose write fails in the middle, and all others.
func TestGroup(t *testing.T) {
	t.Parallel()
	s, failed := opened(t), errors.New("failed")
	over, cancel := context.WithCancel(t.Context())
	cancel()
	var all sync.WaitGroup
	const writers, writes = 32, 20
	for i := range writers {
		all.Go(func() {
			for n := range writes {
				item := store.Item{PK: fmt.Sprint("p", i), SK: fmt.Sprint("s", n), Version: 1, Body: []byte("body")}
				switch n % 4 {
				case 0:
					assert.NoError(t, s.PutNew(t.Context(), item))
					assert.ErrorIs(t, s.PutNew(t.Context(), item), store.ErrExists)
				case 1:
					assert.ErrorIs(t, s.PutNew(over, item), store.ErrUnavailable)
				case 2:
					assert.ErrorIs(t, s.update(t.Context(), func(tx *bbolt.Tx) error {
						require.NoError(t, tx.Bucket(bucketItems).Put(itemKey(item.PK, item.SK), encode(item)))
						return failed
					}), failed)
				case 3:
					assert.ErrorIs(t, s.PutIf(t.Context(), item, 7), store.ErrConflict)
					assert.NoError(t, s.Put(t.Context(), item))
				}
			}
		})
	}
	all.Wait()
	for i := range writers {
		items, _, err := s.Query(t.Context(), store.Range{PK: fmt.Sprint("p", i)})
		require.NoError(t, err)
		assert.Len(t, items, writes/2, "what was acknowledged, and nothing else")
	}
}

// Who waits in vain behind a transaction that broke off is told so, and the next ones
// go on.
func TestGroup_goes_on_after_a_panic(t *testing.T) {
	t.Parallel()
	s := opened(t)
	inside, behind := make(chan bool), make(chan error, 1)
	go func() {
		<-inside
		go func() { behind <- s.Put(t.Context(), store.Item{PK: "p", SK: "behind"}) }()
		inside <- true
	}()
	assert.Panics(t, func() {
		_ = s.update(t.Context(), func(*bbolt.Tx) error {
			inside <- true
			<-inside
			panic("a page is damaged")
		})
	})
	require.NoError(t, <-behind)
	require.NoError(t, s.Put(t.Context(), store.Item{PK: "p", SK: "after"}))
}
