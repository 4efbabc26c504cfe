// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/geometry/so3.hpp"

/// Description of the states and problems of a space, and operations that follow from it.
///
/// A struct of data names its members once, in  `static void fields(f, self...)`,  which calls f(Field, self.member...)
/// for each. From this and the types of the members follow the problem in another scalar, its identity, its JSON, and
/// the problem in turned space, with renamed body axes or in other units.
namespace polhode {

/// Description of a member.
struct Field {
  std::string_view name;    ///< as in files
  std::string_view symbol;  ///< as in equations
  bool mass = false;        ///< proportional to the unit of mass: inertia, momentum, torque
};

/// A key of a spec file and the field of a torque that it sets.
struct Key {
  std::string_view key, field;
};
/// A word for a torque in spec files, `"kind": name`. Fields without a key keep their defaults.
struct Word {
  std::string_view name;
  std::array<Key, 4> keys;  ///< those without a name do not exist
};

namespace detail {
struct SeesFields {
  void operator()(const Field&, auto&...) const {}
};
template <class V>
inline constexpr bool in_body = false;
template <class T>
inline constexpr bool in_body<Vec<Body, T>> = true;
/// A list: an operation on a leaf applies to each of its elements.
template <class M>
concept List = requires(M m) {
  m.push_back(m.front());
};
template <class M>
void refuse_functions([[maybe_unused]] const char* what) {  // a function of the user's can be called, not transformed
  if constexpr (std::is_pointer_v<M>) POLHODE_THROW(std::logic_error(std::string("a function cannot be ") + what));
}
}  // namespace detail

/// S names its members.
template <class S>
concept HasFields = requires(S& s) {
  std::remove_cv_t<S>::fields(detail::SeesFields(), s);
};

/// Calls f(Field, leaf) for all numbers, vectors, rotations and inertias in x, whatever they are nested in.
template <HasFields X, class F>
void each_leaf(X& x, const F& f) {
  std::remove_cv_t<X>::fields(
      [&](const Field& field, auto& member) {
        if constexpr (HasFields<std::remove_reference_t<decltype(member)>>)
          each_leaf(member, f);
        else if constexpr (detail::List<std::remove_cvref_t<decltype(member)>>)
          for (auto& element : member) f(field, element);
        else
          f(field, member);
      },
      x);
}

namespace detail {
template <class U, class T, class To, class From>
void cast_member(To& to, const From& member) {
  if constexpr (std::is_same_v<To, From>)
    to = member;
  else if constexpr (std::is_same_v<From, T>)
    to = scalar_cast<U>(member);
  else if constexpr (std::is_pointer_v<From>)
    POLHODE_THROW(std::logic_error("a function has one scalar"));
  else if constexpr (List<From>) {
    to.resize(member.size());
    for (std::size_t i = 0; i < member.size(); ++i) cast_member<U, T>(to[i], member[i]);
  } else {
    to = cast<U>(member);
  }
}
}  // namespace detail

/// The data in the scalar U. Throws std::logic_error for a user's function, whose scalar is fixed.
template <class U, template <class> class S, class T>
requires HasFields<S<T>> S<U> cast(const S<T>& from) {
  S<U> result{};
  S<T>::fields([](const Field&, auto& to, const auto& member) { detail::cast_member<U, T>(to, member); }, result, from);
  return result;
}
template <class U, template <class, class> class S, class Frame, class T>
requires HasFields<S<Frame, T>> S<Frame, U> cast(const S<Frame, T>& from) {
  S<Frame, U> result{};
  S<Frame, T>::fields([](const Field&, auto& to, const auto& member) { detail::cast_member<U, T>(to, member); }, result,
                      from);
  return result;
}

/// A number that is read back as the same double.
inline std::string exact_text(double x) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, x).ptr};
}

