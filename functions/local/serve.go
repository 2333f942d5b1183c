package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/net/netutil"

	"cheat"
	"cheat/engine"
	"cheat/functions/internal/front"
	"cheat/functions/internal/play"
	"cheat/functions/internal/program"
	"cheat/infra/store"
	"cheat/infra/store/bolt"
	"cheat/infra/store/dynamo"
	"cheat/infra/store/table"
)

// Times of the local program.
const (
	sweepEvery  = time.Second
	expireEvery = time.Hour
	grace       = 10 * time.Second // for requests in flight when the program is told to end
)

// serve runs the service until the context ends, then finishes the requests in
// flight. The address is printed on out when it is ready.
func serve(ctx context.Context, getenv func(string) string, out, logs io.Writer) error {
	config, err := program.FromEnv(getenv)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(logs, &slog.HandlerOptions{Level: config.LogLevel}))
	kept, expire, closeStore, err := open(ctx, config, getenv)
	if err != nil {
		return err
	}
	defer closeStore()
	games := config.Games(kept, log)
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(config.Port)))
	if err != nil {
		return fmt.Errorf("listen: %w; choose another port with PORT", err)
	}
	listener = netutil.LimitListener(listener, config.Connections) // the others wait in the system's queue
	server := &http.Server{
		Handler:           front.New(config, games, log).Handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	ticking, stopTicking := context.WithCancel(ctx)
	ticked := make(chan struct{})
	go func() {
		defer close(ticked)
		tick(ticking, games, expire, log)
	}()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	fmt.Fprintf(out, "Cheat is ready at http://%s\n", listener.Addr())

	select {
	case err = <-failed:
	case <-ctx.Done():
		last, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		err = server.Shutdown(last)
	}
	stopTicking()
	<-ticked
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// tick does what the scheduled Lambda does in the cloud, and removes what DynamoDB
// removes by itself.
func tick(ctx context.Context, games *play.Service, expire func(context.Context, time.Time) error, log *slog.Logger) {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	var expired time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			if _, err := games.Sweep(ctx, engine.At(now)); err != nil && ctx.Err() == nil {
				log.Error("sweep", "error", err)
			}
			if now.Sub(expired) < expireEvery {
				continue
			}
			expired = now
			if err := expire(ctx, now); err != nil && ctx.Err() == nil {
				log.Error("remove what is expired", "error", err)
			}
		}
	}
}

// open opens the store that the configuration names. expire removes what is over.
func open(ctx context.Context, c program.Config, getenv func(string) string) (s store.Store, expire func(context.Context, time.Time) error, closer func() error, err error) {
	if c.Store == "dynamodb" {
		s, err := openTable(ctx, getenv)
		nothing := func(context.Context, time.Time) error { return nil } // DynamoDB does it
		return s, nothing, func() error { return nil }, err
	}
	b, err := bolt.Open(filepath.Join(c.DataDir, "cheat.db"), bolt.Options{})
	if err != nil {
		return nil, nil, nil, err
	}
	expire = func(ctx context.Context, now time.Time) error {
		_, err := b.Expire(ctx, now, 10_000)
		return err
	}
	return b, expire, b.Close, nil
}

// openTable opens the table that TABLE_NAME names; behind an endpoint other than
// AWS's it is made as template.yaml declares it.
func openTable(ctx context.Context, getenv func(string) string) (*dynamo.Store, error) {
	config, err := dynamo.FromEnv(getenv)
	if err != nil {
		return nil, err
	}
	if err := table.Provide(ctx, config, cheat.Template); err != nil {
		return nil, err
	}
	return dynamo.New(config)
}
