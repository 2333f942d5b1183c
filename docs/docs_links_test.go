package docs_test

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// filesOf lists the project's own files whose names end so, from the folder of this test.
func filesOf(t *testing.T, ending string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != ".." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(name, ending):
			files = append(files, name)
		}
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

var (
	fenced   = regexp.MustCompile("(?ms)^```.*?^```$")
	inline   = regexp.MustCompile("`[^`\n]*`")
	linked   = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	dropped  = regexp.MustCompile(`[^\p{L}\p{N}\p{M} _-]`)
	cited    = regexp.MustCompile(`\bR[1-9][0-9]?b?\b`)
	numbered = regexp.MustCompile(`(?m)^### (R[1-9][0-9]?b?) `)
)

// anchors returns the fragments by which a page's headings can be linked to, as GitHub makes them.
func anchors(page string) map[string]bool {
	found := map[string]bool{}
	for _, h := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		found[strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")] = true
	}
	return found
}

// Every relative link of the documentation leads to a file or folder of the project, and to a heading where it names one.
func TestDocs_links_lead_somewhere(t *testing.T) {
	t.Parallel()
	links := 0
	for _, name := range filesOf(t, ".md") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		prose := inline.ReplaceAllString(fenced.ReplaceAllString(string(text), ""), "")
		for _, link := range linked.FindAllStringSubmatch(prose, -1) {
			target, err := url.Parse(link[1])
			require.NoError(t, err, "%s: %s", name, link[1])
			if target.IsAbs() {
				continue
			}
			links++
			file := name
			if target.Path != "" {
				file = filepath.Join(filepath.Dir(name), filepath.FromSlash(target.Path))
			}
			_, err = os.Stat(file)
			if !assert.NoError(t, err, "%s links to %s", name, link[1]) || target.Fragment == "" {
				continue
			}
			page, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.True(t, anchors(string(page))[target.Fragment], "%s links to %s: no such heading", name, link[1])
		}
	}
	assert.Greater(t, links, 20, "the links were not found")
}

// Every rule that code or a test cites is explained in rules.md, and every one from R1 to R32 is.
func TestDocs_rules_has_every_number(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("rules.md")
	require.NoError(t, err)
	explained := map[string]bool{}
	for _, found := range numbered.FindAllStringSubmatch(string(page), -1) {
		assert.False(t, explained[found[1]], "%s twice", found[1])
		explained[found[1]] = true
	}
	assert.Len(t, explained, 33, "R1 to R32 and R21b")
	citations := 0
	for _, name := range filesOf(t, ".go") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, number := range cited.FindAllString(string(text), -1) {
			citations++
			assert.True(t, explained[number], "%s cites %s", name, number)
		}
	}
	assert.Greater(t, citations, 100, "the citations were not found")
}
