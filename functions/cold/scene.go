package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"

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
	sdk, err := dynamo.NewClient(config)
	if err != nil {
		return nil, err
	}
	if config.Endpoint != "" {
		if err := table.Ensure(ctx, sdk, config.Table, cheat.Template); err != nil {
			return nil, err
		}
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
				return event(move)
			}
			if err := p.Make(ctx, move); err != nil {
				return nil, err
			}
		}
	}
}

// event is a move as an HTTP API sends it (payload format 2.0).
func event(m party.Move) ([]byte, error) {
	body := ""
	headers := map[string]string{
		"accept": "*/*", "accept-encoding": "gzip, deflate, br", "accept-language": "en", "host": "abcdef1234.execute-api.us-east-1.amazonaws.com",
		"authorization": "Bearer " + m.Caller.Token, "if-match": m.Caller.IfMatch, "idempotency-key": m.Caller.Key,
		"user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36", "x-amzn-trace-id": "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700",
		"x-forwarded-for": "192.0.2.1", "x-forwarded-port": "443", "x-forwarded-proto": "https",
	}
	if m.Body != nil {
		text, err := json.Marshal(m.Body)
		if err != nil {
			return nil, fmt.Errorf("write the move: %w", err)
		}
		body, headers["content-type"] = string(text), "application/json"
	}
	return json.Marshal(map[string]any{
		"version": "2.0", "routeKey": "POST " + m.Path, "rawPath": m.Path, "rawQueryString": "", "headers": headers,
		"requestContext": map[string]any{
			"accountId": "123456789012", "apiId": "abcdef1234", "domainName": "abcdef1234.execute-api.us-east-1.amazonaws.com",
			"requestId": "JKJaXmPLvHcESHA=", "stage": "$default", "time": "30/Nov/2026:10:00:00 +0000", "timeEpoch": 1796032800000,
			"http": map[string]any{"method": "POST", "path": m.Path, "protocol": "HTTP/1.1", "sourceIp": "192.0.2.1", "userAgent": "Mozilla/5.0"},
		},
		"body": body, "isBase64Encoded": false,
	})
}
