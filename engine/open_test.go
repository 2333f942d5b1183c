package engine

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shortRound is a round of four acts by Ada, Bo and a bot, dealt by their seed.
func shortRound(t *testing.T) (dealt Game, moments []Moment) {
	t.Helper()
	o := Options{OptHandSize | OptCallSeconds | OptTurnSeconds, Rules{HandSize: 1, TurnSeconds: 60}}
	g, _, err := New(Setup{ID: "g", Seats: 3, Options: o, Host: person(0), Bots: []Player{robot(2)}, Seed: Seed{2}}, opening)
	require.NoError(t, err)
	g, _ = act(t, g, opening, Action{Kind: ToJoin, Seat: NoSeat, Player: person(1)})
	require.Equal(t, 1, g.turn, "the seed gives the deal to Ada")
	d, ok := g.Due()
	require.True(t, ok)
	moments, err = Replay(g, []Act{
		{Version: 3, At: d.At, Action: d.Action},
		{Version: 4, At: d.At, Action: Action{Kind: ToAccept, Seat: 0}},
		{Version: 5, At: d.At + 1, Action: Action{Kind: ToAccept, Seat: 2}},
	})
	require.NoError(t, err)
	return g, moments
}

func TestOpen(t *testing.T) {
	t.Parallel()
	dealt, moments := shortRound(t)
	o := Open(dealt, moments)
	hand := func(i int) string { return asJSON(t, dealt.secret.hands[i].List()) }
	assert.JSONEq(t, `{"round":1,"version":2,"at":"2027-01-15T08:00:00.000Z","dealer":0,
		"commitment":"`+Seed{2}.Commitment()+`","seed":"`+Seed{2}.hex()+`",
		"entropy":["Ada's words","Bo's words",""],
		"deck":`+asJSON(t, shuffle(Seed{2}, []string{"Ada's words", "Bo's words", ""}, 1, 1, false).deck)+`,
		"hands":[`+hand(0)+`,`+hand(1)+`,`+hand(2)+`],"aside":`+asJSON(t, dealt.secret.aside.List())+`,
		"actions":[
			{"version":3,"at":"2027-01-15T08:01:00.000Z","seat":1,"type":"play","cards":`+hand(1)+`,"rank":"7","timedOut":true},
			{"version":4,"at":"2027-01-15T08:01:00.000Z","seat":0,"type":"accept"},
			{"version":5,"at":"2027-01-15T08:01:00.001Z","seat":2,"type":"accept","level":"hard/1"}],
		"places":[2,1,2],"points":[3,4,3],"reason":"out"}`, asJSON(t, o))

	var again OpenRound
	require.NoError(t, json.Unmarshal([]byte(asJSON(t, o)), &again))
	assert.Equal(t, o, again, "read as it was written")
	assert.Panics(t, func() { Open(dealt, moments[:2]) }, "nothing is opened early")
}

func TestOpenRoundIsComputedAgain(t *testing.T) {
	t.Parallel()
	dealt, moments := shortRound(t)
	o := Open(dealt, moments)
	drawn, must, err := o.Recompute(dealt.Table.Rules)
	require.NoError(t, err)
	assert.Equal(t, o.Dealer, drawn)
	assert.Equal(t, o, must)

	table, deal, err := o.Reopen("g", dealt.Table.Rules, dealt.Table.Players(), dealt.LastDeal().Seats)
	require.NoError(t, err)
	assert.Equal(t, dealt.secret, Begin(table, deal).secret)

	for what, spoil := range map[string]func(*OpenRound){
		"seed":          func(o *OpenRound) { o.Seed = "77" + o.Seed[2:] },
		"entropy":       func(o *OpenRound) { o.Entropy = []string{"", "", ""} },
		"round":         func(o *OpenRound) { o.Round = 2 },
		"deck":          func(o *OpenRound) { o.Deck = deckList(1, false) },
		"hands":         func(o *OpenRound) { o.Hands = [][]Card{o.Hands[1], o.Hands[0], o.Hands[2]} },
		"aside":         func(o *OpenRound) { o.Aside = o.Aside[1:] },
		"commitment":    func(o *OpenRound) { o.Commitment = o.Seed },
		"who dealt":     func(o *OpenRound) { o.Dealer = 1 },
		"who was there": func(o *OpenRound) { o.Hands = [][]Card{o.Hands[0], o.Hands[1], {}} },
	} {
		other := o
		spoil(&other)
		drawn, must, err := other.Recompute(dealt.Table.Rules)
		require.NoError(t, err, what)
		assert.False(t, assert.ObjectsAreEqual(other, must) && drawn == other.Dealer, what)
	}
}

func TestOpenRoundThatCannotBe(t *testing.T) {
	t.Parallel()
	dealt, moments := shortRound(t)
	o := Open(dealt, moments)
	for what, spoil := range map[string]func(*OpenRound){
		"no seed":          func(o *OpenRound) { o.Seed = "" },
		"half a seed":      func(o *OpenRound) { o.Seed = o.Seed[:32] },
		"no hex":           func(o *OpenRound) { o.Seed = "x" + o.Seed[1:] },
		"no dealer":        func(o *OpenRound) { o.Dealer = -1 },
		"a dealer too far": func(o *OpenRound) { o.Dealer = 3 },
		"entropies":        func(o *OpenRound) { o.Entropy = nil },
		"nine seats":       func(o *OpenRound) { o.Hands, o.Entropy = make([][]Card, 9), make([]string, 9) },
		"no seats":         func(o *OpenRound) { o.Hands, o.Entropy = nil, nil },
	} {
		other := o
		spoil(&other)
		_, _, err := other.Recompute(dealt.Table.Rules)
		assert.Error(t, err, what)
		_, _, err = other.Reopen("g", dealt.Table.Rules, dealt.Table.Players(), dealt.LastDeal().Seats)
		assert.Error(t, err, what)
	}
	_, _, err := o.Reopen("g", dealt.Table.Rules, nil, dealt.LastDeal().Seats)
	assert.Error(t, err, "no players")
	_, _, err = o.Reopen("g", dealt.Table.Rules, dealt.Table.Players(), nil)
	assert.Error(t, err, "no standings")
}
