package play_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"cheat/infra/store"
	"cheat/infra/store/storetest"
)

// memory keeps items in maps: for tests that need thousands of fresh stores, or
// play hundreds of thousands of moves. What can be tested on a real store is tested
// there.
type memory struct {
	mu    sync.Mutex
	items map[string]map[string]store.Item // by partition and sort key
}

func newMemory() *memory { return &memory{items: map[string]map[string]store.Item{}} }

func TestMemoryStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(*testing.T) store.Store { return newMemory() })
}

// copy returns a store with the same items.
func (m *memory) copy() *memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := newMemory()
	for pk, items := range m.items {
		c.items[pk] = maps.Clone(items) // items are never changed in place
	}
	return c
}

func (m *memory) Get(ctx context.Context, pk, sk string, strong bool) (store.Item, bool, error) {
	if err := store.CheckKey(pk, sk); err != nil {
		return store.Item{}, false, err
	}
	items, _, err := m.Query(ctx, store.Range{PK: pk, From: sk, To: sk, Strong: strong})
	if err != nil || len(items) == 0 {
		return store.Item{}, false, err
	}
	return items[0], true, nil
}

func (m *memory) Query(ctx context.Context, r store.Range) ([]store.Item, string, error) {
	if err := r.Check(); err != nil {
		return nil, "", err
	}
	if err := ended(ctx); err != nil {
		return nil, "", err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r, some := r.Clamp()
	if !some {
		return nil, "", nil
	}
	sks := slices.Sorted(maps.Keys(m.items[r.PK]))
	if r.Reverse {
		slices.Reverse(sks)
	}
	var page []store.Item
	for _, sk := range sks {
		if !r.Holds(sk) {
			continue
		}
		item := m.items[r.PK][sk]
		item.Body = bytes.Clone(item.Body)
		page = append(page, item)
		if len(page) == r.Limit {
			return page, sk, nil
		}
	}
	return page, "", nil
}

func (m *memory) PutNew(ctx context.Context, item store.Item) error {
	return m.put(ctx, item, func(_ store.Item, found bool) error {
		if found {
			return store.ErrExists
		}
		return nil
	})
}

func (m *memory) PutIf(ctx context.Context, item store.Item, version int64) error {
	return m.put(ctx, item, func(old store.Item, found bool) error {
		if !found || old.Version != version {
			return store.ErrConflict
		}
		return nil
	})
}

func (m *memory) Put(ctx context.Context, item store.Item) error {
	return m.put(ctx, item, func(store.Item, bool) error { return nil })
}

func (m *memory) put(ctx context.Context, item store.Item, condition func(store.Item, bool) error) error {
	if err := item.Check(); err != nil {
		return err
	}
	if err := ended(ctx); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	old, found := m.items[item.PK][item.SK]
	if err := condition(old, found); err != nil {
		return err
	}
	if m.items[item.PK] == nil {
		m.items[item.PK] = map[string]store.Item{}
	}
	item.Body = bytes.Clone(item.Body)
	m.items[item.PK][item.SK] = item
	return nil
}

func (m *memory) Delete(ctx context.Context, pk, sk string) error {
	if err := store.CheckKey(pk, sk); err != nil {
		return err
	}
	if err := ended(ctx); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.items[pk], sk)
	return nil
}

func ended(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return nil
}
