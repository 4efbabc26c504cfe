// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>

#include "core/geometry/principal_axes.hpp"
#include "core/io/spec/body.hpp"
#include "core/io/spec/signals.hpp"

namespace polhode::reading {

namespace {

using Point = Vec<Body, float100>;

template <class T>
void check_triangle(const Vec<Body, T>& I, std::vector<std::string>& warnings) {
  for (int i = 0; i < 3; ++i) {
    const T others = I[(i + 1) % 3] + I[(i + 2) % 3];
    if (I[i] > others * (T(1) + T(8) * epsilon<T>()))
      warnings.push_back(
          fmt::format("body.inertia: violates the triangle inequality, no rigid distribution of mass has it: I{} = "
                      "{:.6g} > I{} + I{} = {:.6g} by {:.2g}; the motion is computed as given",
                      i + 1, scalar_cast<double>(I[i]), (i + 1) % 3 + 1, (i + 2) % 3 + 1, scalar_cast<double>(others),
                      scalar_cast<double>(T(I[i] - others))));
  }
}

/// The principal moments of a symmetric matrix, in 100 digits for every T: each then has the same body and, where
/// moments are nearly equal, the same axes.
template <class T>
Vec<Body, T> principal_moments(const Mat3<float100>& m, const Given& j, Rotation<Body, Body, T>& axes) {
  const auto principal = principal_axes(m);
  const auto I = cast<T>(principal.moments);
  axes = cast<T>(principal.axes);
  for (int i = 0; i < 3; ++i)
    if (!(I[i] > T(0)) || !is_finite(T(T(1) / I[i])))
      j.refuse(fmt::format("{} is given, with the principal moments {}; accepted: positive ones",
                           shortened_json(j.value), six_digits(I)));
  return I;
}

/// A matrix of a file, made symmetric; and the moment that its decimals cannot tell from 0.
Mat3<float100> symmetric(const Given& j, float100& rounding, std::vector<std::string>& warnings) {
  using std::abs;
  const auto m = j.rows<float100>();
  float100 size(0), skew(0);
  int row = 0, column = 1;
  double finest = 0;
  bool has_products = false;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      size = std::max(size, float100(abs(m(i, k))));
      if (const float100 off = abs(m(i, k) - m(k, i)); off > skew) skew = off, row = i, column = k;
      has_products = has_products || (i != k && m(i, k) != 0);
      if (const double unit = half_unit(j[i][k].value); unit > 0) finest = finest > 0 ? std::min(finest, unit) : unit;
    }
  constexpr double rounded = 1e-12, fine = 1e-3;
  if (skew > rounded * size) {
    const auto by = fmt::format("not symmetric by {:.2g} (entries [{}][{}], [{}][{}])",
                                scalar_cast<double>(float100(skew / size)), row, column, column, row);
    if (skew > printed * size)
      j.refuse(fmt::format("{}; accepted: a matrix that is symmetric to {:g} of its largest entry", by, printed));
    warnings.push_back(fmt::format("{}: {}, averaged", j.field, by));
  }
  // An entry is off by half a unit, an eigenvalue by three times that at most; of a diagonal it is the entry itself.
  rounding = float100(4 * epsilon<double>()) * size;
  if (has_products && finest < fine * scalar_cast<double>(size)) rounding = std::max(rounding, float100(3 * finest));
  return float100(0.5) * (m + transpose(m));
}

const std::vector<std::string> solids{"box", "ellipsoid", "cylinder", "ball"},
    sources{"inertia", "points", "mesh",      "stl",      "urdf", "mjcf",
            "sdf",     "box",    "ellipsoid", "cylinder", "ball", "bodies"};

Made shape_of(const Given& j, const Surroundings& around);

/// Several as one.
Mass of_bodies(const Given& list, const Surroundings& around) {
  Mass all;
  bool any = false;
  for (const Given& j : list.items()) {
    const auto shape = shape_of(j, around);
    auto turn = identity_matrix<float100>();
    if (j.has("attitude"))
      turn = matrix(attitude<float100>(j["attitude"], Units<float100>{around.units}, around.warnings));
    const auto by = j.has("position") ? j["position"].vector<Body, float100>() : Point{};
    const auto one = placed(*shape.mass, turn, by);
    all = any ? together(all, one) : one;
    any = true;
  }
  return all;
}

float100 trace(const Mat3<float100>& m) {
  return m(0, 0) + m(1, 1) + m(2, 2);
}

/// A solid about its centre, with density 1: edges, half axes, radius and length, or a radius. `hollow` has the same
/// numbers of what is not there.
Mass of_solid(const Given& given, const std::string& shape, const std::optional<Given>& hollow) {
  const auto size_of = [&](const Given& j) {
    const auto at = [&](int i) { return j->is_array() ? j[i].positive<float100>() : j.positive<float100>(); };
    if (shape == "ball") return Point{at(0), at(0), at(0)};
    if (shape == "cylinder") return Point{at(0), float100(at(1) / 2), float100(0)};
    return (shape == "box" ? float100(0.5) : float100(1)) * Point{at(0), at(1), at(2)};
  };
  const auto name = shape == "ball" ? "sphere" : shape;
  const auto size = size_of(given);
  auto whole = *solid(name, size);
  if (hollow) {
    if (hollow->value.size() != given->size() || hollow->value.is_array() != given->is_array())
      hollow->reject("as many numbers as " + given.field);
    const auto within = size_of(*hollow);
    const auto hole = *solid(name, within);
    const bool fits = within[0] <= size[0] && within[1] <= size[1] && within[2] <= size[2];
    if (!fits || !(hole.mass < whole.mass))
      hollow->reject("a smaller " + shape + " than " + shortened_json(given.value));
    whole.mass -= hole.mass, whole.inertia = whole.inertia - hole.inertia;
  }
  whole.volume = whole.mass;
  return whole;
}

/// A mass in SI, in the units of the file.
Mass in_own_units(const Mass& si, const std::string& field, const Surroundings& around) {
  const auto metre = around.units.in_si(0, field).size, kilogram = around.units.in_si(1, field).size;
  return {float100(si.mass / kilogram), si.centre / metre, float100(1 / (kilogram * metre * metre)) * si.inertia, {}};
}

Made shape_of(const Given& j, const Surroundings& around) {
  auto& warnings = around.warnings;
  const auto source = *std::find_if(sources.begin(), sources.end(), [&](const auto& key) { return j.has(key); });
  const bool is_mesh = source == "mesh" || source == "stl";
  const bool is_solid = std::find(solids.begin(), solids.end(), source) != solids.end();
  const Given given = j[source];
  Made shape{given};
  const auto file = [&] {
    const auto path = in_folder(given.text(), around.folder);
    if (!std::filesystem::exists(path)) given.refuse(path + ": no such file");
    return path;
  };
  if (source == "inertia") {
    if (given.is_matrix()) {
      shape.tensor = symmetric(given, shape.rounding, warnings);
    } else {
      for (int i = 0; i < 3; ++i) shape.tensor(i, i) = given[i].number<float100>();
    }
    if (j.has("mass")) shape.mass = Mass{j["mass"].positive<float100>(), {}, shape.tensor, float100(0)};
    return shape;
  }
  if (source == "points") {
    const auto listed = given->is_string() ? atoms_of(read_file(file()), file(), given.field, warnings) : given.value;
    shape.mass = of_points({listed, given.field}, shape.rounding);
    // Atoms are in atomic masses and Angstroms, whatever else the spec is in.
    if (given->is_string() && !(around.units.names[0] + around.units.names[1]).empty()) {
      const auto u = quantity("u")->size, angstrom = quantity("Angstrom")->size;
      const auto m = *shape.mass;
      shape.mass =
          in_own_units({float100(u * m.mass), angstrom * m.centre, float100(u * angstrom * angstrom) * m.inertia, {}},
                       given.field, around);
      shape.rounding *= trace(shape.mass->inertia) / trace(m.inertia);
    }
  } else if (source == "bodies") {
    shape.mass = of_bodies(given, around);
  } else if (is_mesh || is_solid) {
    const auto density = j.has("density") ? j["density"].positive<float100>() : float100(1);
    if (is_solid) {
      shape.mass = of_solid(given, source, j.has("hollow") ? std::optional(j["hollow"]) : std::nullopt);
      shape.mass = with_mass(*shape.mass, float100(density * shape.mass->volume));
    } else {
      shape.mass = of_mesh(read_file(file()), file(), density, given.field, warnings);
    }
    if (j.has("mass")) shape.mass = with_mass(*shape.mass, j["mass"].positive<float100>());
  } else {
    const auto path = file();
    const auto link = j.has("link") ? std::optional(j["link"].text()) : std::nullopt;
    shape.mass = inertial_of(read_file(path), path, source, link, given.field, warnings);
    // URDF and SDF are in SI; MJCF has no units of its own.
    if (source != "mjcf") shape.mass = in_own_units(*shape.mass, given.field, around);
  }
  shape.tensor = shape.mass->inertia;
  const auto size = scalar_cast<double>(trace(shape.tensor));
  if (!in_range(shape.mass->mass) || !(scalar_cast<double>(shape.mass->mass) >= 1e-300) || !(std::abs(size) <= 1e300))
    given.refuse(
        fmt::format("a body of mass {:.3g} and of moments up to {:.3g} is given; accepted: a mass from 1e-300 to "
                    "1e100 and moments up to 1e300",
                    scalar_cast<double>(shape.mass->mass), size));
  return shape;
}

/// The axis of a plane body, whose two other moments are 0: 0, 1 or 2; -1 for others.
int plane_axis(const Mat3<float100>& m) {
  int axis = -1;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      if (m(i, k) == 0) continue;
      if (i != k || axis >= 0 || !(m(i, i) > 0)) return -1;
      axis = i;
    }
  return axis;
}

}  // namespace

