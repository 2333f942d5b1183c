// Package docs holds the documentation that the programs themselves serve. Today that is the OpenAPI document; the
// HTTP edge serves it, and tests compare it with the routes.
package docs

import (
	_ "embed"
	"fmt"

	"github.com/goccy/go-yaml"
)

// openAPI is the document as people write it. The page's types are generated from the same file.
//
//go:embed openapi.yaml
var openAPI []byte

// OpenAPI returns the OpenAPI 3.1 document as JSON, its members in the order in which they are written. Converting
// takes some milliseconds, so callers do it on the first request that needs it and keep the result.
func OpenAPI() ([]byte, error) {
	out, err := yaml.YAMLToJSON(openAPI)
	if err != nil {
		return nil, fmt.Errorf("convert the OpenAPI document to JSON: %w", err)
	}
	return out, nil
}
