// SPDX-License-Identifier: MIT
#include "core/io/spec/inertia.hpp"

#include <filesystem>

#include "core/geometry/principal_axes.hpp"
#include "core/io/spec/mass.hpp"
#include "core/io/spec/values.hpp"

namespace polhode::reading {

namespace {

template <class T>
void check_triangle(const Vec<Body, T>& I, std::vector<std::string>& warnings) {
  for (int i = 0; i < 3; ++i) {
    const T others = I[(i + 1) % 3] + I[(i + 2) % 3];
    if (I[i] > others * (T(1) + T(8) * epsilon<T>()))
      warnings.push_back(
          fmt::format("body.inertia: violates the triangle inequality, no rigid distribution of mass has it: I{} = "
                      "{:.6g} > I{} + I{} = {:.6g} by {:.2g}",
                      i + 1, scalar_cast<double>(I[i]), (i + 1) % 3 + 1, (i + 2) % 3 + 1, scalar_cast<double>(others),
                      scalar_cast<double>(T(I[i] - others))));
  }
}

/// The principal moments of a symmetric matrix, in 100 digits for every T: each then has the same body and, where
/// moments are nearly equal, the same axes.
template <class T>
Vec<Body, T> principal_moments(const Mat3<float100>& m, const json& j, const std::string& field,
                               Rotation<Body, Body, T>& axes) {
  const auto principal = principal_axes(m);
  const auto I = cast<T>(principal.moments);
  axes = cast<T>(principal.axes);
  for (int i = 0; i < 3; ++i)
    if (!(I[i] > T(0)) || !is_finite(T(T(1) / I[i]))) reject(field, j, "a positive definite matrix");
  return I;
}

template <class T>
Inertia<T> inertia(const json& j, Rotation<Body, Body, T>& axes, std::vector<std::string>& warnings) {
  using std::abs;
  const std::string field = "body.inertia";
  Vec<Body, T> I;
  if (is_matrix(j)) {
    auto m = rows<float100>(j, field);
    float100 size(0), skew(0);
    int row = 0, column = 1;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        size = std::max(size, float100(abs(m(i, k))));
        if (const float100 off = abs(m(i, k) - m(k, i)); off > skew) skew = off, row = i, column = k;
      }
    constexpr double rounded = 1e-12;
    if (skew > rounded * size) {
      const auto by = fmt::format("not symmetric by {:.2g} (entries [{}][{}], [{}][{}])",
                                  scalar_cast<double>(float100(skew / size)), row, column, column, row);
      if (skew > printed * size)
        throw UserError(fmt::format("{}: {}; accepted: a matrix that is symmetric to {:g} of its largest entry", field,
                                    by, printed));
      warnings.push_back(fmt::format("{}: {}, averaged", field, by));
    }
    I = principal_moments<T>(float100(0.5) * (m + transpose(m)), j, field, axes);
  } else {
    if (!j.is_array() || j.size() != 3) reject(field, j, "three principal moments, or a 3x3 matrix");
    for (int i = 0; i < 3; ++i) I[i] = positive<T>(j[i], fmt::format("{}[{}]", field, i));
  }
  check_triangle(I, warnings);
  return {I[0], I[1], I[2]};
}

}  // namespace

