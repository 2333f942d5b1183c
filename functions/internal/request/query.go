package request

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cheat/functions/internal/problem"
)

// Parameter is a query parameter that a route takes. None has to be there.
type Parameter struct {
	name string
	read func(text string) (must string) // "" if the text was right
}

// TextParameter is any text that is not empty.
func TextParameter(name string, to *string) Parameter {
	return Parameter{name, func(text string) string {
		if text == "" {
			return "text"
		}
		*to = text
		return ""
	}}
}

// WordParameter is one of some words, of which there are at least two.
func WordParameter[T ~string](name string, to *T, words ...T) Parameter {
	return Parameter{name, func(text string) string {
		if !slices.Contains(words, T(text)) {
			return oneOf(words)
		}
		*to = T(text)
		return ""
	}}
}

// WholeParameter is a whole number from min, which is not negative, to max, in decimal digits.
func WholeParameter(name string, to *int, min, max int) Parameter {
	return Parameter{name, func(text string) string {
		n, err := strconv.ParseUint(text, 10, 63)
		if err != nil || n < uint64(min) || n > uint64(max) {
			return fmt.Sprintf("a whole number from %d to %d", min, max)
		}
		*to = int(n)
		return ""
	}}
}

// Query reads a request's query parameters into their places. One that is not there leaves its place unchanged. It
// returns nil or an invalid-request: for an unknown parameter, one given twice, one with a value that it cannot have,
// and one that is not well escaped or no Unicode.
func Query(r *http.Request, parameters ...Parameter) error {
	var faults []problem.Item
	seen := make([]bool, len(parameters))
	for piece := range strings.SplitSeq(r.URL.RawQuery, "&") {
		if piece == "" || len(faults) == maxFaults {
			continue
		}
		name, text, err := unescape(piece)
		i := slices.IndexFunc(parameters, func(p Parameter) bool { return p.name == name })
		detail := ""
		switch {
		case err != nil:
			detail = "is not well escaped"
		case !utf8.ValidString(name) || !utf8.ValidString(text):
			detail = "is not valid Unicode"
		case i < 0:
			detail = unknownParameter(parameters)
		case seen[i]:
			detail = "is there twice"
		default:
			seen[i] = true
			if must := parameters[i].read(text); must != "" {
				detail = "must be " + must
			}
		}
		if detail != "" {
			faults = append(faults, problem.Item{In: problem.Parameter, At: name, Detail: detail})
		}
	}
	if len(faults) > 0 {
		return problem.Invalid(faults[0], faults[1:]...)
	}
	return nil
}

// unescape splits and decodes one NAME=VALUE. With an error the name is as it was sent.
func unescape(piece string) (name, text string, err error) {
	rawName, rawText, _ := strings.Cut(piece, "=")
	if name, err = url.QueryUnescape(rawName); err != nil {
		return rawName, "", err
	}
	if text, err = url.QueryUnescape(rawText); err != nil {
		return name, "", err
	}
	return name, text, nil
}

func unknownParameter(parameters []Parameter) string {
	if len(parameters) == 0 {
		return "is unknown: there are no parameters here"
	}
	names := make([]string, len(parameters))
	for i, p := range parameters {
		names[i] = p.name
	}
	return "is unknown: the parameters here are " + strings.Join(names, ", ")
}
