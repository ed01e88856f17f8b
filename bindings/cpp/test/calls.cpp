// Answers the lines of bindings/test/wire.py with the C++ classes.
#include <indp.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>

#include "classes.hpp"

namespace {

#define CLASS(name) indp::name
using Object = std::variant<std::monostate, indp::Count, indp::Sum, CLASSES_OF_SUMS(CLASS),
                            indp::Quantile, indp::Mode, indp::Histogram, indp::Bounds,
                            indp::Snapping, indp::Exponential, indp::Eta, indp::Budget>;
std::map<std::string, Object> objects;
std::vector<std::string> words;
std::size_t used = 0;

std::vector<std::string> split(const std::string &text, char between)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, between);)
        parts.push_back(part);
    return parts;
}

std::vector<std::string> items(const std::string &text)
{
    return split(text.substr(1, text.size() - 2), ',');
}

double real(const std::string &text)
{
    const std::uint64_t bits = std::stoull(text.substr(1), nullptr, 16);
    double number;
    std::memcpy(&number, &bits, sizeof number);
    return number;
}

template <class Integer = std::uint64_t>
Integer whole(const std::string &text)
{
    const std::string digits = text.substr(1);
    if (digits[0] == '-')
        return static_cast<Integer>(std::stoll(digits));
    return static_cast<Integer>(std::stoull(digits));
}

indp::Bytes bytes(const std::string &text)
{
    indp::Bytes out;
    for (std::size_t i = 1; i < text.size(); i += 2)
        out.push_back(static_cast<unsigned char>(std::stoi(text.substr(i, 2), nullptr, 16)));
    return out;
}

std::string characters(const std::string &text)
{
    const indp::Bytes read = bytes(text);
    return std::string(read.begin(), read.end());
}

indp::Category category(const std::string &text)
{
    if (text[0] == 'i')
        return whole<std::int64_t>(text);
    return characters(text);
}

template <class Read>
auto list(const std::string &text, Read read)
{
    std::vector<decltype(read(text))> out;
    for (const std::string &item : items(text))
        out.push_back(read(item));
    return out;
}

std::vector<double> reals(const std::string &text) { return list(text, real); }

std::string hexadecimal(const std::string &kind, std::string_view all)
{
    std::string out = kind;
    for (const char one : all)
        for (const int shift : {4, 0})
            out += "0123456789abcdef"[static_cast<unsigned char>(one) >> shift & 15];
    return out;
}

std::string written(double value)
{
    char bits[18];
    std::uint64_t plain;
    std::memcpy(&plain, &value, sizeof plain);
    std::snprintf(bits, sizeof bits, "d%016llx", static_cast<unsigned long long>(plain));
    return bits;
}

template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
std::string written(Integer value)
{
    return "i" + std::to_string(value);
}

std::string written(const std::string &value) { return hexadecimal("t", value); }

std::string written(const indp::Bytes &value)
{
    return hexadecimal("x", {reinterpret_cast<const char *>(value.data()), value.size()});
}

template <class... One>
std::string written(const std::variant<One...> &value)
{
    return std::visit([](const auto &one) { return written(one); }, value);
}

template <class... Field>
std::string listed(const Field &...fields)
{
    std::string all;
    ((all += "," + written(fields)), ...);
    return "[" + all.substr(1) + "]";
}

template <class Value>
std::string written(const std::vector<Value> &values)
{
    std::string all;
    for (const Value &value : values)
        all += (all.empty() ? "" : ",") + written(value);
    return "[" + all + "]";
}

std::string written(const indp::Interval &of) { return listed(of.low, of.high); }
std::string written(const std::optional<indp::Extent> &of)
{
    return of ? listed(of->lo, of->hi) : "ok";
}

std::string written(const indp::Probability &of)
{
    return listed(of.probability, of.log_probability);
}

std::string written(const indp::Audit &of)
{
    return listed(of.loss, of.exhaustive, of.wrong_ends, of.exceeds, of.outputs);
}

std::string written(const indp::Distance &of)
{
    return listed(of.unclamped, of.inner, of.outer_mean, of.outer);
}

std::string written(const indp::Eta &of) { return listed(of.x(), of.y(), of.z()); }

std::string written(const indp::Moments &of)
{
    return listed(of.bias, of.variance, of.mean_absolute_error, of.laplace_variance,
                  of.laplace_mean_absolute_error);
}

std::string written(const indp::Parts &of)
{
    std::vector<double> all = {of.value, of.count};
    all.insert(all.end(), of.sum, of.sum + of.number);
    all.push_back(of.scale);
    return written(all);
}

