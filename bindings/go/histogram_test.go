package indp

import (
	"crypto/rand"
	"sync"
	"testing"
)

func histogram(t *testing.T, edges ...float64) *Histogram {
	t.Helper()
	return of[*Histogram](t)(NewHistogram(edges, 1))
}

func TestHistogram(t *testing.T) {
	zero := new(Histogram)
	fails(t, ErrState, second(zero.Edges()))
	fails(t, ErrState, second(zero.Cells()))
	fails(t, ErrState, second(new(Mode).ReleaseCounts(1, nil)))
	fails(t, ErrState, new(Mode).CanReleaseCounts(1, nil))
	if _, ok := interface{}(histogram(t, 0)).(interface {
		ReleaseValue(float64, *Options) (interface{}, error)
	}); ok {
		t.Error("a histogram has no single answer")
	}
	c := make([]byte, of[int](t)(lowHistogramSize(1)))
	must(t, lowHistogramInit(c, []float64{0}, 1))
	check1(t, lowStateReleaseCounts(c, 0.5, nil, nil) != nil) // too short for the counts
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
