package problem_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/docs"
	"cheat/functions/internal/problem"
	"cheat/functions/internal/requestid"
)

func write(err error) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	w.Header().Set("ETag", `"3"`)
	w.Header().Set("Access-Control-Allow-Origin", "*")
	r := httptest.NewRequest(http.MethodPost, "/v1/games/g1/plays", nil)
	problem.Write(w, r.WithContext(requestid.With(r.Context(), "r-1")), err)
	return w
}

func TestWrite(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err    error
		status int
		body   string
		header map[string]string
	}{
		"a refusal": {
			err:    problem.New(problem.NotYourTurn, "Seat %d is to play.", 1),
			status: 409,
			body:   `{"type":"/problems/not-your-turn","title":"It is somebody else's turn","status":409,"detail":"Seat 1 is to play.","code":"not-your-turn"}`,
		},
		"wrapped": {
			err:    fmt.Errorf("load game g1: %w", problem.New(problem.NoSuchGame, "No game g1.")),
			status: 404,
			body:   `{"type":"/problems/no-such-game","title":"There is no such game","status":404,"detail":"No game g1.","code":"no-such-game"}`,
		},
		"a bare code": {
			err:    problem.NoSuchRoute,
			status: 404,
			body:   `{"type":"/problems/no-such-route","title":"There is nothing here","status":404,"detail":"There is nothing here.","code":"no-such-route"}`,
		},
		"places": {
			err: problem.Invalid(
				problem.Item{In: problem.Pointer, At: "/rules/points/1", Detail: "must be a whole number from 0 to 100"},
				problem.Item{In: problem.Parameter, At: "limit", Detail: "is there twice"},
				problem.Item{In: problem.Header, At: "If-Match", Detail: "must be one strong tag"},
				problem.Item{In: problem.Pointer, At: "", Detail: "must be an object"}),
			status: 400,
			body: `{"type":"/problems/invalid-request","title":"The request is not understood","status":400,
				"detail":"rules.points.1 must be a whole number from 0 to 100","code":"invalid-request","errors":[
				{"pointer":"/rules/points/1","detail":"must be a whole number from 0 to 100"},
				{"parameter":"limit","detail":"is there twice"},
				{"header":"If-Match","detail":"must be one strong tag"},
				{"pointer":"","detail":"must be an object"}]}`,
		},
		"a place that is no Unicode": {
			err:    problem.Invalid(problem.Item{In: problem.Parameter, At: "a\xff", Detail: "is unknown"}),
			status: 400,
			body: `{"type":"/problems/invalid-request","title":"The request is not understood","status":400,
				"detail":"a\ufffd is unknown","code":"invalid-request","errors":[{"parameter":"a\ufffd","detail":"is unknown"}]}`,
		},
		"a game": {
			err:    &problem.Error{Code: problem.StaleVersion, Detail: "It is at version 4.", Game: map[string]any{"version": 4, "winners": []int(nil)}},
			status: 412,
			body:   `{"type":"/problems/stale-version","title":"The game has moved on","status":412,"detail":"It is at version 4.","code":"stale-version","game":{"version":4,"winners":[]}}`,
		},
		"a token": {
			err: problem.New(problem.BadToken, "D"), status: 401,
			header: map[string]string{"WWW-Authenticate": "Bearer"},
		},
		"a method": {
			err: &problem.Error{Code: problem.MethodNotAllowed, Allow: []string{"GET", "HEAD"}}, status: 405,
			header: map[string]string{"Allow": "GET, HEAD"},
		},
		"a window": {
			err: &problem.Error{Code: problem.CallsOpen, RetryAfter: 4}, status: 409,
			header: map[string]string{"Retry-After": "4"},
		},
		"no window": {
			err: &problem.Error{Code: problem.CallsOpen}, status: 409,
			header: map[string]string{"Retry-After": ""},
		},
		"storage away": {
			err: &problem.Error{Code: problem.TryAgain}, status: 503,
			header: map[string]string{"Retry-After": "1"},
		},
		"too many": {
			err: &problem.Error{Code: problem.TooManyRequests, RetryAfter: 30}, status: 429,
			header: map[string]string{"Retry-After": "30"},
		},
		"an unknown error": {
			err: errors.New("table Games: throttled by 10.0.0.7"), status: 500,
			body: `{"type":"/problems/internal-error","title":"Something went wrong here","status":500,
				"detail":"The request was not carried out as it should have been. Its id helps us to find out why.","code":"internal-error","requestId":"r-1"}`,
		},
		"an internal error with a detail": {
			err: problem.New(problem.InternalError, "seed 00ff"), status: 500,
			body: `{"type":"/problems/internal-error","title":"Something went wrong here","status":500,
				"detail":"The request was not carried out as it should have been. Its id helps us to find out why.","code":"internal-error","requestId":"r-1"}`,
		},
		"an unknown code":                 {err: problem.New("made-up", "D"), status: 500},
		"a game that cannot be encoded":   {err: &problem.Error{Code: problem.StaleVersion, Game: func() {}}, status: 500},
		"no error at all, a bug of ours":  {err: nil, status: 500},
		"an unknown bare code, as before": {err: problem.Code("made-up"), status: 500},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := write(tt.err)
			assert.Equal(t, tt.status, w.Code)
			if tt.body != "" {
				assert.JSONEq(t, tt.body, w.Body.String())
			}
			for name, value := range tt.header {
				assert.Equal(t, value, w.Header().Get(name), name)
			}
			assert.Equal(t, "application/problem+json", w.Header().Get("Content-Type"))
			assert.Equal(t, "no-store", w.Header().Get("Cache-Control"))
			assert.Empty(t, w.Header().Get("ETag"), "the tag of the answer that is not given")
			assert.Equal(t, "*", w.Header().Get("Access-Control-Allow-Origin"), "errors can be read across origins too")
			assert.Equal(t, fmt.Sprint(w.Body.Len()), w.Header().Get("Content-Length"))
		})
	}
}

