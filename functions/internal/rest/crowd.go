package rest

import (
	"bytes"
	"io"
	"net/http"

	"cheat/functions/internal/problem"
	"cheat/functions/internal/request"
)

// places are for the operations that are carried out at the same time; nil is for any
// number. Who finds none is told at once to try again: a queue that only grows helps
// nobody. A place is taken when the request's body has been read, and left before the
// answer is written: slow senders and slow readers take none.
type places chan struct{}

func newPlaces(most int) places {
	if most <= 0 {
		return nil
	}
	return make(places, most)
}

// taken carries an operation out in a place.
func (p places) taken(do func() (reply, error)) (reply, error) {
	if p == nil {
		return do()
	}
	select {
	case p <- struct{}{}:
		defer func() { <-p }()
		return do()
	default:
		full := problem.New(problem.TryAgain, "There are more requests than can be carried out at once. Nothing was done; send this one again.")
		full.RetryAfter = 1
		return reply{}, full
	}
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
