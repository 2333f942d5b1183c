package play

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"cheat/engine"
	"cheat/infra/store"
)

// hour in milliseconds: how long a wake-up for a game that has not started yet is
// kept beyond its time, since its game may be about to be written.
const hour engine.Time = 60 * 60 * 1000

// Swept counts what a sweep did.
type Swept struct {
	Woken  int         // wake-ups that were due
	Failed int         // of these, left to the next sweep
	Lag    engine.Time // milliseconds by which the oldest was late
}

// Sweep wakes the games whose time has come: it applies what is due, completes what
// a crash left out, and sets each game's next wake-up. It goes on until no wake-up
// is due or the context ends; what it did not reach is left to the next sweep.
func (s *Service) Sweep(ctx context.Context, now engine.Time) (Swept, error) {
	var done Swept
	var failed atomic.Int64
	for after := ""; ; {
		items, next, err := s.Store.Query(ctx, store.Range{PK: store.WakeUpPK, To: store.TimedTo(now), Limit: 100, After: after, Strong: true})
		if err != nil {
			return done, fmt.Errorf("sweep: %w", err)
		}
		group, inner := errgroup.WithContext(ctx)
		group.SetLimit(atOnce)
		for _, item := range items {
			at, id, err := store.TimedID(item.SK)
			if err != nil {
				return done, fmt.Errorf("sweep: %w", err)
			}
			done.Woken++
			done.Lag = max(done.Lag, now-at)
			group.Go(func() error {
				if err := s.wake(inner, id, at, now); err != nil {
					failed.Add(1)
					s.Log.WarnContext(ctx, "a game was not woken", "error", err)
				}
				return nil
			})
		}
		_ = group.Wait()
		done.Failed = int(failed.Load())
		if next == "" || ctx.Err() != nil {
			return done, nil
		}
		after = next
	}
}

// wake brings one game up to date for a wake-up, puts the next wake-up and only
// then deletes this one, so that a running game is never without.
func (s *Service) wake(ctx context.Context, id string, at, now engine.Time) error {
	next, err := s.tend(ctx, id, at, now)
	if err != nil {
		return err
	}
	switch {
	case next == at:
		return nil
	case next != 0:
		if err := s.Store.Put(ctx, s.wakeUp(next, id)); err != nil {
			return err
		}
	}
	return s.Store.Delete(ctx, store.WakeUpPK, store.TimedSK(at, id))
}

// tend applies what is due and clears up. It returns when the game has to be looked
// after next, 0 for never.
func (s *Service) tend(ctx context.Context, id string, at, now engine.Time) (engine.Time, error) {
	for range tries {
		m, err := s.load(ctx, id, true)
		if isCode(err, noSuchGame) {
			if now < at+hour {
				return at, nil
			}
			return 0, nil
		}
		if err == nil {
			m, err = s.catchUp(ctx, m, now)
		}
		if err == nil {
			m, err = s.save(ctx, m)
		}
		if conflicted(err) {
			continue
		}
		if err != nil {
			return 0, err
		}
		return s.next(ctx, m, at, now)
	}
	return 0, fmt.Errorf("tend game: %w", ErrUnavailable)
}

// next completes what a crash may have left out and says when to come again.
func (s *Service) next(ctx context.Context, m match, at, now engine.Time) (engine.Time, error) {
	g := m.game
	if g.Status == engine.InLobby && !s.Times.over(g, now) {
		if now < at+hour {
			return at, nil // the start that wrote this wake-up may be under way
		}
		return s.Times.end(g), nil
	}
	var errs []error
	if m.head.Listed {
		errs = append(errs, s.Store.Delete(ctx, store.LobbyPK, store.TimedSK(g.Table.Created, g.Table.ID)))
	}
	switch {
	case g.Status == engine.Finished:
		errs = append(errs, s.finish(ctx, m))
	case g.Status == engine.Cancelled, s.Times.over(g, now):
		for _, p := range g.Table.Players() {
			if p.Kind == engine.Human {
				errs = append(errs, s.Store.Delete(ctx, store.PlayerPK(p.Owner), store.RunningSK(g.Table.ID)))
			}
		}
	default:
		next := s.Times.end(g)
		if d := g.Deadline(); d != 0 {
			next = min(next, d, now.Add(g.Table.Rules.TurnSeconds))
		}
		return next, nil
	}
	return 0, errors.Join(errs...)
}
