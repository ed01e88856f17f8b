package indp

// Sum is a sum of values clamped to [lo, hi], exact until its release.
type Sum struct{ numbers }

// NewSum makes an empty state. lo and hi are public. rowsPerPerson is the largest number of rows
// that one person has. The caller guarantees it; the library cannot check it.
func NewSum(lo, hi float64, rowsPerPerson uint64) (*Sum, error) {
	return NewSumOnGrid(lo, hi, 0, rowsPerPerson)
}

// NewSumOnGrid makes an empty state whose values are rounded to multiples of grid, a power of two.
// If grid is 0, the library chooses the grid.
func NewSumOnGrid(lo, hi, grid float64, rowsPerPerson uint64) (*Sum, error) {
	own, err := newState(sumStateSize, func(bytes []byte) error {
		return lowSumInit(bytes, lo, hi, grid, rowsPerPerson)
	})
	if err != nil {
		return nil, err
	}
	return &Sum{numbers{rows{own}}}, nil
}

// Merge adds the rows of another Sum with the same parameters. The other state may be this state
// itself.
func (s *Sum) Merge(other *Sum) error {
	if other == nil {
		return errUnmade
	}
	return s.merge(&other.state)
}

// Compatible returns an error if Merge would refuse other: because its parameters differ, or
// because either state was released. It merges nothing.
func (s *Sum) Compatible(other *Sum) error {
	if other == nil {
		return errUnmade
	}
	return s.compatible(&other.state)
}

// UnmarshalBinary reads what MarshalBinary wrote. The same bytes can be read several times: each
// state read can be released, and each release costs its own epsilon.
func (s *Sum) UnmarshalBinary(bytes []byte) error { return s.unmarshal(kindSum, bytes) }

// Sensitivity is the largest amount by which adding or removing one person can change the sum.
func (s *Sum) Sensitivity() (float64, error) {
	if err := s.made(); err != nil {
		return 0, err
	}
	return lowSumSensitivity(s.bytes)
}
