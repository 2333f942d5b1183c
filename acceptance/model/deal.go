package model

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
)

// Seed is the secret of one round's deal.
type Seed [32]byte

// Before is the seed of the round before: its hash.
func (s Seed) Before() Seed { return sha256.Sum256(s[:]) }

// commitment is what is published of a seed before its round.
func (s Seed) commitment() string { return s.Before().hex() }

func (s Seed) hex() string { return hex.EncodeToString(s[:]) }

// Deal is what a seed decides ("The deal can be checked").
type Deal struct {
	Dealer int
	Deck   []Card   // in dealing order
	Hands  [][]Card // per seat, in a hand's order; empty for seats that are not dealt in
	Aside  []Card   // in a hand's order
}

// DealFrom computes the deal of a round. previousDealer counts from the second round on only.
func DealFrom(seed Seed, entropy []string, round int, r Rules, dealtIn []bool, previousDealer int) Deal {
	key := slices.Clone(seed[:])
	for _, text := range entropy {
		hash := sha256.Sum256([]byte(text))
		key = append(key, hash[:]...)
	}
	key = binary.BigEndian.AppendUint32(key, uint32(round))
	hash := sha256.Sum256(key)
	numbers := stream{key: hash[:]}

	seats := len(entropy)
	var d Deal
	if round == 1 {
		d.Dealer = int(numbers.below(uint32(seats)))
	} else {
		d.Dealer = after(previousDealer, dealtIn)
	}
	d.Deck = orderedDeck(r)
	for k := len(d.Deck) - 1; k >= 1; k-- {
		j := numbers.below(uint32(k + 1))
		d.Deck[k], d.Deck[j] = d.Deck[j], d.Deck[k]
	}
	size := handSize(r, count(dealtIn))
	d.Hands = make([][]Card, seats)
	seat := d.Dealer
	for _, card := range d.Deck[:size*count(dealtIn)] {
		seat = after(seat, dealtIn)
		d.Hands[seat] = append(d.Hands[seat], card)
	}
	for s := range d.Hands {
		d.Hands[s] = inHandOrder(d.Hands[s])
	}
	d.Aside = inHandOrder(d.Deck[size*count(dealtIn):])
	return d
}

// DrawnNumber is the number of the card that a time-out plays, below the size of the hand (R27).
func DrawnNumber(seed Seed, round, version, size int) int {
	mac := hmac.New(sha256.New, seed[:])
	mac.Write([]byte("timeout"))
	mac.Write(binary.BigEndian.AppendUint32(nil, uint32(round)))
	mac.Write(binary.BigEndian.AppendUint32(nil, uint32(version)))
	numbers := stream{key: mac.Sum(nil)}
	return int(numbers.below(uint32(size)))
}

// handSize is how many cards each of so many seats gets (R4).
func handSize(r Rules, seats int) int {
	if r.HandSize != nil {
		return *r.HandSize
	}
	return len(orderedDeck(r)) / seats
}

// stream gives the 32-bit words of SHA-256(key, i) for i = 0, 1, 2 …
type stream struct {
	key   []byte
	block uint32
	left  []byte
}

func (s *stream) below(m uint32) uint32 {
	const words = 1 << 32
	for {
		if len(s.left) == 0 {
			hash := sha256.Sum256(binary.BigEndian.AppendUint32(slices.Clone(s.key), s.block))
			s.left, s.block = hash[:], s.block+1
		}
		word := binary.BigEndian.Uint32(s.left)
		s.left = s.left[4:]
		if uint64(word) < words-words%uint64(m) {
			return word % m
		}
	}
}

// after is the next seat in play order for which in is true, the seat itself last.
func after(seat int, in []bool) int {
	for step := 1; step <= len(in); step++ {
		if s := (seat + step) % len(in); in[s] {
			return s
		}
	}
	return seat
}

func count(in []bool) int {
	n := 0
	for _, yes := range in {
		if yes {
			n++
		}
	}
	return n
}
