package bot_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"cheat/engine/bot"
)

func TestNames_are_different_and_free(t *testing.T) {
	t.Parallel()
	all := bot.Names(40, free, func(int) int { return 0 })
	seen := map[string]bool{}
	for _, name := range all {
		assert.False(t, seen[strings.ToLower(name)], name)
		seen[strings.ToLower(name)] = true
		assert.LessOrEqual(t, utf8.RuneCountInString(name), 24, name)
		assert.Equal(t, name, norm.NFC.String(name))
		assert.Equal(t, name, strings.TrimSpace(name))
	}
	require.Len(t, seen, 40)

	notFirst := func(name string) bool { return name != all[0] }
	assert.NotContains(t, bot.Names(39, notFirst, func(int) int { return 0 }), all[0])
}

func TestNames_never_run_out(t *testing.T) {
	t.Parallel()
	all := bot.Names(40, free, func(int) int { return 0 })
	names := bot.Names(8, func(name string) bool { return !slices.Contains(all, name) }, func(below int) int { return below - 1 })
	require.Len(t, names, 8)
	for _, name := range names {
		assert.True(t, strings.HasSuffix(name, " II"), name)
	}
}

func TestNames_follow_the_chance(t *testing.T) {
	t.Parallel()
	first := func(int) int { return 0 }
	last := func(below int) int { return below - 1 }
	assert.Equal(t, bot.Names(3, free, first), bot.Names(3, free, first))
	assert.NotEqual(t, bot.Names(3, free, first), bot.Names(3, free, last))
}

func free(string) bool { return true }
