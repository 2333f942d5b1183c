package gateway_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/functions/internal/gateway"
	"cheat/functions/internal/request"
	"cheat/functions/internal/requestid"
)

// answer is an answer as the gateway reads it.
type answer struct {
	StatusCode      int
	Headers         map[string]string
	Cookies         []string
	Body            string
	IsBase64Encoded bool
}

// event is an event with the fields that a test does not care about, changed by edit.
func event(t testing.TB, edit func(event, http map[string]any)) []byte {
	t.Helper()
	http := map[string]any{"method": "GET", "path": "/v1/health", "protocol": "HTTP/1.1", "sourceIp": "192.0.2.7", "userAgent": "curl/8"}
	e := map[string]any{
		"version":        "2.0",
		"routeKey":       "$default",
		"rawPath":        "/v1/health",
		"rawQueryString": "",
		"headers":        map[string]string{"host": "api.example.com", "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"},
		"requestContext": map[string]any{
			"domainName": "gw.example.com", "requestId": "r-1", "stage": "$default", "http": http,
			"authentication": nil, "time": "01/Mar/2026:18:04:11 +0000", "timeEpoch": 1772388251000,
		},
		"isBase64Encoded": false,
	}
	edit(e, http)
	payload, err := json.Marshal(e)
	require.NoError(t, err)
	return payload
}

// invoke answers the event with the handler.
func invoke(t testing.TB, payload []byte, handler http.HandlerFunc) answer {
	t.Helper()
	out, err := gateway.New(handler, slog.New(slog.DiscardHandler)).Invoke(context.Background(), payload)
	require.NoError(t, err)
	var a answer
	require.NoError(t, json.Unmarshal(out, &a))
	return a
}

