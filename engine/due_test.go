package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A game is idle until just before something is due, whatever that is.
func TestIdle(t *testing.T) {
	t.Parallel()
	g, _, moments := longRound(t)
	due := 0
	for _, m := range append(moments, Moment{Game: g}, Moment{Game: Lobby(g.Table)}) {
		d, ok := m.Game.Due()
		if !ok {
			assert.True(t, m.Game.Idle(1<<60))
			continue
		}
		due++
		require.True(t, m.Game.Idle(d.At-1), m.Act)
		require.False(t, m.Game.Idle(d.At), m.Act)
	}
	assert.Greater(t, due, 100)
}
