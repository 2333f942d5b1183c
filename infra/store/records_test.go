package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/infra/store"
)

// records are all kinds of records of one game, taken at each version.
type records struct {
	heads  []store.Head
	plays  []store.Play
	ended  []store.Ended
	pieces []store.Piece
}

// written plays a match of several rounds at random and notes the records that it
// would leave behind. Every twentieth act of a round begins a new piece.
func written(t testing.TB, seed uint64, seats int, rules string) records {
	t.Helper()
	chance := rand.New(rand.NewPCG(seed, 0))
	options, err := engine.ParseOptions(rules)
	require.NoError(t, err)
	setup := engine.Setup{ID: "0123456789abcdefghjkmnpqrs", Seats: seats, Options: options, Host: human(0)}
	for i := range setup.Seed {
		setup.Seed[i] = byte(chance.Uint32())
	}
	now := engine.Time(1_900_000_000_000)
	g, _, err := engine.New(setup, now)
	require.NoError(t, err)
	var all records
	memory := store.Memory{}
	note := func() {
		memory = memory.With(store.Remembered{
			Seat: chance.IntN(seats), Key: store.KeyOf(fmt.Sprint(g.Version)), Print: store.PrintOf("a"),
		}).With(store.Remembered{Seat: chance.IntN(seats), Key: store.KeyOf(fmt.Sprint(-g.Version)), Random: true})
	}
	act := func(a engine.Action) {
		now += engine.Time(chance.IntN(1 << chance.IntN(24)))
		next, _, err := g.Apply(a, now)
		require.NoError(t, err)
		g = next
	}
	for i := range seats - 1 {
		note()
		all.heads = append(all.heads, store.Head{Table: g.Table, Listed: i%2 == 0, Made: store.PrintOf("made"), Memory: memory})
		act(engine.Action{Kind: engine.ToJoin, Seat: engine.NoSeat, Player: human(i + 1)})
	}
	all.heads = append(all.heads, store.Head{Table: g.Table, Made: store.PrintOf("made")})

	round := store.Round{Deal: g.LastDeal()}
	for g.Status != engine.Finished {
		before := g
		a := anything(g, now, chance)
		act(a)
		if g.Round() != before.Round() {
			last, at := before.Ended()
			ended, after := engine.SplitActs(round.Acts, last-round.ActsFrom()+1)
			done := round
			done.Acts = ended
			all.ended = append(all.ended, store.Ended{Round: done, Last: last})
			round = store.Round{Deal: g.LastDeal(), Before: store.Interval{Version: last, At: at, Acts: after}}
		} else {
			round.Acts = string(engine.AppendAct([]byte(round.Acts), engine.Act{Version: g.Version, At: now, Action: a}, before.Updated))
		}
		note()
		all.plays = append(all.plays, store.Play{Game: g, Round: round, Memory: memory})
		if from := round.ActsFrom(); g.Version-from == 20 && g.Status == engine.Playing {
			piece := store.Piece{From: from, To: g.Version, Before: round.Piece, Acts: round.Acts}
			all.pieces = append(all.pieces, piece)
			round.Piece, round.Acts = store.PieceSK(piece.From, piece.To), ""
		}
	}
	return all
}

func human(i int) engine.Player {
	return engine.Player{
		Name: strings.Repeat("\U0001f0a1", i+1), Kind: engine.Human, Owner: engine.Owner{byte(i + 1), 0xff},
		Entropy: "\u2028 \"quoted\\\" \x00 " + fmt.Sprint(i),
	}
}

// anything is something that the rules allow now.
func anything(g engine.Game, now engine.Time, chance *rand.Rand) engine.Action {
	for {
		seat := chance.IntN(g.Seats())
		kind := []engine.ActionKind{engine.ToPlay, engine.ToCall, engine.ToAccept, engine.ToDeal, engine.ToLeave}[chance.IntN(5)]
		if g.Away(seat) || g.May(seat, kind, now) != nil || kind == engine.ToLeave && (g.Status != engine.RoundOver || present(g) == 2) {
			continue
		}
		a := engine.Action{Kind: kind, Seat: seat}
		if kind == engine.ToPlay {
			hand := g.View(seat).You.Hand
			a.Cards = hand[:1+chance.IntN(min(len(hand), 2))]
		}
		return a
	}
}

// present is how many have not left.
func present(g engine.Game) int {
	n := 0
	for seat := range g.Seats() {
		if !g.Away(seat) {
			n++
		}
	}
	return n
}

func several(t testing.TB) []records {
	return []records{
		written(t, 1, 2, "handSize=5 callSeconds=0 rounds=5"),
		written(t, 2, 3, "chroniclers=true callSeconds=null rounds=6"),
		written(t, 3, 4, "callSeconds=0 finish=playOn points=9,5,1,0 rounds=6"),
		written(t, 4, 8, "decks=2 chroniclers=true callSeconds=0 lastPlay=final target=6"),
	}
}

