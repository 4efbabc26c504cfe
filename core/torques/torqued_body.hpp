// SPDX-License-Identifier: MIT
#pragma once

#include "core/torques/bdot.hpp"
#include "core/torques/control.hpp"
#include "core/torques/damping.hpp"
#include "core/torques/formula.hpp"
#include "core/torques/library.hpp"
#include "core/torques/rotors.hpp"
#include "core/torques/torque.hpp"
#include "core/torques/varying_inertia.hpp"

/// Bodies with torques of any kind.
namespace polhode {

/// Declaration of a kind of torque that depends on the momentum, besides `kind`, `equation`, `words` and `fields`.
/// If it is at most linear, it has `affine(t, R)`; rotors have `at(t)`, their momentum. A potential is optional.
template <class K, class T>
concept MomentumTorqueKind = HasFields<K> && requires(const K k, const T t, const Attitude<T> R, const Vec<Body, T> v) {
  { K::kind } -> std::convertible_to<std::string_view>;
  { K::equation } -> std::convertible_to<std::string_view>;
  K::words;
  { k.torque(t, R, v, v) } -> std::convertible_to<Vec<Body, T>>;  // of Pi and Omega, body frame
  { k.dependence() } -> std::same_as<Dependence>;
  { k.autonomous() } -> std::same_as<bool>;
};

/// Any kind of momentum torque. A new kind is a header of this folder and a word in this line.
template <class T>
using MomentumTorque =
    std::variant<Damping<T>, Rotors<T>, Control<T>, BDot<T>, Formula<T>, Library<T>, VaryingInertia<T>>;

template <class T>
struct ByMomentum;

/// Pi' = Pi x Omega + T(t, R, Pi), T the sum of its torques in the body frame.
template <class T>
struct TorquedBody : RigidBody<T> {
  using WithMomentumTorques = ByMomentum<T>;  ///< the body for methods, if torques of the momentum turn it

  TorqueSum<T> torques = {};                       ///< up to eight, of time and attitude
  SumOf<T, MomentumTorque> momentum_torques = {};  ///< up to eight that may depend on the momentum

  /// The torque at an attitude: a rotation, one by a quaternion of any length, or one with its derivative. A field,
  /// which most bodies have, is inlined into the step. Other kinds are called, because inlined they would push the
  /// step's numbers out of the registers. Torques of the momentum have their values at rest: methods that call this run
  /// only if torques do not depend on the momentum after all (others see ByMomentum).
  auto torque(const T& t, const auto& R) const {
    const auto term = [&](const Torque<T>& one) {
      const auto* field = std::get_if<UniformField<T>>(&one);
      return field ? field->torque(t, R) : called(one, t, R);
    };
    using Sum = decltype(term(*torques.begin()));
    if (momentum_torques.size > 0) [[unlikely]] {
      if constexpr (std::is_same_v<Sum, Vec<Body, T>>)
        return total(t, Attitude<T>(R), Sum{});
      else
        return total(t, R, Sum{});
    }
    if constexpr (std::is_same_v<T, double>)
      if (torques.size == 1) return term(*torques.begin());
    Sum sum{};
    for (const auto& one : torques) sum = sum + term(one);
    return sum;
  }
  auto torque(const T& t, const auto& R, const auto&) const { return torque(t, R); }
  /// The torque at a momentum, on which torques may depend.
  Vec<Body, T> total(const T& t, const Attitude<T>& R, const Vec<Body, T>& Pi) const {
    return total(t, R.w, R.x, R.y, R.z, Pi[0], Pi[1], Pi[2]);
  }
  [[gnu::noinline]] Tangent<Body, T> total(const T& t, const RotationTangent<Body, Space, T>& R,
                                           const Tangent<Body, T>& Pi) const;  ///< the torque with its derivative
  /// The field, if it alone turns the body; else null.
  const UniformField<T>* field_alone() const {
    return torques.size == 1 && momentum_torques.size == 0 ? std::get_if<UniformField<T>>(torques.begin()) : nullptr;
  }
  /// The strongest dependence of its torques.
  Dependence dependence() const {
    auto worst = Dependence::none;
    momentum_torques.each([&](const auto& k) { worst = std::max(worst, k.dependence()); });
    return worst;
  }
  /// True if it has rotors.
  bool has_rotors() const { return momentum_torques.template first<Rotors<T>>() != nullptr; }
  /// h(t), the momentum of all rotors relative to the body.
  [[gnu::noinline]] Vec<Body, T> spin(const T& t) const;
  /// The torque without the rotors', for splittings, if it is at most linear in the momentum.
  [[gnu::noinline]] Affine<T> affine(const T& t, const Attitude<T>& R) const;
  /// The moments that change with time; null if they are constant.
  const VaryingInertia<T>* varying() const { return momentum_torques.template first<VaryingInertia<T>>(); }
  /// The angular momentum in the body frame: Pi, except for moments that change with time.
  Vec<Body, T> whole(const T& t, const Vec<Body, T>& Pi) const {
    const auto* k = varying();
    if (!k) return Pi;
    return by_components(k->at_time(t), this->Omega(Pi));
  }
  /// True if a torque is computed in double, whatever T is.
  bool in_double() const { return momentum_torques.template first<Library<T>>() != nullptr; }

