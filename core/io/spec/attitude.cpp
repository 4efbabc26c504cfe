// SPDX-License-Identifier: MIT
#include "core/io/spec/body.hpp"

namespace polhode::reading {

template <class T>
Turning<T> euler(const Given& j, const Units<T>& units, const Vec<Body, T>& rates) {
  const auto angles = j["euler"].vector<Body, T>();
  const auto sequence = j["sequence"].text();
  const bool extrinsic = sequence[0] >= 'x';
  const bool degrees = j.flag("degrees", units.degrees);
  auto R = Rotation<Body, Body, T>::identity();
  Vec<Body, T> Omega{T(0), T(0), T(0)};
  for (int i = 0; i < 3; ++i) {
    const char about = extrinsic ? sequence[i] : static_cast<char>(sequence[i] - 'A' + 'a');
    const auto n = axis<Body, T>(about - 'x'), rate = rates[i] * n;
    const auto turn = exp(units.radians(angles[i], degrees) * n);
    Omega = extrinsic ? Omega + inverse(R) * rate : inverse(turn) * Omega + rate;
    R = extrinsic ? turn * R : R * turn;
  }
  return {relabel<Body, Space>(R), Omega};
}

namespace {

template <class T>
Attitude<T> quaternion(const Given& j, bool last, std::vector<std::string>& warnings) {
  using std::abs, std::sqrt;
  T q[4];
  for (int i = 0; i < 4; ++i) q[i] = j[i].template number<T>();
  const Attitude<T> R = last ? Attitude<T>{q[3], q[0], q[1], q[2]} : Attitude<T>{q[0], q[1], q[2], q[3]};
  const T norm = sqrt(norm2(R)), off = abs(norm - T(1));
  if (!(off <= T(printed)))
    throw UserError("{}: {} of norm {:.6g} is given; accepted: a unit quaternion, to {:g}", j.field,
                    shortened_json(j.value), scalar_cast<double>(norm), printed);
  if (off > T(projectable))
    warnings.push_back(fmt::format("{}: norm {:.10g}, divided by it", j.field, scalar_cast<double>(norm)));
  else
    projected(j.field, scalar_cast<double>(off), warnings);
  return off == T(0) ? R : normalised(R);
}

}  // namespace

template <class T>
Attitude<T> attitude(const Given& j, const Units<T>& units, std::vector<std::string>& warnings) {
  using std::abs;
  if (j->is_object()) {
    if (j.has("euler")) return euler(j, units, {T(0), T(0), T(0)}).R;
    if (j.has("mrp")) {
      const auto s = j["mrp"].vector<Body, T>();
      const T s2 = norm2(s), share = T(1) / (T(1) + s2), twice = T(2) * share;
      if (!is_finite(s2)) j["mrp"].reject("a vector of finite length");
      return {T(1 - s2) * share, twice * s[0], twice * s[1], twice * s[2]};
    }
    if (j.has("quaternion")) {
      return quaternion<T>(j["quaternion"], j.word("order", "wxyz") == "xyzw", warnings);
    }
    auto v = j["rotation_vector"].vector<Space, T>();
    for (auto& x : v.c) x = units.radians(x);
    if (!is_finite(norm2(v))) j["rotation_vector"].reject("a vector of finite length");
    return relabel<Body, Space>(exp(v));
  }
  if (j.is_matrix()) {
    Mat3<T> m = j.rows<T>();
    T off(0);
    const auto defect = transpose(m) * m - identity_matrix<T>();
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) off = std::max(off, T(abs(defect(i, k))));
    const auto column = [&](int i) { return m.template column<Body>(i); };
    if (!(off <= T(printed)) || dot(cross(column(0), column(1)), column(2)) < T(0)) j.reject("a rotation");
    projected(j.field, scalar_cast<double>(off), warnings);
    for (int round = 0; round < 7; ++round) {  // polar decomposition by Newton: m <- (m + m^-T) / 2
      const auto inverse_transpose =
          from_columns(cross(column(1), column(2)), cross(column(2), column(0)), cross(column(0), column(1)));
      m = T(0.5) * (m + (T(1) / dot(column(0), cross(column(1), column(2)))) * inverse_transpose);
    }
    return from_matrix<Body, Space, T>(m);
  }
  return quaternion<T>(j, false, warnings);
}

template Turning<double> euler(const Given&, const Units<double>&, const Vec<Body, double>&);
template Turning<float128> euler(const Given&, const Units<float128>&, const Vec<Body, float128>&);
template Turning<float100> euler(const Given&, const Units<float100>&, const Vec<Body, float100>&);
template Attitude<double> attitude(const Given&, const Units<double>&, std::vector<std::string>&);
template Attitude<float128> attitude(const Given&, const Units<float128>&, std::vector<std::string>&);
template Attitude<float100> attitude(const Given&, const Units<float100>&, std::vector<std::string>&);

}  // namespace polhode::reading
