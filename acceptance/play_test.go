package acceptance

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The model as a server must agree with the model: what differs is a fault of the client or of the comparison.
func TestPlayRandom_on_the_model(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			o := OptionsFor(seed)
			s, api := newStub(t, seed)
			if s.real = seed%5 == 0; !s.real {
				o.Clock = s
			}
			require.NoError(t, PlayRandom(t.Context(), api, rand.New(rand.NewPCG(seed, 2)), o))
		})
	}
}

// Scenarios that ask only for what the model knows run on the model, too.
func TestScenarios_on_the_model(t *testing.T) {
	t.Parallel()
	for i, scenario := range Scenarios() {
		if scenario.Edge {
			continue // the stub has none
		}
		t.Run(scenario.Name, func(t *testing.T) {
			t.Parallel()
			s, api := newStub(t, uint64(i))
			assert.NoError(t, scenario.Run(t.Context(), api, rand.New(rand.NewPCG(uint64(i), 3)), Options{Clock: s}))
		})
	}
}

// Each of these servers does one thing wrong that a player might hardly notice. The comparison must.
func TestPlayRandom_notices(t *testing.T) {
	t.Parallel()
	isView := func(r *http.Request, body map[string]any) bool {
		return r.Method == http.MethodGet && body["seats"] != nil
	}
	events := func(body map[string]any, kind string) []map[string]any {
		var found []map[string]any
		list, _ := body["events"].([]any)
		for _, entry := range list {
			if e := entry.(map[string]any); e["type"] == kind {
				found = append(found, e)
			}
		}
		return found
	}
	faults := map[string]func(r *http.Request, status int, body map[string]any){
		"a member that is in no contract": func(r *http.Request, _ int, body map[string]any) {
			if isView(r, body) && body["round"] == 1.0 {
				body["hint"] = true
			}
		},
		"a spectator's view with a seat": func(r *http.Request, _ int, body map[string]any) {
			if isView(r, body) && r.Header.Get("Authorization") == "" {
				body["you"] = map[string]any{"seat": 0, "hand": []string{}}
			}
		},
		"a number of cards that is off by one": func(r *http.Request, _ int, body map[string]any) {
			if isView(r, body) && body["status"] == "playing" {
				body["seats"].([]any)[1].(map[string]any)["cards"] = 77
			}
		},
		"a turn that goes to the seat before": func(r *http.Request, _ int, body map[string]any) {
			if turn, ok := body["turn"].(map[string]any); ok && isView(r, body) {
				turn["seat"] = 0
			}
		},
		"a deadline that is a millisecond late": func(r *http.Request, _ int, body map[string]any) {
			if text, ok := body["deadline"].(string); ok && isView(r, body) {
				body["deadline"] = text[:20] + "999Z"
			}
		},
		"cards of a play that everybody sees": func(_ *http.Request, _ int, body map[string]any) {
			for _, e := range events(body, "played") {
				e["cards"] = []string{"7a"}
			}
		},
		"a pile that is taken by nobody's number": func(_ *http.Request, _ int, body map[string]any) {
			for _, e := range events(body, "called") {
				e["taken"] = 1000
			}
		},
		"another code for a refusal": func(_ *http.Request, _ int, body map[string]any) {
			if body["code"] == "not-your-turn" {
				body["code"], body["type"] = "not-playing", "http://stub/problems/not-playing"
			}
		},
		"another seed than the deal's": func(_ *http.Request, _ int, body map[string]any) {
			for _, e := range events(body, "roundEnded") {
				e["seed"] = strings.Repeat("0", 64)
			}
		},
		"a deck in another order": func(r *http.Request, _ int, body map[string]any) {
			if deck, ok := body["deck"].([]any); ok {
				deck[0], deck[1] = deck[1], deck[0]
			}
		},
		"an action that is kept back": func(_ *http.Request, _ int, body map[string]any) {
			if actions, ok := body["actions"].([]any); ok && body["deck"] != nil {
				body["actions"] = actions[1:]
			}
		},
		"a list that says that one is waited for": func(_ *http.Request, _ int, body map[string]any) {
			games, _ := body["games"].([]any)
			for _, g := range games {
				if item := g.(map[string]any); item["waitingForYou"] != nil {
					item["waitingForYou"] = true
				}
			}
		},
		"an act that is told of twice": func(_ *http.Request, _ int, body map[string]any) {
			if list, _ := body["events"].([]any); len(events(body, "accepted")) > 0 {
				body["events"] = append(list, list[len(list)-1])
			}
		},
	}
	for name, bend := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var err error
			for seed := uint64(0); err == nil && seed < 5; seed++ {
				s, api := newStub(t, seed)
				s.bend = bend
				err = PlayRandom(t.Context(), api, rand.New(rand.NewPCG(seed, 4)), Options{Clock: s, Seats: 3, Mischief: true, Commands: 80})
			}
			assert.Error(t, err)
		})
	}
}
