package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
	"cheat/functions/internal/front"
	"cheat/functions/internal/gateway"
	"cheat/functions/internal/party"
	"cheat/functions/internal/program"
	"cheat/infra/store"
	"cheat/infra/store/dynamo"
	"cheat/infra/store/dynamotest"
)

// BenchmarkDynamo plays whole games of four through the function, from the gateway's
// event to the gateway's answer, and makes the same calls to DynamoDB alone: for a move
// a query and a conditional put of the same bytes, for a look the query. It reports the
// CPU time of this process for each, and their ratio; -cpu 1 is what Lambda gets.
func BenchmarkDynamo(b *testing.B) {
	config := dynamotest.Config(b)
	kept, err := dynamo.New(config)
	require.NoError(b, err)
	sdk, err := dynamo.NewClient(config)
	require.NoError(b, err)
	f := newFunction(b, kept)
	alone := calls{sdk, aws.String(config.Table)}
	t := tally{}
	f.playGame(b, 0, tally{}, nil) // connections, caches
	for n := uint64(1); b.Loop(); n++ {
		f.playGame(b, n, t, func(id string) { alone.requests(b, id, t) })
	}
	b.ReportMetric(0, "ns/op")
	for what, calls := range map[string]string{"move": "calls of a move", "look": "calls of a look", "poll": "calls of a look"} {
		own, calls := t[what], t[calls]
		b.ReportMetric(own.micros(), what+"-µs")
		b.ReportMetric(own.allocs(), what+"-allocs")
		b.ReportMetric(calls.micros(), what+"-calls-µs")
		b.ReportMetric(calls.allocs(), what+"-calls-allocs")
		b.ReportMetric(own.micros()/calls.micros(), what+"-ratio")
	}
}

// BenchmarkMemory plays the same games on a store that costs nothing: what is left is
// the service's own part of a request.
func BenchmarkMemory(b *testing.B) {
	f := newFunction(b, &shelf{items: map[string]map[string]store.Item{}})
	t := tally{}
	f.playGame(b, 0, tally{}, nil)
	for n := uint64(1); b.Loop(); n++ {
		f.playGame(b, n, t, nil)
	}
	b.ReportMetric(0, "ns/op")
	for _, what := range []string{"move", "look", "poll"} {
		b.ReportMetric(t[what].micros(), what+"-µs")
		b.ReportMetric(t[what].allocs(), what+"-allocs")
	}
}

// tally adds up what things took.
type tally map[string]took

type took struct {
	n, timed, counted int
	cpu               time.Duration
	mallocs           uint64
}

func (t took) micros() float64 { return float64(t.cpu.Nanoseconds()) / 1000 / float64(t.timed) }
func (t took) allocs() float64 { return float64(t.mallocs) / float64(t.counted) }

// measure notes what one thing took: its CPU time, and every sixteenth time its
// allocations instead.
func (t tally) measure(what string, do func()) {
	one := t[what]
	if one.n++; one.n%16 == 0 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		one.mallocs, one.counted = one.mallocs+after.Mallocs-before.Mallocs, one.counted+1
	} else {
		before := cpu()
		do()
		one.cpu, one.timed = one.cpu+cpu()-before, one.timed+1
	}
	t[what] = one
}

// cpu is the time that this process has computed.
func cpu() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // fails for no valid argument
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// function is the API's Lambda function as production has it, with its log and metrics.
type function struct {
	handler *gateway.Handler
	api     client.Client
}

func newFunction(b *testing.B, kept store.Store) *function {
	b.Helper()
	env := map[string]string{"METRICS_NAMESPACE": "cheat", "LIMIT_SEATS_PER_MINUTE": "0"}
	config, err := program.FromEnv(func(name string) string { return env[name] })
	require.NoError(b, err)
	out, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(b, err)
	b.Cleanup(func() { _ = out.Close() })
	log := slog.New(slog.NewJSONHandler(out, nil))
	handler := front.New(config, config.Games(kept, log), log).Handler()
	return &function{handler: gateway.New(handler, log), api: party.Direct(handler)}
}

