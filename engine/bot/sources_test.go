package bot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What these sources may name of the engine: what a seat sees, cards, rules, what a
// seat may do, and chance. A game, and whatever leads to one, is not among it (R29).
var mayName = map[string]bool{
	"View": true, "LastPlayView": true, "EventView": true,
	"Dealt": true, "Left": true, "Played": true, "Called": true, "PaleShown": true,
	"Card": true, "Coloured": true, "Pale": true, "Rank": true, "Seven": true,
	"Rules": true, "Repeat": true, "Restart": true, "NextOnly": true, "Final": true, "MaxSeats": true,
	"Action": true, "ToPlay": true, "ToCall": true, "ToAccept": true, "LastCall": true, "Chance": true,
}

// No clock, no I/O, no chance of their own.
var mayImport = map[string]bool{"cheat/engine": true, "errors": true, "fmt": true, "slices": true, "strings": true}

func TestSources_know_no_game(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(os.DirFS("."), "*.go")
	require.NoError(t, err)
	read := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		read++
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			assert.True(t, mayImport[path], "%s imports %s", name, path)
			assert.Nil(t, spec.Name, "%s gives %s another name", name, path)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				assert.Fail(t, "a goroutine", name)
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "engine" {
					assert.True(t, mayName[n.Sel.Name], "%s names engine.%s", name, n.Sel.Name)
				}
			case *ast.BasicLit:
				assert.NotEqual(t, token.FLOAT, n.Kind, "%s computes with fractions", name)
			case *ast.Ident:
				assert.NotContains(t, []string{"float32", "float64"}, n.Name, name)
			}
			return true
		})
	}
	assert.Greater(t, read, 8)
}
