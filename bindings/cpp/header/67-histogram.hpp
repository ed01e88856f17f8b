/// Counts the rows in each of the cells that public edges separate.
class Histogram : public detail::Counted<detail::Expected<detail::Cells<Histogram, false>>> {
public:
    /// The edges are 1 to 2^20 finite numbers in ascending order. They must be public, so never
    /// take them from the data. n edges make n + 2 cells, in this order: values below the first
    /// edge; n - 1 cells, each from an edge up to, but not including, the next edge; values from
    /// the last edge on; NaN.
    Histogram(span<const double> edges, std::uint64_t rows_per_person)
    {
        std::size_t size = 0;
        detail::check(indp_histogram_size(edges.size(), &size));
        memory_.resize(size);
        detail::check(indp_histogram_init(memory_.data(), size, edges.data(), edges.size(),
                                          rows_per_person));
    }
    std::vector<double> edges() const
    {
        std::size_t n = 0;
        detail::check(indp_histogram_edges(memory_.data(), &n));
        std::vector<double> out(n);
        for (std::size_t i = 0; i < n; i++)
            detail::check(indp_histogram_edge(memory_.data(), i, &out[i]));
        return out;
    }
    /// The number of cells, which is the number of counts.
    std::size_t cells() const { return number_of_counts(); }
    /// Releases the counts of all cells, which is possible only once and costs epsilon in total.
    /// The counts are unbiased and may be negative.
    std::vector<std::int64_t> release(double epsilon) { return counts(epsilon, nullptr); }
    std::vector<std::int64_t> release(double epsilon, const Options &options)
    {
        return counts(epsilon, &options);
    }
    /// Throws if the public parameters would make release fail, or if the state was released
    /// before. Releases nothing.
    void can_release(double epsilon) const { can_counts(epsilon, nullptr); }
    void can_release(double epsilon, const Options &options) const
    {
        can_counts(epsilon, &options);
    }

private:
    friend State;
    explicit Histogram(Unmade) {}
};
