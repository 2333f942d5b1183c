package rest_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/problem"
)

// sighted are the commands that need the version that their player saw.
var sighted = []string{"/plays", "/calls", "/accepts", "/rounds"}

func TestIfMatch_is_one_strong_tag(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	bad := map[string][]string{
		"anything":          {`*`},
		"weak":              {`W/"2"`},
		"a list":            {`"2", "3"`},
		"a list of the one": {`"2",`},
		"two headers":       {`"2"`, `"2"`},
		"no quotes":         {`2`},
		"half a quote":      {`"2`},
		"doubled quotes":    {`""2""`},
		"empty":             {``},
		"spaces":            {`  `},
		"a space inside":    {`"2 "`},
	}
	for name, header := range bad {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := d.in(t)
			for _, command := range sighted {
				_, path, body := sample("POST /v1/games/{id}"+command, g.id)
				p := d.refused(problem.InvalidRequest, d.post(path, with(g.seats[0], "If-Match", header...), body))
				if assert.Len(t, p.Errors, 1) {
					assert.Equal(t, "If-Match", p.Errors[0]["header"])
				}
			}
			d.refused(problem.InvalidRequest, d.ask(http.MethodDelete, g.path("/players/1"), with(g.seats[0], "If-Match", header...), nil))
		})
	}
}

func TestIfMatch_missing_is_428_stale_or_not_there_yet_is_412(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	for _, command := range sighted {
		_, path, body := sample("POST /v1/games/{id}"+command, g.id)
		p := d.refused(problem.VersionRequired, d.post(path, g.seats[0], body))
		assert.Empty(t, p.Game)
		for _, tag := range []string{`"1"`, `"3"`, `"999999999999999999999"`, `"0"`, `"02"`, `"+2"`, `""`, `"two"`, `"é"`} {
			answer := d.post(path, with(g.seats[0], "If-Match", tag), body)
			p := d.refused(problem.StaleVersion, answer)
			assert.JSONEq(t, string(d.get(g.path(""), g.seats[0]).Body), string(p.Game), "the 412 carries the caller's own fresh view")
			assert.NotEmpty(t, answer.Header.Get("Poll-After"))
		}
	}
	assert.Equal(t, 2, g.now().Version)
}

func TestIfMatch_is_ignored_where_no_version_is_named(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, header := range []string{`"77"`, `*`, `nonsense`} {
		host := with(newcomer(), "If-Match", header)
		guest := with(newcomer(), "If-Match", header)
		made := read[client.Seated](d, d.done(http.StatusCreated, d.post("/v1/games", host, object{"name": "Ada", "seats": 3})))
		path := "/v1/games/" + made.Game.ID
		d.done(http.StatusCreated, d.post(path+"/players", guest, object{"name": "Ben"}))
		d.done(http.StatusOK, d.post(path+"/start", host, nil))
		d.done(http.StatusOK, d.get(path, host))
		d.done(http.StatusOK, d.ask(http.MethodDelete, path+"/players/me", guest, nil))
		d.refused(problem.TooFewPlayers, d.post(path+"/rematch", host, nil))
	}
}

func TestIfMatch_of_freeing_a_seat_is_honoured_when_sent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(4, 2, nil)
	free := func(who client.Caller) client.Answer {
		return d.ask(http.MethodDelete, g.path("/players/1"), who, nil)
	}
	p := d.refused(problem.StaleVersion, free(g.seats[0].At(1)))
	assert.NotEmpty(t, p.Game)
	d.refused(problem.StaleVersion, free(g.seats[0].At(3)))
	d.done(http.StatusOK, free(g.seats[0].At(2)))
	late := newcomer()
	d.done(http.StatusCreated, d.post(g.path("/players"), late, object{"name": "Ben"}))
	d.refused(problem.StaleVersion, free(g.seats[0].At(2)))
	assert.Equal(t, 1, g.view(late).You.Seat, "a retry throws nobody out who sat down meanwhile")
	d.done(http.StatusOK, free(g.seats[0]))
	d.done(http.StatusOK, free(g.seats[0]))
}

func TestVersion_R12_acceptances_make_nobodys_sight_stale(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(4, object{"callSeconds": nil})
	player := g.turn()
	before := g.now().Version
	open := g.play(player).Version
	next, second, third := g.after(player, 1), g.after(player, 2), g.after(player, 3)
	g.accept(second)
	body := object{"cards": g.hand(next)[:1]}
	d.refused(problem.StaleVersion, d.post(g.path("/accepts"), g.seats[third].At(before), nil))
	d.refused(problem.CallsOpen, d.post(g.path("/plays"), g.seats[next].At(open), body))
	d.done(http.StatusOK, d.post(g.path("/accepts"), g.seats[third].At(open), nil))
	d.refused(problem.AlreadyAnswered, d.post(g.path("/calls"), g.seats[third].At(open), nil))
	d.refused(problem.StaleVersion, d.post(g.path("/rounds"), g.seats[next].At(open), nil))
	d.done(http.StatusOK, d.post(g.path("/plays"), g.seats[next].At(open), body))
	d.refused(problem.StaleVersion, d.post(g.path("/calls"), g.seats[second].At(open), nil))
}

