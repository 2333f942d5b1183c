package model

import "time"

// Due is the act that the clock makes when nobody acts before it (R27).
type Due struct {
	At   time.Time
	Kind string // accept, turn or deal
	Seat int    // whose clock it is; -1 for the deal
}

// timeOutsToLeave is how many timed-out turns in a row count as leaving (R27).
const timeOutsToLeave = 3

// Due says what the clock will do next; false while no clock runs. What is due with equal moments comes
// one act at a time, in this order.
func (m *Match) Due() (Due, bool) {
	d := Due{Seat: -1}
	if m.rules.TurnSeconds == 0 {
		return d, false
	}
	clock := time.Duration(m.rules.TurnSeconds) * time.Second
	awaited := m.awaited()
	switch {
	case m.status == RoundOver:
		d.Kind, d.At = "deal", m.r.ended.Add(clock)
	case !m.running():
		return d, false
	case len(awaited) > 0:
		d.Kind, d.Seat, d.At = "accept", awaited[0], m.r.last.at.Add(clock)
	default:
		d.Kind, d.Seat, d.At = "turn", m.r.turn, m.r.turnFrom.Add(clock)
	}
	return d, true
}

// CatchUp makes every act that is due by now, each at its own moment.
func (m *Match) CatchUp(now time.Time) {
	for {
		d, ok := m.Due()
		if !ok || d.At.After(now) {
			return
		}
		m.timeOut(d)
	}
}

// CatchUpOne makes the next act of the clock, at its moment.
func (m *Match) CatchUpOne() {
	if d, ok := m.Due(); ok {
		m.timeOut(d)
	}
}

func (m *Match) timeOut(d Due) {
	m.begin(d.At)
	if d.Kind == "deal" {
		m.deal()
		return
	}
	m.emit("timedOut", members{"seat": d.Seat})
	if d.Kind == "accept" {
		m.accept(d.Seat, true)
		return
	}
	who := m.seats[d.Seat]
	who.missed++
	if who.missed == timeOutsToLeave {
		m.leave(d.Seat, true)
		return
	}
	hand := m.r.hands[d.Seat]
	card := m.facts.Drawn(m, d.Seat)
	if _, ok := without(hand, []Card{card}); !ok {
		m.fault("version %d: the time-out plays %s, which is not in %v", m.version, card, hand)
	}
	m.r.draws = append(m.r.draws, draw{m.version, hand, card})
	m.play(d.Seat, []Card{card}, true)
}
