package gateway

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"cheat/functions/internal/problem"
)

// event is what the adapter needs of an event of payload format 2.0.
type event struct {
	Version        string            `json:"version"`
	RawPath        string            `json:"rawPath"`
	RawQueryString string            `json:"rawQueryString"`
	Cookies        []string          `json:"cookies"`
	Headers        map[string]string `json:"headers"` // repeated ones are joined by commas already
	RequestContext struct {
		DomainName string `json:"domainName"`
		RequestID  string `json:"requestId"`
		Stage      string `json:"stage"`
		HTTP       struct {
			Method   string `json:"method"`
			SourceIP string `json:"sourceIp"`
		} `json:"http"`
	} `json:"requestContext"`
	Body            jsontext.Value `json:"body"` // a string; absent or null without a body
	IsBase64Encoded bool           `json:"isBase64Encoded"`
}

// request returns the event as a request. What is wrong with a body is told to whoever reads it, so that it comes in
// its place among the faults of a request.
func (e event) request(ctx context.Context) *http.Request {
	header := make(http.Header, len(e.Headers)+1)
	for name, value := range e.Headers {
		header.Add(name, value) // sam local does not lower-case the names
	}
	if len(e.Cookies) > 0 {
		header.Set("Cookie", strings.Join(e.Cookies, "; "))
	}
	host := header.Get("Host")
	if host == "" {
		host = e.RequestContext.DomainName
	}
	header.Del("Host") // as net/http's server does

	target := e.url()
	target.Host, target.Scheme = host, "https"
	if header.Get("X-Forwarded-Proto") == "http" { // sam local; the gateway sets this header itself
		target.Scheme = "http"
	}
	r := &http.Request{
		Method:     e.RequestContext.HTTP.Method,
		URL:        target,
		Proto:      "HTTP/1.1",
		ProtoMajor: 1,
		ProtoMinor: 1,
		Header:     header,
		Body:       http.NoBody,
		Host:       host,
		// The gateway's word, never a header's: those anybody can write.
		RemoteAddr: net.JoinHostPort(e.RequestContext.HTTP.SourceIP, "0"),
		RequestURI: target.RequestURI(),
	}
	switch body, err := e.body(); {
	case err != nil:
		r.Body, r.ContentLength = unreadable{err}, -1
	case len(body) > 0:
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	return r.WithContext(ctx)
}

// unreadable is a body that tells everybody who reads it what is wrong with it.
type unreadable struct{ err error }

func (u unreadable) Read([]byte) (int, error) { return 0, u.err }
func (u unreadable) Close() error             { return nil }

// url returns path and query. An HTTP API's rawPath arrives decoded, so it is taken as it is and encoded anew by
// whoever prints it; a Function URL's is still encoded. The name of a stage other than $default stands before it.
func (e event) url() *url.URL {
	path := e.RawPath
	if stage := e.RequestContext.Stage; stage != "" && stage != "$default" {
		if rest, ok := strings.CutPrefix(path, "/"+stage); ok && (rest == "" || rest[0] == '/') {
			path = rest
		}
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	u := &url.URL{Path: path, RawQuery: e.RawQueryString}
	if strings.Contains(e.RequestContext.DomainName, ".lambda-url.") {
		if decoded, err := url.PathUnescape(path); err == nil {
			u.Path, u.RawPath = decoded, path
		}
	}
	return u
}

// body returns the bytes of the body, or a problem.Error.
func (e event) body() ([]byte, error) {
	if len(e.Body) == 0 || e.Body.Kind() == jsontext.KindNull {
		return nil, nil
	}
	var text string
	if err := json.Unmarshal(e.Body, &text); err != nil {
		return nil, problem.Invalid(problem.Item{In: problem.Pointer, Detail: "is not valid Unicode"})
	}
	if !e.IsBase64Encoded {
		return []byte(text), nil
	}
	decoded, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, problem.Invalid(problem.Item{In: problem.Pointer, Detail: "is not valid base64"})
	}
	return decoded, nil
}
