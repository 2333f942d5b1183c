package rest_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/problem"
	"cheat/infra/store"
)

// sweep does what the scheduled program does.
func (d *desk) sweep() {
	d.t.Helper()
	done, err := d.Games.Sweep(d.t.Context(), d.Clock.Time())
	require.NoError(d.t, err)
	assert.Zero(d.t, done.Failed)
}

// kept is a game as it is stored: the version of its play record, 0 without one.
func (g *game) kept() int64 {
	g.t.Helper()
	item, found, err := g.Games.Store.Get(g.t.Context(), store.GamePK(g.id), store.PlaySK, true)
	require.NoError(g.t, err)
	if !found {
		return 0
	}
	return item.Version
}

// ofClock leaves out the wake-up at the end of its life as a lobby, which every game
// has from its creation.
func (g *game) ofClock(wakeUps []engine.Time) []engine.Time {
	g.t.Helper()
	item, _, err := g.Games.Store.Get(g.t.Context(), store.GamePK(g.id), store.HeadSK, true)
	require.NoError(g.t, err)
	head, err := store.ParseHead(item)
	require.NoError(g.t, err)
	end := head.Table.Created.Add(g.Games.Times.Lobby)
	return slices.DeleteFunc(wakeUps, func(at engine.Time) bool { return at == end })
}

// wakeUps are the moments at which the game is to be woken.
func (g *game) wakeUps() []engine.Time {
	g.t.Helper()
	items, _, err := g.Games.Store.Query(g.t.Context(), store.Range{PK: store.WakeUpPK, Strong: true})
	require.NoError(g.t, err)
	var list []engine.Time
	for _, item := range items {
		if at, id, err := store.TimedID(item.SK); err == nil && id == g.id {
			list = append(list, at)
		}
	}
	return list
}

func TestSweep_R27_acts_for_games_that_nobody_comes_to_see(t *testing.T) {
	t.Parallel()
	g := newDesk(t).table(2, object{"turnSeconds": 60})
	g.pass(time.Minute - time.Millisecond)
	g.sweep()
	assert.Zero(t, g.kept())
	g.pass(time.Millisecond)
	g.sweep()
	assert.EqualValues(t, 3, g.kept())
	g.sweep()
	assert.EqualValues(t, 3, g.kept())
	for range 5 {
		g.pass(time.Minute)
		g.sweep()
	}
	v := g.now()
	assert.Equal(t, "finished", v.Status, "both vanished; the first to miss three turns has left (R27)")
	assert.EqualValues(t, v.Version, g.kept())
	assert.Empty(t, g.ofClock(g.wakeUps()))
	g.pass(7 * 24 * time.Hour)
	g.sweep()
	assert.Empty(t, g.wakeUps(), "over and cleared away")
}

// Two hours without a sweep, then one: as if there had been one every minute.
func TestSweep_two_hours_missed(t *testing.T) {
	t.Parallel()
	seats := people(t, 4)
	rules := object{"turnSeconds": 1800, "callSeconds": 30, "rounds": 2}
	often, late := newDesk(t).tableOf(seats, rules), newDesk(t).tableOf(seats, rules)
	for range 120 {
		often.pass(time.Minute)
		often.sweep()
	}
	late.pass(2 * time.Hour)
	done, err := late.Games.Sweep(t.Context(), late.Clock.Time())
	require.NoError(t, err)
	assert.EqualValues(t, 90*60*1000, done.Lag, "milliseconds since the first deadline")
	assert.Equal(t, often.kept(), late.kept())
	assert.EqualValues(t, 4+3, late.kept(), "three turns: the fourth has its window too")
	same(t, often, late)
	for _, g := range []*game{often, late} {
		next := g.ofClock(g.wakeUps())
		if assert.Len(t, next, 1) {
			assert.LessOrEqual(t, next[0], engine.At(g.moment()))
			assert.Greater(t, next[0], g.Clock.Time())
		}
	}
}

