// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

/// Random draws: a function of a seed and of the purpose, the same to the last bit on every
/// machine, in any order and on any number of cores.
///
/// Random words are those of Philox4x64-10 (Random123) with key (seed, 0) and counter (id, field, 0, 0). Draws use
/// + - x / sqrt, floor and scaling by powers of two only, in the order written in draws.cpp, which is compiled without
/// contraction in every build. They use no mathematics library, whose last bits differ between machines.
namespace polhode::draws {

/// Four random words.
using Words = std::array<std::uint64_t, 4>;
Words draw_words(std::uint64_t seed, std::uint64_t id, std::uint64_t field);

/// [0, 1) by the upper 53 bits.
double unit(std::uint64_t word);
struct CosSin {
  double cos, sin;
};
/// cos and sin of v turns, 0 <= v < 1, to 1.1e-16.
CosSin turn(double v);
/// Uniform among all attitudes (w, x, y, z), by three words.
std::array<double, 4> uniform_attitude(const Words& words);
/// The definition of 10^x in populations: relative distance from it 7e-15 for |x| <= 20, 8e-14 for |x| <= 300.
double pow10(double x);

/// Three normally distributed numbers for sample k of a seed.
std::array<double, 3> normal_draws(std::uint64_t seed, std::uint64_t k, std::uint64_t field);
/// Fields of normal draws: angle and rate random walks of gyros; torques that are noise, the first of up to eight;
/// starts of an ensemble, their momentum and their attitude.
inline constexpr std::uint64_t noise_field = 32, walk_field = 33, torque_noise_field = 40, momentum_field = 48,
                               turn_field = 49;

}  // namespace polhode::draws
