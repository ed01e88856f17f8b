package indp

import (
	"math"
	"runtime"
	"runtime/cgo"
	"sync/atomic"
	"unsafe"
)

// The number of C objects and callbacks that are not freed yet. Tests read it.
var alive int64

// A handle is a C object that several goroutines may use while one of them closes it. It is freed
// when it is closed and no call uses it.
type handle struct {
	pointer unsafe.Pointer
	free    func(unsafe.Pointer)
	source  *source
	uses    int64 // the number of uses; below 0 once the object is closed
}

func newHandle(pointer unsafe.Pointer, free func(unsafe.Pointer), source *source) *handle {
	h := &handle{pointer: pointer, free: free, source: source}
	atomic.AddInt64(&alive, 1)
	runtime.SetFinalizer(h, (*handle).close)
	return h
}

// Begins a use of the object, which done ends. Returns false if the object was closed.
func (h *handle) use() bool {
	if h == nil {
		return false
	}
	for {
		uses := atomic.LoadInt64(&h.uses)
		if uses < 0 {
			return false
		}
		if atomic.CompareAndSwapInt64(&h.uses, uses, uses+1) {
			return true
		}
	}
}

func (h *handle) done() {
	if atomic.AddInt64(&h.uses, -1) == math.MinInt64 {
		h.release()
	}
}

func (h *handle) close() {
	if !h.use() {
		return
	}
	// Several goroutines may get here at once, but only one of them marks the object as closed.
	for {
		uses := atomic.LoadInt64(&h.uses)
		if uses < 0 || atomic.CompareAndSwapInt64(&h.uses, uses, uses+math.MinInt64) {
			break
		}
	}
	h.done()
}

func (h *handle) release() {
	runtime.SetFinalizer(h, nil)
	h.free(h.pointer)
	h.source.close()
	atomic.AddInt64(&alive, -1)
}

// A source is an entropy callback. C refers to it by its cgo.Handle, which is a number.
type source struct{ handle cgo.Handle }

func newSource(fill func([]byte) error) *source {
	if fill == nil {
		return nil
	}
	atomic.AddInt64(&alive, 1)
	return &source{cgo.NewHandle(fill)}
}

func (s *source) close() {
	if s != nil {
		s.handle.Delete()
		atomic.AddInt64(&alive, -1)
	}
}
