// Command smoke plays one scripted match against a running service and says how it
// went. Without -url it runs the service itself, on the table that the environment
// names as for the local program, and says what the match cost in request units.
package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"

	"cheat/functions/internal/bill"
	"cheat/functions/internal/smoke"
	"cheat/infra/store/dynamo"
)

func main() {
	url := flag.String("url", "", "address of the service, such as http://127.0.0.1:8080")
	flag.Parse()
	if err := run(context.Background(), *url, os.Getenv); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, url string, getenv func(string) string) error {
	var transport http.RoundTripper
	var service *bill.Service
	if url == "" {
		config, err := dynamo.FromEnv(getenv)
		if err != nil {
			return fmt.Errorf("smoke: neither -url nor a table: %w", err)
		}
		if service, err = bill.NewService(ctx, config); err != nil {
			return fmt.Errorf("smoke: %w", err)
		}
		url, transport = "http://smoke.invalid", service
	}
	report, err := smoke.Play(ctx, strings.TrimSuffix(url, "/"), transport)
	if err != nil {
		return err
	}
	fmt.Println(report)
	if service != nil {
		_, use := service.Total()
		fmt.Printf("DynamoDB: %.1f read units, %.1f write units\n", use.Read, use.Write)
	}
	return nil
}
