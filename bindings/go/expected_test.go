package indp

import (
	"crypto/rand"
	"math"
	"testing"
)

// States whose error bounds depend only on parameters, and those that also need a number of rows.
type predicted interface {
	Accuracy(epsilon, alpha float64, options *Options) (float64, error)
	EpsilonForAccuracy(alpha, r float64, options *Options) (float64, error)
}

type averaged interface {
	Add(value float64) error
	ReleaseParts(epsilon float64, options *Options) (Parts, error)
	Interval(parts Parts, alpha float64) (Interval, error)
}

func TestExpectedOfZeroValues(t *testing.T) {
	for _, zero := range []predicted{new(Count), new(Sum), new(Quantile), new(Mode), new(Histogram)} {
		fails(t, ErrState, second(zero.Accuracy(1, 0.5, nil)))
		fails(t, ErrState, second(zero.EpsilonForAccuracy(0.5, 1, nil)))
	}
	fails(t, ErrState, second(new(Sum).Interval(1, 1, 0.5, nil)))
	fails(t, ErrState, second(new(Quantile).ReleaseMany([]float64{0.5}, 1, nil)))
	fails(t, ErrState, new(Quantile).CanReleaseMany([]float64{0.5}, 1, nil))
}

// The caller may write any number of sums into the structure.
func TestNumberOfParts(t *testing.T) {
	for _, known := range []struct{ state, zero averaged }{
		{of[*Mean](t)(NewMean(0, 10, 1)), new(Mean)},
		{of[*Variance](t)(NewVariance(0, 10, 1)), new(Variance)},
		{of[*StdDev](t)(NewStdDev(0, 10, 1)), new(StdDev)},
	} {
		must(t, known.state.Add(5))
		parts := of[Parts](t)(known.state.ReleaseParts(1, nil))
		fails(t, ErrState, second(known.zero.Interval(parts, 0.5)))
		for _, parts.Number = range []int{-1, 0, 1, 4, math.MaxInt} {
			fails(t, ErrAnswer, second(known.state.Interval(parts, 0.5)))
		}
	}
}

// A callback of the release cannot add rows to the state.
func TestSeveralQuantiles(t *testing.T) {
	var added error
	s := of[*Quantile](t)(NewQuantile(0.5, 0, 100, 0, 1))
	_, err := s.ReleaseMany([]float64{0.5}, 1, &Options{Entropy: func(buffer []byte) error {
		added = s.Add(1)
		_, err := rand.Read(buffer)
		return err
	}})
	must(t, err)
	fails(t, ErrBusy, added)
}
