package rest_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/engine"
	"cheat/functions/internal/problem"
	"cheat/functions/internal/program"
	"cheat/functions/internal/verify"
)

// longMatch plays a match of several rounds, with every answer given, so that its
// history outgrows one record. While it is played each viewer notes the events of
// every version as soon as it is there.
func longMatch(t *testing.T, kept *witness) (g *game, noted map[string][]object) {
	t.Helper()
	d := newDeskOn(t, kept)
	seats := people(t, 4)
	g = d.tableOf(seats, object{"callSeconds": nil, "rounds": 3, "handSize": 10, "decks": 2, "turnSeconds": 3600, "chroniclers": true})
	noted = map[string][]object{}
	seen := 0
	note := func() {
		for _, who := range append(seats, nobody) {
			page := read[client.EventPage](d, d.done(http.StatusOK, d.get(g.path("/events?after="+strconv.Itoa(seen)), who)))
			assert.Nil(t, page.Next)
			noted[who.Token] = append(noted[who.Token], page.Events...)
		}
		seen = g.now().Version
	}
	rnd := rand.New(rand.NewPCG(11, 4))
	for step := range 2000 {
		v := g.now()
		if v.Status == "finished" {
			break
		}
		if v.Status == "roundOver" && v.Round == 2 && !v.Seats[3].Away {
			g.leave(3) // between rounds: told with the round that follows
		}
		if step%50 == 49 {
			g.pass(time.Hour) // somebody sleeps
		}
		seat, path, body := anyCommand(g, rnd)
		answer := d.post(g.path(path), g.by(seat), body)
		require.Less(t, answer.Status, 500)
		g.pass(time.Duration(rnd.IntN(5000)) * time.Millisecond)
		if step%20 == 0 {
			note()
		}
	}
	g.finish()
	d.done(http.StatusCreated, d.post(g.path("/rematch"), seats[g.now().Winners[0]], nil)).Problem()
	note()
	return g, noted
}

// A history of many rounds and of any length, told and opened.
func TestHistory(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	g, noted := longMatch(t, kept)
	require.Contains(t, kept.written(), "\nh#", "the history was long enough for a piece of its own")
	require.Equal(t, 3, g.now().Round)
	for name, test := range map[string]func(t *testing.T, g *game){
		"is complete for each viewer":                func(t *testing.T, g *game) { completeHistory(t, g, noted) },
		"comes in pages of whole acts":               pagedHistory,
		"is replayed from the finished rounds alone": replayedHistory,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, g.in(g.desk.in(t)))
		})
	}
}

// told are events as text, so that a difference is shown in one line.
func told(t testing.TB, events []object) []string {
	t.Helper()
	lines := make([]string, len(events))
	for i, e := range events {
		text, err := json.Marshal(e)
		require.NoError(t, err)
		lines[i] = string(text)
	}
	return lines
}

// sameEvents states that two histories are the same; it names the first difference.
func sameEvents(t testing.TB, want, got []object, viewer int) {
	t.Helper()
	a, b := told(t, want), told(t, got)
	for i := range min(len(a), len(b)) {
		require.Equal(t, a[i], b[i], "viewer %d, event %d", viewer, i)
	}
	require.Len(t, b, len(a), "viewer %d", viewer)
}

func completeHistory(t *testing.T, g *game, noted map[string][]object) {
	v := g.now()
	for i, who := range append(slices.Clone(g.seats), nobody) {
		all := g.events(who, 500)
		if i < len(g.seats) && v.Seats[i].Away {
			sameEvents(t, noted[""], all, i) // who has left is told what a spectator is
			continue
		}
		sameEvents(t, noted[who.Token], all, i) // as it was told when it happened
		versions := map[float64]bool{}
		for j, e := range all {
			versions[e["version"].(float64)] = true
			if j > 0 {
				assert.LessOrEqual(t, all[j-1]["version"], e["version"])
				assert.LessOrEqual(t, all[j-1]["at"], e["at"])
			}
		}
		assert.Len(t, versions, v.Version, "every version has an event")
	}
	sameEvents(t, noted[""], g.events(newcomer(), 500), -1)
	for _, kind := range []string{"joined", "dealt", "played", "accepted", "timedOut", "called", "roundEnded", "left", "gameEnded", "rematch"} {
		assert.NotEmpty(t, g.of(kind), kind)
	}
}

