package storetest

import (
	"crypto/rand"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cheat/infra/store"
)

// BenchmarkGetPutIf measures the road of a move: a read and
// one conditional write of an item that just takes one write unit.
func BenchmarkGetPutIf(b *testing.B, s store.Store) {
	item := store.Item{PK: "bench#" + rand.Text(), SK: "b", Body: make([]byte, 900)}
	require.NoError(b, s.PutNew(b.Context(), item))
	b.ReportAllocs()
	for b.Loop() {
		got, found, err := s.Get(b.Context(), item.PK, item.SK, true)
		if err != nil || !found {
			b.Fatal(fmt.Errorf("get: found %v: %w", found, err))
		}
		version := got.Version
		got.Version++
		if err := s.PutIf(b.Context(), got, version); err != nil {
			b.Fatal(err)
		}
	}
	require.NoError(b, s.Delete(b.Context(), item.PK, item.SK))
}
