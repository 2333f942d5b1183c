package rest_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/infra/store"
)

// entry is a game in one of the lists.
type entry struct {
	ID            string
	Version       int
	Status        string
	Names         []string
	WaitingForYou bool
	Deadline      *string
	UpdatedAt     string

	Host         string
	Seats, Taken int
	CreatedAt    string
}

type page struct {
	Games []entry
	Next  string
}

// mine are a player's running games.
func (d *desk) mine(token string) []entry {
	d.t.Helper()
	return read[page](d, d.done(http.StatusOK, d.get("/v1/me/games", client.Caller{Token: token}))).Games
}

// page reads one page of a list, whose path ends with ? or &.
func (d *desk) page(path string, who client.Caller, limit int, after string) page {
	d.t.Helper()
	query := url.Values{"limit": {strconv.Itoa(limit)}}
	if after != "" {
		query.Set("after", after)
	}
	return read[page](d, d.done(http.StatusOK, d.get(path+query.Encode(), who)))
}

// all reads a list to its end, so many entries at a time, and returns the ids.
func (d *desk) all(path string, who client.Caller, limit int) []string {
	d.t.Helper()
	ids := []string{}
	for after := ""; ; {
		one := d.page(path, who, limit, after)
		assert.LessOrEqual(d.t, len(one.Games), limit)
		ids = append(ids, idsOf(one.Games)...)
		if after = one.Next; after == "" {
			return ids
		}
	}
}

func idsOf(games []entry) []string {
	ids := []string{}
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	return ids
}

const (
	lobbies  = "/v1/games?"
	finished = "/v1/me/games?state=finished&"
)

func TestLobbies_newest_first_only_those_that_anyone_may_join(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	listed := func(seats, taken int) *game {
		g := d.create(newcomer(), object{"seats": seats, "listed": true, "rules": object{"rounds": 3}})
		for range taken - 1 {
			g.sit(newcomer())
		}
		d.Clock.Advance(time.Second)
		return g
	}
	var open []string
	for i := range 7 {
		open = append([]string{listed(3+i%2, 1+i%2).id}, open...)
	}
	d.lobby(3, 1, nil) // not listed
	listed(2, 2)       // full
	started := listed(4, 2)
	d.done(http.StatusOK, d.post(started.path("/start"), started.seats[0], nil))
	listed(3, 1).leave(0) // cancelled
	for _, limit := range []int{1, 2, 3, 7, 50, 100} {
		assert.Equal(t, open, d.all(lobbies, nobody, limit), "limit %d", limit)
		assert.Equal(t, open, d.all(lobbies, newcomer(), limit))
	}
	pointers, _, err := d.Games.Store.Query(t.Context(), store.Range{PK: store.LobbyPK})
	require.NoError(t, err)
	assert.Len(t, pointers, len(open), "what started or was cancelled leaves nothing behind")
	g := listed(4, 3)
	one := d.page(lobbies, nobody, 1, "").Games[0]
	assert.Equal(t, g.id, one.ID)
	assert.Equal(t, "Ada", one.Host)
	assert.Equal(t, 4, one.Seats)
	assert.Equal(t, 3, one.Taken)
	assert.Equal(t, g.now().CreatedAt, one.CreatedAt)
	rules := read[struct{ Games []struct{ Rules object } }](d, d.get(lobbies, nobody)).Games[0].Rules
	assert.Equal(t, g.now().Rules, rules)
	g.leave(0)
	one = d.page(lobbies, nobody, 1, "").Games[0]
	assert.Equal(t, "Ben", one.Host, "the name of who is host now")
	assert.Equal(t, 2, one.Taken)
	d.Clock.Advance(7 * 24 * time.Hour)
	assert.Empty(t, d.all(lobbies, nobody, 50), "all have come to the end of their time")
}

