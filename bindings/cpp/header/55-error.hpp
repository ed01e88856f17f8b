namespace detail {

/// States whose error bound does not depend on the number of rows.
template <class Base>
class Expected : public Base {
public:
    /// A bound that the error of a release exceeds with probability at most alpha, whatever the
    /// rows are. indp.h describes its unit at indp_state_accuracy.
    double accuracy(double epsilon, double alpha) const
    {
        return this->expected(0, epsilon, alpha, nullptr);
    }
    double accuracy(double epsilon, double alpha, const Options &options) const
    {
        return this->expected(0, epsilon, alpha, &options);
    }
    /// The smallest epsilon at which the error exceeds r with probability at most alpha.
    double epsilon_for_accuracy(double alpha, double r) const
    {
        return this->needed(0, alpha, r, nullptr);
    }
    double epsilon_for_accuracy(double alpha, double r, const Options &options) const
    {
        return this->needed(0, alpha, r, &options);
    }
};

/// Counts and sums.
template <class Base>
class Additive : public Expected<Base> {
public:
    /// An interval around a released answer. epsilon and options must be those of the release. The
    /// interval contains the exact answer with probability at least 1 - alpha. Only the parameters
    /// of this state are read.
    Interval interval(double answer, double epsilon, double alpha) const
    {
        return around(answer, epsilon, alpha, nullptr);
    }
    Interval interval(double answer, double epsilon, double alpha, const Options &options) const
    {
        return around(answer, epsilon, alpha, &options);
    }

private:
    Interval around(double answer, double epsilon, double alpha, const Options *options) const
    {
        Interval out = {};
        check(indp_state_interval(this->memory_.data(), answer, epsilon, alpha, given(options),
                                  &out.low, &out.high));
        return out;
    }
};

/// Means, variances and standard deviations, whose answers are computed from noisy sums.
template <class Kind, std::int32_t Number, std::size_t Size>
class WithParts : public Numbers<Kind, Number, Inside<Size>> {
public:
    /// Releases the answer and the noisy sums. This costs no more than the answer alone.
    Parts release_parts(double epsilon) { return parts(epsilon, nullptr); }
    Parts release_parts(double epsilon, const Options &options) { return parts(epsilon, &options); }

    /// A bound that the error of a release of this many rows exceeds with probability at most
    /// alpha, whatever the rows are. The number of rows is an assumption, and must be public.
    double accuracy(std::uint64_t rows, double epsilon, double alpha) const
    {
        return this->expected(rows, epsilon, alpha, nullptr);
    }
    double accuracy(std::uint64_t rows, double epsilon, double alpha, const Options &options) const
    {
        return this->expected(rows, epsilon, alpha, &options);
    }
    /// The smallest epsilon at which the error exceeds r with probability at most alpha.
    double epsilon_for_accuracy(std::uint64_t rows, double alpha, double r) const
    {
        return this->needed(rows, alpha, r, nullptr);
    }
    double epsilon_for_accuracy(std::uint64_t rows, double alpha, double r,
                                const Options &options) const
    {
        return this->needed(rows, alpha, r, &options);
    }
    /// An interval around a released answer. If the released state had at least one row, the
    /// interval contains the exact answer with probability at least 1 - alpha. Only the parameters
    /// of this state are read.
    Interval interval(const Parts &parts, double alpha) const
    {
        Interval out = {};
        // Clamped, so that a wrong parts.number cannot cause a read beyond the array parts.sum.
        const std::size_t number =
            parts.number < std::size(parts.sum) ? parts.number : std::size(parts.sum);
        check(indp_parts_interval(this->memory_.data(), parts.value, parts.sum, number, parts.scale,
                                  alpha, &out.low, &out.high));
        return out;
    }

private:
    Parts parts(double epsilon, const Options *options)
    {
        const Releasing::Turn turn(this->releasing_);
        Parts out = {};
        out.struct_size = sizeof out;
        check(indp_state_release_parts(this->memory_.data(), epsilon, given(options), &out));
        return out;
    }
};

}  // namespace detail
