// SPDX-License-Identifier: MIT
#include "experiments/passport.hpp"

#include <gtest/gtest.h>

#include "core/report/progress.hpp"
#include "methods/imidm.hpp"
#include "methods/runners.hpp"

namespace polhode {
namespace {

/// Every method of the roster is what it says, and says what it is.
TEST(Passport, NoMethodDisagreesWithItself) {
  const auto& all = method_infos();
  std::vector<Passport> passports(all.size());
  parallel_for(all.size(), [&](std::size_t i) { passports[i] = measure_passport(*all[i]); });
  for (const auto& p : passports) {
    for (const auto& d : p.disagreements) ADD_FAILURE() << p.method->id << ": " << d;
    EXPECT_FALSE(p.conservation.empty()) << p.method->id;
    if (p.method->kind == Kind::explicit_method) {
      EXPECT_NEAR(p.torque_evaluations,
                  find_runner<FreeBody<double>>(*p.method) && !find_runner<TorquedBody<double>>(*p.method)
                      ? 0
                      : p.method->torque_evaluations,
                  0.01)
          << p.method->id;
    }
  }
}

/// A method that lies is found out, whichever way it lies.
TEST(Passport, NoticesWrongDeclarations) {
  MethodInfo boast = Imidm::info;
  boast.order = 4, boast.symplectic = {Answer::yes}, boast.energy = {Answer::yes};
  EXPECT_EQ(measure_passport(boast).disagreements.size(), 4u);  // the order in both norms
  MethodInfo modest = Imidm::info;
  modest.symmetric = {Answer::no}, modest.spatial_momentum = {Answer::no};
  EXPECT_EQ(measure_passport(modest).disagreements.size(), 2u);
}

}  // namespace
}  // namespace polhode
