package indp

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"math"
	"reflect"
	"sync"
	"testing"
)

// An epsilon at which the noise of a count is 0, except with a probability below 1e-200.
const noNoise = 1e3

func histogram(t *testing.T, edges ...float64) *Histogram {
	t.Helper()
	return of[*Histogram](t)(NewHistogram(edges, 1))
}

func TestHistogram(t *testing.T) {
	laws(t, func() (*Histogram, error) { return NewHistogram([]float64{-1, 0, 7.5}, 2) },
		func(s *Histogram) error { return addNumbers(s) })
	s := histogram(t, 0, 1, 2)
	must(t, s.AddMany([]float64{-infinity, -1e-300, math.Copysign(0, -1), 0.999, 1, 1.5, 2}))
	must(t, s.AddMany([]float64{infinity, infinity, notANumber}))
	check1(t, reflect.DeepEqual(of[[]int64](t)(s.Release(noNoise, nil)), []int64{2, 2, 2, 3, 1}))
	none, err := s.Release(noNoise, nil)
	fails(t, ErrReleased, err)
	check1(t, none == nil)
	fails(t, ErrReleased, s.CanRelease(1, nil))
	fails(t, ErrReleased, s.Add(1))
	check1(t, reflect.DeepEqual(of[[]float64](t)(s.Edges()), []float64{0, 1, 2}))
	check1(t, of[int](t)(s.Cells()) == 5)

	// 2^53 + 1 is not a float64. It belongs to the cell whose lower edge is 2^53.
	whole := histogram(t, 1<<53, 1<<53+2)
	for _, value := range []int64{1<<53 - 1, 1 << 53, 1<<53 + 1, 1<<53 + 2} {
		must(t, whole.AddInteger(value))
	}
	check1(t, fmt.Sprint(of[[]int64](t)(whole.Release(noNoise, nil))) == "[1 2 1 0]")
}

func TestHistogramRefusals(t *testing.T) {
	for _, edges := range [][]float64{
		nil, {1, 1}, {2, 1}, {0, math.Copysign(0, -1)}, {notANumber}, {0, infinity},
		make([]float64, 1<<20+1),
	} {
		s, err := NewHistogram(edges, 1)
		fails(t, ErrEdges, err)
		check1(t, s == nil)
	}
	_, err := NewHistogram([]float64{1}, 0)
	fails(t, ErrRowsPerPerson, err)
	s, other := histogram(t, 0, 1), histogram(t, 0, 2)
	fails(t, ErrStateMismatch, s.Merge(other))
	fails(t, ErrStateMismatch, s.Compatible(other))
	float := &Options{FloatPrecision: 118}
	fails(t, ErrUnusedPrecision, s.CanRelease(1, float))
	fails(t, ErrUnusedPrecision, second(s.Release(1, float)))
	fails(t, ErrState, s.UnmarshalBinary(of[[]byte](t)(of[*Sum](t)(NewSum(0, 1, 1)).MarshalBinary())))
	fails(t, ErrState, new(Sum).UnmarshalBinary(of[[]byte](t)(s.MarshalBinary())))
	zero := new(Histogram)
	fails(t, ErrState, second(zero.Edges()))
	fails(t, ErrState, second(zero.Cells()))
	fails(t, ErrState, second(new(Mode).ReleaseCounts(1, nil)))
	fails(t, ErrState, new(Mode).CanReleaseCounts(1, nil))
	check1(t, of[[]int64](t)(s.Release(1, &Options{Grid: 8}))[2]%8 == 0)
	if _, ok := interface{}(s).(interface {
		ReleaseValue(float64, *Options) (interface{}, error)
	}); ok {
		t.Error("a histogram has no single answer")
	}
}

