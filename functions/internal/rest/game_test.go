package rest_test

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
)

// game is one game on a desk, and who sits in it, by seat.
type game struct {
	*desk
	id    string
	seats []client.Caller
}

// lobby makes a game with some of its seats taken.
func (d *desk) lobby(seats, taken int, rules object) *game {
	d.t.Helper()
	body := object{"seats": seats}
	if rules != nil {
		body["rules"] = rules
	}
	g := d.create(newcomer(), body)
	for range taken - 1 {
		g.sit(newcomer())
	}
	return g
}

// table makes a game and fills it, so that it is being played.
func (d *desk) table(seats int, rules object) *game {
	d.t.Helper()
	return d.lobby(seats, seats, rules)
}

// tableWhere makes tables until the cards of one are as wanted.
func (d *desk) tableWhere(seats int, rules object, wanted func(*game) bool) *game {
	d.t.Helper()
	for range 300 {
		if g := d.table(seats, rules); wanted(g) {
			return g
		}
	}
	require.Fail(d.t, "the cards that the test needs never came")
	return nil
}

// in is the same game for a subtest.
func (g *game) in(d *desk) *game { return &game{desk: d, id: g.id, seats: g.seats} }

// sit seats somebody on the lowest free seat.
func (g *game) sit(who client.Caller) {
	g.t.Helper()
	g.done(http.StatusCreated, g.post(g.path("/players"), who, object{"name": names[len(g.seats)]}))
	g.seats = append(g.seats, who)
}

// path is that of the game, or of what is below it.
func (g *game) path(rest string) string { return "/v1/games/" + g.id + rest }

// view is the game as somebody sees it now.
func (g *game) view(who client.Caller) client.View {
	g.t.Helper()
	return read[client.View](g.desk, g.done(http.StatusOK, g.get(g.path(""), who)))
}

// now is the game as everybody sees it now.
func (g *game) now() client.View { g.t.Helper(); return g.view(nobody) }

// by is the player on a seat, who has seen the newest version.
func (g *game) by(seat int) client.Caller {
	g.t.Helper()
	return g.seats[seat].At(g.now().Version)
}

// turn is the seat whose turn it is; after is the one so many places further.
func (g *game) turn() int {
	g.t.Helper()
	turn := g.now().Turn
	require.NotNil(g.t, turn)
	return turn.Seat
}

func (g *game) after(seat, places int) int { return (seat + places) % len(g.seats) }

// hand is that of a seat.
func (g *game) hand(seat int) []string {
	g.t.Helper()
	return g.view(g.seats[seat]).You.Hand
}

// play puts cards down; the first of the hand if none are named.
func (g *game) play(seat int, cards ...string) client.View {
	g.t.Helper()
	if len(cards) == 0 {
		cards = g.hand(seat)[:1]
	}
	return g.moved(g.post(g.path("/plays"), g.by(seat), object{"cards": cards}))
}

func (g *game) call(seat int) client.View {
	g.t.Helper()
	return g.moved(g.post(g.path("/calls"), g.by(seat), nil))
}

func (g *game) accept(seats ...int) client.View {
	g.t.Helper()
	var last client.View
	for _, seat := range seats {
		last = g.moved(g.post(g.path("/accepts"), g.by(seat), nil))
	}
	return last
}

func (g *game) deal(seat int) client.View {
	g.t.Helper()
	return g.moved(g.post(g.path("/rounds"), g.by(seat), nil))
}

func (g *game) leave(seat int) client.View {
	g.t.Helper()
	return g.moved(g.ask(http.MethodDelete, g.path("/players/me"), g.seats[seat], nil))
}

func (g *game) rematch(seat int) *game {
	g.t.Helper()
	made := read[client.Seated](g.desk, g.done(http.StatusCreated, g.post(g.path("/rematch"), g.seats[seat], nil)))
	return &game{desk: g.desk, id: made.Game.ID, seats: []client.Caller{g.seats[seat]}}
}

func (g *game) moved(answer client.Answer) client.View {
	g.t.Helper()
	return read[client.View](g.desk, g.done(http.StatusOK, answer))
}

// finish ends the match: all but one leave, the last ones first.
func (g *game) finish() client.View {
	g.t.Helper()
	for seat := len(g.seats) - 1; seat > 0; seat-- {
		if v := g.now(); v.Status == "finished" {
			return v
		}
		g.leave(seat)
	}
	return g.now()
}

// winRound plays until the round is over: hands of one card, all of them accepted.
func (g *game) winRound() client.View {
	g.t.Helper()
	player := g.turn()
	g.play(player, g.hand(player)...)
	for i := 1; i < len(g.seats); i++ {
		if seat := g.after(player, i); slices.Contains(g.now().WaitingFor, seat) && g.now().Status == "lastCall" {
			g.accept(seat)
		}
	}
	return g.now()
}

// events are all that somebody may know, read in pages of so many.
func (g *game) events(who client.Caller, limit int) []object {
	g.t.Helper()
	var all []object
	for after := 0; ; {
		page := read[client.EventPage](g.desk, g.done(http.StatusOK, g.get(g.path(fmt.Sprintf("/events?after=%d&limit=%d", after, limit)), who)))
		all = append(all, page.Events...)
		if page.Next == nil {
			return all
		}
		after = *page.Next
	}
}

// of are the events of a type, as everybody sees them.
func (g *game) of(kind string) []object {
	g.t.Helper()
	return slices.DeleteFunc(g.events(nobody, 500), func(e object) bool { return e["type"] != kind })
}

// viewers are everybody who may look: the players, then a stranger, then nobody.
func (g *game) viewers() []client.Caller { return append(slices.Clone(g.seats), newcomer(), nobody) }

// pass moves the clock.
func (g *game) pass(d time.Duration) { g.Clock.Advance(d) }
