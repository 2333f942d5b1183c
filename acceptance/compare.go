package acceptance

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cheat/acceptance/model"
)

// stampForm is RFC 3339 in UTC with milliseconds.
var stampForm = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)

// compare says where a JSON text differs from what is wanted, member by member; nil if nowhere.
func compare(want any, got []byte) error {
	text, err := json.Marshal(want)
	if err != nil {
		return fmt.Errorf("write what is wanted: %w", err)
	}
	var wanted, seen any
	if err := json.Unmarshal(text, &wanted); err != nil {
		return fmt.Errorf("read what is wanted: %w", err)
	}
	if err := json.Unmarshal(got, &seen); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	if differences := diff("", wanted, seen); len(differences) > 0 {
		return fmt.Errorf("differs from the model:\n  %s\nwant %s\ngot  %s", strings.Join(differences, "\n  "), text, got)
	}
	return nil
}

// diff lists the paths at which two JSON values differ. Members that only one side has are differences
// too: what the contract does not name might betray something.
func diff(path string, want, got any) []string {
	differ := func() []string {
		return []string{fmt.Sprintf("%s: want %s, got %s", path, short(want), short(got))}
	}
	switch want := want.(type) {
	case map[string]any:
		got, ok := got.(map[string]any)
		if !ok {
			return differ()
		}
		return diffMembers(path, want, got)
	case []any:
		got, ok := got.([]any)
		if !ok || len(want) != len(got) {
			return differ()
		}
		if strings.HasSuffix(path, "/actions") && allText(want) && allText(got) {
			want, got = inOrder(want), inOrder(got) // of a view: a set
		}
		var differences []string
		for i := range want {
			differences = append(differences, diff(fmt.Sprintf("%s/%d", path, i), want[i], got[i])...)
		}
		return differences
	case string:
		if text, ok := got.(string); ok && (text == want || want == model.AnyTime && stampForm.MatchString(text)) {
			return nil
		}
		return differ()
	}
	if want != got {
		return differ()
	}
	return nil
}

func diffMembers(path string, want, got map[string]any) []string {
	var differences []string
	for _, name := range sortedNames(want) {
		if _, ok := got[name]; !ok {
			differences = append(differences, fmt.Sprintf("%s/%s: missing, want %s", path, name, short(want[name])))
			continue
		}
		differences = append(differences, diff(path+"/"+name, want[name], got[name])...)
	}
	for _, name := range sortedNames(got) {
		if _, ok := want[name]; !ok {
			differences = append(differences, fmt.Sprintf("%s/%s: not in the contract, got %s", path, name, short(got[name])))
		}
	}
	return differences
}

func sortedNames(members map[string]any) []string {
	var names []string
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func allText(list []any) bool {
	return !slices.ContainsFunc(list, func(v any) bool { _, ok := v.(string); return !ok })
}

func inOrder(list []any) []any {
	sorted := slices.Clone(list)
	slices.SortFunc(sorted, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	return sorted
}

func short(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	if len(text) > 200 {
		return string(text[:200]) + "…"
	}
	return string(text)
}
