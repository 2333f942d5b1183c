package rest_test

import (
	"fmt"
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

// playOut lets whoever is still there play the match to its end, and states that it
// comes to one.
func (g *game) playOut() client.View {
	g.t.Helper()
	for range 300 {
		v := g.now()
		if v.Status == "finished" {
			return v
		}
		require.NotEmpty(g.t, v.WaitingFor, "nobody is waited for in %s", v.Status)
		seat := v.WaitingFor[0]
		require.False(g.t, v.Seats[seat].Away, "the game waits for somebody who has left")
		if p := v.Pile.LastPlay; p != nil && p.Until != nil {
			until, err := time.Parse(time.RFC3339, *p.Until)
			require.NoError(g.t, err)
			g.pass(max(0, until.Sub(g.Clock.Now())))
		}
		own := g.view(g.seats[seat])
		switch {
		case slices.Contains(own.Actions, "deal"):
			g.deal(seat)
		case v.Status == "lastCall", own.Turn.Seat != seat:
			g.accept(seat)
		default:
			g.play(seat)
		}
	}
	require.Fail(g.t, "the match does not end")
	return client.View{}
}

// hasLeft states all that is true of somebody who has left a match.
func (g *game) hasLeft(seat int) {
	g.t.Helper()
	who := g.seats[seat]
	v := g.now()
	assert.True(g.t, v.Seats[seat].Away)
	assert.Equal(g.t, v, g.view(who), "he sees what a spectator sees")
	g.done(http.StatusOK, g.ask(http.MethodDelete, g.path("/players/me"), who, nil))
	for _, command := range []string{"/plays", "/calls", "/accepts", "/rounds", "/start", "/rematch"} {
		_, path, body := sample("POST /v1/games/{id}"+command, g.id)
		g.refused(problem.NotAPlayer, g.post(path, who.At(v.Version), body))
	}
	g.refused(problem.AlreadySeated, g.post(g.path("/players"), who, object{"name": "Zoe"}))
	assert.Equal(g.t, v.Version, g.now().Version)
	assert.Empty(g.t, g.mine(who.Token))
}

func TestLeaving_R28_at_every_phase_by_every_seat(t *testing.T) {
	t.Parallel()
	phases := map[string]struct {
		rules  object
		arrive func(g *game)
	}{
		"before the first play": {object{"callSeconds": 0}, func(*game) {}},
		"in an open call":       {object{"callSeconds": 0}, func(g *game) { g.play(g.turn()) }},
		"in a window":           {object{"callSeconds": 600}, func(g *game) { g.play(g.turn()) }},
		"everybody is waited for": {object{"callSeconds": nil}, func(g *game) {
			player := g.turn()
			g.play(player)
			g.accept(g.after(player, 2))
		}},
		"only the next may answer": {object{"callers": "next"}, func(g *game) { g.play(g.turn()) }},
		"with a last card waiting": {object{"callSeconds": 0, "handSize": 1}, func(g *game) {
			player := g.turn()
			g.play(player)
			g.accept(g.after(player, 1))
		}},
		"when one is out": {object{"callSeconds": 0, "handSize": 1, "finish": "playOn"}, func(g *game) {
			player := g.turn()
			g.play(player)
			g.accept(g.after(player, 1), g.after(player, 2), g.after(player, 3))
		}},
		"between rounds": {object{"callSeconds": 0, "handSize": 1}, func(g *game) { g.winRound() }},
	}
	for name, phase := range phases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			rules := object{"rounds": 2, "handSize": 2}
			for k, v := range phase.rules {
				rules[k] = v
			}
			for leaver := range 4 {
				g := d.table(4, rules)
				phase.arrive(g)
				before := g.now()
				after := g.leave(leaver)
				assert.Equal(t, before.Version+1, after.Version)
				assert.Nil(t, after.You)
				assert.NotContains(t, after.WaitingFor, leaver)
				last := g.events(nobody, 500)
				left := slices.IndexFunc(last, func(e object) bool { return e["type"] == "left" })
				require.GreaterOrEqual(t, left, 0)
				assert.EqualValues(t, after.Version, last[left]["version"])
				assert.EqualValues(t, leaver, last[left]["seat"])
				g.hasLeft(leaver)
				end := g.playOut()
				assert.NotContains(t, end.Winners, leaver, "who has left cannot win the match (R21)")
				assert.NotEmpty(t, end.Winners)
				g.hasLeft(leaver)
				assert.NotContains(t, string(d.get("/v1/me/games?state=finished", g.seats[leaver]).Body), g.id)
			}
		})
	}
}

