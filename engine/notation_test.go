package engine

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Written records stay readable: testdata/notation has a match of each version of
// the form, none of which is ever written again.
func TestNotationOfBefore(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"cheat1"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := os.ReadFile("testdata/notation/" + name + ".txt")
			require.NoError(t, err)
			parts := strings.Split(string(file), "\n\n")
			require.Len(t, parts, 4)
			table, err := ParseTable(parts[0] + "\n")
			require.NoError(t, err)
			deal, err := ParseDeal(table, parts[1])
			require.NoError(t, err)
			acts, err := ParseActs(parts[2], deal.Version+1, deal.At)
			require.NoError(t, err)
			state, err := ParseState(table, deal, strings.TrimSuffix(parts[3], "\n"))
			require.NoError(t, err)
			moments, err := Replay(Begin(table, deal), acts)
			require.NoError(t, err)
			assert.Equal(t, position(state), position(moments[len(moments)-1].Game))
		})
	}
}

func TestNotationOfState(t *testing.T) {
	t.Parallel()
	st := stage{hands: []Cards{cardsOf(t, "7aKhKaCc"), cardsOf(t, "8aKl"), cardsOf(t, "9aXh")}, pile: cardsOf(t, "Ua"), due: Ten}
	g, _ := act(t, st.game(t), opening+1, putting(0, "Kh", "Ka"), Action{Kind: ToAccept, Seat: 2}, Action{Kind: ToLeave, Seat: 2})
	good := string(g.AppendState(nil))
	require.Equal(t, "p 4 VgmOYqX 0 U1 1 0 0 0X22.0:Kah 4 0,0,0x-1a 7aCc/8aKl/9aXh/UaKah/"+
		"7lhb8lhb9lhbXalbUlhbOalhbKbAalhbPc -", good)
	_, err := ParseState(g.Table, g.deal, good)
	require.NoError(t, err)
	for what, change := range map[string][2]string{
		"status":                     {"p ", "x "},
		"a field too many":           {"p ", "p  "},
		"a field too few":            {" -", ""},
		"version":                    {" 4 ", " x "},
		"leading zero":               {" 4 V", " 04 V"},
		"time":                       {"VgmOYqX", "Vgm-YqX"},
		"no time":                    {"VgmOYqX", ""},
		"clock":                      {" 0 U1", " -0 U1"},
		"due rank":                   {"U1 ", "C1 "},
		"turn":                       {"U1 ", "U3 "},
		"turn of who has left":       {"U1 ", "U2 "},
		"plays beyond the last":      {"U1 1 ", "U1 401 "},
		"plays below none":           {"U1 1 ", "U1 -1 "},
		"lies below none":            {"U1 1 0 ", "U1 1 -1 "},
		"ended while it runs":        {"0 0 0X", "0 4 0X"},
		"over, but not ended":        {"p ", "r "},
		"last call with cards":       {"p ", "l "},
		"finished with an open play": {"p 4 VgmOYqX 0 U1 1 0 0", "f 4 VgmOYqX 0 U1 1 0 4"},
		"cards for the third time":   {"8aKl/", "8aKlh/"},
		"a card missing":             {"9aXh/", "9a/"},
		"another card":               {"9aXh/", "9a8a/"},
		"order of cards":             {"9aXh/", "Xh9a/"},
		"a rank without a suit":      {"9aXh/", "9aXhK/"},
		"an empty hand":              {"/8aKl/9aXh/", "//8a9aXKlXh/"},
		"cards of the play":          {":Kah", ":Kab"},
		"number of the play":         {"0X22", "0X12"},
		"player of the play":         {"0X22", "3X22"},
		"answers":                    {" 4 0,0", " 1 0,0"},
		"answers of nobody":          {" 4 0,0", " 256 0,0"},
		"all answers":                {" 4 0,0", " 6 0,0"},
		"seats":                      {"0,0,0x-1a", "0,0"},
		"points":                     {"0,0,0x-1a", "0,z,0x-1a"},
		"hands":                      {"7aCc/", "7aCc//"},
	} {
		require.Contains(t, good, change[0], what)
		bad := strings.Replace(good, change[0], change[1], 1)
		_, err := ParseState(g.Table, g.deal, bad)
		if assert.Error(t, err, "%s: %s", what, bad) {
			assert.NotRegexp(t, "[7-9XUOKA][alhb]", err.Error(), "%s: no card in the error", what)
		}
	}
}

