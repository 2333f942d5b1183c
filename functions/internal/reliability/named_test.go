package reliability_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The documents that promise something name the tests that show it; all of these are
// there. A name may end in *.
func TestNamed_tests_are_there(t *testing.T) {
	t.Parallel()
	var code strings.Builder
	require.NoError(t, filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && !strings.HasPrefix(d.Name(), "..")):
			return filepath.SkipDir
		case strings.HasSuffix(path, "_test.go"):
			text, err := os.ReadFile(path)
			code.Write(text)
			return err
		}
		return nil
	}))
	named := regexp.MustCompile(`\b(Test[A-Z]\w+)(\*?)`)
	for _, name := range []string{"security.md", "reliability.md"} {
		text, err := os.ReadFile(filepath.Join("../../../docs", name))
		require.NoError(t, err)
		found := named.FindAllStringSubmatch(string(text), -1)
		require.NotEmpty(t, found)
		for _, f := range found {
			want := "func " + f[1]
			if f[2] == "" && name == "security.md" {
				want += "("
			}
			assert.True(t, strings.Contains(code.String(), want), "%s names %s", name, f[0])
		}
	}
}
