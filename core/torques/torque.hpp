// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "core/torques/body_torque.hpp"
#include "core/torques/coulomb_wall.hpp"
#include "core/torques/dipole.hpp"
#include "core/torques/gravity_gradient.hpp"
#include "core/torques/harmonic_space.hpp"
#include "core/torques/spring.hpp"
#include "core/torques/uniform_field.hpp"
#include "core/torques/user_torque.hpp"

/// What turns a body: all kinds of torque, and bodies with a sum of them.
namespace polhode {

/// What a kind of torque says of itself. `fields` names its data (core/spaces/space.hpp); a potential is optional.
template <class K, class T>
concept TorqueKind = HasFields<K> &&
    requires(const K k, const T t, const Attitude<T> R, const RotationTangent<Body, Space, T> tangent) {
  { K::kind } -> std::convertible_to<std::string_view>;      // its name
  { K::equation } -> std::convertible_to<std::string_view>;  // for people
  { K::keeps } -> std::convertible_to<std::string_view>;     // what it alone conserves beside the energy, for people
  K::words;                                                  // its names in spec files, and what they read
  { k.torque(t, R) } -> std::convertible_to<Vec<Body, T>>;   // body frame
  { k.torque(t, tangent) } -> std::convertible_to<Tangent<Body, T>>;  // with its derivative
  { k.autonomous() } -> std::same_as<bool>;                           // known not to depend on time
  { k.pace() } -> std::convertible_to<T>;  // radians per time at which it changes where nothing else does
};

/// Any kind. A new kind is a header of this folder and a word in this line.
template <class T>
using Torque = std::variant<UniformField<T>, CoulombWall<T>, HarmonicSpace<T>, UserTorque<T>, Dipole<T>,
                            GravityGradient<T>, BodyTorque<T>, Spring<T>>;

/// Calls f(kind). A torque always has one: its copies and moves do not throw, and nothing is asked of it twice.
template <class F, class Any>
decltype(auto) visit_torque(const F& f, Any& torque) {
  if (torque.valueless_by_exception()) __builtin_unreachable();
  return std::visit(f, torque);
}

template <class T>
inline constexpr bool all_kinds_are_whole = []<class... K>(std::type_identity<std::variant<K...>>) {
  return (TorqueKind<K, T> && ...);
}(std::type_identity<Torque<T>>());
static_assert(all_kinds_are_whole<double>);

/// A sum of torques, kept inline: no allocation, no virtual call.
template <class T>
struct TorqueSum {
  static constexpr int capacity = 8;

  int size = 0;
  std::array<Torque<T>, capacity> terms{};

  TorqueSum() = default;
  TorqueSum(std::initializer_list<Torque<T>> list) {
    for (const auto& t : list) push_back(t);
  }
  /// Throws std::length_error where there are eight already.
  void push_back(const Torque<T>& torque) {
    if (size == capacity) throw std::length_error("a body takes at most eight torques");
    terms[static_cast<std::size_t>(size++)] = torque;
  }
  const Torque<T>* begin() const { return terms.data(); }
  const Torque<T>* end() const { return terms.data() + size; }

  static constexpr std::string_view kind = "torques";
  template <class F, class S>
  static void fields(const F& f, S& s) {
    for (int i = 0; i < s.size; ++i)
      std::visit([&](auto& k) { f(Field{k.kind, ""}, k); }, s.terms[static_cast<std::size_t>(i)]);
  }
};
/// Throws std::logic_error if one of them is a function.
template <class U, class T>
TorqueSum<U> cast(const TorqueSum<T>& torques) {
  TorqueSum<U> result;
  for (const auto& torque : torques) std::visit([&](const auto& k) { result.push_back(cast<U>(k)); }, torque);
  return result;
}

/// Pi' = Pi x Omega + T(t, R), T the sum of its torques in the body frame.
template <class T>
struct TorquedBody : RigidBody<T> {
  TorqueSum<T> torques;  ///< up to eight

