package play_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/engine"
	"cheat/functions/internal/play"
	"cheat/functions/internal/program"
	"cheat/infra/store"
)

// keptGame is a file of testdata: all records of one game as a released form wrote
// them, and what was answered from them then. The files of a form are never written
// again: every later program has to read them, answer the same and play on.
type keptGame struct {
	What    string
	ID      string
	Now     engine.Time
	Records []keptRecord
	Answers []keptAnswer // of a spectator, and of each person who has been there

	Later        engine.Time // after a while without anybody; 0 where nothing was due
	After        int         // the version until then
	LaterAnswers []keptAnswer
}

// keptRecord is one item. The lines of its body stand one below the other, so that
// they can be read.
type keptRecord struct {
	PK, SK  string
	Version int64    `json:",omitzero"`
	Expires int64    `json:",omitzero"`
	Body    []string `json:",omitempty"`
}

// keptAnswer is what one viewer got to see, as the API encodes it.
type keptAnswer struct {
	Who    string // "" is a spectator
	View   json.RawMessage
	Events json.RawMessage // behind a version
	Rounds json.RawMessage // those that ended behind it: the same for everybody, so only in the spectator's
	Active json.RawMessage // the list of running games
	Ended  json.RawMessage // the list of finished games
}

// TestForm reads every game that a form of this or an earlier program left behind.
func TestForm(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/cheat*/*.json")
	require.NoError(t, err)
	kinds := map[string]bool{}
	for _, file := range files {
		kept := readKept(t, file)
		for _, r := range kept.Records {
			if len(r.Body) > 0 {
				kinds[r.Body[0]] = true
			}
		}
		t.Run(strings.TrimPrefix(file, "testdata/"), func(t *testing.T) {
			t.Parallel()
			s := kept.stage(t)
			answeredAlike(t, kept.Answers, s.answers(kept.ID, 0))
			if kept.Later != 0 {
				later := kept.stage(t)
				later.now = kept.Later
				answeredAlike(t, kept.LaterAnswers, later.answers(kept.ID, kept.After))
			}
			s.toTheEnd(kept.ID)
		})
	}
	for _, kind := range []string{"cheat1 head", "cheat1 play", "cheat1 round", "cheat1 piece"} {
		assert.True(t, kinds[kind], "no %s is kept", kind)
	}
}

func readKept(t *testing.T, file string) keptGame {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var kept keptGame
	require.NoError(t, json.Unmarshal(text, &kept))
	require.NotEmpty(t, kept.Answers)
	return kept
}

// stage is the game's records in a store of their own, at the moment of the answers.
func (k keptGame) stage(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, newMemory(), 7)
	s.Bots, s.now = program.Bots(), k.Now
	for _, r := range k.Records {
		item := store.Item{PK: r.PK, SK: r.SK, Version: r.Version, Expires: r.Expires, Body: []byte(strings.Join(r.Body, "\n"))}
		require.NoError(t, s.Store.PutNew(t.Context(), item))
	}
	return s
}

// answeredAlike insists that all that was answered then is answered now. There may be more:
// members that were added later.
func answeredAlike(t *testing.T, want, got []keptAnswer) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		assert.Empty(t, missing(decoded(t, asText(t, want[i])), decoded(t, asText(t, got[i])), "answer"), "for %q", want[i].Who)
	}
}

func decoded(t *testing.T, text []byte) (v any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	require.NoError(t, decoder.Decode(&v))
	return v
}

// missing says where got does not hold what is wanted: "" if it holds all.
func missing(want, got any, at string) string {
	switch want := want.(type) {
	case map[string]any:
		got, ok := got.(map[string]any)
		if !ok {
			return at + " is no object"
		}
		for name, value := range want {
			if _, ok := got[name]; !ok {
				return at + "." + name + " is not there"
			}
			if fault := missing(value, got[name], at+"."+name); fault != "" {
				return fault
			}
		}
		return ""
	case []any:
		got, ok := got.([]any)
		if !ok || len(got) != len(want) {
			return fmt.Sprintf("%s has not the %d elements of then", at, len(want))
		}
		for i := range want {
			if fault := missing(want[i], got[i], fmt.Sprintf("%s[%d]", at, i)); fault != "" {
				return fault
			}
		}
		return ""
	}
	if want != got {
		return fmt.Sprintf("%s was %v, now it is %v", at, want, got)
	}
	return ""
}

// answers are all that everybody can learn of what happened behind a version.
func (s *stage) answers(id string, after int) []keptAnswer {
	s.t.Helper()
	list := []keptAnswer{s.answersFor(id, nil, after)}
	for _, p := range people(10) {
		if slices.ContainsFunc(s.game(id).Table.Players(), func(at engine.Player) bool { return at.Owner == p.owner }) {
			list = append(list, s.answersFor(id, &p, after))
		}
	}
	return list
}

func (s *stage) answersFor(id string, viewer *person, after int) keptAnswer {
	s.t.Helper()
	ctx, who, name := s.t.Context(), play.Caller{Now: s.now}, ""
	if viewer != nil {
		who.Owner, name = &viewer.owner, viewer.name
	}
	answer, err := s.View(ctx, id, who)
	require.NoError(s.t, err)
	rounds := []engine.OpenRound{}
	for n := 1; viewer == nil && n <= answer.View.Round; n++ {
		round, err := s.Round(ctx, id, who, n)
		if codeOf(err) == "round-not-over" {
			break
		}
		require.NoError(s.t, err)
		if round.Actions[len(round.Actions)-1].Version > after {
			rounds = append(rounds, round)
		}
	}
	kept := keptAnswer{
		Who: name, View: asText(s.t, answer.View), Events: asText(s.t, s.told(id, viewer, after, 500)), Rounds: asText(s.t, rounds),
		Active: asText(s.t, nil), Ended: asText(s.t, nil),
	}
	if viewer != nil {
		active, err := s.Active(ctx, who)
		require.NoError(s.t, err)
		ended, _, err := s.FinishedGames(ctx, who, 100, "")
		require.NoError(s.t, err)
		kept.Active, kept.Ended = asText(s.t, active), asText(s.t, ended)
	}
	return kept
}

func asText(t testing.TB, v any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}

// toTheEnd plays a game on until it is over, checks all that must hold of it, and
// lets the sweep clear it away.
func (s *stage) toTheEnd(id string) {
	s.t.Helper()
	chance := rand.New(rand.NewPCG(9, 9))
	for range 5000 {
		g := s.game(id)
		if g.Over() {
			break
		}
		s.now += engine.Time(1 + chance.ExpFloat64()*8000)
		s.somethingHappens(id, chance)
	}
	require.True(s.t, s.game(id).Over(), "it does not come to an end: %s", s.game(id).AppendState(nil))
	s.readBack(id)
	s.sweptClean(id, 10)
}

// somethingHappens lets the game go on by one act of a person, or by what is due.
func (s *stage) somethingHappens(id string, chance *rand.Rand) {
	s.t.Helper()
	answer, err := s.View(s.t.Context(), id, play.Caller{Now: s.now})
	require.NoError(s.t, err)
	g := s.game(id)
	seat, a := 0, engine.Action{Kind: engine.ToDeal}
	switch answer.View.Status {
	case engine.InLobby:
		s.fillUp(id)
		return
	case engine.RoundOver:
		seat = slices.IndexFunc(g.Table.Players(), func(p engine.Player) bool { return p.Kind == engine.Human })
		for g.Away(seat) {
			seat++
		}
	case engine.Playing, engine.LastCall:
		var idle bool
		seat, a, idle = company{seats: g.Seats(), sensible: true}.decide(g, s.now, chance)
		if idle || g.Table.Players()[seat].Kind != engine.Human {
			return // a bot decides by itself
		}
	default:
		return
	}
	who := s.as(s.sitting(id, seat))
	who.IfMatch = g.Version
	if chance.IntN(2) == 0 {
		who.Key = fmt.Sprint("on ", g.Version)
	}
	_, err = s.doing(id, seat, a, who)
	require.NoError(s.t, err)
}

// fillUp seats people on the free seats of a lobby, which starts it.
func (s *stage) fillUp(id string) {
	s.t.Helper()
	for i := 9; s.game(id).Status == engine.InLobby; i-- {
		_, err := s.Join(context.Background(), id, s.as(somebody(i)), somebody(i).name, "")
		require.NoError(s.t, err)
	}
}
