package store_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"cheat/infra/store"
)

func TestRangeCheck(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("s", store.MaxSK)
	assert.NoError(t, store.Range{PK: "p"}.Check(), "open")
	assert.NoError(t, store.Range{PK: "p", From: long, To: long, After: long}.Check())
	for _, r := range []store.Range{
		{}, {PK: strings.Repeat("p", store.MaxPK+1)}, {PK: "\xff"},
		{PK: "p", From: long + "s"}, {PK: "p", To: long + "s"}, {PK: "p", After: long + "s"},
		{PK: "p", From: "\xff"}, {PK: "p", To: "g#\xff"}, {PK: "p", After: "\xff"},
	} {
		assert.ErrorIs(t, r.Check(), store.ErrTooLarge)
	}
}

// TestClamp holds Clamp against Holds, the plain meaning of a range: the same
// keys are in it before and after, an After that is left lies within the
// bounds, and nothing is called empty that holds a key.
func TestClamp(t *testing.T) {
	t.Parallel()
	sks := []string{"a", "aa", "b", "c", "d"}
	bound := rapid.SampledFrom(append(slices.Clone(sks), "", "ab", "A", "e"))
	rapid.Check(t, func(t *rapid.T) {
		r := store.Range{
			From: bound.Draw(t, "from"), To: bound.Draw(t, "to"), After: bound.Draw(t, "after"),
			Reverse: rapid.Bool().Draw(t, "reverse"),
		}
		clamped, some := r.Clamp()
		for _, sk := range sks {
			assert.False(t, r.Holds(sk) && !some, "%q is in it", sk)
			assert.True(t, !some || r.Holds(sk) == clamped.Holds(sk), sk)
		}
		if some && clamped.After != "" {
			assert.True(t, store.Range{From: r.From, To: r.To}.Holds(clamped.After), "DynamoDB refuses it")
		}
	})
}

func TestHolds(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		ask  store.Range
		want []string
	}{
		{store.Range{}, []string{"a", "b", "c", "d"}},
		{store.Range{From: "b"}, []string{"b", "c", "d"}},
		{store.Range{To: "b"}, []string{"a", "b"}},
		{store.Range{From: "b", To: "c"}, []string{"b", "c"}},
		{store.Range{From: "c", To: "b"}, nil},
		{store.Range{After: "b"}, []string{"c", "d"}},
		{store.Range{After: "b", Reverse: true}, []string{"a"}},
		{store.Range{From: "a", To: "c", After: "b"}, []string{"c"}},
	} {
		var got []string
		for _, sk := range []string{"a", "b", "c", "d"} {
			if row.ask.Holds(sk) {
				got = append(got, sk)
			}
		}
		assert.Equal(t, row.want, got, "%+v", row.ask)
	}
}
