package store

import (
	"fmt"
	"strings"

	"cheat/engine"
)

// form stands in front of every stored body. It names the form and the rules'
// revision; a body of a newer one is [ErrNewer].
const form = "cheat1"

// ErrNewer says that a record was written by a later version of this program,
// which this one cannot read: nothing may be written over it.
var ErrNewer = fmt.Errorf("%w: a record is of a newer form than this program knows", ErrUnavailable)

// Head is the record that a game begins with: its table, and what only the edge
// needs to know of it. Once the game has started it never changes.
type Head struct {
	Table  *engine.Table
	Listed bool
	Made   Print // of the creating request
	Memory Memory
}

// Item returns the stored head. Expires is left to the caller.
func (h Head) Item() Item {
	listed := "private"
	if h.Listed {
		listed = "listed"
	}
	table, _ := h.Table.AppendText(nil)
	return Item{
		PK: GamePK(h.Table.ID), SK: HeadSK, Version: int64(h.Table.Version),
		Body: fmt.Appendf(nil, "%s head\n%s %s\n%s\n%s", form, listed, base64Text.EncodeToString(h.Made[:]), h.Memory.text(), table),
	}
}

// ParseHead reads a stored head.
func ParseHead(item Item) (Head, error) {
	lines, err := linesOf(item, "head", 3)
	if err != nil {
		return Head{}, err
	}
	listed, made, _ := strings.Cut(lines[0], " ")
	h := Head{Listed: listed == "listed"}
	if _, err = base64Text.Decode(h.Made[:], []byte(made)); err != nil {
		return Head{}, fmt.Errorf("head: %w", err)
	}
	if h.Memory, err = parseMemory(lines[1]); err != nil {
		return Head{}, err
	}
	if h.Table, err = engine.ParseTable(lines[2]); err != nil {
		return Head{}, err
	}
	if again := h.Item(); string(again.Body) != string(item.Body) || again.Version != item.Version || again.PK != item.PK {
		return Head{}, fmt.Errorf("head: not as it is written")
	}
	return h, nil
}

// linesOf checks the first line of a body and splits the rest into so many lines,
// the last of them holding all that is left.
func linesOf(item Item, kind string, n int) ([]string, error) {
	first, rest, _ := strings.Cut(string(item.Body), "\n")
	if first != form+" "+kind {
		if strings.HasPrefix(first, "cheat") && strings.HasSuffix(first, " "+kind) {
			return nil, ErrNewer
		}
		return nil, fmt.Errorf("record %s: not a stored %s", item.SK, kind)
	}
	lines := strings.SplitN(rest, "\n", n)
	if len(lines) != n {
		return nil, fmt.Errorf("record %s: cut off", item.SK)
	}
	return lines, nil
}
