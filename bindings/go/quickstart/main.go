// The program examples-c/quickstart.c, written in Go. An argument is used as a seed and makes the
// output repeatable.
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"

	"indp"
)

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	seeded := func() *indp.Options {
		if len(os.Args) < 2 {
			return &indp.Options{}
		}
		seed, err := strconv.ParseUint(os.Args[1], 10, 64)
		must(err)
		return &indp.Options{InsecureSeed: &seed}
	}
	fmt.Printf("indp %s, header %s\n", indp.Version(), indp.HeaderVersion())
	must(indp.SelfTest())

	options := seeded()
	options.Grid = 1 // release whole numbers
	mechanism, err := indp.NewSnapping(0.5, 3, 1e6, options)
	must(err)
	defer mechanism.Close()
	fmt.Printf("noise of scale %g on a grid of %g\n", mechanism.Lambda(), mechanism.Grid())
	one, err := mechanism.Release(1200)
	must(err)
	three, err := mechanism.ReleaseMany([]float64{1200, 80, 4})
	must(err)
	whole, err := mechanism.ReleaseInteger(1200)
	must(err)
	fmt.Printf("one %g, three %g %g %g, an integer %d\n", one, three[0], three[1], three[2], whole)

	count, err := indp.NewCount(5)
	must(err)
	sum, err := indp.NewSum(0, 100, 5)
	must(err)
	shard, err := indp.NewSum(0, 100, 5)
	must(err)
	must(count.Add())
	must(count.AddRows(1001))
	must(sum.Add(40))
	must(sum.AddInteger(2))
	for i := 0; i < 250; i++ {
		must(shard.AddMany([]float64{12.5, 99, 1e9, -3}))
	}

	// The state of a shard is sent as bytes and merged by the receiver.
	bytes, err := shard.MarshalBinary()
	must(err)
	var arrived indp.Sum
	must(arrived.UnmarshalBinary(bytes))
	must(sum.Merge(&arrived))

	// The errors that these answers exceed with probability 0.05.
	aroundCount, err := count.Accuracy(0.5, 0.05, nil)
	must(err)
	aroundSum, err := sum.Accuracy(0.5, 0.05, nil)
	must(err)
	counted, err := count.Release(0.5, seeded())
	must(err)
	total, err := sum.Release(0.5, seeded())
	must(err)
	fmt.Printf("count %d (within %.0f), sum %.0f (within %.0f); both together cost epsilon = 1\n",
		counted, aroundCount, total, aroundSum)
}
