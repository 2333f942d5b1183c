package table

import (
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// properties are those of AWS::DynamoDB::Table that a table is made from. The
// values must be plain: nothing here resolves CloudFormation's functions.
type properties struct {
	BillingMode          string `yaml:"BillingMode"`
	AttributeDefinitions []struct {
		AttributeName string `yaml:"AttributeName"`
		AttributeType string `yaml:"AttributeType"`
	} `yaml:"AttributeDefinitions"`
	KeySchema []struct {
		AttributeName string `yaml:"AttributeName"`
		KeyType       string `yaml:"KeyType"`
	} `yaml:"KeySchema"`
	TimeToLive struct {
		AttributeName string `yaml:"AttributeName"`
		Enabled       bool   `yaml:"Enabled"`
	} `yaml:"TimeToLiveSpecification"`
}

// parse finds the only table of a template. Other resources may hold anything,
// short tags like !Sub included.
func parse(template []byte) (properties, error) {
	var document struct {
		Resources map[string]struct {
			Type       string `yaml:"Type"`
			Properties node   `yaml:"Properties"`
		} `yaml:"Resources"`
	}
	if err := yaml.Unmarshal(template, &document); err != nil {
		return properties{}, fmt.Errorf("read template: %w", err)
	}
	var tables []node
	for _, resource := range document.Resources {
		if resource.Type == "AWS::DynamoDB::Table" {
			tables = append(tables, resource.Properties)
		}
	}
	if len(tables) != 1 {
		return properties{}, fmt.Errorf("read template: %d tables, not one", len(tables))
	}
	var declared properties
	if tables[0].Node != nil {
		if err := yaml.NodeToValue(tables[0].Node, &declared); err != nil {
			return properties{}, fmt.Errorf("read table from template: %w", err)
		}
	}
	switch {
	case len(declared.KeySchema) == 0:
		return properties{}, errors.New("read table from template: no keys")
	case declared.TimeToLive.AttributeName == "" || !declared.TimeToLive.Enabled:
		return properties{}, errors.New("read table from template: no time to live")
	}
	return declared, nil
}

// create is the request for such a table.
func (p properties) create(name string) *dynamodb.CreateTableInput {
	in := &dynamodb.CreateTableInput{
		TableName:   aws.String(name),
		BillingMode: types.BillingMode(p.BillingMode),
	}
	for _, a := range p.AttributeDefinitions {
		in.AttributeDefinitions = append(in.AttributeDefinitions, types.AttributeDefinition{
			AttributeName: aws.String(a.AttributeName),
			AttributeType: types.ScalarAttributeType(a.AttributeType),
		})
	}
	for _, k := range p.KeySchema {
		in.KeySchema = append(in.KeySchema, types.KeySchemaElement{
			AttributeName: aws.String(k.AttributeName),
			KeyType:       types.KeyType(k.KeyType),
		})
	}
	return in
}

// node keeps a part of the document undecoded, until its type is known.
type node struct{ ast.Node }

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (n *node) UnmarshalYAML(value ast.Node) error {
	n.Node = value
	return nil
}
