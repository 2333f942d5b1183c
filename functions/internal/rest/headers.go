package rest

import (
	"crypto/sha256"
	"encoding/base64"
	"math"
	"net/http"
	"strconv"
	"strings"

	"cheat/engine"
	"cheat/functions/internal/problem"
)

// tokenBytes is the size of a token before it is encoded.
const tokenBytes = 32

// bearer returns the caller's token and the owner that it stands for; neither
// without an Authorization header. A token of another form is bad-token.
func bearer(h http.Header) (string, *engine.Owner, error) {
	values := h.Values("Authorization")
	if len(values) == 0 {
		return "", nil, nil
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	if len(values) > 1 || !strings.EqualFold(scheme, "Bearer") || !wellFormed(token) {
		return "", nil, problem.New(problem.BadToken, "Authorization must be Bearer and a token of 43 characters of base64url.")
	}
	return token, ownerOf(token), nil
}

// ownerOf returns what is kept of a token: half of its SHA-256.
func ownerOf(token string) *engine.Owner {
	sum := sha256.Sum256([]byte(token))
	owner := engine.Owner(sum[:len(engine.Owner{})])
	return &owner
}

// wellFormed reports whether a text is 32 bytes as base64url, without padding and
// with its unused bits zero, and not as simple as somebody who made it by hand
// would make it.
func wellFormed(token string) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != tokenBytes || len(token) != base64.RawURLEncoding.EncodedLen(tokenBytes) {
		return false
	}
	var seen [256]bool
	different := 0
	for _, b := range raw {
		if !seen[b] {
			seen[b] = true
			different++
		}
	}
	return different >= 8
}

// idempotencyKey returns the header's value, "" without one.
func idempotencyKey(h http.Header) (string, error) {
	values := h.Values("Idempotency-Key")
	if len(values) == 0 {
		return "", nil
	}
	key := values[0]
	visible := func(r rune) bool { return r > ' ' && r <= '~' }
	if len(values) > 1 || len(key) < 1 || len(key) > 64 || strings.ContainsFunc(key, func(r rune) bool { return !visible(r) }) {
		return "", badHeader("Idempotency-Key", "must be there once, with 1 to 64 visible ASCII characters")
	}
	return key, nil
}

// etag is a version as an entity tag.
func etag(version int) string { return `"` + strconv.Itoa(version) + `"` }

// cutTag takes an entity tag from the beginning of a text (RFC 9110, section 8.8.3):
// what stands between its quotes, and what follows it.
func cutTag(text string) (tag, rest string, ok bool) {
	text, quoted := strings.CutPrefix(text, `"`)
	tag, rest, closed := strings.Cut(text, `"`)
	for i := range len(tag) {
		if tag[i] <= ' ' || tag[i] == 0x7f {
			return "", "", false
		}
	}
	return tag, rest, quoted && closed
}

// notThere stands for a tag that no version has.
const notThere = math.MaxInt

// ifMatch returns the version that the caller saw, 0 without the header. What is
// not one strong tag is refused.
func ifMatch(h http.Header) (int, error) {
	values := h.Values("If-Match")
	if len(values) == 0 {
		return 0, nil
	}
	tag, rest, ok := cutTag(strings.Trim(values[0], blanks))
	if len(values) > 1 || rest != "" || !ok {
		return 0, badHeader("If-Match", `must be the one version that you saw, such as "12"`)
	}
	return versionOf(tag), nil
}

// versionOf reads a tag's text; one that we never gave is no version.
func versionOf(tag string) int {
	n, err := strconv.Atoi(tag)
	if err != nil || n < 1 || strconv.Itoa(n) != tag {
		return notThere
	}
	return n
}

// noneMatch reads If-None-Match (RFC 9110, section 13.1.2): whether any version is
// meant, and else which. What cannot be read is ignored.
func noneMatch(h http.Header) (any bool, versions []int) {
	text := strings.Join(h.Values("If-None-Match"), ",")
	if strings.Trim(text, blanks) == "*" {
		return true, nil
	}
	for text = strings.TrimLeft(text, blanks+","); text != ""; text = strings.TrimLeft(text, blanks+",") {
		tag, rest, ok := cutTag(strings.TrimPrefix(text, "W/"))
		rest = strings.TrimLeft(rest, blanks)
		if !ok || rest != "" && rest[0] != ',' {
			return false, nil
		}
		if v := versionOf(tag); v != notThere {
			versions = append(versions, v)
		}
		text = rest
	}
	return false, versions
}

// blanks are the optional white space of a header.
const blanks = " \t"

func badHeader(name, detail string) error {
	return problem.Invalid(problem.Item{In: problem.Header, At: name, Detail: detail})
}
