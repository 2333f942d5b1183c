// Command arena measures how strong the bots are and fails if one has become
// weaker than it should be: "make arena". The same flags give the same figures on
// every machine.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"cheat/engine"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout))
}

// run prints the table and returns the exit code: 1 if the lower end of a confidence
// interval is below its bar, 2 for a mistake.
func run(args []string, out io.Writer) int {
	flags := flag.NewFlagSet("arena", flag.ContinueOnError)
	flags.SetOutput(out)
	rounds := flags.Int("rounds", 4000, "rounds of each pairing, 8 at least")
	first := flags.Uint64("first", 10_000_000, "number of the first deal; the levels were tuned on others than these")
	if err := flags.Parse(args); err != nil || *rounds < 8 {
		return 2
	}
	fmt.Fprintf(out, "Deals from %d, %d rounds of each pairing; share of won rounds in %%, 95 %% confidence (bar)\n\n", *first, *rounds)
	fmt.Fprintf(out, "%-44s %-22s %-22s %-22s\n", "", "2 players", "3 players", "4 players")
	code := 0
	for _, p := range pairings() {
		fmt.Fprintf(out, "%-44s", p.name)
		for i, bar := range p.bars {
			s := series{options: p.options, seats: 2 + i, hero: p.hero, others: p.others, first: *first, rounds: *rounds}
			e, err := s.run()
			if err != nil {
				fmt.Fprintf(out, " %v\n", err)
				return 2
			}
			mark := " "
			if 100*(e.mean-e.half) < bar {
				mark, code = "!", 1
			}
			goal := ""
			if bar > 0 {
				goal = fmt.Sprintf("(%.0f)", bar)
			}
			fmt.Fprintf(out, " %5.1f ±%4.1f %-4s%s     ", 100*e.mean, 100*e.half, goal, mark)
		}
		fmt.Fprintln(out)
	}
	if code != 0 {
		fmt.Fprintln(out, "\n! below its bar")
	}
	return code
}

// pairing is a line of the table: one hero against copies of another, or without a
// hero copies of one among themselves, and its bars in per cent for 2, 3 and 4
// players, 0 for none.
type pairing struct {
	name    string
	hero    player
	others  player
	options engine.Options
	bars    [3]float64
}

func pairings() []pairing {
	easy, normal, hard := level("easy"), level("normal"), level("hard")
	chroniclers := engine.Options{Given: engine.OptChroniclers, Rules: engine.Rules{Chroniclers: true}}
	twoDecks := engine.Options{Given: engine.OptDecks, Rules: engine.Rules{Decks: 2}}
	both := engine.Options{Given: engine.OptDecks | engine.OptChroniclers, Rules: engine.Rules{Decks: 2, Chroniclers: true}}
	none := engine.Options{}
	return []pairing{
		{"hard against sound", hard, sound, none, [3]float64{80, 83, 88}},
		{"hard against normal", hard, normal, none, [3]float64{80, 75, 45}},
		{"hard against easy", hard, easy, none, [3]float64{88, 84, 82}},
		{"normal against easy", normal, easy, none, [3]float64{80, 70, 60}},
		{"hard against gambler, not tuned against", hard, gambler, none, [3]float64{}},
		{"hard against normal, Chroniclers", hard, normal, chroniclers, [3]float64{80, 75, 45}},
		{"hard against normal, two decks", hard, normal, twoDecks, [3]float64{80, 75, 45}},
		{"hard against normal, two decks, Chroniclers", hard, normal, both, [3]float64{80, 75, 45}},
		{"hard among themselves: rounds that end", nil, hard, none, [3]float64{99, 80, 99}},
	}
}
