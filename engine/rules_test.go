package engine

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRulesDefaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		seats int
		given string
		want  string
	}{
		"R6 R13 two seats":   {2, "-", `{"decks":1,"afterCall":"repeat","callSeconds":0}`},
		"R1 four seats":      {4, "-", `{"decks":1,"afterCall":"continue","callSeconds":5}`},
		"R1 five seats":      {5, "-", `{"decks":2,"afterCall":"continue","callSeconds":5}`},
		"R1 eight seats":     {8, "-", `{"decks":2,"afterCall":"continue","callSeconds":5}`},
		"R21 target":         {3, "target=20", `{"decks":1,"afterCall":"continue","callSeconds":5,"rounds":50,"target":20}`},
		"R21 target null":    {3, "target=null", `{"decks":1,"afterCall":"continue","callSeconds":5}`},
		"R21 target, rounds": {3, "rounds=6 target=20", `{"decks":1,"afterCall":"continue","callSeconds":5,"rounds":6,"target":20}`},
		"R13 null":           {2, "callSeconds=null", `{"decks":1,"afterCall":"repeat","callSeconds":null}`},
		"all given": {
			2,
			"decks=2 chroniclers=true handSize=9 afterCall=restart maxCards=8 callers=next callSeconds=60 lastPlay=final finish=playOn points=9,1 rounds=2 target=18 paleAlone=true turnSeconds=0",
			`{"decks":2,"chroniclers":true,"handSize":9,"afterCall":"restart","maxCards":8,"callers":"next","callSeconds":60,"lastPlay":"final",
			  "finish":"playOn","points":[9,1],"rounds":2,"target":18,"paleAlone":true,"turnSeconds":0}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, err := ParseOptions(c.given)
			require.NoError(t, err)
			rules, err := o.Resolve(c.seats)
			require.NoError(t, err)
			got, err := json.Marshal(rules)
			require.NoError(t, err)
			want := map[string]any{
				"decks": 1, "chroniclers": false, "handSize": nil, "afterCall": "continue", "maxCards": 4, "callers": "anyone", "callSeconds": 5,
				"lastPlay": "callable", "finish": "firstOut", "points": []int{4, 3, 2}, "rounds": 1, "target": nil, "paleAlone": false, "turnSeconds": 86400,
			}
			require.NoError(t, json.Unmarshal([]byte(c.want), &want))
			all, err := json.Marshal(want)
			require.NoError(t, err)
			assert.JSONEq(t, string(all), string(got))
			var again Rules
			require.NoError(t, json.Unmarshal(got, &again))
			assert.Equal(t, rules, again, "read as they were written")
		})
	}
}

func TestRulesThatCannotBePlayed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		seats  int
		given  string
		detail string // what the sentence names, "" where the rules can be played
	}{
		{4, "decks=1", ""},
		{5, "decks=1", "decks and seats"},
		{2, "decks=2 maxCards=8", ""},
		{2, "maxCards=8", "maxCards and decks"},
		{5, "maxCards=8", ""},
		{4, "handSize=8", ""},
		{4, "handSize=9", "handSize and seats"},
		{3, "handSize=10", ""},
		{3, "handSize=11", "handSize and seats"},
		{3, "chroniclers=true handSize=11", ""},
		{2, "decks=2 chroniclers=true handSize=34", ""},
		{2, "decks=2 handSize=33", "handSize and seats"},
		{3, "points=0,0,0,7 target=1", "target and points"},
		{4, "points=0,0,0,7 target=350", ""},
		{4, "points=0,0,0,7 target=351", "target, points and rounds"},
		{3, "rounds=2 target=8", ""},
		{3, "rounds=2 target=9", "target, points and rounds"},
	} {
		o, err := ParseOptions(c.given)
		require.NoError(t, err)
		_, err = o.Resolve(c.seats)
		if c.detail == "" {
			assert.NoError(t, err, "%d seats, %s", c.seats, c.given)
			continue
		}
		var r *Refusal
		require.ErrorAs(t, err, &r, "%d seats, %s", c.seats, c.given)
		assert.Equal(t, BadRules, r.Code)
		assert.Contains(t, r.Detail, c.detail+":")
	}
}

func TestRulesHaveRanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		good, bad []string
	}{
		{[]string{"decks=1", "decks=2"}, []string{"decks=0", "decks=3"}},
		{[]string{"handSize=1", "handSize=null"}, []string{"handSize=-1", "decks=2 chroniclers=true handSize=35"}},
		{[]string{"maxCards=4", "decks=2 maxCards=8"}, []string{"maxCards=0", "decks=2 maxCards=5", "decks=2 maxCards=9"}},
		{[]string{"callSeconds=0", "callSeconds=3600"}, []string{"callSeconds=-2", "callSeconds=3601"}},
		{[]string{"points=0", "points=100,0,0,0,0,0,0,1"}, []string{"points=101", "points=-1", "points=1,1,1,1,1,1,1,1,1"}},
		{[]string{"rounds=1", "rounds=50"}, []string{"rounds=0", "rounds=51"}},
		{[]string{"target=1", "points=100 target=1000"}, []string{"target=-1", "points=100 target=1001"}},
		{[]string{"turnSeconds=0", "turnSeconds=10", "turnSeconds=1209600"}, []string{"turnSeconds=-1", "turnSeconds=1", "turnSeconds=9", "turnSeconds=1209601"}},
	} {
		for _, given := range c.good {
			o, err := ParseOptions(given)
			require.NoError(t, err)
			_, err = o.Resolve(2)
			assert.NoError(t, err, given)
		}
		for _, given := range c.bad {
			o, err := ParseOptions(given)
			require.NoError(t, err)
			_, err = o.Resolve(2)
			assert.ErrorContains(t, err, "none of those that the member takes", given)
		}
	}
	for _, o := range []Options{
		{OptPoints, Rules{}}, {OptAfterCall, Rules{}}, {OptCallers, Rules{Callers: "all"}}, {OptLastPlay, Rules{}}, {OptFinish, Rules{Finish: "last"}},
	} {
		_, err := o.Resolve(2)
		assert.Error(t, err, "%v", o.Given)
	}
}

func TestRulesInJSONOfAnotherKind(t *testing.T) {
	t.Parallel()
	assert.Error(t, json.Unmarshal([]byte(`{"decks":"two"}`), new(Rules)))
}
