// Package bolt keeps the items of package store in one local file, for the
// program that runs on one machine and needs no database beside it. Every
// acknowledged write is on the disk, so that nothing is lost by a kill.
package bolt

import (
	"bytes"
	"context"
	"time"

	"go.etcd.io/bbolt"

	"cheat/infra/store"
)

var _ store.Store = (*Store)(nil)

// The buckets of the file. expiry holds no values: its keys are a time and the
// key of an item, so that what has expired first comes first.
var (
	bucketItems  = []byte("items")
	bucketExpiry = []byte("expiry")
)

// Store is a store.Store over one file. Its reads are all strong.
type Store struct {
	db    *bbolt.DB
	group group
}

// Close waits for the calls that are under way. Later ones answer
// store.ErrUnavailable.
func (s *Store) Close() error { return s.db.Close() }

// Get implements store.Store.
func (s *Store) Get(ctx context.Context, pk, sk string, _ bool) (item store.Item, found bool, err error) {
	if err := store.CheckKey(pk, sk); err != nil {
		return store.Item{}, false, err
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		value := tx.Bucket(bucketItems).Get(itemKey(pk, sk))
		if value == nil {
			return nil
		}
		found = true
		item, err = decode(pk, sk, value)
		return err
	})
	return item, found && err == nil, err
}

// Query implements store.Store.
func (s *Store) Query(ctx context.Context, r store.Range) (items []store.Item, next string, err error) {
	if err := r.Check(); err != nil {
		return nil, "", err
	}
	r, some := r.Clamp()
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		if !some {
			return nil
		}
		prefix := itemKey(r.PK, "")
		c := tx.Bucket(bucketItems).Cursor()
		step := c.Next
		if r.Reverse {
			step = c.Prev
		}
		for k, v := seek(c, r); bytes.HasPrefix(k, prefix); k, v = step() {
			sk := string(k[len(prefix):])
			if !r.Holds(sk) {
				break
			}
			if r.Limit > 0 && len(items) == r.Limit {
				next = items[len(items)-1].SK
				break
			}
			item, err := decode(r.PK, sk, v)
			if err != nil {
				return err
			}
			items = append(items, item)
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	return items, next, nil
}

// seek finds the first item of the range, if it has one.
func seek(c *bbolt.Cursor, r store.Range) (k, v []byte) {
	if !r.Reverse {
		start := itemKey(r.PK, max(r.From, r.After))
		if k, v = c.Seek(start); r.After != "" && bytes.Equal(k, start) {
			return c.Next()
		}
		return k, v
	}
	end := afterPartition(r.PK)
	switch {
	case r.After != "":
		end = itemKey(r.PK, r.After)
	case r.To != "":
		end = itemKey(r.PK, r.To)
	}
	k, v = c.Seek(end)
	switch {
	case k == nil:
		return c.Last()
	case r.After == "" && bytes.Equal(k, end):
		return k, v
	}
	return c.Prev()
}

// PutNew implements store.Store.
func (s *Store) PutNew(ctx context.Context, item store.Item) error {
	return s.put(ctx, item, func(stored []byte) error {
		if stored != nil {
			return store.ErrExists
		}
		return nil
	})
}

// PutIf implements store.Store.
func (s *Store) PutIf(ctx context.Context, item store.Item, version int64) error {
	return s.put(ctx, item, func(stored []byte) error {
		if stored == nil || versionOf(stored) != version {
			return store.ErrConflict
		}
		return nil
	})
}

// Put implements store.Store.
func (s *Store) Put(ctx context.Context, item store.Item) error {
	return s.put(ctx, item, func([]byte) error { return nil })
}

func (s *Store) put(ctx context.Context, item store.Item, condition func(stored []byte) error) error {
	if err := item.Check(); err != nil {
		return err
	}
	return s.update(ctx, func(tx *bbolt.Tx) error {
		key := itemKey(item.PK, item.SK)
		stored := tx.Bucket(bucketItems).Get(key)
		if stored != nil && !intact(stored) {
			return ErrDamaged
		}
		if err := condition(stored); err != nil {
			return err
		}
		if err := moveExpiry(tx, key, expiresOf(stored), item.Expires); err != nil {
			return err
		}
		return tx.Bucket(bucketItems).Put(key, encode(item))
	})
}

// Delete implements store.Store.
func (s *Store) Delete(ctx context.Context, pk, sk string) error {
	if err := store.CheckKey(pk, sk); err != nil {
		return err
	}
	return s.update(ctx, func(tx *bbolt.Tx) error {
		key := itemKey(pk, sk)
		stored := tx.Bucket(bucketItems).Get(key)
		if stored != nil && !intact(stored) {
			return ErrDamaged
		}
		if err := moveExpiry(tx, key, expiresOf(stored), 0); err != nil {
			return err
		}
		return tx.Bucket(bucketItems).Delete(key)
	})
}

// Expire deletes items whose time to live was over an hour before now, the oldest
// first and limit at most, and returns how many they were. It costs nothing
// when there are none; nobody calls it but the program that owns the file.
func (s *Store) Expire(ctx context.Context, now time.Time, limit int) (deleted int, err error) {
	err = s.update(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(bucketExpiry).Cursor()
		var due [][]byte
		for k, _ := c.First(); k != nil && len(due) < limit && expiryOf(k) < now.Unix(); k, _ = c.Next() {
			due = append(due, bytes.Clone(k))
		}
		for _, k := range due {
			if err := tx.Bucket(bucketExpiry).Delete(k); err != nil {
				return err
			}
			items, key := tx.Bucket(bucketItems), k[expirySize:]
			if upToStep(expiresOf(items.Get(key))) > expiryOf(k) {
				continue // it lives longer by now, and the bucket has it at that time too
			}
			if err := items.Delete(key); err != nil {
				return err
			}
			deleted++
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return deleted, nil
}

// expiryStep is how exactly the bucket of times knows them, in seconds: moves put off
// the end of their game by seconds, and most then need not touch the bucket.
const expiryStep = 60 * 60

// moveExpiry keeps the bucket of times in step with an item's.
func moveExpiry(tx *bbolt.Tx, key []byte, from, to int64) error {
	from, to = upToStep(from), upToStep(to)
	if from == to {
		return nil
	}
	bucket := tx.Bucket(bucketExpiry)
	if from != 0 {
		if err := bucket.Delete(expiryKey(from, key)); err != nil {
			return err
		}
	}
	if to == 0 {
		return nil
	}
	return bucket.Put(expiryKey(to, key), nil)
}

// upToStep is the first step that is not before a time to live; 0, for none, stays.
func upToStep(expires int64) int64 {
	return (expires + expiryStep - 1) / expiryStep * expiryStep
}

// view reads in a transaction. What the file itself has to say, such as that it is
// closed, is no answer about the item.
func (s *Store) view(ctx context.Context, fn func(*bbolt.Tx) error) error {
	var own error
	err := s.db.View(func(tx *bbolt.Tx) error {
		if own = ctx.Err(); own != nil {
			own = unknown(own)
		} else {
			own = fn(tx)
		}
		return own
	})
	if err != nil && own == nil {
		return unknown(err)
	}
	return err
}