// A state made with the C functions must have the same bytes and, for the same seed, the same
// released counts.
func TestHistogramEqualsC(t *testing.T) {
	edges, values := []float64{0, 1, 2}, []float64{-1, 0.5, 0.5, 1, 9, notANumber}
	c := make([]byte, of[int](t)(lowHistogramSize(len(edges))))
	must(t, firstOf(lowHistogramInit(c, edges, 1), lowStateAddMany(c, values)))
	written := make([]byte, of[int](t)(lowStateSize(c)))
	must(t, lowStateSerialise(c, written))
	s := histogram(t, edges...)
	must(t, s.AddMany(values))
	check1(t, bytes.Equal(of[[]byte](t)(s.MarshalBinary()), written))
	check1(t, lowStateReleaseCounts(c, 0.5, nil, nil) != nil) // too short for the counts
	counts := of[[]int64](t)(s.Release(0.5, seeded()))
	var read Histogram
	must(t, read.UnmarshalBinary(written))
	check1(t, reflect.DeepEqual(of[[]int64](t)(read.Release(0.5, seeded())), counts))
}

func filledMode(t *testing.T) *Mode {
	mode := of[*Mode](t)(NewMode([]Category{Text("b"), Text("a"), Integer(7), Integer(-1)}, 1))
	for _, text := range []string{"a", "a", "b", "none"} {
		must(t, mode.AddText(text))
	}
	for _, value := range []int64{7, 7, 7, 8} {
		must(t, mode.AddInteger(value))
	}
	return mode
}

func TestCountsOfMode(t *testing.T) {
	mode := filledMode(t)
	must(t, mode.CanReleaseCounts(noNoise, nil))
	fails(t, ErrEpsilon, mode.CanReleaseCounts(0, nil))
	float := &Options{FloatPrecision: 118}
	fails(t, ErrUnusedPrecision, mode.CanReleaseCounts(1, float))
	fails(t, ErrUnusedPrecision, second(mode.ReleaseCounts(1, float)))
	found := map[Category]int64{}
	counts := of[[]int64](t)(mode.ReleaseCounts(noNoise, nil))
	for i, candidate := range of[[]Category](t)(mode.Candidates()) {
		found[candidate] = counts[i]
	}
	expected := map[Category]int64{Text("a"): 2, Text("b"): 1, Integer(7): 3, Integer(-1): 0}
	check1(t, reflect.DeepEqual(found, expected))
	fails(t, ErrReleased, second(mode.ReleaseCounts(noNoise, nil)))
	fails(t, ErrReleased, mode.CanReleaseCounts(noNoise, nil))
	fails(t, ErrReleased, second(mode.Release(noNoise, nil)))
	one := of[[]int64](t)(filledMode(t).ReleaseCounts(0.5, seeded()))
	check1(t, reflect.DeepEqual(one, of[[]int64](t)(filledMode(t).ReleaseCounts(0.5, seeded()))))
}

// A callback of the release cannot use the state.
func TestCallbacksOfCounts(t *testing.T) {
	cells, mode := histogram(t, 0, 1), filledMode(t)
	for _, known := range []struct {
		release func(epsilon float64, options *Options) ([]int64, error)
		use     func() []error
	}{
		{cells.Release, func() []error {
			_, err := cells.MarshalBinary()
			many := cells.AddMany([]float64{1})
			return []error{cells.Add(1), cells.AddInteger(1), many, cells.Merge(cells), err}
		}},
		{mode.ReleaseCounts, func() []error {
			_, err := mode.Release(1, nil)
			return []error{mode.AddText("a"), mode.Merge(mode), err}
		}},
	} {
		tried := false
		_, err := known.release(1, &Options{Entropy: func(buffer []byte) error {
			tried = true
			for _, err := range append(known.use(), second(known.release(1, nil))) {
				fails(t, ErrBusy, err)
			}
			_, err := rand.Read(buffer)
			return err
		}})
		must(t, err)
		check1(t, tried)
		fails(t, ErrReleased, second(known.release(1, nil)))
	}
}

// Of several goroutines that release one state, exactly one succeeds.
func TestCountsAreReleasedOnce(t *testing.T) {
	for round := 0; round < 50; round++ {
		s := histogram(t, 0, 1)
		var wait sync.WaitGroup
		errs := make([]error, 8)
		for n := range errs {
			wait.Add(1)
			go func(n int, copied Histogram) {
				defer wait.Done()
				_, errs[n] = copied.Release(1, nil)
			}(n, *s)
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
}
