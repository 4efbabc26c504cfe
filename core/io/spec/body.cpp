// SPDX-License-Identifier: MIT
#include "core/io/spec/body.hpp"

#include "core/io/orbit_frame.hpp"
#include "core/io/spec/attitude.hpp"
#include "core/io/spec/free_motion.hpp"
#include "core/io/spec/inertia.hpp"
#include "core/io/spec/orbit.hpp"
#include "core/io/spec/torques.hpp"
#include "core/io/spec/words.hpp"

namespace polhode::reading {

namespace {

/// How a body moves at the start: its momentum or its angular velocity, along the axes of the body or of space,
/// relative to space or to the frame of its orbit; or the periods of a free motion.
struct Start {
  std::string key, field;
  bool by_momentum = false, in_space = false, in_orbit = false;
  json value;
};

Start start_of(const json& body, bool attitude_in_orbit) {
  const std::vector<std::string> keys{"momentum", "angular_velocity", "momentum_space", "angular_velocity_space",
                                      "free_motion"};
  std::vector<std::string> given;
  for (const auto& key : keys)
    if (body.contains(key)) given.push_back("body." + key);
  if (given.size() != 1)
    throw UserError(fmt::format(
        "body.momentum: {} given; accepted: exactly one of momentum, angular_velocity, "
        "momentum_space, angular_velocity_space, free_motion",
        given.empty() ? "neither it nor body.angular_velocity is" : fmt::format("{} and {} are", given[0], given[1])));
  Start start;
  start.field = given[0], start.key = given[0].substr(5), start.value = body[start.key];
  start.by_momentum = start.key.starts_with("momentum"), start.in_space = start.key.ends_with("_space");
  if (start.key == "angular_velocity") {
    start.in_orbit = attitude_in_orbit;
    if (start.value.is_object()) {
      const json object = start.value;
      only_keys(object, start.field, {"value", "frame"});
      if (object.contains("frame")) start.in_orbit = word(object, start.field, "frame", {"orbit", "space"}) == "orbit";
      start.value = required(object, start.field, "value", "a list of three numbers");
      start.field += ".value";
    }
  }
  return start;
}

/// An attitude, and whether it is relative to the frame of the orbit. Answers repeat the form in which it is given.
template <class T>
Attitude<T> attitude_of(const json& body, Spec<T>& spec, const Units<T>& unit, bool& in_orbit) {
  in_orbit = false;
  if (!body.contains("attitude")) return Attitude<T>::identity();
  json j = body["attitude"];
  if (j.is_object() && j.contains("frame")) {
    in_orbit = word(j, "body.attitude", "frame", {"orbit", "space"}) == "orbit";
    j.erase("frame");
    if (j.contains("matrix")) only_keys(j, "body.attitude", {"matrix"}), j = json(j["matrix"]);
  }
  if (j.is_object())
    for (const char* word : {"mrp", "rotation_vector", "euler"})
      if (j.contains(word))
        spec.words.push_back(word == std::string("euler") && j.contains("sequence") && j["sequence"].is_string()
                                 ? "euler:" + j["sequence"].get<std::string>()
                                 : word);
  return attitude<T>(j, "body.attitude", unit, spec.warnings);
}

/// A rod moves as the director along it, in a field that pulls at its axis.
template <class T>
Director<T> director_of(const Rod<T>& rod, const Made& made, const json& document, Spec<T>& spec,
                        const Units<T>& unit) {
  using std::abs;
  const json& body = document["body"];
  bool in_orbit = false;
  const auto R = attitude_of(body, spec, unit, in_orbit);
  spec.words.clear();
  const auto start = start_of(body, in_orbit);
  if (in_orbit || start.in_orbit || start.key == "free_motion")
    throw UserError(start.field + ": with a rod, momentum or angular_velocity in space is accepted");
  auto v = vector<Body, T>(start.value, start.field);
  if (start.in_space) v = inverse(R) * Vec<Space, T>{v[0], v[1], v[2]};
  Director<T> p{};
  p.I = rod.I;
  p.initial.d = R * rod.axis;
  p.initial.d = p.initial.d / norm(p.initial.d);
  p.initial.omega = tangential(
      p.initial.d, R * (start.by_momentum ? unit.momentum * v / rod.I : unit.per_time(v, "body.angular_velocity")));
  const T along = abs(dot(rod.axis, v)), share(made.rounding > 0 ? printed : projectable);  // its axis is as good
  if (start.by_momentum && !(along <= share * norm(v)))
    reject(start.field, start.value, "a vector normal to the rod, which has no moment about itself");
  const auto axis = cast<double>(rod.axis);
  spec.warnings.push_back(
      fmt::format("{}: one moment is {}: a rod, which moves as the director along ({:.6g}, {:.6g}, {:.6g}) of the body",
                  made.field == "body.inertia" || made.field == "body.points" ? "body.inertia" : made.field,
                  made.rounding > 0 ? "0 to the digits of the file" : "0", axis[0], axis[1], axis[2]));
  if (!start.by_momentum && !(along <= share * norm(v)))
    spec.warnings.push_back(fmt::format("body.angular_velocity: a rod does not spin about itself; {:.6g} is left out",
                                        scalar_cast<double>(along)));

  Context<T> context{spec.axes, unit, {}, spec.warnings, {}};
  if (made.has_pivot) context.lever = cast<T>(made.lever);
  for_each_torque(document, [&](const std::string& kind, const json& j, const std::string& field) {
    const auto along_rod = [&](const Vec<Body, T>& moment, const std::string& name) {
      const T m = dot(moment, rod.axis);
      if (!(norm(moment - m * rod.axis) <= share * norm(moment)))
        reject(field + name, j.value(name.substr(1), json(kind)), "along the rod");
      return m;
    };
    const std::string three = "a list of three numbers";
    if (kind == "none") {
      only_keys(j, field, {"kind", "comments"});
    } else if (kind == "gravity") {
      only_keys(j, field, {"kind", "moment", "g", "comments"});
      const auto moment = j.contains("g") ? weight<T>(j, field, context)
                                          : vector<Body, T>(required(j, field, "moment", three), field + ".moment");
      p.g -= (j.contains("g") ? T(1) : unit.torque) * along_rod(moment, j.contains("g") ? ".g" : ".moment") *
             polhode::axis<Space, T>(2);
    } else if (kind == "constant-field") {
      only_keys(j, field, {"kind", "u0", "comments"});
      p.g -= unit.torque * along_rod(polhode::axis<Body, T>(2), ".kind") *
             vector<Space, T>(required(j, field, "u0", three), field + ".u0");
    } else if (kind == "dipole") {
      only_keys(j, field, {"kind", "moment", "field", "comments"});
      const T m =
          unit.dipole * along_rod(vector<Body, T>(required(j, field, "moment", three), field + ".moment"), ".moment");
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

/// Moments that change with time: the body has those of its start, and a torque stands for the change.
template <class T>
std::optional<VaryingInertia<T>> varying_inertia(const json& j, const Context<T>& c) {
  if (!j.is_object()) return {};
  const auto moments = signal<Body, T>(j, "body.inertia", c, T(1), of_inertia);
  if (moments.jumps()) reject("body.inertia", j, "a continuous signal (moments that jump are an impulse)");
  return VaryingInertia<T>{moments, moments.at(c.t0), T(1)};
}

/// A body without two of its moments turns about the third axis only.
template <class T>
void check_plane(const TorquedBody<T>& body, const json& document, const Vec<Body, T>& v, const Start& start,
                 int axis) {
  const auto off = [&](const Vec<Body, T>& u) { return u[(axis + 1) % 3] != T(0) || u[(axis + 2) % 3] != T(0); };
  const auto where = fmt::format("along axis {} of the body, the only one about which it has a moment", axis + 1);
  if (off(v)) reject(start.field, start.value, where);
  for_each_torque(document, [&](const std::string& kind, const json&, const std::string& field) {
    if (kind != "none" && kind != "body")
      throw UserError(
          fmt::format("{}.kind: {} is given with a plane body; accepted: none, or body {}", field, kind, where));
  });
  body.torques.each([&]<class K>(const K& k) {
    each_leaf(k, [&]<class M>(const Field&, const M& member) {
      if constexpr (std::is_same_v<M, Vec<Body, T>>)
        if (off(member)) throw UserError("torque: one across the axis of a plane body is given; accepted: " + where);
    });
  });
}

template <class T>
Problem<T> rigid_body(const json& document, Spec<T>& spec, const std::string& folder) {
  const json& body = document["body"];
  only_keys(body, "body",
            {"inertia",
             "points",
             "mesh",
             "stl",
             "urdf",
             "mjcf",
             "sdf",
             "link",
             "bodies",
             "density",
             "mass",
             "centre_of_mass",
             "pivot",
             "attitude",
             "momentum",
             "angular_velocity",
             "momentum_space",
             "angular_velocity_space",
             "free_motion",
             "comments"});
  const auto unit = units<T>(document, spec);
  const T t0 = document.contains("t0") ? number<T>(document["t0"], "t0") : T(0);
  const auto varying =
      varying_inertia<T>(body.value("inertia", json()), {spec.axes, unit, {}, spec.warnings, folder, t0, {}});
  RigidBody<T> rigid;
  std::optional<Vec<Body, T>> lever;
  if (varying) {
    for (const char* key : {"pivot", "mass", "centre_of_mass"})
      if (body.contains(key))
        throw UserError(fmt::format("body.{}: given with an inertia that changes; accepted: without", key));
    const auto& I = varying->inertia;
    if (!(I[0] > T(0) && I[1] > T(0) && I[2] > T(0))) reject("body.inertia", body["inertia"], "positive moments");
    rigid.I = {I[0], I[1], I[2]};
  } else {
    const auto made =
        made_of(body, {folder, [&unit](auto power, const auto& of) { return unit.in_si(power, of); }, spec.warnings});
    if (made.mass) {
      spec.mass = scalar_cast<T>(made.mass->mass), spec.centre = cast<T>(made.mass->centre);
      if (made.field == "body.inertia" && !body.contains("centre_of_mass")) spec.centre = {};
      if (made.mass->volume > 0) spec.volume = scalar_cast<T>(made.mass->volume);
    }
    if (const auto rod = rod_of<T>(made)) return director_of(*rod, made, document, spec, unit);
    rigid.I = inertia_of_body<T>(made, spec);
    if (made.has_pivot) lever = cast<T>(made.lever);
  }
  const Context<T> context{spec.axes, unit, rigid.I.moments, spec.warnings, folder, t0, lever, &spec.sampled};
  if (const auto orbit = orbit_of<T>(document, context)) spec.orbit = orbit->path;

  bool attitude_in_orbit = false;
  rigid.initial.R = attitude_of(body, spec, unit, attitude_in_orbit);
  const auto start = start_of(body, attitude_in_orbit);
  std::optional<OrbitFrame<T>> frame;
  if (attitude_in_orbit || start.in_orbit) {
    if (!spec.orbit)
      throw UserError(
          fmt::format("{}.frame: \"orbit\" is given and no orbit; accepted: with one, in a torque or beside body",
                      attitude_in_orbit ? "body.attitude" : "body.angular_velocity"));
    frame.emplace(*spec.orbit, t0);
  }
  if (attitude_in_orbit) rigid.initial.R = frame->turn * rigid.initial.R;
  const auto to_body = inverse(rigid.initial.R);
  rigid.initial.R = rigid.initial.R * spec.axes;

  const auto in_user = [&] {
    const auto v = vector<Body, T>(start.value, start.field);
    return start.in_space ? to_body * Vec<Space, T>{v[0], v[1], v[2]} : v;
  };
  if (start.key == "free_motion") {
    rigid.initial.Pi = momentum_of_periods<T>(rigid.I, start.value, unit);
  } else if (start.by_momentum) {
    rigid.initial.Pi = unit.momentum * (inverse(spec.axes) * in_user());
  } else {
    auto Omega = unit.per_time(in_user(), start.field);
    if (start.in_orbit) Omega += to_body * frame->rate;
    rigid.initial.Pi = rigid.momentum(inverse(spec.axes) * Omega);
  }
  const auto in_range = [](const T& x) { return std::isfinite(scalar_cast<double>(x)); };  // of the answer's doubles
  if (!in_range(norm2(rigid.initial.Pi)) || !in_range(norm2(rigid.Omega(rigid.initial.Pi))) ||
      !in_range(rigid.kinetic_energy(rigid.initial.Pi)))
    reject(start.field, start.value, "a vector whose momentum, angular velocity and energy are finite");

  auto torqued = with_torques<T>(rigid, document, context, spec.momentum_torques);
  if (spec.plane >= 0) check_plane(torqued, document, rigid.initial.Pi, start, spec.plane);
  if (varying && !varying->autonomous()) {
    for_each_torque(document, [&](const std::string& kind, const json&, const std::string& field) {
      if (kind == "gravity-gradient")
        throw UserError(field +
                        ".kind: gravity-gradient is given with an inertia that changes; accepted: other torques");
    });
    if (torqued.torques.size + torqued.momentum_torques.size == torqued.momentum_torques.capacity)
      throw UserError(fmt::format("torque: at most {} are accepted with an inertia that changes",
                                  torqued.momentum_torques.capacity - 1));
    torqued.momentum_torques.push_back(*varying), spec.momentum_torques.push_back("body.inertia (which changes)");
  }
  if (torqued.torques.size + torqued.momentum_torques.size > 0) return torqued;
  return FreeBody<T>{rigid};
}

template <class T>
Problem<T> director(const json& document, Spec<T>& spec) {
  using std::abs;
  const json& body = document["body"];
  only_keys(body, "body", {"inertia", "director", "angular_velocity_space", "comments"});
  const auto unit = units<T>(document, spec);
  const std::string three = "a list of three numbers";
  Director<T> p{};
  p.I = positive<T>(required(body, "body", "inertia", "a positive number"), "body.inertia");
  p.initial.d = vector<Space, T>(required(body, "body", "director", three), "body.director");
  p.initial.omega = unit.per_time(
      vector<Space, T>(required(body, "body", "angular_velocity_space", three), "body.angular_velocity_space"),
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

  const T t0 = document.contains("t0") ? number<T>(document["t0"], "t0") : T(0);
  bool has_field = false;
  for_each_torque(document, [&](const std::string& kind, const json& j, const std::string& field) {
    if (kind == "none") return only_keys(j, field, {"kind", "comments"});
    if (kind == "formula") {
      if (!p.formula.empty()) throw UserError(field + ": at most one formula is accepted");
      p.formula = potential_of<T>(j, field, "d", 3, t0, p.initial.d, spec.warnings);
      return;
    }
    if (kind != "field")
      throw UserError(field + ".kind: " + unknown_name("torque of a director", kind, {"none", "field", "formula"}));
    if (has_field) throw UserError(field + ": at most one field is accepted");
    has_field = true;
    only_keys(j, field, {"kind", "g", "amplitude", "frequency", "comments"});
    p.g = unit.torque * vector<Space, T>(required(j, field, "g", three), field + ".g");
    if (j.contains("amplitude") != j.contains("frequency"))
      missing(field + (j.contains("amplitude") ? ".frequency" : ".amplitude"),
              "both amplitude and frequency, or neither");
    if (j.contains("amplitude")) {
      p.amplitude = unit.torque * vector<Space, T>(j["amplitude"], field + ".amplitude");
      p.frequency = unit.per_time(number<T>(j["frequency"], field + ".frequency"), field + ".frequency");
    }
  });
  return p;
}

/// Particles with up to three coordinates in all, one after the other; those that are not there rest at 0.
template <class T>
Problem<T> particles(const json& document, Spec<T>& spec) {
  const json& body = document["body"];
  only_keys(body, "body", {"masses", "positions", "velocities", "comments"});
  const auto unit = units(document, spec);
  Particles<T> p{};
  p.mass = {T(1), T(1), T(1)};
  const json& masses = required(body, "body", "masses", "a list of one to three positive numbers");
  if (!masses.is_array() || masses.empty() || masses.size() > 3)
    reject("body.masses", masses, "a list of one to three positive numbers");
  std::size_t each = 0;  // coordinates of a particle
  const auto read = [&](const char* key, const auto& see) {
    const auto field = fmt::format("body.{}", key);
    const std::string lists = "a list of coordinates for each mass";
    const json& all = required(body, "body", key, lists);
    if (!all.is_array() || all.size() != masses.size()) reject(field, all, lists);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto one = fmt::format("{}[{}]", field, i);
      if (!all[i].is_array() || all[i].empty() || all.size() * all[i].size() > 3)
        reject(one, all[i], "a list of coordinates, as many for each particle, at most three in all");
      if (each == 0) each = all[i].size();
      if (all[i].size() != each) reject(one, all[i], fmt::format("a list of {}, as of the first particle", each));
      for (std::size_t k = 0; k < each; ++k)
        see(static_cast<int>(i * each + k), i, number<T>(all[i][k], fmt::format("{}[{}]", one, k)));
    }
  };
  read("positions", [&](int i, std::size_t, const T& x) { p.initial.u[i] = x; });
  read("velocities", [&](int i, std::size_t particle, const T& v) {
    p.mass[i] = positive<T>(masses[particle], fmt::format("body.masses[{}]", particle));
    p.initial.p[i] = p.mass[i] * v;
  });

  const T t0 = document.contains("t0") ? number<T>(document["t0"], "t0") : T(0);
  for_each_torque(document, [&](const std::string& kind, const json& j, const std::string& field) {
    if (kind == "none") return only_keys(j, field, {"kind", "comments"});
    if (kind != "formula")
      throw UserError(field + ".kind: " + unknown_name("force on particles", kind, {"none", "formula"}));
    if (!p.formula.empty()) throw UserError(field + ": at most one formula is accepted");
    p.formula =
        potential_of<T>(j, field, "x", static_cast<int>(masses.size() * each), t0, p.initial.u, spec.warnings);
  });
  for (const char* key : {"dense", "events", "output"})
    if (document.contains(key))
      throw UserError(fmt::format("{}: given with particles; accepted: every", key));
  return p;
}

}  // namespace

template <class T>
Problem<T> body_of(const json& document, Spec<T>& spec, const std::string& folder) {
  const json& body = document["body"];
  const json inertia = body.value("inertia", json());
  const bool is_scalar = inertia.is_number() || inertia.is_string();
  const bool is_director = body.contains("director") || (is_scalar && body.contains("angular_velocity_space"));
  if (body.contains("masses") || body.contains("positions")) return particles<T>(document, spec);
  return is_director ? director<T>(document, spec) : rigid_body<T>(document, spec, folder);
}

template Problem<double> body_of(const json&, Spec<double>&, const std::string&);
template Problem<float128> body_of(const json&, Spec<float128>&, const std::string&);
template Problem<float100> body_of(const json&, Spec<float100>&, const std::string&);

}  // namespace polhode::reading
