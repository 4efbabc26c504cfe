// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "core/geometry/flags.hpp"
#include "core/stepping/integrate.hpp"
#include "core/torques/own_torque.hpp"

/// A step for your own loop.
namespace polhode {

namespace detail {

/// Whole numbers become doubles.
template <class... X>
using NumberOf = std::conditional_t<std::is_integral_v<std::common_type_t<X...>>, double, std::common_type_t<X...>>;

/// A torque held constant over a step.
template <class T>
struct HeldTorque {
  Vec<Body, T> value;

  Vec<Body, T> torque(const T&, const Attitude<T>&) const { return value; }
  Tangent<Body, T> torque(const T&, const RotationTangent<Body, Space, T>&) const { return {value, {}}; }
};

/// A function f(t, R), known by type: user_torque<T>(f) without calls through pointers.
template <class T, class F>
struct CalledTorque {
  const F& f;

  Vec<Body, T> torque(const T& t, const Attitude<T>& R) const { return body_vector<T>(f(t, R)); }
  Tangent<Body, T> torque(const T& t, const RotationTangent<Body, Space, T>& R) const {
    return user_torque<T>(f).torque(t, R);
  }
};

/// Data that method M prepares from the inertia of a problem.
template <class M, class P>
auto constants_of(const P& problem) {
  if constexpr (requires { M::prepare(problem); })
    return M::prepare(problem);
  else
    return Zero{};
}
/// The problem with this data.
template <class M, class P, class Constants>
POLHODE_INLINE inline decltype(auto) with_constants(const P& problem, const Constants& constants) {
  if constexpr (!requires { M::prepare(problem); })
    return (problem);
  else if constexpr (std::is_same_v<decltype(M::prepare(problem)), Constants>)
    return Prepared<P, const Constants&>{problem, constants};
  else
    return Prepared<P, decltype(M::prepare(problem))>{problem, M::prepare(problem)};
}

/// to = from, number by number. Stored in pairs, the momentum would have to wait for the attitude, which is known much
/// later.
template <class T, class Memory>
POLHODE_INLINE inline void copy_singly(Memory& to, const Memory& from) {
#ifdef __GNUC__
  if constexpr (std::is_floating_point_v<T> && std::is_trivially_copyable_v<Memory> &&
                sizeof(Memory) % sizeof(T) == 0 && alignof(Memory) >= alignof(T)) {
    typedef volatile T __attribute__((may_alias)) Single;
    for (std::size_t at = 0; at < sizeof(Memory); at += sizeof(T)) {
      T x;
      std::memcpy(&x, reinterpret_cast<const char*>(&from) + at, sizeof x);
      *reinterpret_cast<Single*>(reinterpret_cast<char*>(&to) + at) = x;
    }
    return;
  }
#endif
  to = from;
}
/// Whether all numbers of a memory are finite; by one sum if it is a state or has one, as in most methods.
template <class M, class P, class Memory>
POLHODE_INLINE inline bool carries_numbers(const P& problem, const Memory& memory) {
  const auto sum = [](const auto& s) { return s.Pi[0] + s.Pi[1] + s.Pi[2] + norm2(s.R); };
  if constexpr (requires { memory.state.Pi, memory.state.R; })
    return is_finite(sum(memory.state));
  else if constexpr (requires { memory.Pi, memory.R; })
    return is_finite(sum(memory));
  else
    return is_finite(M::read(problem, memory));
}
/// Whether a step was done, and the reason if not.
struct Outcome {
  Failure failure = Failure::none;
  bool diverged = false;
};
/// One step of the problem that `made` makes of a body; false if it fails. A result that is not finite is recorded
/// without a branch, which would take a sixth of a step of MR.
template <class M, class P, class Made, class Constants, class Memory, class T>
bool step(const P& body, const Made& made, const Constants& constants, Memory& memory, const T& t, const T& h,
          Outcome& outcome) {
  NoCounters counters;
  const auto& problem = made(body);
  const Memory before = memory;
  const Memory after = M::step(with_constants<M>(problem, constants), before, t, h, counters);
  outcome.failure = counters.failure;
  if (counters.failed()) return false;
  outcome.diverged = !carries_numbers<M>(with_constants<M>(problem, constants), after);
  copy_singly<T>(memory, after);
  if constexpr (std::is_same_v<T, float>) hold_length(memory);
  return true;
}
/// In doubles the whole step is inlined into it, as into `advance`, together with `made`, so that unused data are not
/// copied. An explicit step is also inlined into the caller's loop, where a call would cost a twentieth of it. A step
/// that solves equations is not: it would compile to slower code.
template <class M, class P, class Made, class Constants, class Memory, class T>
[[gnu::noinline]] bool one_step(const P& body, const Made& made, const Constants& constants, Memory& memory, const T& t,
                                const T& h, Outcome& outcome) {
  return step<M>(body, made, constants, memory, t, h, outcome);
}
template <class M, class P, class Made, class Constants, class Memory>
requires(!chooses_steps<M> && M::info.kind == Kind::implicit_method) [[gnu::noinline]] POLHODE_FLATTEN
    bool one_step(const P& body, const Made& made, const Constants& constants, Memory& memory, const double& t,
                  const double& h, Outcome& outcome) {
  return step<M>(body, made, constants, memory, t, h, outcome);
}
template <class M, class P, class Made, class Constants, class Memory>
requires(!chooses_steps<M> && M::info.kind == Kind::explicit_method) POLHODE_INLINE POLHODE_FLATTEN
    inline bool one_step(const P& body, const Made& made, const Constants& constants, Memory& memory, const double& t,
                         const double& h, Outcome& outcome) {
  return step<M>(body, made, constants, memory, t, h, outcome);
}

}  // namespace detail

/// An attitude, body to space, from a quaternion whose scalar comes first.
template <class W, class X, class Y, class Z>
auto wxyz(W w, X x, Y y, Z z) {
  using T = detail::NumberOf<W, X, Y, Z>;
  return Attitude<T>{static_cast<T>(w), static_cast<T>(x), static_cast<T>(y), static_cast<T>(z)};
}
/// An attitude, body to space, from a quaternion whose scalar comes last.
auto xyzw(auto x, auto y, auto z, auto w) {
  return wxyz(w, x, y, z);
}

/// A body that method M moves step by step, for loops of your own:
///
///   Stepper<Mr> body{{1, 2, 3}, wxyz(1, 0, 0, 0), {0.1, 2, 0}};      inertia, attitude, angular velocity
///   body.step(0.01);                                                 free
///   body.step(0.01, {0, 0, 0.5});                                    a torque, body frame, held over the step
///   body.step(0.01, [](double t, const auto& R, const auto& Omega) { return ...; });
///
/// A function receives time, attitude (body to space) and angular velocity (body frame) wherever the method evaluates
/// the torque. Methods for torques of time and attitude take f(t, R) instead, and say so. The kinds of core/torques are
/// accepted, too. Steps may change and may be negative, but not 0. While step and torque stay the same, the states are those of
/// `integrate`, bit for bit where the compiler contracts no products and sums (-ffp-contract=off), but not of Bs, whose
/// sums `integrate` takes in another order. If a held torque changes, or a torque of another kind follows, the method
/// starts anew, as `integrate` does where a torque jumps. A function that follows another function is taken to continue
/// it, without a jump.
///
/// The method keeps its memory: reading the state does not change it. T is double or float (Radau5 and adaptive.hpp:
/// double).
template <class M, class T = double>
class Stepper {
  using Free = FreeBody<T>;
  using Held = OneTorque<T, const detail::HeldTorque<T>&>;

