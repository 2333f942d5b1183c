package rest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"cheat/acceptance/client"
	"cheat/functions/internal/problem"
	"cheat/functions/internal/rest"
)

func TestBody_is_at_most_8_KiB(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	padded := func(size int) []byte {
		return []byte(`{` + strings.Repeat(" ", size-2) + `}`)
	}
	d.refused(problem.NothingToCall, d.post(g.path("/calls"), g.by(0), padded(8192)))
	d.refused(problem.BodyTooLarge, d.post(g.path("/calls"), g.by(0), padded(8193)))
	d.refused(problem.BodyTooLarge, d.ask(http.MethodDelete, g.path("/players/me"), g.seats[0], padded(8193)))
	d.refused(problem.BodyTooLarge, d.post(g.path("/calls"), g.by(0), padded(1<<20)))

	// A body that does not say how long it is.
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, d.URL+g.path("/calls"), struct{ *strings.Reader }{strings.NewReader(string(padded(8193)))})
	assert.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	answer, err := d.HTTP.Do(r)
	if assert.NoError(t, err) {
		assert.Equal(t, http.StatusRequestEntityTooLarge, answer.StatusCode)
		_ = answer.Body.Close()
	}
}

func TestBody_is_JSON_by_its_type(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(3, 1, nil)
	body := object{"name": "Ben"}
	types := map[string]struct {
		header http.Header
		good   bool
	}{
		"JSON":                   {http.Header{"Content-Type": {"application/json"}}, true},
		"in capitals":            {http.Header{"Content-Type": {"Application/JSON"}}, true},
		"with a charset":         {http.Header{"Content-Type": {`application/json; charset="UTF-8"`}}, true},
		"as it is":               {http.Header{"Content-Encoding": {"identity"}}, true},
		"no type":                {http.Header{"Content-Type": {}}, false},
		"an empty type":          {http.Header{"Content-Type": {""}}, false},
		"text":                   {http.Header{"Content-Type": {"text/plain"}}, false},
		"a form":                 {http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, false},
		"JSON of another kind":   {http.Header{"Content-Type": {"application/problem+json"}}, false},
		"another charset":        {http.Header{"Content-Type": {"application/json; charset=iso-8859-1"}}, false},
		"two types":              {http.Header{"Content-Type": {"application/json", "application/json"}}, false},
		"what cannot be read":    {http.Header{"Content-Type": {"application/json; ="}}, false},
		"compressed":             {http.Header{"Content-Encoding": {"gzip"}}, false},
		"an unknown compression": {http.Header{"Content-Encoding": {"x-rot13"}}, false},
	}
	for name, test := range types {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := d.in(t)
			if test.good {
				fresh := d.lobby(3, 1, nil)
				d.done(http.StatusCreated, d.post(fresh.path("/players"), client.Caller{Extra: test.header}, body))
				return
			}
			d.refused(problem.UnsupportedMediaType, d.post(g.path("/players"), client.Caller{Extra: test.header}, body))
			assert.Equal(t, 1, g.now().Version)
		})
	}
	other := d.lobby(3, 1, nil) // without a body nobody asks for its type
	d.done(http.StatusOK, d.ask(http.MethodDelete, other.path("/players/me"), with(other.seats[0], "Content-Type", "text/plain"), nil))
}

