package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asFunction makes this test binary a Lambda function: it answers its first event with
// what it got, in capitals, or reports an error.
const asFunction = "COLD_TEST_FUNCTION"

func TestMain(m *testing.M) {
	if what := os.Getenv(asFunction); what != "" {
		serve(what, "http://"+os.Getenv("AWS_LAMBDA_RUNTIME_API")+basePath+"/invocation/")
	}
	os.Exit(m.Run())
}

func serve(what, base string) {
	for {
		event, err := http.Get(base + "next")
		if err != nil {
			os.Exit(1)
		}
		text, _ := io.ReadAll(event.Body)
		path := event.Header.Get("Lambda-Runtime-Aws-Request-Id") + "/" + what
		if _, err := http.Post(base+path, "", bytes.NewReader(bytes.ToUpper(text))); err != nil {
			os.Exit(1)
		}
	}
}

func TestOnce(t *testing.T) {
	t.Parallel()
	took, answer, err := once(t.Context(), os.Args[0], append(os.Environ(), asFunction+"=response"), []byte("an event"))
	require.NoError(t, err)
	assert.Equal(t, "AN EVENT", string(answer))
	assert.Positive(t, took.Init)
	assert.Positive(t, took.First)
	assert.Positive(t, took.CPU)
	assert.Greater(t, took.Memory, 1024)

	_, _, err = once(t.Context(), os.Args[0], append(os.Environ(), asFunction+"=error"), []byte("it is broken"))
	assert.ErrorContains(t, err, "IT IS BROKEN")
	_, _, err = once(t.Context(), "/nowhere", nil, nil)
	assert.Error(t, err)
}

func TestReport(t *testing.T) {
	t.Parallel()
	one := func(n int) start {
		d := time.Duration(n) * time.Millisecond
		return start{Init: d, First: 2 * d, CPU: 3 * d, Memory: 1024 * n}
	}
	took := map[string][]start{}
	for i := range 101 {
		took[hello], took[floor], took[api] = append(took[hello], one(i)), append(took[floor], one(100-i)), append(took[api], one(2*i))
	}
	var out strings.Builder
	report(&out, []string{hello, floor, api}, took)
	lines := strings.Split(out.String(), "\n")
	assert.Contains(t, lines[0], "101 cold starts")
	fields := func(line int) string { return strings.Join(strings.Fields(lines[line]), " ") }
	assert.Equal(t, "init ms 0.00 50.00 95.00 0.00 50.00 95.00 0.00 100.00 190.00 2.00", fields(3))
	assert.Equal(t, "first answer ms 0.00 100.00 190.00 0.00 100.00 190.00 0.00 200.00 380.00 2.00", fields(4))
	assert.Equal(t, "memory MiB 0.00 50.00 95.00 0.00 50.00 95.00 0.00 100.00 190.00 2.00", fields(6))
}
