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

    // SETTERS
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

    // SETTERS OF MOVED OPTIONS
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
