package reliability_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
)

// ranks in their order.
const ranks = "789XUOKA"

func TestLesson_leaving_and_coming_back_moves_nobodys_seat(t *testing.T) {
	t.Parallel()
	g := sit(t, 4, map[string]any{})
	first, _ := g.turn()
	g.ok(g.play(first))
	leaver := g.after(first, 1)
	g.ok(g.leave(leaver))
	answer, err := g.api.Join(t.Context(), g.seats[leaver].Caller, g.id, client.Joining{Name: "Again"})
	g.refused("already-seated", answer, err)
	for seat := range g.seats {
		if v := g.view(seat); seat == leaver {
			assert.Nil(t, v.You, "he looks on")
			assert.True(t, v.Seats[seat].Away)
		} else {
			assert.Equal(t, seat, v.You.Seat)
		}
	}
	for _, places := range []int{2, 3, 4, 6} { // nobody is skipped but the leaver
		turn, _ := g.turn()
		require.Equal(t, g.after(first, places), turn)
		g.ok(g.play(turn))
	}

	// In the lobby a seat is free again; the others keep theirs.
	var made client.Seated
	host, guest, third := g.seats[0].Caller, g.seats[1].Caller, g.seats[2].Caller
	g.ok(g.api.Create(t.Context(), host, client.Creation{Name: "Ada", Seats: 4})).into(&made)
	join := func(who client.Caller, name string, seat int) {
		var joined client.Seated
		g.ok(g.api.Join(t.Context(), who, made.Game.ID, client.Joining{Name: name})).into(&joined)
		assert.Equal(t, seat, *joined.Seat)
	}
	join(guest, "Ben", 1)
	join(third, "Cyd", 2)
	g.ok(g.api.Leave(t.Context(), guest, made.Game.ID))
	join(guest, "Ben", 1)
	var v client.View
	g.ok(g.api.View(t.Context(), third, made.Game.ID)).into(&v)
	assert.Equal(t, 2, v.You.Seat)
}

func TestLesson_after_a_call_exactly_one_seat_can_play(t *testing.T) {
	t.Parallel()
	for places := 1; places <= 3; places++ {
		for _, lie := range []bool{true, false} {
			t.Run(fmt.Sprintf("by the %d. after, of a lie: %t", places, lie), func(t *testing.T) {
				t.Parallel()
				g, player, card := dealtWith(t, lie)
				g.ok(g.play(player, card))
				caller := g.after(player, places)
				g.ok(g.call(caller))
				want := g.after(player, 1)
				if lie {
					want = caller
				}
				for seat := range g.seats {
					v := g.view(seat)
					assert.Equal(t, seat == want, slices.Contains(v.Actions, "play"), "seat %d", seat)
					if seat != want {
						answer, err := g.play(seat)
						g.refused("not-your-turn", answer, err)
					}
				}
				g.ok(g.play(want))
			})
		}
	}
}

// dealtWith is a game in which the first player has a card to lie or to tell the
// truth with.
func dealtWith(t *testing.T, lie bool) (g *table, player int, card string) {
	t.Helper()
	for range 50 {
		g = sit(t, 4, map[string]any{})
		seat, rank := g.turn()
		for _, c := range g.view(seat).You.Hand {
			if strings.HasPrefix(c, rank) != lie {
				return g, seat, c
			}
		}
	}
	require.Fail(t, "the cards that the test needs never came")
	return nil, 0, ""
}

func TestLesson_only_cards_in_hand_are_played(t *testing.T) {
	t.Parallel()
	g := sit(t, 2, map[string]any{})
	seat, _ := g.turn()
	other := g.after(seat, 1)
	mine, his := g.view(seat).You.Hand, g.view(other).You.Hand
	for _, cards := range [][]string{{his[0]}, {mine[0], his[0]}, {mine[0], mine[0]}} {
		answer, err := g.play(seat, cards...)
		g.refused("cards-not-in-hand", answer, err)
	}
	g.ok(g.play(seat, mine[0]))
	g.ok(g.play(other, his[0]))
	for _, card := range []string{mine[0], his[0]} { // on the pile
		answer, err := g.play(seat, card)
		g.refused("cards-not-in-hand", answer, err)
	}
	answer, err := g.play(seat, mine[1:6]...)
	g.refused("wrong-card-count", answer, err)
	answer, err = g.api.Play(t.Context(), g.by(seat), g.id, client.Cards{Cards: []string{}})
	g.refused("wrong-card-count", answer, err)
	assert.Equal(t, mine[1:], g.view(seat).You.Hand)
}

