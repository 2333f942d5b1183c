package rest_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/problem"
	"cheat/infra/store"
)

const day = 24 * time.Hour

// expires is when the view says that the game's time is over.
func (g *game) expires() time.Time {
	g.t.Helper()
	at, err := time.Parse(time.RFC3339, g.now().ExpiresAt)
	require.NoError(g.t, err)
	return at
}

// gone states that everything about the game is answered 410.
func (g *game) gone() {
	g.t.Helper()
	for _, path := range []string{"", "/events", "/rounds/1"} {
		for _, who := range []client.Caller{g.seats[0], nobody, {Seen: "*"}, {Seen: `"999"`}} {
			g.refused(problem.GameExpired, g.get(g.path(path), who))
		}
	}
	for _, command := range []string{"/players", "/start", "/plays", "/calls", "/accepts", "/rounds", "/rematch"} {
		_, path, body := sample("POST /v1/games/{id}"+command, g.id)
		g.refused(problem.GameExpired, g.post(path, g.seats[0].At(1), body))
	}
	for _, path := range []string{"/players/me", "/players/1"} {
		g.refused(problem.GameExpired, g.ask(http.MethodDelete, g.path(path), g.seats[0], nil))
	}
	assert.Empty(g.t, g.mine(g.seats[0].Token))
}

func TestLifetime_ends_at_its_moment(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		lasts time.Duration // from the newest act, or for a lobby its creation
		make  func(d *desk) *game
	}{
		"of a lobby, from its creation": {7 * day, func(d *desk) *game {
			return d.create(newcomer(), object{"seats": 4, "listed": true})
		}},
		"of a cancelled lobby": {7 * day, func(d *desk) *game {
			g := d.lobby(3, 1, nil)
			g.leave(0)
			return g
		}},
		"of a running game": {60 * day, func(d *desk) *game {
			g := d.table(2, object{"turnSeconds": 0})
			d.Clock.Advance(10 * day)
			g.play(g.turn())
			return g
		}},
		"of a running game in which nothing happened": {60 * day, func(d *desk) *game { return d.table(2, object{"turnSeconds": 0}) }},
		"between rounds": {60 * day, func(d *desk) *game {
			g := d.table(2, object{"turnSeconds": 0, "handSize": 1, "rounds": 2})
			g.winRound()
			return g
		}},
		"of a finished game": {90 * day, func(d *desk) *game { return d.finishedMatch(2, nil) }},
		"of a finished game with a rematch": {90 * day, func(d *desk) *game {
			g := d.finishedMatch(2, nil)
			d.Clock.Advance(30 * day)
			g.rematch(0)
			return g
		}},
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			g := test.make(d)
			end := d.Clock.Now().Add(test.lasts)
			assert.Equal(t, end.Format(stamp), g.now().ExpiresAt)
			d.Clock.Advance(test.lasts - time.Millisecond)
			before := g.now()
			d.Clock.Advance(time.Millisecond)
			assert.Equal(t, end.Format(stamp), before.ExpiresAt)
			g.gone()
			d.Clock.Advance(day)
			d.sweep()
			g.gone()
		})
	}
}

func TestLifetime_of_a_lobby_is_not_prolonged_by_who_comes(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(4, 1, nil)
	end := g.expires()
	d.Clock.Advance(6 * day)
	g.sit(newcomer())
	assert.Equal(t, end, g.expires())
	d.Clock.Advance(day - time.Millisecond)
	d.done(http.StatusOK, d.post(g.path("/start"), g.seats[0], nil))
	assert.Equal(t, d.Clock.Now().Add(60*day).Format(stamp), g.now().ExpiresAt)
}

func TestLifetime_of_any_game_is_a_year(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, object{"turnSeconds": 0})
	made := d.Clock.Now()
	for range 7 {
		d.Clock.Advance(50 * day)
		g.play(g.turn())
	}
	assert.Equal(t, made.Add(365*day), g.expires())
	d.Clock.Advance(15*day - time.Millisecond)
	g.play(g.turn())
	d.Clock.Advance(time.Millisecond)
	g.gone()
}

