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

/// A place in a sweep's document, with its name for messages: what is wrong throws UserError, as of other specs.
///
/// Where a canonical document is given, what is read is written there in its only form: defaults filled in, names
/// resolved, doubles by their bits. It starts as a copy of the document.
class Field {
 public:
  Field(const json& j, std::string path, json* canonical = nullptr)
      : j_(j), path_(std::move(path)), canonical_(canonical) {}

  const std::string& path() const { return path_; }
  const json& value() const { return j_; }
  [[noreturn]] void reject(const std::string& accepted) const { reading::reject(path_, j_, accepted); }

  bool is_object() const { return j_.is_object(); }
  bool is_string() const { return j_.is_string() && !is_number(); }
  bool is_number() const {
    return j_.is_number() || from_bits(j_) || (j_.is_string() && reading::is_decimal(j_.get_ref<const std::string&>()));
  }
  void only(const std::vector<std::string>& keys) const {
    if (!is_object()) reject(fmt::format("an object with {}", fmt::join(keys, ", ")));
    reading::only_keys(j_, path_, keys);
  }
  bool has(const std::string& key) const { return j_.contains(key); }
  Field at(const std::string& key, const std::string& accepted = "") const {
    if (!has(key)) reading::missing(child(key), accepted);
    return {j_[key], child(key), canonical_ ? &(*canonical_)[key] : nullptr};
  }
  /// The member, or what it usually is, in the canonical document.
  Field at_or(const std::string& key, const json& usual) const {
    if (has(key)) return at(key);
    auto& canonical = (*canonical_)[key] = usual;
    return {canonical, child(key), &canonical};
  }
  /// It is this.
  void write(json canonical) const {
    if (canonical_) *canonical_ = std::move(canonical);
  }
  /// The only member of an object that must have one of these; its key.
  std::pair<std::string, Field> one_of(const std::vector<std::string>& keys) const {
    only(keys);
    if (j_.size() != 1) reject(fmt::format("exactly one of {}", fmt::join(keys, ", ")));
    return {j_.begin().key(), at(j_.begin().key())};
  }

  std::string text(const std::string& accepted) const {
    if (!j_.is_string()) reject(accepted);
    return j_.get<std::string>();
  }
  /// The index of a name.
  std::size_t choice(const std::vector<std::string>& names, std::string_view what) const {
    const auto given = text(fmt::format("{}", fmt::join(names, ", ")));
    const auto found = std::find(names.begin(), names.end(), given);
    if (found == names.end()) throw UserError(path_ + ": " + unknown_name(what, given, names));
    return static_cast<std::size_t>(found - names.begin());
  }
  bool flag() const {
    if (!j_.is_boolean()) reject("true or false");
    return j_.get<bool>();
  }
  double number(const std::string& accepted, const std::function<bool(double)>& accept) const {
    const auto bits = from_bits(j_);
    const double x = bits ? *bits : reading::number<double>(j_, path_, accepted);
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
  /// The items of a list that is not empty, of as many as asked.
  std::vector<Field> items(const std::string& accepted, std::size_t exactly = 0) const {
    if (!j_.is_array() || j_.empty() || (exactly && j_.size() != exactly)) reject(accepted);
    return any_items(accepted);
  }
  std::vector<Field> any_items(const std::string& accepted) const {
    if (!j_.is_array()) reject(accepted);
    std::vector<Field> list;
    for (std::size_t i = 0; i < j_.size(); ++i)
      list.push_back({j_[i], fmt::format("{}[{}]", path_, i), canonical_ ? &(*canonical_)[i] : nullptr});
    return list;
  }
  Triple triple() const {
    Triple v;
    const auto list = items("a list of three numbers", 3);
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
    const auto list = items("two numbers [a, b], a <= b", 2);
    const double a = list[0].number(), b = list[1].number();
    if (!(a <= b)) reject("two numbers [a, b], a <= b");
    return {a, b};
  }

 private:
  Int128 whole(Int128 least, Int128 most) const {
    const auto accepted = fmt::format("an integer from {} to {}", least, most);
    if (j_.is_number_float()) {  // 1.0 is 1
      const double x = j_.get<double>();
      if (x != std::floor(x) || std::abs(x) > 0x1p53) reject(accepted);
      if (Int128(x) < least || Int128(x) > most) reject(accepted);
      return Int128(x);
    }
    if (!j_.is_number_integer()) reject(accepted);
    const Int128 x = j_.is_number_unsigned() ? Int128(j_.get<std::uint64_t>()) : Int128(j_.get<std::int64_t>());
    if (x < least || x > most) reject(accepted);
    return x;
  }
  std::string child(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

  const json& j_;
  std::string path_;
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
/// A finite number that is drawn: {"uniform" or "log10": [a, b]}.
Scalar read_drawn(const Field& field);

}  // namespace polhode::populations
