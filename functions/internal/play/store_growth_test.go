package play_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/apitest"
	"cheat/functions/internal/play"
	"cheat/infra/store"
)

// TestGrowth plays one match of more than 5,000 acts, through fifty rounds and many
// pieces of history. Its records stay small; what everybody is told, at once or later,
// from the beginning or from any version on, is what a game without any storage
// tells; and it costs no more to be told it at the end than at the beginning.
func TestGrowth(t *testing.T) {
	t.Parallel()
	const seats = 4
	largest := map[string]int{}
	reads := &readCounter{Store: apitest.Bolt(t)}
	s := newStage(t, &scales{Store: reads, largest: largest}, 4)
	c := company{seats: seats, sensible: true, rules: "chroniclers=true callSeconds=null rounds=50 turnSeconds=0", keys: 0.5}
	id := s.table(seats, c.rules)
	chance := rand.New(rand.NewPCG(4, 4))

	g := s.game(id) // played alongside, without a store
	all := append(g.Table.Events(), g.DealEvent())
	live := make([][]engine.EventView, seats+1) // what viewers have polled so far; the last is a spectator
	edges := map[int]bool{0: true}              // versions around which records begin and end
	for g.Status != engine.Finished {
		s.now += engine.Time(1 + chance.ExpFloat64()*60_000)
		seat, a := 0, engine.Action{Kind: engine.ToDeal}
		if g.Status != engine.RoundOver {
			var idle bool
			seat, a, idle = c.decide(g, s.now, chance)
			require.False(t, idle)
		}
		who := s.as(somebody(seat))
		who.IfMatch = g.Version
		if chance.IntN(2) == 0 {
			who.Key = g.Updated.String()
		}
		a.Seat = seat
		next, events, err := g.Apply(a, s.now)
		require.NoError(t, err)
		answer, err := s.doing(id, seat, a, who)
		require.NoError(t, err)
		require.Equal(t, next.Version, answer.View.Version)
		all = append(all, events...)
		if next.Round() != g.Round() || next.Status == engine.RoundOver {
			edges[next.Version] = true
		}
		g = next
		if viewer := chance.IntN(4 * (seats + 1)); viewer <= seats {
			live[viewer] = append(live[viewer], s.told(id, viewerAt(viewer, seats), lastOf(live[viewer]), 50)...)
		}
	}
	require.Greater(t, g.Version, 5000)
	h := s.readBack(id)
	require.Equal(t, 49, h.rounds)
	require.Greater(t, h.pieces, 15)
	t.Logf("%d versions, %d pieces, largest records %v", g.Version, h.pieces, largest)
	for _, kind := range []string{"b", "h", "r"} {
		assert.LessOrEqual(t, largest[kind], 1024, "bytes of the largest %q", kind)
	}
	for _, item := range s.all(store.GamePK(id)) {
		if item.SK[0] == 'h' {
			p, err := store.ParsePiece(item)
			require.NoError(t, err)
			edges[p.From], edges[p.To] = true, true
		}
	}

	known := make([][]engine.EventView, seats+1)
	for viewer := range live {
		who := viewerAt(viewer, seats)
		want := viewsOf(all, viewer, seats)
		known[viewer] = want
		live[viewer] = append(live[viewer], s.told(id, who, lastOf(live[viewer]), 50)...)
		require.Empty(t, difference(asJSON(want), asJSON(live[viewer])), "polled")
		require.Empty(t, difference(asJSON(want), asJSON(s.told(id, who, 0, 500))), "told at the end")
	}
	for after := range g.Version + 1 {
		near := edges[after] || edges[after-1] || edges[after+1]
		if !near && after%16 != 0 && !long() {
			continue
		}
		viewer := after % (seats + 1)
		reads.n.Store(0)
		s.pageAfter(id, viewerAt(viewer, seats), known[viewer], after, 20)
		require.LessOrEqual(t, reads.n.Load(), int64(18), "reads for a page behind version %d", after)
	}
}

// viewerAt is who sits on a seat; nobody on the one behind the last.
func viewerAt(seat, seats int) *person {
	if seat == seats {
		return nil
	}
	p := somebody(seat)
	return &p
}

func viewsOf(events []engine.Event, seat, seats int) []engine.EventView {
	if seat == seats {
		seat = engine.NoSeat
	}
	views := make([]engine.EventView, len(events))
	for i, e := range events {
		views[i] = e.For(seat)
	}
	return views
}

func lastOf(views []engine.EventView) int {
	if len(views) == 0 {
		return 0
	}
	return views[len(views)-1].EventHead().Version
}

// pageAfter checks one page of events: what follows a version, to the end of the act
// in which the limit is reached.
func (s *stage) pageAfter(id string, viewer *person, all []engine.EventView, after, limit int) {
	s.t.Helper()
	first := slices.IndexFunc(all, func(e engine.EventView) bool { return e.EventHead().Version > after })
	if first < 0 {
		first = len(all)
	}
	last := min(first+limit, len(all))
	for last < len(all) && all[last].EventHead().Version == all[last-1].EventHead().Version {
		last++
	}
	who := play.Caller{Now: s.now}
	if viewer != nil {
		who.Owner = &viewer.owner
	}
	page, err := s.Events(context.Background(), id, who, after, limit)
	require.NoError(s.t, err)
	require.Empty(s.t, difference(asJSON(all[first:last]), asJSON(page.Events)), "after %d", after)
	require.Equal(s.t, lastOf(all), page.Version)
	if last == len(all) {
		require.Nil(s.t, page.Next)
		return
	}
	require.NotNil(s.t, page.Next)
	require.Equal(s.t, lastOf(all[:last]), *page.Next)
}

// readCounter counts reads.
type readCounter struct {
	store.Store
	n atomic.Int64
}

func (c *readCounter) Get(ctx context.Context, pk, sk string, strong bool) (store.Item, bool, error) {
	c.n.Add(1)
	return c.Store.Get(ctx, pk, sk, strong)
}

func (c *readCounter) Query(ctx context.Context, r store.Range) ([]store.Item, string, error) {
	c.n.Add(1)
	return c.Store.Query(ctx, r)
}
