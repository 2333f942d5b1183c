package model

import (
	"fmt"
	"slices"
	"time"
)

// The length of a round is bounded (R21b).
const (
	lastPlayOfRound  = 400
	liesCaughtOfTwo  = 16
	liesCaughtOfMore = 64
)

// round is one round from its deal to its end; afterwards it lies as it lay.
type round struct {
	dealtIn  []bool
	in       []bool   // still in the round: neither out nor gone
	dealt    [][]Card // hands at the deal
	hands    [][]Card
	pile     []Card
	last     *play // the play on top of the pile, open or not; nil when none lies there
	rank     string
	turn     int // who plays when nobody's answer is waited for
	turnFrom time.Time
	plays    int
	caught   int // lies caught, no other play between them
	out      []int
	left     []int
	draws    []draw
	record   Record
	ended    time.Time
}

// play is one play on the pile.
type play struct {
	seat      int
	rank      string
	cards     []Card
	version   int
	at        time.Time
	windowEnd time.Time // zero: nobody is waited for
	open      bool
	accepted  []bool
}

// draw is a card drawn by a time-out, to be checked when the seed is open.
type draw struct {
	version int
	hand    []Card
	card    Card
}

// deal starts the next round; the act that causes it is already open.
func (m *Match) deal() {
	m.round++
	m.status = Playing
	dealtIn := m.staying()
	previous := m.dealer
	r := &round{dealtIn: dealtIn, in: slices.Clone(dealtIn), rank: "7", turnFrom: m.updated}
	m.r = r
	dealer, hands := m.facts.Dealt(m)
	if m.round > 1 && dealer != after(previous, dealtIn) {
		m.fault("round %d is dealt by seat %d, not by the next seat after %d (R3)", m.round, dealer, previous)
	}
	m.dealer = dealer
	r.turn = after(dealer, dealtIn)
	size := handSize(m.rules, count(dealtIn))
	private := map[int]members{}
	for s := range m.seats {
		m.seats[s].place = 0
		hand := []Card{}
		if dealtIn[s] {
			hand = inHandOrder(hands[s])
			private[s] = members{"hand": hand}
			if len(hand) != size {
				m.fault("round %d: seat %d got %d cards, not %d (R4)", m.round, s, len(hand), size)
			}
		}
		r.hands = append(r.hands, hand)
	}
	r.dealt = slices.Clone(r.hands)
	r.record = Record{Round: m.round, Version: m.version, At: m.updated, Dealer: dealer,
		Commitment: m.commitment, Entropy: m.entropy(), Hands: r.dealt, Actions: []Action{}}
	m.emitTo("dealt", members{
		"round": m.round, "dealer": dealer, "cards": size,
		"aside": len(orderedDeck(m.rules)) - size*count(dealtIn), "commitment": m.commitment,
	}, private)
}

// goOut takes a player without cards out of the round, which ends unless the rest play on (R19).
func (m *Match) goOut(seat int) {
	r := m.r
	r.out = append(r.out, seat)
	r.in[seat] = false
	if m.rules.Finish == "firstOut" || count(r.in) <= 1 || r.plays >= lastPlayOfRound {
		m.endRound("out")
	}
}

// endRound gives places and points, opens the round, and ends the match if this was its last.
func (m *Match) endRound(reason string) {
	r := m.r
	if r.last != nil {
		r.last.open = false
	}
	m.status = RoundOver
	r.ended = m.updated
	places := m.places()
	points := make([]int, len(m.seats))
	for s, place := range places {
		m.seats[s].place = place
		if place > 0 && place <= len(m.rules.Points) && !slices.Contains(r.left, s) {
			points[s] = m.rules.Points[place-1]
		}
		m.seats[s].points += points[s]
	}

	seed := m.facts.Opened(m)
	m.open(seed)
	r.record.Places, r.record.Points, r.record.Reason = orNull(places), points, reason
	m.records = append(m.records, r.record)
	var hands [][]Card
	for _, hand := range r.hands {
		hands = append(hands, inHandOrder(hand))
	}
	m.emit("roundEnded", members{
		"round": m.round, "reason": reason, "places": orNull(places), "points": points,
		"hands": hands, "aside": r.record.Aside, "seed": seed.hex(),
	})

	if m.tooFew() || m.round == m.rules.Rounds || m.targetReached() {
		m.finish()
		return
	}
	m.commitment = seed.hex() // the opened seed is the commitment of the next
}

func (m *Match) targetReached() bool {
	for _, s := range m.seats {
		if m.rules.Target != nil && s.points >= *m.rules.Target {
			return true
		}
	}
	return false
}

// places is each seat's place, 0 for who was not dealt in: first those who went out, in that order; then
// by cards in hand, fewest first, equals sharing the better place; last the leavers, the latest best (R19, R28).
func (m *Match) places() []int {
	r := m.r
	places := make([]int, len(m.seats))
	for i, s := range r.out {
		places[s] = i + 1
	}
	for s := range m.seats {
		if !r.in[s] {
			continue
		}
		places[s] = len(r.out) + 1
		for other := range m.seats {
			if r.in[other] && len(r.hands[other]) < len(r.hands[s]) {
				places[s]++
			}
		}
	}
	for i, s := range r.left {
		places[s] = count(r.dealtIn) - i
	}
	return places
}

// open writes into the record what the seed decides, and holds the facts against it.
func (m *Match) open(seed Seed) {
	r := m.r
	if got := seed.commitment(); got != m.commitment {
		m.fault("round %d: the seed's hash is %s, the commitment was %s", m.round, got, m.commitment)
	}
	previous := -1
	if m.round > 1 {
		previous = m.records[m.round-2].Dealer
	}
	d := DealFrom(seed, r.record.Entropy, m.round, m.rules, r.dealtIn, previous)
	if d.Dealer != m.dealer {
		m.fault("round %d: the seed makes seat %d the dealer, not %d", m.round, d.Dealer, m.dealer)
	}
	for s := range m.seats {
		if !slices.Equal(d.Hands[s], r.dealt[s]) {
			m.fault("round %d: the seed deals seat %d %v, not %v", m.round, s, d.Hands[s], r.dealt[s])
		}
	}
	for _, drawn := range r.draws {
		if card := drawn.hand[DrawnNumber(seed, m.round, drawn.version, len(drawn.hand))]; card != drawn.card {
			m.fault("version %d: the seed draws %s of %v, not %s (R27)", drawn.version, card, drawn.hand, drawn.card)
		}
	}
	r.record.Seed, r.record.Deck, r.record.Aside = seed.hex(), d.Deck, d.Aside
}

func (m *Match) fault(format string, args ...any) {
	m.faults = append(m.faults, fmt.Sprintf(format, args...))
}

// orNull turns 0 into null, as places are shown.
func orNull(places []int) []*int {
	shown := make([]*int, len(places))
	for i, place := range places {
		if place > 0 {
			shown[i] = &place
		}
	}
	return shown
}