indp::Parts parts(const std::string &text)
{
    const std::vector<double> all = reals(text);
    indp::Parts out = {};
    out.struct_size = sizeof out;
    out.value = all[0];
    out.count = all[1];
    out.number = static_cast<decltype(out.number)>(all.size() - 3);
    std::copy(all.begin() + 2, all.end() - 1, out.sum);
    out.scale = all.back();
    return out;
}

#include "options.hpp"

indp::Options options(const std::vector<std::string> &fields)
{
    indp::Options out;
    for (const std::string &field : fields) {
        const std::size_t at = field.find('=');
        const std::string name = field.substr(0, at), value = field.substr(at + 1);
        if (!set_option(out, name, value)) {
            words = items(value);
            used = 0;
            out.entropy([](indp::span<std::uint8_t> buffer) {
                const indp::Bytes word = bytes(words.at(used++));
                std::reverse_copy(word.begin(), word.end(), buffer.begin());
            });
        }
    }
    return out;
}

struct Line {
    std::string owner, method;
    std::vector<std::string> given, chosen;

    const std::string &operator[](std::size_t i) const { return given.at(i); }

    /// Makes a call, with the options if there are any.
    template <class Call>
    std::string of(Call call) const
    {
        const auto answer = [&](const auto &...chosen_options) {
            if constexpr (std::is_void_v<decltype(call(chosen_options...))>)
                return call(chosen_options...), std::string("ok");
            else
                return written(call(chosen_options...));
        };
        if constexpr (std::is_invocable_v<Call, const indp::Options &>)
            if (!chosen.empty())
                return answer(options(chosen));
        if constexpr (std::is_invocable_v<Call>)
            if (chosen.empty())
                return answer();
        return "no such call";
    }
};

