namespace detail {

/// Histograms and modes, which can release a count for each cell or candidate.
template <class Base>
class Counted : public Base {
protected:
    std::size_t number_of_counts() const
    {
        std::size_t n = 0;
        check(indp_state_counts(this->memory_.data(), &n));
        return n;
    }
    std::vector<std::int64_t> counts(double epsilon, const Options *options)
    {
        const Releasing::Turn turn(this->releasing_);
        std::vector<std::int64_t> out(number_of_counts());
        void *const state = this->memory_.data();
        check(indp_state_release_counts(state, epsilon, given(options), out.data(), out.size()));
        return out;
    }
    void can_counts(double epsilon, const Options *options) const
    {
        check(indp_state_can_release_counts(this->memory_.data(), epsilon, given(options)));
    }
};

}  // namespace detail
