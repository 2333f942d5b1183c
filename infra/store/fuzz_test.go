package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cheat/infra/store"
)

// The targets below read bodies that nobody wrote: none makes a parser panic, and
// what is accepted would be written in the same bytes again. Keys and versions are
// those of a sound record, since most bodies are refused for them alone.

func FuzzParseHead(f *testing.F) {
	fuzz(f, func(r records) (items []store.Item) {
		for _, h := range r.heads {
			items = append(items, h.Item())
		}
		return items
	})
}

func FuzzParsePlay(f *testing.F) {
	fuzz(f, func(r records) (items []store.Item) {
		for _, p := range r.plays {
			items = append(items, p.Item())
		}
		return items
	})
}

func FuzzParseEnded(f *testing.F) {
	fuzz(f, func(r records) (items []store.Item) {
		for _, e := range r.ended {
			items = append(items, e.Item(r.id()))
		}
		return items
	})
}

func FuzzParsePiece(f *testing.F) {
	fuzz(f, func(r records) (items []store.Item) {
		for _, p := range r.pieces {
			items = append(items, p.Item(r.id()))
		}
		return items
	})
}

// fuzz begins with every seventh record of some games.
func fuzz(f *testing.F, kind func(records) []store.Item) {
	games := several(f)
	for i, r := range games {
		for j, item := range kind(r) {
			if j%7 == 0 {
				f.Add(i, item.SK, item.Version, item.Body)
			}
		}
	}
	f.Fuzz(func(t *testing.T, game int, sk string, version int64, body []byte) {
		if game < 0 || game >= len(games) || len(sk) == 0 {
			t.Skip()
		}
		r := games[game]
		item := store.Item{PK: store.GamePK(r.id()), SK: sk, Version: version, Body: body}
		again, err := r.parse(item)
		if err == nil {
			require.Equal(t, item, again)
		}
	})
}
