/// Counts rows.
class Count : public detail::State<Count, INDP_KIND_COUNT, detail::Inside<INDP_COUNT_STATE_SIZE>> {
public:
    /// rows_per_person is the largest number of rows that one person has. The caller guarantees it;
    /// the library cannot check it.
    explicit Count(std::uint64_t rows_per_person)
    {
        detail::check(indp_count_init(memory_.data(), INDP_COUNT_STATE_SIZE, rows_per_person));
    }
    void add() { detail::check(indp_count_add(memory_.data())); }
    void add_rows(std::uint64_t rows) { detail::check(indp_count_add_many(memory_.data(), rows)); }
    /// Releases the count, which is possible only once. The result is an unbiased integer, which
    /// may be negative.
    std::int64_t release(double epsilon) { return value(epsilon, nullptr).integer; }
    std::int64_t release(double epsilon, const Options &options) { return value(epsilon, &options).integer; }
    /// A bound, in rows, that the error of a release exceeds with probability at most alpha.
    double accuracy(double epsilon, double alpha) const { return error(epsilon, alpha, nullptr); }
    double accuracy(double epsilon, double alpha, const Options &options) const
    {
        return error(epsilon, alpha, &options);
    }

private:
    friend State;
    explicit Count(Unmade) {}
    double error(double epsilon, double alpha, const Options *options) const
    {
        double out = 0.0;
        detail::check(indp_count_accuracy(memory_.data(), epsilon, alpha, detail::given(options), &out));
        return out;
    }
};

/// A sum of values clamped to [lo, hi], exact until its release.
class Sum : public detail::Numbers<Sum, INDP_KIND_SUM, detail::Inside<INDP_SUM_STATE_SIZE>> {
public:
    /// lo and hi are public. Values are rounded to multiples of `grid`, a power of two. If it is 0,
    /// the library chooses it.
    Sum(double lo, double hi, std::uint64_t rows_per_person, double grid = 0.0)
    {
        detail::check(indp_sum_init(memory_.data(), INDP_SUM_STATE_SIZE, lo, hi, grid, rows_per_person));
    }
    double sensitivity() const
    {
        double out = 0.0;
        detail::check(indp_sum_sensitivity(memory_.data(), &out));
        return out;
    }
    /// A bound that the error of a release exceeds with probability at most alpha.
    double accuracy(double epsilon, double alpha) const { return error(epsilon, alpha, nullptr); }
    double accuracy(double epsilon, double alpha, const Options &options) const
    {
        return error(epsilon, alpha, &options);
    }

private:
    friend State;
    explicit Sum(Unmade) {}
    double error(double epsilon, double alpha, const Options *options) const
    {
        double out = 0.0;
        detail::check(indp_sum_accuracy(memory_.data(), epsilon, alpha, detail::given(options), &out));
        return out;
    }
};

/// A mean of values clamped to [lo, hi]. For the parameters see Sum.
class Mean : public detail::WithParts<Mean, INDP_KIND_MEAN, INDP_MEAN_STATE_SIZE> {
public:
    Mean(double lo, double hi, std::uint64_t rows_per_person, double grid = 0.0)
    {
        detail::check(indp_mean_init(memory_.data(), INDP_MEAN_STATE_SIZE, lo, hi, grid, rows_per_person));
    }

private:
    friend State;
    explicit Mean(Unmade) {}
};

/// A population variance of values clamped to [lo, hi]. For the parameters see Sum.
class Variance : public detail::WithParts<Variance, INDP_KIND_VARIANCE, INDP_VARIANCE_STATE_SIZE> {
public:
    Variance(double lo, double hi, std::uint64_t rows_per_person, double grid = 0.0)
    {
        detail::check(indp_variance_init(memory_.data(), INDP_VARIANCE_STATE_SIZE, lo, hi, grid, rows_per_person));
    }

private:
    friend State;
    explicit Variance(Unmade) {}
};

/// The square root of a variance.
class StdDev : public detail::WithParts<StdDev, INDP_KIND_STDDEV, INDP_STDDEV_STATE_SIZE> {
public:
    StdDev(double lo, double hi, std::uint64_t rows_per_person, double grid = 0.0)
    {
        detail::check(indp_stddev_init(memory_.data(), INDP_STDDEV_STATE_SIZE, lo, hi, grid, rows_per_person));
    }

private:
    friend State;
    explicit StdDev(Unmade) {}
};

/// The quantile q, from 0 (minimum) to 1 (maximum), of values clamped to [lo, hi]. Its memory grows
/// with its rows.
class Quantile : public detail::Numbers<Quantile, INDP_KIND_QUANTILE, detail::Growing> {
public:
    /// candidates is the largest number of public candidates. If it is 0, the library chooses it.
    Quantile(double q, double lo, double hi, std::uint64_t rows_per_person, std::uint64_t candidates = 0)
    {
        memory_.resize(INDP_QUANTILE_STATE_SIZE);
        detail::check(
            indp_quantile_init(memory_.data(), INDP_QUANTILE_STATE_SIZE, q, lo, hi, candidates, rows_per_person));
    }

private:
    friend State;
    explicit Quantile(Unmade) {}
};
