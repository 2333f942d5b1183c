// Command sweep is the Lambda function that a schedule calls once a minute: it wakes
// the games whose time has come and that nobody comes to see.
package main

import (
	"context"
	"log/slog"
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"

	"cheat/engine"
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
	games := config.Games(store, log)
	lambda.Start(func(ctx context.Context) error {
		done, err := games.Sweep(ctx, engine.At(time.Now()))
		log.Info("sweep", "woken", done.Woken, "failed", done.Failed, "lag", int64(done.Lag))
		return err
	})
}
