// Package engine is the game of Cheat: the deal, turns, calls, Chroniclers, the
// end of a round and of a match, clocks and leaving, as the rules number them
// (R1 to R32, docs/rules.md).
//
// A [Game] is a value. [Game.Apply] is the only transition; [Game.View] and
// [Event.For] are the only roads from a game to somebody's eyes; [Game.Due] says
// what has to happen by itself and when. The package does no I/O, reads no clock
// and draws no random numbers: times and the match's seed are arguments, and all
// chance is derived from that seed so that it can be checked after the round.
//
// It knows nothing of tokens, versions in HTTP headers, storage or JSON requests;
// functions/internal/play calls it.
package engine
