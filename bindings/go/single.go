package indp

// The common part of counts and modes.
type single struct{ state }

// CanRelease returns the error that a release would return because of public parameters.
func (s *single) CanRelease(epsilon float64, options *Options) error {
	return s.canRelease(epsilon, options)
}

// ReleaseValue releases the answer, for any state that has one, as a float64, an int64 or
// a Category. This is possible only once.
func (s *single) ReleaseValue(epsilon float64, options *Options) (interface{}, error) {
	return s.releaseValue(epsilon, options)
}
