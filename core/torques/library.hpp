// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>

#include "core/torques/momentum.hpp"

namespace polhode {

/// A torque from a shared object, for all other laws. It computes in double, whatever T is, and is called from several
/// threads.
template <class T>
struct Library {
  /// The torque in the user's body frame, from the time, R by rows (body to space), Pi and Omega in that frame.
  using Function = void (*)(double t, const double R[9], const double Pi[3], const double Omega[3], double torque[3]);
  /// The torques of n states: the i-th number of state k is at [i n + k].
  using StatesFunction = void (*)(int n, const double t[], const double R[], const double Pi[], const double Omega[],
                                  double torque[]);
  using PotentialFunction = double (*)(const double R[9]);
  /// The torque of a caller in another language, with the argument that distinguishes it from others.
  using CallersFunction = void (*)(const void* caller, double t, const double R[9], const double Omega[3],
                                   double torque[3]);

  Function function = nullptr;
  PotentialFunction potential_function = nullptr;  ///< optional
  ToUser<T> axes = ToUser<T>::identity();
  bool of_momentum = true;                     ///< whether it uses Pi and Omega
  StatesFunction states_function = nullptr;    ///< called in place of `function`, if there is one
  CallersFunction callers_function = nullptr;  ///< likewise
  const void* caller = nullptr;                ///< outlives the run
  void (*afterwards)() = nullptr;              ///< called after each call of a function of the shared object

  T potential(const Attitude<T>& R) const {
    if (!potential_function) return T(0);
    double m[9 * n];
    write(m, rows(attitude(R)));
    const double V = potential_function(m);
    if (afterwards) afterwards();
    return T(V);
  }
  Vec<Body, T> torque(const T& t, const Attitude<T>& R, const Vec<Body, T>& Pi, const Vec<Body, T>& Omega) const {
    double time[n], m[9 * n], P[3 * n], w[3 * n], result[3 * n];
    write(time, std::array<T, 1>{t}), write(m, rows(attitude(R)));
    write(P, seen_along(axes, Pi).as_array()), write(w, seen_along(axes, Omega).as_array());
    if (states_function)
      states_function(lanes_of<T>, time, m, P, w, result);
    else if (callers_function)
      callers_function(caller, time[0], m, w, result);
    else
      function(time[0], m, P, w, result);
    if (afterwards) afterwards();
    const auto read = [&](std::size_t i) {
      if constexpr (n > 1)
        return T::each([&](int k) { return result[i * n + extent(k)]; });
      else
        return T(result[i]);
    };
    return seen_along(inverse(axes), Vec<User, T>{read(0), read(1), read(2)});
  }
  /// For splittings, which take it only if it does not use the momentum.
  Affine<T> affine(const T& t, const Attitude<T>& R) const { return {torque(t, R, {}, {}), {}}; }
  Dependence dependence() const { return of_momentum ? Dependence::any : Dependence::none; }

  static constexpr bool is_asked() { return true; }  ///< it is known by its values only
  static constexpr std::string_view kind = "library";
  static constexpr std::string_view equation = "T: a function of t, R, Π, Ω from a shared object";
  static constexpr std::array words{Word{"library", {}}};
  bool autonomous() const { return false; }  // as far as is known
  bool keeps_energy() const { return potential_function != nullptr; }
  static void fields(const auto& f, auto&... s) {
    f(Field{"function", ""}, s.function...);
    f(Field{"potential", ""}, s.potential_function...);
    f(Field{"axes", "A"}, s.axes...);
    f(Field{"of_momentum", ""}, s.of_momentum...);
    f(Field{"states_function", ""}, s.states_function...);
    f(Field{"callers_function", ""}, s.callers_function...);
    f(Field{"caller", ""}, s.caller...);
    f(Field{"afterwards", ""}, s.afterwards...);
  }

 private:
  static constexpr auto n = extent(lanes_of<T>);

  Rotation<User, Space, T> attitude(const Attitude<T>& R) const { return inverse(seen_along(axes, inverse(R))); }
  static void write(double* to, const auto& numbers) {
    for (const T& x : numbers) {
      if constexpr (n > 1)
        std::memcpy(to, &x, sizeof x);
      else
        *to = scalar_cast<double>(x);
      to += n;
    }
  }
};

}  // namespace polhode