// Calls the method `name`. The arguments end with a comma, since the options may follow.
#define CALL(name, ...) \
    if (line.method == #name) \
    return line.of([&](const auto &...o) -> decltype(own.name(__VA_ARGS__ o...)) { \
        return own.name(__VA_ARGS__ o...); \
    })

std::string missing(const Line &line) { return "no such method: " + line.method; }

/// The methods of all states.
template <class State>
std::string of_state(State &own, const Line &line)
{
    if (line.method == "merge" || line.method == "check_compatible") {
        State *const other = std::get_if<State>(&objects[line[0].substr(1)]);
        if (other == nullptr)
            return "another class";
        CALL(merge, *other, );
        CALL(check_compatible, *other, );
    }
    CALL(rows, );
    CALL(rows_per_person, );
    CALL(size, );
    CALL(to_bytes, );
    CALL(release, real(line[0]), );
    CALL(can_release, real(line[0]), );
    return missing(line);
}

template <class State>
std::string of_bound(State &own, const Line &line)
{
    CALL(accuracy, real(line[0]), real(line[1]), );
    CALL(epsilon_for_accuracy, real(line[0]), real(line[1]), );
    if constexpr (!std::is_same_v<State, indp::Histogram>)
        CALL(release_value, real(line[0]), );
    return of_state(own, line);
}

template <class State>
std::string of_numbers(State &own, const Line &line)
{
    CALL(add, real(line[0]), );
    CALL(add_integer, whole<std::int64_t>(line[0]), );
    CALL(add_many, reals(line[0]), );
    return missing(line);
}

std::string of(std::monostate, const Line &line) { return missing(line); }

std::string of(indp::Count &own, const Line &line)
{
    CALL(add, );
    CALL(add_rows, whole(line[0]), );
    if (line.method == "interval")
        CALL(interval, whole<double>(line[0]), real(line[1]), real(line[2]), );
    return of_bound(own, line);
}

std::string of(indp::Sum &own, const Line &line)
{
    CALL(sensitivity, );
    CALL(interval, real(line[0]), real(line[1]), real(line[2]), );
    return line.method.rfind("add", 0) == 0 ? of_numbers(own, line) : of_bound(own, line);
}

template <class State>
std::string of_parts(State &own, const Line &line)
{
    CALL(release_parts, real(line[0]), );
    CALL(accuracy, whole(line[0]), real(line[1]), real(line[2]), );
    CALL(epsilon_for_accuracy, whole(line[0]), real(line[1]), real(line[2]), );
    CALL(interval, parts(line[0]), real(line[1]), );
    return line.method.rfind("add", 0) == 0 ? of_numbers(own, line) : of_state(own, line);
}

template <class Kind, std::int32_t Number, std::size_t Size>
std::string of(indp::detail::WithParts<Kind, Number, Size> &own, const Line &line)
{
    return of_parts(static_cast<Kind &>(own), line);
}

std::string of(indp::Quantile &own, const Line &line)
{
    CALL(release_many, reals(line[0]), real(line[1]), );
    CALL(can_release_many, reals(line[0]), real(line[1]), );
    return line.method.rfind("add", 0) == 0 ? of_numbers(own, line) : of_bound(own, line);
}

std::string of(indp::Mode &own, const Line &line)
{
    if (line.method == "add" && line[0][0] == 't')
        CALL(add, std::string_view(characters(line[0])), );
    CALL(add, whole<std::int64_t>(line[0]), );
    CALL(release_counts, real(line[0]), );
    CALL(can_release_counts, real(line[0]), );
    if (line.method == "candidates") {
        std::vector<indp::Category> all;
        for (std::size_t i = 0; i < own.candidates(); i++)
            all.push_back(own.candidate(i));
        return written(all);
    }
    return of_bound(own, line);
}

std::string of(indp::Histogram &own, const Line &line)
{
    CALL(edges, );
    CALL(cells, );
    return line.method.rfind("add", 0) == 0 ? of_numbers(own, line) : of_bound(own, line);
}

std::string of(indp::Bounds &own, const Line &line)
{
    return line.method.rfind("add", 0) == 0 ? of_numbers(own, line) : of_state(own, line);
}

std::string of(indp::Snapping &own, const Line &line)
{
    CALL(release, real(line[0]), );
    CALL(release_integer, whole<std::int64_t>(line[0]), );
    CALL(release_many, reals(line[0]), );
    CALL(lambda, );
    CALL(grid, );
    CALL(laplace_epsilon, );
    CALL(loss, );
    CALL(precision, );
    CALL(unit_roundoff, );
    CALL(accuracy, real(line[0]), );
    CALL(accuracy_at, real(line[0]), real(line[1]), );
    CALL(moments, real(line[0]), );
    CALL(distance, real(line[0]), real(line[1]), );
    CALL(audit_bound, );
    CALL(audit_pair, real(line[0]), real(line[1]), );
    CALL(audit_pair_integers, whole<std::int64_t>(line[0]), whole<std::int64_t>(line[1]), );
    CALL(audit_range, real(line[0]), real(line[1]), );
    CALL(probability, real(line[0]), real(line[1]), );
    return missing(line);
}

std::string of(indp::Exponential &own, const Line &line)
{
    CALL(select, reals(line[0]), );
    if (line.method == "select_by") {
        const std::vector<double> utilities = reals(line[0]);
        const bool has_n = line.given.size() > 1;
        const std::size_t n = has_n ? whole<std::size_t>(line[1]) : utilities.size();
        return written(own.select_by(n, [&](std::size_t i) { return utilities[i]; }));
    }
    if (line.given.size() == 1)
        CALL(select_counted, list(line[0], whole<std::int64_t>), );
    CALL(select_counted, list(line[0], whole<std::int64_t>), list(line[1], whole<>), );
    CALL(precision, );
    CALL(precision_note, );
    CALL(precision_empirical, );
    return missing(line);
}

std::string of(indp::Eta &own, const Line &line)
{
    CALL(epsilon, real(line[0]), line[1] == "yes", );
    return missing(line);
}

std::string of(indp::Budget &own, const Line &line)
{
    CALL(spend, real(line[0]), );
    CALL(change, real(line[0]), );
    CALL(raise_spent, real(line[0]), );
    CALL(left, );
    CALL(spent, );
    CALL(to_bytes, );
    return missing(line);
}

/// Makes an object, with the options if there are any.
template <class Kind, class... Given>
std::string made(const Line &line, const Given &...given)
{
    return line.of([&](const auto &...o) -> std::void_t<decltype(Kind(given..., o...))> {
        objects[line.owner] = Kind(given..., o...);
    });
}

template <class Kind>
std::string on_grid(const Line &line)
{
    const double lo = real(line[0]), hi = real(line[1]);
    const std::uint64_t rows = whole(line[2]);
    if (line.given.size() > 3)
        return made<Kind>(line, lo, hi, rows, real(line[3]));
    return made<Kind>(line, lo, hi, rows);
}

template <class Kind>
std::string from_bytes(const Line &line)
{
    objects[line.owner] = Kind::from_bytes(bytes(line[0]));
    return "ok";
}

indp::Eta eta(const Line &line)
{
    const std::uint32_t y = whole<std::uint32_t>(line[1]), z = whole<std::uint32_t>(line[2]);
    return indp::Eta(whole(line[0]), y, z);
}

using Function = std::string (*)(const Line &);
#define STATIC(kind, name, ...) \
    { #kind "." #name, [](const Line &line) { \
         return line.of([&](const auto &...o) -> decltype(indp::kind::name(__VA_ARGS__ o...)) { \
             return indp::kind::name(__VA_ARGS__ o...); \
         }); \
     } }

