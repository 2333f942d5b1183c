package play

import (
	"context"
	"errors"
	"fmt"

	"cheat/engine"
	"cheat/infra/store"
)

// Sizes of the play record in bytes. DynamoDB takes one write unit for each
// started 1,024 of an item, names of attributes included.
const (
	writeUnit = 1024
	tailRoom  = 256 // room that a history gets at least before it is moved away
)

// save writes what changed since m was loaded, if the stored version is still that
// one, and returns m as it is stored now. Records that only point are written
// first, what can be cleared away goes last: a crash in between leaves a pointer to
// nothing, or a stale one, and lists and the sweep skip or mend those.
//
// store.ErrConflict, store.ErrExists and ErrUnavailable all mean that it is unknown
// whether the write has happened.
func (s *Service) save(ctx context.Context, m match) (match, error) {
	if !m.dirty() {
		return m, nil
	}
	if err := s.point(ctx, m); err != nil {
		return match{}, fmt.Errorf("save game: pointers: %w", err)
	}
	m, err := s.decide(ctx, m)
	if err != nil {
		return match{}, fmt.Errorf("save game: %w", err)
	}
	if err := s.clear(ctx, m); err != nil {
		s.Log.WarnContext(ctx, "left to the sweep", "error", err)
	}
	m.stored = stored{game: m.game, round: m.round, hasRow: m.stored.hasRow}
	m.ended = nil
	return m, nil
}

// point writes what has to be there before the decision.
func (s *Service) point(ctx context.Context, m match) error {
	t, was := m.game.Table, m.stored.game.Table
	for _, p := range t.Players() {
		if p.Kind != engine.Human || was != nil && seated(was, p.Owner) {
			continue
		}
		if err := s.Store.Put(ctx, s.runningEntry(t, p.Owner)); err != nil {
			return err
		}
	}
	if m.stored.isNew {
		end := s.Times.end(engine.Lobby(t))
		if err := s.Store.Put(ctx, s.wakeUp(end, t.ID)); err != nil {
			return err
		}
		if m.head.Listed && m.game.Status == engine.InLobby {
			listed := store.Item{PK: store.LobbyPK, SK: store.TimedSK(t.Created, t.ID), Expires: seconds(end)}
			if err := s.Store.Put(ctx, listed); err != nil {
				return err
			}
		}
	}
	if started(m) && t.Rules.TurnSeconds > 0 {
		if err := s.Store.Put(ctx, s.wakeUp(t.Started.Add(t.Rules.TurnSeconds), t.ID)); err != nil {
			return err
		}
	}
	if m.ended != nil {
		item := m.ended.Item(t.ID)
		item.Expires = s.kept(t)
		if err := s.Store.Put(ctx, item); err != nil {
			return err
		}
	}
	return nil
}

// decide makes the one conditional write. Where the start and first acts of bots
// come together the head is the decision; acts that are then not saved stay due.
func (s *Service) decide(ctx context.Context, m match) (match, error) {
	if m.stored.isNew || m.stored.game.Version < m.game.Table.Version {
		if err := s.putHead(ctx, m); err != nil {
			return match{}, err
		}
		if m.game.Version > m.game.Table.Version {
			if err := s.putPlay(ctx, &m); err != nil {
				s.Log.WarnContext(ctx, "first acts of bots were not saved", "error", err)
			}
		}
		return m, nil
	}
	err := s.putPlay(ctx, &m)
	return m, err
}

func (s *Service) putHead(ctx context.Context, m match) error {
	item := m.head.Item()
	item.Expires = s.kept(m.game.Table)
	if m.game.Round() == 0 { // the sweep still needs it when it clears up
		item.Expires = seconds(s.Times.end(m.game).Add(day))
	}
	if m.stored.isNew {
		return s.Store.PutNew(ctx, item)
	}
	return s.Store.PutIf(ctx, item, int64(m.stored.game.Version))
}