template <class T>
std::optional<Rod<T>> rod_of(const json& body) {
  using std::abs;
  Mat3<float100> m{};
  double thin = 0;  // as a share of the largest: what is rounding of a zero
  const json& given = body.value("inertia", json());
  if (is_matrix(given)) {
    m = rows<float100>(given, "body.inertia");
    thin = 4 * epsilon<double>();
  } else if (given.is_array() && given.size() == 3) {
    for (int i = 0; i < 3; ++i) m(i, i) = number<float100>(given[i], fmt::format("body.inertia[{}]", i));
  } else if (body.contains("points") && given.is_null()) {
    m = of_points(body["points"]).inertia;
    thin = 1e-30;  // the square of what points are off
  } else {
    return {};
  }
  const auto [I, axes] = eigenvectors(float100(0.5) * (m + transpose(m)));
  int least = 0;
  for (int i = 1; i < 3; ++i)
    if (abs(I[i]) < abs(I[least])) least = i;
  const float100 a = I[(least + 1) % 3], b = I[(least + 2) % 3];
  constexpr double rounded = 1e-12;
  if (!(a > 0 && b > 0 && abs(I[least]) <= thin * a)) return {};
  if (!(abs(float100(a - b)) <= rounded * a)) {
    const bool named = !is_matrix(given);
    reject(named ? fmt::format("body.inertia[{}]", least) : "body.inertia", named ? given[least] : given,
           "a positive moment; or 0 where the two others are equal, which is a rod");
  }
  Vec<Body, float100> axis{axes(0, least), axes(1, least), axes(2, least)};
  int longest = 0;
  for (int i = 1; i < 3; ++i)
    if (abs(axis[i]) > abs(axis[longest])) longest = i;
  axis = (axis[longest] < 0 ? float100(-1) : float100(1)) * axis / norm(axis);
  return Rod<T>{cast<T>(axis), scalar_cast<T>(float100((a + b) / 2))};
}

template <class T>
Inertia<T> inertia_of_body(const json& body, Spec<T>& spec, const std::string& folder) {
  const int given = body.contains("inertia") + body.contains("points") + body.contains("stl");
  if (given == 0) missing("body.inertia", "three principal moments, a 3x3 matrix, or points or stl instead");
  if (given > 1) throw UserError("body.inertia: more than one of inertia, points, stl is given; accepted: one of them");
  if (body.contains("density") && !body.contains("stl")) throw UserError("body.density: given without body.stl");
  if (body.contains("inertia")) return inertia<T>(body["inertia"], spec.axes, spec.warnings);
  Mass mass;
  const std::string field = body.contains("points") ? "body.points" : "body.stl";
  if (body.contains("points")) {
    mass = of_points(body["points"]);
  } else {
    if (!body["stl"].is_string()) reject(field, body["stl"], "the name of a file");
    const auto name = body["stl"].get<std::string>();
    const auto path = name.starts_with("/") ? name : folder + name;
    const float100 density =
        body.contains("density") ? positive<float100>(body["density"], "body.density") : float100(1);
    if (!std::filesystem::exists(path)) throw UserError(field + ": " + path + ": no such file");
    mass = of_mesh(faces_of(read_file(path), path), density, path);
    if (mass.holes > 0)
      spec.warnings.push_back(
          fmt::format("{}: parts whose faces turn inwards are taken for holes, of volume {:.6g}", field, mass.holes));
  }
  const auto I = principal_moments<T>(mass.inertia, body[body.contains("stl") ? "stl" : "points"], field, spec.axes);
  const auto c = cast<double>(mass.centre);
  spec.warnings.push_back(
      fmt::format("{}: mass {:.6g}, centre of mass ({:.6g}, {:.6g}, {:.6g}), principal moments "
                  "({:.6g}, {:.6g}, {:.6g})",
                  field, scalar_cast<double>(mass.mass), c[0], c[1], c[2], scalar_cast<double>(I[0]),
                  scalar_cast<double>(I[1]), scalar_cast<double>(I[2])));
  return {I[0], I[1], I[2]};
}

template std::optional<Rod<double>> rod_of(const json&);
template std::optional<Rod<float128>> rod_of(const json&);
template std::optional<Rod<float100>> rod_of(const json&);
template Inertia<double> inertia_of_body(const json&, Spec<double>&, const std::string&);
template Inertia<float128> inertia_of_body(const json&, Spec<float128>&, const std::string&);
template Inertia<float100> inertia_of_body(const json&, Spec<float100>&, const std::string&);

}  // namespace polhode::reading
