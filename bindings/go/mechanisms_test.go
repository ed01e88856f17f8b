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
	values := []float64{1, 2, notANumber, infinity}
	out := of[[]float64](t)(a.ReleaseMany(values))
	must(t, b.ReleaseInPlace(values))
	check1(t, reflect.DeepEqual(out, values) && len(of[[]float64](t)(a.ReleaseMany(nil))) == 0)
	fill := func([]byte) error { return nil }
	for _, wrong := range []struct {
		err     *Error
		options *Options
	}{
		{ErrSelection, &Options{Selection: 9}},
		{ErrEntropy, &Options{InsecureSeed: Seed(1), Entropy: fill}},
	} {
		fails(t, wrong.err, second(NewSnapping(1, 1, 1, wrong.options)))
	}

	must(t, a.Close())
	must(t, a.Close())
	for _, closed := range []*Snapping{a, {}} {
		fails(t, ErrClosed, second(closed.Release(1)))
		fails(t, ErrClosed, closed.ReleaseInPlace(values))
		fails(t, ErrClosed, second(closed.AuditPair(0, 1, 0)))
		check1(t, math.IsNaN(closed.Lambda()) && closed.Precision() == 0)
		must(t, closed.Close())
	}
}

func TestAudits(t *testing.T) {
	noise := of[*Snapping](t)(NewSnapping(1, 1, 4, nil))
	defer noise.Close()
	var found map[string]interface{}
	audit := of[Audit](t)(noise.AuditRange(0, 1, 0))
	must(t, json.Unmarshal([]byte(of[string](t)(noise.AuditJSON(audit))), &found))
	check1(t, audit.Loss <= 1 && found["epsilon"] == 1.0)

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
	choose := of[*Exponential](t)(NewExponential(Eta{1, 1, 1}, 0, 1000, 100, nil))
	fails(t, ErrLength, second(choose.SelectCounted([]int64{1, 2}, []uint64{})))
	fails(t, ErrLength, second(choose.SelectBy(-1, func(int) (float64, error) { return 0, nil })))
	fails(t, ErrLength, second(choose.SelectBy(3, nil)))
	fails(t, ErrEtaY, second(Eta{1, 64, 1}.Epsilon(1, true)))
	must(t, choose.Close())
	fails(t, ErrClosed, second(choose.Select([]float64{1})))
	check1(t, choose.Precision() == 0)
	fails(t, ErrState, second(new(Budget).Spend(1)))
	fails(t, ErrState, new(Budget).UnmarshalBinary(nil))
}

func TestErrorsAndVersions(t *testing.T) {
	_, err := NewSum(0, 1, 0)
	var typed *Error
	check1(t, errors.As(err, &typed) && typed.Status() == StatusRowsPerPerson && typed.Name() == "INDP_E_ROWS_PER_PERSON")
	check1(t, typed.Parameter() == "rows_per_person" && strings.HasPrefix(err.Error(), "indp: INDP_E_ROWS_PER_PERSON (rows_per_person): "))
	check1(t, !errors.Is(err, ErrEpsilon) && ErrReleased.Parameter() == "")
	major, minor, patch := VersionNumbers()
	check1(t, Version() == HeaderVersion() && TapeVersion() == 3 && major == 0 && minor == 1 && patch == 0)
	must(t, SelfTest())
}
