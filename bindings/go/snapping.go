package indp

/*
#include "cgo.h"
*/
import "C"
import "unsafe"

// Snapping is the Laplace mechanism, clamped and rounded to a grid, with fixed parameters. Any
// number of goroutines may release through one mechanism.
type Snapping struct{ handle *handle }

// NewSnapping makes a mechanism. epsilon is the privacy loss of one release. sensitivity is the
// largest difference between the answers of neighbouring data sets. Releases lie in [-bound,
// bound].
func NewSnapping(epsilon, sensitivity, bound float64, options *Options) (*Snapping, error) {
	given, callback, err := options.toC()
	if err != nil {
		return nil, err
	}
	defer lowOptionsFree(given)
	made, err := lowSnappingNew(epsilon, sensitivity, bound, given)
	if err != nil {
		callback.close()
		return nil, err
	}
	free := func(p unsafe.Pointer) { lowSnappingFree((*C.indp_snapping)(p)) }
	return &Snapping{newHandle(unsafe.Pointer(made), free, callback)}, nil
}

// Close frees the mechanism as soon as no call uses it. Close may be called more than once.
func (m *Snapping) Close() error {
	m.handle.close()
	return nil
}

func (m *Snapping) with(call func(mechanism *C.indp_snapping) error) error {
	if !m.handle.use() {
		return ErrClosed
	}
	defer m.handle.done()
	mechanism := (*C.indp_snapping)(m.handle.pointer)
	if m.handle.source == nil {
		return call(mechanism)
	}
	return guarded(func() error { return call(mechanism) })
}

// Release releases one value.
func (m *Snapping) Release(value float64) (out float64, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		out, err = lowSnappingRelease(c, value)
		return err
	})
	return out, err
}

// ReleaseInteger releases an integer, which is not converted to a float64.
func (m *Snapping) ReleaseInteger(value int64) (out int64, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		out, err = lowSnappingReleaseInt64(c, value)
		return err
	})
	return out, err
}

// ReleaseMany releases each value with noise of its own.
func (m *Snapping) ReleaseMany(values []float64) ([]float64, error) {
	out := make([]float64, len(values))
	copy(out, values)
	if err := m.ReleaseInPlace(out); err != nil {
		return nil, err
	}
	return out, nil
}

// ReleaseInPlace replaces each value by its release. If it fails, the values are unchanged or all
// NaN.
func (m *Snapping) ReleaseInPlace(values []float64) error {
	return m.with(func(c *C.indp_snapping) error { return lowSnappingReleaseMany(c, values, values) })
}

// Passes the C object to a getter, or NULL if the mechanism is closed. For NULL the getters, and so
// the functions below, return NaN or 0.
func (m *Snapping) number(get func(c *C.indp_snapping) float64) float64 {
	if !m.handle.use() {
		return get(nil)
	}
	defer m.handle.done()
	return get((*C.indp_snapping)(m.handle.pointer))
}

// Lambda is the noise scale, which is the mean absolute value of the noise.
func (m *Snapping) Lambda() float64 { return m.number(lowSnappingLambda) }

// Grid is the grid of the releases.
func (m *Snapping) Grid() float64 { return m.number(lowSnappingGrid) }

// LaplaceEpsilon is the epsilon of the noise inside the mechanism.
func (m *Snapping) LaplaceEpsilon() float64 { return m.number(lowSnappingLaplaceEpsilon) }

// Loss is a bound on the privacy loss of one release. It is at most epsilon.
func (m *Snapping) Loss() float64 { return m.number(lowSnappingLoss) }

// UnitRoundoff is 2^-p in float arithmetic at p bits, and 0 in real arithmetic.
func (m *Snapping) UnitRoundoff() float64 { return m.number(lowSnappingUnitRoundoff) }

// Precision is the float precision in bits, 0 in real arithmetic.
func (m *Snapping) Precision() uint32 {
	return uint32(m.number(func(c *C.indp_snapping) float64 { return float64(lowSnappingPrecision(c)) }))
}
