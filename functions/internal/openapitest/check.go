package openapitest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// CheckAnswer fails the test unless the document allows this answer to this request: operation, status, media type,
// headers and body. body is the answer's whole body; resp.Body is not read. An answer of 2xx says that the request
// was accepted, so then the request's query and (where req.GetBody can give it again) body have to be allowed too.
// Requests that match no operation may only be refused as such; preflights are not the document's business.
func (s *Spec) CheckAnswer(t testing.TB, req *http.Request, resp *http.Response, body []byte) {
	t.Helper()
	for _, err := range s.faults(req, resp, body) {
		t.Errorf("%s %s: %d: %v", req.Method, req.URL.Path, resp.StatusCode, err)
	}
}

// faults is CheckAnswer without the test.
func (s *Spec) faults(req *http.Request, resp *http.Response, body []byte) []error {
	if req.Method == http.MethodOptions {
		return nil
	}
	path, known := s.find(req)
	method := req.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	operation := []string{"paths", path, strings.ToLower(method)}
	switch {
	case !known:
		return s.refused(req, resp, body, http.StatusNotFound, "no-such-route")
	case object(s.doc, operation...) == nil:
		faults := s.refused(req, resp, body, http.StatusMethodNotAllowed, "method-not-allowed")
		if resp.Header.Get("Allow") == "" {
			faults = append(faults, errors.New("no Allow header"))
		}
		return faults
	}

	at, answer := s.resolve(join(operation, "responses", strconv.Itoa(resp.StatusCode)))
	if answer == nil {
		return []error{fmt.Errorf("the document does not know this status; the body is %.200q", body)}
	}
	faults := s.checkHeaders(at, answer, resp.Header)
	faults = append(faults, s.checkBody(at, answer, req.Method, resp.Header, body)...)
	if resp.StatusCode < 300 {
		faults = append(faults, s.checkRequest(path, operation, req)...)
	}
	return faults
}

// refused checks the refusal of a request that no operation matches.
func (s *Spec) refused(req *http.Request, resp *http.Response, body []byte, status int, code string) []error {
	if resp.StatusCode != status {
		return []error{fmt.Errorf("the document has no such operation, so only %d is right", status)}
	}
	var faults []error
	if mediaType(resp.Header) != "application/problem+json" {
		faults = append(faults, fmt.Errorf("content type %q", resp.Header.Get("Content-Type")))
	}
	if req.Method == http.MethodHead {
		return faults
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return append(faults, fmt.Errorf("the body is no JSON: %w", err))
	}
	if problem, _ := value.(map[string]any); problem["code"] != code {
		faults = append(faults, fmt.Errorf("code %v instead of %s", problem["code"], code))
	}
	return append(faults, s.validate([]string{"components", "schemas", "Problem"}, value)...)
}

// checkHeaders checks the headers that the document names for an answer; others are nobody's business here.
func (s *Spec) checkHeaders(at []string, answer map[string]any, header http.Header) []error {
	var faults []error
	for name := range object(answer, "headers") {
		pointer, described := s.resolve(join(at, "headers", name))
		switch values := header.Values(name); {
		case len(values) == 0:
			if described["required"] == true {
				faults = append(faults, fmt.Errorf("header %s is missing", name))
			}
		case len(values) > 1:
			faults = append(faults, fmt.Errorf("header %s is there %d times", name, len(values)))
		default:
			if err := s.validateText(join(pointer, "schema"), values[0]); err != nil {
				faults = append(faults, fmt.Errorf("header %s: %w", name, err))
			}
		}
	}
	return faults
}

// checkBody checks media type and body of an answer.
func (s *Spec) checkBody(at []string, answer map[string]any, method string, header http.Header, body []byte) []error {
	content := object(answer, "content")
	if len(content) == 0 || method == http.MethodHead {
		if len(body) > 0 {
			return []error{fmt.Errorf("a body of %d bytes where there is none", len(body))}
		}
		return nil
	}
	media := mediaType(header)
	if content[media] == nil {
		return []error{fmt.Errorf("content type %q is not in the document", header.Get("Content-Type"))}
	}
	var value any = string(body)
	if media != "text/html" {
		var err error
		if value, err = jsonschema.UnmarshalJSON(bytes.NewReader(body)); err != nil {
			return []error{fmt.Errorf("the body is no JSON: %w", err)}
		}
	}
	return s.validate(join(at, "content", media, "schema"), value)
}

// checkRequest checks query and body of a request that was accepted.
func (s *Spec) checkRequest(path string, operation []string, req *http.Request) []error {
	faults := s.checkQuery(path, operation, req)
	at, described := s.resolve(join(operation, "requestBody"))
	if described == nil || req.GetBody == nil {
		return faults
	}
	reader, err := req.GetBody()
	if err != nil {
		return append(faults, fmt.Errorf("read the request's body again: %w", err))
	}
	body, err := io.ReadAll(reader)
	if err != nil {
		return append(faults, fmt.Errorf("read the request's body again: %w", err))
	}
	if len(body) == 0 {
		body = []byte("{}")
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return append(faults, fmt.Errorf("a request was accepted whose body is no JSON: %w", err))
	}
	for _, fault := range s.validate(join(at, "content", "application/json", "schema"), value) {
		faults = append(faults, fmt.Errorf("a request was accepted whose body is not allowed: %w", fault))
	}
	return faults
}

// checkQuery checks that an accepted request has only query parameters that the document names, as it allows them.
// The page's own paths are left out: what follows a link there is not refused.
func (s *Spec) checkQuery(path string, operation []string, req *http.Request) []error {
	if !strings.HasPrefix(path, "/v1/") {
		return nil
	}
	known := map[string][]string{}
	list, _ := object(s.doc, operation...)["parameters"].([]any)
	for i := range list {
		at := join(operation, "parameters", strconv.Itoa(i))
		described, _ := list[i].(map[string]any)
		if ref, ok := described["$ref"].(string); ok {
			at = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
			described = object(s.doc, at...)
		}
		if name, _ := described["name"].(string); described["in"] == "query" {
			known[name] = at
		}
	}
	var faults []error
	for name, values := range req.URL.Query() {
		at, ok := known[name]
		if !ok || len(values) != 1 {
			faults = append(faults, fmt.Errorf("a request was accepted with %d query parameters %q", len(values), name))
			continue
		}
		if err := s.validateText(join(at, "schema"), values[0]); err != nil {
			faults = append(faults, fmt.Errorf("a request was accepted with %s=%q: %w", name, values[0], err))
		}
	}
	return faults
}

// validate checks a decoded value against the schema at pointer.
func (s *Spec) validate(pointer []string, value any) []error {
	schema, err := s.schema(pointer)
	if err == nil {
		err = schema.Validate(value)
	}
	if err != nil {
		return []error{err}
	}
	return nil
}

// validateText checks a header's or parameter's text, which may stand for a number.
func (s *Spec) validateText(pointer []string, text string) error {
	schema, err := s.schema(pointer)
	if err != nil {
		return err
	}
	err = schema.Validate(text)
	if number, parseErr := strconv.Atoi(text); err != nil && parseErr == nil {
		err = schema.Validate(number)
	}
	if err != nil {
		return err
	}
	return nil
}

// mediaType is the media type of a body without its parameters.
func mediaType(header http.Header) string {
	media, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return media
}

// join appends to a pointer without ever writing into the pointer's own array.
func join(pointer []string, names ...string) []string { return slices.Concat(pointer, names) }
