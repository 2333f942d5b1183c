package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"cheat"
	"cheat/acceptance"
	"cheat/acceptance/client"
	"cheat/functions/internal/bill"
	"cheat/functions/internal/smoke"
	"cheat/infra/store/dynamo"
)

const pricesPath = "docs/prices.json"

// play plays scripted matches and whole random games, and prints the tables.
func play(ctx context.Context, out io.Writer, getenv func(string) string, games int) error {
	prices, err := bill.LoadPrices(pricesPath)
	if err != nil {
		return err
	}
	ceilings, err := bill.ReadCeilings(cheat.Template)
	if err != nil {
		return err
	}
	config, err := dynamo.FromEnv(getenv)
	if err != nil {
		return err
	}
	two, err := bill.NewService(ctx, config)
	if err != nil {
		return err
	}
	moves := 0
	for range games {
		report, err := smoke.Play(ctx, "http://cost.invalid", two)
		if err != nil {
			return err
		}
		moves += report.Moves
	}
	fmt.Fprintf(out, "Prices of %s in %s. %s\n", prices.AsOf, prices.Region, prices.Note)
	var matches []match
	for _, k := range kinds() {
		m, err := playMatches(ctx, config, k, games)
		if err != nil {
			return err
		}
		matches = append(matches, m)
	}
	fmt.Fprintf(out, "\nWhole matches of one round, in which the next player looks before each move:\n\n")
	matchTable(out, prices, ceilings.MemoryMB, matches)
	day, err := playSlowDay(ctx, config, 4, 3*time.Hour)
	if err != nil {
		return err
	}
	fmt.Fprintln(out)
	day.print(out, prices, ceilings.MemoryMB)
	fmt.Fprintf(out, "\n%d scripted matches of two, two rounds with six cards each, %d moves:\n\n%s", games, moves, bill.UseTable(prices, ceilings.MemoryMB, two.Lines()))
	count, sum := two.Total()
	each := func(door bill.Door) float64 {
		return prices.PerMillion(sum.Mean(count), door, ceilings.MemoryMB) / 1e6 * float64(count) / float64(games)
	}
	fmt.Fprintf(out, "\nOne such match, %d requests: %.1f read units, %.1f write units; $%.6f with the HTTP API, $%.6f with the Function URL.\n",
		count/games, sum.Read/float64(games), sum.Write/float64(games), each(bill.HTTPAPI), each(bill.FunctionURL))
	for _, group := range []struct {
		title   string
		options acceptance.Options
	}{
		{"random games of four people", acceptance.Options{Seats: 4, Commands: 150}},
		{"random games of two people and two bots", acceptance.Options{Seats: 4, Bots: []string{"normal", "hard"}, Commands: 80}},
	} {
		service, err := random(ctx, config, games, group.options)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "\n%d %s, looked at by everybody after each act:\n\n%s", games, group.title, bill.UseTable(prices, ceilings.MemoryMB, service.Lines()))
	}
	return nil
}

// random plays random games on a service of their own.
func random(ctx context.Context, config dynamo.Config, games int, o acceptance.Options) (*bill.Service, error) {
	service, err := bill.NewService(ctx, config)
	if err != nil {
		return nil, err
	}
	api := client.Client{Base: "http://cost.invalid", HTTP: &http.Client{Transport: service}}
	for seed := range uint64(games) {
		if err := acceptance.PlayRandom(ctx, api, rand.New(rand.NewPCG(seed, 5)), o); err != nil {
			return nil, err
		}
	}
	return service, nil
}

// printMost prints the largest bill under each front door.
func printMost(out io.Writer) error {
	prices, err := bill.LoadPrices(pricesPath)
	if err != nil {
		return err
	}
	ceilings, err := bill.ReadCeilings(cheat.Template)
	if err != nil {
		return err
	}
	for _, door := range []bill.Door{bill.HTTPAPI, bill.FunctionURL} {
		fmt.Fprintf(out, "%s\n\n%s\n", door, bill.MostTable(bill.Most(prices, ceilings, door)))
	}
	return nil
}
