package engine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// seen compares events as several seats see them: for each seat one JSON text an
// event, without the head's members, which all events share.
func seen(t *testing.T, g Game, events []Event, want map[int][]string) {
	t.Helper()
	head := `{"version":` + asJSON(t, g.Version) + `,"at":` + asJSON(t, g.Updated) + `,"type":`
	for seat, texts := range want {
		require.Len(t, events, len(texts))
		for i, text := range texts {
			kind, members, _ := strings.Cut(text, " ")
			if members != "" {
				members = "," + members
			}
			assert.JSONEq(t, head+`"`+kind+`"`+members+"}", asJSON(t, events[i].For(seat)), "seat %d", seat)
		}
	}
}

func TestEventsOfThePlay(t *testing.T) {
	t.Parallel()
	st := stage{hands: []Cards{cardsOf(t, "KhKaPc7a"), cardsOf(t, "8aKl"), cardsOf(t, "9aXh")}, pile: cardsOf(t, "Ua")}
	start := st.game(t)

	g, events := act(t, start, opening, putting(0, "Kh", "7a"))
	seen(t, g, events, map[int][]string{
		0:      {`played "seat":0,"rank":"7","count":2,"cards":["7a","Kh"]`},
		1:      {`played "seat":0,"rank":"7","count":2`},
		NoSeat: {`played "seat":0,"rank":"7","count":2`},
	})
	g, events = act(t, g, opening, Action{Kind: ToAccept, Seat: 2})
	seen(t, g, events, map[int][]string{1: {`accepted "seat":2`}, 2: {`accepted "seat":2`}, NoSeat: {`accepted "seat":2`}})

	g, events = act(t, g, opening, Action{Kind: ToCall, Seat: 1})
	called := `called "seat":1,"against":0,"rank":"7","count":2,"cards":["7a","Kh"],"lied":true,"taker":0,"taken":3`
	seen(t, g, events, map[int][]string{0: {called + `,"takenCards":["7a","Ua","Kh"]`}, 1: {called}, 2: {called}, NoSeat: {called}})

	g, events = act(t, start, opening, putting(0, "Pc"), putting(1, "Kl"))
	shown, played := `paleShown "seat":0,"taken":2`, `played "seat":1,"rank":"8","count":1`
	seen(t, g, events, map[int][]string{
		0:      {shown + `,"takenCards":["Ua","Pc"]`, played},
		1:      {shown, played + `,"cards":["Kl"]`},
		2:      {shown, played},
		NoSeat: {shown, played},
	})

	g, events = act(t, start, opening, putting(0, "7a"), Action{Kind: ToCall, Seat: 2})
	called = `called "seat":2,"against":0,"rank":"7","count":1,"cards":["7a"],"lied":false,"taker":2,"taken":2`
	seen(t, g, events, map[int][]string{0: {called}, 1: {called}, 2: {called + `,"takenCards":["7a","Ua"]`}})
}

func TestEventsOfTheClock(t *testing.T) {
	t.Parallel()
	st := stage{rules: Options{OptTurnSeconds, Rules{TurnSeconds: 60}}, hands: []Cards{cardsOf(t, "Kh"), cardsOf(t, "8aKl"), cardsOf(t, "9aXh")}}
	g := st.game(t)
	d, ok := g.Due()
	require.True(t, ok)
	g, events := act(t, g, d.At, d.Action)
	seen(t, g, events, map[int][]string{
		0: {`timedOut "seat":0`, `played "seat":0,"rank":"7","count":1,"cards":["Kh"]`},
		1: {`timedOut "seat":0`, `played "seat":0,"rank":"7","count":1`},
	})
}

