// Answers the lines of bindings/test/wire.py with the package.
package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"

	"indp"
)

// What the lines call that is no method. The arguments have the order of the lines.
var functions = map[string]interface{}{
	"Count": indp.NewCount, "Mode": indp.NewMode, "Histogram": indp.NewHistogram,
	"Quantile": func(q, lo, hi float64, rows, candidates uint64) (*indp.Quantile, error) {
		return indp.NewQuantile(q, lo, hi, candidates, rows)
	},
	"Bounds": func(rows uint64, centre float64) (*indp.Bounds, error) {
		return indp.NewBounds(centre, rows)
	},
	"Snapping": indp.NewSnapping, "Exponential": indp.NewExponential, "Budget": indp.NewBudget,
	"Eta":                            func(eta indp.Eta) *indp.Eta { return &eta },
	"Eta.from_epsilon":               indp.EtaFromEpsilon,
	"Snapping.epsilon_for_accuracy":  indp.EpsilonForAccuracy,
	"Mode.accuracy_with":             indp.ModeAccuracy,
	"Mode.epsilon_for_accuracy_with": indp.ModeEpsilonForAccuracy,
	"tape_version":                   indp.TapeVersion, "self_test": indp.SelfTest,
}

// Methods with another name in Go.
var names = map[string]string{
	"to_bytes": "MarshalBinary", "from_bytes": "UnmarshalBinary", "check_compatible": "Compatible",
}