func TestError_Is_its_code(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("save game g1: %w", problem.New(problem.StaleVersion, "D"))
	assert.ErrorIs(t, err, problem.StaleVersion)
	assert.NotErrorIs(t, err, problem.GameOver)
	assert.Equal(t, "save game g1: stale-version: D", err.Error())
}

// The document and the table name the same codes, and the document puts each code under its own status.
func TestCodes_are_those_of_the_document(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(docs.OpenAPI)
	require.NoError(t, err)

	var documented, here []string
	for _, code := range doc.Components.Schemas["ProblemCode"].Value.Enum {
		documented = append(documented, code.(string))
	}
	for _, code := range problem.Codes() {
		here = append(here, string(code))
	}
	assert.Equal(t, documented, here)

	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			for status, response := range op.Responses.Map() {
				media := response.Value.Content["application/problem+json"]
				if media == nil {
					continue
				}
				var schema struct {
					Properties struct {
						Code struct {
							Enum []problem.Code `json:"enum"`
						} `json:"code"`
					} `json:"properties"`
				}
				text, err := json.Marshal(media.Schema)
				require.NoError(t, err)
				require.NoError(t, json.Unmarshal(text, &schema))
				require.NotEmpty(t, schema.Properties.Code.Enum, "%s %s %s", method, path, status)
				for _, code := range schema.Properties.Code.Enum {
					assert.Equal(t, status, fmt.Sprint(code.Status()), "%s %s: %s", method, path, code)
				}
			}
		}
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	for _, code := range problem.Codes() {
		page, ok := problem.Page(string(code))
		require.True(t, ok, code)
		text := string(page)
		assert.Contains(t, text, "<code>"+string(code)+"</code>")
		assert.Contains(t, text, fmt.Sprintf("Status %d,", code.Status()))
		assert.Equal(t, 1, strings.Count(text, "<h1>"))
		for _, forbidden := range []string{"<script", "<style", "style=", "%!", "onload"} {
			assert.NotContains(t, text, forbidden)
		}
		last := text[strings.LastIndex(text, "<p>"):]
		assert.Greater(t, len(last), len("<p></p></main></body></html>")+40, "%s is explained", code)
	}
	_, ok := problem.Page("<script>")
	assert.False(t, ok)
}
