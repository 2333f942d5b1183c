// Package model is a plain, slow second reading of the rules of Cheat (R1 to R32) and of what the
// HTTP contract says about views, events, refusals and finished rounds. It is an oracle for tests:
// given who did what and when, it says what every viewer must see and which commands are refused
// with which code. It shares no code with the programs that it judges, imports the standard library
// alone, and prefers the shape of the rules to speed.
//
// What the model cannot compute, because only the server knows the seed, it asks of Facts: the hands
// of a deal, the card that a time-out drew, the seed that a round's end opens. Facts that come from
// the server are checked against the opened seed by Check. A bot's act is given to the model like a
// player's command; the model judges whether it was allowed, not whether it was clever.
//
// The model is worth something only while it is a reading of its own: it changes for a reason that the rules or
// the contract give, never because a server does otherwise.
//
// Where the rules or the contract leave a choice, the reading taken here stands in doubts.go.
package model
