package bot

import "cheat/engine"

// easy plays true cards most of the time and calls by whim, or when its own hand
// disproves the play.
type easy struct {
	*situation
	chance *engine.Chance
}

func (e easy) play() []engine.Card {
	fit, coloured, pale, other := e.sorted()
	honest := append(fit, coloured...)
	if len(honest) > 0 && e.chance.Below(8) > 0 {
		return e.atMost(honest)[:1+e.chance.Below(min(len(honest), e.rules.MaxCards))]
	}
	switch {
	case len(other) == 0 && len(honest) > 0:
		return honest[:1]
	case len(other) == 0, len(pale) > 0 && e.chance.Below(6) == 0:
		return pale[:1]
	}
	i := e.chance.Below(len(other))
	other[0], other[i] = other[i], other[0]
	if len(other) == 1 || e.chance.Below(3) > 0 {
		return other[:1]
	}
	i = 1 + e.chance.Below(len(other)-1)
	other[1], other[i] = other[i], other[1]
	return other[:2]
}

func (e easy) calls() bool { return e.disproved() || e.chance.Below(8) == 0 }
