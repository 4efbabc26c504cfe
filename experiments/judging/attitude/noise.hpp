// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

/// The noise of gyros: the same to the last bit on every machine.
namespace polhode::attitude {

/// Three numbers of the normal distribution for sample k of a seed. Words are those of populations (Philox4x64-10, key
/// (seed, 0), counter (k, field, 0, 0)); what is made of them uses + - x / sqrt and exact scaling only, in the order
/// written in noise.cpp, which is compiled without contraction in every build.
std::array<double, 3> normal_draws(std::uint64_t seed, std::uint64_t k, std::uint64_t field);
inline constexpr std::uint64_t noise_field = 32, walk_field = 33;  ///< of angle and of rate random walks

}  // namespace polhode::attitude
