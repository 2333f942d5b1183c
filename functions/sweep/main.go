// Command sweep is the Lambda function that a schedule calls once a minute: it wakes
// the games whose time has come and that nobody comes to see.
package main

import (
	"os"

	"github.com/aws/aws-lambda-go/lambda"

	"cheat/functions/internal/program"
)

func main() {
	config, table, log, err := program.Lambda(os.Getenv, os.Stdout)
	if err != nil {
		os.Exit(1)
	}
	lambda.Start(config.Sweep(config.Games(table, log), log))
}
