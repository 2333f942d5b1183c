package play

import (
	"context"
	"fmt"

	"cheat/engine"
)

// catchUp applies all that is due by now, in order, each act at its own time, so
// that it does not matter who finds it or when. What it returns is not saved yet,
// but for whole rounds: a save never spans a deal.
func (s *Service) catchUp(ctx context.Context, m match, now engine.Time) (match, error) {
	if !m.stored.isNew && !m.stored.hasRow && s.Times.over(m.stored.game, now) {
		return m, nil // a play record may have been there, and deleted: its first deal is not played again
	}
	for !m.game.Idle(now) {
		due, _ := m.game.Due()
		if s.Times.over(m.game, due.At) {
			return m, nil
		}
		a := due.Action
		var err error
		switch {
		case due.Bot:
			a, err = s.askBot(ctx, &m, due)
		case a.Kind == engine.ToDeal:
			m, err = s.save(ctx, m)
		}
		if err != nil {
			return match{}, err
		}
		if m, err = m.apply(a, due.At); err != nil {
			return match{}, fmt.Errorf("due act: %w", err)
		}
	}
	return m, nil
}

// askBot returns what a bot does now, by what its seat may know.
func (s *Service) askBot(ctx context.Context, m *match, due engine.Due) (engine.Action, error) {
	if m.events == nil {
		_, events, err := s.eventsOf(ctx, m.game.Table, m.round)
		if err != nil {
			return engine.Action{}, err
		}
		m.events = events
	}
	level := m.game.Table.Players()[due.Action.Seat].Level
	a, err := m.game.AskBot(due, level, m.events, s.Bots.Decide)
	if err != nil {
		return engine.Action{}, fmt.Errorf("bot: %w", err)
	}
	return a, nil
}
