package acceptance

import (
	"context"
	"fmt"
	"time"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

// askRematch asks for a rematch with the player: the first who asks makes the new game, everybody after him joins
// it, and asking again gives the view again.
func (t *Table) askRematch(ctx context.Context, p *Player) error {
	again := t.asked[p.ID]
	command := model.Command{Kind: "rematch", By: p.ID, Entropy: pick(t.rnd, entropies)}
	pre, from := t.version, t.now()
	answer, err := t.send(ctx, &command)
	if err != nil {
		return err
	}
	seat := -1
	if !again {
		seat = len(t.asked) // in the order of asking
	}
	view, err := t.seated(answer, p, seat)
	if err != nil {
		return fmt.Errorf("rematch asked by %q: %w", p.ID, err)
	}
	t.asked[p.ID] = true
	command.RematchID = view.ID
	first := t.rematch == nil
	if first {
		t.rematch = t.newRematch()
	}
	r := t.rematch
	if err := t.hear(ctx, command, answer, pre, from, t.now()); err != nil {
		return fmt.Errorf("rematch asked by %q: %w", p.ID, err)
	}
	if first {
		r.id = view.ID
		promise, err := r.promise(ctx, view)
		if err != nil {
			return err
		}
		r.creation = model.Creation{ID: r.id, Given: t.creation.Given, Seats: t.m.Taken(), Bots: t.m.BotLevels(),
			Host: p.ID, Name: p.Name, Entropy: command.Entropy, Commitment: promise}
		if r.createdAt, err = time.Parse(time.RFC3339, view.CreatedAt); err != nil {
			return fmt.Errorf("read createdAt: %w", err)
		}
		return r.wrap(r.look(ctx))
	}
	if view.ID != r.id {
		return fmt.Errorf("the rematch is %s for one and %s for another", r.id, view.ID)
	}
	if !again {
		join := model.Command{Kind: "join", By: p.ID, Name: p.Name, Entropy: command.Entropy}
		r.pending = append(r.pending, sent{join, r.version, view.Version, from.Truncate(time.Millisecond).Add(-t.slack()), t.now().Add(t.slack())})
	}
	r.version = max(r.version, view.Version)
	return r.wrap(r.look(ctx))
}

// askInVain asks for a rematch that is over itself.
func (t *Table) askInVain(ctx context.Context, p *Player) error {
	answer, err := t.api.Rematch(ctx, client.Caller{Token: p.Token}, t.id, client.Asking{})
	if err != nil {
		return err
	}
	if code := answer.Problem().Code; code != "game-over" {
		return fmt.Errorf("a rematch that is over, asked for by %q: %d %q", p.ID, answer.Status, code)
	}
	return nil
}

// newRematch is a table with the same people.
func (t *Table) newRematch() *Table {
	r := newTable(t.api, Options{Clock: t.clock, Logf: t.logf}, t.rnd)
	r.players, r.bots = t.players, t.bots
	return r
}

// rematchAll has everybody who stayed ask for a rematch, in any order and some of them twice.
func (t *Table) rematchAll(ctx context.Context) error {
	var staying []*Player
	for _, p := range t.players {
		if p.Token != "" && t.views[p.ID].You != nil {
			staying = append(staying, p)
		}
	}
	t.rnd.Shuffle(len(staying), func(i, j int) { staying[i], staying[j] = staying[j], staying[i] })
	if t.m.Taken() < 2 || len(staying) == 0 {
		return nil
	}
	if _, err := model.InForce(t.creation.Given, t.m.Taken()); err != nil {
		return nil // the rules as given do not fit those who are left
	}
	for _, p := range staying {
		if err := t.askRematch(ctx, p); err != nil {
			return err
		}
		if t.rnd.IntN(3) > 0 {
			continue
		}
		askAgain := t.askRematch
		if t.rematch.views[spectator].Status == model.Finished { // bots have played it to its end at once
			askAgain = t.askInVain
		}
		if err := askAgain(ctx, p); err != nil {
			return err
		}
	}
	answer, err := t.api.Rematch(ctx, client.Caller{Token: client.NewToken()}, t.id, client.Asking{})
	if err != nil {
		return err
	}
	if answer.Status != 403 {
		return fmt.Errorf("a stranger asks for a rematch: %d %s", answer.Status, answer.Body)
	}
	return nil
}
