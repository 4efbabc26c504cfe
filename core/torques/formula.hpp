// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/spaces/expression.hpp"
#include "core/spaces/shared.hpp"
#include "core/torques/momentum.hpp"
#include "core/torques/word.hpp"

namespace polhode {

/// What a formula is: its copies share it.
template <class T>
struct FormulaData {
  ExpressionTrees<T> trees;  ///< three components, and the potential, where there is one
  bool in_space = false;
  ToUser<T> axes = ToUser<T>::identity();
  /// The user's axes of space, which turn with it.
  Vec<Space, T> e1 = axis<Space, T>(0), e2 = axis<Space, T>(1), e3 = axis<Space, T>(2);
  T scale{1};    ///< of the unit of mass that the expressions are in to that of the body
  T feature{0};  ///< the shortest time over which they change, where the user knows; references look as closely

  static constexpr std::string_view kind = "formula data";
  template <class F, class... S>
  static void fields(const F& f, S&... s) {
    f(Field{"trees", ""}, s.trees...);
    f(Field{"in_space", "in_space"}, s.in_space...);
    f(Field{"axes", "A"}, s.axes...);
    f(Field{"e1", ""}, s.e1...);
    f(Field{"e2", ""}, s.e2...);
    f(Field{"e3", ""}, s.e3...);
    f(Field{"scale", "", true}, s.scale...);
    f(Field{"feature", ""}, s.feature...);
  }
};

/// A torque that the user writes as three expressions of t, R, Pi and Omega, all in his own body frame and units:
/// components in that frame, or in space.
template <class T>
struct Formula {
  Shared<FormulaData<T>> data;

  T potential(const Attitude<T>& R) const {
    return has_potential() ? data->scale * data->trees(data->trees.roots[3], arguments(T(0), R, {}, {})) : T(0);
  }
  Affine<T> affine(const T& t, const Attitude<T>& R) const { return {torque(t, R, {}, {}), {}}; }
  Vec<Body, T> torque(const T& t, const Attitude<T>& R, const Vec<Body, T>& Pi, const Vec<Body, T>& Omega) const {
    const auto& trees = data->trees;
    const auto x = trees.template values<3>(trees.roots.data(), arguments(t, R, Pi, Omega));
    const Vec<User, T> u{data->scale * x[0], data->scale * x[1], data->scale * x[2]};
    if (data->in_space) return inverse(R) * (u[0] * data->e1 + u[1] * data->e2 + u[2] * data->e3);
    return inverse(data->axes) * u;
  }
  Dependence dependence() const {
    return names(formula::first_of_momentum, formula::variables) ? Dependence::any : Dependence::none;
  }
  bool has_potential() const { return data->trees.roots.size() > 3; }

  static constexpr std::string_view kind = "formula";
  static constexpr std::string_view equation = "T: three expressions of t, R, Π, Ω";
  static constexpr std::array words{Word{"formula", {}}};
  bool autonomous() const { return !names(0, formula::first_of_attitude); }
  bool keeps_energy() const { return has_potential(); }
  bool has_kinks() const { return data->trees.has_kinks(); }
  static constexpr bool is_asked() { return true; }  ///< it is known by its values only
  T pace() const { return T(0); }
  template <class F, class... S>
  static void fields(const F& f, S&... s) {
    f(Field{"formula", ""}, s.data...);
  }

 private:
  bool names(int first, int last) const {
    const auto& trees = data->trees;
    return trees.names(trees.roots[0], first, last) || trees.names(trees.roots[1], first, last) ||
           trees.names(trees.roots[2], first, last);
  }
  std::array<T, formula::variables> arguments(const T& t, const Attitude<T>& R, const Vec<Body, T>& Pi,
                                              const Vec<Body, T>& Omega) const {
    const auto to_user = data->axes * inverse(R);
    const auto x = to_user * data->e1, y = to_user * data->e2, z = to_user * data->e3;  // the rows of R
    const auto P = data->axes * Pi / data->scale, w = data->axes * Omega;
    return {t, x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2], P[0], P[1], P[2], w[0], w[1], w[2]};
  }
};

}  // namespace polhode
