/// Counts rows.
class Count : public detail::Additive<detail::Single<
                  detail::State<Count, INDP_KIND_COUNT, detail::Inside<INDP_COUNT_STATE_SIZE>>>> {
public:
    /// rows_per_person is the largest number of rows that one person has. The caller guarantees it;
    /// the library cannot check it.
    explicit Count(std::uint64_t rows_per_person)
    {
        detail::check(indp_count_init(memory_.data(), INDP_COUNT_STATE_SIZE, rows_per_person));
    }
    void add()
    {
        releasing_.check_idle();
        detail::check(indp_count_add(memory_.data()));
    }
    void add_rows(std::uint64_t rows)
    {
        releasing_.check_idle();
        detail::check(indp_count_add_many(memory_.data(), rows));
    }
    /// Releases the count, which is possible only once. The result is an unbiased integer, which
    /// may be negative.
    std::int64_t release(double epsilon) { return value(epsilon, nullptr).integer; }
    std::int64_t release(double epsilon, const Options &options)
    {
        return value(epsilon, &options).integer;
    }

private:
    friend State;
    explicit Count(Unmade) {}
};

/// A sum of values clamped to [lo, hi], exact until its release.
class Sum : public detail::Additive<
                detail::Numbers<Sum, INDP_KIND_SUM, detail::Inside<INDP_SUM_STATE_SIZE>>> {
public:
    /// lo and hi are public. Values are rounded to multiples of `grid`, a power of two. If grid is
    /// 0, the library chooses the grid.
    Sum(double lo, double hi, std::uint64_t rows_per_person, double grid = 0.0)
    {
        detail::check(indp_sum_init(memory_.data(), INDP_SUM_STATE_SIZE, lo, hi, grid,
                                    rows_per_person));
    }
    double sensitivity() const
    {
        double out = 0.0;
        detail::check(indp_sum_sensitivity(memory_.data(), &out));
        return out;
    }

private:
    friend State;
    explicit Sum(Unmade) {}
};

// CLASSES OF SUMS

/// The quantile q, from 0 (minimum) to 1 (maximum), of values clamped to [lo, hi]. Its memory grows
/// with its rows.
class Quantile
    : public detail::Expected<detail::Numbers<Quantile, INDP_KIND_QUANTILE, detail::Growing>> {
public:
    /// candidates is the largest number of public candidates. If it is 0, the library chooses the
    /// number.
    Quantile(double q, double lo, double hi, std::uint64_t rows_per_person,
             std::uint64_t candidates = 0)
    {
        memory_.resize(INDP_QUANTILE_STATE_SIZE);
        detail::check(indp_quantile_init(memory_.data(), INDP_QUANTILE_STATE_SIZE, q, lo, hi,
                                         candidates, rows_per_person));
    }
    /// Releases several quantiles. epsilon is the privacy loss of all of them together. A state can
    /// be released only once. The answers have the order of `q`. The q of the constructor is
    /// ignored.
    std::vector<double> release_many(span<const double> q, double epsilon)
    {
        return many(q, epsilon, nullptr);
    }
    std::vector<double> release_many(span<const double> q, double epsilon, const Options &options)
    {
        return many(q, epsilon, &options);
    }
    /// Throws if the public parameters would make release_many fail, or if the state was released
    /// before. Releases nothing.
    void can_release_many(span<const double> q, double epsilon) const
    {
        can_many(q, epsilon, nullptr);
    }
    void can_release_many(span<const double> q, double epsilon, const Options &options) const
    {
        can_many(q, epsilon, &options);
    }

private:
    std::vector<double> many(span<const double> q, double epsilon, const Options *options)
    {
        const detail::Releasing::Turn turn(releasing_);
        std::vector<double> out(q.size());
        detail::check(indp_quantile_release_many(memory_.data(), q.data(), q.size(), epsilon,
                                                 detail::given(options), out.data()));
        return out;
    }
    void can_many(span<const double> q, double epsilon, const Options *options) const
    {
        detail::check(indp_quantile_can_release_many(memory_.data(), q.data(), q.size(), epsilon,
                                                     detail::given(options)));
    }
    friend State;
    explicit Quantile(Unmade) {}
};
