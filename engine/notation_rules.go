package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// optionText prints and parses one member of the rules: "decks=2".
type optionText struct {
	name     string
	appendTo func([]byte, *Rules) []byte
	parse    func(*Rules, string) error
	inJSON   [2]string // what stands around the text there
}

// optionTexts has every option, by its bit's number.
var optionTexts = [...]optionText{
	number("decks", func(r *Rules) *int { return &r.Decks }, ""),
	truth("chroniclers", func(r *Rules) *bool { return &r.Chroniclers }),
	number("handSize", func(r *Rules) *int { return &r.HandSize }, "0"),
	word("afterCall", func(r *Rules) *string { return &r.AfterCall }, Continue, Repeat, Restart),
	number("maxCards", func(r *Rules) *int { return &r.MaxCards }, ""),
	word("callers", func(r *Rules) *string { return &r.Callers }, Anyone, NextOnly),
	number("callSeconds", func(r *Rules) *int { return &r.CallSeconds }, strconv.Itoa(WaitForAll)),
	word("lastPlay", func(r *Rules) *string { return &r.LastPlay }, Callable, Final),
	word("finish", func(r *Rules) *string { return &r.Finish }, FirstOut, PlayOn),
	{"points", appendPoints, parsePoints, [2]string{"[", "]"}},
	number("rounds", func(r *Rules) *int { return &r.Rounds }, ""),
	number("target", func(r *Rules) *int { return &r.Target }, "0"),
	truth("paleAlone", func(r *Rules) *bool { return &r.PaleAlone }),
	number("turnSeconds", func(r *Rules) *int { return &r.TurnSeconds }, ""),
}

// number is an option that takes whole numbers; null is written for the number
// that stands for none.
func number(name string, at func(*Rules) *int, none string) optionText {
	return optionText{
		name: name,
		appendTo: func(b []byte, r *Rules) []byte {
			begin := len(b)
			b = strconv.AppendInt(b, int64(*at(r)), 10)
			if string(b[begin:]) == none {
				return append(b[:begin], "null"...)
			}
			return b
		},
		parse: func(r *Rules, s string) (err error) {
			if s == "null" && none != "" {
				s = none
			}
			*at(r), err = strconv.Atoi(s)
			return err
		},
	}
}

func truth(name string, at func(*Rules) *bool) optionText {
	return optionText{
		name:     name,
		appendTo: func(b []byte, r *Rules) []byte { return strconv.AppendBool(b, *at(r)) },
		parse: func(r *Rules, s string) (err error) {
			*at(r), err = strconv.ParseBool(s)
			return err
		},
	}
}

func word(name string, at func(*Rules) *string, words ...string) optionText {
	return optionText{
		name:     name,
		appendTo: func(b []byte, r *Rules) []byte { return append(b, *at(r)...) },
		parse: func(r *Rules, s string) error {
			if !slices.Contains(words, s) {
				return fmt.Errorf("%q is none of %v", s, words)
			}
			*at(r) = s
			return nil
		},
		inJSON: [2]string{`"`, `"`},
	}
}

func appendPoints(b []byte, r *Rules) []byte {
	for i, p := range r.Points {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(p), 10)
	}
	return b
}

func parsePoints(r *Rules, s string) error {
	r.Points = nil
	for text := range strings.SplitSeq(s, ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		r.Points = append(r.Points, n)
	}
	return nil
}

// String prints the given options as "name=value", in their order; "-" when none
// is given.
func (o Options) String() string { return string(o.appendTo(nil)) }

func (o *Options) appendTo(b []byte) []byte {
	if o.Given == 0 {
		return append(b, '-')
	}
	first := true
	for i, t := range optionTexts {
		if o.Given&(1<<i) == 0 {
			continue
		}
		if !first {
			b = append(b, ' ')
		}
		first = false
		b = t.appendTo(append(append(b, t.name...), '='), &o.Rules)
	}
	return b
}

// ParseOptions reads what [Options.String] prints.
func ParseOptions(text string) (Options, error) {
	var o Options
	if text == "-" {
		return o, nil
	}
	for part := range strings.SplitSeq(text, " ") {
		name, value, _ := strings.Cut(part, "=")
		i := slices.IndexFunc(optionTexts[:], func(t optionText) bool { return t.name == name })
		if i < 0 {
			return Options{}, fmt.Errorf("options: no option %q", name)
		}
		if err := optionTexts[i].parse(&o.Rules, value); err != nil {
			return Options{}, fmt.Errorf("options: %s: %w", name, err)
		}
		o.Given |= 1 << i
	}
	if again := o.String(); again != text {
		return Options{}, fmt.Errorf("options: not as they are printed, %q", again)
	}
	return o, nil
}

// ParseRules reads what [Rules.String] prints: every member.
func ParseRules(text string) (Rules, error) {
	o, err := ParseOptions(text)
	if err == nil && o.Given != optEnd-1 {
		err = fmt.Errorf("rules: not all members in %q", text)
	}
	return o.Rules, err
}
