package acceptance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

// Options of a random game. The zero value is a game of two to eight people with the default rules.
type Options struct {
	// Seats is the number of seats, 2 to 8; 0 draws it.
	Seats int
	// Rules are the rules as given, members as in the contract; nil leaves all to their defaults.
	Rules map[string]any
	// DrawRules draws the rules instead.
	DrawRules bool
	// Bots are the levels of bots on the last seats.
	Bots []string
	// Leaving lets players leave, in the lobby too, and lobbies start with fewer.
	Leaving bool
	// Mischief mixes in commands that are to be refused.
	Mischief bool
	// Rematch has all players ask for a rematch at the end, which is then begun and broken off.
	Rematch bool
	// Commands is the number of commands after which the players leave one by one; 0 is 300.
	Commands int
	// Clock moves the server's clock; nil is real time, which is never waited for.
	Clock Clock
	// Logf hears of every command; nil is silence.
	Logf func(format string, args ...any)
}

// OptionsFor spreads the options over the seeds of a series of random games, so that a few dozen of them meet
// people alone and with bots, default and drawn rules, leaving and mischief. No clock is set.
func OptionsFor(seed uint64) Options {
	rnd := rand.New(rand.NewPCG(seed, 1))
	o := Options{Seats: 2 + rnd.IntN(7), DrawRules: seed%4 > 0, Leaving: seed%3 > 0, Mischief: seed%5 > 0, Rematch: true, Commands: 120}
	if seed%4 == 1 {
		for range 1 + rnd.IntN(o.Seats-1) {
			o.Bots = append(o.Bots, pick(rnd, []string{"easy", "normal", "hard"}))
		}
	}
	return o
}

// PlayRandom plays one whole game of random commands and compares after each what every seat and a spectator
// see. The error says what differs from the model, or what went wrong on the way.
func PlayRandom(ctx context.Context, api client.Client, rnd *rand.Rand, o Options) error {
	if o.Seats == 0 {
		o.Seats = 2 + rnd.IntN(7)
	}
	if o.Commands == 0 {
		o.Commands = 300
	}
	if o.DrawRules {
		o.Rules = drawRules(rnd, o)
	}
	t := newTable(api, o, rnd)
	return t.wrap(t.playRandom(ctx, o))
}

func (t *Table) playRandom(ctx context.Context, o Options) error {
	t.newPlayer(stranger, client.NewToken())
	host := t.newPlayer(names[0], t.tokenOrNone())
	body := client.Creation{Name: host.Name, Seats: o.Seats, Rules: o.Rules, Bots: o.Bots,
		Listed: t.rnd.IntN(2) == 0, Entropy: t.entropy()}
	if err := t.create(ctx, host, body); err != nil {
		return err
	}
	if err := t.playOn(ctx, o); err != nil {
		return err
	}
	if err := t.checkWhole(ctx); err != nil {
		return err
	}
	if !o.Rematch || t.views[spectator].Status != model.Finished {
		return nil
	}
	if err := t.rematchAll(ctx); err != nil {
		return fmt.Errorf("rematch: %w", err)
	}
	if t.rematch == nil {
		return nil
	}
	const few = 25
	o.Commands = min(o.Commands, few)
	if err := t.rematch.playOn(ctx, o); err != nil {
		return t.rematch.wrap(err)
	}
	return t.rematch.wrap(t.rematch.checkWhole(ctx))
}

// stranger is the name of the first player: he never sits down, and sees what a spectator sees.
const stranger = "Stranger"

// playOn makes random steps until the match is over; after so many commands everybody leaves.
func (t *Table) playOn(ctx context.Context, o Options) error {
	for !over(t.views[spectator].Status) {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("play on: %w", err)
		}
		var err error
		switch dice := t.rnd.IntN(100); {
		case t.commands >= o.Commands:
			err = t.leaveOne(ctx)
		case o.Mischief && dice < 20:
			_, err = t.do(ctx, t.mischief(o))
		case o.Clock != nil && dice < 28:
			err = t.waitAWhile(ctx)
		case o.Leaving && (dice < 30 || dice < 45 && t.views[spectator].Status == model.Lobby):
			err = t.leaveOne(ctx)
		case dice < 32:
			err = t.probeRounds(ctx)
		case dice < 34:
			err = t.checkLists(ctx)
		default:
			err = t.stepForward(ctx, o)
		}
		if err != nil {
			return err
		}
		if err := t.standsStill(); err != nil {
			return err
		}
	}
	return t.checkLists(ctx)
}

func over(status string) bool { return status == model.Finished || status == model.Cancelled }

// standsStill finds a game that waits for bots alone: what is due must have been done (R29).
func (t *Table) standsStill() error {
	view := t.views[spectator]
	people := slices.ContainsFunc(view.WaitingFor, func(s int) bool { return view.Seats[s].Kind == "human" })
	window := view.Pile.LastPlay != nil && view.Pile.LastPlay.Until != nil
	if (view.Status == model.Playing || view.Status == model.LastCall) && !people && !window {
		return fmt.Errorf("the game waits for the bots %v: %s", view.WaitingFor, short(view))
	}
	return nil
}

// checkWhole reads the whole history of a match that is over once more, and checks that nothing seen was left
// uncompared.
func (t *Table) checkWhole(ctx context.Context) error {
	for _, viewer := range t.viewers() {
		events, version, err := t.pages(ctx, viewer, 0, 1+t.rnd.IntN(100))
		if err != nil {
			return fmt.Errorf("all events of %q: %w", viewer, err)
		}
		t.sawEvents(viewer, 0, version, events)
	}
	if err := t.settle(ctx); err != nil {
		return err
	}
	if len(t.held) > 0 {
		return fmt.Errorf("%s at version %d was never compared", t.held[0].what, t.held[0].version)
	}
	return nil
}

// waitAWhile moves the clock: to the moment before something is due, to that moment, past it, or anywhere.
func (t *Table) waitAWhile(ctx context.Context) error {
	steps := []time.Duration{time.Millisecond, 999 * time.Millisecond, time.Second, 7 * time.Second}
	view := t.views[spectator]
	var marks []string
	if view.Deadline != nil {
		marks = append(marks, *view.Deadline)
	}
	if p := view.Pile.LastPlay; p != nil && p.Until != nil {
		marks = append(marks, *p.Until, *p.Until)
	}
	for _, mark := range marks {
		at, err := time.Parse(time.RFC3339, mark)
		if err != nil {
			return fmt.Errorf("read a moment of the view: %w", err)
		}
		left := at.Sub(t.now())
		steps = append(steps, left-time.Millisecond, left, left, left+time.Millisecond, left+3*time.Second)
	}
	step := pick(t.rnd, steps)
	if step <= 0 {
		return nil
	}
	t.clock.Advance(step)
	t.logf("version %d: the clock moves by %s", t.version, step)
	return t.look(ctx)
}
