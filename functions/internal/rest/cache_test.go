package rest_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"cheat/acceptance/client"
	"cheat/functions/internal/rest"
)

// An HTTP cache would hand one player's hand to another: the tag is the same for all.
func TestNoStore_is_on_every_answer_that_depends_on_the_caller(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	free := map[string]bool{"GET /v1/openapi.json": true, "GET /problems/{code}": true}
	for _, route := range rest.Routes() {
		method, path, body := sample(route, g.id)
		for _, who := range []client.Caller{g.by(0), nobody, with(nobody, "Authorization", "Basic x"), with(g.by(0), "Content-Type", "text/plain")} {
			answer := d.ask(method, path, who, body)
			if free[route] && answer.Status == http.StatusOK {
				assert.Equal(t, "public, max-age=300", answer.Header.Get("Cache-Control"), route)
				continue
			}
			assert.Equal(t, []string{"no-store"}, answer.Header.Values("Cache-Control"), "%s: %d", route, answer.Status)
		}
	}
	for _, path := range []string{"/v1/games/", "/v1/games/" + g.id + "/nothing", "/v1/me", "/v1/nothing"} {
		assert.Equal(t, "no-store", d.post(path, nobody, nil).Header.Get("Cache-Control"), path)
	}
	assert.Equal(t, "no-store", d.ask(http.MethodPut, g.path(""), nobody, nil).Header.Get("Cache-Control"))
	assert.Equal(t, "no-store", d.get(g.path(""), client.Caller{Seen: "*"}).Header.Get("Cache-Control"), "a 304 too")
}

func TestETag_is_the_version_as_a_strong_tag(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(3, 1, object{"callSeconds": 0})
	assert.Equal(t, `"1"`, d.get(g.path(""), nobody).Header.Get("ETag"), "a creation is version 1")
	for i := range 2 {
		answer := d.post(g.path("/players"), newcomer(), object{"name": names[i+1]})
		assert.Equal(t, strconv.Quote(strconv.Itoa(i+2)), answer.Header.Get("ETag"), "a joining adds one, the deal that it causes none")
	}
	for _, who := range []client.Caller{g.seats[0], newcomer(), nobody} {
		answer := d.get(g.path(""), who)
		assert.Equal(t, `"3"`, answer.Header.Get("ETag"), "one tag for all callers")
		assert.Equal(t, 3, read[client.View](d, answer).Version)
	}
}

func TestIfNoneMatch_follows_RFC_9110(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	tests := map[string]struct {
		headers []string
		fresh   bool // the answer is the whole view
	}{
		"the version":                          {[]string{`"2"`}, false},
		"weak":                                 {[]string{`W/"2"`}, false},
		"anything":                             {[]string{`*`}, false},
		"in a list":                            {[]string{`"1", "2"`}, false},
		"in a list, weak, without spaces":      {[]string{`W/"1",W/"2","7"`}, false},
		"in a list with empty parts":           {[]string{`,, "1",, "2" ,`}, false},
		"in the second of two headers":         {[]string{`"1"`, `"2"`}, false},
		"beside tags that were never given":    {[]string{`"abc", "", "2"`}, false},
		"with a comma inside of another tag":   {[]string{`"a,b", "2"`}, false},
		"an older version":                     {[]string{`"1"`}, true},
		"a version that is not there yet":      {[]string{`"3"`}, true},
		"a version far away":                   {[]string{`"99999999999999999999"`}, true},
		"the number with a zero in front":      {[]string{`"02"`}, true},
		"the number with a space":              {[]string{`" 2"`}, true},
		"a number below the first":             {[]string{`"0"`, `"-2"`}, true},
		"no quotes":                            {[]string{`2`}, true},
		"single quotes":                        {[]string{`'2'`}, true},
		"half a quote":                         {[]string{`"2`}, true},
		"an escaped quote":                     {[]string{`\"2\"`}, true},
		"a lower-case weak mark":               {[]string{`w/"2"`}, true},
		"what cannot be read beside the match": {[]string{`nonsense, "2"`}, true},
		"empty":                                {[]string{``}, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := d.in(t)
			answer := d.get(g.path(""), with(g.seats[0], "If-None-Match", test.headers...))
			assert.Equal(t, `"2"`, answer.Header.Get("ETag"))
			assert.NotEmpty(t, answer.Header.Get("Poll-After"))
			if test.fresh {
				assert.NotNil(t, read[client.View](d, d.done(http.StatusOK, answer)).You)
				return
			}
			assert.Equal(t, http.StatusNotModified, answer.Status)
			assert.Empty(t, answer.Body)
			assert.Empty(t, answer.Header.Get("Content-Type"))
		})
	}
}

// Nothing in a view depends on the clock, so a 304 hides nothing.
func TestView_is_the_same_as_long_as_its_version(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(3, object{"callSeconds": 30, "turnSeconds": 3600})
	g.play(g.turn())
	var before [][]byte
	for _, who := range g.viewers() {
		before = append(before, d.get(g.path(""), who).Body)
	}
	for _, step := range []time.Duration{time.Second, 29 * time.Second, time.Hour - time.Millisecond} { // the window passes, the clock is about to
		g.pass(step)
		for i, who := range g.viewers() {
			assert.Equal(t, string(before[i]), string(d.get(g.path(""), who).Body))
		}
	}
	assert.Equal(t, http.StatusNotModified, d.get(g.path(""), client.Caller{Seen: `"4"`}).Status)
	g.pass(time.Millisecond)
	assert.Equal(t, `"5"`, d.get(g.path(""), client.Caller{Seen: `"4"`}).Header.Get("ETag"))
}

func TestHEAD_is_answered_like_GET(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	for _, route := range rest.Routes() {
		method, path, body := sample(route, g.id)
		if method != http.MethodGet {
			continue
		}
		for _, who := range []client.Caller{g.seats[0], nobody, {Seen: `"2"`}, with(nobody, "Authorization", "")} {
			head, get := d.ask(http.MethodHead, path, who, nil), d.ask(method, path, who, body)
			assert.Equal(t, get.Status, head.Status, path)
			assert.Empty(t, head.Body, path)
			get.Header.Del("Date")
			head.Header.Del("Date")
			assert.Equal(t, get.Header, head.Header, path)
		}
	}
	for _, path := range []string{"/players", "/plays", "/start", "/players/me"} {
		assert.Equal(t, http.StatusMethodNotAllowed, d.ask(http.MethodHead, g.path(path), g.seats[0], nil).Status, path)
	}
}

func TestContentType_is_JSON_and_as_long_as_it_says(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	for _, route := range rest.Routes() {
		method, path, body := sample(route, g.id)
		answer := d.ask(method, path, g.by(0), body)
		want := "application/json"
		switch {
		case answer.Status >= 400:
			want = "application/problem+json"
		case strings.HasPrefix(path, "/problems/"):
			want = "text/html; charset=utf-8"
		}
		assert.Equal(t, want, answer.Header.Get("Content-Type"), route)
		assert.Equal(t, strconv.Itoa(len(answer.Body)), answer.Header.Get("Content-Length"), route)
		assert.Equal(t, "nosniff", answer.Header.Get("X-Content-Type-Options"), route)
	}
}
