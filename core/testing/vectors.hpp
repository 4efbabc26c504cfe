// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <string>

#include "core/geometry/rotation.hpp"
#include "core/stepping/body.hpp"
#include "core/testing/json.hpp"

/// End states computed independently in 30 to 50 digits (results/reference/vectors), for tests.
namespace polhode::vectors {

inline nlohmann::json read(const std::string& name) {
  std::ifstream in(std::string(POLHODE_RESULTS) + "/reference/vectors/" + name + ".json");
  return parsed(in);
}

/// A decimal string, as T.
template <class T>
T number(const nlohmann::json& j) {
  const auto s = j.get<std::string>();
  if constexpr (std::is_same_v<T, double>)
    return std::stod(s);
  else
    return T(s);
}

template <class F, class T>
Vec<F, T> vec(const nlohmann::json& j) {
  return {number<T>(j[0]), number<T>(j[1]), number<T>(j[2])};
}

template <class T>
Attitude<T> quaternion(const nlohmann::json& j) {
  return {number<T>(j[0]), number<T>(j[1]), number<T>(j[2]), number<T>(j[3])};
}

/// Nine numbers by rows.
template <class T>
Attitude<T> matrix(const nlohmann::json& j) {
  Mat3<T> m;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) m(i, k) = number<T>(j[3 * i + k]);
  return from_matrix<Body, Space, T>(m);
}
/// A body of a file, under fields and torques in space.
template <class T>
TorquedBody<T> torqued_body(const nlohmann::json& p) {
  const auto I = vec<Body, T>(p["inertia"]);
  TorquedBody<T> body{{{I[0], I[1], I[2]}, {vec<Body, T>(p["momentum"]), quaternion<T>(p["attitude"])}}};
  for (const auto& t : p["torque"])
    if (t["kind"] == "uniform-field")
      body.torques.push_back(UniformField<T>{vec<Body, T>(t["moment"]), vec<Space, T>(t["field"])});
    else
      body.torques.push_back(HarmonicSpace<T>{vec<Space, T>(t["amplitude"]), number<T>(t["frequency"])});
  return body;
}

/// |a - b|/|b|.
template <class F, class T>
double relative(const Vec<F, T>& a, const Vec<F, T>& b) {
  return scalar_cast<double>(T(norm(a - b) / norm(b)));
}

}  // namespace polhode::vectors
