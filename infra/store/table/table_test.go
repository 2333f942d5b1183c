package table_test

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat"
	"cheat/infra/store"
	"cheat/infra/store/dynamo"
	"cheat/infra/store/dynamotest"
	"cheat/infra/store/table"
)

// TestEnsure makes the project's own table, several times at once, and looks at
// it with a client's eyes.
func TestEnsure(t *testing.T) {
	t.Parallel()
	client, config := server(t)
	errs := make([]error, 4)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { errs[i] = table.Ensure(t.Context(), client, config.Table, cheat.Template) })
	}
	all.Wait()
	require.NoError(t, errors.Join(errs...))
	t.Cleanup(func() {
		_, err := client.DeleteTable(context.Background(), &dynamodb.DeleteTableInput{TableName: &config.Table})
		assert.NoError(t, err)
	})

	out, err := client.DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: &config.Table})
	require.NoError(t, err)
	assert.Equal(t, types.BillingModePayPerRequest, out.Table.BillingModeSummary.BillingMode)
	keys := map[string]types.KeyType{}
	for _, k := range out.Table.KeySchema {
		keys[*k.AttributeName] = k.KeyType
	}
	assert.Equal(t, map[string]types.KeyType{"pk": types.KeyTypeHash, "sk": types.KeyTypeRange}, keys)
	for _, a := range out.Table.AttributeDefinitions {
		assert.Equal(t, types.ScalarAttributeTypeS, a.AttributeType, *a.AttributeName)
	}
	assert.Empty(t, out.Table.GlobalSecondaryIndexes)
	assert.Empty(t, out.Table.LocalSecondaryIndexes)
	ttl, err := client.DescribeTimeToLive(t.Context(), &dynamodb.DescribeTimeToLiveInput{TableName: &config.Table})
	require.NoError(t, err)
	assert.Equal(t, types.TimeToLiveStatusEnabled, ttl.TimeToLiveDescription.TimeToLiveStatus)
	assert.Equal(t, "t", *ttl.TimeToLiveDescription.AttributeName)

	s, err := dynamo.New(config)
	require.NoError(t, err)
	item := store.Item{PK: "p", SK: "s", Version: 1, Body: []byte{}}
	require.NoError(t, s.PutNew(t.Context(), item))
	require.NoError(t, table.Ensure(t.Context(), client, config.Table, cheat.Template), "again")
	got, found, err := s.Get(t.Context(), "p", "s", true)
	require.NoError(t, err)
	assert.True(t, found, "the table was made anew")
	assert.Equal(t, item, got)
}

// TestEnsureTemplates: whatever else a template holds is no hindrance, but the
// table must be one, and plain.
func TestEnsureTemplates(t *testing.T) {
	t.Parallel()
	client, config := server(t)
	const good = `
Transform: AWS::Serverless-2016-10-31
Conditions:
  Production: !Equals [!Ref Stage, prod]
Resources:
  Table:
    Type: AWS::DynamoDB::Table
    Properties:
      BillingMode: PAY_PER_REQUEST
      TableName: !Sub "${AWS::StackName}-games"
      DeletionProtectionEnabled: !If [Production, true, !Ref "AWS::NoValue"]
      AttributeDefinitions: [{AttributeName: one, AttributeType: S}]
      KeySchema: [{AttributeName: one, KeyType: HASH}]
      TimeToLiveSpecification: {AttributeName: end, Enabled: true}
  Function:
    Type: AWS::Serverless::Function
    Condition: Production
    Properties:
      Timeout: !FindInMap [Stages, !Ref Stage, Timeout]
      Environment: {Variables: {TABLE_NAME: !Ref Table, ARN: !GetAtt Table.Arn}}
      Policies:
        - Statement: [{Effect: Allow, Action: ["dynamodb:GetItem"], Resource: !GetAtt [Table, Arn]}]
`
	require.NoError(t, table.Ensure(t.Context(), client, config.Table, []byte(good)))
	_, err := client.DeleteTable(t.Context(), &dynamodb.DeleteTableInput{TableName: &config.Table})
	require.NoError(t, err)

	for name, bad := range map[string]string{
		"not YAML":            "{",
		"empty":               "",
		"no table":            strings.Replace(good, "AWS::DynamoDB::Table", "AWS::S3::Bucket", 1),
		"two tables":          strings.Replace(good, "AWS::Serverless::Function", "AWS::DynamoDB::Table", 1),
		"no keys":             strings.Replace(good, "KeySchema", "Else", 1),
		"no time to live":     strings.Replace(good, "TimeToLiveSpecification", "Else", 1),
		"time to live is off": strings.Replace(good, "Enabled: true", "Enabled: false", 1),
		"computed keys":       strings.Replace(good, "AttributeName: one, KeyType", "AttributeName: !Ref Key, KeyType", 1),
		"no attributes":       strings.Replace(good, "AttributeDefinitions", "Else", 1),
		"no properties":       "Resources: {Table: {Type: AWS::DynamoDB::Table}}",
	} {
		assert.Error(t, table.Ensure(t.Context(), client, config.Table, []byte(bad)), name)
	}
	_, err = client.DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: &config.Table})
	missing := (*types.ResourceNotFoundException)(nil)
	assert.ErrorAs(t, err, &missing, "one of them made a table")
}

// server is the tests' own, with the name of a table that it does not have.
func server(t *testing.T) (*dynamodb.Client, dynamo.Config) {
	t.Helper()
	config := dynamotest.Config(t)
	if config.Endpoint == "" {
		t.Skip("tables on AWS are made by deploying the template")
	}
	config.Table += rand.Text()
	client, err := dynamo.NewClient(config)
	require.NoError(t, err)
	return client, config
}
