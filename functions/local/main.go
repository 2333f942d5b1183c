// Command local is the whole service in one process on loopback: the API, the page,
// the clock, and an embedded store. It is what `make run` starts.
//
// `local verify FILE|URL` checks a finished round or match instead.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 0:
		err = serve(ctx, os.Getenv, os.Stdout, os.Stderr)
	case len(args) == 2 && args[0] == "verify":
		err = check(ctx, args[1], os.Stdout)
	default:
		err = fmt.Errorf("usage: local, or local verify FILE|URL")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cheat:", err)
		os.Exit(1)
	}
}
