package play_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/infra/store"
)

// company is who plays, and how.
type company struct {
	seats    int
	sensible bool    // or at random
	rules    string  // as the notation writes them
	keys     float64 // share of commands that come with a key
	moves    int     // at least so many, of whole games
}

func (c company) String() string {
	mind := "random"
	if c.sensible {
		mind = "sensible"
	}
	return fmt.Sprintf("%d %s, keys on %.0f %%, %s", c.seats, mind, 100*c.keys, c.rules)
}

const hardRules = "chroniclers=true callSeconds=null"

// TestWriteUnits plays games and counts what a move (a play, a call or an
// acceptance, that ends no match) costs to write. At the most one in a hundred needs
// more than one write unit, whoever plays, and also under the rules under which most
// is answered; none needs more than two. Names and entropies are not in what a move
// writes.
func TestWriteUnits(t *testing.T) {
	t.Parallel()
	for seats, moves := range map[int]int{2: 1500, 3: 1500, 4: 3000, 8: 5000} {
		if long() {
			moves *= 10
		}
		for _, c := range []company{
			{seats, true, "-", 1, moves},
			{seats, true, hardRules, 0.5, moves},
			{seats, false, "-", 1, moves / 4},
			{seats, false, hardRules, 0.5, moves / 4},
		} {
			t.Run(c.String(), func(t *testing.T) {
				t.Parallel()
				w := c.weigh(t)
				t.Log(w)
				assert.Less(t, w.share(), 0.01, "moves of more than one write unit")
				assert.LessOrEqual(t, slices.Max(slices.Collect(maps.Keys(w.units))), 2)
				assert.LessOrEqual(t, w.largest["b"], 1024, "bytes of the largest play")
				assert.LessOrEqual(t, w.largest["h"], 1024, "bytes of the largest piece")
			})
		}
	}
}

