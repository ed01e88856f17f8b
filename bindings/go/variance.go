package indp

// Variance is a population variance of values clamped to [lo, hi].
type Variance struct{ withParts }

// NewVariance makes an empty state. lo and hi are public. rowsPerPerson is the largest number of
// rows that one person has: the caller's promise.
func NewVariance(lo, hi float64, rowsPerPerson uint64) (*Variance, error) {
	return NewVarianceOnGrid(lo, hi, 0, rowsPerPerson)
}

// NewVarianceOnGrid also chooses the power of two to which values are rounded; 0 stands for the
// default.
func NewVarianceOnGrid(lo, hi, grid float64, rowsPerPerson uint64) (*Variance, error) {
	own, err := newState(varianceStateSize, func(bytes []byte) error {
		return lowVarianceInit(bytes, lo, hi, grid, rowsPerPerson)
	})
	if err != nil {
		return nil, err
	}
	return &Variance{withParts{numbers{own}}}, nil
}

// Merge adds the rows of another Variance with the same parameters; it may be this one.
func (s *Variance) Merge(other *Variance) error {
	if other == nil {
		return ErrState
	}
	return s.merge(&other.state)
}

// Compatible returns the error that Merge would return because of kind or parameters.
func (s *Variance) Compatible(other *Variance) error {
	if other == nil {
		return ErrState
	}
	return s.compatible(&other.state)
}

// UnmarshalBinary reads what MarshalBinary wrote. Each state that is read from the same bytes can
// be released, and each release costs its epsilon.
func (s *Variance) UnmarshalBinary(bytes []byte) error { return s.unmarshal(kindVariance, bytes) }
