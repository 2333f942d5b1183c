package main

import (
	"fmt"

	"cheat/engine"
)

// player decides for a seat by what the seat sees.
type player func(engine.View, []engine.EventView, *engine.Chance) (engine.Action, error)

// outcome is how a round ended.
type outcome struct {
	share     []float64 // of the won round, by seat: who share the first place split it
	stalemate bool
}

// playRound plays one round without clocks. All seats are held as if by people, and
// asked in the order in which bots act: answers first, in play order from the player
// of the play, then the turn (R29).
func playRound(seed engine.Seed, options engine.Options, players []player) (outcome, error) {
	options.Given |= engine.OptTurnSeconds | engine.OptCallSeconds
	options.Rules.TurnSeconds, options.Rules.CallSeconds = 0, 0
	t := table{seen: make([][]engine.EventView, len(players))}
	if err := t.sit(seed, options); err != nil {
		return outcome{}, err
	}
	for t.end == nil {
		seat, err := t.due()
		if err != nil {
			return outcome{}, err
		}
		a, err := players[seat](t.game.View(seat), t.seen[seat], t.game.Chance(seat))
		if err != nil {
			return outcome{}, fmt.Errorf("seat %d: %w", seat, err)
		}
		if err := t.apply(a); err != nil {
			return outcome{}, err
		}
	}
	return t.outcome(), nil
}

// table is a game and what each seat has seen of its round.
type table struct {
	game engine.Game
	seen [][]engine.EventView
	last int                // the seat of the newest play
	end  *engine.RoundEnded // nil while the round runs
}

// sit seats everybody, upon which the round is dealt.
func (t *table) sit(seed engine.Seed, options engine.Options) error {
	person := func(i int) engine.Player {
		return engine.Player{Name: fmt.Sprintf("Seat %d", i), Kind: engine.Human, Owner: engine.Owner{byte(i + 1)}}
	}
	g, _, err := engine.New(engine.Setup{ID: "arena", Seats: len(t.seen), Options: options, Host: person(0), Seed: seed}, 0)
	if err != nil {
		return fmt.Errorf("make a table: %w", err)
	}
	t.game = g
	for i := 1; i < len(t.seen); i++ {
		if err := t.apply(engine.Action{Kind: engine.ToJoin, Seat: engine.NoSeat, Player: person(i)}); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) apply(a engine.Action) error {
	next, events, err := t.game.Apply(a, 0)
	if err != nil {
		return fmt.Errorf("seat %d: %w", a.Seat, err)
	}
	t.game = next
	for _, e := range events {
		t.note(e)
	}
	return nil
}

// note shows an event of the round to every seat.
func (t *table) note(e engine.Event) {
	switch v := e.For(engine.NoSeat).(type) {
	case engine.Joined:
		return
	case engine.Played:
		t.last = v.Seat
	case engine.RoundEnded:
		t.end = &v
	}
	for i := range t.seen {
		t.seen[i] = append(t.seen[i], e.For(i))
	}
}

// due returns the seat that acts next.
func (t *table) due() (int, error) {
	for _, kind := range []engine.ActionKind{engine.ToAccept, engine.ToPlay} {
		for i := range t.seen {
			if seat := (t.last + i) % len(t.seen); t.game.May(seat, kind, 0) == nil {
				return seat, nil
			}
		}
	}
	return 0, fmt.Errorf("version %d: nobody can go on", t.game.Version)
}

func (t *table) outcome() outcome {
	o := outcome{share: make([]float64, len(t.seen)), stalemate: t.end.Reason == "stalemate"}
	firsts := 0.0
	for i, place := range t.end.Places {
		if *place == 1 {
			o.share[i] = 1
			firsts++
		}
	}
	for i := range o.share {
		o.share[i] /= firsts
	}
	return o
}
