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

func (r Round) lines() string {
	deal, _ := r.Deal.AppendText(nil)
	before, piece := "-", "-"
	if r.Before.Version != 0 {
		before = fmt.Sprintf("%d %d %s", r.Before.Version, r.Before.At, r.Before.Acts)
	}
	if r.Piece != "" {
		piece = r.Piece
	}
	return fmt.Sprintf("%s\n%s\n%s\n%s", deal, before, piece, r.Acts)
}

func parseRound(t *engine.Table, deal, before, piece, acts string) (Round, error) {
	r := Round{Acts: acts}
	var err error
	if r.Deal, err = engine.ParseDeal(t, deal); err != nil {
		return Round{}, err
	}
	if before != "-" {
		p := strings.SplitN(before, " ", 3)
		if len(p) != 3 {
			return Round{}, fmt.Errorf("interval: cut off")
		}
		if r.Before.Version, err = strconv.Atoi(p[0]); err != nil {
			return Round{}, fmt.Errorf("interval: %w", err)
		}
		ms, err := strconv.ParseInt(p[1], 10, 64)
		if err != nil {
			return Round{}, fmt.Errorf("interval: %w", err)
		}
		r.Before.At, r.Before.Acts = engine.Time(ms), p[2]
	}
	if piece != "-" {
		if _, _, err := pieceRange(piece); err != nil {
			return Round{}, err
		}
		r.Piece = piece
	}
	return r, nil
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
	body := append([]byte(form+" play\n"), p.Round.lines()...)
	body = append(body, '\n')
	body = append(append(body, p.Memory.text()...), '\n')
	body = p.Game.AppendState(body)
	return Item{PK: GamePK(p.Game.Table.ID), SK: PlaySK, Version: int64(p.Game.Version), Body: body}
}

// ParsePlay reads a stored play of a table.
func ParsePlay(t *engine.Table, item Item) (Play, error) {
	lines, err := linesOf(item, "play", 6)
	if err != nil {
		return Play{}, err
	}
	var p Play
	if p.Round, err = parseRound(t, lines[0], lines[1], lines[2], lines[3]); err != nil {
		return Play{}, err
	}
	if p.Memory, err = parseMemory(lines[4]); err != nil {
		return Play{}, err
	}
	if p.Game, err = engine.ParseState(t, p.Round.Deal, lines[5]); err != nil {
		return Play{}, err
	}
	if again := p.Item(); string(again.Body) != string(item.Body) || again.Version != item.Version {
		return Play{}, fmt.Errorf("play: not as it is written")
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
	return Item{
		PK: GamePK(id), SK: RoundSK(e.Deal.Round), Version: int64(e.Last),
		Body: fmt.Appendf(nil, "%s round\n%d\n%s", form, e.Last, e.lines()),
	}
}

// ParseEnded reads a stored round of a table.
func ParseEnded(t *engine.Table, item Item) (Ended, error) {
	lines, err := linesOf(item, "round", 5)
	if err != nil {
		return Ended{}, err
	}
	last, err := strconv.Atoi(lines[0])
	if err != nil {
		return Ended{}, fmt.Errorf("round: %w", err)
	}
	r, err := parseRound(t, lines[1], lines[2], lines[3], lines[4])
	return Ended{Round: r, Last: last}, err
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
	before := "-"
	if p.Before != "" {
		before = p.Before
	}
	return Item{PK: GamePK(id), SK: PieceSK(p.From, p.To), Version: int64(p.To), Body: fmt.Appendf(nil, "%s piece\n%s\n%s", form, before, p.Acts)}
}

// ParsePiece reads a stored piece.
func ParsePiece(item Item) (Piece, error) {
	lines, err := linesOf(item, "piece", 2)
	if err != nil {
		return Piece{}, err
	}
	p := Piece{Acts: lines[1]}
	if p.From, p.To, err = pieceRange(item.SK); err != nil {
		return Piece{}, err
	}
	if lines[0] != "-" {
		p.Before = lines[0]
	}
	return p, nil
}
