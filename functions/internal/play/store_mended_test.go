package play_test

import (
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

// TestDeletedPlayRevivesNothing: DynamoDB deletes a play record some time after its
// time to live, while the head is kept for longer. The match is over then, and not
// played again from its first deal.
func TestDeletedPlayRevivesNothing(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"turnSeconds=0", "turnSeconds=86400", "turnSeconds=1209600"} {
		s := newStage(t, newMemory(), 1)
		id := s.table(2, "handSize=1 callSeconds=0 "+rules)
		s.turn(id)
		s.accept(id, s.open(id, 1))
		require.Equal(t, engine.Finished, s.game(id).Status)
		before := s.all(store.GamePK(id))[1]
		require.Equal(t, store.PlaySK, before.SK)
		require.NoError(t, s.Store.Delete(t.Context(), store.GamePK(id), store.PlaySK))

		s.now = engine.Time(before.Expires*1000) + second
		_, err := s.View(t.Context(), id, s.as(somebody(0)))
		assert.Equal(t, engine.Code("game-expired"), codeOf(err), rules)
		who := s.as(somebody(0))
		who.IfMatch = 2
		_, err = s.Play(t.Context(), id, who, nil, nil)
		assert.Equal(t, engine.Code("game-expired"), codeOf(err), rules)
		_, err = s.Rematch(t.Context(), id, s.as(somebody(0)), "")
		assert.Equal(t, engine.Code("game-expired"), codeOf(err), rules)
		swept, err := s.Sweep(t.Context(), s.now)
		require.NoError(t, err)
		assert.Zero(t, swept.Failed)
		_, found, err := s.Store.Get(t.Context(), store.GamePK(id), store.PlaySK, true)
		require.NoError(t, err)
		assert.False(t, found, "it was played again, with %s", rules)
	}
}

// TestStartAtTheLastMoment: a start that was judged before the end of the lobby's
// time lands while the sweep looks at the lobby as one that is over. The game is
// found by its players and will be woken.
func TestStartAtTheLastMoment(t *testing.T) {
	t.Parallel()
	failing := storetest.Wrap(apitest.Bolt(t))
	s := newStage(t, failing, 1)
	answer, err := s.create(3, "turnSeconds=0", true, "make")
	require.NoError(t, err)
	id := answer.View.ID
	s.join(id, somebody(1))

	s.now = s.now.Add(s.Times.Lobby) - 1
	failing.With(func(c storetest.Call) storetest.Fault {
		if c.Op == store.OpPutIf {
			return storetest.Timeout
		}
		return storetest.None
	}, func() { _, err = s.Start(t.Context(), id, s.as(somebody(0)), nil, nil) })
	require.ErrorIs(t, err, play.ErrUnavailable)
	s.now += 10 * second
	_, err = s.Sweep(t.Context(), s.now) // its first write comes behind the start's
	require.NoError(t, err)
	require.Equal(t, engine.Playing, s.game(id).Status)
	s.sound(id, 2)
	s.pointedTo(id, 2, true)
	s.sweptClean(id, 2)
}

// TestCreateAgainLater: a creation that was lost on its way lands when the client
// tries again, a little later. There is one game, and the list shows it once.
func TestCreateAgainLater(t *testing.T) {
	t.Parallel()
	failing := storetest.Wrap(apitest.Bolt(t))
	s := newStage(t, failing, 1)
	var err error
	failing.With(func(c storetest.Call) storetest.Fault {
		if c.Op == store.OpPutNew {
			return storetest.Timeout
		}
		return storetest.None
	}, func() { _, err = s.create(2, "-", true, "make") })
	require.ErrorIs(t, err, play.ErrUnavailable)
	s.now += 3 * second
	answer, err := s.create(2, "-", true, "make")
	require.NoError(t, err)
	id := answer.View.ID
	assert.True(t, answer.Replayed)
	list, _, err := s.Lobbies(t.Context(), s.now, 10, "")
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, id, list[0].ID)
	s.sound(id, 2)
	s.pointedTo(id, 2, true)
}

