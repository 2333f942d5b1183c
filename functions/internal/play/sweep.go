package play

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"cheat/engine"
	"cheat/infra/store"
)

// hour in milliseconds: how long a wake-up for a game that has not started yet is
// kept beyond its time, since its game may be about to be written.
const hour engine.Time = 60 * 60 * 1000

// Swept counts what a sweep did. Wake-ups that are kept on purpose are not in it.
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
	var mu sync.Mutex
	woken := func(lag engine.Time, failed int) {
		mu.Lock()
		defer mu.Unlock()
		done.Woken++
		done.Failed += failed
		done.Lag = max(done.Lag, lag)
	}
	for after := ""; ; {
		items, next, err := s.Store.Query(ctx, store.Range{PK: store.WakeUpPK, To: store.TimedTo(now), Limit: 100, After: after, Strong: true})
		if err != nil {
			return done, fmt.Errorf("sweep: %w", err)
		}
		group, inner := errgroup.WithContext(ctx)
		group.SetLimit(atOnce)
		for _, item := range items {
			at, id, err := store.TimedID(item.SK)
			if err != nil { // it must not keep the others from being woken
				woken(0, 1)
				s.Log.ErrorContext(ctx, "a wake-up cannot be read", "error", err)
				continue
			}
			group.Go(func() error {
				switch kept, err := s.wake(inner, id, at, now); {
				case err != nil:
					woken(now-at, 1)
					s.Log.WarnContext(ctx, "a game was not woken", "error", err)
				case !kept:
					woken(now-at, 0)
				}
				return nil
			})
		}
		_ = group.Wait()
		if next == "" || ctx.Err() != nil {
			return done, nil
		}
		after = next
	}
}

// wake brings one game up to date for a wake-up, puts the next wake-up and only
// then deletes this one, so that a running game is never without. It reports whether
// the wake-up is kept, since the game may be about to be written.
func (s *Service) wake(ctx context.Context, id string, at, now engine.Time) (kept bool, err error) {
	next, err := s.tend(ctx, id, at, now)
	if err != nil {
		return false, err
	}
	switch {
	case next == at:
		return true, nil
	case next != 0:
		if err := s.Store.Put(ctx, s.wakeUp(next, id)); err != nil {
			return false, err
		}
	}
	return false, s.Store.Delete(ctx, store.WakeUpPK, store.TimedSK(at, id))
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
	g, end := m.game, s.Times.end(m.game)
	switch over := now >= end; {
	case over && !g.Over() && now < end+hour:
		return end + hour, nil // a last command, even the start, may be under way
	case over || g.Over():
		return 0, s.tidy(ctx, m)
	case g.Status == engine.InLobby && now < at+hour:
		return at, nil // the start that wrote this wake-up may be under way
	case g.Status == engine.InLobby:
		return end, nil
	}
	if err := s.unlist(ctx, m); err != nil {
		return 0, err
	}
	next := end
	if d := g.Deadline(); d != 0 {
		next = min(next, d, now.Add(g.Table.Rules.TurnSeconds))
	}
	return next, nil
}

// tidy clears away what still points to a game that is over. It looks first: mostly
// nothing was left over, and a write costs five times a read.
func (s *Service) tidy(ctx context.Context, m match) error {
	t := m.game.Table
	errs := []error{s.unlist(ctx, m)}
	for seat, p := range t.Players() {
		if p.Kind != engine.Human {
			continue
		}
		_, left, err := s.Store.Get(ctx, store.PlayerPK(p.Owner), store.RunningSK(t.ID), true)
		switch {
		case err != nil || !left:
		case m.game.Status == engine.Finished:
			err = s.finishFor(ctx, m, seat, p.Owner)
		default:
			err = s.Store.Delete(ctx, store.PlayerPK(p.Owner), store.RunningSK(t.ID))
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// unlist takes a game that is no lobby any more out of the list, should it still be
// there.
func (s *Service) unlist(ctx context.Context, m match) error {
	if !m.head.Listed {
		return nil
	}
	sk := store.TimedSK(m.game.Table.Created, m.game.Table.ID)
	_, left, err := s.Store.Get(ctx, store.LobbyPK, sk, true)
	if err == nil && left {
		err = s.Store.Delete(ctx, store.LobbyPK, sk)
	}
	return err
}