// Pages fit together while entries come and go: what is there throughout is met
// exactly once, in order.
func TestLobbies_pages_fit_together_while_entries_come_and_go(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var games []*game
	add := func() {
		games = append(games, d.create(newcomer(), object{"seats": 2, "listed": true}))
		d.Clock.Advance(time.Millisecond)
	}
	for range 12 {
		add()
	}
	gone := []int{11, 8, 7, 6, 2} // of the second page among them, and the entry that next points behind
	met := []string{}
	for after, step := "", 0; ; step++ {
		one := d.page(lobbies, nobody, 3, after)
		met = append(met, idsOf(one.Games)...)
		if after = one.Next; after == "" {
			break
		}
		add() // newer ones come in front of what was read
		if step < len(gone) {
			games[gone[step]].leave(0)
		}
	}
	for i, g := range slices.Backward(games[:12]) {
		if !slices.Contains(gone, i) {
			assert.Contains(t, met, g.id)
		}
	}
	assert.Equal(t, len(met), len(slices.Compact(slices.Sorted(slices.Values(met)))), "nothing twice")
	order := func(id string) int {
		return slices.IndexFunc(games, func(g *game) bool { return g.id == id })
	}
	assert.True(t, slices.IsSortedFunc(met, func(a, b string) int { return order(b) - order(a) }))
}

func TestLists_skip_pointers_to_nothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	who := newcomer()
	g := d.create(who, object{"seats": 3, "listed": true})
	for i, id := range []string{strings.Repeat("0", 26), strings.Repeat("4", 25) + "0"} {
		at := d.Clock.Time().Add(i + 1)
		for _, item := range []store.Item{
			{PK: store.LobbyPK, SK: store.TimedSK(at, id)},
			{PK: store.LobbyPK, SK: store.TimedSK(at, g.id)}, // of a game, but not of its creation
			{PK: store.PlayerPK(ownerOf(who.Token)), SK: store.RunningSK(id)},
		} {
			require.NoError(t, d.Games.Store.Put(t.Context(), item))
		}
	}
	other := d.lobby(3, 1, nil) // a seat entry whose joining never happened
	require.NoError(t, d.Games.Store.Put(t.Context(), store.Item{PK: store.PlayerPK(ownerOf(who.Token)), SK: store.RunningSK(other.id)}))
	for _, limit := range []int{1, 2, 50} {
		assert.Equal(t, []string{g.id}, d.all(lobbies, nobody, limit))
	}
	assert.Equal(t, []string{g.id}, idsOf(d.mine(who.Token)))
}

func TestActive_those_that_wait_for_you_first_by_deadline(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	who := newcomer()
	// Two at a table; who wins the draw for the first turn is found out.
	var waiting, others []string
	deadlines := map[string]int{}
	for i, seconds := range []int{0, 86400, 600, 3600, 0, 60} {
		g := d.create(who, object{"rules": object{"turnSeconds": seconds}})
		g.sit(newcomer())
		if i%2 == 0 == (g.turn() == 0) {
			g.play(g.turn())
		}
		if g.turn() == 0 {
			waiting = append(waiting, g.id)
			deadlines[g.id] = seconds
		} else {
			others = append([]string{g.id}, others...)
		}
		d.Clock.Advance(time.Second)
	}
	lobby := d.create(who, object{"seats": 3})
	others = append([]string{lobby.id}, others...)
	slices.SortStableFunc(waiting, func(a, b string) int {
		rank := func(id string) int {
			if deadlines[id] == 0 {
				return 1 << 30 // none last
			}
			return deadlines[id]
		}
		return rank(a) - rank(b)
	})
	require.Len(t, waiting, 3)
	for _, path := range []string{"/v1/me/games", "/v1/me/games?state=active", "/v1/me/games?limit=1"} {
		list := read[page](d, d.done(http.StatusOK, d.get(path, who)))
		assert.Equal(t, append(slices.Clone(waiting), others...), idsOf(list.Games), "limit does not apply")
		assert.Empty(t, list.Next)
		for i, e := range list.Games {
			assert.Equal(t, i < 3, e.WaitingForYou)
			v := (&game{desk: d, id: e.ID}).now()
			assert.Equal(t, []any{v.Version, v.Status, v.Deadline, v.UpdatedAt}, []any{e.Version, e.Status, e.Deadline, e.UpdatedAt})
			if e.ID != lobby.id {
				assert.Equal(t, []string{"Ada", "Ben"}, e.Names)
			} else {
				assert.Equal(t, []string{"Ada"}, e.Names, "the names of who sits there")
			}
		}
	}
}

