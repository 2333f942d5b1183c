package program

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/infra/store"
	"cheat/infra/store/dynamo"
)

// ending is what a sweep leaves of its time, so that it can still say what it did.
const ending = 2 * time.Second

// Lambda reads what a Lambda function is made of: the configuration, the table, and
// the log, which is written to out in the form that CloudWatch reads. An error is in
// the log already.
func Lambda(getenv func(string) string, out io.Writer) (Config, store.Store, *slog.Logger, error) {
	config, err := FromEnv(getenv)
	log := slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: config.LogLevel}))
	var table *dynamo.Store
	if err == nil {
		table, err = openTable(getenv)
	}
	if err != nil {
		log.Error("configuration", "error", err)
		return Config{}, nil, nil, fmt.Errorf("configuration: %w", err)
	}
	return config, table, log, nil
}

func openTable(getenv func(string) string) (*dynamo.Store, error) {
	config, err := dynamo.FromEnv(getenv)
	if err != nil {
		return nil, err
	}
	return dynamo.New(config)
}

// Sweep returns what the schedule calls: it wakes the games that are due, for as
// long as the context allows, and writes one line.
func (c Config) Sweep(games *play.Service, log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		if end, ok := ctx.Deadline(); ok {
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadline(ctx, end.Add(-ending))
			defer cancel()
		}
		now := time.Now()
		done, err := games.Sweep(ctx, engine.At(now))
		attrs := c.Meter.Sweep(now, done.Woken, done.Failed, time.Duration(done.Lag)*time.Millisecond)
		log.LogAttrs(ctx, slog.LevelInfo, "sweep", attrs...)
		return err
	}
}
