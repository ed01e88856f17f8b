/// The most common of several public candidates.
class Mode
    : public detail::Counted<
          detail::Expected<detail::Single<detail::State<Mode, INDP_KIND_MODE, detail::Growing>>>> {
public:
    /// The candidates are 1 to 2^20 distinct categories. They must be public, so never take them
    /// from the data.
    Mode(span<const Category> candidates, std::uint64_t rows_per_person)
    {
        std::vector<indp_category> plain;
        std::size_t size = 0;
        plain.reserve(candidates.size());
        for (const Category &candidate : candidates)
            plain.push_back(plain_category(candidate));
        detail::check(indp_mode_size(plain.data(), plain.size(), &size));
        memory_.resize(size);
        detail::check(indp_mode_init(memory_.data(), size, plain.data(), plain.size(),
                                     rows_per_person));
    }
    /// Adds one row. A value that is not a candidate is ignored.
    void add(std::string_view text)
    {
        releasing_.check_idle();
        detail::check(indp_mode_add_text(memory_.data(), bytes_of(text), text.size()));
    }
    void add(std::int64_t value)
    {
        releasing_.check_idle();
        detail::check(indp_mode_add_int64(memory_.data(), value));
    }
    std::size_t candidates() const
    {
        std::size_t n = 0;
        detail::check(indp_mode_candidates(memory_.data(), &n));
        return n;
    }
    /// The candidate with index i. Integers come first, in ascending order, then texts in the order
    /// of their bytes.
    Category candidate(std::size_t i) const
    {
        indp_value out = {};
        out.struct_size = sizeof out;
        detail::check(indp_mode_candidate(memory_.data(), i, &out));
        return category(out);
    }
    /// Releases the mode, which is possible only once.
    Category release(double epsilon) { return category(value(epsilon, nullptr)); }
    Category release(double epsilon, const Options &options)
    {
        return category(value(epsilon, &options));
    }
    /// Releases the counts of all candidates, which is possible only once and costs epsilon in
    /// total. Count i belongs to candidate(i). The counts are unbiased and may be negative.
    std::vector<std::int64_t> release_counts(double epsilon) { return counts(epsilon, nullptr); }
    std::vector<std::int64_t> release_counts(double epsilon, const Options &options)
    {
        return counts(epsilon, &options);
    }
    /// Throws if the public parameters would make release_counts fail, or if the state was released
    /// before. Releases nothing.
    void can_release_counts(double epsilon) const { can_counts(epsilon, nullptr); }
    void can_release_counts(double epsilon, const Options &options) const
    {
        can_counts(epsilon, &options);
    }
    /// The same as accuracy and epsilon_for_accuracy of a mode with this number of candidates, but
    /// without a state.
    static double accuracy_with(std::uint64_t candidates, std::uint64_t rows_per_person,
                                double epsilon, double alpha, const Options &options = Options())
    {
        double out = 0.0;
        detail::check(indp_mode_accuracy(candidates, rows_per_person, epsilon, alpha, options.get(),
                                         &out));
        return out;
    }
    static double epsilon_for_accuracy_with(std::uint64_t candidates, std::uint64_t rows_per_person,
                                            double alpha, double r,
                                            const Options &options = Options())
    {
        double out = 0.0;
        detail::check(indp_mode_epsilon_for_accuracy(candidates, rows_per_person, alpha, r,
                                                     options.get(), &out));
        return out;
    }

private:
    friend State;
    explicit Mode(Unmade) {}
    static const std::uint8_t *bytes_of(std::string_view text) noexcept
    {
        return reinterpret_cast<const std::uint8_t *>(text.data());
    }
    static indp_category plain_category(const Category &candidate) noexcept
    {
        indp_category out = {};
        if (const std::string *text = std::get_if<std::string>(&candidate)) {
            out.text = bytes_of(*text);
            out.length = text->size();
        } else if (const std::int64_t *integer = std::get_if<std::int64_t>(&candidate)) {
            out.integer = *integer;
        }
        return out;
    }
};
