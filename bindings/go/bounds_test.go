package indp

import (
	"crypto/rand"
	"sync"
	"testing"
)

func newBoundsOf(t *testing.T, row float64, state *Bounds, err error) *Bounds {
	t.Helper()
	must(t, err)
	values := make([]float64, 5000)
	for i := range values {
		values[i] = row
	}
	must(t, state.AddMany(values))
	return state
}

// The bounds of many equal rows. With this epsilon the noise is 0, but for a chance below 1e-100.
func TestBounds(t *testing.T) {
	among := func(centre float64) (*Bounds, error) {
		return NewBoundsAmong([]float64{10, 50, 100}, centre, 1)
	}
	around := func(centre float64) (*Bounds, error) { return NewBounds(centre, 1) }
	for _, known := range []struct {
		make        func(centre float64) (*Bounds, error)
		centre, row float64
		expected    Extent
	}{
		{around, 0, 120, Extent{0, 128, true}},
		{around, 0, -120, Extent{-128, 0, true}},
		{around, 100, 119, Extent{100, 120, true}},
		{around, 0, 0, Extent{0, 0, false}},
		{around, 7, 7, Extent{7, 7, false}},
		{around, 0, notANumber, Extent{0, 0, false}},
		{among, 20, 30, Extent{20, 50, true}},
		{among, 20, 10, Extent{10, 20, true}},
		{among, 20, infinity, Extent{20, 100, true}},
		{among, 20, 20, Extent{20, 20, false}},
	} {
		made, err := known.make(known.centre)
		state := newBoundsOf(t, known.row, made, err)
		must(t, state.CanRelease(1000, nil))
		found := of[Extent](t)(state.Release(1000, nil))
		if found != known.expected {
			t.Errorf("%v at %v: %v, not %v", known.row, known.centre, found, known.expected)
		}
		fails(t, ErrReleased, second(state.Release(1000, nil)))
		fails(t, ErrReleased, state.CanRelease(1000, nil))
	}
}

func TestBoundsAreRefused(t *testing.T) {
	for _, empty := range [][]float64{nil, {}, {2, 1}, {notANumber}} {
		made, err := NewBoundsAmong(empty, 0, 1)
		fails(t, ErrEdges, err)
		check1(t, made == nil)
	}
	fails(t, ErrCentre, second(NewBoundsAmong([]float64{5}, 5, 1)))
	fails(t, ErrCentre, second(NewBounds(infinity, 1)))
	fails(t, ErrRowsPerPerson, second(NewBounds(0, 0)))
	fails(t, ErrState, new(Bounds).CanRelease(1, nil))
	made, err := NewBounds(0, 1)
	state := newBoundsOf(t, 120, made, err)
	for _, wrong := range []struct {
		options  Options
		expected error
	}{
		{Options{Grid: 1}, ErrUnusedGrid},
		{Options{FloatPrecision: 53}, ErrUnusedPrecision},
		{Options{Selection: ExponentialMechanism}, ErrUnusedSelection},
		{Options{Selection: PermuteAndFlip}, ErrUnusedSelection},
	} {
		fails(t, wrong.expected, state.CanRelease(1, &wrong.options))
		found, err := state.Release(1, &wrong.options)
		fails(t, wrong.expected, err)
		check1(t, found == Extent{})
	}
	found := of[Extent](t)(state.Release(0.5, &Options{InsecureSeed: Seed(3)}))
	check1(t, found == Extent{0, 128, true})
}

// Histograms and bounds are states of one kind, but of two types.
func TestBoundsAreReadAsBounds(t *testing.T) {
	cells := histogram(t, 1)
	bounds := of[*Bounds](t)(NewBounds(0, 1))
	fails(t, ErrState, bounds.UnmarshalBinary(of[[]byte](t)(cells.MarshalBinary())))
	must(t, bounds.Add(120)) // the refused bytes have changed nothing
	fails(t, ErrState, cells.UnmarshalBinary(of[[]byte](t)(bounds.MarshalBinary())))
	// 1 is too small an epsilon for the first of these, and nobody can release the second.
	for _, rowsPerPerson := range []uint64{1 << 53, 1<<64 - 1} {
		var read Bounds
		bytes := of[[]byte](t)(of[*Bounds](t)(NewBounds(0, rowsPerPerson)).MarshalBinary())
		must(t, read.UnmarshalBinary(bytes))
		check1(t, string(of[[]byte](t)(read.MarshalBinary())) == string(bytes))
		fails(t, ErrState, cells.UnmarshalBinary(bytes))
	}
}

// A callback of the release cannot use the state.
func TestCallbacksOfBounds(t *testing.T) {
	state := of[*Bounds](t)(NewBounds(0, 1))
	tried := false
	of[Extent](t)(state.Release(1, &Options{Entropy: func(buffer []byte) error {
		tried = true
		fails(t, ErrBusy, second(state.Release(1, nil)))
		fails(t, ErrBusy, second(state.MarshalBinary()))
		fails(t, ErrBusy, state.Add(1))
		fails(t, ErrBusy, state.Merge(state))
		_, err := rand.Read(buffer)
		return err
	}}))
	check1(t, tried)
	fails(t, ErrReleased, second(state.Release(1, nil)))
}

// Of several goroutines that release one state, exactly one succeeds.
func TestBoundsAreReleasedOnce(t *testing.T) {
	state := of[*Bounds](t)(NewBounds(0, 1))
	var wait sync.WaitGroup
	errs := make([]error, 8)
	for n := range errs {
		wait.Add(1)
		go func(n int, copied Bounds) {
			defer wait.Done()
			_, errs[n] = copied.Release(1, nil)
		}(n, *state)
	}
	wait.Wait()
	released := 0
	for _, err := range errs {
		if err == nil {
			released++
		}
	}
	check1(t, released == 1)
}
