package engine

import (
	"encoding/hex"
	"fmt"
	"slices"
)

// OpenRound is a finished round whole (R32): enough to check the deal and to replay
// every act of it (docs/openapi.yaml, FinishedRound).
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
		Commitment: seed.Commitment(), Seed: seed.hex(), Entropy: t.entropies(),
		Deck:  t.shuffled(dealt.Round()).deck,
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

// Reopen returns the table and the deal of a round that was opened, as far as the
// round alone tells: enough to play it again with [Begin] and [Replay]. The match is
// taken to end with this round, since later seeds are not known; standings are what
// each seat had when the round began. What cannot be a round is an error.
func (o OpenRound) Reopen(id string, rules Rules, players []Player, standings []Standing) (*Table, Deal, error) {
	n := len(o.Hands)
	if n < 2 || n > MaxSeats || len(players) != n || len(standings) != n || len(o.Entropy) != n || o.Round < 1 || o.Dealer < 0 || o.Dealer >= n {
		return nil, Deal{}, fmt.Errorf("the round is not of a table of %d seats", len(players))
	}
	seed, err := o.seed()
	if err != nil {
		return nil, Deal{}, err
	}
	rules.Rounds = o.Round
	t := &Table{ID: id, Rules: rules, Version: 1, Started: o.At, players: slices.Clone(players), secret: &tableSecret{seed}}
	for i := range t.players {
		t.players[i].Entropy = o.Entropy[i]
	}
	return t, Deal{Round: o.Round, Version: o.Version, At: o.At, Dealer: o.Dealer, Seats: slices.Clone(standings)}, nil
}

// Recompute deals the round again from its seed and entropies: the dealer that the
// seed draws in round 1 (else [NoSeat]), and the round with its commitment, deck,
// hands and set-aside cards as they must be. Who was dealt in is taken from o.
func (o OpenRound) Recompute(rules Rules) (drawn int, must OpenRound, err error) {
	seed, err := o.seed()
	if err != nil {
		return 0, OpenRound{}, err
	}
	in := make([]bool, len(o.Hands))
	for i, hand := range o.Hands {
		in[i] = len(hand) > 0
	}
	if len(in) > MaxSeats || len(o.Entropy) != len(in) {
		return 0, OpenRound{}, fmt.Errorf("hands for %d seats and entropies for %d", len(in), len(o.Entropy))
	}
	if o.Dealer < 0 || o.Dealer >= len(in) || !in[o.Dealer] {
		return 0, OpenRound{}, fmt.Errorf("the dealer, seat %d, was not dealt in", o.Dealer)
	}
	s := shuffle(seed, o.Entropy, o.Round, rules.Decks, rules.Chroniclers)
	hands, aside := distribute(s.deck, o.Dealer, in, rules.HandSize)
	must = o
	must.Commitment, must.Deck, must.Aside, must.Hands = seed.Commitment(), s.deck, aside.List(), nil
	for i := range in {
		must.Hands = append(must.Hands, hands[i].List())
	}
	return s.dealer, must, nil
}

// seed reads the seed that was opened.
func (o OpenRound) seed() (Seed, error) {
	raw, err := hex.DecodeString(o.Seed)
	if err != nil || len(raw) != len(Seed{}) {
		return Seed{}, fmt.Errorf("the seed is not 32 bytes in hex")
	}
	return Seed(raw), nil
}
