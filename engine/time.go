package engine

import (
	"fmt"
	"time"
)

// Time is a moment in Unix milliseconds, the precision of everything a player
// sees. Zero means none.
type Time int64

// At returns the moment of t, cut to the millisecond.
func At(t time.Time) Time { return Time(t.UnixMilli()) }

// Add returns the moment so many seconds later.
func (t Time) Add(seconds int) Time { return t + Time(seconds)*1000 }

// Std returns the moment as a time.Time in UTC.
func (t Time) Std() time.Time { return time.UnixMilli(int64(t)).UTC() }

// String returns RFC 3339 in UTC with milliseconds.
func (t Time) String() string { return t.Std().Format("2006-01-02T15:04:05.000Z") }

// MarshalText writes RFC 3339 in UTC with milliseconds.
func (t Time) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads RFC 3339; what is finer than a millisecond is refused.
func (t *Time) UnmarshalText(text []byte) error {
	std, err := time.Parse(time.RFC3339, string(text))
	if err != nil {
		return err
	}
	if *t = At(std); !t.Std().Equal(std) {
		return fmt.Errorf("%s is finer than a millisecond", text)
	}
	return nil
}
