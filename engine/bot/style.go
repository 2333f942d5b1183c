package bot

// style is what hard expects of others and what it thinks things are worth: found
// by playing rounds against other ways of playing, on other deals than those on
// which the strengths in docs/bots.md were measured. Worths are in 1/1024 of a card
// shed.
type style struct {
	// Of others.
	modest int    // of 256: how readily a play has fewer true cards than there are
	untrue int    // of 256: how readily one lies who has true cards
	lie    [4]int // of 256: how readily a lie has 1, 2, 3, more cards
	slow   int    // how slowly a record outweighs these
	call   [4]int // of a whole: a play of 1, 2, 3, more cards is called on a guess
	shy    int    // how slowly a record of calls outweighs that
	final  int    // of a whole: a last card is called

	// Of things.
	gain   int    // a card that another takes
	loss   int    // a card that I take
	relief [8]int // that another takes the pile who has so many cards left
	lead   int    // to play next with a true card in hand
	idle   int    // to play next without one, as a loss
	wait   int    // to leave the call to one who answers after me
	end    int    // the round won, and lost
	card   [9]int // a card in hand, as a loss, by the turns until its rank is due; the last: never
	near   [9]int // a hand that may be empty after so many turns
	wild   int    // a Coloured in hand, as a loss
	pale   int    // a Pale in hand, as a loss
	whim   int    // by how much it varies
}

// styleFor returns the style for a number of players still in the round.
func styleFor(company int) *style {
	s := &style{
		modest: 26, untrue: 28, lie: [4]int{140, 45, 22, 12}, slow: 32,
		call: [4]int{450, 900, 2200, 4500}, shy: 8, final: 60000,
		gain: 820 / max(1, min(company, 4)-1), loss: 900, relief: [8]int{0, 4000, 2800, 1800, 1000, 600, 300, 0},
		lead: 300, idle: 300, wait: 60, end: 20000,
		card: [9]int{500, 700, 850, 950, 1000, 1050, 1100, 1150, 1200},
		near: [9]int{20000, 9000, 5000, 3000, 1800, 1000, 500, 200, 0},
		wild: 300, pale: 900, whim: 64,
	}
	if company == 2 { // who knows nearly all cards guesses more
		s.gain = 1024
		s.call = [4]int{3000, 6000, 12000, 20000}
	}
	return s
}
