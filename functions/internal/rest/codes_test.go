package rest_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/problem"
	"cheat/functions/internal/rest"
	"cheat/infra/store"
)

// producers make an answer of each code.
var producers = map[problem.Code]func(d *desk) client.Answer{
	problem.InvalidRequest: func(d *desk) client.Answer { return d.post("/v1/games", nobody, []byte("{")) },
	problem.BadToken:       func(d *desk) client.Answer { return d.get("/v1/me/games", nobody) },
	problem.NotAPlayer: func(d *desk) client.Answer {
		return d.post(d.table(2, nil).path("/calls"), newcomer(), nil)
	},
	problem.NotTheHost: func(d *desk) client.Answer {
		g := d.lobby(3, 2, nil)
		return d.post(g.path("/start"), g.seats[1], nil)
	},
	problem.NoSuchGame: func(d *desk) client.Answer { return d.get("/v1/games/none", nobody) },
	problem.NoSuchRound: func(d *desk) client.Answer {
		return d.get(d.table(2, nil).path("/rounds/2"), nobody)
	},
	problem.NoSuchSeat: func(d *desk) client.Answer {
		g := d.lobby(2, 1, nil)
		return d.ask(http.MethodDelete, g.path("/players/2"), g.seats[0], nil)
	},
	problem.NoSuchRoute:      func(d *desk) client.Answer { return d.get("/v1/nothing", nobody) },
	problem.MethodNotAllowed: func(d *desk) client.Answer { return d.ask(http.MethodPut, "/v1/games", nobody, nil) },
	problem.NotYourTurn: func(d *desk) client.Answer {
		g := d.table(2, nil)
		return d.post(g.path("/plays"), g.by(1-g.turn()), object{"cards": []string{"7a"}})
	},
	problem.AnswerFirst: func(d *desk) client.Answer {
		g := d.table(2, object{"handSize": 1, "rounds": 2})
		player := g.turn()
		g.play(player)
		return d.post(g.path("/plays"), g.by(1-player), object{"cards": []string{"7a"}})
	},
	problem.CallsOpen: func(d *desk) client.Answer {
		g := d.table(3, nil)
		player := g.turn()
		g.play(player)
		return d.post(g.path("/plays"), g.by(g.after(player, 1)), object{"cards": []string{"7a"}})
	},
	problem.NothingToCall: func(d *desk) client.Answer {
		g := d.table(2, nil)
		return d.post(g.path("/calls"), g.by(0), nil)
	},
	problem.NothingToAccept: func(d *desk) client.Answer {
		g := d.table(2, nil)
		return d.post(g.path("/accepts"), g.by(0), nil)
	},
	problem.OwnPlay: func(d *desk) client.Answer {
		g := d.table(2, nil)
		player := g.turn()
		g.play(player)
		return d.post(g.path("/calls"), g.by(player), nil)
	},
	problem.AlreadyAnswered: func(d *desk) client.Answer {
		g := d.table(3, nil)
		other := g.after(g.turn(), 1)
		g.play(g.turn())
		g.accept(other)
		return d.post(g.path("/accepts"), g.by(other), nil)
	},
	problem.NotTheNextPlayer: func(d *desk) client.Answer {
		g := d.table(3, object{"callers": "next"})
		player := g.turn()
		g.play(player)
		return d.post(g.path("/calls"), g.by(g.after(player, 2)), nil)
	},
	problem.NotInRound: func(d *desk) client.Answer {
		g := d.table(3, object{"handSize": 1, "finish": "playOn", "callSeconds": 0, "rounds": 2})
		player := g.turn()
		g.play(player)
		g.accept(g.after(player, 1), g.after(player, 2))
		return d.post(g.path("/plays"), g.by(player), object{"cards": []string{"7a"}})
	},
	problem.NotPlaying: func(d *desk) client.Answer {
		g := d.lobby(2, 1, nil)
		return d.post(g.path("/calls"), g.by(0), nil)
	},
	problem.RoundNotOver: func(d *desk) client.Answer {
		return d.get(d.table(2, nil).path("/rounds/1"), nobody)
	},
	problem.GameFull: func(d *desk) client.Answer {
		return d.post(d.table(2, nil).path("/players"), newcomer(), object{"name": "Zoe"})
	},
	problem.AlreadyStarted: func(d *desk) client.Answer {
		g := d.table(2, nil)
		return d.post(g.path("/start"), g.by(0), nil)
	},
	problem.AlreadySeated: func(d *desk) client.Answer {
		g := d.lobby(3, 2, nil)
		return d.post(g.path("/players"), g.seats[1], object{"name": "Zoe"})
	},
	problem.NameTaken: func(d *desk) client.Answer {
		return d.post(d.lobby(3, 2, nil).path("/players"), newcomer(), object{"name": "ADA"})
	},
	problem.TooFewPlayers: func(d *desk) client.Answer {
		g := d.lobby(3, 1, nil)
		return d.post(g.path("/start"), g.by(0), nil)
	},
	problem.TooManyGames: func(d *desk) client.Answer {
		busy := newcomer()
		for range 100 {
			d.create(busy, nil)
		}
		return d.post("/v1/games", busy, object{"name": "Ada", "seats": 2})
	},
	problem.GameOver: func(d *desk) client.Answer {
		g := d.table(2, nil)
		g.finish()
		return d.post(g.path("/calls"), g.by(0), nil)
	},
	problem.GameNotOver: func(d *desk) client.Answer {
		g := d.table(2, nil)
		return d.post(g.path("/rematch"), g.by(0), nil)
	},
	problem.GameExpired: func(d *desk) client.Answer {
		g := d.lobby(2, 1, nil)
		g.pass(8 * 24 * time.Hour)
		return d.get(g.path(""), nobody)
	},
	problem.StaleVersion: func(d *desk) client.Answer {
		g := d.table(2, nil)
		return d.post(g.path("/calls"), g.seats[0].At(1), nil)
	},
	problem.BodyTooLarge: func(d *desk) client.Answer {
		return d.post("/v1/games", nobody, []byte(strings.Repeat(" ", 9000)))
	},
	problem.UnsupportedMediaType: func(d *desk) client.Answer {
		return d.post("/v1/games", with(nobody, "Content-Type", "text/plain"), []byte("{}"))
	},
	problem.CardsNotInHand: func(d *desk) client.Answer {
		g := d.table(2, nil)
		return d.post(g.path("/plays"), g.by(g.turn()), object{"cards": g.hand(1 - g.turn())[:1]})
	},
	problem.WrongCardCount: func(d *desk) client.Answer {
		g := d.table(2, nil)
		return d.post(g.path("/plays"), g.by(g.turn()), object{"cards": []string{}})
	},
	problem.NoSuchCard: func(d *desk) client.Answer {
		g := d.table(2, nil)
		return d.post(g.path("/plays"), g.by(g.turn()), object{"cards": []string{"1a"}})
	},
	problem.WrongRank: func(d *desk) client.Answer {
		g := d.table(2, nil)
		return d.post(g.path("/plays"), g.by(g.turn()), object{"cards": g.hand(g.turn())[:1], "rank": "A"})
	},
	problem.PaleAlone: func(d *desk) client.Answer {
		g := d.tableWhere(2, object{"chroniclers": true, "paleAlone": true}, func(g *game) bool {
			return slices.Contains(g.hand(g.turn()), "Pc")
		})
		return d.post(g.path("/plays"), g.by(g.turn()), object{"cards": []string{"Pc", g.hand(g.turn())[0]}})
	},
	problem.BadRules: func(d *desk) client.Answer {
		return d.post("/v1/games", nobody, object{"name": "Ada", "seats": 5, "rules": object{"decks": 1}})
	},
	problem.IdempotencyKeyReused: func(d *desk) client.Answer {
		who := newcomer()
		who.Key = "k"
		d.create(who, nil)
		return d.post("/v1/games", who, object{"name": "Ada", "seats": 3})
	},
	problem.VersionRequired: func(d *desk) client.Answer {
		g := d.table(2, nil)
		return d.post(g.path("/calls"), g.seats[0], nil)
	},
	problem.TooManyRequests: func(d *desk) client.Answer {
		d.limited(&limit{wait: 90 * time.Second})
		return d.post("/v1/games", nobody, object{"name": "Ada", "seats": 2})
	},
	problem.InternalError: func(d *desk) client.Answer {
		return failing(d, errors.New("a damaged record: TOP SECRET")).get("/v1/games", nobody)
	},
	problem.TryAgain: func(d *desk) client.Answer {
		return failing(d, fmt.Errorf("%w: TOP SECRET", store.ErrUnavailable)).get("/v1/games", nobody)
	},
}

