package rest

import (
	"errors"
	"net/http"
	"strconv"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/functions/internal/problem"
	"cheat/functions/internal/requestid"
)

// fail answers with what an error is to the client. Whatever is not a refusal stays
// in the log.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error, c *exchange) {
	var now engine.Time
	if c != nil {
		now = c.who.Now
	}
	told := toProblem(err, now)
	if p := (*problem.Error)(nil); !errors.As(told, &p) || p.Code == problem.TryAgain {
		a.Log.ErrorContext(r.Context(), "request failed", "id", requestid.From(r.Context()), "error", err)
	}
	if refused := (*play.Refused)(nil); errors.As(err, &refused) && refused.View != nil {
		w.Header().Set("Poll-After", strconv.Itoa(pollAfter(*refused.View, now)))
	}
	refuse(w, r, told)
}

// toProblem translates a refusal of the games below.
func toProblem(err error, now engine.Time) error {
	if errors.Is(err, play.ErrUnavailable) {
		p := problem.New(problem.TryAgain, "The storage is busy or away. Send the request again, with the same Idempotency-Key: then it is carried out once.")
		p.RetryAfter = 1
		return p
	}
	var r *engine.Refusal
	if !errors.As(err, &r) {
		return err
	}
	p := problem.New(problem.Code(r.Code), "%s", r.Detail)
	if r.Until > now {
		p.RetryAfter = int((r.Until - now + 999) / 1000)
	}
	if refused := (*play.Refused)(nil); errors.As(err, &refused) {
		switch p.Code.Status() {
		case http.StatusConflict, http.StatusPreconditionFailed:
			p.Game = refused.View
		}
	}
	return p
}
