// SPDX-License-Identifier: MIT
#include "core/io/spec/body.hpp"

#include <algorithm>

#include "core/io/spec/torques.hpp"
#include "core/reference/free_body.hpp"

namespace polhode::reading {

namespace {

/// How a body moves at the start: its momentum or its angular velocity, along the axes of the body or of space,
/// relative to space or to the frame of its orbit; or the periods of a free motion.
struct Start {
  std::string key;
  Given given;
  bool in_orbit = false;
  bool of_euler_angles = false;  ///< the rates of those that give the attitude
  bool by_momentum = key.starts_with("momentum"), in_space = key.ends_with("_space");
};

Start start_of(const Given& body, bool attitude_in_orbit) {
  std::string key = "free_motion";
  for (const char* other : {"momentum", "angular_velocity", "momentum_space", "angular_velocity_space"})
    if (body.has(other)) key = other;
  const Given value = body[key];
  if (key != "angular_velocity") return {key, value};
  if (!value->is_object()) return {key, value, attitude_in_orbit};
  if (value.has("euler_rates")) {
    if (!body.has("attitude") || !body["attitude"].has("euler"))
      value.refuse("euler_rates", "given without Euler angles; accepted: with body.attitude by \"euler\"");
    return {key, value["euler_rates"], attitude_in_orbit, true};
  }
  return {key, value["value"], value.word("frame", attitude_in_orbit ? "orbit" : "space") == "orbit"};
}

/// An attitude, and whether it is relative to the frame of the orbit. Answers repeat the form in which it is given.
template <class T>
Attitude<T> attitude_of(const Given& body, Spec<T>& spec, const Units<T>& unit, bool& in_orbit) {
  in_orbit = false;
  if (!body.has("attitude")) return Attitude<T>::identity();
  const Given j = body["attitude"];
  in_orbit = j.word("frame", "space") == "orbit";
  for (const std::string word : {"mrp", "rotation_vector", "euler"})
    if (j.has(word)) spec.words.push_back(word == "euler" ? "euler:" + j["sequence"].text() : word);
  return attitude<T>(j.has("matrix") ? Given{j["matrix"].value, j.field} : j, unit, spec.warnings);
}

/// A time: a number of the file's unit, or like "5.41 d".
template <class T>
T time_of(const Given& j, const Units<T>& units) {
  const std::string accepted = "a positive time, like 5.41 or \"5.41 d\"";
  json number = j.value, unit;
  if (j->is_string()) {
    const auto& text = j->get_ref<const std::string&>();
    if (const auto blank = text.find(' '); blank != text.npos)
      number = text.substr(0, blank), unit = text.substr(blank + 1);
  }
  const T x = Given{number, j.field}.positive<T>();
  if (unit.is_null()) return x;
  const auto known = quantity(unit.get<std::string>());
  if (!known || known->powers != std::array<int, 4>{0, 0, 1, 0}) j.reject(accepted);
  return x * units.scale({unit, j.field}, of_time);
}

template <class T>
struct Sorted {
  Inertia<T> I;

