package play_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/apitest"
	"cheat/functions/internal/play"
	"cheat/infra/store"
	"cheat/infra/store/storetest"
)

// look is something that is read while the store fails.
type look struct {
	name   string
	before func(s *stage) string
	change func(s *stage, id string) // what late reads may miss
	read   func(s *stage, id string) (string, error)
	strict bool // what was before the change must not be answered: the reader has seen more, or it would be a refusal
	part   bool // a part of the answer, from the beginning, may be answered
	saves  bool // it saves what is due
}

func looks() []look {
	view := func(s *stage, id string) (string, error) {
		answer, err := s.View(s.t.Context(), id, s.as(somebody(1)))
		return asJSON(answer.View), err
	}
	tellAll := func(s *stage, id string) (string, error) {
		page, err := s.Events(s.t.Context(), id, s.as(somebody(1)), 0, 500)
		var lines []string
		for _, e := range page.Events {
			lines = append(lines, asJSON(e))
		}
		return strings.Join(lines, "\n"), err
	}
	twoRounds := func(s *stage) string {
		id := s.table(3, "handSize=1 callSeconds=0 rounds=3")
		s.turn(id)
		s.accept(id, s.open(id, 1))
		s.accept(id, s.open(id, 2))
		return id
	}
	deal := func(s *stage, id string) { s.must(id, s.acting(id, 0, engine.Action{Kind: engine.ToDeal})) }
	pass := func(by engine.Time) func(*stage, string) { return func(s *stage, _ string) { s.now += by } }
	return []look{
		{
			name: "view", before: func(s *stage) string { return s.table(3, "callSeconds=0") },
			change: func(s *stage, id string) { s.turn(id) }, read: view,
		},
		{
			name: "view of what was seen", before: func(s *stage) string { return s.table(3, "callSeconds=0") },
			change: func(s *stage, id string) { s.turn(id) }, strict: true,
			read: func(s *stage, id string) (string, error) {
				who := s.as(somebody(1))
				who.Seen = 4
				answer, err := s.View(s.t.Context(), id, who)
				return asJSON(answer.View), err
			},
		},
		{
			name: "view of the started game", before: func(s *stage) string { return s.lobby(2, "-") },
			change: func(s *stage, id string) { s.join(id, somebody(1)) }, read: view,
		},
		{
			name: "view of a new game", strict: true,
			before: func(s *stage) string { return newStage(s.t, newMemory(), 9).lobby(2, "-") }, // the same id
			change: func(s *stage, _ string) { s.lobby(2, "-") }, read: view,
		},
		{
			name: "view when a turn is due", saves: true,
			before: func(s *stage) string { return s.table(3, "callSeconds=0 turnSeconds=10") },
			change: pass(15 * second), read: view,
		},
		{
			name: "view when a round is due", saves: true,
			before: func(s *stage) string {
				id := s.table(3, "handSize=1 callSeconds=0 rounds=9 turnSeconds=10")
				s.turn(id)
				s.accept(id, s.open(id, 1))
				return id
			},
			change: pass(35 * second), read: view,
		},
		{name: "events", before: twoRounds, change: deal, read: tellAll, part: true},
		{
			name: "events of pieces", part: true,
			before: func(s *stage) string {
				id := s.table(3, longRules)
				for range actsToSpill(s.t) - 1 {
					s.goOn(id)
				}
				return id
			},
			change: func(s *stage, id string) {
				s.now = s.game(id).Updated
				s.goOn(id)
			},
			read: tellAll,
		},
		{
			name: "finished round", strict: true,
			before: func(s *stage) string {
				id := s.table(3, "handSize=1 callSeconds=0 rounds=3")
				s.turn(id)
				s.accept(id, s.open(id, 1))
				return id
			},
			change: func(s *stage, id string) {
				s.accept(id, s.open(id, 2))
				deal(s, id)
			},
			read: func(s *stage, id string) (string, error) {
				round, err := s.Round(s.t.Context(), id, s.as(somebody(2)), 1)
				return asJSON(round), err
			},
		},
		{
			name: "last round", strict: true,
			before: func(s *stage) string {
				id := s.table(2, "handSize=1 callSeconds=0")
				s.turn(id)
				return id
			},
			change: func(s *stage, id string) { s.accept(id, s.open(id, 1)) },
			read: func(s *stage, id string) (string, error) {
				round, err := s.Round(s.t.Context(), id, play.Caller{Now: s.now}, 1)
				return asJSON(round), err
			},
		},
		{
			name: "my games", before: func(s *stage) string { return s.table(3, "callSeconds=0 turnSeconds=10") },
			change: pass(15 * second),
			read: func(s *stage, _ string) (string, error) {
				list, err := s.Active(s.t.Context(), s.as(somebody(1)))
				return asJSON(list), err
			},
		},
		{
			name: "my games when a round is due",
			before: func(s *stage) string {
				id := s.table(3, "handSize=1 callSeconds=0 rounds=9 turnSeconds=10")
				s.turn(id)
				return id
			},
			change: pass(35 * second),
			read: func(s *stage, _ string) (string, error) {
				list, err := s.Active(s.t.Context(), s.as(somebody(1)))
				return asJSON(list), err
			},
		},
		{
			name: "my finished games",
			before: func(s *stage) string {
				id := s.table(2, "handSize=1 callSeconds=0")
				s.turn(id)
				return id
			},
			change: func(s *stage, id string) { s.accept(id, s.open(id, 1)) },
			read: func(s *stage, _ string) (string, error) {
				list, _, err := s.FinishedGames(s.t.Context(), s.as(somebody(1)), 10, "")
				return asJSON(list), err
			},
		},
		{
			name: "open games",
			before: func(s *stage) string {
				answer, err := s.create(3, "-", true, "make")
				require.NoError(s.t, err)
				return answer.View.ID
			},
			change: func(s *stage, id string) { s.join(id, somebody(1)) },
			read: func(s *stage, _ string) (string, error) {
				list, _, err := s.Lobbies(s.t.Context(), s.now, 10, "")
				return asJSON(list), err
			},
		},
	}
}

