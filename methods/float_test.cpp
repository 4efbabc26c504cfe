// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "core/stepping/integrate.hpp"
#include "methods/instances.hpp"
#include "methods/roster.hpp"

/// Every method in float: it compiles, comes to its end, and loses no more than its order or rounding takes.
namespace polhode {
namespace {

template <class T>
RigidState<T> start() {
  return {{T(1), T(2), T(3)}, Attitude<T>::identity()};
}
template <class T>
FreeBody<T> free_body() {
  return {{{T(1), T(2), T(3)}, start<T>()}};
}
template <class T>
TorquedBody<T> heavy_body() {
  return {{{T(1), T(2), T(3)}, start<T>()}, {UniformField<T>{{T(0), T(0), T(0.75)}, axis<Space, T>(2)}}};
}

/// A unit of time in 64 steps, beside the same in double.
template <class M, template <class> class P>
int meets_double(const P<float>& in_float, const P<double>& in_double) {
  if constexpr (Method<M, P<double>> && M::info.tolerance == 0) {
    static_assert(Method<M, P<float>>, "a method that serves doubles serves floats");
    const auto found = integrate<M, P<float>, NoTally>(in_float, Grid<float>::of_duration(0, 1, 64));
    const auto known = integrate<M, P<double>, NoTally>(in_double, Grid<double>::of_duration(0, 1, 64));
    EXPECT_EQ(found.status, known.status) << M::info.id;
    EXPECT_LT(norm(cast<double>(found.state.Pi) - known.state.Pi), 64 * 3.8 * 0x1p-23) << M::info.id;
    EXPECT_LT(attitude_distance(cast<double>(found.state.R), known.state.R), 64 * 0x1p-22) << M::info.id;
    return 1;
  }
  return 0;
}

TEST(Float, EveryMethodMeetsItsRunInDouble) {
  const auto of_all = []<class... M>(std::type_identity<std::tuple<M...>>) {
    return (meets_double<M, FreeBody>(free_body<float>(), free_body<double>()) + ...) +
           (meets_double<M, TorquedBody>(heavy_body<float>(), heavy_body<double>()) + ...);
  };
  EXPECT_GT(of_all(std::type_identity<MethodRoster>()), 200);
}

/// The largest error of the energy, as a share, over a million steps of 1/60.
template <class M>
double strays(bool normalised) {
  auto body = heavy_body<float>();
  const auto wide = heavy_body<double>();
  const auto energy_of = [&](const RigidState<float>& s) {
    return energy(wide, RigidState<double>{cast<double>(s.Pi), polhode::normalised(cast<double>(s.R))});
  };
  constexpr std::int64_t steps = 1000000, every = 1000;
  const double E = energy_of(body.initial);
  double most = 0;
  const auto see = [&](const RigidState<float>& s) { most = std::max(most, std::abs(energy_of(s) / E - 1)); };
  if (normalised) {
    const auto one = Grid<float>::of_step(0, 1.0F / 60, 1);
    for (std::int64_t n = 1; n <= steps; ++n) {
      body.initial = integrate<M, TorquedBody<float>, NoTally>(body, one).state;  // as it is read, of length 1
      if (n % every == 0) see(body.initial);
    }
  } else {
    using P = TorquedBody<float>;
    const Sampler<P> sampler{every, [&](const Sample<P>& s) { see(s.state); }};
    integrate<M, P, Tally, Sampler<P>>(body, Grid<float>::of_step(0, 1.0F / 60, steps), sampler);
  }
  return most;
}

/// A splitting carries its attitude as a product, whose length strays evenly; a torque sees its square.
TEST(Float, TheEnergyOfASplittingWalksAtRandomIfTheAttitudeIsNormalised) {
  EXPECT_LT(strays<Sej>(true), 3 * 0x1p-24 * 1e3 * 3);  // a walk of 1e6 roundings
  EXPECT_GT(strays<Sej>(false), 1e-2);
}

}  // namespace
}  // namespace polhode
