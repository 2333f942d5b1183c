package bill_test

import (
	"flag"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat"
	"cheat/docs"
	"cheat/functions/internal/bill"
	"cheat/functions/internal/smoke"
	"cheat/infra/store/dynamotest"
)

var update = flag.Bool("update", false, "write the tables of docs/cost.md")

func prices(t *testing.T) bill.Prices {
	t.Helper()
	p, err := bill.LoadPrices("../../../docs/prices.json")
	require.NoError(t, err)
	return p
}

// The budget of a move, and of a look: half a read unit, and for the move one write
// unit. A match finds out what they really take.
func TestService_counts_what_requests_consume(t *testing.T) {
	t.Parallel()
	service, err := bill.NewService(t.Context(), dynamotest.Config(t))
	require.NoError(t, err)
	report, err := smoke.Play(t.Context(), "http://bill.invalid", service)
	require.NoError(t, err)

	found := map[bill.Kind]bill.Line{}
	var sum bill.Use
	for _, line := range service.Lines() {
		found[line.Kind] = line
		sum.Read += line.Mean.Read * float64(line.Count)
		sum.Write += line.Mean.Write * float64(line.Count)
		assert.LessOrEqual(t, line.Mean.LogBytes, float64(bill.LongestLine), line.Kind)
		assert.LessOrEqual(t, line.Mean.OutBytes, float64(bill.LargestAnswer), line.Kind)
	}
	count, total := service.Total()
	assert.Equal(t, report.Requests, count)
	assert.InDelta(t, total.Read, sum.Read, 0.001)
	assert.InDelta(t, total.Write, sum.Write, 0.001)

	move := found[bill.Kind{Route: "POST /v1/games/{id}/plays", Outcome: "ok"}]
	assert.Equal(t, report.Moves, move.Count)
	assert.Equal(t, 0.5, move.Mean.Read)
	assert.Equal(t, 1.0, move.Mean.Write)
	assert.Positive(t, move.Mean.LogBytes)
	look := found[bill.Kind{Route: "GET /v1/games/{id}", Outcome: "not-modified"}]
	assert.Equal(t, 0.5, look.Mean.Read)
	assert.Zero(t, look.Mean.Write)

	dear, cheap := prices(t).PerMillion(move.Mean, bill.HTTPAPI, 256), prices(t).PerMillion(move.Mean, bill.FunctionURL, 256)
	assert.InDelta(t, prices(t).HTTPAPIMillion, dear-cheap, 1e-9)
	bare := bill.Use{Read: 0.5, Write: 1}
	assert.Less(t, prices(t).PerMillion(bare, bill.FunctionURL, 256), 1.0, "a move without its line and answer is below one dollar a million")
	text := bill.UseTable(prices(t), 256, service.Lines())
	assert.Equal(t, len(service.Lines())+2, strings.Count(text, "\n"))
}

func TestReadCeilings(t *testing.T) {
	t.Parallel()
	c, err := bill.ReadCeilings(cheat.Template)
	require.NoError(t, err)
	assert.Equal(t, bill.Ceilings{
		RequestsPerSecond: 25, Concurrency: 2, ReadUnits: 100, WriteUnits: 50,
		MemoryMB: 256, Timeout: 10, SweepTimeout: 50, AlarmMetrics: 11,
	}, c)
	for name, bad := range map[string]string{
		"no YAML":         "{",
		"no ceilings":     "Parameters: {}",
		"no reservations": strings.Replace(string(cheat.Template), "ReservedConcurrentExecutions", "Else", 1),
	} {
		_, err := bill.ReadCeilings([]byte(bad))
		assert.Error(t, err, name)
	}
}

// The documented tables are what the program computes.
func TestMost_is_documented(t *testing.T) {
	t.Parallel()
	c, err := bill.ReadCeilings(cheat.Template)
	require.NoError(t, err)
	text := ""
	for _, door := range []struct {
		door bill.Door
		name string
	}{{bill.HTTPAPI, "With the HTTP API"}, {bill.FunctionURL, "With the Function URL"}} {
		text += "\n### " + door.name + "\n\n" + bill.MostTable(bill.Most(prices(t), c, door.door))
	}
	const path, mark = "../../../docs/cost.md", "writes what follows -->\n"
	page, err := os.ReadFile(path)
	require.NoError(t, err)
	before, documented, ok := strings.Cut(string(page), mark)
	require.True(t, ok)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(before+mark+text), 0o644))
		return
	}
	assert.Equal(t, text, documented, "go test ./functions/internal/bill -update")
}

// The largest answer that the bound reckons with is not exceeded by any file that
// anybody may ask for.
func TestLargestAnswer(t *testing.T) {
	t.Parallel()
	assert.Less(t, len(docs.OpenAPI), bill.LargestAnswer)
	err := fs.WalkDir(os.DirFS("../../../web/dist"), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		assert.Less(t, info.Size(), int64(bill.LargestAnswer), name)
		return err
	})
	assert.NoError(t, err)
}
