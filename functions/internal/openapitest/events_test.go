package openapitest_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/events"
	"cheat/functions/internal/openapitest"
)

// A route comes with an event, and an event that the gateway sends for a route names it as the document does.
func TestEvents_are_those_of_the_document(t *testing.T) {
	t.Parallel()
	spec := openapitest.Load(t)
	all, err := events.All()
	require.NoError(t, err)
	var routes []string
	for _, e := range all {
		r, err := e.Request()
		require.NoError(t, err, e.Name)
		route, ok := spec.Route(r)
		if !ok {
			continue
		}
		routes = append(routes, route)
		var event struct {
			RouteKey string `json:"routeKey"`
		}
		require.NoError(t, json.Unmarshal(e.Payload, &event), e.Name)
		if event.RouteKey != "$default" { // a Function URL has no other
			assert.Equal(t, route, event.RouteKey, e.Name)
		}
	}
	slices.Sort(routes)
	assert.Equal(t, spec.Routes(), slices.Compact(routes))
}
