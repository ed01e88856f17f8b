package indp

import (
	"encoding"
	"fmt"
	"strings"
	"testing"
)

// The methods that states of every kind have.
type anyState interface {
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
	Rows() (uint64, error)
	RowsPerPerson() (uint64, error)
	Size() (int, error)
	CanRelease(epsilon float64, options *Options) error
}

// Releases the answer of a state that has one, the counts of a histogram, or bounds.
func answer(s anyState, epsilon float64, options *Options) (interface{}, error) {
	if one, ok := s.(interface {
		ReleaseValue(epsilon float64, options *Options) (interface{}, error)
	}); ok {
		return one.ReleaseValue(epsilon, options)
	}
	if bounds, ok := s.(*Bounds); ok {
		return bounds.Release(epsilon, options)
	}
	return s.(*Histogram).Release(epsilon, options)
}

type mergeable[S, P any] interface {
	*S
	anyState
	Merge(other P) error
	Compatible(other P) error
}

// Calls on a zero value, which no constructor made, must fail. A copy of the Go value is the same
// state, so only one of them can be released.
func laws[S any, P mergeable[S, P]](t *testing.T, own P, add func(P) error) {
	must(t, add(own))
	zero := P(new(S))
	fails(t, ErrState, add(zero))
	check1(t, strings.Contains(add(zero).Error(), "zero value"))
	fails(t, ErrState, own.Merge(zero))
	fails(t, ErrState, zero.Merge(own))
	fails(t, ErrState, own.Merge(nil))
	fails(t, ErrState, own.Compatible(nil))
	fails(t, ErrState, zero.CanRelease(1, nil))
	fails(t, ErrState, second(answer(zero, 1, nil)))
	fails(t, ErrState, second(zero.Rows()))
	fails(t, ErrState, second(zero.MarshalBinary()))
	same := *own
	of[interface{}](t)(answer(P(&same), 1, nil))
	fails(t, ErrReleased, second(answer(own, 1, nil)))
}

type ofNumbers interface {
	Add(float64) error
	AddInteger(int64) error
	AddMany([]float64) error
}

func addNumbers(s ofNumbers) error {
	return firstOf(s.Add(1.5), s.AddInteger(7), s.AddMany([]float64{1}), s.AddMany(nil), s.AddMany([]float64{}))
}

func TestStates(t *testing.T) {
	laws(t, of[*Count](t)(NewCount(2)), func(s *Count) error { return firstOf(s.Add(), s.AddRows(5)) })
	laws(t, of[*Sum](t)(NewSum(-1, 100, 2)), func(s *Sum) error { return addNumbers(s) })
	laws(t, of[*Mean](t)(NewMean(-1, 100, 2)), func(s *Mean) error { return addNumbers(s) })
	laws(t, of[*Variance](t)(NewVariance(-1, 100, 2)), func(s *Variance) error { return addNumbers(s) })
	laws(t, of[*StdDev](t)(NewStdDev(-1, 100, 2)), func(s *StdDev) error { return addNumbers(s) })
	laws(t, of[*Quantile](t)(NewQuantile(0.5, 0, 1000, 0, 2)), func(s *Quantile) error { return addNumbers(s) })
	laws(t, histogram(t, -1, 7.5), func(s *Histogram) error { return addNumbers(s) })
	laws(t, of[*Bounds](t)(NewBounds(0, 2)), func(s *Bounds) error { return addNumbers(s) })
	laws(t, of[*Mode](t)(NewMode([]Category{Text("a"), Integer(7)}, 2)), func(s *Mode) error {
		return firstOf(s.Add(Text("a")), s.AddInteger(7), s.AddText("a"))
	})
}

// A constructor that fails returns nil, and nothing else is returned with an error.
func TestNothingIsReturnedWithAnError(t *testing.T) {
	sum, err := NewSumOnGrid(0, 1, 0.3, 1)
	check1(t, err != nil && sum == nil)
	cells, err := NewHistogram(nil, 1)
	check1(t, err != nil && cells == nil)
	mode, err := NewMode(make([]Category, 1<<20+1), 1)
	check1(t, err != nil && mode == nil)
	noise, err := NewSnapping(0, 1, 1, &Options{Entropy: func([]byte) error { return nil }})
	check1(t, err != nil && noise == nil)
	many, err := of[*Quantile](t)(NewQuantile(0.5, 0, 1, 0, 1)).ReleaseMany([]float64{2}, 1, nil)
	check1(t, err != nil && many == nil)
	counts, err := histogram(t, 0).Release(0, nil)
	check1(t, err != nil && counts == nil)
}

// The printed form of a state must not depend on its rows.
func TestPrinted(t *testing.T) {
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d", "%q"} {
		sum := of[*Sum](t)(NewSum(0, 1, 1))
		mode := of[*Mode](t)(NewMode([]Category{Text("a")}, 1))
		cells := of[*Histogram](t)(NewHistogram([]float64{0}, 1))
		bounds := of[*Bounds](t)(NewBounds(0, 1))
		print := func() string {
			parts := []interface{}{sum.numbers, *mode, struct{ S Sum }{*sum}, cells, *cells, cells.rows, bounds, *bounds}
			return fmt.Sprintf(verb+verb+verb, sum, *sum, parts)
		}
		before := print()
		must(t, sum.Add(1))
		must(t, mode.Add(Text("a")))
		must(t, firstOf(cells.Add(1), bounds.Add(1)))
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
