package rest_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/engine"
	"cheat/functions/internal/front"
	"cheat/functions/internal/program"
	"cheat/infra/store"
)

// R31: two games that differ only in what one player has put down, face down, and so
// in what he still holds. Whoever has not seen those cards is told the same.
func TestSecrecy_R31_what_lies_face_down(t *testing.T) {
	t.Parallel()
	for name, rules := range map[string]object{
		"one deck": {"callSeconds": 0}, "two decks with Chroniclers": {"callSeconds": 5, "decks": 2, "chroniclers": true}, "everybody answers": {"callSeconds": nil, "chroniclers": true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seats := people(t, 4)
			rules["turnSeconds"] = 60
			one, other := newDesk(t).fast().tableOf(seats, rules), newDesk(t).fast().tableOf(seats, rules)
			hider := one.after(one.turn(), 1)
			viewers := slices.Delete(append(slices.Clone(seats), newcomer(), nobody), hider, hider+1)
			rnd := rand.New(rand.NewPCG(5, uint64(len(name))))
			hidden := 0
			for step := range 14 {
				seat := one.turn()
				first, second := cardsOf(one, seat, rnd), []string(nil)
				if second = first; seat == hider {
					first, second = apart(one.hand(seat), other.hand(seat))
					hidden++
				}
				for i, g := range []*game{one, other} {
					body := object{"cards": [][]string{first, second}[i]}
					g.done(http.StatusOK, g.post(g.path("/plays"), g.by(seat), body))
					for _, answering := range g.now().WaitingFor {
						if g.now().Status == "playing" && rules["callSeconds"] == nil && answering != g.turn() {
							g.accept(answering)
						}
					}
				}
				caller := one.after(seat, 1)
				if seat != hider && one.now().Pile.Cards == len(first) && rnd.IntN(2) == 0 { // nothing hidden is turned over, nor taken up
					for _, g := range []*game{one, other} {
						g.call(caller)
					}
				}
				for _, g := range []*game{one, other} {
					g.pass(6 * time.Second)
				}
				for _, i := range []int{step % len(viewers), (step + 2) % len(viewers)} {
					require.Equal(t, one.sight(viewers[i]), other.sight(viewers[i]), "viewer %d", i)
				}
			}
			assert.Positive(t, hidden)
			assert.NotEqual(t, one.hand(hider), other.hand(hider))
		})
	}
}

// cardsOf are some cards of a hand, no Pale among them, which would be shown.
func cardsOf(g *game, seat int, rnd *rand.Rand) []string {
	g.t.Helper()
	hand := slices.DeleteFunc(g.hand(seat), func(c string) bool { return c == "Pc" })
	rnd.Shuffle(len(hand), func(i, j int) { hand[i], hand[j] = hand[j], hand[i] })
	return hand[:1]
}

// apart are two cards that two hands have in common.
func apart(a, b []string) (first, second []string) {
	common := slices.DeleteFunc(slices.Compact(a), func(c string) bool { return c == "Pc" || !slices.Contains(b, c) })
	return common[:1], common[len(common)-1:]
}

// R31: two stored games that differ only in where the cards lie that a viewer cannot
// see: in another's hand, set aside, or in the pile. The long variant compares a
// million answers.
func TestSecrecy_R31_where_the_unseen_cards_lie(t *testing.T) {
	t.Parallel()
	seats, times := people(t, 4), 3
	if long() {
		times = 3900
	}
	var compared atomic.Int64
	t.Cleanup(func() { t.Logf("%d answers compared; none tells where the unseen cards lie", compared.Load()) })
	rules := object{"callSeconds": 30, "chroniclers": true, "handSize": 7, "turnSeconds": 600, "rounds": 2}
	positions := map[string]func(g *game){
		"an open play": func(g *game) { g.play(g.turn()) },
		"a closed play": func(g *game) {
			g.play(g.turn())
			g.pass(31 * time.Second)
			g.play(g.turn())
		},
		"after an answer": func(g *game) {
			player := g.turn()
			g.play(player)
			g.accept(g.after(player, 2))
		},
		"after somebody has left": func(g *game) {
			g.play(g.turn())
			g.leave(g.turn())
		},
	}
	for name, arrive := range positions {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one, other := newDesk(t).fast().tableOf(seats, rules), newDesk(t).fast().tableOf(seats, rules)
			arrive(one)
			arrive(other)
			if long() {
				one, other = one.in(one.direct()), other.in(other.direct())
			}
			for viewer := engine.NoSeat; viewer < len(seats); viewer++ {
				who := nobody
				if viewer != engine.NoSeat {
					who = seats[viewer]
				}
				want := one.sight(who)
				before, _, err := other.Games.Store.Get(t.Context(), store.GamePK(other.id), store.PlaySK, true)
				require.NoError(t, err)
				for n := range times {
					other.rearrange(viewer, rand.New(rand.NewPCG(uint64(n), 9)))
					seen := other.sight(who)
					if !reflect.DeepEqual(want, seen) { // which is quicker than what says how they differ
						require.Equal(t, want, seen, "viewer %d", viewer)
					}
					compared.Add(int64(len(seen)))
					require.NoError(t, other.Games.Store.Put(t.Context(), before))
				}
			}
		})
	}
}

