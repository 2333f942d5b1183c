package deploytest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"
)

// gateway is an http.RoundTripper that does what an HTTP API does: it makes an event
// of payload format 2.0 of the request, has a Lambda answer it, and makes a response
// of the answer. Each instance works on one event at a time, as on AWS.
type gateway struct{ idle chan string } // addresses to which events are posted

func newGateway(addresses ...string) gateway {
	g := gateway{idle: make(chan string, len(addresses))}
	for _, a := range addresses {
		g.idle <- a
	}
	return g
}

// RoundTrip implements http.RoundTripper.
func (g gateway) RoundTrip(r *http.Request) (*http.Response, error) {
	event, err := eventOf(r)
	if err != nil {
		return nil, err
	}
	returned, err := g.invoke(r, event)
	if err != nil {
		return nil, err
	}
	var answer struct {
		StatusCode      int
		Headers         map[string]string
		Body            string
		IsBase64Encoded bool
	}
	if err := json.Unmarshal(returned, &answer); err != nil || answer.StatusCode == 0 {
		return nil, fmt.Errorf("no answer of a Lambda: %s", returned)
	}
	body := []byte(answer.Body)
	if answer.IsBase64Encoded {
		if body, err = base64.StdEncoding.DecodeString(answer.Body); err != nil {
			return nil, err
		}
	}
	response := &http.Response{
		StatusCode: answer.StatusCode, Header: http.Header{}, Request: r, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}
	for name, value := range answer.Headers {
		response.Header.Set(name, value)
	}
	return response, nil
}

// invoke posts an event to an idle instance and returns what it returned.
func (g gateway) invoke(r *http.Request, event []byte) ([]byte, error) {
	var address string
	select {
	case address = <-g.idle:
		defer func() { g.idle <- address }()
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	post, err := http.NewRequestWithContext(r.Context(), http.MethodPost, address, bytes.NewReader(event))
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(post)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	return io.ReadAll(answer.Body)
}

// eventOf is what an HTTP API sends for a request.
func eventOf(r *http.Request) ([]byte, error) {
	headers := map[string]string{"host": r.URL.Host, "x-forwarded-proto": "https"}
	for name, values := range r.Header {
		headers[strings.ToLower(name)] = strings.Join(values, ",")
	}
	event := map[string]any{
		"version": "2.0", "routeKey": "$default", "rawPath": r.URL.Path, "rawQueryString": r.URL.RawQuery, "headers": headers,
		"requestContext": map[string]any{
			"domainName": r.URL.Host, "requestId": "test", "stage": "$default",
			"http": map[string]any{"method": r.Method, "path": r.URL.Path, "protocol": "HTTP/1.1", "sourceIp": "192.0.2.17"},
		},
		"isBase64Encoded": false,
	}
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		event["body"] = string(body)
		if !utf8.Valid(body) || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
			event["body"], event["isBase64Encoded"] = base64.StdEncoding.EncodeToString(body), true
		}
	}
	return json.Marshal(event)
}
