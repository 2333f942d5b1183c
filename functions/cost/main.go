// Command cost says what the service costs: it plays whole matches on a table that
// counts request units, and prints what each kind of request consumed and what it
// costs under each front door. The table is the one that the environment names, as
// for the local program. With -most it prints the largest bill of a month instead,
// for which it needs no table.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
)

func main() {
	most := flag.Bool("most", false, "print the most that a month can cost")
	games := flag.Int("games", 5, "how many matches to play")
	flag.Parse()
	run := func() error { return play(context.Background(), os.Stdout, os.Getenv, *games) }
	if *most {
		run = func() error { return printMost(os.Stdout) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "cost:", err)
		os.Exit(1)
	}
}