// spoilt spoils one record of a game of which every kind is there: head, play, a
// piece of the running round, a finished round.
func spoilt(t *testing.T, kind string, spoil func(body string) string) (*stage, *storetest.Faulty, string) {
	t.Helper()
	failing := storetest.Wrap(newMemory())
	s := newStage(t, failing, 1)
	id := s.table(3, "handSize=1 callSeconds=0 rounds=9 turnSeconds=0")
	s.turn(id)
	s.accept(id, s.open(id, 1))
	s.accept(id, s.open(id, 2))
	s.must(id, s.acting(id, 0, engine.Action{Kind: engine.ToDeal}))
	s.turn(id)
	item, found, err := failing.Get(t.Context(), store.GamePK(id), kind, true)
	require.NoError(t, err)
	require.True(t, found)
	item.Body = []byte(spoil(string(item.Body)))
	require.NoError(t, failing.Put(t.Context(), item))
	return s, failing, id
}

// everything asks for everything that one can ask of a game, and returns what was
// answered.
func (s *stage) everything(id string) map[string]error {
	ctx := s.t.Context()
	got := map[string]error{}
	for name, ask := range map[string]func(who play.Caller) error{
		"view":   func(who play.Caller) error { _, err := s.View(ctx, id, who); return err },
		"events": func(who play.Caller) error { _, err := s.Events(ctx, id, who, 0, 50); return err },
		"round":  func(who play.Caller) error { _, err := s.Round(ctx, id, who, 1); return err },
		"play":   func(who play.Caller) error { _, err := s.Play(ctx, id, who, []engine.Card{1}, nil); return err },
		"call":   func(who play.Caller) error { _, err := s.Call(ctx, id, who); return err },
		"accept": func(who play.Caller) error { _, err := s.Accept(ctx, id, who); return err },
		"deal":   func(who play.Caller) error { _, err := s.Deal(ctx, id, who); return err },
		"leave":  func(who play.Caller) error { _, err := s.Leave(ctx, id, who); return err },
		"free":   func(who play.Caller) error { _, err := s.Free(ctx, id, who, 1); return err },
		"start":  func(who play.Caller) error { _, err := s.Start(ctx, id, who, nil, nil); return err },
		"join":   func(who play.Caller) error { _, err := s.Join(ctx, id, s.as(somebody(5)), "Fay", ""); return err },
		"again":  func(who play.Caller) error { _, err := s.Rematch(ctx, id, who, ""); return err },
	} {
		who := s.as(somebody(0))
		who.IfMatch = 7
		got[name] = ask(who)
	}
	return got
}

// TestNewerRecord: a program that meets a record of a newer form answers that the
// store is not to be had, and writes nothing, whatever is asked of it.
func TestNewerRecord(t *testing.T) {
	t.Parallel()
	newer := func(body string) string { return strings.Replace(body, "cheat1", "cheat2", 1) }
	for _, kind := range []string{store.HeadSK, store.PlaySK} {
		s, failing, id := spoilt(t, kind, newer)
		var got map[string]error
		require.Empty(t, s.writes(failing, func() { got = s.everything(id) }), "it writes")
		for what, err := range got {
			assert.ErrorIs(t, err, play.ErrUnavailable, "%s of a newer %s", what, kind)
		}
		_, err := s.Active(t.Context(), s.as(somebody(0)))
		assert.ErrorIs(t, err, play.ErrUnavailable)
		s.now = s.now.Add(s.Times.Lobby)
		swept, err := s.Sweep(t.Context(), s.now)
		require.NoError(t, err)
		assert.Equal(t, 1, swept.Failed)
		assert.NotEmpty(t, s.pointers(id, 3).wakeUps, "it will not be woken again")
	}
	s, _, id := spoilt(t, store.RoundSK(1), newer)
	got := s.everything(id)
	assert.ErrorIs(t, got["round"], play.ErrUnavailable)
	assert.ErrorIs(t, got["events"], play.ErrUnavailable)
	assert.NoError(t, got["view"], "which does not need it")
}

