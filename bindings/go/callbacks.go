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

// Runs a callback in a goroutine of its own. If the callback called runtime.Goexit, as t.FailNow
// does, on the goroutine of the C call, the frames of the library would be skipped.
func run(callback func() error) *end {
	finished := make(chan *end)
	go func() {
		result := &end{}
		defer func() { finished <- result }()
		result.run(callback)
	}()
	return <-finished
}

// Each panic is recovered, even panic(nil), whose value does not tell it from no panic. The end of the
// goroutine cannot be recovered: nothing after the recovery runs.
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

// Whether the callback succeeded. If it did not, the thread remembers why until the C call returns.
func (e *end) succeeded() bool {
	if e.err == nil && !e.panicked && !e.exited {
		return true
	}
	C.indp_go_ended(C.uintptr_t(cgo.NewHandle(e)))
	return false
}

// Calls C with callbacks, and ends as the callback did: with its error, or with its panic.
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
	// The callback gets a copy, which it may keep. The copy begins as the buffer does: the library
	// recognises a callback that writes nothing.
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
