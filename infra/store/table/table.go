// Package table makes, on a server that speaks DynamoDB's protocol, the table
// that a SAM template declares. AWS deploys the template itself: this is for
// tests and for the local program, and no Lambda links it.
package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"cheat/infra/store/dynamo"
)

// activation is how long a new table may take until it can be used.
const activation = time.Minute

// Ensure makes the table called name with the keys, the billing mode and the
// time to live of the one table in template, and waits until it can be used. A
// table that is there already, or that somebody else makes at this moment, is
// left as it is. Backups and deletion protection are for AWS alone.
func Ensure(ctx context.Context, client *dynamodb.Client, name string, template []byte) error {
	declared, err := parse(template)
	if err != nil {
		return err
	}
	if _, err := client.CreateTable(ctx, declared.create(name)); err != nil {
		if inUse := (*types.ResourceInUseException)(nil); !errors.As(err, &inUse) {
			return fmt.Errorf("create table %s: %w", name, err)
		}
	}
	waiter := dynamodb.NewTableExistsWaiter(client, func(o *dynamodb.TableExistsWaiterOptions) {
		o.MinDelay, o.MaxDelay = 50*time.Millisecond, time.Second
	})
	if err := waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(name)}, activation); err != nil {
		return fmt.Errorf("wait for table %s: %w", name, err)
	}
	if err := ensureTimeToLive(ctx, client, name, declared.TimeToLive.AttributeName); err != nil {
		return fmt.Errorf("switch on the time to live of table %s: %w", name, err)
	}
	return nil
}

// Provide ensures the table of a configuration, unless it lies in AWS, where it has to be
// there.
func Provide(ctx context.Context, config dynamo.Config, template []byte) error {
	if config.OnAWS() {
		return nil
	}
	client, err := dynamo.NewClient(config)
	if err != nil {
		return err
	}
	return Ensure(ctx, client, config.Table, template)
}

// ensureTimeToLive asks first: DynamoDB refuses to switch it on twice.
func ensureTimeToLive(ctx context.Context, client *dynamodb.Client, name, attribute string) error {
	now, err := client.DescribeTimeToLive(ctx, &dynamodb.DescribeTimeToLiveInput{TableName: aws.String(name)})
	if err != nil {
		return err
	}
	if d := now.TimeToLiveDescription; d != nil {
		switch d.TimeToLiveStatus {
		case types.TimeToLiveStatusEnabled, types.TimeToLiveStatusEnabling:
			return nil
		}
	}
	_, err = client.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{
		TableName: aws.String(name),
		TimeToLiveSpecification: &types.TimeToLiveSpecification{
			AttributeName: aws.String(attribute),
			Enabled:       aws.Bool(true),
		},
	})
	return err
}