#define ON_GRID(name) \
    { #name, on_grid<indp::name> }
#define FROM_BYTES(name) \
    { #name ".from_bytes", from_bytes<indp::name> }

const std::map<std::string, Function> functions = {
    { "Count", [](const Line &line) { return made<indp::Count>(line, whole(line[0])); } },
    { "Sum", on_grid<indp::Sum> },
    CLASSES_OF_SUMS(ON_GRID),
    { "Quantile",
      [](const Line &line) {
          const double q = real(line[0]), lo = real(line[1]), hi = real(line[2]);
          const std::uint64_t rows = whole(line[3]);
          if (line.given.size() > 4)
              return made<indp::Quantile>(line, q, lo, hi, rows, whole(line[4]));
          return made<indp::Quantile>(line, q, lo, hi, rows);
      } },
    { "Mode",
      [](const Line &line) {
          return made<indp::Mode>(line, list(line[0], category), whole(line[1]));
      } },
    { "Histogram",
      [](const Line &line) {
          return made<indp::Histogram>(line, reals(line[0]), whole(line[1]));
      } },
    { "Bounds",
      [](const Line &line) {
          const std::uint64_t rows = whole(line[0]);
          if (line.given.size() > 2)
              return made<indp::Bounds>(line, rows, real(line[1]), reals(line[2]));
          if (line.given.size() > 1)
              return made<indp::Bounds>(line, rows, real(line[1]));
          return made<indp::Bounds>(line, rows);
      } },
    { "Snapping",
      [](const Line &line) {
          return made<indp::Snapping>(line, real(line[0]), real(line[1]), real(line[2]));
      } },
    { "Eta", [](const Line &line) { return made<indp::Eta>(line, eta(line)); } },
    { "Exponential",
      [](const Line &line) {
          return made<indp::Exponential>(line, eta(line), whole<std::int64_t>(line[3]),
                                         whole<std::int64_t>(line[4]), whole(line[5]));
      } },
    { "Budget", [](const Line &line) { return made<indp::Budget>(line, real(line[0])); } },
    { "Count.from_bytes", from_bytes<indp::Count> },
    { "Sum.from_bytes", from_bytes<indp::Sum> },
    CLASSES_OF_SUMS(FROM_BYTES),
    { "Quantile.from_bytes", from_bytes<indp::Quantile> },
    { "Mode.from_bytes", from_bytes<indp::Mode> },
    { "Histogram.from_bytes", from_bytes<indp::Histogram> },
    { "Bounds.from_bytes", from_bytes<indp::Bounds> },
    { "Budget.from_bytes", from_bytes<indp::Budget> },
    STATIC(Snapping, epsilon_for_accuracy, real(line[0]), real(line[1]), real(line[2]),
           real(line[3]), ),
    STATIC(Eta, from_epsilon, real(line[0]), real(line[1]), line[2] == "yes", ),
    STATIC(Mode, accuracy_with, whole(line[0]), whole(line[1]), real(line[2]), real(line[3]), ),
    STATIC(Mode, epsilon_for_accuracy_with, whole(line[0]), whole(line[1]), real(line[2]),
           real(line[3]), ),
    { "tape_version", [](const Line &) { return written(indp::tape_version()); } },
    { "self_test", [](const Line &) { return indp::self_test(), std::string("ok"); } },
    { "used", [](const Line &) { return written(used); } },
    { "rewind", [](const Line &) { return used = 0, std::string("ok"); } },
};

std::string answered(const Line &line)
{
    try {
        const auto function = functions.find(line.method);
        if (function != functions.end())
            return function->second(line);
        return std::visit([&](auto &own) { return of(own, line); }, objects[line.owner]);
    } catch (const indp::error &error) {
        const std::string parameter = error.parameter();
        return std::string("!") + (error.name() + 7) + (parameter.empty() ? "" : " ") + parameter;
    } catch (const std::exception &error) {
        return error.what();
    }
}

} // namespace

int main()
{
    for (std::string text; std::getline(std::cin, text);) {
        const std::vector<std::string> fields = split(text, '\t');
        Line line = { fields.at(0), fields.at(1), {}, {} };
        for (std::size_t i = 2; i < fields.size(); i++)
            (fields[i].find('=') == fields[i].npos ? line.given : line.chosen).push_back(fields[i]);
        std::cout << answered(line) << std::endl;
    }
}
