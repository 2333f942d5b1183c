// Command cold measures cold starts: it starts the built function of the API again and
// again against a stand-in for the Lambda runtime, in turn with a hello world and with
// a hello world that uses the same DynamoDB client, and prints how long each took to
// ask for its first event and to answer it. The API's first event is a move in a game.
// The table is the one that the environment names, as for the local program.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	count := flag.Int("count", 100, "how often each program is started")
	programs := flag.String("programs", "dist/cold", "folder of the programs hello, floor and api, built alike")
	trace := flag.Bool("trace", false, "print instead what the API's packages take to initialise")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := func() error { return measure(ctx, os.Stdout, os.Environ(), *programs, *count) }
	if *trace {
		run = func() error { return traceInits(ctx, os.Stdout, os.Environ(), *programs) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "cold:", err)
		os.Exit(1)
	}
}
