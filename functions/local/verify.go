package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"cheat/engine"
	"cheat/functions/internal/program"
	"cheat/functions/internal/verify"
)

// maxFile is the size of the largest file or answer that is read, in bytes.
const maxFile = 64 << 20

// check carries out `verify FILE|URL`: it says on out what was checked, and returns
// the first thing that does not hold.
func check(ctx context.Context, from string, out io.Writer) error {
	say := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	text, err := read(ctx, from)
	if err != nil {
		return err
	}
	var whole struct {
		Game   *engine.View       `json:"game"`
		Rounds []engine.OpenRound `json:"rounds"`
	}
	if err := json.Unmarshal(text, &whole); err == nil && whole.Game != nil {
		m := verify.Match{ID: whole.Game.ID, Rules: whole.Game.Rules, Rounds: whole.Rounds}
		for _, s := range whole.Game.Seats {
			m.Players = append(m.Players, engine.Player{Kind: s.Kind})
		}
		if len(m.Rounds) == 0 {
			return errors.New("no round of this game is over yet: there is nothing to check")
		}
		if err := verify.Check(m, program.Bots(), say); err != nil {
			return err
		}
		say("Everything holds, in %d rounds.", len(m.Rounds))
		return nil
	}
	rounds, err := roundsIn(text)
	if err != nil {
		return err
	}
	if err := verify.Deals(rounds, say); err != nil {
		return err
	}
	say("The deals hold, in %d rounds. What was played was not checked: that needs the game's rules, so give its address or a file {\"game\": …, \"rounds\": […]}.", len(rounds))
	return nil
}

// roundsIn reads one finished round or a list of them.
func roundsIn(text []byte) ([]engine.OpenRound, error) {
	var rounds []engine.OpenRound
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		err := json.Unmarshal(text, &rounds)
		return rounds, err
	}
	var one engine.OpenRound
	if err := json.Unmarshal(text, &one); err != nil {
		return nil, fmt.Errorf("this is neither a game with its rounds nor a finished round: %w", err)
	}
	if one.Round == 0 {
		return nil, errors.New("this is neither a game with its rounds nor a finished round")
	}
	return []engine.OpenRound{one}, nil
}

// read returns a file's text, or for the address of a game, its page or one of its
// rounds, what the API says of it.
func read(ctx context.Context, from string) ([]byte, error) {
	if !strings.HasPrefix(from, "http://") && !strings.HasPrefix(from, "https://") {
		return os.ReadFile(from)
	}
	address, err := url.Parse(from)
	if err != nil {
		return nil, err
	}
	address.Fragment = "" // a personal link's token is nobody's business
	address.Path = strings.Replace(address.Path, "/g/", "/v1/games/", 1)
	client := &http.Client{Timeout: 20 * time.Second}
	text, _, err := get(ctx, client, address.String())
	if err != nil || strings.Contains(address.Path, "/rounds/") {
		return text, err
	}
	out := []byte(`{"game":` + string(text) + `,"rounds":[`)
	for n := 1; ; n++ {
		round, status, err := get(ctx, client, fmt.Sprintf("%s/rounds/%d", address, n))
		if status == http.StatusNotFound || status == http.StatusConflict {
			return append(out, "]}"...), nil
		}
		if err != nil {
			return nil, err
		}
		if n > 1 {
			out = append(out, ',')
		}
		out = append(out, round...)
	}
}

func get(ctx context.Context, client *http.Client, address string) ([]byte, int, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, 0, err
	}
	answer, err := client.Do(r)
	if err != nil {
		return nil, 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxFile))
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("GET %s: %s", address, answer.Status)
	}
	return text, answer.StatusCode, err
}
