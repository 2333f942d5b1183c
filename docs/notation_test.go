package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/infra/store"
)

// notationBlocks returns the examples of notation.md, by the word behind their fence.
func notationBlocks(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("notation.md")
	require.NoError(t, err)
	blocks := map[string]string{}
	for _, found := range regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?\n)```$").FindAllStringSubmatch(string(text), -1) {
		require.NotContains(t, blocks, found[1], "one example each")
		blocks[found[1]] = found[2]
	}
	return blocks
}

// The examples of notation.md are one game: they are read, the acts are replayed from the deal, and the outcome is the
// state. With -v it prints what each seat sees.
func TestNotation_examples_are_one_game(t *testing.T) {
	t.Parallel()
	blocks := notationBlocks(t)
	line := func(name string) string {
		require.Contains(t, blocks, name)
		return strings.TrimSuffix(blocks[name], "\n")
	}

	cards, err := engine.ParseCards(line("cards"))
	require.NoError(t, err)
	assert.Equal(t, 6, cards.Len())

	table, err := engine.ParseTable(blocks["table"])
	require.NoError(t, err)
	assert.Equal(t, table.Options.String(), line("options"))
	assert.Equal(t, table.Rules.String(), line("rules"))
	assert.Equal(t, "2030-01-02T03:04:05.678Z", table.Created.String())

	deal, err := engine.ParseDeal(table, line("deal"))
	require.NoError(t, err)
	state, err := engine.ParseState(table, deal, line("state"))
	require.NoError(t, err)

	acts, err := engine.ParseActs(line("acts"), deal.Version+1, deal.At)
	require.NoError(t, err)
	moments, err := engine.Replay(engine.Begin(table, deal), acts)
	require.NoError(t, err)
	require.NotEmpty(t, moments)
	assert.Equal(t, string(state.AppendState(nil)), string(moments[len(moments)-1].Game.AppendState(nil)))

	play := store.Item{PK: store.GamePK(table.ID), SK: store.PlaySK, Version: int64(state.Version), Body: []byte(line("play"))}
	stored, err := store.ParsePlay(table, play)
	require.NoError(t, err)
	assert.Equal(t, state.AppendState(nil), stored.Game.AppendState(nil))
	assert.Equal(t, line("acts"), stored.Round.Acts)
	assert.Len(t, stored.Memory, 1)

	for seat, player := range table.Players() {
		view := state.View(seat)
		t.Logf("%s holds %v and may %v", player.Name, view.You.Hand, view.Actions)
	}
}
