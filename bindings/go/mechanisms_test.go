package indp

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestSnapping(t *testing.T) {
	options := &Options{Grid: 1, InsecureSeed: Seed(9)}
	a, b := of[*Snapping](t)(NewSnapping(0.5, 3, 1e6, options)), of[*Snapping](t)(NewSnapping(0.5, 3, 1e6, options))
	check1(t, of[float64](t)(a.Release(10)) == of[float64](t)(b.Release(10)))
	check1(t, of[int64](t)(a.ReleaseInteger(10)) == of[int64](t)(b.ReleaseInteger(10)))
	values := []float64{1, 2, notANumber, infinity}
	out := of[[]float64](t)(a.ReleaseMany(values))
	must(t, b.ReleaseInPlace(values))
	check1(t, reflect.DeepEqual(out, values) && len(of[[]float64](t)(a.ReleaseMany(nil))) == 0)
	check1(t, a.Lambda() == 6 && a.Grid() == 1 && a.LaplaceEpsilon() == 0.5 && a.Loss() == 0.5 && a.Precision() == 0 && a.UnitRoundoff() == 0)
	floats := of[*Snapping](t)(NewSnapping(1, 1, 1e6, &Options{FloatPrecision: AutomaticPrecision}))
	check1(t, floats.Precision() >= 118 && floats.UnitRoundoff() > 0)

	for _, wrong := range []struct {
		err                         *Error
		epsilon, sensitivity, bound float64
		options                     *Options
	}{
		{ErrEpsilon, 0, 1, 1, nil},
		{ErrSensitivity, 1, -1, 1, nil},
		{ErrBound, 1, 1, notANumber, nil},
		{ErrGrid, 1, 1, 1, &Options{Grid: 3}},
		{ErrPrecision, 1, 1, 1, &Options{FloatPrecision: 52}},
		{ErrSelection, 1, 1, 1, &Options{Selection: 9}},
		{ErrUnusedSelection, 1, 1, 1, &Options{Selection: PermuteAndFlip}},
		{ErrUnusedTiming, 1, 1, 1, &Options{InsecureTiming: true}},
		{ErrUnusedMinRetries, 1, 1, 1, &Options{MinRetries: 3}},
		{ErrUnusedEmpirical, 1, 1, 1, &Options{EmpiricalPrecision: true}},
		{ErrEntropy, 1, 1, 1, &Options{InsecureSeed: Seed(1), Entropy: (&tape{}).play}},
		{ErrEpsilon, 0, 1, 1, &Options{Entropy: (&tape{}).play}},
	} {
		made, err := NewSnapping(wrong.epsilon, wrong.sensitivity, wrong.bound, wrong.options)
		fails(t, wrong.err, err)
		check1(t, made == nil)
	}

	must(t, a.Close())
	must(t, a.Close())
	for _, closed := range []*Snapping{a, {}} {
		_, err := closed.Release(1)
		fails(t, ErrClosed, err)
		fails(t, ErrClosed, closed.ReleaseInPlace(values))
		_, err = closed.AuditPair(0, 1, 0)
		fails(t, ErrClosed, err)
		check1(t, math.IsNaN(closed.Lambda()) && closed.Precision() == 0)
		must(t, closed.Close())
	}
}

func TestAccuracyAndAudits(t *testing.T) {
	noise := of[*Snapping](t)(NewSnapping(1, 1, 4, nil))
	defer noise.Close()
	r := of[float64](t)(noise.Accuracy(0.3))
	check1(t, r > 1 && of[float64](t)(noise.AccuracyAt(0, 0.3)) <= r)
	check1(t, of[float64](t)(EpsilonForAccuracy(1, 1024, 0.05, 100, &Options{Grid: 1})) < 0.1)
	check1(t, of[Moments](t)(noise.Moments(0)).LaplaceVariance == 2 && of[Distance](t)(noise.Distance(0, 0.1)).Unclamped == 0.5)
	audit := of[Audit](t)(noise.AuditPair(0, 1, 0))
	check1(t, audit.Loss <= 1 && audit.Loss > 0.9 && audit.Exhaustive == 1 && audit.WrongEnds == 0 && audit.Exceeds == 0)
	check1(t, of[float64](t)(noise.AuditBound()) <= 1 && of[Audit](t)(noise.AuditPairIntegers(0, 1, 0)).Loss <= 1)
	check1(t, of[Audit](t)(noise.AuditRange(0, 1, 0)).Loss <= 1)
	var found map[string]interface{}
	must(t, json.Unmarshal([]byte(of[string](t)(noise.AuditJSON(audit))), &found))
	check1(t, found["epsilon"] == 1.0)
	p, logarithm, err := noise.Probability(0, 0)
	check1(t, err == nil && p > 0 && p < 1 && math.Abs(math.Exp(logarithm)-p) < 1e-12)
	_, err = noise.AuditPair(0, 3, 0)
	fails(t, ErrNeighbours, err)

	ctx, cancel := context.WithCancel(context.Background())
	again := func() error { _, err := noise.AuditPair(0, 1, 0); return err }
	must(t, StopWhen(ctx, again))
	cancel()
	fails(t, ErrStopped, StopWhen(ctx, again))
	must(t, again())
	fails(t, ErrStopped, StopWhen(ctx, func() error {
		must(t, StopWhen(context.Background(), again))
		return again()
	}))
	must(t, again())
}

