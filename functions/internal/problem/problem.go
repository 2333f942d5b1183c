// Package problem is what a refused request is answered with: application/problem+json (RFC 9457), with a code from
// one table. The HTTP edge turns every error into one of these; nothing below it knows about HTTP.
package problem

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"cheat/functions/internal/requestid"
)

// Error is a refusal that the client is told. Detail and Errors go to the client as they are: they hold nothing that
// the client does not know already.
type Error struct {
	Code       Code
	Detail     string   // what is wrong with this request, in plain words
	Errors     []Item   // with invalid-request: where
	RetryAfter int      // seconds for the Retry-After header; 0: none, or 1 where the contract wants one
	Allow      []string // with method-not-allowed: the methods that the path has
	Game       any      // with 409 and 412: the caller's view, encoded as JSON
}

// New returns an Error with a formatted detail.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Invalid returns an invalid-request that names at least one place. Its detail is the first of them.
func Invalid(first Item, more ...Item) *Error {
	return &Error{Code: InvalidRequest, Detail: first.String(), Errors: append([]Item{first}, more...)}
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Detail }

// Is reports whether target is the error's Code.
func (e *Error) Is(target error) bool { return target == e.Code }

// Place says what kind of place an Item names.
type Place string

// The kinds of places in a request.
const (
	Pointer   Place = "pointer"   // a JSON pointer (RFC 6901) into the body; "" is the whole body
	Parameter Place = "parameter" // a query parameter
	Header    Place = "header"    // a header
)

// Item is one thing that has to be mended in a request, and where.
type Item struct {
	In     Place
	At     string // the pointer, or the parameter's or header's name
	Detail string // such as "must be a whole number from 2 to 8"
}

// String is the item as a sentence's beginning: the name of the place and what is wrong there.
func (i Item) String() string {
	name := i.At
	if i.In == Pointer {
		name = strings.ReplaceAll(strings.TrimPrefix(i.At, "/"), "/", ".")
		if name == "" {
			name = "the body"
		}
	}
	return name + " " + i.Detail
}

// MarshalJSONTo writes the item as {"pointer": …, "detail": …}.
func (i Item) MarshalJSONTo(enc *jsontext.Encoder) error {
	for _, token := range []jsontext.Token{
		jsontext.BeginObject,
		jsontext.String(string(i.In)), jsontext.String(i.At),
		jsontext.String("detail"), jsontext.String(i.Detail),
		jsontext.EndObject,
	} {
		if err := enc.WriteToken(token); err != nil {
			return err
		}
	}
	return nil
}

// body is the JSON of a problem.
type body struct {
	Type      string `json:"type"`
	Title     string `json:"title"`
	Status    int    `json:"status"`
	Detail    string `json:"detail"`
	Code      Code   `json:"code"`
	Errors    []Item `json:"errors,omitempty"`
	Game      any    `json:"game,omitzero"`
	RequestID string `json:"requestId,omitempty"`
}

// Write answers the request with the problem that err is: an Error or a Code somewhere in its chain. Any other error
// is answered as internal-error, which tells the request's id and nothing else; its text is for the caller's log. It returns the code
// of what was written.
func Write(w http.ResponseWriter, r *http.Request, err error) Code {
	problem := find(err)
	kind, _ := lookup(problem.Code)
	text, err := encode(problem, kind, r)
	if err != nil {
		// Only Game can fail to encode, so without one this ends.
		kind, _ = lookup(InternalError)
		text, _ = encode(&Error{Code: InternalError}, kind, r)
	}

	header := w.Header()
	for _, name := range described {
		header.Del(name)
	}
	header.Set("Content-Type", "application/problem+json")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Length", strconv.Itoa(len(text)))
	switch kind.status {
	case http.StatusUnauthorized:
		header.Set("WWW-Authenticate", "Bearer")
	case http.StatusMethodNotAllowed:
		header.Set("Allow", strings.Join(problem.Allow, ", "))
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		header.Set("Retry-After", strconv.Itoa(max(1, problem.RetryAfter)))
	default:
		if problem.RetryAfter > 0 {
			header.Set("Retry-After", strconv.Itoa(problem.RetryAfter))
		}
	}
	w.WriteHeader(kind.status)
	_, _ = w.Write(text) // the client is gone: nobody is left to be told
	return kind.code
}

// described are the headers of an answer that was begun and is not given now.
var described = [...]string{"Content-Encoding", "ETag", "Last-Modified", "Location", "Idempotency-Replayed"}

// find returns the problem in an error's chain, or internal-error.
func find(err error) *Error {
	if problem := (*Error)(nil); errors.As(err, &problem) {
		if _, ok := lookup(problem.Code); ok && problem.Code != InternalError {
			return problem
		}
	}
	if code := Code(""); errors.As(err, &code) {
		if kind, ok := lookup(code); ok && code != InternalError {
			return &Error{Code: code, Detail: kind.title + "."}
		}
	}
	return &Error{Code: InternalError}
}

// encode writes the problem's JSON.
func encode(problem *Error, kind entry, r *http.Request) ([]byte, error) {
	b := body{
		Type:   "/problems/" + string(kind.code),
		Title:  kind.title,
		Status: kind.status,
		Detail: problem.Detail,
		Code:   kind.code,
		Errors: problem.Errors,
		Game:   problem.Game,
	}
	if kind.code == InternalError {
		b.RequestID = requestid.From(r.Context())
		b.Detail = "The request was not carried out as it should have been. Its id helps us to find out why."
	}
	// A place may be named by what the client sent, which need not be valid Unicode.
	return json.Marshal(b, jsontext.AllowInvalidUTF8(true))
}
