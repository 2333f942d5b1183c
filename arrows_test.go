package cheat_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// arrows says for each part of the program which packages it may import: of this
// module exactly these, and of others those that begin so. The standard library is
// free for all. Folders that are not named here are mains, wiring and test tools.
var arrows = map[string]struct{ own, others []string }{
	"engine":           {},
	"engine/bot":       {own: []string{"engine"}},
	"engine/bot/arena": {own: []string{"engine", "engine/bot"}},

	"infra/store":        {own: []string{"engine"}},
	"infra/store/bolt":   {own: []string{"infra/store"}, others: []string{"go.etcd.io/bbolt"}},
	"infra/store/dynamo": {own: []string{"infra/store"}, others: []string{"github.com/aws/aws-sdk-go-v2", "github.com/aws/smithy-go"}},
	"infra/store/table":  {own: []string{"infra/store/dynamo"}, others: []string{"github.com/aws/aws-sdk-go-v2", "github.com/goccy/go-yaml"}},

	"functions/internal/play":      {own: []string{"engine", "infra/store"}, others: []string{"golang.org/x/text", "golang.org/x/sync"}},
	"functions/internal/verify":    {own: []string{"engine"}},
	"functions/internal/requestid": {},
	"functions/internal/problem":   {own: []string{"functions/internal/requestid"}, others: []string{"github.com/go-json-experiment/json"}},
	"functions/internal/request":   {own: []string{"functions/internal/problem"}, others: []string{"github.com/go-json-experiment/json"}},
	"functions/internal/gateway": {
		own:    []string{"functions/internal/problem", "functions/internal/requestid"},
		others: []string{"github.com/go-json-experiment/json"},
	},
	"functions/cold/hello":     {},
	"functions/cold/floor":     {own: []string{"infra/store", "infra/store/dynamo"}},
	"functions/internal/party": {own: []string{"acceptance/client"}},
	"acceptance/model":         {},
	"acceptance/client":        {},
	"acceptance":               {own: []string{"acceptance/client", "acceptance/model"}},
	"functions/internal/rest": {own: []string{
		"docs", "engine", "functions/internal/play", "functions/internal/problem", "functions/internal/request", "functions/internal/requestid",
	}},
	"functions/internal/program": {own: []string{
		"engine", "engine/bot", "functions/internal/play", "infra/metrics", "infra/store", "infra/store/dynamo",
	}},
	"functions/internal/front": {own: []string{
		"functions/internal/play", "functions/internal/program", "functions/internal/rest", "infra/ratelimit", "web",
	}},
	"infra/ratelimit": {others: []string{"golang.org/x/time"}},
	"infra/metrics":   {own: []string{"infra/store"}},
	"docs":            {},
	"web":             {},
}

// TestArrows reads the imports of all code that is not a test.
func TestArrows(t *testing.T) {
	t.Parallel()
	files := 0
	for folder, imports := range importsByFolder(t, &files) {
		for _, imported := range imports {
			own, isOwn := strings.CutPrefix(imported, "cheat/")
			standard := !isOwn && imported != "cheat" && !strings.Contains(strings.Split(imported, "/")[0], ".")
			if standard {
				continue
			}
			if strings.HasPrefix(imported, "github.com/aws/aws-lambda-go") {
				mains := []string{"functions/api", "functions/sweep", "functions/cold/hello", "functions/cold/floor"}
				assert.Contains(t, mains, folder, "only the mains know Lambda")
				continue
			}
			if strings.HasPrefix(imported, "github.com/aws/") {
				assert.True(t, strings.HasPrefix(folder, "infra/"), "%s imports %s: the SDK stays under infra", folder, imported)
			}
			may, known := arrows[folder]
			if !known {
				continue
			}
			if isOwn {
				assert.Contains(t, may.own, own, "%s imports %s", folder, imported)
				continue
			}
			begins := func(prefix string) bool { return strings.HasPrefix(imported, prefix) }
			assert.True(t, slices.ContainsFunc(may.others, begins), "%s imports %s", folder, imported)
		}
	}
	assert.Greater(t, files, 50, "the code was not found")
}

// TestMains keeps the programs' mains small: what they do is elsewhere.
func TestMains(t *testing.T) {
	t.Parallel()
	mains, err := filepath.Glob("functions/*/main.go")
	require.NoError(t, err)
	require.NotEmpty(t, mains)
	for _, name := range mains {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		require.NoError(t, err)
		for _, d := range file.Decls {
			lines := set.Position(d.End()).Line - set.Position(d.Pos()).Line + 1
			assert.LessOrEqual(t, lines, 30, name)
		}
	}
}

func importsByFolder(t *testing.T, files *int) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (name == "web/node_modules" || name != "." && strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		*files++
		folder := filepath.ToSlash(filepath.Dir(name))
		for _, i := range file.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			found[folder] = append(found[folder], imported)
		}
		return nil
	})
	require.NoError(t, err)
	return found
}
