package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMatch(t *testing.T) {
	t.Parallel()
	scenes{
		"R21 the match ends with its last round": `
			hands 7a / 8aKl / 9a
			round 2
			points 3 4 2
			0 plays 7a
			1 accepts
			2 accepts
			= events accepted roundEnded gameEnded
			= status finished
			= points 7 6 5
			= winners 0
			= turn -
			= waiting -
			= deadline -
			= actions 0 rematch
			0 deals !game-over
			0 leaves !game-over`,
		"R21 before it any player deals the next round": `
			hands 7a / 8aKl / 9a
			dealer 2
			0 plays 7a
			0 deals !round-not-over
			1 accepts
			2 accepts
			= status roundOver
			= round 1
			= winners -
			= commitment 2
			2 deals
			= events dealt
			= status playing
			= round 2
			= dealer 0
			= turn 1 7
			= points 4 2 3
			= places - - -
			= pile 0
			= last -
			= commitment 2
			1 deals !round-not-over`,
		"R21 equal points share the win": `
			hands 7a / 8aKl / 9a
			round 2
			points 1 3 1
			0 plays 7a
			1 accepts
			2 accepts
			= points 5 5 4
			= winners 0 1`,
		"R21 target ends the match at the end of a round": `
			rules rounds=50 target=6
			hands 7a / 8aKl / 9a
			points 2 3 1
			0 plays 7a
			1 accepts
			2 accepts
			= status finished
			= points 6 5 4
			= winners 0`,
		"R21 not before": `
			rules rounds=50 target=7
			hands 7a / 8aKl / 9a
			points 2 3 1
			0 plays 7a
			1 accepts
			2 accepts
			= status roundOver`,
		"R21 whoever wins the round, most points win the match": `
			rules rounds=50 target=6
			hands 7a / 8aKl / 9a
			points 2 5 1
			0 plays 7a
			1 accepts
			2 accepts
			= status finished
			= winners 1`,
		"R21 rounds end it before the target": `
			rules target=8
			hands 7a / 8aKl / 9a
			round 2
			0 plays 7a
			1 accepts
			2 accepts
			= status finished
			= points 4 2 3`,
		"R21 nobody deals in the lobby": `
			lobby 2
			0 deals !not-playing`,
		"R3 the deal passes over who has left": `
			rules rounds=3
			hands 7a / 8aKl / 9a / XaXl
			dealer 1
			2 leaves
			0 plays 7a
			1 accepts
			3 accepts
			= reason out
			1 deals
			= dealer 3
			= turn 0 7
			= away 2`,
		"R28 who left is not dealt in again": `
			rules rounds=3
			hands 7a / 8aKl / 9a / XaXl
			0 plays 7a
			1 accepts
			2 accepts
			3 leaves
			= status roundOver
			= waiting 0 1 2
			0 deals
			= hand 3 -
			= dealer 1
			= turn 2 7`,
		"a rematch is an act of the finished game": `
			hands 7a / 8aKl
			round 2
			0 rematches h !game-not-over
			0 plays 7a
			0 rematches h !game-not-over
			1 accepts
			= rematch -
			= version 3
			1 rematches h
			= events rematch
			= rematch h
			= version 4
			= status finished
			= actions 0 rematch
			= winners 0`,
		"a rematch for players of the match alone, however few": `
			hands 7a / 8aKl
			1 leaves
			= status finished
			= actions 0 rematch
			= actions 1`,
		"no rematch of a lobby, nor between rounds": `
			lobby 3
			0 rematches h !game-not-over`,
		"nor between rounds": `
			hands 7a / 8aKl
			0 plays 7a
			1 accepts
			0 rematches h !game-not-over`,
	}.play(t)
}

// Who was not dealt in gets neither place nor points, and keeps what he had.
func TestMatchKeepsPoints(t *testing.T) {
	t.Parallel()
	s := &scene{T: t, now: opening}
	for _, words := range [][]string{
		{"rules", "rounds=3"}, {"hands", "7a", "8aKl", "9aKh"}, {"points", "0", "0", "9"},
		{"0", "plays", "7a"}, {"1", "accepts"}, {"2", "accepts"}, {"2", "leaves"}, {"0", "deals"}, {"0", "leaves"},
	} {
		s.line = words[0]
		s.say(words)
	}
	require.Equal(t, Finished, s.g.Status, "one player is left")
	s.check("places", []string{"2", "1", "-"})
	s.check("points", []string{"4", "7", "12"})
	s.check("winners", []string{"1"})
	ended, ok := s.events[1].For(NoSeat).(RoundEnded)
	require.True(t, ok)
	assert.Equal(t, []int{0, 4, 0}, ended.Points, "the round's")
	assert.Nil(t, ended.Places[2])
}