func TestExponential(t *testing.T) {
	eta := of[Eta](t)(EtaFromEpsilon(1, 1, true))
	loss := of[float64](t)(eta.Epsilon(1, true))
	check1(t, loss <= 1 && loss > 0.99)
	choose := of[*Exponential](t)(NewExponential(eta, 0, 1000, 100, nil))
	check1(t, of[int](t)(choose.Select([]float64{900, 0, 900})) == 1)
	check1(t, of[int](t)(choose.SelectCounted([]int64{900, 900, 0}, []uint64{1, 1, 5})) == 2)
	check1(t, of[int](t)(choose.SelectCounted([]int64{900, 0}, nil)) == 1)
	check1(t, choose.Precision() > 0 && choose.PrecisionNote() >= choose.Precision())
	small := of[*Exponential](t)(NewExponential(Eta{1, 1, 1}, 0, 10, 4, &Options{EmpiricalPrecision: true, InsecureTiming: true, MinRetries: 2}))
	check1(t, of[uint64](t)(small.PrecisionEmpirical()) == 53 && of[int](t)(small.Select([]float64{1})) == 0)
	_, err := choose.Select(nil)
	fails(t, ErrEmpty, err)
	_, err = choose.Select(make([]float64, 101))
	fails(t, ErrOutcomes, err)
	_, err = choose.SelectCounted([]int64{1, 2}, []uint64{1})
	fails(t, ErrLength, err)
	_, err = choose.SelectCounted([]int64{1, 2}, []uint64{})
	fails(t, ErrLength, err)
	_, err = choose.SelectBy(-1, func(int) (float64, error) { return 0, nil })
	fails(t, ErrLength, err)
	_, err = choose.SelectBy(3, nil)
	fails(t, ErrLength, err)
	_, err = NewExponential(Eta{0, 1, 1}, 0, 1, 1, nil)
	fails(t, ErrEtaX, err)
	_, err = Eta{1, 64, 1}.Epsilon(1, true)
	fails(t, ErrEtaY, err)
	_, err = NewExponential(eta, 1, 1, 1, nil)
	fails(t, ErrUtilityRange, err)
	must(t, choose.Close())
	_, err = choose.Select([]float64{1})
	fails(t, ErrClosed, err)
	check1(t, choose.Precision() == 0)
}

func TestBudget(t *testing.T) {
	budget := of[*Budget](t)(NewBudget(1))
	for i := 0; i < 10; i++ {
		check1(t, of[float64](t)(budget.Spend(0.1)) <= 0.1)
	}
	check1(t, of[float64](t)(budget.Left()) == 0)
	check1(t, of[string](t)(budget.Spent()) == "1")
	_, err := budget.Spend(1e-300)
	fails(t, ErrBudget, err)
	must(t, budget.Change(1.5))
	must(t, budget.RaiseSpent(0.5))
	fails(t, ErrBudget, budget.RaiseSpent(2))
	var read, zero Budget
	must(t, read.UnmarshalBinary(of[[]byte](t)(budget.MarshalBinary())))
	check1(t, of[float64](t)(read.Left()) == 0.5)
	fails(t, ErrState, read.UnmarshalBinary(nil))
	_, err = zero.Spend(1)
	fails(t, ErrState, err)
	_, err = NewBudget(infinity)
	fails(t, ErrEpsilon, err)
}

func TestErrorsAndVersions(t *testing.T) {
	_, err := NewSum(0, 1, 0)
	var typed *Error
	check1(t, errors.As(err, &typed) && typed.Status() == StatusRowsPerPerson && typed.Name() == "INDP_E_ROWS_PER_PERSON")
	check1(t, typed.Parameter() == "rows_per_person" && strings.HasPrefix(err.Error(), "indp: INDP_E_ROWS_PER_PERSON (rows_per_person): "))
	check1(t, !errors.Is(err, ErrEpsilon) && ErrReleased.Parameter() == "")
	major, minor, patch := VersionNumbers()
	check1(t, Version() == HeaderVersion() && TapeVersion() == 2 && major == 0 && minor == 1 && patch == 0)
	must(t, SelfTest())
}
