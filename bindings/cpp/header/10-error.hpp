/// The exception of a call that failed; if memory is exhausted, std::bad_alloc is thrown instead.
/// what() contains the name of the status, its parameter if it is about one, and a message. The
/// text contains no private value, so it may be logged.
class error : public std::runtime_error {
public:
    explicit error(indp::status status) : std::runtime_error(text(status)), status_(status) {}

    indp::status status() const noexcept { return status_; }
    /// The name of the status in C, such as "INDP_E_EPSILON".
    const char *name() const noexcept
    {
        return indp_status_name(static_cast<indp_status>(status_));
    }
    /// The parameter or option that the status is about, such as "epsilon"; "" if it is about none.
    const char *parameter() const noexcept { return detail::parameter_of(status_); }

private:
    static std::string text(indp::status status)
    {
        const indp_status code = static_cast<indp_status>(status);
        std::string all = indp_status_name(code);
        const char *const parameter = detail::parameter_of(status);
        if (*parameter != '\0')
            all.append(" (").append(parameter).append(")");
        return all.append(": ").append(indp_status_message(code));
    }

    indp::status status_;
};

namespace detail {

/// The exception that a callback on this thread threw. It is kept here until the C call has
/// returned.
inline std::exception_ptr &thrown() noexcept
{
    thread_local std::exception_ptr exception;
    return exception;
}

/// Throws the exception of a callback if there is one, and otherwise the exception for the status.
[[noreturn]] inline void fail(indp_status code)
{
    if (std::exception_ptr exception = std::exchange(thrown(), nullptr))
        std::rethrow_exception(exception);
    if (code == INDP_E_NO_MEMORY)
        throw std::bad_alloc();
    throw error(static_cast<indp::status>(code));
}

inline void check(indp_status code)
{
    if (code != INDP_OK)
        fail(code);
}

}  // namespace detail
