/// A candidate of a mode: a number or a text.
using Category = std::variant<std::int64_t, std::string>;

/// The answer of any state that has a single answer.
using Answer = std::variant<double, std::int64_t, Category>;

/// An answer, with the noisy sums that it is computed from. indp.h describes the fields value,
/// count, number, sum and scale.
using Parts = indp_parts;

/// An interval that contains the exact answer with probability at least 1 - alpha, where the caller
/// chooses alpha.
struct Interval {
    double low, high;
};

namespace detail {

/// The C object of the options, or NULL for the defaults.
inline const indp_options *given(const Options *options)
{
    return options == nullptr ? nullptr : options->get();
}

/// Whether a release of the state is running. Until the release ends, the bytes are those of an
/// unreleased state. Without this mark, the entropy callback or another thread could release the
/// state a second time, or move it.
class Releasing {
public:
    bool now() const noexcept { return running_.load(); }
    /// Throws if a release is running.
    void check_idle() const
    {
        if (now())
            fail(INDP_E_BUSY);
    }
    /// Marks one release as running, until the end of its scope.
    class Turn {
    public:
        explicit Turn(Releasing &state) : running_(state.running_)
        {
            if (running_.exchange(true))
                fail(INDP_E_BUSY);
        }
        Turn(const Turn &) = delete;
        Turn &operator=(const Turn &) = delete;
        ~Turn() { running_.store(false); }

    private:
        std::atomic<bool> &running_;
    };

private:
    std::atomic<bool> running_{false};
};

/// The base class of all states. Kind is the derived class, and Number is its INDP_KIND_ constant.
template <class Kind, std::int32_t Number, class Memory>
class State {
public:
    /// Adds the rows of another state with the same parameters. The other state may be this state
    /// itself.
    void merge(const State &other)
    {
        releasing_.check_idle();
        other.releasing_.check_idle();
        memory_.with_room(other.rows_to_merge(),
                          [&] { return indp_state_merge(memory_.data(), other.memory_.data()); });
    }
    /// Throws if merge would refuse the other state: because its parameters differ, or because
    /// either state was released. Merges nothing.
    void check_compatible(const State &other) const
    {
        check(indp_state_compatible(memory_.data(), other.memory_.data()));
    }
    /// The exact number of rows, which is PRIVATE.
    std::uint64_t rows() const { return number(indp_state_rows); }
    std::uint64_t rows_per_person() const { return number(indp_state_rows_per_person); }
    /// The number of bytes that serialise writes.
    std::size_t size() const
    {
        std::size_t size = 0;
        check(indp_state_size(memory_.data(), &size));
        return size;
    }
    /// Writes size() bytes, without allocating memory. They are raw private data.
    void serialise(span<unsigned char> out) const
    {
        releasing_.check_idle();
        check(indp_state_serialise(memory_.data(), out.data(), out.size()));
    }
    Bytes to_bytes() const
    {
        Bytes bytes(size());
        serialise(bytes);
        return bytes;
    }
    /// Reads a state. Any bytes are safe to pass. The same bytes can be read several times: each
    /// state read can be released, and each release costs its own epsilon.
    static Kind from_bytes(span<const unsigned char> bytes)
    {
        std::int32_t kind = 0;
        std::size_t size = 0;
        if (bytes.size() >= 8)
            check(indp_state_kind(bytes.data(), &kind));
        if (kind != Number)
            fail(INDP_E_STATE);
        check(indp_state_deserialised_size(bytes.data(), bytes.size(), &size));
        Kind made{Unmade()};
        made.memory_.resize(size);
        check(indp_state_deserialise(made.memory_.data(), size, bytes.data(), bytes.size()));
        return made;
    }

protected:
    struct Unmade {};
    State() = default;
    /// If a release of `other` is running, `other` keeps its bytes, and the new state is like one
    /// that was moved from.
    State(State &&other) noexcept
    {
        if (!other.releasing_.now())
            memory_ = std::move(other.memory_);
    }
    State &operator=(State &&other)
    {
        releasing_.check_idle();
        other.releasing_.check_idle();
        memory_ = std::move(other.memory_);
        return *this;
    }
    ~State() = default;

