package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"cheat/functions/internal/problem"
	"cheat/functions/internal/requestid"
)

// Meter makes metrics of requests, by more attributes of their log lines. It is told
// the members "route" and "outcome" of the line; "Took", in milliseconds, it only
// has to name.
type Meter interface {
	Request(now time.Time, route, outcome string) []slog.Attr
}

// logged writes one line for each request, with nothing secret in it: of a game
// only a hash of its id, of a person nothing.
func (a *API) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		if requestid.From(r.Context()) == "" {
			r = r.WithContext(requestid.With(r.Context(), requestid.New()))
		}
		seen := &watched{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		if !a.Log.Enabled(r.Context(), slog.LevelInfo) {
			return
		}
		route, outcome := seen.route(r), seen.outcome()
		attrs := []slog.Attr{
			slog.String("id", requestid.From(r.Context())),
			slog.String("route", route),
			slog.String("outcome", outcome),
			slog.Int("status", seen.status),
			slog.String("game", gameHash(r.PathValue("id"))),
			slog.String("version", strings.Trim(seen.Header().Get("ETag"), `"`)),
			slog.Float64("Took", float64(time.Since(begin).Microseconds())/1000),
		}
		if a.Meter != nil {
			attrs = append(attrs, a.Meter.Request(begin, route, outcome)...)
		}
		a.Log.LogAttrs(r.Context(), slog.LevelInfo, "request", attrs...)
	})
}

func gameHash(id string) string {
	if id == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:4])
}

// refuse answers with a problem and lets the log line know its code.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	code := problem.Write(w, r, err)
	if seen, ok := w.(*watched); ok {
		seen.code = code
	}
}

// watched remembers what was answered.
type watched struct {
	http.ResponseWriter
	status int
	code   problem.Code // "" for no problem
}

func (w *watched) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// route names the route without what is particular to the request. There are only
// so many names, whatever clients send: metrics are counted by them.
func (w *watched) route(r *http.Request) string {
	if r.Pattern == "" || w.code == problem.NoSuchRoute || w.code == problem.MethodNotAllowed {
		return "-"
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	path := r.Pattern[strings.LastIndex(r.Pattern, " ")+1:] // the page's own patterns name their method
	return method + " " + path
}

// outcome says in a word how the request ended.
func (w *watched) outcome() string {
	switch {
	case w.code != "":
		return string(w.code)
	case w.status == http.StatusNotModified:
		return "not-modified"
	case w.status >= http.StatusBadRequest:
		return strconv.Itoa(w.status)
	case w.Header().Get("Idempotency-Replayed") != "":
		return "replayed"
	}
	return "ok"
}
