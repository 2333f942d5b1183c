// Package store is the contract that every storage of this project keeps: one
// table of items under a partition key and a sort key, written one at a time.
// The contract knows bytes and versions, nothing of games; what is kept of a game, and
// under which keys, stands beside it (keys.go, head.go, round.go, memory.go).
//
// Implementations are store/dynamo (production) and store/bolt (one local
// file); store/storetest holds the suite that both pass. Limits are DynamoDB's
// for both (limits.go), so that what works on one works on the other.
package store

import (
	"context"
	"errors"
)

// The errors that callers decide on, with errors.Is. Any other error is a fault
// in the configuration or in the data, and no retry heals it.
var (
	// ErrExists answers PutNew: the key holds an item. It means "unknown", not
	// "lost": an implementation may try twice, and the first try may have been
	// written and its answer lost. Read the item to learn whose it is.
	ErrExists = errors.New("the item exists already")

	// ErrConflict answers PutIf: the stored version is another one, or there is
	// no item. Like ErrExists it means "unknown", not "lost".
	ErrConflict = errors.New("the item has another version")

	// ErrUnavailable says that the store refused for now, did not answer in
	// time or is out of reach, or that the context ended. Whether a write has
	// happened, or is still going to, is unknown.
	ErrUnavailable = errors.New("the store is unavailable")

	// ErrTooLarge says that a key, a bound or an item breaks one of DynamoDB's
	// limits: too long, but also an empty key or one that is not UTF-8. Nothing
	// was written, and the same call fails for ever.
	ErrTooLarge = errors.New("the item is outside the limits of the store")
)

// Item is one stored record. In DynamoDB its fields are the attributes pk, sk,
// v, t and b.
type Item struct {
	PK, SK  string
	Version int64  // what PutIf compares (v)
	Expires int64  // time to live in Unix seconds, 0 for ever (t)
	Body    []byte // opaque to the store; nil and empty are the same (b)
}

// Range asks for a page of one partition, ordered by the bytes of the sort key.
type Range struct {
	PK       string
	From, To string // inclusive bounds of the sort key, "" for an open end
	Limit    int    // most items of a page, 0 for all of them
	Reverse  bool   // read downwards, from To to From
	After    string // the page begins behind this sort key, in the direction of reading
	Strong   bool   // as Get's strong
}

// Store keeps items.
//
// A read may answer what was stored a moment ago, for each item on its own,
// unless it is strong: a strong read sees every write that was acknowledged
// before it began. Conditions of writes always see the newest item. Each write
// concerns one item, is whole or not at all, and is durable once acknowledged.
//
// Items whose time to live is over vanish at some later time, if ever, and are
// returned until then: callers judge by their clock.
//
// All methods may be called at the same time. They end early with
// ErrUnavailable when the context does. Bytes that are returned belong to the
// caller, and the store keeps none that it was given.
type Store interface {
	// Get returns the item of a key; false when there is none.
	Get(ctx context.Context, pk, sk string, strong bool) (Item, bool, error)

	// Query returns the items of a range in order. next is the After of the
	// following page, which may turn out to be empty, and "" when there is no
	// more. A cursor stays good when items come and go, its own included: what
	// is there throughout is met exactly once.
	Query(ctx context.Context, r Range) (items []Item, next string, err error)

	// PutNew writes an item where there is none, or answers ErrExists.
	PutNew(ctx context.Context, item Item) error

	// PutIf replaces the item if its stored version is exactly version, or
	// answers ErrConflict. item.Version is the new one; the store does not
	// count by itself.
	PutIf(ctx context.Context, item Item, version int64) error

	// Put writes the item whatever is there. It is for what is the same whoever
	// writes it, and however late.
	Put(ctx context.Context, item Item) error

	// Delete removes an item. That there is none is success.
	Delete(ctx context.Context, pk, sk string) error
}

// Op names a method of Store, where calls are counted or made to fail.
type Op string

// The methods of Store.
const (
	OpGet    Op = "Get"
	OpQuery  Op = "Query"
	OpPutNew Op = "PutNew"
	OpPutIf  Op = "PutIf"
	OpPut    Op = "Put"
	OpDelete Op = "Delete"
)
