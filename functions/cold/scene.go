package main

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"

	"cheat"
	"cheat/acceptance/client"
	"cheat/functions/internal/front"
	"cheat/functions/internal/party"
	"cheat/functions/internal/program"
	"cheat/infra/store/dynamo"
	"cheat/infra/store/table"
)

// movesBefore is how old a game is when a cold function gets its next move.
const movesBefore = 12

// scene makes games on the table, and events of moves in them.
type scene struct{ api client.Client }

func newScene(ctx context.Context, getenv func(string) string) (*scene, error) {
	config, err := dynamo.FromEnv(getenv)
	if err != nil {
		return nil, err
	}
	if err := table.Provide(ctx, config, cheat.Template); err != nil {
		return nil, err
	}
	store, err := dynamo.New(config)
	if err != nil {
		return nil, err
	}
	settings, err := program.FromEnv(func(string) string { return "" })
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.DiscardHandler)
	return &scene{party.Direct(front.New(settings, settings.Games(store, log), log).Handler())}, nil
}

// move is the event of a move in a game of four that is on its way.
func (s *scene) move(ctx context.Context, seed uint64) ([]byte, error) {
	for ; ; seed += 1 << 32 {
		p, err := party.Sit(ctx, s.api, rand.New(rand.NewPCG(seed, 0)), 4, map[string]any{"callSeconds": 0})
		if err != nil {
			return nil, err
		}
		for n := 0; ; n++ {
			move, err := p.Look(ctx)
			if err != nil {
				return nil, err
			}
			if move.Path == "" {
				break // it was over before; another
			}
			if n == movesBefore {
				return party.Event(http.MethodPost, move.Path, move.Caller, move.Body)
			}
			if err := p.Make(ctx, move); err != nil {
				return nil, err
			}
		}
	}
}