func TestHandler_request(t *testing.T) {
	t.Parallel()
	header := func(e map[string]any, name, value string) { e["headers"].(map[string]string)[name] = value }
	context := func(e map[string]any) map[string]any { return e["requestContext"].(map[string]any) }
	for name, tt := range map[string]struct {
		edit  func(e, http map[string]any)
		check func(t *testing.T, r *http.Request)
	}{
		"as it comes": {func(e, http map[string]any) {}, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "GET", r.Method)
			assert.Equal(t, "/v1/health", r.URL.Path)
			assert.Equal(t, "https://api.example.com/v1/health", r.URL.String())
			assert.Equal(t, "/v1/health", r.RequestURI)
			assert.Equal(t, "api.example.com", r.Host)
			assert.Empty(t, r.Header.Get("Host"))
			assert.Equal(t, "r-1", requestid.From(r.Context()))
			assert.Zero(t, r.ContentLength)
			body, err := io.ReadAll(r.Body)
			assert.NoError(t, err)
			assert.Empty(t, body)
		}},
		"the address is the gateway's word": {func(e, http map[string]any) {}, func(t *testing.T, r *http.Request) {
			assert.Equal(t, netip.MustParseAddrPort("192.0.2.7:0"), netip.MustParseAddrPort(r.RemoteAddr))
		}},
		"an IPv6 address": {func(e, http map[string]any) { http["sourceIp"] = "2001:db8::7" }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, netip.MustParseAddrPort("[2001:db8::7]:0"), netip.MustParseAddrPort(r.RemoteAddr))
		}},
		"header names in any case": {func(e, http map[string]any) { header(e, "AUTHORIZATION", "Bearer x"); header(e, "If-Match", `"3"`) }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "Bearer x", r.Header.Get("Authorization"))
			assert.Equal(t, `"3"`, r.Header.Get("If-Match"))
		}},
		"no headers": {func(e, http map[string]any) { e["headers"] = nil }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "gw.example.com", r.Host)
		}},
		"plain HTTP": {func(e, http map[string]any) { header(e, "x-forwarded-proto", "http") }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "http", r.URL.Scheme)
		}},
		"another scheme is none": {func(e, http map[string]any) { header(e, "x-forwarded-proto", "javascript") }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "https", r.URL.Scheme)
		}},
		"cookies": {func(e, http map[string]any) { e["cookies"] = []string{"a=1", "b=2"} }, func(t *testing.T, r *http.Request) {
			b, err := r.Cookie("b")
			require.NoError(t, err)
			assert.Equal(t, "2", b.Value)
		}},
		"a query": {func(e, http map[string]any) { e["rawQueryString"] = "after=a%2Fb&limit=1&limit=2" }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "after=a%2Fb&limit=1&limit=2", r.URL.RawQuery)
			assert.Equal(t, []string{"1", "2"}, r.URL.Query()["limit"])
		}},
		"a decoded path": {func(e, http map[string]any) { e["rawPath"] = "/v1/games/50% ü?#" }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "/v1/games/50% ü?#", r.URL.Path)
			assert.Equal(t, "/v1/games/50%25%20%C3%BC%3F%23", r.RequestURI)
		}},
		"a decoded path is not decoded again": {func(e, http map[string]any) { e["rawPath"] = "/v1/games/%41" }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "/v1/games/%41", r.URL.Path)
		}},
		"a Function URL's encoded path": {func(e, http map[string]any) {
			context(e)["domainName"] = "abc.lambda-url.eu-central-1.on.aws"
			e["rawPath"] = "/v1/games/a%2Fb%41"
		}, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "/v1/games/a/bA", r.URL.Path)
			assert.Equal(t, "/v1/games/a%2Fb%41", r.URL.EscapedPath())
		}},
		"a Function URL's path that is not well encoded": {func(e, http map[string]any) {
			context(e)["domainName"] = "abc.lambda-url.eu-central-1.on.aws"
			e["rawPath"] = "/v1/games/%zz"
		}, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "/v1/games/%zz", r.URL.Path)
		}},
		"a stage before the path": {func(e, http map[string]any) { context(e)["stage"] = "dev"; e["rawPath"] = "/dev/v1/health" }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "/v1/health", r.URL.Path)
		}},
		"a stage alone": {func(e, http map[string]any) { context(e)["stage"] = "dev"; e["rawPath"] = "/dev" }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "/", r.URL.Path)
		}},
		"a stage that is not in the path": {func(e, http map[string]any) { context(e)["stage"] = "dev" }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "/v1/health", r.URL.Path)
		}},
		"a path that begins like the stage": {func(e, http map[string]any) { context(e)["stage"] = "dev"; e["rawPath"] = "/developers" }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "/developers", r.URL.Path)
		}},
		"an empty path": {func(e, http map[string]any) { e["rawPath"] = "" }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, "/", r.URL.Path)
		}},
		"a body": {func(e, http map[string]any) { http["method"] = "POST"; e["body"] = `{"name":"Zoë"}` }, func(t *testing.T, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			require.NoError(t, err)
			assert.Equal(t, `{"name":"Zoë"}`, string(body))
			assert.EqualValues(t, len(body), r.ContentLength)
		}},
		"a base64 body": {func(e, http map[string]any) { e["body"] = "AP8="; e["isBase64Encoded"] = true }, func(t *testing.T, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			require.NoError(t, err)
			assert.Equal(t, []byte{0, 255}, body)
		}},
		"a null body": {func(e, http map[string]any) { e["body"] = nil }, func(t *testing.T, r *http.Request) {
			assert.Equal(t, http.NoBody, r.Body)
		}},
		"a body that is no base64": {func(e, http map[string]any) { e["body"] = "{}"; e["isBase64Encoded"] = true }, func(t *testing.T, r *http.Request) {
			assert.ErrorContains(t, request.Body(r), "the body is not valid base64")
		}},
		"no request id": {func(e, http map[string]any) { context(e)["requestId"] = "" }, func(t *testing.T, r *http.Request) {
			assert.NotEmpty(t, requestid.From(r.Context()))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			called := false
			got := invoke(t, event(t, tt.edit), func(w http.ResponseWriter, r *http.Request) {
				called = true
				tt.check(t, r)
			})
			assert.True(t, called)
			assert.Equal(t, 200, got.StatusCode)
		})
	}
}

// Half a surrogate in the event's own JSON is not replaced on the way to the handler.
func TestHandler_body_that_is_no_Unicode(t *testing.T) {
	t.Parallel()
	payload := bytes.Replace(event(t, func(e, http map[string]any) { e["body"] = "HALF" }), []byte("HALF"), []byte(`\ud800`), 1)
	called := false
	invoke(t, payload, func(w http.ResponseWriter, r *http.Request) {
		called = true
		assert.ErrorContains(t, request.Body(r), "the body is not valid Unicode")
	})
	assert.True(t, called)
}