func pagedHistory(t *testing.T, g *game) {
	who := g.seats[1]
	all := g.events(who, 500)
	for _, limit := range []int{7, 100} {
		sameEvents(t, all, g.events(who, limit), limit)
	}
	pageAfter := func(after int) client.EventPage {
		return read[client.EventPage](g.desk, g.done(http.StatusOK, g.get(g.path(fmt.Sprintf("/events?after=%d&limit=1", after)), who)))
	}
	last := g.now().Version
	var from []int // some versions, and all around the ends of rounds
	for after := 0; after < last; after += 6 {
		from = append(from, after)
	}
	for _, e := range append(g.of("roundEnded"), g.of("dealt")...) {
		version := int(e["version"].(float64))
		from = append(from, version-2, version-1, min(version, last-1))
	}
	for _, after := range from {
		page := pageAfter(after)
		assert.Equal(t, last, page.Version, "of the game now")
		require.NotEmpty(t, page.Events)
		for _, e := range page.Events {
			assert.EqualValues(t, after+1, e["version"], "one act, whole")
		}
		if after+1 < last {
			assert.Equal(t, after+1, *page.Next)
		} else {
			assert.Nil(t, page.Next)
		}
	}
	assert.Empty(t, pageAfter(last).Events)
	assert.Empty(t, pageAfter(last+5).Events)
}

func replayedHistory(t *testing.T, g *game) {
	v := read[engine.View](g.desk, g.done(http.StatusOK, g.get(g.path(""), nobody)))
	m := verify.Match{ID: v.ID, Rules: v.Rules}
	for _, s := range v.Seats {
		m.Players = append(m.Players, engine.Player{Kind: s.Kind, Name: *s.Name})
	}
	acts := 0
	for n := 1; n <= v.Round; n++ {
		path := g.path(fmt.Sprintf("/rounds/%d", n))
		answer := g.done(http.StatusOK, g.get(path, nobody))
		assert.Equal(t, string(answer.Body), string(g.get(path, g.seats[0]).Body), "for spectators too")
		m.Rounds = append(m.Rounds, read[engine.OpenRound](g.desk, answer))
		acts += len(m.Rounds[n-1].Actions)
	}
	silent := func(string, ...any) {}
	require.NoError(t, verify.Check(m, program.Bots(), silent))
	between := 1 // somebody left between two rounds, which is an act of none
	assert.Equal(t, len(g.of("played"))+len(g.of("called"))+len(g.of("accepted"))+len(g.of("left"))-between, acts)
	plays := m.Rounds[1].Actions
	i := slices.IndexFunc(plays, func(a engine.OpenAct) bool { return a.Type == engine.ToPlay })
	plays[i].Cards = m.Rounds[1].Aside[:1]
	assert.Error(t, verify.Check(m, program.Bots(), silent), "a card that was exchanged is found out")
}

func TestRounds_are_opened_when_they_are_over(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(3, 2, object{"handSize": 1, "rounds": 2, "callSeconds": 0})
	round := func(n int) client.Answer { return d.get(g.path("/rounds/"+strconv.Itoa(n)), nobody) }
	d.refused(problem.NoSuchRound, round(1))
	g.sit(newcomer())
	p := d.refused(problem.RoundNotOver, round(1))
	assert.NotEmpty(t, p.Game)
	d.refused(problem.NoSuchRound, round(2))
	g.play(g.turn())
	d.refused(problem.RoundNotOver, round(1))
	g.accept(g.now().WaitingFor...)
	first := d.done(http.StatusOK, round(1))
	d.refused(problem.NoSuchRound, round(2))
	g.deal(1)
	d.refused(problem.RoundNotOver, round(2))
	assert.Equal(t, string(first.Body), string(round(1).Body), "as it was")
	g.winRound()
	d.done(http.StatusOK, round(2))
	d.refused(problem.NoSuchRound, round(3))
	g.rematch(0)
	second := read[object](d, round(2))
	opened := read[object](d, first)
	assert.Equal(t, second["commitment"], opened["seed"], "the opened seed is the next round's commitment")
	assert.Len(t, second, 14)
	assert.Equal(t, []any{"", "", ""}, opened["entropy"])
	var types []string
	for _, a := range opened["actions"].([]any) {
		types = append(types, a.(object)["type"].(string))
	}
	assert.Equal(t, []string{"play", "accept", "accept"}, types)
}

// The seed stays closed until its round is over, whoever asks for whatever.
func TestRounds_seed_and_hands_are_nobodys_before_the_end(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(3, object{"handSize": 1, "rounds": 2, "callSeconds": 0})
	g.winRound()
	opened := read[engine.OpenRound](d, d.get(g.path("/rounds/1"), nobody))
	g.deal(0)
	var told strings.Builder
	for _, who := range g.viewers() {
		for _, answer := range g.sight(who) {
			told.Write(answer.Body)
		}
	}
	assert.Contains(t, told.String(), opened.Seed, "as the commitment of this round, and in the event of the last")
	g.winRound()
	second := read[engine.OpenRound](d, d.get(g.path("/rounds/2"), nobody))
	assert.NotContains(t, told.String(), second.Seed)
	text, err := json.Marshal(second.Deck)
	require.NoError(t, err)
	assert.NotContains(t, told.String(), string(text))
}