func TestLeaving_R28_an_open_play_of_the_leavers_closes_unturned(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(3, object{"callSeconds": 600})
	player := g.turn()
	before := g.play(player, g.hand(player)[:2]...)
	v := g.leave(player)
	assert.Equal(t, before.Pile.Cards, v.Pile.Cards, "it stays in the pile")
	assert.False(t, v.Pile.LastPlay.Callable)
	assert.Nil(t, v.Pile.LastPlay.Until)
	d.refused(problem.NothingToCall, d.post(g.path("/calls"), g.by(g.after(player, 1)), nil))
	assert.Equal(t, before.Turn, v.Turn)
	g.play(g.after(player, 1))
	assert.NotContains(t, string(d.get(g.path("/events"), nobody).Body), `"paleShown"`)
}

func TestLeaving_R28_the_last_missing_answer_closes_the_play(t *testing.T) {
	t.Parallel()
	g := newDesk(t).table(3, object{"callSeconds": 0, "handSize": 1, "rounds": 2})
	player := g.turn()
	g.play(player)
	g.accept(g.after(player, 1))
	v := g.leave(g.after(player, 2))
	assert.Equal(t, "roundOver", v.Status)
	assert.Equal(t, 1, *v.Seats[player].Place)
	assert.Equal(t, 3, *v.Seats[g.after(player, 2)].Place)
	assert.Zero(t, v.Seats[g.after(player, 2)].Points)
	var types []string
	for _, e := range g.events(nobody, 500) {
		if e["version"] == float64(v.Version) {
			types = append(types, e["type"].(string))
		}
	}
	assert.Equal(t, []string{"left", "roundEnded"}, types)
}

func TestLeaving_R28_one_player_left_has_won(t *testing.T) {
	t.Parallel()
	g := newDesk(t).table(3, object{"callSeconds": 0, "rounds": 3})
	g.play(g.turn())
	g.leave(0)
	v := g.leave(1)
	assert.Equal(t, "finished", v.Status)
	assert.Equal(t, []int{2}, v.Winners)
	places := []int{*v.Seats[0].Place, *v.Seats[1].Place, *v.Seats[2].Place}
	assert.Equal(t, []int{3, 2, 1}, places, "a later leaver is placed better")
	g.refused(problem.GameOver, g.ask(http.MethodDelete, g.path("/players/me"), g.seats[2], nil))
	g.done(http.StatusOK, g.ask(http.MethodDelete, g.path("/players/me"), g.seats[0], nil))
}

func TestLeaving_several_at_once(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for leaving := 2; leaving <= 4; leaving++ {
		t.Run(fmt.Sprint(leaving), func(t *testing.T) {
			t.Parallel()
			g := d.in(t).table(4, object{"callSeconds": 0, "rounds": 2, "handSize": 3})
			g.play(g.turn())
			from := g.now().Version
			statuses := make([]int, leaving)
			var all sync.WaitGroup
			for seat := range leaving {
				all.Go(func() {
					answer, err := d.api.Leave(t.Context(), g.seats[seat], g.id)
					assert.NoError(t, err)
					statuses[seat] = answer.Status
				})
			}
			all.Wait()
			v := g.now()
			away := 0
			for seat, status := range statuses {
				if v.Seats[seat].Away {
					away++
					assert.Equal(t, http.StatusOK, status)
				} else { // the others' leaving ended the match before his
					assert.Equal(t, http.StatusConflict, status)
				}
			}
			assert.Equal(t, min(leaving, 3), away)
			assert.Equal(t, from+away, v.Version)
			assert.Len(t, g.of("left"), away)
			if away == 3 {
				assert.Equal(t, "finished", v.Status)
			} else {
				g.playOut()
			}
		})
	}
}

