package indp

/*
#include "cgo.h"
*/
import "C"

// Interval contains the exact answer with probability at least 1 - alpha, where the caller chooses
// alpha.
type Interval struct{ Low, High float64 }

func (s *state) accuracy(rows uint64, epsilon, alpha float64, options *Options) (r float64, err error) {
	if err := s.made(); err != nil {
		return 0, err
	}
	err = options.with(func(c *C.indp_options) (err error) {
		r, err = lowStateAccuracy(s.bytes, rows, epsilon, alpha, c)
		return err
	})
	return r, err
}

func (s *state) epsilonForAccuracy(rows uint64, alpha, r float64, options *Options) (epsilon float64, err error) {
	if err := s.made(); err != nil {
		return 0, err
	}
	err = options.with(func(c *C.indp_options) (err error) {
		epsilon, err = lowStateEpsilonForAccuracy(s.bytes, rows, alpha, r, c)
		return err
	})
	return epsilon, err
}

func (s *state) interval(answer, epsilon, alpha float64, options *Options) (out Interval, err error) {
	if err := s.made(); err != nil {
		return Interval{}, err
	}
	err = options.with(func(c *C.indp_options) (err error) {
		out.Low, out.High, err = lowStateInterval(s.bytes, answer, epsilon, alpha, c)
		return err
	})
	return out, err
}

// Interval is an interval around a released answer. epsilon and options must be those of the
// release. The interval contains the exact count with probability at least 1 - alpha. Only the
// parameters of s are read.
func (s *Count) Interval(answer int64, epsilon, alpha float64, options *Options) (Interval, error) {
	return s.interval(float64(answer), epsilon, alpha, options)
}

// Interval is an interval around a released answer. epsilon and options must be those of the
// release. The interval contains the exact sum with probability at least 1 - alpha. Only the
// parameters of s are read.
func (s *Sum) Interval(answer, epsilon, alpha float64, options *Options) (Interval, error) {
	return s.interval(answer, epsilon, alpha, options)
}

// ModeAccuracy is the Accuracy of a Mode with this number of candidates.
func ModeAccuracy(candidates, rowsPerPerson uint64, epsilon, alpha float64, options *Options) (r float64, err error) {
	err = options.with(func(c *C.indp_options) (err error) {
		r, err = lowModeAccuracy(candidates, rowsPerPerson, epsilon, alpha, c)
		return err
	})
	return r, err
}

// ModeEpsilonForAccuracy is the EpsilonForAccuracy of a Mode with this number of candidates.
func ModeEpsilonForAccuracy(candidates, rowsPerPerson uint64, alpha, r float64, options *Options) (epsilon float64, err error) {
	err = options.with(func(c *C.indp_options) (err error) {
		epsilon, err = lowModeEpsilonForAccuracy(candidates, rowsPerPerson, alpha, r, c)
		return err
	})
	return epsilon, err
}

// Accuracy is a bound that the error of a release of this many rows exceeds with probability at
// most alpha. The number of rows is an assumption, and must be public.
func (s *withParts) Accuracy(rows uint64, epsilon, alpha float64, options *Options) (float64, error) {
	return s.accuracy(rows, epsilon, alpha, options)
}

// EpsilonForAccuracy is the smallest epsilon at which the error exceeds r with probability at most
// alpha.
func (s *withParts) EpsilonForAccuracy(rows uint64, alpha, r float64, options *Options) (float64, error) {
	return s.epsilonForAccuracy(rows, alpha, r, options)
}

// Interval is an interval around a released answer. If the released state had at least one row, the
// interval contains the exact answer with probability at least 1 - alpha. Only the parameters of s
// are read.
func (s *withParts) Interval(parts Parts, alpha float64) (out Interval, err error) {
	if err := s.made(); err != nil {
		return Interval{}, err
	}
	if parts.Number < 0 || parts.Number > len(parts.Sum) {
		return Interval{}, ErrAnswer
	}
	out.Low, out.High, err = lowPartsInterval(s.bytes, parts.Value, parts.Sum[:parts.Number], parts.Scale, alpha)
	return out, err
}
