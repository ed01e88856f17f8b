package indp

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// The fields of a line of a vectors file.
type fields struct {
	t    *testing.T
	rest []string
}

func (f *fields) next() string {
	field := f.rest[0]
	f.rest = f.rest[1:]
	return field
}

func (f *fields) word() uint64 { return f.unsigned(16) }

func (f *fields) unsigned(base int) uint64 {
	value, err := strconv.ParseUint(f.next(), base, 64)
	must(f.t, err)
	return value
}

func (f *fields) signed() int64 {
	value, err := strconv.ParseInt(f.next(), 10, 64)
	must(f.t, err)
	return value
}

func (f *fields) double() float64 { return math.Float64frombits(f.word()) }

// Supplies the rest of a line as random words, and counts the words that are read.
type tape struct {
	words []uint64
	used  uint64
}

func (f *fields) tape() *tape {
	t := &tape{}
	for len(f.rest) > 0 {
		t.words = append(t.words, f.word())
	}
	return t
}

func (t *tape) play(buffer []byte) error {
	binary.LittleEndian.PutUint64(buffer, t.words[t.used])
	t.used++
	return nil
}

func replaySnapping(t *testing.T, f *fields, isFloat bool) {
	options := &Options{}
	if isFloat {
		options.FloatPrecision = uint32(f.unsigned(10))
	}
	epsilon, sensitivity, bound := f.double(), f.double(), f.double()
	if !isFloat {
		options.Grid = f.double()
	}
	value, out, used, tape := f.double(), f.word(), f.unsigned(10), f.tape()
	options.Entropy = tape.play
	mechanism, err := NewSnapping(epsilon, sensitivity, bound, options)
	must(t, err)
	defer mechanism.Close()
	released, err := mechanism.Release(value)
	must(t, err)
	check1(t, math.Float64bits(released) == out && tape.used == used)
}

func (f *fields) outcomes(eta Eta, min, max int64, n int, options *Options) {
	utilities := make([]float64, n)
	for i := range utilities {
		utilities[i] = f.double()
	}
	index, used, tape := int(f.unsigned(10)), f.unsigned(10), f.tape()
	options.Entropy = tape.play
	mechanism, err := NewExponential(eta, min, max, uint64(n), options)
	must(f.t, err)
	defer mechanism.Close()
	selected, err := mechanism.Select(utilities)
	must(f.t, err)
	check1(f.t, selected == index && tape.used == used)
	tape.used = 0
	selected, err = mechanism.SelectBy(n, func(i int) (float64, error) { return utilities[i], nil })
	must(f.t, err)
	check1(f.t, selected == index && tape.used == used)
}

func (f *fields) eta() Eta {
	return Eta{X: f.unsigned(10), Y: uint32(f.unsigned(10)), Z: uint32(f.unsigned(10))}
}

func replayExponential(t *testing.T, f *fields) {
	eta, min, max, retries, n := f.eta(), f.signed(), f.signed(), uint32(f.unsigned(10)), int(f.unsigned(10))
	f.outcomes(eta, min, max, n, &Options{MinRetries: retries})
}

func replayFlip(t *testing.T, f *fields, groups bool) {
	eta, min, max, n := f.eta(), f.signed(), f.signed(), int(f.unsigned(10))
	options := &Options{Selection: PermuteAndFlip}
	if !groups {
		f.outcomes(eta, min, max, n, options)
		return
	}
	utilities, multiplicities, total := make([]int64, n), make([]uint64, n), uint64(0)
	for i := range utilities {
		utilities[i], multiplicities[i] = f.signed(), f.unsigned(10)
		total += multiplicities[i]
	}
	index, used := int(f.unsigned(10)), f.unsigned(10)
	// This binding does not choose a member inside the group, so the fields member and words_used_then
	// are skipped.
	f.rest = f.rest[2:]
	tape := f.tape()
	options.Entropy = tape.play
	mechanism, err := NewExponential(eta, min, max, total, options)
	must(t, err)
	defer mechanism.Close()
	selected, err := mechanism.SelectCounted(utilities, multiplicities)
	must(t, err)
	check1(t, selected == index && tape.used == used)
}

func replayExtreme(t *testing.T, f *fields) {
	epsilon, q, rowsPerPerson, n := f.double(), f.signed(), f.unsigned(10), f.unsigned(10)
	entries := make([][2]uint64, f.unsigned(10))
	for i := range entries {
		entries[i] = [2]uint64{f.unsigned(10), f.unsigned(10)}
	}
	f.rest = f.rest[7:] // parameters that the library derives from those above
	place, used, tape := float64(f.unsigned(10)), f.unsigned(10), f.tape()
	state, err := NewQuantile(float64(q), 0, float64(n-1), n, rowsPerPerson)
	must(t, err)
	// The numbers of rows may be very large. So their bits are processed from the highest down: the
	// state is doubled by merging it with itself, then one row is added for each candidate whose
	// number of rows has this bit.
	for bit := 63; bit >= 0; bit-- {
		must(t, state.Merge(state))
		for _, entry := range entries {
			if entry[1]>>bit&1 == 1 {
				must(t, state.AddInteger(int64(entry[0])))
			}
		}
	}
	released, err := state.Release(epsilon, &Options{Entropy: tape.play})
	must(t, err)
	check1(t, released == place && tape.used == used)
}

func replay(t *testing.T, name string, one func(t *testing.T, f *fields, name string)) (cases int) {
	file, err := os.Open("../../vectors/" + name)
	must(t, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if cases == 0 && strings.HasPrefix(line, "# tape") {
			check1(t, line == fmt.Sprintf("# tape %d", TapeVersion()))
		}
		if line == "" || line[0] == '#' {
			continue
		}
		parts := strings.Fields(line)
		one(t, &fields{t, parts[1:]}, parts[0])
		if t.Failed() {
			t.Fatal(name, parts[0])
		}
		cases++
	}
	must(t, lines.Err())
	check1(t, cases >= 100)
	return cases
}

// Replays the test vectors through the entropy callback. The bits of each release and the number of
// words read must equal those in the files.
func TestVectors(t *testing.T) {
	all := replay(t, "snapping-v2.txt", func(t *testing.T, f *fields, _ string) { replaySnapping(t, f, false) })
	all += replay(t, "snapping-float-v2.txt", func(t *testing.T, f *fields, _ string) { replaySnapping(t, f, true) })
	all += replay(t, "exponential-v2.txt", func(t *testing.T, f *fields, _ string) { replayExponential(t, f) })
	all += replay(t, "permute-and-flip-v2.txt", func(t *testing.T, f *fields, name string) {
		replayFlip(t, f, strings.HasPrefix(name, "groups/"))
	})
	all += replay(t, "extremes-v2.txt", func(t *testing.T, f *fields, _ string) { replayExtreme(t, f) })
	fmt.Println(all, "vectors replayed")
}
