package request

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Value reads one JSON value into the place that it was made with. It reports whether the value was right; where it
// was not, the place is unchanged and the fault is noted.
type Value func(*decoder) bool

// Member is a member that an object may have, or must have.
type Member struct {
	name     string
	value    Value
	required bool
	check    func() error
}

// Required is a member that must be there.
func Required(name string, value Value) Member {
	return Member{name: name, value: value, required: true}
}

// Optional is a member that may be left out; its place is then unchanged.
func Optional(name string, value Value) Member {
	return Member{name: name, value: value}
}

// Check returns the member with one more step: check runs when the member was there and its value was right, and may
// note so, change the value or refuse it. Its error's text goes to the client and completes the sentence that begins
// with the member's name: "must be 0 or at least 10".
func (m Member) Check(check func() error) Member {
	m.check = check
	return m
}

// Object is an object with these members and no others.
func Object(members ...Member) Value {
	return func(d *decoder) bool {
		if _, ok := d.token(jsontext.KindBeginObject, "an object"); !ok {
			return false
		}
		before := len(d.faults)
		seen := make([]bool, len(members))
		for d.json.PeekKind() == jsontext.KindString {
			name, ok := d.token(jsontext.KindString, "")
			if !ok {
				return false
			}
			i := slices.IndexFunc(members, func(m Member) bool { return m.name == name.String() })
			if i < 0 {
				d.unknown(members)
			} else {
				seen[i] = true
				d.member(members[i])
			}
			if d.broken {
				return false
			}
		}
		if _, err := d.json.ReadToken(); err != nil {
			d.stop(err)
			return false
		}
		for i, m := range members {
			if m.required && !seen[i] {
				d.add(d.json.StackPointer().AppendToken(m.name), "is missing")
			}
		}
		return len(d.faults) == before
	}
}

// member reads a member's value and checks it.
func (d *decoder) member(m Member) {
	if !m.value(d) || m.check == nil {
		return
	}
	if err := m.check(); err != nil {
		d.fault(err.Error())
	}
}

// unknown skips the value of a member that the object does not have.
func (d *decoder) unknown(members []Member) {
	if err := d.json.SkipValue(); err != nil {
		d.stop(err)
		return
	}
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.name
	}
	if len(names) == 0 {
		d.fault("is unknown: there are no members here")
		return
	}
	d.fault("is unknown: the members here are " + strings.Join(names, ", "))
}

// List is a list of min to max values, each read as of says. A list of another length is refused.
func List[T any](to *[]T, min, max int, of func(*T) Value) Value {
	return func(d *decoder) bool {
		if _, ok := d.token(jsontext.KindBeginArray, "a list"); !ok {
			return false
		}
		before := len(d.faults)
		list := []T{}
		for {
			kind := d.json.PeekKind()
			if kind == jsontext.KindEndArray {
				break
			}
			var item T
			right := of(&item)(d)
			if d.broken {
				return false
			}
			if right {
				list = append(list, item)
			}
		}
		if _, err := d.json.ReadToken(); err != nil {
			d.stop(err)
			return false
		}
		if len(d.faults) > before {
			return false
		}
		if len(list) < min || len(list) > max {
			d.fault(fmt.Sprintf("must have from %d to %d entries", min, max))
			return false
		}
		*to = list
		return true
	}
}

// OrNull is a value or null; null runs the function and leaves the value's place alone.
func OrNull(value Value, null func()) Value {
	return func(d *decoder) bool {
		if d.json.PeekKind() != jsontext.KindNull {
			return value(d)
		}
		if _, ok := d.token(jsontext.KindNull, ""); !ok {
			return false
		}
		null()
		return true
	}
}

// Text is any text.
func Text(to *string) Value {
	return func(d *decoder) bool {
		token, ok := d.token(jsontext.KindString, "text")
		if ok {
			*to = token.String()
		}
		return ok
	}
}

// ShortText is a text of at most max code points.
func ShortText(to *string, max int) Value {
	return func(d *decoder) bool {
		token, ok := d.token(jsontext.KindString, "text")
		if !ok {
			return false
		}
		text := token.String()
		if utf8.RuneCountInString(text) > max {
			d.fault(fmt.Sprintf("must be text of at most %d characters", max))
			return false
		}
		*to = text
		return true
	}
}

// Word is one of some words, of which there are at least two.
func Word[T ~string](to *T, words ...T) Value {
	return func(d *decoder) bool {
		must := oneOf(words)
		token, ok := d.token(jsontext.KindString, must)
		if !ok {
			return false
		}
		word := T(token.String())
		if !slices.Contains(words, word) {
			d.fault("must be " + must)
			return false
		}
		*to = word
		return true
	}
}

// Flag is true or false.
func Flag(to *bool) Value {
	return func(d *decoder) bool {
		kind := d.json.PeekKind()
		if kind != jsontext.KindTrue && kind != jsontext.KindFalse {
			kind = jsontext.KindTrue // refused below
		}
		token, ok := d.token(kind, "true or false")
		if ok {
			*to = token.Bool()
		}
		return ok
	}
}

// Whole is a whole number from min to max. 2.0 and 20e-1 are the whole number 2.
func Whole(to *int, min, max int) Value {
	return number(to, func(n int) bool { return min <= n && n <= max }, func() string {
		return fmt.Sprintf("a whole number from %d to %d", min, max)
	})
}

// WholeOf is one of some whole numbers, of which there are at least two.
func WholeOf(to *int, numbers ...int) Value {
	return number(to, func(n int) bool { return slices.Contains(numbers, n) }, func() string { return oneOf(numbers) })
}

func number(to *int, allowed func(int) bool, must func() string) Value {
	return func(d *decoder) bool {
		if d.json.PeekKind() != jsontext.KindNumber {
			d.refuse(must())
			return false
		}
		token, err := d.json.ReadToken()
		if err != nil {
			d.stop(err)
			return false
		}
		n, ok := whole(token.String())
		if !ok || !allowed(n) {
			d.fault("must be " + must())
			return false
		}
		*to = n
		return true
	}
}

// oneOf writes a choice in words: "easy, normal or hard".
func oneOf[T any](choices []T) string {
	words := make([]string, len(choices))
	for i, choice := range choices {
		words[i] = fmt.Sprint(choice)
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
