package play_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/apitest"
	"cheat/functions/internal/play"
	"cheat/infra/store"
	"cheat/infra/store/dynamotest"
	"cheat/infra/store/storetest"
)

// scene is a command that is made to fail. The clock stands still while it is sent
// again and again.
type scene struct {
	name   string
	crowd  int                   // people who may hold a seat
	listed bool                  // the game is listed while it is a lobby
	before func(s *stage) string // brings a game about, once
	// ready goes on from there, anew for each run and through the store that will
	// fail, which so knows older states for its late reads. It returns the command.
	ready func(s *stage, id string) command
	again engine.Code // what the command gets, without a key, once it was carried out; "" when it is a success
	deaf  bool        // the command ignores keys
	fresh bool        // without a key each request is another one
	drawn bool        // it draws a seed, each time that it is tried
}

// command sends a request with a key, or without one.
type command func(key string) (play.Answer, error)

// long reports whether the long variants of tests shall run.
func long() bool { return os.Getenv("CHEAT_LONG") != "" }

// faultsAtOnce is how many faults befall one command.
func faultsAtOnce() int {
	if long() {
		return 2
	}
	return 1
}

// TestFaults fails every call to the store that a command makes, in every way, and
// sends the command again as clients do, with a key and without one. It is carried
// out exactly once, whatever is answered meanwhile.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, sc := range scenes() {
		t.Run(sc.name, func(t *testing.T) {
			t.Parallel()
			sc.run(t, note(apitest.Bolt(t)), faultsAtOnce())
		})
	}
}

// TestFaultsDynamoDB is the same on DynamoDB's protocol, for the kinds of writes
// that there are: put-new of the head and of the play, pieces, rounds, entries.
func TestFaultsDynamoDB(t *testing.T) {
	t.Parallel()
	if os.Getenv("CHEAT_TEST_TABLE") != "" {
		t.Skip("others use that table too, and it would be swept")
	}
	for _, sc := range scenes() {
		few := []string{"create", "first play", "play that spills", "deal"}
		if !long() && !slices.Contains(few, sc.name) {
			continue
		}
		t.Run(sc.name, func(t *testing.T) {
			t.Parallel()
			sc.run(t, note(dynamotest.Table(t)), 1)
		})
	}
}

func (sc scene) run(t *testing.T, on *noted, depth int) {
	id := sc.before(newStage(t, on, 1))
	held := on.all(t)
	for _, keyed := range []bool{true, false} {
		if keyed && sc.deaf {
			continue
		}
		name := "without a key"
		if keyed {
			name = "with a key"
		}
		t.Run(name, func(t *testing.T) {
			var want string
			storetest.Sweep(t, depth, func(t *testing.T, plan storetest.Plan) {
				on.restore(t, held)
				failing := storetest.Wrap(on)
				s := newStage(t, failing, 2)
				send := sc.ready(s, id)
				var calls []storetest.Call
				if keyed {
					calls = s.withKey(failing, plan, send)
				} else {
					calls = s.withoutKey(failing, plan, send, sc.again, sc.fresh)
				}
				failed := slices.ContainsFunc(calls, func(c storetest.Call) bool { return c.Fault != storetest.None })
				got := ""
				for _, id := range s.games(sc.crowd) {
					got += s.sound(id, sc.crowd)
					s.pointedTo(id, sc.crowd, sc.listed)
					if !failed {
						s.clean(id, sc.crowd, s.game(id).Over())
					}
				}
				if sc.drawn {
					got = commitment.ReplaceAllString(got, "")
				}
				if want == "" || sc.fresh && !keyed {
					want = got // of the run without a fault
				}
				require.Empty(t, difference(want, got), "it was not carried out exactly once")
				for _, id := range s.games(sc.crowd) {
					s.sweptClean(id, sc.crowd)
					s.readBack(id)
				}
			})
		})
	}
}

var commitment = regexp.MustCompile(`"commitment": "[^"]*"`)

// difference is the first line in which two texts differ.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d: want %s, got %s", i, a[i], b[i])
		}
	}
	if len(a) != len(b) {
		return fmt.Sprintf("want %d lines, got %d", len(a), len(b))
	}
	return ""
}

// withKey sends a command until it is answered, always with the same key, and once
// more.
func (s *stage) withKey(failing *storetest.Faulty, plan storetest.Plan, send command) []storetest.Call {
	s.t.Helper()
	const key = "once"
	var err error
	calls := failing.With(plan, func() { _, err = send(key) })
	for range 2 {
		if errors.Is(err, play.ErrUnavailable) {
			_, err = send(key)
		}
	}
	require.NoError(s.t, err)
	var answer play.Answer
	writes := s.writes(failing, func() { answer, err = send(key) })
	require.NoError(s.t, err)
	require.True(s.t, answer.Replayed, "sent once more")
	require.Empty(s.t, writes, "sent once more")
	return calls
}

// writes are those that something makes.
func (s *stage) writes(failing *storetest.Faulty, something func()) []storetest.Call {
	all := failing.With(func(storetest.Call) storetest.Fault { return storetest.None }, something)
	return slices.DeleteFunc(all, func(c storetest.Call) bool { return c.Op == store.OpGet || c.Op == store.OpQuery })
}

// withoutKey does so without a key: once it was carried out, it is refused as what
// it is, or nothing happens, unless each request is a fresh one.
func (s *stage) withoutKey(failing *storetest.Faulty, plan storetest.Plan, send command, again engine.Code, fresh bool) []storetest.Call {
	s.t.Helper()
	var err error
	calls := failing.With(plan, func() { _, err = send("") })
	if err != nil {
		require.ErrorIs(s.t, err, play.ErrUnavailable, "the first answer")
		_, err = send("")
	}
	if err != nil { // the first had been carried out
		require.Equal(s.t, again, codeOf(err))
	}
	writes := s.writes(failing, func() { _, err = send("") })
	require.Equal(s.t, again, codeOf(err), "sent once more")
	if !fresh {
		require.Empty(s.t, writes, "sent once more")
	}
	return calls
}

// actsToSpill is after how many acts a long game first moves a piece of its history
// away.
func actsToSpill(t testing.TB) int {
	on := newMemory()
	s := newStage(t, on, 1)
	id := s.table(3, longRules)
	for acts := 1; acts < 300; acts++ {
		s.goOn(id)
		if len(on.items[store.GamePK(id)]) > 2 {
			return acts
		}
	}
	require.Fail(t, "nothing was moved away")
	return 0
}

// codeOf is why a command was refused, "" for a success.
func codeOf(err error) engine.Code {
	var refusal *engine.Refusal
	switch {
	case err == nil:
		return ""
	case errors.As(err, &refusal):
		return refusal.Code
	}
	return engine.Code(fmt.Sprintf("no refusal: %v", err))
}

// games are all that people's lists point to and that are there.
func (s *stage) games(crowd int) []string {
	s.t.Helper()
	var ids []string
	for _, one := range people(crowd) {
		for _, item := range s.all(store.PlayerPK(one.owner)) {
			id := item.SK[len(item.SK)-26:]
			_, found, err := s.Store.Get(context.Background(), store.GamePK(id), store.HeadSK, true)
			require.NoError(s.t, err)
			if found && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	assert.NotEmpty(s.t, ids)
	return ids
}
