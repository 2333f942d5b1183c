package acceptance

import (
	"slices"
	"strings"

	"cheat/acceptance/client"
	"cheat/acceptance/model"
)

// mischief makes a command that is mostly refused: anybody does anything at any time, and several things may be
// wrong with it at once, so that the order of precedence of the errors is tried too.
func (t *Table) mischief(o Options) model.Command {
	kinds := []string{"play", "play", "play", "play", "call", "call", "accept", "accept", "deal", "join", "start", "free", "rematch", "leave"}
	p := pick(t.rnd, t.players)
	c := t.command(p, pick(t.rnd, kinds))
	view := t.view(p.ID)
	switch t.rnd.IntN(20) {
	case 0:
		c.By, c.Key = spectator, ""
	case 1:
		c.BadToken = true
	}
	if c.Kind == "join" && (c.By == spectator || p.Name == stranger) {
		c.Kind = "accept" // who joins must be somebody
	}
	if c.Kind == "free" && !t.mayFree(&c, view, o) || c.Kind == "leave" && view.You != nil && !(o.Leaving && t.rnd.IntN(4) == 0) {
		c.Kind = "call"
	}
	if c.Kind == "rematch" && over(view.Status) {
		c.Kind = "deal"
	}
	if needsVersion(c.Kind) || t.rnd.IntN(2) == 0 { // the others ignore it, but for freeing a seat
		c.IfMatch = t.someVersion(view)
	}
	if c.Kind != "leave" && c.Kind != "free" && t.rnd.IntN(15) == 0 {
		c.BadForm = true
	}
	switch c.Kind {
	case "play":
		c.Cards = t.anyCards(view, c.Cards)
		if t.rnd.IntN(3) == 0 {
			c.Rank = pick(t.rnd, []string{"7", "8", "9", "X", "U", "O", "K", "A"})
		}
	case "join":
		if t.rnd.IntN(2) == 0 {
			c.Name = strings.ToUpper(pick(t.rnd, t.players).Name)
		}
	case "start":
		if !o.Leaving && view.Status == model.Lobby { // one bot more than there are free seats
			c.Bots = []string{"easy"}
			for _, s := range view.Seats {
				if s.Kind == "empty" {
					c.Bots = append(c.Bots, "hard")
				}
			}
		}
	}
	return t.useKeyAgain(c)
}

// mayFree chooses a seat to free; beyond the table only where that alone is wrong.
func (t *Table) mayFree(c *model.Command, view client.View, o Options) bool {
	lobby := view.Status == model.Lobby
	host := view.You != nil && view.You.Seat == view.Host
	c.Seat = t.rnd.IntN(len(view.Seats))
	if lobby && host && t.rnd.IntN(3) == 0 {
		c.Seat = len(view.Seats) + t.rnd.IntN(2)
	}
	if host && !lobby && c.Seat == view.Host {
		return false // whether that is leaving or too late is left open
	}
	return !(lobby && host && !o.Leaving && c.Seat < len(view.Seats))
}

// useKeyAgain sometimes sends a player's newest key again: with the same command, or with this one.
func (t *Table) useKeyAgain(c model.Command) model.Command {
	last, ok := t.keys[c.By]
	if !ok || t.rnd.IntN(3) > 0 || c.BadToken || c.BadForm {
		return c
	}
	if t.rnd.IntN(2) == 0 {
		return last
	}
	c.Key = last.Key
	return c
}

// someVersion is mostly one that counts as current.
func (t *Table) someVersion(view client.View) *int {
	version := view.Version
	switch t.rnd.IntN(12) {
	case 0:
		return nil
	case 1:
		version = 1 + t.rnd.IntN(version)
	case 2:
		version += 1 + t.rnd.IntN(2)
	case 3, 4:
		version = max(1, version-1)
	}
	return &version
}

// anyCards spoils what a player would put down, or puts something where he would not play at all.
func (t *Table) anyCards(view client.View, cards []model.Card) []model.Card {
	cards = slices.Clone(cards)
	if view.You != nil && len(cards) == 0 && len(view.You.Hand) > 0 {
		cards = append(cards, model.Card(view.You.Hand[0]))
	}
	foreign := []model.Card{"7a", "8l", "9h", "Xb", "Ua", "Ol", "Kh", "Ab", model.Pale, model.Coloured}
	switch t.rnd.IntN(8) {
	case 0:
		return nil
	case 1:
		return append(cards, pick(t.rnd, foreign))
	case 2:
		return append(cards, pick(t.rnd, []model.Card{"Zz", "7", "a7", "7aa", "10a", "", "pc"}))
	case 3:
		return append(cards, cards...)
	case 4:
		return slices.Concat(foreign[:8], cards)
	case 5:
		if view.You != nil {
			for _, card := range view.You.Hand {
				cards = append(cards, model.Card(card))
			}
		}
	}
	return cards
}
