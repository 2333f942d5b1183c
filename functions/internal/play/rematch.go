package play

import (
	"context"
	"errors"

	"cheat/engine"
	"cheat/infra/store"
)

// Rematch seats the caller in the game that follows a finished one: the first who
// asks makes it, all others join it.
func (s *Service) Rematch(ctx context.Context, id string, who Caller, entropy string) (Answer, error) {
	old, err := s.look(ctx, id, who, false)
	if err != nil {
		return Answer{}, err
	}
	next, p, err := s.follow(old, who, entropy)
	if err != nil && !old.strong {
		if old, err = s.look(ctx, id, who, true); err != nil {
			return Answer{}, err
		}
		next, p, err = s.follow(old, who, entropy)
	}
	if err != nil {
		return Answer{}, s.refused(old, who, err)
	}
	unkeyed := who
	unkeyed.Key = ""
	if who.Key != "" { // it was sent for the old game: no key that a client sends for the next one has a space
		who.Key = "rematch " + who.Key
	}
	answer, err := s.sitDown(ctx, who, next, p)
	if err != nil {
		return Answer{}, s.refused(old, who, err) // with the view of the game that was asked about
	}
	if old.game.Rematch == "" {
		_, err = s.do(ctx, unkeyed, command{id: id, kind: engine.ToRematch, action: func(m match, seat int) (engine.Action, error) {
			if m.game.Rematch != "" {
				return engine.Action{}, errNothing
			}
			return engine.Action{Kind: engine.ToRematch, Seat: seat, ID: next.ID}, nil
		}})
	}
	return answer, err
}

// follow returns what the game after a finished one is made of, and the caller as
// its player.
func (s *Service) follow(old match, who Caller, entropy string) (engine.Setup, engine.Player, error) {
	seat := old.seatOf(who.Owner)
	if seat == engine.NoSeat {
		return engine.Setup{}, engine.Player{}, refuse(notAPlayer, "You hold no seat in this game.")
	}
	if who.Key != "" { // remembered here of other requests only: a rematch is remembered by the next game
		note := store.Remembered{Key: store.KeyOf(who.Key), Print: store.PrintOf(who.Request)}
		if _, err := old.replayed(seat, note); err != nil {
			return engine.Setup{}, engine.Player{}, err
		}
	}
	if err := old.game.May(seat, engine.ToRematch, who.Now); err != nil {
		return engine.Setup{}, engine.Player{}, err
	}
	t := old.game.Table
	seed := t.Seed(t.Rules.Rounds)
	setup := engine.Setup{ID: gameID("rematch", seed[:]), Options: t.Options}
	players := t.Players()
	for i, p := range players {
		if old.game.Away(i) {
			continue
		}
		setup.Seats++
		if p.Kind == engine.Bot {
			setup.Bots = append(setup.Bots, p)
		}
	}
	if setup.Seats < 2 {
		return engine.Setup{}, engine.Player{}, refuse(engine.TooFewPlayers, "Fewer than two players are left for a rematch.")
	}
	setup.Host = engine.Player{Name: players[seat].Name, Kind: engine.Human, Owner: *who.Owner, Entropy: entropy}
	return setup, setup.Host, nil
}

// sitDown joins the next game, or makes it.
func (s *Service) sitDown(ctx context.Context, who Caller, next engine.Setup, p engine.Player) (Answer, error) {
	join := func() (Answer, error) {
		answer, err := s.Join(ctx, next.ID, who, p.Name, p.Entropy)
		switch {
		case isCode(err, gameExpired):
			return Answer{}, refuse(engine.GameOver, "The time of the rematch is over.")
		case !isCode(err, engine.AlreadySeated):
			return answer, err
		}
		m, err := s.look(ctx, next.ID, who, true)
		switch {
		case err != nil:
		case m.game.Over():
			err = refuse(engine.GameOver, "The rematch is over itself.")
		case m.seatOf(who.Owner) == engine.NoSeat:
			err = refuse(engine.AlreadySeated, "You have left the rematch.")
		}
		if err != nil {
			return Answer{}, err
		}
		return s.answer(m, who), nil
	}
	answer, err := join()
	if !isCode(err, noSuchGame) {
		return answer, err
	}
	if err := s.roomInList(ctx, who, next.ID); err != nil {
		return Answer{}, err
	}
	note, err := s.note(who)
	if err != nil {
		return Answer{}, err
	}
	answer, err = s.establish(ctx, who, next, false, note)
	if errors.Is(err, store.ErrExists) {
		return join()
	}
	return answer, err
}
