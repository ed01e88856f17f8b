package indp

/*
#include "cgo.h"
*/
import "C"

func check(code C.indp_status) error {
	if code == 0 {
		return nil
	}
	return &Error{Status(code)}
}

// The address of the first element, or nil.
func first[T any](values []T) *T {
	if len(values) == 0 {
		return nil
	}
	return &values[0]
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func truth(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
