// Package gateway lets an ordinary http.Handler serve as a Lambda function behind an HTTP API or a Function URL: it
// turns an event of payload format 2.0, which both of them send, into a request, and the answer back. The main of the
// API's Lambda wraps its handler with it; the handler cannot tell the difference from a server on a socket.
//
// The fields are those of AWS's pages "Create AWS Lambda proxy integrations for HTTP APIs in API Gateway" and
// "Invoking Lambda function URLs". Where sam local differs, both are understood.
package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"cheat/functions/internal/problem"
	"cheat/functions/internal/requestid"
)

// answering is what a request leaves of the function's time, so that it can still be
// answered: a function whose time is up is killed, and the gateway answers for it.
const answering = 500 * time.Millisecond

// Handler is a lambda.Handler around an http.Handler. It may be called from several goroutines.
type Handler struct {
	next http.Handler
	log  *slog.Logger
}

// New returns a Handler that answers with next and logs the panics of next.
func New(next http.Handler, log *slog.Logger) *Handler {
	return &Handler{next: next, log: log}
}

// Invoke answers one event. It returns an error only for what is no event of payload format 2.0; whatever is wrong
// with a request is the client's business and has an answer. A handler that panics is answered as an internal error,
// so that one bad request does not take the process and its warm state with it.
func (h *Handler) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	var e event
	// The text of an event comes from clients: what is no Unicode in a header is replaced, as a gateway would.
	err := json.Unmarshal(payload, &e, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if err != nil {
		return nil, fmt.Errorf("decode the gateway's event: %w", err)
	}
	if e.Version != "2.0" || e.RequestContext.HTTP.Method == "" {
		return nil, errors.New("this is no HTTP event of payload format 2.0")
	}

	if end, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-answering))
		defer cancel()
	}
	id := e.RequestContext.RequestID
	if id == "" {
		id = requestid.New()
	}
	w := &recorder{header: http.Header{}}
	r := e.request(requestid.With(ctx, id))
	h.serve(w, r)
	return w.answer(r.Method)
}

// serve runs the handler and answers for it if it panics.
func (h *Handler) serve(w *recorder, r *http.Request) {
	defer func() {
		value := recover()
		if value == nil {
			return
		}
		h.log.ErrorContext(r.Context(), "the handler panicked",
			"requestId", requestid.From(r.Context()), "panic", fmt.Sprint(value), "stack", string(debug.Stack()))
		w.status, w.sent, w.body = 0, nil, bytes.Buffer{}
		problem.Write(w, r, problem.InternalError)
	}()
	h.next.ServeHTTP(w, r)
}
