package bot

import "cheat/engine"

// handful is a hand counted by ranks.
type handful struct {
	rank       [8]int
	wild, pale int // Chroniclers
	all        int
}

func (h *hard) count(cards []engine.Card) handful {
	var n handful
	for _, c := range cards {
		n.add(c, 1)
	}
	return n
}

func (n *handful) add(c engine.Card, by int) {
	n.all += by
	switch rank, _ := c.Rank(); c {
	case engine.Coloured:
		n.wild += by
	case engine.Pale:
		n.pale += by
	default:
		n.rank[rank] += by
	}
}

// never is how long to wait for a rank that is not to come: longer than any cycle.
const never = 8

// calendar is when ranks are due on my turns, if nothing is called until then.
type calendar struct {
	turns [8]int         // by rank, until it is due; never where it is not
	rank  [8]engine.Rank // by turn, repeated after cycle turns
	cycle int
}

// ahead returns the calendar from my next turn, on which a rank is due.
func (h *hard) ahead(next engine.Rank) calendar {
	var c calendar
	for r := range c.turns {
		c.turns[r] = never
	}
	for r := next; c.turns[r] == never; r = (r + engine.Rank(h.company())) % 8 {
		c.turns[r] = c.cycle
		c.rank[c.cycle] = r
		c.cycle++
	}
	return c
}

// worth is what a hand is worth before my next turn, on which a rank is due.
func (h *hard) worth(n handful, next engine.Rank) int {
	c := h.ahead(next)
	w := -n.wild*h.style.wild - n.pale*h.style.pale
	for r, k := range n.rank {
		w -= k * h.style.card[c.turns[r]]
	}
	return w + h.hope(n, next)
}

// hope is the part of a hand's worth that lies in being close to empty.
func (h *hard) hope(n handful, next engine.Rank) int { return h.style.near[h.turns(n, next)] }

// turns is the number of turns after which a hand can be empty, at most 8, if every
// turn sheds its true cards or one false card, and the last play stands: the cards
// of some rank, or a Pale, are kept for it.
func (h *hard) turns(n handful, next engine.Rank) int {
	if n.all == 0 {
		return 0
	}
	c := h.ahead(next)
	for t := range 7 {
		last := c.rank[t%c.cycle]
		kept := min(max(n.rank[last]+n.wild, min(n.pale, 1)), h.rules.MaxCards)
		if kept == 0 {
			continue
		}
		rest := n.all - kept
		for u := 0; u < t && rest > 0; u++ {
			shed := 1
			if r := c.rank[u%c.cycle]; u < c.cycle && r != last {
				shed = max(shed, n.rank[r])
			}
			rest -= shed
		}
		if rest <= 0 {
			return t + 1
		}
	}
	return 8
}

// afterCall is the rank due on my next turn if a play of a rank is called and a
// seat plays next (R6, R15, R16).
func (h *hard) afterCall(rank engine.Rank, starter int) engine.Rank {
	due := rank.Next()
	switch h.rules.AfterCall {
	case engine.Repeat:
		due = rank
	case engine.Restart:
		due = engine.Seven
	}
	for seat := starter; seat != h.me; seat = h.next(seat) {
		due = due.Next()
	}
	return due
}
