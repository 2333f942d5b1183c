package rest_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/problem"
	"cheat/functions/internal/rest"
)

// sample is a request of each route, by what the document calls it; a game and the
// caller are put in.
func sample(route, id string) (method, path string, body any) {
	method, path, _ = strings.Cut(route, " ")
	path = strings.NewReplacer("{id}", id, "{seat}", "1", "{n}", "1", "{code}", "bad-token").Replace(path)
	switch {
	case strings.HasSuffix(path, "/plays"):
		body = object{"cards": []string{"7a"}}
	case strings.HasSuffix(path, "/players") || path == "/v1/games" && method == http.MethodPost:
		body = object{"name": "Zoe", "seats": 2}
	}
	if strings.HasSuffix(path, "/players") {
		body = object{"name": "Zoe"}
	}
	return method, path, body
}

func TestToken_of_another_form_is_401_on_every_route(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(3, 2, nil)
	token := client.NewToken()
	few := base64.RawURLEncoding.EncodeToString([]byte(strings.Repeat("abcdefg", 5)[:32])) // seven different bytes
	bad := map[string][]string{
		"empty":                            {""},
		"the scheme alone":                 {"Bearer"},
		"the scheme and a space":           {"Bearer "},
		"another scheme":                   {"Basic " + token},
		"no scheme":                        {token},
		"a token and something":            {"Bearer " + token + " x"},
		"two tokens":                       {"Bearer " + token + "," + token},
		"two headers":                      {"Bearer " + token, "Bearer " + token},
		"a character too few":              {"Bearer " + token[:42]},
		"a character too many":             {"Bearer " + token + "A"},
		"padding":                          {"Bearer " + token + "="},
		"the other alphabet of base64":     {"Bearer +/" + token[2:]},
		"a last character with bits left":  {"Bearer " + token[:42] + "B"},
		"one byte over and over":           {"Bearer " + strings.Repeat("A", 43)},
		"fewer than eight different bytes": {"Bearer " + few},
		"not ASCII":                        {"Bearer " + token[:41] + "é"},
	}
	for name, header := range bad {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := g.in(d.in(t))
			before := g.now().Version
			for _, route := range rest.Routes() {
				method, path, body := sample(route, g.id)
				answer := g.ask(method, path, with(nobody, "Authorization", header...), body)
				g.refused(problem.BadToken, answer)
				assert.Equal(t, "Bearer", answer.Header.Get("WWW-Authenticate"), route)
			}
			assert.Equal(t, before, g.now().Version)
		})
	}
}

func TestToken_forms_that_are_good(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	eight := base64.RawURLEncoding.EncodeToString([]byte(strings.Repeat("abcdefgh", 4)))
	for _, last := range "AEIMQUYcgkosw048" {
		token := client.NewToken()[:42] + string(last)
		d.done(http.StatusOK, d.get("/v1/me/games", client.Caller{Token: token}))
	}
	d.done(http.StatusOK, d.get("/v1/me/games", client.Caller{Token: eight}))
	for _, scheme := range []string{"bearer ", "BEARER "} { // RFC 9110, section 11.1: a scheme's case does not count
		d.done(http.StatusOK, d.get("/v1/me/games", with(nobody, "Authorization", scheme+eight)))
	}
}

