package indp

/*
#include "cgo.h"
*/
import "C"

// Accuracy is the error that a release of any value exceeds with probability at most alpha.
func (m *Snapping) Accuracy(alpha float64) (r float64, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		r, err = lowSnappingAccuracy(c, alpha)
		return err
	})
	return r, err
}

// AccuracyAt is the same for one assumed, public value, from the exact distribution.
func (m *Snapping) AccuracyAt(value, alpha float64) (r float64, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		r, err = lowSnappingAccuracyAt(c, value, alpha)
		return err
	})
	return r, err
}

// EpsilonForAccuracy is the smallest epsilon with that accuracy.
func EpsilonForAccuracy(sensitivity, bound, alpha, r float64, options *Options) (epsilon float64, err error) {
	err = options.with(func(c *C.indp_options) (err error) {
		epsilon, err = lowSnappingEpsilonForAccuracy(sensitivity, bound, alpha, r, c)
		return err
	})
	return epsilon, err
}

// Moments are those of the error of a release of one assumed, public value.
func (m *Snapping) Moments(value float64) (out Moments, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		out, err = lowSnappingMoments(c, value)
		return err
	})
	return out, err
}

// Distance bounds the distance to the Laplace mechanism for one assumed, public value.
func (m *Snapping) Distance(value, alpha float64) (out Distance, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		out, err = lowSnappingDistance(c, value, alpha)
		return err
	})
	return out, err
}