 public:
  /// At the attitude R (a unit quaternion, see wxyz and xyzw) and the angular velocity Omega, in the body frame, in
  /// radians per time. Moments are along the body's axes.
  Stepper(const Inertia<T>& I, const Attitude<T>& R, const Vec<Body, T>& Omega, const T& t = T(0))
      : Stepper(I, {{I[0] * Omega[0], I[1] * Omega[1], I[2] * Omega[2]}, R}, t) {}
  /// At a momentum, in the body frame, and an attitude.
  Stepper(const Inertia<T>& I, const RigidState<T>& start, const T& t = T(0))
      : body_{{I, start}}, t0_(t), constants_(detail::constants_of<M>(body_)) {}

  /// A step of h without torque. Returns false if the step fails, as it does if h is not finite; body and time then stay
  /// where they were. Returns false, too, if the result is not finite; the body then stays there until `set` moves it.
  /// `reason` says why.
  POLHODE_INLINE bool step(const T& h) {
    static_assert(Method<M, Free>, "this method does not support rigid bodies");
    return moved([](const Free& body) -> const Free& { return body; }, Torque::none, h);
  }
  /// A step of h under a torque held in the body frame.
  POLHODE_INLINE bool step(const T& h, const Vec<Body, T>& torque) {
    if (turned_by_ == Torque::held &&
        (torque[0] != held_[0] || torque[1] != held_[1] || torque[2] != held_[2]))  // it jumps
      set(state());
    held_ = torque;
    return turned(detail::HeldTorque<T>{torque}, Torque::held, h);
  }
  /// A step of h under a torque: f(t, R, Omega), f(t, R), a kind of core/torques, or three numbers.
  template <class F>
  POLHODE_INLINE bool step(const T& h, const F& torque) {
    if constexpr (requires(const T& t, const Attitude<T>& R) { torque.torque(t, R); }) {
      return turned(torque, Torque::function, h);
    } else if constexpr (TorqueFunction<F, T>) {
      return turned(detail::CalledTorque<T, F>{torque}, Torque::function, h);
    } else if constexpr (RateTorqueFunction<F, T> || TorqueOfMomentum<F, T>) {
      static_assert(
          M::info.supports == Dependence::any,
          "this method does not support torques that depend on the angular velocity: give it f(t, R), or take another "
          "method, like Rk4, Imidm, Akw, MkrkGauss4");
      return moved([&](const Free& body) { return DrivenBy<T, F>(body, torque); }, Torque::function, h);
    } else {
      return step(h, body_vector<T>(torque));
    }
  }