func TestNotationOfDeal(t *testing.T) {
	t.Parallel()
	table := stage{hands: []Cards{cardsOf(t, "7a"), cardsOf(t, "8a"), cardsOf(t, "9a")}}.game(t).Table
	d := Deal{Round: 2, Version: 17, At: opening, Dealer: 1, Seats: []Standing{{Points: 4}, {Points: 7, Missed: 2}, {Points: 3, Away: true}}}
	text, err := d.AppendText(nil)
	require.NoError(t, err)
	require.Equal(t, "2 17 VgmOYqW 1 4,7m2,3a", string(text))
	again, err := ParseDeal(table, string(text))
	require.NoError(t, err)
	assert.Equal(t, d, again)
	for _, bad := range []string{
		"", "2 17 VgmOYqW 1", "2 17 VgmOYqW 1 4,7m2,3a 0", "2 17 VgmOYqW 1 4,7m2", "2 17 VgmOYqW 1 4,7m2,3a,0",
		"0 17 VgmOYqW 1 4,7m2,3a", "3 17 VgmOYqW 1 4,7m2,3a", "x 17 VgmOYqW 1 4,7m2,3a", "02 17 VgmOYqW 1 4,7m2,3a",
		"2 17 VgmOYqW 2 4,7m2,3a", "2 17 VgmOYqW 3 4,7m2,3a", "2 17 VgmOYqW -1 4,7m2,3a", "2 17 VgmOYqW 1 4a,7m2,3a",
		"2 17 VgmOYqW 1 4x1,7m2,3a", "2 17 VgmOYqW 1 4p1,7m2,3a", "2 17 VgmOYqW 1 4,7m,3a", "2 17 VgmOYqW 1 4,7m0,3a",
	} {
		_, err := ParseDeal(table, bad)
		assert.Error(t, err, bad)
	}
}

func TestNotationOfActs(t *testing.T) {
	t.Parallel()
	const text = "+7aKh:3E8~+Pc:0!1X=2z~=0100~-30-15*0abc:1"
	acts, err := ParseActs(text, 8, opening)
	require.NoError(t, err)
	at := func(ms ...Time) Time {
		sum := opening
		for _, m := range ms {
			sum += m
		}
		return sum
	}
	play := func(version int, when Time, timedOut bool, cards ...string) Act {
		return Act{version, when, Action{Kind: ToPlay, Seat: NoSeat, TimedOut: timedOut, Cards: parsed(cards)}}
	}
	other := func(version int, when Time, kind ActionKind, seat int, timedOut bool) Act {
		return Act{version, when, Action{Kind: kind, Seat: seat, TimedOut: timedOut}}
	}
	rematch := other(15, at(12408, 33, 61, 3844, 0, 5, 1), ToRematch, 0, false)
	rematch.ID = "abc"
	assert.Equal(t, []Act{
		play(8, at(12408), false, "7a", "Kh"), play(9, at(12408), true, "Pc"), other(10, at(12408, 33), ToCall, 1, false),
		other(11, at(12408, 33, 61), ToAccept, 2, false), other(12, at(12408, 33, 61, 3844), ToAccept, 0, true),
		other(13, at(12408, 33, 61, 3844), ToLeave, 3, true), other(14, at(12408, 33, 61, 3844, 5), ToLeave, 1, false), rematch,
	}, acts)

	for n, first := range []string{"", "+7aKh:3E8", "+7aKh:3E8~+Pc:0", "+7aKh:3E8~+Pc:0!1X", "+7aKh:3E8~+Pc:0!1X=2z"} {
		a, b := SplitActs(text, n)
		assert.Equal(t, []string{first, strings.TrimPrefix(text, first)}, []string{a, b})
	}
	a, b := SplitActs(text, 99)
	assert.Equal(t, []string{text, ""}, []string{a, b})

	for _, bad := range []string{
		"~", "+", "x", "7a", "+7a", "+7a:", "+7a:-", "+a7:0", "+7a7a7a:0", "!", "!1", "!90", "!80", "=x0", "-1", "!100", "~~!10", "!10~", "*0", "*0abc", "*0abc:", "*9abc:0", "!1zzzzzzzzzzz",
	} {
		_, err := ParseActs(bad, 8, opening)
		assert.Error(t, err, bad)
	}
	for _, kind := range []ActionKind{ToDeal, ToJoin, ToStart, ToFree} {
		assert.Panics(t, func() { AppendAct(nil, Act{Action: Action{Kind: kind}}, opening) }, "%s is no act of a round", kind)
	}
}

