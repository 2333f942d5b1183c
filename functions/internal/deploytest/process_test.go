package deploytest

import (
	"bytes"
	"context"
	"net"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// supervise runs a program and ends it when the standard input closes, which it does
// with the test, however that ends.
const supervise = `"$@" & read -r _; kill $!; wait`

// output gathers what a program prints.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// start runs a program until the test ends. What it prints is shown if the test fails.
func start(t *testing.T, environment []string, program string, arguments ...string) *output {
	t.Helper()
	out := &output{}
	cmd := exec.Command("sh", append([]string{"-c", supervise, "sh", program}, arguments...)...)
	cmd.Env, cmd.Stdout, cmd.Stderr = environment, out, out
	lifeline, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		assert.NoError(t, lifeline.Close())
		_ = cmd.Wait() // it was ended by a signal
		if t.Failed() {
			t.Logf("%s:\n%s", program, out)
		}
	})
	return out
}

// freePort returns a port on which nobody listens now.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
}

// await returns when ready does, which it asks again and again.
func await(t *testing.T, what string, atMost time.Duration, ready func(context.Context) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), atMost)
	defer cancel()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for !ready(ctx) {
		select {
		case <-again.C:
		case <-ctx.Done():
			require.Fail(t, what+" is not ready after "+atMost.String())
		}
	}
}

// listens reports whether somebody listens at the address.
func listens(ctx context.Context, address string) bool {
	connection, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return false
	}
	_ = connection.Close()
	return true
}
