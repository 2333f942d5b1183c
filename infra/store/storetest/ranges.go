package storetest

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/store"
)

func testQuery(t *testing.T, f fixture) {
	// The order is that of bytes, in which U+FFFF comes before U+1F0A1.
	all := []string{"a", "a#", "a#1", "a#10", "a#2", "aa", "b", "é", "\uffff", "\U0001f0a1"}
	shuffled := slices.Concat(all[5:], all[:5])
	f.fill(t, shuffled...)
	for _, suffix := range []string{"a", "#", "\x00"} {
		other := f.item("a#", 1, "of another partition")
		other.PK = f.partition(t, suffix)
		require.NoError(t, f.Put(t.Context(), other))
	}
	for _, row := range []struct {
		name string
		ask  store.Range
		want []string
		more bool // there must be a next page
	}{
		{name: "all", want: all},
		{name: "from", ask: store.Range{From: "a#2"}, want: all[4:]},
		{name: "to", ask: store.Range{To: "a#2"}, want: all[:5]},
		{name: "from and to are included", ask: store.Range{From: "a#1", To: "a#2"}, want: all[2:5]},
		{name: "bounds that nothing has", ask: store.Range{From: "a#0", To: "a#3"}, want: all[2:5]},
		{name: "one", ask: store.Range{From: "aa", To: "aa"}, want: all[5:6]},
		{name: "none", ask: store.Range{From: "c", To: "d"}},
		{name: "to before from", ask: store.Range{From: "b", To: "a"}},
		{name: "reverse", ask: store.Range{Reverse: true}, want: backwards(all)},
		{name: "reverse from and to", ask: store.Range{From: "a#1", To: "b", Reverse: true}, want: backwards(all[2:7])},
		{name: "limit", ask: store.Range{Limit: 3}, want: all[:3], more: true},
		{name: "limit in bounds", ask: store.Range{From: "a#", To: "aa", Limit: 3}, want: all[1:4], more: true},
		{name: "limit above what is there", ask: store.Range{Limit: 99}, want: all},
		{name: "reverse limit", ask: store.Range{To: "b", Limit: 2, Reverse: true}, want: []string{"b", "aa"}, more: true},
		{name: "after", ask: store.Range{After: "a#10"}, want: all[4:]},
		{name: "after what is not there", ask: store.Range{After: "a#11"}, want: all[4:]},
		{name: "after the last", ask: store.Range{After: "\U0001f0a1"}},
		{name: "after in bounds", ask: store.Range{From: "a#", To: "b", After: "a#"}, want: all[2:7]},
		{name: "after before the bounds", ask: store.Range{From: "a#1", To: "b", After: "A"}, want: all[2:7]},
		{name: "after at the upper bound", ask: store.Range{From: "a", To: "b", After: "b"}},
		{name: "after behind the bounds", ask: store.Range{From: "a", To: "b", After: "c"}},
		{name: "reverse after", ask: store.Range{After: "a#10", Reverse: true}, want: backwards(all[:3])},
		{name: "reverse after in bounds", ask: store.Range{From: "a#", To: "b", After: "aa", Reverse: true}, want: backwards(all[1:5])},
		{name: "reverse after behind the bounds", ask: store.Range{From: "a#", To: "b", After: "c", Reverse: true}, want: backwards(all[1:7])},
		{name: "reverse after at the lower bound", ask: store.Range{From: "a#", After: "a#", Reverse: true}},
		{name: "reverse after before the bounds", ask: store.Range{From: "a#", After: "a", Reverse: true}},
		{name: "after and limit", ask: store.Range{From: "a", To: "b", After: "a", Limit: 2}, want: all[1:3], more: true},
	} {
		t.Run(row.name, func(t *testing.T) {
			row.ask.PK, row.ask.Strong = f.pk, true
			items, next, err := f.Query(t.Context(), row.ask)
			require.NoError(t, err)
			assert.Equal(t, row.want, sks(items))
			if row.more {
				assert.Equal(t, row.want[len(row.want)-1], next)
			}
			for _, item := range items {
				assert.Equal(t, f.pk, item.PK)
				assert.Equal(t, "body of "+item.SK, string(item.Body))
			}
		})
	}
	items, next, err := f.Query(t.Context(), store.Range{PK: f.partition(t, "empty")})
	require.NoError(t, err)
	assert.Empty(t, items)
	assert.Empty(t, next)
}

// testCursor turns pages while items come and go before and behind the cursor,
// and while the cursor's own item goes.
func testCursor(t *testing.T, f fixture) {
	for _, reverse := range []bool{false, true} {
		t.Run(fmt.Sprintf("reverse=%v", reverse), func(t *testing.T) {
			f := newFixture(t, f.Store)
			var stay []string
			for i := range 9 {
				stay = append(stay, fmt.Sprintf("%02d-stays", i))
				f.fill(t, fmt.Sprintf("%02d-goes", i))
			}
			f.fill(t, stay...)

			var met []string
			ask := store.Range{PK: f.pk, Limit: 2, Reverse: reverse, Strong: true}
			for page := 0; ; page++ {
				require.Less(t, page, 40, "the pages do not end")
				items, next, err := f.Query(t.Context(), ask)
				require.NoError(t, err)
				require.LessOrEqual(t, len(items), ask.Limit)
				for _, sk := range sks(items) {
					if slices.Contains(stay, sk) {
						met = append(met, sk)
					} else {
						require.NoError(t, f.Delete(t.Context(), f.pk, sk))
					}
				}
				if next == "" {
					break
				}
				f.fill(t, fmt.Sprintf("00-new-%02d", page), fmt.Sprintf("08-new-%02d", 40-page))
				ask.After = next
			}
			if reverse {
				stay = backwards(stay)
			}
			assert.Equal(t, stay, met)
		})
	}
}

// testMegabytes reads more than DynamoDB gives in one answer.
func testMegabytes(t *testing.T, f fixture) {
	var want []string
	for i := range 6 {
		sk := fmt.Sprint("part ", i)
		want = append(want, sk)
		item := f.item(sk, 1, "")
		item.Body = bytes.Repeat([]byte{byte(i)}, 300<<10)
		require.NoError(t, f.Put(t.Context(), item))
	}
	items, next, err := f.Query(t.Context(), store.Range{PK: f.pk, Strong: true})
	require.NoError(t, err)
	assert.Equal(t, want, sks(items))
	assert.Empty(t, next)

	items, next, err = f.Query(t.Context(), store.Range{PK: f.pk, Limit: 5, Reverse: true, Strong: true})
	require.NoError(t, err)
	assert.Equal(t, backwards(want)[:5], sks(items))
	assert.Equal(t, "part 1", next)
}

func sks(items []store.Item) []string {
	var out []string
	for _, item := range items {
		out = append(out, item.SK)
	}
	return out
}

func backwards(in []string) []string {
	out := slices.Clone(in)
	slices.Reverse(out)
	return out
}