    double expected(std::uint64_t rows, double epsilon, double alpha, const Options *options) const
    {
        double out = 0.0;
        check(indp_state_accuracy(memory_.data(), rows, epsilon, alpha, given(options), &out));
        return out;
    }
    double needed(std::uint64_t rows, double alpha, double r, const Options *options) const
    {
        double out = 0.0;
        check(indp_state_epsilon_for_accuracy(memory_.data(), rows, alpha, r, given(options),
                                              &out));
        return out;
    }
    static Category category(const indp_value &value)
    {
        if (value.label == nullptr)
            return value.integer;
        return std::string(value.label, value.label + value.length);
    }

    Memory memory_;
    Releasing releasing_;

private:
    /// The number of rows to make room for before this state is merged into another. It is 0 for
    /// states of a fixed size.
    std::uint64_t rows_to_merge() const
    {
        if constexpr (std::is_same_v<Memory, Growing>)
            return rows();
        else
            return 0;
    }
    std::uint64_t number(indp_status (*get)(const void *, std::uint64_t *)) const
    {
        std::uint64_t out = 0;
        check(get(memory_.data(), &out));
        return out;
    }
};

/// States with one answer.
template <class Base>
class Single : public Base {
public:
    /// Throws if the public parameters would make a release fail, or if the state was released
    /// before. Releases nothing.
    void can_release(double epsilon) const { can(epsilon, nullptr); }
    void can_release(double epsilon, const Options &options) const { can(epsilon, &options); }
    /// Releases the answer as an Answer, whatever the kind of state. This is possible only once and
    /// costs epsilon.
    Answer release_value(double epsilon) { return answer(epsilon, nullptr); }
    Answer release_value(double epsilon, const Options &options)
    {
        return answer(epsilon, &options);
    }

protected:
    indp_value value(double epsilon, const Options *options)
    {
        const Releasing::Turn turn(this->releasing_);
        indp_value out = {};
        out.struct_size = sizeof out;
        check(indp_state_release_value(this->memory_.data(), epsilon, given(options), &out));
        return out;
    }
    double number_released(double epsilon, const Options *options)
    {
        const Releasing::Turn turn(this->releasing_);
        double out = 0.0;
        check(indp_state_release(this->memory_.data(), epsilon, given(options), &out));
        return out;
    }

private:
    void can(double epsilon, const Options *options) const
    {
        check(indp_state_can_release(this->memory_.data(), epsilon, given(options)));
    }
    Answer answer(double epsilon, const Options *options)
    {
        const indp_value out = value(epsilon, options);
        switch (out.tag) {
        case INDP_VALUE_REAL: return out.real;
        case INDP_VALUE_INTEGER: return out.integer;
        default: return this->category(out);
        }
    }
};

/// States whose rows are numbers.
template <class Base>
class OfNumbers : public Base {
public:
    /// Adds one row. NaN counts as the number in [lo, hi] nearest to 0, except that a histogram
    /// counts it in a cell of its own, and that bounds are found without it.
    void add(double value)
    {
        this->releasing_.check_idle();
        this->memory_.with_room(1, [&] { return indp_state_add(this->memory_.data(), value); });
    }
    /// Adds one row with an integer, without rounding it to a double.
    void add_integer(std::int64_t value)
    {
        this->releasing_.check_idle();
        this->memory_.with_room(1,
                                [&] { return indp_state_add_int64(this->memory_.data(), value); });
    }
    /// Adds all rows. If it throws, it has added none.
    void add_many(span<const double> values)
    {
        this->releasing_.check_idle();
        this->memory_.with_room(values.size(), [&] {
            return indp_state_add_many(this->memory_.data(), values.data(), values.size());
        });
    }
};

/// States whose rows and whose answer are numbers.
template <class Kind, std::int32_t Number, class Memory>
class Numbers : public Single<OfNumbers<State<Kind, Number, Memory>>> {
public:
    /// Releases the answer, which is possible only once and costs epsilon. If the call throws, the
    /// state can still be released.
    double release(double epsilon) { return this->number_released(epsilon, nullptr); }
    double release(double epsilon, const Options &options)
    {
        return this->number_released(epsilon, &options);
    }
};

}  // namespace detail
