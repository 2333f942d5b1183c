package bill

import (
	"fmt"
	"strings"
)

// UseTable is a table of what requests consume and cost, as text with aligned columns.
func UseTable(p Prices, memoryMB int, lines []Line) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-44s %-22s %6s %7s %7s %6s %7s %9s %12s\n", "request", "outcome", "count", "reads", "writes", "log B", "out B", string(HTTPAPI), string(FunctionURL))
	for _, l := range lines {
		fmt.Fprintf(&b, "%-44s %-22s %6d %7.2f %7.2f %6.0f %7.0f %9.2f %12.2f\n", l.Route, l.Outcome, l.Count,
			l.Mean.Read, l.Mean.Write, l.Mean.LogBytes, l.Mean.OutBytes,
			p.PerMillion(l.Mean, HTTPAPI, memoryMB), p.PerMillion(l.Mean, FunctionURL, memoryMB))
	}
	fmt.Fprintf(&b, "reads and writes: request units of DynamoDB, the mean; last columns: dollars for a million such requests\n")
	return b.String()
}

// MostTable is the largest bill as a table in Markdown.
func MostTable(items []Item) string {
	var b strings.Builder
	b.WriteString("| what | amount | | price | dollars |\n|---|--:|---|--:|--:|\n")
	total := 0.0
	for _, i := range items {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %.2f |\n", i.What, amount(i.Amount), i.Unit, price(i.Price), i.Dollars())
		total += i.Dollars()
	}
	fmt.Fprintf(&b, "| **together** | | | | **%.0f** |\n", total)
	return b.String()
}

func amount(n float64) string {
	if n >= 100 || n == float64(int(n)) {
		return fmt.Sprintf("%.0f", n)
	}
	return fmt.Sprintf("%.2f", n)
}

// price prints small prices without loss.
func price(dollars float64) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.10f", dollars), "0"), ".")
}
