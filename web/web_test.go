package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func built(t *testing.T) http.Handler {
	t.Helper()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	handler, err := newHandler(fstest.MapFS{
		"index.html":              file("<!doctype html>the shell"),
		"index.html.br":           file("the shell in br"),
		"index.html.gz":           file("the shell in gz"),
		"unbuilt.html":            file("not built"),
		"sw.js":                   file("worker"),
		"manifest.webmanifest":    file("{}"),
		"assets/main-ABC.js":      file("the script"),
		"assets/main-ABC.js.gz":   file("the script in gz"),
		"assets/icon-DEF.svg":     file("<svg/>"),
		"assets/icon-192-GHI.png": file("png"),
		"assets/main-JKL.css":     file("style"),
	})
	require.NoError(t, err)
	return handler
}

func get(handler http.Handler, target string, headers ...string) *http.Response {
	request := httptest.NewRequest(http.MethodGet, target, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Add(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder.Result()
}

func body(t *testing.T, response *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return string(text)
}

func TestShellIsServedAtTheFrontAndAtEveryTable(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"/", "/g/abc", "/?utm=x"} {
		response := get(built(t), target)
		require.Equal(t, http.StatusOK, response.StatusCode, target)
		assert.Equal(t, "<!doctype html>the shell", body(t, response), target)
		assert.Equal(t, "text/html; charset=utf-8", response.Header.Get("Content-Type"), target)
		assert.Equal(t, "no-cache", response.Header.Get("Cache-Control"), target)
	}
}

func TestContentTypes(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"/sw.js":                   "text/javascript; charset=utf-8",
		"/manifest.webmanifest":    "application/manifest+json",
		"/assets/main-ABC.js":      "text/javascript; charset=utf-8",
		"/assets/main-JKL.css":     "text/css; charset=utf-8",
		"/assets/icon-DEF.svg":     "image/svg+xml",
		"/assets/icon-192-GHI.png": "image/png",
	} {
		response := get(built(t), target)
		assert.Equal(t, http.StatusOK, response.StatusCode, target)
		assert.Equal(t, want, response.Header.Get("Content-Type"), target)
	}
}

func TestCodingIsTheSmallestThatTheClientTakes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ target, accept, coding, body string }{
		"none named":        {"/", "", "", "<!doctype html>the shell"},
		"both":              {"/", "gzip, br", "br", "the shell in br"},
		"gzip alone":        {"/", "gzip", "gzip", "the shell in gz"},
		"capital letters":   {"/", "GZIP", "gzip", "the shell in gz"},
		"br refused":        {"/", "br;q=0, gzip;q=0.5", "gzip", "the shell in gz"},
		"br refused, 0.000": {"/", "br; q=0.000, *", "gzip", "the shell in gz"},
		"anything":          {"/", "*", "br", "the shell in br"},
		"identity alone":    {"/", "identity", "", "<!doctype html>the shell"},
		"unreadable weight": {"/", "br;q=much", "", "<!doctype html>the shell"},
		"not in br":         {"/assets/main-ABC.js", "gzip, deflate, br", "gzip", "the script in gz"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			response := get(built(t), test.target, "Accept-Encoding", test.accept)
			assert.Equal(t, test.coding, response.Header.Get("Content-Encoding"))
			assert.Equal(t, test.body, body(t, response))
			assert.Equal(t, "Accept-Encoding", response.Header.Get("Vary"))
		})
	}
}

func TestAcceptEncodingOverSeveralLines(t *testing.T) {
	t.Parallel()
	response := get(built(t), "/", "Accept-Encoding", "deflate", "Accept-Encoding", "br")
	assert.Equal(t, "br", response.Header.Get("Content-Encoding"))
}

func TestShellIsRevalidatedByItsTag(t *testing.T) {
	t.Parallel()
	handler := built(t)
	plain := get(handler, "/").Header.Get("ETag")
	packed := get(handler, "/", "Accept-Encoding", "br").Header.Get("ETag")
	require.NotEmpty(t, plain)
	assert.NotEqual(t, plain, packed, "each coding has a tag of its own")

	again := get(handler, "/g/abc", "If-None-Match", plain)
	assert.Equal(t, http.StatusNotModified, again.StatusCode)
	assert.Empty(t, body(t, again))
	assert.Equal(t, http.StatusOK, get(handler, "/", "If-None-Match", packed).StatusCode)
}

func TestHashedFilesAreKeptForEver(t *testing.T) {
	t.Parallel()
	handler := built(t)
	assert.Contains(t, get(handler, "/assets/main-ABC.js").Header.Get("Cache-Control"), "immutable")

	for _, target := range []string{"/assets/main-OLD.js", "/assets/", "/assets/main-ABC.js.gz", "/assets/x/../../index.html"} {
		missing := get(handler, target)
		assert.NotEqual(t, http.StatusOK, missing.StatusCode, target)
		assert.NotContains(t, missing.Header.Get("Cache-Control"), "immutable", target)
	}
}

func TestEveryAnswerIsSecured(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"/", "/g/abc", "/assets/main-ABC.js", "/assets/none.js", "/sw.js"} {
		header := get(built(t), target).Header
		policy := header.Get("Content-Security-Policy")
		assert.Contains(t, policy, "default-src 'none'", target)
		assert.NotContains(t, policy, "unsafe", target)
		assert.Equal(t, "no-referrer", header.Get("Referrer-Policy"), target)
		assert.Equal(t, "nosniff", header.Get("X-Content-Type-Options"), target)
		assert.NotEmpty(t, header.Get("Permissions-Policy"), target)
	}
}

func TestEveryPatternIsServed(t *testing.T) {
	t.Parallel()
	handler := built(t)
	targets := map[string]string{
		"GET /{$}": "/", "GET /g/{id}": "/g/abc", "GET /assets/{file...}": "/assets/main-ABC.js",
		"GET /sw.js": "/sw.js", "GET /manifest.webmanifest": "/manifest.webmanifest",
	}
	for _, pattern := range Patterns() {
		require.Contains(t, targets, pattern)
		assert.Equal(t, http.StatusOK, get(handler, targets[pattern]).StatusCode, pattern)
	}
}

func TestWithoutTheBuildTheFrontSaysHowToMakeIt(t *testing.T) {
	t.Parallel()
	placeholder, err := dist.ReadFile("dist/unbuilt.html")
	require.NoError(t, err)
	handler, err := newHandler(fstest.MapFS{"unbuilt.html": {Data: placeholder}})
	require.NoError(t, err)

	for _, target := range []string{"/", "/g/abc"} {
		response := get(handler, target)
		assert.Equal(t, http.StatusOK, response.StatusCode)
		assert.Contains(t, body(t, response), "make web")
	}
	assert.Equal(t, http.StatusNotFound, get(handler, "/sw.js").StatusCode)
}

func TestThisProgramHasAPage(t *testing.T) {
	t.Parallel()
	response := get(Handler(), "/")
	assert.Equal(t, http.StatusOK, response.StatusCode)
	assert.Contains(t, body(t, response), "Cheat")
}
