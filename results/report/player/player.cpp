// SPDX-License-Identifier: MIT
// The integrators of the report's player. build.sh makes WebAssembly of it, which player.js calls.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#define strtold strtod  // coefficients are doubles here, and quads would take a library more

#include "core/stepping/stepper.hpp"
#include "core/torques/uniform_field.hpp"
#include "methods/steppers.hpp"

namespace polhode {
namespace {

/// What is moved: moments of inertia, momentum, attitude, and moment and field of a UniformField. After steps momentum
/// and attitude are those at their end.
double body[16];

/// Steps of h by a method; none: it starts at `body`. A state that is none is not a number.
template <class M>
void move(double h, int steps) {
  static std::optional<Stepper<M>> moving;
  const auto* x = body;
  if (steps == 0)
    moving.emplace(Inertia<double>{x[0], x[1], x[2]}, RigidState<double>{{x[3], x[4], x[5]}, {x[6], x[7], x[8], x[9]}});
  const UniformField<double> field{{x[10], x[11], x[12]}, {x[13], x[14], x[15]}};
  bool moves = true;
  for (; moves && steps > 0; --steps) {
    if (norm(field.moment) == 0)
      moves = moving->step(h);
    else if constexpr (Method<M, TorquedBody<double>>)
      moves = moving->step(h, field);
  }
  const auto state = numbers(moving->state());
  std::transform(state.begin(), state.end(), body + 3, [&](double number) { return moves ? number : std::nan(""); });
}

constexpr auto moves = std::apply([](auto... m) { return std::array{&move<decltype(m)>...}; }, Steppers{});
/// Each with a space behind it. (Constants alone: without a start, what is made once would be unmade after every call.)
constexpr auto ids = std::apply(
    [](auto... m) {
      std::array<char, 512> text{};
      auto to = text.begin();
      ((to = std::copy(m.info.id.begin(), m.info.id.end(), to), *to++ = ' '), ...);
      return text;
    },
    Steppers{});

}  // namespace
}  // namespace polhode

extern "C" {
[[clang::export_name("body")]] double* body_at() {
  return polhode::body;
}
[[clang::export_name("ids")]] const char* ids() {
  return polhode::ids.data();
}
[[clang::export_name("move")]] void move_by(unsigned id, double h, int steps) {
  polhode::moves[id](h, steps);
}
}