// Whoever is first, the clock has acted, once; the player is too late.
func TestSweep_races_with_players(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for range 6 {
		g := d.table(3, object{"turnSeconds": 60, "callSeconds": 0})
		player := g.turn()
		who, body := g.by(player), object{"cards": g.hand(player)[:1]}
		g.pass(time.Minute)
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				switch i % 4 {
				case 0:
					_, err := d.Games.Sweep(t.Context(), d.Clock.Time())
					assert.NoError(t, err)
				case 1, 2:
					answer, err := d.api.Do(t.Context(), http.MethodPost, g.path("/plays"), who, body)
					assert.NoError(t, err)
					assert.Equal(t, string(problem.StaleVersion), answer.Problem().Code, "%s", answer.Body)
				default:
					answer, err := d.api.View(t.Context(), g.seats[i%3], g.id)
					assert.NoError(t, err)
					assert.Equal(t, http.StatusOK, answer.Status)
				}
			})
		}
		all.Wait()
		assert.Equal(t, 4, g.now().Version)
		assert.Equal(t, 1, strings.Count(string(g.get(g.path("/events"), nobody).Body), `"timedOut"`))
	}
}

// From its creation until it is over a game is never without a wake-up, and one of
// them is never later than its clock.
func TestWakeUp_there_is_always_one(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	d := newDeskOn(t, kept)
	lobby := d.lobby(3, 1, nil)
	assert.Len(t, lobby.wakeUps(), 1, "the end of its life as a lobby")
	kept.watch(func(op store.Op, item store.Item) error {
		if op != store.OpDelete || item.PK != store.WakeUpPK {
			return nil
		}
		_, id, err := store.TimedID(item.SK)
		require.NoError(t, err)
		g := &game{desk: d, id: id}
		others := slices.ContainsFunc(g.wakeUps(), func(at engine.Time) bool { return store.TimedSK(at, id) != item.SK })
		answer, err := d.api.View(context.WithoutCancel(t.Context()), nobody, id)
		require.NoError(t, err)
		over := strings.Contains(string(answer.Body), `"finished"`) || answer.Status == http.StatusGone
		assert.True(t, others || over, "a running game lost its last wake-up")
		return nil
	})
	rnd := rand.New(rand.NewPCG(3, 3))
	for _, rules := range []object{
		{"turnSeconds": 60, "callSeconds": 20, "rounds": 3, "handSize": 3},
		{"turnSeconds": 600, "callSeconds": nil, "rounds": 2, "handSize": 2},
		{"turnSeconds": 0, "callSeconds": 20, "handSize": 3},
	} {
		g := d.table(3, rules)
		for range 25 {
			if v := g.now(); v.Status == "finished" {
				break
			}
			for range 1 + rnd.IntN(2) {
				seat, path, body := anyCommand(g, rnd)
				g.post(g.path(path), g.by(seat), body)
			}
			g.pass(time.Duration(rnd.IntN(90_000)) * time.Millisecond)
			d.sweep()
			v := g.now()
			if v.Deadline == nil { // over, or without a clock
				continue
			}
			assert.LessOrEqual(t, g.wakeUps()[0], engine.At(g.moment()))
			assert.Greater(t, g.wakeUps()[0], d.Clock.Time(), "one that is over does not stay")
		}
	}
}

// A wake-up of a game that has not started is not thrown away within an hour of its
// time: the start that it was put for may be on its way.
func TestWakeUp_before_the_start_is_kept_for_an_hour(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(3, 2, nil)
	end := g.wakeUps()[0]
	early := d.Clock.Time().Add(60)
	require.NoError(t, d.Games.Store.Put(t.Context(), store.Item{PK: store.WakeUpPK, SK: store.TimedSK(early, g.id)}))
	g.pass(time.Minute + time.Hour - time.Millisecond)
	d.sweep()
	assert.Equal(t, []engine.Time{early, end}, g.wakeUps())
	g.pass(time.Millisecond)
	d.sweep()
	assert.Equal(t, []engine.Time{end}, g.wakeUps())

	g.pass(end.Std().Sub(d.Clock.Now()))
	d.sweep()
	assert.NotEmpty(t, g.wakeUps(), "a start may have been a moment earlier")
	assert.Len(t, d.mine(g.seats[1].Token), 0)
	g.pass(time.Hour)
	d.sweep()
	d.sweep()
	assert.Empty(t, g.wakeUps())
}

