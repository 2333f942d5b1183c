package rest_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/problem"
)

func pollAfter(t testing.TB, answer client.Answer) int {
	t.Helper()
	n, err := strconv.Atoi(answer.Header.Get("Poll-After"))
	require.NoError(t, err, "%d %s", answer.Status, answer.Body)
	return n
}

func TestPollAfter_while_a_window_runs_is_at_most_a_third_of_it(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, seconds := range []int{1, 2, 3, 5, 6, 30, 3600} {
		g := d.table(3, object{"callSeconds": seconds})
		d.Clock.Advance(2 * time.Hour) // nobody was active for long
		player := g.turn()
		g.play(player)
		most := max(1, seconds/3)
		for range 3 {
			for _, who := range []client.Caller{g.seats[0], nobody, {Seen: "*"}} {
				n := pollAfter(t, d.get(g.path(""), who))
				assert.GreaterOrEqual(t, n, 1)
				assert.LessOrEqual(t, n, most, "callSeconds %d", seconds)
			}
			g.pass(time.Duration(seconds) * 300 * time.Millisecond)
		}
		p := d.post(g.path("/plays"), g.by(g.after(player, 1)), object{"cards": g.hand(g.after(player, 1))[:1]})
		d.refused(problem.CallsOpen, p)
		assert.LessOrEqual(t, pollAfter(t, p), most, "a refusal that carries the game says so too")
	}
}

func TestPollAfter_grows_when_nobody_is_active(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	games := map[string]*game{"lobby": d.lobby(3, 2, nil), "playing": d.table(2, object{"turnSeconds": 0}), "finished": d.table(2, nil), "cancelled": d.lobby(2, 1, nil)}
	games["finished"].finish()
	games["cancelled"].leave(0)
	for name, g := range games {
		last := 0
		for _, quiet := range []time.Duration{0, time.Minute, 10 * time.Minute, time.Hour, 24 * time.Hour} {
			g.pass(quiet)
			n := pollAfter(t, d.get(g.path(""), nobody))
			assert.Equal(t, n, pollAfter(t, d.get(g.path(""), g.seats[0])), "public facts only")
			assert.GreaterOrEqual(t, n, max(1, last), name)
			assert.LessOrEqual(t, n, 600, name)
			last = n
		}
		assert.GreaterOrEqual(t, last, 60, "%s: long when nobody is active", name)
	}
	quick := d.table(2, nil)
	assert.LessOrEqual(t, pollAfter(t, d.get(quick.path(""), nobody)), 5, "short while others are active")
}
