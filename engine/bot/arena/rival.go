package main

import (
	"slices"

	"cheat/engine"
	"cheat/engine/bot"
)

// level returns the newest bot of a level.
func level(word string) player {
	name, _ := bot.Current(word) // an unknown word is an error of every decision
	return func(v engine.View, events []engine.EventView, c *engine.Chance) (engine.Action, error) {
		return bot.Decide(name, v, events, c)
	}
}

// sound plays true cards when it has some, else one at random, and calls only what
// its own hand disproves.
func sound(v engine.View, _ []engine.EventView, c *engine.Chance) (engine.Action, error) {
	if owes(v) {
		return answer(v, disproved(v)), nil
	}
	if fit := fitting(v); len(fit) > 0 {
		return put(v, fit[:min(len(fit), v.Rules.MaxCards)]), nil
	}
	return put(v, []engine.Card{v.You.Hand[c.Below(len(v.You.Hand))]}), nil
}

// gambler adds false cards to true ones or plays up to three of them, and calls by
// the size of a play and of the pile. No level was tuned against it.
func gambler(v engine.View, _ []engine.EventView, c *engine.Chance) (engine.Action, error) {
	if owes(v) {
		odds := []int{30, 14, 5, 3}[min(v.Pile.LastPlay.Count, 4)-1]
		if v.Pile.Cards > 8 {
			odds *= 2
		}
		return answer(v, v.Status == engine.LastCall || disproved(v) || c.Below(odds) == 0), nil
	}
	cards := fitting(v)
	for want := 1 + c.Below(3); want > len(cards) && len(v.You.Hand) > 3; want-- {
		if card := v.You.Hand[c.Below(len(v.You.Hand))]; !slices.Contains(cards, card) {
			cards = append(cards, card)
		}
	}
	if len(cards) == 0 {
		cards = v.You.Hand[:1]
	}
	return put(v, cards[:min(len(cards), v.Rules.MaxCards)]), nil
}

// owes reports whether the seat has yet to answer the open play.
func owes(v engine.View) bool { return slices.Contains(v.Actions, string(engine.ToAccept)) }

func answer(v engine.View, call bool) engine.Action {
	if call {
		return engine.Action{Kind: engine.ToCall, Seat: v.You.Seat}
	}
	return engine.Action{Kind: engine.ToAccept, Seat: v.You.Seat}
}

func put(v engine.View, cards []engine.Card) engine.Action {
	return engine.Action{Kind: engine.ToPlay, Seat: v.You.Seat, Cards: cards}
}

// fitting returns the cards of the rank due, or a Coloured Chronicler.
func fitting(v engine.View) []engine.Card {
	var fit, coloured []engine.Card
	for _, c := range v.You.Hand {
		switch rank, ranked := c.Rank(); {
		case ranked && rank == v.Turn.Rank:
			fit = append(fit, c)
		case c == engine.Coloured:
			coloured = append(coloured, c)
		}
	}
	if len(fit) == 0 {
		return coloured
	}
	return fit
}

// disproved reports whether the cards that the seat does not hold are too few for
// the open play.
func disproved(v engine.View) bool {
	elsewhere := 4 * v.Rules.Decks
	if v.Rules.Chroniclers {
		elsewhere += 2 * v.Rules.Decks
	}
	for _, c := range v.You.Hand {
		if rank, ranked := c.Rank(); !ranked || rank == v.Pile.LastPlay.Rank {
			elsewhere--
		}
	}
	return v.Pile.LastPlay.Count > elsewhere
}
