package dynamotest

import (
	"context"
	"crypto/rand"
	"os"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat"
	"cheat/infra/store/dynamo"
	"cheat/infra/store/table"
)

// Table returns the store of a fresh table, made as template.yaml says and gone
// after the test. With CHEAT_TEST_TABLE it is that table, which others may use
// as well: tests keep to partition keys of their own.
func Table(tb testing.TB) *dynamo.Store {
	tb.Helper()
	s, err := dynamo.New(Config(tb))
	require.NoError(tb, err)
	return s
}

// Config is how to reach such a table, for tests that observe what requests
// consume or start a program of their own.
func Config(tb testing.TB) dynamo.Config {
	tb.Helper()
	if name := os.Getenv("CHEAT_TEST_TABLE"); name != "" {
		return deployed(tb, name)
	}
	s, err := running()
	if err != nil {
		if os.Getenv("CI") != "" {
			tb.Fatal(err)
		}
		tb.Skip(err)
	}
	config := s.config("cheat-test-" + rand.Text())
	client, err := dynamo.NewClient(config)
	require.NoError(tb, err)
	require.NoError(tb, table.Ensure(tb.Context(), client, config.Table, cheat.Template))
	tb.Cleanup(func() {
		_, err := client.DeleteTable(context.Background(), &dynamodb.DeleteTableInput{TableName: &config.Table})
		assert.NoError(tb, err)
	})
	return config
}

// config is for a server that takes any credentials.
func (s server) config(table string) dynamo.Config {
	anybody := aws.Credentials{AccessKeyID: "test", SecretAccessKey: "test"}
	return dynamo.Config{
		Table:    table,
		Region:   "us-east-1",
		Endpoint: s.endpoint,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return anybody, nil
		}),
	}
}

// deployed is a table on AWS, with region and credentials of the environment.
func deployed(tb testing.TB, name string) dynamo.Config {
	tb.Helper()
	config, err := dynamo.FromEnv(func(key string) string {
		if key == "TABLE_NAME" {
			return name
		}
		return os.Getenv(key)
	})
	require.NoError(tb, err)
	return config
}
