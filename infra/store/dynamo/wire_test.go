package dynamo_test

import (
	"crypto/rand"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/store"
	"cheat/infra/store/dynamo"
	"cheat/infra/store/dynamotest"
)

// TestRequests shows each request as DynamoDB gets it: what it costs depends on
// every attribute and option.
func TestRequests(t *testing.T) {
	t.Parallel()
	type request struct{ target, body string }
	var got request
	s := against(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = request{r.Header.Get("X-Amz-Target"), string(body)}
		answer(w, 200, "{}")
	})
	expect := func(operation, body string) {
		t.Helper()
		assert.Equal(t, "DynamoDB_20120810."+operation, got.target)
		assert.JSONEq(t, body, got.body)
	}
	ctx := t.Context()
	item := store.Item{PK: "p", SK: "s", Version: 7, Expires: 1_900_000_000, Body: []byte{0, 0xff}}
	bare := store.Item{PK: "p", SK: "s"}

	_, _, err := s.Get(ctx, "p", "s", true)
	require.NoError(t, err)
	expect("GetItem", `{"TableName":"games","Key":{"pk":{"S":"p"},"sk":{"S":"s"}},"ConsistentRead":true,"ReturnConsumedCapacity":"NONE"}`)

	require.NoError(t, s.Put(ctx, item))
	expect("PutItem", `{"TableName":"games","Item":{"pk":{"S":"p"},"sk":{"S":"s"},"v":{"N":"7"},"t":{"N":"1900000000"},"b":{"B":"AP8="}},
		"ReturnConsumedCapacity":"NONE"}`)
	require.NoError(t, s.PutNew(ctx, bare))
	expect("PutItem", `{"TableName":"games","Item":{"pk":{"S":"p"},"sk":{"S":"s"},"v":{"N":"0"},"b":{"B":""}},
		"ConditionExpression":"attribute_not_exists(pk)","ReturnConsumedCapacity":"NONE"}`)
	require.NoError(t, s.PutIf(ctx, bare, 6))
	expect("PutItem", `{"TableName":"games","Item":{"pk":{"S":"p"},"sk":{"S":"s"},"v":{"N":"0"},"b":{"B":""}},
		"ConditionExpression":"v = :v","ExpressionAttributeValues":{":v":{"N":"6"}},"ReturnConsumedCapacity":"NONE"}`)
	require.NoError(t, s.Delete(ctx, "p", "s"))
	expect("DeleteItem", `{"TableName":"games","Key":{"pk":{"S":"p"},"sk":{"S":"s"}},"ReturnConsumedCapacity":"NONE"}`)

	_, _, err = s.Query(ctx, store.Range{PK: "p", From: "a", To: "b"})
	require.NoError(t, err)
	expect("Query", `{"TableName":"games","KeyConditionExpression":"pk = :pk AND sk BETWEEN :from AND :to",
		"ExpressionAttributeValues":{":pk":{"S":"p"},":from":{"S":"a"},":to":{"S":"b"}},
		"ScanIndexForward":true,"ConsistentRead":false,"ReturnConsumedCapacity":"NONE"}`)
	_, _, err = s.Query(ctx, store.Range{PK: "p", To: "b", After: "a", Limit: 3, Reverse: true, Strong: true})
	require.NoError(t, err)
	expect("Query", `{"TableName":"games","KeyConditionExpression":"pk = :pk AND sk <= :to",
		"ExpressionAttributeValues":{":pk":{"S":"p"},":to":{"S":"b"}},"ExclusiveStartKey":{"pk":{"S":"p"},"sk":{"S":"a"}},
		"Limit":3,"ScanIndexForward":false,"ConsistentRead":true,"ReturnConsumedCapacity":"NONE"}`)
}

// TestUsage counts what a move costs: half a unit to read, and one to write
// while the item has at most 1,024 bytes.
func TestUsage(t *testing.T) {
	t.Parallel()
	var used []dynamo.Usage
	config := dynamotest.Config(t)
	config.Observe = func(u dynamo.Usage) { used = append(used, u) }
	s, err := dynamo.New(config)
	require.NoError(t, err)
	expect := func(want ...dynamo.Usage) {
		t.Helper()
		assert.Equal(t, want, used)
		used = nil
	}
	ctx := t.Context()
	item := store.Item{PK: "test#" + rand.Text(), SK: "b", Version: 1, Expires: 1_900_000_001}
	item.Body = make([]byte, 1024-item.Size())
	head := store.Item{PK: item.PK, SK: "a", Body: make([]byte, 1500)}

	require.NoError(t, s.PutNew(ctx, item))
	expect(dynamo.Usage{Op: store.OpPutNew, Write: 1})
	require.NoError(t, s.PutIf(ctx, item, 1))
	expect(dynamo.Usage{Op: store.OpPutIf, Write: 1})
	require.NoError(t, s.Put(ctx, head))
	expect(dynamo.Usage{Op: store.OpPut, Write: 2})

	_, _, err = s.Query(ctx, store.Range{PK: item.PK, From: "a", To: "b"})
	require.NoError(t, err)
	expect(dynamo.Usage{Op: store.OpQuery, Read: 0.5})
	_, _, err = s.Get(ctx, item.PK, "b", false)
	require.NoError(t, err)
	_, _, err = s.Get(ctx, item.PK, "b", true)
	require.NoError(t, err)
	expect(dynamo.Usage{Op: store.OpGet, Read: 0.5}, dynamo.Usage{Op: store.OpGet, Read: 1})

	item.Body = append(item.Body, 0)
	require.NoError(t, s.PutIf(ctx, item, 1))
	expect(dynamo.Usage{Op: store.OpPutIf, Write: 2})
	require.NoError(t, s.Delete(ctx, item.PK, "b"))
	require.NoError(t, s.Delete(ctx, item.PK, "a"))
	expect(dynamo.Usage{Op: store.OpDelete, Write: 2}, dynamo.Usage{Op: store.OpDelete, Write: 2})
}

// TestAnswerLost loses the answer to a write that was done. The second try
// meets the first one's item: that is why a conflict means "unknown".
func TestAnswerLost(t *testing.T) {
	t.Parallel()
	config := dynamotest.Config(t)
	if config.Endpoint == "" {
		t.Skip("a proxy in front of AWS cannot be had")
	}
	target, err := url.Parse(config.Endpoint)
	require.NoError(t, err)
	var lose atomic.Bool
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(*http.Response) error {
		if lose.CompareAndSwap(true, false) {
			panic(http.ErrAbortHandler)
		}
		return nil
	}
	config.Endpoint = serve(t, proxy.ServeHTTP)
	s, err := dynamo.New(config)
	require.NoError(t, err)

	pk := "test#" + rand.Text()
	lose.Store(true)
	assert.ErrorIs(t, s.PutNew(t.Context(), store.Item{PK: pk, SK: "a", Version: 1}), store.ErrExists)
	lose.Store(true)
	assert.ErrorIs(t, s.PutIf(t.Context(), store.Item{PK: pk, SK: "a", Version: 2}, 1), store.ErrConflict)
	require.False(t, lose.Load())
	item, _, err := s.Get(t.Context(), pk, "a", true)
	require.NoError(t, err)
	assert.EqualValues(t, 2, item.Version)
	require.NoError(t, s.Delete(t.Context(), pk, "a"))
}
