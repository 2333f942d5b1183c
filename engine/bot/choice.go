package bot

import (
	"slices"

	"cheat/engine"
)

// play weighs true cards and false ones in every number, with a Chronicler and
// without, and puts down what it expects most of.
func (h *hard) play() []engine.Card {
	fit, coloured, pale, other := h.sorted()
	full := h.count(h.hand)
	next := (h.rank + engine.Rank(h.company())) % 8
	h.dispensable(other, full, next)
	risk := h.risks()
	whim := h.style.whim + 1 + max(0, h.plays-weary)*16
	var best []engine.Card
	highest := 0
	for t := range len(fit) + 1 {
		for f := range min(len(other), 4) + 1 {
			for c := range len(coloured) + 1 {
				for p := range len(pale) + 1 {
					count := t + f + c + p
					alone := p == 0 || count == 1 || !h.rules.PaleAlone
					if count == 0 || count > h.rules.MaxCards || !alone || p > 0 && f > 0 {
						continue
					}
					left := full.without(t, h.rank, other[:f], c, p)
					expected := h.expect(left, count, f > 0, p > 0, next, &risk) + h.chance.Below(whim)
					if best == nil || expected > highest {
						best, highest = slices.Concat(fit[:t], other[:f], coloured[:c], pale[:p]), expected
					}
				}
			}
		}
	}
	return best
}

// without takes a play from a hand: true cards of a rank, false ones, Chroniclers.
func (n handful) without(fit int, rank engine.Rank, other []engine.Card, coloured, pale int) handful {
	n.rank[rank] -= fit
	n.wild -= coloured
	n.pale -= pale
	n.all -= fit + coloured + pale
	for _, c := range other {
		n.add(c, -1)
	}
	return n
}

// dispensable puts false cards into the order in which they should go: those first
// whose rank is due last, and of these the ones with fewest companions.
func (h *hard) dispensable(other []engine.Card, full handful, next engine.Rank) {
	due := h.ahead(next).turns
	need := func(c engine.Card) int {
		r, _ := c.Rank()
		return full.rank[r] - due[r]*16
	}
	slices.SortStableFunc(other, func(a, b engine.Card) int { return need(a) - need(b) })
}

// expect is what a play is worth that leaves a hand: what comes of it if it passes
// and if it is called, by how likely that is.
func (h *hard) expect(left handful, count int, lie, pale bool, next engine.Rank, r *risk) int {
	out := left.all == 0
	if out && h.rules.LastPlay == engine.Final {
		return h.style.end
	}
	call := r.truth[count]
	if lie {
		call = r.lie[count]
	}
	if out {
		call = max(call, h.style.final)
	}
	stack := h.pile + count
	after := h.afterCall(h.rank, h.next(h.me))
	taken := h.worth(left, after) - h.hope(left, after) - stack*h.style.loss
	passed, called := h.worth(left, next), h.worth(left, after)+stack*h.style.gain
	if out {
		passed, called = h.style.end, h.style.end
	}
	if pale { // uncalled, it costs the pile (R25)
		passed = taken
	}
	if lie {
		called = taken
	}
	return (call*called + (whole-call)*passed) / whole
}
