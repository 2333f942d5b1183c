package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLobby(t *testing.T) {
	t.Parallel()
	scenes{
		"a new game has its host on seat 0 and version 1": `
			lobby 3
			= status lobby
			= version 1
			= events joined
			= host 0
			= round 0
			= dealer -
			= turn -
			= last -
			= waiting -
			= deadline -
			= names Ada - -
			= kinds human empty empty
			= commitment 1
			= actions 0 leave`,
		"the lowest free seat is taken": `
			lobby 4
			Bo joins
			Cy joins
			= names Ada Bo Cy -
			= version 3
			= actions 0 start leave
			= actions 1 leave
			1 leaves
			= events left
			= names Ada - Cy -
			Dee joins
			= names Ada Dee Cy -`,
		"the last free seat taken deals the first round": `
			lobby 2
			Bo joins
			= events joined dealt
			= version 2
			= status playing
			= round 1
			= commitment 1
			Cy joins !game-full`,
		"nobody sits down twice": `
			lobby 3
			Ada joins !already-seated
			Bo joins
			Bo joins !already-seated
			Cy joins
			Bo joins !already-seated`,
		"who left a lobby may come again, who left a match may not": `
			lobby 3
			Bo joins
			1 leaves
			Bo joins
			Cy joins
			2 leaves
			Cy joins !already-seated`,
		"already-seated before game-over, game-over before game-full": `
			lobby 2
			Bo joins
			0 leaves
			= status finished
			Bo joins !already-seated
			Cy joins !game-over`,
		"the host leaves: the next taken seat is host": `
			lobby 4
			Bo joins
			Cy joins
			0 leaves
			= host 1
			1 leaves
			= host 2
			Ada joins
			= names Ada - Cy -
			= host 2
			2 leaves
			= host 0`,
		"the last one leaving cancels the game": `
			lobby 3
			Bo joins
			0 leaves
			1 leaves
			= events left gameEnded
			= status cancelled
			= winners -
			= commitment 1
			Ada joins !game-over
			0 deals !game-over
			0 plays 7a !game-over
			0 calls !game-over`,
		"the host frees a seat": `
			lobby 4
			Bo joins
			Cy joins
			1 frees 2 !not-the-host
			1 frees 4 !no-such-seat
			0 frees 4 !no-such-seat
			0 frees -1 !no-such-seat
			0 frees 2
			= events left
			= names Ada Bo - -
			= version 4
			0 frees 2
			= version 4
			= events -
			0 frees 0
			= events left
			= host 1
			Cy joins
			0 frees 1 !not-the-host`,
		"not once it has started": `
			lobby 2
			Bo joins
			0 frees 1 !already-started
			0 starts !already-started
			1 starts !not-the-host
			1 frees 0 !not-the-host`,
		"nor when it is over": `
			lobby 2
			Bo joins
			1 leaves
			0 frees 1 !game-over
			0 starts !game-over
			1 starts !not-the-host`,
		"starting needs two": `
			lobby 3
			0 starts !too-few-players
			Bo joins
			1 starts !not-the-host
			0 starts
			= status playing`,
		"starting with fewer: free seats go, the others close up in order": `
			lobby 5
			Bo joins
			Cy joins
			Dee joins
			1 leaves
			0 starts
			= events started dealt
			= names Ada Cy Dee
			= version 6
			= pile 0
			= host 0`,
		"starting with fewer: the host moves along": `
			lobby 4
			Bo joins
			Cy joins
			0 leaves
			1 leaves
			Ada joins
			= host 2
			2 starts
			= names Ada Cy
			= host 1`,
		"starting with bots: they fill the free seats": `
			lobby 4
			Bo joins
			0 starts 2 3
			= events joined joined dealt
			= names Ada Bo Cy Dee
			= kinds human human bot bot`,
		"starting with bots and free seats left": `
			lobby 4
			0 starts 1
			= events joined started dealt
			= names Ada Bo
			= kinds human bot`,
		"more bots than free seats": `
			lobby 3
			Bo joins
			0 starts 2 3 !bad-rules
			= status lobby
			= kinds human human empty`,
		"rules that were given and fit": `
			lobby 4 handSize=8 target=4
			Bo joins
			0 starts
			= status playing`,
		"rules that were given and do not fit the smaller table": `
			lobby 3 points=0,0,9 rounds=1 target=9
			Bo joins
			0 starts !bad-rules
			= status lobby
			Cy joins
			= status playing`,
	}.play(t)
}

