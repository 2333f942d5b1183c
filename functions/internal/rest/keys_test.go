package rest_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"cheat/acceptance/client"
	"cheat/functions/internal/problem"
)

// keyed is the caller with an Idempotency-Key.
func keyed(who client.Caller, key string) client.Caller {
	who.Key = key
	return who
}

// replayed states that an answer is that of a request carried out before.
func (d *desk) replayed(status int, answer client.Answer) client.Answer {
	d.t.Helper()
	d.done(status, answer)
	assert.Equal(d.t, "true", answer.Header.Get("Idempotency-Replayed"))
	return answer
}

func (d *desk) notReplayed(status int, answer client.Answer) client.Answer {
	d.t.Helper()
	d.done(status, answer)
	assert.Empty(d.t, answer.Header.Values("Idempotency-Replayed"))
	return answer
}

func TestKey_is_1_to_64_visible_ASCII_characters(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	for _, values := range [][]string{{""}, {"a b"}, {strings.Repeat("k", 65)}, {"schlüssel"}, {"a\tb"}, {"k", "k"}} {
		p := d.refused(problem.InvalidRequest, d.post(g.path("/calls"), with(g.by(0), "Idempotency-Key", values...), nil))
		if assert.Len(t, p.Errors, 1) {
			assert.Equal(t, "Idempotency-Key", p.Errors[0]["header"])
		}
	}
	for _, key := range []string{"k", strings.Repeat("k", 64), "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", " k "} { // a header's own spaces are not its value's
		d.done(http.StatusCreated, d.post("/v1/games", with(newcomer(), "Idempotency-Key", key), object{"name": "Ada", "seats": 2}))
	}
}

func TestKey_replays_a_play_with_todays_view_and_the_first_status(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(3, object{"callSeconds": 0})
	player := g.turn()
	who := keyed(g.by(player), "k-1")
	body := object{"cards": g.hand(player)[:2]}
	d.notReplayed(http.StatusOK, d.post(g.path("/plays"), who, body))
	left := len(g.hand(player))
	for i := 1; i <= 3; i++ { // three moves later, the last of them his own neighbour's
		other := g.after(player, i)
		if other != player {
			g.play(other)
		}
		answer := d.replayed(http.StatusOK, d.post(g.path("/plays"), who, body))
		assert.JSONEq(t, string(d.get(g.path(""), who).Body), string(answer.Body), "today's view")
		assert.Equal(t, d.get(g.path(""), who).Header.Get("ETag"), answer.Header.Get("ETag"))
		assert.Len(t, g.hand(player), left, "nothing is played twice")
	}
}

func TestKey_of_every_command_is_remembered(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	body := object{"name": "Ada", "seats": 4, "rules": object{"handSize": 1, "rounds": 2, "callSeconds": 0}}
	host, guest := newcomer(), newcomer()
	d.notReplayed(http.StatusCreated, d.post("/v1/games", keyed(host, "create"), body))
	made := read[client.Seated](d, d.replayed(http.StatusCreated, d.post("/v1/games", keyed(host, "create"), body)))
	g := &game{desk: d, id: made.Game.ID, seats: []client.Caller{host, guest}}
	assert.Empty(t, made.Token)
	assert.Equal(t, 0, *made.Seat)

	twice := func(status int, path string, who client.Caller, body any) {
		t.Helper()
		first := d.notReplayed(status, d.post(g.path(path), who, body))
		again := d.replayed(status, d.post(g.path(path), who, body))
		assert.JSONEq(t, string(first.Body), string(again.Body))
		assert.Equal(t, first.Header.Get("ETag"), again.Header.Get("ETag"))
		assert.Equal(t, first.Header.Get("Location"), again.Header.Get("Location"))
		d.refused(problem.IdempotencyKeyReused, d.post(g.path("/calls"), with(who, "If-Match", `"1"`), []byte("{}")))
	}
	twice(http.StatusCreated, "/players", keyed(guest, "join"), object{"name": "Ben"})
	twice(http.StatusOK, "/start", keyed(host, "start"), nil)
	player := g.turn()
	twice(http.StatusOK, "/plays", keyed(g.by(player), "play"), object{"cards": g.hand(player)})
	twice(http.StatusOK, "/accepts", keyed(g.by(1-player), "accept"), nil)
	assert.Equal(t, "roundOver", g.now().Status)
	twice(http.StatusOK, "/rounds", keyed(g.by(0), "deal"), nil)
	player = g.turn()
	g.play(player)
	first := d.notReplayed(http.StatusOK, d.post(g.path("/calls"), keyed(g.by(1-player), "call"), nil))
	again := d.replayed(http.StatusOK, d.post(g.path("/calls"), keyed(g.by(1-player), "call"), nil))
	assert.JSONEq(t, string(first.Body), string(again.Body))
	g.finish()
	rematch := d.notReplayed(http.StatusCreated, d.post(g.path("/rematch"), keyed(host, "rematch"), object{"entropy": "e"}))
	twiceMade := d.replayed(http.StatusCreated, d.post(g.path("/rematch"), keyed(host, "rematch"), object{"entropy": "e"}))
	assert.JSONEq(t, string(rematch.Body), string(twiceMade.Body))
	d.refused(problem.IdempotencyKeyReused, d.post(g.path("/rematch"), keyed(host, "rematch"), object{"entropy": "f"}))
	d.refused(problem.IdempotencyKeyReused, d.post(g.path("/calls"), keyed(host, "deal").At(1), nil))
}

