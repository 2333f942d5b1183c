package main

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/functions/internal/apitest"
)

var update = flag.Bool("update", false, "rewrite the transcript in README.md")

// console is the transcript: one block, its commands behind "$ ", what they print
// below.
var console = regexp.MustCompile("(?s)```console\n(.*?)```")

const readmePath = "../../README.md"

// TestReadme_game_in_curl runs the commands of the README's game in a shell and
// compares what they print. The server draws its chance from a fixed seed, so that the
// cards are the same each time.
func TestReadme_game_in_curl(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the README's game needs %s", program)
		}
	}
	text, err := os.ReadFile(readmePath)
	require.NoError(t, err)
	block := console.FindSubmatch(text)
	require.NotNil(t, block, "README.md has no transcript")

	server := apitest.New(t, nil)
	server.Games.Random = rand.NewChaCha8([32]byte{1})
	var script, want strings.Builder
	const mark = "\x01"
	for line := range strings.Lines(string(block[1])) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			command = strings.ReplaceAll(command, "http://127.0.0.1:8080", server.URL)
			script.WriteString("printf '" + mark + "\\n'\n" + command)
			want.WriteString(mark + "\n")
			continue
		}
		want.WriteString(line)
	}
	shell := exec.CommandContext(t.Context(), "bash", "-e", "-o", "pipefail")
	shell.Stdin = strings.NewReader(script.String())
	var out, errs bytes.Buffer
	shell.Stdout, shell.Stderr = &out, &errs
	require.NoError(t, shell.Run(), "%s\n%s", out.String(), errs.String())

	if *update {
		commands := regexp.MustCompile(`(?m)^\$ .*\n`).FindAllString(string(block[1]), -1)
		var written strings.Builder
		for i, printed := range strings.Split(out.String(), mark+"\n")[1:] {
			written.WriteString(commands[i] + printed)
		}
		fresh := bytes.Replace(text, block[1], []byte(written.String()), 1)
		require.NoError(t, os.WriteFile(readmePath, fresh, 0o644))
		return
	}
	assert.Equal(t, want.String(), out.String())
}
