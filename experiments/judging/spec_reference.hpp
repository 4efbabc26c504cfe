// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/spec.hpp"
#include "core/system/progress.hpp"

/// The best state known of a spec, as a value.
namespace polhode {

/// The derivative of a free motion's end by its start: rows of a 6 x 6 matrix, attitude before momentum, in decimals.
struct Transition {
  nlohmann::ordered_json rows;
  double error_estimate;
};

/// The true state at the end of the time of a spec. Numbers of the state are decimal strings.
struct SpecReference : Echoed {
  struct Error {
    const char* quantity;
    double value;
    const char* unit;
  };
  std::string_view kind;  ///< exact or converged
  double error_estimate = 0;
  std::vector<Error> errors;
  double features_longer_than = 0;                ///< it has seen, in torques that are known by asking only; else 0
  nlohmann::ordered_json body, free_motion, end;  ///< the first two null where there is none
  /// The shift of the end if numbers of the file are the decimals as written: quantity and share.
  std::vector<std::pair<const char*, double>> moved_by_decimals;
  std::optional<Transition> transition;
};

/// Throws UserError if an error is a radian, or all of the length: then nothing is known of the state after the time.
/// Errors of exact motions grow at least in proportion to it.
void check_certain(const SpecReference& found, double time);

/// The reference of a body, or of a prescribed rate. Files that the document names are sought in `folder`; `limit` is
/// in seconds (Forecast). Throws UserError.
SpecReference find_reference(const nlohmann::json& document, const std::string& folder, int digits,
                             double limit = usual_time_limit);

}  // namespace polhode
