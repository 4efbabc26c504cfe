// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/io/spec.hpp"
#include "core/io/spec/values.hpp"
#include "experiments/judging/populations/population.hpp"

namespace polhode {

/// The noise torques of a spec.
std::vector<nlohmann::json*> noises_of(nlohmann::json& document);

/// The bodies of a spec with "vary", which mirrors the spec: where this has a number, it may have an interval [a, b].
///
///   "vary": {"body": {"angular_velocity": [[-1, 1], null, [5, 7]], "attitude": "any"}, "samples": 16, "seed": 1}
///
/// or a distribution as populations have it, {"uniform": [a, b]} or {"log10": [a, b]}. Body 0 is that of the spec; the
/// others are functions of (seed, number, place), the same on every machine and whatever else varies: odd ones inside
/// the intervals, even ones at their ends, where errors are likely to be largest.
class Variations {
 public:
  /// Throws UserError. A spec without "vary" has one body. Files that it names are sought in `folder`.
  explicit Variations(nlohmann::json document, std::string folder = "");

  std::size_t size() const { return drawn_.empty() ? 1 : samples_ + 1; }
  /// The spec of a body, without "vary".
  nlohmann::json body(std::size_t i) const;
  /// The body's spec as read. Throws UserError. Instantiated for double and float128.
  template <class T>
  Spec<T> spec(std::size_t i) const;
  /// The spec of body i of a seed, inside the intervals, evenly, or at their ends.
  nlohmann::json drawn(std::uint64_t i, std::uint64_t seed, bool at_ends = false) const;
  /// Whether members of an ensemble differ by more than their starts: by "vary", or by noise.
  bool differ() const { return size() > 1 || noisy_; }
  /// Member i of an ensemble of a seed: inside the intervals, with a path of noise of its own; the first has that of
  /// the spec. Nothing if it is the spec. Throws UserError.
  std::optional<Spec<double>> member(std::uint64_t i, std::uint64_t seed) const;

 private:
  using Pointer = nlohmann::json::json_pointer;
  void read(const reading::Given& vary, const Pointer& place);
  void draw(const Pointer& place, std::optional<populations::Scalar> value);

  nlohmann::json document_;
  std::string folder_;
  bool noisy_;
  std::vector<populations::DrawnNumber> drawn_;
  std::size_t samples_ = 16;
  std::uint64_t seed_ = 1;
};

}  // namespace polhode
