package indp

/*
#include "cgo.h"
*/
import "C"

// Selection chooses a selection mechanism.
type Selection int32

// The selection mechanisms; see indp_options_set_selection in indp.h.
const (
	DefaultSelection     Selection = 0
	ExponentialMechanism Selection = 1
	PermuteAndFlip       Selection = 2
)

// AutomaticPrecision lets the mechanism choose the precision of float arithmetic.
const AutomaticPrecision uint32 = 1<<32 - 1

// Options are optional settings. The zero value and a nil pointer stand for the defaults. A
// mechanism or release refuses options that do not apply to it.
type Options struct {
	// Answers are multiples of this power of two; 0 lets the mechanism choose.
	Grid float64
	// 0 selects real arithmetic. 53 to 4096 (bits) or AutomaticPrecision selects float arithmetic.
	FloatPrecision uint32
	Selection      Selection
	// The least number of draws of a selection by the exponential mechanism; 0 stands for the default,
	// 16.
	MinRetries uint32
	// Selections may end early, which is NOT PRIVATE against anyone who measures time.
	InsecureTiming bool
	// Selections by the exponential mechanism compute as in Ilvento's paper, which is far slower.
	EmpiricalPrecision bool
	// A seed makes releases reproducible and NOT PRIVATE. For tests only. See the function Seed.
	InsecureSeed *uint64
	// Supplies all random words by filling the slice. Several goroutines may call it at once. If it
	// fails or panics, the call that needed the words fails or panics in the same way and releases
	// nothing. It cannot be combined with InsecureSeed.
	Entropy func([]byte) error
}

// Seed returns a pointer to the seed, for Options.InsecureSeed.
func Seed(seed uint64) *uint64 { return &seed }

// Makes the C object, and the source if there is an entropy callback. Without options both are nil.
func (o *Options) toC() (made *C.indp_options, callback *source, err error) {
	if o == nil {
		return nil, nil, nil
	}
	if made, err = lowOptionsNew(); err != nil {
		return nil, nil, err
	}
	if err = o.set(made); err != nil {
		lowOptionsFree(made)
		return nil, nil, err
	}
	if o.Entropy != nil {
		callback = newSource(o.Entropy)
		C.indp_go_set_entropy(made, C.uintptr_t(callback.handle))
	}
	return made, callback, nil
}

func (o *Options) set(made *C.indp_options) error {
	if o.InsecureSeed != nil && o.Entropy != nil {
		return ErrEntropy
	}
	err := firstOf(
		lowOptionsSetGrid(made, o.Grid),
		lowOptionsSetFloatPrecision(made, o.FloatPrecision),
		lowOptionsSetSelection(made, int32(o.Selection)),
		lowOptionsSetInsecureTiming(made, truth(o.InsecureTiming)),
		lowOptionsSetEmpiricalPrecision(made, truth(o.EmpiricalPrecision)),
	)
	if err == nil && o.MinRetries != 0 {
		err = lowOptionsSetMinRetries(made, o.MinRetries)
	}
	if err == nil && o.InsecureSeed != nil {
		err = lowOptionsSetInsecureSeed(made, *o.InsecureSeed)
	}
	return err
}

// Makes the C object of the options, passes it to a call, and frees it after the call.
func (o *Options) with(call func(options *C.indp_options) error) error {
	made, callback, err := o.toC()
	if err != nil {
		return err
	}
	defer callback.close()
	defer lowOptionsFree(made)
	if callback == nil {
		return call(made)
	}
	return guarded(func() error { return call(made) })
}
