package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// This file and its neighbours print and parse a game as text: what a position and
// a game record are to chess. Tests, bug reports and the stored records use this
// one form; docs/notation.md describes it. Parsing is strict: a text is accepted
// only if printing what was read gives the same text again. No error repeats the
// text, which holds secrets while a round is running.

const digits62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// append62 writes a number that is not negative in base 62.
func append62(b []byte, n int64) []byte {
	if n >= 62 {
		b = append62(b, n/62)
	}
	return append(b, digits62[n%62])
}

var errNumber62 = errors.New("a number in base 62 is expected")

func parse62(s string) (int64, error) {
	if s == "" || len(s) > 10 {
		return 0, errNumber62
	}
	var n int64
	for i := range len(s) {
		d := strings.IndexByte(digits62, s[i])
		if d < 0 {
			return 0, errNumber62
		}
		n = n*62 + int64(d)
	}
	return n, nil
}

// AppendTime writes a moment as the notation does: its milliseconds in base 62.
func AppendTime(b []byte, t Time) []byte { return append62(b, int64(t)) }

// ParseTime reads what [AppendTime] wrote.
func ParseTime(s string) (Time, error) {
	n, err := parse62(s)
	return Time(n), err
}

// appendTo writes cards rank by rank, the rank once and then its suits: "7alX8b".
// No cards are "".
func (cs Cards) appendTo(b []byte) []byte {
	written := Rank(255)
	for c := range cs.All() {
		if r := Rank(c / 4); r != written || c >= Coloured {
			b = append(b, c.String()...)
			written = r
			continue
		}
		b = append(b, suitLetters[c%4])
	}
	return b
}

// String returns the cards rank by rank, as the notation writes them.
func (cs Cards) String() string { return string(cs.appendTo(nil)) }

// ParseCards reads what [Cards.String] writes.
func ParseCards(s string) (Cards, error) {
	var cs Cards
	for i := 0; i < len(s); i++ {
		for rank := s[i]; i+1 < len(s); i++ {
			c := cardOf(rank, s[i+1])
			if c == NoCard {
				break
			}
			one := Cards{once: 1 << c}
			if cs.Count(c) == 2 {
				return Cards{}, errors.New("cards: one for the third time")
			}
			cs = cs.plus(one)
		}
	}
	if cs.String() != s {
		return Cards{}, errors.New("cards: not as they are printed")
	}
	return cs, nil
}

// parseInt is strconv.Atoi without the text in its error.
func parseInt(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, errors.New("a number is expected")
	}
	return n, nil
}

// parser takes fields one by one and keeps the first error.
type parser struct {
	fields []string
	err    error
}

func (p *parser) take() string {
	f := p.fields[0]
	p.fields = p.fields[1:]
	return f
}

func (p *parser) note(err error) {
	if p.err == nil {
		p.err = err
	}
}

func (p *parser) int() int {
	n, err := parseInt(p.take())
	p.note(err)
	return n
}

func (p *parser) int62(s string) int64 {
	n, err := parse62(s)
	p.note(err)
	return n
}

func (p *parser) rank(s string) Rank {
	r, err := ParseRank(s)
	if err != nil {
		p.note(errors.New("a rank is expected"))
	}
	return r
}

func (p *parser) seat(digit byte, below int) int {
	n := int(digit) - '0'
	if n < 0 || n >= below {
		p.note(fmt.Errorf("a digit below %d is expected", below))
		return 0
	}
	return n
}

func (p *parser) cards(s string) Cards {
	cs, err := ParseCards(s)
	p.note(err)
	return cs
}

func (p *parser) seats(to []seat, text string, size int) {
	list := strings.Split(text, ",")
	if len(list) != size {
		p.note(fmt.Errorf("%d seats instead of %d", len(list), size))
		return
	}
	for i, one := range list {
		s, err := parseSeat(one)
		p.note(err)
		to[i] = s
	}
}
