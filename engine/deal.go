package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// Seed is the secret that fixes a round's deal and every chance in it (rules, "The
// deal can be checked"). The seed of a match is that of its last possible round.
type Seed [sha256.Size]byte

// Format prints that it is a seed, whatever the verb, and not which.
func (s Seed) Format(f fmt.State, _ rune) { fmt.Fprint(f, "a seed") }

// Before returns the seed of an earlier round, so many rounds back: each is the
// hash of the one after it.
func (s Seed) Before(rounds int) Seed {
	for range rounds {
		s = sha256.Sum256(s[:])
	}
	return s
}

// Commitment returns what is published before the round: the seed's hash in hex.
func (s Seed) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// hex returns the seed as it is opened after the round.
func (s Seed) hex() string { return hex.EncodeToString(s[:]) }

// dealKey mixes the round's seed with what every seat of the match brought along.
func dealKey(seed Seed, entropies []string, round int) [32]byte {
	h := sha256.New()
	h.Write(seed[:])
	for _, e := range entropies {
		sum := sha256.Sum256([]byte(e))
		h.Write(sum[:])
	}
	h.Write(binary.BigEndian.AppendUint32(nil, uint32(round)))
	return [32]byte(h.Sum(nil))
}

// timeoutKey is the key of the card that a timed-out turn plays (R27).
func timeoutKey(seed Seed, round, version int) [32]byte {
	mac := hmac.New(sha256.New, seed[:])
	mac.Write([]byte("timeout"))
	mac.Write(binary.BigEndian.AppendUint32(nil, uint32(round)))
	mac.Write(binary.BigEndian.AppendUint32(nil, uint32(version)))
	return [32]byte(mac.Sum(nil))
}

// chanceKey is the key of a bot's chance in the decision that makes a version (R29).
func chanceKey(seed Seed, game string, round, seat, version int) [32]byte {
	mac := hmac.New(sha256.New, seed[:])
	mac.Write([]byte("bot"))
	mac.Write([]byte(game))
	for _, n := range []int{round, seat, version} {
		mac.Write(binary.BigEndian.AppendUint32(nil, uint32(n)))
	}
	return [32]byte(mac.Sum(nil))
}

// Chance returns what a bot on a seat may use as chance for the decision that
// makes the next version: HMAC-SHA-256 keyed by the round's seed over "bot" ‖ game
// id ‖ uint32be(round) ‖ uint32be(seat) ‖ uint32be(version), so that it can be
// checked once the seed is open.
func (g Game) Chance(seat int) *Chance {
	return &Chance{*newStream(chanceKey(g.Table.Seed(g.Round()), g.Table.ID, g.Round(), seat, g.Version+1))}
}

// Chance is a source of numbers that a key fixes: the stream of the rules ("The deal
// can be checked").
type Chance struct{ s stream }

// Below returns a number from 0 to m-1, all equally likely; m is at least 1.
func (c *Chance) Below(m int) int { return c.s.below(m) }

// stream is the sequence of 32-bit words that a key gives, eight big-endian words
// for each block SHA-256(key ‖ uint32be(i)).
type stream struct {
	key   [32]byte
	next  uint32 // number of the next block
	block [32]byte
	used  int // bytes of block that were given out
}

func newStream(key [32]byte) *stream { return &stream{key: key, used: len(key)} }

func (s *stream) word() uint32 {
	if s.used == len(s.block) {
		var in [36]byte
		copy(in[:], s.key[:])
		binary.BigEndian.PutUint32(in[32:], s.next)
		s.block = sha256.Sum256(in[:])
		s.next++
		s.used = 0
	}
	w := binary.BigEndian.Uint32(s.block[s.used:])
	s.used += 4
	return w
}

// below returns a number from 0 to m-1, all equally likely: words that would
// favour small numbers are discarded.
func (s *stream) below(m int) int {
	limit := uint64(1)<<32 - uint64(1)<<32%uint64(m)
	for {
		if w := uint64(s.word()); w < limit {
			return int(w % uint64(m))
		}
	}
}

// deckList returns the ordered deck: within a rank Acorns, Leaves, Hearts, Bells, then
// the Chroniclers; a second deck after the first.
func deckList(decks int, chroniclers bool) []Card {
	one := deckOf(1, chroniclers).List()
	if decks == 2 {
		return append(one, one...)
	}
	return one
}

// shuffled is the outcome of a round's chance: the dealer of round 1 and the
// cards in dealing order.
type shuffled struct {
	dealer int // only drawn in round 1, else -1
	deck   []Card
}

func shuffle(seed Seed, entropies []string, round, decks int, chroniclers bool) shuffled {
	s := newStream(dealKey(seed, entropies, round))
	out := shuffled{dealer: -1}
	if round == 1 {
		out.dealer = s.below(len(entropies))
	}
	out.deck = deckList(decks, chroniclers)
	for k := len(out.deck) - 1; k >= 1; k-- {
		j := s.below(k + 1)
		out.deck[k], out.deck[j] = out.deck[j], out.deck[k]
	}
	return out
}

// distribute deals one card at a time to the seats that are dealt in, beginning
// to the dealer's right, until each has so many, or with 0 as many as the deck
// allows; the rest is set aside (R4).
func distribute(deck []Card, dealer int, in []bool, each int) (hands [MaxSeats]Cards, aside Cards) {
	players := countTrue(in)
	if each == 0 {
		each = len(deck) / players
	}
	seat := dealer
	for i, c := range deck {
		one, _ := CardsOf(c)
		if i >= each*players {
			aside = aside.plus(one)
			continue
		}
		for seat = (seat + 1) % len(in); !in[seat]; seat = (seat + 1) % len(in) {
		}
		hands[seat] = hands[seat].plus(one)
	}
	return hands, aside
}

func countTrue(list []bool) int {
	n := 0
	for _, b := range list {
		if b {
			n++
		}
	}
	return n
}
