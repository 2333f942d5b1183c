package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"cheat/engine"
	"cheat/infra/store"
)

// NewGame is what a game is created with, all of it checked for form.
type NewGame struct {
	Name    string
	Seats   int
	Options engine.Options
	Bots    []string // plain levels, for the last seats
	Listed  bool
	Entropy string
}

// Create makes a game with the caller, who must have a token, on seat 0. Its id is
// a function of token and key, so that creating is idempotent.
func (s *Service) Create(ctx context.Context, who Caller, n NewGame) (Answer, error) {
	note, err := s.note(who)
	if err != nil {
		return Answer{}, err
	}
	id := gameID("create", who.Owner[:], note.Key[:])
	if who.Key != "" {
		id = gameID("create", who.Owner[:], []byte(who.Key))
		if answer, err := s.created(ctx, id, who, note); err == nil || !isCode(err, noSuchGame) {
			return answer, err
		}
	}
	if err := s.roomInList(ctx, who, id); err != nil {
		return Answer{}, err
	}
	host := engine.Player{Name: n.Name, Kind: engine.Human, Owner: *who.Owner, Entropy: n.Entropy}
	bots, err := s.bots(n.Bots, []string{n.Name})
	if err != nil {
		return Answer{}, err
	}
	setup := engine.Setup{ID: id, Seats: n.Seats, Options: n.Options, Host: host, Bots: bots}
	answer, err := s.establish(ctx, who, setup, n.Listed, note)
	if errors.Is(err, store.ErrExists) {
		return s.created(ctx, id, who, note)
	}
	return answer, err
}

// establish creates a game that is not there yet.
func (s *Service) establish(ctx context.Context, who Caller, setup engine.Setup, listed bool, note store.Remembered) (Answer, error) {
	if _, err := io.ReadFull(s.Random, setup.Seed[:]); err != nil {
		return Answer{}, fmt.Errorf("random bytes: %w", err)
	}
	game, events, err := engine.New(setup, who.Now)
	if err != nil {
		return Answer{}, err
	}
	m := match{
		head:   store.Head{Table: game.Table, Listed: listed, Made: note.Print, Memory: store.Memory{note}},
		game:   game,
		stored: stored{isNew: true},
	}
	if game.Round() > 0 {
		m.round.Deal = game.LastDeal()
		m.events = events[len(events)-1:]
	}
	if m, err = s.catchUp(ctx, m, who.Now); err != nil {
		return Answer{}, err
	}
	if m, err = s.save(ctx, m); err != nil {
		return Answer{}, err
	}
	return s.answer(m, who), nil
}

// created answers a creation that was carried out before.
func (s *Service) created(ctx context.Context, id string, who Caller, note store.Remembered) (Answer, error) {
	m, err := s.look(ctx, id, who, false)
	switch {
	case err != nil:
		return Answer{}, err
	case !note.Random && m.head.Made != note.Print:
		return Answer{}, refuse(keyReused, "This Idempotency-Key was used for another request; make a new one for each.")
	}
	answer := s.answer(m, who)
	answer.Replayed = !note.Random
	return answer, nil
}

// Join seats the caller, who must have a token, on the lowest free seat. The last
// free seat taken starts the first round.
func (s *Service) Join(ctx context.Context, id string, who Caller, name, entropy string) (Answer, error) {
	p := engine.Player{Name: name, Kind: engine.Human, Owner: *who.Owner, Entropy: entropy}
	return s.do(ctx, who, command{id: id, kind: engine.ToJoin, open: true, action: func(m match, _ int) (engine.Action, error) {
		a := engine.Action{Kind: engine.ToJoin, Seat: engine.NoSeat, Player: p}
		if _, _, err := m.game.Apply(a, who.Now); err != nil {
			return a, err
		}
		if nameIn(named(m.game.Table), name) {
			return a, refuse(nameTaken, "Somebody at this table has this name.")
		}
		return a, s.roomInList(ctx, who, id)
	}})
}

// Free empties a seat of the lobby for its host; his own means leaving, at any time.
func (s *Service) Free(ctx context.Context, id string, who Caller, seat int) (Answer, error) {
	who.Key = ""
	return s.do(ctx, who, command{id: id, kind: engine.ToFree, target: &seat, action: func(m match, own int) (engine.Action, error) {
		switch {
		case own == seat:
			return engine.Action{Kind: engine.ToLeave, Seat: own}, nil
		case m.game.Status == engine.InLobby && m.game.Table.Players()[seat].Kind == engine.Empty:
			return engine.Action{}, errNothing
		}
		return engine.Action{Kind: engine.ToFree, Seat: own, Target: seat}, nil
	}})
}

// Start begins with the seats taken so far, after bots of these plain levels have
// filled as many of the free ones. entropy, unless nil, replaces the host's.
func (s *Service) Start(ctx context.Context, id string, who Caller, levels []string, entropy *string) (Answer, error) {
	return s.do(ctx, who, command{id: id, kind: engine.ToStart, action: func(m match, seat int) (engine.Action, error) {
		if err := m.game.May(seat, engine.ToStart, who.Now); err != nil { // before what is wrong with the bots
			return engine.Action{}, err
		}
		bots, err := s.bots(levels, named(m.game.Table))
		return engine.Action{Kind: engine.ToStart, Seat: seat, Bots: bots, Entropy: entropy}, err
	}})
}

// bots makes players of plain levels, whose names are none of those taken.
func (s *Service) bots(levels, taken []string) ([]engine.Player, error) {
	if len(levels) == 0 {
		return nil, nil
	}
	var seed [32]byte
	if _, err := io.ReadFull(s.Random, seed[:]); err != nil {
		return nil, fmt.Errorf("random bytes: %w", err)
	}
	free := func(name string) bool { return !nameIn(taken, name) }
	names := s.Bots.Names(len(levels), free, rand.New(rand.NewChaCha8(seed)).IntN)
	bots := make([]engine.Player, len(levels))
	for i, plain := range levels {
		level, ok := s.Bots.Level(plain)
		if !ok {
			return nil, refuse(engine.BadRules, "bots: there is no level %q", plain)
		}
		bots[i] = engine.Player{Name: names[i], Kind: engine.Bot, Level: level}
	}
	return bots, nil
}
