package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

var statusLetters = map[Status]string{Playing: "p", LastCall: "l", RoundOver: "r", Finished: "f"}

// appendTo writes a seat: its points, and what is not zero of the rest.
func (s seat) appendTo(b []byte) []byte {
	b = strconv.AppendInt(b, int64(s.Points), 10)
	for _, f := range []struct {
		mark  byte
		value int
	}{{'m', s.Missed}, {'p', s.place}, {'x', s.exit}} {
		if f.value != 0 {
			b = strconv.AppendInt(append(b, f.mark), int64(f.value), 10)
		}
	}
	if s.Away {
		b = append(b, 'a')
	}
	return b
}

func parseSeat(text string) (seat, error) {
	var s seat
	rest, away := strings.CutSuffix(text, "a")
	s.Away = away
	for _, f := range []struct {
		mark  string
		value *int
	}{{"x", &s.exit}, {"p", &s.place}, {"m", &s.Missed}} {
		before, number, found := strings.Cut(rest, f.mark)
		if !found {
			continue
		}
		n, err := parseInt(number)
		if err != nil {
			return seat{}, fmt.Errorf("seat: %w", err)
		}
		*f.value, rest = n, before
	}
	n, err := parseInt(rest)
	if err != nil {
		return seat{}, fmt.Errorf("seat: %w", err)
	}
	s.Points = n
	return s, nil
}

// AppendState writes the state of a started game on one line: all of it but the
// table and the start of the round.
func (g Game) AppendState(b []byte) []byte {
	field := func() { b = append(b, ' ') }
	b = append(b, statusLetters[g.Status]...)
	field()
	b = strconv.AppendInt(b, int64(g.Version), 10)
	field()
	b = append62(b, int64(g.Updated))
	field()
	if g.since < g.Updated {
		b = append62(append(b, '-'), int64(g.Updated-g.since))
	} else {
		b = append62(b, int64(g.since-g.Updated))
	}
	field()
	b = append(append(b, g.due.String()...), '0'+byte(g.turn))
	field()
	b = strconv.AppendInt(b, int64(g.plays), 10)
	field()
	b = strconv.AppendInt(b, int64(g.caught), 10)
	field()
	b = strconv.AppendInt(b, int64(g.ended), 10)
	field()
	if !g.last.on {
		b = append(b, '-')
	} else {
		b = append(append(append(b, '0'+byte(g.last.seat)), g.last.rank.String()...), '0'+byte(g.last.count))
		b = append62(append(append62(b, int64(g.Version-g.last.made)), '.'), int64(g.Updated-g.last.at))
		if g.last.open {
			b = g.secret.last.appendTo(append(b, ':'))
		}
	}
	field()
	b = strconv.AppendUint(b, uint64(g.answered), 10)
	field()
	for i := range g.size() {
		if i > 0 {
			b = append(b, ',')
		}
		b = g.seats[i].appendTo(b)
	}
	field()
	for i := range g.size() {
		b = append(g.secret.hands[i].appendTo(b), '/')
	}
	b = append(g.secret.pile.appendTo(b), '/')
	b = g.secret.aside.appendTo(b)
	field()
	if g.Rematch == "" {
		return append(b, '-')
	}
	return append(b, g.Rematch...)
}

// ParseState reads what [Game.AppendState] wrote for a game of this table whose
// round began with this deal.
func ParseState(t *Table, d Deal, text string) (Game, error) {
	p := parser{fields: strings.Split(text, " ")}
	g := Game{Table: t, deal: d, secret: new(secret)}
	if len(p.fields) != 13 {
		return Game{}, fmt.Errorf("state: %d fields instead of 13", len(p.fields))
	}
	status := p.take()
	for s, letter := range statusLetters {
		if letter == status {
			g.Status = s
		}
	}
	g.Version = p.int()
	g.Updated = Time(p.int62(p.take()))
	if since, before := strings.CutPrefix(p.take(), "-"); before {
		g.since = g.Updated - Time(p.int62(since))
	} else {
		g.since = g.Updated + Time(p.int62(since))
	}
	if turn := p.take(); len(turn) == 2 {
		g.due, g.turn = p.rank(turn[:1]), p.seat(turn[1], g.size())
	}
	g.plays, g.caught, g.ended = p.int(), p.int(), p.int()
	if last := p.take(); len(last) > 3 {
		ago, cards, open := strings.Cut(last[3:], ":")
		acts, age, _ := strings.Cut(ago, ".")
		g.last = lastPlay{
			on: true, seat: p.seat(last[0], g.size()), rank: p.rank(last[1:2]), count: p.seat(last[2], 9),
			at: g.Updated - Time(p.int62(age)), made: g.Version - int(p.int62(acts)), open: open,
		}
		g.secret.last = p.cards(cards)
	}
	g.answered = seats(p.int())
	p.seats(g.seats[:], p.take(), g.size())
	piles := strings.Split(p.take(), "/")
	if len(piles) != g.size()+2 {
		return Game{}, fmt.Errorf("state: %d hands and piles for %d seats", len(piles), g.size())
	}
	for i := range g.size() {
		g.secret.hands[i] = p.cards(piles[i])
	}
	g.secret.pile, g.secret.aside = p.cards(piles[g.size()]), p.cards(piles[g.size()+1])
	if id := p.take(); id != "-" {
		g.Rematch = id
	}
	if p.err != nil {
		return Game{}, fmt.Errorf("state: %w", p.err)
	}
	if string(g.AppendState(make([]byte, 0, len(text)))) != text {
		return Game{}, errors.New("state: not as it is printed")
	}
	if err := g.sound(); err != nil {
		return Game{}, fmt.Errorf("state: %w", err)
	}
	return g, nil
}