func (r records) items() []store.Item {
	var list []store.Item
	for _, h := range r.heads {
		list = append(list, h.Item())
	}
	for _, p := range r.plays {
		list = append(list, p.Item())
	}
	for _, e := range r.ended {
		list = append(list, e.Item(r.id()))
	}
	for _, p := range r.pieces {
		list = append(list, p.Item(r.id()))
	}
	return list
}

func (r records) id() string           { return r.heads[0].Table.ID }
func (r records) table() *engine.Table { return r.heads[len(r.heads)-1].Table }

// parse reads an item of any kind and writes it again.
func (r records) parse(item store.Item) (again store.Item, err error) {
	switch item.SK[0] {
	case 'a':
		h, err := store.ParseHead(item)
		if err != nil {
			return store.Item{}, err
		}
		return h.Item(), nil
	case 'b':
		p, err := store.ParsePlay(r.table(), item)
		if err != nil {
			return store.Item{}, err
		}
		return p.Item(), nil
	case 'r':
		e, err := store.ParseEnded(r.table(), item)
		if err != nil {
			return store.Item{}, err
		}
		return e.Item(r.id()), nil
	}
	p, err := store.ParsePiece(item)
	if err != nil {
		return store.Item{}, err
	}
	return p.Item(r.id()), nil
}

func TestRecords(t *testing.T) {
	t.Parallel()
	ended, pieces, between := 0, 0, 0
	for _, r := range several(t) {
		for _, item := range r.items() {
			again, err := r.parse(item)
			require.NoError(t, err, "%s", item.Body)
			require.Equal(t, item, again)
			require.NoError(t, item.Check())
		}
		for _, h := range r.heads {
			got, err := store.ParseHead(h.Item())
			require.NoError(t, err)
			require.Equal(t, h, got)
		}
		for _, p := range r.plays {
			got, err := store.ParsePlay(r.table(), p.Item())
			require.NoError(t, err)
			require.Equal(t, p.Round, got.Round)
			require.Equal(t, p.Memory, got.Memory)
			require.Equal(t, string(p.Game.AppendState(nil)), string(got.Game.AppendState(nil)))
		}
		for _, e := range r.ended {
			got, err := store.ParseEnded(r.table(), e.Item(r.id()))
			require.NoError(t, err)
			require.Equal(t, e, got)
			if e.Before.Acts != "" {
				between++
			}
		}
		for _, p := range r.pieces {
			got, err := store.ParsePiece(p.Item(r.id()))
			require.NoError(t, err)
			require.Equal(t, p, got)
		}
		ended, pieces = ended+len(r.ended), pieces+len(r.pieces)
	}
	assert.Greater(t, ended, 5)
	assert.Greater(t, pieces, 5)
	assert.Greater(t, between, 0, "nobody left between two rounds")
}

// TestDamage spoils every byte of some records, cuts them off everywhere, and
// gives them other keys and versions. What is still accepted is read as it stands:
// nothing is guessed. No error repeats what stands in the record.
func TestDamage(t *testing.T) {
	t.Parallel()
	for _, r := range several(t)[:3] {
		for _, item := range []store.Item{
			r.heads[0].Item(), r.heads[len(r.heads)-1].Item(), r.plays[len(r.plays)/2].Item(), r.plays[len(r.plays)-1].Item(),
			slices.MaxFunc(r.ended, func(a, b store.Ended) int { return len(a.Before.Acts) - len(b.Before.Acts) }).Item(r.id()),
		} {
			r.refuses(t, item)
		}
		for _, p := range r.pieces {
			r.refuses(t, p.Item(r.id()))
		}
	}
}

func (r records) refuses(t *testing.T, item store.Item) {
	t.Helper()
	body := string(item.Body)
	r.bears(t, item, body+"\n")
	for i := range len(body) {
		r.bears(t, item, body[:i]+body[i+1:])
		for _, other := range []byte{'\n', '~', '0' + byte(i%10), body[i] ^ 1} {
			r.bears(t, item, body[:i]+string([]byte{other})+body[i+1:])
		}
		r.bears(t, item, body[:i])
		if item.SK == store.HeadSK || item.SK == store.PlaySK { // whose last line tells where it ends
			cut := item
			cut.Body = []byte(body[:i])
			_, err := r.parse(cut)
			require.ErrorIs(t, err, store.ErrDamaged, "cut off behind %q", cut.Body)
		}
	}
	for _, spoil := range []func(*store.Item){
		func(it *store.Item) { it.Version++ },
		func(it *store.Item) { it.Version-- },
		func(it *store.Item) { it.Version += 1 << 32 },
		func(it *store.Item) { it.SK += "0" },
		func(it *store.Item) { it.Body = nil },
	} {
		spoilt := item
		spoil(&spoilt)
		_, err := r.parse(spoilt)
		require.ErrorIs(t, err, store.ErrDamaged)
	}
}

