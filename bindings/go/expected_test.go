package indp

import (
	"crypto/rand"
	"math"
	"testing"
)

// States whose error bounds depend only on parameters.
type predicted interface {
	Accuracy(epsilon, alpha float64, options *Options) (float64, error)
	EpsilonForAccuracy(alpha, r float64, options *Options) (float64, error)
}

func TestExpected(t *testing.T) {
	ten := make([]Category, 10)
	for i := range ten {
		ten[i] = Integer(int64(i))
	}
	// r is the expected bound for epsilon = 1 and alpha = 0.05.
	for _, known := range []struct {
		state, zero predicted
		r           float64
	}{
		{of[*Count](t)(NewCount(1)), new(Count), 3},
		{of[*Sum](t)(NewSum(0, 10, 1)), new(Sum), 29.96},
		{of[*Quantile](t)(NewQuantile(0.5, 0, 100, 0, 1)), new(Quantile), 6.5},
		{of[*Mode](t)(NewMode(ten, 1)), new(Mode), 4},
		{of[*Histogram](t)(NewHistogram([]float64{0}, 1)), new(Histogram), 3},
	} {
		s := known.state
		r := of[float64](t)(s.Accuracy(1, 0.05, nil))
		if math.Abs(r-known.r) > 0.02*known.r {
			t.Errorf("%T: %v, not %v", s, r, known.r)
		}
		check1(t, of[float64](t)(s.Accuracy(1, 0.01, seeded())) > r)
		epsilon := of[float64](t)(s.EpsilonForAccuracy(0.05, r, nil))
		check1(t, epsilon <= 1 && of[float64](t)(s.Accuracy(epsilon, 0.05, nil)) <= r)
		fails(t, ErrAlpha, second(s.Accuracy(1, 1, nil)))
		fails(t, ErrEpsilon, second(s.Accuracy(0, 0.5, nil)))
		fails(t, ErrAccuracy, second(s.EpsilonForAccuracy(0.5, 0, nil)))
		fails(t, ErrUnusedMinRetries, second(s.Accuracy(1, 0.5, &Options{MinRetries: 3})))
		fails(t, ErrUnusedMinRetries, second(s.EpsilonForAccuracy(0.5, r, &Options{MinRetries: 3})))
		fails(t, ErrState, second(known.zero.Accuracy(1, 0.5, nil)))
		fails(t, ErrState, second(known.zero.EpsilonForAccuracy(0.5, 1, nil)))
	}
	check1(t, of[float64](t)(ModeAccuracy(10, 1, 1, 0.05, nil)) == 4)
	check1(t, of[float64](t)(ModeEpsilonForAccuracy(10, 1, 0.05, 4, nil)) <= 1)
	fails(t, ErrCategories, second(ModeAccuracy(0, 1, 1, 0.05, nil)))
	fails(t, ErrAccuracy, second(ModeEpsilonForAccuracy(10, 1, 0.05, -1, nil)))

	count := of[*Count](t)(NewCount(1))
	check1(t, of[Interval](t)(count.Interval(10, 1, 0.05, nil)) == Interval{7, 13})
	check1(t, of[Interval](t)(count.Interval(640, 1, 0.05, &Options{Grid: 64})).Low < 610)
	sum := of[*Sum](t)(NewSum(0, 10, 1))
	check1(t, of[Interval](t)(sum.Interval(100, 1, 0.05, nil)).Low > 69.9)
	fails(t, ErrAnswer, second(sum.Interval(notANumber, 1, 0.05, nil)))
	fails(t, ErrAlpha, second(count.Interval(1, 1, 0, nil)))
	fails(t, ErrState, second(new(Sum).Interval(1, 1, 0.5, nil)))
}

// Means, variances and standard deviations.
type averaged interface {
	Add(value float64) error
	Accuracy(rows uint64, epsilon, alpha float64, options *Options) (float64, error)
	EpsilonForAccuracy(rows uint64, alpha, r float64, options *Options) (float64, error)
	ReleaseParts(epsilon float64, options *Options) (Parts, error)
	Interval(parts Parts, alpha float64) (Interval, error)
}

