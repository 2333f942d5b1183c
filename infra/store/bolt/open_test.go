package bolt_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"cheat/infra/store"
	"cheat/infra/store/bolt"
)

func TestOpenLocked(t *testing.T) {
	t.Parallel()
	path := file(t)
	s := open(t, path)
	_, err := bolt.Open(path, bolt.Options{})
	require.ErrorIs(t, err, bolt.ErrLocked)
	assert.Contains(t, err.Error(), path)
	assert.NoError(t, s.Put(t.Context(), store.Item{PK: "p", SK: "s"}), "who has it is not disturbed")
}

func TestOpenPrivate(t *testing.T) {
	t.Parallel()
	path := file(t)
	open(t, path)
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Zero(t, info.Mode().Perm()&0o077, "hands and seeds are in it")
}

func TestOpenUnusable(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, err := bolt.Open(folder, bolt.Options{})
	require.Error(t, err, "a folder")
	assert.NotErrorIs(t, err, bolt.ErrDamaged)
}

// TestOpenDamaged opens files that are no longer what was written, twice each,
// and finds them as they were.
func TestOpenDamaged(t *testing.T) {
	t.Parallel()
	whole := written(t)
	page := os.Getpagesize()
	body := bytes.Index(whole, []byte("many letters of a body"))
	require.Positive(t, body)
	for name, spoiled := range map[string][]byte{
		"text":            []byte(strings.Repeat("not a database\n", 2000)),
		"short":           whole[:100],
		"cut in the meta": whole[:page],
		"cut":             whole[:4*page],
		"cut in half":     whole[:len(whole)/2],
		"zeros":           make([]byte, len(whole)),
		"no meta":         overwrite(whole, 0, make([]byte, 2*page)),
		"no pages":        overwrite(whole, 2*page, make([]byte, len(whole)-2*page)),
		"noise":           overwrite(whole, 2*page, bytes.Repeat([]byte("\xa5\x5a\xff"), (len(whole)-2*page)/3)),
		"one bit":         overwrite(whole, body, []byte{whole[body] ^ 1}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := file(t)
			require.NoError(t, os.WriteFile(path, spoiled, 0o600))
			for range 2 {
				_, err := bolt.Open(path, bolt.Options{})
				require.ErrorIs(t, err, bolt.ErrDamaged)
				assert.Contains(t, err.Error(), path)
				assert.NotContains(t, err.Error(), "letters")
			}
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.True(t, bytes.Equal(spoiled, after), "the file was changed")
		})
	}
}

// TestOpenEachPageSpoiled spoils the head of one page after the other: the
// file is refused, or (the page was free, or the older of the two metas) all of
// it is there.
func TestOpenEachPageSpoiled(t *testing.T) {
	t.Parallel()
	whole := written(t)
	page := os.Getpagesize()
	refused := 0
	for at := 0; at < len(whole); at += page {
		path := file(t)
		spoiled := overwrite(whole, at, bytes.Repeat([]byte{0xff}, 64))
		require.NoError(t, os.WriteFile(path, spoiled, 0o600))
		s, err := bolt.Open(path, bolt.Options{})
		if err != nil {
			assert.ErrorIs(t, err, bolt.ErrDamaged, "page %d", at/page)
			refused++
			continue
		}
		items, _, err := s.Query(t.Context(), store.Range{PK: "p"})
		assert.NoError(t, err, "page %d", at/page)
		assert.Len(t, items, 300, "page %d", at/page)
		require.NoError(t, s.Close())
	}
	assert.Positive(t, refused)
}

func TestOpenNewer(t *testing.T) {
	t.Parallel()
	path := file(t)
	require.NoError(t, os.WriteFile(path, written(t), 0o600))
	db, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	require.NoError(t, db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("meta")).Put([]byte("format"), []byte("2"))
	}))
	require.NoError(t, db.Close())
	_, err = bolt.Open(path, bolt.Options{})
	assert.ErrorIs(t, err, bolt.ErrNewer)
}

func TestOpenForeign(t *testing.T) {
	t.Parallel()
	path := file(t)
	db, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	require.NoError(t, db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket([]byte("of another program"))
		return err
	}))
	require.NoError(t, db.Close())
	_, err = bolt.Open(path, bolt.Options{})
	assert.ErrorIs(t, err, bolt.ErrDamaged)
}

// written returns the bytes of a file with 300 items.
func written(t *testing.T) []byte {
	t.Helper()
	path := file(t)
	s, err := bolt.Open(path, bolt.Options{NoSync: true})
	require.NoError(t, err)
	for i := range 300 {
		item := store.Item{PK: "p", SK: string(rune('a' + i)), Expires: 9, Body: bytes.Repeat([]byte("many letters of a body "), 40)}
		require.NoError(t, s.PutNew(t.Context(), item))
	}
	require.NoError(t, s.Close())
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	return whole
}

func overwrite(whole []byte, at int, with []byte) []byte {
	spoiled := bytes.Clone(whole)
	copy(spoiled[at:], with)
	return spoiled
}
