package store_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"cheat/infra/store"
)

func TestSize(t *testing.T) {
	t.Parallel()
	body := make([]byte, 100)
	for _, row := range []struct {
		name string
		item store.Item
		want int
	}{
		// 2+1 pk, 2+1 sk, 1 v, 1 b, and the numbers and bytes that follow.
		{"a version of zero", store.Item{PK: "p", SK: "s"}, 8 + 1},
		{"one digit", store.Item{PK: "p", SK: "s", Version: 9}, 8 + 2},
		{"two digits", store.Item{PK: "p", SK: "s", Version: 42}, 8 + 2},
		{"three digits", store.Item{PK: "p", SK: "s", Version: 421}, 8 + 3},
		{"a sign", store.Item{PK: "p", SK: "s", Version: -421}, 8 + 4},
		{"nineteen digits", store.Item{PK: "p", SK: "s", Version: math.MaxInt64}, 8 + 11},
		{"the least number", store.Item{PK: "p", SK: "s", Version: math.MinInt64}, 8 + 12},
		{"a body", store.Item{PK: "p", SK: "s", Body: body}, 8 + 1 + 100},
		{"a time", store.Item{PK: "p", SK: "s", Expires: 1_900_000_001}, 8 + 1 + 1 + 6},
		{"keys are counted in bytes", store.Item{PK: "žluť", SK: "\U0001f0a1"}, 8 - 2 + 6 + 4 + 1},
	} {
		assert.Equal(t, row.want, row.item.Size(), row.name)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	fits := store.Item{PK: strings.Repeat("p", store.MaxPK), SK: strings.Repeat("s", store.MaxSK)}
	fits.Body = make([]byte, store.MaxItem-fits.Size())
	assert.NoError(t, fits.Check())

	for name, spoil := range map[string]func(*store.Item){
		"a byte too many":              func(it *store.Item) { it.Body = append(it.Body, 0) },
		"a digit pair too many":        func(it *store.Item) { it.Version = 1 },
		"a time to live too many":      func(it *store.Item) { it.Expires = 1 },
		"a long partition key":         func(it *store.Item) { it.PK += "p" },
		"a long sort key":              func(it *store.Item) { it.SK += "s" },
		"no partition key":             func(it *store.Item) { it.PK = "" },
		"no sort key":                  func(it *store.Item) { it.SK = "" },
		"a partition key not in UTF-8": func(it *store.Item) { it.PK = "\xff" },
		"a sort key cut in a letter":   func(it *store.Item) { it.SK = "ž"[:1] },
	} {
		item := fits
		item.Body = append([]byte{}, fits.Body...)
		spoil(&item)
		assert.ErrorIs(t, item.Check(), store.ErrTooLarge, name)
	}
}

// TestErrorsKeepKeys: a key may name a person, and errors end in logs.
func TestErrorsKeepKeys(t *testing.T) {
	t.Parallel()
	for _, err := range []error{
		store.CheckKey("secret\xff", "a"),
		store.CheckKey("secret", ""),
		store.CheckKey("a", strings.Repeat("secret", 200)),
		store.Item{PK: "secret", SK: "secret", Body: make([]byte, store.MaxItem)}.Check(),
	} {
		assert.ErrorIs(t, err, store.ErrTooLarge)
		assert.NotContains(t, err.Error(), "secret")
	}
}
