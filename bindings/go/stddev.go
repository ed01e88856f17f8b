package indp

// StdDev is the square root of a variance.
type StdDev struct{ withParts }

// NewStdDev makes an empty state. lo and hi are public. rowsPerPerson is the largest number of rows
// that one person has. The caller guarantees it; the library cannot check it.
func NewStdDev(lo, hi float64, rowsPerPerson uint64) (*StdDev, error) {
	return NewStdDevOnGrid(lo, hi, 0, rowsPerPerson)
}

// NewStdDevOnGrid makes an empty state whose values are rounded to multiples of grid, a power of
// two. If grid is 0, the library chooses the grid.
func NewStdDevOnGrid(lo, hi, grid float64, rowsPerPerson uint64) (*StdDev, error) {
	own, err := newState(stddevStateSize, func(bytes []byte) error {
		return lowStddevInit(bytes, lo, hi, grid, rowsPerPerson)
	})
	if err != nil {
		return nil, err
	}
	return &StdDev{withParts{numbers{rows{own}}}}, nil
}

// Merge adds the rows of another StdDev with the same parameters. The other state may be this state
// itself.
func (s *StdDev) Merge(other *StdDev) error {
	if other == nil {
		return errUnmade
	}
	return s.merge(&other.state)
}

// Compatible returns an error if Merge would refuse other: because its parameters differ, or
// because either state was released. It merges nothing.
func (s *StdDev) Compatible(other *StdDev) error {
	if other == nil {
		return errUnmade
	}
	return s.compatible(&other.state)
}

// UnmarshalBinary reads what MarshalBinary wrote. The same bytes can be read several times: each
// state read can be released, and each release costs its own epsilon.
func (s *StdDev) UnmarshalBinary(bytes []byte) error { return s.unmarshal(kindStddev, bytes) }