func TestBody_is_read_strictly(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	bad := map[string]struct{ body, pointer string }{
		"no JSON":                       {`{`, ""},
		"nothing but space":             {` `, ""},
		"a list":                        {`[]`, ""},
		"null":                          {`null`, ""},
		"a text":                        {`"Ada"`, ""},
		"something after the end":       {`{"name":"Ada","seats":2} {}`, ""},
		"a comma too many":              {`{"name":"Ada","seats":2,}`, ""},
		"a comment":                     {`{"name":"Ada",/**/"seats":2}`, ""},
		"a byte order mark":             {"\ufeff" + `{"name":"Ada","seats":2}`, ""},
		"a member missing":              {`{"name":"Ada"}`, "/seats"},
		"an unknown member":             {`{"name":"Ada","seats":2,"seat":3}`, "/seat"},
		"a member in other letters":     {`{"Name":"Ada","seats":2}`, "/Name"},
		"an unknown rule":               {`{"name":"Ada","seats":2,"rules":{"jokers":true}}`, "/rules/jokers"},
		"a member twice":                {`{"name":"Ada","seats":2,"seats":2}`, "/seats"},
		"a rule twice":                  {`{"name":"Ada","seats":2,"rules":{"decks":1,"decks":1}}`, "/rules/decks"},
		"an escaped member twice":       {`{"name":"Ada","seats":2,"\u0073eats":2}`, "/seats"},
		"half a surrogate":              {`{"name":"\ud800","seats":2}`, "/name"},
		"bytes that are no UTF-8":       {"{\"name\":\"\xff\",\"seats\":2}", "/name"},
		"null for a name":               {`{"name":null,"seats":2}`, "/name"},
		"null for a number":             {`{"name":"Ada","seats":null}`, "/seats"},
		"null for the rules":            {`{"name":"Ada","seats":2,"rules":null}`, "/rules"},
		"null for a flag":               {`{"name":"Ada","seats":2,"listed":null}`, "/listed"},
		"null for the entropy":          {`{"name":"Ada","seats":2,"entropy":null}`, "/entropy"},
		"null for a rule that has none": {`{"name":"Ada","seats":2,"rules":{"rounds":null}}`, "/rules/rounds"},
		"a number for a name":           {`{"name":1,"seats":2}`, "/name"},
		"a text for a number":           {`{"name":"Ada","seats":"2"}`, "/seats"},
		"a fraction":                    {`{"name":"Ada","seats":2.5}`, "/seats"},
		"out of range":                  {`{"name":"Ada","seats":9}`, "/seats"},
		"a flag in words":               {`{"name":"Ada","seats":2,"listed":"true"}`, "/listed"},
		"a list for an object":          {`{"name":"Ada","seats":2,"rules":[]}`, "/rules"},
		"a word that is none":           {`{"name":"Ada","seats":3,"bots":["brilliant"]}`, "/bots/0"},
		"too long an entropy":           {`{"name":"Ada","seats":2,"entropy":"` + strings.Repeat("ő", 65) + `"}`, "/entropy"},
		"a clock of nine seconds":       {`{"name":"Ada","seats":2,"rules":{"turnSeconds":9}}`, "/rules/turnSeconds"},
		"three decks":                   {`{"name":"Ada","seats":2,"rules":{"decks":3}}`, "/rules/decks"},
		"no points at all":              {`{"name":"Ada","seats":2,"rules":{"points":[]}}`, "/rules/points"},
	}
	for name, test := range bad {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := d.in(t)
			p := d.refused(problem.InvalidRequest, d.post("/v1/games", newcomer(), []byte(test.body)))
			if assert.NotEmpty(t, p.Errors) {
				assert.Equal(t, test.pointer, p.Errors[0]["pointer"])
				assert.NotEmpty(t, p.Errors[0]["detail"])
			}
		})
	}
}

func TestBody_forms_that_are_good(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, body := range []string{
		`{"name":"Ada","seats":2.0}`, `{"name":"Ada","seats":20e-1}`, ` {"seats":2,"name":"\u0041da"} `,
		`{"name":"Ada","seats":2,"entropy":""}`, `{"name":"Ada","seats":2,"entropy":"` + strings.Repeat("ő", 64) + `"}`,
		`{"name":"Ada","seats":2,"bots":[],"listed":false,"rules":{}}`,
		`{"name":"Ada","seats":2,"rules":{"handSize":null,"callSeconds":null,"target":null}}`,
	} {
		d.done(http.StatusCreated, d.post("/v1/games", nobody, []byte(body)))
	}
	g := d.table(2, object{"handSize": 1, "rounds": 2})
	for _, body := range [][]byte{nil, {}, []byte(`{}`), []byte("\n{ }\t")} {
		d.refused(problem.NothingToCall, d.post(g.path("/calls"), g.by(0), body))
		d.refused(problem.NothingToAccept, d.post(g.path("/accepts"), g.by(0), body))
		d.refused(problem.RoundNotOver, d.post(g.path("/rounds"), g.by(0), body))
		d.refused(problem.GameNotOver, d.post(g.path("/rematch"), g.by(0), body))
	}
	d.refused(problem.InvalidRequest, d.post(g.path("/calls"), g.by(0), []byte(`{"cards":["7a"]}`)))
}

