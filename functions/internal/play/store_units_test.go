package play_test

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/infra/store/dynamo"
	"cheat/infra/store/dynamotest"
)

// meter adds up what DynamoDB says that requests have consumed.
type meter struct {
	mu          sync.Mutex
	read, write float64
	requests    int
}

func (m *meter) observe(u dynamo.Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.read, m.write, m.requests = m.read+u.Read, m.write+u.Write, m.requests+1
}

// of is what something consumes.
func (m *meter) of(something func()) bill {
	m.mu.Lock()
	m.read, m.write, m.requests = 0, 0, 0
	m.mu.Unlock()
	something()
	m.mu.Lock()
	defer m.mu.Unlock()
	return bill{m.read, m.write, m.requests}
}

type bill struct {
	read, write float64 // units
	requests    int
}

func metered(t *testing.T) (*stage, *meter) {
	if os.Getenv("CHEAT_TEST_TABLE") != "" {
		t.Skip("others use that table too, and it would be swept")
	}
	m := &meter{}
	config := dynamotest.Config(t)
	config.Observe = m.observe
	s, err := dynamo.New(config)
	require.NoError(t, err)
	return newStage(t, s, 1), m
}

// TestUnits counts what each request consumes, as DynamoDB's protocol reports it.
func TestUnits(t *testing.T) {
	t.Parallel()
	s, m := metered(t)
	var id string
	assert.Equal(t, bill{0.5 + 1 + 0.5, 4, 7}, m.of(func() { // is it there, strongly too; the list; head, seat, wake-up, lobby
		answer, err := s.create(3, "handSize=2 callSeconds=0 rounds=2", true, "make")
		require.NoError(t, err)
		id = answer.View.ID
	}), "creating")
	assert.Equal(t, bill{0.5 + 0.5, 2, 4}, m.of(func() { s.join(id, somebody(1)) }), "joining")
	assert.Equal(t, bill{0.5 + 0.5, 4, 6}, m.of(func() { s.join(id, somebody(2)) }), "joining, which starts")

	move := bill{0.5, 1, 2}
	command := s.turning(id)
	assert.Equal(t, move, m.of(func() { _, _ = command("a") }), "the first play")
	command = s.turning(id)
	assert.Equal(t, move, m.of(func() { _, _ = command("b") }), "a play")
	assert.Equal(t, bill{0.5, 0, 1}, m.of(func() { _, _ = command("b") }), "a replay")
	assert.Equal(t, bill{0.5 + 1, 0, 2}, m.of(func() { _, _ = command("late") }), "a stale play, which is read again")
	command = s.acting(id, s.open(id, 2), engine.Action{Kind: engine.ToAccept})
	assert.Equal(t, move, m.of(func() { _, _ = command("c") }), "an acceptance")
	command = s.acting(id, s.open(id, 1), engine.Action{Kind: engine.ToCall})
	assert.Equal(t, move, m.of(func() { _, _ = command("d") }), "a call")

	who := s.as(somebody(1))
	who.Seen = s.game(id).Version
	look := func() {
		answer, err := s.View(t.Context(), id, who)
		require.NoError(t, err)
		require.Equal(t, who.Seen, answer.View.Version)
	}
	assert.Equal(t, bill{0.5, 0, 1}, m.of(look), "a view, and a poll that finds nothing new")
	assert.Equal(t, bill{0.5, 0, 1}, m.of(func() { s.told(id, nil, 0, 500) }), "events of a round without pieces")

	for s.game(id).Status == engine.Playing {
		s.turn(id)
	}
	for i := 1; s.game(id).Status == engine.LastCall; i++ {
		s.accept(id, s.open(id, i))
	}
	command = s.acting(id, 0, engine.Action{Kind: engine.ToDeal})
	assert.Equal(t, bill{0.5, 2, 3}, m.of(func() { _, _ = command("e") }), "a deal")
	for s.game(id).Status == engine.Playing {
		s.turn(id)
	}
	s.accept(id, s.open(id, 1))
	command = s.acting(id, s.open(id, 2), engine.Action{Kind: engine.ToAccept})
	assert.Equal(t, bill{0.5, 1 + 3*2, 2 + 3*2}, m.of(func() { _, _ = command("f") }), "the end of the match")

	s.now += 86400 * second
	assert.Equal(t, bill{1 + 1 + 4, 1, 1 + 1 + 4 + 1}, m.of(func() { // wake-ups, the game, what may be left over
		swept, err := s.Sweep(t.Context(), s.now)
		require.NoError(t, err)
		require.Equal(t, 1, swept.Woken)
	}), "the sweep of a match that is over")
}

// TestListUnits: a list costs at most a read unit for each ten entries and half a
// unit for each game that has to be opened, in one request a game.
func TestListUnits(t *testing.T) {
	t.Parallel()
	s, m := metered(t)
	const games = 25
	for i := range games {
		answer, err := s.create(2, "-", true, fmt.Sprint("game ", i))
		require.NoError(t, err)
		if i%5 == 0 {
			s.join(answer.View.ID, somebody(1))
		}
		s.now += second
	}
	most := bill{games/10.0 + games*0.5, 0, games + 1}
	atMost := func(b bill) {
		t.Helper()
		t.Logf("%+v", b)
		assert.LessOrEqual(t, b.read, most.read)
		assert.Zero(t, b.write)
		assert.LessOrEqual(t, b.requests, most.requests)
	}
	atMost(m.of(func() {
		list, err := s.Active(t.Context(), s.as(somebody(0)))
		require.NoError(t, err)
		require.Len(t, list, games)
	}))
	atMost(m.of(func() {
		list, next, err := s.Lobbies(t.Context(), s.now, 100, "")
		require.NoError(t, err)
		require.Empty(t, next)
		require.Len(t, list, games-games/5)
	}))
	for i := range games {
		id := s.finishedTable(fmt.Sprint("finished ", i))
		require.Equal(t, engine.Finished, s.game(id).Status)
		s.now += second
	}
	b := m.of(func() {
		list, _, err := s.FinishedGames(t.Context(), s.as(somebody(0)), 100, "")
		require.NoError(t, err)
		require.Len(t, list, games)
	})
	t.Logf("%+v", b)
	assert.LessOrEqual(t, b.read, games/10.0)
	assert.Equal(t, 1, b.requests)
}

// finishedTable is a game of two that is over.
func (s *stage) finishedTable(key string) string {
	s.t.Helper()
	answer, err := s.create(2, "handSize=1 callSeconds=0", false, key)
	require.NoError(s.t, err)
	id := answer.View.ID
	s.join(id, somebody(1))
	s.turn(id)
	s.accept(id, s.open(id, 1))
	return id
}
