package rest_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/functions/internal/problem"
)

// against makes a game of one person with these bots on the last seats.
func (d *desk) against(seats int, rules object, bots ...string) *game {
	d.t.Helper()
	body := object{"seats": seats, "bots": bots}
	if rules != nil {
		body["rules"] = rules
	}
	return d.create(newcomer(), body)
}

func TestBots_R29_on_all_other_seats_start_at_once(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.against(4, nil, "easy", "normal", "hard")
	at := g.of("dealt")[0]["version"]
	assert.EqualValues(t, 1, at, "all as version 1")
	v := g.now()
	assert.Equal(t, 1, v.Round)
	assert.Equal(t, []string{"human", "bot", "bot", "bot"}, []string{v.Seats[0].Kind, v.Seats[1].Kind, v.Seats[2].Kind, v.Seats[3].Kind})
	seen := []string{}
	for i, level := range []string{"easy", "normal", "hard"} {
		assert.Equal(t, level, *v.Seats[i+1].Level)
		require.NotNil(t, v.Seats[i+1].Name)
		seen = append(seen, strings.ToLower(*v.Seats[i+1].Name))
	}
	slices.Sort(seen)
	assert.Len(t, slices.Compact(append(seen, "ada")), 4, "names of their own")
	assert.Equal(t, "playing", v.Status)
	joined := g.of("joined")
	require.Len(t, joined, 4)
	assert.Equal(t, []any{nil, "easy", "normal", "hard"}, []any{joined[0]["level"], joined[1]["level"], joined[2]["level"], joined[3]["level"]})
}

func TestBots_R29_leave_a_seat_for_a_person(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.refused(problem.BadRules, d.post("/v1/games", nobody, object{"name": "Ada", "seats": 2, "bots": []string{"easy", "easy"}}))
	d.refused(problem.BadRules, d.post("/v1/games", nobody, object{"name": "Ada", "seats": 3, "bots": []string{"easy", "easy", "easy"}}))
	g := d.lobby(4, 2, nil)
	d.refused(problem.BadRules, d.post(g.path("/start"), g.seats[0], object{"bots": []string{"easy", "easy", "easy"}}))
	assert.Equal(t, 2, g.now().Version)
	v := g.moved(d.post(g.path("/start"), g.seats[0], object{"bots": []string{"hard"}}))
	assert.Len(t, v.Seats, 3, "the seat that is still free is removed")
	assert.Equal(t, "bot", v.Seats[2].Kind)
	alone := d.lobby(4, 1, nil)
	v = alone.moved(d.post(alone.path("/start"), alone.seats[0], object{"bots": []string{"easy"}}))
	assert.Len(t, v.Seats, 2)
}

// Every request finds that the bots have moved; a match comes to its end with one
// person, who sees of them what he may see of anybody.
func TestBots_R29_a_match_of_one_person(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.against(3, object{"callSeconds": 0, "handSize": 4, "rounds": 2}, "normal", "hard")
	known := onlooker{}
	round := 0
	for range 400 {
		v := g.view(g.seats[0])
		if v.Status == "finished" {
			break
		}
		if v.Round != round {
			known, round = onlooker{}, v.Round
		}
		if v.Status != "roundOver" {
			assert.Equal(t, "human", v.Seats[v.WaitingFor[0]].Kind, "nobody waits for a bot")
			known.learn(g, g.seats[0], g.of("called"))
		}
		switch {
		case slices.Contains(v.Actions, "deal"):
			g.deal(0)
		case slices.Contains(v.Actions, "play"):
			known.hears(g, g.seats[0])
			g.play(0)
		default:
			require.Contains(t, v.Actions, "accept")
			g.accept(0)
		}
	}
	v := g.now()
	assert.Equal(t, "finished", v.Status)
	next := g.rematch(0).now()
	assert.Equal(t, []*string{v.Seats[0].Name, v.Seats[1].Name, v.Seats[2].Name}, []*string{next.Seats[0].Name, next.Seats[1].Name, next.Seats[2].Name})
	assert.Equal(t, "hard", *next.Seats[2].Level, "the same bots")
	assert.Equal(t, 1, next.Round, "nobody else is asked: it starts")
	opened := read[object](d, d.done(http.StatusOK, d.get(g.path("/rounds/1"), nobody)))
	levels := map[any]bool{}
	for _, a := range opened["actions"].([]any) {
		levels[a.(object)["level"]] = true
	}
	assert.Len(t, levels, 3, "each act of a bot says its level, with a version")
	for level := range levels {
		if text, ok := level.(string); ok {
			assert.Regexp(t, `^(normal|hard)/\d+$`, text)
		}
	}
}

