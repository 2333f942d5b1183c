package engine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// choices are the values that random games take of each option, besides how many
// seats there are and how many of them are bots'.
func choices() [][]string {
	return [][]string{
		{"seats=2", "seats=3", "seats=5", "seats=8"},
		{"bots=0", "bots=1"},
		{"decks=1", "decks=2"},
		{"chroniclers=false", "chroniclers=true"},
		{"handSize=null", "handSize=1", "handSize=5"},
		{"afterCall=continue", "afterCall=repeat", "afterCall=restart"},
		{"maxCards=4", "maxCards=8"},
		{"callers=anyone", "callers=next"},
		{"callSeconds=null", "callSeconds=0", "callSeconds=5"},
		{"lastPlay=callable", "lastPlay=final"},
		{"finish=firstOut", "finish=playOn"},
		{"points=4,3,2", "points=0,5"},
		{"rounds=1", "rounds=3"},
		{"target=null", "target=5"},
		{"paleAlone=false", "paleAlone=true"},
		{"turnSeconds=0", "turnSeconds=60"},
	}
}

// plan is one way to choose.
type plan struct {
	seats, bots int
	options     Options
}

func planOf(row []string) (plan, error) {
	var p plan
	if _, err := fmt.Sscanf(row[0]+" "+row[1], "seats=%d bots=%d", &p.seats, &p.bots); err != nil {
		return p, err
	}
	o, err := ParseOptions(strings.Join(row[2:], " "))
	if err != nil {
		return p, err
	}
	p.options = o
	_, err = o.Resolve(p.seats)
	return p, err
}

// drawnPlan chooses until something comes out that can be played.
func drawnPlan(draw below) plan {
	for {
		var row []string
		for _, values := range choices() {
			row = append(row, pick(draw, values))
		}
		if p, err := planOf(row); err == nil {
			return p
		}
	}
}

func playThrough(draw below, p plan) (*walk, error) {
	w, err := begin(draw, p.options, p.seats, p.bots)
	if err != nil {
		return nil, err
	}
	return w, w.play()
}

// TestRandomGames: whatever people, bots and clocks do, the invariants hold and the
// match ends. Longer: go test ./engine -run Random -rapid.checks=10000
func TestRandomGames(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
		_, err := playThrough(draw, drawnPlan(draw))
		require.NoError(t, err)
	})
}

// TestRandomGamesPairwise plays every two values of any two options together.
func TestRandomGamesPairwise(t *testing.T) {
	t.Parallel()
	rows, impossible := pairwise(choices())
	// What cannot be played together, and nothing else.
	assert.ElementsMatch(t, []string{
		"seats=5 decks=1", "seats=8 decks=1", "decks=1 maxCards=8",
	}, impossible)
	for i, row := range rows {
		t.Run(strings.Join(row, " "), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(uint64(i), 1))
			p, err := planOf(row)
			require.NoError(t, err)
			for range 2 {
				_, err = playThrough(random.IntN, p)
				require.NoError(t, err)
			}
		})
	}
}

// pairwise returns rows of values in which every two values stand together that
// can be played together, and the pairs that cannot.
func pairwise(values [][]string) (rows [][]string, impossible []string) {
	random := rand.New(rand.NewPCG(1, 2))
	missing := map[[2]string]bool{}
	var order [][4]int // which two values: option, value, option, value
	for a := range values {
		for b := a + 1; b < len(values); b++ {
			for i := range values[a] {
				for j := range values[b] {
					order = append(order, [4]int{a, i, b, j})
					missing[[2]string{values[a][i], values[b][j]}] = true
				}
			}
		}
	}
	cover := func(row []string) (pairs [][2]string) {
		for a := range row {
			for b := a + 1; b < len(row); b++ {
				if p := [2]string{row[a], row[b]}; missing[p] {
					pairs = append(pairs, p)
				}
			}
		}
		return pairs
	}
	for _, o := range order {
		pair := [2]string{values[o[0]][o[1]], values[o[2]][o[3]]}
		if !missing[pair] {
			continue
		}
		var best []string
		for range 60 {
			row := make([]string, len(values))
			for k := range values {
				row[k] = pick(random.IntN, values[k])
			}
			row[o[0]], row[o[2]] = pair[0], pair[1]
			if _, err := planOf(row); err == nil && (best == nil || len(cover(row)) > len(cover(best))) {
				best = row
			}
		}
		if best == nil {
			impossible = append(impossible, pair[0]+" "+pair[1])
			continue
		}
		for _, p := range cover(best) {
			delete(missing, p)
		}
		rows = append(rows, best)
	}
	return rows, impossible
}
