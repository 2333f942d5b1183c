package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

// What can be wrong with a file, found by Open. The errors that wrap these name
// the file and say what to do.
var (
	ErrLocked  = errors.New("another program has the file open")
	ErrDamaged = errors.New("the file is damaged")
	ErrNewer   = errors.New("a newer version of this program has written the file")
)

const (
	format   = "1"         // of keys and values, kept in the file itself
	lockTime = time.Second // for a program that is just ending
)

var (
	bucketMeta = []byte("meta")
	keyFormat  = []byte("format")
)

// Options change how a file is used.
type Options struct {
	// NoSync leaves it to the operating system when writes reach the disk: what
	// is acknowledged survives a kill, but not a loss of power. For benchmarks
	// and tests.
	NoSync bool
}

// Open opens the file, and makes it and its folder where there is none, for
// their owner only. It reads the whole file once and refuses one that another
// program holds (ErrLocked), that is damaged (ErrDamaged) or that it does not
// understand (ErrNewer); such a file is left as it is.
func Open(path string, options Options) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("open data file: %w", err)
	}
	db, err := open(path, options)
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return nil, fmt.Errorf("open %s: %w: stop that program first, or use another folder for the data", path, ErrLocked)
	case errors.Is(err, ErrDamaged):
		return nil, fmt.Errorf("open %s: %w; nothing was changed: put a copy in its place, or move it away to begin with an empty one", path, err)
	case err != nil:
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return &Store{db: db}, nil
}

// open turns every way in which a damaged file shows itself into ErrDamaged:
// bbolt's errors, its panics, and faults of the memory that maps the file.
func open(path string, options Options) (db *bbolt.DB, err error) {
	var file *os.File
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if reason := recover(); reason != nil {
			_ = file.Close() // which frees the lock that a panicking bbolt holds
			db, err = nil, fmt.Errorf("%w: %v", ErrDamaged, reason)
		}
	}()
	db, err = bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout: lockTime,
		NoSync:  options.NoSync,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			var err error
			file, err = os.OpenFile(name, flag, mode)
			return file, err
		},
	})
	switch {
	case errors.Is(err, bbolterrors.ErrInvalid), errors.Is(err, bbolterrors.ErrChecksum), errors.Is(err, bbolterrors.ErrVersionMismatch):
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	case err != nil:
		return nil, err
	}
	if err := prepare(db, path); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// prepare checks a file with content, or gives a new one its buckets.
func prepare(db *bbolt.DB, path string) error {
	empty := false
	err := db.View(func(tx *bbolt.Tx) error {
		if k, _ := tx.Cursor().First(); k == nil {
			empty = true
			return nil
		}
		return check(tx, path)
	})
	if err != nil || !empty {
		return err
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{bucketItems, bucketExpiry, bucketMeta} {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return tx.Bucket(bucketMeta).Put(keyFormat, []byte(format))
	})
	if err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
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

// syncFolder makes the name of a new file durable, where folders can be synced.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := folder.Sync(); !errors.Is(err, fs.ErrInvalid) && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}
