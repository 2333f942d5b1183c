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

// Each row has two things wrong at once, neighbours in the order of the contract;
// the first of them is told.
func TestPrecedence_of_requests(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	expired := d.lobby(3, 2, nil)
	keyed := expired.seats[0]
	keyed.Key = "k"
	d.done(http.StatusOK, d.post(expired.path("/start"), keyed, nil))
	d.Clock.Advance(365 * 24 * time.Hour)
	g := d.table(3, object{"callSeconds": 0})
	lobby := d.lobby(3, 2, nil)
	joined := newcomer()
	joined.Key = "joining"
	third := d.lobby(4, 1, nil)
	d.done(http.StatusCreated, d.post(third.path("/players"), joined, object{"name": "Ben"}))

	player := g.turn()
	now := g.now().Version
	mine, bad := g.seats[player], with(nobody, "Authorization", "Basic x")
	large, broken := []byte("{"+strings.Repeat(" ", 9000)), []byte("{")
	plain := func(who client.Caller) client.Caller { return with(who, "Content-Type", "text/plain") }
	unknown := "/v1/games/" + strings.Repeat("0", 26)
	other := g.after(player, 1)
	card := object{"cards": g.hand(player)[:1]}
	foreign := object{"cards": g.hand(other)[:1]}

	rows := []struct {
		first, second string
		want          problem.Code
		got           client.Answer
	}{
		{"404 of the route", "401", problem.NoSuchRoute, d.post("/v1/nothing", bad, nil)},
		{"405", "401", problem.MethodNotAllowed, d.ask(http.MethodPut, g.path(""), bad, nil)},
		{"401", "413", problem.BadToken, d.post(g.path("/plays"), bad, large)},
		{"401", "400 of the query", problem.BadToken, d.get(g.path("?x=1"), bad)},
		{"401 of a list without a token", "400 of the query", problem.BadToken, d.get("/v1/me/games?x=1", nobody)},
		{"413", "415", problem.BodyTooLarge, d.post(g.path("/plays"), plain(mine), large)},
		{"413", "400", problem.BodyTooLarge, d.post(g.path("/plays"), mine, large)},
		{"415", "400 of the body", problem.UnsupportedMediaType, d.post(g.path("/plays"), plain(mine), broken)},
		{"415", "400 of the header", problem.UnsupportedMediaType, d.post(g.path("/plays"), plain(with(mine, "If-Match", "*")), card)},
		{"400 of the body", "404 of the game", problem.InvalidRequest, d.post(unknown+"/plays", mine, broken)},
		{"400 of the query", "404 of the game", problem.InvalidRequest, d.get(unknown+"?x=1", mine)},
		{"400 of the version", "404 of the game", problem.InvalidRequest, d.post(unknown+"/calls", with(mine, "If-Match", "*"), nil)},
		{"400 of the key", "404 of the game", problem.InvalidRequest, d.post(unknown+"/calls", with(mine, "Idempotency-Key", "a b"), nil)},
		{"400 of a key without a token", "404 of the game", problem.InvalidRequest, d.post(unknown+"/players", client.Caller{Key: "k"}, object{"name": "Ben"})},
		{"400", "410", problem.InvalidRequest, d.post(expired.path("/calls"), with(expired.seats[0], "If-Match", "*"), nil)},
		{"400", "422 of the key", problem.InvalidRequest, d.post(third.path("/start"), joined, broken)},
		{"400 of the cards' form", "403", problem.InvalidRequest, d.post(g.path("/plays"), newcomer(), object{"cards": "7a"})},
		{"404 of the game", "403", problem.NoSuchGame, d.post(unknown+"/calls", nobody, nil)},
		{"404 of the seat", "403", problem.NoSuchSeat, d.ask(http.MethodDelete, lobby.path("/players/7"), nobody, nil)},
		{"410", "403", problem.GameExpired, d.post(expired.path("/calls"), nobody, nil)},
		{"410", "404 of the seat", problem.GameExpired, d.ask(http.MethodDelete, expired.path("/players/7"), nobody, nil)},
		{"410", "a replay", problem.GameExpired, d.post(expired.path("/start"), keyed, nil)},
		{"410", "428", problem.GameExpired, d.post(expired.path("/calls"), expired.seats[0], nil)},
		{"422 of the key", "403 of the host", problem.IdempotencyKeyReused, d.post(third.path("/start"), joined, nil)},
		{"422 of the key", "428", problem.IdempotencyKeyReused, d.post(third.path("/calls"), joined, nil)},
		{"422 of the key", "412", problem.IdempotencyKeyReused, d.post(third.path("/calls"), joined.At(77), nil)},
		{"403", "428", problem.NotAPlayer, d.post(g.path("/calls"), newcomer(), nil)},
		{"403", "412", problem.NotAPlayer, d.post(g.path("/calls"), newcomer().At(1), nil)},
		{"403 of the host", "412", problem.NotTheHost, d.ask(http.MethodDelete, lobby.path("/players/0"), lobby.seats[1].At(77), nil)},
		{"403 of the host", "409", problem.NotTheHost, d.post(g.path("/start"), g.seats[1], nil)},
		{"428", "409", problem.VersionRequired, d.post(lobby.path("/calls"), lobby.seats[0], nil)},
		{"428", "422", problem.VersionRequired, d.post(g.path("/plays"), mine, foreign)},
		{"412", "409", problem.StaleVersion, d.post(g.path("/calls"), mine.At(1), nil)},
		{"412 of what is not there yet", "409", problem.StaleVersion, d.post(g.path("/calls"), mine.At(77), nil)},
		{"412", "422", problem.StaleVersion, d.post(g.path("/plays"), mine.At(1), foreign)},
		{"409", "422", problem.NotYourTurn, d.post(g.path("/plays"), g.seats[other].At(now), card)},
		{"409", "422 of bots", problem.AlreadyStarted, d.post(g.path("/start"), g.seats[0], object{"bots": []string{"easy", "easy"}})},
	}
	for _, row := range rows {
		assert.Equal(t, string(row.want), row.got.Problem().Code, "%s before %s: %d %s", row.first, row.second, row.got.Status, row.got.Body)
	}
}