func TestBots_R28_do_not_play_on_without_a_person(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.create(newcomer(), object{"seats": 4, "bots": []string{"easy", "easy"}})
	g.sit(newcomer())
	g.leave(0)
	assert.NotEqual(t, "finished", g.now().Status)
	v := g.leave(1)
	assert.Equal(t, "finished", v.Status)
	ended := g.of("roundEnded")
	require.Len(t, ended, 1)
	assert.Equal(t, "left", ended[0]["reason"])
	assert.NotContains(t, v.Winners, 0)
	assert.NotContains(t, v.Winners, 1)
	lobby := d.create(newcomer(), object{"seats": 4, "bots": []string{"easy"}})
	assert.Equal(t, "cancelled", lobby.leave(0).Status, "bots do not keep a lobby")
}

func TestBots_R29_leave_people_their_window(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for range 6 { // whoever begins
		g := d.create(newcomer(), object{"seats": 3, "bots": []string{"hard"}, "rules": object{"callSeconds": 30, "turnSeconds": 600}})
		g.sit(newcomer())
		v := g.now()
		if v.Turn == nil || v.Turn.Seat == 2 || v.Pile.LastPlay != nil {
			continue
		}
		player := v.Turn.Seat
		g.play(player)
		v = g.now()
		require.NotNil(t, v.Pile.LastPlay)
		assert.Equal(t, player, v.Pile.LastPlay.Seat, "no bot is before the people")
		assert.False(t, v.Seats[2].Answered)
		until := *v.Pile.LastPlay.Until
		g.pass(30e9)
		v = g.now()
		events := g.events(nobody, 500)
		last := events[len(events)-1]
		assert.GreaterOrEqual(t, last["at"], until)
		assert.Greater(t, v.Version, 3)
		return
	}
	require.Fail(t, "a person never began")
}

func TestBots_are_no_players_to_join_as_or_to_write_for(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.create(newcomer(), object{"seats": 4, "bots": []string{"easy"}})
	bot := *g.now().Seats[3].Name
	d.refused(problem.NameTaken, d.post(g.path("/players"), newcomer(), object{"name": bot}))
	v := g.moved(d.ask(http.MethodDelete, g.path("/players/3"), g.seats[0], nil)) // the host frees a bot's seat as anybody's
	assert.Equal(t, "empty", v.Seats[3].Kind)
	assert.Nil(t, v.Seats[3].Level)
	made := read[client.Seated](d, d.done(http.StatusCreated, d.post(g.path("/players"), newcomer(), object{"name": bot})))
	assert.Equal(t, 1, *made.Seat)
}

// offering offers two names, and takes the first that is free for all bots.
type offering struct{ play.Bots }

func (offering) Names(n int, free func(string) bool, _ func(int) int) []string {
	for _, name := range []string{"Ambrus Festett", "Hedwig Leimpresse"} {
		if free(name) {
			return []string{name}
		}
	}
	return nil
}

// A bot's name is none that looks like a person's.
func TestBots_have_no_name_that_looks_like_a_persons(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Games.Bots = offering{d.Games.Bots}
	for host, bot := range map[string]string{
		"Ada": "Ambrus Festett", "AMBRUS festett": "Hedwig Leimpresse", "\uff21mbrus Festett": "Hedwig Leimpresse",
	} {
		g := d.create(newcomer(), object{"name": host, "seats": 2, "bots": []string{"easy"}})
		assert.Equal(t, bot, *g.now().Seats[1].Name, host)
	}
}

// broken decides nothing.
type broken struct{ play.Bots }

func (broken) Decide(string, engine.View, []engine.EventView, *engine.Chance) (engine.Action, error) {
	return engine.Action{}, errors.New("no idea")
}

// A bot that fails is a fault of ours, which the log says as loudly as it is; what is
// stored can be looked at all the same.
func TestBots_that_fail_are_an_error_in_the_log(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(3, 2, object{"callSeconds": 5, "turnSeconds": 600})
	d.done(http.StatusOK, d.post(g.path("/start"), g.seats[0], object{"bots": []string{"easy"}}))
	for g.turn() == 2 { // until a person has played and the bot may answer
		g.pass(6 * time.Second)
	}
	g.play(g.turn())
	before := g.now()
	d.Games.Bots = broken{d.Games.Bots}
	g.pass(6 * time.Second)
	assert.Equal(t, before, g.now())
	assert.Regexp(t, `"level":"ERROR","msg":"due acts cannot be applied","error":"[^"]*no idea"`, d.Logs.String())
	assert.NotContains(t, d.Logs.String(), "WARN")
}
