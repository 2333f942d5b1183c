package bot_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/engine/bot"
)

// The budget of a decision by hard: 20 µs, and 100 µs where its knowledge has to be
// rebuilt from 400 events. BenchmarkHard measures both.
func BenchmarkHard(b *testing.B) {
	for name, events := range map[string]int{"few_events": 40, "400_events": 400} {
		for what, answer := range map[string]bool{"turn": false, "answer": true} {
			b.Run(name+"/"+what, func(b *testing.B) {
				m := longRound(b, events, answer)
				chance := *m.game.Chance(m.seat)
				b.ReportAllocs()
				for b.Loop() {
					c := chance
					if _, err := bot.Decide("hard/1", m.view, m.seen[m.seat], &c); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// A round's whole history costs a decision of hard a handful of allocations.
func TestHard_allocates_little(t *testing.T) {
	for _, answer := range []bool{false, true} {
		m := longRound(t, 400, answer)
		chance := *m.game.Chance(m.seat)
		allocs := testing.AllocsPerRun(20, func() {
			c := chance
			_, err := bot.Decide("hard/1", m.view, m.seen[m.seat], &c)
			assert.NoError(t, err)
		})
		assert.LessOrEqual(t, allocs, 60.0)
	}
}

// longRound plays rounds of four hard bots until one has so many events and the seat
// to decide owes an answer or has its turn.
func longRound(t testing.TB, events int, answer bool) moment {
	t.Helper()
	rnd := rand.New(rand.NewPCG(6, 5))
	for {
		m := &match{}
		var seed engine.Seed
		for i := range seed {
			seed[i] = byte(rnd.Uint32())
		}
		var bots []engine.Player
		for range 3 {
			bots = append(bots, engine.Player{Name: "bot", Kind: engine.Bot, Level: "hard/1"})
		}
		g, dealt, err := engine.New(engine.Setup{
			ID: "g", Seats: 4, Bots: bots, Seed: seed, Host: engine.Player{Name: "Ada", Kind: engine.Human},
			Options: engine.Options{Given: engine.OptCallSeconds},
		}, 1000)
		require.NoError(t, err)
		m.game = g
		m.note(dealt)
		for m.game.Status == engine.Playing || m.game.Status == engine.LastCall {
			var found moment
			m.step(t, rnd, func(now moment) {
				if len(m.seen[now.seat]) >= events && answer != (now.view.Pile.LastPlay == nil || !owes(now.view)) {
					copied := *m
					found = now
					found.match = &copied
				}
			})
			if found.match != nil {
				return found
			}
		}
	}
}

func owes(v engine.View) bool {
	for _, a := range v.Actions {
		if a == string(engine.ToAccept) {
			return true
		}
	}
	return false
}
