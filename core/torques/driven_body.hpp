// SPDX-License-Identifier: MIT
#pragma once

#include "core/torques/control.hpp"
#include "core/torques/damping.hpp"
#include "core/torques/formula.hpp"
#include "core/torques/library.hpp"
#include "core/torques/rotors.hpp"
#include "core/torques/torque.hpp"
#include "core/torques/varying_inertia.hpp"

/// Bodies whose torque depends on the momentum. They are a type of their own, so that other bodies stay as fast as they
/// are. All kinds are called, never inlined: a hundred methods share few objects.
namespace polhode {

/// What a kind of torque that depends on the momentum says of itself, beside `kind`, `equation`, `words` and `fields`.
/// Where it is at most linear, it has `affine(t, R)`; rotors have `at(t)`, their momentum. A potential is optional.
template <class K, class T>
concept MomentumTorqueKind = HasFields<K> && requires(const K k, const T t, const Attitude<T> R, const Vec<Body, T> v) {
  { K::kind } -> std::convertible_to<std::string_view>;
  { K::equation } -> std::convertible_to<std::string_view>;
  K::words;
  { k.torque(t, R, v, v) } -> std::convertible_to<Vec<Body, T>>;  // of Pi and Omega, body frame
  { k.dependence() } -> std::same_as<Dependence>;
  { k.autonomous() } -> std::same_as<bool>;
  { k.pace() } -> std::convertible_to<T>;
};

/// Any kind. A new one is a header of this folder and a word in this line.
template <class T>
using MomentumTorque = std::variant<Damping<T>, Rotors<T>, Control<T>, Formula<T>, Library<T>, VaryingInertia<T>>;

template <class T>
inline constexpr bool all_momentum_kinds_are_whole = []<class... K>(std::type_identity<std::variant<K...>>) {
  return (MomentumTorqueKind<K, T> && ...);
}(std::type_identity<MomentumTorque<T>>());
static_assert(all_momentum_kinds_are_whole<double>);

/// Pi' = Pi x Omega + T(t, R, Pi), T the sum of its torques in the body frame.
template <class T>
struct DrivenBody : RigidBody<T> {
  static constexpr bool driven_by_momentum = true;

  TorqueSum<T> torques;             ///< those of time and attitude
  SumOf<T, MomentumTorque> drives;  ///< those that depend on the momentum

  [[gnu::noinline]] Vec<Body, T> torque(const T& t, const Attitude<T>& R, const Vec<Body, T>& Pi) const;
  [[gnu::noinline]] Tangent<Body, T> torque(const T& t, const RotationTangent<Body, Space, T>& R,
                                            const Tangent<Body, T>& Pi) const;
  Vec<Body, T> torque(const T& t, const Unscaled<Body, Space, T>& R, const Vec<Body, T>& Pi) const {
    return torque(t, Attitude<T>(R), Pi);
  }
  /// Where only one of both carries a derivative.
  template <class Rotation, class Momentum>
  Tangent<Body, T> torque(const T& t, const Rotation& R, const Momentum& Pi) const {
    const RotationTangent<Body, Space, T> turning = with_derivative(R);
    const Tangent<Body, T> changing = with_derivative(Pi);
    return torque(t, turning, changing);
  }
  /// The torque without the rotors', as splittings take it, where it is at most linear.
  [[gnu::noinline]] Affine<T> affine(const T& t, const Attitude<T>& R) const;
  /// h(t), the momentum of all rotors relative to the body.
  [[gnu::noinline]] Vec<Body, T> spin(const T& t) const;
  bool has_rotors() const {
    return !drives.all([](const auto& k) {
      return !requires {
        k.at(T(0));
      };
    });
  }
  /// The moments that change with time; null where they stay.
  const VaryingInertia<T>* varying() const {
    for (const auto& kind : drives)
      if (const auto* k = std::get_if<VaryingInertia<T>>(&kind)) return k;
    return nullptr;
  }
  /// The angular momentum in the body frame: Pi, but for moments that change with time.
  Vec<Body, T> whole(const T& t, const Vec<Body, T>& Pi) const {
    const auto* k = varying();
    if (!k) return Pi;
    const auto J = k->at_time(t), Omega = this->Omega(Pi);
    return {J[0] * Omega[0], J[1] * Omega[1], J[2] * Omega[2]};
  }
  /// True if a torque is computed in double, whatever T is.
  bool in_double() const {
    return !drives.all([](const auto& k) {
      return !requires {
        k.in_double;
      };
    });
  }
  /// As the worst of its torques.
  Dependence dependence() const {
    auto worst = Dependence::none;
    drives.each([&](const auto& k) { worst = std::max(worst, k.dependence()); });
    return worst;
  }

