package deploytest

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat"
	"cheat/acceptance"
	"cheat/acceptance/client"
	"cheat/events"
	"cheat/functions/internal/smoke"
	"cheat/infra/store/dynamo"
	"cheat/infra/store/dynamotest"
	"cheat/infra/store/table"
)

// TestSAM runs what `sam build` has built in the containers of sam local, which
// CHEAT_SAM names, on a table of its own.
func TestSAM(t *testing.T) {
	t.Parallel()
	program := os.Getenv("CHEAT_SAM")
	if program == "" {
		t.Skip("make test-sam builds the template and runs it")
	}
	s := newSAM(t, program)
	lay(t, s.table)

	t.Run("start-api", func(t *testing.T) {
		t.Parallel()
		// Whenever the function logs, sam local waits for the line, up to a second.
		address, _ := s.startAPI(t, "warn")
		transport := &http.Transport{}
		report, err := smoke.Play(t.Context(), address, transport)
		require.NoError(t, err)
		t.Log(report)
		api := client.Client{Base: address, HTTP: &http.Client{Transport: transport}}
		o := acceptance.Options{Seats: 2, Mischief: true, Commands: 25}
		require.NoError(t, acceptance.PlayRandom(t.Context(), api, rand.New(rand.NewPCG(7, 0)), o))
	})
	t.Run("warm and cold", func(t *testing.T) {
		t.Parallel()
		address, log := s.startAPI(t, "info")
		for range 2 {
			answer, err := client.Client{Base: address}.Do(t.Context(), http.MethodGet, "/v1/health", client.Caller{}, nil)
			require.NoError(t, err)
			require.Equal(t, http.StatusOK, answer.Status)
		}
		var lines []string
		await(t, "the log", 20*time.Second, func(context.Context) bool {
			lines = regexp.MustCompile(`\{"time".*"msg":"request".*\}`).FindAllString(log.String(), -1)
			return len(lines) >= 2
		})
		assert.Contains(t, lines[0], `"ColdStarts":1`)
		assert.NotContains(t, lines[1], "ColdStarts")
		for _, line := range lines {
			assert.True(t, json.Valid([]byte(line)), line)
			assert.Contains(t, line, "_aws")
		}
	})
	t.Run("invoke", func(t *testing.T) {
		t.Parallel()
		// Each starts a Python of its own and a container: so many at once.
		slots := make(chan struct{}, runtime.NumCPU())
		invoke := func(t *testing.T, function, event string) ([]byte, string) {
			slots <- struct{}{}
			defer func() { <-slots }()
			return s.invoke(t, function, event)
		}
		checkEvents(t, func(t *testing.T, e events.Event) []byte {
			answer, _ := invoke(t, "ApiFunction", e.Name)
			return answer
		})
		t.Run("the sweep", func(t *testing.T) {
			t.Parallel()
			there := dueWakeUp(t, s.table)
			_, log := invoke(t, "SweepFunction", "sweep")
			assert.Contains(t, log, `"Woken":1`)
			assert.Contains(t, log, `"ColdStarts":1`)
			assert.False(t, there())
		})
	})
}

// sam is the SAM CLI on a built template, with a table for the functions.
type sam struct {
	program string
	root    string
	table   dynamo.Config
	port    string // of the table's server, for containers
	flags   []string
}

func newSAM(t *testing.T, program string) *sam {
	t.Helper()
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	built := filepath.Join(root, ".aws-sam/host/template.yaml")
	require.FileExists(t, built, "make sam-build makes it")
	for _, function := range []string{"ApiFunction", "SweepFunction"} {
		packed, err := filepath.Glob(filepath.Join(root, ".aws-sam/host", function, "*"))
		require.NoError(t, err)
		require.Equal(t, []string{filepath.Join(root, ".aws-sam/host", function, "bootstrap")}, packed, "what would be uploaded")
	}
	binary, err := dynamotest.Binary(t.Context())
	require.NoError(t, err)
	s := &sam{program: program, root: root, port: freePort(t)}
	// Containers reach this machine by another address than the loopback's.
	start(t, nil, binary, "serve", "--host", "0.0.0.0", "--port", s.port, "--log", "quiet")
	s.table = dynamo.Config{
		Table: "cheat-sam", Region: "us-east-1", Endpoint: "http://127.0.0.1:" + s.port,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "test", SecretAccessKey: "test"}, nil
		}),
	}
	await(t, "the table's server", 10*time.Second, func(ctx context.Context) bool { return listens(ctx, "127.0.0.1:"+s.port) })
	tables, err := dynamo.NewClient(s.table)
	require.NoError(t, err)
	require.NoError(t, table.Ensure(t.Context(), tables, s.table.Table, cheat.Template))

	arch := map[string]string{"amd64": "x86_64", "arm64": "arm64"}[runtime.GOARCH]
	s.flags = append(strings.Fields(os.Getenv("CHEAT_SAM_FLAGS")),
		"--template", built, "--parameter-overrides", "Architecture="+arch, "--add-host", "host.docker.internal:host-gateway")
	return s
}

// variables writes the file with the functions' environment.
func (s *sam) variables(t *testing.T, level string) string {
	t.Helper()
	set := map[string]string{"LOG_LEVEL": level, "METRICS_NAMESPACE": "cheat-test", "LIMIT_SEATS_PER_MINUTE": "0"}
	for _, variable := range environment(s.table, "http://host.docker.internal:"+s.port) {
		name, value, _ := strings.Cut(variable, "=")
		set[name] = value
	}
	text, err := json.Marshal(map[string]any{"ApiFunction": set, "SweepFunction": set})
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "variables.json")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

// environment is the SAM CLI's own.
func (s *sam) environment() []string {
	return append(os.Environ(), "SAM_CLI_TELEMETRY=0", "AWS_DEFAULT_REGION=us-east-1")
}

// startAPI starts the front door, and returns its address when it answers.
func (s *sam) startAPI(t *testing.T, level string) (string, *output) {
	t.Helper()
	port := freePort(t)
	arguments := append([]string{"local", "start-api", "--port", port, "--warm-containers", "EAGER", "--env-vars", s.variables(t, level)}, s.flags...)
	log := start(t, s.environment(), s.program, arguments...)
	await(t, "sam local start-api", 3*time.Minute, func(ctx context.Context) bool { return listens(ctx, "127.0.0.1:"+port) })
	return "http://127.0.0.1:" + port, log
}

// invoke has a function answer one of the events. It returns the answer, and what the
// function logged.
func (s *sam) invoke(t *testing.T, function, event string) (answer []byte, log string) {
	t.Helper()
	arguments := append([]string{"local", "invoke", function, "--event", filepath.Join(s.root, "events", event+".json"), "--env-vars", s.variables(t, "info")}, s.flags...)
	cmd := exec.CommandContext(t.Context(), s.program, arguments...)
	var out, errs bytes.Buffer
	cmd.Env, cmd.Stdout, cmd.Stderr = s.environment(), &out, &errs
	require.NoError(t, cmd.Run(), "%s", &errs)
	return out.Bytes(), errs.String()
}
