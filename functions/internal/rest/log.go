package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"time"

	"cheat/functions/internal/requestid"
)

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
		a.Log.LogAttrs(r.Context(), slog.LevelInfo, "request",
			slog.String("id", requestid.From(r.Context())),
			slog.String("route", r.Method+" "+routeOf(r)),
			slog.String("game", gameHash(r.PathValue("id"))),
			slog.Int("status", seen.status),
			slog.String("version", seen.Header().Get("ETag")),
			slog.Duration("took", time.Since(begin)),
		)
	})
}

// routeOf names the route without what is particular to the request.
func routeOf(r *http.Request) string {
	if r.Pattern == "" {
		return "-"
	}
	return r.Pattern
}

func gameHash(id string) string {
	if id == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:4])
}

// watched remembers the status of an answer.
type watched struct {
	http.ResponseWriter
	status int
}

func (w *watched) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}
