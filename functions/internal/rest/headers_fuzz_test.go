package rest

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// FuzzHeaders: whatever a client writes into a header, it is read as what it is, or
// refused, or ignored where the contract says so.
func FuzzHeaders(f *testing.F) {
	f.Add("Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", `"12"`, `W/"3", "12" ,*`, "key-1")
	f.Add("bearer  x", `*`, `*`, "")
	f.Add("Basic QQ==", `W/"1"`, `,,"", "`, "\x00")
	f.Add("", `"018"`, `"9223372036854775808"`, "ő")
	f.Fuzz(func(t *testing.T, authorization, match, none, key string) {
		h := http.Header{"Authorization": {authorization}, "If-Match": {match}, "If-None-Match": {none}, "Idempotency-Key": {key}}
		if token, owner, err := bearer(h); err == nil {
			if raw, bad := base64.RawURLEncoding.DecodeString(token); bad != nil || len(raw) != tokenBytes || owner == nil {
				t.Errorf("%q is a token", authorization)
			}
		} else if token != "" || owner != nil {
			t.Errorf("%q is refused and somebody's all the same", authorization)
		}
		if v, err := ifMatch(h); err == nil && (v < 1 || v != notThere && etag(v) != trimmed(match)) {
			t.Errorf("If-Match %q is version %d", match, v)
		}
		if any, versions := noneMatch(h); any && trimmed(none) != "*" || slices.ContainsFunc(versions, func(v int) bool { return v < 1 }) {
			t.Errorf("If-None-Match %q: %t %v", none, any, versions)
		}
		if got, err := idempotencyKey(h); err == nil && (got != key || len(got) < 1 || len(got) > 64) {
			t.Errorf("key %q is read as %q", key, got)
		}
	})
}

// trimmed is a header's value without the space around it.
func trimmed(value string) string { return strings.Trim(value, " \t") }
