package request

import (
	"strconv"
	"strings"
)

// maxDigits is the most digits that a whole number may have; it keeps every number within 53 bits, as far as
// JavaScript counts exactly.
const maxDigits = 15

// whole returns the whole number that a JSON number is, however it is written. It returns false for one with a
// fraction and for one of more than maxDigits digits. It counts digits rather than going through a float, which would
// take 2.00000000000000000001 for 2.
func whole(text string) (int, bool) {
	text, negative := strings.CutPrefix(text, "-")
	text, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	integer, fraction, _ := strings.Cut(text, ".")
	digits := strings.TrimLeft(integer+fraction, "0")
	point := len(fraction) // how many of the digits stand behind the point
	if digits == "" {
		return 0, true
	}
	if exponent != "" {
		shift, err := strconv.Atoi(exponent)
		if err != nil || shift > Limit || shift < -Limit {
			return 0, false // no body has so many digits as would make up for that
		}
		point -= shift
	}
	for point > 0 && strings.HasSuffix(digits, "0") {
		digits, point = digits[:len(digits)-1], point-1
	}
	if point > 0 || len(digits)-point > maxDigits {
		return 0, false
	}
	n, err := strconv.Atoi(digits + strings.Repeat("0", -point))
	if negative {
		n = -n
	}
	return n, err == nil
}
