package play

import (
	"context"
	"fmt"
	"slices"

	"cheat/engine"
	"cheat/infra/store"
)

// maxGames is in how many games that are not over a player may hold a seat.
const maxGames = 100

// roomInList refuses a seat to a player who holds too many. Two joins at the same
// moment may exceed the limit.
func (s *Service) roomInList(ctx context.Context, who Caller, id string) error {
	items, _, err := s.Store.Query(ctx, store.Range{
		PK: store.PlayerPK(*who.Owner), From: store.RunningFrom, To: store.RunningTo, Limit: maxGames,
	})
	if err != nil {
		return fmt.Errorf("count games: %w", err)
	}
	if len(items) < maxGames {
		return nil
	}
	games, err := s.Active(ctx, who) // some of the entries may be stale
	if err != nil {
		return err
	}
	s.forget(ctx, who, items, games)
	games = slices.DeleteFunc(games, func(m Mine) bool { return m.ID == id })
	if len(games) >= maxGames {
		return refuse(tooManyGames, "You sit in %d games that are not over; that is the most.", len(games))
	}
	return nil
}

// forget deletes those entries of a player's running games that are in his way for
// nothing, so that there are never many more than he may hold: who leaves a lobby
// keeps his entry, since he may be sitting down again at that moment.
func (s *Service) forget(ctx context.Context, who Caller, entries []store.Item, but []Mine) {
	stale := slices.DeleteFunc(slices.Clone(entries), func(e store.Item) bool {
		return slices.ContainsFunc(but, func(m Mine) bool { return m.ID == store.RunningID(e.SK) })
	})
	_, err := each(ctx, stale, func(ctx context.Context, e store.Item) (struct{}, bool, error) {
		return struct{}{}, false, s.forgetOne(ctx, who, e)
	})
	if err != nil {
		s.Log.WarnContext(ctx, "stale entries of a list were not deleted", "error", err)
	}
}

// forgetOne deletes an entry if its player has no seat in the game and can get none any
// more.
func (s *Service) forgetOne(ctx context.Context, who Caller, e store.Item) error {
	m, err := s.load(ctx, store.RunningID(e.SK), true)
	switch {
	case isCode(err, noSuchGame):
		created := engine.Time(e.Expires-int64(s.Times.Record)) * 1000
		if who.Now < created+hour { // the game may be about to be written
			return nil
		}
	case err != nil:
		return err
	case m.game.Status == engine.Finished && m.seatOf(who.Owner) != engine.NoSeat:
		return s.finishFor(ctx, m, m.seatOf(who.Owner), *who.Owner)
	case m.game.Over() || s.Times.over(m.game, who.Now):
	case m.game.Round() > 0 && m.seatOf(who.Owner) == engine.NoSeat:
	default:
		return nil
	}
	return s.Store.Delete(ctx, e.PK, e.SK)
}