func TestNotationOfOptions(t *testing.T) {
	t.Parallel()
	all := baseRules(2).String()
	require.Equal(t, "decks=2 chroniclers=true handSize=null afterCall=continue maxCards=4 callers=anyone callSeconds=0 lastPlay=callable "+
		"finish=firstOut points=4,3,2 rounds=2 target=null paleAlone=false turnSeconds=0", all)
	rules, err := ParseRules(all)
	require.NoError(t, err)
	assert.Equal(t, baseRules(2), rules)
	for _, text := range []string{"-", "decks=2", "handSize=null", "callSeconds=null target=9", "points=0,1,2", all} {
		o, err := ParseOptions(text)
		require.NoError(t, err)
		assert.Equal(t, text, o.String())
	}
	for _, bad := range []string{
		"", "decks", "decks=", "decks=x", "decks=02", "decks=null", "deck=2", "chroniclers=yes", "chroniclers=1", "handSize=0", "callSeconds=-1",
		"afterCall=maybe", "points=", "points=1,", "points=a", "decks=2  target=9", "target=9 decks=2", "decks=2 decks=2", "decks=2 -", " decks=2", "decks=2 ",
	} {
		_, err := ParseOptions(bad)
		assert.Error(t, err, bad)
	}
	_, err = ParseRules(strings.TrimSuffix(all, " turnSeconds=0"))
	assert.Error(t, err, "all members")
}

func TestNotationOfTable(t *testing.T) {
	t.Parallel()
	w, err := begin(rand.New(rand.NewPCG(5, 6)).IntN, Options{OptTarget, Rules{Target: 9}}, 4, 1)
	require.NoError(t, err)
	w.g.Table.players[0].Name, w.g.Table.players[0].Entropy = `"Ada" \ Łódź`+"\n\u200d", "two words"
	good, err := w.g.Table.AppendText(nil)
	require.NoError(t, err)
	require.NoError(t, readsTable(w.g))
	first := strings.Index(string(good), "seat ")
	second := first + strings.Index(string(good[first:]), "\nseat ") + 1
	for what, change := range map[string][2]string{
		"a line that is none":     {"seed ", "seeds "},
		"no seed":                 {"seed ", "seed z"},
		"a short seed":            {"seed " + w.g.Table.secret.seed.hex(), "seed 00"},
		"a long seed":             {"seed ", "seed 00"},
		"rules that cannot be":    {"rules decks=1", "rules decks=2 decks=1"},
		"rules out of range":      {"rounds=50", "rounds=51"},
		"options":                 {"options target=9", "options target=9 "},
		"an owner":                {"seat human 01", "seat human 0x"},
		"a short owner":           {"seat human 01", "seat human "},
		"a kind":                  {"seat bot", "seat bat"},
		"a seat without a name":   {`seat bot hard/1 "`, `seat bot hard/1 x"`},
		"a bot without a level":   {`seat bot hard/1 `, `seat bot `},
		"a seat that is free":     {"seat bot hard/1 \"Dee\"\n", "seat empty\n"},
		"one seat":                {string(good[second:strings.Index(string(good), "log ")]), ""},
		"a host":                  {"table g ", "table g g "},
		"a host who is not there": {" 0\noptions", " 7\noptions"},
		"no line of a log":        {"log 1 ", "log "},
		"an event of a round":     {" joined 0 human", " dealt 0 human"},
		"a number":                {"log 1 ", "log x "},
		"a name":                  {"human - \"Ada\"", "human - Ada"},
		"the last end of a line":  {string(good[len(good)-12:]), strings.TrimSuffix(string(good[len(good)-12:]), "\n")},
		"a second table":          {"options ", "table g 0 0 1 0\noptions "},
	} {
		require.Contains(t, string(good), change[0], what)
		_, err := ParseTable(strings.Replace(string(good), change[0], change[1], 1))
		assert.Error(t, err, what)
	}
}