  Vec<Body, T> torque(const T& t, const Attitude<T>& R) const {
    Vec<Body, T> sum{T(0), T(0), T(0)};
    for (const auto& kind : torques) visit_torque([&](const auto& k) { sum += k.torque(t, R); }, kind);
    return sum;
  }
  /// A call: all kinds in the midst of a solver would push its numbers out of the registers.
  [[gnu::noinline]] Tangent<Body, T> torque(const T& t, const RotationTangent<Body, Space, T>& R) const {
    Tangent<Body, T> sum{};
    for (const auto& kind : torques) visit_torque([&](const auto& k) { sum = sum + k.torque(t, R); }, kind);
    return sum;
  }
  /// The sum of all potentials that do not depend on time.
  T potential(const Attitude<T>& R) const {
    T sum(0);
    for (const auto& kind : torques)
      std::visit(
          [&](const auto& k) {
            if constexpr (requires { k.potential(R); }) sum += k.potential(R);
          },
          kind);
    return sum;
  }
  /// True if no torque depends on time, as far as is known.
  bool autonomous() const {
    return std::all_of(torques.begin(), torques.end(),
                       [](const auto& kind) { return std::visit([](const auto& k) { return k.autonomous(); }, kind); });
  }
  /// True if every torque is known to have a potential that does not depend on time: the energy is kept.
  bool conservative() const {
    return autonomous() && std::all_of(torques.begin(), torques.end(), [](const auto& kind) {
             return std::visit(
                 [](const auto& k) {
                   return requires {
                     &std::remove_cvref_t<decltype(k)>::potential;
                   };
                 },
                 kind);
           });
  }
  /// Calls f(signal) for each signal of its torques.
  template <class F>
  void each_signal(const F& f) const {
    for (const auto& torque : torques) std::visit([&](const auto& k) { polhode::each_signal(k, f); }, torque);
  }
  /// The body whose signals are as between two times, both included: of jumps there (up to `slack`), that side.
  TorquedBody within(const T& a, const T& b, const T& slack = T(0)) const {
    TorquedBody body = *this;
    for (int i = 0; i < torques.size; ++i)
      std::visit([&](auto& k) { polhode::each_signal(k, [&](auto& s) { s = s.within(a, b, slack); }); },
                 body.torques.terms[static_cast<std::size_t>(i)]);
    return body;
  }
  /// The times at which a torque is not smooth, in order; with `jumps` only those where it is not continuous.
  std::vector<T> breaks(bool jumps = false) const {
    std::vector<T> times;
    each_signal([&](const auto& signal) {
      if (!jumps || signal.jumps()) signal.breaks([&](const T& t) { times.push_back(t); });
    });
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
  }
  /// The largest pace of its torques, in radians per time.
  T pace() const {
    using std::abs;
    T most(0);
    for (const auto& kind : torques)
      std::visit(
          [&](const auto& k) {
            if (T(abs(k.pace())) > most) most = abs(k.pace());
          },
          kind);
    return most;
  }

  static constexpr std::string_view kind = "body with torque";
  std::vector<std::string> equations() const {
    std::vector<std::string> all{"Π′ = Π × Ω + T,  Ω = I⁻¹Π,  R′ = R hat(Ω)"};
    for (const auto& torque : torques) std::visit([&](const auto& k) { all.emplace_back(k.equation); }, torque);
    all.emplace_back("H = Π · Ω / 2 + V");
    return all;
  }
  std::vector<std::string> constants() const {
    std::vector<std::string> all;
    if (conservative()) all.emplace_back("energy H");
    if (torques.size == 1)
      std::visit(
          [&](const auto& k) {
            if (k.autonomous() && !k.keeps.empty()) all.emplace_back(k.keeps);
          },
          *torques.begin());
    return all;
  }
  template <class F, class... S>
  static void fields(const F& f, S&... s) {
    RigidBody<T>::fields(f, s...);
    f(Field{"torque", ""}, s.torques...);
  }
};

}  // namespace polhode
