package engine

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestCardsAsText(t *testing.T) {
	t.Parallel()
	order := "7a7l7h7b8a8l8h8b9a9l9h9bXaXlXhXbUaUlUhUbOaOlOhObKaKlKhKbAaAlAhAbCcPc"
	require.Equal(t, order, listed(deckList(1, true)), "the order of a deck and of a hand")
	for i := range Card(kinds) {
		text := order[2*i : 2*i+2]
		assert.Equal(t, text, i.String())
		assert.Equal(t, i, ParseCard(text))
		rank, ok := i.Rank()
		assert.Equal(t, i < Coloured, ok)
		if ok {
			assert.Equal(t, text[:1], rank.String())
		}
	}
	for _, text := range []string{"", "7", "7aa", "a7", "7c", "1a", "7A", "CC", "cc", "Ca", "Pb", "7 ", "??", "ża"} {
		assert.Equal(t, NoCard, ParseCard(text), text)
		assert.Error(t, new(Card).UnmarshalText([]byte(text)), text)
	}
	assert.Equal(t, "??", NoCard.String())
	got, err := json.Marshal(map[string]any{"cards": []Card{0, 31, Coloured, Pale}, "rank": Under})
	require.NoError(t, err)
	assert.JSONEq(t, `{"cards":["7a","Ab","Cc","Pc"],"rank":"U"}`, string(got))
}

func TestRanks(t *testing.T) {
	t.Parallel()
	order := "789XUOKA7"
	for i := range 8 {
		r := rankOf(t, order[i:i+1])
		assert.Equal(t, order[i:i+1], r.String())
		assert.Equal(t, order[i+1:i+2], r.Next().String())
	}
	for _, text := range []string{"", "1", "C", "77", "a"} {
		assert.Error(t, new(Rank).UnmarshalText([]byte(text)), text)
	}
}

// A set of cards does what counting copies does.
func TestCardsCount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, most int) (list []Card, counts [kinds]int) {
			for c := range Card(kinds) {
				counts[c] = rapid.IntRange(0, most).Draw(t, name)
				for range counts[c] {
					list = append(list, c)
				}
			}
			return list, counts
		}
		list, counts := draw("counts", 2)
		shuffled := rapid.Permutation(list).Draw(t, "order")
		cs, ok := CardsOf(shuffled...)
		require.True(t, ok)
		assert.Equal(t, len(list), cs.Len())
		assert.Equal(t, append([]Card{}, list...), cs.List())
		for i, c := range list {
			assert.Equal(t, c, cs.at(i))
		}
		_, partCounts := draw("part", 2)
		var part []Card
		contained := true
		left := []Card{}
		for c := range Card(kinds) {
			assert.Equal(t, counts[c], cs.Count(c))
			assert.Equal(t, counts[c] > 0, cs.Has(c))
			contained = contained && partCounts[c] <= counts[c]
			n := min(partCounts[c], counts[c])
			for range n {
				part = append(part, c)
			}
			for range counts[c] - n {
				left = append(left, c)
			}
		}
		small, ok := CardsOf(part...)
		require.True(t, ok)
		assert.True(t, cs.Contains(small))
		assert.Equal(t, left, cs.minus(small).List())
		assert.Equal(t, cs, cs.minus(small).plus(small))

		var other []Card
		for c, n := range partCounts {
			for range n {
				other = append(other, Card(c))
			}
		}
		big, _ := CardsOf(other...)
		assert.Equal(t, contained, cs.Contains(big))
		again, err := ParseCards(cs.String())
		require.NoError(t, err)
		assert.Equal(t, cs, again)
	})
}

func TestCardsThatCannotBe(t *testing.T) {
	t.Parallel()
	for _, list := range [][]Card{{NoCard}, {34}, {63}, {64}, {0, 0, 0}, {Pale, Pale, 5, Pale}} {
		_, ok := CardsOf(list...)
		assert.False(t, ok, "%v", list)
	}
	two, _ := CardsOf(0, 0)
	one, _ := CardsOf(0)
	other, _ := CardsOf(1)
	assert.Panics(t, func() { two.plus(one) })
	assert.Panics(t, func() { one.plus(two) })
	assert.Panics(t, func() { one.minus(two) })
	assert.Panics(t, func() { one.minus(other) })
	assert.Panics(t, func() { one.at(1) })
	assert.False(t, one.Has(NoCard))
	assert.Zero(t, one.Count(NoCard))
}

// R15, R22 to R24: which cards stand under an announced rank.
func TestCardsThatStand(t *testing.T) {
	t.Parallel()
	for text, stands := range map[string]bool{
		"8a": true, "8a8l8h8b": true, "8aCc": true, "8aPc": true, "Cc": true, "Pc": true, "CcPc": true, "8aCcPc": true, "8b8bPcPc": true,
		"7b": false, "9a": false, "8a9a": false, "8aKh": false, "KhCc": false, "KhPc": false, "8a9aCcPc": false,
	} {
		assert.Equal(t, stands, cardsOf(t, text).allStand(Eight), text)
	}
	for r := range Rank(8) {
		for c := range Card(32) {
			one, _ := CardsOf(c)
			assert.Equal(t, Rank(c/4) == r, one.allStand(r), "%s as %s", c, r)
		}
	}
}