func TestPrecedence_of_replays(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	player := g.turn()
	who := g.by(player)
	who.Key = "k"
	body := object{"cards": g.hand(player)[:1]}
	d.done(http.StatusOK, d.post(g.path("/plays"), who, body))
	for name, again := range map[string]client.Caller{
		"428": {Token: who.Token, Key: "k"}, "412": who, "412 of what is not there yet": who.At(77),
	} {
		answer := d.done(http.StatusOK, d.post(g.path("/plays"), again, body)) // 409 would come, too: it is not his turn
		assert.Equal(t, "true", answer.Header.Get("Idempotency-Replayed"), "a replay before "+name)
	}
}

func TestPrecedence_of_joining(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	busy := newcomer()
	var others []*game
	for range 100 {
		others = append(others, d.create(busy, nil))
	}
	join := func(g *game, who client.Caller, name string) client.Answer {
		return d.post(g.path("/players"), who, object{"name": name})
	}
	open := d.lobby(3, 2, nil)
	d.refused(problem.NameTaken, join(open, busy, "ben"))
	d.refused(problem.TooManyGames, join(open, busy, "Zoe"))
	d.refused(problem.AlreadySeated, join(others[7], busy, "Zoe"))
	started := d.table(2, nil)
	d.refused(problem.GameFull, join(started, newcomer(), "Ada"))
	d.refused(problem.AlreadySeated, join(started, started.seats[1], "Ada"))
	started.leave(1)
	assert.Equal(t, "finished", started.now().Status)
	d.refused(problem.AlreadySeated, join(started, started.seats[0], "Zoe"))
	d.refused(problem.AlreadySeated, join(started, started.seats[1], "Zoe"))
	d.refused(problem.GameOver, join(started, newcomer(), "Ada"))
	cancelled := d.lobby(2, 1, nil)
	cancelled.leave(0)
	d.refused(problem.GameOver, join(cancelled, newcomer(), "Ada"))
	d.refused(problem.GameOver, join(cancelled, cancelled.seats[0], "Ada"))
	d.refused(problem.TooManyGames, d.post("/v1/games", busy, object{"name": "Ada", "seats": 5, "rules": object{"decks": 1}}))
}

