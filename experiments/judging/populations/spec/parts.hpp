// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <span>

#include "core/io/spec/values.hpp"
#include "experiments/judging/populations/sweep_spec.hpp"

/// The parts of a sweep's spec, each read from its place. Throws UserError: the field, what was given, what is
/// accepted.
namespace polhode::populations {

using nlohmann::json;

/// Sixteen digits after an x are a double's bits, as canonical texts have them.
inline std::optional<double> from_bits(const json& j) {
  if (!j.is_string()) return {};
  const std::string_view s = j.get_ref<const std::string&>();
  return s.starts_with('x') ? from_hex(s.substr(1)) : std::nullopt;
}

/// A place in a sweep's document.
///
/// Where a canonical document is given, what is read is written there in its only form: defaults filled in, names
/// resolved, doubles by their bits. It starts as a copy of the document.
class Field : public reading::Given {
 public:
  Field(const json& j, std::string path, json* canonical = nullptr)
      : Given{j, std::move(path)}, canonical_(canonical) {}

  bool is_object() const { return value.is_object(); }
  bool is_string() const { return value.is_string() && !is_number(); }
  bool is_number() const {
    return value.is_number() || from_bits(value) ||
           (value.is_string() && reading::is_decimal(value.get_ref<const std::string&>()));
  }
  void only(const std::vector<std::string>& keys) const {
    Given::only(keys, fmt::format("an object with {}", fmt::join(keys, ", ")));
  }
  Field at(const std::string& key, const std::string& accepted = "") const {
    const Given member = Given::at(key, accepted);
    return {member.value, member.field, canonical_ ? &(*canonical_)[key] : nullptr};
  }
  /// The member, or what it usually is, in the canonical document.
  Field at_or(const std::string& key, const json& usual) const {
    if (has(key)) return at(key);
    auto& canonical = (*canonical_)[key] = usual;
    return {canonical, path(key), &canonical};
  }
  /// It is this.
  void write(json canonical) const {
    if (canonical_) *canonical_ = std::move(canonical);
  }
  /// The only member of an object that must have one of these; its key.
  std::pair<std::string, Field> one_of(const std::vector<std::string>& keys) const {
    only(keys);
    if (value.size() != 1) reject(fmt::format("exactly one of {}", fmt::join(keys, ", ")));
    return {value.begin().key(), at(value.begin().key())};
  }

  /// The index of a name.
  std::size_t choice(const std::vector<std::string>& names, std::string_view what) const {
    const auto given = text(fmt::format("{}", fmt::join(names, ", ")));
    const auto found = std::find(names.begin(), names.end(), given);
    if (found == names.end()) refuse(unknown_name(what, given, names));
    return static_cast<std::size_t>(found - names.begin());
  }
  double number(const std::string& accepted, const std::function<bool(double)>& accept) const {
    const auto bits = from_bits(value);
    const double x = bits ? *bits : Given::number<double>(accepted);
    if (!std::isfinite(x) || !accept(x)) reject(accepted);
    write("x" + hex(x));
    return x;
  }
  double number() const {
    return number("a finite number", [](double) { return true; });
  }
  double positive() const {
    return number("a number above 0", [](double x) { return x > 0; });
  }
  double between(double least, double most) const {
    return number(fmt::format("a number from {:g} to {:g}", least, most),
                  [&](double x) { return x >= least && x <= most; });
  }
  std::int64_t integer(std::int64_t least, std::int64_t most) const {
    const auto n = static_cast<std::int64_t>(whole(least, most));
    return write(n), n;
  }
  std::uint64_t word() const {  ///< of 64 bits
    const auto n = static_cast<std::uint64_t>(whole(0, ~std::uint64_t(0)));
    return write(n), n;
  }
  /// The items of a list that is not empty, if nothing else is asked.
  std::vector<Field> items(const std::string& accepted, std::size_t least = 1,
                           std::size_t most = ~std::size_t(0)) const {
    std::vector<Field> list;
    for (const Given& item : Given::items(accepted, least, most))
      list.push_back({item.value, item.field, canonical_ ? &(*canonical_)[list.size()] : nullptr});
    return list;
  }
  Triple triple() const {
    Triple v;
    const auto list = items("a list of three numbers", 3, 3);
    for (int i = 0; i < 3; ++i) v[i] = list[i].number();
    return v;
  }
  Triple direction() const {
    const auto v = triple();
    if (v[0] == 0 && v[1] == 0 && v[2] == 0) reject("a vector that is not zero");
    return v;
  }
  /// Two numbers, the first not above the second.
  std::pair<double, double> range() const {
    const auto list = items("two numbers [a, b], a <= b", 2, 2);
    const double a = list[0].number(), b = list[1].number();
    if (!(a <= b)) reject("two numbers [a, b], a <= b");
    return {a, b};
  }

 private:
  Int128 whole(Int128 least, Int128 most) const {
    const auto accepted = fmt::format("an integer from {} to {}", least, most);
    if (value.is_number_float()) {  // 1.0 is 1
      const double x = value.get<double>();
      if (x != std::floor(x) || std::abs(x) > 0x1p53) reject(accepted);
      if (Int128(x) < least || Int128(x) > most) reject(accepted);
      return Int128(x);
    }
    if (!value.is_number_integer()) reject(accepted);
    const Int128 x =
        value.is_number_unsigned() ? Int128(value.get<std::uint64_t>()) : Int128(value.get<std::int64_t>());
    if (x < least || x > most) reject(accepted);
    return x;
  }

  json* canonical_;
};

inline constexpr std::string_view metric_names[] = {"Pi", "R", "H", "pi", "drift", "growth", "torques", "iterations"};
inline constexpr std::string_view rule_names[] = {"below", "within", "worst", "same"};
inline constexpr std::string_view scalar_names[] = {"", "uniform", "log10", "linspace", "logspace10", "list"};

inline std::vector<std::string> strings(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

inline constexpr std::int64_t most_steps = 1000000000;

Population read_population(const Field& field);
/// A finite number that is given or drawn, {"uniform" or "log10": [a, b]}, or an axis.
Scalar read_drawn(const Field& field, bool axis = false);

}  // namespace polhode::populations
