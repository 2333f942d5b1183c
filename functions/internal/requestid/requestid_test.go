package requestid_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"cheat/functions/internal/requestid"
)

func TestRequestID(t *testing.T) {
	t.Parallel()
	assert.Empty(t, requestid.From(context.Background()))
	assert.Equal(t, "r-1", requestid.From(requestid.With(context.Background(), "r-1")))
	assert.NotEqual(t, requestid.New(), requestid.New())
}
