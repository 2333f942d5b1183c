package bolt

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"go.etcd.io/bbolt"

	"cheat/infra/store"
)

// group lets writes that come while another is on its way to the disk share the next
// transaction, and so its wait for the disk. Nobody waits for company: who comes alone
// is written alone, at once. (bbolt's own Batch has every write wait for others: one that
// comes alone then takes twice as long.)
type group struct {
	mu      sync.Mutex
	busy    bool // somebody leads
	waiting []*write
}

// write is one change that is to be made.
type write struct {
	ctx   context.Context
	fn    func(*bbolt.Tx) error
	err   error
	leads chan bool // told once: whether it has to lead, or has been carried out
}

// update carries out fn in a transaction, which others may share. fn either changes
// nothing and answers why, or succeeds, or fails in the middle, which is seen to.
func (s *Store) update(ctx context.Context, fn func(*bbolt.Tx) error) error {
	w := &write{ctx: ctx, fn: fn, err: unknown(errBroken), leads: make(chan bool, 1)}
	g := &s.group
	g.mu.Lock()
	g.waiting = append(g.waiting, w)
	if !g.busy {
		g.busy = true
		w.leads <- true
	}
	g.mu.Unlock()
	if <-w.leads {
		s.lead(w)
	}
	return w.err
}

// lead carries out all that wait by now, the leader's among them, and lets the next
// one lead; also when bbolt panics at a page that is damaged.
func (s *Store) lead(leader *write) {
	g := &s.group
	g.mu.Lock()
	together := g.waiting
	g.waiting = nil
	g.mu.Unlock()
	defer func() {
		g.mu.Lock()
		if len(g.waiting) > 0 {
			g.waiting[0].leads <- true
		} else {
			g.busy = false
		}
		g.mu.Unlock()
		for _, w := range together {
			if w != leader {
				w.leads <- false
			}
		}
	}()
	s.commit(together)
}

var (
	errBroken  = errors.New("the write was broken off")
	errNothing = errors.New("nothing to write")             // ends a transaction without the disk
	errHalf    = errors.New("a write failed in the middle") // undoes a transaction
)

// commit carries out writes in one transaction and leaves in each how it ended.
func (s *Store) commit(together []*write) {
	ends := make([]error, len(together))
	err := s.db.Update(func(tx *bbolt.Tx) error {
		changed := false
		for i, w := range together {
			switch ends[i] = w.attempt(tx); {
			case ends[i] == nil:
				changed = true
			case !refused(ends[i]):
				return errHalf
			}
		}
		if !changed {
			return errNothing
		}
		return nil
	})
	if errors.Is(err, errHalf) && len(together) > 1 { // each by itself, so that one takes no other with it
		for i := range together {
			s.commit(together[i : i+1])
		}
		return
	}
	for i, w := range together {
		w.err = ends[i]
		if w.err == nil && err != nil {
			w.err = unknown(err)
		}
	}
}

// attempt makes the change, unless nobody waits for it any more.
func (w *write) attempt(tx *bbolt.Tx) error {
	if err := w.ctx.Err(); err != nil {
		return unknown(err)
	}
	return w.fn(tx)
}

// refused reports whether a write has answered before it changed anything.
func refused(err error) bool {
	for _, target := range []error{store.ErrExists, store.ErrConflict, store.ErrDamaged, ErrDamaged, store.ErrUnavailable} {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

// unknown is what the file itself or the context had to say, which leaves open whether
// something has reached the disk.
func unknown(err error) error { return fmt.Errorf("%w: %w", store.ErrUnavailable, err) }
