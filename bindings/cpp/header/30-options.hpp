/// The selection mechanism: see the INDP_SELECTION_ constants in indp.h.
enum class Selection : std::int32_t {
    standard = INDP_SELECTION_DEFAULT,
    exponential = INDP_SELECTION_EXPONENTIAL,
    permute_and_flip = INDP_SELECTION_PERMUTE_AND_FLIP,
};

namespace detail {

template <class Handle, void (*Free)(Handle *)>
struct Freer {
    void operator()(Handle *handle) const noexcept { Free(handle); }
};

template <class Handle, void (*Free)(Handle *)>
using Owned = std::unique_ptr<Handle, Freer<Handle, Free>>;

/// Calls a function object of type F as an entropy callback. An exception must not pass through the
/// library, so it is stored here and thrown again after the C call has returned.
template <class F>
void fill(void *context, std::uint8_t *buffer, std::size_t length, std::int32_t *done) noexcept
{
    try {
        (*static_cast<F *>(context))(span<std::uint8_t>(buffer, length));
        *done = INDP_CALLBACK_OK;
    } catch (...) {
        thrown() = std::current_exception();
    }
}

}  // namespace detail

/// Optional settings. A mechanism or release refuses options that do not apply to it.
///
///     indp::Options options = indp::Options().grid(1.0).insecure_seed(7);
class Options {
public:
    Options()
    {
        indp_options *made = nullptr;
        detail::check(indp_options_new(&made));
        handle_.reset(made);
    }

    /// Answers are multiples of this power of two; 0 lets the mechanism choose.
    Options &grid(double power_of_two) & { return set(indp_options_set_grid(get(), power_of_two)); }
    /// The precision of float arithmetic: 53 to 4,096 bits. 0 stands for real arithmetic.
    Options &float_precision(std::uint32_t bits) &
    {
        return set(indp_options_set_float_precision(get(), bits));
    }
    Options &automatic_float_precision() &
    {
        return float_precision(static_cast<std::uint32_t>(INDP_PRECISION_AUTO));
    }
    Options &selection(Selection choice) &
    {
        return set(indp_options_set_selection(get(), static_cast<std::int32_t>(choice)));
    }
    Options &min_retries(std::uint32_t draws) &
    {
        return set(indp_options_set_min_retries(get(), draws));
    }
    /// Selections may end early, which is NOT PRIVATE against anyone who measures time.
    Options &insecure_timing(bool on = true) &
    {
        return set(indp_options_set_insecure_timing(get(), on));
    }
    Options &empirical_precision(bool on = true) &
    {
        return set(indp_options_set_empirical_precision(get(), on));
    }
    /// Makes releases reproducible and NOT PRIVATE. For tests only. Replaces an entropy callback.
    Options &insecure_seed(std::uint64_t seed) &
    {
        detail::check(indp_options_set_insecure_seed(get(), seed));
        source_.reset();
        return *this;
    }
    /// Takes every random word from `callback`, which must fill the span<std::uint8_t> that it
    /// gets. Several threads may call it at once. Mechanisms made with these options keep it alive.
    /// If it throws, the call that needed the words throws the same exception and releases nothing.
    template <class F>
    Options &entropy(F callback) &
    {
        std::shared_ptr<F> kept = std::make_shared<F>(std::move(callback));
        detail::check(indp_options_set_entropy_callback(get(), detail::fill<F>, kept.get()));
        source_ = std::move(kept);
        return *this;
    }

    Options grid(double power_of_two) && { return std::move(grid(power_of_two)); }
    Options float_precision(std::uint32_t bits) && { return std::move(float_precision(bits)); }
    Options automatic_float_precision() && { return std::move(automatic_float_precision()); }
    Options selection(Selection choice) && { return std::move(selection(choice)); }
    Options min_retries(std::uint32_t draws) && { return std::move(min_retries(draws)); }
    Options insecure_timing(bool on = true) && { return std::move(insecure_timing(on)); }
    Options empirical_precision(bool on = true) && { return std::move(empirical_precision(on)); }
    Options insecure_seed(std::uint64_t seed) && { return std::move(insecure_seed(seed)); }
    template <class F>
    Options entropy(F callback) &&
    {
        return std::move(entropy(std::move(callback)));
    }

    /// The C object. Options that were moved from have none. Using them is an error; they do not
    /// stand for the defaults.
    indp_options *get() const
    {
        if (!handle_)
            detail::fail(INDP_E_NULL);
        return handle_.get();
    }
    const std::shared_ptr<void> &source() const noexcept { return source_; }

private:
    Options &set(indp_status code)
    {
        detail::check(code);
        return *this;
    }

    detail::Owned<indp_options, indp_options_free> handle_;
    std::shared_ptr<void> source_;
};
