package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"sync"

	"cheat/engine"
)

// series is many rounds of one pairing on consecutive deals. A block is one deal
// with the hero on each seat in turn; where nobody is a hero, one round.
type series struct {
	options engine.Options
	seats   int
	hero    player // nil: there is none
	others  player
	first   uint64 // number of the first deal
	rounds  int
}

// estimate is a mean over blocks and half the width of its 95 % confidence
// interval.
type estimate struct{ mean, half float64 }

// run plays the series on all processors. It returns the hero's share of won rounds,
// or without a hero the share of rounds that ended before the stalemate rule.
func (s series) run() (estimate, error) {
	blocks := s.rounds
	if s.hero != nil {
		blocks /= s.seats
	}
	results, errs := make([]float64, blocks), make([]error, blocks)
	var workers sync.WaitGroup
	for w := range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for b := w; b < blocks; b += runtime.GOMAXPROCS(0) {
				results[b], errs[b] = s.block(s.first + uint64(b))
			}
		})
	}
	workers.Wait()
	for b, err := range errs {
		if err != nil {
			return estimate{}, fmt.Errorf("deal %d: %w", s.first+uint64(b), err)
		}
	}
	return mean(results), nil
}

func (s series) block(deal uint64) (float64, error) {
	if s.hero == nil {
		o, err := s.round(deal, -1)
		if o.stalemate {
			return 0, err
		}
		return 1, err
	}
	won := 0.0
	for hero := range s.seats {
		o, err := s.round(deal, hero)
		if err != nil {
			return 0, err
		}
		won += o.share[hero]
	}
	return won / float64(s.seats), nil
}

// round plays a deal with the hero on a seat.
func (s series) round(deal uint64, hero int) (outcome, error) {
	players := make([]player, s.seats)
	for i := range players {
		players[i] = s.others
	}
	if hero >= 0 {
		players[hero] = s.hero
	}
	return playRound(seedOf(deal), s.options, players)
}

// seedOf makes a deal's seed of its number: four words of SplitMix64 (Steele, Lea
// and Flood, "Fast Splittable Pseudorandom Number Generators", 2014), begun at the
// number's own word so that neighbours share none.
func seedOf(deal uint64) engine.Seed {
	var seed engine.Seed
	state := mix(deal)
	for i := 0; i < len(seed); i += 8 {
		state += 0x9e3779b97f4a7c15
		binary.BigEndian.PutUint64(seed[i:], mix(state))
	}
	return seed
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func mean(results []float64) estimate {
	n := float64(len(results))
	sum, squares := 0.0, 0.0
	for _, x := range results {
		sum += x
	}
	for _, x := range results {
		squares += (x - sum/n) * (x - sum/n)
	}
	return estimate{sum / n, 1.96 * math.Sqrt(squares/(n-1)/n)}
}
