package deploytest

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stacks are the ways to deploy that differ in what there is.
func stacks(t *testing.T) map[string]*stack {
	t.Helper()
	domain := map[string]any{"DomainName": "cheat.example.org", "CertificateArn": "arn:aws:acm:eu-central-1:123456789012:certificate/x"}
	prod := map[string]any{
		"Stage": "prod", "PublicUrl": "https://cheat.example.org", "AlarmEmail": "a@example.org", "DeploymentType": "Canary10Percent5Minutes",
		"Tracing": "Active", "ReservedConcurrency": "20",
	}
	maps.Copy(prod, domain)
	return map[string]*stack{
		"as it is":            newStack(t, nil),
		"with a domain":       newStack(t, domain),
		"prod":                newStack(t, prod),
		"by Function URL":     newStack(t, map[string]any{"FrontDoor": "FunctionUrl", "AlarmEmail": "a@example.org"}),
		"without metrics":     newStack(t, map[string]any{"Metrics": "off"}),
		"without log lines":   newStack(t, map[string]any{"LogLevel": "warn"}),
		"of prod, by the URL": newStack(t, map[string]any{"Stage": "prod", "FrontDoor": "FunctionUrl", "PublicUrl": "https://cheat.example.org"}),
	}
}

// Evaluating follows every reference, so nothing that is there refers to what is not.
func TestTemplate_front_doors(t *testing.T) {
	t.Parallel()
	for name, s := range stacks(t) {
		url := strings.Contains(name, "URL")
		assert.Equal(t, !url, len(s.of("AWS::ApiGatewayV2::Api")) == 1, name)
		assert.Equal(t, url, len(s.of("AWS::Lambda::Url")) == 1, name)
		assert.Equal(t, strings.Contains(name, "domain") || name == "prod", len(s.of("AWS::ApiGatewayV2::DomainName")) == 1, name)
		assert.Empty(t, s.refusals(), name)
		for _, output := range []string{"Url", "TableName", "DashboardUrl"} {
			assert.NotEmpty(t, s.outputs[output], "%s: %s", name, output)
		}
	}
}

func TestTemplate_refuses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		given map[string]any
		want  string
	}{
		"prod without an address":      {map[string]any{"Stage": "prod"}, "PublicUrl is required"},
		"a domain without certificate": {map[string]any{"DomainName": "x.example.org"}, "needs CertificateArn"},
		"a domain of a Function URL": {
			map[string]any{"DomainName": "x.example.org", "CertificateArn": "x", "FrontDoor": "FunctionUrl"}, "cannot have a domain name",
		},
	} {
		said := newStack(t, tt.given).refusals()
		require.Len(t, said, 1, name)
		assert.Contains(t, said[0], tt.want, name)
	}
}

// New accounts refuse any reservation, so there is none by default; but a Function
// URL has no other ceiling.
func TestTemplate_reserves_concurrency_where_nothing_else_limits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		door, given string
		want        any
	}{
		{"HttpApi", "", nil}, {"HttpApi", "7", "7"}, {"FunctionUrl", "", "2"}, {"FunctionUrl", "7", "7"},
	} {
		s := newStack(t, map[string]any{"FrontDoor": tt.door, "ReservedConcurrency": tt.given})
		assert.Equal(t, tt.want, s.of("AWS::Serverless::Function")["ApiFunction"]["ReservedConcurrentExecutions"], tt)
	}
}

// A role may do what its function does, with what is its own, and nothing else.
func TestTemplate_grants_no_more_than_is_used(t *testing.T) {
	t.Parallel()
	for name, s := range stacks(t) {
		statements := 0
		for role, properties := range s.of("AWS::IAM::Role") {
			for _, policy := range properties["Policies"].([]any) {
				for _, statement := range object(policy, "PolicyDocument", "Statement").([]any) {
					statements++
					for _, member := range []string{"Action", "Resource"} {
						for _, text := range texts(object(statement, member)) {
							assert.NotContains(t, text, "*", "%s: %s: %s", name, role, member)
							assert.Regexp(t, `^([a-z]+:[A-Za-z]+|@[A-Za-z]+\.Arn)$`, text, "%s: %s: %s", name, role, member)
							assert.NotContains(t, []string{"dynamodb:Scan", "dynamodb:BatchWriteItem", "dynamodb:UpdateItem"}, text)
						}
					}
				}
			}
		}
		assert.Equal(t, 4, statements, name)
		for function, properties := range s.of("AWS::Serverless::Function") {
			assert.Regexp(t, `^@(Api|Sweep)Role\.Arn$`, properties["Role"], function)
			assert.Nil(t, properties["Policies"], function)
		}
	}
}

// texts returns one text, or those of a list.
func texts(value any) []string {
	if text, ok := value.(string); ok {
		return []string{text}
	}
	var all []string
	for _, v := range value.([]any) {
		all = append(all, v.(string))
	}
	return all
}

