package reliability_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/acceptance/client"
)

// act is what a player did and the server acknowledged.
type act struct {
	version int
	kind    string // the event's type
	seat    int
}

// command is a request that changes a game, with all that a repetition needs.
type command struct {
	who  client.Caller
	path string
	body any
	act  act
}

// player makes moves for both seats of a game of two, one after the other, and
// remembers all that was acknowledged. Nobody else touches its game, so it knows
// which version every command must give.
type player struct {
	rnd     *rand.Rand
	name    string
	id      string
	seats   [2]client.Caller
	version int
	acts    []act
	pending *command // sent, and not answered yet
	ended   []match

	acknowledged, games int
}

// match is a game that a player has played to its end.
type match struct {
	who     client.Caller
	id      string
	version int
}

// play goes on until the connection fails. Whatever else goes wrong is returned.
func (p *player) play(ctx context.Context, api client.Client) error {
	for {
		if p.pending == nil {
			next, err := p.choose(ctx, api)
			if err != nil {
				return gone(err)
			}
			p.pending = &next
		}
		if err := p.settle(ctx, api); err != nil {
			return gone(err)
		}
	}
}

// lost is a failed connection, which a killed program explains.
type lost struct{ error }

func gone(err error) error {
	if _, ok := err.(lost); ok {
		return nil
	}
	return err
}

// settle sends the pending command, perhaps for the second time: a first try that was
// carried out must be found by its key.
func (p *player) settle(ctx context.Context, api client.Client) error {
	c := *p.pending
	answer, err := api.Do(ctx, http.MethodPost, c.path, c.who, c.body)
	if err != nil {
		return lost{err}
	}
	if answer.Status != http.StatusOK && answer.Status != http.StatusCreated {
		return fmt.Errorf("%s of %s: %d %s", c.path, p.name, answer.Status, answer.Body)
	}
	if got := answer.Version(); got != c.act.version {
		return fmt.Errorf("%s of %s: version %d, not %d: lost or done twice", c.path, p.name, got, c.act.version)
	}
	if c.path == "/v1/games" {
		var made client.Seated
		if err := answer.JSON(&made); err != nil {
			return err
		}
		p.id, p.acts = made.Game.ID, nil
		p.games++
	}
	p.version, p.pending = c.act.version, nil
	p.acts = append(p.acts, c.act)
	p.acknowledged++
	return nil
}

// choose decides on the next command: a new game, its second seat, or a move.
func (p *player) choose(ctx context.Context, api client.Client) (command, error) {
	rules := map[string]any{"turnSeconds": 0, "callSeconds": 0}
	key := fmt.Sprintf("%s-%d", p.name, p.acknowledged)
	if p.id == "" {
		p.seats = [2]client.Caller{{Token: client.NewToken()}, {Token: client.NewToken()}}
		p.version = 0
	}
	by := func(seat int) client.Caller {
		who := p.seats[seat].At(p.version)
		who.Key = key
		return who
	}
	switch {
	case p.id == "":
		return command{by(0), "/v1/games", client.Creation{Name: "Ada", Seats: 2, Rules: rules}, act{1, "joined", 0}}, nil
	case p.version == 1:
		return command{by(1), "/v1/games/" + p.id + "/players", client.Joining{Name: "Ben"}, act{2, "joined", 1}}, nil
	}
	for seat := range p.seats {
		answer, err := api.View(ctx, p.seats[seat], p.id)
		if err != nil {
			return command{}, lost{err}
		}
		var view client.View
		if answer.Status != http.StatusOK || answer.Version() != p.version || answer.JSON(&view) != nil {
			return command{}, fmt.Errorf("view of %s: %d, version %d, not %d", p.name, answer.Status, answer.Version(), p.version)
		}
		if view.Status == "finished" {
			p.ended = append(p.ended, match{p.seats[0], p.id, p.version})
			p.id = ""
			return p.choose(ctx, api)
		}
		may := func(action string) bool { return slices.Contains(view.Actions, action) }
		path := "/v1/games/" + p.id
		switch next := p.version + 1; {
		case may("call") && p.rnd.IntN(4) == 0:
			return command{by(seat), path + "/calls", nil, act{next, "called", seat}}, nil
		case may("play"):
			hand := view.You.Hand
			return command{by(seat), path + "/plays", client.Cards{Cards: hand[:1+p.rnd.IntN(min(4, len(hand)))]}, act{next, "played", seat}}, nil
		case may("accept") && view.Status == "lastCall":
			return command{by(seat), path + "/accepts", nil, act{next, "accepted", seat}}, nil
		}
	}
	return command{}, fmt.Errorf("%s: nobody can do anything at version %d: the game is unplayable", p.name, p.version)
}

