// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/stepping/method.hpp"

namespace polhode {

/// A selection of methods: by patterns of their ids (* and ?), by tags, by conditions like order>=4. By default all.
struct MethodFilter {
  std::vector<std::string> patterns, tags, conditions;
  std::string_view patterns_from = "--method";  ///< where the patterns are given

  bool empty() const { return patterns.empty() && tags.empty() && conditions.empty(); }
  /// Throws UserError for a tag or a condition that does not exist, and for a pattern that matches no method nor, with
  /// `or_update`, an update for gyros.
  void check(bool or_update = false) const;
  bool accepts(const MethodInfo& method) const;
  /// The text as typed.
  std::string text() const;
  /// Moves conditions like order>=4 from a list of names to the filter.
  void take_conditions(std::vector<std::string>& names);
  /// The same of words that all are conditions. Throws UserError for another.
  void take_all(std::vector<std::string> words);
};

/// The tags of a method: explicit or implicit, exact, and its declared properties.
std::vector<std::string> tags(const MethodInfo& method);

/// The methods that a filter accepts, those for bodies before the updates for gyros.
std::vector<const MethodInfo*> chosen_methods(const MethodFilter& filter);

}  // namespace polhode
