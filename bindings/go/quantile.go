package indp

/*
#include "cgo.h"
*/
import "C"

// Quantile is the quantile q of values clamped to [lo, hi]. Its memory grows with its rows.
type Quantile struct{ numbers }

// NewQuantile makes an empty quantile; q is from 0 (minimum) to 1 (maximum). candidates is the
// largest number of public candidates. If it is 0, the library chooses the number.
func NewQuantile(q, lo, hi float64, candidates, rowsPerPerson uint64) (*Quantile, error) {
	own, err := newState(quantileStateSize, func(bytes []byte) error {
		return lowQuantileInit(bytes, q, lo, hi, candidates, rowsPerPerson)
	})
	if err != nil {
		return nil, err
	}
	return &Quantile{numbers{rows{own}}}, nil
}

// ReleaseMany releases several quantiles. epsilon is the privacy loss of all of them together. A
// state can be released only once. The answers have the order of q. The q of the constructor is
// ignored.
func (s *Quantile) ReleaseMany(q []float64, epsilon float64, options *Options) ([]float64, error) {
	out := make([]float64, len(q))
	err := s.once(func() error {
		return options.with(func(c *C.indp_options) error {
			return lowQuantileReleaseMany(s.bytes, q, epsilon, c, out)
		})
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// CanReleaseMany returns an error if the public parameters would make ReleaseMany fail, or if the
// state was released before. It releases nothing.
func (s *Quantile) CanReleaseMany(q []float64, epsilon float64, options *Options) error {
	if err := s.made(); err != nil {
		return err
	}
	return options.with(func(c *C.indp_options) error {
		return lowQuantileCanReleaseMany(s.bytes, q, epsilon, c)
	})
}
