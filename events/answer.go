package events

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Answer is what is expected of an event. Headers are those that matter: one that is null must not be there. Body is
// compared whole, a JSON body as JSON and any other as text; it is nil where there must be none. Text may hold
// placeholders, listed in README.md.
type Answer struct {
	StatusCode int                `json:"statusCode"`
	Headers    map[string]*string `json:"headers"`
	Body       any                `json:"body"`
}

// Differences compares what a Lambda returned with what is expected, one line for each difference.
func (a Answer) Differences(returned []byte) []string {
	var got struct {
		StatusCode      int               `json:"statusCode"`
		Headers         map[string]string `json:"headers"`
		Body            string            `json:"body"`
		IsBase64Encoded bool              `json:"isBase64Encoded"`
	}
	if err := json.Unmarshal(returned, &got); err != nil {
		return []string{fmt.Sprintf("it is no answer: %v", err)}
	}
	var differences []string
	if got.StatusCode != a.StatusCode {
		differences = append(differences, fmt.Sprintf("statusCode: %d instead of %d", got.StatusCode, a.StatusCode))
	}
	headers := map[string]string{}
	for name, value := range got.Headers {
		headers[strings.ToLower(name)] = value
	}
	for name, want := range a.Headers {
		value, there := headers[strings.ToLower(name)]
		switch {
		case want == nil && there:
			differences = append(differences, fmt.Sprintf("header %s: %q instead of none", name, value))
		case want != nil && !there:
			differences = append(differences, fmt.Sprintf("header %s: none instead of %q", name, *want))
		case want != nil && !matches(*want, value):
			differences = append(differences, fmt.Sprintf("header %s: %q instead of %q", name, value, *want))
		}
	}
	slices.Sort(differences)

	body := []byte(got.Body)
	if got.IsBase64Encoded {
		var err error
		if body, err = base64.StdEncoding.DecodeString(got.Body); err != nil {
			return append(differences, fmt.Sprintf("body: %v", err))
		}
	}
	var value any // of an empty body: nil
	if strings.Contains(headers["content-type"], "json") {
		if err := json.Unmarshal(body, &value); err != nil {
			return append(differences, fmt.Sprintf("body: %v", err))
		}
	} else if len(body) > 0 {
		value = string(body)
	}
	return append(differences, compare("body", a.Body, value)...)
}

// compare walks through two JSON values; at names the place.
func compare(at string, want, got any) []string {
	if want == "<any>" {
		return nil
	}
	switch want := want.(type) {
	case map[string]any:
		if got, ok := got.(map[string]any); ok {
			return compareObjects(at, want, got)
		}
	case []any:
		if got, ok := got.([]any); ok && len(got) == len(want) {
			var differences []string
			for i := range want {
				differences = append(differences, compare(at+"/"+strconv.Itoa(i), want[i], got[i])...)
			}
			return differences
		}
	case string:
		if got, ok := got.(string); ok && matches(want, got) {
			return nil
		}
	default:
		if reflect.DeepEqual(want, got) {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s: %s instead of %s", at, short(got), short(want))}
}

func compareObjects(at string, want, got map[string]any) []string {
	var differences []string
	for name := range want {
		if value, ok := got[name]; ok {
			differences = append(differences, compare(at+"/"+name, want[name], value)...)
		} else {
			differences = append(differences, fmt.Sprintf("%s/%s: is missing", at, name))
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			differences = append(differences, fmt.Sprintf("%s/%s: is not expected", at, name))
		}
	}
	slices.Sort(differences)
	return differences
}

// placeholders are what stands in an answer for what differs from run to run.
func placeholder(name string) string {
	switch name {
	case "<any>":
		return `(?s:.*)`
	case "<time>":
		return `\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z`
	case "<id>":
		return `[A-Za-z0-9_-]+`
	case "<token>":
		return `[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]`
	case "<sha256>":
		return `[0-9a-f]{64}`
	case "<number>":
		return `[0-9]+`
	}
	return regexp.QuoteMeta(name)
}

// matches reports whether a text is what is wanted, placeholders filled in.
func matches(want, got string) bool {
	pattern := regexp.MustCompile(`<[a-z0-9]+>`)
	expression, end := "^", 0
	for _, at := range pattern.FindAllStringIndex(want, -1) {
		expression += regexp.QuoteMeta(want[end:at[0]]) + placeholder(want[at[0]:at[1]])
		end = at[1]
	}
	return regexp.MustCompile(expression + regexp.QuoteMeta(want[end:]) + "$").MatchString(got)
}

// short is a value for a message.
func short(value any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Sprint(value)
	}
	line := strings.TrimSuffix(text.String(), "\n")
	if len(line) > 200 {
		return line[:200] + "…"
	}
	return line
}
