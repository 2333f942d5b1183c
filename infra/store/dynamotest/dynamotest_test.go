package dynamotest_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/store"
	"cheat/infra/store/dynamotest"
)

func TestTable(t *testing.T) {
	t.Parallel()
	if os.Getenv("CHEAT_TEST_TABLE") != "" {
		t.Skip("that table is shared")
	}
	item := store.Item{PK: "p", SK: "s"}
	require.NoError(t, dynamotest.Table(t).PutNew(t.Context(), item))
	require.NoError(t, dynamotest.Table(t).PutNew(t.Context(), item), "the second table is not fresh")
}

// TestServerEnds runs this test binary anew, lets it panic, and finds that its
// server has ended with it.
func TestServerEnds(t *testing.T) {
	t.Parallel()
	const mark = "the endpoint is "
	if os.Getenv("DYNAMOTEST_PANIC") != "" {
		panic(mark + dynamotest.Config(t).Endpoint + " and no more")
	}
	if os.Getenv("CHEAT_TEST_TABLE") != "" || os.Getenv("CHEAT_DYNAMODB_ENDPOINT") != "" {
		t.Skip("the server is not the tests' own")
	}
	dynamotest.Config(t) // skips where there is no server
	output, err := again(t, "TestServerEnds", "DYNAMOTEST_PANIC=yes")
	require.Error(t, err)
	_, rest, found := strings.Cut(output, mark)
	require.True(t, found, output)
	endpoint, _, _ := strings.Cut(rest, " ")
	assert.Eventually(t, func() bool {
		response, err := http.Get(endpoint)
		if err == nil {
			_ = response.Body.Close()
		}
		return err != nil
	}, 10*time.Second, 20*time.Millisecond)
}

// TestMissing runs a test where no server can be had: it is skipped with the
// words that say what to do, or fails where CI is set.
func TestMissing(t *testing.T) {
	t.Parallel()
	nowhere := []string{"PATH=", "HOME=" + t.TempDir(), "XDG_CACHE_HOME=", "CHEAT_DYNAMODB_ENDPOINT=", "CHEAT_TEST_TABLE="}
	output, err := again(t, "TestTable", append(nowhere, "CI=")...)
	require.NoError(t, err, output)
	assert.Contains(t, output, "--- SKIP: TestTable")
	assert.Contains(t, output, dynamotest.ErrMissing.Error())

	output, err = again(t, "TestTable", append(nowhere, "CI=true")...)
	require.Error(t, err)
	assert.Contains(t, output, "--- FAIL: TestTable")
	assert.Contains(t, output, dynamotest.ErrMissing.Error())
}

func TestBinary(t *testing.T) {
	onPath, home := t.TempDir(), t.TempDir()
	t.Setenv("PATH", onPath)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", "")
	_, err := dynamotest.Binary(t.Context())
	assert.ErrorIs(t, err, dynamotest.ErrMissing)

	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	cached := program(t, filepath.Join(cache, "cheat", "dynoxide-3.2.0", "bin"))
	found, err := dynamotest.Binary(t.Context())
	require.NoError(t, err)
	assert.Equal(t, cached, found)

	first := program(t, onPath)
	found, err = dynamotest.Binary(t.Context())
	require.NoError(t, err)
	assert.Equal(t, first, found)
}

// TestBuildOnce: of all who need the server at the same time one builds it.
func TestBuildOnce(t *testing.T) {
	onPath, home := t.TempDir(), t.TempDir()
	t.Setenv("PATH", onPath)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", "")
	const cargo = `#!/bin/sh
echo "$@" >> "$HOME/builds"
for root; do :; done # the last argument
/bin/mkdir -p "$root/bin" && echo > "$root/bin/dynoxide" && /bin/chmod +x "$root/bin/dynoxide"
`
	require.NoError(t, os.WriteFile(filepath.Join(onPath, "cargo"), []byte(cargo), 0o700))
	found, errs := make([]string, 4), make([]error, 4)
	var all sync.WaitGroup
	for i := range found {
		all.Go(func() { found[i], errs[i] = dynamotest.Binary(t.Context()) })
	}
	all.Wait()
	require.NoError(t, errors.Join(errs...))
	for _, path := range found {
		assert.Equal(t, found[0], path)
		assert.FileExists(t, path)
	}
	builds, err := os.ReadFile(filepath.Join(home, "builds"))
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(builds), "install dynoxide-rs --version 3.2.0 --locked"), string(builds))
}

func program(t *testing.T, folder string) (path string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(folder, 0o700))
	path = filepath.Join(folder, "dynoxide")
	require.NoError(t, os.WriteFile(path, nil, 0o700))
	return path
}

// again runs one test of this binary in a process of its own.
func again(t *testing.T, test string, env ...string) (output string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.v", "-test.run=^"+test+"$")
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
