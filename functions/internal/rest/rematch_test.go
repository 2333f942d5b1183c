package rest_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/problem"
)

// finishedMatch is a match of so many that was played to its end; nobody has left.
func (d *desk) finishedMatch(seats int, rules object) *game {
	d.t.Helper()
	full := object{"handSize": 1, "callSeconds": 0}
	for k, v := range rules {
		full[k] = v
	}
	g := d.table(seats, full)
	require.Equal(d.t, "finished", g.winRound().Status)
	return g
}

func TestRematch_the_first_makes_it_the_others_join(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.create(newcomer(), object{"seats": 3, "listed": true, "rules": object{"handSize": 1, "points": []int{9}}})
	g.sit(newcomer())
	g.sit(newcomer())
	old := g.winRound()
	assert.Equal(t, []string{"rematch"}, g.view(g.seats[1]).Actions)
	assert.Empty(t, g.view(newcomer()).Actions)

	order := []int{2, 0, 1}
	var next *game
	for i, seat := range order {
		answer := d.done(http.StatusCreated, d.post(g.path("/rematch"), g.seats[seat], object{"entropy": "e"}))
		made := read[client.Seated](d, answer)
		assert.Equal(t, i, *made.Seat, "seats in the order of asking")
		assert.Equal(t, names[seat], *made.Game.Seats[i].Name)
		assert.Empty(t, made.Token)
		assert.Equal(t, "/v1/games/"+made.Game.ID, answer.Header.Get("Location"))
		assert.Equal(t, d.URL+"/g/"+made.Game.ID+"#"+g.seats[seat].Token, made.PlayURL)
		if next == nil {
			next = &game{desk: d, id: made.Game.ID}
			assert.Equal(t, "lobby", made.Game.Status)
			assert.Equal(t, 1, made.Game.Version)
			assert.Equal(t, old.Rules, made.Game.Rules)
			assert.NotEqual(t, old.Commitment, made.Game.Commitment)
		}
		assert.Equal(t, next.id, made.Game.ID)
		v := g.now()
		assert.Equal(t, next.id, *v.Rematch)
		assert.Equal(t, old.Version+1, v.Version, "one act of the old game")
		next.seats = append(next.seats, g.seats[seat])
	}
	assert.Equal(t, "playing", next.now().Status, "the last one starts it")
	last := g.of("rematch")
	require.Len(t, last, 1)
	assert.Equal(t, next.id, last[0]["id"])
	assert.EqualValues(t, old.Version+1, last[0]["version"])
	assert.NotContains(t, string(d.get("/v1/games", nobody).Body), next.id, "not listed")
	for _, who := range g.seats {
		assert.Equal(t, []string{next.id}, idsOf(d.mine(who.Token)))
	}
}

func TestRematch_of_all_at_once_is_one_game(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, seats := range []int{2, 4, 8} {
		g := d.finishedMatch(seats, nil)
		answers := make([]client.Answer, seats)
		var all sync.WaitGroup
		for seat := range seats {
			all.Go(func() {
				for range 5 { // a store that is fought over may ask to try again
					answer, err := d.api.Rematch(t.Context(), g.seats[seat], g.id, client.Asking{})
					assert.NoError(t, err)
					if answers[seat] = answer; answer.Status != http.StatusServiceUnavailable {
						return
					}
				}
			})
		}
		all.Wait()
		ids, taken := []string{}, []int{}
		for _, answer := range answers {
			made := read[client.Seated](d, d.done(http.StatusCreated, answer))
			ids, taken = append(ids, made.Game.ID), append(taken, *made.Seat)
		}
		slices.Sort(taken)
		for i := range seats {
			assert.Equal(t, ids[0], ids[i])
			assert.Equal(t, i, taken[i])
		}
		assert.Equal(t, "playing", (&game{desk: d, id: ids[0]}).now().Status)
		assert.Equal(t, ids[0], *g.now().Rematch)
		assert.Len(t, g.of("rematch"), 1)
	}
}

func TestRematch_asked_for_twice_is_the_same_seat(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.finishedMatch(3, nil)
	first := d.done(http.StatusCreated, d.post(g.path("/rematch"), g.seats[1], nil))
	again := d.done(http.StatusCreated, d.post(g.path("/rematch"), g.seats[1], object{"entropy": "other"}))
	assert.JSONEq(t, string(first.Body), string(again.Body))
	assert.Equal(t, 1, read[client.Seated](d, again).Game.Version)
	g.rematch(0)
	g.rematch(2)
	made := read[client.Seated](d, d.done(http.StatusCreated, d.post(g.path("/rematch"), g.seats[1], nil)))
	assert.Equal(t, 0, *made.Seat)
	assert.Equal(t, "playing", made.Game.Status, "his view of today")
	assert.Len(t, made.Game.You.Hand, 1)
}

