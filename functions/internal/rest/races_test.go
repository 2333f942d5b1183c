package rest_test

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"cheat/acceptance/client"
	"cheat/functions/internal/problem"
	"cheat/infra/store"
)

// atOnce sends requests at the same time.
func (d *desk) atOnce(requests ...func() (client.Answer, error)) []client.Answer {
	d.t.Helper()
	answers := make([]client.Answer, len(requests))
	var all sync.WaitGroup
	for i, request := range requests {
		all.Go(func() {
			answer, err := request()
			assert.NoError(d.t, err)
			answers[i] = answer
		})
	}
	all.Wait()
	return answers
}

func statuses(answers []client.Answer) map[int]int {
	count := map[int]int{}
	for _, answer := range answers {
		count[answer.Status]++
	}
	return count
}

func TestRace_of_a_call_and_a_play_one_is_accepted(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for range 8 {
		g := d.table(3, object{"callSeconds": 0})
		player := g.turn()
		g.play(player)
		next, third := g.by(g.after(player, 1)), g.by(g.after(player, 2))
		cards := g.hand(g.after(player, 1))[:1]
		answers := d.atOnce(
			func() (client.Answer, error) { return d.api.Play(t.Context(), next, g.id, client.Cards{Cards: cards}) },
			func() (client.Answer, error) { return d.api.Call(t.Context(), third, g.id) },
		)
		assert.Equal(t, map[int]int{http.StatusOK: 1, http.StatusPreconditionFailed: 1}, statuses(answers))
		assert.Equal(t, 5, g.now().Version)
	}
}

func TestRace_R11_of_calls_one_resolves_the_play(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(6, object{"callSeconds": 0})
	player := g.turn()
	g.play(player)
	before := g.now()
	var calls []func() (client.Answer, error)
	for i := 1; i < 6; i++ {
		who := g.seats[g.after(player, i)].At(before.Version)
		calls = append(calls, func() (client.Answer, error) { return d.api.Call(t.Context(), who, g.id) })
	}
	assert.Equal(t, map[int]int{http.StatusOK: 1, http.StatusPreconditionFailed: 4}, statuses(d.atOnce(calls...)))
	v := g.now()
	assert.Equal(t, before.Version+1, v.Version)
	assert.Len(t, g.of("called"), 1, "the pile is taken once")
	g.play(v.Turn.Seat) // and exactly one seat can go on
}

func TestRace_of_acceptances_none_is_lost(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(6, object{"callSeconds": nil})
	player := g.turn()
	open := g.play(player).Version
	var all []func() (client.Answer, error)
	for i := 2; i < 6; i++ {
		who := g.seats[g.after(player, i)].At(open)
		all = append(all, func() (client.Answer, error) { return d.api.Accept(t.Context(), who, g.id) })
	}
	assert.Equal(t, map[int]int{http.StatusOK: 4}, statuses(d.atOnce(all...)))
	assert.Equal(t, open+4, g.now().Version)
	assert.Equal(t, []int{g.after(player, 1)}, g.now().WaitingFor)
}

// The same play twenty times at once is played once, with a key and without.
func TestRace_of_one_play_many_times(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, key := range []string{"", "k"} {
		g := d.table(2, nil)
		player := g.turn()
		who := g.by(player)
		who.Key = key
		hand := g.hand(player)
		var twenty []func() (client.Answer, error)
		for range 20 {
			twenty = append(twenty, func() (client.Answer, error) {
				return d.api.Play(t.Context(), who, g.id, client.Cards{Cards: hand[:1]})
			})
		}
		answers := d.atOnce(twenty...)
		if key == "" {
			assert.Equal(t, map[int]int{http.StatusOK: 1, http.StatusPreconditionFailed: 19}, statuses(answers))
		} else {
			assert.Equal(t, map[int]int{http.StatusOK: 20}, statuses(answers))
			first := 0
			for _, answer := range answers {
				if answer.Header.Get("Idempotency-Replayed") == "" {
					first++
				}
			}
			assert.Equal(t, 1, first)
		}
		assert.Len(t, g.hand(player), len(hand)-1)
		assert.Equal(t, 3, g.now().Version)
		g.play(1 - player)
	}
}

func TestRace_of_deals_one_deals(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(4, object{"handSize": 1, "rounds": 2, "callSeconds": 0})
	over := g.winRound()
	var deals []func() (client.Answer, error)
	for _, who := range g.seats {
		deals = append(deals, func() (client.Answer, error) { return d.api.Deal(t.Context(), who.At(over.Version), g.id) })
	}
	assert.Equal(t, map[int]int{http.StatusOK: 1, http.StatusPreconditionFailed: 3}, statuses(d.atOnce(deals...)))
	assert.Equal(t, over.Version+1, g.now().Version)
}

func TestRace_of_one_creation_makes_one_game(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	who := keyed(newcomer(), "k")
	var all []func() (client.Answer, error)
	for range 8 {
		all = append(all, func() (client.Answer, error) {
			return d.api.Create(t.Context(), who, client.Creation{Name: "Ada", Seats: 2})
		})
	}
	answers := d.atOnce(all...)
	assert.Equal(t, map[int]int{http.StatusCreated: 8}, statuses(answers))
	for _, answer := range answers {
		assert.Equal(t, read[client.Seated](d, answers[0]).Game.ID, read[client.Seated](d, answer).Game.ID)
	}
	assert.Len(t, d.mine(who.Token), 1)
}

// A look that finds something due saves it; if that fails it shows what is stored.
func TestLook_R27_saves_what_is_due_or_shows_what_is_stored(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	g := newDeskOn(t, kept).table(2, object{"turnSeconds": 60})
	g.pass(time.Minute)
	kept.watch(func(store.Op, store.Item) error { return store.ErrUnavailable })
	for _, who := range g.viewers() {
		v := g.view(who)
		assert.Equal(t, 2, v.Version)
	}
	assert.Len(t, g.events(nobody, 10), 3)
	kept.watch(func(store.Op, store.Item) error { return errors.New("out of order") })
	assert.Equal(t, 2, g.now().Version)
	assert.Contains(t, g.Logs.String(), "out of order", "the log knows")
	kept.watch(nil)
	assert.Zero(t, g.kept())
	assert.Equal(t, 3, g.now().Version)
	assert.EqualValues(t, 3, g.kept())
}

// Two machines, the clock of one a little behind: nothing happens before what has
// happened already.
func TestClock_that_is_behind_moves_no_act_back(t *testing.T) {
	t.Parallel()
	g := newDesk(t).table(3, object{"callSeconds": 5, "turnSeconds": 60})
	player := g.turn()
	before := g.play(player)
	g.pass(-3 * time.Second)
	v := g.accept(g.after(player, 1))
	assert.Equal(t, before.UpdatedAt, v.UpdatedAt)
	answer := g.post(g.path("/plays"), g.by(g.after(player, 1)), object{"cards": g.hand(g.after(player, 1))[:1]})
	g.refused(problem.CallsOpen, answer)
	v = g.call(g.after(player, 2))
	assert.Equal(t, before.UpdatedAt, v.UpdatedAt)
	last := ""
	for _, e := range g.events(nobody, 500) {
		at, _ := e["at"].(string)
		assert.LessOrEqual(t, last, at)
		last = at
	}
	lobby := g.lobby(3, 1, nil)
	g.pass(-time.Second)
	lobby.sit(newcomer())
	assert.Equal(t, lobby.now().CreatedAt, lobby.now().UpdatedAt)
	assert.False(t, strings.Contains(string(lobby.get(lobby.path("/events"), nobody).Body), "null"))
}