/// All that x is, to the last bit, as text: equal for equal problems only. Caches, checkpoints and files use it.
/// Functions are distinguished by their addresses: such a text holds for one process.
template <HasFields X>
std::string identity(const X& x) {
  std::string text(X::kind);
  const auto add_numbers = [&](auto... numbers) {
    text += "=(";
    ((text += exact_text(scalar_cast<double>(numbers)) + ","), ...);
    text.back() = ')';
  };
  const auto add = [&](const auto& member, const auto& self) -> void {
    using M = std::remove_cvref_t<decltype(member)>;
    if constexpr (HasFields<M>)
      text += " {" + identity(member) + "}";
    else if constexpr (detail::List<M>)
      for (const auto& element : member) self(element, self);
    else if constexpr (std::is_pointer_v<M>)
      add_numbers(static_cast<double>(reinterpret_cast<std::uintptr_t>(member)));
    else if constexpr (requires { member.rows; })
      for (const auto& row : member.rows) self(row, self);
    else if constexpr (requires { member[2]; })
      add_numbers(member[0], member[1], member[2]);
    else if constexpr (requires { member.w; })
      add_numbers(member.w, member.x, member.y, member.z);
    else
      add_numbers(member);
  };
  X::fields(
      [&](const Field& field, const auto& member) {
        using M = std::remove_cvref_t<decltype(member)>;
        if constexpr (HasFields<M> && requires { member.empty(); })
          if (member.empty()) return;  // absent data leave no trace
        text += " " + std::string(field.name);
        add(member, add);
      },
      x);
  return text;
}

/// x seen from a turned space frame: vectors of space turn by Q, what belongs to the body stays. Throws
/// std::logic_error if a torque is a function of the user's.
template <HasFields X, class T>
X turned(X x, const Rotation<Space, Space, T>& Q) {
  each_leaf(x, [&](const Field&, auto& member) {
    using M = std::remove_reference_t<decltype(member)>;
    detail::refuse_functions<M>("turned");
    if constexpr (std::is_same_v<M, Vec<Space, T>> || std::is_same_v<M, Attitude<T>>) member = Q * member;
  });
  return x;
}

/// The components of v after the axes of the body are renamed: e1 -> e2 -> e3 -> e1.
template <class T>
Vec<Body, T> renamed(const Vec<Body, T>& v) {
  return {v[2], v[0], v[1]};
}
/// x with the axes of its body renamed so; the motion stays. Throws std::logic_error for a function of the user's.
template <HasFields X>
X renamed(X x) {
  each_leaf(x, [&](const Field&, auto& member) {
    using M = std::remove_reference_t<decltype(member)>;
    detail::refuse_functions<M>("renamed");
    if constexpr (requires { member.moments; }) {
      const auto I = renamed(member.moments);
      member = {I[0], I[1], I[2]};
    } else if constexpr (detail::in_body<M>) {
      member = renamed(member);
    } else if constexpr (requires { member.w; }) {
      using T = std::remove_cvref_t<decltype(member.w)>;
      const T half = T(1) / T(2);
      member = member * inverse(Rotation<Body, Body, T>{half, half, half, half});
    }
  });
  return x;
}

/// x in a unit of mass that is s times smaller: inertia, momenta and torques times s, times and angles as they are.
/// Throws std::logic_error if a torque is a function of the user's.
template <HasFields X, class T>
X in_units(X x, const T& s) {
  each_leaf(x, [&](const Field& field, auto& member) {
    detail::refuse_functions<std::remove_reference_t<decltype(member)>>("written in other units");
    if (!field.mass) return;
    if constexpr (requires { member.moments; })
      member = {s * member[0], s * member[1], s * member[2]};
    else if constexpr (!std::is_integral_v<std::remove_reference_t<decltype(member)>> && requires { s* member; })
      member = s * member;
  });
  return x;
}

/// True if no bit differs.
template <HasFields X>
bool same(const X& a, const X& b) {
  bool equal = true;
  X::fields(
      [&](const Field&, const auto& p, const auto& q) {
        if constexpr (requires { p[2]; })
          equal = equal && p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
        else
          equal = equal && p.w == q.w && p.x == q.x && p.y == q.y && p.z == q.z;
      },
      a, b);
  return equal;
}

/// The spatial momentum of a state at the time t, including rotors.
auto spatial_momentum(const auto& problem, const auto& s, const auto& t) {
  if constexpr (requires { problem.spin(t); })
    if (problem.has_rotors()) return s.R * (s.Pi + problem.spin(t));
  return spatial_momentum(problem, s);
}

/// Distance between two states, in their two parts: configuration (2 |sin(a/2)| of attitudes an angle a apart, chord
/// of directors, length of displacements) and momentum (of directors: angular velocity), in the units of the state.
template <class T>
struct Distance {
  T configuration, momentum;

  /// The larger one; NaN if either is.
  T largest() const { return configuration > momentum || configuration != configuration ? configuration : momentum; }
  /// Each part relative to the size of its quantity.
  Distance relative_to(const Distance& size) const {
    return {configuration / size.configuration, momentum / size.momentum};
  }
  T sum() const { return configuration + momentum; }
};

}  // namespace polhode
