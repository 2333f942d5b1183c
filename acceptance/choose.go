package acceptance

import (
	"context"
	"math/rand/v2"
	"slices"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

// entropies are what players add to the deal; "" adds nothing.
var entropies = []string{"", "", "heads", "Żołądź", "two words", "🂡"}

func pick[T any](rnd *rand.Rand, from []T) T { return from[rnd.IntN(len(from))] }

func (t *Table) entropy() *string {
	text := pick(t.rnd, entropies)
	return given(text != "", text)
}

// tokenOrNone makes a token, or leaves it to the server to make one.
func (t *Table) tokenOrNone() string {
	if t.rnd.IntN(2) == 0 {
		return ""
	}
	return client.NewToken()
}

// option is one thing that one player may do.
type option struct {
	player *Player
	action string
}

// stepForward does one of the things that the views offer; what brings the game on is done more often.
func (t *Table) stepForward(ctx context.Context, o Options) error {
	weight := map[string]int{"play": 8, "accept": 4, "call": 1, "deal": 3, "join": 6, "start": 1}
	if !o.Leaving && !t.bots {
		delete(weight, "start")
	}
	if t.views[spectator].Status == model.LastCall {
		weight["call"] = 4
	}
	var options []option
	for _, p := range t.players {
		if p.Name == stranger {
			continue
		}
		for _, action := range t.view(p.ID).Actions {
			for range weight[action] {
				options = append(options, option{p, action})
			}
		}
	}
	if t.views[spectator].Status == model.Lobby && len(t.players) <= len(names) {
		for range 4 {
			options = append(options, option{nil, "join"})
		}
	}
	if len(options) == 0 {
		return t.look(ctx) // a window runs, or only bots may act
	}
	chosen := pick(t.rnd, options)
	if chosen.player == nil { // somebody who has never been at the table
		chosen.player = t.newPlayer(names[len(t.players)-1], t.tokenOrNone())
	}
	_, err := t.do(ctx, t.command(chosen.player, chosen.action))
	return err
}

// names are those of the players after the stranger, who has none.
var names = []string{"Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ida", "Jan", "Kira", "Leo", "Mia"}

// command makes a command of a player that, as far as his view tells, is allowed.
func (t *Table) command(p *Player, action string) model.Command {
	view := t.view(p.ID)
	c := model.Command{Kind: action, By: p.ID, Name: p.Name}
	if p.Token == "" && action != "join" {
		c.By = spectator
	}
	if needsVersion(action) {
		c.IfMatch = &view.Version
	}
	if p.Token != "" && t.rnd.IntN(4) == 0 {
		c.Key = client.NewToken()[:1+t.rnd.IntN(30)]
	}
	switch action {
	case "join":
		c.Entropy = pick(t.rnd, entropies)
	case "start":
		if t.rnd.IntN(2) == 0 {
			c.EntropyGiven, c.Entropy = true, pick(t.rnd, entropies)
		}
	case "play":
		c.Cards = t.someCards(view)
		if t.rnd.IntN(3) == 0 && view.Turn != nil {
			c.Rank = view.Turn.Rank
		}
	}
	return c
}

// someCards chooses what to put down: true cards where there are some and the dice say so, else any.
func (t *Table) someCards(view client.View) []model.Card {
	if view.You == nil || len(view.You.Hand) == 0 {
		return nil
	}
	hand := slices.Clone(view.You.Hand)
	t.rnd.Shuffle(len(hand), func(i, j int) { hand[i], hand[j] = hand[j], hand[i] })
	most, _ := view.Rules["maxCards"].(float64)
	var fitting []string
	for _, card := range hand {
		if view.Turn != nil && (card[:1] == view.Turn.Rank || card[1:] == "c") {
			fitting = append(fitting, card)
		}
	}
	if len(fitting) > 0 && t.rnd.IntN(3) > 0 {
		hand = fitting
	}
	if view.Rules["paleAlone"] == true && slices.Contains(hand, string(model.Pale)) {
		if t.rnd.IntN(2) == 0 || len(hand) == 1 {
			return []model.Card{model.Pale}
		}
		hand = slices.DeleteFunc(hand, func(card string) bool { return card == string(model.Pale) })
	}
	var cards []model.Card
	for _, card := range hand[:1+t.rnd.IntN(min(len(hand), int(most)))] {
		cards = append(cards, model.Card(card))
	}
	return cards
}

// leaveOne has somebody leave who may, or the host free a seat.
func (t *Table) leaveOne(ctx context.Context) error {
	var may []*Player
	for _, p := range t.players {
		if slices.Contains(t.view(p.ID).Actions, "leave") {
			may = append(may, p)
		}
	}
	if len(may) == 0 {
		return t.look(ctx)
	}
	c := model.Command{Kind: "leave", By: pick(t.rnd, may).ID}
	if view := t.views[c.By]; view.Status == model.Lobby && view.You.Seat == view.Host && t.rnd.IntN(2) == 0 {
		c.Kind, c.Seat = "free", t.rnd.IntN(len(view.Seats))
		if t.rnd.IntN(2) == 0 {
			c.IfMatch = &view.Version
		}
	}
	_, err := t.do(ctx, c)
	return err
}

// drawRules draws rules that fit each other and the seats.
func drawRules(rnd *rand.Rand, o Options) map[string]any {
	for {
		rules := map[string]any{}
		for _, name := range []string{"decks", "chroniclers", "handSize", "afterCall", "maxCards", "callers", "callSeconds",
			"lastPlay", "finish", "points", "rounds", "target", "paleAlone", "turnSeconds"} {
			if rnd.IntN(2) == 0 {
				rules[name] = drawRule(rnd, name, o.Clock != nil)
			}
		}
		if rnd.IntN(3) > 0 { // long rounds are the exception
			rules["handSize"] = 1 + rnd.IntN(6)
		}
		force, err := model.InForce(rules, o.Seats)
		if err == nil && (force.Chroniclers || !force.PaleAlone) && reachable(force, o.Seats) {
			return rules
		}
	}
}

// reachable tells whether the target can be reached in the rounds by whoever wins them all.
func reachable(rules model.Rules, seats int) bool {
	best := slices.Max(rules.Points[:min(len(rules.Points), seats)])
	return rules.Target == nil || *rules.Target <= best*rules.Rounds
}

func drawRule(rnd *rand.Rand, name string, clock bool) any {
	choices := map[string][]any{
		"decks":       {1, 2},
		"chroniclers": {true, true, false},
		"handSize":    {nil, 1, 2, 3, 5, 8, 11},
		"afterCall":   {"continue", "repeat", "restart"},
		"maxCards":    {4, 8},
		"callers":     {"anyone", "next"},
		"callSeconds": {nil, 0, 3, 3600},
		"lastPlay":    {"callable", "final"},
		"finish":      {"firstOut", "playOn", "playOn"},
		"points":      {[]int{1}, []int{4, 3, 2, 1}, []int{0, 5}, []int{10, 10, 1, 7, 0, 0, 2, 3}},
		"rounds":      {1, 2, 3, 50},
		"target":      {nil, 1, 4, 9},
		"paleAlone":   {false, true},
		"turnSeconds": {0, 3600, 86400, 1209600},
	}
	if clock {
		choices["turnSeconds"] = []any{0, 10, 11, 60, 86400}
		choices["callSeconds"] = append(choices["callSeconds"], 1, 5, 30)
	}
	return pick(rnd, choices[name])
}