func TestKey_with_another_request_is_422(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	player := g.turn()
	who := keyed(g.by(player), "k")
	hand := g.hand(player)
	d.done(http.StatusOK, d.post(g.path("/plays"), who, object{"cards": hand[:1], "rank": "7"}))
	version := g.now().Version
	for _, other := range []object{
		{"cards": hand[1:2], "rank": "7"}, {"cards": hand[:1]}, {"cards": hand[:1], "rank": "8"}, {"cards": append(hand[:1:1], hand[0]), "rank": "7"}, {"cards": []string{}},
	} {
		p := d.refused(problem.IdempotencyKeyReused, d.post(g.path("/plays"), who, other))
		assert.Empty(t, p.Game)
	}
	for _, path := range []string{"/calls", "/accepts", "/rounds", "/start", "/rematch"} {
		d.refused(problem.IdempotencyKeyReused, d.post(g.path(path), who, nil))
	}
	d.refused(problem.IdempotencyKeyReused, d.post(g.path("/players"), who, object{"name": "Ada"}))
	assert.Equal(t, version, g.now().Version)
	// The route and the decoded body count: not how it was written, nor the headers.
	d.replayed(http.StatusOK, d.post(g.path("/plays"), who.At(77), []byte(` { "rank":"7", "cards" : ["\u00`+hexOf(hand[0][0])+hand[0][1:]+`"] }`)))
}

func hexOf(b byte) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[b>>4], digits[b&15]})
}

func TestKey_belongs_to_one_player_of_one_game(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g, other := d.table(2, nil), d.lobby(3, 1, nil)
	player := g.turn()
	who := g.seats[player]
	d.done(http.StatusOK, d.post(g.path("/plays"), keyed(g.by(player), "k"), object{"cards": g.hand(player)[:1]}))
	d.notReplayed(http.StatusCreated, d.post(other.path("/players"), keyed(who, "k"), object{"name": "Zoe"}))
	d.notReplayed(http.StatusOK, d.post(g.path("/plays"), keyed(g.by(1-player), "k"), object{"cards": g.hand(1 - player)[:1]}))
	d.notReplayed(http.StatusCreated, d.post("/v1/games", keyed(who, "k"), object{"name": "Ada", "seats": 2}))
	d.notReplayed(http.StatusCreated, d.post("/v1/games", keyed(newcomer(), "k"), object{"name": "Ada", "seats": 2}))
}

func TestKey_of_a_rematch_is_the_old_games(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, object{"handSize": 1})
	g.winRound()
	host := g.seats[0]
	made := read[client.Seated](d, d.done(http.StatusCreated, d.post(g.path("/rematch"), keyed(host, "k"), nil)))
	next := &game{desk: d, id: made.Game.ID, seats: []client.Caller{host}}
	d.refused(problem.TooFewPlayers, d.post(next.path("/start"), keyed(host, "k"), nil)) // another game
	d.notReplayed(http.StatusCreated, d.post(next.path("/players"), keyed(g.seats[1], "k"), object{"name": "Ben"}))
	d.replayed(http.StatusCreated, d.post(g.path("/rematch"), keyed(host, "k"), nil))
	d.refused(problem.IdempotencyKeyReused, d.post(g.path("/rematch"), keyed(host, "k"), object{"entropy": "e"}))
}

func TestKey_a_refusal_is_not_remembered(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	player := g.turn()
	who := keyed(g.by(player), "k")
	d.refused(problem.CardsNotInHand, d.post(g.path("/plays"), who, object{"cards": g.hand(1 - player)[:1]}))
	d.refused(problem.WrongCardCount, d.post(g.path("/plays"), who, object{"cards": []string{}}))
	d.notReplayed(http.StatusOK, d.post(g.path("/plays"), who, object{"cards": g.hand(player)[:1]}))
}

func TestKey_needs_a_token_to_create_or_join(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(3, 1, nil)
	for path, body := range map[string]object{"/v1/games": {"name": "Ada", "seats": 2}, g.path("/players"): {"name": "Ben"}} {
		p := d.refused(problem.InvalidRequest, d.post(path, keyed(nobody, "k"), body))
		assert.Equal(t, "Idempotency-Key", p.Errors[0]["header"])
	}
	d.refused(problem.NotAPlayer, d.post(g.path("/start"), keyed(nobody, "k"), nil))
}

func TestKey_is_ignored_on_GET_and_DELETE(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(3, 2, nil)
	for _, key := range []string{"k", "", "a b", strings.Repeat("k", 99)} {
		who := with(g.seats[1], "Idempotency-Key", key)
		d.notReplayed(http.StatusOK, d.get(g.path(""), who))
		d.notReplayed(http.StatusOK, d.ask(http.MethodDelete, g.path("/players/me"), who, nil))
		d.notReplayed(http.StatusCreated, d.post(g.path("/players"), keyed(g.seats[1], "again"), object{"name": "Ben"}))
	}
}

