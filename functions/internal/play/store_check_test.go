package play_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/infra/store"
)

// history is a game as its records tell it.
type history struct {
	acts   []engine.Act   // of all rounds, without the deals
	events []engine.Event // of everything
	games  []engine.Game  // after each act and deal
	rounds int            // records of finished rounds
	pieces int
}

// readBack reads the history of a game back through the chain of its records,
// without the package under test, and plays it again from the first deal: no version
// is missing or there twice, each round begins where the one before ended, and the
// end is the stored state.
func (s *stage) readBack(id string) history {
	s.t.Helper()
	game, head, newest := records(s.t, s.Store, id)
	h := history{events: head.Table.Events()}
	version := 0
	for _, e := range head.Table.Log {
		require.Contains(s.t, []int{version, version + 1}, e.Version, "the lobby's log has a gap")
		version = e.Version
	}
	require.Equal(s.t, head.Table.Version, version, "the lobby's log does not come to its end")
	if game.Round() == 0 {
		return h
	}
	g := head.Table.FirstDeal()
	h.events, h.games = append(h.events, g.DealEvent()), append(h.games, g)
	for n := 1; n <= game.Round(); n++ {
		round := store.Round{Deal: g.LastDeal()}
		switch {
		case n < game.Round():
			item, found, err := s.Store.Get(s.t.Context(), store.GamePK(id), store.RoundSK(n), true)
			require.NoError(s.t, err)
			require.True(s.t, found, "no record of round %d", n)
			ended, err := store.ParseEnded(head.Table, item)
			require.NoError(s.t, err)
			round = ended.Round
			h.rounds++
		case newest != nil:
			round = newest.Round
		}
		apply := func(a engine.Act) {
			next, events, err := g.Apply(a.Action, a.At)
			require.NoError(s.t, err, "version %d", a.Version)
			require.Equal(s.t, a.Version, next.Version)
			require.Equal(s.t, a.At, next.Updated)
			g, h.events, h.games = next, append(h.events, events...), append(h.games, next)
		}
		if n > 1 {
			ended, at := g.Ended()
			require.Equal(s.t, store.Interval{Version: ended, At: at, Acts: round.Before.Acts}, round.Before)
			for _, a := range s.parse(round.Before.Acts, ended+1, at) {
				apply(a)
				h.acts = append(h.acts, a)
			}
			apply(engine.Act{Version: round.Deal.Version, At: round.Deal.At, Action: engine.Action{Kind: engine.ToDeal, Seat: engine.NoSeat}})
		}
		require.Equal(s.t, g.LastDeal(), round.Deal, "round %d was dealt otherwise", n)
		for _, a := range s.parse(s.chain(id, round, &h.pieces), round.Deal.Version+1, round.Deal.At) {
			if a.Seat == engine.NoSeat {
				a.Seat = g.View(engine.NoSeat).Turn.Seat
			}
			apply(a)
			h.acts = append(h.acts, a)
		}
		if n < game.Round() {
			require.Equal(s.t, engine.RoundOver, g.Status, "the record of round %d does not come to its end", n)
		}
	}
	require.Equal(s.t, string(game.AppendState(nil)), string(g.AppendState(nil)), "the history leads elsewhere")
	return h
}

// chain is all acts of a round: the pieces that it names, and the rest.
func (s *stage) chain(id string, round store.Round, pieces *int) string {
	s.t.Helper()
	texts := []string{round.Acts}
	for sk := round.Piece; sk != ""; *pieces++ {
		item, found, err := s.Store.Get(s.t.Context(), store.GamePK(id), sk, true)
		require.NoError(s.t, err)
		require.True(s.t, found, "no piece %s", sk)
		p, err := store.ParsePiece(item)
		require.NoError(s.t, err)
		texts, sk = append(texts, p.Acts), p.Before
	}
	slices.Reverse(texts)
	return strings.Join(texts, "")
}

func (s *stage) parse(acts string, version int, after engine.Time) []engine.Act {
	s.t.Helper()
	list, err := engine.ParseActs(acts, version, after)
	require.NoError(s.t, err)
	return list
}

// told is all that a viewer can learn of what happened: page by page, to the end.
func (s *stage) told(id string, viewer *person, after, limit int) []engine.EventView {
	s.t.Helper()
	who := play.Caller{Now: s.now}
	if viewer != nil {
		who.Owner = &viewer.owner
	}
	all := []engine.EventView{}
	for {
		page, err := s.Events(s.t.Context(), id, who, after, limit)
		require.NoError(s.t, err)
		all = append(all, page.Events...)
		if page.Next == nil {
			return all
		}
		require.Greater(s.t, *page.Next, after)
		after = *page.Next
	}
}

// viewers are the people, and a spectator.
func viewers(n int) []*person {
	list := []*person{nil}
	for _, p := range people(n) {
		list = append(list, &p)
	}
	return list
}

