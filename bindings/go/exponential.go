package indp

/*
#include "cgo.h"
*/
import "C"
import (
	"runtime/cgo"
	"unsafe"
)

// EtaFromEpsilon returns an eta whose privacy loss is at most epsilon. Set monotonic if one person
// moves all utilities in the same direction.
func EtaFromEpsilon(epsilon, utilitySensitivity float64, monotonic bool) (Eta, error) {
	return lowEtaFromEpsilon(epsilon, utilitySensitivity, truth(monotonic))
}

// Epsilon is the privacy loss (base e) of one selection.
func (own Eta) Epsilon(utilitySensitivity float64, monotonic bool) (float64, error) {
	return lowEtaEpsilon(own, utilitySensitivity, truth(monotonic))
}

// Exponential is the base-2 exponential mechanism, or permute-and-flip. A utility is a cost: a
// lower utility is better. Any number of goroutines may select through one mechanism.
type Exponential struct{ handle *handle }

// NewExponential makes a mechanism. Utilities are clamped to the public range.
func NewExponential(eta Eta, utilityMin, utilityMax int64, maxOutcomes uint64, options *Options) (*Exponential, error) {
	given, callback, err := options.toC()
	if err != nil {
		return nil, err
	}
	defer lowOptionsFree(given)
	made, err := lowExponentialNew(eta, utilityMin, utilityMax, maxOutcomes, given)
	if err != nil {
		callback.close()
		return nil, err
	}
	free := func(p unsafe.Pointer) { lowExponentialFree((*C.indp_exponential)(p)) }
	return &Exponential{newHandle(unsafe.Pointer(made), free, callback)}, nil
}

// Close frees the mechanism as soon as no call uses it. Close may be called more than once.
func (m *Exponential) Close() error {
	m.handle.close()
	return nil
}

func (m *Exponential) with(calls bool, call func(mechanism *C.indp_exponential) error) error {
	if !m.handle.use() {
		return ErrClosed
	}
	defer m.handle.done()
	mechanism := (*C.indp_exponential)(m.handle.pointer)
	if !calls && m.handle.source == nil {
		return call(mechanism)
	}
	return guarded(func() error { return call(mechanism) })
}

// Select selects one of the outcomes and returns its index. The utilities are not copied.
func (m *Exponential) Select(utilities []float64) (index int, err error) {
	err = m.with(false, func(c *C.indp_exponential) (err error) {
		index, err = lowExponentialSelect(c, utilities)
		return err
	})
	return index, err
}

// SelectCounted selects a group and returns its index. Group i stands for multiplicities[i]
// outcomes, each with utility utilities[i]. If multiplicities is nil, each group has one outcome.
func (m *Exponential) SelectCounted(utilities []int64, multiplicities []uint64) (index int, err error) {
	if multiplicities != nil && len(multiplicities) != len(utilities) {
		return 0, ErrLength
	}
	err = m.with(false, func(c *C.indp_exponential) (err error) {
		index, err = lowExponentialSelectCounted(c, utilities, multiplicities)
		return err
	})
	return index, err
}

// SelectBy selects one of n outcomes, whose utilities a function returns. If the function returns
// an error or panics, SelectBy returns the same error or panics with the same value.
func (m *Exponential) SelectBy(n int, utility func(outcome int) (float64, error)) (index int, err error) {
	if n < 0 || utility == nil {
		return 0, ErrLength
	}
	callback := cgo.NewHandle(utility)
	defer callback.Delete()
	err = m.with(true, func(c *C.indp_exponential) error {
		var chosen C.size_t
		code := C.indp_go_select_by(c, C.uintptr_t(callback), C.size_t(n), &chosen)
		index = int(chosen)
		return check(code)
	})
	return index, err
}

// Precision is the precision in bits that exact weights and sums need. It is 0 for a closed
// mechanism.
func (m *Exponential) Precision() (bits uint64) {
	_ = m.with(false, func(c *C.indp_exponential) error {
		bits = lowExponentialPrecision(c)
		return nil
	})
	return bits
}

// PrecisionNote is the precision in bits by the formula of Ilvento's paper. The library does not
// compute at this precision. It is 0 for a closed mechanism.
func (m *Exponential) PrecisionNote() (bits uint64) {
	_ = m.with(false, func(c *C.indp_exponential) error {
		bits = lowExponentialPrecisionNote(c)
		return nil
	})
	return bits
}

// PrecisionEmpirical is the precision in bits that the empirical method of Ilvento's paper finds.
func (m *Exponential) PrecisionEmpirical() (bits uint64, err error) {
	err = m.with(false, func(c *C.indp_exponential) (err error) {
		bits, err = lowExponentialPrecisionEmpirical(c)
		return err
	})
	return bits, err
}
