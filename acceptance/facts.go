package acceptance

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"cheat/acceptance/model"
)

// facts tells the model what only the server knows, from each seat's own events and, with bots at the
// table, from the finished round.
type facts struct {
	table   *Table
	public  []map[string]any            // the spectator's events
	own     map[string][]map[string]any // each player's
	records map[int]record
}

// record is a finished round as far as the facts need it.
type record struct {
	text    json.RawMessage
	Dealer  int
	Hands   [][]model.Card
	Actions []action
}

// action is one act of a finished round.
type action struct {
	Version int
	Seat    int
	Type    string
	Cards   []model.Card
}

func (f *facts) add(viewer string, events []map[string]any) {
	if viewer == spectator {
		f.public = append(f.public, events...)
		return
	}
	f.own[viewer] = append(f.own[viewer], events...)
}

// group are the events of one act.
func group(events []map[string]any, version int) []map[string]any {
	var acts []map[string]any
	for _, e := range events {
		if e["version"] == float64(version) {
			acts = append(acts, e)
		}
	}
	return acts
}

// find is the event of that type in an act, nil if it has none.
func find(events []map[string]any, version int, kind string) map[string]any {
	for _, e := range group(events, version) {
		if e["type"] == kind {
			return e
		}
	}
	return nil
}

// whole reads a member that is a whole number; -1 if it is none.
func whole(e map[string]any, name string) int {
	number, ok := e[name].(float64)
	if !ok || number != float64(int(number)) {
		return -1
	}
	return int(number)
}

func cardsOf(e map[string]any, name string) []model.Card {
	list, _ := e[name].([]any)
	var cards []model.Card
	for _, v := range list {
		text, _ := v.(string)
		cards = append(cards, model.Card(text))
	}
	return cards
}

// Dealt implements model.Facts.
func (f *facts) Dealt(m *model.Match) (int, [][]model.Card) {
	if r, ok := f.records[m.Round()]; ok && f.table.bots {
		return r.Dealer, r.Hands
	}
	var hands [][]model.Card
	for seat := range m.Seats() {
		hands = append(hands, cardsOf(find(f.own[m.PlayerAt(seat)], m.Version(), "dealt"), "hand"))
	}
	return whole(find(f.public, m.Version(), "dealt"), "dealer"), hands
}

// Drawn implements model.Facts.
func (f *facts) Drawn(m *model.Match, seat int) model.Card {
	cards := cardsOf(find(f.own[m.PlayerAt(seat)], m.Version(), "played"), "cards")
	for _, action := range f.records[m.Round()].Actions {
		if action.Version == m.Version() {
			cards = action.Cards
		}
	}
	if len(cards) == 0 {
		return ""
	}
	return cards[0]
}

// Opened implements model.Facts.
func (f *facts) Opened(m *model.Match) model.Seed {
	text, _ := find(f.public, m.Version(), "roundEnded")["seed"].(string)
	bytes, err := hex.DecodeString(text)
	if err != nil || len(bytes) != len(model.Seed{}) {
		return model.Seed{} // the model will find that it does not fit the commitment
	}
	return model.Seed(bytes)
}

// BotName implements model.Facts.
func (f *facts) BotName(m *model.Match, seat int) string {
	for _, e := range group(f.public, m.Version()) {
		if e["type"] == "joined" && whole(e, "seat") == seat {
			name, _ := e["name"].(string)
			return name
		}
	}
	return ""
}

// botCards are the cards of a bot's play, from the finished round.
func (f *facts) botCards(round, version int) ([]model.Card, error) {
	actions := f.records[round].Actions
	i := slices.IndexFunc(actions, func(a action) bool { return a.Version == version && a.Type == "play" })
	if i < 0 {
		return nil, fmt.Errorf("the finished round %d has no play at version %d", round, version)
	}
	return actions[i].Cards, nil
}
