package model

import "slices"

// AnyTime stands in a view for a moment that the model does not know (expiresAt).
const AnyTime = "any time"

// View is what a player sees of a match, member by member as in the contract.
type View struct {
	ID         string     `json:"id"`
	Version    int        `json:"version"`
	Status     string     `json:"status"`
	Rules      Rules      `json:"rules"`
	Host       int        `json:"host"`
	Round      int        `json:"round"`
	Dealer     *int       `json:"dealer"`
	CreatedAt  string     `json:"createdAt"`
	UpdatedAt  string     `json:"updatedAt"`
	ExpiresAt  string     `json:"expiresAt"`
	Commitment string     `json:"commitment"`
	Seats      []SeatView `json:"seats"`
	You        *You       `json:"you"`
	Turn       *Turn      `json:"turn"`
	Pile       Pile       `json:"pile"`
	WaitingFor []int      `json:"waitingFor"`
	Deadline   *string    `json:"deadline"`
	Actions    []string   `json:"actions"`
	Winners    []int      `json:"winners"`
	Rematch    *string    `json:"rematch"`
}

// SeatView is what everybody sees of a seat.
type SeatView struct {
	Seat     int     `json:"seat"`
	Name     *string `json:"name"`
	Kind     string  `json:"kind"`
	Level    *string `json:"level"`
	Away     bool    `json:"away"`
	Cards    int     `json:"cards"`
	Answered bool    `json:"answered"`
	Place    *int    `json:"place"`
	Points   int     `json:"points"`
}

// You is the asking player's own.
type You struct {
	Seat int    `json:"seat"`
	Hand []Card `json:"hand"`
}

// Turn is who has to put cards down, and what he has to announce.
type Turn struct {
	Seat int    `json:"seat"`
	Rank string `json:"rank"`
}

// Pile is what lies on the table.
type Pile struct {
	Cards    int       `json:"cards"`
	LastPlay *LastPlay `json:"lastPlay"`
}

// LastPlay is the play on top of the pile.
type LastPlay struct {
	Seat     int     `json:"seat"`
	Rank     string  `json:"rank"`
	Count    int     `json:"count"`
	Callable bool    `json:"callable"`
	Until    *string `json:"until"`
}

// View is the match as the player sees it; "" and any player without a seat is a spectator.
func (m *Match) View(player string) View {
	v := View{
		ID: m.id, Version: m.version, Status: m.status, Rules: m.rules, Host: m.host, Round: m.round,
		CreatedAt: Stamp(m.created), UpdatedAt: Stamp(m.updated), ExpiresAt: AnyTime,
		Commitment: m.commitment, Seats: []SeatView{}, WaitingFor: m.waitingFor(),
		Actions: m.actions(player), Winners: m.winners,
	}
	for i := range m.seats {
		v.Seats = append(v.Seats, m.seatView(i))
	}
	if m.rematch != "" {
		v.Rematch = &m.rematch
	}
	if d, ok := m.Due(); ok {
		v.Deadline = new(Stamp(d.At))
	}
	you := m.active(player)
	if you >= 0 {
		v.You = &You{Seat: you, Hand: []Card{}}
	}
	if m.round == 0 {
		return v
	}
	v.Dealer = &m.dealer
	if you >= 0 {
		v.You.Hand = inHandOrder(m.r.hands[you])
	}
	if m.status == Playing {
		v.Turn = &Turn{m.r.turn, m.r.rank}
	}
	v.Pile.Cards = len(m.r.pile)
	if p := m.r.last; p != nil {
		v.Pile.LastPlay = &LastPlay{Seat: p.seat, Rank: p.rank, Count: len(p.cards),
			Callable: m.openPlay() == p, Until: m.until(p)}
	}
	return v
}

func (m *Match) seatView(i int) SeatView {
	s := m.seats[i]
	v := SeatView{Seat: i, Kind: s.kind, Away: s.away, Points: s.points}
	if s.kind != "empty" {
		v.Name = &s.name
	}
	if s.kind == "bot" {
		v.Level = &s.level
	}
	if m.round > 0 {
		v.Cards = len(m.r.hands[i])
	}
	if s.place > 0 {
		v.Place = &s.place
	}
	if p := m.openPlay(); p != nil {
		v.Answered = p.accepted[i]
	}
	return v
}

// until is shown only while a window runs at the moment of the newest act (R13).
func (m *Match) until(p *play) *string {
	if m.openPlay() != p || !p.windowEnd.After(m.updated) || len(m.missing()) == 0 {
		return nil
	}
	return new(Stamp(p.windowEnd))
}

// waitingFor are the seats without whom the game stands still.
func (m *Match) waitingFor() []int {
	seats := []int{}
	switch awaited := m.awaited(); {
	case m.status == RoundOver:
		for s, stays := range m.staying() {
			if stays && !m.Bot(s) {
				seats = append(seats, s)
			}
		}
	case !m.running():
	case len(awaited) > 0:
		seats = append(seats, awaited...)
	default:
		seats = append(seats, m.r.turn)
	}
	slices.Sort(seats)
	return seats
}

// actions are what the player may do.
func (m *Match) actions(player string) []string {
	actions := []string{}
	seat := m.active(player)
	add := func(action string, may bool) {
		if may {
			actions = append(actions, action)
		}
	}
	if seat < 0 {
		add("join", m.status == Lobby && m.freeSeat() >= 0)
		return actions
	}
	over := m.status == Finished || m.status == Cancelled
	p := m.openPlay()
	mayAnswer := p != nil && m.mayAnswer(p, seat) && !p.accepted[seat]
	add("start", m.status == Lobby && seat == m.host && m.taken() >= 2)
	add("leave", !over)
	add("play", m.status == Playing && seat == m.r.turn && len(m.awaited()) == 0)
	add("call", mayAnswer)
	add("accept", mayAnswer)
	add("deal", m.status == RoundOver)
	add("rematch", m.status == Finished)
	return actions
}
