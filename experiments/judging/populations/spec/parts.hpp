// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "experiments/judging/populations/spec/field.hpp"
#include "experiments/judging/populations/sweep_spec.hpp"

/// The parts of a sweep's spec, each read from its place. Throws UserError: the field, what was given, what is
/// accepted.
namespace polhode::populations {

inline constexpr std::string_view metric_names[] = {"Pi", "R", "H", "pi", "drift", "growth", "torques", "iterations"};
inline constexpr std::string_view rule_names[] = {"below", "within", "worst", "same"};
inline constexpr std::string_view scalar_names[] = {"", "uniform", "log10", "linspace", "logspace10", "list"};

inline std::vector<std::string> strings(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

inline constexpr std::int64_t most_steps = 1000000000;

Population read_population(const Field& field);
/// A finite number that is drawn: {"uniform" or "log10": [a, b]}.
Scalar read_drawn(const Field& field);

/// What is measured; the spec has its methods, steps and nodes.
void read_metrics(const Field& field, SweepSpec& spec);
void read_maps(const Field& field, SweepSpec& spec);
void read_questions(const Field& field, SweepSpec& spec);

}  // namespace polhode::populations