  T potential(const Attitude<T>& R) const { return torques.potential(R) + drives.potential(R); }
  bool autonomous() const { return torques.autonomous() && drives.autonomous(); }
  bool conservative() const { return torques.conservative() && drives.conservative(); }
  template <class F>
  void each_signal(const F& f) const {
    torques.each_signal(f), drives.each_signal(f);
  }
  DrivenBody within(const T& a, const T& b, const T& slack = T(0)) const {
    DrivenBody body = *this;
    body.torques = torques.within(a, b, slack), body.drives = drives.within(a, b, slack);
    return body;
  }
  std::vector<T> breaks(int order = 3) const {
    std::vector<T> times;
    torques.add_breaks(times, order), drives.add_breaks(times, order);
    return in_order(std::move(times));
  }
  T pace() const { return std::max(torques.pace(), drives.pace()); }

  static constexpr std::string_view kind = "body with torque that depends on its momentum";
  std::vector<std::string> equations() const {
    std::vector<std::string> all{"Π′ = Π × Ω + T,  Ω = I⁻¹Π,  R′ = R hat(Ω)"};
    torques.each([&](const auto& k) { all.emplace_back(k.equation); });
    drives.each([&](const auto& k) { all.emplace_back(k.equation); });
    all.emplace_back("H = Π · Ω / 2 + V");
    return all;
  }
  std::vector<std::string> constants() const {
    if (conservative()) return {"energy H"};
    return {};
  }
  template <class F, class... S>
  static void fields(const F& f, S&... s) {
    RigidBody<T>::fields(f, s...);
    f(Field{"torque", ""}, s.torques...);
    f(Field{"drive", ""}, s.drives...);
  }
};

template <class T>
Vec<Body, T> DrivenBody<T>::torque(const T& t, const Attitude<T>& R, const Vec<Body, T>& Pi) const {
  Vec<Body, T> sum{T(0), T(0), T(0)};
  for (const auto& kind : torques) visit_torque([&](const auto& k) { sum += k.torque(t, R); }, kind);
  const auto Omega = this->Omega(Pi);
  const auto add = [&](const Vec<Body, T>& momentum) {
    for (const auto& kind : drives) visit_torque([&](const auto& k) { sum += k.torque(t, R, momentum, Omega); }, kind);
  };
  if (const auto* k = varying()) {
    add(whole(t, Pi));
    const auto share = k->share(t);
    return {share[0] * sum[0], share[1] * sum[1], share[2] * sum[2]};
  }
  add(Pi);
  return sum;
}
template <class T>
Tangent<Body, T> DrivenBody<T>::torque(const T& t, const RotationTangent<Body, Space, T>& R,
                                       const Tangent<Body, T>& Pi) const {
  Tangent<Body, T> sum{};
  for (const auto& kind : torques) visit_torque([&](const auto& k) { sum = sum + k.torque(t, R); }, kind);
  const auto Omega = this->Omega(Pi);
  const auto add = [&](const auto& k) {
    if constexpr (requires { k.torque(t, R, Pi, Omega); }) {
      sum = sum + k.torque(t, R, Pi, Omega);
    } else {
      const auto f = [&](const Attitude<T>& R, const Vec<Body, T>& Pi) {
        return k.torque(t, R, whole(t, Pi), this->Omega(Pi));
      };
      const T size = norm(Pi.value);
      sum = sum + differenced(f, R, Pi, size > T(0) ? size : norm(this->I.moments));
    }
  };
  for (const auto& kind : drives) visit_torque(add, kind);
  if (const auto* k = varying()) {
    const auto share = k->share(t);
    const Diagonal<T> D{share[0], share[1], share[2]};
    return {{share[0] * sum.value[0], share[1] * sum.value[1], share[2] * sum.value[2]}, D * sum.derivative};
  }
  return sum;
}
template <class T>
Affine<T> DrivenBody<T>::affine(const T& t, const Attitude<T>& R) const {
  Affine<T> sum{};
  for (const auto& kind : torques) visit_torque([&](const auto& k) { sum.torque += k.torque(t, R); }, kind);
  drives.each([&](const auto& k) {
    if constexpr (requires { k.affine(t, R); }) sum += k.affine(t, R);
  });
  return sum;
}
template <class T>
Vec<Body, T> DrivenBody<T>::spin(const T& t) const {
  Vec<Body, T> sum{};
  drives.each([&](const auto& k) {
    if constexpr (requires { k.at(t); }) sum += k.at(t);
  });
  return sum;
}

/// The power of all torques that no potential stands for, energy per time: what changes the energy.
template <class P, class T>
T power(const P& body, const T& t, const RigidState<T>& s) {
  const auto Omega = body.Omega(s.Pi);
  Vec<Body, T> sum{};
  if constexpr (MomentumDriven<P>)
    if (body.varying()) {
      sum = body.torque(t, s.R, s.Pi);
      body.torques.each([&](const auto& k) {
        if (keeps_energy(k)) sum -= k.torque(t, s.R);
      });
      return dot(Omega, sum);
    }
  if constexpr (requires { body.torques; })
    body.torques.each([&](const auto& k) {
      if (!keeps_energy(k)) sum += k.torque(t, s.R);
    });
  if constexpr (MomentumDriven<P>)
    body.drives.each([&](const auto& k) {
      if (!keeps_energy(k)) sum += k.torque(t, s.R, s.Pi, Omega);
    });
  return dot(Omega, sum);
}

}  // namespace polhode
