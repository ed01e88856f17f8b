package indp

import (
	"errors"
	"math"
	"testing"
)

var (
	notANumber = math.NaN()
	infinity   = math.Inf(1)
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func check1(t *testing.T, holds bool) {
	t.Helper()
	if !holds {
		t.Error("check failed")
	}
}

// Checks that the last result of a call is this error.
func fails(t *testing.T, expected error, results ...interface{}) {
	t.Helper()
	err, _ := results[len(results)-1].(error)
	if !errors.Is(err, expected) {
		t.Errorf("%v, not %v", err, expected)
	}
}

func of[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		must(t, err)
		return value
	}
}

func second[T any](_ T, err error) error { return err }