func TestActive_ends_with_the_seat_or_the_game(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	who := newcomer()
	left := d.create(who, object{"seats": 3, "rules": object{"callSeconds": 0}})
	left.sit(newcomer())
	left.sit(newcomer())
	over := d.create(who, nil)
	over.sit(newcomer())
	expired := d.create(who, object{"seats": 3})
	assert.Len(t, d.mine(who.Token), 3)
	left.leave(0)
	over.leave(1)
	assert.Equal(t, []string{expired.id}, idsOf(d.mine(who.Token)))
	assert.Equal(t, []string{over.id}, d.all(finished, who, 1))
	d.Clock.Advance(7 * 24 * time.Hour)
	assert.Empty(t, d.mine(who.Token))
	assert.Equal(t, []string{over.id}, d.all(finished, who, 1))
}

// A match's entry is of its end, whatever came after.
func TestFinished_newest_first_with_version_and_time_of_the_end(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	who, guest := newcomer(), newcomer()
	var ids []string
	ends := map[string][2]any{}
	for range 7 {
		g := d.create(who, object{"rules": object{"handSize": 1}})
		g.sit(guest)
		d.Clock.Advance(time.Minute)
		v := g.winRound()
		require.Equal(t, "finished", v.Status)
		ids = append([]string{g.id}, ids...)
		ends[g.id] = [2]any{v.Version, v.UpdatedAt}
		d.Clock.Advance(time.Minute)
		g.rematch(0).leave(0)
		assert.Greater(t, g.now().Version, v.Version)
	}
	for _, player := range []client.Caller{who, guest} {
		for _, limit := range []int{1, 3, 7, 100} {
			assert.Equal(t, ids, d.all(finished, player, limit))
		}
		for _, e := range d.page(finished, player, 100, "").Games {
			assert.Equal(t, ends[e.ID], [2]any{e.Version, e.UpdatedAt})
			assert.Equal(t, "finished", e.Status)
			assert.Equal(t, []string{"Ada", "Ben"}, e.Names)
			assert.False(t, e.WaitingForYou)
			assert.Nil(t, e.Deadline)
		}
	}
	assert.Empty(t, d.all(finished, newcomer(), 10))
	d.sweep()
	d.Clock.Advance(8 * 24 * time.Hour)
	d.sweep() // what a sweep finds long after changes no entry
	assert.Equal(t, ids, d.all(finished, who, 2))
	d.Clock.Advance(90 * 24 * time.Hour)
	assert.Empty(t, d.all(finished, who, 2))
}

// Lists show what is due and save nothing.
func TestLists_never_write(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	d := newDeskOn(t, kept)
	who := newcomer()
	for _, rules := range []object{
		{"turnSeconds": 60, "callSeconds": 5}, {"turnSeconds": 60, "handSize": 1, "rounds": 9, "callSeconds": 0}, {"turnSeconds": 60, "callSeconds": nil},
	} {
		g := d.create(who, object{"seats": 3, "listed": true, "rules": rules})
		g.sit(newcomer())
		g.sit(newcomer())
		g.play(g.turn())
	}
	d.create(who, object{"seats": 3, "listed": true})
	expired := d.create(who, object{"seats": 3, "listed": true})
	done := d.create(who, object{"rules": object{"handSize": 1}})
	done.sit(newcomer())
	done.winRound()
	d.Clock.Advance(7*time.Minute + time.Second)
	kept.watch(func(store.Op, store.Item) error { return errors.New("a list writes") })
	lists := map[string]page{}
	for _, path := range []string{"/v1/games", "/v1/me/games", "/v1/me/games?state=finished", "/v1/games?limit=1"} {
		lists[path] = read[page](d, d.done(http.StatusOK, d.get(path, who)))
	}
	kept.watch(nil)
	assert.NotContains(t, d.Logs.String(), "a list writes")
	for _, e := range lists["/v1/me/games"].Games {
		g := &game{desk: d, id: e.ID}
		v := g.now()
		assert.Equal(t, []any{v.Version, v.Status, v.UpdatedAt, v.Deadline}, []any{e.Version, e.Status, e.UpdatedAt, e.Deadline}, "what was due is in what is shown")
		if e.ID != expired.id && v.Round > 0 {
			assert.Greater(t, v.Version, 4)
		}
	}
	assert.Len(t, lists["/v1/games"].Games, 2)
	assert.Len(t, lists["/v1/me/games?state=finished"].Games, 1)
}

