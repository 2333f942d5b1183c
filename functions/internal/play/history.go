package play

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cheat/engine"
	"cheat/infra/store"
)

// Happened is a page of what happened in a game, as one viewer may know it.
type Happened struct {
	Version int                `json:"version"` // of the game now
	Events  []engine.EventView `json:"events"`
	Next    *int               `json:"next,omitempty"` // the after of the next page, when there is one
}

// Events returns what the caller may know of what happened after a version (0: from
// the start), about limit events: a page holds whole acts.
func (s *Service) Events(ctx context.Context, id string, who Caller, after, limit int) (Happened, error) {
	who.Seen = after
	m, err := s.look(ctx, id, who, false)
	if err != nil {
		return Happened{}, err
	}
	page := Happened{Version: m.game.Version, Events: []engine.EventView{}}
	seat := m.seatOf(who.Owner)
	for first, err := range s.chapters(ctx, m, after) {
		if err != nil {
			return Happened{}, err
		}
		for _, e := range first {
			view := e.For(seat)
			version := view.EventHead().Version
			if version <= after {
				continue
			}
			if n := len(page.Events); n >= limit && version != page.Events[n-1].EventHead().Version {
				next := page.Events[n-1].EventHead().Version
				page.Next = &next
				return page, nil
			}
			page.Events = append(page.Events, view)
		}
	}
	return page, nil
}

// chapters yields the events of the lobby and of each round that may tell of
// something after a version, in order.
func (s *Service) chapters(ctx context.Context, m match, after int) func(func([]engine.Event, error) bool) {
	return func(yield func([]engine.Event, error) bool) {
		t := m.game.Table
		if after < t.Version || m.game.Round() == 0 {
			if !yield(t.Events(), nil) {
				return
			}
		}
		if m.game.Round() == 0 {
			return
		}
		first, err := s.firstRound(ctx, m, after)
		if err != nil {
			yield(nil, err)
			return
		}
		for n := first; n <= m.game.Round(); n++ {
			round := m.round
			if n < m.game.Round() {
				ended, err := s.ended(ctx, m, n)
				if err != nil {
					yield(nil, err)
					return
				}
				round = ended.Round
			}
			between, events, err := s.eventsOf(ctx, t, round)
			if !yield(append(between, events...), err) || err != nil {
				return
			}
		}
	}
}

