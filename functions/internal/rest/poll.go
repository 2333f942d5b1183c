package rest

import "cheat/engine"

// pollAfter returns after how many seconds another look is worth while: soon while
// others are active, late when nothing is likely to have happened. It rests on
// public facts only.
func pollAfter(v engine.View, now engine.Time) int {
	if last := v.Pile.LastPlay; last != nil && last.Until != nil && now < *last.Until && v.Rules.CallSeconds > 0 {
		return max(1, min(v.Rules.CallSeconds/3, 2))
	}
	quiet := int((now - v.UpdatedAt) / 1000)
	switch v.Status {
	case engine.Finished:
		return max(5, min(quiet, 300)) // a rematch may be asked for
	case engine.Cancelled:
		return 300
	}
	switch {
	case quiet < 60:
		return 2
	case quiet < 10*60:
		return 5
	case quiet < 60*60:
		return 20
	}
	return 60
}
