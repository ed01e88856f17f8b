package indp

import "errors"

// Status is the reason why a call failed. See the constants.
type Status int32

// Error is the error of a call that failed. errors.Is compares statuses: errors.Is(err,
// indp.ErrReleased).
type Error struct{ status Status }

// ErrClosed is the error of a call on a mechanism that was closed, or on a zero value that no
// constructor made.
var ErrClosed = errors.New("indp: the mechanism is closed, or no constructor made it")

// The error of a call with nil, or with a zero value. It is an ErrState with a text of its own.
var errUnmade error = unmade{}

type unmade struct{}

func (unmade) Error() string {
	return "indp: this is nil or a zero value; make it with its constructor, such as NewCount"
}

func (unmade) Unwrap() error { return ErrState }

// Status returns the reason.
func (e *Error) Status() Status { return e.status }

// Name returns the name of the status in C, such as "INDP_E_EPSILON".
func (e *Error) Name() string { return lowStatusName(e.status) }

// Parameter returns the parameter or option that the status is about, or "" if there is none.
func (e *Error) Parameter() string { return parameters[e.status] }

// Error returns the name, the parameter and the message. The text contains no private value.
func (e *Error) Error() string {
	text := "indp: " + e.Name()
	if p := e.Parameter(); p != "" {
		text += " (" + p + ")"
	}
	return text + ": " + lowStatusMessage(e.status)
}

// Is reports whether the target is an Error with the same status.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.status == e.status
}