// sound refuses a state that no play could reach: cards missing or doubled, or the
// cards of the open play elsewhere than on the pile.
func (g *Game) sound() error {
	all := []Cards{g.secret.pile, g.secret.aside}
	all = append(all, g.secret.hands[:g.size()]...)
	n := 0
	var sum Cards
	for _, cs := range all {
		if sum.twice&cs.once != 0 || sum.once&cs.twice != 0 {
			return errors.New("a card for the third time")
		}
		sum = sum.plus(cs)
		n += cs.Len()
	}
	if sum != deckOf(g.Table.Rules.Decks, g.Table.Rules.Chroniclers) {
		return fmt.Errorf("its %d cards are not the deck", n)
	}
	over := g.Status == RoundOver || g.Status == Finished
	switch {
	case g.Status != Playing && g.Status != LastCall && !over:
		return errors.New("no such status")
	case over != (g.ended != 0) || g.ended < 0 || g.ended > g.Version || g.plays < 0 || g.plays > maxPlays || g.caught < 0:
		return errors.New("these numbers cannot be")
	case !g.secret.pile.Contains(g.secret.last) || g.last.open && g.secret.last.Len() != g.last.count || g.last.open && over:
		return errors.New("the open play does not lie on the pile")
	case g.Status == Playing && !g.in(g.turn):
		return fmt.Errorf("seat %d cannot be to play", g.turn)
	case g.Status == LastCall && (!g.last.open || g.plays < maxPlays && g.secret.hands[g.last.seat].Len() > 0):
		return errors.New("no last call without a last play")
	case g.answered != 0 && !g.last.open || g.answered&g.inRound()&^g.mayAnswer() != 0 || g.last.open && g.mayAnswer().minus(g.answered) == 0:
		return errors.New("these answers cannot be")
	}
	for i := range g.size() {
		if g.Status == Playing && g.in(i) && g.secret.hands[i].Len() == 0 {
			return fmt.Errorf("seat %d plays on without cards", i)
		}
	}
	return nil
}

// AppendText writes the start of a round on one line; its error is always nil.
func (d Deal) AppendText(b []byte) ([]byte, error) {
	b = append(strconv.AppendInt(b, int64(d.Round), 10), ' ')
	b = append(strconv.AppendInt(b, int64(d.Version), 10), ' ')
	b = append(AppendTime(b, d.At), ' ')
	b = append(strconv.AppendInt(b, int64(d.Dealer), 10), ' ')
	for i, s := range d.Seats {
		if i > 0 {
			b = append(b, ',')
		}
		b = seat{Standing: s}.appendTo(b)
	}
	return b, nil
}

// ParseDeal reads what [Deal.AppendText] wrote for a round of this table.
func ParseDeal(t *Table, text string) (Deal, error) {
	p := parser{fields: strings.Split(text, " ")}
	if len(p.fields) != 5 {
		return Deal{}, fmt.Errorf("deal: %d fields instead of 5", len(p.fields))
	}
	d := Deal{Round: p.int(), Version: p.int(), At: Time(p.int62(p.take())), Dealer: p.int()}
	var list [MaxSeats]seat
	p.seats(list[:], p.take(), len(t.players))
	dealtIn := 0
	for _, s := range list[:len(t.players)] {
		d.Seats = append(d.Seats, s.Standing)
		if !s.Away {
			dealtIn++
		}
	}
	again, _ := d.AppendText(nil)
	switch {
	case p.err != nil:
		return Deal{}, fmt.Errorf("deal: %w", p.err)
	case string(again) != text:
		return Deal{}, errors.New("deal: not as it is printed")
	case d.Round < 1 || d.Round > t.Rules.Rounds || dealtIn < 2 || d.Dealer < 0 || d.Dealer >= len(d.Seats) || d.Seats[d.Dealer].Away:
		return Deal{}, errors.New("deal: no round of this table")
	}
	return d, nil
}
