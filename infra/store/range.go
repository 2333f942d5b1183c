package store

// Check answers ErrTooLarge unless the range can be asked for.
func (r Range) Check() error {
	if err := checkString("partition key", r.PK, 1, MaxPK); err != nil {
		return err
	}
	for _, bound := range []string{r.From, r.To, r.After} {
		if err := checkString("bound", bound, 0, MaxSK); err != nil {
			return err
		}
	}
	return nil
}

// Clamp drops an After that lies before the range, which DynamoDB refuses, and
// reports false when nothing can be left to read.
func (r Range) Clamp() (Range, bool) {
	if r.From != "" && r.To != "" && r.From > r.To {
		return r, false
	}
	if r.After == "" {
		return r, true
	}
	before := r.From != "" && r.After < r.From
	beyond := r.To != "" && r.After > r.To
	last := !r.Reverse && r.After == r.To || r.Reverse && r.After == r.From
	if r.Reverse {
		before, beyond = beyond, before
	}
	if before {
		r.After = ""
	}
	return r, !beyond && !last
}

// Holds reports whether sk lies within the bounds and behind After.
func (r Range) Holds(sk string) bool {
	switch {
	case sk < r.From, r.To != "" && sk > r.To:
		return false
	case r.After == "":
		return true
	case r.Reverse:
		return sk < r.After
	}
	return sk > r.After
}