// TestDamagedRecord: a damaged record is an error and no panic, repeats nothing of
// what stands in it, and takes no other game along.
func TestDamagedRecord(t *testing.T) {
	t.Parallel()
	// The second act of the history becomes a call by a seat that is not there.
	stranger := func(body string) string { return strings.Replace(body, "=", "!7", 1) }
	nonsense := func(body string) string { return body[:len(body)/2] + "§" + body[len(body)/2:] }
	for _, kind := range []string{store.HeadSK, store.PlaySK} {
		s, failing, id := spoilt(t, kind, nonsense)
		var got map[string]error
		require.Empty(t, s.writes(failing, func() { got = s.everything(id) }), "it writes")
		for what, err := range got {
			assert.ErrorIs(t, err, store.ErrDamaged, "%s of a damaged %s", what, kind)
			assert.NotContains(t, err.Error(), "§")
		}
		other := s.finishedTable("other")
		open, err := s.create(2, "-", true, "open")
		require.NoError(t, err)
		mine, err := s.Active(t.Context(), s.as(somebody(0)))
		require.NoError(t, err)
		require.Len(t, mine, 1)
		assert.Equal(t, open.View.ID, mine[0].ID)
		s.now += 90_000 * second
		swept, err := s.Sweep(t.Context(), s.now)
		require.NoError(t, err)
		assert.Equal(t, 0, swept.Failed, "the damaged game has no clock yet")
		assert.Len(t, s.pointers(other, 2).wakeUps, 1)
		s.now = s.now.Add(s.Times.Lobby)
		swept, err = s.Sweep(t.Context(), s.now)
		require.NoError(t, err)
		assert.Equal(t, 1, swept.Failed)
		assert.Empty(t, s.pointers(other, 2).wakeUps)
	}
	for _, spoil := range []func(string) string{stranger, nonsense} {
		s, _, id := spoilt(t, store.RoundSK(1), spoil)
		got := s.everything(id)
		assert.Error(t, got["round"])
		assert.Empty(t, codeOfRefusal(got["round"]))
		assert.Error(t, got["events"])
		assert.NoError(t, got["view"])
	}
}

// codeOfRefusal is "" for what is no refusal.
func codeOfRefusal(err error) engine.Code {
	if code := codeOf(err); !strings.HasPrefix(string(code), "no refusal") {
		return code
	}
	return ""
}

// TestDamagedWakeUp: one that cannot be read keeps no other game from being woken.
func TestDamagedWakeUp(t *testing.T) {
	t.Parallel()
	s := newStage(t, newMemory(), 1)
	id := s.table(2, "callSeconds=0 turnSeconds=10")
	require.NoError(t, s.Store.Put(t.Context(), store.Item{PK: store.WakeUpPK, SK: "00nonsense"}))
	version := s.game(id).Version
	s.now += 15 * second
	swept, err := s.Sweep(t.Context(), s.now)
	require.NoError(t, err)
	assert.Equal(t, 2, swept.Woken)
	assert.Equal(t, 1, swept.Failed)
	assert.Equal(t, version+1, s.game(id).Version)
}

// TestDamagedEntry: one that cannot be read takes no other game out of the list of a
// player's finished ones.
func TestDamagedEntry(t *testing.T) {
	t.Parallel()
	s := newStage(t, newMemory(), 1)
	s.finishedTable("one")
	s.now += 90 * second
	other := s.finishedTable("other")
	entries, _, err := s.Store.Query(t.Context(), store.Range{PK: store.PlayerPK(somebody(0).owner), From: store.FinishedFrom, To: store.FinishedTo})
	require.NoError(t, err)
	require.Len(t, entries, 2)
	entries[0].Body = entries[0].Body[1:]
	require.NoError(t, s.Store.Put(t.Context(), entries[0]))
	page, _, err := s.FinishedGames(t.Context(), s.as(somebody(0)), 50, "")
	require.NoError(t, err)
	require.Len(t, page, 1)
	assert.Equal(t, other, page[0].ID)
}
