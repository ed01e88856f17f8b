package indp

// Histogram counts the rows in each of the cells that public edges separate.
type Histogram struct{ rows }

// NewHistogram makes an empty histogram with 1 to 2^20 finite edges in ascending order. They must
// be public, so never take them from the data. n edges make n + 2 cells, in this order: values
// below the first edge; n - 1 cells, each from an edge up to, but not including, the next edge;
// values from the last edge on; NaN.
func NewHistogram(edges []float64, rowsPerPerson uint64) (*Histogram, error) {
	size, err := lowHistogramSize(len(edges))
	if err != nil {
		return nil, err
	}
	own, err := newState(size, func(bytes []byte) error {
		return lowHistogramInit(bytes, edges, rowsPerPerson)
	})
	if err != nil {
		return nil, err
	}
	return &Histogram{rows{own}}, nil
}

// Edges returns the edges.
func (s *Histogram) Edges() ([]float64, error) {
	if err := s.made(); err != nil {
		return nil, err
	}
	n, err := lowHistogramEdges(s.bytes)
	if err != nil {
		return nil, err
	}
	out := make([]float64, n)
	for i := range out {
		if out[i], err = lowHistogramEdge(s.bytes, i); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Cells is the number of cells, which is the number of counts.
func (s *Histogram) Cells() (int, error) { return s.counts() }

// Release releases the counts of all cells, which is possible only once and costs epsilon in total.
// The counts are unbiased and may be negative. If it fails, the state can still be released.
func (s *Histogram) Release(epsilon float64, options *Options) ([]int64, error) {
	return s.releaseCounts(epsilon, options)
}

// CanRelease returns an error if the public parameters would make Release fail, or if the state was
// released before. It releases nothing.
func (s *Histogram) CanRelease(epsilon float64, options *Options) error {
	return s.canReleaseCounts(epsilon, options)
}
