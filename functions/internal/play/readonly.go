package play

import (
	"context"

	"cheat/infra/store"
)

// readOnly reads a store and forgets what is written to it: lists show what is due
// and save nothing.
type readOnly struct{ store.Store }

func (readOnly) PutNew(context.Context, store.Item) error       { return nil }
func (readOnly) PutIf(context.Context, store.Item, int64) error { return nil }
func (readOnly) Put(context.Context, store.Item) error          { return nil }
func (readOnly) Delete(context.Context, string, string) error   { return nil }
