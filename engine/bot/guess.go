package bot

import "cheat/engine"

// record is what a seat was seen to do in this round.
type record struct {
	lies, truths [2]int // plays of it turned over, those of one card apart
	asked        int    // plays of others
	called       int    // how many of them it called
}

// size sorts a play by its number of cards for the record.
func size(count int) int { return min(count, 2) - 1 }

func (r *record) turned(e engine.Called) {
	if e.Lied {
		r.lies[size(e.Count)]++
	} else {
		r.truths[size(e.Count)]++
	}
}

// odds are the chances, of a whole, of holding so many cards that stand for a rank.
type odds [most + 1]int

// oddsOf counts how many cards that stand for a rank a seat may hold; likely counts
// only those that it would use, by how willing players are.
func (h *hard) oddsOf(seat int, rank engine.Rank, likely bool) odds {
	o := odds{whole}
	top := 0
	for _, slot := range h.fitting(rank, &[most]int{}) {
		w := h.share[seat][slot]
		if w == 0 {
			continue
		}
		if likely {
			w = w * willing(slot) / 256
		}
		top++
		for k := top; k > 0; k-- {
			o[k] += (o[k-1] - o[k]) * w / whole
		}
		o[0] -= o[0] * w / whole
	}
	return o
}

// trust is the chance, of a whole, that another seat's newest play is true: how
// likely an honest player of it was to play so, against how likely a liar.
func (h *hard) trust(e engine.Played) int {
	o := &h.latest.fit
	if e.Count == h.latest.held {
		return min(whole, max(0, o[min(e.Count, len(o)-1)])) // it had no choice
	}
	honest, lie := 0, o[0]
	for k := 1; k < len(o); k++ {
		switch {
		case k == e.Count:
			honest += o[k]
		case k > e.Count:
			honest += o[k] * h.style.modest / 256
		}
		lie += o[k] * h.style.untrue / 256
	}
	if honest <= 0 {
		return 0
	}
	r := &h.record[e.Seat]
	lie = lie * h.style.lie[min(e.Count, 4)-1] / 256
	lie = lie * (h.style.slow + 16*r.lies[size(e.Count)]) / (h.style.slow + 16*r.truths[size(e.Count)])
	return honest * whole / max(1, honest+lie)
}

// risk is the chance, of a whole, that a play of mine of so many cards is called:
// by hands that disprove it, if it is false, and on a guess.
type risk struct{ lie, truth [9]int }

// risks judges the plays of the due rank that I could make.
func (h *hard) risks() risk {
	var r risk
	for i := range r.lie {
		r.lie[i], r.truth[i] = whole, whole // of passing, at first
	}
	all := len(h.fitting(h.rank, &[most]int{}))
	for seat := range h.seats {
		if seat == h.me || !h.mayAnswer(seat, h.me) {
			continue
		}
		o := h.oddsOf(seat, h.rank, false)
		past := &h.record[seat]
		eager := (h.style.shy + 8*past.called) * 256 / (h.style.shy + past.asked)
		for count := 1; count <= h.rules.MaxCards; count++ {
			disproof := 0
			for k := max(0, all-count+1); k < len(o); k++ {
				disproof += o[k]
			}
			guess := min(whole*3/4, h.style.call[min(count, 4)-1]*eager/256)
			r.truth[count] = r.truth[count] * (whole - guess) / whole
			r.lie[count] = r.lie[count] * (whole - guess) / whole * (whole - min(whole, disproof)) / whole
		}
	}
	for i := range r.lie {
		r.lie[i], r.truth[i] = whole-r.lie[i], whole-r.truth[i]
	}
	return r
}
