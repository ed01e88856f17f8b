// The program examples-c/quickstart.c, written with the C++ classes. An argument is used as a seed
// and makes the output repeatable.
#include <indp.hpp>

#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv)
try {
    const auto options = [&] {
        return argc > 1 ? indp::Options().insecure_seed(std::strtoull(argv[1], nullptr, 10)) : indp::Options();
    };
    std::printf("indp %s, header %s\n", indp::version().c_str(), INDP_VERSION_STRING);
    indp::self_test();

    const indp::Snapping mechanism(0.5, 3.0, 1e6, options().grid(1.0));
    std::printf("noise of scale %g on a grid of %g\n", mechanism.lambda(), mechanism.grid());
    double answers[3] = {1200.0, 80.0, 4.0};
    const double one = mechanism.release(1200.0);
    mechanism.release_in_place(answers);
    const std::int64_t whole = mechanism.release_integer(1200);
    std::printf("one %g, three %g %g %g, an integer %lld\n", one, answers[0], answers[1], answers[2],
                static_cast<long long>(whole));

    indp::Count count(5);
    indp::Sum sum(0.0, 100.0, 5), shard(0.0, 100.0, 5);
    count.add();
    count.add_rows(1001);
    sum.add(40.0);
    sum.add_integer(2);
    for (int i = 0; i < 250; i++)
        shard.add_many({12.5, 99.0, 1e9, -3.0});
    sum.merge(indp::Sum::from_bytes(shard.to_bytes()));

    // The errors that these answers exceed with probability 0.05.
    const double around_count = count.accuracy(0.5, 0.05), around_sum = sum.accuracy(0.5, 0.05);
    const std::int64_t counted = count.release(0.5, options());
    const double total = sum.release(0.5, options());
    std::printf("count %lld (within %.0f), sum %.0f (within %.0f); both together cost epsilon = 1\n",
                static_cast<long long>(counted), around_count, total, around_sum);
} catch (const indp::error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
