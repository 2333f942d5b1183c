package deploytest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance"
	"cheat/acceptance/client"
	"cheat/events"
	"cheat/functions/internal/smoke"
	"cheat/infra/store/dynamo"
	"cheat/infra/store/dynamotest"
)

// TestRIE runs the built programs as Lambda does, under AWS's Runtime Interface
// Emulator, which CHEAT_RIE names, on a table of their own.
func TestRIE(t *testing.T) {
	t.Parallel()
	emulator := os.Getenv("CHEAT_RIE")
	if emulator == "" {
		t.Skip("make test-rie builds the programs and runs them")
	}
	for _, arch := range []string{"amd64", "arm64"} {
		t.Run(arch, func(t *testing.T) {
			t.Parallel()
			t.Run("bundles", func(t *testing.T) {
				t.Parallel()
				checkBundle(t, "api", arch)
				checkBundle(t, "sweep", arch)
			})
			instances, commands := 3, 80
			if arch != runtime.GOARCH {
				instances, commands = 2, 25 // an emulated processor is slow
			}
			through := translator(t, arch)
			config := dynamotest.Config(t)
			lay(t, config)
			api := newLambda(t, emulator, through, bundle(t, "api", arch), config, instances)

			t.Run("events", func(t *testing.T) {
				checkEvents(t, func(t *testing.T, e events.Event) []byte { return api.send(t, e.Payload) })
			})
			t.Run("smoke", func(t *testing.T) {
				report, err := smoke.Play(t.Context(), "https://rie.invalid", api.door)
				require.NoError(t, err)
				t.Log(report)
			})
			t.Run("game", func(t *testing.T) {
				o := acceptance.Options{Seats: 3, DrawRules: true, Leaving: true, Mischief: true, Rematch: true, Commands: commands}
				require.NoError(t, acceptance.PlayRandom(t.Context(), api.client(), rand.New(rand.NewPCG(11, 0)), o))
			})
			t.Run("races", func(t *testing.T) { races(t, api.client()) })
			t.Run("log", func(t *testing.T) { api.checkLog(t) })
			t.Run("sweep", func(t *testing.T) {
				there := dueWakeUp(t, config)
				sweep := newLambda(t, emulator, through, bundle(t, "sweep", arch), config, 1)
				event, err := events.Sweep()
				require.NoError(t, err)
				assert.Equal(t, "null", strings.TrimSpace(string(sweep.send(t, event))))
				assert.False(t, there())
				assert.Contains(t, sweep.logs[0].String(), `"Woken":1`)
			})
		})
	}
}

// translator returns the program that runs another processor's programs here, "" for
// this one's own.
func translator(t *testing.T, arch string) string {
	t.Helper()
	if arch == runtime.GOARCH {
		return ""
	}
	name := map[string]string{"arm64": "qemu-aarch64-static", "amd64": "qemu-x86_64-static"}[arch]
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("CI") == "" {
		t.Skipf("no %s, of Debian's package qemu-user-static: %s is not tested here", name, arch)
	}
	require.NoError(t, err)
	return path
}

// lambda is a function with some instances.
type lambda struct {
	door gateway
	logs []*output
}

func newLambda(t *testing.T, emulator, through, bootstrap string, config dynamo.Config, instances int) *lambda {
	t.Helper()
	l := &lambda{}
	var addresses []string
	for range instances {
		address := "127.0.0.1:" + freePort(t)
		arguments := []string{"--runtime-api-address", "127.0.0.1:" + freePort(t), "--runtime-interface-emulator-address", address}
		if through != "" {
			arguments = append(arguments, through)
		}
		env := environment(config, config.Endpoint, "METRICS_NAMESPACE=cheat-test")
		l.logs = append(l.logs, start(t, env, emulator, append(arguments, bootstrap)...))
		await(t, "the emulator", 20*time.Second, func(ctx context.Context) bool { return listens(ctx, address) })
		addresses = append(addresses, "http://"+address+"/2015-03-31/functions/function/invocations")
	}
	l.door = newGateway(addresses...)
	return l
}

func (l *lambda) client() client.Client {
	return client.Client{Base: "https://rie.invalid", HTTP: &http.Client{Transport: l.door}}
}

// send has an event answered as it is.
func (l *lambda) send(t *testing.T, event []byte) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://rie.invalid", nil)
	require.NoError(t, err)
	returned, err := l.door.invoke(r, event)
	require.NoError(t, err)
	return returned
}

// checkLog reads the lines of all instances: each begins cold, once, and all are
// JSON that CloudWatch makes metrics of.
func (l *lambda) checkLog(t *testing.T) {
	t.Helper()
	for _, log := range l.logs {
		requests, cold := 0, 0
		for line := range strings.Lines(log.String()) {
			at := strings.Index(line, `{"time"`)
			if at < 0 {
				continue // the emulator's own
			}
			var fields map[string]any
			require.NoError(t, json.Unmarshal([]byte(line[at:]), &fields), line)
			if fields["msg"] != "request" {
				continue
			}
			requests++
			assert.Contains(t, fields, "_aws")
			if fields["ColdStarts"] != nil {
				cold++
			}
		}
		assert.Positive(t, requests)
		assert.Equal(t, 1, cold)
	}
}

// races sends the same at the same time through several instances.
func races(t *testing.T, api client.Client) {
	t.Helper()
	const seats = 8
	at := func(do func(i int) (client.Answer, error)) [seats]client.Answer {
		var answers [seats]client.Answer
		var errs [seats]error
		var all sync.WaitGroup
		for i := range seats {
			all.Go(func() { answers[i], errs[i] = do(i) })
		}
		all.Wait()
		for _, err := range errs {
			require.NoError(t, err)
		}
		return answers
	}
	ctx, tokens := t.Context(), [seats]string{}
	for i := range tokens {
		tokens[i] = client.NewToken()
	}

	var seated client.Seated
	made, err := api.Create(ctx, client.Caller{Token: tokens[0]}, client.Creation{Name: "0", Seats: seats})
	require.NoError(t, err)
	require.NoError(t, made.JSON(&seated))
	id, taken := seated.Game.ID, map[int]bool{}
	for i, answer := range at(func(i int) (client.Answer, error) {
		return api.Join(ctx, client.Caller{Token: tokens[i]}, id, client.Joining{Name: fmt.Sprint(i)})
	}) {
		if i == 0 {
			assert.Equal(t, "already-seated", answer.Problem().Code)
			continue
		}
		require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
		require.NoError(t, answer.JSON(&seated))
		taken[*seated.Seat] = true
	}
	assert.Len(t, taken, seats-1, "a seat was given twice")

	// The same card, many times: it is played once.
	var view client.View
	for i := range tokens {
		answer, err := api.View(ctx, client.Caller{Token: tokens[i]}, id)
		require.NoError(t, err)
		require.NoError(t, answer.JSON(&view))
		if view.You.Seat == view.Turn.Seat {
			tokens[0] = tokens[i]
			break
		}
	}
	require.Equal(t, view.Turn.Seat, view.You.Seat)
	played := 0
	for _, answer := range at(func(int) (client.Answer, error) {
		return api.Play(ctx, client.Caller{Token: tokens[0]}.At(view.Version), id, client.Cards{Cards: view.You.Hand[:1]})
	}) {
		if answer.Status == http.StatusOK {
			played++
		} else {
			assert.Equal(t, "stale-version", answer.Problem().Code, "%s", answer.Body)
		}
	}
	assert.Equal(t, 1, played)
}
