package dynamo

import (
	"fmt"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"cheat/infra/store"
)

type attributes = map[string]types.AttributeValue

func str(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func num(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}

func key(pk, sk string) attributes { return attributes{"pk": str(pk), "sk": str(sk)} }

// encode leaves t out where there is no end: DynamoDB would take a zero for the
// year 1970, which it ignores, but bytes cost.
func encode(item store.Item) attributes {
	out := key(item.PK, item.SK)
	out["v"] = num(item.Version)
	if item.Expires != 0 {
		out["t"] = num(item.Expires)
	}
	body := item.Body
	if body == nil {
		body = []byte{} // the SDK would send null
	}
	out["b"] = &types.AttributeValueMemberB{Value: body}
	return out
}

// decode is strict: an item that this package has not written is a fault in the
// data. The error does not repeat the key, which may name a person.
func decode(in attributes) (item store.Item, err error) {
	pk, okPK := in["pk"].(*types.AttributeValueMemberS)
	sk, okSK := in["sk"].(*types.AttributeValueMemberS)
	body, okBody := in["b"].(*types.AttributeValueMemberB)
	if !okPK || !okSK || !okBody {
		return store.Item{}, fmt.Errorf("%w: pk, sk or b is missing or of another type", store.ErrDamaged)
	}
	item = store.Item{PK: pk.Value, SK: sk.Value, Body: body.Value}
	if item.Version, err = integer(in, "v"); err != nil {
		return store.Item{}, err
	}
	if _, has := in["t"]; !has {
		return item, nil
	}
	if item.Expires, err = integer(in, "t"); err != nil {
		return store.Item{}, err
	}
	return item, nil
}

func integer(in attributes, name string) (int64, error) {
	n, ok := in[name].(*types.AttributeValueMemberN)
	if !ok {
		return 0, fmt.Errorf("%w: %s is missing or of another type", store.ErrDamaged, name)
	}
	value, err := strconv.ParseInt(n.Value, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: %s: %w", store.ErrDamaged, name, err)
	}
	return value, nil
}
