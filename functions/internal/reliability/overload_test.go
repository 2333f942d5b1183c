package reliability_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"cheat/acceptance/client"
)

// most is the memory that the program may have used at its peak, in MiB.
const most = 256

// crowd counts how the requests of many clients ended.
type crowd struct {
	mu      sync.Mutex
	status  map[int]int
	slowest time.Duration
	made    []madeGame
}

// madeGame is a game whose creation was acknowledged.
type madeGame struct {
	who client.Caller
	id  string
}

func (c *crowd) note(answer client.Answer, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status[answer.Status]++
	c.slowest = max(c.slowest, took)
}

// come is one client with a connection of its own: requests without a pause, one
// after the other, each third of them a new game.
func (c *crowd) come(ctx context.Context, api client.Client, requests int) error {
	who := client.Caller{Token: client.NewToken()}
	id := "AAAAAAAAAAAAAAAAAAAAAA"
	for i := range requests {
		begin := time.Now()
		var answer client.Answer
		var err error
		switch i % 3 {
		case 0:
			who.Key = strconv.Itoa(i)
			answer, err = api.Create(ctx, who, client.Creation{Name: "Ada", Seats: 2})
		case 1:
			answer, err = api.View(ctx, who, id)
		default:
			answer, err = api.MyGames(ctx, who, "", "", 0)
		}
		if err != nil {
			return err
		}
		c.note(answer, time.Since(begin))
		switch answer.Status {
		case http.StatusCreated:
			var body client.Seated
			if err := answer.JSON(&body); err != nil {
				return err
			}
			id = body.Game.ID
			c.mu.Lock()
			c.made = append(c.made, madeGame{who, id})
			c.mu.Unlock()
		case http.StatusServiceUnavailable:
			if answer.Problem().Code != "try-again" || answer.Header.Get("Retry-After") != "1" || answer.Header.Get("Access-Control-Allow-Origin") != "*" {
				return fmt.Errorf("a refusal that does not say when to try again: %v %s", answer.Header, answer.Body)
			}
		case http.StatusOK, http.StatusNotFound:
		default:
			return fmt.Errorf("%d %s", answer.Status, answer.Body)
		}
	}
	return nil
}

func TestOverload_is_refused_clearly_and_loses_nothing(t *testing.T) {
	t.Parallel()
	connections, requests := either(200, 2000), 10
	p := run(t, t.TempDir(), 0, "LIMIT_REQUESTS=64").ready()
	c := &crowd{status: map[int]int{}}
	failures := make(chan error, connections)
	var all, connected sync.WaitGroup
	connected.Add(connections)
	for range connections {
		all.Go(func() {
			transport := &http.Transport{MaxConnsPerHost: 1}
			defer transport.CloseIdleConnections()
			api := client.Client{Base: p.URL, HTTP: &http.Client{Transport: transport, Timeout: time.Minute}}
			_, err := api.Do(t.Context(), http.MethodGet, "/v1/health", client.Caller{}, nil)
			connected.Done()
			connected.Wait() // all are there before the first begins
			if err == nil {
				err = c.come(t.Context(), api, requests)
			}
			failures <- err
		})
	}
	all.Wait()
	for range connections {
		require.NoError(t, <-failures, "no request is left without an answer")
	}
	require.NotEmpty(t, c.made)
	assert.Positive(t, c.status[http.StatusServiceUnavailable], "it was not overloaded")
	require.NoError(t, p.healthy(t.Context()))
	for _, made := range c.made {
		answer, err := client.Client{Base: p.URL}.View(t.Context(), made.who, made.id)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, answer.Status, "acknowledged and lost")
	}
	peak := peakMemory(t, p)
	assert.Less(t, peak, most)
	t.Logf("%d connections, %d requests: %v; the slowest took %v, the program %d MiB at most; %d games made, all there",
		connections, connections*requests, c.status, c.slowest.Round(time.Millisecond), peak, len(c.made))
}