func TestKey_memory_ends_with_the_seat(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(4, 1, nil)
	ben := keyed(newcomer(), "k")
	join := func(who client.Caller, name string) client.Answer {
		return d.post(g.path("/players"), who, object{"name": name})
	}
	d.notReplayed(http.StatusCreated, join(ben, "Ben"))
	d.done(http.StatusOK, d.ask(http.MethodDelete, g.path("/players/me"), ben, nil))
	d.notReplayed(http.StatusCreated, join(ben, "Ben"))
	d.done(http.StatusOK, d.ask(http.MethodDelete, g.path("/players/1"), g.seats[0], nil))
	// Somebody else sits there now, and has no part in that memory.
	cyd := newcomer()
	d.notReplayed(http.StatusCreated, join(cyd, "Cyd"))
	d.refused(problem.NotTheHost, d.post(g.path("/start"), keyed(cyd, "k"), nil))
	d.notReplayed(http.StatusCreated, join(ben, "Ben"))
	d.replayed(http.StatusCreated, join(ben, "Ben"))

	running := d.table(3, object{"callSeconds": 0})
	player := running.turn()
	who := keyed(running.by(player), "k")
	body := object{"cards": running.hand(player)[:1]}
	d.done(http.StatusOK, d.post(running.path("/plays"), who, body))
	running.leave(player)
	d.refused(problem.NotAPlayer, d.post(running.path("/plays"), who, body))
}

// Seats that close up at the start take their memories along.
func TestKey_memory_follows_the_person_when_seats_close_up(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(5, 2, nil)
	cyd, dot := newcomer(), newcomer()
	d.done(http.StatusCreated, d.post(g.path("/players"), keyed(cyd, "c"), object{"name": "Cyd"}))
	d.done(http.StatusCreated, d.post(g.path("/players"), keyed(dot, "d"), object{"name": "Dot"}))
	d.done(http.StatusOK, d.ask(http.MethodDelete, g.path("/players/1"), g.seats[0], nil))
	d.done(http.StatusOK, d.post(g.path("/start"), keyed(g.seats[0], "start"), nil))
	seated := read[client.Seated](d, d.replayed(http.StatusCreated, d.post(g.path("/players"), keyed(cyd, "c"), object{"name": "Cyd"})))
	assert.Equal(t, 1, *seated.Seat)
	seated = read[client.Seated](d, d.replayed(http.StatusCreated, d.post(g.path("/players"), keyed(dot, "d"), object{"name": "Dot"})))
	assert.Equal(t, 2, *seated.Seat)
	d.replayed(http.StatusOK, d.post(g.path("/start"), keyed(g.seats[0], "start"), nil))
	d.refused(problem.AlreadySeated, d.post(g.path("/players"), keyed(cyd, "d"), object{"name": "Dot"}))
}

func TestKey_of_a_creation_outlives_the_hosts_seat_but_not_the_game(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	host := keyed(newcomer(), "k")
	body := object{"name": "Ada", "seats": 3}
	create := func() client.Answer { return d.post("/v1/games", host, body) }
	made := read[client.Seated](d, d.notReplayed(http.StatusCreated, create()))
	g := &game{desk: d, id: made.Game.ID}
	d.done(http.StatusCreated, d.post(g.path("/players"), newcomer(), object{"name": "Ben"}))
	d.done(http.StatusOK, d.ask(http.MethodDelete, g.path("/players/me"), host, nil))
	d.Clock.Advance(25 * time.Hour)
	left := d.replayed(http.StatusCreated, create())
	again := read[client.Seated](d, left)
	assert.Equal(t, g.id, again.Game.ID)
	assert.Nil(t, again.Seat)
	assert.Nil(t, again.Game.You, "a spectator's view")
	assert.True(t, slices.Contains(again.Game.Actions, "join"))
	assert.Equal(t, "/v1/games/"+g.id, left.Header.Get("Location"))
	d.refused(problem.IdempotencyKeyReused, d.post("/v1/games", host, object{"name": "Ada", "seats": 4}))
	d.Clock.Advance(7 * 24 * time.Hour)
	d.refused(problem.GameExpired, create())
}

func TestKey_pushes_no_other_seats_key_out_and_is_not_pushed_out_without_one(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, object{"callSeconds": 0})
	player := g.turn()
	first := keyed(g.by(player), "first")
	body := object{"cards": g.hand(player)[:1]}
	d.done(http.StatusOK, d.post(g.path("/plays"), first, body))
	for range 4 { // neither what others do with keys, nor what he does without one
		d.done(http.StatusOK, d.post(g.path("/plays"), keyed(g.by(1-player), client.NewToken()), object{"cards": g.hand(1 - player)[:1]}))
		d.replayed(http.StatusOK, d.post(g.path("/plays"), first, body))
		g.play(player)
	}
	d.replayed(http.StatusOK, d.post(g.path("/plays"), first, body))
}
