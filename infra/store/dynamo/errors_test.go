package dynamo_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/store"
	"cheat/infra/store/dynamo"
)

// TestErrors lets a server answer as DynamoDB does ("Error handling with
// DynamoDB"), counts the tries and looks at what the caller gets.
func TestErrors(t *testing.T) {
	t.Parallel()
	const tries = 3
	for _, row := range []struct {
		name    string
		status  int
		code    string
		message string
		want    error // nil for an error that callers do not decide on
		tries   int32
	}{
		{"condition", 400, "ConditionalCheckFailedException", "The conditional request failed", store.ErrConflict, 1},
		{"throughput", 400, "ProvisionedThroughputExceededException", "slow down", store.ErrUnavailable, tries},
		{"throttling", 400, "ThrottlingException", "slow down", store.ErrUnavailable, tries},
		{"request limit", 400, "RequestLimitExceeded", "slow down", store.ErrUnavailable, tries},
		{"transaction", 400, "TransactionConflictException", "a transaction is under way", store.ErrUnavailable, 1},
		{"replica", 400, "ReplicatedWriteConflictException", "another region is writing", store.ErrUnavailable, 1},
		{"server error", 500, "InternalServerError", "oops", store.ErrUnavailable, tries},
		{"unavailable", 503, "ServiceUnavailable", "oops", store.ErrUnavailable, tries},
		{"gateway", 502, "", "<html>Bad Gateway</html>", store.ErrUnavailable, tries},
		{"item size", 400, "ValidationException", "Item size has exceeded the maximum allowed size", store.ErrTooLarge, 1},
		{"key size", 400, "ValidationException", "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes", store.ErrTooLarge, 1},
		{"validation", 400, "ValidationException", "The provided key element does not match the schema", nil, 1},
		{"no table", 400, "ResourceNotFoundException", "Requested resource not found", nil, 1},
		{"no permission", 400, "AccessDeniedException", "not authorized", nil, 1},
		{"old token", 400, "ExpiredTokenException", "The security token included in the request is expired", nil, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			var tried atomic.Int32
			s := against(t, func(w http.ResponseWriter, _ *http.Request) {
				tried.Add(1)
				body := row.message
				if row.code != "" {
					body = fmt.Sprintf(`{"__type":"com.amazonaws.dynamodb.v20120810#%s","message":%q}`, row.code, row.message)
				}
				answer(w, row.status, body)
			})
			err := s.PutIf(t.Context(), store.Item{PK: "secret", SK: "secret", Body: []byte("secret")}, 1)
			require.Error(t, err)
			assert.Equal(t, row.tries, tried.Load(), "tries")
			assert.NotContains(t, err.Error(), "secret")
			for _, sentinel := range []error{store.ErrExists, store.ErrConflict, store.ErrUnavailable, store.ErrTooLarge} {
				if sentinel == row.want {
					assert.ErrorIs(t, err, sentinel)
				} else {
					assert.NotErrorIs(t, err, sentinel)
				}
			}
		})
	}
}

// TestErrorsOfEachCall: whatever the call, who is refused for now may try again.
func TestErrorsOfEachCall(t *testing.T) {
	t.Parallel()
	s := against(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, 503, "") })
	item := store.Item{PK: "p", SK: "s"}
	_, _, err := s.Get(t.Context(), "p", "s", false)
	assert.ErrorIs(t, err, store.ErrUnavailable)
	_, _, err = s.Query(t.Context(), store.Range{PK: "p"})
	assert.ErrorIs(t, err, store.ErrUnavailable)
	assert.ErrorIs(t, s.PutNew(t.Context(), item), store.ErrUnavailable)
	assert.ErrorIs(t, s.PutIf(t.Context(), item, 1), store.ErrUnavailable)
	assert.ErrorIs(t, s.Put(t.Context(), item), store.ErrUnavailable)
	assert.ErrorIs(t, s.Delete(t.Context(), "p", "s"), store.ErrUnavailable)
}

func TestUnreachable(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, handler := range map[string]http.HandlerFunc{
		"cut off":  func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"not JSON": func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, "<html>a proxy</html>") },
	} {
		err := against(t, handler).Put(t.Context(), store.Item{PK: "p", SK: "s"})
		assert.ErrorIs(t, err, store.ErrUnavailable, name)
	}
	err := at(t, gone.URL).Put(t.Context(), store.Item{PK: "p", SK: "s"})
	assert.ErrorIs(t, err, store.ErrUnavailable, "refused")
}

// TestDeadline: the context bounds a call to a server that says nothing.
func TestDeadline(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	s := against(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-ended:
		}
	})
	defer close(ended)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	err := s.Put(ctx, store.Item{PK: "p", SK: "s"})
	assert.ErrorIs(t, err, store.ErrUnavailable)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Less(t, time.Since(began), time.Second)
}

func TestConflictIsQuick(t *testing.T) {
	t.Parallel()
	s := against(t, func(w http.ResponseWriter, _ *http.Request) {
		answer(w, 400, `{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"}`)
	})
	began := time.Now()
	assert.ErrorIs(t, s.PutNew(t.Context(), store.Item{PK: "p", SK: "s"}), store.ErrExists)
	assert.Less(t, time.Since(began), time.Second)
}

// TestDamagedItem reads items that this package has not written.
func TestDamagedItem(t *testing.T) {
	t.Parallel()
	for name, attributes := range map[string]string{
		"no key":            `"v":{"N":"1"},"b":{"B":""}`,
		"no body":           `"pk":{"S":"secret"},"sk":{"S":"s"},"v":{"N":"1"}`,
		"a body as text":    `"pk":{"S":"secret"},"sk":{"S":"s"},"v":{"N":"1"},"b":{"S":"secret"}`,
		"no version":        `"pk":{"S":"secret"},"sk":{"S":"s"},"b":{"B":""}`,
		"half a version":    `"pk":{"S":"secret"},"sk":{"S":"s"},"v":{"N":"1.5"},"b":{"B":""}`,
		"a version as text": `"pk":{"S":"secret"},"sk":{"S":"s"},"v":{"S":"1"},"b":{"B":""}`,
		"a time as text":    `"pk":{"S":"secret"},"sk":{"S":"s"},"v":{"N":"1"},"t":{"S":"1"},"b":{"B":""}`,
	} {
		s := against(t, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.Header.Get("X-Amz-Target"), ".Query") {
				answer(w, 200, `{"Count":1,"Items":[{`+attributes+`}]}`)
			} else {
				answer(w, 200, `{"Item":{`+attributes+`}}`)
			}
		})
		_, found, get := s.Get(t.Context(), "p", "s", false)
		_, _, query := s.Query(t.Context(), store.Range{PK: "p"})
		assert.False(t, found, name)
		for _, err := range []error{get, query} {
			require.Error(t, err, name)
			assert.NotErrorIs(t, err, store.ErrUnavailable, name)
			assert.NotContains(t, err.Error(), "secret", name)
		}
	}
}

// against returns a store whose requests handler answers.
func against(t *testing.T, handler http.HandlerFunc) *dynamo.Store {
	t.Helper()
	return at(t, serve(t, handler))
}

func serve(t *testing.T, handler http.HandlerFunc) (endpoint string) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func at(t *testing.T, endpoint string) *dynamo.Store {
	t.Helper()
	s, err := dynamo.New(dynamo.Config{
		Table: "games", Region: "eu-central-1", Endpoint: endpoint,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "id", SecretAccessKey: "key"}, nil
		}),
	})
	require.NoError(t, err)
	return s
}

func answer(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body))
}