func TestPrecedence_of_playing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	play := func(g *game, seat int, rank string, cards ...string) client.Answer {
		body := object{"cards": append([]string{}, cards...)}
		if rank != "" {
			body["rank"] = rank
		}
		return d.post(g.path("/plays"), g.by(seat), body)
	}
	lobby := d.lobby(2, 1, nil)
	d.refused(problem.NotPlaying, play(lobby, 0, "", "zz"))

	// The first is out, the second's last card waits, the third is out of turn.
	out := d.table(3, object{"handSize": 1, "finish": "playOn", "callSeconds": 0, "rounds": 2})
	first := out.turn()
	second, third := out.after(first, 1), out.after(first, 2)
	out.play(first, out.hand(first)...)
	d.refused(problem.AnswerFirst, play(out, second, "", "zz"))
	out.accept(second, third)
	d.refused(problem.NotInRound, play(out, first, "", "zz"))
	d.refused(problem.NotYourTurn, play(out, third, "", "zz"))
	out.play(second, out.hand(second)...)
	d.refused(problem.AnswerFirst, play(out, first, "", "zz"))
	out.accept(third)
	assert.Equal(t, "roundOver", out.now().Status)
	d.refused(problem.NotPlaying, play(out, first, "", "zz"))
	out.finish()
	d.refused(problem.GameOver, play(out, 0, "", "zz"))

	// A window runs.
	g := d.tableWhere(3, object{"chroniclers": true, "paleAlone": true, "callSeconds": 60, "afterCall": "repeat"}, func(g *game) bool {
		return slices.Contains(g.hand(g.after(g.turn(), 1)), "Pc")
	})
	first = g.turn()
	second, third = g.after(first, 1), g.after(first, 2)
	g.play(first)
	d.refused(problem.NotYourTurn, play(g, third, "", "zz"))
	d.refused(problem.CallsOpen, play(g, second, "", "zz"))
	g.pass(time.Minute)
	hand, foreign := g.hand(second), g.hand(third)
	d.refused(problem.NoSuchCard, play(g, second, "7", "zz", "7a", "7a", "7a", "7a"))
	d.refused(problem.WrongCardCount, play(g, second, "7", foreign[:5]...))
	d.refused(problem.WrongCardCount, play(g, second, "7"))
	d.refused(problem.CardsNotInHand, play(g, second, "7", foreign[0]))
	other := slices.DeleteFunc(slices.Clone(hand), func(c string) bool { return c == "Pc" })[0]
	d.refused(problem.WrongRank, play(g, second, "7", "Pc", other))
	d.refused(problem.PaleAlone, play(g, second, "8", "Pc", other))
	d.done(http.StatusOK, play(g, second, "8", "Pc"))
}

func TestPrecedence_of_calling_and_accepting(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	both := func(g *game, seat int, call, accept problem.Code) {
		t.Helper()
		d.refused(call, d.post(g.path("/calls"), g.by(seat), nil))
		d.refused(accept, d.post(g.path("/accepts"), g.by(seat), nil))
	}
	all := func(g *game, seat int, code problem.Code) { t.Helper(); both(g, seat, code, code) }
	none := func(g *game, seat int) {
		t.Helper()
		both(g, seat, problem.NothingToCall, problem.NothingToAccept)
	}
	all(d.lobby(2, 1, nil), 0, problem.NotPlaying)

	g := d.table(4, object{"handSize": 1, "finish": "playOn", "callers": "next", "rounds": 2})
	first := g.turn()
	second, third, fourth := g.after(first, 1), g.after(first, 2), g.after(first, 3)
	none(g, first)
	none(g, third)
	g.play(first, g.hand(first)...)
	all(g, first, problem.OwnPlay)
	all(g, third, problem.NotTheNextPlayer)
	g.accept(second)
	none(g, first) // out, and his own play is closed
	none(g, fourth)
	g.play(second, g.hand(second)...)
	all(g, second, problem.OwnPlay)
	all(g, first, problem.NotInRound) // nor is he the next player
	g.accept(third)
	g.play(third, g.hand(third)...)
	g.accept(fourth)
	assert.Equal(t, "roundOver", g.now().Status)
	all(g, first, problem.NotPlaying)
	g.finish()
	all(g, 0, problem.GameOver)

	late := d.table(3, object{"callSeconds": 0})
	first = late.turn()
	late.play(first)
	late.accept(late.after(first, 1))
	all(late, late.after(first, 1), problem.AlreadyAnswered)
	late.call(late.after(first, 2))
	none(late, late.after(first, 1))
	none(late, first)
}
