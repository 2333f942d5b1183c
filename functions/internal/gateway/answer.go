package gateway

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

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

// answer returns what was recorded, for a request of this method, in the gateway's form:
//
//	{"statusCode": 200, "headers": {…}, "cookies": […], "body": "…", "isBase64Encoded": false}
//
// The gateway counts the body's bytes itself.
func (w *recorder) answer(method string) []byte {
	w.WriteHeader(http.StatusOK)
	body := w.body.Bytes()
	if len(body) > 0 && w.sent.Get("Content-Type") == "" {
		w.sent.Set("Content-Type", http.DetectContentType(body)) // as net/http's server does
	}
	if method == http.MethodHead {
		body = nil
	}
	out := make([]byte, 0, 512+len(body)+len(body)/8)
	out = strconv.AppendInt(append(out, `{"statusCode":`...), int64(w.status), 10)
	out = append(out, `,"headers":{`...)
	for name, values := range w.sent {
		if name == "Set-Cookie" || name == "Content-Length" {
			continue
		}
		if out[len(out)-1] != '{' {
			out = append(out, ',')
		}
		out = appendQuote(append(appendQuote(out, name), ':'), strings.Join(values, ", "))
	}
	out = append(out, '}')
	for i, cookie := range w.sent.Values("Set-Cookie") {
		if i == 0 {
			out = append(out, `,"cookies":[`...)
		} else {
			out = append(out[:len(out)-1], ',')
		}
		out = append(appendQuote(out, cookie), ']')
	}
	out = append(out, `,"body":`...)
	encoded := w.sent.Get("Content-Encoding") != "" || !utf8.Valid(body)
	if encoded {
		out = append(base64.StdEncoding.AppendEncode(append(out, '"'), body), '"')
	} else {
		out = appendQuote(out, body)
	}
	return append(strconv.AppendBool(append(out, `,"isBase64Encoded":`...), encoded), '}')
}

// appendQuote writes a text as JSON. Of headers, which may hold any bytes, what is no
// Unicode is replaced, as a gateway would; that is all that the error is about.
func appendQuote[Bytes ~[]byte | ~string](b []byte, text Bytes) []byte {
	b, _ = jsontext.AppendQuote(b, text)
	return b
}
