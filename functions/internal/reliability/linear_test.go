package reliability_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/engine"
	"cheat/functions/internal/apitest"
	"cheat/infra/store"
	"cheat/infra/store/dynamotest"
	"cheat/infra/store/storetest"
)

// asked is one request of a history: a command, or a look at the game (kind "").
type asked struct {
	seat    int
	kind    engine.ActionKind
	cards   []engine.Card
	ifMatch int
}

// answered is how a request ended.
type answered struct {
	unknown bool // it was given up without an answer
	status  int
	code    engine.Code
	version int
	exact   bool   // the version is that of the act itself; else others may have acted since
	seen    string // of a look
}

// state is a game with its text, by which states are compared.
type state struct {
	game engine.Game
	text string
}

func stateOf(g engine.Game) state { return state{g, string(g.AppendState(nil))} }

// model is the engine: a history is right if there is an order of its requests, each
// between its beginning and its end, in which the engine gives the same answers.
func model(dealt engine.Game) porcupine.Model {
	nothing := func(s state) []any { return []any{s} }
	return (&porcupine.NondeterministicModel{
		Init:  func() []any { return nothing(stateOf(dealt)) },
		Equal: func(a, b any) bool { return a.(state).text == b.(state).text },
		Step: func(before, input, output any) []any {
			s, in, out := before.(state), input.(asked), output.(answered)
			g := s.game
			if in.kind == "" {
				if out.version == g.Version && out.seen == seenOf(g.View(in.seat)) {
					return nothing(s)
				}
				return nil
			}
			stale := in.ifMatch > g.Version || in.ifMatch < g.SeenFrom()
			next, _, err := g.Apply(engine.Action{Kind: in.kind, Seat: in.seat, Cards: in.cards}, g.Updated)
			done := !stale && err == nil
			var refused *engine.Refusal
			if err != nil {
				refused = err.(*engine.Refusal)
			}
			switch {
			case out.unknown && done:
				return []any{s, stateOf(next)}
			case out.unknown:
				return nothing(s)
			case out.status == http.StatusOK && done && (out.version == next.Version || !out.exact && out.version > next.Version):
				return nothing(stateOf(next))
			case out.status == http.StatusPreconditionFailed && stale:
				return nothing(s)
			case refused != nil && !stale && refused.Code == out.code:
				return nothing(s)
			}
			return nil
		},
	}).ToModel()
}

// seenOf is what a look must show, without the times.
func seenOf(v engine.View) string {
	cards := make([]int, len(v.Seats))
	for i, s := range v.Seats {
		cards[i] = s.Cards
	}
	return fmt.Sprint(v.Status, v.You.Hand, v.WaitingFor, v.Pile.Cards, cards, v.Actions)
}

// recorder keeps a history; its clock counts what happens.
type recorder struct {
	mu    sync.Mutex
	now   int64
	calls []porcupine.Operation
}

func (r *recorder) tick() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now++
	return r.now
}

// note keeps one request. What was given up may be carried out at any time after.
func (r *recorder) note(client int, in asked, begin int64, out answered) {
	end := r.tick()
	if out.unknown {
		end = math.MaxInt64
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, porcupine.Operation{ClientId: client, Input: in, Call: begin, Output: out, Return: end})
}