// limited has the desk ask an API that lets so many create and join.
func (d *desk) limited(l *limit) {
	api := &rest.API{
		Games: d.Games, Now: d.Clock.Now, Random: drawnFrom("tokens"), Page: http.NotFoundHandler(), Log: slog.New(slog.DiscardHandler), Limit: l,
	}
	server := httptest.NewServer(api.Handler())
	d.t.Cleanup(server.Close)
	d.api.Base = server.URL
}

// limit lets so many pass.
type limit struct {
	left  int
	asked int
	wait  time.Duration
}

func (l *limit) Allow(address string, _ time.Time) (bool, time.Duration) {
	l.asked++
	if l.left == 0 || !strings.HasPrefix(address, "127.0.0.1:") {
		return false, l.wait
	}
	l.left--
	return true, 0
}

// Only what takes a seat is counted, a rematch too, and only when they were asked for properly.
func TestLimit_is_for_creating_and_joining(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	l := &limit{left: 2, wait: time.Second}
	d.limited(l)
	g := d.create(newcomer(), object{"seats": 3})
	g.sit(newcomer())
	d.refused(problem.TooManyRequests, d.post(g.path("/players"), newcomer(), object{"name": "Cyd"}))
	d.refused(problem.TooManyRequests, d.post("/v1/games", newcomer(), object{"name": "Ada", "seats": 2}))
	assert.Equal(t, 4, l.asked)
	d.refused(problem.InvalidRequest, d.post("/v1/games", nobody, object{"name": "Ada"}))
	d.refused(problem.InvalidRequest, d.post("/v1/games", client.Caller{Key: "k"}, object{"name": "Ada", "seats": 2}))
	d.refused(problem.BadToken, d.post("/v1/games", with(nobody, "Authorization", "x"), object{"name": "Ada", "seats": 2}))
	d.done(http.StatusOK, d.post(g.path("/start"), g.seats[0], nil))
	g.seats = g.seats[:2]
	g.play(g.turn())
	d.done(http.StatusOK, d.get("/v1/games", nobody))
	assert.Equal(t, 4, l.asked)
	g.leave(0) // finished
	d.refused(problem.TooManyRequests, d.post(g.path("/rematch"), g.seats[1], nil))
	assert.Equal(t, 5, l.asked)
}

