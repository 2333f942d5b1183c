package openapitest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// exampleView is the document's own example of a view, changed by edit.
func exampleView(t *testing.T, s *Spec, edit func(view map[string]any)) string {
	t.Helper()
	text, err := json.Marshal(object(s.doc, "components", "schemas", "View", "example"))
	require.NoError(t, err)
	var view map[string]any
	require.NoError(t, json.Unmarshal(text, &view))
	edit(view)
	text, err = json.Marshal(view)
	require.NoError(t, err)
	return string(text)
}

// answer is an answer with the headers that a view has, changed by "Name: value" lines; "Name:" takes one away.
func answer(status int, lines ...string) *http.Response {
	header := http.Header{}
	for _, line := range append([]string{"Content-Type: application/json", "Cache-Control: no-store", `ETag: "12"`, "Poll-After: 2"}, lines...) {
		name, value, _ := strings.Cut(line, ":")
		if value = strings.TrimSpace(value); value == "" {
			header.Del(name)
		} else {
			header.Set(name, value)
		}
	}
	return &http.Response{StatusCode: status, Header: header}
}

const asProblem = "Content-Type: application/problem+json"

func problem(status, code, more string) string {
	return `{"type":"/problems/` + code + `","title":"T","status":` + status + `,"detail":"D","code":"` + code + `"` + more + `}`
}

func TestSpec_CheckAnswer(t *testing.T) {
	t.Parallel()
	s := Load(t)
	same := exampleView(t, s, func(map[string]any) {})
	edited := func(name string, value any) string {
		return exampleView(t, s, func(view map[string]any) { view[name] = value })
	}

	for name, tt := range map[string]struct {
		method, path, request string
		answer                *http.Response
		body                  string
		fault                 string // part of the first fault's text; "" when the answer is right
	}{
		"a view":                           {"GET", "/v1/games/g1", "", answer(200), same, ""},
		"a view without a required member": {"GET", "/v1/games/g1", "", answer(200), exampleView(t, s, func(v map[string]any) { delete(v, "turn") }), "turn"},
		"a view with an unknown member":    {"GET", "/v1/games/g1", "", answer(200), edited("secret", 1), "secret"},
		"a view with a null that is none":  {"GET", "/v1/games/g1", "", answer(200), edited("winners", nil), "winners"},
		"a spectator's view":               {"GET", "/v1/games/g1", "", answer(200), edited("you", nil), ""},
		"a time without milliseconds":      {"GET", "/v1/games/g1", "", answer(200), edited("updatedAt", "2026-03-01T18:04:11Z"), "updatedAt"},
		"a time that is none":              {"GET", "/v1/games/g1", "", answer(200), edited("updatedAt", "2026-13-01T18:04:11.000Z"), "updatedAt"},
		"no tag":                           {"GET", "/v1/games/g1", "", answer(200, "ETag:"), same, "header ETag is missing"},
		"a weak tag":                       {"GET", "/v1/games/g1", "", answer(200, `ETag: W/"12"`), same, "header ETag"},
		"a header that is no number":       {"GET", "/v1/games/g1", "", answer(200, "Poll-After: soon"), same, "header Poll-After"},
		"a view that may be kept":          {"GET", "/v1/games/g1", "", answer(200, "Cache-Control:"), same, "Cache-Control"},
		"another media type":               {"GET", "/v1/games/g1", "", answer(200, "Content-Type: text/plain"), same, "content type"},
		"not modified":                     {"GET", "/v1/games/g1", "", answer(304, "Content-Type:"), "", ""},
		"not modified, with a body":        {"GET", "/v1/games/g1", "", answer(304), same, "a body of"},
		"HEAD":                             {"HEAD", "/v1/games/g1", "", answer(200), "", ""},
		"a status that is not documented":  {"GET", "/v1/games/g1", "", answer(201), same, "does not know this status"},
		"a problem":                        {"GET", "/v1/games/g1", "", answer(404, asProblem), problem("404", "no-such-game", ""), ""},
		"another operation's problem":      {"GET", "/v1/games/g1", "", answer(404, asProblem), problem("404", "no-such-round", ""), "code"},
		"a stale version, with the view":   {"POST", "/v1/games/g1/calls", "", answer(412, asProblem), problem("412", "stale-version", `,"game":`+same), ""},
		"a stale version without a view":   {"POST", "/v1/games/g1/calls", "", answer(412, asProblem), problem("412", "stale-version", ""), "game"},
		"an unknown route":                 {"GET", "/v2", "", answer(404, asProblem), problem("404", "no-such-route", ""), ""},
		"an unknown route, answered":       {"GET", "/v2", "", answer(200), "{}", "no such operation"},
		"an unclean path":                  {"GET", "/v1//games", "", answer(404, asProblem), problem("404", "no-such-route", ""), ""},
		"another method":                   {"PUT", "/v1/games/g1", "", answer(405, asProblem, "Allow: GET, HEAD"), problem("405", "method-not-allowed", ""), ""},
		"another method, without Allow":    {"PUT", "/v1/games/g1", "", answer(405, asProblem), problem("405", "method-not-allowed", ""), "Allow"},
		"a preflight":                      {"OPTIONS", "/v1/games/g1", "", answer(204), "", ""},
		"an accepted request":              {"POST", "/v1/games/g1/plays", `{"cards":["7h"],"rank":"7"}`, answer(200), same, ""},
		"an accepted request, wrong":       {"POST", "/v1/games/g1/plays", `{"cards":["7h"],"rank":"Z"}`, answer(200), same, "rank"},
		"an accepted request, with more":   {"POST", "/v1/games/g1/plays", `{"cards":["7h"],"more":1}`, answer(200), same, "more"},
		"an accepted empty body":           {"POST", "/v1/games/g1/calls", "", answer(200), same, ""},
		"an accepted query":                {"GET", "/v1/games/g1/events?after=3&limit=2", "", answer(200), `{"version":3,"events":[]}`, ""},
		"an accepted query, unknown":       {"GET", "/v1/games/g1/events?aftr=3", "", answer(200), `{"version":3,"events":[]}`, `"aftr"`},
		"an accepted query, out of range":  {"GET", "/v1/games/g1/events?limit=501", "", answer(200), `{"version":3,"events":[]}`, "limit"},
		"an event":                         {"GET", "/v1/games/g1/events", "", answer(200), `{"version":3,"events":[{"version":3,"at":"2026-03-01T18:04:11.000Z","type":"accepted","seat":1}]}`, ""},
		"an event with too much":           {"GET", "/v1/games/g1/events", "", answer(200), `{"version":3,"events":[{"version":3,"at":"2026-03-01T18:04:11.000Z","type":"accepted","seat":1,"cards":["7h"]}]}`, "events/0"},
		"the page":                         {"GET", "/g/g1", "", answer(200, "Content-Type: text/html; charset=utf-8"), "<!doctype html>", ""},
		"leaving is not freeing":           {"DELETE", "/v1/games/g1/players/me", "", answer(412, asProblem), problem("412", "stale-version", `,"game":`+same), "does not know this status"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req, err := http.NewRequest(tt.method, "http://127.0.0.1"+tt.path, strings.NewReader(tt.request))
			require.NoError(t, err)
			faults := s.faults(req, tt.answer, []byte(tt.body))
			if tt.fault == "" {
				assert.Empty(t, faults)
				return
			}
			require.NotEmpty(t, faults)
			assert.Contains(t, faults[0].Error(), tt.fault)
		})
	}
}

