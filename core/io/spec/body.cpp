// SPDX-License-Identifier: MIT
#include "core/io/spec/body.hpp"

#include "core/io/spec/attitude.hpp"
#include "core/io/spec/inertia.hpp"
#include "core/io/spec/torques.hpp"

namespace polhode::reading {

namespace {

/// Is it the momentum that the body has, or its angular velocity?
bool gives_momentum(const json& body) {
  if (body.contains("momentum") == body.contains("angular_velocity"))
    throw UserError(fmt::format(
        "body.momentum: {} given; accepted: exactly one of momentum and angular_velocity",
        body.contains("momentum") ? "it and body.angular_velocity are" : "neither it nor body.angular_velocity is"));
  return body.contains("momentum");
}

/// A rod moves as the director along it, in a field that pulls at its axis.
template <class T>
Director<T> director_of(const Rod<T>& rod, const json& document, Spec<T>& spec, const Units<T>& unit) {
  using std::abs;
  const json& body = document["body"];
  const bool by_momentum = gives_momentum(body);
  const auto key = by_momentum ? "momentum" : "angular_velocity";
  auto R = Attitude<T>::identity();
  if (body.contains("attitude")) R = attitude<T>(body["attitude"], "body.attitude", unit, spec.warnings);
  const auto v = vector<Body, T>(body[key], fmt::format("body.{}", key));
  Director<T> p{};
  p.I = rod.I;
  p.initial.d = R * rod.axis;
  p.initial.d = p.initial.d / norm(p.initial.d);
  p.initial.omega = tangential(p.initial.d, R * (by_momentum ? v / rod.I : unit.per_time(v, "body.angular_velocity")));
  const T along = abs(dot(rod.axis, v));
  if (by_momentum && !(along <= T(projectable) * norm(v)))
    reject("body.momentum", body[key], "a vector normal to the rod, which has no moment about itself");
  const auto axis = cast<double>(rod.axis);
  spec.warnings.push_back(fmt::format(
      "body.inertia: one moment is 0: a rod, which moves as the director along ({:.6g}, {:.6g}, {:.6g}) of the body",
      axis[0], axis[1], axis[2]));
  if (!by_momentum && !(along <= T(projectable) * norm(v)))
    spec.warnings.push_back(fmt::format("body.angular_velocity: a rod does not spin about itself; {:.6g} is left out",
                                        scalar_cast<double>(along)));

  const Context<T> context{spec.axes, unit, {}, spec.warnings, {}};
  for_each_torque(document, [&](const std::string& kind, const json& j, const std::string& field) {
    const auto along_rod = [&](const Vec<Body, T>& moment, const std::string& name) {
      const T m = dot(moment, rod.axis);
      if (!(norm(moment - m * rod.axis) <= T(projectable) * norm(moment)))
        reject(field + name, j.value(name.substr(1), json(kind)), "along the rod");
      return m;
    };
    const std::string three = "a list of three numbers";
    if (kind == "none") {
      only_keys(j, field, {"kind", "comments"});
    } else if (kind == "gravity") {
      only_keys(j, field, {"kind", "moment", "comments"});
      p.g -= along_rod(vector<Body, T>(required(j, field, "moment", three), field + ".moment"), ".moment") *
             polhode::axis<Space, T>(2);
    } else if (kind == "constant-field") {
      only_keys(j, field, {"kind", "u0", "comments"});
      p.g -= along_rod(polhode::axis<Body, T>(2), ".kind") *
             vector<Space, T>(required(j, field, "u0", three), field + ".u0");
    } else if (kind == "dipole") {
      only_keys(j, field, {"kind", "moment", "field", "comments"});
      const T m = along_rod(vector<Body, T>(required(j, field, "moment", three), field + ".moment"), ".moment");
      const auto B = signal<Space, T>(required(j, field, "field", three), field + ".field", context);
      const auto* harmonic = std::get_if<signals::Harmonic<Space, T>>(&B->is);
      if (B.constant()) {
        p.g += m * B.at(T(0));
      } else if (harmonic && harmonic->phase == T(0) && !(norm2(p.amplitude) > T(0))) {
        p.g += m * harmonic->offset;
        p.amplitude = m * harmonic->amplitude, p.frequency = harmonic->frequency;
      } else {
        reject(field + ".field", j["field"], "with a rod, a constant field, and one that is harmonic, of phase 0");
      }
    } else {
      throw UserError(fmt::format(
          "{}.kind: {} is given with a rod (one moment is 0); accepted: none, gravity, constant-field, dipole", field,
          kind));
    }
  });
  return p;
}

template <class T>
AnyGiven<T> rigid_body(const json& document, Spec<T>& spec, const std::string& folder) {
  const json& body = document["body"];
  only_keys(body, "body",
            {"inertia", "points", "stl", "density", "attitude", "momentum", "angular_velocity", "comments"});
  const auto unit = units<T>(document, spec);
  if (const auto rod = rod_of<T>(body)) return director_of(*rod, document, spec, unit);
  RigidBody<T> rigid{inertia_of_body<T>(body, spec, folder), {{}, Attitude<T>::identity()}};
  if (body.contains("attitude")) rigid.initial.R = attitude<T>(body["attitude"], "body.attitude", unit, spec.warnings);
  rigid.initial.R = rigid.initial.R * spec.axes;

  const bool by_momentum = gives_momentum(body);
  const auto key = by_momentum ? "momentum" : "angular_velocity";
  const auto v = inverse(spec.axes) * vector<Body, T>(body[key], fmt::format("body.{}", key));
  rigid.initial.Pi = by_momentum ? v : rigid.momentum(unit.per_time(v, "body.angular_velocity"));
  const auto in_range = [](const T& x) { return std::isfinite(scalar_cast<double>(x)); };  // of the answer's doubles
  if (!in_range(norm2(rigid.initial.Pi)) || !in_range(norm2(rigid.Omega(rigid.initial.Pi))) ||
      !in_range(rigid.kinetic_energy(rigid.initial.Pi)))
    reject(fmt::format("body.{}", key), body[key], "a vector whose momentum, angular velocity and energy are finite");

  const auto driven =
      with_torques<T>(rigid, document, {spec.axes, unit, rigid.I.moments, spec.warnings, folder}, spec.drives,
                      spec.sampled);
  if (driven.drives.size > 0) return driven;
  if (driven.torques.size > 0) return TorquedBody<T>{rigid, driven.torques};
  return FreeBody<T>{rigid};
}

template <class T>
AnyGiven<T> director(const json& document, Spec<T>& spec) {
  using std::abs;
  const json& body = document["body"];
  only_keys(body, "body", {"inertia", "director", "angular_velocity_space", "comments"});
  const auto unit = units<T>(document, spec);
  const std::string three = "a list of three numbers";
  Director<T> p{};
  p.I = positive<T>(required(body, "body", "inertia", "a positive number"), "body.inertia");
  p.initial.d = vector<Space, T>(required(body, "body", "director", three), "body.director");
  p.initial.omega = unit.per_time(vector<Space, T>(required(body, "body", "angular_velocity_space", three),
                                                   "body.angular_velocity_space"),
                                  "body.angular_velocity_space");

  const T length = norm(p.initial.d), off = abs(length - T(1));
  if (!(off <= T(projectable))) reject("body.director", body["director"], "a unit vector");
  projected("body.director", scalar_cast<double>(off), spec.warnings);
  if (off != T(0)) p.initial.d = p.initial.d / length;
  const T w = norm(p.initial.omega), along = abs(dot(p.initial.d, p.initial.omega));
  if (!(along <= T(projectable) * w))
    reject("body.angular_velocity_space", body["angular_velocity_space"], "a vector normal to body.director");
  if (along > T(0)) {
    projected("body.angular_velocity_space", scalar_cast<double>(T(along / w)), spec.warnings);
    p.initial.omega = tangential(p.initial.d, p.initial.omega);
  }

  bool has_field = false;
  for_each_torque(document, [&](const std::string& kind, const json& j, const std::string& field) {
    if (kind == "none") return only_keys(j, field, {"kind", "comments"});
    if (kind != "field")
      throw UserError(field + ".kind: " + unknown_name("torque of a director", kind, {"none", "field"}));
    if (has_field) throw UserError(field + ": at most one field is accepted");
    has_field = true;
    only_keys(j, field, {"kind", "g", "amplitude", "frequency", "comments"});
    p.g = vector<Space, T>(required(j, field, "g", three), field + ".g");
    if (j.contains("amplitude") != j.contains("frequency"))
      missing(field + (j.contains("amplitude") ? ".frequency" : ".amplitude"),
              "both amplitude and frequency, or neither");
    if (j.contains("amplitude")) {
      p.amplitude = vector<Space, T>(j["amplitude"], field + ".amplitude");
      p.frequency = unit.per_time(number<T>(j["frequency"], field + ".frequency"), field + ".frequency");
    }
  });
  return p;
}

}  // namespace

template <class T>
AnyGiven<T> body_of(const json& document, Spec<T>& spec, const std::string& folder) {
  const json& body = document["body"];
  const bool is_director = body.contains("director") || body.contains("angular_velocity_space");
  return is_director ? director<T>(document, spec) : rigid_body<T>(document, spec, folder);
}

template AnyGiven<double> body_of(const json&, Spec<double>&, const std::string&);
template AnyGiven<float128> body_of(const json&, Spec<float128>&, const std::string&);
template AnyGiven<float100> body_of(const json&, Spec<float100>&, const std::string&);

}  // namespace polhode::reading
