package indp

/*
#include "cgo.h"
*/
import "C"
import "errors"

// Extent has bounds that were found in the data. Found is false if neither bound was found. A side
// without a bound has the centre.
type Extent struct {
	Lo, Hi float64
	Found  bool
}

// Bounds finds bounds of the values in the data, by two searches from the outermost edges towards a
// public centre. They are for columns about which nothing is known. Bounds that you know are
// better: they cost nothing and give smaller errors.
type Bounds struct{ rows }

// NewBounds makes an empty state. The edges are, on both sides of the centre, the numbers at a
// distance of 2^k times 1, 1.25, 1.5 and 1.75 for k from -32 to 62, and of 2^63. The centre is a
// public number near which values are expected; 0 suits most columns. rowsPerPerson is the largest
// number of rows that one person has. The caller guarantees it; the library cannot check it.
func NewBounds(centre float64, rowsPerPerson uint64) (*Bounds, error) {
	return newBounds(nil, centre, rowsPerPerson)
}

// NewBoundsAmong makes an empty state with 1 to 2^20 - 2 finite edges in ascending order. They must
// be public, so never take them from the data.
func NewBoundsAmong(edges []float64, centre float64, rowsPerPerson uint64) (*Bounds, error) {
	// The library takes NULL for the edges of NewBounds.
	if len(edges) == 0 {
		return nil, ErrEdges
	}
	return newBounds(edges, centre, rowsPerPerson)
}

func newBounds(edges []float64, centre float64, rowsPerPerson uint64) (*Bounds, error) {
	size, err := lowBoundsSize(edges, centre)
	if err != nil {
		return nil, err
	}
	own, err := newState(size, func(bytes []byte) error {
		return lowBoundsInit(bytes, edges, centre, rowsPerPerson)
	})
	if err != nil {
		return nil, err
	}
	return &Bounds{rows{own}}, nil
}

// Release releases the bounds, which is possible only once and costs epsilon for both together.
// About 27 * rowsPerPerson / epsilon rows usually lie beyond each bound; for n edges of your own
// these are about rowsPerPerson * (ln(n) + 20.1) / epsilon rows. What is computed from values
// clamped to the bounds has a bias from those rows.
//
// A side with too few rows has no bound, and gives the centre. If both sides have too few rows,
// Found is false, which cannot be told from a column without rows. If Release fails, the state can
// still be released.
func (s *Bounds) Release(epsilon float64, options *Options) (out Extent, err error) {
	err = s.once(func() error {
		return options.with(func(c *C.indp_options) error {
			lo, hi, found, err := lowStateReleaseBounds(s.bytes, epsilon, c)
			if err == nil {
				out = Extent{Lo: lo, Hi: hi, Found: found != 0}
			}
			return err
		})
	})
	return out, err
}

// CanRelease returns an error if the public parameters would make Release fail, or if the state was
// released before. It releases nothing.
func (s *Bounds) CanRelease(epsilon float64, options *Options) error {
	if err := s.made(); err != nil {
		return err
	}
	return options.with(func(c *C.indp_options) error {
		return lowStateCanReleaseBounds(s.bytes, epsilon, c)
	})
}

// Reads a histogram, or bounds, whose states have the same kind. A state is read by the type that
// made it only.
func (s *state) unmarshalCells(search bool, bytes []byte) error {
	var own state
	if err := own.unmarshal(kindHistogram, bytes); err != nil {
		return err
	}
	if errors.Is(lowStateCanReleaseBounds(own.bytes, 1, nil), ErrState) == search {
		return ErrState
	}
	*s = own
	return nil
}
