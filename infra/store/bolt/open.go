package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

func open(path string, options Options) (*bbolt.DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return nil, errors.New("not a file")
	case err == nil && info.Size() > 0:
		if err := inspect(path); err != nil {
			return nil, err
		}
	}
	// The list of free pages is not written with each commit, but found anew here.
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockTime, NoSync: options.NoSync, NoFreelistSync: true})
	if err != nil {
		return nil, err
	}
	if err := prepare(db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// prepare gives a new file its buckets.
func prepare(db *bbolt.DB) error {
	fresh := false
	err := db.Update(func(tx *bbolt.Tx) error {
		if fresh = tx.Bucket(bucketMeta) == nil; !fresh {
			return nil
		}
		for _, name := range [][]byte{bucketItems, bucketExpiry, bucketMeta} {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return tx.Bucket(bucketMeta).Put(keyFormat, []byte(format))
	})
	if err != nil || !fresh {
		return err
	}
	return syncFolder(filepath.Dir(db.Path()))
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