// What was due by then is applied first: five turns of fourteen days each, and the
// match is over, so its end counts.
func TestLifetime_is_judged_after_what_was_due(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, object{"turnSeconds": 1209600})
	end := d.Clock.Now().Add(5*14*day + 90*day)
	d.Clock.Advance(14 * day)
	d.sweep()
	d.Clock.Advance(4*14*day + 89*day)
	v := g.now()
	assert.Equal(t, "finished", v.Status)
	assert.Equal(t, end.Format(stamp), v.ExpiresAt)
	d.Clock.Advance(day)
	g.gone()
}

// A play record that the storage has deleted after its time does not let the first
// deal be played again.
func TestLifetime_a_deleted_play_record_revives_nothing(t *testing.T) {
	t.Parallel()
	for name, rules := range map[string]object{
		"with a clock": {"turnSeconds": 86400, "handSize": 1}, "with a long clock": {"turnSeconds": 1209600, "handSize": 1}, "without": {"turnSeconds": 0, "handSize": 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			g := d.table(2, rules)
			g.winRound()
			end := g.expires()
			require.NoError(t, d.Games.Store.Delete(t.Context(), store.GamePK(g.id), store.PlaySK))
			for _, after := range []time.Duration{0, day, 5 * day, 60 * day, 200 * day} {
				d.Clock.Advance(end.Add(after).Sub(d.Clock.Now()))
				g.gone()
				d.sweep()
				_, found, err := d.Games.Store.Get(t.Context(), store.GamePK(g.id), store.PlaySK, true)
				require.NoError(t, err)
				assert.False(t, found)
			}
		})
	}
}

// The storage's own deadline is never before the game's.
func TestLifetime_nothing_is_removed_too_early(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	expire := kept.Store.(interface {
		Expire(ctx context.Context, now time.Time, limit int) (int, error)
	})
	d := newDeskOn(t, kept)
	lobby, running, over := d.lobby(3, 2, nil), d.table(2, object{"turnSeconds": 0}), d.finishedMatch(2, nil)
	clean := func() {
		t.Helper()
		_, err := expire.Expire(t.Context(), d.Clock.Now(), 1000)
		require.NoError(t, err)
	}
	for _, g := range []*game{lobby, running, over} {
		before := g.now()
		d.Clock.Advance(g.expires().Add(-time.Second).Sub(d.Clock.Now()))
		clean()
		assert.Equal(t, before, g.now())
		d.Clock.Advance(2 * time.Second)
		clean()
		answer := d.get(g.path(""), nobody)
		assert.Contains(t, []int{http.StatusGone, http.StatusNotFound}, answer.Status, "%s", answer.Body)
	}
	d.Clock.Advance(455 * day)
	clean()
	for _, g := range []*game{lobby, running, over} {
		d.refused(problem.NoSuchGame, d.get(g.path(""), nobody))
	}
	d.sweep()
	d.Clock.Advance(2 * time.Hour)
	d.sweep()
	d.Clock.Advance(100 * day)
	clean()
	for _, pk := range []string{store.WakeUpPK, store.LobbyPK, store.GamePK(lobby.id), store.GamePK(running.id), store.GamePK(over.id), store.PlayerPK(ownerOf(over.seats[0].Token))} {
		items, _, err := kept.Query(t.Context(), store.Range{PK: pk})
		require.NoError(t, err)
		assert.Empty(t, items, pk)
	}
}

// Neither does it where finished games are kept for a shorter time than running ones.
func TestLifetime_a_short_one_of_finished_games_revives_nothing(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	expire := kept.Store.(interface {
		Expire(ctx context.Context, now time.Time, limit int) (int, error)
	})
	d := newDeskOn(t, kept)
	d.Games.Times.Finished = 3600
	g := d.finishedMatch(2, object{"turnSeconds": 0})
	for _, after := range []time.Duration{time.Hour, time.Hour, 58 * day, 4 * day, 30 * day} {
		d.Clock.Advance(after)
		d.sweep()
		_, err := expire.Expire(t.Context(), d.Clock.Now(), 1000)
		require.NoError(t, err)
		g.gone()
	}
}
