package store

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"cheat/engine"
)

// A body begins with its form, which names the rules' revision too: "cheat1".
const (
	formName   = "cheat"
	formNumber = 1
)

// What may be wrong with a stored record. Neither error repeats what stands in it,
// which is secret.
var (
	// ErrNewer says that a record was written by a later version of this program,
	// which this one cannot read: nothing may be written over it.
	ErrNewer = fmt.Errorf("%w: a record is of a newer form than this program knows", ErrUnavailable)

	// ErrDamaged says that a record is not as this program writes it.
	ErrDamaged = errors.New("a stored record is damaged")
)

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
	made := base64Text.EncodeToString(h.Made[:])
	body := begin("head", listed+" "+made, h.Memory.text())
	body, _ = h.Table.AppendText(body)
	return Item{PK: GamePK(h.Table.ID), SK: HeadSK, Version: int64(h.Table.Version), Body: body}
}

// ParseHead reads a stored head. It is strict: what it accepts would be written in
// the same bytes again.
func ParseHead(item Item) (Head, error) {
	lines, err := linesOf(item, "head", 3)
	if err != nil {
		return Head{}, err
	}
	listed, made, _ := strings.Cut(lines[0], " ")
	h := Head{Listed: listed == "listed"}
	if !h.Listed && listed != "private" || !decode64(h.Made[:], made) {
		return Head{}, damaged(item, "origin")
	}
	if h.Memory, err = parseMemory(lines[1]); err != nil {
		return Head{}, damaged(item, "memory")
	}
	if h.Table, err = engine.ParseTable(lines[2]); err != nil {
		return Head{}, damaged(item, "table")
	}
	if log := h.Table.Log; len(log) == 0 || log[len(log)-1].Version != h.Table.Version {
		return Head{}, damaged(item, "log")
	}
	if item.PK != GamePK(h.Table.ID) || item.SK != HeadSK || item.Version != int64(h.Table.Version) {
		return Head{}, damaged(item, "key")
	}
	return h, nil
}

// begin writes the first lines of a body.
func begin(kind string, lines ...string) []byte {
	body := fmt.Appendf(nil, "%s%d %s\n", formName, formNumber, kind)
	for _, line := range lines {
		body = append(append(body, line...), '\n')
	}
	return body
}

// linesOf checks the first line of a body and splits the rest into so many lines,
// the last of them holding all that is left.
func linesOf(item Item, kind string, n int) ([]string, error) {
	first, rest, _ := strings.Cut(string(item.Body), "\n")
	form, what, _ := strings.Cut(first, " ")
	number, err := strconv.Atoi(strings.TrimPrefix(form, formName))
	switch {
	case err != nil || form != formName+strconv.Itoa(number) || number < 1:
		return nil, damaged(item, "form")
	case number > formNumber:
		return nil, ErrNewer
	case what != kind:
		return nil, damaged(item, "kind")
	}
	lines := strings.SplitN(rest, "\n", n)
	if len(lines) != n {
		return nil, damaged(item, "end")
	}
	return lines, nil
}

// damaged says which part of which record cannot be read.
func damaged(item Item, part string) error {
	return fmt.Errorf("%w: the %s of %q", ErrDamaged, part, item.SK)
}