// The same request twice at once leaves once.
func TestLeaving_twice_at_once(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(3, object{"callSeconds": 0})
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			answer, err := d.api.Leave(t.Context(), g.seats[1], g.id)
			assert.NoError(t, err)
			assert.Equal(t, http.StatusOK, answer.Status)
		})
	}
	all.Wait()
	assert.Equal(t, 4, g.now().Version)
}

func TestLeaving_the_lobby_frees_the_seat(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(4, 3, nil)
	v := g.leave(1)
	assert.Equal(t, "empty", v.Seats[1].Kind)
	assert.Nil(t, v.Seats[1].Name)
	assert.False(t, v.Seats[1].Away)
	assert.Empty(t, d.mine(g.seats[1].Token))
	d.done(http.StatusOK, d.ask(http.MethodDelete, g.path("/players/me"), g.seats[1], nil))
	d.refused(problem.NotAPlayer, d.post(g.path("/start"), g.seats[1], nil))
	assert.Equal(t, 4, g.now().Version)
	back := read[client.Seated](d, d.done(http.StatusCreated, d.post(g.path("/players"), g.seats[1], object{"name": "Ben"})))
	assert.Equal(t, 1, *back.Seat, "the lowest free seat")
}

func TestLeaving_the_lobby_as_host_makes_the_next_one_host(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(5, 4, nil)
	g.leave(1)
	assert.Equal(t, 2, g.leave(0).Host, "the next taken seat in play order")
	d.refused(problem.NotTheHost, d.post(g.path("/start"), g.seats[3], nil))
	d.refused(problem.NotAPlayer, d.post(g.path("/start"), g.seats[0], nil))
	assert.Equal(t, 3, g.leave(2).Host)
	d.done(http.StatusCreated, d.post(g.path("/players"), g.seats[0], object{"name": "Ada"}))
	v := g.leave(3)
	assert.Equal(t, 0, v.Host, "who sat down again since")
	assert.Equal(t, []string{"leave"}, g.view(g.seats[0]).Actions)
}

func TestLeaving_the_lobby_last_cancels_it(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.create(newcomer(), object{"seats": 3, "listed": true})
	g.sit(newcomer())
	g.leave(0)
	v := g.leave(1)
	assert.Equal(t, "cancelled", v.Status)
	assert.Empty(t, v.Actions)
	assert.Empty(t, v.Winners)
	assert.Empty(t, v.WaitingFor)
	last := g.events(nobody, 500)
	assert.Equal(t, []any{"left", "gameEnded"}, []any{last[len(last)-2]["type"], last[len(last)-1]["type"]})
	assert.Equal(t, last[len(last)-2]["version"], last[len(last)-1]["version"])
	assert.Equal(t, []any{}, last[len(last)-1]["winners"])
	d.refused(problem.GameOver, d.post(g.path("/players"), newcomer(), object{"name": "Zoe"}))
	d.refused(problem.NotAPlayer, d.post(g.path("/start"), g.seats[0], nil))
	d.done(http.StatusOK, d.ask(http.MethodDelete, g.path("/players/me"), g.seats[0], nil))
	for _, who := range g.seats {
		assert.Empty(t, d.mine(who.Token))
		assert.NotContains(t, string(d.get("/v1/me/games?state=finished", who).Body), g.id)
	}
	assert.NotContains(t, string(d.get("/v1/games", nobody).Body), g.id)
}

