package indp

/*
#include "cgo.h"
*/
import "C"
import (
	"runtime"
	"runtime/cgo"
	"unsafe"
)

// An end says how a callback ended: with an error, a panic, or the end of its goroutine.
type end struct {
	err              error
	panicked, exited bool
	value            interface{}
}

// Runs a callback in a goroutine of its own. A callback may call runtime.Goexit, for example
// through t.FailNow. On the goroutine of the C call, that would skip the frames of the library.
func run(callback func() error) *end {
	finished := make(chan *end)
	go func() {
		result := &end{}
		defer func() { finished <- result }()
		result.run(callback)
	}()
	return <-finished
}

// Calls the callback and recovers every panic. For panic(nil), recover may return nil, as it does
// without a panic, so `returned` tells whether the callback panicked. If the callback ends its
// goroutine, nothing after the inner function runs, so `exited` stays set.
func (e *end) run(callback func() error) {
	e.exited = true
	returned := false
	func() {
		defer func() {
			if !returned {
				e.value = recover()
			}
		}()
		e.err = callback()
		returned = true
	}()
	e.exited = false
	e.panicked = !returned
}

// Whether the callback succeeded. If it did not, the reason is stored for this thread until the C
// call returns.
func (e *end) succeeded() bool {
	if e.err == nil && !e.panicked && !e.exited {
		return true
	}
	C.indp_go_ended(C.uintptr_t(cgo.NewHandle(e)))
	return false
}

// Makes a C call that may run a callback. If the callback failed, ends as the callback did: returns
// its error, panics with its value, or ends the goroutine.
func guarded(call func() error) error {
	runtime.LockOSThread()
	err := call()
	number := C.indp_go_take()
	runtime.UnlockOSThread()
	if number == 0 {
		return err
	}
	ended := cgo.Handle(number)
	why := ended.Value().(*end)
	ended.Delete()
	switch {
	case why.panicked:
		panic(why.value)
	case why.err != nil:
		return why.err
	default:
		runtime.Goexit()
		return err
	}
}

//export indpGoFill
func indpGoFill(ctx C.uintptr_t, buf *C.uint8_t, n C.size_t) C.int {
	fill := cgo.Handle(ctx).Value().(func([]byte) error)
	words := unsafe.Slice((*byte)(unsafe.Pointer(buf)), int(n))
	// The callback gets a copy of the buffer, which it may keep. The copy has the initial bytes of the
	// buffer, so that the library can detect a callback that writes nothing.
	own := append([]byte(nil), words...)
	if !run(func() error { return fill(own) }).succeeded() {
		return 0
	}
	copy(words, own)
	return 1
}

//export indpGoUtility
func indpGoUtility(ctx C.uintptr_t, outcome C.size_t, out *C.double) C.int {
	utility := cgo.Handle(ctx).Value().(func(int) (float64, error))
	var value float64
	ended := run(func() (err error) {
		value, err = utility(int(outcome))
		return err
	})
	if !ended.succeeded() {
		return 0
	}
	*out = C.double(value)
	return 1
}
