package verify

import (
	"fmt"
	"slices"

	"cheat/engine"
)

// replay is a round on its way through its acts.
type replay struct {
	game   engine.Game
	events []engine.Event
	own    []int // acts of each seat in this round

	timeouts, decisions int
}

// history plays a round again and returns what the seats carry into the next one.
func history(m Match, o engine.OpenRound, standings []engine.Standing, bots Bots, say func(string, ...any)) ([]engine.Standing, error) {
	players := slices.Clone(m.Players)
	for _, a := range o.Actions {
		if a.Seat < 0 || a.Seat >= len(players) {
			return nil, &Finding{o.Round, a.Version, fmt.Sprintf("there is no seat %d", a.Seat)}
		}
		if a.Level != "" {
			players[a.Seat].Kind, players[a.Seat].Level = engine.Bot, a.Level
		}
	}
	t, d, err := o.Reopen(m.ID, m.Rules, players, standings)
	if err != nil {
		return nil, &Finding{Round: o.Round, What: err.Error()}
	}
	r := &replay{game: engine.Begin(t, d), own: make([]int, len(players))}
	r.events = []engine.Event{r.game.DealEvent()}
	for _, a := range o.Actions {
		if err := r.act(o, a, bots); err != nil {
			return nil, &Finding{o.Round, a.Version, err.Error()}
		}
	}
	if version, _ := r.game.Ended(); version == 0 || len(o.Actions) == 0 || version != o.Actions[len(o.Actions)-1].Version {
		return nil, &Finding{Round: o.Round, What: "its last act does not end it"}
	}
	ended, ok := r.events[len(r.events)-1].For(engine.NoSeat).(engine.RoundEnded)
	for i := len(r.events) - 1; !ok && i >= 0; i-- {
		ended, ok = r.events[i].For(engine.NoSeat).(engine.RoundEnded)
	}
	if !same(ended.Places, o.Places) || !same(ended.Points, o.Points) || ended.Reason != o.Reason {
		return nil, &Finding{Round: o.Round, What: fmt.Sprintf("places, points and reason are %v, %v, %s; the history gives others", o.Places, o.Points, o.Reason)}
	}
	say("Round %d: all %d acts are allowed by the rules and lead to these places and points.", o.Round, len(o.Actions))
	say("Round %d: every act came before the clock ran out; %d were the clock's, each at its moment and with the card that the seed draws.", o.Round, r.timeouts)
	if r.decisions > 0 {
		say("Round %d: all %d decisions of bots are those that their level makes from what their seat could see.", o.Round, r.decisions)
	}
	return r.game.Standings(), nil
}

// act checks one act and carries it out.
func (r *replay) act(o engine.OpenRound, a engine.OpenAct, bots Bots) error {
	act := engine.Action{Kind: a.Type, Seat: a.Seat, Cards: a.Cards, Rank: a.Rank, TimedOut: a.TimedOut}
	if a.Version != r.game.Version+1 || a.At < r.game.Updated {
		return fmt.Errorf("it does not follow version %d at %s", r.game.Version, r.game.Updated)
	}
	due, isDue := r.game.Due()
	switch {
	case a.TimedOut:
		if err := r.timeout(o, a, due, isDue); err != nil {
			return err
		}
	case a.Level != "":
		if err := r.decision(a, due, isDue, bots); err != nil {
			return err
		}
	case isDue && due.At < a.At:
		return fmt.Errorf("it came at %s, after something was due at %s", a.At, due.At)
	}
	next, events, err := r.game.Apply(act, a.At)
	if err != nil {
		return fmt.Errorf("seat %d's %s is against the rules: %w", a.Seat, a.Type, err)
	}
	r.game, r.events = next, append(r.events, events...)
	r.own[a.Seat]++
	return nil
}

// timeout checks an act of the clock: its moment, its seat and the card drawn.
func (r *replay) timeout(o engine.OpenRound, a engine.OpenAct, due engine.Due, isDue bool) error {
	r.timeouts++
	must := due.Action
	// Whether the third turn in a row has timed out may depend on a deal between
	// rounds, which sets the count back and is no act of a round.
	carried := o.Round > 1 && r.own[a.Seat] < 3 && (a.Type == engine.ToPlay) != (must.Kind == engine.ToPlay)
	switch {
	case !isDue || due.Bot || due.At != a.At || must.Seat != a.Seat:
		return fmt.Errorf("the clock does not act for seat %d at this moment (R27)", a.Seat)
	case carried && a.Type == engine.ToLeave:
	case a.Type != must.Kind || !slices.Equal(a.Cards, must.Cards):
		return fmt.Errorf("the clock's act is another: %s %v (R27)", must.Kind, must.Cards)
	}
	return nil
}

// decision checks an act of a bot: its moment, its seat and what it decided.
func (r *replay) decision(a engine.OpenAct, due engine.Due, isDue bool, bots Bots) error {
	r.decisions++
	if !isDue || !due.Bot || due.At != a.At || due.Action.Seat != a.Seat {
		return fmt.Errorf("no act of the bot on seat %d is due at this moment (R29)", a.Seat)
	}
	must, err := r.game.AskBot(due, a.Level, r.events, bots.Decide)
	if err != nil {
		return fmt.Errorf("the bot on seat %d: %w", a.Seat, err)
	}
	played, _ := engine.CardsOf(a.Cards...)
	decided, _ := engine.CardsOf(must.Cards...)
	if must.Kind != a.Type || played != decided {
		return fmt.Errorf("the bot on seat %d would not do this by what it could see, but %s", a.Seat, must.Kind)
	}
	return nil
}
