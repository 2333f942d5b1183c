package problem

// Code names one kind of refusal. Codes are part of the contract: clients decide by them.
type Code string

// The codes of the HTTP contract, in the order of their statuses. Those that the engine gives have the same words there.
const (
	InvalidRequest       Code = "invalid-request"
	BadToken             Code = "bad-token"
	NotAPlayer           Code = "not-a-player"
	NotTheHost           Code = "not-the-host"
	NoSuchGame           Code = "no-such-game"
	NoSuchRound          Code = "no-such-round"
	NoSuchSeat           Code = "no-such-seat"
	NoSuchRoute          Code = "no-such-route"
	MethodNotAllowed     Code = "method-not-allowed"
	NotYourTurn          Code = "not-your-turn"
	AnswerFirst          Code = "answer-first"
	CallsOpen            Code = "calls-open"
	NothingToCall        Code = "nothing-to-call"
	NothingToAccept      Code = "nothing-to-accept"
	OwnPlay              Code = "own-play"
	AlreadyAnswered      Code = "already-answered"
	NotTheNextPlayer     Code = "not-the-next-player"
	NotInRound           Code = "not-in-round"
	NotPlaying           Code = "not-playing"
	RoundNotOver         Code = "round-not-over"
	GameFull             Code = "game-full"
	AlreadyStarted       Code = "already-started"
	AlreadySeated        Code = "already-seated"
	NameTaken            Code = "name-taken"
	TooFewPlayers        Code = "too-few-players"
	TooManyGames         Code = "too-many-games"
	GameOver             Code = "game-over"
	GameNotOver          Code = "game-not-over"
	GameExpired          Code = "game-expired"
	StaleVersion         Code = "stale-version"
	BodyTooLarge         Code = "body-too-large"
	UnsupportedMediaType Code = "unsupported-media-type"
	CardsNotInHand       Code = "cards-not-in-hand"
	WrongCardCount       Code = "wrong-card-count"
	NoSuchCard           Code = "no-such-card"
	WrongRank            Code = "wrong-rank"
	PaleAlone            Code = "pale-alone"
	BadRules             Code = "bad-rules"
	IdempotencyKeyReused Code = "idempotency-key-reused"
	VersionRequired      Code = "version-required"
	TooManyRequests      Code = "too-many-requests"
	InternalError        Code = "internal-error"
	TryAgain             Code = "try-again"
)

// entry is what the table knows of a code.
type entry struct {
	code    Code
	status  int
	title   string // the same for every problem with this code
	meaning string // what it means and how to mend it, for the code's page
}

