package model

import (
	"slices"
	"time"
)

// next is the next seat in play order that is still in the round.
func (r *round) next(seat int) int { return after(seat, r.in) }

// openPlay is the play that may be called, or nil (R11).
func (m *Match) openPlay() *play {
	if m.running() && m.r.last != nil && m.r.last.open {
		return m.r.last
	}
	return nil
}

// mayAnswer says whether the seat has the right to call the open play, used up or not (R10).
func (m *Match) mayAnswer(p *play, seat int) bool {
	return m.r.in[seat] && seat != p.seat && (m.rules.Callers == "anyone" || seat == m.r.next(p.seat))
}

// missing are those who may answer the open play and have not; after an ordinary play the next player is
// not counted, for his own play answers too (R12, R13). In play order from the player of the play.
func (m *Match) missing() []int {
	p := m.openPlay()
	if p == nil {
		return nil
	}
	var seats []int
	for step := 1; step < len(m.seats); step++ {
		s := (p.seat + step) % len(m.seats)
		next := s == m.r.next(p.seat) && m.status != LastCall
		if m.mayAnswer(p, s) && !p.accepted[s] && !next {
			seats = append(seats, s)
		}
	}
	return seats
}

// awaited are those without whose answer nobody may go on: at a last play, and after any play with
// callSeconds null (R13, R18, R27).
func (m *Match) awaited() []int {
	if m.status == LastCall || m.rules.CallSeconds == nil {
		return m.missing()
	}
	return nil
}

// play puts cards down (R7 to R9). The play before it closes uncalled (R11).
func (m *Match) play(seat int, cards []Card, timedOut bool) {
	r := m.r
	cards = inHandOrder(cards)
	m.closeUncalled()
	r.hands[seat], _ = without(r.hands[seat], cards)
	p := &play{seat: seat, rank: r.rank, cards: cards, version: m.version, at: m.updated,
		open: true, accepted: make([]bool, len(m.seats))}
	r.pile = append(r.pile, cards...)
	r.last = p
	r.plays++
	m.act(Action{Seat: seat, Type: "play", Cards: cards, Rank: p.rank, TimedOut: timedOut})
	m.emitTo("played", members{"seat": seat, "rank": p.rank, "count": len(cards)},
		map[int]members{seat: {"cards": cards}})
	r.rank = nextRank(r.rank)
	r.turn = r.next(seat)
	r.turnFrom = m.updated

	empty := len(r.hands[seat]) == 0
	switch {
	case m.rules.LastPlay == "final" && empty: // R18: the play itself ends it
		p.open = false
		r.caught = 0
		m.goOut(seat)
	case m.rules.LastPlay == "final" && r.plays >= lastPlayOfRound:
		m.endRound("stalemate")
	case m.rules.LastPlay == "callable" && (empty || r.plays >= lastPlayOfRound):
		m.status = LastCall
	case m.rules.CallSeconds != nil && *m.rules.CallSeconds > 0 && len(m.missing()) > 0: // R13
		p.windowEnd = m.updated.Add(time.Duration(*m.rules.CallSeconds) * time.Second)
		r.turnFrom = p.windowEnd
	}
}

// closeUncalled closes the open play, if there is one. A Pale in it is shown, and its player takes the
// pile (R25); the result says so.
func (m *Match) closeUncalled() (paleShown bool) {
	p := m.openPlay()
	if p == nil {
		return false
	}
	p.open = false
	m.r.caught = 0
	if !slices.Contains(p.cards, Pale) {
		return false
	}
	taken := m.take(p.seat)
	m.emitTo("paleShown", members{"seat": p.seat, "taken": len(taken)},
		map[int]members{p.seat: {"takenCards": taken}})
	return true
}

// take gives the pile to the seat, as an unordered set (R17).
func (m *Match) take(seat int) []Card {
	r := m.r
	taken := inHandOrder(r.pile)
	r.hands[seat] = inHandOrder(append(slices.Clone(r.hands[seat]), taken...))
	r.pile, r.last = nil, nil
	return taken
}

