package model

// Readings taken where the rules and the contract leave a choice. Each says what was chosen; tests that rest on one
// of them prove no more than that the server chose alike.
//
// Clock and window
//
//   - `until` is shown while the window's end lies after the newest act; an act at that very moment or later takes it
//     away (view.until).
//   - The moment from which a turn's clock runs is the window's end even when all others have accepted before, and even
//     when the turn passes to somebody else because its holder left within the window (act.leaveRound). If the turn
//     passes later, it runs from the leaving.
//   - With callSeconds null the turn's clock begins with the last answer that was waited for, or with the leaving that
//     made the answers complete; the next player's own acceptance does not move it.
//   - The clock for answers runs from the play, also for a player to whom the right to answer passed later (`callers`
//     next), and a leaving does not move it.
//   - Between rounds the clock runs from the end of the round; a leaving in between does not move it.
//   - An acceptance, a call or a deal of his own resets the count of timed-out turns as a play does.
//
// The view
//
//   - `turn` names the next player also while answers are missing with callSeconds null: he is the one who has to play.
//   - `cards` of a leaver stays the number he left with; it is not 0 because his hand was set aside.
//   - `answered` of a leaver who had accepted the open play stays true.
//   - `waitingFor` and `winners` are in order of seats. In roundOver bots are not in waitingFor: they never deal
//     (R29), so the game does not stand still without them.
//   - `host` does not change any more once the game has started. In a cancelled game it stays as it was.
//   - `rematch` is offered in every finished game, also where asking would be refused with too-few-players.
//   - After a leaving between rounds that ends the match, `place` stays that of the last round.
//
// Ends
//
//   - The 400th play ends the round whatever the answer to it is, a caught lie and a Pale included: "a round ends after
//     its 400th play". If its player is out with it, the reason is `out`, else `stalemate`. If its player leaves, too.
//   - A leaving that closes a last card (his answer was the only one missing) ends the round with `out`, also when the
//     same leaving leaves one player. With playOn, a leaving that leaves one in the round ends it with `left`.
//   - The only player left "has won the round"; a player who was out before (playOn) keeps the better place all the same.
//   - `target` counts the points of those who have left, too: "somebody".
//   - `points` in roundEnded are the round's, as in a finished round.
//   - A caught lie counts towards the 16 or 64 by calls; a play that closes in any other way, a leaver's included, takes
//     the count back to nothing.
//
// Refusals
//
//   - no-such-seat comes where the contract's order has its 404, before 403.
//   - Freeing the host's own seat after the start is already-started. It could be read as leaving.
//   - Leaving a finished game is game-over.
//   - plays, calls, accepts and rounds need If-Match in a lobby, between rounds and in a game that is over as well.
//   - A card text that is no card at all is no-such-card.
//   - start with one seat taken and no bots is too-few-players before bad-rules.
//   - A rank is one of the eight; any other text in `rank` is left untried.
//
// Lobby
//
//   - `started` is told whenever free seats were removed, also if all of them were the last ones.
//   - Bots that the start brings sit down on the lowest free seats in the order of the list, each with its `joined`,
//     in the version of the start.
//   - When the host leaves, the next person is host; bots are passed over. Without a person the lobby is cancelled, though
//     bots sit there.
//   - "The last human left" counts people who are out of the round.
//
// Events and finished rounds
//
//   - Who has left gets a spectator's events for the whole of the game, the time before his leaving included.
//   - Members that an event or an action does not have are absent, not null; `timedOut` may be absent or false.
//   - Of the actions of a finished round only plays have cards and rank. A leaving between rounds is no action of any
//     round; one by a player who is out, while the rest play on, is.
//   - `names` in a player's list are those of the taken seats, in order.
//
// Bots (checked loosely: an act must be allowed, and at the moment of the act before it or of the window's end)
//
//   - "People first" holds where a play waits: in a window, with callSeconds null, at a last play. With callSeconds null
//     the next player is not waited for, as nobody waits for him there.
