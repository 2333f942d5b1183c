package rest

import (
	"bytes"
	"io"
	"net/http"

	"cheat/functions/internal/problem"
	"cheat/functions/internal/request"
)

// crowded carries out so many requests at the same time and tells the others at once
// to try again: a queue that only grows helps nobody. A request's body is read before
// it takes a place, so that slow senders take none.
func crowded(most int, next http.Handler) http.Handler {
	if most <= 0 {
		return next
	}
	places := make(chan struct{}, most)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		receive(r)
		select {
		case places <- struct{}{}:
			defer func() { <-places }()
			next.ServeHTTP(w, r)
		default:
			p := problem.New(problem.TryAgain, "There are more requests than can be carried out at once. Nothing was done; send this one again.")
			p.RetryAfter = 1
			refuse(w, r, p)
		}
	})
}

// receive reads a request's body as far as it will be read at all. What goes wrong
// meanwhile is told to whoever reads it, in its place among the request's faults.
func receive(r *http.Request) {
	if r.Body == nil || r.ContentLength > request.Limit { // the latter is refused unread
		return
	}
	text, err := io.ReadAll(io.LimitReader(r.Body, request.Limit+1))
	if err == nil {
		err = io.EOF
	}
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(text), ended{err}), r.Body}
}

// ended is the end of a body, and why.
type ended struct{ why error }

func (e ended) Read([]byte) (int, error) { return 0, e.why }
