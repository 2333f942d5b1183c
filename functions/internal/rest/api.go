package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"path"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/functions/internal/problem"
	"cheat/functions/internal/request"
)

// API serves all routes. Its fields are set once, before use.
type API struct {
	Games     Games
	PublicURL string           // BASE of the links that players get; "" for what the request came to
	Version   string           // of the program
	Now       func() time.Time // read once for each request
	Random    io.Reader        // 32 bytes for each token that the server makes
	Page      http.Handler     // what is not the API: the page and its files
	PagePaths []string         // the patterns of http.ServeMux that Page answers
	Log       *slog.Logger     // one line for each request
	Meter     Meter            // metrics of the lines; nil for none
	Limit     Limiter          // how often an address may create and join; nil for no limit
	Crowd     int              // operations carried out at the same time; the others are to try again. 0: any number
}

// Games is what can be done; *play.Service does it.
type Games interface {
	Create(context.Context, play.Caller, play.NewGame) (play.Answer, error)
	Join(ctx context.Context, id string, who play.Caller, name, entropy string) (play.Answer, error)
	Leave(ctx context.Context, id string, who play.Caller) (play.Answer, error)
	Free(ctx context.Context, id string, who play.Caller, seat int) (play.Answer, error)
	Start(ctx context.Context, id string, who play.Caller, levels []string, entropy *string) (play.Answer, error)
	Play(ctx context.Context, id string, who play.Caller, cards []engine.Card, rank *engine.Rank) (play.Answer, error)
	Call(ctx context.Context, id string, who play.Caller) (play.Answer, error)
	Accept(ctx context.Context, id string, who play.Caller) (play.Answer, error)
	Deal(ctx context.Context, id string, who play.Caller) (play.Answer, error)
	Rematch(ctx context.Context, id string, who play.Caller, entropy string) (play.Answer, error)
	View(ctx context.Context, id string, who play.Caller) (play.Answer, error)
	Events(ctx context.Context, id string, who play.Caller, after, limit int) (play.Happened, error)
	Round(ctx context.Context, id string, who play.Caller, n int) (engine.OpenRound, error)
	Lobbies(ctx context.Context, now engine.Time, limit int, after string) ([]play.Listed, string, error)
	Active(context.Context, play.Caller) ([]play.Mine, error)
	FinishedGames(ctx context.Context, who play.Caller, limit int, after string) ([]play.Mine, string, error)
}

// Limiter tells whether an address may do one more of what costs storage. wait is
// after how long it may try again.
type Limiter interface {
	Allow(address string, now time.Time) (ok bool, wait time.Duration)
}

// exchange is one request on its way to its answer.
type exchange struct {
	*http.Request
	who   play.Caller
	token string // the caller's, "" without one
}

// id is the game that the path names.
func (c *exchange) id() string { return c.PathValue("id") }

// reply is an answer before it is written. The zero status is 200.
type reply struct {
	status  int
	body    any    // written as JSON, unless raw is set
	raw     []byte // written as it is
	kind    string // media type of raw
	view    *engine.View
	headers map[string]string
}

// Handler returns the API as one http.Handler.
func (a *API) Handler() http.Handler {
	places := newPlaces(a.Crowd)
	paths := map[string]methods{}
	for _, r := range routes {
		if paths[r.path] == nil {
			paths[r.path] = methods{}
		}
		paths[r.path][r.method] = a.handle(r, places)
	}
	for _, pattern := range a.PagePaths {
		method, path, _ := strings.Cut(pattern, " ")
		paths[path] = methods{method: a.Page}
	}
	mux := http.NewServeMux()
	for path, m := range paths {
		mux.Handle(path, m)
	}
	mux.HandleFunc("/", nothingHere)
	return a.logged(crossOrigin(onlyCleanPaths(mux)))
}

func nothingHere(w http.ResponseWriter, r *http.Request) {
	refuse(w, r, problem.New(problem.NoSuchRoute, "There is nothing at this path."))
}

// methods is what one path does, by method. HEAD is answered like GET.
type methods map[string]http.Handler

func (m methods) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	if h, ok := m[method]; ok {
		h.ServeHTTP(w, r)
		return
	}
	allowed := slices.Sorted(maps.Keys(m))
	if _, ok := m[http.MethodGet]; ok {
		allowed = append(allowed, http.MethodHead)
	}
	err := problem.New(problem.MethodNotAllowed, "This path knows %s.", strings.Join(allowed, ", "))
	err.Allow = allowed
	refuse(w, r, err)
}

// onlyCleanPaths answers a path with dots or empty parts as one that is not there, where
// ServeMux would redirect.
func onlyCleanPaths(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := r.URL.Path; path.Clean("/"+p) != p {
			nothingHere(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// handle is the road of every operation: authenticate, read the headers, carry out,
// encode.
func (a *API) handle(r route, places places) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		receive(req)
		c, err := a.begin(req)
		var out reply
		if err == nil {
			out, err = places.taken(func() (reply, error) { return a.guarded(r, c) })
		}
		if err != nil {
			a.fail(w, req, err, c)
			return
		}
		a.write(w, req, out, c.who.Now)
	})
}

// guarded carries an operation out; a panic, which is a bug of ours, becomes an
// error, so that the client gets an answer and the log says where.
func (a *API) guarded(r route, c *exchange) (out reply, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("panic: %v\n%s", value, debug.Stack())
		}
	}()
	return r.do(a, c)
}

// begin finds out who asks, and when.
func (a *API) begin(req *http.Request) (*exchange, error) {
	c := &exchange{Request: req}
	c.who.Now = engine.At(a.Now())
	var err error
	c.token, c.who.Owner, err = bearer(req.Header)
	return c, err
}

// read decodes a command: its body, then that there is no query, then its key.
func (c *exchange) read(members ...request.Member) error {
	if err := request.Body(c.Request, members...); err != nil {
		return err
	}
	if err := request.Query(c.Request); err != nil || c.Method != http.MethodPost {
		return err
	}
	var err error
	c.who.Key, err = idempotencyKey(c.Header)
	return err
}

// readSight decodes a command that may say which version its caller saw.
func (c *exchange) readSight(members ...request.Member) error {
	err := c.read(members...)
	if err == nil {
		c.who.IfMatch, err = ifMatch(c.Header)
	}
	return err
}

// write answers with a reply.
func (a *API) write(w http.ResponseWriter, req *http.Request, out reply, now engine.Time) {
	header := w.Header()
	for name, value := range out.headers {
		header.Set(name, value)
	}
	if out.view != nil {
		header.Set("ETag", etag(out.view.Version))
		header.Set("Poll-After", strconv.Itoa(pollAfter(*out.view, now)))
	}
	text, kind := out.raw, out.kind
	if text == nil && out.status != http.StatusNotModified {
		var err error
		if text, err = json.Marshal(out.body); err != nil {
			a.fail(w, req, fmt.Errorf("encode answer: %w", err), nil)
			return
		}
		kind = "application/json"
	}
	if out.status == 0 {
		out.status = http.StatusOK
	}
	if out.status != http.StatusNotModified {
		header.Set("Content-Type", kind)
		header.Set("Content-Length", strconv.Itoa(len(text)))
	}
	w.WriteHeader(out.status)
	_, _ = w.Write(text) // the client is gone: nobody is left to be told
}
