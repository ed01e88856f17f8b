/// Bounds that were found in the data. A side where none was found has the centre.
struct Extent {
    double lo, hi;
};

/// Finds bounds of the values in the data, by two searches from the outermost edges towards a
/// public centre. They are for columns about which nothing is known. Bounds that you know are
/// better: they cost nothing and give smaller errors.
class Bounds : public detail::Cells<Bounds, true> {
public:
    /// The edges are, on both sides of the centre, the numbers at a distance of 2^k times 1, 1.25,
    /// 1.5 and 1.75 for k from -32 to 62, and of 2^63. The centre is a public number near which
    /// values are expected; 0 suits most columns. rows_per_person is the largest number of rows
    /// that one person has. The caller guarantees it; the library cannot check it.
    explicit Bounds(std::uint64_t rows_per_person, double centre = 0.0)
    {
        init(nullptr, 0, centre, rows_per_person);
    }
    /// The edges are 1 to 2^20 - 2 finite numbers in ascending order. They must be public, so never
    /// take them from the data.
    Bounds(std::uint64_t rows_per_person, double centre, span<const double> edges)
    {
        // The library takes NULL for the edges above.
        if (edges.size() == 0)
            detail::fail(INDP_E_EDGES);
        init(edges.data(), edges.size(), centre, rows_per_person);
    }
    /// Releases the bounds, which is possible only once and costs epsilon for both together. About
    /// 27 * rows_per_person / epsilon rows usually lie beyond each bound; for n edges of your own
    /// these are about rows_per_person * (ln(n) + 20.1) / epsilon rows. What is computed from
    /// values clamped to the bounds has a bias from those rows.
    ///
    /// A side with too few rows has no bound, and gives the centre. Without a value both sides have
    /// too few rows, which cannot be told from a column without rows. If the call throws, the state
    /// can still be released.
    std::optional<Extent> release(double epsilon) { return found(epsilon, nullptr); }
    std::optional<Extent> release(double epsilon, const Options &options)
    {
        return found(epsilon, &options);
    }
    /// Throws if the public parameters would make release fail, or if the state was released
    /// before. Releases nothing.
    void can_release(double epsilon) const { can(epsilon, nullptr); }
    void can_release(double epsilon, const Options &options) const { can(epsilon, &options); }

private:
    void init(const double *edges, std::size_t n, double centre, std::uint64_t rows_per_person)
    {
        std::size_t size = 0;
        detail::check(indp_bounds_size(edges, n, centre, &size));
        memory_.resize(size);
        detail::check(indp_bounds_init(memory_.data(), size, edges, n, centre, rows_per_person));
    }
    std::optional<Extent> found(double epsilon, const Options *options)
    {
        const detail::Releasing::Turn turn(releasing_);
        Extent out = {};
        std::int32_t sides = 0;
        detail::check(indp_state_release_bounds(memory_.data(), epsilon, detail::given(options),
                                                &out.lo, &out.hi, &sides));
        if (sides == 0)
            return std::nullopt;
        return out;
    }
    void can(double epsilon, const Options *options) const
    {
        detail::check(indp_state_can_release_bounds(memory_.data(), epsilon,
                                                    detail::given(options)));
    }
    friend State;
    explicit Bounds(Unmade) {}
};