Made made_of(const Given& body, const Surroundings& around) {
  auto made = shape_of(body, around);
  if (body.has("centre_of_mass")) made.mass->centre = body["centre_of_mass"].vector<Body, float100>();
  if (!body.has("pivot")) return made;
  const auto pivot = body["pivot"].vector<Body, float100>();
  made.lever = made.mass->mass * (made.mass->centre - pivot);
  made.tensor = about(*made.mass, pivot);
  return made;
}

template <class T>
std::optional<Rod<T>> rod_of(const Made& made) {
  using std::abs;
  const auto [I, axes] = eigenvectors(made.tensor);
  int least = 0;
  for (int i = 1; i < 3; ++i)
    if (abs(I[i]) < abs(I[least])) least = i;
  const float100 a = I[(least + 1) % 3], b = I[(least + 2) % 3];
  constexpr double rounded = 1e-12, square = 1e-30;  // the square of what points are off
  const bool of_points = made.given.field == "body.points";
  const float100 thin = std::max(made.rounding, of_points ? float100(square * a) : float100(0));
  if (!(a > 0 && b > 0 && abs(I[least]) <= thin)) return {};
  if (!(abs(float100(a - b)) <= std::max(float100(rounded * a), float100(2 * thin)))) {
    if (I[least] > 0) return {};
    const Given inertia{made.given.value, "body.inertia"};
    (inertia.is_matrix() ? inertia : inertia[least])
        .reject("a positive moment; or 0 where the two others are equal, which is a rod");
  }
  Point axis{axes(0, least), axes(1, least), axes(2, least)};
  int longest = 0;
  for (int i = 1; i < 3; ++i)
    if (abs(axis[i]) > abs(axis[longest])) longest = i;
  axis = (axis[longest] < 0 ? float100(-1) : float100(1)) * axis / norm(axis);
  return Rod<T>{cast<T>(axis), scalar_cast<T>(float100((a + b) / 2))};
}

