package indp

// Variance is a population variance of values clamped to [lo, hi].
type Variance struct{ withParts }

// NewVariance makes an empty state. lo and hi are public. rowsPerPerson is the largest number of
// rows that one person has. The caller guarantees it; the library cannot check it.
func NewVariance(lo, hi float64, rowsPerPerson uint64) (*Variance, error) {
	return NewVarianceOnGrid(lo, hi, 0, rowsPerPerson)
}

// NewVarianceOnGrid makes an empty state whose values are rounded to multiples of grid, a power of
// two. If grid is 0, the library chooses the grid.
func NewVarianceOnGrid(lo, hi, grid float64, rowsPerPerson uint64) (*Variance, error) {
	own, err := newState(varianceStateSize, func(bytes []byte) error {
		return lowVarianceInit(bytes, lo, hi, grid, rowsPerPerson)
	})
	if err != nil {
		return nil, err
	}
	return &Variance{withParts{numbers{rows{own}}}}, nil
}

// Merge adds the rows of another Variance with the same parameters. The other state may be this
// state itself.
func (s *Variance) Merge(other *Variance) error {
	if other == nil {
		return errUnmade
	}
	return s.merge(&other.state)
}

// Compatible returns an error if Merge would refuse other: because its parameters differ, or
// because either state was released. It merges nothing.
func (s *Variance) Compatible(other *Variance) error {
	if other == nil {
		return errUnmade
	}
	return s.compatible(&other.state)
}

// UnmarshalBinary reads what MarshalBinary wrote. The same bytes can be read several times: each
// state read can be released, and each release costs its own epsilon.
func (s *Variance) UnmarshalBinary(bytes []byte) error { return s.unmarshal(kindVariance, bytes) }
