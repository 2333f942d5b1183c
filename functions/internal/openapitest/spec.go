// Package openapitest checks real answers against docs/openapi.yaml. The tests of the HTTP edge, of the programs and
// of whole games use it, so that the document cannot say one thing and the service do another. It is for tests only:
// nothing that is shipped imports it.
package openapitest

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"cheat/docs"
)

// location is the name under which the document is known to the schema compiler.
const location = "https://cheat.invalid/openapi.json"

// Spec is the loaded document. Its methods may be called from several goroutines.
type Spec struct {
	doc    map[string]any
	mux    *http.ServeMux
	routes []string

	mu       sync.Mutex // guards compiler and compiled
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

// Load reads the document and closes the schemas of its answers: a client ignores members that it does not know, but
// here an answer with a member that the document does not name is a fault of one or the other.
func Load(t testing.TB) *Spec {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(docs.OpenAPI))
	require.NoError(t, err)
	doc, ok := value.(map[string]any)
	require.True(t, ok, "the OpenAPI document is no object")
	for _, schema := range object(doc, "components", "schemas") {
		closeSchema(schema.(map[string]any))
	}

	s := &Spec{
		doc:      doc,
		mux:      http.NewServeMux(),
		compiler: jsonschema.NewCompiler(),
		compiled: map[string]*jsonschema.Schema{},
	}
	s.compiler.DefaultDraft(jsonschema.Draft2020)
	s.compiler.AssertFormat()
	require.NoError(t, s.compiler.AddResource(location, doc))
	for path := range object(doc, "paths") {
		for _, method := range methods {
			if object(doc, "paths", path)[strings.ToLower(method)] != nil {
				s.routes = append(s.routes, method+" "+path)
			}
		}
		s.mux.Handle(muxPattern(path), pathItem(path))
	}
	slices.Sort(s.routes)
	return s
}

// methods are those that an OpenAPI path item can have.
var methods = [...]string{"GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"}

// Routes returns every operation as "GET /v1/games/{id}", sorted, for tests that compare the document with the
// routes of the code, of the template and of the events.
func (s *Spec) Routes() []string { return slices.Clone(s.routes) }

// pathItem is a path of the document. It is a handler only so that a ServeMux can choose among them by the same
// rules of precedence as the service does.
type pathItem string

func (pathItem) ServeHTTP(http.ResponseWriter, *http.Request) {}

// muxPattern is the ServeMux pattern of a path; "/" alone would match everything.
func muxPattern(path string) string {
	if path == "/" {
		return "/{$}"
	}
	return path
}

// find returns the document's path for a request, or false if it has none.
func (s *Spec) find(req *http.Request) (string, bool) {
	handler, _ := s.mux.Handler(req)
	item, ok := handler.(pathItem)
	return string(item), ok
}

// Route returns the operation that a request is for, as Routes names it, or false if it has none.
func (s *Spec) Route(req *http.Request) (string, bool) {
	path, ok := s.find(req)
	route := req.Method + " " + path
	return route, ok && slices.Contains(s.routes, route)
}

// object walks down the members of a JSON object; what is not there is an empty object.
func object(value map[string]any, path ...string) map[string]any {
	for _, name := range path {
		value, _ = value[name].(map[string]any)
	}
	return value
}

// closeSchema refuses members that an object schema does not name.
func closeSchema(schema map[string]any) {
	if schema["type"] == "object" && schema["properties"] != nil && schema["additionalProperties"] == nil {
		schema["additionalProperties"] = false
	}
}

// resolve follows a reference within the document: the value at pointer, or at the pointer that it refers to, and
// that pointer. Only whole objects are looked at, so a schema's own references stay for the schema compiler.
func (s *Spec) resolve(pointer []string) ([]string, map[string]any) {
	value := object(s.doc, pointer...)
	if ref, ok := value["$ref"].(string); ok {
		target := strings.Split(strings.TrimPrefix(ref, "#/"), "/")
		return target, object(s.doc, target...)
	}
	return pointer, value
}

// schema compiles the schema at pointer, once.
func (s *Spec) schema(pointer []string) (*jsonschema.Schema, error) {
	at := location + "#"
	for _, name := range pointer {
		at += "/" + fragment.Replace(name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if schema := s.compiled[at]; schema != nil {
		return schema, nil
	}
	schema, err := s.compiler.Compile(at)
	if err != nil {
		return nil, fmt.Errorf("compile the schema at %s: %w", at, err)
	}
	s.compiled[at] = schema
	return schema, nil
}

// fragment escapes a member's name for a JSON pointer in a URL.
var fragment = strings.NewReplacer("~", "~0", "/", "~1", "%", "%25", "{", "%7B", "}", "%7D")
