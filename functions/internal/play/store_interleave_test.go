package play_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/infra/store"
)

// slots is how many of each writer's calls are interleaved with the others'. What it
// does after them it does at once. A command that moves history away makes three
// calls to its decision: it reads, writes the piece or the round, and puts.
func slots() int {
	if long() {
		return 4
	}
	return 3
}

// TestInterleavings runs three writers at one game in every order in which their
// calls to the store can follow each other, around a spill of history and around a
// round's end. Whatever the order, the history that the records tell is complete,
// and holds what was acknowledged and nothing else.
func TestInterleavings(t *testing.T) {
	t.Parallel()
	// Three writers of k calls: (3k)! / (k!)³ orders.
	want := map[int]int{3: 1680, 4: 34650}[slots()]
	for _, d := range dramas() {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			base := newMemory()
			id, now := d.before(newStage(t, base, 1))
			sofar := newStage(t, base, 0)
			r := rehearsed{drama: d, base: base, id: id, now: now, acts: len(sofar.readBack(id).acts), ends: map[string]ending{}}
			for i, w := range d.writers {
				r.cast[i] = w(sofar, id)
			}
			ran, conflicts := 0, 0
			for order := range orders(3, slots()) {
				conflicts += r.play(t, order)
				ran++
			}
			require.Equal(t, want, ran, "orders")
			require.Positive(t, conflicts, "the writers never met")
			ends := slices.Collect(maps.Values(r.ends))
			require.Equal(t, d.spills, slices.ContainsFunc(ends, func(e ending) bool { return e.spilt }), "history was moved away")
			t.Logf("%d orders, %d failed conditions, these ends: %+v", ran, conflicts, ends)
		})
	}
}

// orders yields every order in which n writers can make k calls each.
func orders(n, k int) func(func([]int) bool) {
	return func(yield func([]int) bool) {
		left := slices.Repeat([]int{k}, n)
		var order []int
		var place func() bool
		place = func() bool {
			if len(order) == n*k {
				return yield(order)
			}
			for w := range n {
				if left[w] == 0 {
					continue
				}
				left[w]--
				order = append(order, w)
				going := place()
				order = order[:len(order)-1]
				left[w]++
				if !going {
					return false
				}
			}
			return true
		}
		place()
	}
}

// drama is three writers at one game.
type drama struct {
	name    string
	before  func(s *stage) (id string, now engine.Time)
	writers [3]part
	due     int  // acts that come due by themselves
	spills  bool // one of their acts moves history away
}

// part is what a writer does, knowing the game as it stands before any of them
// begins.
type part func(sofar *stage, id string) deeds

// deeds makes a writer's requests. It returns what they did, in the words of [deed],
// "" for nothing.
type deeds func(s *stage) (string, error)

// rehearsed is a drama that is ready to be played in one order after the other.
type rehearsed struct {
	drama
	base *memory
	id   string
	now  engine.Time
	acts int // before it begins
	cast [3]deeds
	ends map[string]ending // by what lies in the store then
}

// ending is what the records tell at the end.
type ending struct {
	deeds []string
	due   int
	spilt bool
}

// play lets the writers go in one order and checks what came of it. It returns how
// many conditions failed.
func (r *rehearsed) play(t *testing.T, order []int) (conflicts int) {
	on := r.base.copy()
	var writers [3]*writer
	for i := range writers {
		w := &writer{Store: on, arrived: make(chan bool), pass: make(chan struct{})}
		s := newStage(t, w, uint64(i))
		s.now = r.now
		go func() {
			w.deed, w.err = r.cast[i](s)
			w.arrived <- false
		}()
		w.waits = <-w.arrived
		writers[i] = w
	}
	used := [3]int{}
	for _, i := range order {
		writers[i].step()
		if used[i]++; used[i] == slots() {
			for writers[i].waits {
				writers[i].step()
			}
		}
	}
	var acknowledged []string
	for i, w := range writers {
		conflicts += w.conflicts
		var refusal *engine.Refusal
		switch {
		case w.err == nil && w.deed != "":
			acknowledged = append(acknowledged, w.deed)
		case w.err != nil && !errors.As(w.err, &refusal):
			require.NoError(t, w.err, "writer %d in %v", i, order)
		}
	}
	slices.Sort(acknowledged)
	end := r.end(t, on)
	require.Equal(t, slices.Compact(acknowledged), end.deeds, "acknowledged, and told by the records, in %v", order)
	require.Equal(t, r.due, end.due, "acts that were due, in %v", order)
	return conflicts
}

// end reads back what has been done. Many orders leave the same records behind.
func (r *rehearsed) end(t *testing.T, on *memory) ending {
	s := newStage(t, on, 9)
	hash := sha256.New()
	for _, item := range s.all(store.GamePK(r.id)) {
		fmt.Fprintf(hash, "%s %d %d\n%s\n", item.SK, item.Version, len(item.Body), item.Body)
	}
	sum := string(hash.Sum(nil))
	if known, ok := r.ends[sum]; ok {
		return known
	}
	var end ending
	for _, a := range s.readBack(r.id).acts[r.acts:] {
		if a.TimedOut {
			end.due++
			continue
		}
		end.deeds = append(end.deeds, deed(a.Seat, a.Kind))
	}
	if s.game(r.id).Round() == 2 {
		end.deeds = append(end.deeds, secondRound)
	}
	end.spilt = s.pieces(r.id) > newStage(t, r.base, 9).pieces(r.id)
	slices.Sort(end.deeds)
	r.ends[sum] = end
	return end
}

func deed(seat int, kind engine.ActionKind) string { return fmt.Sprint(seat, " ", kind) }

// writer is a store that lets one call through at a time.
type writer struct {
	store.Store
	arrived chan bool // in front of a call; false: there are no more
	pass    chan struct{}
	waits   bool

	conflicts int // of its puts
	deed      string
	err       error
}

// step lets the next call through and waits for the one after it.
func (w *writer) step() {
	if w.waits {
		w.pass <- struct{}{}
		w.waits = <-w.arrived
	}
}

func (w *writer) call() {
	w.arrived <- true
	<-w.pass
}

func (w *writer) count(err error) error {
	if err != nil {
		w.conflicts++
	}
	return err
}

func (w *writer) Get(ctx context.Context, pk, sk string, strong bool) (store.Item, bool, error) {
	w.call()
	return w.Store.Get(ctx, pk, sk, strong)
}

func (w *writer) Query(ctx context.Context, r store.Range) ([]store.Item, string, error) {
	w.call()
	return w.Store.Query(ctx, r)
}

func (w *writer) PutNew(ctx context.Context, item store.Item) error {
	w.call()
	return w.count(w.Store.PutNew(ctx, item))
}

func (w *writer) PutIf(ctx context.Context, item store.Item, version int64) error {
	w.call()
	return w.count(w.Store.PutIf(ctx, item, version))
}

func (w *writer) Put(ctx context.Context, item store.Item) error {
	w.call()
	return w.Store.Put(ctx, item)
}

func (w *writer) Delete(ctx context.Context, pk, sk string) error {
	w.call()
	return w.Store.Delete(ctx, pk, sk)
}