func TestHandler_answer(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		method  string
		handler http.HandlerFunc
		want    answer
	}{
		"nothing": {"GET", func(http.ResponseWriter, *http.Request) {}, answer{StatusCode: 200, Headers: map[string]string{}}},
		"text": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "14")
			w.WriteHeader(201)
			_, _ = io.WriteString(w, `{"name":`)
			_, _ = io.WriteString(w, `"Zoë"}`)
		}, answer{StatusCode: 201, Headers: map[string]string{"Content-Type": "application/json"}, Body: `{"name":"Zoë"}`}},
		"a type is found where none is given": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "<!doctype html>")
		}, answer{StatusCode: 200, Headers: map[string]string{"Content-Type": "text/html; charset=utf-8"}, Body: "<!doctype html>"}},
		"bytes that are no text": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write([]byte{0x89, 'P', 0xff})
		}, answer{StatusCode: 200, Headers: map[string]string{"Content-Type": "image/png"}, Body: base64.StdEncoding.EncodeToString([]byte{0x89, 'P', 0xff}), IsBase64Encoded: true}},
		"compressed, whatever the bytes": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/css")
			w.Header().Set("Content-Encoding", "br")
			_, _ = w.Write([]byte("abc"))
		}, answer{StatusCode: 200, Headers: map[string]string{"Content-Type": "text/css", "Content-Encoding": "br"}, Body: "YWJj", IsBase64Encoded: true}},
		"several values": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Add("Vary", "Origin")
			w.Header().Add("Vary", "Accept-Encoding")
			w.Header().Add("Set-Cookie", "a=1")
			w.Header().Add("Set-Cookie", "b=2, c")
			w.WriteHeader(204)
		}, answer{StatusCode: 204, Headers: map[string]string{"Vary": "Origin, Accept-Encoding"}, Cookies: []string{"a=1", "b=2, c"}}},
		"headers after the status come too late": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusEarlyHints)
			w.WriteHeader(404)
			w.Header().Set("X", "1")
			w.WriteHeader(200)
		}, answer{StatusCode: 404, Headers: map[string]string{}}},
		"not modified has no body": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("ETag", `"3"`)
			w.WriteHeader(304)
			_, err := w.Write([]byte("x"))
			assert.ErrorIs(t, err, http.ErrBodyNotAllowed)
		}, answer{StatusCode: 304, Headers: map[string]string{"Etag": `"3"`}}},
		"HEAD has no body": {"HEAD", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte("{}"))
		}, answer{StatusCode: 200, Headers: map[string]string{"Content-Type": "application/json"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := invoke(t, event(t, func(_, http map[string]any) { http["method"] = tt.method }), tt.handler)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestHandler_panic_is_an_internal_error(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	handler := gateway.New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("ETag", `"3"`)
		w.WriteHeader(200)
		_, _ = io.WriteString(w, "half an answer")
		panic("the deck is gone")
	}), slog.New(slog.NewJSONHandler(&log, nil)))

	for range 2 { // the process lives on
		out, err := handler.Invoke(context.Background(), event(t, func(e, http map[string]any) {}))
		require.NoError(t, err)
		var got answer
		require.NoError(t, json.Unmarshal(out, &got))
		assert.Equal(t, 500, got.StatusCode)
		assert.Equal(t, "application/problem+json", got.Headers["Content-Type"])
		assert.Equal(t, "*", got.Headers["Access-Control-Allow-Origin"])
		assert.NotContains(t, got.Headers, "Etag")
		assert.Contains(t, got.Body, `"requestId":"r-1"`)
		assert.NotContains(t, got.Body, "half an answer")
		assert.NotContains(t, got.Body, "deck")
	}
	assert.Contains(t, log.String(), "the deck is gone")
	assert.Contains(t, log.String(), `"requestId":"r-1"`)
	assert.Contains(t, log.String(), "gateway_test.go")
}

