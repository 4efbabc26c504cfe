// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/spaces/expression.hpp"
#include "core/spaces/shared.hpp"
#include "core/torques/momentum.hpp"

namespace polhode {

/// Data of a formula, which its copies share.
template <class T>
struct FormulaData {
  ExpressionTrees<T> trees;  ///< three components, and the potential, where there is one
  bool in_space = false;
  ToUser<T> axes = ToUser<T>::identity();
  /// The user's axes of space, which turn with it.
  Vec<Space, T> e1 = axis<Space, T>(0), e2 = axis<Space, T>(1), e3 = axis<Space, T>(2);
  T scale{1};         ///< ratio of the expressions' unit of mass to the body's
  T feature{0};       ///< the shortest time over which they change, if the user gives it; references look as closely
  bool ours = false;  ///< whether all axes are those of the computation; by `prepare`

  /// Prepares derived data.
  void prepare() {
    trees.prepare();
    ours = axes.x == T(0) && axes.y == T(0) && axes.z == T(0);
    for (int i = 0; i < 3; ++i) ours = ours && e1[i] == T(i == 0) && e2[i] == T(i == 1) && e3[i] == T(i == 2);
  }

  static constexpr std::string_view kind = "formula data";
  static void fields(const auto& f, auto&... s) {
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

/// A torque that the user writes as three expressions of t, R, Pi and Omega, all in his own body frame and units. Its
/// components are in that frame, or in space.
template <class T>
struct Formula {
  Shared<FormulaData<T>> data;

  T potential(const Attitude<T>& R) const {
    return has_potential() ? data->scale * data->trees.values(3, arguments(T(0), R, {}, {}))[0] : T(0);
  }
  Affine<T> affine(const T& t, const Attitude<T>& R) const { return {torque(t, R, {}, {}), {}}; }
  Vec<Body, T> torque(const T& t, const Attitude<T>& R, const Vec<Body, T>& Pi, const Vec<Body, T>& Omega) const {
    const auto x = data->trees.template values<3>(0, arguments(t, R, Pi, Omega));
    const Vec<User, T> u{data->scale * x[0], data->scale * x[1], data->scale * x[2]};
    if (data->in_space) return inverse(R) * (u[0] * data->e1 + u[1] * data->e2 + u[2] * data->e3);
    return data->ours ? Vec<Body, T>{u[0], u[1], u[2]} : inverse(data->axes) * u;
  }
  Dependence dependence() const {
    const bool depends = data->trees.program.names(formula::first_of_momentum, formula::variables);
    return depends ? Dependence::any : Dependence::none;
  }
  bool has_potential() const { return data->trees.roots.size() > 3; }

  static constexpr std::string_view kind = "formula";
  static constexpr std::string_view equation = "T: three expressions of t, R, Π, Ω";
  static constexpr std::array words{Word{"formula", {}}};
  bool autonomous() const { return !data->trees.program.names(0, formula::first_of_attitude); }
  bool keeps_energy() const { return has_potential(); }
  bool has_kinks() const { return data->trees.has_kinks(); }
  static constexpr bool is_asked() { return true; }  ///< it is known by its values only
  static void fields(const auto& f, auto&... s) { f(Field{"formula", ""}, s.data...); }

 private:
  auto arguments(const T& t, const Attitude<T>& R, const Vec<Body, T>& Pi, const Vec<Body, T>& Omega) const {
    return [&](const auto& set) {
      const auto& d = *data;
      const auto set_three = [&](int first, const auto& x) {
        for (int i = 0; i < 3; ++i) set(first + i, x[i]);
      };
      const auto seen = [&](const Vec<Body, T>& x) { return d.ours ? Vec<User, T>{x[0], x[1], x[2]} : d.axes * x; };
      set(0, t);
      if (d.trees.program.names(formula::first_of_attitude, formula::first_of_momentum)) {
        if (d.ours) {
          const auto entries = rows(R);
          for (int i = 0; i < 9; ++i) set(formula::first_of_attitude + i, entries[extent(i)]);
        } else {
          const auto to_user = d.axes * inverse(R);
          set_three(1, to_user * d.e1), set_three(4, to_user * d.e2), set_three(7, to_user * d.e3);
        }
      }
      if (d.trees.program.names(10, 13)) set_three(10, seen(Pi) / d.scale);
      if (d.trees.program.names(13, 16)) set_three(13, seen(Omega));
    };
  }
};

}  // namespace polhode
