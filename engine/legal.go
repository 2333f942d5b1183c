package engine

import "math"

// whenever is a moment after every window: what is allowed then is allowed as soon
// as the window has passed.
const whenever Time = math.MaxInt64

// May tells whether the rules let a seat do something at a moment, and if not,
// why: a [Refusal]. It is the one judge of who may act and when; what a play's
// cards must be is judged by [Game.Apply] in addition. A seat of the match asks for
// itself; who holds none, or has left it, can only join, and asks as [NoSeat].
func (g Game) May(seat int, kind ActionKind, now Time) error { return g.may(seat, kind, now) }

func (g *Game) may(seat int, kind ActionKind, now Time) error {
	switch kind {
	case ToJoin:
		return g.mayJoin()
	case ToFree, ToStart:
		return g.maySettle(seat, kind)
	case ToLeave:
		if g.Over() {
			return refuse(GameOver, "The game is over; there is nothing to leave.")
		}
		return nil
	case ToPlay:
		return g.mayPlay(seat, now)
	case ToCall, ToAccept:
		return g.mayRespond(seat, kind)
	case ToDeal:
		return g.mayDeal()
	case ToRematch:
		return g.mayRematch()
	}
	panic("engine: no such action: " + string(kind))
}

func (g *Game) mayJoin() error {
	switch {
	case g.Over():
		return refuse(GameOver, "The game is over.")
	case g.Status != InLobby:
		return refuse(GameFull, "The game has started; nobody can join any more.")
	case g.Table.freeSeat() < 0:
		return refuse(GameFull, "All seats are taken.")
	case g.Table.joins() >= MaxJoins:
		return refuse(GameFull, "The seats of this game were taken and left too often; make a new game.")
	}
	return nil
}

// maySettle judges what only the host may do in the lobby.
func (g *Game) maySettle(seat int, kind ActionKind) error {
	switch {
	case seat != g.Table.Host:
		return refuse(NotTheHost, "Only the host may do this.")
	case g.Over():
		return refuse(GameOver, "The game is over.")
	case g.Status != InLobby:
		return refuse(AlreadyStarted, "The game has started.")
	}
	return nil
}

// running refuses what only a running round allows.
func (g *Game) running() error {
	switch g.Status {
	case Finished, Cancelled:
		return refuse(GameOver, "The game is over.")
	case InLobby:
		return refuse(NotPlaying, "The game has not started.")
	case RoundOver:
		return refuse(NotPlaying, "The round is over; the next one has not been dealt.")
	}
	return nil
}

func (g *Game) mayPlay(seat int, now Time) error {
	if err := g.running(); err != nil {
		return err
	}
	switch {
	case g.Status == LastCall: // R18
		return refuse(AnswerFirst, "The last play must be answered first: call it or accept it.")
	case !g.in(seat):
		return refuse(NotInRound, "You are not in this round any more.")
	case seat != g.turn:
		return refuse(NotYourTurn, "It is the turn of seat %d.", g.turn)
	case g.missing() != 0: // R13
		return refuse(CallsOpen, "The others have not all answered the last play yet.")
	case now < g.until():
		return &Refusal{Code: CallsOpen, Detail: "The others may still call the last play, until " + g.until().String() + ".", Until: g.until()}
	}
	return nil
}

func (g *Game) mayRespond(seat int, kind ActionKind) error {
	if err := g.running(); err != nil {
		return err
	}
	switch {
	case !g.last.open && kind == ToCall: // R11
		return refuse(NothingToCall, "No play is open to be called.")
	case !g.last.open:
		return refuse(NothingToAccept, "No play is open to be accepted.")
	case seat == g.last.seat: // R10
		return refuse(OwnPlay, "This is your own play.")
	case !g.in(seat):
		return refuse(NotInRound, "You are not in this round any more.")
	case !g.mayAnswer().has(seat):
		return refuse(NotTheNextPlayer, "Only the next player, seat %d, may answer.", g.next(g.last.seat))
	case g.answered.has(seat): // R12
		return refuse(AlreadyAnswered, "You have accepted this play; that is final.")
	}
	return nil
}

func (g *Game) mayDeal() error {
	switch g.Status {
	case RoundOver:
		return nil
	case InLobby:
		return refuse(NotPlaying, "The game has not started.")
	case Finished, Cancelled:
		return refuse(GameOver, "The match is over; ask for a rematch.")
	}
	return refuse(RoundNotOver, "The round is still being played.")
}

func (g *Game) mayRematch() error {
	if g.Status != Finished {
		return refuse(GameNotOver, "The game is not finished.")
	}
	return nil
}

// mayPut judges the cards of a play, once its player may play.
func (g *Game) mayPut(seat int, a Action) (Cards, error) {
	rules, hand := g.Table.Rules, g.secret.hands[seat]
	deck := deckOf(rules.Decks, rules.Chroniclers)
	for _, c := range a.Cards {
		if !deck.Has(c) {
			return Cards{}, refuse(NoSuchCard, "A card that is not in this game's deck was named.")
		}
	}
	if len(a.Cards) < 1 || len(a.Cards) > rules.MaxCards { // R7
		return Cards{}, refuse(WrongCardCount, "Put down 1 to %d cards, not %d.", rules.MaxCards, len(a.Cards))
	}
	cards, ok := CardsOf(a.Cards...)
	switch {
	case !ok || !hand.Contains(cards):
		return Cards{}, refuse(CardsNotInHand, "You do not hold all of these cards.")
	case a.Rank != nil && *a.Rank != g.due: // R8
		return Cards{}, refuse(WrongRank, "The rank due is %s.", g.due)
	case rules.PaleAlone && cards.Has(Pale) && cards.Len() > 1: // R24
		return Cards{}, refuse(PaleMustBeAlone, "At this table the Pale Chronicler may only be played by itself.")
	}
	return cards, nil
}
