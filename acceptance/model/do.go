package model

import (
	"fmt"
	"time"
)

// Do carries out a command that Judge accepts, at that moment; what Judge refuses is the caller's mistake
// and an error. A replay and what changes nothing are carried out by doing nothing.
func (m *Match) Do(c Command, at time.Time) error {
	v := m.Judge(c, at)
	switch {
	case v.Code != "":
		return fmt.Errorf("version %d: %s by %q is refused: %s", m.version, c.Kind, c.By, v.Code)
	case !v.Accepted():
		m.remember(c, v)
		return nil
	}
	seat := m.active(c.By)
	m.begin(at)
	if c.Kind == "play" || c.Kind == "call" || c.Kind == "accept" || c.Kind == "deal" {
		m.seats[seat].missed = 0
	}
	m.remember(c, v)
	switch c.Kind {
	case "join":
		m.join(c)
	case "leave":
		if m.status == Lobby {
			m.vacate(seat)
		} else {
			m.leave(seat, false)
		}
	case "free":
		m.vacate(c.Seat)
	case "start":
		m.start(c)
	case "play":
		m.play(seat, c.Cards, false)
	case "call":
		m.call(seat)
	case "accept":
		m.accept(seat, false)
	case "deal":
		m.deal()
	case "rematch":
		m.rematch = c.RematchID
		m.emit("rematch", members{"id": c.RematchID})
	}
	return nil
}

// remember keeps the newest key of a player; a refusal is not remembered.
func (m *Match) remember(c Command, v Verdict) {
	if c.Key != "" && c.byPost() && !v.Replayed {
		m.keys[c.By] = usedKey{c.Key, c.Print, v.Status}
	}
}

// BotDo carries out a bot's act (play, call or accept) as it was seen to happen. A bot may do what a
// player on its seat may do, and nothing else (R29).
func (m *Match) BotDo(seat int, c Command, at time.Time) error {
	if m.seats[seat].kind != "bot" {
		return fmt.Errorf("seat %d is no bot's", seat)
	}
	// For this act a player of that name sits on the seat, and has seen the newest version.
	m.seats[seat].player = "a bot"
	defer func() { m.seats[seat].player = "" }()
	c.By, c.IfMatch = "a bot", &m.version
	return m.Do(c, at)
}

// BotMayAct says what keeps a bot from answering the open play: people first, and bots act at the moment at
// which they may (R29).
func (m *Match) BotMayAct(seat int, kind string, at time.Time) error {
	p := m.openPlay()
	window := p != nil && !p.windowEnd.IsZero()
	if !at.Equal(m.updated) && !(window && at.Equal(p.windowEnd)) {
		return fmt.Errorf("the bot on seat %d acts at %s: neither with the act before it (%s) nor with the end of a window",
			seat, Stamp(at), Stamp(m.updated))
	}
	waits := m.status == LastCall || m.rules.CallSeconds == nil || window && at.Before(p.windowEnd)
	if kind == "play" || p == nil || !waits {
		return nil
	}
	for s, other := range m.seats {
		next := s == m.r.next(p.seat) && m.status != LastCall
		if other.kind == "human" && m.mayAnswer(p, s) && !p.accepted[s] && !next {
			return fmt.Errorf("the bot on seat %d answers before the person on seat %d has (R29)", seat, s)
		}
	}
	return nil
}

// BotHand is the beginning of a bot's hand, for servers in tests that have the model play for it.
func (m *Match) BotHand(seat, cards int) []Card {
	if m.round == 0 {
		return nil
	}
	return m.r.hands[seat][:min(cards, len(m.r.hands[seat]))]
}