// Every schema of the document has to compile, also those of answers that no test happens to see.
func TestSpec_all_schemas_compile(t *testing.T) {
	t.Parallel()
	s := Load(t)
	for name := range object(s.doc, "components", "schemas") {
		_, err := s.schema([]string{"components", "schemas", name})
		assert.NoError(t, err, name)
	}
	for _, route := range s.Routes() {
		method, path, _ := strings.Cut(route, " ")
		operation := []string{"paths", path, strings.ToLower(method)}
		for status := range object(s.doc, join(operation, "responses")...) {
			at, answer := s.resolve(join(operation, "responses", status))
			require.NotEmpty(t, answer, "%s: %s", route, status)
			for media := range object(answer, "content") {
				_, err := s.schema(join(at, "content", media, "schema"))
				assert.NoError(t, err, "%s: %s: %s", route, status, media)
			}
		}
	}
}

func TestSpec_Routes(t *testing.T) {
	t.Parallel()
	routes := Load(t).Routes()
	assert.Contains(t, routes, "GET /v1/games/{id}")
	assert.Contains(t, routes, "DELETE /v1/games/{id}/players/me")
	assert.IsIncreasing(t, routes)
	assert.Len(t, routes, 20)
}

func BenchmarkSpec_CheckAnswer(b *testing.B) {
	s := Load(b)
	text, err := json.Marshal(object(s.doc, "components", "schemas", "View", "example"))
	require.NoError(b, err)
	req := httptest.NewRequest(http.MethodGet, "/v1/games/g1", nil)
	resp := answer(200)
	for b.Loop() {
		s.CheckAnswer(b, req, resp, text)
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		Load(b)
	}
}
