package engine

// Apply is the only transition: it judges an action at a moment and returns the
// next game with the events of the act. A refused action returns a [Refusal] and
// leaves g, which is never changed in any case, as the newest game.
//
// What is due before now must have been applied first (see [Game.Due]). An act never
// happens before the one before it: a now earlier than g.Updated, from a clock that
// is behind, counts as g.Updated.
func (g Game) Apply(a Action, now Time) (Game, []Event, error) {
	now = max(now, g.Updated)
	if err := g.addressed(a); err != nil {
		return Game{}, nil, err
	}
	if err := g.may(a.Seat, a.Kind, now); err != nil {
		return Game{}, nil, err
	}
	if g.Status == InLobby {
		return g.settle(a, now)
	}
	step := step{Game: g, now: now}
	step.secret = new(*g.secret)
	step.Version++
	step.Updated = now
	if a.TimedOut {
		step.note(happened{kind: "timedOut", seat: a.Seat})
	}
	switch a.Kind {
	case ToPlay:
		cards, err := g.mayPut(a.Seat, a)
		if err != nil {
			return Game{}, nil, err
		}
		step.count(a)
		step.play(a.Seat, cards)
	case ToCall:
		step.count(a)
		step.call(a.Seat)
	case ToAccept:
		if !a.TimedOut {
			step.count(a)
		}
		step.accept(a.Seat)
	case ToLeave:
		step.leave(a.Seat)
	case ToDeal:
		step.count(a)
		step.dealNext()
	case ToRematch:
		step.Rematch = a.ID
		step.note(happened{kind: "rematch", id: a.ID})
	}
	return step.Game, step.events, nil
}

// addressed refuses what is wrong at any time: to sit down twice, or to speak of a
// seat that is not there.
func (g *Game) addressed(a Action) error {
	if a.Kind == ToJoin {
		if _, seated := g.Table.SeatOf(a.Player.Owner); seated {
			return refuse(AlreadySeated, "You sit, or sat, at this table already.")
		}
	}
	if a.Kind == ToFree && (a.Target < 0 || a.Target >= g.size()) {
		return refuse(NoSuchSeat, "The seats of this game are 0 to %d.", g.size()-1)
	}
	return nil
}

// step is one act in the making.
type step struct {
	Game
	now    Time
	events []Event
}

// note adds an event of this act.
func (s *step) note(h happened) {
	h.version, h.at = s.Version, s.now
	s.events = append(s.events, Event{&h})
}

// count keeps the number of timed-out turns in a row; any command of the seat's
// own sets it back (R27).
func (s *step) count(a Action) {
	switch {
	case a.Seat == NoSeat:
	case a.TimedOut:
		s.seats[a.Seat].Missed++
	default:
		s.seats[a.Seat].Missed = 0
	}
}

// play puts cards down (R6 to R9). The next player's play closes the open one, so
// that a Pale in it is shown first and these cards begin a new pile (R25).
func (s *step) play(seat int, cards Cards) {
	s.closePlay()
	rules := s.Table.Rules
	s.secret.hands[seat] = s.secret.hands[seat].minus(cards)
	s.secret.pile = s.secret.pile.plus(cards)
	s.secret.last = cards
	s.last = lastPlay{on: true, seat: seat, rank: s.due, count: cards.Len(), at: s.now, made: s.Version, open: true}
	s.note(happened{kind: "played", seat: seat, rank: s.due, count: cards.Len(), cards: cards})
	s.due = s.due.Next()
	s.plays++
	s.turn = s.next(seat)
	s.since = s.now
	decides := s.secret.hands[seat].Len() == 0 || s.plays == maxPlays
	switch {
	case decides && rules.LastPlay == Final:
		s.shut()
		s.decide(seat)
	case decides:
		s.Status = LastCall
	case s.until() != 0:
		s.since = s.until() // the turn's clock starts when he may play (R27)
	}
}

// accept gives up a seat's right to call (R12).
func (s *step) accept(seat int) {
	waited := s.missing() != 0
	s.answered = s.answered.with(seat)
	s.note(happened{kind: "accepted", seat: seat})
	if waited && s.missing() == 0 {
		s.since = s.now
	}
	s.closeIfAnswered()
}

// closeIfAnswered closes the open play when everybody who may has accepted it (R12).
func (s *step) closeIfAnswered() {
	if s.last.open && s.mayAnswer().minus(s.answered) == 0 {
		s.closePlay()
	}
}

// closePlay closes the open play uncalled: a Pale in it is shown and its player
// takes the pile (R25); else a play that emptied a hand has won (R18).
func (s *step) closePlay() {
	if !s.last.open {
		return
	}
	player := s.last.seat
	waiting := s.Status == LastCall
	pale := s.secret.last.Has(Pale)
	s.shut()
	if pale {
		s.note(happened{kind: "paleShown", seat: player, taken: s.secret.pile.Len(), takenCards: s.secret.pile})
		s.takePile(player)
	}
	if waiting {
		s.Status = Playing
		s.turn = s.next(player)
		s.since = s.now
		s.decide(player)
	}
}

// shut ends the room to call; the play stays on the pile. A play that was not
// caught ends the run of caught lies (R21b).
func (s *step) shut() {
	s.last.open = false
	s.secret.last = Cards{}
	s.answered = 0
	s.caught = 0
}

// takePile gives the whole pile to a seat (R15 to R17).
func (s *step) takePile(seat int) {
	s.secret.hands[seat] = s.secret.hands[seat].plus(s.secret.pile)
	s.secret.pile = Cards{}
	s.last = lastPlay{}
}

// call turns over the open play (R14 to R16).
func (s *step) call(caller int) {
	play, cards := s.last, s.secret.last
	lied := !cards.allStand(play.rank)
	taker := caller
	if lied {
		taker = play.seat
	}
	s.note(happened{
		kind: "called", seat: caller, against: play.seat, rank: play.rank, count: play.count, shown: cards,
		lied: lied, taker: taker, taken: s.secret.pile.Len(), takenCards: s.secret.pile,
	})
	caught := s.caught
	s.shut()
	s.takePile(taker)
	switch s.Table.Rules.AfterCall { // R6
	case Repeat:
		s.due = play.rank
	case Restart:
		s.due = Seven
	}
	s.Status = Playing
	s.since = s.now
	if lied {
		s.caught = caught + 1
		s.turn = caller
	} else {
		s.turn = s.next(play.seat)
	}
	s.decide(play.seat)
}

// leave takes a seat out of the match (R28).
func (s *step) leave(seat int) {
	s.note(happened{kind: "left", seat: seat})
	running := s.Status != RoundOver
	wasIn := running && s.in(seat)
	waited := s.missing() != 0
	s.seats[seat].Away = true
	if wasIn {
		s.seats[seat].exit = -(s.exits(-1) + 1)
	}
	alone := s.remaining().len() < 2 || s.remaining()&s.persons() == 0
	switch {
	case !running && alone:
		s.endMatch()
		return
	case !running:
		return
	case s.last.open && s.last.seat == seat: // closes unturned, without penalty
		s.shut()
		s.Status = Playing
	}
	if s.turn == seat {
		s.turn = s.next(seat)
		if !waited { // else the clock of the answers runs on (R27)
			s.since = max(s.since, s.now)
		}
	}
	if waited && s.missing() == 0 {
		s.since = s.now
	}
	s.closeIfAnswered()
	switch {
	case s.Status == RoundOver || s.Status == Finished: // the last card has won
	case s.plays == maxPlays && !s.last.open:
		s.endRound("stalemate")
	case alone || s.inRound().len() < 2:
		s.endRound("left")
	}
}
