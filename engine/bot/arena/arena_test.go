package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
)

func TestRun_prints_every_pairing_and_the_same_again(t *testing.T) {
	t.Parallel()
	var first, again bytes.Buffer
	run([]string{"-rounds", "12", "-first", "5"}, &first)
	run([]string{"-rounds", "12", "-first", "5"}, &again)
	assert.Equal(t, first.String(), again.String())
	for _, p := range pairings() {
		assert.Contains(t, first.String(), p.name)
	}
}

func TestRun_refuses_what_gives_no_estimate(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-rounds", "7"}, {"-rounds", "many"}, {"-unknown"}} {
		var out bytes.Buffer
		assert.Equal(t, 2, run(args, &out), args)
	}
}

func TestSeries_gives_equals_their_fair_share(t *testing.T) {
	t.Parallel()
	for seats := 2; seats <= 4; seats++ {
		e, err := series{seats: seats, hero: level("normal"), others: level("normal"), first: 1, rounds: 120}.run()
		require.NoError(t, err)
		assert.InDelta(t, 1/float64(seats), e.mean, 0.1)
	}
}

func TestSeries_tells_the_deal_of_a_failure(t *testing.T) {
	t.Parallel()
	_, err := series{seats: 2, hero: level("perfect"), others: sound, first: 7, rounds: 8}.run()
	assert.ErrorContains(t, err, "deal 7: seat 0")
}

func TestRound_splits_the_first_place(t *testing.T) {
	t.Parallel()
	stalemates := 0
	for deal := range uint64(40) {
		o, err := playRound(seedOf(deal), engine.Options{}, []player{liar, liar})
		require.NoError(t, err)
		assert.InDelta(t, 1, o.share[0]+o.share[1], 1e-9)
		if o.stalemate {
			stalemates++
		}
	}
	assert.Equal(t, 40, stalemates, "who always lies and is always called gets nowhere")
}

// liar plays a false card when it can and calls everything.
func liar(v engine.View, _ []engine.EventView, _ *engine.Chance) (engine.Action, error) {
	if owes(v) {
		return answer(v, true), nil
	}
	for _, c := range v.You.Hand {
		if r, _ := c.Rank(); r != v.Turn.Rank {
			return put(v, []engine.Card{c}), nil
		}
	}
	return put(v, v.You.Hand[:1]), nil
}

func TestMean(t *testing.T) {
	t.Parallel()
	e := mean([]float64{0, 1, 0, 1})
	assert.InDelta(t, 0.5, e.mean, 1e-9)
	assert.InDelta(t, 1.96*0.2886751, e.half, 1e-6) // √(1/3 / 4)
}

func TestSeedOf_gives_each_deal_its_own(t *testing.T) {
	t.Parallel()
	seen := map[engine.Seed]bool{}
	for deal := range uint64(1000) {
		seen[seedOf(deal)] = true
	}
	assert.Len(t, seen, 1000)
}