// BenchmarkWriteUnits prints the share of moves that need more than one write unit,
// and what a move costs on average, of sensible players.
func BenchmarkWriteUnits(b *testing.B) {
	for _, seats := range []int{2, 3, 4, 8} {
		for _, rules := range []string{"-", hardRules} {
			c := company{seats, true, rules, 1, 10_000}
			b.Run(fmt.Sprintf("seats=%d/%s", seats, rules), func(b *testing.B) {
				for b.Loop() {
					w := c.weigh(b)
					b.ReportMetric(100*w.share(), "%above1")
					b.ReportMetric(w.mean(), "units/move")
				}
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// TestSizes makes the longest records that players can bring about: longest names
// and entropies, written in escapes, in a lobby that everybody joins and leaves as
// often as it lets them.
func TestSizes(t *testing.T) {
	t.Parallel()
	largest := map[string]int{}
	s := newStage(t, &scales{Store: newMemory(), largest: largest}, 1)
	crowd := people(8)
	for i := range crowd {
		crowd[i].name = string(rune('a'+i)) + strings.Repeat("\u2003", 22) + "." // 6 bytes each, quoted
	}
	entropy := strings.Repeat("\U000e0001", 64) // 10 bytes each, quoted
	who := s.as(crowd[0])
	answer, err := s.Create(t.Context(), who, play.NewGame{
		Name: crowd[0].name, Seats: 8, Options: s.options("chroniclers=true handSize=1 callSeconds=0"), Listed: true, Entropy: entropy,
	})
	require.NoError(t, err)
	id := answer.View.ID
	join := func(p person) error {
		who := s.as(p)
		who.Key, who.Request = fmt.Sprint(s.now), "join"
		s.now += second
		_, err := s.Join(t.Context(), id, who, p.name, entropy)
		return err
	}
	for i := range engine.MaxJoins - 8 {
		p := crowd[1+i%7]
		require.NoError(t, join(p))
		_, err := s.Leave(t.Context(), id, s.as(p))
		require.NoError(t, err)
	}
	for _, p := range crowd[1:] {
		require.NoError(t, join(p))
	}
	require.Equal(t, engine.Playing, s.game(id).Status)
	for s.game(id).Status != engine.Finished {
		g := s.game(id)
		seat, a := g.View(engine.NoSeat).WaitingFor[0], engine.Action{Kind: engine.ToAccept}
		if g.Status == engine.Playing {
			a = engine.Action{Kind: engine.ToPlay, Cards: g.View(seat).You.Hand[:1]}
		}
		who := s.as(crowd[seat])
		who.IfMatch, who.Key = g.Version, fmt.Sprint(g.Version)
		_, err := s.doing(id, seat, a, who)
		require.NoError(t, err)
	}
	t.Log("largest records, by the first letter of the sort key:", largest)
	for kind, most := range map[string]int{"a": 32 << 10, "b": 1024, "f": 2048, "g": 128, "0": 128} {
		assert.LessOrEqual(t, largest[kind], most, kind)
		assert.NotZero(t, largest[kind], kind)
	}
}

// weight is what games cost.
type weight struct {
	games   int
	units   map[int]int    // moves, by write units
	largest map[string]int // bytes, by the first letter of the sort key
}

func (w weight) moves() (n int) {
	for _, k := range w.units {
		n += k
	}
	return n
}

func (w weight) share() float64 { return 1 - float64(w.units[1])/float64(w.moves()) }

func (w weight) mean() float64 {
	sum := 0
	for units, n := range w.units {
		sum += units * n
	}
	return float64(sum) / float64(w.moves())
}

func (w weight) String() string {
	return fmt.Sprintf("%d games of %d moves, by write units: %v, %.2f %% above one; largest records: %v",
		w.games, w.moves()/w.games, w.units, 100*w.share(), w.largest)
}

// weigh plays games until there were moves enough.
func (c company) weigh(t testing.TB) weight {
	w := weight{units: map[int]int{}, largest: map[string]int{}}
	chance := rand.New(rand.NewPCG(uint64(c.seats), 1))
	for ; w.moves() < c.moves; w.games++ {
		s := newStage(t, &scales{Store: newMemory(), largest: w.largest}, uint64(w.games))
		c.play(s, chance, func(units int) { w.units[units]++ })
	}
	return w
}

// play plays one game to its end, and says of each move what it cost.
func (c company) play(s *stage, chance *rand.Rand, cost func(units int)) {
	id := s.table(c.seats, c.rules)
	table := s.game(id).Table
	for g := s.game(id); g.Status != engine.Finished; g = s.newest(id, table) {
		s.now += engine.Time(1 + chance.ExpFloat64()*8000) // some seconds, seldom a minute
		seat, a, idle := c.decide(g, s.now, chance)
		if idle {
			continue
		}
		who := s.as(somebody(seat))
		who.IfMatch = g.Version
		if chance.Float64() < c.keys {
			who.Key = fmt.Sprint(g.Version)
		}
		scales := s.Store.(*scales)
		scales.units = 0
		answer, err := s.doing(id, seat, a, who)
		require.NoError(s.t, err)
		if answer.View.Status != engine.Finished {
			cost(scales.units)
		}
	}
}

// newest reads a game whose table is known.
func (s *stage) newest(id string, table *engine.Table) engine.Game {
	item, found, err := s.Store.Get(context.Background(), store.GamePK(id), store.PlaySK, true)
	require.NoError(s.t, err)
	if !found {
		return table.FirstDeal()
	}
	p, err := store.ParsePlay(table, item)
	require.NoError(s.t, err)
	return p.Game
}

// decide is what somebody does now; idle when nobody does anything yet.
func (c company) decide(g engine.Game, now engine.Time, chance *rand.Rand) (seat int, a engine.Action, idle bool) {
	waiting := g.View(engine.NoSeat).WaitingFor
	if last := g.View(engine.NoSeat).Pile.LastPlay; last != nil && last.Callable {
		for i := 1; i < c.seats; i++ {
			seat := (last.Seat + i) % c.seats
			if g.May(seat, engine.ToCall, now) != nil || g.Table.Players()[seat].Kind != engine.Human {
				continue // a bot decides by itself
			}
			doubt := chance.IntN(8) == 0
			if c.sensible {
				doubt = disproved(g.View(seat)) || g.Status == engine.LastCall && chance.IntN(2) == 0
			}
			must := slices.Contains(waiting, seat) && g.May(seat, engine.ToPlay, now) != nil
			switch {
			case doubt:
				return seat, engine.Action{Kind: engine.ToCall}, false
			case g.Status == engine.LastCall, must && g.Table.Rules.CallSeconds == engine.WaitForAll, chance.IntN(8) == 0:
				return seat, engine.Action{Kind: engine.ToAccept}, false
			}
		}
	}
	seat = waiting[0]
	if g.May(seat, engine.ToPlay, now) != nil {
		return 0, engine.Action{}, true
	}
	return seat, engine.Action{Kind: engine.ToPlay, Cards: c.cards(g.View(seat), chance)}, false
}

// cards are what somebody puts down: with sense all that are true, and one at random
// where none is.
func (c company) cards(v engine.View, chance *rand.Rand) []engine.Card {
	hand := v.You.Hand
	chance.Shuffle(len(hand), func(i, j int) { hand[i], hand[j] = hand[j], hand[i] })
	if !c.sensible {
		return hand[:1+chance.IntN(min(len(hand), v.Rules.MaxCards))]
	}
	isTrue := func(card engine.Card) bool {
		rank, ok := card.Rank()
		return !ok || rank == v.Turn.Rank
	}
	var good []engine.Card
	for _, card := range hand {
		if isTrue(card) && len(good) < v.Rules.MaxCards {
			good = append(good, card)
		}
	}
	if good == nil {
		return hand[:1]
	}
	return good
}

// disproved reports whether a hand shows that the open play is a lie.
func disproved(v engine.View) bool {
	last, own := v.Pile.LastPlay, 0
	for _, card := range v.You.Hand {
		if rank, ok := card.Rank(); ok && rank == last.Rank {
			own++
		}
	}
	most := 4 * v.Rules.Decks
	if v.Rules.Chroniclers {
		most += 2 * v.Rules.Decks
	}
	return own+last.Count > most
}

// scales weigh what is written. DynamoDB takes a unit for each started KiB, and one
// for a deletion of what is smaller.
type scales struct {
	store.Store
	mu      sync.Mutex
	units   int
	largest map[string]int
}

func (s *scales) weigh(item store.Item) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.units += (item.Size() + 1023) / 1024
	kind := item.SK[:1]
	s.largest[kind] = max(s.largest[kind], item.Size())
}

func (s *scales) PutNew(ctx context.Context, item store.Item) error {
	s.weigh(item)
	return s.Store.PutNew(ctx, item)
}

func (s *scales) PutIf(ctx context.Context, item store.Item, version int64) error {
	s.weigh(item)
	return s.Store.PutIf(ctx, item, version)
}

func (s *scales) Put(ctx context.Context, item store.Item) error {
	s.weigh(item)
	return s.Store.Put(ctx, item)
}

func (s *scales) Delete(ctx context.Context, pk, sk string) error {
	s.weigh(store.Item{PK: pk, SK: sk})
	return s.Store.Delete(ctx, pk, sk)
}
