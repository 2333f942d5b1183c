package engine

import (
	"errors"
	"fmt"
	"strings"
)

// The marks that begin an act in the history: "+7a:2bX" puts down the VII of
// Acorns, "!2" is seat 2's call, "=2" its acceptance, "-2" its leaving, "*0…" its
// rematch; "~" in front says that the clock did it. Behind the colon stand the
// milliseconds since the act before, in base 62.
const (
	markPlay    = '+'
	markCall    = '!'
	markAccept  = '='
	markLeave   = '-'
	markRematch = '*'
	markTimeout = '~'
)

const actMarks = "+!=-*~"

// AppendAct writes one act of a round behind the one that happened at previous.
// Acts of the lobby and deals are not part of a round's history.
func AppendAct(b []byte, a Act, previous Time) []byte {
	if a.TimedOut {
		b = append(b, markTimeout)
	}
	switch a.Kind {
	case ToPlay:
		cards, _ := CardsOf(a.Cards...)
		b = append(cards.appendTo(append(b, markPlay)), ':')
	case ToCall:
		b = append(b, markCall, '0'+byte(a.Seat))
	case ToAccept:
		b = append(b, markAccept, '0'+byte(a.Seat))
	case ToLeave:
		b = append(b, markLeave, '0'+byte(a.Seat))
	case ToRematch:
		b = append(append(append(b, markRematch, '0'+byte(a.Seat)), a.ID...), ':')
	default:
		panic("engine: no act of a round: " + string(a.Kind))
	}
	return append62(b, int64(a.At-previous))
}

// ParseActs reads a history: acts whose first has a version, each the next one's
// less one, and that began after a moment. The seat of a play is not written, since
// the turn says it: it is [NoSeat] until the history is replayed.
func ParseActs(text string, version int, after Time) ([]Act, error) {
	var acts []Act
	var again []byte
	for rest := text; rest != ""; version++ {
		timedOut := rest[0] == markTimeout
		if timedOut {
			rest = rest[1:]
		}
		end := strings.IndexAny(rest[min(1, len(rest)):], actMarks)
		one := rest
		if end >= 0 {
			one = rest[:end+1]
		}
		rest = rest[len(one):]
		act, err := parseAct(one)
		if err != nil {
			return nil, fmt.Errorf("act at version %d: %w", version, err)
		}
		act.TimedOut = timedOut
		act.Version, act.At = version, after+act.At
		again = AppendAct(again, act, after)
		after = act.At
		acts = append(acts, act)
	}
	if string(again) != text {
		return nil, errors.New("acts: not as they are printed")
	}
	return acts, nil
}

// parseAct reads one act whose At is the time since the act before.
func parseAct(text string) (Act, error) {
	if len(text) < 3 {
		return Act{}, errors.New("it is cut off")
	}
	var a Act
	since := text[2:]
	a.Seat = int(text[1]) - '0'
	switch text[0] {
	case markPlay:
		cards, age, _ := strings.Cut(text[1:], ":")
		cs, err := ParseCards(cards)
		if err != nil {
			return Act{}, err
		}
		a.Kind, a.Seat, a.Cards, since = ToPlay, NoSeat, cs.List(), age
	case markCall:
		a.Kind = ToCall
	case markAccept:
		a.Kind = ToAccept
	case markLeave:
		a.Kind = ToLeave
	case markRematch:
		a.Kind = ToRematch
		a.ID, since, _ = strings.Cut(text[2:], ":")
	default:
		return Act{}, errors.New("it begins with no mark")
	}
	if a.Kind != ToPlay && (a.Seat < 0 || a.Seat >= MaxSeats) {
		return Act{}, errors.New("it names no seat")
	}
	ms, err := parse62(since)
	a.At = Time(ms)
	return a, err
}

// SplitActs cuts a history behind its first n acts. Both parts are histories: the
// second begins after the last act of the first.
func SplitActs(text string, n int) (first, rest string) {
	for i := range len(text) {
		begins := strings.IndexByte(actMarks, text[i]) >= 0 && (i == 0 || text[i-1] != markTimeout)
		if !begins {
			continue
		}
		if n == 0 {
			return text[:i], text[i:]
		}
		n--
	}
	return text, ""
}
