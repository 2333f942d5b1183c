package engine

// OpenRound is a finished round whole (R32): enough to check the deal and to replay
// every act of it (api.md, "A finished round").
type OpenRound struct {
	Round      int       `json:"round"`
	Version    int       `json:"version"` // of the deal
	At         Time      `json:"at"`      // of the deal
	Dealer     int       `json:"dealer"`
	Commitment string    `json:"commitment"`
	Seed       string    `json:"seed"`
	Entropy    []string  `json:"entropy"`
	Deck       []Card    `json:"deck"`  // in dealing order
	Hands      [][]Card  `json:"hands"` // as dealt
	Aside      []Card    `json:"aside"`
	Actions    []OpenAct `json:"actions"`
	Places     []*int    `json:"places"`
	Points     []int     `json:"points"` // the round's
	Reason     string    `json:"reason"`
}

// OpenAct is one act of a finished round.
type OpenAct struct {
	Version  int        `json:"version"`
	At       Time       `json:"at"`
	Seat     int        `json:"seat"`
	Type     ActionKind `json:"type"`
	Cards    []Card     `json:"cards,omitzero"`
	Rank     *Rank      `json:"rank,omitempty"`
	TimedOut bool       `json:"timedOut,omitzero"`
	Level    string     `json:"level,omitempty"` // a bot's, with its version
}

// Open opens a round, from the game right after its deal and its acts up to the one
// that ended it. Before the end it panics: nothing is opened early.
func Open(dealt Game, moments []Moment) OpenRound {
	last := moments[len(moments)-1]
	if ended, _ := last.Game.Ended(); ended != last.Act.Version {
		panic("engine: a round is opened before its end")
	}
	t, seed := dealt.Table, dealt.Table.Seed(dealt.Round())
	o := OpenRound{
		Round: dealt.Round(), Version: dealt.deal.Version, At: dealt.deal.At, Dealer: dealt.deal.Dealer,
		Commitment: seed.Commitment(), Seed: seed.Hex(), Entropy: t.entropies(),
		Deck:  shuffle(seed, t.entropies(), dealt.Round(), t.Rules.Decks, t.Rules.Chroniclers).deck,
		Hands: make([][]Card, dealt.size()), Aside: dealt.secret.aside.List(), Actions: make([]OpenAct, len(moments)),
	}
	for i := range o.Hands {
		o.Hands[i] = dealt.secret.hands[i].List()
	}
	before := dealt
	for i, m := range moments {
		a := OpenAct{Version: m.Act.Version, At: m.Act.At, Seat: m.Act.Seat, Type: m.Act.Kind, TimedOut: m.Act.TimedOut, Level: t.players[m.Act.Seat].Level}
		if a.Type == ToPlay {
			cards, _ := CardsOf(m.Act.Cards...)
			rank := before.due
			a.Cards, a.Rank = cards.List(), &rank
		}
		o.Actions[i], before = a, m.Game
	}
	for _, e := range last.Events {
		if r, ok := e.For(NoSeat).(RoundEnded); ok {
			o.Places, o.Points, o.Reason = r.Places, r.Points, r.Reason
		}
	}
	return o
}
