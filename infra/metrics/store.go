package metrics

import (
	"context"
	"errors"
	"strings"

	"cheat/infra/store"
)

// Store returns a store that tells the meter what is written to next.
func (m *Meter) Store(next store.Store) store.Store {
	if m.namespace == "" {
		return next
	}
	return &metered{Store: next, meter: m}
}

type metered struct {
	store.Store
	meter *Meter
}

func (s *metered) PutNew(ctx context.Context, item store.Item) error {
	err := s.Store.PutNew(ctx, item)
	s.wrote(item, err)
	if err == nil && item.SK == store.HeadSK {
		s.meter.add(GamesMade, 1)
	}
	return err
}

func (s *metered) PutIf(ctx context.Context, item store.Item, version int64) error {
	err := s.Store.PutIf(ctx, item, version)
	s.wrote(item, err)
	return err
}

func (s *metered) Put(ctx context.Context, item store.Item) error {
	err := s.Store.Put(ctx, item)
	s.wrote(item, err)
	return err
}

// Delete also notices the end of a match: only then is the entry of a running game
// taken away behind a write of the play. (A lobby that is cancelled writes its
// head, and the sweep, when it clears up once more, writes nothing.)
func (s *metered) Delete(ctx context.Context, pk, sk string) error {
	err := s.Store.Delete(ctx, pk, sk)
	if id, running := strings.CutPrefix(sk, store.RunningFrom); err == nil && running && s.meter.ended(store.GamePK(id)) {
		s.meter.add(GamesFinished, 1)
	}
	return err
}

// wrote notes a write, of the game's own parts with its size.
func (s *metered) wrote(item store.Item, err error) {
	switch {
	case errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrExists):
		s.meter.add(Conflicts, 1)
	case err == nil && strings.HasPrefix(item.PK, store.GamePK("")):
		s.meter.add(RecordBytes, float64(item.Size()))
		if item.SK == store.PlaySK {
			s.meter.note(item.PK)
		}
	}
}

// note remembers that a game's play was written.
func (m *Meter) note(pk string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.played) >= mostPlayed {
		m.played = map[string]bool{}
	}
	m.played[pk] = true
}

// ended reports, once, whether a game's play was written.
func (m *Meter) ended(pk string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	was := m.played[pk]
	delete(m.played, pk)
	return was
}
