// Package docs holds the documentation that the programs themselves serve: the OpenAPI document, as JSON. People write
// openapi.yaml; openapi.json is made from it (`go test ./docs -run JSON -update`), so that no program has to read YAML.
package docs

import _ "embed"

// OpenAPI is the OpenAPI 3.1 document. It is not to be changed.
//
//go:embed openapi.json
var OpenAPI []byte