// rearrange shuffles in the stored state all cards that a seat cannot see. How many
// lie where stays.
func (g *game) rearrange(viewer int, rnd *rand.Rand) {
	g.t.Helper()
	ctx, kept := g.t.Context(), g.Games.Store
	item, _, err := kept.Get(ctx, store.GamePK(g.id), store.HeadSK, true)
	require.NoError(g.t, err)
	head, err := store.ParseHead(item)
	require.NoError(g.t, err)
	item, _, err = kept.Get(ctx, store.GamePK(g.id), store.PlaySK, true)
	require.NoError(g.t, err)
	play, err := store.ParsePlay(head.Table, item)
	require.NoError(g.t, err)

	fields := strings.Split(string(play.Game.AppendState(nil)), " ")
	at := slices.IndexFunc(fields, func(f string) bool { return strings.Count(f, "/") == len(g.seats)+1 })
	require.GreaterOrEqual(g.t, at, 0)
	places := strings.Split(fields[at], "/")
	var unseen []engine.Card
	counts := make([]int, len(places))
	for i, text := range places {
		cards, err := engine.ParseCards(text)
		require.NoError(g.t, err)
		if i != viewer {
			counts[i] = cards.Len()
			unseen = append(unseen, cards.List()...)
		}
	}
	rnd.Shuffle(len(unseen), func(i, j int) { unseen[i], unseen[j] = unseen[j], unseen[i] })
	var pile []engine.Card
	for i, n := range counts {
		if i == viewer {
			continue
		}
		cards, ok := engine.CardsOf(unseen[:n]...)
		require.True(g.t, ok)
		if i == len(g.seats) {
			pile = unseen[:n]
		}
		places[i], unseen = cards.String(), unseen[n:]
	}
	fields[at] = strings.Join(places, "/")
	for i, f := range fields { // the open play lies on the pile
		if _, cards, open := strings.Cut(f, ":"); open {
			was, err := engine.ParseCards(cards)
			require.NoError(g.t, err)
			now, _ := engine.CardsOf(pile[:was.Len()]...)
			fields[i] = strings.TrimSuffix(f, cards) + now.String()
		}
	}
	play.Game, err = engine.ParseState(head.Table, play.Round.Deal, strings.Join(fields, " "))
	require.NoError(g.t, err)
	changed := play.Item()
	changed.Expires = item.Expires
	require.NoError(g.t, kept.Put(ctx, changed))
}

var cardText = regexp.MustCompile(`^([789XUOKA][alhb]|[CP]c)$`)

// onlooker is what somebody may know of the cards of a round.
type onlooker map[string]bool

// learn adds what he sees in his hand, and what was turned over.
func (o onlooker) learn(g *game, who client.Caller, called []object) {
	g.t.Helper()
	if you := g.view(who).You; you != nil {
		for _, card := range you.Hand {
			o[card] = true
		}
	}
	for _, e := range called {
		for _, card := range e["cards"].([]any) {
			o[card.(string)] = true
		}
	}
}

// hears states that nothing that he is told, whatever he asks, names another card.
func (o onlooker) hears(g *game, who client.Caller) {
	g.t.Helper()
	since := g.path(fmt.Sprintf("/events?after=%d", dealtAt(g)))
	for _, answer := range append(g.sight(who), g.get(since, who), g.get("/v1/games", who)) {
		if len(answer.Body) == 0 || strings.Contains(string(answer.Body), `"seed":`) {
			continue // the second: of a round that is over, and open
		}
		for _, text := range texts(read[any](g.desk, answer)) {
			if cardText.MatchString(text) && !o[text] {
				assert.Fail(g.t, "a card that the viewer cannot know", "%s in %s", text, answer.Body)
			}
		}
	}
}