func TestLobbyDefaultsFollowTheSeats(t *testing.T) {
	t.Parallel()
	start := func(o Options) Rules {
		g, _, err := New(Setup{ID: "g", Seats: 6, Options: o, Host: person(0), Seed: Seed{1}}, opening)
		require.NoError(t, err)
		require.Equal(t, 2, g.Table.Rules.Decks)
		g, _, err = g.Apply(Action{Kind: ToJoin, Seat: NoSeat, Player: person(1)}, opening)
		require.NoError(t, err)
		g, _, err = g.Apply(Action{Kind: ToStart}, opening)
		require.NoError(t, err)
		return g.Table.Rules
	}
	two, err := Options{}.Resolve(2)
	require.NoError(t, err)
	assert.Equal(t, two, start(Options{}), "as if made for two")
	kept := start(Options{OptDecks | OptAfterCall | OptCallSeconds, Rules{Decks: 2, AfterCall: Continue, CallSeconds: 7}})
	assert.Equal(t, []any{2, Continue, 7}, []any{kept.Decks, kept.AfterCall, kept.CallSeconds}, "what was given stays")
}

func TestLobbyIsFullAfterAHundredJoins(t *testing.T) {
	t.Parallel()
	g, _, err := New(Setup{ID: "g", Seats: 3, Host: person(0), Seed: Seed{1}}, opening)
	require.NoError(t, err)
	for range MaxJoins - 1 {
		require.NoError(t, g.May(NoSeat, ToJoin, opening))
		for _, a := range []Action{{Kind: ToJoin, Seat: NoSeat, Player: person(1)}, {Kind: ToLeave, Seat: 1}} {
			g, _, err = g.Apply(a, opening)
			require.NoError(t, err)
		}
	}
	var r *Refusal
	require.ErrorAs(t, g.May(NoSeat, ToJoin, opening), &r)
	assert.Equal(t, GameFull, r.Code)
	assert.Empty(t, g.View(NoSeat).Actions)
}

func TestLobbyOfBotsIsCancelled(t *testing.T) {
	t.Parallel()
	g, _, err := New(Setup{ID: "g", Seats: 3, Host: person(0), Bots: []Player{robot(2)}, Seed: Seed{1}}, opening)
	require.NoError(t, err)
	g, events, err := g.Apply(Action{Kind: ToLeave}, opening)
	require.NoError(t, err)
	s := &scene{T: t, g: g, events: events}
	s.check("events", []string{"left", "gameEnded"})
	s.check("status", []string{"cancelled"})
}

func TestNewGame(t *testing.T) {
	t.Parallel()
	t.Run("bots on the last seats", func(t *testing.T) {
		t.Parallel()
		g, events, err := New(Setup{ID: "g", Seats: 4, Host: person(0), Bots: []Player{robot(5), robot(6)}, Seed: Seed{1}}, opening)
		require.NoError(t, err)
		s := &scene{T: t, g: g, events: events}
		s.check("names", []string{"Ada", "-", "Flo", "Gus"})
		s.check("events", []string{"joined", "joined", "joined"})
		s.check("version", []string{"1"})
		assert.Equal(t, "hard", *g.View(NoSeat).Seats[2].Level, "the plain word")
	})
	t.Run("no seat left free: it starts at once, all as version 1", func(t *testing.T) {
		t.Parallel()
		g, events, err := New(Setup{ID: "g", Seats: 2, Host: person(0), Bots: []Player{robot(1)}, Seed: Seed{1}}, opening)
		require.NoError(t, err)
		s := &scene{T: t, g: g, events: events}
		s.check("events", []string{"joined", "joined", "dealt"})
		s.check("version", []string{"1"})
		s.check("status", []string{"playing"})
	})
	t.Run("the host replaces his entropy when he starts", func(t *testing.T) {
		t.Parallel()
		hands := map[string]bool{}
		for _, entropy := range []*string{nil, new("Ada's words"), new("other words"), new("")} {
			g, _, err := New(Setup{ID: "g", Seats: 3, Host: person(0), Seed: Seed{1}}, opening)
			require.NoError(t, err)
			g, _, err = g.Apply(Action{Kind: ToStart, Bots: []Player{robot(1), robot(2)}, Entropy: entropy}, opening)
			require.NoError(t, err)
			hands[listed(g.View(0).You.Hand)] = true
		}
		assert.Len(t, hands, 3, "nil keeps what was given on joining")
	})
	for name, s := range map[string]Setup{
		"bots on every seat":    {Seats: 2, Bots: []Player{robot(0), robot(1)}},
		"more bots than seats":  {Seats: 2, Bots: []Player{robot(0), robot(1), robot(2)}},
		"rules that do not fit": {Seats: 5, Options: Options{OptDecks, Rules{Decks: 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := New(s, opening)
			var r *Refusal
			require.ErrorAs(t, err, &r)
			assert.Equal(t, BadRules, r.Code)
		})
	}
}
