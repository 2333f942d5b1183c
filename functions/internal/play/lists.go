package play

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"cheat/engine"
	"cheat/infra/store"
)

// atOnce is how many games a list or the sweep opens side by side.
const atOnce = 16

// leastLobbies is how many entries are read at least, so that a run of those that nobody
// can join any more is not read one by one.
const leastLobbies = 10

// Listed is a lobby that anyone may join.
type Listed struct {
	ID        string       `json:"id"`
	Host      string       `json:"host"`
	Seats     int          `json:"seats"`
	Taken     int          `json:"taken"`
	Rules     engine.Rules `json:"rules"`
	CreatedAt engine.Time  `json:"createdAt"`
}

// Mine is one of a player's games.
type Mine struct {
	ID            string        `json:"id"`
	Version       int           `json:"version"`
	Status        engine.Status `json:"status"`
	Names         []string      `json:"names"` // of who sits there, in the order of the seats
	WaitingForYou bool          `json:"waitingForYou"`
	Deadline      *engine.Time  `json:"deadline"`
	UpdatedAt     engine.Time   `json:"updatedAt"`
}

// Lobbies returns a page of the listed games with a free seat, newest first. after
// is the next of the page before, "" for the first; next is "" at the end. Nothing
// is written.
func (s *Service) Lobbies(ctx context.Context, now engine.Time, limit int, after string) (page []Listed, next string, err error) {
	page, next = []Listed{}, after
	for more := true; more && len(page) < limit; more = next != "" {
		var items []store.Item
		items, next, err = s.Store.Query(ctx, store.Range{
			PK: store.LobbyPK, Limit: max(leastLobbies, limit-len(page)), Reverse: true, After: next,
		})
		if err != nil {
			return nil, "", fmt.Errorf("list lobbies: %w", err)
		}
		found, err := each(ctx, items, func(ctx context.Context, item store.Item) (Listed, bool, error) {
			return s.lobby(ctx, item.SK, now)
		})
		if err != nil {
			return nil, "", fmt.Errorf("list lobbies: %w", err)
		}
		page = append(page, found...)
	}
	if len(page) > limit {
		page = page[:limit]
		last := page[limit-1]
		next = store.TimedSK(last.CreatedAt, last.ID)
	}
	return page, next, nil
}

// lobby opens one entry of the list; it is skipped when nobody can join any more.
func (s *Service) lobby(ctx context.Context, sk string, now engine.Time) (Listed, bool, error) {
	at, id, err := store.TimedID(sk)
	if err != nil {
		return Listed{}, false, err
	}
	m, err := s.load(ctx, id, false)
	if s.skips(ctx, err) {
		return Listed{}, false, nil
	}
	if err != nil {
		return Listed{}, false, err
	}
	t := m.game.Table
	joinable := m.game.May(engine.NoSeat, engine.ToJoin, now) == nil
	if !joinable || t.Created != at || s.Times.over(m.game, now) {
		return Listed{}, false, nil
	}
	players := t.Players()
	return Listed{ID: id, Host: players[t.Host].Name, Seats: len(players), Taken: len(named(t)), Rules: t.Rules, CreatedAt: t.Created}, true, nil
}

// skips reports whether a list goes on without a game: it is not there, or its
// records are damaged, which must not take the other games away too.
func (s *Service) skips(ctx context.Context, err error) bool {
	if errors.Is(err, store.ErrDamaged) {
		s.Log.ErrorContext(ctx, "a game is missing from a list", "error", err)
		return true
	}
	return isCode(err, noSuchGame)
}

