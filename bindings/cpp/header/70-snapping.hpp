/// indp.h describes the fields of these structures.
using Moments = indp_moments;
using Distance = indp_distance;
using Audit = indp_audit;

/// The probability of an output, and the natural logarithm of that probability.
struct Probability {
    double probability;
    double log_probability;
};

/// The Laplace mechanism, clamped and rounded to a grid, with fixed parameters. Any number of
/// threads may release through one mechanism.
class Snapping {
public:
    /// epsilon is the privacy loss of one release. sensitivity is the largest difference between
    /// the answers of neighbouring data sets. Releases lie in [-bound, bound].
    Snapping(double epsilon, double sensitivity, double bound)
    {
        make(epsilon, sensitivity, bound, nullptr);
    }
    Snapping(double epsilon, double sensitivity, double bound, const Options &options)
        : source_(options.source())
    {
        make(epsilon, sensitivity, bound, options.get());
    }

    double release(double value) const { return of(indp_snapping_release, value); }
    std::int64_t release_integer(std::int64_t value) const
    {
        std::int64_t out = 0;
        detail::check(indp_snapping_release_int64(get(), value, &out));
        return out;
    }
    /// Replaces each value by its release. If it throws, the values are unchanged or all NaN.
    void release_in_place(span<double> values) const
    {
        detail::check(indp_snapping_release_many(get(), values.data(), values.size(),
                                                 values.data()));
    }
    std::vector<double> release_many(span<const double> values) const
    {
        std::vector<double> out(values.size());
        detail::check(indp_snapping_release_many(get(), values.data(), values.size(), out.data()));
        return out;
    }

    /// The noise scale. For a moved-from mechanism, lambda() and the functions down to
    /// unit_roundoff() return NaN or 0.
    double lambda() const noexcept { return indp_snapping_lambda(get()); }
    double grid() const noexcept { return indp_snapping_grid(get()); }
    double laplace_epsilon() const noexcept { return indp_snapping_laplace_epsilon(get()); }
    double loss() const noexcept { return indp_snapping_loss(get()); }
    std::uint32_t precision() const noexcept { return indp_snapping_precision(get()); }
    double unit_roundoff() const noexcept { return indp_snapping_unit_roundoff(get()); }

    /// A bound that the error of a release, for any value in [-bound, bound], exceeds with
    /// probability at most alpha.
    double accuracy(double alpha) const { return of(indp_snapping_accuracy, alpha); }
    double accuracy_at(double value, double alpha) const
    {
        return of(indp_snapping_accuracy_at, value, alpha);
    }
    /// The smallest epsilon at which the error exceeds r with probability at most alpha.
    static double epsilon_for_accuracy(double sensitivity, double bound, double alpha, double r)
    {
        double out = 0.0;
        detail::check(indp_snapping_epsilon_for_accuracy(sensitivity, bound, alpha, r, nullptr,
                                                         &out));
        return out;
    }
    static double epsilon_for_accuracy(double sensitivity, double bound, double alpha, double r,
                                       const Options &options)
    {
        double out = 0.0;
        detail::check(indp_snapping_epsilon_for_accuracy(sensitivity, bound, alpha, r,
                                                         options.get(), &out));
        return out;
    }
    Moments moments(double value) const { return filled<Moments>(indp_snapping_moments, value); }
    Distance distance(double value, double alpha) const
    {
        return filled<Distance>(indp_snapping_distance, value, alpha);
    }

    /// The proven bound on the privacy loss of one release.
    double audit_bound() const { return of(indp_audit_bound); }
    /// The exact privacy loss between two values. If 2 bound / grid is at most most_outputs, all
    /// outputs are examined, and otherwise about sixty. most_outputs = 0 stands for 2^20.
    Audit audit_pair(double f, double g, std::uint64_t most_outputs = 0) const
    {
        return filled<Audit>(indp_audit_pair, f, g, most_outputs);
    }
    Audit audit_pair_integers(std::int64_t f, std::int64_t g, std::uint64_t most_outputs = 0) const
    {
        return filled<Audit>(indp_audit_pair_int64, f, g, most_outputs);
    }
    Audit audit_range(double low, double high, std::uint64_t most_outputs = 0) const
    {
        return filled<Audit>(indp_audit_range, low, high, most_outputs);
    }
    std::string audit_json(const Audit &audit) const
    {
        std::size_t length = 0;
        detail::check(indp_audit_json(get(), &audit, nullptr, 0, &length));
        std::string text(length + 1, '\0');
        detail::check(indp_audit_json(get(), &audit, text.data(), text.size(), nullptr));
        text.resize(length);
        return text;
    }
    Probability probability(double value, double output) const
    {
        Probability out = {};
        detail::check(indp_audit_probability(get(), value, output, &out.probability,
                                             &out.log_probability));
        return out;
    }

    const indp_snapping *get() const noexcept { return handle_.get(); }

private:
    void make(double epsilon, double sensitivity, double bound, const indp_options *options)
    {
        indp_snapping *made = nullptr;
        detail::check(indp_snapping_new(epsilon, sensitivity, bound, options, &made));
        handle_.reset(made);
    }
    template <class Call, class... Arguments>
    double of(Call call, Arguments... arguments) const
    {
        double out = 0.0;
        detail::check(call(get(), arguments..., &out));
        return out;
    }
    template <class Structure, class Call, class... Arguments>
    Structure filled(Call call, Arguments... arguments) const
    {
        Structure out = {};
        out.struct_size = sizeof out;
        detail::check(call(get(), arguments..., &out));
        return out;
    }

    // The handle uses the callback, so the callback must be destroyed after it. Members are
    // destroyed in reverse order of their declaration.
    std::shared_ptr<void> source_;
    detail::Owned<indp_snapping, indp_snapping_free> handle_;
};
