// Package requestid carries the name of one request from the front door to the log line and to the answer of an
// internal error, so that somebody who reports the one finds the other. The gateway adapter puts
// AWS's name into the context, rest one of its own where there is none; problem and the log read it.
package requestid

import (
	"context"
	"crypto/rand"
)

type key struct{}

// With returns a context that carries id.
func With(ctx context.Context, id string) context.Context { return context.WithValue(ctx, key{}, id) }

// From returns the context's request id, "" if it has none.
func From(ctx context.Context) string {
	id, _ := ctx.Value(key{}).(string)
	return id
}

// New returns a fresh random id, for a front door that gives none.
func New() string { return rand.Text() }
