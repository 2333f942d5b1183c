package rest_test

import (
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/problem"
)

const stamp = "2006-01-02T15:04:05.000Z"

func TestWindow_R13_the_next_player_waits_as_long_as_it_says(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(3, object{"callSeconds": 5, "turnSeconds": 60})
	player := g.turn()
	next := g.after(player, 1)
	opened := d.Clock.Now()
	v := g.play(player)
	require.NotNil(t, v.Pile.LastPlay.Until)
	assert.Equal(t, opened.Add(5*time.Second).Format(stamp), *v.Pile.LastPlay.Until)
	assert.Equal(t, opened.Add(65*time.Second).Format(stamp), *v.Deadline, "the turn's clock begins when he may play")
	assert.Equal(t, []int{next}, v.WaitingFor, "the turn's seat, also during a window")
	assert.Contains(t, g.view(g.seats[next]).Actions, "play", "it counts from the window's end")

	body := object{"cards": g.hand(next)[:1]}
	for _, step := range []struct {
		at   time.Duration
		wait int
	}{{0, 5}, {time.Millisecond, 5}, {time.Second, 4}, {4 * time.Second, 1}, {4999 * time.Millisecond, 1}} {
		g.pass(opened.Add(step.at).Sub(d.Clock.Now()))
		answer := d.post(g.path("/plays"), g.by(next), body)
		d.refused(problem.CallsOpen, answer)
		assert.Equal(t, strconv.Itoa(step.wait), answer.Header.Get("Retry-After"), "after %s", step.at)
	}
	g.pass(time.Millisecond)
	assert.Equal(t, v.Pile.LastPlay.Until, g.now().Pile.LastPlay.Until, "when it has passed it stays until the next act")
	assert.True(t, g.now().Pile.LastPlay.Callable, "and the play stays open")
	d.done(http.StatusOK, d.post(g.path("/plays"), g.by(next), body))
}

func TestWindow_R13_closes_early_when_all_others_have_accepted(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(4, object{"callSeconds": 60, "turnSeconds": 60})
	player := g.turn()
	deadline := *g.play(player).Deadline
	next := g.after(player, 1)
	v := g.accept(g.after(player, 2))
	assert.NotNil(t, v.Pile.LastPlay.Until)
	assert.True(t, v.Seats[g.after(player, 2)].Answered)
	v = g.accept(g.after(player, 3))
	assert.Nil(t, v.Pile.LastPlay.Until, "nobody else is left to be waited for")
	assert.True(t, v.Pile.LastPlay.Callable, "the next player may still call")
	assert.Equal(t, deadline, *v.Deadline, "answers do not move it")
	assert.Equal(t, []string{"leave", "play", "call", "accept"}, g.view(g.seats[next]).Actions)
	g.play(next)

	// The next player's own acceptance does not close it for the others.
	g = d.table(4, object{"callSeconds": 60})
	player = g.turn()
	g.play(player)
	v = g.accept(g.after(player, 1))
	assert.NotNil(t, v.Pile.LastPlay.Until)
	answer := d.post(g.path("/plays"), g.by(g.after(player, 1)), object{"cards": g.hand(g.after(player, 1))[:1]})
	d.refused(problem.CallsOpen, answer)
	assert.Equal(t, "60", answer.Header.Get("Retry-After"))
}

func TestWindow_R13_a_call_ends_it(t *testing.T) {
	t.Parallel()
	g := newDesk(t).table(3, object{"callSeconds": 60})
	player := g.turn()
	g.play(player)
	v := g.call(g.after(player, 2))
	assert.Nil(t, v.Pile.LastPlay)
	g.play(v.Turn.Seat)
}

func TestWindow_R13_there_is_none(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	cases := map[string]struct {
		seats int
		rules object
	}{
		"with callSeconds 0":           {3, object{"callSeconds": 0}},
		"with callSeconds null":        {3, object{"callSeconds": nil}},
		"with callers next":            {3, object{"callSeconds": 60, "callers": "next"}},
		"with two players":             {2, object{"callSeconds": 60}},
		"at a last play":               {3, object{"callSeconds": 60, "handSize": 1, "rounds": 2}},
		"with a play that was the end": {3, object{"callSeconds": 60, "handSize": 1, "lastPlay": "final"}},
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := d.in(t).table(test.seats, test.rules)
			v := g.play(g.turn())
			assert.Nil(t, v.Pile.LastPlay.Until)
		})
	}
}

