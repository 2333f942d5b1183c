// Command cmd prints the path of the server that the DynamoDB tests use, which
// it may have to build first. It is for scripts that want one of their own:
//
//	"$(go run ./infra/store/dynamotest/cmd)" serve --host 0.0.0.0 --port 8000
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"cheat/infra/store/dynamotest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	path, err := dynamotest.Binary(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(path)
}
