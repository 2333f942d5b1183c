package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"cheat/infra/store"
)

var _ store.Store = (*Faulty)(nil)

// Fault is what may go wrong with one call of a store.
type Fault int

// The faults. All but the late reads and ConflictAfter answer ErrUnavailable.
const (
	None          Fault = iota
	Throttle            // refused, nothing done
	Timeout             // no answer; a write is still under way and lands just before the next one that passes
	LateRead            // a read that is not strong misses the newest write to its partition
	LateItems           // a read that is not strong misses the newest write to each of its items
	FailBefore          // the connection broke before the write arrived
	FailAfter           // the write is done, its answer lost
	ConflictAfter       // the write is done, its answer lost, and the second try met the condition's failure
)

func (f Fault) String() string {
	return [...]string{"none", "throttle", "timeout", "late-read", "late-items", "fail-before", "fail-after", "conflict-after"}[f]
}

// Call is one call of a store, numbered from 0. For a query SK is its From.
type Call struct {
	N      int
	Op     store.Op
	PK, SK string
	Strong bool
	Fault  Fault
}

// Faults lists those that can befall the call.
func (c Call) Faults() []Fault {
	switch {
	case c.Op == store.OpPutNew || c.Op == store.OpPutIf:
		return []Fault{Throttle, Timeout, FailBefore, FailAfter, ConflictAfter}
	case c.Op == store.OpPut || c.Op == store.OpDelete:
		return []Fault{Throttle, Timeout, FailBefore, FailAfter}
	case c.Strong:
		return []Fault{Throttle, Timeout}
	}
	return []Fault{Throttle, Timeout, LateRead, LateItems}
}

// Plan decides which fault befalls a call. One that cannot is none.
type Plan func(Call) Fault

// Faulty is a store that fails by plan. It sees what is written through it,
// so late reads know older states: prepare a test through it as well.
type Faulty struct {
	inner store.Store

	mu      sync.Mutex
	plan    Plan // nil outside of With
	calls   []Call
	pending []write           // still under way
	older   map[key]version   // of each item, before its newest write
	newest  map[string]string // of each partition, the sort key written last
}

type key struct{ pk, sk string }

type version struct {
	item  store.Item
	found bool
}

// Wrap returns a store that does not fail until With is called.
func Wrap(inner store.Store) *Faulty {
	return &Faulty{inner: inner, older: map[key]version{}, newest: map[string]string{}}
}

// With runs fn while plan is in force and returns the calls made meanwhile.
func (f *Faulty) With(plan Plan, fn func()) []Call {
	f.set(plan)
	defer f.set(nil)
	fn()
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.calls)
}

func (f *Faulty) set(plan Plan) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.plan, f.calls = plan, nil
}

// begin numbers the call and asks the plan.
func (f *Faulty) begin(c Call) Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.plan == nil {
		return None
	}
	c.N = len(f.calls)
	if fault := f.plan(c); slices.Contains(c.Faults(), fault) {
		c.Fault = fault
	}
	f.calls = append(f.calls, c)
	return c.Fault
}

// Get implements store.Store.
func (f *Faulty) Get(ctx context.Context, pk, sk string, strong bool) (store.Item, bool, error) {
	fault := f.begin(Call{Op: store.OpGet, PK: pk, SK: sk, Strong: strong})
	if err := fault.unanswered(); err != nil {
		return store.Item{}, false, err
	}
	item, found, err := f.inner.Get(ctx, pk, sk, strong)
	if old, ok := f.missed(fault, pk)[sk]; ok && err == nil {
		return old.copy(), old.found, nil
	}
	return item, found, err
}

// Query implements store.Store.
func (f *Faulty) Query(ctx context.Context, r store.Range) ([]store.Item, string, error) {
	fault := f.begin(Call{Op: store.OpQuery, PK: r.PK, SK: r.From, Strong: r.Strong})
	if err := fault.unanswered(); err != nil {
		return nil, "", err
	}
	missed := f.missed(fault, r.PK)
	if len(missed) == 0 {
		return f.inner.Query(ctx, r)
	}
	return lateQuery(ctx, f.inner, r, missed)
}

// PutNew implements store.Store.
func (f *Faulty) PutNew(ctx context.Context, item store.Item) error {
	return f.write(ctx, write{store.OpPutNew, item, f.inner.PutNew})
}

// PutIf implements store.Store.
func (f *Faulty) PutIf(ctx context.Context, item store.Item, version int64) error {
	return f.write(ctx, write{store.OpPutIf, item, func(ctx context.Context, item store.Item) error {
		return f.inner.PutIf(ctx, item, version)
	}})
}

// Put implements store.Store.
func (f *Faulty) Put(ctx context.Context, item store.Item) error {
	return f.write(ctx, write{store.OpPut, item, f.inner.Put})
}

// Delete implements store.Store.
func (f *Faulty) Delete(ctx context.Context, pk, sk string) error {
	return f.write(ctx, write{store.OpDelete, store.Item{PK: pk, SK: sk}, func(ctx context.Context, item store.Item) error {
		return f.inner.Delete(ctx, item.PK, item.SK)
	}})
}

// write is a call that leaves item behind, or for a delete nothing at its key.
type write struct {
	op   store.Op
	item store.Item
	do   func(context.Context, store.Item) error
}

// write carries out w in the way that the plan wants it.
func (f *Faulty) write(ctx context.Context, w write) error {
	fault := f.begin(Call{Op: w.op, PK: w.item.PK, SK: w.item.SK})
	switch fault {
	case Throttle, FailBefore:
		return fault.unanswered()
	case Timeout:
		f.delay(w)
		return fault.unanswered()
	}
	f.land(ctx)
	err := f.remember(ctx, w)
	switch {
	case fault == None, errors.Is(err, store.ErrTooLarge): // which is found out before anything is sent
		return err
	case fault == FailAfter:
		return fmt.Errorf("injected %v: %w", fault, store.ErrUnavailable)
	case err != nil:
		return err
	case w.op == store.OpPutNew:
		return fmt.Errorf("injected %v: %w", fault, store.ErrExists)
	}
	return fmt.Errorf("injected %v: %w", fault, store.ErrConflict)
}

// delay leaves the write on its way.
func (f *Faulty) delay(w write) {
	w.item.Body = bytes.Clone(w.item.Body) // the caller may go on to change it
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending = append(f.pending, w)
}

// land lets the writes arrive that are still under way. Nobody waits for their
// answers any more.
func (f *Faulty) land(ctx context.Context) {
	f.mu.Lock()
	pending := f.pending
	f.pending = nil
	f.mu.Unlock()
	for _, w := range pending {
		_ = f.remember(context.WithoutCancel(ctx), w)
	}
}

// unanswered is the error of a call that did nothing, as far as one can see.
func (f Fault) unanswered() error {
	switch f {
	case Timeout:
		return fmt.Errorf("injected %v: %w: %w", f, store.ErrUnavailable, context.DeadlineExceeded)
	case Throttle, FailBefore:
		return fmt.Errorf("injected %v: %w", f, store.ErrUnavailable)
	}
	return nil
}