// table is the one place that says what a code's status and words are.
var table = [...]entry{
	{InvalidRequest, 400, "The request is not understood",
		"The body is not JSON as described, a member or a query parameter is unknown, missing, there twice or out of range, or a header cannot be read. The problem's errors name the place: a JSON pointer into the body, a query parameter or a header. Mend what is named there and send the request again; as it is, it will never be accepted."},
	{BadToken, 401, "The token is missing or is none",
		"The request needs to know who you are, or its Authorization header is not Bearer and a token. A token is 43 characters of base64url, as creating or joining a game gives it or as your program made it from 32 random bytes. Send it as it was given, or leave the header out where a spectator may ask too."},
	{NotAPlayer, 403, "You hold no seat in this game",
		"Only somebody who sits at the table may do this. Your token holds no seat here, or you have left, or you sent no token. Join while the game is in its lobby, or check that you sent this table's token."},
	{NotTheHost, 403, "Only the host may do this",
		"Starting early and freeing seats is the host's business. The view's host says which seat that is; ask that player."},
	{NoSuchGame, 404, "There is no such game",
		"No game has this id. Look whether the link was copied whole. A game that was over long ago is gone too."},
	{NoSuchRound, 404, "There is no such round",
		"The match has not come to this round, or never will. Rounds are counted from 1; the view's round is the newest."},
	{NoSuchSeat, 404, "There is no such seat",
		"The table has no seat with this number. Seats are counted from 0, as in the view."},
	{NoSuchRoute, 404, "There is nothing here",
		"The path is not one of the service's. All routes are in the document at /v1/openapi.json."},
	{MethodNotAllowed, 405, "This method does not work here",
		"The path is right, but it has no such method. The Allow header names those that it has."},
	{NotYourTurn, 409, "It is somebody else's turn",
		"Only the player whose turn it is puts cards down; the view's turn says who that is. You may be able to call or to accept the last play instead: see the view's actions. (R7)"},
	{AnswerFirst, 409, "The last play has to be answered first",
		"The last play emptied a hand, or was the round's last, so nobody may play: everybody else calls it or accepts it. Send a call or an acceptance. (R18)"},
	{CallsOpen, 409, "The others may still call",
		"The last play is open for calls, and the others have not all answered. Wait as many seconds as Retry-After says, or, where it says nothing, until all have answered; or call or accept yourself. (R13)"},
	{NothingToCall, 409, "There is no play to call",
		"No play is open: none lies on the pile, or the last was called or accepted by all. Look at the view's pile again. (R11)"},
	{NothingToAccept, 409, "There is no play to accept",
		"No play is open: none lies on the pile, or the last was called or accepted by all. Look at the view's pile again. (R11)"},
	{OwnPlay, 409, "The last play is your own",
		"You can neither call nor accept your own play. Wait for the others. (R10)"},
	{AlreadyAnswered, 409, "You have answered this play",
		"You accepted this play, and an acceptance is final: you can neither call it any more nor accept it again. (R12)"},
	{NotTheNextPlayer, 409, "Only the next player may answer here",
		"At this table only the player after the one who played may call or accept (the rule callers: next). (R10)"},
	{NotInRound, 409, "You are not in this round",
		"You are out of this round already, or were not dealt in. Wait for the next one. (R10)"},
	{NotPlaying, 409, "No round is running",
		"The game is still in its lobby, or between two rounds. Start it, or deal the next round, first."},
	{RoundNotOver, 409, "The round still runs",
		"A round is opened, and the next one dealt, only when it is over. Try again then."},
	{GameFull, 409, "No seat is free",
		"All seats are taken, or the game has started. Find another table, or make one."},
	{AlreadyStarted, 409, "The game has started",
		"This can only be done in the lobby, and the game has left it."},
	{AlreadySeated, 409, "You have a seat here",
		"Your token holds a seat at this table already, or held one that you gave up after the start. A player sits once at a table: read the game with the same token."},
	{NameTaken, 409, "Somebody here has this name",
		"Another player at this table has this name, or one that looks the same. Choose another."},
	{TooFewPlayers, 409, "There are too few players",
		"A game needs two seats that are taken, one of them by a person. Wait for somebody to join, or fill seats with bots. A rematch needs two players who have not left."},
	{TooManyGames, 409, "You are in too many games",
		"A player holds seats in at most 100 games that are not over. Finish or leave one of them first."},
	{GameOver, 409, "The game is over",
		"Nothing more can be done in a game that is finished or was cancelled. If the view names a rematch, that is where the table went on."},
	{GameNotOver, 409, "The game is not over",
		"A rematch can be asked for when the match is finished. Play it to its end first."},
	{GameExpired, 410, "The game's time is over",
		"The game was there, but nothing happened in it for too long, or it is long finished, and it will not come back. Make a new one."},
	{StaleVersion, 412, "The game has moved on",
		"Something happened in the game after the version that you named in If-Match, so your command was not carried out. The problem's game is the fresh view: look at it, decide again, and send the command with its version. (Naming a version that the game has not reached is answered the same way.)"},
	{BodyTooLarge, 413, "The body is too large",
		"A request's body is at most 8 KiB."},
	{UnsupportedMediaType, 415, "The body is not JSON",
		"Send the body as JSON in UTF-8 with the header Content-Type: application/json."},
	{CardsNotInHand, 422, "You do not hold these cards",
		"At least one of the cards is not in your hand, or not as often as you named it. The view's hand has the cards that you can play. (R7)"},
	{WrongCardCount, 422, "So many cards cannot be played",
		"A play has at least one card and at most as many as the rule maxCards says. (R7)"},
	{NoSuchCard, 422, "This game has no such card",
		"A card is a rank (7 8 9 X U O K A) and a suit (a l h b), such as Ub for the Under of Bells; the Chroniclers are Cc and Pc, where the rules have them. (R1)"},
	{WrongRank, 422, "Another rank is due",
		"You can only announce the due rank, which the view's turn names. Leave rank out, or send the one that is due. (R8)"},
	{PaleAlone, 422, "The Pale Chronicler is played by itself here",
		"At this table the Pale Chronicler may only be played as a single card (the rule paleAlone). (R24)"},
	{BadRules, 422, "These rules do not go together",
		"Each value is possible by itself, but not with the others or with this number of seats; the detail names those in conflict. Change one of them, or leave it to its default."},
	{IdempotencyKeyReused, 422, "The key was used for another request",
		"You sent this Idempotency-Key before, with another request. A key belongs to one request and its retries: make a new one for each."},
	{VersionRequired, 428, "The version is missing",
		"This command needs the header If-Match with the version of the game that you saw, which is the view's ETag, such as \"12\". So nothing is done to a game that has moved on without you."},
	{TooManyRequests, 429, "Too many requests",
		"More requests came from your address than one table needs. Wait as many seconds as Retry-After says, then go on more slowly."},
	{InternalError, 500, "Something went wrong here",
		"This is a fault of the service, not of your request. Trying again is safe if you send the same Idempotency-Key or the same If-Match. If it stays, report it with the problem's requestId."},
	{TryAgain, 503, "Please try again",
		"The storage is slow or away for a moment. Nothing was changed, or the retry with the same Idempotency-Key finds what was. Wait as many seconds as Retry-After says and send the same request again."},
}

// lookup finds a code's entry, or that of internal-error and false for what is no code of ours.
func lookup(code Code) (entry, bool) {
	for _, e := range table {
		if e.code == code {
			return e, true
		}
	}
	for _, e := range table {
		if e.code == InternalError {
			return e, false
		}
	}
	panic("problem: the table has no internal-error")
}

// Codes returns all codes.
func Codes() []Code {
	codes := make([]Code, len(table))
	for i, e := range table {
		codes[i] = e.code
	}
	return codes
}

// Status returns the code's HTTP status.
func (c Code) Status() int {
	e, _ := lookup(c)
	return e.status
}

// Error lets a bare code be an error: it is written with its title as detail, and errors.Is finds it in an Error.
func (c Code) Error() string { return string(c) }
