package reliability_test

import (
	"encoding/base64"
	"net/http"
	"strings"
)

// hostile is a request that no honest client sends. Nothing of it may change a game.
type hostile struct {
	name, method, target string
	headers              [][2]string
	body                 string
}

// anyone stands in a target for a game's id, and in a header for a player's token.
const (
	anyID    = "{id}"
	anyToken = "{token}"
)

// valid are the headers of a player whose command would be looked at.
var valid = [][2]string{{"Authorization", "Bearer " + anyToken}, {"Content-Type", "application/json"}, {"If-Match", `"3"`}, {"Idempotency-Key", "k"}}

// commands are the paths that take a body.
var commands = []string{
	"/v1/games", "/v1/games/{id}/players", "/v1/games/{id}/start", "/v1/games/{id}/plays", "/v1/games/{id}/calls",
	"/v1/games/{id}/accepts", "/v1/games/{id}/rounds", "/v1/games/{id}/rematch",
}

// bodies are refused by every command.
var bodies = map[string]string{
	"lists in lists":           strings.Repeat("[", 4000),
	"objects in objects":       strings.Repeat(`{"a":`, 1600),
	"lists in the cards":       `{"cards":` + strings.Repeat("[", 3000) + strings.Repeat("]", 3000) + `}`,
	"objects in the rules":     `{"name":"Ada","seats":2,"rules":` + strings.Repeat(`{"rules":`, 700) + `1` + strings.Repeat("}", 701),
	"a huge exponent":          `{"name":"Ada","seats":1e999999999}`,
	"a tiny exponent":          `{"name":"Ada","seats":2e-999999999}`,
	"a huge whole number":      `{"name":"Ada","seats":` + strings.Repeat("9", 7000) + `}`,
	"the largest of 64 bits":   `{"name":"Ada","seats":9223372036854775808}`,
	"a number below nothing":   `{"name":"Ada","seats":-2}`,
	"no number":                `{"name":"Ada","seats":NaN}`,
	"infinity":                 `{"name":"Ada","seats":Infinity}`,
	"hexadecimal":              `{"name":"Ada","seats":0x2}`,
	"a leading zero":           `{"name":"Ada","seats":02}`,
	"NUL bytes":                "\x00\x00\x00\x00",
	"NUL within":               "{\"name\":\"A\x00da\",\"seats\":2}",
	"NUL escaped":              `{"name":"A\u0000da","seats":2,"cards":["\u0000"],"entropy":1}`,
	"no UTF-8":                 "{\"name\":\"\xff\xfe\",\"seats\":2}",
	"overlong UTF-8":           "{\"name\":\"\xc0\xaf\",\"seats\":2}",
	"half a surrogate":         `{"name":"\ud800","seats":2}`,
	"UTF-16":                   "{\x00\"\x00n\x00\"\x00:\x001\x00}\x00",
	"a byte order mark":        "\ufeff{}",
	"a member twice":           `{"name":"Ada","name":"Ben","seats":2,"cards":["7a"],"cards":["7b"]}`,
	"the same escaped":         `{"name":"Ada","\u006eame":"Ben","seats":2}`,
	"a prototype":              `{"__proto__":{"seats":2},"constructor":{"prototype":{}}}`,
	"an operator":              `{"name":{"$gt":""},"seats":{"$ne":0}}`,
	"SQL":                      `{"'; DROP TABLE games; --":1}`,
	"a template":               `{"${jndi:ldap://x/a}":"{{7*7}}"}`,
	"markup":                   `{"<script>alert(1)</script>":1}`,
	"XML":                      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`,
	"a form":                   "name=Ada&seats=2",
	"YAML":                     "name: Ada\nseats: 2\n",
	"base64":                   base64.StdEncoding.EncodeToString([]byte(`{"name":"Ada","seats":2}`)),
	"base64 in a text":         `"` + base64.StdEncoding.EncodeToString([]byte(`{"name":"Ada","seats":2}`)) + `"`,
	"cut off":                  `{"name":"Ada","se`,
	"two objects":              `{}{}`,
	"after the end":            "{}\x00",
	"a comment":                `{/* {} */}`,
	"a comma too many":         `{"name":"Ada","seats":2,}`,
	"single quotes":            `{'name':'Ada','seats':2}`,
	"a list":                   `[{"name":"Ada","seats":2}]`,
	"a text":                   `"name"`,
	"null":                     `null`,
	"nothing but space":        strings.Repeat(" ", 8000),
	"as long as is allowed":    `{"` + strings.Repeat("a", 8187) + `":1}`,
	"a byte too long":          `{}` + strings.Repeat(" ", 8191),
	"much too long":            strings.Repeat("A", 300_000),
	"a thousand members":       `{` + strings.Repeat(`"a":1,`, 1000) + `"b":1}`,
	"a thousand empty cards":   `{"cards":[` + strings.Repeat(`"",`, 1000) + `""],"x":1}`,
	"an endless rank and card": `{"cards":["` + strings.Repeat("7", 4000) + `"],"rank":"` + strings.Repeat("7", 2000) + `"}`,
}

// headers are refused with a command that is sound but for them.
var headers = map[string][][2]string{
	"no type":                  {{"Content-Type", ""}},
	"a form":                   {{"Content-Type", "application/x-www-form-urlencoded"}},
	"several parts":            {{"Content-Type", "multipart/form-data; boundary=x"}},
	"a type that is none":      {{"Content-Type", "application/json; charset=\x80"}},
	"UTF-7":                    {{"Content-Type", "application/json; charset=utf-7"}},
	"compressed":               {{"Content-Encoding", "gzip"}},
	"an empty token":           {{"Authorization", ""}},
	"a scheme alone":           {{"Authorization", "Bearer"}},
	"another scheme":           {{"Authorization", "Basic QWRhOkFkYQ=="}},
	"a long token":             {{"Authorization", "Bearer " + strings.Repeat("A", 6000)}},
	"a token with a NUL":       {{"Authorization", "Bearer %00" + anyToken}},
	"a token and more":         {{"Authorization", "Bearer " + anyToken + " " + anyToken}},
	"two tokens":               {{"Authorization", "Bearer " + anyToken + ", Bearer " + anyToken}},
	"an unsigned JWT":          {{"Authorization", "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIwIn0."}},
	"any version":              {{"If-Match", "*"}},
	"a weak version":           {{"If-Match", `W/"3"`}},
	"versions":                 {{"If-Match", `"2","3"`}},
	"a bare version":           {{"If-Match", `3`}},
	"a long version":           {{"If-Match", `"` + strings.Repeat("9", 6000) + `"`}},
	"a version below nothing":  {{"If-Match", `"-3"`}},
	"a version with a zero":    {{"If-Match", `"03"`}},
	"a version past 64 bits":   {{"If-Match", `"18446744073709551619"`}},
	"an empty key":             {{"Idempotency-Key", ""}},
	"a long key":               {{"Idempotency-Key", strings.Repeat("k", 65)}},
	"a very long key":          {{"Idempotency-Key", strings.Repeat("k", 6000)}},
	"a key with spaces":        {{"Idempotency-Key", "a b"}},
	"a key that is no ASCII":   {{"Idempotency-Key", "ő"}},
	"another method within":    {{"X-HTTP-Method-Override", "DELETE"}, {"Content-Type", "text/plain"}},
	"another host":             {{"X-Forwarded-Host", "evil.example"}, {"Content-Type", "text/plain"}},
	"many headers":             append(many("X-Many-", 90), [2]string{"Content-Type", "text/plain"}),
	"long headers":             append(many("X-Long-", 4, strings.Repeat("a", 3000)), [2]string{"Content-Type", "text/plain"}),
	"headers past all measure": append(many("X-Longer-", 8, strings.Repeat("a", 6000)), [2]string{"Content-Type", "text/plain"}),
}

func many(name string, n int, value ...string) [][2]string {
	list := make([][2]string, n)
	for i := range list {
		list[i] = [2]string{name + string(rune('a'+i%26)) + string(rune('a'+i/26)), strings.Join(append(value, "v"), "")}
	}
	return list
}

// targets are odd paths and queries; they are asked with every method.
var targets = []string{
	"//", "/v1", "/v1/", "/v1//games", "/V1/games", "/v1/games/", "/v1/games//", "/v1/games/.", "/v1/games/..", "/v1/games/{id}/",
	"/v1/games/../me/games", "/v1/games/%2e%2e/me/games", "/v1/games/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/../../etc/passwd", "/assets/../../go.mod",
	"/assets/%2e%2e/%2e%2e/go.mod", "/v1/games/%00", "/v1/games/{id}%00", "/v1/games/%ff", "/v1/games/%f0%9f%83%8f", "/v1/games/{id}%2fplayers", "/v1/games/{id};a=b",
	"/v1/games/" + strings.Repeat("a", 6000), "/v1/games/" + strings.Repeat("a/", 2000), "/v1/games/{id}/players/-1", "/v1/games/{id}/players/00",
	"/v1/games/{id}/players/99999999999999999999", "/v1/games/{id}/players/me%20", "/v1/games/{id}/rounds/0", "/v1/games/{id}/rounds/-1", "/v1/games/{id}/rounds/1e9",
	"/v1/games/{id}/rounds/99999999999999999999", "/v1/games/%3Cscript%3Ealert(1)%3C%2Fscript%3E", "/problems/%3Cscript%3Ealert(1)%3C%2Fscript%3E", "/problems/..%2f..%2fmain.go",
	"/v1/games?limit=0", "/v1/games?limit=-1", "/v1/games?limit=101", "/v1/games?limit=99999999999999999999", "/v1/games?limit=1e1", "/v1/games?limit=1&limit=2", "/v1/games?limit=%00",
	"/v1/games?after=%ff", "/v1/games?after=%00", "/v1/games?after=" + strings.Repeat("A", 6000), "/v1/games?after=..%2f..", "/v1/games?after=L%230", "/v1/games?a%5B%5D=1", "/v1/games?%", "/v1/games?%zz=1", "/v1/games?;",
	"/v1/games/{id}?version=1", "/v1/games/{id}/events?after=-1", "/v1/games/{id}/events?after=1e3", "/v1/games/{id}/events?after=18446744073709551616", "/v1/games/{id}/events?limit=501",
	"/v1/me/games?state=%27%20OR%201%3D1", "/v1/me/games?state=active&state=finished", "/v1/me/games?after=%ed%a0%80", "/v1/openapi.json/", "/v1/openapi.json%00.html", "/g/", "/g/{id}/x", "/.git/config", "/.env", "/debug/pprof/", "/metrics",
}

// methods, of which no odd target has a use for any but GET and HEAD.
var methods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, http.MethodTrace,
	"PROPFIND", "get", "QUERY", strings.Repeat("M", 200),
}

// corpus is all of it.
func corpus() []hostile {
	var all []hostile
	for _, target := range commands {
		for name, body := range bodies {
			all = append(all, hostile{"body: " + name + " to " + target, http.MethodPost, target, valid, body})
		}
		for name, header := range headers {
			if target == "/v1/games/{id}/plays" {
				all = append(all, hostile{"header: " + name + " to " + target, http.MethodPost, target, over(valid, header), `{"cards":["Cc"]}`})
			}
		}
		for _, method := range methods {
			if method != http.MethodPost && method != http.MethodGet && method != http.MethodHead {
				all = append(all, hostile{"method: " + method + " of " + target, method, target, valid, `{}`})
			}
		}
	}
	for _, target := range targets {
		for _, method := range methods {
			all = append(all, hostile{"path: " + method + " " + target, method, target, valid, ""})
		}
	}
	return all
}

// over sets headers over others. What is set to nothing is sent as nothing.
func over(base, more [][2]string) [][2]string {
	var all [][2]string
	replaced := func(name string) bool {
		for _, h := range more {
			if h[0] == name {
				return true
			}
		}
		return false
	}
	for _, h := range base {
		if !replaced(h[0]) {
			all = append(all, h)
		}
	}
	return append(all, more...)
}
