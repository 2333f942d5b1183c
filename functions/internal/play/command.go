package play

import (
	"context"
	"errors"
	"fmt"
	"io"

	"cheat/engine"
	"cheat/infra/store"
)

// tries is how often a command is judged anew because somebody else was faster.
const tries = 10

// command is what somebody wants done to a game.
type command struct {
	id      string
	kind    engine.ActionKind
	sighted bool // needs the version that the caller saw
	open    bool // for callers without a seat too
	target  *int // the seat that the command speaks of; one that is not there is refused first
	// action makes the action of a seat on the newest record. It may refuse.
	action func(m match, seat int) (engine.Action, error)
}

// do carries a command out: load, apply what is due, judge, save. No refusal that
// rests on the record leaves on a read that may be late. After a failed condition
// the newest record tells by the command's key whether it was carried out after
// all; if not, it is judged again, so that a decision about a version is never
// applied to one that the caller has not seen.
func (s *Service) do(ctx context.Context, who Caller, c command) (Answer, error) {
	note, err := s.note(who)
	if err != nil {
		return Answer{}, err
	}
	strong := false
	for range tries {
		m, err := s.load(ctx, c.id, strong)
		if err == nil {
			var done Answer
			if done, err = s.attempt(ctx, m, who, c, note); err == nil {
				return done, nil
			}
		}
		switch {
		case conflicted(err):
		case settled(err) && !strong:
		default:
			return Answer{}, err
		}
		strong = true
	}
	return Answer{}, fmt.Errorf("command: %w: others were faster %d times", ErrUnavailable, tries)
}

// note is how this command will be remembered; without a key it gets a random one,
// so that a lost answer can be told from a lost race.
func (s *Service) note(who Caller) (store.Remembered, error) {
	if who.Key != "" {
		return store.Remembered{Key: store.KeyOf(who.Key), Print: store.PrintOf(who.Request)}, nil
	}
	r := store.Remembered{Random: true}
	if _, err := io.ReadFull(s.Random, r.Key[:]); err != nil {
		return store.Remembered{}, fmt.Errorf("random bytes: %w", err)
	}
	return r, nil
}

// attempt judges a command on one record and saves what it does.
func (s *Service) attempt(ctx context.Context, m match, who Caller, c command, note store.Remembered) (Answer, error) {
	m, err := s.catchUp(ctx, m, who.Now)
	if err != nil {
		return Answer{}, err
	}
	if s.Times.over(m.game, who.Now) {
		return Answer{}, refuse(gameExpired, "The time of this game is over.")
	}
	if c.target != nil && (*c.target < 0 || *c.target >= m.game.Seats()) {
		return Answer{}, refuse(engine.NoSuchSeat, "The seats of this game are 0 to %d.", m.game.Seats()-1)
	}
	seat := m.seatOf(who.Owner)
	if replayed, err := m.replayed(seat, note); replayed || err != nil {
		answer := s.answer(m, who)
		answer.Replayed = replayed && !note.Random
		return answer, err
	}
	if seat == engine.NoSeat && !c.open {
		return Answer{}, refuse(notAPlayer, "You hold no seat in this game.")
	}
	if err := m.game.May(seat, c.kind, who.Now); isCode(err, engine.NotTheHost) { // before any 412
		return Answer{}, err
	}
	if err := m.seen(who, c); err != nil {
		return Answer{}, s.refused(m, who, err)
	}
	a, err := c.action(m, seat)
	if errors.Is(err, errNothing) && m.strong {
		return s.answer(m, who), nil
	}
	if err != nil {
		return Answer{}, s.refused(m, who, err)
	}
	if c.kind == engine.ToDeal { // one save never spans a deal
		if m, err = s.save(ctx, m); err != nil {
			return Answer{}, err
		}
	}
	next, err := m.apply(a, who.Now)
	if err != nil {
		return Answer{}, s.refused(m, who, err)
	}
	if note.Seat = next.seatOf(who.Owner); note.Seat != engine.NoSeat {
		next = next.remember(note)
	}
	if next, err = s.catchUp(ctx, next, who.Now); err != nil {
		return Answer{}, err
	}
	if next, err = s.save(ctx, next); err != nil {
		return Answer{}, err
	}
	return s.answer(next, who), nil
}

// replayed reports whether the command had been carried out before. The same key
// with another request is refused.
func (m match) replayed(seat int, note store.Remembered) (bool, error) {
	if seat == engine.NoSeat {
		return false, nil
	}
	r, ok := m.recall(seat, note.Key)
	if ok && r.Print != note.Print {
		return false, refuse(keyReused, "This Idempotency-Key was used for another request; make a new one for each.")
	}
	return ok, nil
}

// seen refuses a decision that rests on another version than the one it meets.
func (m match) seen(who Caller, c command) error {
	switch {
	case !c.sighted && (c.kind != engine.ToFree || who.IfMatch == 0):
		return nil
	case who.IfMatch == 0:
		return refuse(versionRequired, "Send If-Match with the version that you saw.")
	case who.IfMatch > m.game.Version:
		return refuse(staleVersion, "The game has not come to the version that you name; it is at version %d.", m.game.Version)
	case who.IfMatch < m.oldest(c.kind):
		return refuse(staleVersion, "You saw version %d; the game is at version %d.", who.IfMatch, m.game.Version)
	}
	return nil
}

// oldest returns the oldest version on which a decision may rest.
func (m match) oldest(kind engine.ActionKind) int {
	switch kind {
	case engine.ToPlay, engine.ToCall, engine.ToAccept:
		return m.game.SeenFrom()
	}
	return m.game.Version
}

// refused adds the caller's view to a refusal.
func (s *Service) refused(m match, who Caller, err error) error {
	if !settled(err) {
		return err
	}
	view := s.answer(m, who).View
	return withView(err, &view)
}