func TestEventsOfTheEnd(t *testing.T) {
	t.Parallel()
	st := stage{hands: []Cards{cardsOf(t, "7a"), cardsOf(t, "8aKl"), cardsOf(t, "9a")}, round: 2, points: []int{1, 0, 9}}
	start := st.game(t)
	start.secret.aside = cardsOf(t, "AaCc")
	g, events := act(t, start, opening, putting(0, "7a"), Action{Kind: ToLeave, Seat: 1}, Action{Kind: ToAccept, Seat: 2})
	ended := `roundEnded "round":2,"reason":"out","places":[1,3,2],"points":[4,0,3],"hands":[[],["8a","Kl"],["9a"]],"aside":["Aa","Cc"],"seed":"` +
		g.Table.Seed(2).hex() + `"`
	for _, seat := range []int{0, 1, 2, NoSeat} {
		seen(t, g, events, map[int][]string{seat: {`accepted "seat":2`, ended, `gameEnded "winners":[2]`}})
	}
	g, events = act(t, g, opening, Action{Kind: ToRematch, Seat: 0, ID: "h"})
	seen(t, g, events, map[int][]string{0: {`rematch "id":"h"`}, NoSeat: {`rematch "id":"h"`}})
}

func TestEventsOfTheLobby(t *testing.T) {
	t.Parallel()
	g, events, err := New(Setup{ID: "g", Seats: 4, Host: person(0), Bots: []Player{robot(3)}, Seed: Seed{1}}, opening)
	require.NoError(t, err)
	seen(t, g, events, map[int][]string{NoSeat: {
		`joined "seat":0,"name":"Ada","kind":"human"`,
		`joined "seat":3,"name":"Dee","kind":"bot","level":"hard"`,
	}})
	g, events = act(t, g, opening, Action{Kind: ToJoin, Seat: NoSeat, Player: person(1)}, Action{Kind: ToFree, Target: 1})
	seen(t, g, events, map[int][]string{NoSeat: {`left "seat":1`}})

	begun, events := act(t, g, opening, Action{Kind: ToStart, Bots: []Player{robot(5)}})
	dealt := func(seat int) string {
		text := `dealt "round":1,"dealer":` + asJSON(t, begun.LastDeal().Dealer) + `,"cards":10,"aside":2,"commitment":"` + begun.Table.Seed(1).Commitment() + `"`
		if seat != NoSeat {
			text += `,"hand":` + asJSON(t, begun.View(seat).You.Hand)
		}
		return text
	}
	for _, seat := range []int{0, 1, 2, NoSeat} {
		seen(t, begun, events, map[int][]string{seat: {
			`joined "seat":1,"name":"Flo","kind":"bot","level":"hard"`, `started "names":["Ada","Flo","Dee"]`, dealt(seat),
		}})
	}
	assert.Equal(t, events[2].For(1), begun.DealEvent().For(1), "found again from the deal")

	g, events = act(t, g, opening, Action{Kind: ToLeave})
	seen(t, g, events, map[int][]string{NoSeat: {`left "seat":0`, `gameEnded "winners":[]`}})
}

// Who was not dealt in has no hand to be told of.
func TestEventsOfALaterDeal(t *testing.T) {
	t.Parallel()
	st := stage{hands: []Cards{cardsOf(t, "7a"), cardsOf(t, "8aKl"), cardsOf(t, "9a")}, points: []int{0, 2, 0}}
	g, events := act(t, st.game(t), opening,
		putting(0, "7a"), Action{Kind: ToLeave, Seat: 1}, Action{Kind: ToAccept, Seat: 2}, Action{Kind: ToDeal, Seat: 2})
	for _, seat := range []int{1, NoSeat} {
		seen(t, g, events, map[int][]string{seat: {
			`dealt "round":2,"dealer":2,"cards":17,"aside":0,"commitment":"` + g.Table.Seed(2).Commitment() + `"`,
		}})
	}
	assert.Equal(t, asJSON(t, g.View(0).You.Hand), asJSON(t, events[0].For(0).(Dealt).Hand))
	assert.Equal(t, g.View(0).Commitment, events[0].For(0).(Dealt).Commitment)
	assert.Equal(t, 2, g.View(0).Seats[1].Points, "points of the match")
}
