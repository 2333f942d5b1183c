package bot

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
)

// lie of the cards, read from the notation of a game: seats, pile, aside.
func lieOf(t *testing.T, g engine.Game, seats int) map[int]engine.Cards {
	t.Helper()
	for _, field := range strings.Split(string(g.AppendState(nil)), " ") {
		parts := strings.Split(field, "/")
		if len(parts) != seats+2 {
			continue
		}
		at := map[int]engine.Cards{}
		for i, part := range parts {
			cards, err := engine.ParseCards(part)
			require.NoError(t, err)
			place := i
			if i >= seats {
				place = pile + i - seats
			}
			at[place] = cards
		}
		return at
	}
	require.FailNow(t, "no cards in the state")
	return nil
}

// At every moment a seat believes possible what is so, and knows nothing that is
// not so; its shares agree with the numbers of cards.
func TestBelief_is_never_wrong_about_what_it_knows(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(6, 6))
	known := 0
	for round := range 24 {
		seats := 2 + round%4
		decks := 1 + round/4%2
		if seats > 4 {
			decks = 2
		}
		g, seen := deal(t, rnd, seats, decks, round%3 > 0)
		for g.Status == engine.Playing || g.Status == engine.LastCall {
			seat := asked(t, g, seats)
			v := g.View(seat)
			s, err := lookAround(v, seen[seat])
			require.NoError(t, err)
			h := newHard(s, seen[seat], g.Chance(seat))
			known += check(t, h.belief, lieOf(t, g, seats), decks)

			level := []string{easyNow, normalNow, hardNow}[rnd.IntN(3)]
			a, err := Decide(level, v, seen[seat], g.Chance(seat))
			require.NoError(t, err)
			next, events, err := g.Apply(a, 0)
			require.NoError(t, err)
			g = next
			show(seen, events)
		}
	}
	assert.Greater(t, known, 3_000, "cards of others whose place was known for certain")
}

func check(t *testing.T, b *belief, at map[int]engine.Cards, decks int) int {
	t.Helper()
	certain := 0
	for kind := range kinds {
		for _, p := range b.place {
			there, possible, sure := at[p].Count(engine.Card(kind)), 0, 0
			for _, slot := range []int{kind, kind + kinds} {
				if b.share[p][slot] > 0 {
					possible++
				}
				if b.share[p][slot] == whole {
					sure++
				}
			}
			if there > possible {
				// With two copies in doubt either may stand for both.
				require.True(t, decks == 2 && possible > 0, "%s in place %d", engine.Card(kind), p)
			}
			require.LessOrEqual(t, sure, there, "%s in place %d", engine.Card(kind), p)
			if p != b.owner {
				certain += sure
			}
		}
	}
	for _, p := range b.place {
		require.Equal(t, at[p].Len(), b.lying[p])
	}
	for _, slot := range b.slot {
		sum := 0
		for _, p := range b.place {
			require.GreaterOrEqual(t, b.share[p][slot], 0)
			sum += b.share[p][slot]
		}
		require.InDelta(t, whole, sum, 100)
	}
	return certain
}

func deal(t *testing.T, rnd *rand.Rand, seats, decks int, chroniclers bool) (engine.Game, [][]engine.EventView) {
	t.Helper()
	var seed engine.Seed
	for i := range seed {
		seed[i] = byte(rnd.Uint32())
	}
	seen := make([][]engine.EventView, seats)
	g, _, err := engine.New(engine.Setup{
		ID: "g", Seats: seats, Seed: seed, Host: engine.Player{Name: "A", Kind: engine.Human},
		Options: engine.Options{
			Given: engine.OptDecks | engine.OptChroniclers | engine.OptCallSeconds | engine.OptTurnSeconds,
			Rules: engine.Rules{Decks: decks, Chroniclers: chroniclers},
		},
	}, 0)
	require.NoError(t, err)
	for i := 1; i < seats; i++ {
		p := engine.Player{Name: string(rune('A' + i)), Kind: engine.Human, Owner: engine.Owner{byte(i)}}
		next, events, err := g.Apply(engine.Action{Kind: engine.ToJoin, Seat: engine.NoSeat, Player: p}, 0)
		require.NoError(t, err)
		g = next
		if i == seats-1 {
			show(seen, events[1:]) // from the deal on
		}
	}
	return g, seen
}

func show(seen [][]engine.EventView, events []engine.Event) {
	for _, e := range events {
		for i := range seen {
			seen[i] = append(seen[i], e.For(i))
		}
	}
}

func asked(t *testing.T, g engine.Game, seats int) int {
	t.Helper()
	for _, kind := range []engine.ActionKind{engine.ToAccept, engine.ToPlay} {
		for seat := range seats {
			if g.May(seat, kind, 0) == nil {
				return seat
			}
		}
	}
	require.FailNow(t, "nobody can go on")
	return 0
}

// three returns what seat 0 of three believes who was dealt these cards of two decks.
func three(hand ...engine.Card) *belief {
	s := &situation{rules: engine.Rules{Decks: 2}, seats: 3, dealt: [engine.MaxSeats]bool{true, true, true}}
	return newBelief(s, engine.Dealt{Cards: len(hand), Aside: 64 - 3*len(hand), Hand: hand})
}

func TestBelief_tells_my_copy_on_the_pile_from_another(t *testing.T) {
	t.Parallel()
	const card = engine.Card(engine.Under) * 4
	b := three(card, 0, 1)
	b.put([]engine.Card{card})
	b.slip(1, 1, whole, engine.Under)
	b.show(card)
	assert.Equal(t, whole, b.share[pile][card])
	assert.Equal(t, whole, b.share[pile][int(card)+kinds])
}

func TestBelief_leaves_the_other_copy_where_either_may_have_been(t *testing.T) {
	t.Parallel()
	const card = engine.Card(engine.Under) * 4
	b := three(0, 1, 2)
	b.slip(1, 1, whole, engine.Under)
	b.show(card)
	one, two := int(card), int(card)+kinds
	if b.share[pile][one] != whole {
		one, two = two, one
	}
	require.Equal(t, whole, b.share[pile][one])
	assert.NotEqual(t, whole, b.share[pile][two])
	for _, p := range []int{1, 2, aside} {
		assert.Positive(t, b.share[p][two], "place %d", p)
	}
}

func TestBelief_is_not_made_certain_by_a_sum(t *testing.T) {
	t.Parallel()
	b := three(0, 1, 2)
	const slot = 20
	for _, p := range b.place {
		b.share[p][slot] = 0
	}
	b.share[pile][slot], b.share[1][slot], b.share[2][slot] = whole/2, whole/2, grain
	b.pour(pile, 1)
	assert.Less(t, b.share[1][slot], whole)
	assert.Positive(t, b.share[2][slot])
}
