// Package web holds the built page and serves it: the shell at / and
// /g/{id}, hashed files under /assets/, the service worker and the manifest.
//
// It knows nothing of games; all that the page shows it asks of the API.
// `make web` fills the folder dist. Without it the package still compiles, and
// / says how to build the page.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

//go:embed all:dist
var dist embed.FS

// Patterns lists, in the syntax of [http.ServeMux], every route that the
// handler answers, for whoever mounts it beside other routes.
func Patterns() []string {
	return []string{
		"GET /{$}",
		"GET /g/{id}",
		"GET /assets/{file...}",
		"GET /sw.js",
		"GET /manifest.webmanifest",
	}
}

// Handler serves the page that was built into this program. It reads the files
// when the first of them is asked for: a Lambda starts faster without.
func Handler() http.Handler {
	page := sync.OnceValue(func() http.Handler {
		built, err := fs.Sub(dist, "dist")
		if err != nil {
			panic(err) // The folder is embedded above; its absence does not compile.
		}
		handler, err := newHandler(built)
		if err != nil {
			panic(err) // Reading from memory does not fail.
		}
		return handler
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { page().ServeHTTP(w, r) })
}

// newHandler reads the whole of files, once, and serves it from memory.
func newHandler(files fs.FS) (http.Handler, error) {
	assets, err := readAssets(files)
	if err != nil {
		return nil, err
	}
	shell, ok := assets["index.html"]
	if !ok {
		shell = assets["unbuilt.html"]
	}

	routes := map[string]http.HandlerFunc{
		"GET /{$}":                  shell.serve(revalidate),
		"GET /g/{id}":               shell.serve(revalidate),
		"GET /sw.js":                assets["sw.js"].serve(revalidate),
		"GET /manifest.webmanifest": assets["manifest.webmanifest"].serve(revalidate),
		"GET /assets/{file...}": func(w http.ResponseWriter, r *http.Request) {
			assets[path.Join("assets", r.PathValue("file"))].serve(immutable)(w, r)
		},
	}
	mux := http.NewServeMux()
	for _, pattern := range Patterns() {
		mux.HandleFunc(pattern, routes[pattern])
	}
	return secured(mux), nil
}

const (
	// revalidate: a browser keeps the file but asks each time whether it is
	// still the one, so that a release reaches everybody at once.
	revalidate = "no-cache"
	// immutable: the name holds a hash of the content, so the content of a
	// name never changes (RFC 8246).
	immutable = "public, max-age=31536000, immutable"
)

// secured sets the headers that every answer of the page carries.
func secured(next http.Handler) http.Handler {
	policy := strings.Join([]string{
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self' data:",
		"connect-src 'self'",
		"manifest-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	}, "; ")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		next.ServeHTTP(w, r)
	})
}

// asset is one file in every coding that the build made of it.
type asset struct {
	name  string
	tag   string            // start of the entity tag, a hash of the plain content
	bytes map[string][]byte // by content coding; "" is the plain file
}

// codings, by their ending in dist, the smaller first.
func codings() []struct{ coding, ending string } {
	return []struct{ coding, ending string }{{"br", ".br"}, {"gzip", ".gz"}}
}

// contentType is a table of our own: what the machine knows of file endings
// differs, and with nosniff a wrong type breaks the page.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".webmanifest":
		return "application/manifest+json"
	default:
		return "application/octet-stream"
	}
}

func readAssets(files fs.FS) (map[string]*asset, error) {
	assets := make(map[string]*asset)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		for _, c := range codings() {
			if strings.HasSuffix(name, c.ending) {
				return nil
			}
		}
		a, err := readAsset(files, name)
		assets[name] = a
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	return assets, nil
}

func readAsset(files fs.FS, name string) (*asset, error) {
	plain, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(plain)
	a := &asset{name: name, tag: hex.EncodeToString(sum[:12]), bytes: map[string][]byte{"": plain}}
	for _, c := range codings() {
		// A file that does not shrink has no sibling.
		if packed, err := fs.ReadFile(files, name+c.ending); err == nil {
			a.bytes[c.coding] = packed
		}
	}
	return a, nil
}

// serve answers with the asset, in the best coding that the client takes. An
// asset that does not exist (nil) is 404.
func (a *asset) serve(cache string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if a == nil {
			// A release may be on its way: nobody should keep this answer.
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "There is no such file.", http.StatusNotFound)
			return
		}
		coding := a.negotiate(r.Header.Values("Accept-Encoding"))
		h := w.Header()
		h.Set("Content-Type", contentType(a.name))
		h.Set("Cache-Control", cache)
		h.Set("Vary", "Accept-Encoding")
		tag := a.tag
		if coding != "" {
			// Each coding is a representation of its own (RFC 9110, 8.8.3.3).
			h.Set("Content-Encoding", coding)
			tag += "-" + coding
		}
		h.Set("ETag", `"`+tag+`"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.bytes[coding]))
	}
}
