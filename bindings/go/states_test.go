package indp

import (
	"bytes"
	"encoding"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func seeded() *Options { return &Options{InsecureSeed: Seed(3)} }

// The methods that states of every kind have.
type anyState interface {
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
	Rows() (uint64, error)
	RowsPerPerson() (uint64, error)
	Size() (int, error)
	CanRelease(epsilon float64, options *Options) error
}

// Releases the answer of a state that has one, or the counts of a histogram.
func answer(s anyState, epsilon float64, options *Options) (interface{}, error) {
	if one, ok := s.(interface {
		ReleaseValue(epsilon float64, options *Options) (interface{}, error)
	}); ok {
		return one.ReleaseValue(epsilon, options)
	}
	return s.(*Histogram).Release(epsilon, options)
}

type mergeable[S, P any] interface {
	*S
	anyState
	Merge(other P) error
	Compatible(other P) error
}

// Checks what must hold for a state of every kind.
func laws[S any, P mergeable[S, P]](t *testing.T, empty func() (P, error), add func(P) error) {
	with := func(times int) P {
		own := of[P](t)(empty())
		for i := 0; i < times; i++ {
			must(t, add(own))
		}
		return own
	}
	raw := func(s P) []byte { return of[[]byte](t)(s.MarshalBinary()) }
	all, left, right, twice := with(2), with(1), with(1), with(1)
	must(t, left.Compatible(right))
	must(t, left.Merge(right))
	must(t, twice.Merge(twice))
	check1(t, bytes.Equal(raw(left), raw(all)) && bytes.Equal(raw(twice), raw(all)))
	check1(t, of[int](t)(left.Size()) == len(raw(all)) && of[uint64](t)(left.RowsPerPerson()) == 2)
	check1(t, of[uint64](t)(left.Rows()) == of[uint64](t)(all.Rows()))

	read := P(new(S))
	must(t, read.UnmarshalBinary(raw(all)))
	one := of[interface{}](t)(answer(read, 1, seeded()))
	other := of[interface{}](t)(answer(all, 1, seeded()))
	check1(t, reflect.DeepEqual(one, other))
	fails(t, ErrReleased, add(read))
	_, err := answer(read, 1, nil)
	fails(t, ErrReleased, err)
	_, err = read.MarshalBinary()
	fails(t, ErrReleased, err)
	fails(t, ErrReleased, left.Merge(read))

	forged := raw(left)
	for length := 0; length < len(forged); length++ {
		fails(t, ErrState, P(new(S)).UnmarshalBinary(forged[:length]))
	}
	forged[5] ^= 0x40
	fails(t, ErrState, P(new(S)).UnmarshalBinary(forged))

	must(t, left.CanRelease(1, nil))
	must(t, left.CanRelease(1, seeded()))
	for _, epsilon := range []float64{0, -1, notANumber, infinity} {
		fails(t, ErrEpsilon, left.CanRelease(epsilon, nil))
		_, err = answer(left, epsilon, nil)
		fails(t, ErrEpsilon, err)
	}
	// Calls on a zero value, which no constructor made, must fail.
	zero := P(new(S))
	fails(t, ErrState, add(zero))
	check1(t, strings.Contains(add(zero).Error(), "zero value"))
	fails(t, ErrState, left.Merge(zero))
	fails(t, ErrState, zero.Merge(left))
	fails(t, ErrState, left.Merge(nil))
	fails(t, ErrState, zero.CanRelease(1, nil))
	_, err = answer(zero, 1, nil)
	fails(t, ErrState, err)
	_, err = zero.Rows()
	fails(t, ErrState, err)
	_, err = zero.MarshalBinary()
	fails(t, ErrState, err)
	check1(t, bytes.Equal(raw(left), raw(twice)))

	// Copies of the Go value are the same state, so only one of them can be released.
	same := *left
	_, err = answer(P(&same), 1, nil)
	must(t, err)
	_, err = answer(left, 1, nil)
	fails(t, ErrReleased, err)
}

type ofNumbers interface {
	Add(float64) error
	AddInteger(int64) error
	AddMany([]float64) error
}

func addNumbers(s ofNumbers) error {
	return firstOf(s.Add(1.5), s.AddInteger(7), s.AddMany([]float64{notANumber, infinity, -infinity, 1e300}), s.AddMany(nil),
		s.AddMany([]float64{}))
}

func bounds[S any](t *testing.T, made func(lo, hi float64, rows uint64) (*S, error), onGrid func(lo, hi, grid float64, rows uint64) (*S, error)) {
	for expected, result := range map[error]func() (*S, error){
		ErrLo:            func() (*S, error) { return made(notANumber, 1, 1) },
		ErrHi:            func() (*S, error) { return made(0, infinity, 1) },
		ErrRange:         func() (*S, error) { return made(1, 1, 1) },
		ErrRowsPerPerson: func() (*S, error) { return made(0, 1, 0) },
		ErrGrid:          func() (*S, error) { return onGrid(0, 1, 0.3, 1) },
	} {
		own, err := result()
		fails(t, expected, err)
		check1(t, own == nil)
	}
}

func TestSum(t *testing.T) {
	laws(t, func() (*Sum, error) { return NewSum(-1, 100, 2) }, func(s *Sum) error { return addNumbers(s) })
	bounds(t, NewSum, NewSumOnGrid)
	sum := of[*Sum](t)(NewSum(0, 10, 3))
	coarse := of[*Sum](t)(NewSumOnGrid(0, 10, 1, 3))
	fails(t, ErrStateMismatch, sum.Merge(coarse))
	fails(t, ErrStateMismatch, sum.Compatible(coarse))
	check1(t, of[float64](t)(sum.Sensitivity()) == 30 && of[float64](t)(sum.Accuracy(1, 0.5, nil)) > 20)
	mean, raw := of[*Mean](t)(NewMean(0, 1, 1)), of[[]byte](t)(sum.MarshalBinary())
	fails(t, ErrState, mean.UnmarshalBinary(raw))
}

func TestMeanVarianceStdDev(t *testing.T) {
	laws(t, func() (*Mean, error) { return NewMean(-1, 100, 2) }, func(s *Mean) error { return addNumbers(s) })
	laws(t, func() (*Variance, error) { return NewVariance(-1, 100, 2) }, func(s *Variance) error { return addNumbers(s) })
	laws(t, func() (*StdDev, error) { return NewStdDev(-1, 100, 2) }, func(s *StdDev) error { return addNumbers(s) })
	bounds(t, NewMean, NewMeanOnGrid)
	bounds(t, NewVariance, NewVarianceOnGrid)
	bounds(t, NewStdDev, NewStdDevOnGrid)
	one, same := of[*Variance](t)(NewVariance(0, 10, 1)), of[*Variance](t)(NewVariance(0, 10, 1))
	must(t, firstOf(addNumbers(one), addNumbers(same)))
	parts := of[Parts](t)(one.ReleaseParts(4, seeded()))
	check1(t, parts.Value == of[float64](t)(same.Release(4, seeded())) && parts.Number == 3 && parts.Scale > 0 && parts.Sum[2] != 0)
	_, err := one.ReleaseParts(4, nil)
	fails(t, ErrReleased, err)
}

func TestQuantile(t *testing.T) {
	laws(t, func() (*Quantile, error) { return NewQuantile(0.5, 0, 1000, 0, 2) }, func(s *Quantile) error {
		for i := 0; i < 50; i++ {
			if err := s.Add(float64(i)); err != nil {
				return err
			}
		}
		return firstOf(s.AddMany(make([]float64, 500)), s.AddInteger(3))
	})
	large, more := of[*Quantile](t)(NewQuantile(1, 0, 1, 1<<20, 1)), of[*Quantile](t)(NewQuantile(1, 0, 1, 1<<20, 1))
	must(t, firstOf(large.AddMany(make([]float64, 300000)), more.AddMany(make([]float64, 3000000)), large.Merge(more)))
	check1(t, of[uint64](t)(large.Rows()) == 3300000 && of[float64](t)(large.Release(1, nil)) < 0.1)
	_, err := NewQuantile(1.5, 0, 1, 0, 1)
	fails(t, ErrQuantile, err)
	_, err = NewQuantile(0.5, 0, 1, 1, 1)
	fails(t, ErrCandidates, err)
}

func TestMode(t *testing.T) {
	candidates := []Category{Text("good"), Integer(7), Text("poor"), Integer(-1), Text("")}
	laws(t, func() (*Mode, error) { return NewMode(candidates, 2) }, func(s *Mode) error {
		return firstOf(s.Add(Text("good")), s.AddInteger(7), s.AddText("poor\x00"), s.AddText(""))
	})
	mode := of[*Mode](t)(NewMode(candidates, 2))
	sorted := []Category{Integer(-1), Integer(7), Text(""), Text("good"), Text("poor")}
	check1(t, reflect.DeepEqual(of[[]Category](t)(mode.Candidates()), sorted))
	for i := 0; i < 1000; i++ {
		must(t, mode.AddText("good"))
	}
	check1(t, of[Category](t)(mode.Release(1, nil)) == Text("good"))
	for _, wrong := range [][]Category{nil, {Text("a"), Text("a")}, make([]Category, 1<<20+1)} {
		_, err := NewMode(wrong, 1)
		fails(t, ErrCategories, err)
	}
	_, err := NewMode(candidates, 0)
	fails(t, ErrRowsPerPerson, err)
}

func TestCount(t *testing.T) {
	laws(t, func() (*Count, error) { return NewCount(2) }, func(s *Count) error { return firstOf(s.Add(), s.AddRows(5)) })
	full := of[*Count](t)(NewCount(1))
	must(t, full.AddRows(^uint64(0)))
	fails(t, ErrTooManyRows, full.Add())
	fails(t, ErrTooManyRows, full.Merge(full))
	_, err := NewCount(0)
	fails(t, ErrRowsPerPerson, err)
	count := of[*Count](t)(NewCount(1))
	check1(t, of[float64](t)(count.Accuracy(0.5, 0.01, &Options{Grid: 4})) > of[float64](t)(count.Accuracy(0.5, 0.01, nil)))
	_, err = count.Accuracy(0.5, 1, nil)
	fails(t, ErrAlpha, err)
	must(t, count.AddRows(1000))
	check1(t, of[int64](t)(count.Release(5, nil)) > 900)
}

// The printed form of a state must not depend on its rows.
func TestPrinted(t *testing.T) {
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d", "%q"} {
		sum := of[*Sum](t)(NewSum(0, 1, 1))
		mode := of[*Mode](t)(NewMode([]Category{Text("a")}, 1))
		cells := of[*Histogram](t)(NewHistogram([]float64{0}, 1))
		print := func() string {
			parts := []interface{}{sum.numbers, *mode, struct{ S Sum }{*sum}, cells, *cells, cells.rows}
			return fmt.Sprintf(verb+verb+verb, sum, *sum, parts)
		}
		before := print()
		must(t, sum.Add(1))
		must(t, mode.Add(Text("a")))
		must(t, cells.Add(1))
		check1(t, print() == before)
	}
}

// A copy of the Go value refers to the same state, even after the state grows.
func TestCopies(t *testing.T) {
	q := of[*Quantile](t)(NewQuantile(0.5, 0, 1000, 0, 1))
	must(t, q.Add(700))
	copied := *q
	must(t, q.AddMany(make([]float64, 100000)))
	of[float64](t)(q.Release(1, nil))
	fails(t, ErrReleased, second(copied.Release(1, nil)))
	type wrapped struct{ q Quantile }
	if printed := fmt.Sprintf("%v %+v", wrapped{*q}, wrapped{copied}); len(printed) > 100 {
		t.Error(printed)
	}
}

func second[T any](_ T, err error) error { return err }