// accept gives up the right to call the open play (R12).
func (m *Match) accept(seat int, timedOut bool) {
	m.act(Action{Seat: seat, Type: "accept", TimedOut: timedOut})
	m.emit("accepted", members{"seat": seat})
	waiting := len(m.awaited()) > 0
	m.r.last.accepted[seat] = true
	m.closeIfAnswered()
	m.turnMayBegin(waiting)
}

// closeIfAnswered closes the open play at once when everybody who may call it has accepted (R12, R18, R28).
func (m *Match) closeIfAnswered() {
	p := m.openPlay()
	for s := range m.seats {
		if m.mayAnswer(p, s) && !p.accepted[s] {
			return
		}
	}
	pale := m.closeUncalled()
	if m.status != LastCall {
		return
	}
	m.status = Playing
	if !pale && len(m.r.hands[p.seat]) == 0 { // R18, R25
		m.goOut(p.seat)
	}
	m.endOverlong()
}

// endOverlong ends a round that has gone on for too long (R21b).
func (m *Match) endOverlong() {
	limit := liesCaughtOfMore
	if count(m.r.dealtIn) == 2 {
		limit = liesCaughtOfTwo
	}
	if m.running() && (m.r.plays >= lastPlayOfRound || m.r.caught >= limit) {
		m.endRound("stalemate")
	}
}

// call turns over the open play (R14 to R16, R18).
func (m *Match) call(seat int) {
	r, p := m.r, m.r.last
	p.open = false
	m.status = Playing
	lied := isLie(p.rank, p.cards)
	taker := seat
	if lied {
		taker = p.seat
	}
	taken := m.take(taker)
	m.act(Action{Seat: seat, Type: "call"})
	m.emitTo("called", members{
		"seat": seat, "against": p.seat, "rank": p.rank, "count": len(p.cards), "cards": p.cards,
		"lied": lied, "taker": taker, "taken": len(taken),
	}, map[int]members{taker: {"takenCards": taken}})

	switch m.rules.AfterCall { // R6
	case "repeat":
		r.rank = p.rank
	case "restart":
		r.rank = "7"
	}
	r.turnFrom = m.updated
	if lied {
		r.caught++
		r.turn = seat
	} else {
		r.caught = 0
		r.turn = r.next(p.seat)
		if len(r.hands[p.seat]) == 0 {
			m.goOut(p.seat)
		}
	}
	m.endOverlong()
}

// leave marks the seat; what was waiting for it goes on without it (R28).
func (m *Match) leave(seat int, timedOut bool) {
	between := m.status == RoundOver
	m.seats[seat].away = true
	delete(m.keys, m.seats[seat].player)
	m.emit("left", members{"seat": seat})
	if m.running() {
		m.act(Action{Seat: seat, Type: "leave", TimedOut: timedOut})
	}
	if m.running() && m.r.in[seat] {
		m.leaveRound(seat)
	}
	switch {
	case m.running() && (m.tooFew() || count(m.r.in) <= 1):
		m.endRound("left")
	case between && m.tooFew():
		m.finish()
	}
}

// leaveRound takes a seat out of the running round.
func (m *Match) leaveRound(seat int) {
	r := m.r
	waiting := len(m.awaited()) > 0
	r.in[seat] = false
	r.left = append(r.left, seat)
	if p := m.openPlay(); p != nil && p.seat == seat {
		p.open = false // without being turned over, without a penalty: not closeUncalled
		r.caught = 0
		m.status = Playing
		m.endOverlong()
	} else if p != nil {
		m.closeIfAnswered()
	}
	if m.running() && r.turn == seat {
		r.turn = r.next(seat)
		if !r.turnFrom.After(m.updated) { // else a window's end, which is fixed with its play
			r.turnFrom = m.updated
		}
	}
	m.turnMayBegin(waiting)
}

// turnMayBegin starts the turn's clock with the last missing answer (R27).
func (m *Match) turnMayBegin(waitedBefore bool) {
	if m.status == Playing && waitedBefore && len(m.awaited()) == 0 {
		m.r.turnFrom = m.updated
	}
}

// act notes an action of the round that is played.
func (m *Match) act(a Action) {
	a.Version, a.At = m.version, m.updated
	m.r.record.Actions = append(m.r.record.Actions, a)
}