// peakMemory is the most memory that the program has had in use, in MiB.
func peakMemory(t *testing.T, p *process) int {
	t.Helper()
	if runtime.GOOS != "linux" {
		return 0 // nobody tells
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	require.NoError(t, err)
	_, after, found := strings.Cut(string(text), "VmHWM:")
	require.True(t, found)
	kib, err := strconv.Atoi(strings.Fields(after)[0])
	require.NoError(t, err)
	return kib / 1024
}

// Connections past the limit wait, and are served when others end.
func TestOverload_connections_past_the_limit_wait(t *testing.T) {
	t.Parallel()
	p := run(t, t.TempDir(), 0, "LIMIT_CONNECTIONS=4").ready()
	var held []net.Conn
	for range 4 {
		held = append(held, dial(t, p, "GET /v1/health HTTP/1.1\r\nHost: cheat\r\n\r\n"))
		answer, err := http.ReadResponse(bufio.NewReader(held[len(held)-1]), nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, answer.StatusCode)
		_ = answer.Body.Close()
	}
	fifth := dial(t, p, "GET /v1/health HTTP/1.1\r\nHost: cheat\r\n\r\n")
	require.NoError(t, fifth.SetReadDeadline(time.Now().Add(200*time.Millisecond)))
	_, err := fifth.Read(make([]byte, 1))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	require.NoError(t, held[0].Close())
	require.NoError(t, fifth.SetReadDeadline(time.Now().Add(20*time.Second)))
	answer, err := http.ReadResponse(bufio.NewReader(fifth), nil)
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, answer.StatusCode)
	_ = answer.Body.Close()
}

// dial opens a connection and sends the beginning of a request.
func dial(t *testing.T, p *process, sent string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(p.URL, "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	_, err = io.WriteString(c, sent)
	require.NoError(t, err)
	return c
}

// Who sends a request slowly, or not to its end, is cut off, and holds nobody up
// meanwhile, however many there are.
func TestOverload_slow_senders_are_cut_off(t *testing.T) {
	t.Parallel()
	senders := map[string]struct {
		sent string
		cut  time.Duration
	}{
		"nothing":         {"", 5 * time.Second},
		"half a header":   {"GET /v1/health HTTP/1.1\r\nHost: che", 5 * time.Second},
		"endless headers": {"GET /v1/health HTTP/1.1\r\nHost: cheat\r\nX-A: b\r\n", 5 * time.Second},
	}
	if long() {
		senders["half a body"] = struct {
			sent string
			cut  time.Duration
		}{"POST /v1/games HTTP/1.1\r\nHost: cheat\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{\"name\"", 15 * time.Second}
	}
	p := run(t, t.TempDir(), 0, "LIMIT_REQUESTS=2").ready()
	// All are held at once, and none is a parallel subtest: one that waits for its turn
	// to run would find its time over.
	var all errgroup.Group
	for name, sender := range senders {
		for i := range 20 {
			c := dial(t, p, sender.sent)
			if strings.HasSuffix(sender.sent, "\r\n") {
				go dribble(t.Context(), c)
			}
			require.NoError(t, c.SetReadDeadline(time.Now().Add(4*sender.cut)))
			all.Go(func() error {
				if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
					return fmt.Errorf("%s: connection %d is still open", name, i)
				}
				return nil
			})
		}
		require.NoError(t, p.healthy(t.Context()), "others are held up")
	}
	require.NoError(t, all.Wait())
}

// dribble sends one more header each 100 ms, as long as somebody listens.
func dribble(ctx context.Context, c net.Conn) {
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if _, err := io.WriteString(c, "X-A: b\r\n"); err != nil {
				return
			}
		}
	}
}

// The limit by address holds in the local program where it is set: every address has
// its own, and what a header says of the address does not count.
func TestOverload_an_address_makes_so_many_games_a_minute(t *testing.T) {
	t.Parallel()
	p := run(t, t.TempDir(), 0, "LIMIT_SEATS_PER_MINUTE=3").ready()
	create := func(address string, said string) client.Answer {
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
		api := client.Client{Base: p.URL, HTTP: &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}}}
		who := client.Caller{Extra: http.Header{"X-Forwarded-For": {said}, "Forwarded": {"for=" + said}}}
		answer, err := api.Create(t.Context(), who, client.Creation{Name: "Ada", Seats: 2})
		if err != nil && runtime.GOOS != "linux" {
			t.Skip("this system has one address on loopback")
		}
		require.NoError(t, err)
		return answer
	}
	for i := range 3 {
		require.Equal(t, http.StatusCreated, create("127.0.0.1", fmt.Sprintf("192.0.2.%d", i)).Status)
	}
	refused := create("127.0.0.1", "192.0.2.99")
	assert.Equal(t, http.StatusTooManyRequests, refused.Status)
	assert.Equal(t, "too-many-requests", refused.Problem().Code)
	wait, err := strconv.Atoi(refused.Header.Get("Retry-After"))
	require.NoError(t, err)
	assert.True(t, 1 <= wait && wait <= 21, "a new one each 20 s: %d", wait)
	assert.True(t, json.Valid(refused.Body))
	assert.Equal(t, http.StatusCreated, create("127.0.0.2", "192.0.2.1").Status, "another address")
}