// putPlay writes the play record. If its history has grown too long, the part that
// is stored already is first put away as a piece: its bytes are the same whoever
// does it, and however late.
func (s *Service) putPlay(ctx context.Context, m *match) error {
	item := s.playItem(*m)
	was := m.stored.round
	spills := item.Size() > roomFor(item.Size()-len(m.round.Acts)) && len(was.Acts) >= tailRoom/2 &&
		m.ended == nil && running(m.stored.game)
	if spills {
		piece := store.Piece{From: was.ActsFrom(), To: m.stored.game.Version, Before: was.Piece, Acts: was.Acts}
		put := piece.Item(m.game.Table.ID)
		put.Expires = s.kept(m.game.Table)
		if err := s.Store.Put(ctx, put); err != nil {
			return err
		}
		m.round.Piece = put.SK
		m.round.Acts = m.round.Acts[len(was.Acts):]
		item = s.playItem(*m)
	}
	var err error
	if m.stored.hasRow {
		err = s.Store.PutIf(ctx, item, int64(m.stored.game.Version))
	} else {
		err = s.Store.PutNew(ctx, item)
	}
	if err == nil {
		m.stored.hasRow = true
	}
	return err
}

func (s *Service) playItem(m match) store.Item {
	item := store.Play{Game: m.game, Round: m.round, Memory: m.memory}.Item()
	item.Expires = seconds(s.Times.row(m.game))
	return item
}

// roomFor returns the size up to which a record may grow whose part besides the
// history has so many bytes: whole write units, with some room for the history.
func roomFor(fixed int) int {
	return (fixed + tailRoom + writeUnit - 1) / writeUnit * writeUnit
}

// clear removes what points to a lobby or a match that is over, and enters the
// match into its players' lists.
func (s *Service) clear(ctx context.Context, m match) error {
	t := m.game.Table
	var errs []error
	if m.head.Listed && (started(m) || m.game.Status == engine.Cancelled) {
		errs = append(errs, s.Store.Delete(ctx, store.LobbyPK, store.TimedSK(t.Created, t.ID)))
	}
	switch {
	case m.game.Status == engine.Cancelled && m.stored.game.Table != nil:
		for _, p := range m.stored.game.Table.Players() {
			if p.Kind == engine.Human {
				errs = append(errs, s.Store.Delete(ctx, store.PlayerPK(p.Owner), store.RunningSK(t.ID)))
			}
		}
	case m.game.Status == engine.Finished && m.stored.game.Status != engine.Finished:
		errs = append(errs, s.finish(ctx, m))
	}
	return errors.Join(errs...)
}

// finish moves a finished match in its players' lists.
func (s *Service) finish(ctx context.Context, m match) error {
	var errs []error
	for seat, p := range m.game.Table.Players() {
		if p.Kind == engine.Human {
			errs = append(errs, s.finishFor(ctx, m, seat, p.Owner))
		}
	}
	return errors.Join(errs...)
}

// finishFor moves a finished match in one player's list. Who has left finds it there
// no more. The running entry goes last: as long as it is there, something may be
// left to do.
func (s *Service) finishFor(ctx context.Context, m match, seat int, o engine.Owner) error {
	if !m.game.Away(seat) {
		entry, err := s.finishedEntry(m, o)
		if err == nil {
			err = s.Store.Put(ctx, entry)
		}
		if err != nil {
			return err
		}
	}
	return s.Store.Delete(ctx, store.PlayerPK(o), store.RunningSK(m.game.Table.ID))
}

// started reports whether the acts that are to be saved have started the game.
func started(m match) bool {
	return m.game.Round() > 0 && (m.stored.isNew || m.stored.game.Round() == 0)
}

func running(g engine.Game) bool {
	return g.Status == engine.Playing || g.Status == engine.LastCall
}

func seated(t *engine.Table, o engine.Owner) bool {
	_, ok := t.SeatOf(o)
	return ok
}

// kept is the time to live of what never changes once it is written.
func (s *Service) kept(t *engine.Table) int64 { return seconds(t.Created.Add(s.Times.Record)) }

func (s *Service) runningEntry(t *engine.Table, o engine.Owner) store.Item {
	return store.Item{PK: store.PlayerPK(o), SK: store.RunningSK(t.ID), Expires: s.kept(t)}
}

func (s *Service) wakeUp(at engine.Time, id string) store.Item {
	return store.Item{PK: store.WakeUpPK, SK: store.TimedSK(at, id), Expires: seconds(at.Add(s.Times.WakeUp))}
}
