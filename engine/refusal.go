package engine

import "fmt"

// Code names why an action was refused; the API's error codes are these words.
type Code string

// The codes that the rules give.
const (
	NotYourTurn      Code = "not-your-turn"
	AnswerFirst      Code = "answer-first"
	CallsOpen        Code = "calls-open"
	NothingToCall    Code = "nothing-to-call"
	NothingToAccept  Code = "nothing-to-accept"
	OwnPlay          Code = "own-play"
	AlreadyAnswered  Code = "already-answered"
	NotTheNextPlayer Code = "not-the-next-player"
	NotInRound       Code = "not-in-round"
	NotPlaying       Code = "not-playing"
	RoundNotOver     Code = "round-not-over"
	GameFull         Code = "game-full"
	AlreadyStarted   Code = "already-started"
	AlreadySeated    Code = "already-seated"
	TooFewPlayers    Code = "too-few-players"
	GameOver         Code = "game-over"
	GameNotOver      Code = "game-not-over"
	NotTheHost       Code = "not-the-host"
	NoSuchSeat       Code = "no-such-seat"
	CardsNotInHand   Code = "cards-not-in-hand"
	WrongCardCount   Code = "wrong-card-count"
	NoSuchCard       Code = "no-such-card"
	WrongRank        Code = "wrong-rank"
	PaleMustBeAlone  Code = "pale-alone"
	BadRules         Code = "bad-rules"
)

// Refusal is the error of an action that the rules do not allow. It tells only
// what the asker knows already.
type Refusal struct {
	Code   Code
	Detail string // plain words for the asker
	Until  Time   // with CallsOpen: when it may be tried again, 0 if no time is set
}

func (r *Refusal) Error() string { return string(r.Code) + ": " + r.Detail }

func refuse(code Code, format string, args ...any) error {
	return &Refusal{Code: code, Detail: fmt.Sprintf(format, args...)}
}
