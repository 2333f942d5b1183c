package model

import "slices"

// sit puts somebody on a seat.
func (m *Match) sit(i int, s *seat) {
	m.seats[i] = s
	about := members{"seat": i, "name": s.name, "kind": s.kind}
	if s.kind == "bot" {
		about["level"] = s.level
	}
	m.emit("joined", about)
}

func (m *Match) sitBot(i int, level string) {
	m.sit(i, &seat{kind: "bot", level: level, name: m.facts.BotName(m, i)})
}

// freeSeat is the lowest free seat, -1 for none.
func (m *Match) freeSeat() int {
	return slices.IndexFunc(m.seats, func(s *seat) bool { return s.kind == "empty" })
}

func (m *Match) taken() int { return count(m.staying()) }

// join takes the lowest free seat; the last one starts the first round.
func (m *Match) join(c Command) {
	m.sit(m.freeSeat(), &seat{kind: "human", player: c.By, name: c.Name, entropy: c.Entropy})
	if m.freeSeat() < 0 {
		m.deal()
	}
}

// vacate makes a seat of the lobby free again. The host's office passes to the next person in play
// order; without one the game is cancelled.
func (m *Match) vacate(i int) {
	delete(m.keys, m.seats[i].player)
	m.seats[i] = &seat{kind: "empty"}
	m.emit("left", members{"seat": i})
	if i != m.host {
		return
	}
	if m.people() == 0 {
		m.status = Cancelled
		m.emit("gameEnded", members{"winners": m.winners})
		return
	}
	person := make([]bool, len(m.seats))
	for s := range m.seats {
		person[s] = m.seats[s].kind == "human"
	}
	m.host = after(i, person)
}

// start begins with the seats taken so far: bots fill free seats, the rest close up, and the defaults
// that depend on the number of seats are taken once more.
func (m *Match) start(c Command) {
	if c.EntropyGiven {
		m.seats[m.host].entropy = c.Entropy
	}
	for _, level := range c.Bots {
		m.sitBot(m.freeSeat(), level)
	}
	if m.freeSeat() >= 0 {
		host := m.seats[m.host]
		m.seats = slices.DeleteFunc(m.seats, func(s *seat) bool { return s.kind == "empty" })
		m.host = slices.Index(m.seats, host)
		m.rules, _ = InForce(m.given, len(m.seats))
		var names []string
		for _, s := range m.seats {
			names = append(names, s.name)
		}
		m.emit("started", members{"names": names})
	}
	m.deal()
}
