package dynamo_test

import (
	"testing"

	"cheat/infra/store"
	"cheat/infra/store/dynamotest"
	"cheat/infra/store/storetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store { return dynamotest.Table(t) })
}

func BenchmarkGetPutIf(b *testing.B) {
	storetest.BenchmarkGetPutIf(b, dynamotest.Table(b))
}