// check compares what the server tells of the game with what was acknowledged. What
// was sent and not answered may be there or not.
func (p *player) check(ctx context.Context, api client.Client) error {
	for _, m := range p.ended {
		answer, err := api.View(ctx, m.who, m.id)
		if err != nil || answer.Version() != m.version {
			return fmt.Errorf("%s: of a finished game: %d, version %d, not %d (%w)", p.name, answer.Status, answer.Version(), m.version, err)
		}
	}
	if p.id == "" {
		return nil
	}
	answer, err := api.Events(ctx, p.seats[0], p.id, 0, 500)
	if err != nil {
		return err
	}
	var page client.EventPage
	if err := answer.JSON(&page); err != nil {
		return err
	}
	told := map[act]bool{}
	for _, e := range page.Events {
		seat, ofSeat := e["seat"].(float64)
		if !ofSeat {
			continue
		}
		told[act{int(e["version"].(float64)), e["type"].(string), int(seat)}] = true
	}
	for _, a := range p.acts {
		if !told[a] && page.Next == nil {
			return fmt.Errorf("%s: acknowledged and lost: %+v of %d", p.name, a, page.Version)
		}
	}
	most := p.version
	if p.pending != nil && p.pending.path != "/v1/games" {
		most++
	}
	if page.Version < p.version || page.Version > most {
		return fmt.Errorf("%s: version %d, acknowledged %d", p.name, page.Version, p.version)
	}
	return nil
}

// The program is killed while players are at it, and started again on the same file,
// over and over.
func TestCrash_loses_nothing_that_was_acknowledged(t *testing.T) {
	t.Parallel()
	kills, data := either(3, 200), t.TempDir()
	rnd := rand.New(rand.NewPCG(8, 1))
	players := make([]*player, 8)
	for i := range players {
		players[i] = &player{name: fmt.Sprintf("player%d", i), rnd: rand.New(rand.NewPCG(8, uint64(i)))}
	}
	early := 0
	for n := range kills {
		if n%5 == 4 { // at any moment of the start, too
			p := run(t, data, time.Duration(1+rnd.IntN(40))*time.Millisecond)
			p.wait()
			early++
		}
		p := run(t, data, 0).ready()
		api := client.Client{Base: p.URL, HTTP: &http.Client{Transport: &http.Transport{}, Timeout: 20 * time.Second}}
		for _, one := range players {
			require.NoError(t, one.check(t.Context(), api), "after kill %d", n)
		}
		failures := make(chan error, len(players))
		var all sync.WaitGroup
		for _, one := range players {
			all.Go(func() { failures <- one.play(t.Context(), api) })
		}
		time.AfterFunc(time.Duration(rnd.IntN(1_000_000))*time.Microsecond, func() { _ = p.cmd.Process.Kill() })
		all.Wait()
		p.kill()
		for range players {
			require.NoError(t, <-failures, "before kill %d; the program said: %s", n+1, p.said())
		}
		api.HTTP.CloseIdleConnections()
	}
	p := run(t, data, 0).ready()
	acknowledged, games, open := 0, 0, 0
	for _, one := range players {
		api := client.Client{Base: p.URL}
		require.NoError(t, one.check(t.Context(), api))
		if one.pending != nil {
			open++
			require.NoError(t, one.settle(t.Context(), api))
		}
		_, err := one.choose(t.Context(), api)
		require.NoError(t, err)
		acknowledged, games = acknowledged+one.acknowledged, games+one.games
	}
	require.Positive(t, acknowledged)
	t.Logf("%d kills and %d more during the start: %d acknowledged acts in %d games, none lost; %d were under way at the last kill", kills, early, acknowledged, games, open)
}

// A file that is damaged is noticed before anything is served; it is left as it is,
// and the program says what to do.
func TestCrash_a_damaged_file_is_noticed_and_left_alone(t *testing.T) {
	t.Parallel()
	sound := filepath.Join(t.TempDir(), "sound")
	p := run(t, sound, 0).ready()
	for range 20 {
		answer, err := client.Client{Base: p.URL}.Create(t.Context(), client.Caller{}, client.Creation{Name: "Ada", Seats: 2})
		require.NoError(t, err)
		require.Equal(t, http.StatusCreated, answer.Status)
	}
	p.kill()
	whole, err := os.ReadFile(filepath.Join(sound, "cheat.db"))
	require.NoError(t, err)
	page := os.Getpagesize()

	for name, spoil := range map[string]func([]byte) []byte{
		"half written":            func(b []byte) []byte { return b[:len(b)/2] },
		"cut within a page":       func(b []byte) []byte { return b[:page+100] },
		"its beginning is zeros":  func(b []byte) []byte { clear(b[:2*page]); return b },
		"pages of zeros":          func(b []byte) []byte { clear(b[2*page:]); return b },
		"a letter of each record": func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("Ada"), []byte("Adb")) }, // of some the copy is out of use
		"not a file of this kind": func([]byte) []byte { return []byte(strings.Repeat("a text, not a store\n", 1000)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			file, spoiled := filepath.Join(data, "cheat.db"), spoil(slices.Clone(whole))
			require.NoError(t, os.WriteFile(file, spoiled, 0o600))
			p := run(t, data, 0)
			require.Empty(t, p.URL, "it serves")
			require.Error(t, p.wait())
			assert.Equal(t, 1, p.cmd.ProcessState.ExitCode())
			said := p.said()
			assert.Contains(t, said, file)
			assert.Contains(t, said, "the file is damaged")
			assert.Contains(t, said, "nothing was changed: put a copy in its place, or move it away to begin with an empty one")
			assert.NotContains(t, said, "goroutine", "a message, no trace")
			now, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, spoiled, now)
		})
	}
}
