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
	return o.setAll(made)
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
