package docs_test

import (
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every module that some Go file of the project imports has its line in dependencies.md.
func TestDependencies_has_every_module(t *testing.T) {
	t.Parallel()
	listed, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	page, err := os.ReadFile("dependencies.md")
	require.NoError(t, err)

	imports := map[string]bool{}
	for _, name := range filesOf(t, ".go") {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			imports[path] = true
		}
	}
	direct := 0
	for _, found := range regexp.MustCompile(`(?m)^\t(\S+) v`).FindAllStringSubmatch(string(listed), -1) {
		module := found[1]
		for path := range imports {
			if path == module || strings.HasPrefix(path, module+"/") {
				direct++
				assert.True(t, strings.Contains(string(page), "`"+module+"`"), "%s is imported and not in dependencies.md", module)
				break
			}
		}
	}
	assert.Greater(t, direct, 10, "the modules were not found")
}
