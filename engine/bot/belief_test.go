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
