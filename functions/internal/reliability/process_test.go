package reliability_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
)

// long reports whether the long variants run: CHEAT_LONG, as make test-long sets it.
func long() bool { return os.Getenv("CHEAT_LONG") != "" }

// either is a number for an ordinary run, or one for a long one.
func either(ordinary, inLong int) int {
	if long() {
		return inLong
	}
	return ordinary
}

// place is where the tests of this process build what they run.
func place() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("cheat-reliability-%d", os.Getpid()))
}

// built makes the local program once for all tests.
var built = sync.OnceValues(func() (string, error) {
	path := filepath.Join(place(), "local")
	if output, err := exec.Command("go", "build", "-o", path, "cheat/functions/local").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the local program: %w\n%s", err, output)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(place())
	os.Exit(code)
}

// process is the local program as users run it: a process of its own.
type process struct {
	t    *testing.T
	cmd  *exec.Cmd
	URL  string // "" if it ended before it was ready
	errs bytes.Buffer
	ends sync.Once
	end  error
}

// run starts the program on a folder of data. killAfter, if it is not zero, kills it
// so long after its start, ready or not.
func run(t *testing.T, data string, killAfter time.Duration, environment ...string) *process {
	t.Helper()
	path, err := built()
	require.NoError(t, err)
	p := &process{t: t, cmd: exec.Command(path)}
	p.cmd.Env = append(os.Environ(), "PORT=0", "DATA_DIR="+data, "LOG_LEVEL=warn")
	p.cmd.Env = append(p.cmd.Env, environment...)
	p.cmd.Stderr = &p.errs
	out, err := p.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, p.cmd.Start())
	t.Cleanup(p.kill)
	if killAfter > 0 {
		timer := time.AfterFunc(killAfter, func() { _ = p.cmd.Process.Kill() })
		t.Cleanup(func() { timer.Stop() })
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	p.URL, _ = strings.CutPrefix(strings.TrimSpace(line), "Cheat is ready at ")
	return p
}

// kill ends the program as a power switch would, and waits until it is gone.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	p.wait()
}

// wait waits for the program's end and returns what it said of it.
func (p *process) wait() error {
	p.ends.Do(func() { p.end = p.cmd.Wait() })
	return p.end
}

// said is what a program that has ended wrote to its standard error.
func (p *process) said() string {
	p.wait()
	return p.errs.String()
}

// ready fails the test where the program did not start.
func (p *process) ready() *process {
	p.t.Helper()
	if p.URL == "" {
		require.Fail(p.t, "the program did not start", p.said())
	}
	return p
}

// healthy asks for the program's health.
func (p *process) healthy(ctx context.Context) error {
	answer, err := client.Client{Base: p.URL}.Do(ctx, "GET", "/v1/health", client.Caller{}, nil)
	if err == nil && answer.Status != 200 {
		err = fmt.Errorf("health: %d %s", answer.Status, answer.Body)
	}
	return err
}
