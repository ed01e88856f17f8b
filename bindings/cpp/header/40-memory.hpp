namespace detail {

/// The bytes of a state, stored inside the object. The bytes of a moved-from state are zeros, which
/// are not a valid state, so every call on it throws with status::state.
template <std::size_t Size>
class Inside {
public:
    Inside() = default;
    Inside(const Inside &) = delete;
    Inside &operator=(const Inside &) = delete;
    Inside(Inside &&other) noexcept { take(other); }
    Inside &operator=(Inside &&other) noexcept
    {
        if (this != &other)
            take(other);
        return *this;
    }

    void *data() noexcept { return bytes_; }
    const void *data() const noexcept { return bytes_; }
    void resize(std::size_t size)
    {
        if (size != Size)
            fail(INDP_E_STATE);
    }
    template <class Call>
    void with_room(std::uint64_t, Call call)
    {
        check(call());
    }

private:
    void take(Inside &other) noexcept
    {
        std::memcpy(bytes_, other.bytes_, Size);
        std::memset(other.bytes_, 0, Size);
    }

    unsigned char bytes_[Size] = {};
};

/// The bytes of a state whose size depends on its rows, candidates or edges.
class Growing {
public:
    Growing() = default;
    Growing(Growing &&other) noexcept
        : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0))
    {
    }
    Growing &operator=(Growing &&other) noexcept
    {
        bytes_ = std::move(other.bytes_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }

    void *data()
    {
        present();
        return bytes_.get();
    }
    const void *data() const
    {
        present();
        return bytes_.get();
    }
    void resize(std::size_t size)
    {
        std::unique_ptr<unsigned char[]> longer = std::make_unique<unsigned char[]>(size);
        if (bytes_)
            std::memcpy(longer.get(), bytes_.get(), size_);
        bytes_ = std::move(longer);
        size_ = size;
    }
    /// Makes the call. If the rows do not fit, enlarges the buffer and repeats the call.
    template <class Call>
    void with_room(std::uint64_t rows, Call call)
    {
        indp_status code = call();
        if (code == INDP_E_CAPACITY) {
            std::size_t room = 0;
            check(indp_state_room(data(), rows, &room));
            if (room > size_)
                resize(room);
            check(indp_state_resized(data(), size_));
            code = call();
        }
        check(code);
    }

private:
    void present() const
    {
        if (!bytes_)
            fail(INDP_E_STATE);
    }

    std::unique_ptr<unsigned char[]> bytes_;
    std::size_t size_ = 0;
};

}  // namespace detail
