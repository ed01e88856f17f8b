// Answers the lines of extensions/test/neighbours/lines.py with the C++ classes.
#include <indp.hpp>

#include <cstring>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace {

using Item = std::variant<std::monostate, double, std::int64_t, std::string>; // monostate is NULL

std::vector<std::string> split(const std::string &text, char between)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, between);)
        parts.push_back(part);
    return parts;
}

Item read(const std::string &text)
{
    if (text[0] == 'n')
        return {};
    if (text[0] == 'i')
        return std::int64_t{std::stoll(text.substr(1))};
    if (text[0] == 'd') {
        const std::uint64_t bits = std::stoull(text.substr(1), nullptr, 16);
        double number;
        std::memcpy(&number, &bits, sizeof number);
        return number;
    }
    std::string bytes;
    for (std::size_t i = 1; i < text.size(); i += 2)
        bytes += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
    return bytes;
}

double number(const std::string &text) { return std::get<double>(read(text)); }

std::vector<Item> list(const std::string &text)
{
    std::vector<Item> items;
    for (const std::string &item : text == "-" ? std::vector<std::string>() : split(text, ','))
        items.push_back(read(item));
    return items;
}

std::vector<double> doubles(const std::vector<Item> &items)
{
    std::vector<double> all;
    for (const Item &item : items)
        all.push_back(std::get<double>(item));
    return all;
}

std::string hexadecimal(const unsigned char *bytes, std::size_t n)
{
    std::ostringstream out;
    for (std::size_t i = 0; i < n; i++)
        out << std::hex << std::setw(2) << std::setfill('0') << unsigned{bytes[i]};
    return out.str();
}

std::string written(double value)
{
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    std::ostringstream out;
    out << 'd' << std::hex << std::setw(16) << std::setfill('0') << bits;
    return out.str();
}

std::string written(std::int64_t value) { return "i" + std::to_string(value); }

std::string written(const std::string &value)
{
    return "t" + hexadecimal(reinterpret_cast<const unsigned char *>(value.data()), value.size());
}

std::string written(const indp::Category &value)
{
    return std::visit([](const auto &one) { return written(one); }, value);
}

template <class Value>
std::string written(const std::vector<Value> &values)
{
    std::string all;
    for (const Value &value : values)
        all += (all.empty() ? "" : ",") + written(value);
    return all;
}

std::string written(const indp::Parts &parts)
{
    std::vector<double> all = {parts.value, parts.count};
    all.insert(all.end(), parts.sum, parts.sum + parts.number);
    all.push_back(parts.scale);
    return written(all);
}

struct Line {
    std::string how;
    double epsilon;
    std::vector<Item> items, rows;
};

template <class State>
constexpr bool has_parts = std::is_same_v<State, indp::Mean> ||
    std::is_same_v<State, indp::Variance> || std::is_same_v<State, indp::StdDev>;

template <class State>
std::string released(State &state, const Line &line, const indp::Options &options)
{
    if constexpr (std::is_same_v<State, indp::Quantile>)
        if (line.how == "quantiles")
            return written(state.release_many(doubles(line.items), line.epsilon, options));
    if constexpr (std::is_same_v<State, indp::Histogram>)
        return written(state.release(line.epsilon, options));
    else {
        if constexpr (std::is_same_v<State, indp::Mode>)
            if (line.how == "counts")
                return written(state.release_counts(line.epsilon, options));
        if constexpr (has_parts<State>)
            if (line.how == "parts")
                return written(state.release_parts(line.epsilon, options));
        return written(state.release(line.epsilon, options));
    }
}

template <class State>
std::string answer(State &state, const Line &line, const indp::Options &options)
{
    try {
        return released(state, line, options);
    } catch (const indp::error &error) {
        const std::string name = indp_status_name(static_cast<indp_status>(error.status()));
        return "e" + name.substr(7);
    }
}

template <class State>
void add(State &state, const std::vector<Item> &rows)
{
    std::vector<double> many;
    for (const Item &row : rows) {
        if (std::holds_alternative<std::monostate>(row))
            continue;
        if constexpr (std::is_same_v<State, indp::Count>)
            state.add();
        else if constexpr (std::is_same_v<State, indp::Mode>) {
            if (const std::string *text = std::get_if<std::string>(&row))
                state.add(std::string_view(*text));
            else
                state.add(std::get<std::int64_t>(row));
        } else if (const std::int64_t *integer = std::get_if<std::int64_t>(&row))
            state.add_integer(*integer);
        else if (many.size() < 4)
            many.push_back(std::get<double>(row));
        else
            state.add(std::get<double>(row));
    }
    if constexpr (!std::is_same_v<State, indp::Count> && !std::is_same_v<State, indp::Mode>)
        state.add_many(many);
}

template <class State>
void respond(State state, const Line &line)
{
    add(state, line.rows);
    const auto bytes = state.to_bytes();
    State second = State::from_bytes(bytes);
    std::cout << hexadecimal(bytes.data(), bytes.size()) << '\t'
              << answer(state, line, indp::Options()) << '\t'
              << answer(second, line, indp::Options().insecure_seed(4711)) << '\n';
}

std::vector<indp::Category> categories(const std::vector<Item> &items)
{
    std::vector<indp::Category> all;
    for (const Item &item : items) {
        if (const std::string *text = std::get_if<std::string>(&item))
            all.emplace_back(*text);
        else
            all.emplace_back(std::get<std::int64_t>(item));
    }
    return all;
}

void respond(const std::vector<std::string> &fields)
{
    const std::string &kind = fields[0];
    const Line line = {fields[1], number(fields[3]), list(fields[8]), list(fields[9])};
    const std::uint64_t m = std::stoull(fields[2]), points = std::stoull(fields[6]);
    const double lo = number(fields[4]), hi = number(fields[5]);
    if (kind == "count")
        respond(indp::Count(m), line);
    else if (kind == "sum")
        respond(indp::Sum(lo, hi, m), line);
    else if (kind == "mean")
        respond(indp::Mean(lo, hi, m), line);
    else if (kind == "variance")
        respond(indp::Variance(lo, hi, m), line);
    else if (kind == "stddev")
        respond(indp::StdDev(lo, hi, m), line);
    else if (kind == "quantile")
        respond(indp::Quantile(number(fields[7]), lo, hi, m, points), line);
    else if (kind == "mode")
        respond(indp::Mode(categories(line.items), m), line);
    else
        respond(indp::Histogram(doubles(line.items), m), line);
}

} // namespace

int main()
{
    for (std::string text; std::getline(std::cin, text);)
        respond(split(text, '\t'));
}
