/// A total privacy loss that may be spent, counted in exact decimals. A budget cannot be copied,
/// because every copy could be spent.
class Budget {
public:
    explicit Budget(double epsilon)
    {
        detail::check(indp_budget_init(memory_.data(), INDP_BUDGET_STATE_SIZE, epsilon));
    }

    /// Spends epsilon, which counts as the shortest decimal that converts to this double. Returns
    /// the epsilon to release with: the largest double that does not exceed the decimal. Nothing
    /// spent is ever given back.
    double spend(double epsilon)
    {
        double usable = 0.0;
        detail::check(indp_budget_spend(memory_.data(), epsilon, &usable));
        return usable;
    }
    /// Changes the total. The amount spent so far does not change.
    void change(double epsilon) { detail::check(indp_budget_change(memory_.data(), epsilon)); }
    /// Raises the amount spent to epsilon, unless at least as much is spent already.
    void raise_spent(double epsilon) { detail::check(indp_budget_raise(memory_.data(), epsilon)); }
    double left() const
    {
        double out = 0.0;
        detail::check(indp_budget_left(memory_.data(), &out));
        return out;
    }
    /// What was spent, exactly, as a decimal.
    std::string spent() const
    {
        char text[INDP_BUDGET_TEXT_SIZE];
        detail::check(indp_budget_spent(memory_.data(), text, sizeof text, nullptr));
        return text;
    }
    Bytes to_bytes() const
    {
        Bytes bytes(INDP_BUDGET_STATE_SIZE);
        detail::check(indp_budget_serialise(memory_.data(), bytes.data(), bytes.size()));
        return bytes;
    }
    static Budget from_bytes(span<const unsigned char> bytes)
    {
        Budget made{Unmade()};
        detail::check(indp_budget_deserialise(bytes.data(), bytes.size(), made.memory_.data(),
                                              INDP_BUDGET_STATE_SIZE));
        return made;
    }

private:
    struct Unmade {};
    explicit Budget(Unmade) {}
    detail::Inside<INDP_BUDGET_STATE_SIZE> memory_;
};