func TestWakeUp_for_a_game_that_never_came_to_be(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	at := d.Clock.Time()
	g := &game{desk: d, id: strings.Repeat("0", 26)}
	require.NoError(t, d.Games.Store.Put(t.Context(), store.Item{PK: store.WakeUpPK, SK: store.TimedSK(at, g.id)}))
	d.Clock.Advance(time.Hour - time.Millisecond)
	d.sweep()
	assert.Len(t, g.wakeUps(), 1)
	d.Clock.Advance(time.Millisecond)
	d.sweep()
	assert.Empty(t, g.wakeUps())
}

// What a crash left out after the end is completed.
func TestSweep_completes_what_a_crash_left_out(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	d := newDeskOn(t, kept)
	g := d.create(newcomer(), object{"seats": 2, "listed": true, "rules": object{"handSize": 1}})
	broken := fmt.Errorf("%w: gone away", store.ErrUnavailable)
	kept.watch(func(op store.Op, item store.Item) error {
		if op == store.OpDelete || strings.HasPrefix(item.SK, "f#") {
			return broken
		}
		return nil
	})
	g.sit(newcomer())
	end := g.winRound()
	kept.watch(nil)
	player := store.Range{PK: store.PlayerPK(ownerOf(g.seats[1].Token)), Strong: true}
	items, _, err := kept.Query(t.Context(), player)
	require.NoError(t, err)
	require.Len(t, items, 1)
	assert.True(t, strings.HasPrefix(items[0].SK, "g#"), "still the entry of a running game")
	assert.Empty(t, d.mine(g.seats[1].Token), "which the list does not show")
	d.Clock.Advance(12 * time.Hour)
	g.rematch(0) // comes after the end, and is not it
	d.Clock.Advance(12 * time.Hour)
	d.sweep()
	late := d.page(finished, g.seats[1], 10, "").Games
	if assert.Len(t, late, 1) {
		assert.Equal(t, []any{end.Version, end.UpdatedAt}, []any{late[0].Version, late[0].UpdatedAt})
	}
	items, _, err = kept.Query(t.Context(), player)
	require.NoError(t, err)
	require.Len(t, items, 1)
	assert.True(t, strings.HasPrefix(items[0].SK, "f#"))
	listed, _, err := kept.Query(t.Context(), store.Range{PK: store.LobbyPK})
	require.NoError(t, err)
	assert.Empty(t, listed)
	assert.Empty(t, g.ofClock(g.wakeUps()))
}

// ownerOf is what the service keeps of a token.
func ownerOf(token string) engine.Owner {
	sum := sha256.Sum256([]byte(token))
	return engine.Owner(sum[:len(engine.Owner{})])
}

// A wake-up that is kept on purpose, since its game may be about to be written, is no
// sweep that comes late.
func TestSweep_is_not_late_for_what_it_keeps(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	d := newDeskOn(t, kept)
	g := d.lobby(3, 2, object{"turnSeconds": 10})
	kept.watch(func(op store.Op, _ store.Item) error {
		if op == store.OpPutIf { // the start's decision
			return store.ErrUnavailable
		}
		return nil
	})
	d.refused(problem.TryAgain, d.post(g.path("/start"), g.seats[0], nil))
	kept.watch(nil)
	d.Clock.Advance(30 * time.Minute)
	done, err := d.Games.Sweep(t.Context(), d.Clock.Time())
	require.NoError(t, err)
	assert.Zero(t, done)
	d.Clock.Advance(31 * time.Minute) // now the lobby is looked after at its end
	done, err = d.Games.Sweep(t.Context(), d.Clock.Time())
	require.NoError(t, err)
	assert.Equal(t, 1, done.Woken)
	assert.EqualValues(t, (61*time.Minute-10*time.Second)/time.Millisecond, done.Lag)
}
