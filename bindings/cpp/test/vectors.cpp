// Replays the test vectors through the entropy callback. The bits of each release and the number of
// words read must equal those in the files.
#include "check.hpp"

#include <fstream>
#include <sstream>

namespace {

double double_of(std::uint64_t bits)
{
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// The fields of a line of a vectors file.
struct Fields {
    std::istringstream text;

    std::string name()
    {
        std::string out;
        text >> out;
        return out;
    }
    template <class Number>
    Number decimal()
    {
        Number out{};
        text >> std::dec >> out;
        return out;
    }
    std::uint64_t word()
    {
        std::uint64_t out = 0;
        text >> std::hex >> out;
        return out;
    }
    double number() { return double_of(word()); }
};

// Supplies the rest of a line as random words, and counts the words that are read.
struct Tape {
    std::vector<std::uint64_t> words;
    std::size_t used = 0;

    explicit Tape(Fields &fields)
    {
        for (std::uint64_t word; fields.text >> std::hex >> word;)
            words.push_back(word);
    }
    auto play()
    {
        return [this](indp::span<std::uint8_t> buffer) {
            CHECK(buffer.size() == 8);
            const std::uint64_t word = words.at(used++);
            for (unsigned i = 0; i < 8; i++)
                buffer[i] = static_cast<std::uint8_t>(word >> (8 * i));
        };
    }
};

void snapping(Fields &line, bool is_float)
{
    indp::Options options;
    if (is_float)
        options.float_precision(line.decimal<std::uint32_t>());
    const double epsilon = line.number(), sensitivity = line.number(), bound = line.number();
    if (!is_float)
        options.grid(line.number());
    const double value = line.number(), out = line.number();
    const std::size_t used = line.decimal<std::size_t>();
    Tape tape(line);
    options.entropy(tape.play());
    CHECK(same_bits(indp::Snapping(epsilon, sensitivity, bound, options).release(value), out));
    CHECK(tape.used == used);
}

indp::Eta eta(Fields &line)
{
    const std::uint64_t x = line.decimal<std::uint64_t>();
    const std::uint32_t y = line.decimal<std::uint32_t>(), z = line.decimal<std::uint32_t>();
    return indp::Eta(x, y, z);
}

void outcomes(Fields &line, const indp::Eta &parameter, std::int64_t min, std::int64_t max, std::size_t n,
              indp::Options options)
{
    std::vector<double> utilities;
    for (std::size_t i = 0; i < n; i++)
        utilities.push_back(line.number());
    const std::size_t index = line.decimal<std::size_t>(), used = line.decimal<std::size_t>();
    Tape tape(line);
    const indp::Exponential choose(parameter, min, max, n, options.entropy(tape.play()));
    CHECK(choose.select(utilities) == index && tape.used == used);
    tape.used = 0;
    CHECK(choose.select_by(n, [&](std::size_t i) { return utilities[i]; }) == index && tape.used == used);
}

void exponential(Fields &line)
{
    const indp::Eta parameter = eta(line);
    const std::int64_t min = line.decimal<std::int64_t>(), max = line.decimal<std::int64_t>();
    const std::uint32_t retries = line.decimal<std::uint32_t>();
    const std::size_t n = line.decimal<std::size_t>();
    outcomes(line, parameter, min, max, n, indp::Options().min_retries(retries));
}

void flip(Fields &line, bool groups)
{
    const indp::Eta parameter = eta(line);
    const std::int64_t min = line.decimal<std::int64_t>(), max = line.decimal<std::int64_t>();
    const std::size_t n = line.decimal<std::size_t>();
    indp::Options options = indp::Options().selection(indp::Selection::permute_and_flip);
    if (!groups)
        return outcomes(line, parameter, min, max, n, std::move(options));
    std::vector<std::int64_t> utilities;
    std::vector<std::uint64_t> multiplicities;
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < n; i++) {
        utilities.push_back(line.decimal<std::int64_t>());
        multiplicities.push_back(line.decimal<std::uint64_t>());
        total += multiplicities.back();
    }
    const std::size_t index = line.decimal<std::size_t>(), used = line.decimal<std::size_t>();
    // select_counted does not choose a member of the group, so the fields member and
    // words_used_then are skipped.
    line.decimal<std::uint64_t>();
    line.decimal<std::uint64_t>();
    Tape tape(line);
    const indp::Exponential choose(parameter, min, max, total, options.entropy(tape.play()));
    CHECK(choose.select_counted(utilities, multiplicities) == index && tape.used == used);
}

void extreme(Fields &line)
{
    const double epsilon = line.number(), q = line.decimal<double>();
    const std::uint64_t rows_per_person = line.decimal<std::uint64_t>(), n = line.decimal<std::uint64_t>();
    std::vector<std::pair<std::int64_t, std::uint64_t>> entries(line.decimal<std::size_t>());
    for (auto &[candidate, rows] : entries) {
        candidate = line.decimal<std::int64_t>();
        rows = line.decimal<std::uint64_t>();
    }
    for (int i = 0; i < 7; i++)
        line.decimal<std::uint64_t>(); // parameters that the library derives from those above
    const double place = line.decimal<double>();
    const std::size_t used = line.decimal<std::size_t>();
    Tape tape(line);
    indp::Quantile state(q, 0, static_cast<double>(n - 1), rows_per_person, n);
    // The numbers of rows may be very large. So their bits are processed from the highest down: the
    // state is doubled by merging it with itself, then one row is added for each candidate whose
    // number of rows has this bit.
    for (int bit = 63; bit >= 0; bit--) {
        state.merge(state);
        for (const auto &[candidate, rows] : entries)
            if (rows >> bit & 1)
                state.add_integer(candidate);
    }
    CHECK(same_bits(state.release(epsilon, indp::Options().entropy(tape.play())), place) && tape.used == used);
}

template <class Replay>
int replayed(const std::string &path, Replay replay)
{
    std::ifstream file(path);
    std::string line;
    int cases = 0;
    CHECK(std::getline(file, line) && line == "# tape " + std::to_string(indp::tape_version()));
    while (std::getline(file, line)) {
        if (line.empty() || line[0] == '#')
            continue;
        const int before = failures;
        Fields fields{std::istringstream(line)};
        const std::string name = fields.name();
        replay(fields, name);
        cases++;
        if (failures != before)
            std::printf("%s: %s\n", path.c_str(), name.c_str());
    }
    return cases;
}

} // namespace

int main(int, char **argv)
{
    const std::string folder = argv[1];
    const int cases[] = {
        replayed(folder + "/snapping-v2.txt", [](Fields &f, const std::string &) { snapping(f, false); }),
        replayed(folder + "/snapping-float-v2.txt", [](Fields &f, const std::string &) { snapping(f, true); }),
        replayed(folder + "/exponential-v2.txt", [](Fields &f, const std::string &) { exponential(f); }),
        replayed(folder + "/permute-and-flip-v2.txt",
                 [](Fields &f, const std::string &name) { flip(f, name.rfind("groups/", 0) == 0); }),
        replayed(folder + "/extremes-v2.txt", [](Fields &f, const std::string &) { extreme(f); }),
    };
    int all = 0;
    for (int n : cases) {
        CHECK(n >= 100);
        all += n;
    }
    std::printf("%d vectors replayed\n", all);
    return failures != 0;
}