// Active returns all games of the caller, who must have a token, that are not
// finished: first those that wait for him, by deadline, then the others, newest
// first. What is due is applied to what is shown; nothing is written.
func (s *Service) Active(ctx context.Context, who Caller) ([]Mine, error) {
	items, _, err := s.Store.Query(ctx, store.Range{PK: store.PlayerPK(*who.Owner), From: store.RunningFrom, To: store.RunningTo})
	if err != nil {
		return nil, fmt.Errorf("list games: %w", err)
	}
	list, err := each(ctx, items, func(ctx context.Context, item store.Item) (Mine, bool, error) {
		return s.mine(ctx, store.RunningID(item.SK), who)
	})
	if err != nil {
		return nil, fmt.Errorf("list games: %w", err)
	}
	slices.SortStableFunc(list, func(a, b Mine) int {
		if a.WaitingForYou != b.WaitingForYou {
			if a.WaitingForYou {
				return -1
			}
			return 1
		}
		if a.WaitingForYou {
			return cmp.Or(cmp.Compare(orNever(a.Deadline), orNever(b.Deadline)), cmp.Compare(b.UpdatedAt, a.UpdatedAt), cmp.Compare(a.ID, b.ID))
		}
		return cmp.Or(cmp.Compare(b.UpdatedAt, a.UpdatedAt), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

func orNever(t *engine.Time) engine.Time {
	if t == nil {
		return 1<<63 - 1
	}
	return *t
}

// mine opens one running game of a player; it is skipped when it is over or the
// player has no seat in it.
func (s *Service) mine(ctx context.Context, id string, who Caller) (Mine, bool, error) {
	m, err := s.load(ctx, id, false)
	if s.skips(ctx, err) {
		return Mine{}, false, nil
	}
	if err != nil {
		return Mine{}, false, err
	}
	dry := &Service{Store: readOnly{s.Store}, Random: s.Random, Bots: s.Bots, Times: s.Times, Log: s.Log}
	m, err = dry.catchUp(ctx, m, who.Now)
	if s.skips(ctx, err) {
		return Mine{}, false, nil
	}
	if err != nil {
		return Mine{}, false, err
	}
	seat := m.seatOf(who.Owner)
	if seat == engine.NoSeat || m.game.Over() || s.Times.over(m.game, who.Now) {
		return Mine{}, false, nil
	}
	return m.entry(seat), true, nil
}

// entry is a game in a player's list.
func (m match) entry(seat int) Mine {
	e := Mine{ID: m.game.Table.ID, Version: m.game.Version, Status: m.game.Status, Names: named(m.game.Table), UpdatedAt: m.game.Updated}
	e.WaitingForYou = slices.Contains(m.game.WaitingFor(), seat)
	if d := m.game.Deadline(); d != 0 {
		e.Deadline = &d
	}
	return e
}

// finishedEntry is the list's whole item of a match that is over, the same whoever
// writes it: with the version and the time of its end, whatever came after.
func (s *Service) finishedEntry(m match, o engine.Owner) (store.Item, error) {
	version, at, err := m.matchEnd()
	if err != nil {
		return store.Item{}, err
	}
	e := m.entry(engine.NoSeat)
	e.Version, e.UpdatedAt, e.Deadline = version, at, nil
	body, err := json.Marshal(e)
	if err != nil {
		return store.Item{}, fmt.Errorf("encode entry: %w", err)
	}
	return store.Item{
		PK: store.PlayerPK(o), SK: store.FinishedSK(at, e.ID), Version: int64(version),
		Expires: seconds(at.Add(s.Times.Entry)), Body: body,
	}, nil
}

// matchEnd returns the version and time of the act that ended the match: the newest
// that is not a rematch.
func (m match) matchEnd() (int, engine.Time, error) {
	acts, err := engine.ParseActs(m.round.Acts, m.round.ActsFrom(), 0)
	if err != nil {
		return 0, 0, errUnreadable
	}
	version, at := m.game.Version, m.game.Updated
	for i := len(acts) - 1; i > 0 && acts[i].Kind == engine.ToRematch; i-- {
		version, at = acts[i-1].Version, m.game.Updated-acts[len(acts)-1].At+acts[i-1].At
	}
	return version, at, nil
}

// FinishedGames returns a page of the caller's finished games, newest first.
func (s *Service) FinishedGames(ctx context.Context, who Caller, limit int, after string) (page []Mine, next string, err error) {
	items, next, err := s.Store.Query(ctx, store.Range{
		PK: store.PlayerPK(*who.Owner), From: store.FinishedFrom, To: store.FinishedTo, Limit: limit, Reverse: true, After: after,
	})
	if err != nil {
		return nil, "", fmt.Errorf("list finished games: %w", err)
	}
	page = []Mine{}
	for _, item := range items {
		if item.Expires <= seconds(who.Now) {
			continue
		}
		var e Mine
		if err := json.Unmarshal(item.Body, &e); err != nil {
			s.skips(ctx, fmt.Errorf("%w: an entry: %w", store.ErrDamaged, err))
			continue
		}
		page = append(page, e)
	}
	return page, next, nil
}

// each runs f over items, several at once, and returns what it found, in order.
func each[T any](ctx context.Context, items []store.Item, f func(context.Context, store.Item) (T, bool, error)) ([]T, error) {
	found := make([]*T, len(items))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i, item := range items {
		group.Go(func() error {
			one, ok, err := f(ctx, item)
			if ok {
				found[i] = &one
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	list := []T{}
	for _, one := range found {
		if one != nil {
			list = append(list, *one)
		}
	}
	return list, nil
}
