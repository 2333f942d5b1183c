package play

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"cheat/engine"
)

// The most code points of what players write.
const (
	MaxName    = 24
	MaxEntropy = 64
)

// Name returns a player's name as it is kept: trimmed and in NFC. It reports false
// unless it has 1 to [MaxName] code points, all of them assigned characters that
// are neither control nor format characters.
func Name(sent string) (string, bool) {
	name := norm.NFC.String(strings.TrimSpace(sent))
	if n := utf8.RuneCountInString(name); n < 1 || n > MaxName || !utf8.ValidString(name) {
		return "", false
	}
	for _, r := range name {
		if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z) {
			return "", false
		}
	}
	return name, true
}

// sameName reports whether two names look alike: equal after NFKC and case folding.
func sameName(a, b string) bool { return folded(a) == folded(b) }

// nameIn reports whether a name looks like one of others.
func nameIn(others []string, name string) bool {
	return slices.ContainsFunc(others, func(other string) bool { return sameName(name, other) })
}

func folded(name string) string {
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(name)))
}

// named returns the names at a table.
func named(t *engine.Table) []string {
	var names []string
	for _, p := range t.Players() {
		if p.Kind != engine.Empty {
			names = append(names, p.Name)
		}
	}
	return names
}
