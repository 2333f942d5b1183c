package bolt_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"cheat/infra/store"
	"cheat/infra/store/bolt"
	"cheat/infra/store/storetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, file(t)) })
}

func TestReopen(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a folder", "that is new", "cheat.db")
	item := store.Item{PK: "p", SK: "s", Version: 3, Expires: 4, Body: []byte("body")}
	s, err := bolt.Open(path, bolt.Options{})
	require.NoError(t, err)
	require.NoError(t, s.PutNew(t.Context(), item))
	require.NoError(t, s.Close())
	_, _, err = s.Get(t.Context(), "p", "s", true)
	require.ErrorIs(t, err, store.ErrUnavailable, "closed")

	got, found, err := open(t, path).Get(t.Context(), "p", "s", true)
	require.NoError(t, err)
	assert.True(t, found)
	assert.Equal(t, item, got)
}

// TestKill kills a program that writes, and finds every write that it was told
// to be done.
func TestKill(t *testing.T) {
	t.Parallel()
	if path := os.Getenv("BOLT_TEST_KILL"); path != "" {
		writeUntilKilled(t, path)
	}
	path := file(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestKill$")
	cmd.Env = append(os.Environ(), "BOLT_TEST_KILL="+path)
	output, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	done := 0
	for lines := bufio.NewScanner(output); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "done ") {
			if done++; done == 20 {
				require.NoError(t, cmd.Process.Kill())
			}
		}
	}
	require.Error(t, cmd.Wait(), "it ended by itself")
	require.GreaterOrEqual(t, done, 20)

	items, _, err := open(t, path).Query(t.Context(), store.Range{PK: "kill"})
	require.NoError(t, err)
	assert.GreaterOrEqual(t, len(items), done)
}

func writeUntilKilled(t *testing.T, path string) {
	s := open(t, path)
	for i := 0; ; i++ {
		require.NoError(t, s.PutNew(t.Context(), store.Item{PK: "kill", SK: fmt.Sprintf("%09d", i)}))
		fmt.Println("done", i)
	}
}

func TestExpire(t *testing.T) {
	t.Parallel()
	s := open(t, file(t))
	const hour = 60 * 60
	put := func(sk string, hours float64) {
		require.NoError(t, s.Put(t.Context(), store.Item{PK: "p", SK: sk, Expires: int64(hours * hour)}))
	}
	expire := func(hours float64, limit int) int {
		n, err := s.Expire(t.Context(), time.Unix(int64(hours*hour), 0), limit)
		require.NoError(t, err)
		return n
	}
	left := func() (sks []string) {
		items, _, err := s.Query(t.Context(), store.Range{PK: "p"})
		require.NoError(t, err)
		for _, item := range items {
			sks = append(sks, item.SK)
		}
		return sks
	}
	put("a", 100)
	put("b", 101)
	put("c", 49.5)
	put("never", 0)
	put("prolonged", 60)
	put("prolonged", 299.2)
	put("prolonged", 299.8) // in the same hour
	put("shortened", 300)
	put("shortened", 102)
	put("unlimited", 60)
	put("unlimited", 0)
	put("deleted", 60)
	require.NoError(t, s.Delete(t.Context(), "p", "deleted"))

	assert.Zero(t, expire(49.2, 9), "its last second is not over")
	assert.Zero(t, expire(50, 9), "its last hour is not over")
	assert.Equal(t, 1, expire(50.1, 9))
	assert.Equal(t, []string{"a", "b", "never", "prolonged", "shortened", "unlimited"}, left())
	assert.Equal(t, 2, expire(200, 2), "the oldest two")
	assert.Equal(t, []string{"never", "prolonged", "shortened", "unlimited"}, left())
	assert.Equal(t, 1, expire(200, 2))
	assert.Zero(t, expire(200, 2))
	put("prolonged", 400)
	assert.Zero(t, expire(350, 2))
	assert.Equal(t, 1, expire(1<<30, 2))
	assert.Equal(t, []string{"never", "unlimited"}, left())

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.Expire(ended, time.Unix(0, 0), 1)
	assert.ErrorIs(t, err, store.ErrUnavailable)
}

// TestExpire_knows_what_lives_longer finds an item by a time that is not its own any
// more, as files have them that were written by the second.
func TestExpire_knows_what_lives_longer(t *testing.T) {
	t.Parallel()
	path := file(t)
	s := open(t, path)
	require.NoError(t, s.Put(t.Context(), store.Item{PK: "p", SK: "s", Expires: 1_000_000}))
	require.NoError(t, s.Close())
	db, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	require.NoError(t, db.Update(func(tx *bbolt.Tx) error {
		key := append(binary.BigEndian.AppendUint64(nil, 500_001), "\x00\x01ps"...)
		return tx.Bucket([]byte("expiry")).Put(key, nil)
	}))
	require.NoError(t, db.Close())

	s = open(t, path)
	n, err := s.Expire(t.Context(), time.Unix(600_000, 0), 9)
	require.NoError(t, err)
	assert.Zero(t, n)
	_, found, err := s.Get(t.Context(), "p", "s", true)
	require.NoError(t, err)
	assert.True(t, found)
	n, err = s.Expire(t.Context(), time.Unix(1_003_600, 0), 9)
	require.NoError(t, err)
	assert.Equal(t, 1, n)
}

func BenchmarkGetPutIf(b *testing.B) {
	b.Run("sync", func(b *testing.B) { storetest.BenchmarkGetPutIf(b, open(b, file(b))) })
	b.Run("nosync", func(b *testing.B) {
		s, err := bolt.Open(file(b), bolt.Options{NoSync: true})
		require.NoError(b, err)
		b.Cleanup(func() { assert.NoError(b, s.Close()) })
		storetest.BenchmarkGetPutIf(b, s)
	})
}

func file(tb testing.TB) string { return filepath.Join(tb.TempDir(), "cheat.db") }

func open(tb testing.TB, path string) *bolt.Store {
	s, err := bolt.Open(path, bolt.Options{})
	require.NoError(tb, err)
	tb.Cleanup(func() { assert.NoError(tb, s.Close()) })
	return s
}
