package storetest

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"cheat/infra/store"
)

// remember carries out a write and notes what was there before it, if it has
// changed anything. Among racing writers that is some older version, not always
// the one right before.
func (f *Faulty) remember(ctx context.Context, w write) error {
	var old version
	var err error
	if old.item, old.found, err = f.inner.Get(ctx, w.item.PK, w.item.SK, true); err != nil {
		return err
	}
	if err := w.do(ctx, w.item); err != nil {
		return err
	}
	if old.equal(version{w.item, w.op != store.OpDelete}) {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.older[key{w.item.PK, w.item.SK}] = old
	f.newest[w.item.PK] = w.item.SK
	return nil
}

// missed returns, by sort key, the older versions that a late read answers.
func (f *Faulty) missed(fault Fault, pk string) map[string]version {
	f.mu.Lock()
	defer f.mu.Unlock()
	missed := map[string]version{}
	for k, old := range f.older {
		if k.pk == pk && (fault == LateItems || fault == LateRead && k.sk == f.newest[pk]) {
			missed[k.sk] = old
		}
	}
	return missed
}

// lateQuery answers the range as it was when the missed versions were current.
func lateQuery(ctx context.Context, inner store.Store, r store.Range, missed map[string]version) ([]store.Item, string, error) {
	r, some := r.Clamp()
	if !some {
		return nil, "", nil
	}
	whole := r
	whole.Limit = 0
	now, _, err := inner.Query(ctx, whole)
	if err != nil {
		return nil, "", err
	}
	var then []store.Item
	for _, item := range now {
		if _, late := missed[item.SK]; !late {
			then = append(then, item)
		}
	}
	for sk, old := range missed {
		if old.found && r.Holds(sk) {
			then = append(then, old.copy())
		}
	}
	slices.SortFunc(then, func(a, b store.Item) int {
		if r.Reverse {
			a, b = b, a
		}
		return cmp.Compare(a.SK, b.SK)
	})
	if r.Limit > 0 && len(then) > r.Limit {
		return then[:r.Limit], then[r.Limit-1].SK, nil
	}
	return then, "", nil
}

func (v version) equal(w version) bool {
	return v.found == w.found && (!v.found ||
		v.item.Version == w.item.Version && v.item.Expires == w.item.Expires && bytes.Equal(v.item.Body, w.item.Body))
}

// copy returns an item that the caller may change.
func (v version) copy() store.Item {
	item := v.item
	item.Body = bytes.Clone(item.Body)
	return item
}
