package indp

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// NULL in a line.
type none struct{}

func readItem(t *testing.T, item string) interface{} {
	rest := item[1:]
	switch item[0] {
	case 'n':
		return none{}
	case 'd':
		return math.Float64frombits(of[uint64](t)(strconv.ParseUint(rest, 16, 64)))
	case 'i':
		return of[int64](t)(strconv.ParseInt(rest, 10, 64))
	}
	return string(of[[]byte](t)(hex.DecodeString(rest)))
}

func readItems(t *testing.T, field string) (items []interface{}) {
	if field != "-" {
		for _, item := range strings.Split(field, ",") {
			items = append(items, readItem(t, item))
		}
	}
	return items
}

func asDoubles(items []interface{}) (all []float64) {
	for _, item := range items {
		all = append(all, item.(float64))
	}
	return all
}

func asCategory(item interface{}) Category {
	if text, ok := item.(string); ok {
		return Text(text)
	}
	return Integer(item.(int64))
}

func writtenItem(item interface{}) string {
	switch item := item.(type) {
	case float64:
		return fmt.Sprintf("d%016x", math.Float64bits(item))
	case Category:
		if text, ok := item.Text(); ok {
			return "t" + hex.EncodeToString([]byte(text))
		}
		integer, _ := item.Integer()
		return fmt.Sprintf("i%d", integer)
	}
	return fmt.Sprintf("i%d", item)
}

func writtenItems[T any](items []T) string {
	var all []string
	for _, item := range items {
		all = append(all, writtenItem(item))
	}
	return strings.Join(all, ",")
}

func emptyOf(t *testing.T, fields []string, items []interface{}) anyState {
	m := of[uint64](t)(strconv.ParseUint(fields[2], 10, 64))
	number := func(i int) float64 { return readItem(t, fields[i]).(float64) }
	lo, hi, q := number(4), number(5), number(7)
	switch fields[0] {
	case "count":
		return of[*Count](t)(NewCount(m))
	case "sum":
		return of[*Sum](t)(NewSum(lo, hi, m))
	case "mean":
		return of[*Mean](t)(NewMean(lo, hi, m))
	case "variance":
		return of[*Variance](t)(NewVariance(lo, hi, m))
	case "stddev":
		return of[*StdDev](t)(NewStdDev(lo, hi, m))
	case "quantile":
		points := of[uint64](t)(strconv.ParseUint(fields[6], 10, 64))
		return of[*Quantile](t)(NewQuantile(q, lo, hi, points, m))
	case "mode":
		var candidates []Category
		for _, item := range items {
			candidates = append(candidates, asCategory(item))
		}
		return of[*Mode](t)(NewMode(candidates, m))
	}
	return of[*Histogram](t)(NewHistogram(asDoubles(items), m))
}

func addRows(t *testing.T, state anyState, rows []interface{}) {
	var many []float64
	for _, row := range rows {
		if _, null := row.(none); null {
			continue
		}
		switch s := state.(type) {
		case *Count:
			must(t, s.Add())
		case *Mode:
			must(t, s.Add(asCategory(row)))
		case interface {
			Add(float64) error
			AddInteger(int64) error
		}:
			if integer, ok := row.(int64); ok {
				must(t, s.AddInteger(integer))
			} else if len(many) > 3 {
				must(t, s.Add(row.(float64)))
			} else {
				many = append(many, row.(float64))
			}
		}
	}
	if s, ok := state.(interface{ AddMany([]float64) error }); ok {
		must(t, s.AddMany(many))
	}
}

func releasedAs(state anyState, how string, items []interface{}, epsilon float64,
	options *Options) (string, error) {
	switch how {
	case "quantiles":
		found, err := state.(*Quantile).ReleaseMany(asDoubles(items), epsilon, options)
		return writtenItems(found), err
	case "counts":
		if mode, ok := state.(*Mode); ok {
			found, err := mode.ReleaseCounts(epsilon, options)
			return writtenItems(found), err
		}
		found, err := state.(*Histogram).Release(epsilon, options)
		return writtenItems(found), err
	case "parts":
		parts, err := state.(interface {
			ReleaseParts(float64, *Options) (Parts, error)
		}).ReleaseParts(epsilon, options)
		found := append([]float64{parts.Value, parts.Count}, parts.Sum[:parts.Number]...)
		return writtenItems(append(found, parts.Scale)), err
	}
	found, err := answer(state, epsilon, options)
	if err != nil {
		return "", err
	}
	return writtenItem(found), nil
}

// Answers the lines of extensions/test/neighbours/lines.py, which come on the standard input if the
// variable INDP_NEIGHBOURS names the file for the answers.
func TestNeighbours(t *testing.T) {
	name, ok := os.LookupEnv("INDP_NEIGHBOURS")
	if !ok {
		t.Skip("extensions/test/neighbours/neighbours.sh runs this test")
	}
	runtime.LockOSThread() // a generator belongs to a thread
	defer runtime.UnlockOSThread()
	out := of[*os.File](t)(os.Create(name))
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		fields := strings.Split(in.Text(), "\t")
		items, epsilon := readItems(t, fields[8]), readItem(t, fields[3]).(float64)
		one, two := emptyOf(t, fields, items), emptyOf(t, fields, items)
		addRows(t, one, readItems(t, fields[9]))
		stored := of[[]byte](t)(one.MarshalBinary())
		must(t, two.UnmarshalBinary(stored))
		written := func(state anyState, options *Options) string {
			text, err := releasedAs(state, fields[1], items, epsilon, options)
			var failed *Error
			if errors.As(err, &failed) {
				return "e" + strings.TrimPrefix(failed.Name(), "INDP_E_")
			}
			must(t, err)
			return text
		}
		seed := &Options{InsecureSeed: Seed(4711)}
		fmt.Fprintf(out, "%x\t%s\t%s\n", stored, written(one, nil), written(two, seed))
	}
	must(t, in.Err())
	must(t, out.Close())
}
