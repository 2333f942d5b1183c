package request

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhole(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"0": 0, "-0": 0, "0.000": 0, "0e999999999999": 0, "7": 7, "-7": -7, "70.0": 70, "7e1": 70, "7E+01": 70,
		"0.7e1": 7, "7000e-3": 7, "100e-2": 1, "999999999999999": 999999999999999,
	} {
		n, ok := whole(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, n, text)
	}
	for _, text := range []string{"0.5", "7e-1", "1e15", "1000000000000000", "1e400", "1e-400", "7.00000000000000000001"} {
		_, ok := whole(text)
		assert.False(t, ok, text)
	}
}

// FuzzWhole compares with exact arithmetic.
func FuzzWhole(f *testing.F) {
	for _, seed := range []string{"0", "-0.0", "2.0", "2e0", "20e-1", "123.4500e2", "1e15", "9.99e14"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) || strings.Trim(text, "-+.eE0123456789") != "" {
			t.Skip("no JSON number")
		}
		n, ok := whole(text)
		if _, exponent, has := strings.Cut(strings.ToLower(text), "e"); has && len(exponent) > 4 {
			return // exact arithmetic would take for ever; that whole does not is the point
		}
		exact, isNumber := new(big.Rat).SetString(text)
		require.True(t, isNumber, text)
		limit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(maxDigits), nil))
		want := exact.IsInt() && new(big.Rat).Abs(exact).Cmp(limit) < 0
		require.Equal(t, want, ok, text)
		if ok {
			require.Zero(t, exact.Cmp(new(big.Rat).SetInt64(int64(n))), text)
		}
	})
}
