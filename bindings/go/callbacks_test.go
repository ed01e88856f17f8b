package indp

import (
	"errors"
	"math"
	"math/rand"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var errCallback = errors.New("the callback fails")

// Calls f in a goroutine of its own. Returns the error of f, or errExited if f ended its goroutine,
// or the value of its panic. The value that recover returns after panic(nil) depends on the version
// of Go.
func ended(f func() error) (err error, panicked interface{}) {
	err = errExited
	done := make(chan bool)
	go func() {
		defer close(done)
		returned := false
		func() {
			defer func() {
				if panicked = recover(); panicked == nil && !returned {
					panicked = nilPanic
				}
			}()
			err = f()
			returned = true
		}()
		if !returned && panicked == nilPanic {
			err = nil
		}
	}()
	<-done
	return err, panicked
}

var errExited = errors.New("the goroutine ended")

const nilPanic = "panic(nil)"

// Functions that callbacks call to fail.
var ways = map[string]func() error{
	"error":  func() error { return errCallback },
	"panic":  func() error { panic(7) },
	"nil":    func() error { panic(nil) },
	"exit":   func() error { runtime.Goexit(); return nil },
	"stack":  func() error { return deep(1000) },
	"gc":     func() error { runtime.GC(); return errCallback },
	"memory": func() error { var none *int; *none = 1; return nil },
}

// Uses so much stack that the runtime has to move the stack to a larger place. Returns errCallback.
func deep(n int) error {
	var room [1024]byte
	if n == 0 {
		return errCallback
	}
	room[n%1024] = 1
	return deep(n - 1)
}

func checkWay(t *testing.T, way string, call func() error) {
	t.Helper()
	err, panicked := ended(call)
	switch way {
	case "panic":
		check1(t, panicked == 7)
	case "memory":
		_, isRuntime := panicked.(runtime.Error)
		check1(t, isRuntime)
	case "nil":
		_, isRuntime := panicked.(runtime.Error)
		check1(t, isRuntime || err == nil && panicked == nilPanic)
	case "exit":
		check1(t, err == errExited)
	default:
		check1(t, err == errCallback && panicked == nil)
	}
}

func TestEntropyCallbacks(t *testing.T) {
	for name, way := range ways {
		var broken int32
		options := &Options{Entropy: func(words []byte) error {
			rand.Read(words)
			if atomic.LoadInt32(&broken) != 0 {
				return way()
			}
			return nil
		}}
		noise := of[*Snapping](t)(NewSnapping(1, 1, 1e6, options))
		choose := of[*Exponential](t)(NewExponential(Eta{1, 1, 1}, 0, 10, 10, options))
		sum := of[*Sum](t)(NewSum(0, 1, 1))
		mode := of[*Mode](t)(NewMode([]Category{Text("a")}, 1))
		cells := of[*Histogram](t)(NewHistogram([]float64{0}, 1))
		values := []float64{1, 2, 3}
		for round := 0; round < 5; round++ {
			for _, call := range []func() error{
				func() error { _, err := noise.Release(1); return err },
				func() error { _, err := noise.ReleaseInteger(1); return err },
				func() error { _, err := noise.ReleaseMany(values); return err },
				func() error { _, err := choose.Select(values); return err },
				func() error { _, err := sum.Release(1, options); return err },
				func() error { _, err := mode.ReleaseValue(1, options); return err },
				func() error { _, err := mode.ReleaseCounts(1, options); return err },
				func() error { _, err := cells.Release(1, options); return err },
			} {
				broken = 1
				checkWay(t, name, call)
				broken = 0
				_, err := noise.Release(1)
				must(t, err)
			}
		}
		_, err := sum.Release(1, options) // the failed releases have not used up the state
		must(t, err)
		of[[]int64](t)(mode.ReleaseCounts(1, options))
		of[[]int64](t)(cells.Release(1, options))
		must(t, noise.Close())
		must(t, choose.Close())
	}
	// If a callback writes nothing, the release must fail.
	noise := of[*Snapping](t)(NewSnapping(1, 1, 1e6, &Options{Entropy: func([]byte) error { return nil }}))
	defer noise.Close()
	_, err := noise.Release(1)
	fails(t, ErrEntropy, err)
}

// A callback must not be able to add rows to the state that is being released, since the state
// would grow and move in memory.
func TestCallbackGrowsState(t *testing.T) {
	median := of[*Quantile](t)(NewQuantile(0.5, 0, 1000, 0, 1))
	options := &Options{Entropy: func(words []byte) error {
		rand.Read(words)
		return median.AddMany(make([]float64, 1000))
	}}
	_, err := median.Release(1, options)
	fails(t, ErrBusy, err)
	rows, err := median.Rows()
	must(t, err)
	check1(t, rows == 0)
	_, err = median.Release(1, nil) // it is still live
	must(t, err)
	_, err = median.Release(1, nil)
	fails(t, ErrReleased, err)
}

func TestUtilityCallbacks(t *testing.T) {
	choose := of[*Exponential](t)(NewExponential(Eta{1, 1, 1}, 0, 1000, 10, nil))
	defer choose.Close()
	for name, way := range ways {
		for at := 0; at < 3; at++ {
			calls := 0
			checkWay(t, name, func() error {
				_, err := choose.SelectBy(3, func(i int) (float64, error) {
					calls++
					if i == at {
						return 1, way()
					}
					return 0, nil
				})
				return err
			})
			check1(t, calls == at+1)
		}
	}
	// Callbacks may allocate memory, collect garbage and grow their stack.
	best := of[int](t)(choose.SelectBy(5, func(i int) (float64, error) {
		runtime.GC()
		check1(t, deep(1000) == errCallback)
		return math.Abs(float64(900 * (i - 3))), nil
	}))
	check1(t, best == 3)
	// A callback may close the mechanism that calls it. The call must succeed, and the mechanism must
	// be freed after it.
	before := atomic.LoadInt64(&alive)
	_, err := choose.SelectBy(3, func(int) (float64, error) { return 0, choose.Close() })
	must(t, err)
	check1(t, atomic.LoadInt64(&alive) == before-1)
	_, err = choose.Select([]float64{1})
	fails(t, ErrClosed, err)
}

func TestThreads(t *testing.T) {
	var wait sync.WaitGroup
	one := of[*Snapping](t)(NewSnapping(1, 1, 1e6, nil))
	var calls int64
	byCallback := of[*Snapping](t)(NewSnapping(1, 1, 1e6, &Options{Entropy: func(words []byte) error {
		rand.Read(words)
		if atomic.AddInt64(&calls, 1)%5 == 0 {
			return errCallback
		}
		return nil
	}}))
	choose := of[*Exponential](t)(NewExponential(Eta{1, 1, 1}, 0, 1000, 10, nil))
	shards := make([][]byte, 16)
	for n := range shards {
		wait.Add(1)
		go func(n int) {
			defer wait.Done()
			sum, _ := NewSum(0, 100, 1)
			for i := 0; i < 200; i++ {
				err := sum.Add(float64(n))
				value, err1 := one.Release(5)
				index, err2 := choose.Select([]float64{0, 900})
				if firstOf(err, err1, err2) != nil || math.Abs(value) > 1e4 || index != 0 {
					t.Error(err, err1, err2, value, index)
				}
				if _, err := byCallback.Release(1); err != nil && err != errCallback {
					t.Error(err)
				}
			}
			shards[n], _ = sum.MarshalBinary()
		}(n)
	}
	wait.Wait()
	merged := of[*Sum](t)(NewSum(0, 100, 1))
	for _, shard := range shards {
		var read Sum
		must(t, read.UnmarshalBinary(shard))
		must(t, merged.Merge(&read))
	}
	check1(t, of[uint64](t)(merged.Rows()) == 3200)

	// Some goroutines close a mechanism while others use it.
	for n := 0; n < 8; n++ {
		wait.Add(1)
		go func(n int) {
			defer wait.Done()
			for i := 0; i < 100; i++ {
				if _, err := one.Release(1); err != nil && !errors.Is(err, ErrClosed) {
					t.Error(err)
				}
				if i == 50 {
					one.Close()
				}
			}
		}(n)
	}
	wait.Wait()
	must(t, byCallback.Close())
	must(t, choose.Close())
}

// The garbage collector must free mechanisms that nobody closes, with their callbacks.
func TestFinalizers(t *testing.T) {
	runtime.GC()
	before := atomic.LoadInt64(&alive)
	for i := 0; i < 100; i++ {
		captured := make([]byte, 1000)
		options := &Options{Entropy: func(words []byte) error { _, err := rand.Read(words[:len(words)*len(captured)/1000]); return err }}
		noise := of[*Snapping](t)(NewSnapping(1, 1, 100, options))
		_, err := noise.Release(1)
		must(t, err)
		choose := of[*Exponential](t)(NewExponential(Eta{1, 1, 1}, 0, 1000, 10, options))
		_, err = choose.Select([]float64{1})
		must(t, err)
		if i%2 == 0 {
			must(t, choose.Close())
		}
	}
	for i := 0; i < 100 && atomic.LoadInt64(&alive) > before; i++ {
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
	check1(t, atomic.LoadInt64(&alive) <= before)
}

// While a state is being released, its entropy callback must not be able to release, serialise or
// merge it.
func TestCallbacksCannotReleaseTheStateAgain(t *testing.T) {
	s, err := NewSum(0, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	copied := *s
	other, _ := NewSum(0, 1, 1)
	tried := false
	_, err = s.Release(1, &Options{Entropy: func(buffer []byte) error {
		tried = true
		_, first := s.Release(1, nil)
		_, second := copied.Release(1, nil)
		_, third := s.MarshalBinary()
		for _, err := range []error{first, second, third, other.Merge(s), s.Merge(other)} {
			if !errors.Is(err, ErrBusy) {
				t.Error("a callback used the state that is being released:", err)
			}
		}
		_, err := rand.Read(buffer)
		return err
	}})
	if err != nil || !tried {
		t.Fatal(err, tried)
	}
	if _, err = s.Release(1, nil); !errors.Is(err, ErrReleased) {
		t.Fatal(err)
	}
}
