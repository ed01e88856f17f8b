package indp

/*
#include "cgo.h"
*/
import "C"

// The common part of states whose rows are numbers.
type rows struct{ state }

// Add adds one row. NaN counts as the number in [lo, hi] nearest to 0, except that a Histogram
// counts it in a cell of its own, and that Bounds are found without it.
func (s *rows) Add(value float64) error {
	return s.add(1, func(bytes []byte) error { return lowStateAdd(bytes, value) })
}

// AddInteger adds one row with an integer, without rounding it to a float64.
func (s *rows) AddInteger(value int64) error {
	return s.add(1, func(bytes []byte) error { return lowStateAddInt64(bytes, value) })
}

// AddMany adds all rows. If it fails, it has added none. The values are not copied.
func (s *rows) AddMany(values []float64) error {
	return s.add(uint64(len(values)), func(bytes []byte) error { return lowStateAddMany(bytes, values) })
}

// The common part of states whose rows and whose answer are numbers.
type numbers struct{ rows }

// CanRelease returns an error if the public parameters would make a release fail, or if the state
// was released before. It releases nothing.
func (s *numbers) CanRelease(epsilon float64, options *Options) error {
	return s.canRelease(epsilon, options)
}

// ReleaseValue releases the answer as a float64, an int64 or a Category, depending on the kind of
// state. This is possible only once and costs epsilon.
func (s *numbers) ReleaseValue(epsilon float64, options *Options) (interface{}, error) {
	return s.releaseValue(epsilon, options)
}

// Release releases the answer, which is possible only once and costs epsilon. If it fails, the
// state can still be released.
func (s *numbers) Release(epsilon float64, options *Options) (float64, error) {
	return s.release(epsilon, options)
}

// The common part of means, variances and standard deviations.
type withParts struct{ numbers }

// ReleaseParts releases the answer and the noisy sums that it is computed from. This costs no more
// than the answer alone.
func (s *withParts) ReleaseParts(epsilon float64, options *Options) (parts Parts, err error) {
	err = s.once(func() error {
		return options.with(func(c *C.indp_options) (err error) {
			parts, err = lowStateReleaseParts(s.bytes, epsilon, c)
			return err
		})
	})
	return parts, err
}
