package rest

import (
	"testing"
	"unicode/utf8"
)

// FuzzCursor: what is taken for a cursor is one that we could have given, and no other
// text stands for the same place.
func FuzzCursor(f *testing.F) {
	f.Add(sealed("00000000000001#id"))
	f.Add("")
	f.Add("AB")
	f.Add("_w")
	f.Add("\n")
	f.Fuzz(func(t *testing.T, text string) {
		sk, err := unsealed(text)
		if err == nil && (sealed(sk) != text || !utf8.ValidString(sk) || len(sk) > maxCursor) {
			t.Errorf("%q is read as %q", text, sk)
		}
	})
}
