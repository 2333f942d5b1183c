package rest_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"cheat/acceptance/client"
	"cheat/functions/internal/rest"
)

func listed(header string) []string {
	var list []string
	for _, part := range strings.Split(header, ",") {
		list = append(list, strings.ToLower(strings.TrimSpace(part)))
	}
	return list
}

func TestCORS_preflight_is_answered_on_every_path(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	preflight := func(method string) client.Caller {
		who := with(nobody, "Origin", "https://elsewhere.example")
		return with(with(who, "Access-Control-Request-Method", method), "Access-Control-Request-Headers", "authorization,if-match")
	}
	for _, route := range append(rest.Routes(), "GET /v1/nothing") {
		method, path, _ := sample(route, "0123456789abcdefghjkmnpqrs")
		answer := d.ask(http.MethodOptions, path, preflight(method), nil)
		assert.Equal(t, http.StatusNoContent, answer.Status, route)
		assert.Empty(t, answer.Body, route)
		h := answer.Header
		assert.Equal(t, "*", h.Get("Access-Control-Allow-Origin"), route)
		assert.Empty(t, h.Get("Access-Control-Allow-Credentials"), route)
		assert.ElementsMatch(t, []string{"get", "post", "delete"}, listed(h.Get("Access-Control-Allow-Methods")), route)
		assert.ElementsMatch(t, []string{"authorization", "content-type", "if-match", "if-none-match", "idempotency-key"},
			listed(h.Get("Access-Control-Allow-Headers")), route)
		assert.Equal(t, "7200", h.Get("Access-Control-Max-Age"), route)
	}
}

func TestCORS_is_on_every_answer_errors_too(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	answers := map[string]client.Answer{
		"200": d.get(g.path(""), g.seats[0]),
		"201": d.post("/v1/games", nobody, object{"name": "Ada", "seats": 2}),
		"304": d.get(g.path(""), client.Caller{Seen: "*"}),
		"400": d.post("/v1/games", nobody, []byte("{")),
		"401": d.get(g.path(""), with(nobody, "Authorization", "x")),
		"403": d.post(g.path("/calls"), nobody, nil),
		"404": d.get("/v1/nothing", nobody),
		"405": d.ask(http.MethodPatch, g.path(""), nobody, nil),
		"409": d.post(g.path("/calls"), g.by(0), nil),
		"412": d.post(g.path("/calls"), g.seats[0].At(1), nil),
		"413": d.post(g.path("/calls"), g.by(0), []byte(strings.Repeat(" ", 9000))),
		"415": d.post(g.path("/calls"), with(g.by(0), "Content-Type", "text/plain"), []byte("{}")),
		"422": d.post(g.path("/plays"), g.by(g.turn()), object{"cards": []string{}}),
		"428": d.post(g.path("/calls"), g.seats[0], nil),
	}
	for status, answer := range answers {
		assert.Equal(t, status, strconv.Itoa(answer.Status), "%s", answer.Body)
		assert.Equal(t, []string{"*"}, answer.Header.Values("Access-Control-Allow-Origin"), status)
		assert.Empty(t, answer.Header.Get("Access-Control-Allow-Credentials"), status)
		assert.ElementsMatch(t, []string{"etag", "location", "retry-after", "poll-after", "idempotency-replayed"},
			listed(answer.Header.Get("Access-Control-Expose-Headers")), status)
	}
}

func TestCORS_options_without_a_preflights_header_is_another_method(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	answer := d.ask(http.MethodOptions, "/v1/games", nobody, nil)
	assert.Equal(t, http.StatusMethodNotAllowed, answer.Status)
	assert.Equal(t, "GET, HEAD, POST", sortedList(answer.Header.Get("Allow")))
}