// firstRound finds the round that tells of the version after another, by halving:
// the rounds' records know from where they tell.
func (s *Service) firstRound(ctx context.Context, m match, after int) (int, error) {
	if after+1 >= m.round.From() {
		return m.game.Round(), nil
	}
	low, high := 1, m.game.Round()-1
	for low < high {
		middle := (low + high) / 2
		ended, err := s.ended(ctx, m, middle)
		if err != nil {
			return 0, err
		}
		if ended.Last > after {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low, nil
}

// ended reads a finished round that the running one has pushed out of the play
// record.
func (s *Service) ended(ctx context.Context, m match, n int) (store.Ended, error) {
	if m.ended != nil && m.ended.Deal.Round == n {
		return *m.ended, nil
	}
	item, ok, err := s.Store.Get(ctx, store.GamePK(m.game.Table.ID), store.RoundSK(n), false)
	if err == nil && !ok {
		item, ok, err = s.Store.Get(ctx, store.GamePK(m.game.Table.ID), store.RoundSK(n), true)
	}
	if err != nil {
		return store.Ended{}, fmt.Errorf("load round: %w", err)
	}
	if !ok {
		return store.Ended{}, fmt.Errorf("load round %d: it is not there", n)
	}
	return store.ParseEnded(m.game.Table, item)
}

// acts returns all acts of a round, read back through its pieces.
func (s *Service) acts(ctx context.Context, t *engine.Table, r store.Round) ([]engine.Act, error) {
	texts := []string{r.Acts}
	for sk := r.Piece; sk != ""; {
		item, ok, err := s.Store.Get(ctx, store.GamePK(t.ID), sk, false)
		if err == nil && !ok {
			item, ok, err = s.Store.Get(ctx, store.GamePK(t.ID), sk, true)
		}
		if err != nil {
			return nil, fmt.Errorf("load history: %w", err)
		}
		if !ok {
			return nil, fmt.Errorf("load history: piece %s is not there", sk)
		}
		piece, err := store.ParsePiece(item)
		if err != nil {
			return nil, fmt.Errorf("load history: %w", err)
		}
		texts = append([]string{piece.Acts}, texts...)
		sk = piece.Before
	}
	acts, err := engine.ParseActs(strings.Join(texts, ""), r.Deal.Version+1, r.Deal.At)
	stranger := func(a engine.Act) bool { return a.Seat >= len(r.Deal.Seats) }
	if err != nil || slices.ContainsFunc(acts, stranger) {
		return nil, errUnreadable
	}
	return acts, nil
}

// errUnreadable is the error of a history that is no history. It does not repeat what
// stands there: cards.
var errUnreadable = fmt.Errorf("load history: %w", store.ErrDamaged)

// replay plays a round again.
func (s *Service) replay(ctx context.Context, t *engine.Table, r store.Round) (engine.Game, []engine.Moment, error) {
	acts, err := s.acts(ctx, t, r)
	if err != nil {
		return engine.Game{}, nil, err
	}
	dealt := engine.Begin(t, r.Deal)
	moments, err := engine.Replay(dealt, acts)
	return dealt, moments, err
}

// eventsOf returns the events of a round from its deal on, and those between the end
// of the round before and the deal.
func (s *Service) eventsOf(ctx context.Context, t *engine.Table, r store.Round) (between, round []engine.Event, err error) {
	left, err := engine.ParseActs(r.Before.Acts, r.Before.Version+1, r.Before.At)
	if err != nil {
		return nil, nil, errUnreadable
	}
	dealt, moments, err := s.replay(ctx, t, r)
	if err != nil {
		return nil, nil, err
	}
	for _, a := range left {
		between = append(between, engine.LeftBetween(a))
	}
	round = append(round, dealt.DealEvent())
	for _, moment := range moments {
		round = append(round, moment.Events...)
	}
	return between, round, nil
}

// Round returns a finished round, opened whole, for anybody. A round that still
// runs is refused as round-not-over, one beyond it as no-such-round.
func (s *Service) Round(ctx context.Context, id string, who Caller, n int) (engine.OpenRound, error) {
	for strong := false; ; strong = true {
		m, err := s.look(ctx, id, who, strong)
		if err != nil {
			return engine.OpenRound{}, err
		}
		round, last, err := s.finishedRound(ctx, m, n)
		if err != nil && settled(err) && !m.strong {
			continue
		}
		if err != nil {
			return engine.OpenRound{}, s.refused(m, who, err)
		}
		dealt, moments, err := s.replay(ctx, m.game.Table, round)
		if err != nil {
			return engine.OpenRound{}, err
		}
		acts := last - round.Deal.Version
		if acts < 1 || acts > len(moments) {
			return engine.OpenRound{}, errUnreadable
		}
		if ended, _ := moments[acts-1].Game.Ended(); ended != last {
			return engine.OpenRound{}, errUnreadable
		}
		return engine.Open(dealt, moments[:acts]), nil
	}
}

// finishedRound returns the history of a finished round and the version of its end.
func (s *Service) finishedRound(ctx context.Context, m match, n int) (store.Round, int, error) {
	last, _ := m.game.Ended()
	switch {
	case n < 1 || n > m.game.Round():
		return store.Round{}, 0, refuse(noSuchRound, "The match has not come to round %d.", n)
	case n < m.game.Round():
		ended, err := s.ended(ctx, m, n)
		return ended.Round, ended.Last, err
	case last == 0:
		return store.Round{}, 0, refuse(engine.RoundNotOver, "Round %d is still being played.", n)
	}
	return m.round, last, nil
}
