package ratelimit

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func at(seconds int) time.Time {
	return time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(seconds) * time.Second)
}

func TestAllow_lets_so_many_a_minute_and_says_when_the_next(t *testing.T) {
	t.Parallel()
	l := New(6)
	for range 6 {
		ok, _ := l.Allow("192.0.2.1:1234", at(0))
		assert.True(t, ok)
	}
	ok, wait := l.Allow("192.0.2.1:1234", at(0))
	assert.False(t, ok)
	assert.Equal(t, 10*time.Second, wait)
	ok, wait = l.Allow("192.0.2.1:1234", at(9))
	assert.False(t, ok, "asking in vain must not cost anything, nor help")
	assert.InDelta(t, time.Second, wait, float64(time.Microsecond))
	ok, _ = l.Allow("192.0.2.1:1234", at(10))
	assert.True(t, ok)
	ok, _ = l.Allow("192.0.2.1:1234", at(10))
	assert.False(t, ok)
}

func TestAllow_counts_by_network(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		a, b string
		same bool
	}{
		"another port":               {"192.0.2.1:1", "192.0.2.1:2", true},
		"without a port":             {"192.0.2.1:1", "192.0.2.1", true},
		"another IPv4 address":       {"192.0.2.1:1", "192.0.2.2:1", false},
		"IPv4 written as IPv6":       {"192.0.2.1:1", "[::ffff:192.0.2.1]:1", true},
		"in the same /64":            {"[2001:db8:0:1::1]:1", "[2001:db8:0:1:ffff::2]:1", true},
		"in another /64":             {"[2001:db8:0:1::1]:1", "[2001:db8:0:2::1]:1", false},
		"a zone":                     {"[fe80::1%eth0]:1", "[fe80::2%eth1]:1", true},
		"two that are no addresses":  {"", "nobody:0", true},
		"one that is and one that's": {"", "0.0.0.0:0", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := New(1)
			first, _ := l.Allow(tt.a, at(0))
			assert.True(t, first)
			second, _ := l.Allow(tt.b, at(0))
			assert.Equal(t, !tt.same, second)
		})
	}
}

// Memory is bounded, and who asks again and again is not forgotten for that.
func TestAllow_forgets_who_does_not_come_back(t *testing.T) {
	t.Parallel()
	l := newLimiter(1, 10)
	first, _ := l.Allow("192.0.2.1", at(0))
	assert.True(t, first)
	for i := range 200 {
		l.Allow(fmt.Sprintf("198.51.100.%d", i), at(0))
		again, _ := l.Allow("192.0.2.1", at(0))
		assert.False(t, again, i)
		assert.LessOrEqual(t, len(l.young)+len(l.old), 10)
	}
	for i := range 10 {
		l.Allow(fmt.Sprintf("203.0.113.%d", i), at(0))
	}
	forgotten, _ := l.Allow("192.0.2.1", at(0))
	assert.True(t, forgotten)
}

func TestAllow_at_the_same_time(t *testing.T) {
	t.Parallel()
	l := New(10)
	var allowed atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if ok, _ := l.Allow("192.0.2.1", at(0)); ok {
				allowed.Add(1)
			}
		})
	}
	all.Wait()
	assert.Equal(t, int32(10), allowed.Load())
}
