package client

// View is a game as one caller sees it. Members are those of the contract; times stay text.
type View struct {
	ID         string         `json:"id"`
	Version    int            `json:"version"`
	Status     string         `json:"status"`
	Rules      map[string]any `json:"rules"`
	Host       int            `json:"host"`
	Round      int            `json:"round"`
	Dealer     *int           `json:"dealer"`
	CreatedAt  string         `json:"createdAt"`
	UpdatedAt  string         `json:"updatedAt"`
	ExpiresAt  string         `json:"expiresAt"`
	Commitment string         `json:"commitment"`
	Seats      []Seat         `json:"seats"`
	You        *You           `json:"you"`
	Turn       *Turn          `json:"turn"`
	Pile       Pile           `json:"pile"`
	WaitingFor []int          `json:"waitingFor"`
	Deadline   *string        `json:"deadline"`
	Actions    []string       `json:"actions"`
	Winners    []int          `json:"winners"`
	Rematch    *string        `json:"rematch"`
}

// Seat is what everybody sees of a seat.
type Seat struct {
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

// You is the caller's own seat and hand.
type You struct {
	Seat int      `json:"seat"`
	Hand []string `json:"hand"`
}

// Turn is who has to put cards down, and what he announces.
type Turn struct {
	Seat int    `json:"seat"`
	Rank string `json:"rank"`
}

// Pile is the number of cards on the table and the play on top.
type Pile struct {
	Cards    int       `json:"cards"`
	LastPlay *LastPlay `json:"lastPlay"`
}

// LastPlay is the newest play on the pile.
type LastPlay struct {
	Seat     int     `json:"seat"`
	Rank     string  `json:"rank"`
	Count    int     `json:"count"`
	Callable bool    `json:"callable"`
	Until    *string `json:"until"`
}

// Seated is the answer to creating, joining and a rematch. Seat is nil for who holds none any more.
type Seated struct {
	Game      View   `json:"game"`
	Seat      *int   `json:"seat"`
	Token     string `json:"token"`
	PlayURL   string `json:"playUrl"`
	InviteURL string `json:"inviteUrl"`
}

// EventPage is a page of events.
type EventPage struct {
	Version int              `json:"version"`
	Events  []map[string]any `json:"events"`
	Next    *int             `json:"next"`
}
