// Package ratelimit gives every address a bucket of tokens, in the memory of one
// process. It holds off who hammers from one place; it is no wall against many
// addresses, and in the cloud each instance of the function counts for itself.
package ratelimit

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// remembered is how many addresses are known at most: some megabytes.
const remembered = 20_000

// Limiter counts by address. Its methods may be called at the same time.
type Limiter struct {
	every rate.Limit
	burst int
	half  int // addresses of one generation

	mu         sync.Mutex
	young, old map[netip.Prefix]*rate.Limiter
}

// New returns a limiter that lets an address do so many things a minute, all of
// them at once if it likes.
func New(perMinute int) *Limiter {
	return newLimiter(perMinute, remembered)
}

func newLimiter(perMinute, addresses int) *Limiter {
	return &Limiter{
		every: rate.Limit(float64(perMinute) / 60), burst: perMinute, half: addresses / 2,
		young: map[netip.Prefix]*rate.Limiter{},
	}
}

// Allow reports whether the address, with or without a port, may do one more thing
// now, and if not, after how long it may try again. What is no address shares one
// bucket.
func (l *Limiter) Allow(address string, now time.Time) (ok bool, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.bucket(network(address)).ReserveN(now, 1)
	if wait = r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
		return false, wait
	}
	return true, 0
}

// bucket finds a network's bucket, or makes it. There are two generations: when the
// young one is full it becomes the old, whose buckets are forgotten unless they were
// asked for again.
func (l *Limiter) bucket(n netip.Prefix) *rate.Limiter {
	b := l.young[n]
	if b != nil {
		return b
	}
	if b = l.old[n]; b == nil {
		b = rate.NewLimiter(l.every, l.burst)
	}
	if len(l.young) >= l.half {
		l.old, l.young = l.young, make(map[netip.Prefix]*rate.Limiter, l.half)
	}
	l.young[n] = b
	return b
}

// network is what counts as one address: of IPv6 the 64 bits that name a network,
// since whoever has one has all addresses in it (RFC 6177).
func network(address string) netip.Prefix {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		ported, _ := netip.ParseAddrPort(address)
		ip = ported.Addr()
	}
	ip = ip.Unmap().WithZone("")
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	prefix, _ := ip.Prefix(bits) // fails for no address at all, which is a key too
	return prefix
}