// telling leaves out the requests whose end is unknown and makes no difference: every
// version that they could have made and that anybody was told of, by a refusal too, was
// made by another request, of which that is known. Without them the check is quick.
func (r *recorder) telling() []porcupine.Operation {
	made, newest := map[int]bool{}, 0
	for _, call := range r.calls {
		in, out := call.Input.(asked), call.Output.(answered)
		newest = max(newest, out.version, in.ifMatch)
		if in.kind != "" && out.status == http.StatusOK && (out.exact || out.version == in.ifMatch+1) {
			made[out.version] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(r.calls), func(call porcupine.Operation) bool {
		for v := call.Input.(asked).ifMatch + 1; v <= newest; v++ {
			if !made[v] {
				return false
			}
		}
		return call.Output.(answered).unknown
	})
}

// device is one of several clients that play for the same seat.
type device struct {
	number, seat int
	who          client.Caller
	api          client.Client
	id           string
	rnd          *rand.Rand
	history      *recorder
	looks        bool // looks are part of the history: the store answers no late reads
	keyed        bool
	faulty       bool // things go wrong
	shared       bool // they do, and other devices play for the same seat
}

// run makes so many commands, each by what the device has just seen.
func (d device) run(t *testing.T, commands int) {
	for range commands {
		begin := d.history.tick()
		answer, err := d.api.View(t.Context(), d.who, d.id)
		if err != nil || answer.Status != http.StatusOK {
			continue
		}
		var view engine.View
		if !assert.NoError(t, answer.JSON(&view)) || view.Status == engine.Finished {
			return
		}
		if view.You == nil { // a late read from before the join
			continue
		}
		if d.looks {
			d.history.note(d.number, asked{seat: d.seat}, begin, answered{status: 200, version: view.Version, seen: seenOf(view)})
		}
		in, ok := d.choose(view)
		if !ok {
			continue
		}
		begin = d.history.tick()
		d.history.note(d.number, in, begin, d.send(t, in))
	}
}

// choose takes one of the actions that the view offers, now and then one that it
// does not.
func (d device) choose(v engine.View) (asked, bool) {
	in := asked{seat: d.seat, ifMatch: v.Version}
	options := []engine.ActionKind{}
	for _, kind := range []engine.ActionKind{engine.ToPlay, engine.ToCall, engine.ToAccept} {
		if slices.Contains(v.Actions, string(kind)) || d.rnd.IntN(12) == 0 {
			options = append(options, kind)
		}
	}
	if len(options) == 0 || len(v.You.Hand) == 0 {
		return asked{}, false
	}
	in.kind = options[d.rnd.IntN(len(options))]
	if in.kind == engine.ToPlay {
		in.cards = []engine.Card{v.You.Hand[d.rnd.IntN(len(v.You.Hand))]}
	}
	return in, true
}

// send makes a command and, where no answer comes, repeats it: with its key as often
// as needed, without one not at all. A game remembers a seat's newest key: if another
// device of the seat has pushed ours out after a fault, a refusal leaves it open
// whether a first try was carried out.
func (d device) send(t *testing.T, in asked) answered {
	who := d.who.At(in.ifMatch)
	tries := 1
	if d.keyed {
		who.Key, tries = fmt.Sprintf("%d-%d", d.number, d.history.tick()), 40
	}
	for range tries {
		var answer client.Answer
		var err error
		switch in.kind {
		case engine.ToPlay:
			answer, err = d.api.Play(t.Context(), who, d.id, client.Cards{Cards: []string{in.cards[0].String()}})
		case engine.ToCall:
			answer, err = d.api.Call(t.Context(), who, d.id)
		default:
			answer, err = d.api.Accept(t.Context(), who, d.id)
		}
		if err == nil && answer.Status < 500 {
			problem := answer.Problem()
			out := answered{
				unknown: d.shared && answer.Status >= 400,
				status:  answer.Status, code: engine.Code(problem.Code), version: answer.Version(),
				// Without a key nothing tells that the first try had been carried out after all.
				exact: (d.keyed || !d.faulty) && answer.Header.Get("Idempotency-Replayed") == "",
			}
			if len(problem.Game) > 0 {
				var fresh client.View
				assert.NoError(t, json.Unmarshal(problem.Game, &fresh))
				out.version = fresh.Version
			}
			return out
		}
	}
	return answered{unknown: true}
}

// trial is one history: who plays on what, and what goes wrong.
type trial struct {
	seed    uint64
	clients int
	faults  int // of a thousand calls of the store
	late    bool
	keyed   bool
	spoil   func(store.Store) store.Store // a store with a mistake, for the tests of the test
}

// linearizable plays one history and reports whether it is right.
func linearizable(t *testing.T, s store.Store, c trial) porcupine.CheckResult {
	t.Helper()
	rnd := rand.New(rand.NewPCG(c.seed, 5))
	faulty := storetest.Wrap(s)
	var kept store.Store = faulty
	if c.spoil != nil {
		kept = c.spoil(faulty)
	}
	server := apitest.New(t, kept)
	plain := client.Client{Base: server.URL, HTTP: http.DefaultClient}
	seats := min(c.clients, engine.MaxSeats)
	rules := map[string]any{"callSeconds": []any{0, nil}[rnd.IntN(2)], "turnSeconds": 0, "chroniclers": rnd.IntN(2) == 0}
	id, seated, err := apitest.Table(t.Context(), plain, client.Creation{Seats: seats, Rules: rules}, seats)
	require.NoError(t, err)
	item, ok, err := s.Get(t.Context(), store.GamePK(id), store.HeadSK, true)
	require.NoError(t, err)
	require.True(t, ok)
	head, err := store.ParseHead(item)
	require.NoError(t, err)

	var chance sync.Mutex
	plan := func(call storetest.Call) storetest.Fault {
		chance.Lock()
		defer chance.Unlock()
		possible := slices.DeleteFunc(call.Faults(), func(f storetest.Fault) bool {
			return (f == storetest.LateRead || f == storetest.LateItems) && !c.late
		})
		if rnd.IntN(1000) >= c.faults || len(possible) == 0 {
			return storetest.None
		}
		return possible[rnd.IntN(len(possible))]
	}
	history := &recorder{}
	faulty.With(plan, func() {
		var all sync.WaitGroup
		for i := range c.clients {
			seat := seated[i%seats]
			d := device{
				number: i, seat: seat.Seat, who: seat.Caller, api: plain, id: id, history: history, looks: !c.late, keyed: c.keyed, faulty: c.faults > 0, shared: c.clients > seats && c.faults > 0,
				rnd: rand.New(rand.NewPCG(c.seed, uint64(i))),
			}
			all.Go(func() { d.run(t, 24/c.clients+2) })
		}
		all.Wait()
	})
	return porcupine.CheckOperationsTimeout(model(head.Table.FirstDeal()), history.telling(), 30*time.Second)
}

func trials(t *testing.T) int {
	if os.Getenv("CHEAT_LONG") != "" {
		return 1000
	}
	return 50
}

func TestHistories_are_linearizable_on_bolt(t *testing.T) {
	t.Parallel()
	histories(t, trials(t), func(t *testing.T) store.Store { return apitest.Bolt(t) })
}

func TestHistories_are_linearizable_on_DynamoDB(t *testing.T) {
	t.Parallel()
	histories(t, trials(t)/5, func(t *testing.T) store.Store { return dynamotest.Table(t) })
}

func histories(t *testing.T, n int, open func(*testing.T) store.Store) {
	t.Helper()
	s := open(t)
	undecided := 0
	for i := range n {
		c := trial{seed: uint64(i), clients: 2 + i%15, faults: []int{0, 30, 150}[i%3], late: i%2 == 0, keyed: i%4 != 3}
		if c.clients > engine.MaxSeats && c.faults > 0 {
			c.keyed = true // else no refusal tells anything, see send, and hardly a history could be wrong
		}
		switch linearizable(t, s, c) {
		case porcupine.Illegal:
			require.Fail(t, "this could not have happened one request after the other", "history %d: %+v", i, c)
		case porcupine.Unknown:
			undecided++
		}
	}
	assert.LessOrEqual(t, undecided, 1+n/100, "too many histories that could not be judged in time")
	t.Logf("%d histories, none of them wrong, %d not judged in time", n, undecided)
}

// The tests below spoil the store as a careless program would use it; if no history
// of some is found to be wrong, the test above cannot find anything either.

func TestHistories_without_the_condition_are_found(t *testing.T) {
	t.Parallel()
	found(t, trial{clients: 12, keyed: true, spoil: func(s store.Store) store.Store { return unconditional{s} }})
}

func TestHistories_in_which_failed_means_lost_are_found(t *testing.T) {
	t.Parallel()
	found(t, trial{clients: 4, faults: 300, keyed: true, spoil: func(s store.Store) store.Store { return forgetful{s} }})
}

func found(t *testing.T, c trial) {
	t.Helper()
	s := apitest.Bolt(t)
	for c.seed = range 40 {
		if linearizable(t, s, c) == porcupine.Illegal {
			return
		}
	}
	t.Error("no history was found to be wrong")
}

// unconditional writes whatever the stored version is.
type unconditional struct{ store.Store }

func (u unconditional) PutIf(ctx context.Context, item store.Item, _ int64) error {
	return u.Put(ctx, item)
}

// forgetful hides who made the newest acts, so that the program takes a failed
// condition for a lost race.
type forgetful struct{ store.Store }

func (f forgetful) Query(ctx context.Context, r store.Range) ([]store.Item, string, error) {
	items, next, err := f.Store.Query(ctx, r)
	for i, item := range items {
		if item.SK != store.PlaySK {
			continue
		}
		table, _ := store.ParseHead(items[0])
		play, err := store.ParsePlay(table.Table, item)
		if err != nil {
			return nil, "", fmt.Errorf("forget: %w", err)
		}
		play.Memory = nil
		forgotten := play.Item()
		forgotten.Expires = item.Expires
		items[i] = forgotten
	}
	return items, next, err
}
