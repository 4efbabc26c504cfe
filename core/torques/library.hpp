// SPDX-License-Identifier: MIT
#pragma once

#include "core/torques/momentum.hpp"
#include "core/torques/word.hpp"

namespace polhode {

/// A torque from a shared object: for whatever is left. It computes in double, whatever T is, and is called from
/// several threads.
template <class T>
struct Library {
  /// The torque in the user's body frame, from the time, R by rows (body to space), Pi and Omega in that frame.
  using Function = void (*)(double t, const double R[9], const double Pi[3], const double Omega[3], double torque[3]);
  using PotentialFunction = double (*)(const double R[9]);

  Function function = nullptr;
  PotentialFunction potential_function = nullptr;  ///< optional
  ToUser<T> axes = ToUser<T>::identity();
  bool of_momentum = true;  ///< whether it looks at Pi and Omega

  T potential(const Attitude<T>& R) const {
    double m[9];
    rows(R, m);
    return potential_function ? T(potential_function(m)) : T(0);
  }
  Vec<Body, T> torque(const T& t, const Attitude<T>& R, const Vec<Body, T>& Pi, const Vec<Body, T>& Omega) const {
    double m[9], result[3];
    rows(R, m);
    const auto P = cast<double>(axes * Pi), w = cast<double>(axes * Omega);
    function(scalar_cast<double>(t), m, P.c, w.c, result);
    return inverse(axes) * Vec<User, T>{T(result[0]), T(result[1]), T(result[2])};
  }
  /// As splittings take it, which they do only where it does not look at the momentum.
  Affine<T> affine(const T& t, const Attitude<T>& R) const { return {torque(t, R, {}, {}), {}}; }
  Dependence dependence() const { return of_momentum ? Dependence::any : Dependence::none; }

  static constexpr bool in_double = true;
  static constexpr bool is_asked() { return true; }  ///< it is known by its values only
  static constexpr std::string_view kind = "library";
  static constexpr std::string_view equation = "T: a function of t, R, Π, Ω from a shared object";
  static constexpr std::array words{Word{"library", {}}};
  bool autonomous() const { return false; }  // as far as is known
  bool keeps_energy() const { return potential_function != nullptr; }
  T pace() const { return T(0); }
  template <class F, class... S>
  static void fields(const F& f, S&... s) {
    f(Field{"function", ""}, s.function...);
    f(Field{"potential", ""}, s.potential_function...);
    f(Field{"axes", "A"}, s.axes...);
    f(Field{"of_momentum", ""}, s.of_momentum...);
  }

 private:
  void rows(const Attitude<T>& R, double out[9]) const {
    const auto m = matrix(R * inverse(axes));
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) out[3 * i + k] = scalar_cast<double>(m(i, k));
  }
};

}  // namespace polhode
