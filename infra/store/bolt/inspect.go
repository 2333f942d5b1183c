package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"syscall"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

// inspect reads a whole file without the right to write to it. It turns every
// way in which damage shows itself into ErrDamaged: bbolt's errors, its panics,
// and faults of the memory that maps the file.
func inspect(path string) (err error) {
	db, err := bbolt.Open(path, 0, &bbolt.Options{ReadOnly: true, Timeout: lockTime})
	if err != nil {
		return damageUnless(err)
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, reason)
		}
		err = errors.Join(err, db.Close())
	}()
	return db.View(func(tx *bbolt.Tx) error { return check(tx, path) })
}

// damageUnless tells what bbolt finds wrong with a file from what the operating
// system has to say about it.
func damageUnless(err error) error {
	var ofPath *fs.PathError
	var ofSystem syscall.Errno
	if errors.Is(err, bbolterrors.ErrTimeout) || errors.As(err, &ofPath) || errors.As(err, &ofSystem) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// check reads everything. The length comes first, as reading behind the end of
// a file that was cut off is a fault; bbolt's own check comes last, as it runs
// where such faults cannot be caught.
func check(tx *bbolt.Tx, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() < tx.Size() {
		return fmt.Errorf("%w: %d bytes long, not %d", ErrDamaged, info.Size(), tx.Size())
	}
	if name, _ := tx.Cursor().First(); name == nil {
		return nil // made, but not yet prepared
	}
	meta, items, expiry := tx.Bucket(bucketMeta), tx.Bucket(bucketItems), tx.Bucket(bucketExpiry)
	if meta == nil || items == nil || expiry == nil {
		return fmt.Errorf("%w: not written by this program", ErrDamaged)
	}
	if found := meta.Get(keyFormat); !bytes.Equal(found, []byte(format)) {
		return fmt.Errorf("%w: format %q, not %q", ErrNewer, found, format)
	}
	if err := items.ForEach(func(_, value []byte) error {
		if !intact(value) {
			return fmt.Errorf("%w: the checksum of an item is wrong", ErrDamaged)
		}
		return nil
	}); err != nil {
		return err
	}
	if err := expiry.ForEach(func(_, _ []byte) error { return nil }); err != nil {
		return err
	}
	var first error
	for err := range tx.Check() {
		if first == nil {
			first = fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	return first
}
