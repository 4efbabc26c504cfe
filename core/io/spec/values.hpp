// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <concepts>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/geometry/real.hpp"
#include "core/geometry/rotation.hpp"
#include "core/system/user.hpp"

/// The values of a spec's fields. Errors throw UserError: the field, the given value, the accepted ones.
namespace polhode::reading {

using nlohmann::json;

/// Refuses a value that no document may have.
[[noreturn]] void reject(const std::string& field, const json& given, const std::string& accepted);

/// [+-] digits [. digits] [e [+-] digits], nothing else.
bool is_decimal(const std::string& s);

template <class T>
T from_decimal(const std::string& s) {
  if constexpr (std::is_same_v<T, double>) {
    double x = 0;
    const char* begin = s.data() + (s[0] == '+');
    const auto r = std::from_chars(begin, s.data() + s.size(), x);
    return r.ec == std::errc::result_out_of_range ? std::strtod(s.c_str(), nullptr) : x;
  } else {
    return T(s);
  }
}

/// The largest defects of directions that are projected, of rotations and symmetric matrices, which are often printed
/// with few digits, and of values that need no warning.
constexpr double projectable = 1e-9, printed = 1e-3, silent = 1e-14;

/// Warns that a value was off by `defect`, unless the defect is too small to matter.
void projected(const std::string& field, double defect, std::vector<std::string>& warnings);

/// Three numbers to six digits, as messages have them.
template <class F, class T>
std::string six_digits(const Vec<F, T>& v) {
  return fmt::format("{:.6g}, {:.6g}, {:.6g}", scalar_cast<double>(v[0]), scalar_cast<double>(v[1]),
                     scalar_cast<double>(v[2]));
}

/// A value of a document and its field; the document outlives it. Readers of specs take documents whose form has been
/// checked: keys, types and words are those of results/schemas/spec-1.keys.
struct Given {
  const json& value;
  std::string field{};  ///< of a whole document, none

  [[noreturn]] void reject(const std::string& accepted) const { reading::reject(field, value, accepted); }
  /// Throws UserError that names this value or a member of it, what was given, and what is accepted.
  [[noreturn]] void refuse(const std::string& why) const { throw UserError(field + ": " + why); }
  [[noreturn]] void refuse(const std::string& key, const std::string& why) const {
    throw UserError(path(key) + ": " + why);
  }
  [[noreturn]] void missing(const std::string& key, const std::string& accepted) const {
    refuse(key, "missing; accepted: " + accepted);
  }

  const json* operator->() const { return &value; }
  std::string path(const std::string& key) const { return field.empty() ? key : field + "." + key; }
  bool has(const std::string& key) const { return value.contains(key); }
  bool is_matrix() const { return value.is_array() && value.size() == 3 && value[0].is_array(); }
  /// A member that exists (by `has`, or by the form of a spec), or an item of a list.
  Given operator[](const std::string& key) const { return at(key, "a value"); }
  Given at(const std::string& key, const std::string& accepted) const {
    const auto member = value.find(key);
    if (member == value.end()) missing(key, accepted);
    return {*member, path(key)};
  }
  /// A member, or its default, which must live as long.
  Given at_or(const std::string& key, const json& usual) const { return {has(key) ? value[key] : usual, path(key)}; }
  template <std::integral I>
  Given operator[](I i) const {
    return {value[static_cast<std::size_t>(i)], fmt::format("{}[{}]", field, i)};
  }
  /// The items of a list, whose number must be within the bounds.
  std::vector<Given> items(const std::string& accepted = "a list", std::size_t least = 0,
                           std::size_t most = ~std::size_t(0)) const;

  /// Refuses keys that are not listed.
  void only(const std::vector<std::string>& keys) const;
  /// The text of a key, by its form often one of a few words; or the usual one.
  std::string word(const std::string& key, const std::string& usual) const {
    return has(key) ? value[key].get<std::string>() : usual;
  }
  std::string text(const std::string& accepted = "a string") const;
  bool flag() const;
  bool flag(const std::string& key, bool usual = false) const { return has(key) ? (*this)[key].flag() : usual; }
  /// A number of steps, rows or members. The form of specs has its bounds; figures have no form of their own.
  std::int64_t count() const {
    const double near = value.is_number() ? value.get<double>() : 0;  // 10.0 is one, too
    const auto n = near >= 1 && near <= 0x1p53 && near == std::floor(near) ? value.get<std::int64_t>() : 0;
    if (n < 1 || n > std::int64_t(1) << 53) reject("an integer from 1 to 2^53");
    return n;
  }

  template <class T>
  T number(const std::string& accepted = "a finite number, or one as a decimal string") const {
    if (value.is_string()) {
      const auto& s = value.get_ref<const std::string&>();
      if (!is_decimal(s)) reject(accepted);
      const T x = from_decimal<T>(s);
      if (!is_finite(x) || !std::isfinite(from_decimal<double>(s))) reject(accepted);
      return x;
    }
    if (!value.is_number() || !std::isfinite(value.get<double>())) reject(accepted);
    return T(value.get<double>());
  }
  template <class T>
  T positive() const {
    const T x = number<T>("a positive number");
    if (!(x > T(0))) reject("a positive number");
    const auto size = static_cast<double>(x);  // whose reciprocal and cube are in the range of doubles
    if (!(size >= 1e-300 && size <= 1e100)) reject("a number from 1e-300 to 1e100");
    return x;
  }
  template <class F, class T>
  Vec<F, T> vector() const {
    if (!value.is_array() || value.size() != 3) reject("a list of three numbers");
    Vec<F, T> v;
    for (int i = 0; i < 3; ++i) v[i] = (*this)[i].template number<T>();
    return v;
  }
  /// Three numbers, or one for all three.
  template <class F, class T>
  Vec<F, T> one_or_three() const {
    if (value.is_array()) return vector<F, T>();
    const T x = number<T>();
    return {x, x, x};
  }
  /// A unit vector. A vector of any length but 0 is accepted.
  template <class F, class T>
  Vec<F, T> direction() const {
    const auto v = vector<F, T>();
    const T length = norm(v);
    if (!(length > T(0)) || !is_finite(length)) reject("a vector other than 0");
    return v / length;
  }
  template <class T>
  Mat3<T> rows() const {
    Mat3<T> m;
    for (int i = 0; i < 3; ++i) {
      const auto row = (*this)[i].template vector<Body, T>();
      for (int k = 0; k < 3; ++k) m(i, k) = row[k];
    }
    return m;
  }

  /// 0 if none is given.
  template <class T>
  T number_or_0(const std::string& key) const {
    return has(key) ? (*this)[key].number<T>() : T(0);
  }
};

}  // namespace polhode::reading
