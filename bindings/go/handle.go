package indp

import (
	"math"
	"runtime"
	"runtime/cgo"
	"sync/atomic"
	"unsafe"
)

// The number of C objects and callbacks that exist, for tests.
var alive int64

// A handle is a C object that several goroutines may use while one of them closes it: the last user
// frees it.
type handle struct {
	pointer unsafe.Pointer
	free    func(unsafe.Pointer)
	source  *source
	uses    int64 // below 0 once closed
}

func newHandle(pointer unsafe.Pointer, free func(unsafe.Pointer), source *source) *handle {
	h := &handle{pointer: pointer, free: free, source: source}
	atomic.AddInt64(&alive, 1)
	runtime.SetFinalizer(h, (*handle).close)
	return h
}

// Begins a use. If it reports true, done ends it.
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
	// Two goroutines may get here. One of them sets the mark.
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

// A source is an entropy callback that C knows by a number.
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