func TestRematch_offers_no_seats_of_players_who_left(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(4, object{"handSize": 1, "callSeconds": 0})
	leaver := g.after(g.turn(), 3)
	g.leave(leaver)
	player := g.turn()
	g.play(player)
	g.accept(g.after(player, 1), g.after(player, 2))
	d.refused(problem.NotAPlayer, d.post(g.path("/rematch"), g.seats[leaver], nil))
	next := g.rematch(player)
	assert.Len(t, next.now().Seats, 3)

	few := d.table(2, nil)
	few.leave(1)
	d.refused(problem.TooFewPlayers, d.post(few.path("/rematch"), few.seats[0], nil))
	d.refused(problem.NotAPlayer, d.post(few.path("/rematch"), few.seats[1], nil))
	assert.Nil(t, few.now().Rematch)
}

// The rules are those that were given: what depends on the number of seats is taken
// anew.
func TestRematch_takes_the_rules_as_they_were_given(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(5, object{"handSize": 1, "callSeconds": 0})
	assert.EqualValues(t, 2, g.now().Rules["decks"])
	leavers := []int{g.after(g.turn(), 3), g.after(g.turn(), 4)}
	player := g.turn()
	for _, seat := range leavers {
		g.leave(seat)
	}
	g.play(player)
	g.accept(g.after(player, 1), g.after(player, 2))
	v := g.rematch(player).now()
	assert.Len(t, v.Seats, 3)
	assert.EqualValues(t, 1, v.Rules["decks"])
	assert.EqualValues(t, 1, v.Rules["handSize"])
	assert.EqualValues(t, 0, v.Rules["callSeconds"])
}

func TestRematch_that_is_over_itself(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.finishedMatch(3, nil)
	g.rematch(0).leave(0) // cancelled
	for seat := range 3 {
		d.refused(problem.GameOver, d.post(g.path("/rematch"), g.seats[seat], nil))
	}
	g = d.finishedMatch(2, nil)
	next := g.rematch(0)
	g.rematch(1)
	next.seats = g.seats
	next.winRound()
	d.refused(problem.GameOver, d.post(g.path("/rematch"), g.seats[0], nil))
	next.rematch(0) // the next one's own is another

	g = d.finishedMatch(2, nil)
	g.rematch(0)
	d.Clock.Advance(8 * 24 * time.Hour) // the rematch's lobby has come to its end
	d.refused(problem.GameOver, d.post(g.path("/rematch"), g.seats[1], nil))
	d.refused(problem.GameOver, d.post(g.path("/rematch"), g.seats[0], nil))
}

func TestRematch_left_by_somebody_who_asks_again(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.finishedMatch(3, nil)
	next := g.rematch(0)
	g.rematch(1)
	d.done(http.StatusOK, d.ask(http.MethodDelete, next.path("/players/me"), g.seats[0], nil))
	made := read[client.Seated](d, d.done(http.StatusCreated, d.post(g.path("/rematch"), g.seats[0], nil)))
	assert.Equal(t, 0, *made.Seat, "in its lobby the seat is free again")
	g.rematch(2)
	d.done(http.StatusOK, d.ask(http.MethodDelete, next.path("/players/me"), g.seats[0], nil))
	d.refused(problem.AlreadySeated, d.post(g.path("/rematch"), g.seats[0], nil))
}

func TestRematch_refusals(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	lobby, running := d.lobby(3, 2, nil), d.table(2, nil)
	for _, g := range []*game{lobby, running} {
		d.refused(problem.GameNotOver, d.post(g.path("/rematch"), g.seats[0], nil))
		d.refused(problem.NotAPlayer, d.post(g.path("/rematch"), newcomer(), nil))
		d.refused(problem.NotAPlayer, d.post(g.path("/rematch"), nobody, nil))
	}
	between := d.table(2, object{"handSize": 1, "rounds": 2})
	between.winRound()
	d.refused(problem.GameNotOver, d.post(between.path("/rematch"), between.seats[0], nil))
	g := d.finishedMatch(2, nil)
	before := d.get(g.path(""), g.seats[0])
	d.refused(problem.NotAPlayer, d.post(g.path("/rematch"), newcomer(), nil))
	assert.Equal(t, string(before.Body), string(d.get(g.path(""), g.seats[0]).Body))
	g.rematch(0)
	for _, command := range sighted {
		_, path, body := sample("POST /v1/games/{id}"+command, g.id)
		d.refused(problem.GameOver, d.post(path, g.by(0), body))
	}
}

// Who knows the next game's id may sit down there too, and be in the way. A refusal
// shows the game that was asked about.
func TestRematch_refused_by_the_next_game(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.finishedMatch(3, nil)
	next := g.rematch(0)
	refused := func(code problem.Code, seat int) {
		t.Helper()
		p := d.refused(code, d.post(g.path("/rematch"), g.seats[seat], nil))
		assert.JSONEq(t, string(d.get(g.path(""), g.seats[seat]).Body), string(p.Game))
	}
	d.done(http.StatusCreated, d.post(next.path("/players"), newcomer(), object{"name": "ben"}))
	refused(problem.NameTaken, 1)
	d.done(http.StatusCreated, d.post(next.path("/players"), g.seats[1], object{"name": "Benjamin"}))
	refused(problem.GameFull, 2)
}
