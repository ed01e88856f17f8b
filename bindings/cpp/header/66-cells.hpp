namespace detail {

/// Histograms and bounds, whose states have the same kind. A state is read by the class that made
/// it only.
template <class Kind, bool Search>
class Cells : public OfNumbers<State<Kind, INDP_KIND_HISTOGRAM, Growing>> {
public:
    /// Reads a state. Any bytes are safe to pass. The same bytes can be read several times: each
    /// state read can be released, and each release costs its own epsilon.
    static Kind from_bytes(span<const unsigned char> bytes)
    {
        Kind made = State<Kind, INDP_KIND_HISTOGRAM, Growing>::from_bytes(bytes);
        const indp_status code = indp_state_can_release_bounds(made.memory_.data(), 1.0, nullptr);
        if ((code != INDP_E_STATE) != Search)
            fail(INDP_E_STATE);
        return made;
    }
};

}  // namespace detail