// TestFaultsOfReads fails every call that a read makes, in every way: it answers
// what is there, or was there a moment ago, or that the store is away; never a
// refusal that is not true. Lists write nothing.
func TestFaultsOfReads(t *testing.T) {
	t.Parallel()
	for _, l := range looks() {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			on := note(apitest.Bolt(t))
			id := l.before(newStage(t, on, 1))
			held := on.all(t)
			var now string
			var between []string
			storetest.Sweep(t, faultsAtOnce(), func(t *testing.T, plan storetest.Plan) {
				on.restore(t, held)
				failing := storetest.Wrap(on)
				s := newStage(t, failing, 2)
				then, thenErr := l.read(s, id)
				l.change(s, id)
				var got string
				var err error
				calls := failing.With(plan, func() { got, err = l.read(s, id) })
				for _, c := range calls {
					writes := c.Op != store.OpGet && c.Op != store.OpQuery
					require.False(t, writes && !l.saves, "it writes")
				}
				if now == "" {
					require.NoError(t, err)
					now = got // of the run without a fault
					between = s.views(id, somebody(1))
					require.NotEqual(t, now, then, "nothing has changed")
				}
				switch {
				case errors.Is(err, play.ErrUnavailable):
				case err == nil && l.part && strings.HasPrefix(now, got):
				case err == nil && !l.strict && got == then && thenErr == nil:
				case err == nil && l.saves && slices.Contains(between, got): // saved by halves
				default:
					require.NoError(t, err)
					require.Empty(t, difference(now, got))
				}
				got, err = l.read(s, id)
				require.NoError(t, err)
				require.Empty(t, difference(now, got), "read once more")
				_, err = s.View(t.Context(), id, play.Caller{Now: s.now}) // lists save nothing
				require.NoError(t, err)
				s.sound(id, 3)
				s.pointedTo(id, 3, s.listed(id))
			})
		})
	}
}

// views are those of a person at each version of the game.
func (s *stage) views(id string, p person) []string {
	var list []string
	seat, _ := s.game(id).Table.SeatOf(p.owner)
	for _, g := range s.readBack(id).games {
		v := g.View(seat)
		v.ExpiresAt = g.Updated.Add(s.Times.Idle)
		list = append(list, asJSON(v))
	}
	return list
}

func (s *stage) listed(id string) bool {
	_, head, _ := records(s.t, s.Store, id)
	return head.Listed
}

// chore is work for the sweep.
type chore struct {
	name   string
	listed bool
	before func(s *stage) string
	due    func(s *stage, id string) engine.Time // when it is swept; it may make the work first
}

// crash carries out a command that dies behind its first conditional write.
func (s *stage) crash(c command) {
	s.t.Helper()
	failing := s.Store.(*storetest.Faulty)
	decided := false
	plan := func(c storetest.Call) storetest.Fault {
		if decided {
			return storetest.FailBefore
		}
		decided = c.Op == store.OpPutIf || c.Op == store.OpPutNew
		return storetest.None
	}
	failing.With(plan, func() { _, _ = c("crash") })
	require.True(s.t, decided)
}

