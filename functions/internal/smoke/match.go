package smoke

import (
	"context"
	"fmt"
	"slices"

	"cheat/acceptance/client"
)

const (
	most          = 500 // commands that a match may take; it needs a tenth of them
	callsInARound = 2   // afterwards all is believed, and the hands empty quickly
)

// match is the match on its way.
type match struct {
	api     client.Client
	tokens  [2]string
	id      string
	version int
	round   int
	moves   int
	calls   int
	keys    int
}

// play is the script: make a table, sit down, play two rounds, look at what came of it.
func (m *match) play(ctx context.Context) error {
	if err := m.knock(ctx); err != nil {
		return err
	}
	if err := m.sitDown(ctx); err != nil {
		return err
	}
	if err := m.lookAround(ctx); err != nil {
		return err
	}
	for range most {
		view, err := m.view(ctx, 0)
		if err != nil {
			return err
		}
		switch view.Status {
		case "finished":
			return m.lookBack(ctx, view)
		case "roundOver":
			err = m.do(ctx, 0, "deal", func(c client.Caller) (client.Answer, error) { return m.api.Deal(ctx, c, m.id) })
		case "lastCall":
			err = m.answer(ctx, view.WaitingFor[0])
		case "playing":
			err = m.turn(ctx, view)
		default:
			err = fmt.Errorf("the status is %q", view.Status)
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("not over after %d commands", most)
}

// sitDown makes a private table for two, with small hands and no clock, and takes
// both seats.
func (m *match) sitDown(ctx context.Context) error {
	rules := map[string]any{"handSize": 6, "rounds": 2, "turnSeconds": 0}
	answer, err := m.api.Create(ctx, m.caller(0), client.Creation{Name: "Smoke", Seats: 2, Rules: rules})
	var seated client.Seated
	if err = expect(answer, err, 201, &seated); err != nil {
		return fmt.Errorf("create: %w", err)
	}
	m.id, m.version = seated.Game.ID, seated.Game.Version
	answer, err = m.api.Join(ctx, m.caller(1), m.id, client.Joining{Name: "Mirror"})
	if err = expect(answer, err, 201, &seated); err != nil {
		return fmt.Errorf("join: %w", err)
	}
	return m.saw(seated.Game, 1)
}

// turn plays for whoever's turn it is; now and then he calls instead, if he can.
func (m *match) turn(ctx context.Context, view client.View) error {
	seat := view.Turn.Seat
	own, err := m.view(ctx, seat)
	if err != nil {
		return err
	}
	if m.moves%3 == 2 && m.mayCall() && slices.Contains(own.Actions, "call") {
		return m.call(ctx, seat)
	}
	cards := choose(own.You.Hand, own.Turn.Rank)
	m.moves++
	if m.moves == 1 {
		return m.firstMove(ctx, seat, cards)
	}
	return m.do(ctx, seat, "play", func(c client.Caller) (client.Answer, error) {
		return m.api.Play(ctx, c, m.id, client.Cards{Cards: cards})
	})
}

// choose takes the cards of the rank, or else, as a lie, the first one.
func choose(hand []string, rank string) []string {
	var cards []string
	for _, card := range hand {
		if card[:1] == rank && len(cards) < 4 {
			cards = append(cards, card)
		}
	}
	if cards == nil {
		return hand[:1]
	}
	return cards
}

// answer answers a last card: it is called or believed.
func (m *match) answer(ctx context.Context, seat int) error {
	if m.mayCall() {
		return m.call(ctx, seat)
	}
	return m.do(ctx, seat, "accept", func(c client.Caller) (client.Answer, error) { return m.api.Accept(ctx, c, m.id) })
}

func (m *match) mayCall() bool { return m.calls < callsInARound*m.round }

func (m *match) call(ctx context.Context, seat int) error {
	m.calls++
	return m.do(ctx, seat, "call", func(c client.Caller) (client.Answer, error) { return m.api.Call(ctx, c, m.id) })
}

// do sends one command on the version that was seen, with a key of its own.
func (m *match) do(ctx context.Context, seat int, name string, send func(client.Caller) (client.Answer, error)) error {
	before := m.version
	answer, err := send(m.command(seat))
	var view client.View
	if err = expect(answer, err, 200, &view); err == nil {
		err = m.saw(view, seat)
	}
	if err == nil && m.version <= before {
		err = fmt.Errorf("the version stays %d", before)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (m *match) view(ctx context.Context, seat int) (client.View, error) {
	answer, err := m.api.View(ctx, m.caller(seat), m.id)
	var view client.View
	if err = expect(answer, err, 200, &view); err == nil {
		err = m.saw(view, seat)
	}
	if err != nil {
		return view, fmt.Errorf("view: %w", err)
	}
	return view, nil
}

// saw notes the version and that the view is this seat's.
func (m *match) saw(view client.View, seat int) error {
	switch {
	case view.You == nil || view.You.Seat != seat:
		return fmt.Errorf("the view is not seat %d's", seat)
	case view.Status != "finished" && len(view.You.Hand) != view.Seats[seat].Cards:
		return fmt.Errorf("the hand has %d cards, the seat %d", len(view.You.Hand), view.Seats[seat].Cards)
	case view.Version < m.version:
		return fmt.Errorf("version %d came after %d", view.Version, m.version)
	}
	m.version, m.round = view.Version, view.Round
	return nil
}

func (m *match) caller(seat int) client.Caller { return client.Caller{Token: m.tokens[seat]} }

func (m *match) command(seat int) client.Caller {
	m.keys++
	c := m.caller(seat).At(m.version)
	c.Key = fmt.Sprintf("smoke-%d", m.keys)
	return c
}

// expect wants this status, and reads the body unless into is nil.
func expect(answer client.Answer, err error, status int, into any) error {
	switch {
	case err != nil:
		return err
	case answer.Status != status:
		return fmt.Errorf("status %d %s instead of %d", answer.Status, answer.Problem().Code, status)
	case into == nil:
		return nil
	}
	return answer.JSON(into)
}
