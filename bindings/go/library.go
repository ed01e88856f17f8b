package indp

/*
#include <stdlib.h>
#include "cgo.h"
*/
import "C"
import (
	"context"
	"runtime"
	"sync/atomic"
	"unsafe"
)

// Version is the version of the library in use, "major.minor.patch".
func Version() string { return lowVersionString() }

// HeaderVersion is the version of the header that the package was compiled with.
func HeaderVersion() string { return C.INDP_VERSION_STRING }

// VersionNumbers returns the parts of Version as numbers.
func VersionNumbers() (major, minor, patch uint32) {
	return lowVersionMajor(), lowVersionMinor(), lowVersionPatch()
}

// TapeVersion is the version number of the order in which random words are read (docs/tape.md).
func TapeVersion() uint32 { return lowTapeVersion() }

// SelfTest fails if this build computes wrong results on this machine.
func SelfTest() error { return lowSelfTest() }

// StopWhen calls f. Once the context is done, long computations in f on this goroutine fail with
// ErrStopped. The goroutine is locked to its thread until f returns. During a nested call of
// StopWhen, only the inner context counts.
func StopWhen(ctx context.Context, f func() error) error {
	flag := (*C.int32_t)(C.calloc(1, 4))
	if flag == nil {
		return ErrNoMemory
	}
	defer C.free(unsafe.Pointer(flag))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := C.indp_go_stop_flag()
	if err := check(C.indp_go_stop_when(flag)); err != nil {
		return err
	}
	defer C.indp_go_stop_when(before)
	ended, watched := make(chan struct{}), make(chan struct{})
	raise := func() { atomic.StoreInt32((*int32)(unsafe.Pointer(flag)), 1) }
	if ctx.Err() != nil {
		raise()
	}
	go func() {
		defer close(watched)
		select {
		case <-ctx.Done():
			raise()
		case <-ended:
		}
	}()
	// The goroutine above writes the flag, so it must end before the flag is freed.
	defer func() { close(ended); <-watched }()
	return f()
}
