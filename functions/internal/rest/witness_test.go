package rest_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"cheat/functions/internal/apitest"
	"cheat/infra/store"
)

// witness is a store that remembers all that was ever written to it. It can be told
// to let nothing be written, or to have others do something before each write.
type witness struct {
	store.Store
	mu      sync.Mutex
	items   []store.Item
	deleted []store.Item
	guard   func(op store.Op, item store.Item) error // called before each write, if set
}

func newWitness(t testing.TB) *witness { return &witness{Store: apitest.Bolt(t)} }

func (w *witness) PutNew(ctx context.Context, item store.Item) error {
	return w.write(store.OpPutNew, item, func() error { return w.Store.PutNew(ctx, item) })
}

func (w *witness) PutIf(ctx context.Context, item store.Item, version int64) error {
	return w.write(store.OpPutIf, item, func() error { return w.Store.PutIf(ctx, item, version) })
}

func (w *witness) Put(ctx context.Context, item store.Item) error {
	return w.write(store.OpPut, item, func() error { return w.Store.Put(ctx, item) })
}

func (w *witness) Delete(ctx context.Context, pk, sk string) error {
	item := store.Item{PK: pk, SK: sk}
	return w.write(store.OpDelete, item, func() error { return w.Store.Delete(ctx, pk, sk) })
}

func (w *witness) write(op store.Op, item store.Item, do func() error) error {
	w.mu.Lock()
	guard := w.guard
	if op == store.OpDelete {
		w.deleted = append(w.deleted, item)
	} else {
		w.items = append(w.items, item)
	}
	w.mu.Unlock()
	if guard != nil {
		if err := guard(op, item); err != nil {
			return err
		}
	}
	return do()
}

// watch has a function called before each write from now on; nil for none.
func (w *witness) watch(guard func(op store.Op, item store.Item) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.guard = guard
}

// writes is how often something was written or deleted so far.
func (w *witness) writes() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.items) + len(w.deleted)
}

// written is everything that was ever written, as one text.
func (w *witness) written() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all strings.Builder
	for _, item := range w.items {
		all.WriteString(item.PK + "\n" + item.SK + "\n" + string(item.Body) + "\n")
	}
	return all.String()
}
