package play

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"cheat/engine"
	"cheat/infra/store"
)

// Service plays games that lie in a store. Its fields are set once, before use; its
// methods may be called at the same time.
type Service struct {
	Store  store.Store
	Random io.Reader // 32 bytes for each game, 32 for the names of its bots, 6 for each command without a key
	Bots   Bots
	Times  Lifetimes
	Log    *slog.Logger // for what is mended later and nobody has to be told

	recent recent
}

// Bots decides for the seats that nobody sits on.
type Bots interface {
	// Level returns a plain level with its version ("hard" → "hard/1"), false if
	// there is none.
	Level(plain string) (string, bool)
	// Names returns so many different names that are free; below draws a number
	// below its argument.
	Names(n int, free func(name string) bool, below func(int) int) []string
	// Decide returns what the bot does: it answers the open play when it owes an
	// answer, else it plays. events are what its seat knows of the running round.
	Decide(level string, view engine.View, events []engine.EventView, chance *engine.Chance) (engine.Action, error)
}

// Caller is who asks, and how. The edge makes one for each request.
type Caller struct {
	Now     engine.Time
	Owner   *engine.Owner // nil without a token
	Key     string        // Idempotency-Key, "" for none
	Request string        // route and decoded body, to tell a replay from another request with the same key
	IfMatch int           // version that the caller saw, 0 when none was sent
	Seen    int           // version that the caller has already (If-None-Match), 0 for none
}

// Answer is the game as the caller may see it after his request.
type Answer struct {
	View     engine.View
	Replayed bool // the request had been carried out before
}

// Seat returns the caller's seat, nil for a spectator.
func (a Answer) Seat() *int {
	if a.View.You == nil {
		return nil
	}
	return &a.View.You.Seat
}

// View returns what the caller may see. What is due is applied, and saved if that
// works out; else the answer is what is stored.
func (s *Service) View(ctx context.Context, id string, who Caller) (Answer, error) {
	m, err := s.look(ctx, id, who, false)
	if err != nil {
		return Answer{}, err
	}
	return s.answer(m, who), nil
}

func (s *Service) answer(m match, who Caller) Answer {
	v := m.game.View(m.seatOf(who.Owner))
	v.ExpiresAt = s.Times.end(m.game)
	return Answer{View: v}
}

// look loads a game for reading and brings it up to date; no refusal leaves on a
// read that may be late.
func (s *Service) look(ctx context.Context, id string, who Caller, strong bool) (match, error) {
	for ; ; strong = true {
		m, err := s.upToDate(ctx, id, who.Now, strong)
		late := settled(err) || conflicted(err) || err == nil && m.game.Version < who.Seen
		if strong || !late {
			return m, err
		}
	}
}

// upToDate loads a game, applies what is due and saves it. If only the saving fails
// the game is returned as it is stored, but for a condition that failed on a read
// that may be late.
func (s *Service) upToDate(ctx context.Context, id string, now engine.Time, strong bool) (match, error) {
	stored, err := s.load(ctx, id, strong)
	if err != nil {
		return match{}, err
	}
	m, err := s.catchUp(ctx, stored, now)
	if err == nil {
		m, err = s.save(ctx, m)
	}
	if conflicted(err) && !strong {
		return match{}, err
	}
	switch {
	case err == nil:
	case conflicted(err), errors.Is(err, ErrUnavailable):
		s.Log.WarnContext(ctx, "due acts were not saved", "error", err)
		m = stored
	default: // a fault of ours: what is stored can still be looked at
		s.Log.ErrorContext(ctx, "due acts cannot be applied", "error", err)
		m = stored
	}
	if s.Times.over(m.game, now) {
		return match{}, refuse(gameExpired, "The time of this game is over.")
	}
	return m, nil
}
