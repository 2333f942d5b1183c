package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const patience = 20 * time.Second

// start is what one cold start took.
type start struct {
	Init   time.Duration // from exec to the first question for an event
	First  time.Duration // from the event to its answer
	CPU    time.Duration // of the process until then, init and answer
	Memory int           // KiB, at the most
}

// once starts a program, gives it one event, takes the answer and ends it.
func once(ctx context.Context, program string, env []string, event []byte) (start, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	r, err := newRuntime(event)
	if err != nil {
		return start{}, nil, err
	}
	defer r.close()
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(env, "AWS_LAMBDA_RUNTIME_API="+r.addr)
	var said strings.Builder
	cmd.Stderr = &said
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return start{}, nil, fmt.Errorf("start %s: %w", program, err)
	}
	s, err := r.follow(ctx, began)
	if err == nil {
		s.Memory, err = peakMemory(cmd.Process.Pid)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait() // it was killed
	if err != nil {
		return start{}, nil, fmt.Errorf("%s: %w\n%s", filepath.Base(program), err, said.String())
	}
	s.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return s, r.body, nil
}

// follow waits for the question, then for the answer.
func (r *runtime) follow(ctx context.Context, began time.Time) (s start, err error) {
	asked, err := r.await(ctx, r.asked)
	if err != nil {
		return start{}, err
	}
	answered, err := r.await(ctx, r.answered)
	if err != nil {
		return start{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return start{Init: asked.Sub(began), First: answered.Sub(r.handed)}, nil
}

// await returns when something has happened, or why it will not.
func (r *runtime) await(ctx context.Context, happened <-chan time.Time) (time.Time, error) {
	select {
	case at := <-happened:
		return at, nil
	case err := <-r.failed:
		return time.Time{}, err
	case <-ctx.Done():
		return time.Time{}, fmt.Errorf("no answer: %w", ctx.Err())
	}
}

// peakMemory reads the most memory that a process has had, in KiB. (The maximum that
// wait reports counts what the parent had before exec, too.)
func peakMemory(pid int) (kib int, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	_, rest, ok := strings.Cut(string(text), "VmHWM:")
	if !ok {
		return 0, errors.New("the system does not tell the process's memory")
	}
	_, err = fmt.Sscan(rest, &kib)
	return kib, err
}

// initTrace starts a program that tells what its packages take to initialise.
func initTrace(ctx context.Context, program string, env []string) (string, error) {
	r, err := newRuntime([]byte(`{}`))
	if err != nil {
		return "", err
	}
	defer r.close()
	var text strings.Builder
	cmd := exec.CommandContext(ctx, program)
	cmd.Env, cmd.Stderr = append(env, "AWS_LAMBDA_RUNTIME_API="+r.addr, "GODEBUG=inittrace=1"), &text
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("start %s: %w", program, err)
	}
	select {
	case <-r.asked:
	case <-ctx.Done():
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait() // it was killed
	return text.String(), nil
}
