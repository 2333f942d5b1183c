// Package bot decides what a bot does: three levels of play, each a pure function
// of what its seat may see (R29, R30). docs/bots.md says in words how they think.
//
// It reads a seat's [engine.View] and the events as that seat sees them, and never
// a game: a test reads these sources for that. It keeps nothing between decisions,
// reads no clock and has no chance but the one it is given, so that every decision
// can be computed again once the round is over. All arithmetic is in whole numbers,
// so that every machine comes to the same decision.
//
// functions/internal/play asks it when [engine.Game.Due] says that a bot must act.
package bot