func TestBody_faults_are_told_all_at_once(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	body := `{"name":"","seats":1,"rules":{"decks":0,"rounds":51},"x":1}`
	p := d.refused(problem.InvalidRequest, d.post("/v1/games", nobody, []byte(body)))
	var pointers []string
	for _, e := range p.Errors {
		pointers = append(pointers, e["pointer"])
	}
	assert.ElementsMatch(t, []string{"/name", "/seats", "/rules/decks", "/rules/rounds", "/x"}, pointers)
}

// What is not a list of strings is not understood; a wrong number of cards, or ones
// that the game does not have, is understood and refused.
func TestBody_cards(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	player := g.turn()
	own := g.hand(player)
	for _, cards := range []any{"7a", 7, nil, object{}, []any{1}, []any{nil}, []any{[]string{"7a"}}} {
		d.refused(problem.InvalidRequest, d.post(g.path("/plays"), g.by(player), object{"cards": cards}))
	}
	for _, rank := range []any{"7a", "", "10", "x", 7, nil, "VII"} {
		d.refused(problem.InvalidRequest, d.post(g.path("/plays"), g.by(player), object{"cards": own[:1], "rank": rank}))
	}
	for _, cards := range [][]string{{}, own[:5], own} {
		d.refused(problem.WrongCardCount, d.post(g.path("/plays"), g.by(player), object{"cards": cards}))
	}
	for _, card := range []string{"", "7", "7A", "7aa", "a7", "10a", "Cc", "Pc", "7a ", "\u0000", "7\u00e1", "Xx"} {
		d.refused(problem.NoSuchCard, d.post(g.path("/plays"), g.by(player), object{"cards": []string{own[0], card}}))
	}
	d.refused(problem.CardsNotInHand, d.post(g.path("/plays"), g.by(player), object{"cards": []string{own[0], own[0]}}))
}

func TestQuery_is_read_strictly(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	bad := []string{
		g.path("?x=1"), g.path("?limit=1"), g.path("?" + strings.Repeat("a=1&", 20) + "a=1"),
		"/v1/games?limit=0", "/v1/games?limit=101", "/v1/games?limit=-1", "/v1/games?limit=+1", "/v1/games?limit=1.0", "/v1/games?limit=",
		"/v1/games?limit=1&limit=1", "/v1/games?LIMIT=1", "/v1/games?limit=%zz", "/v1/games?limit=%ff", "/v1/games?after=", "/v1/games?after=!",
		"/v1/games?after=" + strings.Repeat("A", 200), "/v1/games?after=_w", "/v1/games?state=active",
		"/v1/me/games?state=", "/v1/me/games?state=all", "/v1/me/games?state=Active", "/v1/me/games?state=active&state=active", "/v1/me/games?limit=0",
		g.path("/events?after=-1"), g.path("/events?after=x"), g.path("/events?after=1&after=1"), g.path("/events?after=99999999999999999999"),
		g.path("/events?limit=0"), g.path("/events?limit=501"), g.path("/events?limit"), g.path("/events?before=3"),
		g.path("/rounds/1?x=1"), "/v1/health?x=1", "/v1/openapi.json?x=1",
	}
	for _, path := range bad {
		p := d.refused(problem.InvalidRequest, d.get(path, g.seats[0]))
		if assert.NotEmpty(t, p.Errors, path) {
			assert.Contains(t, p.Errors[0], "parameter", path)
		}
	}
	good := []string{
		g.path("?"), g.path("?&"), "/v1/games?limit=1", "/v1/games?limit=100", "/v1/games?limit=%31", "/v1/me/games?state=active&limit=100",
		"/v1/me/games?limit=1&state=finished", g.path("/events?after=0&limit=1"), g.path("/events?limit=500"), g.path("/events?after=2147483647"),
	}
	for _, path := range good {
		d.done(http.StatusOK, d.get(path, g.seats[0]))
	}
	for _, route := range rest.Routes() {
		method, path, body := sample(route, g.id)
		if strings.HasPrefix(path, "/problems/") {
			continue // a page for people: what follows a link there does not matter
		}
		d.refused(problem.InvalidRequest, d.ask(method, path+"?surprise=1", g.by(0), body))
	}
	assert.Equal(t, 2, g.now().Version)
}
