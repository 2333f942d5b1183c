// Package dynamotest gives tests a DynamoDB table: on a server of their own that
// speaks its protocol, or, with CHEAT_TEST_TABLE, on AWS.
//
// The server is dynoxide. It is looked for in this order: an endpoint that
// CHEAT_DYNAMODB_ENDPOINT names, the PATH, the user's cache folder; and if cargo
// is there it is built into that folder, once a machine. Where none can be had
// the tests are skipped, or, with CI set, fail.
package dynamotest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

const version = "3.2.0"

// ErrMissing says that no server can be had, and how to get one.
var ErrMissing = errors.New("NO DYNAMODB: what needs it was not tested. Install Rust's cargo, which builds the server once, " +
	"or put dynoxide on the PATH, or name an endpoint in CHEAT_DYNAMODB_ENDPOINT")

// Binary returns the path of dynoxide. It may build it, which takes minutes and
// reports to stderr; processes that want it at the same time wait for the one
// that builds. Its errors are ErrMissing.
func Binary(ctx context.Context) (string, error) {
	if path, err := exec.LookPath("dynoxide"); err == nil {
		return path, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrMissing, err)
	}
	root := filepath.Join(cache, "cheat", "dynoxide-"+version)
	cached := filepath.Join(root, "bin", "dynoxide")
	if path, err := exec.LookPath(cached); err == nil {
		return path, nil
	}
	if err := build(ctx, root, cached); err != nil {
		return "", fmt.Errorf("%w: %w", ErrMissing, err)
	}
	return exec.LookPath(cached)
}

func build(ctx context.Context, root, cached string) error {
	cargo, err := exec.LookPath("cargo")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(root, "lock"))
	if _, err := lock.TryLockContext(ctx, time.Second); err != nil {
		return err
	}
	defer lock.Close()
	if _, err := exec.LookPath(cached); err == nil {
		return nil // another process was faster
	}
	fmt.Fprintf(os.Stderr, "building dynoxide %s for the DynamoDB tests: some minutes, once on this machine\n", version)
	cmd := exec.CommandContext(ctx, cargo, "install", "dynoxide-rs", "--version", version, "--locked",
		"--no-default-features", "--features", "native-sqlite,http-server,cli", "--root", root)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}
