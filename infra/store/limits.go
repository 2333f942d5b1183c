package store

import (
	"fmt"
	"unicode/utf8"
)

// Limits of DynamoDB, in bytes ("Quotas in Amazon DynamoDB"). They hold for
// every implementation.
const (
	MaxPK   = 2048
	MaxSK   = 1024
	MaxItem = 400 << 10 // with the names of the attributes
)

// CheckKey answers ErrTooLarge unless pk and sk can be a key.
func CheckKey(pk, sk string) error {
	if err := checkString("partition key", pk, 1, MaxPK); err != nil {
		return err
	}
	return checkString("sort key", sk, 1, MaxSK)
}

// Check answers ErrTooLarge unless the item can be stored.
func (it Item) Check() error {
	if err := CheckKey(it.PK, it.SK); err != nil {
		return err
	}
	if size := it.Size(); size > MaxItem {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrTooLarge, size, MaxItem)
	}
	return nil
}

// Size returns how many bytes DynamoDB counts for the item: names and values
// of its attributes. A write costs one unit for each started KiB of them. The
// two numbers are rounded up, by a byte or two when they end in zeros
// ("DynamoDB item sizes and formats").
func (it Item) Size() int {
	size := len("pk") + len(it.PK) + len("sk") + len(it.SK) +
		len("v") + numberSize(it.Version) + len("b") + len(it.Body)
	if it.Expires != 0 {
		size += len("t") + numberSize(it.Expires)
	}
	return size
}

// numberSize is a byte for each two digits, one more, and one for the sign.
func numberSize(n int64) int {
	size := 1
	if n < 0 {
		size++
	}
	for ; n != 0; n /= 100 {
		size++
	}
	return size
}

// checkString also insists on UTF-8: DynamoDB's keys are strings, and on the
// way there other bytes would silently become another key.
func checkString(what, s string, least, most int) error {
	switch {
	case len(s) < least:
		return fmt.Errorf("%w: the %s is empty", ErrTooLarge, what)
	case len(s) > most:
		return fmt.Errorf("%w: the %s has %d bytes, at most %d", ErrTooLarge, what, len(s), most)
	case !utf8.ValidString(s):
		return fmt.Errorf("%w: the %s is not UTF-8", ErrTooLarge, what)
	}
	return nil
}
