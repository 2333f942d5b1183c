// Command api is the Lambda function of the HTTP API: all routes under /v1, and the
// page.
package main

import (
	"os"

	"github.com/aws/aws-lambda-go/lambda"

	"cheat/functions/internal/front"
	"cheat/functions/internal/gateway"
	"cheat/functions/internal/program"
)

func main() {
	config, table, log, err := program.Lambda(os.Getenv, os.Stdout)
	if err != nil {
		os.Exit(1)
	}
	games := config.Games(table, log)
	lambda.Start(gateway.New(front.New(config, games, log).Handler(), log))
}
