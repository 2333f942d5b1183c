package gateway

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// recorder is the http.ResponseWriter that gathers an answer.
type recorder struct {
	header http.Header
	sent   http.Header // the header as it was when the status was written
	status int         // 0 until then
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header { return w.header }

// WriteHeader fixes status and headers. Informational answers cannot be given through a gateway and are dropped.
func (w *recorder) WriteHeader(status int) {
	if w.status != 0 || status < 200 {
		return
	}
	w.status, w.sent = status, w.header.Clone()
}

func (w *recorder) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	if !hasBody(w.status) {
		return 0, http.ErrBodyNotAllowed
	}
	return w.body.Write(b)
}

// hasBody reports whether an answer of this status may have a body (RFC 9110, section 6.4.1).
func hasBody(status int) bool {
	return status != http.StatusNoContent && status != http.StatusNotModified
}

// answer is the gateway's form of an answer. The gateway counts the body's bytes itself.
type answer struct {
	StatusCode      int               `json:"statusCode"`
	Headers         map[string]string `json:"headers"`
	Cookies         []string          `json:"cookies,omitempty"`
	Body            string            `json:"body"`
	IsBase64Encoded bool              `json:"isBase64Encoded"`
}

// answer returns what was recorded, for a request of this method.
func (w *recorder) answer(method string) ([]byte, error) {
	w.WriteHeader(http.StatusOK)
	body := w.body.Bytes()
	if len(body) > 0 && w.sent.Get("Content-Type") == "" {
		w.sent.Set("Content-Type", http.DetectContentType(body)) // as net/http's server does
	}
	if method == http.MethodHead {
		body = nil
	}
	out := answer{StatusCode: w.status, Headers: make(map[string]string, len(w.sent)), Cookies: w.sent.Values("Set-Cookie")}
	for name, values := range w.sent {
		if name != "Set-Cookie" && name != "Content-Length" {
			out.Headers[name] = strings.Join(values, ", ")
		}
	}
	if out.IsBase64Encoded = w.sent.Get("Content-Encoding") != "" || !utf8.Valid(body); out.IsBase64Encoded {
		out.Body = base64.StdEncoding.EncodeToString(body)
	} else {
		out.Body = string(body)
	}
	text, err := json.Marshal(out, jsontext.AllowInvalidUTF8(true)) // of headers: the body is valid
	if err != nil {
		return nil, fmt.Errorf("encode the answer for the gateway: %w", err)
	}
	return text, nil
}
