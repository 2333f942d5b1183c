package play_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cheat/infra/store"
)

// noted is a store that knows which partitions were written, so that it can be set
// back to what it held before.
type noted struct {
	store.Store
	mu  sync.Mutex
	pks map[string]bool
}

func note(s store.Store) *noted { return &noted{Store: s, pks: map[string]bool{}} }

func (n *noted) add(pk string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.pks[pk] = true
}

func (n *noted) PutNew(ctx context.Context, item store.Item) error {
	n.add(item.PK)
	return n.Store.PutNew(ctx, item)
}

func (n *noted) PutIf(ctx context.Context, item store.Item, version int64) error {
	n.add(item.PK)
	return n.Store.PutIf(ctx, item, version)
}

func (n *noted) Put(ctx context.Context, item store.Item) error {
	n.add(item.PK)
	return n.Store.Put(ctx, item)
}

// key is where an item lies.
type key struct{ pk, sk string }

// all is everything that was written here and is there.
func (n *noted) all(t testing.TB) map[key]store.Item {
	t.Helper()
	n.mu.Lock()
	defer n.mu.Unlock()
	held := map[key]store.Item{}
	for pk := range n.pks {
		items, _, err := n.Query(context.Background(), store.Range{PK: pk, Strong: true})
		require.NoError(t, err)
		for _, item := range items {
			held[key{pk, item.SK}] = item
		}
	}
	return held
}

// restore makes the store hold what it held before.
func (n *noted) restore(t testing.TB, before map[key]store.Item) {
	t.Helper()
	now := n.all(t)
	for k, item := range now {
		old, ok := before[k]
		switch {
		case !ok:
			require.NoError(t, n.Delete(context.Background(), k.pk, k.sk))
		case !same(old, item):
			require.NoError(t, n.Put(context.Background(), old))
		}
	}
	for k, old := range before {
		if _, ok := now[k]; !ok {
			require.NoError(t, n.Put(context.Background(), old))
		}
	}
}

func same(a, b store.Item) bool {
	return a.Version == b.Version && a.Expires == b.Expires && string(a.Body) == string(b.Body)
}
