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

/// All kinds of torque of time and attitude, and sums of torques.
namespace polhode {

/// Declaration of a kind of torque. `fields` names its data (core/spaces/space.hpp). Optional are a potential; `keeps`,
/// what it alone conserves beside the energy, for people; and `characteristic_rate()`, the radians per time at which it
/// changes where only it does, if its signals do not tell.
template <class K, class T>
concept TorqueKind = HasFields<K> &&
    requires(const K k, const T t, const Attitude<T> R, const RotationTangent<Body, Space, T> tangent) {
  { K::kind } -> std::convertible_to<std::string_view>;               // its name
  { K::equation } -> std::convertible_to<std::string_view>;           // for people
  K::words;                                                           // its names in spec files, and what they read
  { k.torque(t, R) } -> std::convertible_to<Vec<Body, T>>;            // body frame
  { k.torque(t, tangent) } -> std::convertible_to<Tangent<Body, T>>;  // with its derivative
  { k.autonomous() } -> std::same_as<bool>;                           // known not to depend on time
};

/// Any kind of torque. A new kind is a header of this folder and a word in this line.
template <class T>
using Torque = std::variant<UniformField<T>, CoulombWall<T>, HarmonicSpace<T>, UserTorque<T>, Dipole<T>,
                            GravityGradient<T>, BodyTorque<T>, Spring<T>>;

/// Calls f(kind). A torque always has a kind, because its copies and moves do not throw; so nothing is checked twice.
decltype(auto) visit_torque(const auto& f, auto& torque) {
  if (torque.valueless_by_exception()) __builtin_unreachable();
  return std::visit(f, torque);
}

/// True if a torque is known to keep an energy that does not depend on time: it has a potential, or does no work.
template <class K>
bool keeps_energy(const K& k) {
  if constexpr (requires { k.keeps_energy(); })
    return k.keeps_energy();
  else
    return k.autonomous() && requires {
      &K::potential;
    };
}

/// A sum of up to eight torques of some kinds, kept inline: no allocation, no virtual call.
template <class T, template <class> class Term>
struct SumOf {
  static constexpr int capacity = 8;

  int size = 0;
  std::array<Term<T>, capacity> terms{};

  // Not inlined, like the definitions below the class: there are many methods, and instances.hpp has these for them.
  SumOf();
  /// A copy of all terms.
  SumOf(const SumOf&);
  SumOf& operator=(const SumOf&);
  ~SumOf();
  /// The sum of the terms that are listed.
  SumOf(std::initializer_list<Term<T>> list) {
    for (const auto& t : list) push_back(t);
  }
  /// Throws std::length_error if there are eight already.
  void push_back(const Term<T>& torque) {
    if (size == capacity) POLHODE_THROW(std::length_error("a body takes at most eight torques"));
    terms[static_cast<std::size_t>(size++)] = torque;
  }
  const Term<T>* begin() const { return terms.data(); }
  const Term<T>* end() const { return terms.data() + size; }

  /// Calls f(kind) for each.
  void each(const auto& f) const {
    for (const auto& torque : *this) std::visit(f, torque);
  }
  void each(const auto& f) {
    for (int i = 0; i < size; ++i) std::visit(f, terms[static_cast<std::size_t>(i)]);
  }
  /// True if `holds` of every kind.
  bool all(const auto& holds) const {
    return std::all_of(begin(), end(), [&](const auto& torque) { return std::visit(holds, torque); });
  }
  /// The first of a kind; null if there is none.
  template <class K>
  const K* first() const {
    for (const auto& torque : *this)
      if (const auto* k = std::get_if<K>(&torque)) return k;
    return nullptr;
  }
  /// The sum of all potentials that do not depend on time.
  T potential(const Attitude<T>& R) const {
    T sum(0);
    each([&](const auto& k) {
      if constexpr (requires { k.potential(R); }) sum += k.potential(R);
    });
    return sum;
  }
  /// True if no torque depends on time, as far as is known.
  bool autonomous() const {
    return all([](const auto& k) { return k.autonomous(); });
  }
  /// True if every torque is known to keep an energy that does not depend on time.
  bool conservative() const {
    return all([](const auto& k) { return keeps_energy(k); });
  }
  /// Calls f(signal) for each signal of its torques.
  void each_signal(const auto& f) const {
    each([&](const auto& k) { polhode::each_signal(k, f); });
  }
  /// Makes the signals of a copy of `whole` those between two times, see Signal.
  void narrow(const SumOf& whole, const T& a, const T& b, const T& slack);
  /// Adds the times at which a derivative of a torque up to this order jumps.
  void add_breaks(std::vector<T>& times, int order) const;
  /// The largest characteristic rate of its torques and of their signals, in radians per time.
  T characteristic_rate() const {
    using std::abs;
    T most(0);
    const auto see = [&](const auto& k) {
      if constexpr (requires { k.characteristic_rate(); })
        if (const T rate = abs(k.characteristic_rate()); rate > most) most = rate;
    };
    each(see), each_signal(see);
    return most;
  }

  static constexpr std::string_view kind = "torques";
  static void fields(const auto& f, auto& s) {
    s.each([&](auto& k) { f(Field{k.kind, ""}, k); });
  }
};
template <class T, template <class> class Term>
SumOf<T, Term>::SumOf() = default;
template <class T, template <class> class Term>
SumOf<T, Term>::SumOf(const SumOf&) = default;
template <class T, template <class> class Term>
SumOf<T, Term>& SumOf<T, Term>::operator=(const SumOf&) = default;
template <class T, template <class> class Term>
SumOf<T, Term>::~SumOf() = default;
template <class T, template <class> class Term>
void SumOf<T, Term>::narrow(const SumOf& whole, const T& a, const T& b, const T& slack) {
  const auto* like = whole.begin();
  each([&]<class K>(K& k) {
    const auto signal = [&](const Field&, auto& mine, const auto& all) {
      if constexpr (is_signal<std::remove_cvref_t<decltype(mine)>>) mine.narrow(all, a, b, slack, takes_rates<K>);
    };
    K::fields(signal, k, std::get<K>(*like++));
  });
}
template <class T, template <class> class Term>
void SumOf<T, Term>::add_breaks(std::vector<T>& times, int order) const {
  each([&]<class K>(const K& k) {
    polhode::each_signal(k, [&](const auto& signal) {
      if (signal.break_order() - int(takes_rates<K>) <= order) signal.breaks([&](const T& t) { times.push_back(t); });
    });
  });
}
/// Throws std::logic_error if one of them is a function.
template <class U, class T, template <class> class Term>
SumOf<U, Term> cast(const SumOf<T, Term>& torques) {
  SumOf<U, Term> result;
  torques.each([&](const auto& k) { result.push_back(cast<U>(k)); });
  return result;
}

/// The torques on a body, added.
template <class T>
using TorqueSum = SumOf<T, Torque>;

}  // namespace polhode