// playGame plays one game of four: whoever is next looks, polls once, and moves; then
// something else is done, if there is something.
func (f *function) playGame(b *testing.B, seed uint64, t tally, after func(id string)) {
	b.Helper()
	p, err := party.Sit(b.Context(), f.api, rand.New(rand.NewPCG(seed, 1)), 4, map[string]any{"callSeconds": 0})
	require.NoError(b, err)
	for {
		viewer := p.Viewer()
		look := event(b, http.MethodGet, "/v1/games/"+p.ID, viewer, nil)
		answer := f.invoke(b, t, "look", look)
		require.Equal(b, http.StatusOK, answer.StatusCode, answer.Body)
		move, err := p.Decide([]byte(answer.Body))
		require.NoError(b, err)
		if move.Path == "" {
			return
		}
		viewer.Seen = answer.Headers["Etag"]
		poll := event(b, http.MethodGet, "/v1/games/"+p.ID, viewer, nil)
		answer = f.invoke(b, t, "poll", poll)
		require.Equal(b, http.StatusNotModified, answer.StatusCode)
		command := event(b, http.MethodPost, move.Path, move.Caller, move.Body)
		answer = f.invoke(b, t, "move", command)
		require.Equal(b, http.StatusOK, answer.StatusCode, answer.Body)
		require.NoError(b, p.Made([]byte(answer.Body)))
		if after != nil {
			after(p.ID)
		}
	}
}

// invoke answers an event as Lambda would, and reads the answer, which is no part of
// what is measured.
func (f *function) invoke(b *testing.B, t tally, what string, event []byte) lambdaAnswer {
	b.Helper()
	var text []byte
	var err error
	t.measure(what, func() { text, err = f.handler.Invoke(b.Context(), event) })
	require.NoError(b, err)
	var answer lambdaAnswer
	require.NoError(b, json.Unmarshal(text, &answer))
	return answer
}

type lambdaAnswer struct {
	StatusCode int
	Headers    map[string]string
	Body       string
}

func event(b *testing.B, method, path string, who client.Caller, body any) []byte {
	b.Helper()
	text, err := party.Event(method, path, who, body)
	require.NoError(b, err)
	return text
}

// calls are the calls to DynamoDB alone, as the SDK makes them.
type calls struct {
	client *dynamodb.Client
	table  *string
}

// requests makes the calls of a look and of a move in a game, with what it has stored.
func (c calls) requests(b *testing.B, id string, t tally) {
	b.Helper()
	query := &dynamodb.QueryInput{
		TableName:              c.table,
		KeyConditionExpression: aws.String("pk = :pk AND sk BETWEEN :from AND :to"),
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":pk":   &types.AttributeValueMemberS{Value: store.GamePK(id)},
			":from": &types.AttributeValueMemberS{Value: store.HeadSK},
			":to":   &types.AttributeValueMemberS{Value: store.PlaySK},
		},
		ScanIndexForward: aws.Bool(true),
		ConsistentRead:   aws.Bool(false),
	}
	var out *dynamodb.QueryOutput
	var err error
	t.measure("calls of a look", func() { out, err = c.client.Query(b.Context(), query) })
	require.NoError(b, err)
	require.Len(b, out.Items, 2)
	t.measure("calls of a move", func() {
		if out, err = c.client.Query(b.Context(), query); err != nil {
			return
		}
		play := out.Items[1]
		_, err = c.client.PutItem(b.Context(), &dynamodb.PutItemInput{
			TableName: c.table, Item: play,
			ConditionExpression:       aws.String("v = :v"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":v": play["v"]},
		})
	})
	require.NoError(b, err)
}

// shelf is a store in memory, as cheap as can be.
type shelf struct {
	store.Store // what is not needed here
	mu          sync.Mutex
	items       map[string]map[string]store.Item
}

func (s *shelf) Query(_ context.Context, r store.Range) (found []store.Item, next string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for sk, item := range s.items[r.PK] {
		if r.Holds(sk) {
			found = append(found, item)
		}
	}
	slices.SortFunc(found, func(a, b store.Item) int { return strings.Compare(a.SK, b.SK) })
	return found, "", nil
}

func (s *shelf) Put(_ context.Context, item store.Item) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.items[item.PK] == nil {
		s.items[item.PK] = map[string]store.Item{}
	}
	s.items[item.PK][item.SK] = item
	return nil
}

func (s *shelf) PutNew(ctx context.Context, item store.Item) error { return s.Put(ctx, item) }

func (s *shelf) PutIf(ctx context.Context, item store.Item, version int64) error {
	s.mu.Lock()
	stored := s.items[item.PK][item.SK].Version
	s.mu.Unlock()
	if stored != version {
		return store.ErrConflict
	}
	return s.Put(ctx, item)
}

func (s *shelf) Delete(_ context.Context, pk, sk string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.items[pk], sk)
	return nil
}
