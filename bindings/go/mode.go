package indp

/*
#include <stdlib.h>
#include <string.h>
#include "cgo.h"

static indp_status add_text(void *state, _GoString_ text)
{
    return indp_mode_add_text(state, (const uint8_t *)_GoStringPtr(text), _GoStringLen(text));
}
*/
import "C"
import "unsafe"

// Category is a candidate of a mode: a text or an integer. Categories can be compared with ==.
type Category struct {
	text    string
	integer int64
	isText  bool
}

// Text makes a category from a text.
func Text(text string) Category { return Category{text: text, isText: true} }

// Integer makes a category from an integer. Such a category never equals a text.
func Integer(integer int64) Category { return Category{integer: integer} }

// Text returns the text of the category. The second result is false if the category is an integer.
func (c Category) Text() (string, bool) { return c.text, c.isText }

// Integer returns the integer of the category. The second result is false if the category is a
// text.
func (c Category) Integer() (int64, bool) { return c.integer, !c.isText }

// Mode is the most common of several public candidates.
type Mode struct{ single }

// NewMode makes an empty mode with 1 to 2^20 distinct candidates. They must be public, so never
// take them from the data.
func NewMode(candidates []Category, rowsPerPerson uint64) (*Mode, error) {
	if len(candidates) == 0 || len(candidates) > 1<<20 {
		return nil, ErrCategories
	}
	plain, free, err := toC(candidates)
	if err != nil {
		return nil, err
	}
	defer free()
	n := C.size_t(len(candidates))
	var size C.size_t
	if err := check(C.indp_mode_size(plain, n, &size)); err != nil {
		return nil, err
	}
	own, err := newState(int(size), func(bytes []byte) error {
		return check(C.indp_mode_init(unsafe.Pointer(first(bytes)), size, plain, n, C.uint64_t(rowsPerPerson)))
	})
	if err != nil {
		return nil, err
	}
	return &Mode{single{own}}, nil
}

// Copies the candidates to C memory. Go memory that contains Go pointers must not be passed to C.
func toC(candidates []Category) (*C.indp_category, func(), error) {
	var length uint64 = 1
	for _, c := range candidates {
		length += uint64(len(c.text))
	}
	if length > 1<<31 {
		return nil, nil, ErrCategories
	}
	array := (*C.indp_category)(C.calloc(C.size_t(len(candidates)), C.sizeof_indp_category))
	texts := (*C.uint8_t)(C.malloc(C.size_t(length)))
	free := func() {
		C.free(unsafe.Pointer(array))
		C.free(unsafe.Pointer(texts))
	}
	if array == nil || texts == nil {
		free()
		return nil, nil, ErrNoMemory
	}
	plain := unsafe.Slice(array, len(candidates))
	rest := unsafe.Slice((*byte)(unsafe.Pointer(texts)), int(length))
	for i, c := range candidates {
		plain[i].integer = C.int64_t(c.integer)
		if c.isText {
			plain[i].text = (*C.uint8_t)(unsafe.Pointer(&rest[0]))
			plain[i].length = C.size_t(copy(rest, c.text))
			rest = rest[len(c.text):]
		}
	}
	return array, free, nil
}

// Add adds one row. A value that is not a candidate is ignored.
func (s *Mode) Add(value Category) error {
	if value.isText {
		return s.AddText(value.text)
	}
	return s.AddInteger(value.integer)
}

// AddText adds one row with a text.
func (s *Mode) AddText(text string) error {
	return s.add(1, func(bytes []byte) error { return check(C.add_text(unsafe.Pointer(first(bytes)), text)) })
}

// AddInteger adds one row with an integer.
func (s *Mode) AddInteger(value int64) error {
	return s.add(1, func(bytes []byte) error { return lowModeAddInt64(bytes, value) })
}

// Candidates returns the candidates: integers first, ascending, then texts in the order of their
// bytes.
func (s *Mode) Candidates() ([]Category, error) {
	if err := s.made(); err != nil {
		return nil, err
	}
	n, err := lowModeCandidates(s.bytes)
	if err != nil {
		return nil, err
	}
	out := make([]Category, n)
	for i := range out {
		var found C.indp_go_answer
		if err := check(C.indp_go_candidate(unsafe.Pointer(first(s.bytes)), C.size_t(i), &found)); err != nil {
			return nil, err
		}
		out[i] = category(s.bytes, found)
	}
	return out, nil
}

// Release releases the mode, which is possible only once and costs epsilon.
func (s *Mode) Release(epsilon float64, options *Options) (Category, error) {
	value, err := s.ReleaseValue(epsilon, options)
	if err != nil {
		return Category{}, err
	}
	return value.(Category), nil
}

// ReleaseCounts releases the counts of all candidates, in the order of Candidates. This is possible
// only once and costs epsilon in total. The counts are unbiased and may be negative.
func (s *Mode) ReleaseCounts(epsilon float64, options *Options) ([]int64, error) {
	return s.releaseCounts(epsilon, options)
}

// CanReleaseCounts returns an error if the public parameters would make ReleaseCounts fail, or if
// the state was released before. It releases nothing.
func (s *Mode) CanReleaseCounts(epsilon float64, options *Options) error {
	return s.canReleaseCounts(epsilon, options)
}
