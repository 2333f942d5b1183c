package play_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/functions/internal/program"
)

// overheard is bots that are listened to when they are asked.
type overheard struct {
	play.Bots
	asked func(view engine.View, events []engine.EventView)
}

func (o overheard) Decide(level string, view engine.View, events []engine.EventView, chance *engine.Chance) (engine.Action, error) {
	o.asked(view, events)
	return o.Bots.Decide(level, view, events, chance)
}

// Bots are told of the running round from its deal on, and of nothing before it: not
// of who left between the rounds.
func TestBots_know_the_running_round(t *testing.T) {
	t.Parallel()
	s := newStage(t, newMemory(), 1)
	later := 0
	s.Bots = overheard{program.Bots(), func(view engine.View, events []engine.EventView) {
		dealt, ok := events[0].(engine.Dealt)
		require.True(t, ok, "it begins with %T", events[0])
		assert.Equal(t, view.Round, dealt.Round)
		assert.Equal(t, view.Version, events[len(events)-1].EventHead().Version, "up to now")
		if dealt.Round == 2 && view.Version > dealt.Version+1 {
			later++
		}
	}}
	id := s.withBots(4, "handSize=4 callSeconds=0 rounds=3", "normal")
	s.until(id, func(g engine.Game) bool { return g.Status == engine.RoundOver })
	s.must(id, s.leaving(id, somebody(1)))
	s.until(id, func(g engine.Game) bool { return g.Round() == 2 && g.Status == engine.RoundOver })
	assert.Positive(t, later, "no bot was asked in a round that had to be read")

	page, err := s.Events(t.Context(), id, play.Caller{Now: s.now}, 0, 1000)
	require.NoError(t, err)
	var order []string
	for _, e := range page.Events {
		if kind := e.EventHead().Type; kind == "dealt" || kind == "roundEnded" || kind == "left" {
			order = append(order, kind)
		}
	}
	assert.Equal(t, []string{"dealt", "roundEnded", "left", "dealt", "roundEnded"}, order, "everybody is told of the leaving")
}
