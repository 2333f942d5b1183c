package engine

import "strings"

// View is all that one seat may know of a game at its version (docs/openapi.yaml, View).
// It is a function of the game and the seat alone; nothing in it depends on the
// clock. Pointers are nil where the contract says null; lists are never nil. The
// caller owns it, all but the points of the rules, which are the table's.
type View struct {
	ID         string     `json:"id"`
	Version    int        `json:"version"`
	Status     Status     `json:"status"`
	Rules      Rules      `json:"rules"`
	Host       int        `json:"host"`
	Round      int        `json:"round"`
	Dealer     *int       `json:"dealer"`
	CreatedAt  Time       `json:"createdAt"`
	UpdatedAt  Time       `json:"updatedAt"`
	ExpiresAt  Time       `json:"expiresAt"` // filled by who knows the lifetimes
	Commitment string     `json:"commitment"`
	Seats      []SeatView `json:"seats"`
	You        *You       `json:"you"`
	Turn       *Turn      `json:"turn"`
	Pile       PileView   `json:"pile"`
	WaitingFor []int      `json:"waitingFor"`
	Deadline   *Time      `json:"deadline"`
	Actions    []string   `json:"actions"`
	Winners    []int      `json:"winners"`
	Rematch    *string    `json:"rematch"`
}

// SeatView is what everybody knows of a seat.
type SeatView struct {
	Seat     int     `json:"seat"`
	Name     *string `json:"name"`
	Kind     Kind    `json:"kind"`
	Level    *string `json:"level"`
	Away     bool    `json:"away"`
	Cards    int     `json:"cards"`
	Answered bool    `json:"answered"`
	Place    *int    `json:"place"`
	Points   int     `json:"points"`
}

// You is what only the viewer knows.
type You struct {
	Seat int    `json:"seat"`
	Hand []Card `json:"hand"`
}

// Turn is who has to put cards down, and what must be announced.
type Turn struct {
	Seat int  `json:"seat"`
	Rank Rank `json:"rank"`
}

// PileView is the pile as everybody sees it.
type PileView struct {
	Cards    int           `json:"cards"`
	LastPlay *LastPlayView `json:"lastPlay"`
}

// LastPlayView is the newest play on the pile.
type LastPlayView struct {
	Seat     int   `json:"seat"`
	Rank     Rank  `json:"rank"`
	Count    int   `json:"count"`
	Callable bool  `json:"callable"`
	Until    *Time `json:"until"`
}

// View returns what a seat may know; [NoSeat], and whoever has left, is a
// spectator. It is built member by member: what is not named here nobody sees.
func (g Game) View(seat int) View {
	if seat != NoSeat && g.Away(seat) {
		seat = NoSeat
	}
	v := View{
		ID: g.Table.ID, Version: g.Version, Status: g.Status, Rules: g.Table.Rules, Host: g.Table.Host, Round: g.Round(),
		CreatedAt: g.Table.Created, UpdatedAt: g.Updated, Commitment: g.commitment(), Seats: make([]SeatView, g.size()),
		WaitingFor: g.WaitingFor(), Deadline: timeOrNil(g.Deadline()), Actions: g.actions(seat), Winners: []int{},
	}
	if g.Rematch != "" {
		v.Rematch = &g.Rematch
	}
	for i := range v.Seats {
		v.Seats[i] = g.seatView(i)
	}
	if seat != NoSeat {
		v.You = &You{Seat: seat, Hand: g.secret.hands[seat].List()}
	}
	if g.Round() == 0 {
		return v
	}
	v.Dealer = &g.deal.Dealer
	v.Pile.Cards = g.secret.pile.Len()
	if g.last.on {
		v.Pile.LastPlay = &LastPlayView{Seat: g.last.seat, Rank: g.last.rank, Count: g.last.count, Callable: g.last.open, Until: timeOrNil(g.until())}
	}
	if g.Status == Playing {
		v.Turn = &Turn{Seat: g.turn, Rank: g.due}
	}
	if g.Status == Finished {
		v.Winners = g.winners()
	}
	return v
}

func (g *Game) seatView(i int) SeatView {
	p := g.Table.players[i]
	s := SeatView{
		Seat: i, Kind: p.Kind, Away: g.seats[i].Away, Cards: g.secret.hands[i].Len(),
		Answered: g.answered.has(i), Place: placeOf(g.seats[i].place), Points: g.seats[i].Points,
	}
	if p.Kind != Empty {
		s.Name = &p.Name
	}
	if p.Kind == Bot {
		level := plainLevel(p.Level)
		s.Level = &level
	}
	return s
}

// plainLevel returns a bot's level without its version.
func plainLevel(level string) string {
	word, _, _ := strings.Cut(level, "/")
	return word
}

// commitment is that of the current deal; in the lobby and between rounds that of
// the next.
func (g *Game) commitment() string {
	round := g.Round()
	if g.Status == InLobby || g.Status == Cancelled || g.Status == RoundOver {
		round++
	}
	return g.Table.Seed(round).Commitment()
}

// WaitingFor returns the seats without whom the game stands still, in order, never
// nil: the turn's, or those who have yet to answer, or after a round everybody who
// may deal.
func (g Game) WaitingFor() []int {
	var who seats
	switch g.Status {
	case Playing, LastCall:
		if who = g.missing(); who == 0 {
			who = who.with(g.turn)
		}
	case RoundOver:
		who = g.remaining() & g.persons()
	}
	list := make([]int, 0, who.len())
	for i := range g.size() {
		if who.has(i) {
			list = append(list, i)
		}
	}
	return list
}

// actions lists what a seat may do now or as soon as a window has passed.
func (g *Game) actions(seat int) []string {
	list := []string{}
	if seat == NoSeat {
		if g.May(NoSeat, ToJoin, g.Updated) == nil {
			list = append(list, string(ToJoin))
		}
		return list
	}
	if g.Status == InLobby {
		if seat == g.Table.Host && g.Table.taken() >= 2 {
			list = append(list, string(ToStart))
		}
		return append(list, string(ToLeave))
	}
	for _, kind := range []ActionKind{ToLeave, ToPlay, ToCall, ToAccept, ToDeal, ToRematch} {
		if g.May(seat, kind, whenever) == nil {
			list = append(list, string(kind))
		}
	}
	return list
}

func timeOrNil(t Time) *Time {
	if t == 0 {
		return nil
	}
	return &t
}
