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

// HeaderVersion is the version that the package was compiled for.
func HeaderVersion() string { return C.INDP_VERSION_STRING }

// VersionNumbers are the parts of Version.
func VersionNumbers() (major, minor, patch uint32) {
	return lowVersionMajor(), lowVersionMinor(), lowVersionPatch()
}

// TapeVersion is the version of the order in which random words are read.
func TapeVersion() uint32 { return lowTapeVersion() }

// SelfTest fails if this build computes wrong results on this machine.
func SelfTest() error { return lowSelfTest() }

// StopWhen calls f. Once the context is done, long computations that f does on this goroutine fail
// with ErrStopped. The goroutine keeps its thread meanwhile.
func StopWhen(ctx context.Context, f func() error) error {
	flag := (*C.int32_t)(C.calloc(1, 4))
	if flag == nil {
		return ErrNoMemory
	}
	defer C.free(unsafe.Pointer(flag))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := check(C.indp_stop_when(flag)); err != nil {
		return err
	}
	defer C.indp_stop_when(nil)
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
	// The flag is freed only after the watcher has ended.
	defer func() { close(ended); <-watched }()
	return f()
}
