// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/io/spec/units.hpp"
#include "core/torques/signal.hpp"

namespace polhode::reading {

/// Context for reading a torque: the user's axes and units, and the body that it turns.
template <class T>
struct Context {
  Rotation<Body, Body, T> axes;  ///< principal to user
  Units<T> units;
  Vec<Body, T> moments{};  ///< principal
  std::vector<std::string>& warnings;
  std::string folder;                 ///< of files that the spec names
  T t0{0};                            ///< when the motion starts
  std::optional<Vec<Body, T>> lever;  ///< mass times the way from the pivot to the centre, where there is a pivot
  std::vector<SampledControl<T>>* sampled = nullptr;  ///< where controllers that sample go

  template <class F>
  Vec<F, T> placed(const Vec<F, T>& v) const {
    if constexpr (std::is_same_v<F, Body>)
      return inverse(axes) * v;
    else
      return v;
  }
};

/// A file beside the spec's.
inline std::string in_folder(const std::string& name, const std::string& folder) {
  return name.starts_with("/") ? name : folder + name;
}

/// Three numbers, or an object with a kind: a vector that depends on time. Of the body, it is given in the user's axes.
/// `unit` is what a unit of its numbers is worth; a table that names its own, one of what is measured, does without.
template <class F, class T>
Signal<F, T> signal(const Given& j, const Context<T>& c, const T& unit = T(1), const Measure& of = of_field);

}  // namespace polhode::reading
