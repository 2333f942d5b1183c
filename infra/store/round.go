package store

import (
	"fmt"
	"strconv"
	"strings"

	"cheat/engine"
)

// Interval is what happened between the end of the round before and a deal: only
// leavings. The zero value stands before the first deal.
type Interval struct {
	Version int         // of the act that ended the round before
	At      engine.Time // of that act
	Acts    string      // notation, the first behind At
}

// Round is the history of one round, from the end of the round before. What does
// not fit stands in pieces, each naming the one before: readers follow them back
// from here.
type Round struct {
	Deal   engine.Deal
	Before Interval
	Piece  string // sort key of the newest piece, "" when there is none
	Acts   string // notation: the acts behind the newest piece, or behind the deal
}

// ActsFrom returns the version of the first act in Acts.
func (r Round) ActsFrom() int {
	if r.Piece == "" {
		return r.Deal.Version + 1
	}
	_, to, _ := pieceRange(r.Piece)
	return to + 1
}

// From returns the first version that the record tells of.
func (r Round) From() int {
	if r.Before.Version == 0 {
		return r.Deal.Version
	}
	return r.Before.Version + 1
}

// lines writes what stands in front of the acts.
func (r Round) lines() []string {
	deal, _ := r.Deal.AppendText(nil)
	return []string{string(deal), r.Before.text(), orDash(r.Piece)}
}

func (i Interval) text() string {
	if i.Version == 0 {
		return "-"
	}
	return fmt.Sprintf("%d %s %s", i.Version, engine.AppendTime(nil, i.At), i.Acts)
}

func orDash(sk string) string {
	if sk == "" {
		return "-"
	}
	return sk
}

// parseRound reads a round whose newest act has a version: no act may be missing
// between the deal, the newest piece and that version.
func parseRound(t *engine.Table, lines []string, acts string, newest int) (r Round, fault string) {
	var err error
	if r.Deal, err = engine.ParseDeal(t, lines[0]); err != nil {
		return Round{}, "deal"
	}
	if r.Before, err = parseInterval(lines[1]); err != nil {
		return Round{}, "interval"
	}
	first := r.Deal.Round == 1
	if first != (r.Before.Version == 0) || !first && !holds(r.Before.Acts, r.Deal.Version-r.Before.Version-1) {
		return Round{}, "interval"
	}
	from := r.Deal.Version + 1
	if lines[2] != "-" {
		begin, end, err := pieceRange(lines[2])
		if err != nil || begin < from {
			return Round{}, "piece"
		}
		r.Piece, from = lines[2], end+1
	}
	if r.Acts = acts; !holds(acts, newest-from+1) {
		return Round{}, "history"
	}
	return r, ""
}

func parseInterval(line string) (Interval, error) {
	if line == "-" {
		return Interval{}, nil
	}
	p := strings.SplitN(line, " ", 3)
	if len(p) != 3 {
		return Interval{}, ErrDamaged
	}
	version, err := strconv.Atoi(p[0])
	if err != nil {
		return Interval{}, err
	}
	at, err := engine.ParseTime(p[1])
	if err != nil {
		return Interval{}, err
	}
	i := Interval{Version: version, At: at, Acts: p[2]}
	if i.text() != line {
		return Interval{}, ErrDamaged
	}
	return i, nil
}

// holds reports whether a history has just so many acts.
func holds(acts string, n int) bool {
	if n <= 0 {
		return n == 0 && acts == ""
	}
	_, last := engine.SplitActs(acts, n-1)
	_, more := engine.SplitActs(last, 1)
	return last != "" && more == ""
}

// Play is the record that changes with every act: the state, the history of the
// running round or of the last one, and the newest commands.
type Play struct {
	Game   engine.Game
	Round  Round
	Memory Memory
}

// Item returns the stored play. Expires is left to the caller.
func (p Play) Item() Item {
	body := begin("play", append(p.Round.lines(), p.Round.Acts, p.Memory.text())...)
	body = p.Game.AppendState(body)
	return Item{PK: GamePK(p.Game.Table.ID), SK: PlaySK, Version: int64(p.Game.Version), Body: body}
}

// ParsePlay reads a stored play of a table. It is strict: what it accepts would be
// written in the same bytes again, and no act is missing behind its newest piece.
func ParsePlay(t *engine.Table, item Item) (Play, error) {
	lines, err := linesOf(item, "play", 6)
	if err != nil {
		return Play{}, err
	}
	var p Play
	var fault string
	if p.Round, fault = parseRound(t, lines[:3], lines[3], int(item.Version)); fault != "" {
		return Play{}, damaged(item, fault)
	}
	if p.Memory, err = parseMemory(lines[4]); err != nil {
		return Play{}, damaged(item, "memory")
	}
	if p.Game, err = engine.ParseState(t, p.Round.Deal, lines[5]); err != nil {
		return Play{}, damaged(item, "state")
	}
	if item.PK != GamePK(t.ID) || item.SK != PlaySK || item.Version != int64(p.Game.Version) {
		return Play{}, damaged(item, "key")
	}
	return p, nil
}

// Ended is a finished round as it is kept while the match goes on.
type Ended struct {
	Round
	Last int // version of the act that ended it
}

// Item returns the stored round of a game. Expires is left to the caller.
func (e Ended) Item(id string) Item {
	body := begin("round", append([]string{strconv.Itoa(e.Last)}, e.lines()...)...)
	return Item{PK: GamePK(id), SK: RoundSK(e.Deal.Round), Version: int64(e.Last), Body: append(body, e.Acts...)}
}

// ParseEnded reads a stored round of a table. It is strict, as [ParsePlay] is.
func ParseEnded(t *engine.Table, item Item) (Ended, error) {
	lines, err := linesOf(item, "round", 5)
	if err != nil {
		return Ended{}, err
	}
	e := Ended{Last: int(item.Version)}
	var fault string
	if e.Round, fault = parseRound(t, lines[1:4], lines[4], e.Last); fault != "" {
		return Ended{}, damaged(item, fault)
	}
	if lines[0] != strconv.Itoa(e.Last) || item.PK != GamePK(t.ID) || item.SK != RoundSK(e.Deal.Round) {
		return Ended{}, damaged(item, "key")
	}
	return e, nil
}

// Piece is a part of a round's history that does not fit into the play record any
// more.
type Piece struct {
	From, To int    // versions
	Before   string // sort key of the piece before, "" when there is none
	Acts     string // notation
}

// Item returns the stored piece of a game. Expires is left to the caller.
func (p Piece) Item(id string) Item {
	body := begin("piece", orDash(p.Before))
	return Item{PK: GamePK(id), SK: PieceSK(p.From, p.To), Version: int64(p.To), Body: append(body, p.Acts...)}
}

// ParsePiece reads a stored piece. It is strict, as [ParsePlay] is; the piece that
// it names ends where it begins, so that a chain of them has an end.
func ParsePiece(item Item) (Piece, error) {
	lines, err := linesOf(item, "piece", 2)
	if err != nil {
		return Piece{}, err
	}
	p := Piece{Acts: lines[1]}
	if p.From, p.To, err = pieceRange(item.SK); err != nil || item.Version != int64(p.To) {
		return Piece{}, damaged(item, "key")
	}
	if lines[0] != "-" {
		p.Before = lines[0]
		if _, to, err := pieceRange(p.Before); err != nil || to != p.From-1 {
			return Piece{}, damaged(item, "piece before")
		}
	}
	if !holds(p.Acts, p.To-p.From+1) {
		return Piece{}, damaged(item, "history")
	}
	return p, nil
}
