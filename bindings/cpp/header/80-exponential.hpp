/// The privacy parameter of a selection. If the utility of an outcome rises by 1, its weight is
/// multiplied by (x/2^y)^z, which is below 1.
class Eta {
public:
    constexpr Eta(std::uint64_t x, std::uint32_t y, std::uint32_t z) noexcept : plain_{x, y, z} {}

    /// An eta whose privacy loss is at most epsilon. Set `monotonic` if one person moves all
    /// utilities in the same direction.
    static Eta from_epsilon(double epsilon, double utility_sensitivity, bool monotonic)
    {
        Eta out(0, 0, 0);
        detail::check(indp_eta_from_epsilon(epsilon, utility_sensitivity, monotonic, &out.plain_));
        return out;
    }
    /// The privacy loss (base e) of one selection.
    double epsilon(double utility_sensitivity, bool monotonic) const
    {
        double out = 0.0;
        detail::check(indp_eta_epsilon(&plain_, utility_sensitivity, monotonic, &out));
        return out;
    }
    constexpr std::uint64_t x() const noexcept { return plain_.x; }
    constexpr std::uint32_t y() const noexcept { return plain_.y; }
    constexpr std::uint32_t z() const noexcept { return plain_.z; }
    constexpr const indp_eta &get() const noexcept { return plain_; }

private:
    indp_eta plain_;
};

namespace detail {

/// Calls a function object of type F as a utility callback. Like `fill`, stores an exception that
/// the object throws.
template <class F>
void utility(void *context, std::size_t outcome, double *out, std::int32_t *done) noexcept
{
    try {
        *out = static_cast<double>((*static_cast<F *>(context))(outcome));
        *done = INDP_CALLBACK_OK;
    } catch (...) {
        thrown() = std::current_exception();
    }
}

}  // namespace detail

/// The base-2 exponential mechanism, or permute-and-flip. A utility is a cost: a lower utility is
/// better. Any number of threads may select through one mechanism.
class Exponential {
public:
    Exponential(const Eta &eta, std::int64_t utility_min, std::int64_t utility_max,
                std::uint64_t max_outcomes)
    {
        make(eta, utility_min, utility_max, max_outcomes, nullptr);
    }
    Exponential(const Eta &eta, std::int64_t utility_min, std::int64_t utility_max,
                std::uint64_t max_outcomes, const Options &options)
        : source_(options.source())
    {
        make(eta, utility_min, utility_max, max_outcomes, options.get());
    }

    std::size_t select(span<const double> utilities) const
    {
        std::size_t index = 0;
        detail::check(indp_exponential_select(get(), utilities.data(), utilities.size(), &index));
        return index;
    }
    /// Selects a group and returns its index. Group i stands for multiplicities[i] outcomes, each
    /// with utility utilities[i].
    std::size_t select_counted(span<const std::int64_t> utilities,
                               span<const std::uint64_t> multiplicities) const
    {
        if (utilities.size() != multiplicities.size())
            detail::fail(INDP_E_LENGTH);
        return counted(utilities, multiplicities.data());
    }
    std::size_t select_counted(span<const std::int64_t> utilities) const
    {
        return counted(utilities, nullptr);
    }
    /// Selects one of n outcomes. `utility(i)` returns the utility of outcome i. If it throws, this
    /// call throws the same exception.
    template <class F>
    std::size_t select_by(std::size_t n, F &&utility) const
    {
        using Function = std::remove_reference_t<F>;
        // The address of a function cannot be stored in a void pointer, so a lambda calls the
        // function.
        if constexpr (std::is_function_v<Function>)
            return select_by(n, [&utility](std::size_t i) { return utility(i); });
        else
            return select_by_object(n, utility);
    }

    /// Precisions in bits; indp.h describes each of them. For a moved-from mechanism the first two
    /// return 0, and precision_empirical throws.
    std::uint64_t precision() const noexcept { return indp_exponential_precision(get()); }
    std::uint64_t precision_note() const noexcept { return indp_exponential_precision_note(get()); }
    std::uint64_t precision_empirical() const
    {
        std::uint64_t bits = 0;
        detail::check(indp_exponential_precision_empirical(get(), &bits));
        return bits;
    }
    const indp_exponential *get() const noexcept { return handle_.get(); }

private:
    void make(const Eta &eta, std::int64_t min, std::int64_t max, std::uint64_t most,
              const indp_options *options)
    {
        indp_exponential *made = nullptr;
        detail::check(indp_exponential_new(&eta.get(), min, max, most, options, &made));
        handle_.reset(made);
    }
    template <class Function>
    std::size_t select_by_object(std::size_t n, Function &utility) const
    {
        std::size_t index = 0;
        std::remove_const_t<Function> *const context =
            const_cast<std::remove_const_t<Function> *>(std::addressof(utility));
        detail::check(indp_exponential_select_by(get(), detail::utility<Function>, context, n,
                                                 &index));
        return index;
    }
    std::size_t counted(span<const std::int64_t> utilities,
                        const std::uint64_t *multiplicities) const
    {
        std::size_t index = 0;
        detail::check(indp_exponential_select_counted(get(), utilities.data(), multiplicities,
                                                      utilities.size(), &index));
        return index;
    }

    std::shared_ptr<void> source_;
    detail::Owned<indp_exponential, indp_exponential_free> handle_;
};
