package indp

// Mean is a mean of values clamped to [lo, hi].
type Mean struct{ withParts }

// NewMean makes an empty state. lo and hi are public. rowsPerPerson is the largest number of rows
// that one person has. The caller guarantees it; the library cannot check it.
func NewMean(lo, hi float64, rowsPerPerson uint64) (*Mean, error) {
	return NewMeanOnGrid(lo, hi, 0, rowsPerPerson)
}

// NewMeanOnGrid makes an empty state whose values are rounded to multiples of grid, a power of two.
// If grid is 0, the library chooses the grid.
func NewMeanOnGrid(lo, hi, grid float64, rowsPerPerson uint64) (*Mean, error) {
	own, err := newState(meanStateSize, func(bytes []byte) error {
		return lowMeanInit(bytes, lo, hi, grid, rowsPerPerson)
	})
	if err != nil {
		return nil, err
	}
	return &Mean{withParts{numbers{rows{own}}}}, nil
}

// Merge adds the rows of another Mean with the same parameters. The other state may be this state
// itself.
func (s *Mean) Merge(other *Mean) error {
	if other == nil {
		return errUnmade
	}
	return s.merge(&other.state)
}

// Compatible returns an error if Merge would refuse other: because its parameters differ, or
// because either state was released. It merges nothing.
func (s *Mean) Compatible(other *Mean) error {
	if other == nil {
		return errUnmade
	}
	return s.compatible(&other.state)
}

// UnmarshalBinary reads what MarshalBinary wrote. The same bytes can be read several times: each
// state read can be released, and each release costs its own epsilon.
func (s *Mean) UnmarshalBinary(bytes []byte) error { return s.unmarshal(kindMean, bytes) }