  /// The sum of all potentials that do not depend on time.
  T potential(const Attitude<T>& R) const {
    return momentum_torques.size > 0 ? torques.potential(R) + momentum_torques.potential(R) : torques.potential(R);
  }
  /// True if no torque depends on time, as far as is known.
  bool autonomous() const { return torques.autonomous() && momentum_torques.autonomous(); }
  /// True if every torque is known to have a potential that does not depend on time: the energy is kept.
  bool conservative() const { return torques.conservative() && momentum_torques.conservative(); }
  /// Calls f(signal) for each signal of its torques.
  void each_signal(const auto& f) const { torques.each_signal(f), momentum_torques.each_signal(f); }
  /// The body with its signals from a to b, both included; at jumps there (up to `slack`) they have their inner values.
  TorquedBody within(const T& a, const T& b, const T& slack = T(0)) const {
    TorquedBody body = *this;
    body.narrow(*this, a, b, slack);
    return body;
  }
  /// Makes a copy of `whole` that body.
  void narrow(const TorquedBody& whole, const T& a, const T& b, const T& slack) {
    torques.narrow(whole.torques, a, b, slack), momentum_torques.narrow(whole.momentum_torques, a, b, slack);
  }
  /// The times at which a derivative of the torque up to an order jumps, in order: of order 0 the torque itself does,
  /// of 1 it has a kink; those of higher ones are the knots of cubic tables and of tables of orbits.
  std::vector<T> breaks(int order = signals::knots) const {
    std::vector<T> times;
    torques.add_breaks(times, order), momentum_torques.add_breaks(times, order);
    return in_order(std::move(times));
  }
  /// The largest characteristic rate of its torques, in radians per time.
  T characteristic_rate() const {
    return std::max(torques.characteristic_rate(), momentum_torques.characteristic_rate());
  }

  static constexpr std::string_view kind = "body with torque";
  /// Equations of motion, for people, a line each.
  std::vector<std::string> equations() const {
    std::vector<std::string> all{"Π′ = Π × Ω + T,  Ω = I⁻¹Π,  R′ = R hat(Ω)"};
    torques.each([&](const auto& k) { all.emplace_back(k.equation); });
    momentum_torques.each([&](const auto& k) { all.emplace_back(k.equation); });
    all.emplace_back("H = Π · Ω / 2 + V");
    return all;
  }
  /// Conserved quantities besides the energy, in words.
  std::vector<std::string> constants() const {
    std::vector<std::string> all;
    if (conservative()) all.emplace_back("energy H");
    if (torques.size == 1 && momentum_torques.size == 0)
      std::visit(
          [&](const auto& k) {
            if constexpr (requires { k.keeps; })
              if (k.autonomous()) all.emplace_back(k.keeps);
          },
          *torques.begin());
    return all;
  }
  /// Names the data, each once: f(Field, member). core/spaces/space.hpp derives all else from it.
  static void fields(const auto& f, auto&... s) {
    RigidBody<T>::fields(f, s...);
    f(Field{"torque", ""}, s.torques...);
    if ((s.momentum_torques.size + ...) > 0) f(Field{"drive", ""}, s.momentum_torques...);
  }

