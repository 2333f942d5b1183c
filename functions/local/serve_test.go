package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/store/bolt"
	"cheat/infra/store/dynamotest"
)

// start runs the program in this process until end is called, which returns what
// serve returned.
func start(t *testing.T, environment map[string]string) (address string, end func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	failed := make(chan error, 1)
	go func() {
		err := serve(ctx, func(name string) string { return environment[name] }, write, io.Discard)
		_ = write.CloseWithError(err)
		failed <- err
	}()
	line, err := bufio.NewReader(read).ReadString('\n')
	require.NoError(t, err)
	address, found := strings.CutPrefix(strings.TrimSpace(line), "Cheat is ready at ")
	require.True(t, found, line)
	return address, func() error {
		cancel()
		return <-failed
	}
}

func create(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Post(address+"/v1/games", "application/json", strings.NewReader(`{"name":"Ada","seats":2}`))
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Equal(t, http.StatusCreated, answer.StatusCode)
	return answer.Header.Get("Location")
}

func status(t *testing.T, address string) int {
	t.Helper()
	answer, err := http.Get(address)
	require.NoError(t, err)
	defer answer.Body.Close()
	return answer.StatusCode
}

func TestServe_keeps_games_over_a_restart(t *testing.T) {
	t.Parallel()
	environment := map[string]string{"PORT": "0", "DATA_DIR": filepath.Join(t.TempDir(), "made", "on", "the", "way")}
	address, end := start(t, environment)
	assert.Equal(t, http.StatusOK, status(t, address+"/v1/health"))
	assert.True(t, strings.HasPrefix(address, "http://127.0.0.1:"), "it listens on loopback alone: %s", address)
	game := create(t, address)
	require.NoError(t, end())

	address, end = start(t, environment)
	assert.Equal(t, http.StatusOK, status(t, address+game))
	require.NoError(t, end())
}

func TestServe_finishes_requests_in_flight(t *testing.T) {
	t.Parallel()
	address, end := start(t, map[string]string{"PORT": "0", "DATA_DIR": t.TempDir()})
	body, send := io.Pipe()
	request, err := http.NewRequest(http.MethodPost, address+"/v1/games", body)
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Expect", "100-continue") // the body is sent once the server reads it: the request is under way
	client := http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute}}
	answered := make(chan string, 1)
	go func() {
		answer, err := client.Do(request)
		if err != nil {
			answered <- err.Error()
			return
		}
		_ = answer.Body.Close()
		answered <- answer.Status
	}()
	_, err = send.Write([]byte(`{"name":"Ada",`))
	require.NoError(t, err)

	ended := make(chan error, 1)
	go func() { ended <- end() }()
	_, err = send.Write([]byte(`"seats":2}`))
	require.NoError(t, err)
	require.NoError(t, send.Close())
	assert.Equal(t, "201 Created", <-answered)
	assert.NoError(t, <-ended)
}

func TestServe_says_what_is_wrong(t *testing.T) {
	t.Parallel()
	held := t.TempDir()
	other, err := bolt.Open(filepath.Join(held, "cheat.db"), bolt.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = other.Close() })
	taken, end := start(t, map[string]string{"PORT": "0", "DATA_DIR": t.TempDir()})
	port := taken[strings.LastIndex(taken, ":")+1:]

	for want, environment := range map[string]map[string]string{
		"PORT is":               {"PORT": "http"},
		"PORT is \"65536\"":     {"PORT": "65536"},
		"STORE is":              {"STORE": "sqlite"},
		"LOG_LEVEL is":          {"LOG_LEVEL": "loud"},
		"choose another port":   {"PORT": port, "DATA_DIR": t.TempDir()},
		"TABLE_NAME":            {"STORE": "dynamodb"},
		"another program":       {"PORT": "0", "DATA_DIR": held},
		"LIFETIME_IDLE_SECONDS": {"LIFETIME_IDLE_SECONDS": "-1"},
	} {
		err := serve(t.Context(), func(name string) string { return environment[name] }, io.Discard, io.Discard)
		assert.ErrorContains(t, err, want)
	}
	require.NoError(t, end())
}

func TestServe_from_DynamoDB_makes_the_table(t *testing.T) {
	t.Parallel()
	config := dynamotest.Config(t)
	if config.Endpoint == "" {
		t.Skip("a real table is made by the template alone")
	}
	credentials, err := config.Credentials.Retrieve(t.Context())
	require.NoError(t, err)
	environment := map[string]string{
		"PORT": "0", "STORE": "dynamodb", "TABLE_NAME": fmt.Sprintf("made-here-%p", t), "AWS_REGION": config.Region,
		"AWS_ENDPOINT_URL_DYNAMODB": config.Endpoint, "AWS_ACCESS_KEY_ID": credentials.AccessKeyID, "AWS_SECRET_ACCESS_KEY": credentials.SecretAccessKey,
	}
	for range 2 { // the second time it is there
		address, end := start(t, environment)
		assert.Equal(t, http.StatusOK, status(t, address+create(t, address)))
		require.NoError(t, end())
	}
}
