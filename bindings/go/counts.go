package indp

/*
#include "cgo.h"
*/
import "C"

// The number of cells of a histogram or of candidates of a mode.
func (s *state) counts() (int, error) {
	if err := s.made(); err != nil {
		return 0, err
	}
	return lowStateCounts(s.bytes)
}

func (s *state) releaseCounts(epsilon float64, options *Options) (out []int64, err error) {
	err = s.once(func() error {
		n, err := s.counts()
		if err != nil {
			return err
		}
		out = make([]int64, n)
		return options.with(func(c *C.indp_options) error {
			return lowStateReleaseCounts(s.bytes, epsilon, c, out)
		})
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (s *state) canReleaseCounts(epsilon float64, options *Options) error {
	if err := s.made(); err != nil {
		return err
	}
	return options.with(func(c *C.indp_options) error {
		return lowStateCanReleaseCounts(s.bytes, epsilon, c)
	})
}
