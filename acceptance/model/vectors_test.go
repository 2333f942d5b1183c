package model

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// noon is when every test begins.
var noon = time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)

// riggedFacts deal what the test wants. Their seed opens another deal: a rigged match has faults.
type riggedFacts struct {
	dealer int
	hands  [][]Card
}

func (f riggedFacts) Dealt(*Match) (int, [][]Card) { return f.dealer, f.hands }
func (f riggedFacts) Drawn(m *Match, seat int) Card {
	return m.r.hands[seat][0]
}
func (f riggedFacts) Opened(*Match) Seed         { return Seed{} }
func (f riggedFacts) BotName(*Match, int) string { return "Bot" }

// rig starts a match with these hands; seat `turn` plays first.
func rig(t *testing.T, given Given, hands [][]Card, turn int) *Match {
	t.Helper()
	seats := len(hands)
	m := New(Creation{ID: "g", Given: given, Seats: seats, Host: "0", Name: "n0"},
		riggedFacts{(turn + seats - 1) % seats, hands}, noon)
	for s := 1; s < seats; s++ {
		require.NoError(t, m.Do(Command{Kind: "join", By: strconv.Itoa(s), Name: "n" + strconv.Itoa(s)}, noon))
	}
	return m
}

// by makes a command of a seat of a rigged match, with the newest version seen.
func (m *Match) by(seat int, kind string, cards ...Card) Command {
	version := m.version
	return Command{Kind: kind, By: strconv.Itoa(seat), IfMatch: &version, Cards: cards}
}

type vector struct {
	ID, Title string
	Rules     Given
	Hands     [][]Card
	Rank      string
	Turn      int
	Pile      []Card
	Do        []struct {
		Seat         int
		Play         []Card
		Call, Accept bool
	}
	Refused map[string]string
	Then    struct {
		Hands          [][]Card
		Pile           []Card
		Turn           *int
		Rank           string
		Places, Points []int
		Over           *bool
		PaleShown      *int
		Called         []map[string]any
	}
}

func TestVectors(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../testdata/rules.json")
	require.NoError(t, err)
	var vectors []vector
	require.NoError(t, json.Unmarshal(text, &vectors))
	require.NotEmpty(t, vectors)
	for _, v := range vectors {
		t.Run(v.ID+" "+v.Title, func(t *testing.T) {
			t.Parallel()
			v.check(t)
		})
	}
}

func (v vector) check(t *testing.T) {
	given := Given{"chroniclers": true, "afterCall": "continue", "callSeconds": 0, "turnSeconds": 0, "rounds": 2, "decks": 1}
	all := append([]Card{}, v.Pile...)
	for _, hand := range v.Hands {
		all = append(all, hand...)
	}
	if _, one := without(oneDeck(true), all); !one {
		given["decks"] = 2
	}
	for name, value := range v.Rules {
		given[name] = value
	}
	m := rig(t, given, v.Hands, v.Turn)
	m.r.rank, m.r.pile = v.Rank, v.Pile

	for i, do := range v.Do {
		c := m.by(do.Seat, "play", do.Play...)
		switch {
		case do.Call:
			c.Kind = "call"
		case do.Accept:
			c.Kind = "accept"
		}
		verdict := m.Judge(c, noon)
		assert.Equal(t, v.Refused[strconv.Itoa(i)], verdict.Code, "act %d", i)
		if verdict.Accepted() {
			require.NoError(t, m.Do(c, noon))
		}
	}
	v.checkThen(t, m)
}

func (v vector) checkThen(t *testing.T, m *Match) {
	for s, hand := range v.Then.Hands {
		assert.Equal(t, inHandOrder(hand), inHandOrder(m.r.hands[s]), "hand of seat %d", s)
	}
	if v.Then.Pile != nil {
		assert.Equal(t, inHandOrder(v.Then.Pile), inHandOrder(m.r.pile), "pile")
	}
	if v.Then.Turn != nil {
		assert.Equal(t, &Turn{*v.Then.Turn, v.Then.Rank}, m.View("").Turn)
	}
	if v.Then.Over != nil {
		assert.Equal(t, *v.Then.Over, m.status == RoundOver)
	}
	for s, place := range v.Then.Places {
		assert.Equal(t, place, m.seats[s].place, "place of seat %d", s)
	}
	for s, points := range v.Then.Points {
		assert.Equal(t, points, m.seats[s].points, "points of seat %d", s)
	}
	var called []map[string]any
	var shown []any
	for _, e := range m.Events("", 0) {
		switch e["type"] {
		case "called":
			text, err := json.Marshal(map[string]any{"against": e["against"], "cards": e["cards"], "lied": e["lied"]})
			require.NoError(t, err)
			var about map[string]any
			require.NoError(t, json.Unmarshal(text, &about))
			called = append(called, about)
		case "paleShown":
			shown = append(shown, e["seat"])
		}
	}
	if v.Then.Called != nil {
		assert.ElementsMatch(t, v.Then.Called, called)
	}
	if v.Then.PaleShown != nil {
		assert.Equal(t, []any{*v.Then.PaleShown}, shown)
	} else {
		assert.Empty(t, shown)
	}
}
