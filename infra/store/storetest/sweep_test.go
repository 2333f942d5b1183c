package storetest_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/store"
	"cheat/infra/store/storetest"
)

// TestSweep sweeps a command that adds one to a number, tries again when it
// was refused, and takes a conflict for what it is: it looks whose mark the
// item bears. Whatever fails, the number is one higher at the end.
func TestSweep(t *testing.T) {
	t.Parallel()
	var runs []string
	storetest.Sweep(t, 2, func(t *testing.T, plan storetest.Plan) {
		s := storetest.Wrap(open(t))
		require.NoError(t, s.PutNew(t.Context(), store.Item{PK: "p", SK: "n", Version: 1, Body: []byte("before")}))
		var err error
		calls := s.With(plan, func() { err = increment(t, s) })
		for ; err != nil; err = increment(t, s) {
			require.ErrorIs(t, err, store.ErrUnavailable)
		}
		got, _, err := s.Get(t.Context(), "p", "n", true)
		require.NoError(t, err)
		assert.Equal(t, "mine", string(got.Body))
		assert.EqualValues(t, 2, got.Version)

		var faults []string
		for _, c := range calls {
			if c.Fault != storetest.None {
				faults = append(faults, fmt.Sprintf("%d-%s-%v", c.N, c.Op, c.Fault))
			}
		}
		runs = append(runs, strings.Join(faults, "+"))
	})
	assert.Equal(t, []string{
		"",
		"0-Get-throttle", "0-Get-timeout",
		"0-Get-late-read", "0-Get-late-read+1-Get-throttle", "0-Get-late-read+1-Get-timeout",
		"0-Get-late-items", "0-Get-late-items+1-Get-throttle", "0-Get-late-items+1-Get-timeout",
		"1-PutIf-throttle", "1-PutIf-timeout", "1-PutIf-fail-before", "1-PutIf-fail-after",
		"1-PutIf-conflict-after", "1-PutIf-conflict-after+2-Get-throttle", "1-PutIf-conflict-after+2-Get-timeout",
	}, slices.DeleteFunc(runs, deeper))
}

// deeper leaves out the pairs that only repeat the first fault's story.
func deeper(run string) bool { return strings.Contains(run, "+2-PutIf") }

func increment(t *testing.T, s store.Store) error {
	strong := false
	for {
		now, found, err := s.Get(t.Context(), "p", "n", strong)
		if err != nil {
			return err
		}
		if found && string(now.Body) == "mine" {
			return nil
		}
		if !found && !strong {
			strong = true
			continue
		}
		next := store.Item{PK: "p", SK: "n", Version: now.Version + 1, Body: []byte("mine")}
		if err := s.PutIf(t.Context(), next, now.Version); !errors.Is(err, store.ErrConflict) {
			return err
		}
		strong = true
	}
}

// TestSweepNotices runs itself anew to see a sweep fail: the command does not
// come to the call that was to fail.
func TestSweepNotices(t *testing.T) {
	t.Parallel()
	if os.Getenv("SWEEP_TEST_FICKLE") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSweepNotices$")
		cmd.Env = append(os.Environ(), "SWEEP_TEST_FICKLE=yes")
		output, err := cmd.CombinedOutput()
		assert.Error(t, err)
		assert.Contains(t, string(output), "--- FAIL: TestSweepNotices/0-Get-throttle")
		assert.Contains(t, string(output), "other calls than before")
		return
	}
	first := true
	storetest.Sweep(t, 1, func(t *testing.T, plan storetest.Plan) {
		s := storetest.Wrap(open(t))
		s.With(plan, func() {
			if first {
				_, _, _ = s.Get(t.Context(), "p", "n", true)
			}
		})
		first = false
	})
}
