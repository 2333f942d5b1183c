package engine

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// AppendText writes the table, one thing a line, each line ended; its error is
// always nil:
//
//	table ID created started version host
//	options …         as given
//	rules …           in force
//	seed HEX
//	seat human OWNER "NAME" "ENTROPY" | seat bot LEVEL "NAME" | seat empty
//	log VERSION TIME joined SEAT KIND LEVEL "NAME" | left SEAT | started "NAME" … | gameEnded
//
// Times are in base 62. The text holds every secret of the table.
func (t *Table) AppendText(b []byte) ([]byte, error) {
	b = append(append(append(b, "table "...), t.ID...), ' ')
	b = append(AppendTime(append(AppendTime(b, t.Created), ' '), t.Started), ' ')
	b = append(strconv.AppendInt(b, int64(t.Version), 10), ' ')
	b = strconv.AppendInt(b, int64(t.Host), 10)
	b = t.Options.appendTo(append(b, "\noptions "...))
	rules := Options{Given: optEnd - 1, Rules: t.Rules}
	b = rules.appendTo(append(b, "\nrules "...))
	b = hex.AppendEncode(append(b, "\nseed "...), t.secret.seed[:])
	b = append(b, '\n')
	for _, p := range t.players {
		b = p.appendTo(append(b, "seat "...))
	}
	for _, e := range t.Log {
		b = e.appendTo(append(b, "log "...))
	}
	return b, nil
}

func (p *Player) appendTo(b []byte) []byte {
	switch p.Kind {
	case Human:
		b = hex.AppendEncode(append(b, "human "...), p.Owner[:])
		b = strconv.AppendQuote(append(b, ' '), p.Name)
		b = strconv.AppendQuote(append(b, ' '), p.Entropy)
	case Bot:
		b = append(append(append(b, "bot "...), p.Level...), ' ')
		b = strconv.AppendQuote(b, p.Name)
	default:
		b = append(b, "empty"...)
	}
	return append(b, '\n')
}

func (e *LobbyEvent) appendTo(b []byte) []byte {
	b = append(strconv.AppendInt(b, int64(e.Version), 10), ' ')
	b = append(append(AppendTime(b, e.At), ' '), e.Type...)
	switch e.Type {
	case "joined":
		level := e.Level
		if level == "" {
			level = "-"
		}
		b = append(strconv.AppendInt(append(b, ' '), int64(e.Seat), 10), ' ')
		b = append(append(append(append(b, e.Kind...), ' '), level...), ' ')
		b = strconv.AppendQuote(b, e.Name)
	case "left":
		b = strconv.AppendInt(append(b, ' '), int64(e.Seat), 10)
	case "started":
		for _, name := range e.Names {
			b = strconv.AppendQuote(append(b, ' '), name)
		}
	}
	return append(b, '\n')
}

// ParseTable reads what [Table.AppendText] wrote.
func ParseTable(text string) (*Table, error) {
	t := &Table{secret: new(tableSecret)}
	for line := range strings.Lines(text) {
		if err := t.parseLine(strings.TrimSuffix(line, "\n")); err != nil {
			return nil, fmt.Errorf("table: %w", err)
		}
	}
	again, _ := t.AppendText(make([]byte, 0, len(text)))
	switch {
	case string(again) != text:
		return nil, errors.New("table: not as it is printed")
	case len(t.players) < 2 || len(t.players) > MaxSeats || t.Host < 0 || t.Host >= len(t.players):
		return nil, fmt.Errorf("table: not 2 to %d seats with a host among them", MaxSeats)
	case t.Rules.check(len(t.players)) != nil:
		return nil, errors.New("table: rules that cannot be played")
	case t.Started != 0 && t.freeSeat() >= 0:
		return nil, errors.New("table: started with a free seat")
	}
	return t, nil
}

func (t *Table) parseLine(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	var err error
	switch word {
	case "table":
		p := parser{fields: strings.Split(rest, " ")}
		if len(p.fields) != 5 {
			return fmt.Errorf("%q has not 5 fields", word)
		}
		t.ID, t.Created, t.Started, t.Version, t.Host = p.take(), Time(p.int62(p.take())), Time(p.int62(p.take())), p.int(), p.int()
		return p.err
	case "options":
		t.Options, err = ParseOptions(rest)
	case "rules":
		t.Rules, err = ParseRules(rest)
	case "seed":
		var seed []byte
		seed, err = hex.DecodeString(rest)
		copy(t.secret.seed[:], seed)
	case "seat":
		var p Player
		p, err = parsePlayer(rest)
		t.players = append(t.players, p)
	case "log":
		var e LobbyEvent
		e, err = parseLobbyEvent(rest)
		t.Log = append(t.Log, e)
	default:
		return fmt.Errorf("no line begins with %q", word)
	}
	return err
}

func parsePlayer(text string) (Player, error) {
	kind, rest, _ := strings.Cut(text, " ")
	p := Player{Kind: Kind(kind)}
	if p.Kind == Empty {
		return p, nil
	}
	who, rest, _ := strings.Cut(rest, " ")
	quoted, err := unquoteAll(rest)
	switch {
	case err != nil:
		return Player{}, err
	case p.Kind == Human && len(quoted) == 2:
		p.Name, p.Entropy = quoted[0], quoted[1]
		owner, err := hex.DecodeString(who)
		copy(p.Owner[:], owner)
		return p, err
	case p.Kind == Bot && len(quoted) == 1:
		p.Level, p.Name = who, quoted[0]
		return p, nil
	}
	return Player{}, fmt.Errorf("no seat in %q", kind)
}

func parseLobbyEvent(text string) (LobbyEvent, error) {
	head := strings.SplitN(text, " ", 4)
	if len(head) < 3 {
		return LobbyEvent{}, errors.New("log line is cut off")
	}
	rest := strings.Join(head[3:], "")
	p := parser{fields: head}
	e := LobbyEvent{Version: p.int(), At: Time(p.int62(p.take())), Type: p.take()}
	switch e.Type {
	case "joined":
		p.fields = strings.SplitN(rest, " ", 4)
		if len(p.fields) != 4 {
			return LobbyEvent{}, errors.New("log line is cut off")
		}
		e.Seat, e.Kind, e.Level = p.int(), Kind(p.take()), p.take()
		if e.Level == "-" {
			e.Level = ""
		}
		name, err := strconv.Unquote(p.take())
		p.note(err)
		e.Name = name
	case "left":
		p.fields = []string{rest}
		e.Seat = p.int()
	case "started":
		names, err := unquoteAll(rest)
		p.note(err)
		e.Names = names
	case "gameEnded":
	default:
		return LobbyEvent{}, fmt.Errorf("no lobby logs %q", e.Type)
	}
	return e, p.err
}

// unquoteAll reads quoted texts with one blank between them.
func unquoteAll(text string) ([]string, error) {
	var list []string
	for text != "" {
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, fmt.Errorf("quoted text expected: %w", err)
		}
		one, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, fmt.Errorf("quoted text expected: %w", err)
		}
		list = append(list, one)
		text = strings.TrimPrefix(text[len(quoted):], " ")
	}
	return list, nil
}