// Nobody is told a card that he has not held and that was not turned over, whatever
// he asks; through two rounds and a rematch. Nor are tokens, hands or seeds in the log.
func TestSecrecy_no_answer_and_no_log_line_has_anothers_cards(t *testing.T) {
	t.Parallel()
	d := newDesk(t).fast()
	g := d.table(4, object{"callSeconds": 0, "chroniclers": true, "handSize": 3, "rounds": 2, "turnSeconds": 600})
	rnd := rand.New(rand.NewPCG(2, 2))
	viewers := g.viewers()
	var known []onlooker
	newCards := func() {
		known = make([]onlooker, len(viewers))
		for i := range known {
			known[i] = onlooker{}
		}
	}
	newCards()
	seeds := []any{}
	for step := range 150 {
		switch v := g.now(); v.Status {
		case "roundOver":
			g.deal(rnd.IntN(4))
			newCards()
			continue
		case "finished":
			for _, e := range g.of("roundEnded") {
				seeds = append(seeds, e["seed"])
			}
			old := g
			for seat := range old.seats {
				g = old.rematch(seat)
			}
			g.seats = old.seats
			newCards()
			continue
		}
		called := g.of("called")
		for i, who := range viewers {
			known[i].learn(g, who, called)
		}
		known[step%len(viewers)].hears(g, viewers[step%len(viewers)])
		seat, path, body := anyCommand(g, rnd)
		require.Less(t, g.post(g.path(path), g.by(seat), body).Status, 500)
	}
	require.GreaterOrEqual(t, len(seeds), 2, "a match and its rematch")
	tellsNothing(t, g, d.Logs.String())
	for _, seed := range seeds {
		assert.NotContains(t, d.Logs.String(), seed)
	}
}

// tellsNothing looks in a text for what only players may know.
func tellsNothing(t *testing.T, g *game, text string) {
	t.Helper()
	require.NotEmpty(t, text)
	for _, who := range g.seats {
		assert.NotContains(t, text, who.Token)
	}
	assert.NotContains(t, text, g.id, "of a game only a hash")
	assert.NotRegexp(t, `"([789XUOKA][alhb]|[CP]c)"`, text)
	assert.NotContains(t, text, names[0])
}

// What goes wrong in the store is written to the log, and says as little: no record, no
// key, no card, neither there nor in the answer.
func TestSecrecy_an_error_of_the_store_tells_nothing(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	d := newDeskOn(t, kept).fast()
	g := d.table(3, object{"callSeconds": 0, "turnSeconds": 600})
	rnd := rand.New(rand.NewPCG(3, 3))
	failures, answers := 0, ""
	for step := range 60 {
		kept.watch(func(op store.Op, item store.Item) error {
			switch step % 3 {
			case 0:
				return fmt.Errorf("%s: %w", op, store.ErrUnavailable)
			case 1:
				return fmt.Errorf("%s of a record that is no good", op)
			}
			return nil
		})
		seat, path, body := anyCommand(g, rnd)
		answer := g.post(g.path(path), g.by(seat), body)
		if answer.Status >= 500 {
			failures++
			answers += string(answer.Body)
		}
	}
	require.Greater(t, failures, 20)
	require.Contains(t, d.Logs.String(), "no good", "the log says what was wrong")
	assert.NotContains(t, answers, "no good", "the answer does not")
	tellsNothing(t, g, d.Logs.String())
	tellsNothing(t, g, answers)
}

// dealtAt is the version before the newest deal.
func dealtAt(g *game) int {
	g.t.Helper()
	deals := g.of("dealt")
	return int(deals[len(deals)-1]["version"].(float64)) - 1
}

// direct is the same desk asked without a socket, and without a log, for a test that
// asks a million times.
func (d *desk) direct() *desk {
	d.t.Helper()
	config, err := program.FromEnv(func(string) string { return "" })
	require.NoError(d.t, err)
	api := front.New(config, d.Games, slog.New(slog.DiscardHandler))
	api.Now = d.Clock.Now
	return &desk{d.Server, d.t, client.Client{Base: d.URL, HTTP: &http.Client{Transport: inProcess{api.Handler()}}}}
}

// inProcess carries requests to a handler.
type inProcess struct{ handler http.Handler }

func (p inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context()) // as a server gets it
	r.RemoteAddr, r.RequestURI = "127.0.0.1:1", r.URL.RequestURI()
	if r.Body == nil {
		r.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	p.handler.ServeHTTP(w, r)
	return w.Result(), nil
}
