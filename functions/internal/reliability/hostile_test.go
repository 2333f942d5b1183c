package reliability_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/apitest"
	"cheat/functions/internal/front"
	"cheat/functions/internal/gateway"
	"cheat/functions/internal/program"
	"cheat/infra/store/bolt"
)

// besieged is the service with a game under way, reached through a socket and through
// the gateway's adapter, both with the very same handler.
type besieged struct {
	t       *testing.T
	address string
	lambda  *gateway.Handler
	file    string // the store's
	logs    *apitest.Logs
	id      string
	seated  []apitest.Seated
}

func besiege(t *testing.T) *besieged {
	t.Helper()
	b := &besieged{t: t, file: filepath.Join(t.TempDir(), "cheat.db"), logs: &apitest.Logs{}}
	kept, err := bolt.Open(b.file, bolt.Options{NoSync: true})
	require.NoError(t, err)
	t.Cleanup(func() { _ = kept.Close() })
	config, err := program.FromEnv(func(string) string { return "" })
	require.NoError(t, err)
	log := slog.New(slog.NewJSONHandler(b.logs, nil))
	handler := front.New(config, config.Games(kept, log), log).Handler()
	server := httptest.NewUnstartedServer(handler)
	server.Config.MaxHeaderBytes = 16 << 10
	server.Config.ReadTimeout = 15 * time.Second
	server.Config.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelError)
	server.Start()
	t.Cleanup(server.Close)
	b.address, b.lambda = server.Listener.Addr().String(), gateway.New(handler, log)
	b.id, b.seated, err = apitest.Table(t.Context(), client.Client{Base: server.URL}, client.Creation{Seats: 2, Rules: map[string]any{"callSeconds": 0, "turnSeconds": 0}}, 2)
	require.NoError(t, err)
	return b
}

// filled puts the game's id and a player's token where the request wants them.
func (b *besieged) filled(text string) string {
	return strings.NewReplacer(anyID, b.id, anyToken, b.seated[0].Token).Replace(text)
}

// socket sends the request byte by byte as it is.
func (b *besieged) socket(h hostile) client.Answer {
	b.t.Helper()
	c, err := net.Dial("tcp", b.address)
	require.NoError(b.t, err)
	defer c.Close()
	require.NoError(b.t, c.SetDeadline(time.Now().Add(20*time.Second)))
	var text strings.Builder
	fmt.Fprintf(&text, "%s %s HTTP/1.1\r\nHost: cheat.example\r\nConnection: close\r\n", h.method, b.filled(h.target))
	for _, header := range h.headers {
		fmt.Fprintf(&text, "%s: %s\r\n", header[0], b.filled(header[1]))
	}
	if h.body != "" {
		fmt.Fprintf(&text, "Content-Length: %d\r\n", len(h.body))
	}
	_, _ = io.WriteString(c, text.String()+"\r\n"+h.body) // refused before all was sent: the answer says so
	answer, err := http.ReadResponse(bufio.NewReader(c), &http.Request{Method: h.method})
	require.NoError(b.t, err, h.name)
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	return client.Answer{Status: answer.StatusCode, Header: answer.Header, Body: body}
}

// event sends the request as a gateway would hand it on: an HTTP API with the path
// decoded, a Function URL as it was sent.
func (b *besieged) event(h hostile, domain string, encoded bool) client.Answer {
	b.t.Helper()
	path, query, _ := strings.Cut(b.filled(h.target), "?")
	if decoded, err := url.PathUnescape(path); err == nil && !strings.Contains(domain, ".lambda-url.") {
		path = decoded
	}
	headers := map[string]string{}
	for _, header := range h.headers {
		headers[strings.ToLower(header[0])] = b.filled(header[1])
	}
	event := map[string]any{
		"version": "2.0", "rawPath": path, "rawQueryString": query, "headers": headers,
		"requestContext": map[string]any{"domainName": domain, "stage": "$default", "http": map[string]any{"method": h.method, "sourceIp": "192.0.2.1"}},
	}
	if encoded = encoded || !utf8.ValidString(h.body); encoded {
		event["body"], event["isBase64Encoded"] = base64.StdEncoding.EncodeToString([]byte(h.body)), true
	} else if h.body != "" {
		event["body"] = h.body
	}
	payload, err := json.Marshal(event)
	require.NoError(b.t, err)
	out, err := b.lambda.Invoke(b.t.Context(), payload)
	require.NoError(b.t, err, h.name)
	var answer struct {
		StatusCode      int
		Headers         map[string]string
		Body            string
		IsBase64Encoded bool
	}
	require.NoError(b.t, json.Unmarshal(out, &answer))
	header := http.Header{}
	for name, value := range answer.Headers {
		header.Set(name, value)
	}
	body := []byte(answer.Body)
	if answer.IsBase64Encoded {
		body, err = base64.StdEncoding.DecodeString(answer.Body)
		require.NoError(b.t, err)
	}
	return client.Answer{Status: answer.StatusCode, Header: header, Body: body}
}

// internals is what only the program's makers should see.
var internals = regexp.MustCompile(`(?i)goroutine|panic|runtime error|\.go:\d|nil pointer|cheat/|bbolt|dynamo|jsontext|strconv|unmarshal|0x[0-9a-f]{6}|/(home|root|tmp|usr)/`)

