package indp

// Sensitivity is the largest amount by which adding or removing one person can change the sum.
func (s *Sum) Sensitivity() (float64, error) {
	if err := s.made(); err != nil {
		return 0, err
	}
	return lowSumSensitivity(s.bytes)
}