  /// The present state: the momentum, and the attitude as a unit quaternion.
  RigidState<T> state() const {
    if (turned_by_ == Torque::unknown) return {body_.initial.Pi, normalised(body_.initial.R)};
    if constexpr (turns)
      if (turned_by_ != Torque::none) return M::read(with_constants(Held{{body_}, still}), memory_of<Held>());
    return M::read(with_constants(body_), memory_of<Free>());
  }
  /// Sets another state, for example after an impulse. The next step starts anew from it.
  void set(const RigidState<T>& state) {
    body_.initial = state;
    turned_by_ = Torque::unknown;
  }
  /// The time.
  T t() const { return t0_ + T(static_cast<double>(n_)) * h_; }
  /// The angular velocity in the body frame, in radians per time.
  Vec<Body, T> angular_velocity() const { return body_.Omega(state().Pi); }
  /// The attitude as a unit quaternion, the scalar first.
  std::array<T, 4> wxyz() const {
    const auto R = state().R;
    return {R.w, R.x, R.y, R.z};
  }
  /// The attitude as a unit quaternion, the scalar last.
  std::array<T, 4> xyzw() const {
    const auto R = state().R;
    return {R.x, R.y, R.z, R.w};
  }
  /// The principal moments.
  const Inertia<T>& inertia() const { return body_.I; }
  /// The reason of the failure of the last step, for text(Failure); none if its end was not finite, as in `integrate`.
  Failure failure() const { return outcome_.failure; }
  /// The reason why the last step was not done, in words; "" if it was done.
  std::string_view reason() const { return outcome_.diverged ? "the state is not finite" : text(outcome_.failure); }

 private:
  enum class Torque { unknown, none, held, function };  ///< of the last step

  static constexpr bool turns = Method<M, Held> && !M::info.processed;
  static constexpr detail::HeldTorque<T> still{};

  using Constants = decltype(detail::constants_of<M>(std::declval<const Free&>()));
  POLHODE_INLINE decltype(auto) with_constants(const auto& problem) const {
    return detail::with_constants<M>(problem, constants_);
  }

  template <class P>
  using Memory =
      decltype(M::start(detail::with_constants<M>(std::declval<const P&>(), std::declval<const Constants&>()),
                        std::declval<const RigidState<T>&>(), T(), T()));
  using FreeMemory = Memory<Free>;
  template <bool two, class P>
  struct Second {
    using Type = Zero;
  };
  template <class P>
  struct Second<true, P> {
    using Type = std::conditional_t<std::is_same_v<Memory<P>, FreeMemory>, Zero, Memory<P>>;
  };
  using TurnedMemory = typename Second<turns, Held>::Type;

  template <class P>
  POLHODE_INLINE auto& memory_of() {
    if constexpr (std::is_same_v<Memory<P>, FreeMemory>)
      return free_;
    else
      return turned_;
  }
  template <class P>
  const auto& memory_of() const {
    return const_cast<Stepper*>(this)->memory_of<P>();
  }

  template <class Kind>
  POLHODE_INLINE bool turned(const Kind& kind, Torque torque, const T& h) {
    static_assert(Method<M, Held>, "this method supports bodies without torque only");
    static_assert(turns, "this method transforms the state by the torque before its steps: see `integrate`");
    return moved([&](const Free& body) { return OneTorque<T, const Kind&>{{body}, kind}; }, torque, h);
  }
  /// A step of the problem that `made` makes of the body.
  POLHODE_INLINE bool moved(const auto& made, Torque torque, const T& h) {
    auto& memory = memory_of<std::remove_cvref_t<decltype(made(body_))>>();
    if (h != h_) {
      if (h - h != T(0)) return outcome_ = {Failure::step_too_large}, false;  // it is not finite
      const T passed = T(static_cast<double>(n_)) * h_ + behind_, now = t0_ + passed;
      behind_ = passed - (now - t0_), t0_ = now, n_ = 0, h_ = h;
    }
    const bool starts = turned_by_ != torque;
    if (starts) {
      if (turned_by_ != Torque::unknown) set(state());
      if (!detail::is_body(body_)) return outcome_ = {Failure::no_body}, false;
      const auto& problem = made(body_);
      memory = M::start(with_constants(problem), body_.initial, t(), h);
      turned_by_ = torque;
    }
    if (!detail::one_step<M>(body_, made, constants_, memory, t(), h, outcome_)) {
      if (starts) turned_by_ = Torque::unknown;  // undoes what the start has made of the torque
      return false;
    }
    ++n_;
    return !outcome_.diverged;
  }

  Free body_;                ///< its start, or last new start
  T t0_, behind_{0}, h_{0};  ///< t0_ is behind by what its sums have rounded away
  std::int64_t n_ = 0;       ///< steps of h_ since t0_
  Torque turned_by_ = Torque::unknown;
  detail::Outcome outcome_;
  [[no_unique_address]] Constants constants_;
  FreeMemory free_{};
  [[no_unique_address]] TurnedMemory turned_{};
  Vec<Body, T> held_{};
};

}  // namespace polhode