// failing is a desk whose store fails every query.
func failing(d *desk, err error) *desk { return newDeskOn(d.t, failingStore{nil, err}) }

type failingStore struct {
	store.Store
	err error
}

func (f failingStore) Query(context.Context, store.Range) ([]store.Item, string, error) {
	return nil, "", f.err
}

func TestCodes_each_is_produced(t *testing.T) {
	t.Parallel()
	for _, code := range problem.Codes() {
		t.Run(string(code), func(t *testing.T) {
			t.Parallel()
			produce := producers[code]
			require.NotNil(t, produce, "no request is known that gives this code")
			d := newDesk(t)
			answer := produce(d)
			p := d.refused(code, answer)
			assert.NotEmpty(t, p.Title)
			assert.NotEmpty(t, p.Detail)
			assert.Equal(t, code == problem.InvalidRequest, len(p.Errors) > 0)
			aboutGame := answer.Status == http.StatusConflict || answer.Status == http.StatusPreconditionFailed
			if code == problem.TooManyGames { // creating: there is no game to show
				aboutGame = false
			}
			assert.Equal(t, aboutGame, len(p.Game) > 0, "the game comes with 409 and 412")
			wait := answer.Header.Get("Retry-After")
			switch code {
			case problem.CallsOpen:
				assert.Equal(t, "5", wait)
			case problem.TooManyRequests:
				assert.Equal(t, "91", wait)
			case problem.TryAgain:
				assert.Equal(t, "1", wait)
			default:
				assert.Empty(t, wait)
			}
			assert.NotContains(t, string(answer.Body), "SECRET")
		})
	}
}

// An error that is ours tells the client the request's id, and the log the rest.
func TestCodes_internal_error_has_an_id_that_the_log_has_too(t *testing.T) {
	t.Parallel()
	d := failing(newDesk(t), errors.New("a damaged record"))
	body := read[object](d, d.get("/v1/games", nobody))
	id, _ := body["requestId"].(string)
	require.NotEmpty(t, id)
	assert.Len(t, body, 6, "type, title, status, detail, code and the id, nothing else")
	assert.Contains(t, d.Logs.String(), id)
	assert.Contains(t, d.Logs.String(), "a damaged record")
}
