package dynamo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// A call is tried three times at most and never waits long in between: whoever
// calls has a person waiting, and can read again and decide anew. DynamoDB
// answers within milliseconds, so a try of two seconds is lost, even one that
// begins with a handshake.
const (
	attempts    = 3
	attemptTime = 2 * time.Second
	backoff     = 50 * time.Millisecond // doubled by each try, then a random share of it
)

// Config says which table, and how to reach it.
type Config struct {
	Table       string
	Region      string
	Endpoint    string // another endpoint than AWS's, "" for none
	Credentials aws.CredentialsProvider

	// Observe, if set, is told what each answered request has consumed. Only
	// then is DynamoDB asked to say it. It may be called concurrently.
	Observe func(Usage)
}

// FromEnv reads TABLE_NAME and, named as the AWS SDKs define them, AWS_REGION,
// AWS_ENDPOINT_URL_DYNAMODB and the credentials, which are looked up anew for
// each request. Lambda sets them all but the endpoint.
func FromEnv(getenv func(string) string) (Config, error) {
	for _, name := range []string{"TABLE_NAME", "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} {
		if getenv(name) == "" {
			return Config{}, fmt.Errorf("DynamoDB needs %s in the environment", name)
		}
	}
	credentials := func(context.Context) (aws.Credentials, error) {
		return aws.Credentials{
			AccessKeyID:     getenv("AWS_ACCESS_KEY_ID"),
			SecretAccessKey: getenv("AWS_SECRET_ACCESS_KEY"),
			SessionToken:    getenv("AWS_SESSION_TOKEN"),
			Source:          "environment",
		}, nil
	}
	return Config{
		Table:       getenv("TABLE_NAME"),
		Region:      getenv("AWS_REGION"),
		Endpoint:    getenv("AWS_ENDPOINT_URL_DYNAMODB"),
		Credentials: aws.CredentialsProviderFunc(credentials),
	}, nil
}

// OnAWS reports whether the table lies in AWS, where a template makes it and no program
// does.
func (c Config) OnAWS() bool {
	return c.Endpoint == "" || strings.Contains(c.Endpoint, ".amazonaws.com")
}

// NewClient builds the SDK's client by hand: the default configuration chain
// would add half of the start-up time of a Lambda.
func NewClient(c Config) (*dynamodb.Client, error) {
	if c.Region == "" || c.Credentials == nil {
		return nil, errors.New("DynamoDB needs a region and credentials")
	}
	options := dynamodb.Options{
		Region:      c.Region,
		Credentials: c.Credentials,
		HTTPClient:  awshttp.NewBuildableClient().WithTimeout(attemptTime),
		Retryer: retry.NewStandard(func(o *retry.StandardOptions) {
			o.MaxAttempts = attempts
			o.Backoff = retry.BackoffDelayerFunc(func(attempt int, _ error) (time.Duration, error) {
				return rand.N(backoff << attempt), nil
			})
		}),
	}
	if c.Endpoint != "" {
		options.BaseEndpoint = aws.String(c.Endpoint)
	}
	return dynamodb.New(options), nil
}
