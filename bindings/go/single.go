package indp

// The common part of counts and modes.
type single struct{ state }

// CanRelease returns an error if the public parameters would make a release fail, or if the state
// was released before. It releases nothing.
func (s *single) CanRelease(epsilon float64, options *Options) error {
	return s.canRelease(epsilon, options)
}

// ReleaseValue releases the answer as a float64, an int64 or a Category, depending on the kind of
// state. This is possible only once and costs epsilon.
func (s *single) ReleaseValue(epsilon float64, options *Options) (interface{}, error) {
	return s.releaseValue(epsilon, options)
}
