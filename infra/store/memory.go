package store

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	"cheat/engine"
)

// Key tells one command of a player from his others: a hash of the
// Idempotency-Key, or random bytes for a command that came without one. It is as
// short as the chance of taking one for the other allows, since it is written with
// every move.
type Key [6]byte

// KeyOf hashes what a client sent.
func KeyOf(sent string) Key {
	sum := sha256.Sum256([]byte(sent))
	return Key(sum[:])
}

// Print tells one request, its route and decoded body, from another that was sent
// with the same key by mistake.
type Print [3]byte

// PrintOf hashes a request.
func PrintOf(request string) Print {
	sum := sha256.Sum256([]byte(request))
	return Print(sum[:])
}

// Remembered is one command that a game accepted.
type Remembered struct {
	Seat   int
	Key    Key
	Random bool  // the client sent no key: only a retry inside one request asks for it
	Print  Print // of no meaning with a random key
}

// Memory is what a game remembers of accepted commands: of each seat the newest
// with a key and the newest without, so that a command without a key does not push
// out one that may still be retried. It is never changed in place.
type Memory []Remembered

// With returns the memory with one more command.
func (m Memory) With(r Remembered) Memory {
	next := slices.DeleteFunc(slices.Clone(m), func(o Remembered) bool { return o.Seat == r.Seat && o.Random == r.Random })
	return append(next, r)
}

// Moved returns the memory with the seats' new numbers; what a seat remembers ends
// when the seat does.
func (m Memory) Moved(to func(seat int) (int, bool)) Memory {
	var next Memory
	for _, r := range m {
		if seat, ok := to(r.Seat); ok {
			r.Seat = seat
			next = append(next, r)
		}
	}
	return next
}

// Find returns the remembered command of a seat with a key.
func (m Memory) Find(seat int, key Key) (Remembered, bool) {
	i := slices.IndexFunc(m, func(r Remembered) bool { return r.Seat == seat && r.Key == key })
	if i < 0 {
		return Remembered{}, false
	}
	return m[i], true
}

var base64Text = base64.RawURLEncoding.Strict()

// text writes the memory on one line, "-" when it is empty: of each command its
// seat, its key, and the request's print or the mark of a random key.
func (m Memory) text() string {
	if len(m) == 0 {
		return "-"
	}
	var b strings.Builder
	for _, r := range m {
		b.WriteByte('0' + byte(r.Seat))
		b.WriteString(base64Text.EncodeToString(r.Key[:]))
		if r.Random {
			b.WriteByte(randomMark)
		} else {
			b.WriteString(base64Text.EncodeToString(r.Print[:]))
		}
	}
	return b.String()
}

const randomMark = '~' // no letter of base 64

func parseMemory(line string) (Memory, error) {
	if line == "-" {
		return nil, nil
	}
	keyLen, printLen := base64Text.EncodedLen(len(Key{})), base64Text.EncodedLen(len(Print{}))
	var m Memory
	for rest := line; rest != "" || m == nil; {
		begin := 1 + keyLen
		if len(rest) <= begin || rest[0] < '0' || rest[0] >= '0'+engine.MaxSeats {
			return nil, errMemory
		}
		r := Remembered{Seat: int(rest[0] - '0'), Random: rest[begin] == randomMark}
		sound := decode64(r.Key[:], rest[1:begin])
		end := begin + 1
		if !r.Random {
			end = min(begin+printLen, len(rest))
			sound = sound && decode64(r.Print[:], rest[begin:end])
		}
		if !sound {
			return nil, errMemory
		}
		m, rest = append(m, r), rest[end:]
	}
	return m, nil
}

var errMemory = errors.New("no memory of commands")

// decode64 reads as many bytes as to has room for, and reports whether they were
// written just so.
func decode64(to []byte, text string) bool {
	if len(text) != base64Text.EncodedLen(len(to)) {
		return false
	}
	n, err := base64Text.Decode(to, []byte(text))
	return err == nil && n == len(to)
}
