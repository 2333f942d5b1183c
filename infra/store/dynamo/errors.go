package dynamo

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"cheat/infra/store"
)

// translate puts the SDK's error under the sentinel that package store promises
// ("Error handling with DynamoDB" lists the codes). What is left over would fail
// again: no such table, no permission, a malformed request.
func translate(op store.Op, err error) error {
	if sentinel := sentinelOf(op, err); sentinel != nil {
		return fmt.Errorf("DynamoDB %s: %w: %w", op, sentinel, err)
	}
	return fmt.Errorf("DynamoDB %s: %w", op, err)
}

func sentinelOf(op store.Op, err error) error {
	if failed := (*types.ConditionalCheckFailedException)(nil); errors.As(err, &failed) {
		if op == store.OpPutNew {
			return store.ErrExists
		}
		return store.ErrConflict
	}
	var answer smithy.APIError
	if !errors.As(err, &answer) {
		// Nothing that DynamoDB said: the context, the connection or the
		// answer has ended too early.
		return store.ErrUnavailable
	}
	switch {
	case answer.ErrorCode() == "ValidationException" && strings.Contains(strings.ToLower(answer.ErrorMessage()), "size"):
		return store.ErrTooLarge
	case refusedForNow(answer), serverFault(err):
		return store.ErrUnavailable
	}
	return nil
}

func refusedForNow(answer smithy.APIError) bool {
	switch answer.ErrorCode() {
	case "TransactionConflictException", "ReplicatedWriteConflictException":
		return true // another write is under way at this very item
	}
	transient := retry.IsErrorRetryables{
		retry.RetryableErrorCode{Codes: retry.DefaultRetryableErrorCodes},
		retry.RetryableErrorCode{Codes: retry.DefaultThrottleErrorCodes},
	}
	return transient.IsErrorRetryable(answer) == aws.TrueTernary
}

func serverFault(err error) bool {
	var response interface{ HTTPStatusCode() int }
	return errors.As(err, &response) && response.HTTPStatusCode() >= 500
}
