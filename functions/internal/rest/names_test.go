package rest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"cheat/acceptance/client"
	"cheat/functions/internal/problem"
)

func TestName_is_kept_trimmed_and_composed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for sent, kept := range map[string]string{
		"Ada":                           "Ada",
		"  Ada\t":                       "Ada",
		"\u00a0\u3000Ada\u2003":         "Ada", // spaces of other kinds
		"Rene\u0301":                    "René",
		"\u1100\u1161":                  "가",
		"Ada Lovelace":                  "Ada Lovelace",
		"O'Neill-Łódź, №1":              "O'Neill-Łódź, №1",
		"🃏":                             "🃏",
		"<svg/onload=a(1)>":             "<svg/onload=a(1)>", // harmless as data
		`"\/`:                           `"\/`,
		strings.Repeat("ő", 24):         strings.Repeat("ő", 24),
		strings.Repeat("e\u0301", 24):   strings.Repeat("é", 24),
		" " + strings.Repeat("x", 24):   strings.Repeat("x", 24),
		strings.Repeat("\U0001F0A1", 2): "\U0001F0A1\U0001F0A1",
	} {
		made := read[client.Seated](d, d.done(http.StatusCreated, d.post("/v1/games", nobody, object{"name": sent, "seats": 2})))
		assert.Equal(t, kept, *made.Game.Seats[0].Name)
		g := &game{desk: d, id: made.Game.ID}
		assert.Equal(t, kept, g.events(nobody, 10)[0]["name"])
	}
}

func TestName_of_1_to_24_characters_that_can_be_seen(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(3, 1, nil)
	for what, name := range map[string]string{
		"nothing":                   "",
		"spaces":                    " \u3000\t",
		"25 characters":             strings.Repeat("x", 25),
		"25 characters, composed":   strings.Repeat("e\u0301", 25),
		"a line break":              "a\nb",
		"a null":                    "a\u0000b",
		"a control character":       "a\u0085b",
		"a zero-width space":        "a\u200bb",
		"a zero-width joiner":       "a\u200db",
		"a right-to-left mark":      "Ada\u200f",
		"a right-to-left override":  "\u202eadA",
		"an isolate":                "\u2066Ada",
		"a soft hyphen":             "A\u00adda",
		"a byte order mark":         "\ufeffAda",
		"a tag character":           "Ada\U000e0041",
		"an unassigned code point":  "a\u0378",
		"a noncharacter":            "a\uffff",
		"a private character":       "a\ue000",
		"an interlinear annotation": "a\ufff9",
	} {
		p := d.refused(problem.InvalidRequest, d.post(g.path("/players"), nobody, object{"name": name}))
		if assert.Len(t, p.Errors, 1, what) {
			assert.Equal(t, "/name", p.Errors[0]["pointer"], what)
		}
		d.refused(problem.InvalidRequest, d.post("/v1/games", nobody, object{"name": name, "seats": 2}))
	}
	assert.Equal(t, 1, g.now().Version)
}

func TestName_that_looks_like_anothers_is_taken(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	twins := map[string][]string{
		"Ada":      {"Ada", " Ada ", "ada", "ADA", "aDa", "Ａｄａ", "𝐀𝐝𝐚", "Ⓐⓓⓐ"},
		"René":     {"rene\u0301", "RENÉ"},
		"Straße":   {"STRASSE", "strasse", "STRAẞE"},
		"ﬁn":       {"fin", "FIN"},
		"Σίσυφος":  {"ΣΊΣΥΦΟΣ", "σίσυφοσ"},
		"x²":       {"X2", "x\u00b2"},
		"Ada Love": {"ada\u00a0love", "ADA\u3000LOVE"},
		"ⅷ":        {"VIII", "viii"},
	}
	for name, others := range twins {
		g := d.create(newcomer(), object{"name": name, "seats": 8})
		for _, other := range others {
			d.refused(problem.NameTaken, d.post(g.path("/players"), nobody, object{"name": other}))
		}
		assert.Equal(t, 1, g.now().Version)
	}
	different := d.create(newcomer(), object{"name": "Ada", "seats": 8})
	for _, name := range []string{"Äda", "Adá", "Аda", "Ad a", "Adaa", "4da"} { // the third begins with a Cyrillic letter
		d.done(http.StatusCreated, d.post(different.path("/players"), nobody, object{"name": name}))
	}
}

func TestName_is_free_again_when_its_player_left_the_lobby(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g := d.lobby(3, 2, nil)
	g.leave(1)
	d.done(http.StatusCreated, d.post(g.path("/players"), newcomer(), object{"name": "BEN"}))
}