func TestHandler_refuses_other_events(t *testing.T) {
	t.Parallel()
	handler := gateway.New(http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	for name, payload := range map[string]string{
		"no JSON":            `{`,
		"another type":       `[]`,
		"payload format 1.0": `{"version":"1.0","path":"/v1/health","httpMethod":"GET"}`,
		"a schedule":         `{"version":"0","detail-type":"Scheduled Event","source":"aws.scheduler"}`,
	} {
		_, err := handler.Invoke(context.Background(), []byte(payload))
		assert.Error(t, err, name)
	}
}

// FuzzHandler: whatever a gateway sends, the handler sees the request as it was meant, and the answer is one.
func FuzzHandler(f *testing.F) {
	f.Add("GET", "/v1/games/50%", "after=1", "dev", "x-a", "b", []byte("{}"))
	f.Add("", "//", "%zz;&=", "$default", "", "\xff", []byte{0xff})
	f.Add("POST", "/dev/dev", "", "dev", "Content-Length", "9", []byte(nil))
	f.Fuzz(func(t *testing.T, method, path, query, stage, name, value string, body []byte) {
		payload := event(t, func(e, http map[string]any) {
			http["method"], e["rawPath"], e["rawQueryString"] = method, path, query
			e["headers"].(map[string]string)[name] = value
			e["requestContext"].(map[string]any)["stage"] = stage
			e["body"], e["isBase64Encoded"] = base64.StdEncoding.EncodeToString(body), true
		})
		out, err := gateway.New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got, err := io.ReadAll(r.Body)
			require.NoError(t, err)
			require.Equal(t, string(body), string(got))
			require.True(t, strings.HasPrefix(r.URL.Path, "/"))
			decoded, err := url.PathUnescape(r.URL.EscapedPath())
			require.NoError(t, err)
			require.Equal(t, decoded, r.URL.Path)
			_ = r.URL.String()
			_ = r.ParseForm()
			http.NewServeMux().ServeHTTP(w, r)
			w.Header().Set("X", r.Header.Get(name))
			_, _ = w.Write(got)
		}), slog.New(slog.DiscardHandler)).Invoke(context.Background(), payload)
		if method == "" {
			require.Error(t, err)
			return
		}
		require.NoError(t, err)
		var a answer
		require.NoError(t, json.Unmarshal(out, &a))
		require.True(t, 200 <= a.StatusCode && a.StatusCode < 600)
		require.NotEqual(t, 500, a.StatusCode)
	})
}

// FuzzHandler_payload: nothing that is not an event brings the process down.
func FuzzHandler_payload(f *testing.F) {
	f.Add(event(f, func(e, http map[string]any) {}))
	f.Add([]byte(`{"version":"2.0","headers":null,"body":1,"requestContext":{"http":{"method":"GET"}}}`))
	f.Add([]byte("\xff"))
	handler := gateway.New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _ = request.Body(r) }), slog.New(slog.DiscardHandler))
	f.Fuzz(func(t *testing.T, payload []byte) {
		if out, err := handler.Invoke(context.Background(), payload); err == nil {
			require.True(t, json.Valid(out))
		}
	})
}

func BenchmarkHandler(b *testing.B) {
	payload := event(b, func(e, http map[string]any) {
		http["method"] = "POST"
		e["body"] = `{"cards":["7h","Xb"]}`
	})
	reply := bytes.Repeat([]byte(`{"seat":0,"name":"Ada"},`), 50)
	handler := gateway.New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(reply)
	}), slog.New(slog.DiscardHandler))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := handler.Invoke(context.Background(), payload); err != nil {
			b.Fatal(err)
		}
	}
}

// A function whose time is up is killed: the handler has to be done a little before.
func TestHandler_leaves_time_for_an_answer(t *testing.T) {
	t.Parallel()
	for name, limit := range map[string]time.Duration{"a time": 10 * time.Second, "none": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			if limit > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, limit)
				defer cancel()
			}
			end, limited := ctx.Deadline()
			handler := gateway.New(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				got, is := r.Context().Deadline()
				assert.Equal(t, limited, is)
				if limited {
					assert.Equal(t, 500*time.Millisecond, end.Sub(got))
				}
			}), slog.New(slog.DiscardHandler))
			_, err := handler.Invoke(ctx, event(t, func(e, http map[string]any) {}))
			require.NoError(t, err)
		})
	}
}
