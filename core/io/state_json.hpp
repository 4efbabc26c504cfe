// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "core/geometry/so3.hpp"
#include "core/io/row.hpp"
#include "core/io/spec.hpp"
#include "core/reference/free_body.hpp"
#include "core/torques/kovalevskaya.hpp"

/// States in the form of the schemas. Number turns a scalar into JSON: itself, or a decimal string.
namespace polhode {

template <class F, class T, class Number>
nlohmann::ordered_json vector_json(const Vec<F, T>& v, const Number& number) {
  return {number(v[0]), number(v[1]), number(v[2])};
}
template <class T, class Number>
nlohmann::ordered_json matrix_json(const Mat3<T>& m, const Number& number) {
  auto rows = nlohmann::ordered_json::array();
  for (int i = 0; i < 3; ++i) rows.push_back({number(m(i, 0)), number(m(i, 1)), number(m(i, 2))});
  return rows;
}
template <class T, class Number>
nlohmann::ordered_json attitude_json(const Attitude<T>& R, const Number& number) {
  return {{"quaternion", {number(R.w), number(R.x), number(R.y), number(R.z)}},
          {"matrix", matrix_json(matrix(R), number)}};
}

/// The user's units and comments, as every answer repeats them.
inline void echo(nlohmann::ordered_json& out, const Echoed& answer) {
  for (const auto& [quantity, unit] : answer.units) out["units"][quantity] = unit;
  if (!answer.comments.empty()) out["comments"] = answer.comments;
}

/// Angles of successive turns about the axes of a sequence, in radians: body axes (ZYX) or space axes (zyx). The second
/// is from -pi/2 to pi/2, or from 0 to pi if the third axis equals the first. If the others are not determined, the
/// third is 0.
template <class T>
Vec<Body, T> euler_angles(const Attitude<T>& R, const std::string& sequence) {
  using std::atan2, std::cos, std::sin, std::sqrt;
  const bool fixed = sequence[0] >= 'a';
  const auto index = [&](int n) { return sequence[static_cast<std::size_t>(fixed ? 2 - n : n)] - (fixed ? 'x' : 'X'); };
  const int i = index(0), j = index(1), k = index(2), other = 3 - i - j;
  const T sign((j - i + 3) % 3 == 1 ? 1 : -1);
  const auto m = matrix(R);
  const bool repeats = k == i;
  // Where the second angle hides one of the others, `across` is 0.
  const T across = sqrt(T(m(i, j) * m(i, j) + (repeats ? m(i, other) * m(i, other) : m(i, i) * m(i, i))));
  const T second = repeats ? T(atan2(across, m(i, i))) : T(atan2(T(sign * m(i, k)), across));
  const bool free = !(across > T(4) * epsilon<T>());
  const T first = free      ? T(atan2(T(sign * m(other, j)), m(j, j)))
                  : repeats ? T(atan2(m(j, i), T(-sign * m(other, i))))
                            : T(atan2(T(-sign * m(j, k)), m(k, k)));
  // Of what is left after the first turn: near there, entries that are nearly 0 would give it as if they were exact.
  const auto left = [&](int n) { return T(cos(first) * m(j, n) + sign * sin(first) * m(other, n)); };
  const T third = free ? T(0) : T(atan2(T(repeats ? -sign * left(other) : sign * left(i)), left(j)));
  return fixed ? Vec<Body, T>{third, second, first} : Vec<Body, T>{first, second, third};
}

/// The cells of a TrajectoryRow as members of a JSON object.
template <class Number>
struct JsonCells {
  nlohmann::ordered_json& row;
  const Number& number;

