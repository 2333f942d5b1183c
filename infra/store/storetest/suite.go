// Package storetest holds what a store.Store has to prove, and stores that fail
// on purpose for the tests of those who use one.
package storetest

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/store"
)

// writers is how many race for one version.
const writers = 64

// Run proves that the store which open returns keeps the contract of package
// store. It keeps to partition keys of its own and removes what it wrote, so
// that it may run against a table that others use.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	t.Helper()
	s := open(t)
	for name, test := range map[string]func(t *testing.T, f fixture){
		"PutNew":     testPutNew,
		"PutIf":      testPutIf,
		"Put":        testPut,
		"Delete":     testDelete,
		"Race":       testRace,
		"LostUpdate": testLostUpdate,
		"Query":      testQuery,
		"Cursor":     testCursor,
		"Megabytes":  testMegabytes,
		"Keys":       testKeys,
		"Bodies":     testBodies,
		"Numbers":    testNumbers,
		"Limits":     testLimits,
		"Context":    testContext,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newFixture(t, s))
		})
	}
}

// fixture is a store with a partition for one test.
type fixture struct {
	store.Store
	pk      string
	expires int64 // tomorrow, should the test not come to remove its items
}

func newFixture(t *testing.T, s store.Store) fixture {
	f := fixture{Store: s, pk: "test#" + rand.Text(), expires: time.Now().Add(24 * time.Hour).Unix()}
	t.Cleanup(func() { f.clear(context.Background(), t, f.pk) })
	return f
}

// partition is a further one, which begins with the name of the first.
func (f fixture) partition(t *testing.T, suffix string) string {
	pk := f.pk + suffix
	t.Cleanup(func() { f.clear(context.Background(), t, pk) })
	return pk
}

func (f fixture) clear(ctx context.Context, t *testing.T, pk string) {
	items, _, err := f.Query(ctx, store.Range{PK: pk, Strong: true})
	require.NoError(t, err)
	for _, item := range items {
		assert.NoError(t, f.Delete(ctx, item.PK, item.SK))
	}
}

func (f fixture) item(sk string, version int64, body string) store.Item {
	return store.Item{PK: f.pk, SK: sk, Version: version, Expires: f.expires, Body: []byte(body)}
}

// holds insists that the newest item is that one, in both kinds of reading.
func (f fixture) holds(t *testing.T, want store.Item) {
	t.Helper()
	got, found, err := f.Get(t.Context(), want.PK, want.SK, true)
	require.NoError(t, err)
	require.True(t, found, "no item")
	same(t, want, got)
	items, next, err := f.Query(t.Context(), store.Range{PK: want.PK, From: want.SK, To: want.SK, Strong: true})
	require.NoError(t, err)
	require.Len(t, items, 1)
	assert.Empty(t, next)
	same(t, want, items[0])
}

// lacks insists that there is no such item, in both kinds of reading.
func (f fixture) lacks(t *testing.T, pk, sk string) {
	t.Helper()
	got, found, err := f.Get(t.Context(), pk, sk, true)
	require.NoError(t, err)
	assert.False(t, found)
	assert.Zero(t, got)
	items, _, err := f.Query(t.Context(), store.Range{PK: pk, From: sk, To: sk, Strong: true})
	require.NoError(t, err)
	assert.Empty(t, items)
}

// same compares without printing bodies of hundreds of kilobytes.
func same(t *testing.T, want, got store.Item) {
	t.Helper()
	assert.True(t, bytes.Equal(want.Body, got.Body), "other bytes: %.60q", got.Body)
	want.Body, got.Body = nil, nil
	assert.Equal(t, want, got)
}

// fill puts an item for each sort key.
func (f fixture) fill(t *testing.T, sks ...string) {
	t.Helper()
	for i, sk := range sks {
		require.NoError(t, f.Put(t.Context(), f.item(sk, int64(i), fmt.Sprint("body of ", sk))))
	}
}
