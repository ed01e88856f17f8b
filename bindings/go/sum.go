package indp

/*
#include "cgo.h"
*/
import "C"

// Sum is a sum of values clamped to [lo, hi], exact until its release.
type Sum struct{ numbers }

// NewSum makes an empty state. lo and hi are public. rowsPerPerson is the largest number of rows
// that one person has: the caller's promise.
func NewSum(lo, hi float64, rowsPerPerson uint64) (*Sum, error) {
	return NewSumOnGrid(lo, hi, 0, rowsPerPerson)
}

// NewSumOnGrid also chooses the power of two to which values are rounded; 0 stands for the default.
func NewSumOnGrid(lo, hi, grid float64, rowsPerPerson uint64) (*Sum, error) {
	own, err := newState(sumStateSize, func(bytes []byte) error {
		return lowSumInit(bytes, lo, hi, grid, rowsPerPerson)
	})
	if err != nil {
		return nil, err
	}
	return &Sum{numbers{own}}, nil
}

// Merge adds the rows of another Sum with the same parameters; it may be this one.
func (s *Sum) Merge(other *Sum) error {
	if other == nil {
		return ErrState
	}
	return s.merge(&other.state)
}

// Compatible returns the error that Merge would return because of kind or parameters.
func (s *Sum) Compatible(other *Sum) error {
	if other == nil {
		return ErrState
	}
	return s.compatible(&other.state)
}

// UnmarshalBinary reads what MarshalBinary wrote. Each state that is read from the same bytes can
// be released, and each release costs its epsilon.
func (s *Sum) UnmarshalBinary(bytes []byte) error { return s.unmarshal(kindSum, bytes) }

// Sensitivity is the largest difference that one person makes.
func (s *Sum) Sensitivity() (float64, error) {
	if err := s.made(); err != nil {
		return 0, err
	}
	return lowSumSensitivity(s.bytes)
}

// Accuracy is the error that a release exceeds with probability at most alpha.
func (s *Sum) Accuracy(epsilon, alpha float64, options *Options) (r float64, err error) {
	if err := s.made(); err != nil {
		return 0, err
	}
	err = options.with(func(c *C.indp_options) (err error) {
		r, err = lowSumAccuracy(s.bytes, epsilon, alpha, c)
		return err
	})
	return r, err
}
