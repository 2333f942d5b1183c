// Package client is a small client of the Cheat HTTP contract, for tests: it makes one request at a time,
// never retries, and hands back the status, the headers and the body as they came. It works wherever an
// http.Client reaches: httptest, the local program, sam local, a deployed stage.
package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Client sends requests to one server.
type Client struct {
	// Base is the server's address, without /v1 and without a slash at its end.
	Base string
	// HTTP sends the requests; nil is http.DefaultClient.
	HTTP *http.Client
}

// Caller says who asks, and under which conditions. The zero value is a spectator who has seen nothing.
type Caller struct {
	Token   string // Authorization: Bearer; "" for none
	IfMatch string // the whole header, quotes included; "" for none
	Seen    string // If-None-Match, the whole header; "" for none
	Key     string // Idempotency-Key; "" for none
	// Extra headers, which go over those above.
	Extra http.Header
}

// At returns the caller with an If-Match of that version.
func (c Caller) At(version int) Caller {
	c.IfMatch = Tag(version)
	return c
}

// Tag is the ETag of a version.
func Tag(version int) string { return strconv.Quote(strconv.Itoa(version)) }

// NewToken makes a player's token: 32 random bytes as base64url without padding.
func NewToken() string {
	var secret [32]byte
	rand.Read(secret[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(secret[:])
}

// Answer is what came back.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Version is the version that the ETag names; 0 where there is none of that form.
func (a Answer) Version() int {
	tag, err := strconv.Unquote(a.Header.Get("ETag"))
	if err != nil {
		return 0
	}
	version, err := strconv.Atoi(tag)
	if err != nil {
		return 0
	}
	return version
}

// JSON reads the body into v. An empty body is an error.
func (a Answer) JSON(v any) error {
	if err := json.Unmarshal(a.Body, v); err != nil {
		return fmt.Errorf("read the body of a %d answer: %w", a.Status, err)
	}
	return nil
}

// Problem is an RFC 9457 problem document.
type Problem struct {
	Type, Title, Detail, Code string
	Status                    int
	Errors                    []map[string]string
	Game                      json.RawMessage
}

// Problem reads the body of a refusal; the zero value if it is none.
func (a Answer) Problem() Problem {
	var p Problem
	if !strings.HasPrefix(a.Header.Get("Content-Type"), "application/problem+json") || json.Unmarshal(a.Body, &p) != nil {
		return Problem{}
	}
	return p
}

// Do sends one request. A body of nil sends none, a []byte goes as it is, anything else as JSON.
func (c Client) Do(ctx context.Context, method, path string, caller Caller, body any) (Answer, error) {
	var content io.Reader
	switch body := body.(type) {
	case nil:
	case []byte:
		content = bytes.NewReader(body)
	default:
		text, err := json.Marshal(body)
		if err != nil {
			return Answer{}, fmt.Errorf("write the body of %s %s: %w", method, path, err)
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.Base+path, content)
	if err != nil {
		return Answer{}, fmt.Errorf("make the request %s %s: %w", method, path, err)
	}
	if content != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	set := func(name, value string) {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	if caller.Token != "" {
		set("Authorization", "Bearer "+caller.Token)
	}
	set("If-Match", caller.IfMatch)
	set("If-None-Match", caller.Seen)
	set("Idempotency-Key", caller.Key)
	for name, values := range caller.Extra {
		request.Header[http.CanonicalHeaderKey(name)] = values
	}
	return c.send(request)
}

func (c Client) send(request *http.Request) (Answer, error) {
	sender := c.HTTP
	if sender == nil {
		sender = http.DefaultClient
	}
	response, err := sender.Do(request)
	if err != nil {
		return Answer{}, fmt.Errorf("send %s %s: %w", request.Method, request.URL.Path, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return Answer{}, fmt.Errorf("read the answer to %s %s: %w", request.Method, request.URL.Path, err)
	}
	return Answer{Status: response.StatusCode, Header: response.Header, Body: text}, nil
}

func query(path string, pairs ...string) string {
	values := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			values.Set(pairs[i], pairs[i+1])
		}
	}
	if len(values) == 0 {
		return path
	}
	return path + "?" + values.Encode()
}
