package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Sweep finds out what a command does when the store fails it, at every call
// and in every way. It runs fn without faults, to learn which calls the command
// makes, and then anew for each call and each fault that can befall it. Depth
// is the number of faults in one run: with 2, each of these runs is followed by
// those in which a later call fails as well.
//
// fn prepares a store of its own, runs the command inside of Faulty.With with
// the plan that it is given, and checks what came of it. It must make the same
// calls each time, and must not call t.Parallel, as the runs follow from each
// other.
func Sweep(t *testing.T, depth int, fn func(t *testing.T, plan Plan)) {
	t.Helper()
	sweep(t, depth, nil, fn)
}

func sweep(t *testing.T, depth int, faults []Call, fn func(t *testing.T, plan Plan)) {
	t.Helper()
	var calls []Call
	plan := func(c Call) Fault {
		for _, injected := range faults {
			if injected.N == len(calls) && injected.Op == c.Op {
				c.Fault = injected.Fault
			}
		}
		calls = append(calls, c)
		return c.Fault
	}
	passed := t.Run(name(faults), func(t *testing.T) {
		fn(t, plan)
		reached := 0
		for _, c := range calls {
			if c.Fault != None {
				reached++
			}
		}
		assert.Len(t, faults, reached, "the command made other calls than before")
	})
	if !passed || depth == 0 {
		return
	}
	first := 0
	if len(faults) > 0 {
		first = faults[len(faults)-1].N + 1
	}
	for n := first; n < len(calls); n++ {
		for _, fault := range calls[n].Faults() {
			next := Call{N: n, Op: calls[n].Op, Fault: fault}
			sweep(t, depth-1, append(faults[:len(faults):len(faults)], next), fn)
		}
	}
}

// name is as in "2-PutIf-fail-after".
func name(faults []Call) string {
	if len(faults) == 0 {
		return "none"
	}
	var names []string
	for _, c := range faults {
		names = append(names, fmt.Sprintf("%d-%s-%v", c.N, c.Op, c.Fault))
	}
	return strings.Join(names, "+")
}
