package indp

/*
#include "cgo.h"
*/
import "C"
import (
	"runtime/cgo"
	"unsafe"
)

// EtaFromEpsilon is an eta whose loss is at most epsilon. monotonic: one person moves all utilities
// in one direction.
func EtaFromEpsilon(epsilon, utilitySensitivity float64, monotonic bool) (Eta, error) {
	return lowEtaFromEpsilon(epsilon, utilitySensitivity, truth(monotonic))
}

// Epsilon is the privacy loss (base e) of one selection.
func (own Eta) Epsilon(utilitySensitivity float64, monotonic bool) (float64, error) {
	return lowEtaEpsilon(own, utilitySensitivity, truth(monotonic))
}

// Exponential is the base-2 exponential mechanism, or permute-and-flip. A utility is a cost: lower
// is better. Any number of goroutines may select through one mechanism.
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

// Close frees the mechanism once no call uses it any more. It may be called twice.
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

// Select selects one of the outcomes. The utilities are not copied.
func (m *Exponential) Select(utilities []float64) (index int, err error) {
	err = m.with(false, func(c *C.indp_exponential) (err error) {
		index, err = lowExponentialSelect(c, utilities)
		return err
	})
	return index, err
}

// SelectCounted selects a group. Group i stands for multiplicities[i] outcomes that share
// utilities[i]; nil stands for one outcome each.
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

// SelectBy selects one of n outcomes, whose utilities a function supplies. Its error is returned as
// it is, and its panic leaves this call.
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

// Precision is the precision in bits that exact weights and sums need; 0 for a closed mechanism.
func (m *Exponential) Precision() (bits uint64) {
	_ = m.with(false, func(c *C.indp_exponential) error {
		bits = lowExponentialPrecision(c)
		return nil
	})
	return bits
}

// PrecisionNote is the precision by the formula of Ilvento's paper; 0 for a closed mechanism.
func (m *Exponential) PrecisionNote() (bits uint64) {
	_ = m.with(false, func(c *C.indp_exponential) error {
		bits = lowExponentialPrecisionNote(c)
		return nil
	})
	return bits
}

// PrecisionEmpirical is the precision that the determination of Ilvento's paper finds.
func (m *Exponential) PrecisionEmpirical() (bits uint64, err error) {
	err = m.with(false, func(c *C.indp_exponential) (err error) {
		bits, err = lowExponentialPrecisionEmpirical(c)
		return err
	})
	return bits, err
}
