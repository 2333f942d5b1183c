package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReplay(t *testing.T) {
	t.Parallel()
	start := stage{hands: []Cards{cardsOf(t, "7aKh"), cardsOf(t, "8aKl"), cardsOf(t, "9aXh")}}.game(t)
	good := func() []Act {
		return []Act{
			{2, opening + 1, putting(NoSeat, "Kh")}, // the turn says whose it is
			{3, opening + 1, Action{Kind: ToAccept, Seat: 2}},
			{4, opening + 9, Action{Kind: ToCall, Seat: 1}},
		}
	}
	moments, err := Replay(start, good())
	require.NoError(t, err)
	require.Len(t, moments, 3)
	assert.Equal(t, 0, moments[0].Act.Seat)
	g, events := act(t, moments[1].Game, opening+9, Action{Kind: ToCall, Seat: 1})
	assert.Equal(t, position(g), position(moments[2].Game))
	assert.Equal(t, views(events, 3), views(moments[2].Events, 3))

	for what, spoil := range map[string]func([]Act){
		"does not follow version 1": func(a []Act) { a[0].Version = 3 },
		"version 3":                 func(a []Act) { a[2].At = opening },
		"version 4":                 func(a []Act) { a[2].Seat = 0 },
		"wrong-card-count":          func(a []Act) { a[0].Cards = nil },
		"nothing-to-accept":         func(a []Act) { a[0], a[1] = Act{2, opening + 1, a[1].Action}, Act{3, opening + 1, a[0].Action} },
		"does not follow version 2": func(a []Act) { a[1].Version = 2 },
		"replay version 3: ":        func(a []Act) { a[1].Seat = 0 },
	} {
		acts := good()
		spoil(acts)
		_, err := Replay(start, acts)
		assert.ErrorContains(t, err, what)
	}
}

func TestLeftBetween(t *testing.T) {
	t.Parallel()
	start := stage{rules: Options{OptRounds, Rules{Rounds: 3}}, hands: []Cards{cardsOf(t, "7a"), cardsOf(t, "8aKl"), cardsOf(t, "9aXh")}}.game(t)
	g, _ := act(t, start, opening, putting(0, "7a"), Action{Kind: ToAccept, Seat: 2}, Action{Kind: ToAccept, Seat: 1})
	require.Equal(t, RoundOver, g.Status)
	a := Act{g.Version + 1, opening + 5, Action{Kind: ToLeave, Seat: 1}}
	_, events := act(t, g, a.At, a.Action)
	assert.Equal(t, views(events, 3), views([]Event{LeftBetween(a)}, 3))
}

func TestTimes(t *testing.T) {
	t.Parallel()
	moment := time.Date(2027, 1, 15, 9, 0, 0, 1_999_999, time.FixedZone("CET", 3600))
	at := At(moment)
	assert.Equal(t, opening+1, at, "cut to the millisecond")
	assert.Equal(t, "2027-01-15T08:00:00.001Z", at.String())
	assert.Equal(t, opening+61001, at.Add(61))
	text, err := at.MarshalText()
	require.NoError(t, err)
	var again Time
	require.NoError(t, again.UnmarshalText(text))
	assert.Equal(t, at, again)
	assert.Error(t, again.UnmarshalText([]byte("2027-01-15T08:00:00.0011Z")))
	assert.Error(t, again.UnmarshalText([]byte("today")))
}