func chores() []chore {
	after := func(by engine.Time) func(*stage, string) engine.Time {
		return func(s *stage, id string) engine.Time { return s.game(id).Updated + by }
	}
	return []chore{
		{
			name: "a turn is due", before: func(s *stage) string { return s.table(3, "callSeconds=0 turnSeconds=10") },
			due: after(15 * second),
		},
		{
			name: "a round is due",
			before: func(s *stage) string {
				id := s.table(3, "handSize=1 callSeconds=0 rounds=9 turnSeconds=10")
				s.turn(id)
				return id
			},
			due: after(35 * second),
		},
		{
			name: "the end of the match is due",
			before: func(s *stage) string {
				id := s.table(2, "handSize=1 callSeconds=0 turnSeconds=10")
				s.turn(id)
				return id
			},
			due: after(15 * second),
		},
		{
			name: "a finish was left undone",
			before: func(s *stage) string {
				id := s.table(3, "handSize=1 callSeconds=0")
				s.turn(id)
				s.accept(id, s.open(id, 1))
				return id
			},
			due: func(s *stage, id string) engine.Time {
				s.crash(s.acting(id, s.open(id, 2), engine.Action{Kind: engine.ToAccept}))
				return s.now + 86400*second
			},
		},
		{
			name: "a start was left undone", listed: true,
			before: func(s *stage) string {
				answer, err := s.create(2, "turnSeconds=10", true, "make")
				require.NoError(s.t, err)
				return answer.View.ID
			},
			due: func(s *stage, id string) engine.Time {
				s.crash(s.joining(id, somebody(1)))
				return s.now + 15*second
			},
		},
		{
			name: "a cancelled lobby was left listed", listed: true,
			before: func(s *stage) string {
				answer, err := s.create(2, "-", true, "make")
				require.NoError(s.t, err)
				return answer.View.ID
			},
			due: func(s *stage, id string) engine.Time {
				s.crash(s.leaving(id, somebody(0)))
				return s.now.Add(s.Times.Lobby)
			},
		},
		{
			name: "a creation died before it was decided",
			before: func(s *stage) string {
				s.now += 10 * hour
				return s.lobby(2, "-")
			},
			due: func(s *stage, _ string) engine.Time {
				failing := s.Store.(*storetest.Faulty)
				failing.With(func(c storetest.Call) storetest.Fault {
					if c.Op == store.OpPutNew {
						return storetest.FailBefore
					}
					return storetest.None
				}, func() { _, _ = s.create(2, "-", true, "another") })
				return s.now.Add(s.Times.Lobby) + 2*hour
			},
		},
		{
			name: "a lobby's time is over", listed: true,
			before: func(s *stage) string {
				answer, err := s.create(3, "-", true, "make")
				require.NoError(s.t, err)
				s.join(answer.View.ID, somebody(1))
				return answer.View.ID
			},
			due: func(s *stage, _ string) engine.Time { return s.now.Add(s.Times.Lobby) + hour },
		},
	}
}

// TestFaultsOfSweep fails every call that a sweep makes, in every way: one more
// sweep mends it all.
func TestFaultsOfSweep(t *testing.T) {
	t.Parallel()
	for _, c := range chores() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			on := note(apitest.Bolt(t))
			id := c.before(newStage(t, on, 1))
			held := on.all(t)
			var want string
			storetest.Sweep(t, faultsAtOnce(), func(t *testing.T, plan storetest.Plan) {
				on.restore(t, held)
				failing := storetest.Wrap(on)
				s := newStage(t, failing, 2)
				s.now = c.due(s, id)
				var err error
				failing.With(plan, func() { _, err = s.Sweep(t.Context(), s.now) })
				if err != nil {
					require.ErrorIs(t, err, play.ErrUnavailable)
				}
				swept, err := s.Sweep(t.Context(), s.now)
				require.NoError(t, err)
				require.Zero(t, swept.Failed)
				got := fmt.Sprintf("%+v", s.pointers(id, 3))
				if g := s.game(id); !g.Over() && s.now < g.Table.Created.Add(s.Times.Lobby) {
					s.pointedTo(id, 3, c.listed)
					got += s.sound(id, 3)
				}
				for _, item := range s.all(store.LobbyPK) {
					assert.LessOrEqual(t, item.Expires*1000, int64(s.now), "it is listed for ever")
				}
				for _, item := range s.all(store.WakeUpPK) {
					assert.Greater(t, item.SK, store.TimedTo(s.now), "something is woken for ever")
				}
				if want == "" {
					want = got // of the run without a fault
				}
				require.Empty(t, difference(want, got))
				s.readBack(id)
				s.sweptClean(id, 3)
			})
		})
	}
}