func TestToken_is_made_once_for_who_has_none(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	host := read[client.Seated](d, d.done(http.StatusCreated, d.post("/v1/games", nobody, object{"name": "Ada", "seats": 3})))
	path := "/v1/games/" + host.Game.ID
	guest := read[client.Seated](d, d.done(http.StatusCreated, d.post(path+"/players", nobody, object{"name": "Ben"})))
	assert.NotEqual(t, host.Token, guest.Token)
	for i, made := range []client.Seated{host, guest} {
		raw, err := base64.RawURLEncoding.Strict().DecodeString(made.Token)
		require.NoError(t, err)
		assert.Len(t, raw, 32)
		assert.Equal(t, d.URL+"/g/"+host.Game.ID+"#"+made.Token, made.PlayURL)
		assert.Equal(t, d.URL+"/g/"+host.Game.ID, made.InviteURL)
		answer := d.done(http.StatusOK, d.get(path, client.Caller{Token: made.Token}))
		assert.Equal(t, i, read[client.View](d, answer).You.Seat)
		assert.NotContains(t, string(answer.Body), made.Token, "a token is told once")
	}
	own := newcomer()
	answer := d.done(http.StatusCreated, d.post(path+"/players", own, object{"name": "Cyd"}))
	assert.Empty(t, read[client.Seated](d, answer).Token, "who has a token gets none")
	assert.NotContains(t, read[object](d, answer), "token")
}

func TestToken_names_one_player_in_all_games(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ada, ben := newcomer(), newcomer()
	first := d.create(ada, object{"seats": 3})
	second := d.create(ben, object{"seats": 3})
	second.sit(ada)
	assert.Equal(t, 0, first.view(ada).You.Seat)
	assert.Equal(t, 1, second.view(ada).You.Seat)
	assert.Nil(t, first.view(ben).You)
}

func TestToken_none_or_a_strangers_is_a_spectator(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(3, nil)
	for name, who := range map[string]client.Caller{"none": nobody, "a stranger's": newcomer()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := g.in(d.in(t))
			view := g.view(who)
			assert.Nil(t, view.You)
			assert.Empty(t, view.Actions)
			for _, command := range []string{"/start", "/plays", "/calls", "/accepts", "/rounds", "/rematch"} {
				_, path, body := sample("POST /v1/games/{id}"+command, g.id)
				g.refused(problem.NotAPlayer, g.post(path, who.At(view.Version), body))
			}
			g.refused(problem.NotAPlayer, g.ask(http.MethodDelete, g.path("/players/1"), who, nil))
			left := g.ask(http.MethodDelete, g.path("/players/me"), who, nil)
			if who.Token == "" {
				g.refused(problem.NotAPlayer, left)
			} else {
				g.done(http.StatusOK, left)
			}
			assert.Equal(t, view, g.view(who))
		})
	}
}

// What everybody sees is no key to what only one may see.
func TestToken_cannot_be_found_in_what_is_public(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.table(2, nil)
	g.play(g.turn())
	for _, path := range []string{"", "/events"} {
		for _, text := range texts(read[any](d, g.get(g.path(path), nobody))) {
			answer := g.get(g.path(""), with(nobody, "Authorization", "Bearer "+text))
			if answer.Status == http.StatusOK {
				assert.Nil(t, read[client.View](d, answer).You, text)
			} else {
				d.refused(problem.BadToken, answer)
			}
		}
	}
}

func TestToken_is_stored_as_a_hash_and_logged_not_at_all(t *testing.T) {
	t.Parallel()
	kept := newWitness(t)
	d := newDeskOn(t, kept)
	g := d.table(3, object{"callSeconds": 0})
	made := read[client.Seated](d, d.post("/v1/games", nobody, object{"name": "Zoe", "seats": 2}))
	g.play(g.turn())
	for _, who := range append(slices.Clone(g.seats), client.Caller{Token: made.Token}) {
		raw, err := base64.RawURLEncoding.DecodeString(who.Token)
		require.NoError(t, err)
		for _, secret := range []string{who.Token, string(raw), string(raw[:16])} {
			assert.NotContains(t, kept.written(), secret)
			assert.NotContains(t, d.Logs.String(), secret)
		}
	}
}

// texts are all strings in a JSON value, names of members too.
func texts(v any) []string {
	var list []string
	switch v := v.(type) {
	case string:
		list = append(list, v)
	case json.Number:
		list = append(list, v.String())
	case []any:
		for _, one := range v {
			list = append(list, texts(one)...)
		}
	case object:
		for name, one := range v {
			list = append(append(list, name), texts(one)...)
		}
	}
	return list
}
