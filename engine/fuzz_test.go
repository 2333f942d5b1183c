package engine

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// played is a random game in the middle of a round, for seeds.
func played(f *testing.F, seed uint64, steps int) *walk {
	f.Helper()
	draw := rand.New(rand.NewPCG(seed, 4)).IntN
	p := drawnPlan(draw)
	w, err := begin(draw, p.options, p.seats, p.bots)
	require.NoError(f, err)
	for range steps {
		if w.g.Status == Playing || w.g.Status == LastCall {
			require.NoError(f, w.step())
		}
	}
	return w
}

func FuzzParseCards(f *testing.F) {
	for _, s := range []string{"", "7a", "7alhb8aa", "CcCcPcPc", "AbCc", "7", "a7", "7a8", "Cb"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if cs, err := ParseCards(s); err == nil && cs.String() != s {
			t.Errorf("%q is printed as %q", s, cs)
		}
	})
}

// A state that was read prints as it was and can be looked at and played on.
func FuzzParseState(f *testing.F) {
	var tables []*walk
	for seed := range uint64(6) {
		w := played(f, seed, 30)
		tables = append(tables, w)
		f.Add(uint8(seed), string(w.g.AppendState(nil)))
	}
	f.Fuzz(func(t *testing.T, table uint8, s string) {
		w := *tables[int(table)%len(tables)]
		g, err := ParseState(w.g.Table, w.g.deal, s)
		if err != nil {
			return
		}
		if again := string(g.AppendState(nil)); again != s {
			t.Errorf("%q is printed as %q", s, again)
		}
		if err := errors.Join(conserved(g), everybodyHolds(g)); err != nil {
			t.Errorf("%q: %v", s, err)
		}
		g.Due()
		for seat := NoSeat; seat < g.size(); seat++ {
			g.View(seat)
		}
	})
}

func FuzzParseDeal(f *testing.F) {
	w := played(f, 1, 0)
	text, _ := w.g.deal.AppendText(nil)
	f.Add(string(text))
	f.Add("2 17 VgmOYqW 1 4,7m2,3a")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ParseDeal(w.g.Table, s)
		if err != nil {
			return
		}
		if again, _ := d.AppendText(nil); string(again) != s {
			t.Errorf("%q is printed as %q", s, again)
		}
		if err := conserved(Begin(w.g.Table, d)); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	})
}

func FuzzParseActs(f *testing.F) {
	for seed := range uint64(6) {
		f.Add(played(f, seed, 60).history(), 5)
	}
	f.Add("*0abc:1~-10", 3)
	f.Fuzz(func(t *testing.T, s string, n int) {
		acts, err := ParseActs(s, 1, opening)
		if err != nil {
			return
		}
		if again := string(appendHistory(nil, Game{Updated: opening}, acts)); again != s {
			t.Errorf("%q is printed as %q", s, again)
		}
		n = max(0, min(n, len(acts)))
		first, rest := SplitActs(s, n)
		if first+rest != s {
			t.Errorf("%q is cut to %q and %q", s, first, rest)
		}
		if part, err := ParseActs(first, 1, opening); err != nil || len(part) != n {
			t.Errorf("the first %d acts of %q are %q", n, s, first)
		}
	})
}

func FuzzParseTable(f *testing.F) {
	for seed := range uint64(4) {
		text, _ := played(f, seed, 0).g.Table.AppendText(nil)
		f.Add(string(text))
	}
	golden, err := os.ReadFile("testdata/notation/cheat1.txt")
	require.NoError(f, err)
	table, _, _ := strings.Cut(string(golden), "\n\n")
	f.Add(table + "\n")
	f.Fuzz(func(t *testing.T, s string) {
		table, err := ParseTable(s)
		if err != nil {
			return
		}
		if again, _ := table.AppendText(nil); string(again) != s {
			t.Errorf("%q is printed as %q", s, again)
		}
		g := Lobby(table)
		if table.Started != 0 {
			g = table.FirstDeal()
		}
		g.View(0)
		for _, e := range table.Events() {
			e.For(NoSeat)
		}
	})
}

func FuzzParseRules(f *testing.F) {
	f.Add(baseRules(1).String())
	f.Add("-")
	f.Add("handSize=null callSeconds=null points=1,2,3 target=9 turnSeconds=10")
	f.Fuzz(func(t *testing.T, s string) {
		o, err := ParseOptions(s)
		if err != nil {
			return
		}
		if o.String() != s {
			t.Errorf("%q is printed as %q", s, o)
		}
		for seats := 2; seats <= MaxSeats; seats++ {
			r, err := o.Resolve(seats)
			if err != nil {
				continue
			}
			if again, err := ParseRules(r.String()); err != nil || again.String() != r.String() {
				t.Errorf("%q is read as %q: %v", r, again, err)
			}
		}
	})
}

// Whatever the bytes let happen, the invariants hold.
func FuzzActions(f *testing.F) {
	for seed := range uint64(6) {
		random := rand.New(rand.NewPCG(seed, 5))
		b := make([]byte, 400)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		f.Add(b)
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		draw := func(n int) int {
			if len(b) == 0 {
				return 0
			}
			k := int(b[0]) % n
			b = b[1:]
			return k
		}
		p := drawnPlan(draw)
		w, err := begin(draw, p.options, p.seats, p.bots)
		for err == nil && len(b) > 0 && !w.g.Over() {
			err = w.step()
		}
		if err != nil {
			t.Error(fmt.Errorf("%+v: %w", p, err))
		}
	})
}
