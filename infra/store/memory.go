package store

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Key tells one command of a player from all others: a hash of the
// Idempotency-Key, or random bytes for a command that came without one.
type Key [8]byte

// KeyOf hashes what a client sent.
func KeyOf(sent string) Key {
	sum := sha256.Sum256([]byte(sent))
	return Key(sum[:8])
}

// Print tells one request, its route and decoded body, from another.
type Print [6]byte

// PrintOf hashes a request.
func PrintOf(request string) Print {
	sum := sha256.Sum256([]byte(request))
	return Print(sum[:6])
}

// Remembered is one command that a game accepted.
type Remembered struct {
	Seat    int
	Key     Key
	Random  bool // the client sent no key: only a retry inside one request asks for it
	Print   Print
	Version int // of the command's own act
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

// text writes the memory on one line, "-" when it is empty: seat, key, the mark of
// a random key or the request's print, and version, of each command.
func (m Memory) text() string {
	if len(m) == 0 {
		return "-"
	}
	parts := make([]string, len(m))
	for i, r := range m {
		print := "~"
		if !r.Random {
			print = base64Text.EncodeToString(r.Print[:])
		}
		parts[i] = fmt.Sprintf("%d%s%s%d", r.Seat, base64Text.EncodeToString(r.Key[:]), print, r.Version)
	}
	return strings.Join(parts, " ")
}

func parseMemory(line string) (Memory, error) {
	if line == "-" {
		return nil, nil
	}
	var m Memory
	keyLen, printLen := base64Text.EncodedLen(len(Key{})), base64Text.EncodedLen(len(Print{}))
	for part := range strings.SplitSeq(line, " ") {
		if len(part) < 1+keyLen+1 {
			return nil, errMemory
		}
		r := Remembered{Seat: int(part[0]) - '0'}
		sound := decode64(r.Key[:], part[1:1+keyLen])
		rest, random := strings.CutPrefix(part[1+keyLen:], "~")
		r.Random = random
		if !random && len(rest) > printLen {
			sound = sound && decode64(r.Print[:], rest[:printLen])
			rest = rest[printLen:]
		}
		version, err := strconv.Atoi(rest)
		if err != nil || !sound {
			return nil, errMemory
		}
		r.Version = version
		m = append(m, r)
	}
	if m.text() != line {
		return nil, errMemory
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
