package indp

// Count counts rows.
type Count struct{ single }

// NewCount makes an empty count. rowsPerPerson is the largest number of rows that one person has.
// The caller guarantees it; the library cannot check it.
func NewCount(rowsPerPerson uint64) (*Count, error) {
	own, err := newState(countStateSize, func(bytes []byte) error { return lowCountInit(bytes, rowsPerPerson) })
	if err != nil {
		return nil, err
	}
	return &Count{single{own}}, nil
}

// Add adds one row.
func (s *Count) Add() error { return s.add(1, lowCountAdd) }

// AddRows adds this number of rows.
func (s *Count) AddRows(rows uint64) error {
	return s.add(rows, func(bytes []byte) error { return lowCountAddMany(bytes, rows) })
}

// Release releases the count, which is possible only once. The result is an unbiased integer, which
// may be negative.
func (s *Count) Release(epsilon float64, options *Options) (int64, error) {
	value, err := s.ReleaseValue(epsilon, options)
	if err != nil {
		return 0, err
	}
	return value.(int64), nil
}

// Merge adds the rows of another Count with the same parameters. The other state may be this state
// itself.
func (s *Count) Merge(other *Count) error {
	if other == nil {
		return errUnmade
	}
	return s.merge(&other.state)
}

// Compatible returns an error if Merge would refuse other: because its parameters differ, or
// because either state was released. It merges nothing.
func (s *Count) Compatible(other *Count) error {
	if other == nil {
		return errUnmade
	}
	return s.compatible(&other.state)
}

// UnmarshalBinary reads what MarshalBinary wrote. The same bytes can be read several times: each
// state read can be released, and each release costs its own epsilon.
func (s *Count) UnmarshalBinary(bytes []byte) error { return s.unmarshal(kindCount, bytes) }
