/// The version of the library in use, "major.minor.patch". INDP_VERSION_STRING is the version of
/// the header.
inline std::string version() { return indp_version_string(); }
inline std::uint32_t version_major() noexcept { return indp_version_major(); }
inline std::uint32_t version_minor() noexcept { return indp_version_minor(); }
inline std::uint32_t version_patch() noexcept { return indp_version_patch(); }
/// The version number of the order in which random words are read (docs/tape.md).
inline std::uint32_t tape_version() noexcept { return indp_tape_version(); }
/// Throws if this build computes wrong results on this machine.
inline void self_test() { detail::check(indp_self_test()); }

namespace detail {

/// The flag that ends long computations of this thread, or nullptr.
inline const std::int32_t *&stop_flag() noexcept
{
    thread_local const std::int32_t *flag = nullptr;
    return flag;
}

}  // namespace detail

/// While an object of this class exists, long computations on its thread throw with status::stopped
/// if the flag is not 0. If a thread has several such objects, only the newest counts. Destroy them
/// in the reverse order of their construction.
class StopWhen {
public:
    explicit StopWhen(const std::atomic<std::int32_t> &flag)
    {
        static_assert(sizeof flag == sizeof(std::int32_t) &&
                      std::atomic<std::int32_t>::is_always_lock_free);
        const std::int32_t *const own = reinterpret_cast<const std::int32_t *>(&flag);
        detail::check(indp_stop_when(own));
        before_ = std::exchange(detail::stop_flag(), own);
    }
    StopWhen(const StopWhen &) = delete;
    StopWhen &operator=(const StopWhen &) = delete;
    ~StopWhen() { static_cast<void>(indp_stop_when(detail::stop_flag() = before_)); }

private:
    const std::int32_t *before_;
};
