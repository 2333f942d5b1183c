// Command api is the Lambda function of the HTTP API: all routes under /v1, and the
// page.
package main

import (
	"log/slog"
	"os"

	"github.com/aws/aws-lambda-go/lambda"

	"cheat/functions/internal/gateway"
	"cheat/functions/internal/program"
	"cheat/infra/store/dynamo"
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stdout, nil))
	config, err := program.FromEnv(os.Getenv)
	table, err2 := dynamo.FromEnv(os.Getenv)
	if err != nil || err2 != nil {
		log.Error("configuration", "error", err, "table", err2)
		os.Exit(1)
	}
	store, err := dynamo.New(table)
	if err != nil {
		log.Error("configuration", "error", err)
		os.Exit(1)
	}
	lambda.Start(gateway.New(config.API(config.Games(store, log), log).Handler(), log))
}
