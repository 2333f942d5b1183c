package play

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"cheat/engine"
	"cheat/infra/store"
)

// maxGames is in how many games that are not over a player may hold a seat.
const maxGames = 100

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
	answer, err := s.found(ctx, who, setup, n.Listed, note)
	if errors.Is(err, store.ErrExists) {
		return s.created(ctx, id, who, note)
	}
	return answer, err
}

// found creates a game that is not there yet.
func (s *Service) found(ctx context.Context, who Caller, setup engine.Setup, listed bool, note store.Remembered) (Answer, error) {
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
		if slices.ContainsFunc(named(m.game.Table), func(other string) bool { return sameName(name, other) }) {
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
	answer, err = s.found(ctx, who, next, false, note)
	if errors.Is(err, store.ErrExists) {
		return join()
	}
	return answer, err
}

// bots makes players of plain levels.
func (s *Service) bots(levels, taken []string) ([]engine.Player, error) {
	if len(levels) == 0 {
		return nil, nil
	}
	var seed [32]byte
	if _, err := io.ReadFull(s.Random, seed[:]); err != nil {
		return nil, fmt.Errorf("random bytes: %w", err)
	}
	names := s.Bots.Names(len(levels), taken, rand.New(rand.NewChaCha8(seed)).IntN)
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

var idText = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

const idBytes = 16

// gameID derives an id of 26 letters and digits, 128 bits, from what makes it
// unique; one of the parts is secret, so that ids cannot be guessed.
func gameID(purpose string, key []byte, parts ...[]byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose))
	for _, p := range parts {
		mac.Write(p)
	}
	return idText.EncodeToString(mac.Sum(nil)[:idBytes])
}

// isID reports whether a text can be the id of a game. What cannot be is looked up
// nowhere.
func isID(text string) bool {
	raw, err := idText.DecodeString(text)
	return err == nil && len(raw) == idBytes && idText.EncodeToString(raw) == text
}

func isCode(err error, code engine.Code) bool {
	var r *engine.Refusal
	return errors.As(err, &r) && r.Code == code
}
