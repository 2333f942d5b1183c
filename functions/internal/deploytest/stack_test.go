package deploytest

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/stretchr/testify/require"

	"cheat"
)

// stack is template.yaml with parameters, as CloudFormation would make it: what is
// conditional is there or not. References to resources stand as "@Name" and
// "@Name.Attribute"; following one that is not there fails the test.
type stack struct {
	t          testing.TB
	document   map[string]ast.Node
	parameters map[string]any
	resources  map[string]map[string]any
	outputs    map[string]any
}

// newStack evaluates the whole template.
func newStack(t testing.TB, given map[string]any) *stack {
	t.Helper()
	file, err := parser.ParseBytes(cheat.Template, 0)
	require.NoError(t, err)
	require.Len(t, file.Docs, 1)
	s := &stack{t: t, document: members(file.Docs[0].Body), resources: map[string]map[string]any{}}
	s.parameters = map[string]any{
		"AWS::StackName": "cheat-test", "AWS::Region": "eu-central-1", "AWS::Partition": "aws",
		"AWS::AccountId": "123456789012", "AWS::NoValue": nil,
	}
	for name, node := range members(s.document["Parameters"]) {
		s.parameters[name] = s.value(members(node)["Default"])
	}
	maps.Copy(s.parameters, given)

	// References need to know what is there before any of it is evaluated.
	bodies := map[string]map[string]ast.Node{}
	for name, node := range members(s.document["Resources"]) {
		body := members(node)
		if c, ok := body["Condition"]; !ok || s.condition(plain(c)) {
			bodies[name], s.resources[name] = body, nil
		}
	}
	for name, body := range bodies {
		resource := map[string]any{}
		for member, node := range body {
			resource[member] = s.value(node)
		}
		s.resources[name] = resource
	}
	s.outputs = map[string]any{}
	for name, node := range members(s.document["Outputs"]) {
		body := members(node)
		if c, ok := body["Condition"]; !ok || s.condition(plain(c)) {
			s.outputs[name] = s.value(body["Value"])
		}
	}
	return s
}

// members returns the members of a mapping.
func members(node ast.Node) map[string]ast.Node {
	found := map[string]ast.Node{}
	mapping, ok := node.(*ast.MappingNode)
	if !ok {
		return found
	}
	for _, v := range mapping.Values {
		found[plain(v.Key)] = v.Value
	}
	return found
}

// plain returns the text of a scalar.
func plain(node ast.Node) string {
	switch n := node.(type) {
	case *ast.StringNode:
		return n.Value
	case *ast.LiteralNode:
		return n.Value.Value
	}
	return node.String()
}

// value evaluates a part of the template. Members without a value are left out.
func (s *stack) value(node ast.Node) any {
	switch n := node.(type) {
	case nil:
		return nil
	case *ast.TagNode:
		return s.function(n.Start.Value, n.Value)
	case *ast.MappingNode:
		out := map[string]any{}
		for name, v := range members(n) {
			if v := s.value(v); v != nil {
				out[name] = v
			}
		}
		return out
	case *ast.SequenceNode:
		out := []any{}
		for _, v := range n.Values {
			out = append(out, s.value(v))
		}
		return out
	case *ast.StringNode, *ast.LiteralNode:
		return plain(n)
	case *ast.IntegerNode:
		return fmt.Sprint(n.Value)
	case *ast.BoolNode:
		return n.Value
	}
	s.t.Fatalf("template.yaml: no value of kind %T", node)
	return nil
}

func (s *stack) function(tag string, argument ast.Node) any {
	s.t.Helper()
	switch tag {
	case "!Ref":
		return s.ref(plain(argument))
	case "!GetAtt":
		name, attribute, _ := strings.Cut(plain(argument), ".")
		return s.ref(name).(string) + "." + attribute
	case "!Sub":
		return s.sub(argument)
	case "!If":
		branches := argument.(*ast.SequenceNode).Values
		if s.condition(plain(branches[0])) {
			return s.value(branches[1])
		}
		return s.value(branches[2])
	case "!Equals", "!Not", "!And", "!Or", "!Condition":
		return s.test(tag, argument)
	}
	s.t.Fatalf("template.yaml: %s is not known here", tag)
	return nil
}

// ref finds a parameter or a resource. SAM makes an alias of the name live.
func (s *stack) ref(name string) any {
	if value, ok := s.parameters[name]; ok {
		return value
	}
	resource := strings.TrimSuffix(name, ".Alias")
	_, ok := s.resources[resource]
	require.True(s.t, ok, "template.yaml: %s is referred to and not there", name)
	return "@" + name
}

var variable = regexp.MustCompile(`\$\{([^}]+)\}`)

// sub evaluates a text, or a list of a text and more variables.
func (s *stack) sub(argument ast.Node) string {
	own := map[string]ast.Node{}
	if list, ok := argument.(*ast.SequenceNode); ok {
		argument, own = list.Values[0], members(list.Values[1])
	}
	return variable.ReplaceAllStringFunc(plain(argument), func(found string) string {
		name := found[2 : len(found)-1]
		if node, ok := own[name]; ok {
			return fmt.Sprint(s.value(node))
		}
		resource, attribute, ok := strings.Cut(name, ".")
		if ok {
			attribute = "." + attribute
		}
		return fmt.Sprint(s.ref(resource)) + attribute
	})
}

// condition evaluates a condition by its name.
func (s *stack) condition(name string) bool {
	node, ok := members(s.document["Conditions"])[name]
	require.True(s.t, ok, "template.yaml: no condition %s", name)
	tag, ok := node.(*ast.TagNode)
	require.True(s.t, ok, name)
	return s.test(tag.Start.Value, tag.Value)
}

func (s *stack) test(tag string, argument ast.Node) bool {
	if tag == "!Condition" {
		return s.condition(plain(argument))
	}
	list := argument.(*ast.SequenceNode).Values
	holds := func(node ast.Node) bool {
		inner := node.(*ast.TagNode)
		return s.test(inner.Start.Value, inner.Value)
	}
	switch tag {
	case "!Equals":
		return fmt.Sprint(s.value(list[0])) == fmt.Sprint(s.value(list[1]))
	case "!Not":
		return !holds(list[0])
	case "!Or":
		for _, node := range list {
			if holds(node) {
				return true
			}
		}
		return false
	case "!And":
		for _, node := range list {
			if !holds(node) {
				return false
			}
		}
		return true
	}
	s.t.Fatalf("template.yaml: %s is no condition", tag)
	return false
}

// refusals returns what the template's rules say against the parameters.
func (s *stack) refusals() []string {
	var said []string
	for _, node := range members(s.document["Rules"]) {
		rule := members(node)
		if when, ok := rule["RuleCondition"].(*ast.TagNode); ok && !s.test(when.Start.Value, when.Value) {
			continue
		}
		for _, assertion := range rule["Assertions"].(*ast.SequenceNode).Values {
			body := members(assertion)
			tag := body["Assert"].(*ast.TagNode)
			if !s.test(tag.Start.Value, tag.Value) {
				said = append(said, plain(body["AssertDescription"]))
			}
		}
	}
	return said
}

// of returns the resources of a type, by name.
func (s *stack) of(kind string) map[string]map[string]any {
	found := map[string]map[string]any{}
	for name, resource := range s.resources {
		if resource["Type"] == kind {
			properties, _ := resource["Properties"].(map[string]any)
			found[name] = properties
		}
	}
	return found
}

// object walks down members.
func object(value any, path ...string) any {
	for _, name := range path {
		value = value.(map[string]any)[name]
	}
	return value
}
