// Command load measures the local program under load: whole games of four over HTTP,
// so many of them at once, in which only the next player looks after each move. It
// starts the program itself, in turn with a server that does nothing, and prints for
// both what they did in a second, how long a move took, and what it cost them.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == nothing {
		serveNothing()
	}
	program := flag.String("program", "bin/local", "the local program")
	games := flag.String("games", "1,8,32,128", "how many games run at once")
	last := flag.Duration("time", 8*time.Second, "how long each measurement lasts")
	memory := flag.String("memory", "/dev/shm", "a folder in memory, for what the same costs without a disk")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	counts, err := numbers(*games)
	if err == nil {
		err = measure(ctx, os.Stdout, plan{program: *program, games: counts, last: *last, memory: *memory})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func numbers(text string) (list []int, err error) {
	for one := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(one)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-games is %q; it is numbers with commas between them", text)
		}
		list = append(list, n)
	}
	return list, nil
}
