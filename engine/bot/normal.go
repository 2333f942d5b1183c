package bot

import "cheat/engine"

// normal plays all its true cards when it has some, else one card at random, and
// calls what its own hand disproves and every last card.
type normal struct {
	*situation
	chance *engine.Chance
}

func (n normal) play() []engine.Card {
	fit, coloured, pale, other := n.sorted()
	switch {
	case len(fit) > 0:
		if len(other)+len(pale) == 0 { // the Chroniclers help to finish
			fit = append(fit, coloured...)
		}
		return n.atMost(fit)
	case len(coloured) > 0 && n.chance.Below(2) == 0:
		return coloured[:1]
	case len(pale) > 0 && (n.pile == 0 || len(other)+len(coloured) == 0):
		return pale[:1] // uncalled it costs no more than itself
	case len(other) == 0:
		return coloured[:1]
	}
	i := n.chance.Below(len(other))
	return other[i : i+1]
}

func (n normal) calls() bool { return n.last || n.disproved() }
