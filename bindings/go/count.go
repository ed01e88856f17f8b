package indp

/*
#include "cgo.h"
*/
import "C"

// Count is a number of rows.
type Count struct{ state }

// NewCount makes an empty count. rowsPerPerson is the largest number of rows that one person has:
// the caller's promise.
func NewCount(rowsPerPerson uint64) (*Count, error) {
	own, err := newState(countStateSize, func(bytes []byte) error { return lowCountInit(bytes, rowsPerPerson) })
	if err != nil {
		return nil, err
	}
	return &Count{own}, nil
}

// Add counts one row.
func (s *Count) Add() error { return s.add(1, lowCountAdd) }

// AddRows counts a number of rows.
func (s *Count) AddRows(rows uint64) error {
	return s.add(rows, func(bytes []byte) error { return lowCountAddMany(bytes, rows) })
}

// Release releases the count, once: an unbiased integer, which may be negative.
func (s *Count) Release(epsilon float64, options *Options) (int64, error) {
	value, err := s.ReleaseValue(epsilon, options)
	if err != nil {
		return 0, err
	}
	return value.(int64), nil
}

// Accuracy is the error in rows that a release exceeds with probability at most alpha.
func (s *Count) Accuracy(epsilon, alpha float64, options *Options) (r float64, err error) {
	if err := s.made(); err != nil {
		return 0, err
	}
	err = options.with(func(c *C.indp_options) (err error) {
		r, err = lowCountAccuracy(s.bytes, epsilon, alpha, c)
		return err
	})
	return r, err
}

// Merge adds the rows of another Count with the same parameters; it may be this one.
func (s *Count) Merge(other *Count) error {
	if other == nil {
		return ErrState
	}
	return s.merge(&other.state)
}

// Compatible returns the error that Merge would return because of kind or parameters.
func (s *Count) Compatible(other *Count) error {
	if other == nil {
		return ErrState
	}
	return s.compatible(&other.state)
}

// UnmarshalBinary reads what MarshalBinary wrote. Each state that is read from the same bytes can
// be released, and each release costs its epsilon.
func (s *Count) UnmarshalBinary(bytes []byte) error { return s.unmarshal(kindCount, bytes) }
