package engine

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// act applies actions to a game, all at one moment.
func act(t *testing.T, g Game, now Time, actions ...Action) (Game, []Event) {
	t.Helper()
	var events []Event
	for _, a := range actions {
		var err error
		g, events, err = g.Apply(a, now)
		require.NoError(t, err)
	}
	return g, events
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func putting(seat int, cards ...string) Action {
	return Action{Kind: ToPlay, Seat: seat, Cards: parsed(cards)}
}

func TestViewInLobby(t *testing.T) {
	t.Parallel()
	g, _, err := New(Setup{ID: "abc", Seats: 3, Host: person(0), Bots: []Player{robot(2)}, Seed: Seed{1}}, opening)
	require.NoError(t, err)
	const rules = `{"decks":1,"chroniclers":false,"handSize":null,"afterCall":"continue","maxCards":4,"callers":"anyone","callSeconds":5,
		"lastPlay":"callable","finish":"firstOut","points":[4,3,2],"rounds":1,"target":null,"paleAlone":false,"turnSeconds":86400}`
	want := func(you, actions string) string {
		return `{
			"id":"abc","version":1,"status":"lobby","rules":` + rules + `,"host":0,"round":0,"dealer":null,
			"createdAt":"2027-01-15T08:00:00.000Z","updatedAt":"2027-01-15T08:00:00.000Z","expiresAt":"1970-01-01T00:00:00.000Z",
			"commitment":"` + Seed{1}.Commitment() + `",
			"seats":[
				{"seat":0,"name":"Ada","kind":"human","level":null,"away":false,"cards":0,"answered":false,"place":null,"points":0},
				{"seat":1,"name":null,"kind":"empty","level":null,"away":false,"cards":0,"answered":false,"place":null,"points":0},
				{"seat":2,"name":"Cy","kind":"bot","level":"hard","away":false,"cards":0,"answered":false,"place":null,"points":0}],
			"you":` + you + `,"turn":null,"pile":{"cards":0,"lastPlay":null},"waitingFor":[],"deadline":null,"actions":` + actions + `,
			"winners":[],"rematch":null}`
	}
	assert.JSONEq(t, want(`{"seat":0,"hand":[]}`, `["start","leave"]`), asJSON(t, g.View(0)))
	assert.JSONEq(t, want(`null`, `["join"]`), asJSON(t, g.View(NoSeat)))
}

func TestViewOfARunningRound(t *testing.T) {
	t.Parallel()
	o, err := ParseOptions("callSeconds=5 points=9,1 turnSeconds=60")
	require.NoError(t, err)
	st := stage{
		rules: o, hands: []Cards{cardsOf(t, "7aKhKaCc"), cardsOf(t, "8aKl"), cardsOf(t, "9aXh"), cardsOf(t, "AaPc")}, pile: cardsOf(t, "Ua"),
		due: Ten, dealer: 3, points: []int{1, 0, 3, 0}, bots: []int{3},
	}
	g, _ := act(t, st.game(t), opening+1500, putting(0, "Kh", "Ka"), Action{Kind: ToAccept, Seat: 2})
	want := func(you, actions string) string {
		return `{
			"id":"g","version":3,"status":"playing","rules":` + asJSON(t, g.Table.Rules) + `,"host":0,"round":1,"dealer":3,
			"createdAt":"2027-01-15T08:00:00.000Z","updatedAt":"2027-01-15T08:00:01.500Z","expiresAt":"1970-01-01T00:00:00.000Z",
			"commitment":"` + g.Table.Seed(1).Commitment() + `",
			"seats":[
				{"seat":0,"name":"Ada","kind":"human","level":null,"away":false,"cards":2,"answered":false,"place":null,"points":1},
				{"seat":1,"name":"Bo","kind":"human","level":null,"away":false,"cards":2,"answered":false,"place":null,"points":0},
				{"seat":2,"name":"Cy","kind":"human","level":null,"away":false,"cards":2,"answered":true,"place":null,"points":3},
				{"seat":3,"name":"Dee","kind":"bot","level":"hard","away":false,"cards":2,"answered":false,"place":null,"points":0}],
			"you":` + you + `,"turn":{"seat":1,"rank":"U"},
			"pile":{"cards":3,"lastPlay":{"seat":0,"rank":"X","count":2,"callable":true,"until":"2027-01-15T08:00:06.500Z"}},
			"waitingFor":[1],"deadline":"2027-01-15T08:01:06.500Z","actions":` + actions + `,"winners":[],"rematch":null}`
	}
	assert.JSONEq(t, want(`{"seat":0,"hand":["7a","Cc"]}`, `["leave"]`), asJSON(t, g.View(0)))
	assert.JSONEq(t, want(`{"seat":1,"hand":["8a","Kl"]}`, `["leave","play","call","accept"]`), asJSON(t, g.View(1)))
	assert.JSONEq(t, want(`{"seat":2,"hand":["9a","Xh"]}`, `["leave"]`), asJSON(t, g.View(2)))
	assert.JSONEq(t, want(`{"seat":3,"hand":["Aa","Pc"]}`, `["leave","call","accept"]`), asJSON(t, g.View(3)))
	assert.JSONEq(t, want(`null`, `[]`), asJSON(t, g.View(NoSeat)))
}

func TestViewOfWhoHasLeftIsASpectators(t *testing.T) {
	t.Parallel()
	st := stage{hands: []Cards{cardsOf(t, "7aKh"), cardsOf(t, "8aKl"), cardsOf(t, "9aXh")}}
	g, _ := act(t, st.game(t), opening, Action{Kind: ToLeave, Seat: 1})
	assert.Equal(t, asJSON(t, g.View(NoSeat)), asJSON(t, g.View(1)))
	assert.Nil(t, g.View(1).You)
	assert.True(t, g.View(0).Seats[1].Away)
	assert.Equal(t, 2, g.View(0).Seats[1].Cards, "as he left them")
}

func TestViewAtTheEnd(t *testing.T) {
	t.Parallel()
	st := stage{hands: []Cards{cardsOf(t, "7a"), cardsOf(t, "8aKl")}, round: 2, points: []int{0, 1}}
	g, _ := act(t, st.game(t), opening, putting(0, "7a"), Action{Kind: ToCall, Seat: 1}, Action{Kind: ToRematch, Seat: 1, ID: "h"})
	v := g.View(1)
	assert.Equal(t, Finished, v.Status)
	assert.Equal(t, []Card{ParseCard("7a"), ParseCard("8a"), ParseCard("Kl")}, v.You.Hand, "hands stay as they lay")
	assert.Equal(t, []int{0, 1}, v.Winners)
	assert.Equal(t, "h", *v.Rematch)
	assert.Equal(t, []string{"rematch"}, v.Actions)
	assert.Equal(t, []int{1, 2}, []int{*v.Seats[0].Place, *v.Seats[1].Place})
	assert.Equal(t, g.Table.Seed(2).Commitment(), v.Commitment)
	version, at := g.Ended()
	assert.Equal(t, 3, version)
	assert.Equal(t, opening, at)
}

// From which version on a decision about the open play is not stale.
func TestViewIsFreshFromTheOpenPlayOn(t *testing.T) {
	t.Parallel()
	st := stage{hands: []Cards{cardsOf(t, "7aKh"), cardsOf(t, "8aKl"), cardsOf(t, "9aXh")}}
	g := st.game(t)
	assert.Equal(t, 1, g.SeenFrom())
	g, _ = act(t, g, opening, putting(0, "7a"))
	assert.Equal(t, 2, g.SeenFrom())
	g, _ = act(t, g, opening, Action{Kind: ToAccept, Seat: 2})
	assert.Equal(t, 2, g.SeenFrom(), "acceptances make nothing stale")
	closed, _ := act(t, g, opening, Action{Kind: ToAccept, Seat: 1})
	assert.Equal(t, 4, closed.SeenFrom(), "but the one that closes the play does")
	g, _ = act(t, g, opening, putting(1, "8a"))
	assert.Equal(t, 4, g.SeenFrom())
	version, at := g.Ended()
	assert.Zero(t, version)
	assert.Zero(t, at)
}
