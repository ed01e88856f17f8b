package indp

/*
#include "cgo.h"
*/
import "C"

// Accuracy is a bound that the error of a release, for any value, exceeds with probability at most
// alpha.
func (m *Snapping) Accuracy(alpha float64) (r float64, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		r, err = lowSnappingAccuracy(c, alpha)
		return err
	})
	return r, err
}

// AccuracyAt is a bound that the error of a release of one assumed, public value exceeds with
// probability at most alpha. It is computed from the exact distribution.
func (m *Snapping) AccuracyAt(value, alpha float64) (r float64, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		r, err = lowSnappingAccuracyAt(c, value, alpha)
		return err
	})
	return r, err
}

// EpsilonForAccuracy is the smallest epsilon at which the error exceeds r with probability at most
// alpha.
func EpsilonForAccuracy(sensitivity, bound, alpha, r float64, options *Options) (epsilon float64, err error) {
	err = options.with(func(c *C.indp_options) (err error) {
		epsilon, err = lowSnappingEpsilonForAccuracy(sensitivity, bound, alpha, r, c)
		return err
	})
	return epsilon, err
}

// Moments returns the moments of the error of a release, for one assumed, public value.
func (m *Snapping) Moments(value float64) (out Moments, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		out, err = lowSnappingMoments(c, value)
		return err
	})
	return out, err
}

// Distance returns bounds on the distance between a release and an answer of the Laplace mechanism
// with the same noise, for one assumed, public value.
func (m *Snapping) Distance(value, alpha float64) (out Distance, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		out, err = lowSnappingDistance(c, value, alpha)
		return err
	})
	return out, err
}
