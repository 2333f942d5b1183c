package engine

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// invariants says what is wrong with a game that ought to be sound: whatever was
// played, nothing of this may ever fail.
func invariants(g Game) error {
	if g.Round() == 0 {
		return errors.Join(actionsAsJudged(g), readsTable(g))
	}
	return errors.Join(conserved(g), everybodyHolds(g), waitsForSomebody(g), actionsAsJudged(g), readsDeal(g), readsState(g))
}

// conserved: every card of the deck lies in exactly one place.
func conserved(g Game) error {
	places := append(g.secret.hands[:], g.secret.pile, g.secret.aside)
	for c := range Card(kinds) {
		n, want := 0, deckOf(g.Table.Rules.Decks, g.Table.Rules.Chroniclers).Count(c)
		for _, cs := range places {
			n += cs.Count(c)
		}
		if n != want {
			return fmt.Errorf("%d times %s instead of %d", n, c, want)
		}
	}
	if !g.secret.pile.Contains(g.secret.last) {
		return fmt.Errorf("the open play %s is not on the pile %s", g.secret.last, g.secret.pile)
	}
	return nil
}

// everybodyHolds: while cards are played, who is in the round has some.
func everybodyHolds(g Game) error {
	for i := range g.size() {
		if g.Status == Playing && g.in(i) && g.secret.hands[i].Len() == 0 {
			return fmt.Errorf("seat %d is in the round with nothing in hand", i)
		}
	}
	return nil
}

// waitsForSomebody: one seat is to play, or some are to answer, or some are to deal;
// and it is they who may.
func waitsForSomebody(g Game) error {
	var play, answer []int
	for i := range g.size() {
		if g.May(i, ToPlay, whenever) == nil {
			play = append(play, i)
		}
		accept, call := g.May(i, ToAccept, g.Updated) == nil, g.May(i, ToCall, g.Updated) == nil
		if accept != call {
			return fmt.Errorf("seat %d may accept: %v, but call: %v", i, accept, call)
		}
		if accept {
			answer = append(answer, i)
		}
	}
	waiting := g.WaitingFor()
	ok := false
	switch g.Status {
	case Playing:
		others := slices.DeleteFunc(slices.Clone(answer), func(i int) bool { return i == g.turn })
		ok = len(play) == 1 && slices.Equal(waiting, play) ||
			len(play) == 0 && len(waiting) > 0 && slices.Equal(waiting, others) && g.Table.Rules.CallSeconds == WaitForAll
	case LastCall:
		ok = len(play) == 0 && len(waiting) > 0 && slices.Equal(waiting, answer)
	case RoundOver:
		ok = len(play)+len(answer) == 0 && len(waiting) > 0
		for _, i := range waiting {
			ok = ok && g.May(i, ToDeal, g.Updated) == nil && !g.Away(i)
		}
	case Finished:
		ok = len(play)+len(answer)+len(waiting) == 0
	}
	if !ok {
		return fmt.Errorf("%s: waiting for %v, may play %v, may answer %v", g.Status, waiting, play, answer)
	}
	return nil
}

// actionsAsJudged: what a view names is what the judge allows, now or when the
// window has passed; starting needs a second seat besides.
func actionsAsJudged(g Game) error {
	for i := range g.size() {
		if g.Away(i) || g.Table.players[i].Kind == Empty {
			continue
		}
		var may []string
		for _, kind := range []ActionKind{ToStart, ToLeave, ToPlay, ToCall, ToAccept, ToDeal, ToRematch} {
			if g.May(i, kind, whenever) == nil && (kind != ToStart || g.Table.taken() > 1) {
				may = append(may, string(kind))
			}
		}
		if named := g.View(i).Actions; !slices.Equal(named, may) && len(named)+len(may) > 0 {
			return fmt.Errorf("seat %d is told %v but may %v", i, named, may)
		}
	}
	return nil
}

func readsTable(g Game) error {
	text, err := g.Table.AppendText(nil)
	if err != nil {
		return err
	}
	again, err := ParseTable(string(text))
	if err != nil {
		return fmt.Errorf("%w in\n%s", err, text)
	}
	if !reflect.DeepEqual(g.Table, again) {
		return fmt.Errorf("read again it is another table:\n%s", text)
	}
	return nil
}

func readsDeal(g Game) error {
	text, err := g.deal.AppendText(nil)
	if err != nil {
		return err
	}
	again, err := ParseDeal(g.Table, string(text))
	if err != nil {
		return fmt.Errorf("%w in %s", err, text)
	}
	if !reflect.DeepEqual(g.deal, again) {
		return fmt.Errorf("read again it is another deal: %s", text)
	}
	return nil
}

func readsState(g Game) error {
	text := string(g.AppendState(nil))
	again, err := ParseState(g.Table, g.deal, text)
	if err != nil {
		return fmt.Errorf("%w in %s", err, text)
	}
	if !reflect.DeepEqual(g, again) {
		return fmt.Errorf("read again it is another state: %s", text)
	}
	return nil
}
