package rest_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/apitest"
	"cheat/functions/internal/problem"
	"cheat/infra/store"
)

// desk is a server of a test's own and what the test asks of it. Its randomness is
// drawn from the test's name, so that every run deals the same cards.
type desk struct {
	*apitest.Server
	t   testing.TB
	api client.Client
}

func newDesk(t testing.TB) *desk { return newDeskOn(t, nil) }

// newDeskOn serves a store of the test's.
func newDeskOn(t testing.TB, s store.Store) *desk {
	t.Helper()
	server := apitest.New(t, s)
	server.Games.Random = drawnFrom(t.Name())
	return &desk{server, t, client.Client{Base: server.URL, HTTP: server.HTTP}}
}

// in is the same desk for a subtest.
func (d *desk) in(t testing.TB) *desk { return &desk{d.Server, t, d.api} }

// fast is the same desk without holding each answer against the OpenAPI document, for
// tests that ask thousands of times.
func (d *desk) fast() *desk { return &desk{d.Server, d.t, client.Client{Base: d.URL}} }

// drawnFrom is randomness that follows from a text. It may be read at the same time.
func drawnFrom(text string) io.Reader {
	return &locked{source: rand.NewChaCha8(sha256.Sum256([]byte(text)))}
}

type locked struct {
	mu     sync.Mutex
	source *rand.ChaCha8
}

func (l *locked) Read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.source.Read(p)
}

// ask sends one request.
func (d *desk) ask(method, path string, who client.Caller, body any) client.Answer {
	d.t.Helper()
	answer, err := d.api.Do(d.t.Context(), method, path, who, body)
	require.NoError(d.t, err)
	return answer
}

func (d *desk) get(path string, who client.Caller) client.Answer {
	d.t.Helper()
	return d.ask(http.MethodGet, path, who, nil)
}

func (d *desk) post(path string, who client.Caller, body any) client.Answer {
	d.t.Helper()
	return d.ask(http.MethodPost, path, who, body)
}

// done states that a request was carried out with the status.
func (d *desk) done(status int, answer client.Answer) client.Answer {
	d.t.Helper()
	require.Equal(d.t, status, answer.Status, "%s", answer.Body)
	return answer
}

// refused states that an answer is the problem of a code, as a problem must be.
func (d *desk) refused(code problem.Code, answer client.Answer) client.Problem {
	d.t.Helper()
	p := answer.Problem()
	assert.Equal(d.t, string(code), p.Code, "%d %s", answer.Status, answer.Body)
	assert.Equal(d.t, code.Status(), answer.Status)
	assert.Equal(d.t, code.Status(), p.Status)
	assert.Equal(d.t, "/problems/"+string(code), p.Type)
	assert.Equal(d.t, "no-store", answer.Header.Get("Cache-Control"))
	assert.Empty(d.t, answer.Header.Get("ETag"), "a problem has no version of its own")
	return p
}

// with is a caller with one more header.
func with(who client.Caller, name string, values ...string) client.Caller {
	who.Extra = who.Extra.Clone()
	if who.Extra == nil {
		who.Extra = http.Header{}
	}
	who.Extra[http.CanonicalHeaderKey(name)] = values
	return who
}

// newcomer is somebody with a token of his own making.
func newcomer() client.Caller { return client.Caller{Token: client.NewToken()} }

// nobody is a caller without a token.
var nobody = client.Caller{}

// read decodes an answer's body.
func read[T any](d *desk, answer client.Answer) T {
	d.t.Helper()
	var v T
	require.NoError(d.t, json.Unmarshal(answer.Body, &v), "%s", answer.Body)
	return v
}

// object is a JSON object.
type object = map[string]any

// create makes a game whose host is the caller.
func (d *desk) create(host client.Caller, body object) *game {
	d.t.Helper()
	full := object{"name": names[0], "seats": 2}
	for k, v := range body {
		full[k] = v
	}
	made := read[client.Seated](d, d.done(http.StatusCreated, d.post("/v1/games", host, full)))
	return &game{desk: d, id: made.Game.ID, seats: []client.Caller{{Token: host.Token}}}
}

// names are those of the players, by seat.
var names = strings.Fields("Ada Ben Cyd Dot Eve Fay Gus Hal")

// decode reads JSON from a reader.
func decode[T any](t testing.TB, from io.Reader) T {
	t.Helper()
	var v T
	require.NoError(t, json.NewDecoder(from).Decode(&v))
	return v
}

// tokenFrom makes a token of random bytes.
func tokenFrom(t testing.TB, source io.Reader) string {
	t.Helper()
	raw := make([]byte, 32)
	_, err := io.ReadFull(source, raw)
	require.NoError(t, err)
	return base64.RawURLEncoding.EncodeToString(raw)
}