template <class T>
Inertia<T> inertia_of_body(const Made& made, Spec<T>& spec) {
  const bool is_given = made.given.field == "body.inertia", is_list = is_given && !made.given.is_matrix();
  if (const int axis = plane_axis(made.tensor); axis >= 0 && is_given && !made.lever) {
    // About that axis alone it turns as any body with this moment does; the others are those of a disc.
    spec.plane = axis;
    const T I = scalar_cast<T>(made.tensor(axis, axis)), half = I / T(2);
    const Given given = made.given[axis];
    (is_list ? given : Given{given[axis].value, given.field}).template positive<T>();
    return {axis == 0 ? I : half, axis == 1 ? I : half, axis == 2 ? I : half};
  }
  Vec<Body, T> I;
  if (is_list && !made.lever)
    for (int i = 0; i < 3; ++i) I[i] = made.given[i].template positive<T>();
  else
    I = principal_moments<T>(made.tensor, made.given, spec.axes);
  if (is_given || !made.mass || made.mass->volume == 0) check_triangle(I, spec.warnings);
  if (is_given) return {I[0], I[1], I[2]};
  spec.warnings.push_back(fmt::format("{}: mass {:.6g}, centre of mass ({}), principal moments ({})", made.given.field,
                                      scalar_cast<double>(made.mass->mass), six_digits(made.mass->centre),
                                      six_digits(I)));
  return {I[0], I[1], I[2]};
}

template std::optional<Rod<double>> rod_of(const Made&);
template std::optional<Rod<float128>> rod_of(const Made&);
template std::optional<Rod<float100>> rod_of(const Made&);
template Inertia<double> inertia_of_body(const Made&, Spec<double>&);
template Inertia<float128> inertia_of_body(const Made&, Spec<float128>&);
template Inertia<float100> inertia_of_body(const Made&, Spec<float100>&);

}  // namespace polhode::reading
