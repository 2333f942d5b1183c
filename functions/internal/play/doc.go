// Package play is what can be done with games: create, join, start, play, call,
// accept, deal, leave, rematch, look, list, and whatever falls due by itself.
//
// Every command goes one road: load the game, apply what is due, find the caller's
// seat, let the engine judge and carry out one action, save if the stored version
// is still the one that was loaded, return the caller's view. The package knows the
// engine, the bots and the storage contract; it knows nothing of HTTP.
package play