  void scalar(const std::string& name, const auto& x) { row[name] = number(x); }
  void vector(const std::string& name, const auto& v) { row[name] = vector_json(v, number); }
  void quaternion(const std::string& name, const auto& R) {
    row[name] = {number(R.w), number(R.x), number(R.y), number(R.z)};
  }
  void attitude(const std::string& name, const auto& R) { row[name] = attitude_json(R, number); }
  void other(const std::string& name, nlohmann::ordered_json value) { row[name] = std::move(value); }
  void group(const std::string& name, const auto& cells) {
    JsonCells inside{row[name], number};
    cells(inside);
  }
};

/// Adds an attitude or a rate in a word of `output`.
template <class T>
void add_word(auto& cells, const std::string& word, const Spec<T>& spec, const Attitude<T>& R,
              const Vec<Body, T>& Omega) {
  if (word == "mrp") {  // of the shorter turn
    const auto q = R.w < T(0) ? Attitude<T>{-R.w, -R.x, -R.y, -R.z} : R;
    cells.vector(word, q.vector() / (T(1) + q.w));
  } else if (word == "rotation_vector") {
    cells.vector(word, log(R) / spec.angle);
  } else if (word == "angular_velocity_space") {
    cells.vector(word, R * Omega / spec.rate);
  } else {
    cells.vector(word, euler_angles(R, word.substr(6)) / spec.angle);
  }
}

/// Tumbling of a body, as it is or would be without torque from now on, in the file's units of time and angle; values
/// that do not exist are null.
template <class T, class Number>
nlohmann::ordered_json spin_json(const Spec<T>& spec, const Inertia<T>& I, const Vec<Body, T>& Pi,
                                 const Number& number) {
  nlohmann::ordered_json j{
      {"mode", nullptr}, {"P_psi", nullptr}, {"P_phi", nullptr}, {"E_over_E0", nullptr}, {"theta", {nullptr, nullptr}}};
  if (norm2(Pi) == T(0)) return j;
  const auto spin = reference::free_spin(I, Pi);
  constexpr const char* names[] = {"LAM", "SAM", "separatrix", "uniform"};
  j["mode"] = names[static_cast<int>(spin.mode)];
  if (spin.P_psi > T(0)) j["P_psi"] = number(spin.P_psi);
  j["P_phi"] = number(spin.P_phi), j["E_over_E0"] = number(spin.energy_share);
  j["theta"] = {number(T(spin.theta[0] / spec.angle)), number(T(spin.theta[1] / spec.angle))};
  return j;
}
/// State as given in answers, in the axes of the spec. Angular velocities are in radians per time.
template <class S, class T>
struct Told {
  S principal, user;  ///< in principal axes and as the user wrote it; the momentum is that of moments that change, too
  Vec<Body, T> Omega{};
  T energy{};
};

namespace detail {
template <class T, class P>
Told<typename P::State, T> told(const Spec<T>& spec, const P& problem, const typename P::State& given, const T& t) {
  Told<typename P::State, T> told{given, given};
  T work(0);  // what moments that change make of the kinetic energy
  if constexpr (requires { problem.varying(); })
    if (problem.varying()) {
      told.principal.Pi = problem.whole(t, given.Pi);
      work = dot(told.principal.Pi - given.Pi, problem.Omega(given.Pi)) / T(2);
    }
  told.user = spec.to_user(told.principal);
  if constexpr (requires { given.Pi; }) told.Omega = spec.axes * problem.Omega(given.Pi);
  told.energy = energy(problem, given) + work;
  return told;
}

/// `number` turns scalars into JSON where a cell is not all numbers.
template <class P, class T, class Number>
void add_state(auto& cells, const Spec<T>& spec, const P& problem, const typename P::State& given, const T& t,
               const Number& number) {
  const auto seen = told(spec, problem, given, t);
  const auto &principal = seen.principal, &user = seen.user;
  const auto& Omega = seen.Omega;
  each_leaf(user, [&](const Field& field, const auto& member) {
    const std::string name(field.name);
    if constexpr (requires { member.w; })
      cells.attitude(name, member);
    else
      cells.vector(name, member);
  });
  if constexpr (requires { given.Pi; }) {
    cells.vector("angular_velocity", Omega / spec.rate);
    for (const auto& word : spec.words)
      if (word == "free_motion")
        cells.other(word, spin_json(spec, problem.I, principal.Pi, number));
      else
        add_word(cells, word, spec, user.R, Omega);
    if (spec.orbit) {
      const OrbitFrame<T> frame(*spec.orbit, t);
      const auto R = inverse(frame.turn) * user.R;
      cells.group("orbit_frame", [&](auto& inside) {
        inside.quaternion("quaternion", R);
        inside.vector("angular_velocity", (Omega - inverse(user.R) * frame.rate) / spec.rate);
        for (const auto& word : spec.words)
          if (word != "angular_velocity_space" && word != "free_motion") add_word(inside, word, spec, R, Omega);
      });
    }
  }
  cells.scalar("energy", seen.energy);
  if (P::turns_with_space) cells.vector("spatial_momentum", spatial_momentum(problem, principal, t) / spec.momentum);
  if constexpr (requires { kovalevskaya(problem, principal); })
    if (const auto K = kovalevskaya(problem, principal)) cells.scalar("kovalevskaya", *K);
}
}  // namespace detail

/// Adds the fields of a state at the time t to cells: its energy, its spatial momentum if space may turn, and
/// Kovalevskaya's integral if the body has it; for rigid bodies also the angular velocity, the words of `output`, and
/// their values in the frame of an orbit.
template <class T>
void add_state(auto& cells, const Spec<T>& spec, const State<T>& s, const T& t, const auto& number) {
  spec.problem.as(
      [&]<class P>(const P& p) { detail::add_state(cells, spec, p, std::get<typename P::State>(s), t, number); });
}
/// Adds these fields to a JSON object.
template <class T, class Number>
void state_json(nlohmann::ordered_json& row, const Spec<T>& spec, const State<T>& s, const T& t, const Number& number) {
  JsonCells<Number> cells{row, number};
  add_state(cells, spec, s, t, number);
}

/// Mass properties of a body, as in answers: its principal moments at the start, their axes, and its mass, volume and
/// centre where they are known.
template <class T, class Number>
nlohmann::ordered_json body_json(const Spec<T>& spec, const Number& number) {
  nlohmann::ordered_json body;
  if (const auto* rigid = spec.problem.body()) {
    auto I = rigid->I.moments;
    if (spec.plane >= 0) I[(spec.plane + 1) % 3] = I[(spec.plane + 2) % 3] = T(0);
    body["inertia"] = vector_json(I, number);
    body["axes"] = {number(spec.axes.w), number(spec.axes.x), number(spec.axes.y), number(spec.axes.z)};
  } else if (const auto* rod = spec.problem.director()) {
    body["inertia"] = {number(rod->I), number(rod->I), number(T(0))};
  }
  if (spec.mass) body["mass"] = number(*spec.mass);
  if (spec.volume) body["volume"] = number(*spec.volume);
  if (spec.centre) body["centre_of_mass"] = vector_json(*spec.centre, number);
  return body;
}

/// Tumbling of a body without torque; null for others.
template <class T, class Number>
nlohmann::ordered_json free_motion_json(const Spec<T>& spec, const Number& number) {
  const auto* body = spec.problem.body();
  if (!spec.problem.is_free() || spec.plane >= 0 || norm2(body->initial.Pi) == T(0)) return nullptr;
  auto j = spin_json(spec, body->I, body->initial.Pi, number);
  if (j["P_psi"].is_null()) j.erase("P_psi");
  return j;
}

}  // namespace polhode