// sound checks all that must hold of a game whatever went wrong on the way to it,
// and returns how it stands: the views and events of everybody.
func (s *stage) sound(id string, crowd int) string {
	s.t.Helper()
	h := s.readBack(id)
	game := s.game(id)
	var stands strings.Builder
	for _, viewer := range viewers(crowd) {
		seat, who := engine.NoSeat, play.Caller{Now: s.now}
		if viewer != nil {
			who.Owner = &viewer.owner
			if at, ok := game.Table.SeatOf(viewer.owner); ok && !game.Away(at) {
				seat = at
			}
		}
		want := make([]engine.EventView, len(h.events))
		for i, e := range h.events {
			want[i] = e.For(seat)
		}
		got := s.told(id, viewer, 0, 7)
		require.Empty(s.t, difference(asJSON(want), asJSON(got)), "events for seat %d", seat)
		answer, err := s.View(s.t.Context(), id, who)
		require.NoError(s.t, err)
		require.Equal(s.t, game.Version, answer.View.Version, "something is due that nobody has saved")
		fmt.Fprintln(&stands, asJSON(answer.View), asJSON(got))
	}
	return stands.String()
}

func asJSON(v any) string {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic(err)
	}
	return string(text)
}

// pointers are the records that point to one game.
type pointers struct {
	running, finished map[string]bool // by name of the person
	listed            bool
	wakeUps           []engine.Time
}

func (s *stage) pointers(id string, crowd int) pointers {
	s.t.Helper()
	p := pointers{running: map[string]bool{}, finished: map[string]bool{}}
	for _, one := range people(crowd) {
		for _, item := range s.all(store.PlayerPK(one.owner)) {
			switch {
			case item.SK == store.RunningSK(id):
				p.running[one.name] = true
			case strings.HasPrefix(item.SK, store.FinishedFrom) && strings.HasSuffix(item.SK, "#"+id):
				require.False(s.t, p.finished[one.name], "finished twice")
				p.finished[one.name] = true
			}
		}
	}
	for _, item := range s.all(store.LobbyPK) {
		p.listed = p.listed || strings.HasSuffix(item.SK, "#"+id)
	}
	for _, item := range s.all(store.WakeUpPK) {
		if at, of, err := store.TimedID(item.SK); err == nil && of == id {
			p.wakeUps = append(p.wakeUps, at)
		}
	}
	return p
}

func (s *stage) all(pk string) []store.Item {
	s.t.Helper()
	items, _, err := s.Store.Query(s.t.Context(), store.Range{PK: pk, Strong: true})
	require.NoError(s.t, err)
	return items
}

// pointedTo checks what must hold at any time: who sits in a running game finds it,
// an open lobby is listed, and something will wake the game in time.
func (s *stage) pointedTo(id string, crowd int, listed bool) {
	s.t.Helper()
	g, p := s.game(id), s.pointers(id, crowd)
	for _, one := range people(crowd) {
		seat, seated := g.Table.SeatOf(one.owner)
		plays := seated && !g.Away(seat) && !g.Over()
		if plays {
			assert.True(s.t, p.running[one.name], "%s does not find the game", one.name)
		}
		if g.Status != engine.Finished || !seated || g.Away(seat) {
			assert.False(s.t, p.finished[one.name], "%s finds it among the finished", one.name)
		}
		mine, err := s.Active(s.t.Context(), s.as(one))
		require.NoError(s.t, err)
		assert.Equal(s.t, plays, slices.ContainsFunc(mine, func(m play.Mine) bool { return m.ID == id }), "the list of %s", one.name)
	}
	lobbies, _, err := s.Lobbies(s.t.Context(), s.now, 100, "")
	require.NoError(s.t, err)
	open := listed && g.Status == engine.InLobby
	assert.Equal(s.t, open, slices.ContainsFunc(lobbies, func(l play.Listed) bool { return l.ID == id }), "the list of open games")
	if !g.Over() {
		require.NotEmpty(s.t, p.wakeUps, "nothing will wake the game")
	}
	if d := g.Deadline(); d != 0 {
		assert.LessOrEqual(s.t, slices.Min(p.wakeUps), d, "nothing will wake the game in time")
	}
}

// sweptClean lets all wake-ups of a game come due, sweeps once, and checks that no
// pointer is wrong any more.
func (s *stage) sweptClean(id string, crowd int) {
	s.t.Helper()
	over := s.game(id).Status
	if wakeUps := s.pointers(id, crowd).wakeUps; len(wakeUps) > 0 {
		s.now = max(s.now, slices.Max(wakeUps)+hour)
	}
	swept, err := s.Sweep(s.t.Context(), s.now)
	require.NoError(s.t, err)
	require.Zero(s.t, swept.Failed)
	g := s.game(id)
	ended := g.Over() || s.now >= g.Table.Created.Add(s.Times.Lobby) && g.Status == engine.InLobby
	s.clean(id, crowd, ended)
	switch p := s.pointers(id, crowd); {
	case !ended:
		assert.NotEmpty(s.t, p.wakeUps, "nothing will wake it")
	case over == g.Status:
		assert.Empty(s.t, p.wakeUps, "it is woken for ever")
	}
}

// clean checks that no pointer to a game is wrong.
func (s *stage) clean(id string, crowd int, ended bool) {
	s.t.Helper()
	g, p := s.game(id), s.pointers(id, crowd)
	for _, one := range people(crowd) {
		seat, seated := g.Table.SeatOf(one.owner)
		switch {
		case !seated:
		case ended:
			assert.False(s.t, p.running[one.name], "%s finds it among the running", one.name)
		case !g.Away(seat):
			assert.True(s.t, p.running[one.name], "%s does not find the game", one.name)
		}
		assert.Equal(s.t, seated && !g.Away(seat) && g.Status == engine.Finished, p.finished[one.name], "%s among the finished", one.name)
	}
	if ended || g.Round() > 0 {
		assert.False(s.t, p.listed, "it is still listed")
	}
}
