/// A view of contiguous elements that it does not own, like std::span in C++20.
template <class T>
class span {
public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N>
    constexpr span(T (&array)[N]) noexcept : data_(array), size_(N)
    {
    }
    /// From a vector, an array, a std::span, or any other container whose data() and size()
    /// describe elements of type T.
    template <
        class Container,
        class = std::enable_if_t<std::is_convertible_v<
            std::remove_pointer_t<decltype(std::declval<Container &>().data())> (*)[], T (*)[]>>>
    constexpr span(Container &&container) noexcept
        : data_(container.data()), size_(container.size())
    {
    }
    /// From a list in braces. The list lives only until the end of the call that takes it as an
    /// argument.
    template <class U = T, class = std::enable_if_t<std::is_const_v<U>>>
    constexpr span(std::initializer_list<std::remove_const_t<U>> list) noexcept
    {
        data_ = list.begin();
        size_ = list.size();
    }

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t i) const noexcept { return data_[i]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

using Bytes = std::vector<unsigned char>;
