// Command floor is hello with the DynamoDB client that the service uses, which makes
// one get and one put for each event: the floor of a move in `make bench-cold`.
package main

import (
	"context"
	"os"

	"github.com/aws/aws-lambda-go/lambda"

	"cheat/infra/store"
	"cheat/infra/store/dynamo"
)

func main() {
	config, err := dynamo.FromEnv(os.Getenv)
	if err != nil {
		panic(err)
	}
	table, err := dynamo.New(config)
	if err != nil {
		panic(err)
	}
	lambda.Start(func(ctx context.Context) (string, error) {
		if _, _, err := table.Get(ctx, "floor", "a", false); err != nil {
			return "", err
		}
		return "hello", table.Put(ctx, store.Item{PK: "floor", SK: "a", Version: 1, Body: make([]byte, 700)})
	})
}
