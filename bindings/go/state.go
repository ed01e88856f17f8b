package indp

/*
#include "cgo.h"
*/
import "C"
import (
	"fmt"
	"io"
	"sync/atomic"
	"unsafe"
)

// What states of every kind have in common. Copies of the Go value share the memory, and so are the
// same state.
type state struct{ *memory }

// The bytes of a state. They are Go memory, which the library sees only during a call.
type memory struct {
	bytes []byte
	// 1 during a release. A callback must not use the state that is being released. The library
	// cannot notice such a use, since callbacks run on other threads. So the calls that release,
	// change or copy a state check this flag.
	releasing int32
}

func newState(size int, init func(bytes []byte) error) (state, error) {
	own := state{&memory{bytes: make([]byte, size)}}
	if err := init(own.bytes); err != nil {
		return state{}, err
	}
	return own, nil
}

// Format writes a constant text for every verb. The bytes of the state are private, and printed
// texts often end up in logs.
func (s state) Format(f fmt.State, _ rune) { io.WriteString(f, "indp state") }

// Refuses a zero value, which no constructor made.
func (s *state) made() error {
	if s == nil || s.memory == nil {
		return errUnmade
	}
	return nil
}

// Refuses a state that is being released. Its bytes are still those of an unreleased state, so a
// copy of them could be released a second time.
func (s *state) idle() error {
	if err := s.made(); err != nil {
		return err
	}
	if atomic.LoadInt32(&s.releasing) != 0 {
		return ErrBusy
	}
	return nil
}

// Runs a release. Refuses if another release of this state is running.
func (s *state) once(release func() error) error {
	if err := s.made(); err != nil {
		return err
	}
	releasing := &s.releasing
	if !atomic.CompareAndSwapInt32(releasing, 0, 1) {
		return ErrBusy
	}
	defer atomic.StoreInt32(releasing, 0)
	return release()
}

// Adds rows. If they do not fit, enlarges the memory and repeats the call. Only a quantile needs
// this.
func (s *state) add(rows uint64, add func(bytes []byte) error) error {
	if err := s.idle(); err != nil {
		return err
	}
	err := add(s.bytes)
	if err == nil || err.(*Error).status != StatusCapacity {
		return err
	}
	room, err := lowStateRoom(s.bytes, rows)
	if err != nil {
		return err
	}
	if room > len(s.bytes) {
		longer := make([]byte, room)
		copy(longer, s.bytes)
		s.bytes = longer
	}
	if err := lowStateResized(s.bytes, len(s.bytes)); err != nil {
		return err
	}
	return add(s.bytes)
}

func (s *state) merge(other *state) error {
	if err := firstOf(s.idle(), other.idle()); err != nil {
		return err
	}
	rows, err := lowStateRows(other.bytes)
	if err != nil {
		return err
	}
	// If other is s, s.add may move the bytes. So other.bytes is read only when the merge begins.
	return s.add(rows, func(bytes []byte) error { return lowStateMerge(bytes, other.bytes) })
}

func (s *state) compatible(other *state) error {
	if err := firstOf(s.made(), other.made()); err != nil {
		return err
	}
	return lowStateCompatible(s.bytes, other.bytes)
}

// Rows is the exact number of rows, which is PRIVATE.
func (s *state) Rows() (uint64, error) {
	if err := s.made(); err != nil {
		return 0, err
	}
	return lowStateRows(s.bytes)
}

// RowsPerPerson is the contribution bound that the caller guaranteed.
func (s *state) RowsPerPerson() (uint64, error) {
	if err := s.made(); err != nil {
		return 0, err
	}
	return lowStateRowsPerPerson(s.bytes)
}

// Size is the number of bytes of the serialised state.
func (s *state) Size() (int, error) {
	if err := s.made(); err != nil {
		return 0, err
	}
	return lowStateSize(s.bytes)
}

// MarshalBinary serialises a state that was not released. Equal rows and parameters give equal
// bytes. The bytes are raw private data.
func (s *state) MarshalBinary() ([]byte, error) {
	if err := s.idle(); err != nil {
		return nil, err
	}
	size, err := s.Size()
	if err != nil {
		return nil, err
	}
	out := make([]byte, size)
	if err := lowStateSerialise(s.bytes, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Reads a state of one kind. Any bytes are safe to pass.
func (s *state) unmarshal(kind int32, bytes []byte) error {
	if len(bytes) < 8 {
		return ErrState
	}
	if found, err := lowStateKind(bytes); err != nil || found != kind {
		return ErrState
	}
	size, err := lowStateDeserialisedSize(bytes)
	if err != nil {
		return err
	}
	own, err := newState(size, func(own []byte) error { return lowStateDeserialise(own, bytes) })
	if err == nil {
		*s = own
	}
	return err
}

func (s *state) canRelease(epsilon float64, options *Options) error {
	if err := s.made(); err != nil {
		return err
	}
	return options.with(func(c *C.indp_options) error { return lowStateCanRelease(s.bytes, epsilon, c) })
}

func (s *state) releaseValue(epsilon float64, options *Options) (interface{}, error) {
	var out C.indp_go_answer
	err := s.once(func() error {
		return options.with(func(c *C.indp_options) error {
			return check(C.indp_go_release_value(unsafe.Pointer(first(s.bytes)), C.double(epsilon), c, &out))
		})
	})
	if err != nil {
		return nil, err
	}
	switch out.tag {
	case valueReal:
		return float64(out.real), nil
	case valueInteger:
		return int64(out.integer), nil
	}
	return category(s.bytes, out), nil
}

func category(bytes []byte, out C.indp_go_answer) Category {
	if out.is_text == 0 {
		return Integer(int64(out.integer))
	}
	return Text(string(bytes[out.offset : out.offset+out.length]))
}

func (s *state) release(epsilon float64, options *Options) (answer float64, err error) {
	err = s.once(func() error {
		bytes := s.bytes
		return options.with(func(c *C.indp_options) (err error) {
			answer, err = lowStateRelease(bytes, epsilon, c)
			return err
		})
	})
	return answer, err
}
