package docs_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/docs"
)

var update = flag.Bool("update", false, "write openapi.json anew from openapi.yaml")

func TestOpenAPI_JSON_is_the_YAML(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("openapi.yaml")
	require.NoError(t, err)
	made, err := yaml.YAMLToJSON(text)
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile("openapi.json", made, 0o644))
		return
	}
	assert.Equal(t, string(made), string(docs.OpenAPI), "run: go test ./docs -run JSON -update")
}

func TestOpenAPI_is_a_valid_document(t *testing.T) {
	t.Parallel()
	body := docs.OpenAPI
	require.True(t, json.Valid(body))

	doc, err := openapi3.NewLoader().LoadFromData(body)
	require.NoError(t, err)
	assert.Equal(t, "3.1.0", doc.OpenAPI)
	// openapitest checks the examples, in a fiftieth of the time.
	assert.NoError(t, doc.Validate(context.Background(), openapi3.DisableExamplesValidation()))
}

func TestOpenAPI_keeps_the_order_of_members(t *testing.T) {
	t.Parallel()
	body := docs.OpenAPI
	text := string(body)
	last := -1
	for _, name := range []string{`"openapi"`, `"info"`, `"servers"`, `"paths"`, `"components"`} {
		at := strings.Index(text, name)
		assert.Greater(t, at, last, name)
		last = at
	}
}

// Clients ignore what they do not know in an answer, but a request with an unknown member is refused. The document
// has to say so for every request.
func TestOpenAPI_closes_every_request(t *testing.T) {
	t.Parallel()
	body := docs.OpenAPI
	doc, err := openapi3.NewLoader().LoadFromData(body)
	require.NoError(t, err)

	closed := func(name string, schema *openapi3.Schema) {
		assert.Equal(t, false, schema.AdditionalProperties.Has != nil && *schema.AdditionalProperties.Has, name)
		assert.NotNil(t, schema.AdditionalProperties.Has, name)
	}
	requests := 0
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.RequestBody == nil {
				continue
			}
			requests++
			closed(method+" "+path, op.RequestBody.Value.Content["application/json"].Schema.Value)
		}
	}
	assert.Equal(t, 8, requests, "requests with a body")
	closed("RulesGiven", doc.Components.Schemas["RulesGiven"].Value)
}

func TestOpenAPI_gives_every_operation_a_name_and_a_summary(t *testing.T) {
	t.Parallel()
	body := docs.OpenAPI
	doc, err := openapi3.NewLoader().LoadFromData(body)
	require.NoError(t, err)
	seen := map[string]bool{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			assert.NotEmpty(t, op.Summary, "%s %s", method, path)
			assert.NotEmpty(t, op.OperationID, "%s %s", method, path)
			assert.False(t, seen[op.OperationID], "%s twice", op.OperationID)
			seen[op.OperationID] = true
		}
	}
}
