package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
)

// chromium starts a browser with a profile of its own, or skips the test where there
// is none; with CI set there has to be one.
func chromium(t *testing.T) context.Context {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "google-chrome", "chromium-browser"} {
		if found, err := exec.LookPath(name); err == nil && program == "" {
			program = found
		}
	}
	if program == "" {
		require.Empty(t, os.Getenv("CI"), "no Chromium: with CI set this test has to run")
		t.Skip("NOT TESTED: no Chromium is here, so nobody knows what a browser's cache does (Debian's package: chromium)")
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(program), chromedp.UserDataDir(t.TempDir())}
	for _, flag := range []string{
		"headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync",
	} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.WithoutCancel(t.Context()), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// fetched is what a script got.
type fetched struct {
	Status int
	Body   string
}

// fetch asks as a script on the server's own pages does, with the cache used so.
func fetch(t *testing.T, ctx context.Context, path, token, cache string) fetched {
	t.Helper()
	headers := object{}
	if token != "" {
		headers["authorization"] = "Bearer " + token
	}
	how, err := json.Marshal(object{"headers": headers, "cache": cache})
	require.NoError(t, err)
	script := fmt.Sprintf(`fetch(%q, %s).then(async r => ({Status: r.status, Body: await r.text()}))`, path, how)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	got, err := chromedp.Run(ctx, chromedp.Evaluate[fetched](script, chromedp.EvalAwaitPromise))
	require.NoError(t, err)
	return got
}

// The tag of a view is the same for all callers, and browsers send If-None-Match by
// themselves: only no-store keeps one player's hand from another.
func TestBrowser_one_profile_reads_one_game_as_several(t *testing.T) {
	t.Parallel()
	ctx := chromium(t)
	d := newDesk(t)
	g := d.table(2, nil)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(d.URL+"/v1/health")))
	readers := []client.Caller{g.seats[0], g.seats[1], nobody}
	for _, path := range []string{g.path(""), g.path("/events")} {
		want := make([]string, len(readers))
		for i, who := range readers {
			want[i] = string(d.done(http.StatusOK, d.get(path, who)).Body)
		}
		require.NotEqual(t, want[0], want[1])
		for _, cache := range []string{"default", "force-cache", "no-cache"} {
			for _, i := range []int{0, 1, 2, 1, 0, 0, 2} {
				got := fetch(t, ctx, path, readers[i].Token, cache)
				assert.Equal(t, http.StatusOK, got.Status)
				assert.Equal(t, want[i], got.Body, "reader %d, cache %s", i, cache)
			}
		}
	}
	for _, who := range readers[:2] {
		got := fetch(t, ctx, "/v1/me/games", who.Token, "default")
		assert.Equal(t, string(d.get("/v1/me/games", who).Body), got.Body, "each his own list")
	}
	assert.Equal(t, http.StatusUnauthorized, fetch(t, ctx, "/v1/me/games", "", "force-cache").Status)
	// The address bar asks without a token.
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(d.URL+g.path(""))))
	shown, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText`))
	require.NoError(t, err)
	assert.Contains(t, shown, `"you":null`)
}