func TestFreeing_a_seat_is_the_hosts(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(4, 3, nil)
	free := func(who client.Caller, seat int) client.Answer {
		return d.ask(http.MethodDelete, g.path(fmt.Sprintf("/players/%d", seat)), who, nil)
	}
	d.refused(problem.NotTheHost, free(g.seats[1], 2))
	d.refused(problem.NotTheHost, free(g.seats[1], 1))
	d.refused(problem.NotAPlayer, free(newcomer(), 1))
	v := g.moved(free(g.seats[0], 1))
	assert.Equal(t, "empty", v.Seats[1].Kind)
	last := g.events(nobody, 500)
	assert.Equal(t, "left", last[len(last)-1]["type"])
	assert.EqualValues(t, 1, last[len(last)-1]["seat"])
	assert.Nil(t, g.view(g.seats[1]).You)
	assert.Empty(t, d.mine(g.seats[1].Token))
	for _, empty := range []int{1, 3} {
		assert.Equal(t, v, g.moved(free(g.seats[0], empty)), "an empty seat: nothing changes")
	}
	d.done(http.StatusCreated, d.post(g.path("/players"), g.seats[1], object{"name": "Ben"})) // he may sit down again
	d.done(http.StatusOK, d.post(g.path("/start"), g.seats[0], nil))
	d.refused(problem.AlreadyStarted, free(g.seats[0], 1))
	assert.False(t, g.now().Seats[1].Away)
	v = g.moved(free(g.seats[0], 0))
	assert.True(t, v.Seats[0].Away, "his own seat: leaving, at any time")
	d.refused(problem.NotAPlayer, free(g.seats[0], 0))

	lobby := d.lobby(3, 2, nil)
	v = lobby.moved(d.ask(http.MethodDelete, lobby.path("/players/0"), lobby.seats[0], nil))
	assert.Equal(t, 1, v.Host)
}

func TestStarting_with_free_seats_closes_up(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(6, 4, object{"callSeconds": 0})
	g.leave(1)
	before := g.now()
	assert.EqualValues(t, 2, before.Rules["decks"])
	assert.Equal(t, []string{"start", "leave"}, g.view(g.seats[0]).Actions)
	d.refused(problem.NotTheHost, d.post(g.path("/start"), g.seats[2], nil))
	v := g.moved(d.post(g.path("/start"), g.seats[0], object{"entropy": "seen the commitment"}))
	assert.Equal(t, before.Version+1, v.Version)
	assert.Equal(t, before.Commitment, v.Commitment)
	assert.Len(t, v.Seats, 3)
	assert.EqualValues(t, 1, v.Rules["decks"], "the defaults are taken once more for three")
	assert.EqualValues(t, 0, v.Rules["callSeconds"], "what was given stays")
	for seat, who := range []client.Caller{g.seats[0], g.seats[2], g.seats[3]} {
		assert.Equal(t, seat, g.view(who).You.Seat)
	}
	var last object
	for _, e := range g.events(nobody, 500) {
		if e["type"] == "started" {
			last = e
		}
	}
	assert.Equal(t, []any{"Ada", "Cyd", "Dot"}, last["names"])
	d.refused(problem.AlreadyStarted, d.post(g.path("/start"), g.seats[0], nil))
	d.refused(problem.GameFull, d.post(g.path("/players"), newcomer(), object{"name": "Zoe"}))
	alone := d.lobby(4, 1, nil)
	d.refused(problem.TooFewPlayers, d.post(alone.path("/start"), alone.seats[0], nil))
	stuck := d.lobby(5, 2, object{"maxCards": 8}) // with two decks, which two players do not get
	d.refused(problem.BadRules, d.post(stuck.path("/start"), stuck.seats[0], nil))
	assert.Equal(t, 2, stuck.now().Version)
}

// Eight people sit down at once: eight different seats, and nobody's token is lost.
func TestJoining_at_once(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(8, 1, nil)
	seats := make([]int, 12)
	var all sync.WaitGroup
	for i := range seats {
		all.Go(func() {
			answer, err := d.api.Join(t.Context(), newcomer(), g.id, client.Joining{Name: fmt.Sprint("Guest ", i)})
			assert.NoError(t, err)
			seats[i] = -1
			switch answer.Status {
			case http.StatusCreated:
				var made client.Seated
				assert.NoError(t, answer.JSON(&made))
				seats[i] = *made.Seat
			case http.StatusServiceUnavailable: // others were faster ten times: allowed, and nothing was changed
			default:
				assert.Equal(t, string(problem.GameFull), answer.Problem().Code)
			}
		})
	}
	all.Wait()
	taken := slices.DeleteFunc(seats, func(seat int) bool { return seat < 0 })
	slices.Sort(taken)
	assert.Equal(t, slices.Compact(slices.Clone(taken)), taken, "no seat twice")
	v := g.now()
	for _, seat := range v.Seats {
		assert.Equal(t, seat.Seat == 0 || slices.Contains(taken, seat.Seat), seat.Kind == "human")
	}
	assert.Equal(t, 1+len(taken), v.Version)
}
