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
