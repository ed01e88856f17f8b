// Package indp adds differential-privacy noise to counts, sums and other aggregates. Its Go types
// wrap the functions of indp.h. For units, ranges and privacy costs see the documentation in
// indp.h.
//
// A state (Count, Sum, Mean, Variance, StdDev, Quantile, Mode, Histogram, Bounds) lives in Go
// memory, is used by one goroutine at a time, and can be released once. A mechanism (Snapping,
// Exponential) holds a C object: any number of goroutines may use it, and Close frees it.
package indp
