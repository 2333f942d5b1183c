package engine

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// vector is one line of testdata/vectors.json: a position, what is done, what must
// hold then. Only the members that are given count.
type vector struct {
	ID, Title string
	Rules     map[string]json.RawMessage
	Hands     [][]string
	Rank      string
	Turn      int
	Pile      []string
	Do        []struct {
		Seat         int
		Play         *[]string
		Call, Accept bool
	}
	Refused map[int]Code
	Then    struct {
		Hands  *[][]string
		Pile   *[]string
		Turn   *int
		Rank   *string
		Places *[]int
		Points *[]int
		Over   *bool
		Called *[]struct {
			Against int
			Cards   []string
			Lied    bool
		}
		PaleShown *int
	}
}

func TestVectors(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/vectors.json")
	require.NoError(t, err)
	defer file.Close()
	d := json.NewDecoder(file)
	d.DisallowUnknownFields()
	var all []struct {
		vector
		Mark string
	}
	require.NoError(t, d.Decode(&all))
	require.NotEmpty(t, all)
	for _, v := range all {
		t.Run(v.ID+" "+v.Title, func(t *testing.T) { v.play(t) })
	}
}

func (v vector) play(t *testing.T) {
	st := stage{due: rankOf(t, v.Rank), turn: v.Turn, pile: setOf(t, v.Pile)}
	for _, h := range v.Hands {
		st.hands = append(st.hands, setOf(t, h))
	}
	for name, value := range v.Rules {
		o, err := ParseOptions(name + "=" + strings.Trim(string(value), `"`))
		require.NoError(t, err)
		st.rules.Given |= o.Given
		st.rules.Rules.set(o.Given, o.Rules)
	}
	g := st.game(t)
	var events []Event
	for i, do := range v.Do {
		a := Action{Seat: do.Seat}
		switch {
		case do.Call:
			a.Kind = ToCall
		case do.Accept:
			a.Kind = ToAccept
		default:
			a.Kind, a.Cards = ToPlay, parsed(*do.Play)
		}
		next, happened, err := g.Apply(a, g.Updated)
		if code, refused := v.Refused[i]; refused {
			var r *Refusal
			require.ErrorAs(t, err, &r, "act %d", i)
			assert.Equal(t, code, r.Code, "act %d", i)
			continue
		}
		require.NoError(t, err, "act %d", i)
		require.NoError(t, invariants(next))
		g, events = next, append(events, happened...)
	}
	v.compare(t, g, events)
}

func (v vector) compare(t *testing.T, g Game, events []Event) {
	view, then := g.View(NoSeat), v.Then
	if then.Hands != nil {
		for i, h := range *then.Hands {
			assert.Equal(t, setOf(t, h).List(), g.View(i).You.Hand, "hand of %d", i)
		}
	}
	if then.Pile != nil {
		assert.Equal(t, setOf(t, *then.Pile), g.secret.pile, "pile")
	}
	if then.Turn != nil {
		require.NotNil(t, view.Turn)
		assert.Equal(t, *then.Turn, view.Turn.Seat, "turn")
	}
	if then.Rank != nil {
		assert.Equal(t, *then.Rank, g.due.String(), "rank")
	}
	if then.Over != nil {
		assert.Equal(t, *then.Over, view.Status == RoundOver || view.Status == Finished, "over")
	}
	for i, seat := range view.Seats {
		if then.Places != nil {
			require.NotNil(t, seat.Place)
			assert.Equal(t, (*then.Places)[i], *seat.Place, "place of %d", i)
		}
		if then.Points != nil {
			assert.Equal(t, (*then.Points)[i], seat.Points, "points of %d", i)
		}
	}
	v.compareEvents(t, events)
}

func (v vector) compareEvents(t *testing.T, events []Event) {
	var called []Called
	shown := []int{}
	for _, e := range events {
		switch e := e.For(NoSeat).(type) {
		case Called:
			called = append(called, e)
		case PaleShown:
			shown = append(shown, e.Seat)
		}
	}
	if v.Then.PaleShown != nil {
		assert.Equal(t, []int{*v.Then.PaleShown}, shown, "Pale shown")
	} else {
		assert.Empty(t, shown, "Pale shown")
	}
	if v.Then.Called == nil {
		return
	}
	require.Len(t, called, len(*v.Then.Called))
	for i, want := range *v.Then.Called {
		assert.Equal(t, want.Against, called[i].Against)
		assert.Equal(t, want.Lied, called[i].Lied)
		assert.Equal(t, setOf(t, want.Cards).List(), called[i].Cards)
	}
}

func rankOf(t *testing.T, s string) Rank {
	t.Helper()
	r, err := ParseRank(s)
	require.NoError(t, err)
	return r
}

func parsed(texts []string) []Card {
	list := []Card{}
	for _, s := range texts {
		list = append(list, ParseCard(s))
	}
	return list
}

func setOf(t *testing.T, texts []string) Cards {
	t.Helper()
	cs, ok := CardsOf(parsed(texts)...)
	require.True(t, ok, "cards %v", texts)
	return cs
}
