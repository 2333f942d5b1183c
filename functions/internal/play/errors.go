package play

import (
	"errors"
	"fmt"

	"cheat/engine"
	"cheat/infra/store"
)

// The codes that do not come from the rules.
const (
	notAPlayer      engine.Code = "not-a-player"
	noSuchGame      engine.Code = "no-such-game"
	noSuchRound     engine.Code = "no-such-round"
	nameTaken       engine.Code = "name-taken"
	tooManyGames    engine.Code = "too-many-games"
	gameExpired     engine.Code = "game-expired"
	staleVersion    engine.Code = "stale-version"
	versionRequired engine.Code = "version-required"
	keyReused       engine.Code = "idempotency-key-reused"
)

// Refused is the error of a request that was understood and changes nothing.
type Refused struct {
	engine.Refusal
	View *engine.View // the caller's fresh view, where there is one
}

// Unwrap gives the engine's refusal.
func (r *Refused) Unwrap() error { return &r.Refusal }

// ErrUnavailable is the error when the storage does not answer, or is fought over
// too hard: the same request may be sent again.
var ErrUnavailable = store.ErrUnavailable

func refuse(code engine.Code, format string, args ...any) error {
	return &engine.Refusal{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// withView returns a refusal together with the caller's view.
func withView(err error, view *engine.View) error {
	var r *engine.Refusal
	if !errors.As(err, &r) {
		return err
	}
	return &Refused{Refusal: *r, View: view}
}

// errNothing says that there is nothing to do, which is a success, but one that rests
// on the record that was read.
var errNothing = errors.New("there is nothing to do")

// settled reports whether an error rests on the record that was read, so that it
// may only leave if the read was a strong one.
func settled(err error) bool {
	var r *engine.Refusal
	return errors.Is(err, errNothing) || errors.As(err, &r)
}

// conflicted reports whether somebody else may have written first.
func conflicted(err error) bool {
	return errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrExists)
}

// isCode reports whether an error is the refusal with this code.
func isCode(err error, code engine.Code) bool {
	var r *engine.Refusal
	return errors.As(err, &r) && r.Code == code
}
