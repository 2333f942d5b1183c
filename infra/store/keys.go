package store

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"cheat/engine"
)

// Sort keys of a game's parts.
const (
	HeadSK = "a" // who sits where, the rules, the seed; the whole game while in the lobby
	PlaySK = "b" // the state and the newest history; absent until something has happened since the start
)

// Numbers in sort keys are padded so that their bytes sort as they count.
const (
	versionDigits = 7
	timeDigits    = 14 // milliseconds
)

// GamePK is the partition of a game's parts.
func GamePK(id string) string { return "G#" + id }

// PieceSK names a piece of history by its first and last version.
func PieceSK(from, to int) string {
	return fmt.Sprintf("h#%0*d-%0*d", versionDigits, from, versionDigits, to)
}

// pieceRange reads what PieceSK wrote.
func pieceRange(sk string) (from, to int, err error) {
	a, b, _ := strings.Cut(strings.TrimPrefix(sk, "h#"), "-")
	if from, err = strconv.Atoi(a); err == nil {
		to, err = strconv.Atoi(b)
	}
	if err != nil || from > to || PieceSK(from, to) != sk {
		return 0, 0, fmt.Errorf("%q names no piece", sk)
	}
	return from, to, nil
}

// RoundSK names a finished round.
func RoundSK(round int) string { return fmt.Sprintf("r#%02d", round) }

// PlayerPK is the partition of the games in which a player sits.
func PlayerPK(owner engine.Owner) string { return "P#" + hex.EncodeToString(owner[:]) }

// RunningSK points from a player to a game that is not over.
func RunningSK(id string) string { return "g#" + id }

// RunningID reads what RunningSK wrote.
func RunningID(sk string) string { return strings.TrimPrefix(sk, "g#") }

// FinishedSK is a player's finished game, in the order of their ends.
func FinishedSK(end engine.Time, id string) string { return "f#" + padded(end) + "#" + id }

// Bounds of a player's entries.
const (
	RunningFrom, RunningTo   = "g#", "g$"
	FinishedFrom, FinishedTo = "f#", "f$"
)

// One partition takes a thousand writes a second, which is as many lobbies and
// starts; the shard's number leaves room for more without moving anything.
const (
	LobbyPK  = "L#0" // listed lobbies, by creation
	WakeUpPK = "D#0" // wake-ups for the sweep, by their time
)

// TimedSK is the sort key of a listed lobby or a wake-up.
func TimedSK(at engine.Time, id string) string { return padded(at) + "#" + id }

// TimedTo is the inclusive upper bound of what is timed not later than at.
func TimedTo(at engine.Time) string { return padded(at) + "$" }

// TimedID reads what TimedSK wrote.
func TimedID(sk string) (engine.Time, string, error) {
	at, id, ok := strings.Cut(sk, "#")
	ms, err := strconv.ParseInt(at, 10, 64)
	if err != nil || !ok || ms < 0 || TimedSK(engine.Time(ms), id) != sk {
		return 0, "", fmt.Errorf("%q is no timed key", sk)
	}
	return engine.Time(ms), id, nil
}

func padded(t engine.Time) string { return fmt.Sprintf("%0*d", timeDigits, int64(t)) }