// judge looks at an answer.
func (b *besieged) judge(h hostile, door string, answer client.Answer) {
	b.t.Helper()
	about := fmt.Sprintf("%s, through the %s: %d %.300s", h.name, door, answer.Status, answer.Body)
	reads := h.method == http.MethodGet || h.method == http.MethodHead || h.method == http.MethodOptions
	switch {
	case answer.Status >= 500:
		assert.Fail(b.t, "the service's own fault", about)
	case answer.Status < 300 && !reads:
		assert.Fail(b.t, "it was carried out", about)
	case answer.Status < 400 && answer.Status >= 300:
		assert.Fail(b.t, "it leads elsewhere", about)
	}
	kind := answer.Header.Get("Content-Type")
	if h.target != "/v1/openapi.json" && !strings.HasPrefix(h.target, "/problems/") {
		assert.NotRegexp(b.t, internals, string(answer.Body), about)
	}
	assert.NotContains(b.t, string(answer.Body), b.seated[0].Token, about)
	if door != "socket" || answer.Header.Get("X-Content-Type-Options") != "" { // else net/http has refused it
		assert.Equal(b.t, "nosniff", answer.Header.Get("X-Content-Type-Options"), about)
		if answer.Status >= 400 {
			assert.Equal(b.t, "application/problem+json", kind, about)
			assert.Equal(b.t, "no-store", answer.Header.Get("Cache-Control"), about)
			assert.True(b.t, h.method == http.MethodHead || json.Valid(answer.Body), about)
		}
	} else {
		assert.Contains(b.t, []int{400, 431, 405, 417}, answer.Status, about)
	}
}

// Whatever is sent, through whichever door: no fault of the service's own, no word
// about its inside, nothing stored.
func TestHostile_requests_change_nothing_and_learn_nothing(t *testing.T) {
	t.Parallel()
	b := besiege(t)
	before, err := os.ReadFile(b.file)
	require.NoError(t, err)
	all, codes := corpus(), map[string]int{}
	for _, h := range all {
		for door, answer := range map[string]client.Answer{
			"socket": b.socket(h), "gateway": b.event(h, "api.execute-api.eu-central-1.amazonaws.com", false), "function's URL": b.event(h, "abc.lambda-url.eu-central-1.on.aws", true),
		} {
			b.judge(h, door, answer)
			codes[answer.Problem().Code]++
		}
	}
	for _, code := range []string{"invalid-request", "bad-token", "no-such-game", "no-such-route", "no-such-round", "method-not-allowed", "body-too-large", "unsupported-media-type"} {
		assert.Positive(t, codes[code], "the corpus has nothing that is %s", code)
	}
	after, err := os.ReadFile(b.file)
	require.NoError(t, err)
	assert.True(t, string(before) == string(after), "something was stored")
	log := b.logs.String()
	assert.NotContains(t, log, "panic")
	assert.NotContains(t, log, b.seated[0].Token)
	t.Logf("%d hostile requests through each of three doors, answered by %v", len(all), codes)
}

// What is no HTTP at all, or only nearly, ends with the connection or a plain 4xx.
func TestHostile_bytes_that_are_no_request(t *testing.T) {
	t.Parallel()
	b := besiege(t)
	for name, text := range map[string]string{
		"TLS":                       "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + strings.Repeat("\x00", 64) + "\r\n\r\n",
		"HTTP/2":                    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
		"HTTP/0.9":                  "GET /v1/health\r\n\r\n",
		"NUL":                       strings.Repeat("\x00", 4096) + "\r\n\r\n",
		"a line without end":        "GET /" + strings.Repeat("a", 40_000),
		"no host":                   "GET /v1/health HTTP/1.1\r\n\r\n",
		"two hosts":                 "GET /v1/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
		"a header with a NUL":       "GET /v1/health HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n",
		"a header of two lines":     "POST /v1/games HTTP/1.1\r\nHost: a\r\nContent-Type:\r\n application/json\r\n : b\r\nContent-Length: 2\r\n\r\n{}",
		"two lengths":               "POST /v1/games HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 30\r\n\r\n{}",
		"a length below nothing":    "POST /v1/games HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n{}",
		"a length and chunks":       "POST /v1/games HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		"chunks that are none":      "POST /v1/games HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
		"chunks past all measure":   "POST /v1/games HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}",
		"two tokens":                "GET /v1/me/games HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
		"a path that is no path":    "GET v1/health HTTP/1.1\r\nHost: a\r\n\r\n",
		"a proxy's request":         "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n",
		"the server as a whole":     "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
		"a body that ends too soon": "POST /v1/games HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{\"name\"",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := net.Dial("tcp", b.address)
			require.NoError(t, err)
			defer c.Close()
			require.NoError(t, c.SetDeadline(time.Now().Add(20*time.Second)))
			_, _ = io.WriteString(c, text)
			require.NoError(t, c.(*net.TCPConn).CloseWrite())
			answer, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				require.NotErrorIs(t, err, os.ErrDeadlineExceeded)
				return
			}
			defer answer.Body.Close()
			body, _ := io.ReadAll(answer.Body)
			assert.True(t, answer.StatusCode < 500 || answer.StatusCode == http.StatusHTTPVersionNotSupported, "%d %s", answer.StatusCode, body)
			assert.NotEqual(t, http.StatusCreated, answer.StatusCode)
			assert.NotRegexp(t, internals, string(body))
		})
	}
	t.Cleanup(func() { assert.NotContains(t, b.logs.String(), "panic") })
}