// bears insists that a body is refused, or else means what it says.
func (r records) bears(t *testing.T, item store.Item, body string) {
	t.Helper()
	item.Body = []byte(body)
	again, err := r.parse(item)
	switch {
	case err == nil:
		require.Equal(t, body, string(again.Body))
	case len(err.Error()) > 80:
		t.Fatalf("it repeats what was read: %v", err)
	case strings.HasPrefix(body, "cheat1 "):
		require.ErrorIs(t, err, store.ErrDamaged)
	}
}

// TestNewer: a form of a later program is not damage, and is never written over.
func TestNewer(t *testing.T) {
	t.Parallel()
	r := written(t, 2, 3, "chroniclers=true callSeconds=null rounds=2")
	for _, item := range []store.Item{r.heads[0].Item(), r.plays[9].Item(), r.ended[0].Item(r.id()), r.pieces[0].Item(r.id())} {
		rest, _ := strings.CutPrefix(string(item.Body), "cheat1 ")
		for form, want := range map[string]error{
			"cheat2 " + rest:                    store.ErrNewer,
			"cheat2 other\nform":                store.ErrNewer,
			"cheat10":                           store.ErrNewer,
			"cheat1 other\n" + rest:             store.ErrDamaged,
			"cheat0 " + rest:                    store.ErrDamaged,
			"cheat01 " + rest:                   store.ErrDamaged,
			"cheat+2 " + rest:                   store.ErrDamaged,
			"cheat " + rest:                     store.ErrDamaged,
			"2 " + rest:                         store.ErrDamaged,
			"chess2 " + rest:                    store.ErrDamaged,
			"\ncheat2 " + rest:                  store.ErrDamaged,
			"cheat99999999999999999999999999 h": store.ErrDamaged,
		} {
			item.Body = []byte(form)
			_, err := r.parse(item)
			require.ErrorIs(t, err, want, form)
		}
	}
	assert.ErrorIs(t, store.ErrNewer, store.ErrUnavailable, "an older program asks to try again")
}

// TestMissingActs: a history that has lost an act, or has one twice, is damaged
// although each of its acts can be read.
func TestMissingActs(t *testing.T) {
	t.Parallel()
	r := written(t, 1, 2, "handSize=5 callSeconds=0 rounds=5")
	for i, p := range r.plays {
		if p.Round.Acts == "" {
			continue
		}
		first, rest := engine.SplitActs(p.Round.Acts, 1)
		for what, acts := range map[string]string{"lost": rest, "twice": first + p.Round.Acts} {
			p.Round.Acts = acts
			_, err := store.ParsePlay(r.table(), p.Item())
			require.ErrorIs(t, err, store.ErrDamaged, "play %d, the first act %s", i, what)
		}
	}
	for _, e := range r.ended {
		_, e.Acts = engine.SplitActs(e.Acts, 1)
		_, err := store.ParseEnded(r.table(), e.Item(r.id()))
		require.ErrorIs(t, err, store.ErrDamaged)
	}
	for _, p := range r.pieces {
		_, p.Acts = engine.SplitActs(p.Acts, 1)
		_, err := store.ParsePiece(p.Item(r.id()))
		require.ErrorIs(t, err, store.ErrDamaged)
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	keyed := store.Remembered{Seat: 1, Key: store.KeyOf("a"), Print: store.PrintOf("x")}
	other := store.Remembered{Seat: 2, Key: store.KeyOf("a"), Print: store.PrintOf("y")}
	random := store.Remembered{Seat: 1, Key: store.KeyOf("r"), Random: true}
	m := store.Memory(nil).With(keyed).With(other).With(random)
	for _, r := range []store.Remembered{keyed, other, random} {
		got, ok := m.Find(r.Seat, r.Key)
		assert.True(t, ok)
		assert.Equal(t, r, got, "a command without a key pushes out none with one")
	}
	_, ok := m.Find(3, keyed.Key)
	assert.False(t, ok, "a key counts for one seat")
	_, ok = m.Find(2, random.Key)
	assert.False(t, ok)

	newer := store.Remembered{Seat: 1, Key: store.KeyOf("b"), Print: store.PrintOf("x")}
	next := m.With(newer)
	_, ok = next.Find(1, keyed.Key)
	assert.False(t, ok, "the newest of each seat")
	_, ok = m.Find(1, keyed.Key)
	assert.True(t, ok, "the older memory is as it was")

	moved := m.Moved(func(seat int) (int, bool) { return seat - 1, seat == 2 })
	require.Len(t, moved, 1, "it ends with the seat")
	assert.Equal(t, 1, moved[0].Seat, "and moves with it")
	assert.Equal(t, other.Key, moved[0].Key)
	assert.Equal(t, 2, m[1].Seat)
}
