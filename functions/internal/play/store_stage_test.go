package play_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/infra/store"
)

// stage is the games on a store, with a clock that the test moves and chance that
// the test fixes.
type stage struct {
	*play.Service
	t   testing.TB
	now engine.Time
}

const firstMoment engine.Time = 1_900_000_000_123

func newStage(t testing.TB, s store.Store, seed uint64) *stage {
	return &stage{
		Service: &play.Service{
			Store: s, Random: chance(seed), Bots: nobody{}, Times: play.DefaultLifetimes(), Log: slog.New(slog.DiscardHandler),
		},
		t: t, now: firstMoment,
	}
}

// chance returns random bytes that are the same in each run.
func chance(seed uint64) io.Reader {
	var key [32]byte
	key[0], key[1] = byte(seed), byte(seed>>8)
	return &locked{source: rand.NewChaCha8(key)}
}

type locked struct {
	mu     sync.Mutex
	source io.Reader
}

func (l *locked) Read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.source.Read(p)
}

// nobody is no bots at all.
type nobody struct{}

func (nobody) Level(string) (string, bool)                                { return "", false }
func (nobody) Names(n int, _ func(string) bool, _ func(int) int) []string { return make([]string, n) }
func (nobody) Decide(string, engine.View, []engine.EventView, *engine.Chance) (engine.Action, error) {
	panic("there are no bots here")
}

// person is somebody with a token.
type person struct {
	name  string
	owner engine.Owner
}

func somebody(i int) person {
	name := []string{"Ada", "Bea", "Cleo", "Dora", "Eva", "Fay", "Gus", "Hal", "Ida", "Joe"}[i]
	sum := sha256.Sum256([]byte(name))
	return person{name: name, owner: engine.Owner(sum[:16])}
}

func people(n int) []person {
	list := make([]person, n)
	for i := range list {
		list[i] = somebody(i)
	}
	return list
}

// as is a request of a person without a key.
func (s *stage) as(p person) play.Caller { return play.Caller{Now: s.now, Owner: &p.owner} }

// options reads rules as the notation writes them.
func (s *stage) options(text string) engine.Options {
	o, err := engine.ParseOptions(text)
	require.NoError(s.t, err)
	return o
}

// table creates a game of so many and seats them all: it has started.
func (s *stage) table(n int, rules string) string {
	id := s.lobby(n, rules)
	for _, p := range people(n)[1:] {
		s.join(id, p)
	}
	return id
}

// lobby creates a game of which only the host's seat is taken.
func (s *stage) lobby(n int, rules string) string {
	who := s.as(somebody(0))
	who.Key, who.Request = "make", "create"
	answer, err := s.Create(s.t.Context(), who, play.NewGame{Name: somebody(0).name, Seats: n, Options: s.options(rules)})
	require.NoError(s.t, err)
	return answer.View.ID
}

func (s *stage) join(id string, p person) {
	who := s.as(p)
	who.Key, who.Request = "sit down", "join"
	_, err := s.Join(s.t.Context(), id, who, p.name, "")
	require.NoError(s.t, err)
}

// game reads a game from its records, without the package under test.
func (s *stage) game(id string) engine.Game {
	g, _, _ := records(s.t, s.Store, id)
	return g
}

// records reads the newest records of a game: play is nil where there is none.
func records(t testing.TB, from store.Store, id string) (engine.Game, store.Head, *store.Play) {
	t.Helper()
	item, found, err := from.Get(context.Background(), store.GamePK(id), store.HeadSK, true)
	require.NoError(t, err)
	require.True(t, found, "no head")
	head, err := store.ParseHead(item)
	require.NoError(t, err)
	item, found, err = from.Get(context.Background(), store.GamePK(id), store.PlaySK, true)
	require.NoError(t, err)
	switch {
	case found:
		p, err := store.ParsePlay(head.Table, item)
		require.NoError(t, err)
		return p.Game, head, &p
	case head.Table.Started != 0:
		return head.Table.FirstDeal(), head, nil
	}
	return engine.Lobby(head.Table), head, nil
}

// doing carries out an act of the rules for a seat that has seen the newest
// version. It may be refused.
func (s *stage) doing(id string, seat int, a engine.Action, who play.Caller) (play.Answer, error) {
	ctx := context.Background()
	who.Request = strings.TrimSpace(fmt.Sprint(a.Kind, " ", a.Cards))
	switch a.Kind {
	case engine.ToPlay:
		return s.Play(ctx, id, who, a.Cards, nil)
	case engine.ToCall:
		return s.Call(ctx, id, who)
	case engine.ToAccept:
		return s.Accept(ctx, id, who)
	case engine.ToDeal:
		return s.Deal(ctx, id, who)
	case engine.ToLeave:
		return s.Leave(ctx, id, who)
	}
	return play.Answer{}, fmt.Errorf("seat %d does not do %s here", seat, a.Kind)
}