func TestWindow_R13_with_callSeconds_null_everybody_is_waited_for(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(4, object{"callSeconds": nil, "turnSeconds": 3600})
	player := g.turn()
	next, second, third := g.after(player, 1), g.after(player, 2), g.after(player, 3)
	v := g.play(player)
	waiting := []int{second, third}
	slices.Sort(waiting)
	assert.Equal(t, waiting, v.WaitingFor, "the next player may answer by playing")
	assert.NotContains(t, g.view(g.seats[next]).Actions, "play")
	answer := d.post(g.path("/plays"), g.by(next), object{"cards": g.hand(next)[:1]})
	d.refused(problem.CallsOpen, answer)
	assert.Empty(t, answer.Header.Get("Retry-After"), "no time is set")
	g.pass(30 * time.Minute)
	g.accept(third)
	v = g.accept(second)
	assert.Equal(t, []int{next}, v.WaitingFor)
	assert.Equal(t, d.Clock.Now().Add(time.Hour).Format(stamp), *v.Deadline, "from the last missing answer")
	g.play(next)
}

// sight is all that somebody is told, whatever he asks: statuses, headers, bodies.
func (g *game) sight(who client.Caller) []client.Answer {
	g.t.Helper()
	version := g.now().Version
	var heard []client.Answer
	ask := func(method, path string, who client.Caller, body any) {
		answer := g.ask(method, path, who, body)
		answer.Header.Del("Date")
		heard = append(heard, answer)
	}
	ask(http.MethodGet, g.path(""), who, nil)
	ask(http.MethodHead, g.path(""), who, nil)
	ask(http.MethodGet, g.path(""), client.Caller{Token: who.Token, Seen: client.Tag(version)}, nil)
	ask(http.MethodGet, g.path("/events"), who, nil)
	ask(http.MethodGet, g.path("/events?limit=1&after="+strconv.Itoa(version-1)), who, nil)
	ask(http.MethodGet, g.path("/rounds/1"), who, nil)
	ask(http.MethodGet, "/v1/me/games", who, nil)
	ask(http.MethodPost, g.path("/calls"), who.At(1), nil)
	ask(http.MethodPost, g.path("/plays"), who.At(version), object{"cards": []string{}})
	ask(http.MethodPost, g.path("/plays"), who.At(version), object{"cards": []string{"7a", "8a", "9a", "Xa", "Ua"}})
	ask(http.MethodPost, g.path("/rounds"), who.At(version), nil)
	ask(http.MethodPost, g.path("/rematch"), who, nil)
	ask(http.MethodPost, g.path("/players"), with(who, "Idempotency-Key", "k k"), object{"name": "Zoe"})
	return heard
}

// twinsWhere is the same table of the same people on two desks, with cards as wanted.
func twinsWhere(t testing.TB, seats []client.Caller, rules object, wanted func(*game) bool) (a, b *game) {
	t.Helper()
	one, other := newDesk(t).fast(), newDesk(t).fast()
	for range 300 {
		a, b = one.tableOf(seats, rules), other.tableOf(seats, rules)
		require.Equal(t, a.id, b.id)
		if wanted(a) {
			return a, b
		}
		a.finish() // so that lists stay short
		b.finish()
	}
	require.Fail(t, "the cards that the test needs never came")
	return nil, nil
}

// R26: whether a Pale or another card was put down, nobody else can tell by anything
// before the play closes.
func TestWindow_R26_nothing_tells_a_Pale(t *testing.T) {
	t.Parallel()
	cases := map[string]object{
		"a window":              {"callSeconds": 30},
		"no window":             {"callSeconds": 0},
		"everybody answers":     {"callSeconds": nil},
		"only the next answers": {"callers": "next"},
		"the Pale by itself":    {"callSeconds": 30, "paleAlone": true},
	}
	for name, rules := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rules["chroniclers"], rules["turnSeconds"], rules["rounds"] = true, 600, 2
			seats := people(t, 4)
			pale, plain := twinsWhere(t, seats, rules, func(g *game) bool { return slices.Contains(g.hand(g.turn()), "Pc") })
			both := func(do func(g *game)) {
				do(pale)
				do(plain)
			}
			player := pale.turn()
			others := slices.Delete(append(slices.Clone(seats), newcomer(), nobody), player, player+1)
			compare := func() {
				t.Helper()
				for i, who := range others {
					require.Equal(t, plain.sight(who), pale.sight(who), "viewer %d", i)
				}
			}
			pale.play(player, "Pc")
			plain.play(player, plain.hand(player)[0])
			compare()
			both(func(g *game) { g.pass(29 * time.Second) })
			compare()
			if rules["callers"] == nil {
				both(func(g *game) { g.accept(g.after(player, 2)) })
				compare()
				both(func(g *game) { g.accept(g.after(player, 3)) })
				compare()
			}
			both(func(g *game) { g.pass(2 * time.Second) })
			compare()
			both(func(g *game) { g.play(g.after(player, 1)) }) // now it is told
			assert.Contains(t, string(pale.get(pale.path("/events"), nobody).Body), "paleShown")
			assert.NotContains(t, string(plain.get(plain.path("/events"), nobody).Body), "paleShown")
		})
	}
}
