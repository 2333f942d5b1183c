package web

import (
	"strconv"
	"strings"
)

// negotiate picks the coding of an answer (RFC 9110, section 12.5.3): the
// smallest that exists and that the client takes, "" for the plain file. A
// client that names none is sent the plain file.
func (a *asset) negotiate(acceptEncoding []string) string {
	taken := accepted(strings.Join(acceptEncoding, ","))
	for _, c := range codings() {
		if _, exists := a.bytes[c.coding]; exists && taken(c.coding) {
			return c.coding
		}
	}
	return ""
}

// accepted tells of a coding whether the header takes it. What cannot be read
// is not taken.
func accepted(header string) func(coding string) bool {
	weights := make(map[string]bool)
	for _, element := range strings.Split(header, ",") {
		name, parameters, _ := strings.Cut(element, ";")
		weights[strings.ToLower(strings.TrimSpace(name))] = positive(parameters)
	}
	return func(coding string) bool {
		if taken, named := weights[coding]; named {
			return taken
		}
		return weights["*"]
	}
}

// positive tells whether the weight in parameters is above zero; without one it
// is 1.
func positive(parameters string) bool {
	name, value, found := strings.Cut(parameters, "=")
	if !found {
		return strings.TrimSpace(parameters) == ""
	}
	weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	return err == nil && strings.EqualFold(strings.TrimSpace(name), "q") && weight > 0
}
