package bot_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/engine/bot"
)

// The cards that a seat has not seen are dealt anew, the round is played again with
// them, and the seat must see and decide the same (R29, R31).
func TestDecide_never_peeks(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(6, 4))
	levels := allLevels(t)
	moved := 0
	playMatches(t, rnd, 120, func(m moment) {
		if rnd.IntN(6) > 0 {
			return
		}
		other := m.redealt(t, rnd)
		if string(other.game.AppendState(nil)) != string(m.game.AppendState(nil)) {
			moved++
		}
		require.Equal(t, m.view, other.view)
		require.Equal(t, m.seen[m.seat], other.seen[m.seat])
		for _, level := range levels {
			chance := m.game.Chance(m.seat)
			same := *chance
			a, err := bot.Decide(level, m.view, m.seen[m.seat], chance)
			require.NoError(t, err)
			b, err := bot.Decide(level, other.view, other.seen[m.seat], &same)
			require.NoError(t, err)
			assert.Equal(t, a, b, level)
		}
	})
	assert.Greater(t, moved, 2000, "positions in which the hidden cards lay otherwise")
}

// redealt plays the round again up to the moment, with the unseen cards exchanged
// among each other.
func (m moment) redealt(t *testing.T, rnd *rand.Rand) moment {
	t.Helper()
	to := m.exchange(t, rnd)
	swap := func(cards []engine.Card) []engine.Card {
		list := make([]engine.Card, len(cards))
		for i, c := range cards {
			list[i] = to[c]
		}
		return list
	}
	fields := strings.Split(string(m.deal.AppendState(nil)), " ")
	for i, f := range fields {
		if !strings.Contains(f, "/") {
			continue
		}
		hands := strings.Split(f, "/")
		for j, hand := range hands {
			cards, err := engine.ParseCards(hand)
			require.NoError(t, err)
			exchanged, ok := engine.CardsOf(swap(cards.List())...)
			require.True(t, ok)
			hands[j] = exchanged.String()
		}
		fields[i] = strings.Join(hands, "/")
	}
	dealt, err := engine.ParseState(m.game.Table, m.deal.LastDeal(), strings.Join(fields, " "))
	require.NoError(t, err)
	other := &match{game: dealt}
	for i := range m.game.Table.Players() {
		other.seen[i] = append(other.seen[i], m.seen[i][0])
	}
	for _, act := range m.acts {
		a := act.Action
		a.Cards = swap(a.Cards)
		other.apply(t, a, act.At)
	}
	now := m
	now.match = other
	now.view = other.game.View(m.seat)
	return now
}

// exchange returns for every card the one that takes its place: itself if the seat
// has seen it. The Pale changes place only while it has not been played, since
// where it has been the others would have seen something else happen (R25).
func (m moment) exchange(t *testing.T, rnd *rand.Rand) map[engine.Card]engine.Card {
	t.Helper()
	known, played := map[engine.Card]bool{}, map[engine.Card]bool{}
	mark := func(set map[engine.Card]bool, cards []engine.Card) {
		for _, c := range cards {
			set[c] = true
		}
	}
	mark(known, m.view.You.Hand)
	for _, e := range m.seen[m.seat] {
		switch e := e.(type) {
		case engine.Dealt:
			mark(known, e.Hand)
		case engine.Played:
			mark(known, e.Cards)
		case engine.Called:
			mark(known, e.Cards)
			mark(known, e.TakenCards)
		case engine.PaleShown:
			mark(known, []engine.Card{engine.Pale})
			mark(known, e.TakenCards)
		}
	}
	for _, act := range m.acts {
		mark(played, act.Cards)
	}
	to := map[engine.Card]engine.Card{}
	var free []engine.Card
	for c := range engine.Pale + 1 {
		to[c] = c
		if !known[c] && c != engine.Pale {
			free = append(free, c)
		}
	}
	for i, j := range rnd.Perm(len(free)) {
		to[free[i]] = free[j]
	}
	for _, c := range free {
		if m.game.Table.Rules.Chroniclers && !known[engine.Pale] && !played[engine.Pale] && !played[c] {
			to[engine.Pale], to[c] = to[c], engine.Pale
			break
		}
	}
	return without(to, m.game.Table.Rules.Chroniclers)
}

// without takes the Chroniclers out of the exchange where there are none.
func without(to map[engine.Card]engine.Card, chroniclers bool) map[engine.Card]engine.Card {
	if chroniclers {
		return to
	}
	for c, d := range to {
		if d == engine.Coloured && c != engine.Coloured {
			to[c], to[engine.Coloured] = to[engine.Coloured], engine.Coloured
		}
	}
	return to
}
