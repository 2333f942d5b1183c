package dynamotest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"cheat/infra/store/dynamo"
)

// supervise runs a server and ends it when the standard input closes. The pipe
// behind it closes with the test process, however that ends, so that no server
// is left over by a panic or a kill.
const supervise = `"$@" & read -r _; kill $!; wait`

const (
	startTime  = 10 * time.Second
	startTries = 3 // the port that was free a moment ago may be taken
)

type server struct {
	endpoint string
	lifeline io.WriteCloser // held open for as long as the process lives
}

// running is one server for the whole test process.
var running = sync.OnceValues(func() (server, error) {
	if endpoint := os.Getenv("CHEAT_DYNAMODB_ENDPOINT"); endpoint != "" {
		return server{endpoint: endpoint}, nil
	}
	binary, err := Binary(context.Background())
	if err != nil {
		return server{}, err
	}
	for range startTries {
		var s server
		if s, err = start(binary); err == nil {
			return s, nil
		}
	}
	return server{}, err
})

func start(binary string) (server, error) {
	port, err := freePort()
	if err != nil {
		return server{}, err
	}
	cmd := exec.Command("sh", "-c", supervise, "sh",
		binary, "serve", "--host", "127.0.0.1", "--port", port, "--log", "quiet")
	lifeline, err := cmd.StdinPipe()
	if err != nil {
		return server{}, err
	}
	if err := cmd.Start(); err != nil {
		return server{}, fmt.Errorf("start %s: %w", binary, err)
	}
	s := server{endpoint: "http://127.0.0.1:" + port, lifeline: lifeline}
	if err := s.await(); err != nil {
		return server{}, errors.Join(fmt.Errorf("start %s: %w", binary, err), lifeline.Close(), cmd.Wait())
	}
	return s, nil
}

// await returns when the server answers.
func (s server) await() error {
	client, err := dynamo.NewClient(s.config(""))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		if _, err = client.ListTables(ctx, &dynamodb.ListTablesInput{}); err == nil {
			return nil
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return err
		}
	}
}

func freePort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	return strconv.Itoa(port), listener.Close()
}
