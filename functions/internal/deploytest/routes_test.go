package deploytest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/events"
	"cheat/functions/internal/openapitest"
	"cheat/functions/internal/rest"
	"cheat/web"
)

// preflights is the one route of the gateway that the document does not name.
const preflights = "OPTIONS /{path+}"

// There is one truth about routes: the code, the OpenAPI document, the template and
// the events have the same.
func TestRoutes_are_everywhere_the_same(t *testing.T) {
	t.Parallel()
	asGateway := strings.NewReplacer("{$}", "", "...}", "+}")
	var code, files []string
	for _, pattern := range web.Patterns() {
		route := asGateway.Replace(pattern)
		if strings.HasSuffix(route, "/") || strings.Contains(route, "/g/") {
			code = append(code, route)
		} else {
			files = append(files, route) // of the page: nobody's business but the page's
		}
	}
	code = sorted(append(code, rest.Routes()...))
	assert.Equal(t, code, openapitest.Load(t).Routes(), "code and docs/openapi.yaml")

	s := newStack(t, nil)
	var gateway []string
	for name, route := range s.of("AWS::ApiGatewayV2::Route") {
		gateway = append(gateway, route["RouteKey"].(string))
		assert.Equal(t, "integrations/@HttpApiIntegration", route["Target"], name)
		assert.Equal(t, "@HttpApi", route["ApiId"], name)
	}
	assert.Equal(t, sorted(append(append(files, preflights), code...)), sorted(gateway), "code and template.yaml")

	all, err := events.All()
	require.NoError(t, err)
	var asked []string
	for _, e := range all {
		var event struct{ RouteKey string }
		require.NoError(t, json.Unmarshal(e.Payload, &event))
		if event.RouteKey != "$default" && event.RouteKey != preflights {
			asked = append(asked, event.RouteKey)
		}
	}
	assert.Equal(t, code, slices.Compact(sorted(asked)), "code and events/")
}

// A route of the template is called as its operation is in the OpenAPI document.
func TestRoutes_have_the_names_of_their_operations(t *testing.T) {
	t.Parallel()
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	require.NoError(t, json.Unmarshal([]byte(read(t, "docs/openapi.json")), &document))
	names := map[string]string{}
	for path, operations := range document.Paths {
		for method, text := range operations {
			var operation struct{ OperationID string }
			if json.Unmarshal(text, &operation) == nil && operation.OperationID != "" {
				names[strings.ToUpper(method)+" "+path] = operation.OperationID + "Route"
			}
		}
	}
	assert.Len(t, names, len(rest.Routes())+2)
	for name, route := range newStack(t, nil).of("AWS::ApiGatewayV2::Route") {
		if want, ok := names[route["RouteKey"].(string)]; ok {
			assert.True(t, strings.EqualFold(want, name), "%s should be %s", name, want)
		}
	}
}

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}
