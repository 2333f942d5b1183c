package play

import (
	"context"
	"fmt"

	"cheat/engine"
	"cheat/infra/store"
)

// match is one game with its records, as loaded or on the way to being saved. It is
// a value; what it points to is never changed in place.
type match struct {
	head   store.Head
	game   engine.Game
	round  store.Round  // none in the lobby
	memory store.Memory // of the play record

	strong bool // the records were read strongly
	stored stored

	ended  *store.Ended   // a round to be put away before this is saved
	events []engine.Event // of the running round, once somebody needed them
}

// stored is what the storage has of a match.
type stored struct {
	isNew  bool // nothing yet
	game   engine.Game
	round  store.Round
	hasRow bool // there is a play record
}

// dirty reports whether there is something to save.
func (m match) dirty() bool {
	return m.stored.isNew || m.game.Version != m.stored.game.Version
}

// load reads a game. Without one it refuses as no-such-game.
func (s *Service) load(ctx context.Context, id string, strong bool) (match, error) {
	if !isID(id) {
		return match{}, refuse(noSuchGame, "There is no game with this id.")
	}
	items, _, err := s.Store.Query(ctx, store.Range{PK: store.GamePK(id), From: store.HeadSK, To: store.PlaySK, Strong: strong})
	if err != nil {
		return match{}, fmt.Errorf("load game: %w", err)
	}
	if len(items) == 0 || items[0].SK != store.HeadSK {
		return match{}, refuse(noSuchGame, "There is no game with this id.")
	}
	var row store.Item
	if len(items) > 1 {
		row = items[1]
	}
	m, err := s.recent.read(items[0], row)
	if err != nil {
		return match{}, fmt.Errorf("load game: %w", err)
	}
	if m.game.Round() == 0 && row.SK != "" && !strong { // the head was read from before the start
		return s.load(ctx, id, true)
	}
	m.strong = strong
	return m, nil
}

// seatOf returns the seat of an owner who is still in the match, else NoSeat.
func (m match) seatOf(o *engine.Owner) int {
	if o == nil {
		return engine.NoSeat
	}
	seat, ok := m.game.Table.SeatOf(*o)
	if !ok || m.game.Away(seat) {
		return engine.NoSeat
	}
	return seat
}

// recall returns what is remembered of a command of a seat.
func (m match) recall(seat int, key store.Key) (store.Remembered, bool) {
	if r, ok := m.memory.Find(seat, key); ok {
		return r, true
	}
	return m.head.Memory.Find(seat, key)
}

// remember notes a command of a seat that has just been applied.
func (m match) remember(r store.Remembered) match {
	if m.game.Table.Version == m.game.Version { // an act of the lobby, or the start
		m.head.Memory = m.head.Memory.With(r)
	} else {
		m.memory = m.memory.With(r)
	}
	return m
}

// apply carries out one action: the engine's judgement, and the history.
func (m match) apply(a engine.Action, at engine.Time) (match, error) {
	before := m.game
	next, events, err := before.Apply(a, at)
	if err != nil {
		return match{}, err
	}
	if before.Round() == 0 {
		m.head.Memory = m.head.Memory.Moved(func(seat int) (int, bool) {
			return next.Table.SeatOf(before.Table.Players()[seat].Owner)
		})
	}
	m.game, m.head.Table = next, next.Table
	switch {
	case before.Round() == 0 && next.Round() == 0:
		m.events = nil
	case next.Round() != before.Round():
		if before.Round() > 0 {
			m = m.putAway(before)
		}
		m.round.Deal = next.LastDeal()
		m.events = events[len(events)-1:]
	default:
		acts := engine.AppendAct([]byte(m.round.Acts), engine.Act{Version: next.Version, At: next.Updated, Action: a}, before.Updated)
		m.round.Acts = string(acts)
		if m.events != nil {
			m.events = append(m.events[:len(m.events):len(m.events)], events...)
		}
	}
	return m, nil
}

// putAway takes the round that is over out of the play record, now that the next
// one has been dealt. What happened after its end goes with the next round, so that
// the finished one is the same whoever puts it away.
func (m match) putAway(over engine.Game) match {
	last, at := over.Ended()
	done := m.round
	var after string
	done.Acts, after = engine.SplitActs(m.round.Acts, last-m.round.ActsFrom()+1)
	m.ended = &store.Ended{Round: done, Last: last}
	m.round = store.Round{Before: store.Interval{Version: last, At: at, Acts: after}}
	return m
}
