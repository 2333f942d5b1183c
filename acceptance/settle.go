package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"cheat/acceptance/model"
)

// settle takes the model as far as what is known allows, and checks on the way all that was seen.
func (t *Table) settle(ctx context.Context) error {
	for {
		if err := t.checkHeld(); err != nil {
			return err
		}
		version := t.at() + 1
		if version > t.safe {
			break
		}
		known, err := t.known(ctx, version)
		if err != nil {
			return err
		}
		if !known {
			return nil // until the round is open
		}
		if err := t.advance(version); err != nil {
			return fmt.Errorf("version %d: %w", version, err)
		}
		if faults := t.m.Faults(); len(faults) > 0 {
			return fmt.Errorf("version %d: %v", version, faults)
		}
		if t.m.Status() == model.Finished && t.ended.version == 0 {
			t.ended = ending{t.m.Version(), t.m.Updated()}
		}
	}
	if len(t.pending) > 0 {
		return fmt.Errorf("accepted, but no event tells of it: %s", t.pending[0].command)
	}
	return t.compareRounds(ctx)
}

// checkHeld checks what was seen of the model's version.
func (t *Table) checkHeld() error {
	if t.m == nil {
		return nil
	}
	var later []observation
	for _, o := range t.held {
		if o.version > t.at() {
			later = append(later, o)
			continue
		}
		if o.version < t.at() {
			return fmt.Errorf("%s at version %d was seen when the model was at %d", o.what, o.version, t.at())
		}
		err := o.check()
		if err != nil && o.until > o.version {
			o.version++
			later = append(later, o)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", o.what, err)
		}
	}
	t.held = later
	return nil
}

// known says whether the model can be told of an act: of a table with bots, only once the round is open.
func (t *Table) known(ctx context.Context, version int) (bool, error) {
	if !t.bots {
		return true, nil
	}
	round := 0
	if t.m != nil {
		round = t.m.Round()
	}
	if dealt := find(t.facts.public, version, "dealt"); dealt != nil {
		round = whole(dealt, "round")
	}
	if round == 0 {
		return true, nil
	}
	if _, ok := t.facts.records[round]; ok {
		return true, nil
	}
	ended := slices.ContainsFunc(t.facts.public, func(e map[string]any) bool {
		return e["type"] == "roundEnded" && whole(e, "round") == round
	})
	if !ended {
		return false, nil
	}
	return true, t.fetchRecord(ctx, round)
}

// advance carries out one act in the model, as its events tell of it.
func (t *Table) advance(version int) error {
	events := group(t.facts.public, version)
	if len(events) == 0 {
		return fmt.Errorf("no event tells what it was")
	}
	at, err := moment(events)
	if err != nil {
		return err
	}
	if t.m == nil {
		t.m = model.New(t.creation, t.facts, t.createdAt)
		return nil
	}
	if at.Before(t.m.Updated()) {
		return fmt.Errorf("it happened at %s, before the act before it (%s)", model.Stamp(at), model.Stamp(t.m.Updated()))
	}
	main := events[slices.IndexFunc(events, func(e map[string]any) bool { return e["type"] != "paleShown" })]
	if main["type"] != "timedOut" {
		if i := t.explained(version, main); i >= 0 {
			s := t.pending[i]
			t.pending = slices.Delete(t.pending, i, i+1)
			if at.Before(s.from) || at.After(s.to) {
				return fmt.Errorf("%s happened at %s, but was sent between %s and %s",
					s.command.Kind, model.Stamp(at), model.Stamp(s.from), model.Stamp(s.to))
			}
			return t.m.Do(s.command, at)
		}
		if seat := whole(main, "seat"); seat >= 0 && seat < t.m.Seats() && t.m.Bot(seat) {
			return t.botActs(seat, main, version, at)
		}
	}
	due, ok := t.m.Due()
	if !ok || !due.At.Equal(at) || due.Kind != "deal" && due.Seat != whole(main, "seat") || (due.Kind == "deal") != (main["type"] == "dealt") {
		return fmt.Errorf("nobody is known to have made %s; the clock would make %+v", short(main), due)
	}
	t.m.CatchUpOne()
	return nil
}

// moment is when an act happened: all its events name the same.
func moment(events []map[string]any) (time.Time, error) {
	text, _ := events[0]["at"].(string)
	for _, e := range events {
		if e["at"] != text || !stampForm.MatchString(text) {
			return time.Time{}, fmt.Errorf("at is %s in %s", short(e["at"]), short(events))
		}
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("read at: %w", err)
	}
	return at, nil
}

// explained finds the accepted command that the act's first event tells of; -1 for none.
func (t *Table) explained(version int, main map[string]any) int {
	return slices.IndexFunc(t.pending, func(s sent) bool {
		if version <= s.pre || version > s.post {
			return false
		}
		seat, c := t.m.SeatOf(s.command.By), s.command
		switch kind := main["type"]; c.Kind {
		case "join":
			return kind == "joined" && main["name"] == c.Name
		case "start":
			return kind == "joined" || kind == "started" || kind == "dealt"
		case "free":
			return kind == "left" && whole(main, "seat") == c.Seat
		case "leave":
			return kind == "left" && whole(main, "seat") == seat
		case "play", "call", "accept":
			return kind == map[string]string{"play": "played", "call": "called", "accept": "accepted"}[c.Kind] &&
				whole(main, "seat") == seat
		case "deal":
			return kind == "dealt"
		default:
			return kind == "rematch" && main["id"] == c.RematchID
		}
	})
}

// botActs carries out a bot's act as it was seen.
func (t *Table) botActs(seat int, main map[string]any, version int, at time.Time) error {
	command := model.Command{}
	switch main["type"] {
	case "played":
		cards, err := t.facts.botCards(t.m.Round(), version)
		if err != nil {
			return err
		}
		command.Kind, command.Cards = "play", cards
	case "called":
		command.Kind = "call"
	case "accepted":
		command.Kind = "accept"
	default:
		return fmt.Errorf("a bot made %s", short(main))
	}
	if err := t.m.BotMayAct(seat, command.Kind, at); err != nil {
		return err
	}
	return t.m.BotDo(seat, command, at)
}

// fetchRecord reads a finished round as the spectator.
func (t *Table) fetchRecord(ctx context.Context, round int) error {
	answer, err := t.api.Round(ctx, t.caller(spectator), t.id, round)
	if err != nil {
		return err
	}
	if answer.Status != 200 {
		return fmt.Errorf("finished round %d: status %d: %s", round, answer.Status, answer.Body)
	}
	r := record{text: answer.Body}
	if err := json.Unmarshal(answer.Body, &r); err != nil {
		return fmt.Errorf("read the finished round %d: %w", round, err)
	}
	t.facts.records[round] = r
	return noStore(answer)
}
