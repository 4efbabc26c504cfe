// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/geometry/real.hpp"
#include "core/geometry/rotation.hpp"
#include "core/system/user.hpp"

/// The values of a spec's fields. What is wrong throws UserError: the field, what was given, what is accepted.
namespace polhode::reading {

using nlohmann::json;

[[noreturn]] void reject(const std::string& field, const json& given, const std::string& accepted);
[[noreturn]] void missing(const std::string& field, const std::string& accepted);

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

template <class T>
T number(const json& j, const std::string& field,
         const std::string& accepted = "a finite number, or one as a decimal string") {
  if (j.is_string()) {
    const auto& s = j.get_ref<const std::string&>();
    if (!is_decimal(s)) reject(field, j, accepted);
    const T x = from_decimal<T>(s);
    if (!is_finite(x) || !std::isfinite(from_decimal<double>(s))) reject(field, j, accepted);
    return x;
  }
  if (!j.is_number()) reject(field, j, accepted);
  const double x = j.get<double>();
  if (!std::isfinite(x)) reject(field, j, accepted);
  return T(x);
}

template <class T>
T positive(const json& j, const std::string& field) {
  const T x = number<T>(j, field, "a positive number");
  if (!(x > T(0))) reject(field, j, "a positive number");
  const auto size = static_cast<double>(x);  // whose reciprocal and cube are in the range of doubles
  if (!(size >= 1e-300 && size <= 1e100)) reject(field, j, "a number from 1e-300 to 1e100");
  return x;
}

template <class F, class T>
Vec<F, T> vector(const json& j, const std::string& field) {
  if (!j.is_array() || j.size() != 3) reject(field, j, "a list of three numbers");
  Vec<F, T> v;
  for (int i = 0; i < 3; ++i) v[i] = number<T>(j[i], fmt::format("{}[{}]", field, i));
  return v;
}

template <class T>
Mat3<T> rows(const json& j, const std::string& field) {
  Mat3<T> m;
  for (int i = 0; i < 3; ++i) {
    const auto row = vector<Body, T>(j[i], fmt::format("{}[{}]", field, i));
    for (int k = 0; k < 3; ++k) m(i, k) = row[k];
  }
  return m;
}

inline bool is_matrix(const json& j) {
  return j.is_array() && j.size() == 3 && j[0].is_array();
}

/// Refuses keys of an object that are none of these.
void only_keys(const json& object, const std::string& field, const std::vector<std::string>& keys);

const json& required(const json& object, const std::string& field, const std::string& key, const std::string& accepted);

/// Is it the first of two keys, of which exactly one must be there?
bool one_of(const json& object, const std::string& field, const char* a, const char* b, const std::string& accepted);

std::int64_t count(const json& j, const std::string& field);

/// How far a direction may be off, to be projected; a rotation, or a matrix from symmetry, which are often printed with
/// few digits; and what is not worth a word.
constexpr double projectable = 1e-9, printed = 1e-3, silent = 1e-14;

/// Says that a value was off by `defect`, if that is worth a word.
void projected(const std::string& field, double defect, std::vector<std::string>& warnings);

}  // namespace polhode::reading
