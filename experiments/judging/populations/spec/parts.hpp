// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>
#include <span>

#include "core/io/spec/values.hpp"
#include "experiments/judging/populations/sweep_spec.hpp"

/// The parts of a sweep's spec, each read from its place. Throws UserError: the field, the given value, the accepted
/// ones.
namespace polhode::populations {

using nlohmann::json;

/// Sixteen digits after an x are a double's bits, as canonical texts have them.
inline std::optional<double> from_bits(const json& j) {
  if (!j.is_string()) return {};
  const std::string_view s = j.get_ref<const std::string&>();
  return s.starts_with('x') ? from_hex(s.substr(1)) : std::nullopt;
}

/// A place in a sweep's document of valid form (results/schemas/sweep-1.keys).
///
/// The values that are read are written to a canonical document in their only form: defaults filled in, names resolved,
/// doubles by their bits. It starts as a copy of the document.
class Field : public reading::Given {
 public:
  Field(const json& j, std::string path, json& canonical) : Given{j, std::move(path)}, canonical_(canonical) {}

  bool is_object() const { return value.is_object(); }
  bool is_string() const { return value.is_string() && !is_number(); }
  bool is_number() const {
    return value.is_number() || from_bits(value) ||
           (value.is_string() && reading::is_decimal(value.get_ref<const std::string&>()));
  }
  Field at(const std::string& key) const { return {value.at(key), path(key), canonical_[key]}; }
  /// The member, or its default, in the canonical document.
  Field at_or(const std::string& key, const json& usual) const {
    if (has(key)) return at(key);
    auto& canonical = canonical_[key] = usual;
    return {canonical, path(key), canonical};
  }
  /// Sets the value in the canonical document.
  void write(json canonical) const { canonical_ = std::move(canonical); }
  /// The only member of an object; its key.
  std::pair<std::string, Field> member() const { return {value.begin().key(), at(value.begin().key())}; }

  /// The index of a name.
  std::size_t choice(std::span<const std::string_view> names) const {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), value) - names.begin());
  }
  bool is(std::string_view name) const { return value == name; }
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
  template <class I = std::int64_t>
  I integer() const {  ///< 1.0 is 1
    const auto n = value.get<I>();
    return write(n), n;
  }
  std::vector<Field> items() const {
    std::vector<Field> list;
    for (const Given& item : Given::items()) list.push_back({item.value, item.field, canonical_[list.size()]});
    return list;
  }
  Triple triple() const {
    Triple v;
    const auto list = items();
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
    const auto list = items();
    const double a = list[0].number(), b = list[1].number();
    if (!(a <= b)) reject("two numbers [a, b], a <= b");
    return {a, b};
  }

 private:
  json& canonical_;
};

inline constexpr std::string_view metric_names[] = {"Pi", "R", "H", "pi", "drift", "growth", "torques", "iterations"};
inline constexpr std::string_view scalar_names[] = {"", "uniform", "log10", "linspace", "logspace10", "list"};

Population read_population(const Field& field);
/// A finite number that is given or drawn, {"uniform" or "log10": [a, b]}, or an axis.
Scalar read_drawn(const Field& field);

}  // namespace polhode::populations
