package docs_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// notedCommitment is what the view said before the first deal of testdata/match.json, a match of two rounds out of which
// one player left.
const notedCommitment = "ede7dc0259f6c975fb2631d4b8653b6ce0bd10687bb85d815909fffbc533bbeb"

// hashOfNoted is the commitment of the seed that these 32 bytes would be.
const hashOfNoted = "aaf063d40ce481de2357e95d2843cfd50d102a5f8f34f4bdc43a816fa206b63a"

// runVerify runs the script of verify.md on a match file.
func runVerify(t *testing.T, args ...string) (string, error) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("the script of docs/verify.md needs python3")
	}
	out, err := exec.CommandContext(t.Context(), python, append([]string{"verify.py"}, args...)...).CombinedOutput()
	return string(out), err
}

func TestVerifyScript_accepts_a_real_match(t *testing.T) {
	t.Parallel()
	out, err := runVerify(t, "testdata/match.json", notedCommitment)
	require.NoError(t, err, out)
	assert.Equal(t, "round 1: commitment, dealer, deck, hands and cards set aside are right\n"+
		"round 2: commitment, chain, dealer, deck, hands and cards set aside are right\n", out)
}

func TestVerifyScript_names_what_is_wrong(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/match.json")
	require.NoError(t, err)
	type object = map[string]any
	for want, spoil := range map[string]func(first, second object){
		"round 1, commitment:":         func(first, _ object) { first["seed"] = notedCommitment },
		"round 1, dealer:":             func(first, _ object) { first["dealer"] = 3.0 },
		"round 1, deck:":               func(first, _ object) { swap(first["deck"]) },
		"round 1, hands:":              func(first, _ object) { swap(first["hands"]) },
		"round 1, cards set aside:":    func(first, _ object) { swap(first["aside"]) },
		"round 2, number:":             func(_, second object) { second["round"] = 3.0 },
		"round 2, commitment:":         func(_, second object) { second["commitment"] = notedCommitment },
		"round 2, chain of seeds:":     func(_, second object) { second["seed"], second["commitment"] = notedCommitment, hashOfNoted },
		"round 2, dealer:":             func(_, second object) { second["dealer"] = 1.0 },
		"round 1, commitment as noted": nil,
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			noted := notedCommitment
			var match struct {
				Game   object   `json:"game"`
				Rounds []object `json:"rounds"`
			}
			require.NoError(t, json.Unmarshal(text, &match))
			if spoil == nil {
				noted = hashOfNoted
			} else {
				spoil(match.Rounds[0], match.Rounds[1])
			}
			spoiled, err := json.Marshal(match)
			require.NoError(t, err)
			file := filepath.Join(t.TempDir(), "match.json")
			require.NoError(t, os.WriteFile(file, spoiled, 0o600))
			out, err := runVerify(t, file, noted)
			var exit *exec.ExitError
			require.ErrorAs(t, err, &exit, out)
			assert.Equal(t, 1, exit.ExitCode())
			assert.Contains(t, out, want)
		})
	}
}

// swap exchanges the first two elements of a list.
func swap(list any) {
	l := list.([]any)
	l[0], l[1] = l[1], l[0]
}
