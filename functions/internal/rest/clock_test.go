package rest_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
)

// people are so many players whose tokens follow from the test's name, so that two
// desks can have the same.
func people(t testing.TB, n int) []client.Caller {
	t.Helper()
	source := drawnFrom("tokens of " + t.Name())
	list := make([]client.Caller, n)
	for i := range list {
		list[i].Token = tokenFrom(t, source)
	}
	return list
}

// tableOf is a table of these players.
func (d *desk) tableOf(seats []client.Caller, rules object) *game {
	d.t.Helper()
	g := d.create(seats[0], object{"seats": len(seats), "rules": rules})
	for _, who := range seats[1:] {
		g.sit(who)
	}
	return g
}

// moment is the deadline that the view names.
func (g *game) moment() time.Time {
	g.t.Helper()
	v := g.now()
	require.NotNil(g.t, v.Deadline)
	at, err := time.Parse(time.RFC3339Nano, *v.Deadline)
	require.NoError(g.t, err)
	return at
}

// R27: each kind of act that the clock does, looked for around its moment.
func TestClock_R27_acts_at_its_moment_whenever_it_is_found(t *testing.T) {
	t.Parallel()
	oneCard := object{"handSize": 1, "rounds": 2, "turnSeconds": 60, "callSeconds": 0}
	cases := map[string]struct {
		rules object
		until func(g *game)          // plays up to the moment's clock
		acts  func(g *game) []string // the events that it causes
	}{
		"a turn plays a card": {object{"turnSeconds": 60, "callSeconds": 0}, func(*game) {}, func(*game) []string {
			return []string{"timedOut", "played"}
		}},
		"a turn after a window plays a card": {object{"turnSeconds": 60, "callSeconds": 7}, func(g *game) { g.play(g.turn()) }, func(*game) []string {
			return []string{"timedOut", "played"}
		}},
		"the answers to a last card are given": {oneCard, func(g *game) { g.play(g.turn()) }, func(*game) []string {
			return []string{"timedOut", "accepted", "timedOut", "accepted", "roundEnded"}
		}},
		"the answers that everybody waits for are given": {object{"turnSeconds": 60, "callSeconds": nil}, func(g *game) { g.play(g.turn()) }, func(*game) []string {
			return []string{"timedOut", "accepted"}
		}},
		"the next round is dealt": {oneCard, func(g *game) { g.winRound() }, func(*game) []string { return []string{"dealt"} }},
	}
	for name, test := range cases {
		for _, off := range []time.Duration{-time.Second, -time.Millisecond, 0, time.Second, 59 * time.Second} {
			t.Run(fmt.Sprintf("%s, %s off", name, off), func(t *testing.T) {
				t.Parallel()
				g := newDesk(t).table(3, test.rules)
				test.until(g)
				before, at := g.now(), g.moment()
				g.pass(at.Add(off).Sub(g.Clock.Now()))
				if off < 0 {
					assert.Equal(t, before, g.now())
					return
				}
				var found []string
				for _, e := range g.events(nobody, 500) {
					if int(e["version"].(float64)) > before.Version {
						found = append(found, e["type"].(string))
						assert.Equal(t, at.Format("2006-01-02T15:04:05.000Z"), e["at"], "it happened when it was due")
					}
				}
				assert.Equal(t, test.acts(g), found)
				assert.Equal(t, at.Format("2006-01-02T15:04:05.000Z"), g.now().UpdatedAt)
			})
		}
	}
}

func TestClock_none_with_turnSeconds_0(t *testing.T) {
	t.Parallel()
	g := newDesk(t).table(2, object{"turnSeconds": 0})
	before := g.now()
	assert.Nil(t, before.Deadline)
	g.pass(59 * 24 * time.Hour)
	assert.Equal(t, before, g.now())
}

// Two tables of the same people with the same cards. One is looked at all the time,
// the other only when somebody does something.
func TestClock_R27_a_game_found_late_is_as_if_it_had_been_looked_at_all_the_time(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		rules      object
		look, wait time.Duration // how often the one is looked at; how long they wait for a command
		steps      int
	}{
		"seconds":           {object{"turnSeconds": 10, "callSeconds": 3, "rounds": 3}, time.Second, 30 * time.Second, 25},
		"everybody answers": {object{"turnSeconds": 10, "callSeconds": nil, "rounds": 3, "handSize": 3}, time.Second, 30 * time.Second, 25},
		"days":              {object{"turnSeconds": 86400, "callSeconds": 3600, "rounds": 3, "handSize": 4}, 3 * time.Hour, 5 * 24 * time.Hour, 20},
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seats := people(t, 3)
			busy, lazy := newDesk(t).tableOf(seats, test.rules), newDesk(t).tableOf(seats, test.rules)
			require.Equal(t, busy.id, lazy.id)
			rnd := rand.New(rand.NewPCG(7, uint64(len(name))))
			for range test.steps {
				left := time.Duration(rnd.Int64N(int64(test.wait))).Truncate(time.Millisecond)
				lazy.pass(left)
				for left > 0 {
					step := min(left, test.look)
					busy.pass(step)
					left -= step
					busy.get(busy.path(""), seats[rnd.IntN(len(seats))])
				}
				same(t, busy, lazy)
				seat, path, body := anyCommand(busy, rnd)
				a, b := busy.post(busy.path(path), busy.by(seat), body), lazy.post(lazy.path(path), lazy.by(seat), body)
				require.Equal(t, string(a.Body), string(b.Body))
				if busy.now().Status == "finished" {
					break
				}
			}
			for _, g := range []*game{busy, lazy} { // nobody comes any more
				g.pass(40 * 24 * time.Hour)
			}
			same(t, busy, lazy)
			assert.Equal(t, "finished", lazy.now().Status)
			for n := 1; n <= lazy.now().Round; n++ {
				path := fmt.Sprintf("/rounds/%d", n)
				a := busy.done(http.StatusOK, busy.get(busy.path(path), nobody))
				assert.Equal(t, string(a.Body), string(lazy.get(lazy.path(path), nobody).Body))
			}
		})
	}
}

// same states that all viewers see the same of two games, and have seen the same.
func same(t testing.TB, a, b *game) {
	t.Helper()
	for i, who := range append(slices.Clone(a.seats), nobody) {
		for _, path := range []string{"", "/events"} {
			x, y := a.get(a.path(path), who), b.get(b.path(path), who)
			require.Equal(t, string(x.Body), string(y.Body), "viewer %d", i)
			require.Equal(t, x.Header.Get("ETag"), y.Header.Get("ETag"))
		}
	}
}

// anyCommand is something that somebody at the table may do now, mostly.
func anyCommand(g *game, rnd *rand.Rand) (seat int, path string, body any) {
	g.t.Helper()
	for range 20 {
		seat = rnd.IntN(len(g.seats))
		v := g.view(g.seats[seat])
		switch actions := v.Actions; {
		case slices.Contains(actions, "deal"):
			return seat, "/rounds", nil
		case slices.Contains(actions, "play"):
			return seat, "/plays", object{"cards": v.You.Hand[:1]}
		case slices.Contains(actions, "accept") && rnd.IntN(2) == 0:
			return seat, "/accepts", nil
		case slices.Contains(actions, "call") && rnd.IntN(4) == 0:
			return seat, "/calls", nil
		}
	}
	return 0, "/accepts", nil
}
