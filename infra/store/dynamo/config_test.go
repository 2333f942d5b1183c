package dynamo_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cheat/infra/store/dynamo"
)

func TestFromEnv(t *testing.T) {
	t.Parallel()
	env := map[string]string{
		"TABLE_NAME": "games", "AWS_REGION": "eu-central-1", "AWS_ENDPOINT_URL_DYNAMODB": "http://127.0.0.1:8000",
		"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "key", "AWS_SESSION_TOKEN": "session",
	}
	config, err := dynamo.FromEnv(func(name string) string { return env[name] })
	require.NoError(t, err)
	assert.Equal(t, "games", config.Table)
	assert.Equal(t, "eu-central-1", config.Region)
	assert.Equal(t, "http://127.0.0.1:8000", config.Endpoint)
	got, err := config.Credentials.Retrieve(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{"id", "key", "session"}, []string{got.AccessKeyID, got.SecretAccessKey, got.SessionToken})

	env["AWS_SESSION_TOKEN"] = "next"
	got, err = config.Credentials.Retrieve(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "next", got.SessionToken, "credentials may change")

	for _, name := range []string{"TABLE_NAME", "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} {
		without := maps.Clone(env)
		delete(without, name)
		_, err := dynamo.FromEnv(func(name string) string { return without[name] })
		assert.ErrorContains(t, err, name)
	}
	without := maps.Clone(env)
	delete(without, "AWS_ENDPOINT_URL_DYNAMODB")
	config, err = dynamo.FromEnv(func(name string) string { return without[name] })
	require.NoError(t, err)
	assert.Empty(t, config.Endpoint)
}

func TestNew(t *testing.T) {
	t.Parallel()
	_, err := dynamo.New(dynamo.Config{Table: "games"})
	assert.Error(t, err, "no region")
	_, err = dynamo.New(dynamo.Config{Region: "eu-central-1"})
	assert.Error(t, err, "no table")
}

// TestSignature: requests are signed for the region, with the session's token.
func TestSignature(t *testing.T) {
	t.Parallel()
	var got http.Header
	config := map[string]string{
		"TABLE_NAME": "games", "AWS_REGION": "eu-central-1",
		"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "key", "AWS_SESSION_TOKEN": "session",
	}
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header
		answer(w, 200, "{}")
	})
	config["AWS_ENDPOINT_URL_DYNAMODB"] = server
	c, err := dynamo.FromEnv(func(name string) string { return config[name] })
	require.NoError(t, err)
	s, err := dynamo.New(c)
	require.NoError(t, err)
	_, found, err := s.Get(t.Context(), "p", "s", false)
	require.NoError(t, err)
	assert.False(t, found)
	assert.Regexp(t, `^AWS4-HMAC-SHA256 Credential=id/\d{8}/eu-central-1/dynamodb/aws4_request`, got.Get("Authorization"))
	assert.Equal(t, "session", got.Get("X-Amz-Security-Token"))
}

// Only what is surely not AWS may be given a table by a program.
func TestConfig_OnAWS(t *testing.T) {
	t.Parallel()
	for endpoint, on := range map[string]bool{
		"": true, "https://dynamodb.eu-central-1.amazonaws.com": true, "https://dynamodb.cn-north-1.amazonaws.com.cn": true,
		"http://127.0.0.1:8000": false,
	} {
		assert.Equal(t, on, dynamo.Config{Endpoint: endpoint}.OnAWS(), endpoint)
	}
}
