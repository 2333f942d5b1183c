package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"cheat/acceptance/client"
	"cheat/functions/internal/bill"
	"cheat/functions/internal/party"
	"cheat/infra/store/dynamo"
)

// kind is who plays at a table.
type kind struct {
	people int
	rash   bool
}

func (k kind) String() string {
	if k.rash {
		return fmt.Sprintf("%d at random", k.people)
	}
	return fmt.Sprintf("%d sensible", k.people)
}

// kinds are the tables of which matches are played.
func kinds() []kind {
	return []kind{{2, false}, {3, false}, {4, false}, {8, false}, {2, true}, {3, true}, {4, true}, {8, true}}
}

// match is what whole matches of one kind consumed.
type match struct {
	kind
	games, requests int
	all             bill.Use
	moves           int // but for those that end a match, which write to lists too
	within          int // of them, those of half a read unit and one write unit
	move            bill.Use
}

// playMatches plays whole matches in which the next player looks before each move.
func playMatches(ctx context.Context, config dynamo.Config, k kind, games int) (match, error) {
	service, err := bill.NewService(ctx, config)
	if err != nil {
		return match{}, err
	}
	api := client.Client{Base: "http://cost.invalid", HTTP: &http.Client{Transport: service}}
	m := match{kind: k, games: games}
	for seed := range uint64(games) {
		p, err := party.Sit(ctx, api, rand.New(rand.NewPCG(seed, 7)), k.people, map[string]any{"callSeconds": 0})
		if err != nil {
			return match{}, err
		}
		p.Rash = k.rash
		for !p.Over {
			move, err := p.Look(ctx)
			if err != nil {
				return match{}, err
			}
			_, before := service.Total()
			if err := p.Make(ctx, move); err != nil {
				return match{}, err
			}
			if _, after := service.Total(); !p.Over {
				m.count(after.Minus(before))
			}
		}
	}
	m.requests, m.all = service.Total()
	return m, nil
}

// count notes what a move consumed.
func (m *match) count(u bill.Use) {
	m.moves++
	m.move = m.move.Plus(u)
	if u.Read <= 0.5 && u.Write <= 1 {
		m.within++
	}
}

// share of the moves that consume no more than they should.
func (m match) share() float64 { return float64(m.within) / float64(m.moves) }

// matchTable prints what a move and a whole match cost, by who plays.
func matchTable(out io.Writer, prices bill.Prices, memoryMB int, matches []match) {
	fmt.Fprintf(out, "%-14s %6s %8s %9s %8s %8s %9s %10s %10s %12s %12s\n", "people", "games", "moves", "at 0.5+1", "reads", "writes",
		"requests", "reads", "writes", string(bill.HTTPAPI), string(bill.FunctionURL))
	for _, m := range matches {
		games, each := float64(m.games), m.move.Mean(m.moves)
		dollars := func(door bill.Door) float64 {
			return prices.PerMillion(m.all.Mean(m.requests), door, memoryMB) / 1e6 * float64(m.requests) / games
		}
		fmt.Fprintf(out, "%-14s %6d %8d %8.2f%% %8.3f %8.3f %9.0f %10.1f %10.1f %12.6f %12.6f\n", m.kind, m.games, m.moves, 100*m.share(), each.Read, each.Write,
			float64(m.requests)/games, m.all.Read/games, m.all.Write/games, dollars(bill.HTTPAPI), dollars(bill.FunctionURL))
	}
	fmt.Fprintf(out, "moves: all but those that end a match; reads and writes: request units of a move, and of a match; last columns: dollars a match\n")
}

// slowDay is a day of a slow game: so many people, each with the page open all day, and
// a move every few hours.
type slowDay struct {
	people int
	every  time.Duration
	polls  int // of everybody
	use    bill.Use
}

// playSlowDay lets the pages of a game ask as often as the service tells them to.
func playSlowDay(ctx context.Context, config dynamo.Config, people int, every time.Duration) (slowDay, error) {
	service, err := bill.NewService(ctx, config)
	if err != nil {
		return slowDay{}, err
	}
	api := client.Client{Base: "http://cost.invalid", HTTP: &http.Client{Transport: service}}
	p, err := party.Sit(ctx, api, rand.New(rand.NewPCG(1, 8)), people, map[string]any{"callSeconds": 0})
	if err != nil {
		return slowDay{}, err
	}
	day := slowDay{people: people, every: every}
	for range int(24 * time.Hour / every) {
		move, err := p.Look(ctx)
		if err != nil {
			return slowDay{}, err
		}
		if err := p.Make(ctx, move); err != nil {
			return slowDay{}, err
		}
		who := p.Viewer()
		_, before := service.Total()
		for waited := time.Duration(0); waited < every; {
			answer, err := api.View(ctx, who, p.ID)
			if err != nil {
				return slowDay{}, err
			}
			who.Seen = answer.Header.Get("ETag")
			seconds, err := strconv.Atoi(answer.Header.Get("Poll-After"))
			if err != nil {
				return slowDay{}, fmt.Errorf("an answer without Poll-After: %w", err)
			}
			pause := time.Duration(seconds) * time.Second
			waited += pause
			service.Wait(pause)
			day.polls += people // all pages do the same
		}
		_, after := service.Total()
		one := after.Minus(before)
		for range people {
			day.use = day.use.Plus(one)
		}
	}
	return day, nil
}

func (d slowDay) print(out io.Writer, prices bill.Prices, memoryMB int) {
	dollars := func(door bill.Door) float64 {
		return prices.PerMillion(d.use.Mean(d.polls), door, memoryMB) / 1e6 * float64(d.polls)
	}
	always := d.people * int(24*time.Hour/(2*time.Second))
	fmt.Fprintf(out, "A day of a slow game: %d people with the page open all day, a move every %.0f hours: %d polls, %.0f read units, $%.4f with the HTTP API, $%.4f with the Function URL. "+
		"Without Poll-After, every two seconds: %d polls, %.1f times as much.\n",
		d.people, d.every.Hours(), d.polls, d.use.Read, dollars(bill.HTTPAPI), dollars(bill.FunctionURL), always, float64(always)/float64(d.polls))
}