var (
	objects = map[string]reflect.Value{}
	words   []string
	used    int
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func pascal(name string) string {
	if other, ok := names[name]; ok {
		return other
	}
	return strings.ReplaceAll(strings.Title(strings.ReplaceAll(name, "_", " ")), " ", "")
}

func items(text string) []string {
	if text == "[]" {
		return nil
	}
	return strings.Split(text[1:len(text)-1], ",")
}

// Reads a value as the type of a parameter.
func read(text string, kind reflect.Type) reflect.Value {
	out := reflect.New(kind).Elem()
	switch {
	case text[0] == '&':
		return objects[text[1:]]
	case kind == reflect.TypeOf(indp.Parts{}):
		all := read(text, reflect.TypeOf([]float64{})).Interface().([]float64)
		sums := all[2 : len(all)-1]
		parts := indp.Parts{Value: all[0], Count: all[1], Number: len(sums), Scale: all[len(all)-1]}
		copy(parts.Sum[:], sums)
		return reflect.ValueOf(parts)
	case kind.Kind() == reflect.Func:
		all := read(text, reflect.TypeOf([]float64{})).Interface().([]float64)
		return reflect.ValueOf(func(i int) (float64, error) { return all[i], nil })
	case text[0] == '[':
		for _, item := range items(text) {
			out = reflect.Append(out, read(item, kind.Elem()))
		}
	case kind == reflect.TypeOf(indp.Category{}) && text[0] == 'i':
		return reflect.ValueOf(indp.Integer(read(text, reflect.TypeOf(int64(0))).Int()))
	case kind == reflect.TypeOf(indp.Category{}):
		return reflect.ValueOf(indp.Text(string(must(hex.DecodeString(text[1:])))))
	case text[0] == 'd':
		out.SetFloat(math.Float64frombits(must(strconv.ParseUint(text[1:], 16, 64))))
	case text[0] == 'i' && out.CanUint():
		out.SetUint(must(strconv.ParseUint(text[1:], 10, 64)))
	case text[0] == 'i':
		out.SetInt(must(strconv.ParseInt(text[1:], 10, 64)))
	case text[0] == 't':
		out.SetString(string(must(hex.DecodeString(text[1:]))))
	case text[0] == 'x':
		out.SetBytes(must(hex.DecodeString(text[1:])))
	default:
		out.SetBool(text == "yes")
	}
	return out
}

func written(value interface{}) string {
	switch own := value.(type) {
	case float64:
		return fmt.Sprintf("d%016x", math.Float64bits(own))
	case string:
		return "t" + hex.EncodeToString([]byte(own))
	case []byte:
		return "x" + hex.EncodeToString(own)
	case indp.Category:
		if text, ok := own.Text(); ok {
			return written(text)
		}
		integer, _ := own.Integer()
		return written(integer)
	case indp.Audit:
		return written([]interface{}{own.Loss, own.Exhaustive, own.WrongEnds, own.Exceeds, own.Outputs})
	case indp.Extent:
		if !own.Found {
			return "ok"
		}
		return written([]float64{own.Lo, own.Hi})
	case indp.Parts:
		return written(append(append([]float64{own.Value, own.Count}, own.Sum[:own.Number]...), own.Scale))
	}
	all, out := reflect.ValueOf(value), []string{}
	switch all.Kind() {
	case reflect.Struct:
		for i := 0; i < all.NumField(); i++ {
			out = append(out, written(all.Field(i).Interface()))
		}
	case reflect.Slice:
		for i := 0; i < all.Len(); i++ {
			out = append(out, written(all.Index(i).Interface()))
		}
	default:
		return fmt.Sprintf("i%d", value)
	}
	return "[" + strings.Join(out, ",") + "]"
}

func options(fields []string) *indp.Options {
	if len(fields) == 0 {
		return nil
	}
	out := &indp.Options{}
	for _, field := range fields {
		name, value, _ := strings.Cut(field, "=")
		own := reflect.ValueOf(out).Elem().FieldByName(pascal(name))
		switch {
		case value == "auto":
			out.FloatPrecision = indp.AutomaticPrecision
		case name == "insecure_seed":
			out.InsecureSeed = indp.Seed(must(strconv.ParseUint(value[1:], 10, 64)))
		case name == "selection":
			out.Selection = map[string]indp.Selection{"exponential": indp.ExponentialMechanism, "permute_and_flip": indp.PermuteAndFlip}[value]
		case name == "entropy":
			words, used = items(value), 0
			out.Entropy = func(buffer []byte) error {
				word := must(hex.DecodeString(words[used][1:]))
				for i := range buffer {
					buffer[i] = word[7-i]
				}
				used++
				return nil
			}
		default:
			own.Set(read(value, own.Type()))
		}
	}
	return out
}

// Calls a function. Arguments that are not given are 0.
func called(f reflect.Value, given []string, chosen *indp.Options) []reflect.Value {
	var in []reflect.Value
	for i := 0; i < f.Type().NumIn(); i++ {
		kind := f.Type().In(i)
		switch {
		case kind == reflect.TypeOf(chosen):
			in = append(in, reflect.ValueOf(chosen))
		case kind == reflect.TypeOf(indp.Eta{}):
			eta := indp.Eta{X: read(given[0], reflect.TypeOf(uint64(0))).Uint()}
			eta.Y, eta.Z = uint32(must(strconv.Atoi(given[1][1:]))), uint32(must(strconv.Atoi(given[2][1:])))
			in, given = append(in, reflect.ValueOf(eta)), given[3:]
		case len(given) == 0:
			in = append(in, reflect.Zero(kind))
		default:
			in, given = append(in, read(given[0], kind)), given[1:]
		}
	}
	if len(given) != 0 {
		panic(fmt.Sprint("arguments that are left: ", given))
	}
	return f.Call(in)
}

func answered(owner, method string, given []string, chosen *indp.Options) string {
	class, name, static := strings.Cut(method, ".")
	f, makes := functions[method], !static && method[0] <= 'Z'
	if makes && len(given) == 4 && onGrid[method] != nil {
		f, given = onGrid[method], []string{given[0], given[1], given[3], given[2]}
	}
	if method == "Bounds" && len(given) == 3 {
		f, given = indp.NewBoundsAmong, []string{given[2], given[1], given[0]}
	}
	call := reflect.ValueOf(f)
	if f == nil && static {
		objects[owner] = reflect.New(reflect.TypeOf(functions[class]).Out(0).Elem())
		call = objects[owner].MethodByName(pascal(name))
	} else if f == nil {
		if method == "select_by" {
			n := append(given, fmt.Sprint("i", len(items(given[0]))))[1]
			given = []string{n, given[0]}
		}
		call = objects[owner].MethodByName(pascal(method))
	}
	var out []string
	for _, result := range called(call, given, chosen) {
		var own *indp.Error
		if err, ok := result.Interface().(error); ok && errors.As(err, &own) {
			return strings.TrimSpace("!" + own.Name()[7:] + " " + own.Parameter())
		} else if ok {
			return err.Error()
		} else if makes && len(out) == 0 && result.Kind() == reflect.Pointer {
			objects[owner] = result
		} else if result.Kind() != reflect.Interface || !result.IsNil() {
			out = append(out, written(result.Interface()))
		}
	}
	switch len(out) {
	case 0:
		return "ok"
	case 1:
		return out[0]
	}
	return "[" + strings.Join(out, ",") + "]"
}

func line(fields []string) (out string) {
	defer func() {
		if thrown := recover(); thrown != nil {
			out = fmt.Sprint("panic: ", thrown)
		}
	}()
	switch fields[1] {
	case "used":
		return written(used)
	case "rewind":
		used = 0
		return "ok"
	}
	var given, chosen []string
	for _, field := range fields[2:] {
		if strings.Contains(field, "=") {
			chosen = append(chosen, field)
		} else {
			given = append(given, field)
		}
	}
	return answered(fields[0], fields[1], given, options(chosen))
}

func main() {
	// tape.c (extensions/test/neighbours) has a stream of words for each thread.
	runtime.LockOSThread()
	in := bufio.NewReader(os.Stdin)
	for {
		text, err := in.ReadString('\n')
		if err != nil {
			return
		}
		fmt.Println(line(strings.Split(strings.TrimSuffix(text, "\n"), "\t")))
	}
}