 private:
  /// Quaternions and momenta are passed by components, which stay in registers: stored one by one and loaded as vectors
  /// they would stall.
  [[gnu::noinline]] Vec<Body, T> total(T t, T w, T x, T y, T z, T Pi1, T Pi2, T Pi3) const;
  static Vec<Body, T> called(const Torque<T>& torque, const T& t, const Attitude<T>& R) {
    return at_attitude(torque, t, R.w, R.x, R.y, R.z);
  }
  static Vec<Body, T> called(const Torque<T>& torque, const T& t, const Unscaled<Body, Space, T>& R) {
    return at_quaternion(torque, t, R.q.w, R.q.x, R.q.y, R.q.z);
  }
  [[gnu::noinline]] static Vec<Body, T> at_attitude(const Torque<T>& torque, T t, T w, T x, T y, T z);
  [[gnu::noinline]] static Vec<Body, T> at_quaternion(const Torque<T>& torque, T t, T w, T x, T y, T z);
  [[gnu::noinline]] static Tangent<Body, T> called(const Torque<T>& torque, T t, RotationTangent<Body, Space, T> R);
};
template <class T>
Vec<Body, T> TorquedBody<T>::at_attitude(const Torque<T>& torque, T t, T w, T x, T y, T z) {
  return visit_torque([&](const auto& kind) { return kind.torque(t, Attitude<T>{w, x, y, z}); }, torque);
}
template <class T>
Vec<Body, T> TorquedBody<T>::at_quaternion(const Torque<T>& torque, T t, T w, T x, T y, T z) {
  return visit_torque([&](const auto& kind) { return kind.torque(t, Unscaled<Body, Space, T>{{w, x, y, z}}); }, torque);
}
template <class T>
Tangent<Body, T> TorquedBody<T>::called(const Torque<T>& torque, T t, RotationTangent<Body, Space, T> R) {
  return visit_torque([&](const auto& kind) -> Tangent<Body, T> { return kind.torque(t, R); }, torque);
}
template <class T>
Vec<Body, T> TorquedBody<T>::total(T t, T w, T x, T y, T z, T Pi1, T Pi2, T Pi3) const {
  const Attitude<T> R{w, x, y, z};
  const Vec<Body, T> Pi{Pi1, Pi2, Pi3}, Omega = this->Omega(Pi), momentum = whole(t, Pi);
  Vec<Body, T> sum{T(0), T(0), T(0)};
  // What a call has stored one by one and is read by pairs is waited for, too.
  const auto add = [&](const Vec<Body, T>& a) { sum += Vec<Body, T>{opaque(a[0]), opaque(a[1]), opaque(a[2])}; };
  for (const auto& one : torques) add(visit_torque([&](const auto& k) { return k.torque(t, R); }, one));
  for (const auto& one : momentum_torques)
    add(visit_torque([&](const auto& k) -> Vec<Body, T> { return k.torque(t, R, momentum, Omega); }, one));
  const auto* k = varying();
  if (!k) return sum;
  return by_components(k->share(t), sum);
}
template <class T>
Tangent<Body, T> TorquedBody<T>::total(const T& t, const RotationTangent<Body, Space, T>& R,
                                       const Tangent<Body, T>& Pi) const {
  Tangent<Body, T> sum{};
  for (const auto& one : torques) visit_torque([&](const auto& k) { sum = sum + k.torque(t, R); }, one);
  const auto Omega = this->Omega(Pi);
  const auto add = [&](const auto& k) {
    if constexpr (requires { k.torque(t, R, Pi, Omega); }) {
      sum = sum + k.torque(t, R, Pi, Omega);
    } else {
      const auto f = [&](const Attitude<T>& turned, const Vec<Body, T>& momentum) {
        return k.torque(t, turned, whole(t, momentum), this->Omega(momentum));
      };
      const T size = norm(Pi.value);
      sum = sum + differenced(f, R, Pi, size > T(0) ? size : norm(this->I.moments));
    }
  };
  for (const auto& one : momentum_torques) visit_torque(add, one);
  if (const auto* k = varying()) return by_components(k->share(t), sum);
  return sum;
}
template <class T>
Affine<T> TorquedBody<T>::affine(const T& t, const Attitude<T>& R) const {
  Affine<T> sum{};
  for (const auto& one : torques) visit_torque([&](const auto& k) { sum.torque += k.torque(t, R); }, one);
  momentum_torques.each([&](const auto& k) {
    if constexpr (requires { k.affine(t, R); }) sum += k.affine(t, R);
  });
  return sum;
}
template <class T>
Vec<Body, T> TorquedBody<T>::spin(const T& t) const {
  Vec<Body, T> sum{};
  momentum_torques.each([&](const auto& k) {
    if constexpr (requires { k.at(t); }) sum += k.at(t);
  });
  return sum;
}

/// A body for methods, if its torque depends on the momentum. Its own type keeps other bodies as fast as they are.
template <class T>
struct ByMomentum : TorquedBody<T> {
  static constexpr bool driven_by_momentum = true;

  Vec<Body, T> torque(const T& t, const Attitude<T>& R, const Vec<Body, T>& Pi) const { return this->total(t, R, Pi); }
  Vec<Body, T> torque(const T& t, const Unscaled<Body, Space, T>& R, const Vec<Body, T>& Pi) const {
    return this->total(t, Attitude<T>(R), Pi);
  }
  /// Torque if attitude, momentum or both carry a derivative.
  Tangent<Body, T> torque(const T& t, const auto& R, const auto& Pi) const {
    const RotationTangent<Body, Space, T> turning = with_derivative(R);
    const Tangent<Body, T> changing = with_derivative(Pi);
    return this->total(t, turning, changing);
  }
};

/// The power of all torques without a potential, energy per time: the change of the energy.
template <class T>
T power(const TorquedBody<T>& body, const T& t, const RigidState<T>& s) {
  const auto Omega = body.Omega(s.Pi);
  Vec<Body, T> sum{};
  if (body.varying()) {
    sum = body.total(t, s.R, s.Pi);
    body.torques.each([&](const auto& k) {
      if (keeps_energy(k)) sum -= k.torque(t, s.R);
    });
    return dot(Omega, sum);
  }
  body.torques.each([&](const auto& k) {
    if (!keeps_energy(k)) sum += k.torque(t, s.R);
  });
  body.momentum_torques.each([&](const auto& k) {
    if (!keeps_energy(k)) sum += k.torque(t, s.R, s.Pi, Omega);
  });
  return dot(Omega, sum);
}

}  // namespace polhode