func TestExpectedOfRows(t *testing.T) {
	for _, known := range []struct {
		state, other, zero averaged
		exact              float64
	}{
		{of[*Mean](t)(NewMean(0, 10, 1)), of[*Variance](t)(NewVariance(0, 10, 1)), new(Mean), 5},
		{of[*Variance](t)(NewVariance(0, 10, 1)), of[*Mean](t)(NewMean(0, 10, 1)), new(Variance), 8.35},
		{of[*StdDev](t)(NewStdDev(0, 10, 1)), of[*Mean](t)(NewMean(0, 10, 1)), new(StdDev), math.Sqrt(8.35)},
	} {
		s := known.state
		r := of[float64](t)(s.Accuracy(1000, 1, 0.05, nil))
		check1(t, r > 0 && r < of[float64](t)(s.Accuracy(100, 1, 0.05, nil)))
		check1(t, of[float64](t)(s.EpsilonForAccuracy(1000, 0.05, r, nil)) <= 1)
		fails(t, ErrRows, second(s.Accuracy(0, 1, 0.05, nil)))
		fails(t, ErrRows, second(s.EpsilonForAccuracy(0, 0.05, r, nil)))
		for i := 0; i <= 1000; i++ {
			must(t, s.Add(float64(i)/100))
		}
		parts := of[Parts](t)(s.ReleaseParts(1, nil))
		wide, narrow := of[Interval](t)(s.Interval(parts, 1e-9)), of[Interval](t)(s.Interval(parts, 0.5))
		check1(t, wide.Low <= known.exact && known.exact <= wide.High) // false with probability at most 1e-9
		check1(t, wide.Low < narrow.Low && narrow.Low <= parts.Value && parts.Value <= narrow.High && narrow.High < wide.High)
		fails(t, ErrAlpha, second(s.Interval(parts, 1)))
		fails(t, ErrAnswer, second(known.other.Interval(parts, 0.5)))
		fails(t, ErrState, second(known.zero.Interval(parts, 0.5)))
		for _, parts.Number = range []int{-1, 0, 1, 4, math.MaxInt} {
			fails(t, ErrAnswer, second(s.Interval(parts, 0.5)))
		}
	}
}

func TestSeveralQuantiles(t *testing.T) {
	filled := func() *Quantile {
		s := of[*Quantile](t)(NewQuantile(0.5, 0, 100, 0, 1))
		for i := 0; i < 2020; i++ {
			must(t, s.Add(float64(i%101)))
		}
		return s
	}
	s := filled()
	must(t, s.CanReleaseMany([]float64{0.75, 0.25}, 20, nil))
	fails(t, ErrQuantile, s.CanReleaseMany([]float64{0.5, 2}, 20, nil))
	fails(t, ErrQuantiles, s.CanReleaseMany(nil, 20, nil))
	fails(t, ErrUnusedGrid, s.CanReleaseMany([]float64{0.5}, 20, &Options{Grid: 1}))
	none, err := s.ReleaseMany([]float64{0.5, 2}, 20, nil)
	fails(t, ErrQuantile, err)
	check1(t, none == nil)
	q := of[[]float64](t)(s.ReleaseMany([]float64{0.75, 0.25, 0.5, 0.25}, 20, nil))
	// Each answer is off by more than 10 with probability below 1e-9.
	check1(t, len(q) == 4 && math.Abs(q[0]-75) < 10 && math.Abs(q[2]-50) < 10 && q[1] == q[3])
	check1(t, q[1] <= q[2] && q[2] <= q[0])
	fails(t, ErrReleased, second(s.ReleaseMany([]float64{0.5}, 1, nil)))
	fails(t, ErrReleased, s.CanReleaseMany([]float64{0.5}, 1, nil))
	one := of[float64](t)(filled().Release(0.5, seeded()))
	check1(t, of[[]float64](t)(filled().ReleaseMany([]float64{0.5}, 0.5, seeded()))[0] == one)
	fails(t, ErrState, second(new(Quantile).ReleaseMany([]float64{0.5}, 1, nil)))
	fails(t, ErrState, new(Quantile).CanReleaseMany([]float64{0.5}, 1, nil))

	// A callback of the release cannot add rows to the state.
	var added error
	s = filled()
	_, err = s.ReleaseMany([]float64{0.5}, 1, &Options{Entropy: func(buffer []byte) error {
		added = s.Add(1)
		_, err := rand.Read(buffer)
		return err
	}})
	must(t, err)
	fails(t, ErrBusy, added)
}
