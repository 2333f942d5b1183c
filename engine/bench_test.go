package engine

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// longRound is a round of at least 200 acts by four people at a usual table: its
// start, the first 200 acts and the games that they make.
func longRound(tb testing.TB) (Game, []Act, []Moment) {
	tb.Helper()
	for seed := range uint64(1000) {
		w, err := begin(rand.New(rand.NewPCG(seed, 3)).IntN, Options{OptChroniclers | OptCallSeconds, Rules{Chroniclers: true}}, 4, 0)
		require.NoError(tb, err)
		w.mood = mood{call: 1, lie: 4}
		for w.g.Status == Playing || w.g.Status == LastCall {
			require.NoError(tb, w.step())
		}
		if len(w.acts) > 200 && w.g.Table.Started > 0 && w.g.size() == 4 {
			acts := w.acts[:200]
			for i := range acts {
				acts[i].Rank = nil
			}
			moments, err := Replay(w.dealt, acts)
			require.NoError(tb, err)
			return w.dealt, acts, moments
		}
	}
	require.Fail(tb, "no long round")
	return Game{}, nil, nil
}

// One act, of 200 in turn.
func BenchmarkApply(b *testing.B) {
	g, acts, moments := longRound(b)
	games := []Game{g}
	for _, m := range moments {
		games = append(games, m.Game)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		k := i % len(acts)
		if _, _, err := games[k].Apply(acts[k].Action, acts[k].At); err != nil {
			b.Fatal(err)
		}
	}
}

// One view of the player whose turn it is, for each act in turn.
func BenchmarkView(b *testing.B) {
	_, _, moments := longRound(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		g := moments[i%len(moments)].Game
		g.View(g.turn)
	}
}

// The same as JSON, which is the answer to a look or a move.
func BenchmarkEncodeView(b *testing.B) {
	_, _, moments := longRound(b)
	views := make([]View, len(moments))
	for i, m := range moments {
		views[i] = m.Game.View(m.Game.turn)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := json.Marshal(views[i%len(views)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendState(b *testing.B) {
	_, _, moments := longRound(b)
	b.ReportAllocs()
	buffer := make([]byte, 0, 1024)
	for i := 0; b.Loop(); i++ {
		moments[i%len(moments)].Game.AppendState(buffer)
	}
}

func BenchmarkParseState(b *testing.B) {
	g, _, moments := longRound(b)
	texts := make([]string, len(moments))
	for i, m := range moments {
		texts[i] = string(m.Game.AppendState(nil))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := ParseState(g.Table, g.deal, texts[i%len(texts)]); err != nil {
			b.Fatal(err)
		}
	}
}

// 200 acts from their text, each with its game and events.
func BenchmarkReplay200(b *testing.B) {
	g, acts, _ := longRound(b)
	text := string(appendHistory(nil, g, acts))
	b.ReportAllocs()
	for b.Loop() {
		parsed, err := ParseActs(text, g.Version+1, g.Updated)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Replay(g, parsed); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFirstDeal(b *testing.B) {
	g, _, _ := longRound(b)
	b.ReportAllocs()
	for b.Loop() {
		g.Table.FirstDeal()
	}
}
