package play_test

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cheat/functions/internal/apitest"
	"cheat/infra/store"
	"cheat/infra/store/dynamo"
	"cheat/infra/store/dynamotest"
)

// BenchmarkMove400 compares moves 400 and later of a match with moves 10 and later of
// another, in turn: what each takes, writes and consumes on DynamoDB.
func BenchmarkMove400(b *testing.B) {
	m := &meter{}
	config := dynamotest.Config(b)
	config.Observe = m.observe
	on, err := dynamo.New(config)
	require.NoError(b, err)
	s := newStage(b, on, 1)
	games := [2]growing{{stage: s, id: s.table(3, longRules)}}
	s.now += second
	games[1] = growing{stage: s, id: s.named("late", 3)}
	games[0].on(b, 10)
	games[1].on(b, 400)
	for b.Loop() {
		for range 100 {
			for i := range games {
				games[i].move(b, m)
			}
		}
	}
	compare(b, games, "move10", "move400")
	b.ReportMetric(games[0].bytes/games[0].n, "move10-bytes")
	b.ReportMetric(games[1].bytes/games[1].n, "move400-bytes")
	b.ReportMetric(games[0].read/games[0].n, "move10-reads")
	b.ReportMetric(games[1].read/games[1].n, "move400-reads")
	b.ReportMetric(games[0].write/games[0].n, "move10-writes")
	b.ReportMetric(games[1].write/games[1].n, "move400-writes")
}

// BenchmarkStored compares moves among 100,000 stored games with moves among 10, in
// turn, in the embedded store without waiting for the disk.
func BenchmarkStored(b *testing.B) {
	var games [2]growing
	for i, stored := range []int{10, 100_000} {
		on := apitest.Bolt(b)
		s := newStage(b, on, 1)
		games[i] = growing{stage: s, id: s.table(3, longRules)}
		games[i].on(b, 10)
		head, play := s.all(store.GamePK(games[i].id))[0], s.all(store.GamePK(games[i].id))[1]
		var id [13]byte
		for range stored - 1 {
			_, _ = rand.Read(id[:])
			head.PK = store.GamePK(hex.EncodeToString(id[:]))
			play.PK = head.PK
			require.NoError(b, on.Put(b.Context(), head))
			require.NoError(b, on.Put(b.Context(), play))
		}
	}
	for b.Loop() {
		for range 100 {
			for i := range games {
				games[i].move(b, nil)
			}
		}
	}
	compare(b, games, "10games", "100000games")
}

// named is a table with a key of its own, so that it is another one.
func (s *stage) named(key string, seats int) string {
	answer, err := s.create(seats, longRules, false, key)
	require.NoError(s.t, err)
	for _, p := range people(seats)[1:] {
		s.join(answer.View.ID, p)
	}
	return answer.View.ID
}

// growing is a match on its way, with the sums of what its moves took.
type growing struct {
	*stage
	id          string
	n           float64
	cpu, wall   time.Duration
	bytes       float64 // of the play record
	read, write float64 // units
}

// on plays so many acts that are not counted.
func (g *growing) on(b *testing.B, acts int) {
	for range acts {
		g.now += 40 * second
		g.move(b, nil)
	}
	g.n, g.cpu, g.wall, g.bytes = 0, 0, 0, 0
}

// move plays one act and counts what it took.
func (g *growing) move(b *testing.B, m *meter) {
	b.Helper()
	g.now += second
	seat, a := g.next(g.id)
	command := g.acting(g.id, seat, a)
	do := func() {
		began, before := time.Now(), cpu()
		_, err := command(fmt.Sprint("move at ", g.now))
		require.NoError(b, err)
		g.cpu, g.wall = g.cpu+cpu()-before, g.wall+time.Since(began)
	}
	if m == nil {
		do()
	} else {
		used := m.of(do)
		g.read, g.write = g.read+used.read, g.write+used.write
	}
	item, found, err := g.Store.Get(b.Context(), store.GamePK(g.id), store.PlaySK, true)
	require.NoError(b, err)
	require.True(b, found)
	g.n, g.bytes = g.n+1, g.bytes+float64(item.Size())
}

// cpu is the time that this process has computed.
func cpu() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // fails for no valid argument
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func compare(b *testing.B, games [2]growing, names ...string) {
	micros := func(d time.Duration, n float64) float64 { return float64(d.Nanoseconds()) / 1000 / n }
	for i, g := range games {
		b.ReportMetric(micros(g.cpu, g.n), names[i]+"-cpu-µs")
		b.ReportMetric(micros(g.wall, g.n), names[i]+"-µs")
	}
	b.ReportMetric(micros(games[1].cpu, games[1].n)/micros(games[0].cpu, games[0].n), "cpu-ratio")
	b.ReportMetric(micros(games[1].wall, games[1].n)/micros(games[0].wall, games[0].n), "ratio")
	b.ReportMetric(0, "ns/op")
}