func TestTemplate_every_log_ends(t *testing.T) {
	t.Parallel()
	for name, s := range stacks(t) {
		functions := s.of("AWS::Serverless::Function")
		assert.Len(t, functions, 2, name)
		for function, properties := range functions {
			group, _ := object(properties, "LoggingConfig", "LogGroup").(string)
			assert.Contains(t, s.of("AWS::Logs::LogGroup"), strings.TrimPrefix(group, "@"), "%s: %s", name, function)
			assert.Equal(t, "JSON", object(properties, "LoggingConfig", "LogFormat"), "%s: %s", name, function)
		}
		for group, properties := range s.of("AWS::Logs::LogGroup") {
			assert.NotEmpty(t, properties["RetentionInDays"], "%s: %s", name, group)
		}
	}
}

// Two stages can live in one account: whatever has a name of its own has the stack's
// in it.
func TestTemplate_names_are_the_stack_s_own(t *testing.T) {
	t.Parallel()
	s := newStack(t, nil)
	named := 0
	check := func(where string, name any) {
		named++
		assert.Contains(t, name, "cheat-test", where)
	}
	for resource, body := range s.resources {
		properties, _ := body["Properties"].(map[string]any)
		for _, member := range []string{"LogGroupName", "DashboardName", "TableName", "FunctionName", "RoleName", "AlarmName", "TopicName", "Name"} {
			if name, ok := properties[member]; ok && !strings.HasPrefix(fmt.Sprint(name), "@") {
				check(resource, name)
			}
		}
	}
	check("the schedule", object(s.of("AWS::Serverless::Function")["SweepFunction"], "Events", "EveryMinute", "Properties", "Name"))
	assert.Equal(t, 5, named)
}

// The table of the template is what the code was written for: no index, which would
// have to be paid for with every write.
func TestTemplate_table(t *testing.T) {
	t.Parallel()
	s := newStack(t, nil)
	tables := s.of("AWS::DynamoDB::Table")
	require.Len(t, tables, 1)
	table := tables["Table"]
	assert.Nil(t, table["GlobalSecondaryIndexes"])
	assert.Nil(t, table["LocalSecondaryIndexes"])
	assert.Equal(t, true, object(table, "PointInTimeRecoverySpecification", "PointInTimeRecoveryEnabled"))
	assert.Equal(t, "true", table["DeletionProtectionEnabled"])
	assert.Equal(t, map[string]any{"MaxReadRequestUnits": "100", "MaxWriteRequestUnits": "50"}, table["OnDemandThroughput"])
	assert.Equal(t, "RetainExceptOnCreate", s.resources["Table"]["DeletionPolicy"])
}

// Every variable that the template sets is one that a program reads, and every
// parameter is explained.
func TestTemplate_is_documented(t *testing.T) {
	t.Parallel()
	s := newStack(t, nil)
	page := read(t, "docs/configuration.md")
	for name := range members(s.document["Parameters"]) {
		assert.Contains(t, page, "| `"+name+"` |", "docs/configuration.md: parameter")
	}
	code := read(t, "functions/internal/program/config.go") + read(t, "infra/store/dynamo/config.go")
	variables := maps.Clone(object(globals(s), "Environment", "Variables").(map[string]any))
	maps.Copy(variables, object(s.of("AWS::Serverless::Function")["ApiFunction"], "Environment", "Variables").(map[string]any))
	for name := range variables {
		assert.Contains(t, page, "| `"+name+"` |", "docs/configuration.md: variable")
		if name == "GOMAXPROCS" {
			continue // Go's runtime does
		}
		assert.Contains(t, code, `"`+name+`"`, "no program reads it")
	}
	for _, name := range regexp.MustCompile(`"([A-Z]+(?:_[A-Z]+)+|PORT|STORE)"`).FindAllStringSubmatch(code, -1) {
		assert.Contains(t, page, "`"+name[1]+"`", "docs/configuration.md: a program reads it")
	}
}

func globals(s *stack) any { return object(s.value(s.document["Globals"]), "Function") }

// What samconfig.toml sets are parameters of the template, and the configuration of
// prod is one that the template accepts once it has an address.
func TestSamconfig(t *testing.T) {
	t.Parallel()
	config := read(t, "samconfig.toml")
	known := members(newStack(t, nil).document["Parameters"])
	for _, stage := range []string{"dev", "prod"} {
		section := regexp.MustCompile(`(?s)\[` + stage + `\.deploy\.parameters\](.*?)(\n\[|$)`).FindStringSubmatch(config)
		require.NotNil(t, section, stage)
		given := map[string]any{}
		for _, pair := range regexp.MustCompile(`"([A-Za-z]+)=([^"]*)"`).FindAllStringSubmatch(section[1], -1) {
			assert.Contains(t, known, pair[1])
			given[pair[1]] = pair[2]
		}
		assert.Equal(t, stage, given["Stage"])
		given["PublicUrl"] = "https://cheat.example.org"
		assert.Empty(t, newStack(t, given).refusals())
	}
}

// read returns a file of the project.
func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile("../../../" + path)
	require.NoError(t, err)
	return string(text)
}