  Vec<Body, T> direction(const T& angle) const {  // from the axis of the greatest moment
    using std::cos, std::sin;
    return {T(sin(angle)), T(0), T(cos(angle))};
  }
  T ratio(const T& angle) const {
    const auto spin = reference::free_spin(I, direction(angle));
    return spin.P_psi > 0 ? T(spin.P_phi / spin.P_psi) : T(0);
  }
};

/// The momentum in principal axes of a free motion given by its periods and its mode, `P_psi`, `P_phi` and `mode` (LAM
/// or SAM), as known for tumbling asteroids: in the plane of the axes of the least and the greatest moment, along both.
/// Throws UserError with the range of P_phi if there is no such motion.
template <class T>
Vec<Body, T> momentum_of_periods(const Inertia<T>& moments, const Given& j, const Units<T>& units) {
  using std::abs, std::sqrt;
  const T P_psi = time_of(j["P_psi"], units), P_phi = time_of(j["P_phi"], units);
  const Given given = j["mode"];
  const json& mode = given.value;
  const bool lam = mode == "LAM";
  int a[3] = {0, 1, 2};
  std::sort(a, a + 3, [&](int i, int k) { return moments[i] < moments[k]; });
  const T A = moments[a[0]], B = moments[a[1]], C = moments[a[2]], turn = T(2) * pi_of<T>();
  const auto refuse = [&](const std::string& most) {
    j.refuse("P_phi",
             fmt::format("{} is given; accepted: for this inertia, mode {} and P_psi = {:.6g}, {}",
                         shortened_json(j["P_phi"].value), mode.get<std::string>(), scalar_cast<double>(P_psi), most));
  };
  const auto along = [&](const T& least, const T& greatest) {
    Vec<Body, T> Pi{};
    Pi[a[0]] = least, Pi[a[2]] = greatest;
    return Pi;
  };
  constexpr double equal = 1e-10;
  const bool oblate = B - A <= T(equal) * B, prolate = C - B <= T(equal) * B;
  if (oblate && prolate)
    given.reject("angular_velocity or momentum, for a body whose three moments are equal, which rotates uniformly");
  if (oblate || prolate) {
    if (oblate == lam)
      given.reject(oblate ? "SAM, for a body whose two lesser moments are equal"
                          : "LAM, for a body whose two greater moments are equal");
    const T G = turn * B / P_phi, share = turn / (P_psi * G * abs(T(T(1) / B - T(1) / (oblate ? C : A))));
    if (!(share <= T(1)))
      refuse(
          fmt::format("below {:.6g}", scalar_cast<double>(T(P_psi * B * abs(T(T(1) / B - T(1) / (oblate ? C : A)))))));
    const T across = sqrt(T(T(1) - share * share));
    return oblate ? along(T(G * across), T(G * share)) : along(T(G * share), T(G * across));
  }
  // The ratio of the periods grows from 0 on the separatrix to its limit next to the axis.
  const Sorted<double> rough{{scalar_cast<double>(A), scalar_cast<double>(B), scalar_cast<double>(C)}};
  const double separatrix =
      std::atan2(std::sqrt(static_cast<double>(T((C - B) / C))), std::sqrt(static_cast<double>(T((B - A) / A))));
  constexpr double near = 1e-7;
  const double pole = lam ? std::acos(0.0) - near : near, target = scalar_cast<double>(T(P_phi / P_psi));
  const double limit = rough.ratio(pole);
  if (!(target < limit)) refuse(fmt::format("below {:.6g}", limit * scalar_cast<double>(P_psi)));
  double low = separatrix, high = pole;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (rough.ratio(middle) < target ? low : high) = middle;
  }
  const Sorted<T> fine{{A, B, C}};
  const T wanted = P_phi / P_psi;
  T x0 = T(low), x1 = T(low) + T(1e-9) * (T(pole) - T(low)), f0 = fine.ratio(x0) - wanted;
  for (int i = 0; i < 12; ++i) {  // secants
    const T f1 = fine.ratio(x1) - wanted;
    if (f1 == T(0) || f1 == f0 || !is_finite(f1)) break;
    const T next = x1 - f1 * (x1 - x0) / (f1 - f0);
    x0 = x1, f0 = f1;
    if (!is_finite(next) || abs(T(next - x1)) <= T(4) * epsilon<T>() * abs(x1)) break;
    x1 = next;
  }
  const auto spin = reference::free_spin(fine.I, fine.direction(x1));
  const T G = spin.P_psi / P_psi;
  const auto direction = fine.direction(x1);
  return along(T(G * direction[0]), T(G * direction[2]));
}

/// A rod moves as the director along it, in a field that pulls at its axis.
template <class T>
Director<T> director_of(const Rod<T>& rod, const Made& made, const Given& document, Spec<T>& spec,
                        const Units<T>& unit) {
  using std::abs;
  const Given body = document["body"];
  bool in_orbit = false;
  const auto R = attitude_of(body, spec, unit, in_orbit);
  spec.words.clear();
  const auto start = start_of(body, in_orbit);
  if (in_orbit || start.in_orbit || start.of_euler_angles || start.key == "free_motion")
    start.given.refuse("with a rod, momentum or angular_velocity in space is accepted");
  auto v = start.given.vector<Body, T>();
  if (start.in_space) v = inverse(R) * Vec<Space, T>{v[0], v[1], v[2]};
  Director<T> p{};
  p.I = rod.I;
  p.initial.d = R * rod.axis;
  p.initial.d = p.initial.d / norm(p.initial.d);
  p.initial.omega = tangential(
      p.initial.d, R * (start.by_momentum ? unit.momentum * v / rod.I : unit.per_time(v, "body.angular_velocity")));
  const T along = abs(dot(rod.axis, v)), share(made.rounding > 0 ? printed : projectable);  // its axis is as good
  if (start.by_momentum && !(along <= share * norm(v)))
    start.given.reject("a vector normal to the rod, which has no moment about itself");
  spec.warnings.push_back(fmt::format("{}: one moment is {}: a rod, which moves as the director along ({}) of the body",
                                      made.given.field == "body.points" ? "body.inertia" : made.given.field,
                                      made.rounding > 0 ? "0 to the digits of the file" : "0", six_digits(rod.axis)));
  if (!start.by_momentum && !(along <= share * norm(v)))
    spec.warnings.push_back(fmt::format("body.angular_velocity: a rod does not spin about itself; {:.6g} is left out",
                                        scalar_cast<double>(along)));

  Context<T> context{spec.axes, unit, {}, spec.warnings, {}};
  if (made.lever) context.lever = cast<T>(*made.lever);
  for_each_torque(document, [&](const std::string& kind, const Given& j) {
    const auto along_rod = [&](const Vec<Body, T>& moment, const std::string& name) {
      const T m = dot(moment, rod.axis);
      if (!(norm(moment - m * rod.axis) <= share * norm(moment))) j.at_or(name, kind).reject("along the rod");
      return m;
    };
    if (kind == "none") return;
    if (kind == "gravity") {
      const bool by_g = j.has("g");
      const auto moment = by_g ? weight<T>(j, context) : j["moment"].vector<Body, T>();
      p.g -= (by_g ? T(1) : unit.torque) * along_rod(moment, by_g ? "g" : "moment") * axis<Space, T>(2);
    } else if (kind == "constant-field") {
      p.g -= unit.torque * along_rod(axis<Body, T>(2), "kind") * j["u0"].vector<Space, T>();
    } else if (kind == "dipole") {
      const T m = unit.dipole * along_rod(j["moment"].vector<Body, T>(), "moment");
      const auto B = signal<Space, T>(j["field"], context);
      const auto* harmonic = std::get_if<signals::Harmonic<Space, T>>(&B->is);
      if (B.constant()) {
        p.g += m * B.at(T(0));
      } else if (harmonic && harmonic->phase == T(0) && !(norm2(p.amplitude) > T(0))) {
        p.g += m * harmonic->offset;
        p.amplitude = m * harmonic->amplitude, p.frequency = harmonic->frequency;
      } else {
        j["field"].reject("with a rod, a constant field, and one that is harmonic, of phase 0");
      }
    } else {
      j.refuse("kind",
               kind + " is given with a rod (one moment is 0); accepted: none, gravity, constant-field, dipole");
    }
  });
  return p;
}

/// Moments that change with time: the body has those of its start, and a torque stands for the change.
template <class T>
std::optional<VaryingInertia<T>> varying_inertia(const Given& body, const Context<T>& c) {
  if (!body.has("inertia") || !body["inertia"]->is_object()) return {};
  const Given given = body["inertia"];
  const auto moments = signal<Body, T>(given, c, T(1), of_inertia);
  return VaryingInertia<T>{moments, moments.at(c.t0), T(1)};
}

/// A body without two of its moments turns about the third axis only.
template <class T>
void check_plane(const TorquedBody<T>& body, const Given& document, const Vec<Body, T>& v, const Start& start,
                 int axis) {
  const auto off = [&](const Vec<Body, T>& u) { return u[(axis + 1) % 3] != T(0) || u[(axis + 2) % 3] != T(0); };
  const auto where = fmt::format("along axis {} of the body, the only one about which it has a moment", axis + 1);
  if (off(v)) start.given.reject(where);
  for_each_torque(document, [&](const std::string& kind, const Given& j) {
    if (kind != "none" && kind != "body")
      j.refuse("kind", fmt::format("{} is given with a plane body; accepted: none, or body {}", kind, where));
  });
  body.torques.each([&]<class K>(const K& k) {
    each_leaf(k, [&]<class M>(const Field&, const M& member) {
      if constexpr (std::is_same_v<M, Vec<Body, T>>)
        if (off(member)) throw UserError("torque: one across the axis of a plane body is given; accepted: " + where);
    });
  });
}

template <class T>
Problem<T> rigid_body(const Given& document, Spec<T>& spec, const std::string& folder) {
  const Given body = document["body"];
  const auto unit = units<T>(document, spec);
  const T t0 = document.number_or_0<T>("t0");
  const auto varying = varying_inertia<T>(body, {spec.axes, unit, {}, spec.warnings, folder, t0, {}});
  RigidBody<T> rigid;
  std::optional<Vec<Body, T>> lever;
  if (varying) {
    const auto& I = varying->inertia;
    if (!(I[0] > T(0) && I[1] > T(0) && I[2] > T(0))) body["inertia"].reject("positive moments");
    rigid.I = {I[0], I[1], I[2]};
  } else {
    const auto made = made_of(body, {folder, unit, spec.warnings});
    if (made.mass) {
      spec.mass = scalar_cast<T>(made.mass->mass), spec.centre = cast<T>(made.mass->centre);
      if (made.given.field == "body.inertia" && !body.has("centre_of_mass")) spec.centre = {};
      if (made.mass->volume > 0) spec.volume = scalar_cast<T>(made.mass->volume);
    }
    if (const auto rod = rod_of<T>(made)) return director_of(*rod, made, document, spec, unit);
    rigid.I = inertia_of_body<T>(made, spec);
    if (made.lever) lever = cast<T>(*made.lever);
  }
  Context<T> context{spec.axes, unit, rigid.I.moments, spec.warnings, folder, t0, lever, &spec.sampled};
  if (const auto orbit = orbit_of<T>(document, context)) spec.orbit = orbit->path;

  bool attitude_in_orbit = false;
  rigid.initial.R = attitude_of(body, spec, unit, attitude_in_orbit);
  const auto start = start_of(body, attitude_in_orbit);
  std::optional<OrbitFrame<T>> frame;
  if (attitude_in_orbit || start.in_orbit) {
    if (!spec.orbit)
      body.refuse(attitude_in_orbit ? "attitude.frame" : "angular_velocity.frame",
                  "\"orbit\" is given and no orbit; accepted: with one, in a torque or beside body");
    frame.emplace(*spec.orbit, t0);
  }
  if (attitude_in_orbit) rigid.initial.R = frame->turn * rigid.initial.R;
  const auto to_body = inverse(rigid.initial.R);
  rigid.initial.R = rigid.initial.R * spec.axes;

  const auto in_user = [&] {
    const auto v = start.given.vector<Body, T>();
    if (start.of_euler_angles) return euler(body["attitude"], unit, v).Omega;
    return start.in_space ? to_body * Vec<Space, T>{v[0], v[1], v[2]} : v;
  };
  if (start.key == "free_motion") {
    rigid.initial.Pi = momentum_of_periods<T>(rigid.I, start.given, unit);
  } else if (start.by_momentum) {
    rigid.initial.Pi = unit.momentum * (inverse(spec.axes) * in_user());
  } else {
    auto Omega = unit.per_time(in_user(), start.given.field);
    if (start.in_orbit) Omega += to_body * frame->rate;
    rigid.initial.Pi = rigid.momentum(inverse(spec.axes) * Omega);
  }
  const auto in_range = [](const T& x) { return std::isfinite(scalar_cast<double>(x)); };  // of the answer's doubles
  if (!in_range(norm2(rigid.initial.Pi)) || !in_range(norm2(rigid.Omega(rigid.initial.Pi))) ||
      !in_range(rigid.kinetic_energy(rigid.initial.Pi)))
    start.given.reject("a vector whose momentum, angular velocity and energy are finite");

  context.Omega = rigid.Omega(rigid.initial.Pi);
  auto torqued = with_torques<T>(rigid, document, context, spec);
  if (spec.plane >= 0) check_plane(torqued, document, rigid.initial.Pi, start, spec.plane);
  if (varying && !varying->autonomous()) {
    for_each_torque(document, [&](const std::string& kind, const Given& j) {
      if (kind == "gravity-gradient")
        j.refuse("kind", "gravity-gradient is given with an inertia that changes; accepted: other torques");
    });
    if (torqued.torques.size + torqued.momentum_torques.size == torqued.momentum_torques.capacity)
      throw UserError("torque: at most {} are accepted with an inertia that changes",
                      torqued.momentum_torques.capacity - 1);
    torqued.momentum_torques.push_back(*varying), spec.momentum_torques.push_back("body.inertia (which changes)");
  }
  // The wheels take part in what other torques do.
  for_each_torque(document, [&](const std::string&, const Given& j) {
    if (j.has("wheels") && torqued.torques.size + torqued.momentum_torques.size > 1)
      for (const Given& wheel : j["wheels"].items())
        if (wheel.has("motor_torque")) wheel["motor_torque"].reject("none beside other torques, or a changing inertia");
  });
  if (torqued.torques.size + torqued.momentum_torques.size > 0) return torqued;
  return FreeBody<T>{rigid};
}

/// What turns at a rate that depends on its attitude.
template <class T>
Problem<T> prescribed(const Given& document, Spec<T>& spec, const std::string& folder) {
  const auto unit = units<T>(document, spec);
  auto R = Attitude<T>::identity();
  if (document.has("body") && document["body"].has("attitude"))
    R = reading::attitude<T>(document["body"]["attitude"], unit, spec.warnings);
  spec.momentum_torques.push_back("rate (formula)"), spec.by_rate = true;
  return turned_by_rate<T>(document, R,
                           {spec.axes, unit, {}, spec.warnings, folder, document.number_or_0<T>("t0"), {}});
}

template <class T>
Problem<T> director(const Given& document, Spec<T>& spec) {
  using std::abs;
  const Given body = document["body"];
  const auto unit = units<T>(document, spec);
  Director<T> p{};
  p.I = body["inertia"].positive<T>();
  p.initial.d = body["director"].vector<Space, T>();
  p.initial.omega = unit.per_time(body["angular_velocity_space"].vector<Space, T>(), "body.angular_velocity_space");

  const T length = norm(p.initial.d), off = abs(length - T(1));
  if (!(off <= T(projectable))) body["director"].reject("a unit vector");
  projected("body.director", scalar_cast<double>(off), spec.warnings);
  if (off != T(0)) p.initial.d = p.initial.d / length;
  const T w = norm(p.initial.omega), along = abs(dot(p.initial.d, p.initial.omega));
  if (!(along <= T(projectable) * w)) body["angular_velocity_space"].reject("a vector normal to body.director");
  if (along > T(0)) {
    projected("body.angular_velocity_space", scalar_cast<double>(T(along / w)), spec.warnings);
    p.initial.omega = tangential(p.initial.d, p.initial.omega);
  }

  const T t0 = document.number_or_0<T>("t0");
  for_each_torque(document, [&](const std::string& kind, const Given& j) {
    if (kind == "none") return;
    if (kind == "formula") {
      p.formula = potential_of<T>(j, "d", 3, t0, p.initial.d, spec.warnings);
      return;
    }
    p.g = unit.torque * j["g"].vector<Space, T>();
    if (j.has("amplitude")) {
      p.amplitude = unit.torque * j["amplitude"].vector<Space, T>();
      p.frequency = unit.per_time(j["frequency"]);
    }
  });
  return p;
}

/// Particles with up to three coordinates in all, one after the other; those that are not there rest at 0.
template <class T>
Problem<T> particles(const Given& document, Spec<T>& spec) {
  const Given body = document["body"];
  const auto unit = units(document, spec);
  Particles<T> p{};
  p.mass = {T(1), T(1), T(1)};
  const auto masses = body["masses"].items();
  std::size_t each = 0;  // coordinates of a particle
  const auto read = [&](const char* key, const auto& see) {
    std::size_t i = 0;
    for (const Given& one : body[key].items("a list of coordinates for each mass", masses.size(), masses.size())) {
      const auto x =
          one.items("a list of coordinates, as many for each particle, at most three in all", 1, 3 / masses.size());
      if (each == 0) each = x.size();
      if (x.size() != each) one.reject(fmt::format("a list of {}, as of the first particle", each));
      for (std::size_t k = 0; k < each; ++k) see(static_cast<int>(i * each + k), i, x[k].template number<T>());
      ++i;
    }
  };
  read("positions", [&](int i, std::size_t, const T& x) { p.initial.u[i] = x; });
  read("velocities", [&](int i, std::size_t particle, const T& v) {
    p.mass[i] = masses[particle].template positive<T>();
    p.initial.p[i] = p.mass[i] * v;
  });

  const T t0 = document.number_or_0<T>("t0");
  for_each_torque(document, [&](const std::string& kind, const Given& j) {
    if (kind == "none") return;
    p.formula = potential_of<T>(j, "x", static_cast<int>(masses.size() * each), t0, p.initial.u, spec.warnings);
  });
  return p;
}

}  // namespace

template <class T>
Problem<T> body_of(const Given& document, Spec<T>& spec, const std::string& folder) {
  if (document.has("rate")) return prescribed<T>(document, spec, folder);
  const Given body = document["body"];
  if (body.has("masses")) return particles<T>(document, spec);
  return body.has("director") ? director<T>(document, spec) : rigid_body<T>(document, spec, folder);
}

template Problem<double> body_of(const Given&, Spec<double>&, const std::string&);
template Problem<float128> body_of(const Given&, Spec<float128>&, const std::string&);
template Problem<float100> body_of(const Given&, Spec<float100>&, const std::string&);

}  // namespace polhode::reading
