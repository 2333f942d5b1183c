package main

import (
	"context"
	"math/rand/v2"
	"time"

	"cheat/acceptance/client"
	"cheat/functions/internal/party"
)

// players send requests to a server, one after the other, until the context ends, and
// note what each took. A look and a move belong together.
type players func(ctx context.Context, api client.Client, rnd *rand.Rand, note func(time.Duration)) error

// rules let everybody play on at once, so that nobody but the next has to look.
func rules() map[string]any { return map[string]any{"callSeconds": 0, "turnSeconds": 0} }

// playGames plays one game of four after the other.
func playGames(ctx context.Context, api client.Client, rnd *rand.Rand, note func(time.Duration)) error {
	for ctx.Err() == nil {
		p, err := party.Sit(ctx, api, rnd, 4, rules())
		if err != nil {
			return ended(ctx, err)
		}
		for {
			move, err := p.Look(ctx)
			if err != nil {
				return ended(ctx, err)
			}
			if move.Path == "" {
				break
			}
			began := time.Now()
			if err := p.Make(ctx, move); err != nil {
				return ended(ctx, err)
			}
			note(time.Since(began))
		}
	}
	return nil
}

// playNothing sends what a game sends to a server that does nothing.
func playNothing(ctx context.Context, api client.Client, _ *rand.Rand, note func(time.Duration)) error {
	who := client.Caller{Token: client.NewToken()}
	for ctx.Err() == nil {
		if _, err := api.View(ctx, who, "00000000000000000000000000"); err != nil {
			return ended(ctx, err)
		}
		at := who.At(100)
		at.Key = "move-100-0123456789abcdef"
		began := time.Now()
		if _, err := api.Play(ctx, at, "00000000000000000000000000", client.Cards{Cards: []string{"7a"}}); err != nil {
			return ended(ctx, err)
		}
		note(time.Since(began))
	}
	return nil
}

// poll asks for a game that stands still, again and again.
func poll(ctx context.Context, api client.Client, rnd *rand.Rand, note func(time.Duration)) error {
	p, err := party.Sit(ctx, api, rnd, 4, rules())
	if err != nil {
		return ended(ctx, err)
	}
	for range 12 {
		move, err := p.Look(ctx)
		if err != nil {
			return ended(ctx, err)
		}
		if move.Path == "" {
			break
		}
		if err := p.Make(ctx, move); err != nil {
			return ended(ctx, err)
		}
	}
	return pollFor(ctx, api, p.Viewer(), p.ID, note)
}

// pollNothing is the same with a server that does nothing.
func pollNothing(ctx context.Context, api client.Client, _ *rand.Rand, note func(time.Duration)) error {
	return pollFor(ctx, api, client.Caller{Token: client.NewToken()}, "00000000000000000000000000", note)
}

func pollFor(ctx context.Context, api client.Client, who client.Caller, id string, note func(time.Duration)) error {
	answer, err := api.View(ctx, who, id)
	if err != nil {
		return ended(ctx, err)
	}
	who.Seen = answer.Header.Get("ETag")
	for ctx.Err() == nil {
		began := time.Now()
		if _, err := api.View(ctx, who, id); err != nil {
			return ended(ctx, err)
		}
		note(time.Since(began))
	}
	return nil
}

// ended forgives an error when the time was over.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
