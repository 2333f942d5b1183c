package rest_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/functions/internal/problem"
	"cheat/functions/internal/rest"
)

// sortedList sorts what a header lists.
func sortedList(header string) string {
	list := strings.Split(header, ", ")
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// Of every path each method that it does not have is 405, and Allow names those
// that it has.
func TestRoutes_other_methods_are_405_with_Allow(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	allowed := map[string][]string{"/": {"GET"}, "/g/" + g.id: {"GET"}}
	for _, route := range rest.Routes() {
		method, path, _ := sample(route, g.id)
		allowed[path] = append(allowed[path], method)
	}
	for path, methods := range allowed {
		if slices.Contains(methods, "GET") {
			methods = append(methods, "HEAD")
		}
		slices.Sort(methods)
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"} {
			if slices.Contains(methods, method) {
				continue
			}
			answer := d.ask(method, path, g.by(0), nil)
			require.Equal(t, http.StatusMethodNotAllowed, answer.Status, "%s %s", method, path)
			assert.Equal(t, strings.Join(methods, ", "), sortedList(answer.Header.Get("Allow")), path)
			if method != http.MethodHead {
				d.refused(problem.MethodNotAllowed, answer)
			}
		}
	}
}

func TestRoutes_unknown_paths_are_404(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	for _, path := range []string{
		"/v1", "/v1/", "/v2/games", "/v1/game", "/V1/games", "/v1/Games", "/v1/games/", "/v1//games", "//v1/games", "/v1/games//",
		"/v1/./games", "/v1/me/../games", "/v1/games/%2e%2e/games", "/v1/games/%2E/",
		g.path("/"), g.path("//events"), g.path("/players/"), g.path("/players/me/"), g.path("/players/1/2"), g.path("/rounds/"),
		g.path("/rounds/1/"), g.path("/events/"), g.path("/nothing"), g.path("/start/now"), g.path("/rematch/"),
		"/v1/me", "/v1/me/", "/v1/me/games/", "/v1/openapi.yaml", "/v1/openapi.json/", "/v1/health/", "/problems", "/problems/", "/problems/nothing",
		"/problems/bad-token/", "/g", "/g/", "/index.html", "/favicon.txt", "/.env", "/assets/",
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
			if path == "/problems/nothing" && method != http.MethodGet {
				continue // the route is there; only the code is not
			}
			d.refused(problem.NoSuchRoute, d.ask(method, path, g.by(0), nil))
		}
	}
}

// A game's id is looked up as it is; what is none is answered like one that is
// nobody's.
func TestRoutes_ids_that_are_none_are_404_for_the_game(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	for _, id := range []string{
		"x", strings.ToUpper(g.id), g.id + "0", g.id[:25], "%20" + g.id, g.id + "%20", g.id + "%00", g.id + "%0a", g.id + "%23a", "%ff%fe", "%F0%9F%83%8F",
		strings.Repeat("0", 26), strings.Repeat("a", 2100), "me", "null", "a%2Fb", "%25", "{id}", "*", "G%23" + g.id, "-1",
	} {
		for _, route := range rest.Routes() {
			if !strings.Contains(route, "{id}") {
				continue
			}
			method, path, body := sample(route, id)
			d.refused(problem.NoSuchGame, d.ask(method, path, g.by(0), body))
		}
	}
}

func TestRoutes_numbers_in_paths(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(3, 2, nil)
	for _, seat := range []string{"3", "8", "-1", "01", "+1", "1.0", "1e0", "one", "%31%20", "ME", "99999999999999999999", "%ff", "%D9%A1"} {
		d.refused(problem.NoSuchSeat, d.ask(http.MethodDelete, g.path("/players/"+seat), g.seats[0], nil))
	}
	d.done(http.StatusOK, d.ask(http.MethodDelete, g.path("/players/%31"), g.seats[0], nil))
	for _, n := range []string{"1", "0", "-1", "01", "+1", "1.0", "one", "51", "99999999999999999999", "%ff"} {
		d.refused(problem.NoSuchRound, d.get(g.path("/rounds/"+n), g.seats[0]))
	}
	started := d.table(2, object{"rounds": 3})
	d.refused(problem.RoundNotOver, d.get(started.path("/rounds/1"), nobody))
	for _, n := range []string{"2", "3", "0", "01"} {
		d.refused(problem.NoSuchRound, d.get(started.path("/rounds/"+n), nobody))
	}
}

func TestRoutes_of_the_service(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	health := read[object](d, d.done(http.StatusOK, d.get("/v1/health", nobody)))
	assert.Equal(t, "ok", health["status"])
	assert.NotEmpty(t, health["version"])
	document := read[object](d, d.done(http.StatusOK, d.get("/v1/openapi.json", nobody)))
	assert.Equal(t, "3.1.0", document["openapi"])
	for _, code := range problem.Codes() {
		page := d.done(http.StatusOK, d.get("/problems/"+string(code), nobody))
		assert.Contains(t, string(page.Body), string(code))
		assert.Equal(t, "default-src 'none'", page.Header.Get("Content-Security-Policy"))
	}
	page := d.done(http.StatusOK, d.get("/", nobody))
	assert.True(t, strings.HasPrefix(page.Header.Get("Content-Type"), "text/html"))
	d.done(http.StatusOK, d.get("/g/anything", nobody))
}

func TestRoutes_links_lead_to_what_the_request_came_to(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	who := newcomer()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, d.URL+"/v1/games", strings.NewReader(`{"name":"Ada","seats":2}`))
	require.NoError(t, err)
	r.Host = "cards.example:8443"
	r.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + who.Token}}
	answer, err := d.HTTP.Do(r)
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	made := decode[struct {
		Game               struct{ ID string }
		PlayURL, InviteURL string
	}](t, answer.Body)
	assert.Equal(t, "http://cards.example:8443/g/"+made.Game.ID+"#"+who.Token, made.PlayURL)
	assert.Equal(t, "http://cards.example:8443/g/"+made.Game.ID, made.InviteURL)
	assert.Equal(t, "/v1/games/"+made.Game.ID, answer.Header.Get("Location"))
}
