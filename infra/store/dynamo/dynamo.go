// Package dynamo keeps the items of package store in a DynamoDB table, with one
// request for each call and nothing else: no transactions, no index, no scan.
// template.yaml at the root of the project declares the table.
package dynamo

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"cheat/infra/store"
)

var _ store.Store = (*Store)(nil)

// Store is a store.Store over one table.
type Store struct {
	client  *dynamodb.Client
	table   *string
	observe func(Usage)
}

// Usage is what one request has consumed, in read and write request units. A
// query of several megabytes takes several requests. A write whose condition
// failed consumes units as well, but DynamoDB does not report them.
type Usage struct {
	Op          store.Op
	Read, Write float64
}

// New returns the store of the table that c names. It makes no request.
func New(c Config) (*Store, error) {
	if c.Table == "" {
		return nil, fmt.Errorf("DynamoDB needs the name of a table")
	}
	client, err := NewClient(c)
	if err != nil {
		return nil, err
	}
	return &Store{client: client, table: aws.String(c.Table), observe: c.Observe}, nil
}

// Get implements store.Store.
func (s *Store) Get(ctx context.Context, pk, sk string, strong bool) (store.Item, bool, error) {
	if err := store.CheckKey(pk, sk); err != nil {
		return store.Item{}, false, err
	}
	out, err := s.client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName:              s.table,
		Key:                    key(pk, sk),
		ConsistentRead:         aws.Bool(strong),
		ReturnConsumedCapacity: s.report(),
	})
	if err != nil {
		return store.Item{}, false, translate(store.OpGet, err)
	}
	s.consumed(store.OpGet, out.ConsumedCapacity)
	if out.Item == nil {
		return store.Item{}, false, nil
	}
	item, err := decode(out.Item)
	return item, err == nil, err
}

// Query implements store.Store. It asks on where DynamoDB cuts an answer, which
// it does after a megabyte.
func (s *Store) Query(ctx context.Context, r store.Range) ([]store.Item, string, error) {
	if err := r.Check(); err != nil {
		return nil, "", err
	}
	r, some := r.Clamp()
	if !some {
		return nil, "", nil
	}
	in := s.query(r)
	var items []store.Item
	for {
		if r.Limit > 0 {
			in.Limit = aws.Int32(int32(min(r.Limit-len(items), 1<<20)))
		}
		out, err := s.client.Query(ctx, in)
		if err != nil {
			return nil, "", translate(store.OpQuery, err)
		}
		s.consumed(store.OpQuery, out.ConsumedCapacity)
		for _, raw := range out.Items {
			item, err := decode(raw)
			if err != nil {
				return nil, "", err
			}
			items = append(items, item)
		}
		switch {
		case len(out.LastEvaluatedKey) == 0:
			return items, "", nil
		case r.Limit > 0 && len(items) >= r.Limit:
			return items, items[len(items)-1].SK, nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
}

// query states the range, but for its limit. DynamoDB takes one condition on
// the sort key at most.
func (s *Store) query(r store.Range) *dynamodb.QueryInput {
	condition := "pk = :pk"
	values := attributes{":pk": str(r.PK)}
	if r.From != "" {
		values[":from"] = str(r.From)
	}
	if r.To != "" {
		values[":to"] = str(r.To)
	}
	switch {
	case r.From != "" && r.To != "":
		condition += " AND sk BETWEEN :from AND :to"
	case r.From != "":
		condition += " AND sk >= :from"
	case r.To != "":
		condition += " AND sk <= :to"
	}
	in := &dynamodb.QueryInput{
		TableName:                 s.table,
		KeyConditionExpression:    aws.String(condition),
		ExpressionAttributeValues: values,
		ScanIndexForward:          aws.Bool(!r.Reverse),
		ConsistentRead:            aws.Bool(r.Strong),
		ReturnConsumedCapacity:    s.report(),
	}
	if r.After != "" {
		in.ExclusiveStartKey = key(r.PK, r.After)
	}
	return in
}

// PutNew implements store.Store.
func (s *Store) PutNew(ctx context.Context, item store.Item) error {
	return s.put(ctx, store.OpPutNew, item, &dynamodb.PutItemInput{
		ConditionExpression: aws.String("attribute_not_exists(pk)"),
	})
}

// PutIf implements store.Store. No item has no v, so the condition fails.
func (s *Store) PutIf(ctx context.Context, item store.Item, version int64) error {
	return s.put(ctx, store.OpPutIf, item, &dynamodb.PutItemInput{
		ConditionExpression:       aws.String("v = :v"),
		ExpressionAttributeValues: attributes{":v": num(version)},
	})
}

// Put implements store.Store.
func (s *Store) Put(ctx context.Context, item store.Item) error {
	return s.put(ctx, store.OpPut, item, &dynamodb.PutItemInput{})
}

func (s *Store) put(ctx context.Context, op store.Op, item store.Item, in *dynamodb.PutItemInput) error {
	if err := item.Check(); err != nil {
		return err
	}
	in.TableName = s.table
	in.Item = encode(item)
	in.ReturnConsumedCapacity = s.report()
	out, err := s.client.PutItem(ctx, in)
	if err != nil {
		return translate(op, err)
	}
	s.consumed(op, out.ConsumedCapacity)
	return nil
}

// Delete implements store.Store.
func (s *Store) Delete(ctx context.Context, pk, sk string) error {
	if err := store.CheckKey(pk, sk); err != nil {
		return err
	}
	out, err := s.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName:              s.table,
		Key:                    key(pk, sk),
		ReturnConsumedCapacity: s.report(),
	})
	if err != nil {
		return translate(store.OpDelete, err)
	}
	s.consumed(store.OpDelete, out.ConsumedCapacity)
	return nil
}

func (s *Store) report() types.ReturnConsumedCapacity {
	if s.observe == nil {
		return types.ReturnConsumedCapacityNone
	}
	return types.ReturnConsumedCapacityTotal
}

func (s *Store) consumed(op store.Op, c *types.ConsumedCapacity) {
	if s.observe == nil || c == nil {
		return
	}
	units := aws.ToFloat64(c.CapacityUnits)
	if op == store.OpGet || op == store.OpQuery {
		s.observe(Usage{Op: op, Read: units})
	} else {
		s.observe(Usage{Op: op, Write: units})
	}
}