// Plays of one to four cards, calls between them: the due rank goes through its order
// one by one, and no card is lost however the pile is taken up.
func TestLesson_the_rank_moves_by_one_with_every_play(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 7))
	plays, calls := 0, 0
	for plays < 40 {
		g := sit(t, 4, map[string]any{"decks": 2, "afterCall": "continue"})
		for n := range 40 {
			seat, rank := g.turn()
			require.Equal(t, string(ranks[n%len(ranks)]), rank, "play %d", n)
			hand := g.view(seat).You.Hand
			if len(hand) == 1 {
				break // the round would end
			}
			rnd.Shuffle(len(hand), func(i, j int) { hand[i], hand[j] = hand[j], hand[i] })
			g.ok(g.play(seat, hand[:1+rnd.IntN(min(4, len(hand)-1))]...))
			plays++
			if rnd.IntN(3) == 0 {
				g.ok(g.call(g.after(seat, 1+rnd.IntN(3))))
				calls++
			}
			g.conserved(2)
		}
	}
	assert.Positive(t, calls)
}

// conserved states that all cards of so many decks are in the hands and on the pile,
// and none more often than there are decks.
func (g *table) conserved(decks int) {
	g.t.Helper()
	held := map[string]int{}
	total := g.view(0).Pile.Cards
	for seat := range g.seats {
		for _, c := range g.view(seat).You.Hand {
			held[c]++
			total++
		}
	}
	require.Equal(g.t, 32*decks, total)
	for card, n := range held {
		require.LessOrEqual(g.t, n, decks, card)
	}
}

func TestLesson_only_the_seat_whose_turn_it_is_plays(t *testing.T) {
	t.Parallel()
	for seats := 2; seats <= 8; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			g := sit(t, seats, map[string]any{})
			first, _ := g.turn()
			for places := range seats + 1 {
				turn, _ := g.turn()
				require.Equal(t, g.after(first, places), turn)
				for seat := range g.seats {
					if seat != turn {
						answer, err := g.play(seat)
						g.refused("not-your-turn", answer, err)
					}
				}
				g.ok(g.play(turn))
			}
		})
	}
}

func TestLesson_every_end_is_told_to_everybody(t *testing.T) {
	t.Parallel()
	rules := func(more map[string]any) map[string]any {
		all := map[string]any{"handSize": 1, "turnSeconds": 60}
		for k, v := range more {
			all[k] = v
		}
		return all
	}
	last := func(g *table) int {
		seat, _ := g.turn()
		g.ok(g.play(seat))
		return seat
	}
	for name, test := range map[string]struct {
		rules map[string]any
		end   func(g *table)
	}{
		"by a play": {rules(map[string]any{"lastPlay": "final"}), func(g *table) { last(g) }},
		"by acceptances": {rules(nil), func(g *table) {
			seat := last(g)
			g.ok(g.accept(g.after(seat, 1)))
			g.ok(g.accept(g.after(seat, 2)))
		}},
		"by the clock": {rules(nil), func(g *table) {
			last(g)
			g.clock.Advance(61 * time.Second)
		}},
		"by leaving": {rules(map[string]any{"handSize": 5}), func(g *table) {
			g.ok(g.leave(0))
			g.ok(g.leave(1))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := sit(t, 3, test.rules)
			test.end(g)
			winners := g.view(0).Winners
			require.NotEmpty(t, winners)
			for _, who := range []client.Caller{g.seats[0].Caller, g.seats[1].Caller, g.seats[2].Caller, {}} {
				var v client.View
				g.ok(g.api.View(t.Context(), who, g.id)).into(&v)
				assert.Equal(t, "finished", v.Status)
				assert.Equal(t, winners, v.Winners)
				var page client.EventPage
				g.ok(g.api.Events(t.Context(), who, g.id, 0, 0)).into(&page)
				assert.Equal(t, "gameEnded", page.Events[len(page.Events)-1]["type"])
			}
			answer, err := g.api.Play(t.Context(), g.seats[winners[0]].At(g.view(0).Version), g.id, client.Cards{Cards: []string{"7a"}})
			require.NoError(t, err)
			assert.Equal(t, http.StatusConflict, answer.Status)
		})
	}
}
