package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/functions/internal/bill"
	"cheat/infra/store/dynamotest"
)

// The budget of a move, as the DynamoDB protocol reports it: half a read unit and one
// write unit, in 99 of 100 moves of any table, whoever plays.
func TestMatches(t *testing.T) {
	t.Parallel()
	prices, err := bill.LoadPrices("../../docs/prices.json")
	require.NoError(t, err)
	var all []match
	for _, k := range kinds() {
		m, err := playMatches(t.Context(), dynamotest.Config(t), k, 3)
		require.NoError(t, err)
		assert.Greater(t, m.moves, 5*k.people, k)
		assert.GreaterOrEqual(t, m.share(), 0.99, k)
		assert.Equal(t, 0.5, m.move.Mean(m.moves).Read, k)
		assert.Less(t, m.move.Mean(m.moves).Write, 1.01, k)
		all = append(all, m)
	}
	var text strings.Builder
	matchTable(&text, prices, 256, all)
	assert.Equal(t, len(all)+2, strings.Count(text.String(), "\n"))
}

// A look that finds nothing new costs half a read unit and nothing else, and the service
// asks for fewer of them the longer nothing has happened.
func TestSlowDay(t *testing.T) {
	t.Parallel()
	day, err := playSlowDay(t.Context(), dynamotest.Config(t), 4, 6*time.Hour)
	require.NoError(t, err)
	assert.InDelta(t, 0.5, day.use.Read/float64(day.polls), 1e-9)
	assert.Zero(t, day.use.Write)
	hourly := day.polls / 4 / 24
	assert.Less(t, hourly, 150, "polls of a page in an hour")
	assert.Greater(t, hourly, 60)
}
