// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "core/geometry/dual.hpp"
#include "core/geometry/scalar.hpp"
#include "core/report/defects.hpp"
#include "methods/engines_test.hpp"

// What restated updates of physics engines declare, both ways: a yes holds to rounding in 113 bits, on the free body
// alone where it says so; what is no or under that condition is broken on the top.
namespace polhode {
namespace {

using namespace engines;
using Wide = Dual<float128, 6>;

template <class T>
TorquedBody<T> top() {
  return cast<T>(body_of<float128>(vectors::read("engines")["problems"]["top"]));
}
template <class T>
FreeBody<T> free() {
  return {cast<T>(body_of<float128>(vectors::read("engines")["problems"]["free"]))};
}

/// A defect without and under torque is that of the declared property.
void expect(const std::string& what, const Property& declared, double free, double torqued, double least) {
  const bool held = declared.answer == Answer::yes, on_top = held && declared.condition.empty();
  if (held) {
    EXPECT_LT(free, 1e-26) << what;
  } else {
    EXPECT_GT(std::max(free, torqued), least) << what;
  }
  if (on_top) {
    EXPECT_LT(torqued, 1e-26) << what;
  } else {
    EXPECT_GT(torqued, least) << what;
  }
}

template <class P>
double drift(const P& body, const RigidState<float128>& end, bool of_energy) {
  const auto& start = body.initial;
  return scalar_cast<double>(of_energy ? float128(abs(energy(body, end) - energy(body, start)))
                                       : norm(end.pi() - start.pi()));
}

TEST(EnginesProperties, SymmetryEnergyAndMomentum) {
  using T = float128;
  const T h = T(1) / T(20);
  const auto torqued = runners_by_id<TorquedBody<T>>();
  for (const auto& [id, runner] : runners_by_id<FreeBody<T>>()) {
    const auto& m = *runner.info;
    const std::string name(id);
    expect(name + " symmetric", m.symmetric, symmetry_defect(runner, free<T>(), h),
           symmetry_defect(torqued.at(id), top<T>(), h), 1e-10);
    const auto grid = Grid<T>::of_step(T(0), h, 40);
    const auto a = runner.run(free<T>(), grid, nullptr).state;
    const auto b = torqued.at(id).run(top<T>(), grid, nullptr).state;
    expect(name + " energy", m.energy, drift(free<T>(), a, true), drift(top<T>(), b, true), 1e-9);
    expect(name + " spatial momentum", m.spatial_momentum, drift(free<T>(), a, false), drift(top<T>(), b, false), 1e-9);
  }
}

TEST(EnginesProperties, Symplecticity) {
  const auto torqued = runners_by_id<TorquedBody<Wide>>();
  for (const auto& [id, runner] : runners_by_id<FreeBody<Wide>>())
    expect(std::string(id), runner.info->symplectic, symplectic_defect(runner, free<Wide>(), 0.05),
           symplectic_defect(torqued.at(id), top<Wide>(), 0.05), 1e-9);
}

}  // namespace
}  // namespace polhode
