package storetest

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/store"
)

// testKeys keeps keys apart that somebody might take for the same, or for
// something other than a key.
func testKeys(t *testing.T, f fixture) {
	keys := []string{
		" ", "a", "a ", " a", "A", "a/b", "a%2Fb", "a#b", "a\x00b", "a\x00", "a\nb", "a\\b", `a"b`, "a'b", "a;--",
		":pk", "#sk", "$1", "null", "0", "00", "ž", "z\u030c", "\u200b", "\u202e", "\ufffd", "\U0001f0a1",
	}
	var want []store.Item
	for i, key := range keys {
		for _, item := range []store.Item{f.item(key, int64(i), "sk "+key), f.item("same", int64(i), "pk "+key)} {
			if item.SK == "same" {
				item.PK = f.partition(t, key)
			}
			require.NoError(t, f.PutNew(t.Context(), item), "%q", key)
			want = append(want, item)
		}
	}
	for _, item := range want {
		f.holds(t, item)
	}
}

func testBodies(t *testing.T, f fixture) {
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	for sk, body := range map[string][]byte{
		"every byte": every, "nil": nil, "empty": {}, "zero": {0}, "not UTF-8": {0xff, 0xfe}, "text": []byte("déjà"),
	} {
		item := f.item(sk, 1, "")
		item.Body = body
		require.NoError(t, f.PutNew(t.Context(), item), sk)
		f.holds(t, item)
		require.NoError(t, f.PutIf(t.Context(), item, 1), sk)
		f.holds(t, item)
	}

	t.Run("bytes are not shared", func(t *testing.T) {
		item := f.item("own", 1, "mine")
		require.NoError(t, f.Put(t.Context(), item))
		copy(item.Body, "****")
		f.holds(t, f.item("own", 1, "mine"))

		got, _, err := f.Get(t.Context(), f.pk, "own", true)
		require.NoError(t, err)
		copy(got.Body, "****")
		got.Body = append(got.Body, "more"...)
		items, _, err := f.Query(t.Context(), store.Range{PK: f.pk, From: "own", To: "own", Strong: true})
		require.NoError(t, err)
		require.Len(t, items, 1)
		copy(items[0].Body, "****")
		f.holds(t, f.item("own", 1, "mine"))
	})
}

func testNumbers(t *testing.T, f fixture) {
	for _, version := range []int64{0, 1, 10, 100, 1<<53 + 1, math.MaxInt64, -1, math.MinInt64} {
		item := f.item("version", version, "")
		require.NoError(t, f.Put(t.Context(), item))
		f.holds(t, item)
		require.NoError(t, f.PutIf(t.Context(), item, version))
	}
	for _, expires := range []int64{0, f.expires, 1<<53 + 1} {
		item := f.item("expires", 1, "")
		item.Expires = expires
		require.NoError(t, f.Put(t.Context(), item))
		f.holds(t, item)
	}
}

func testLimits(t *testing.T, f fixture) {
	largest := f.item(strings.Repeat("s", store.MaxSK), 1, "")
	largest.PK = f.partition(t, strings.Repeat("p", store.MaxPK-len(f.pk)))
	largest.Body = bytes.Repeat([]byte("b"), store.MaxItem-largest.Size())
	require.Equal(t, store.MaxItem, largest.Size())
	require.NoError(t, f.PutNew(t.Context(), largest))
	f.holds(t, largest)
	require.NoError(t, f.PutIf(t.Context(), largest, 1))

	larger := f.item("larger", 1, "")
	larger.Body = bytes.Repeat([]byte("b"), store.MaxItem-larger.Size()+1)
	refused(t, f, larger)
	f.lacks(t, f.pk, "larger")

	for name, key := range map[string][2]string{
		"no pk": {"", "a"}, "no sk": {f.pk, ""}, "pk": {strings.Repeat("p", store.MaxPK+1), "a"},
		"sk": {f.pk, strings.Repeat("s", store.MaxSK+1)}, "pk not UTF-8": {f.pk + "\xff", "a"}, "sk not UTF-8": {f.pk, "a\xff"},
	} {
		t.Run(name, func(t *testing.T) {
			refused(t, f, store.Item{PK: key[0], SK: key[1], Version: 1})
			_, _, err := f.Get(t.Context(), key[0], key[1], true)
			assert.ErrorIs(t, err, store.ErrTooLarge)
			assert.ErrorIs(t, f.Delete(t.Context(), key[0], key[1]), store.ErrTooLarge)
		})
	}
	tooLong := strings.Repeat("s", store.MaxSK+1)
	for _, r := range []store.Range{{}, {PK: f.pk, From: tooLong}, {PK: f.pk, To: tooLong}, {PK: f.pk, After: "\xff"}} {
		_, _, err := f.Query(t.Context(), r)
		assert.ErrorIs(t, err, store.ErrTooLarge)
	}
}

func refused(t *testing.T, f fixture, item store.Item) {
	t.Helper()
	assert.ErrorIs(t, f.PutNew(t.Context(), item), store.ErrTooLarge)
	assert.ErrorIs(t, f.PutIf(t.Context(), item, 1), store.ErrTooLarge)
	assert.ErrorIs(t, f.Put(t.Context(), item), store.ErrTooLarge)
}

// testContext calls everything with a context that has ended.
func testContext(t *testing.T, f fixture) {
	there := f.item("there", 1, "")
	require.NoError(t, f.PutNew(t.Context(), there))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	_, _, err := f.Get(ctx, f.pk, "there", false)
	assert.ErrorIs(t, err, store.ErrUnavailable)
	_, _, err = f.Query(ctx, store.Range{PK: f.pk})
	assert.ErrorIs(t, err, store.ErrUnavailable)
	assert.ErrorIs(t, f.PutNew(ctx, f.item("new", 1, "")), store.ErrUnavailable)
	assert.ErrorIs(t, f.PutIf(ctx, f.item("there", 2, ""), 1), store.ErrUnavailable)
	assert.ErrorIs(t, f.Put(ctx, f.item("there", 3, "")), store.ErrUnavailable)
	assert.ErrorIs(t, f.Delete(ctx, f.pk, "there"), store.ErrUnavailable)

	f.holds(t, there)
	f.lacks(t, f.pk, "new")
}