func TestVersion_R12_the_acceptance_that_closes_the_play_makes_stale(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(3, object{"callSeconds": 0})
	player := g.turn()
	open := g.play(player).Version
	g.accept(g.after(player, 2), g.after(player, 1))
	next := g.after(player, 1)
	d.refused(problem.StaleVersion, d.post(g.path("/plays"), g.seats[next].At(open), object{"cards": g.hand(next)[:1]}))
	d.refused(problem.StaleVersion, d.post(g.path("/plays"), g.seats[next].At(open+1), object{"cards": g.hand(next)[:1]}))
	g.play(next)
}

func TestVersion_of_a_command_is_judged_after_what_was_due(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, object{"turnSeconds": 60})
	player := g.by(g.turn())
	body := object{"cards": g.hand(g.turn())[:1]}
	g.pass(time.Minute)
	p := d.refused(problem.StaleVersion, d.post(g.path("/plays"), player, body))
	assert.JSONEq(t, string(d.get(g.path(""), player).Body), string(p.Game))
	assert.Equal(t, 3, g.now().Version)
}

// One act adds one, whatever it causes; one request may add several acts.
func TestVersion_grows_by_one_with_each_act(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, object{"handSize": 1, "rounds": 2, "turnSeconds": 10})
	assert.Equal(t, 2, g.now().Version, "a joining and the deal that it causes")
	player := g.turn()
	assert.Equal(t, 3, g.play(player, g.hand(player)...).Version)
	ended := g.accept(g.after(player, 1))
	assert.Equal(t, 4, ended.Version, "an acceptance and the end of the round")
	assert.Equal(t, "roundOver", ended.Status)
	assert.Equal(t, 5, g.deal(0).Version)
	g.pass(25 * time.Second)
	assert.Equal(t, 7, g.now().Version, "a time-out of the turn, then one of the answer")
	for i, e := range g.events(nobody, 500) {
		version, ok := e["version"].(float64)
		require.True(t, ok)
		assert.LessOrEqual(t, version, 7.0, strconv.Itoa(i))
	}
}

func TestVersion_refusals_change_nothing(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	d := newDeskOn(t, kept)
	g := d.table(3, object{"callSeconds": 0})
	player := g.turn()
	g.play(player)
	view, writes := d.get(g.path(""), g.seats[0]), kept.writes()
	for _, refusal := range []client.Answer{
		d.post(g.path("/plays"), g.by(player), object{"cards": g.hand(player)[:1]}),
		d.post(g.path("/plays"), g.by(g.after(player, 1)), object{"cards": g.hand(player)[:1]}),
		d.post(g.path("/plays"), g.by(g.after(player, 1)), object{"cards": []string{}}),
		d.post(g.path("/plays"), g.by(g.after(player, 1)), []byte("{")),
		d.post(g.path("/calls"), g.by(player), nil),
		d.post(g.path("/calls"), newcomer().At(4), nil),
		d.post(g.path("/calls"), g.seats[0].At(1), nil),
		d.post(g.path("/rounds"), g.by(0), nil),
		d.post(g.path("/start"), g.by(0), nil),
		d.post(g.path("/players"), newcomer(), object{"name": "Zoe"}),
		d.post(g.path("/rematch"), g.seats[0], nil),
		d.ask(http.MethodDelete, g.path("/players/1"), g.seats[0], nil),
	} {
		assert.GreaterOrEqual(t, refusal.Status, 400)
	}
	assert.Equal(t, string(view.Body), string(d.get(g.path(""), g.seats[0]).Body))
	assert.Equal(t, writes, kept.writes())
}

// What is said of a version that is not there is true.
func TestVersion_that_is_not_there_yet(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	for tag, words := range map[string]string{
		`"1"`:    "You saw version 1; the game is at version 2.",
		`"7"`:    "The game has not come to the version that you name; it is at version 2.",
		`"abcd"`: "The game has not come to the version that you name; it is at version 2.",
	} {
		p := d.refused(problem.StaleVersion, d.post(g.path("/calls"), with(g.seats[0], "If-Match", tag), nil))
		assert.Equal(t, words, p.Detail, tag)
	}
}
