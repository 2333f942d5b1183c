package openapitest

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Every example of the document is what its own schema allows, an example of an answer with no member too many.
func TestSpec_examples_are_valid(t *testing.T) {
	t.Parallel()
	s := Load(t)
	examples := 0
	check := func(schema []string, example any) {
		examples++
		assert.Empty(t, s.validate(schema, example), "%v", schema)
	}
	var walk func(at []string, value any)
	walk = func(at []string, value any) {
		switch value := value.(type) {
		case []any:
			for i, item := range value {
				walk(join(at, strconv.Itoa(i)), item)
			}
		case map[string]any:
			example, has := value["example"]
			switch {
			case has && value["schema"] != nil: // a parameter or a media type
				check(join(at, "schema"), example)
			case has: // a schema
				check(at, example)
			}
			for name := range object(value, "examples") {
				check(join(at, "schema"), object(value, "examples", name)["value"])
			}
			for name, member := range value {
				if name != "example" && name != "examples" {
					walk(join(at, name), member)
				}
			}
		}
	}
	walk(nil, s.doc)
	assert.Greater(t, examples, 15)
}