// A player holds seats in at most 100 unfinished games; a seat given up makes room.
func TestTooManyGames_at_100_that_are_not_over(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	who := newcomer()
	var games []*game
	for i := range 100 {
		who.Key = strconv.Itoa(i)
		games = append(games, d.create(who, nil))
	}
	open, other := d.lobby(3, 1, nil), d.lobby(3, 1, nil)
	refused := func() {
		t.Helper()
		who.Key = ""
		assert.Equal(t, "too-many-games", d.post("/v1/games", who, object{"name": "Ada", "seats": 2}).Problem().Code)
		assert.Equal(t, "too-many-games", d.post(other.path("/players"), who, object{"name": "Zoe"}).Problem().Code)
	}
	refused()
	who.Key = "99"
	d.replayed(http.StatusCreated, d.post("/v1/games", who, object{"name": "Ada", "seats": 2}))
	games[3].leave(0)
	d.done(http.StatusCreated, d.post(open.path("/players"), who, object{"name": "Zoe"}))
	refused()
	games[4].sit(newcomer())
	refused()
	games[4].leave(1) // finished
	d.create(client.Caller{Token: who.Token}, nil)
	refused()
	d.Clock.Advance(7 * 24 * time.Hour) // all are over
	d.create(client.Caller{Token: who.Token}, nil)
}

// pointers are the entries of a player's running games, stale ones too.
func (d *desk) pointers(who client.Caller) []string {
	d.t.Helper()
	items, _, err := d.Games.Store.Query(d.t.Context(), store.Range{
		PK: store.PlayerPK(ownerOf(who.Token)), From: store.RunningFrom, To: store.RunningTo, Strong: true,
	})
	require.NoError(d.t, err)
	ids := make([]string, len(items))
	for i, item := range items {
		ids[i] = store.RunningID(item.SK)
	}
	return ids
}

// Who goes in and out of lobbies leaves entries behind; there are never many more than
// the games that he may hold.
func TestTooManyGames_counts_no_seat_that_was_given_up(t *testing.T) {
	t.Parallel()
	d := newDesk(t).fast()
	who := newcomer()
	in := func(g *game) {
		t.Helper()
		d.done(http.StatusCreated, d.post(g.path("/players"), who, object{"name": "Zoe"}))
	}
	out := func(g *game) {
		t.Helper()
		d.done(http.StatusOK, d.ask(http.MethodDelete, g.path("/players/me"), who, nil))
	}
	waits, sits := d.lobby(3, 1, nil), d.lobby(3, 1, nil) // he may come back to the first, and is in the second
	in(waits)
	out(waits)
	in(sits)
	for i := range 98 {
		g := d.lobby(3, 1, nil)
		in(g)
		out(g)
		switch i % 3 {
		case 0: // it is cancelled
			g.leave(0)
		case 1: // it starts without him
			g.sit(newcomer())
			d.done(http.StatusOK, d.post(g.path("/start"), g.seats[0], nil))
		default: // its time is over, but for a day
		}
	}
	require.Len(t, d.pointers(who), 100)
	last := d.lobby(3, 1, nil)
	in(last)
	left := d.pointers(who)
	assert.Len(t, left, 3+98/3, "but for those of lobbies: he may be sitting down there")
	assert.Subset(t, left, []string{waits.id, sits.id, last.id})
	assert.Len(t, d.mine(who.Token), 2)
}

// The sweep clears away what points to a lobby whose time is over, although the store
// removes by itself what has expired.
func TestSweep_clears_up_after_a_lobby_that_expired(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	expire := kept.Store.(interface {
		Expire(ctx context.Context, now time.Time, limit int) (int, error)
	})
	d := newDeskOn(t, kept)
	g := d.lobby(3, 2, nil)
	d.Clock.Advance(g.expires().Add(-time.Minute).Sub(d.Clock.Now()))
	for range 8 {
		d.Clock.Advance(30 * time.Minute)
		_, err := expire.Expire(t.Context(), d.Clock.Now(), 1000)
		require.NoError(t, err)
		d.sweep()
	}
	assert.Empty(t, g.wakeUps())
	for _, who := range g.seats {
		assert.Empty(t, d.pointers(who))
	}
}
