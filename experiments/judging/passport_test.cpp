// SPDX-License-Identifier: MIT
#include "experiments/judging/passport.hpp"

#include <gtest/gtest.h>

#include "core/system/progress.hpp"
#include "methods/imidm.hpp"
#include "methods/runners.hpp"
#include "problems/trial.hpp"

namespace polhode {
namespace {

/// Every method of the roster is what it says, and says what it is.
TEST(Passport, NoMethodDisagreesWithItself) {
  const auto& all = method_infos();
  std::vector<Passport> passports(all.size());
  parallel_for(all.size(), [&](std::size_t i) { passports[i] = measure_passport(*all[i], 10000); });
  for (const auto& p : passports) {
    for (const auto& d : p.disagreements) ADD_FAILURE() << p.method->id << ": " << d;
    EXPECT_FALSE(p.conservation.empty()) << p.method->id;
    if (p.method->tolerance > 0) continue;  // as many as it takes
    const auto& declared = p.method->torque_evaluations;
    EXPECT_NEAR(p.torque_evaluations, declared.per_step + declared.per_iteration * p.solver_iterations, 0.01)
        << p.method->id;
  }
}

/// The splitting MR has an order of axes, and the one with the least range is an explicit Euler rule.
TEST(Passport, KnowsWhatDependsOnAxesAndSteps) {
  const auto mr = measure_passport(*find_method("mr"), 1000), imidm = measure_passport(Imidm::info, 1000);
  EXPECT_GT(*mr.invariance.body_axes, 1e-6);
  EXPECT_LT(*imidm.invariance.body_axes, 1e-11);
  EXPECT_EQ(imidm.invariance.power_of_two, 0);
  ASSERT_TRUE(imidm.range && mr.range);
  EXPECT_GT(imidm.range->to, 0.5);
  EXPECT_LT(imidm.range->from, 1e-2);
  EXPECT_FALSE(imidm.range->all_tried);  // the solver has an end
  EXPECT_TRUE(mr.range->all_tried);
  const auto euler = measure_passport(*find_method("forward-euler-m"), 1000);
  EXPECT_LT(euler.range->to, imidm.range->to);
}

/// The map of what vi carries is symmetric; a user's state does not come back, for its start alters it.
TEST(Passport, TellsTheMapOfTheMemoryFromTheUsers) {
  for (const char* id : {"vi", "vi-forward", "vi-naive"}) {
    const auto vi = measure_passport(*find_method(id), 1000);
    EXPECT_LT(*vi.symmetry, 1e-28) << id;
    EXPECT_GT(vi.start, 1e-4) << id;
    const auto body = trial::heavy<double>();
    const auto back = find_runner<TorquedBody<double>>(*find_method(id))
                          ->run(body, Grid<double>::of_cycle(0, {0.2, -0.2}, 2), nullptr)
                          .state;
    EXPECT_GT(norm(back.Pi - body.initial.Pi), 1e-4) << id;
    EXPECT_NE(passport_text(vi).find("map of its memory"), std::string::npos) << id;
  }
  EXPECT_LT(measure_passport(Imidm::info, 1000).start, 1e-33);
}

/// Growth is told from several bodies, or not at all.
TEST(Passport, TellsGrowthFromSeveralBodies) {
  const auto energy_of = [](const char* id) {
    const auto p = measure_passport(*find_method(id), 10000);
    return p.conservation.back();
  };
  const auto drifts = energy_of("rk4"), kept = energy_of("imidm");
  ASSERT_TRUE(drifts.spread);
  EXPECT_EQ(drifts.spread->bodies.size(), 3u);
  EXPECT_EQ(drifts.spread->steps, 2 * 10000);
  EXPECT_EQ(drifts.kind(), "linear");
  ASSERT_TRUE(kept.spread);
  EXPECT_NE(kept.kind(), "linear");
}

/// A method that lies is found out, whichever way it lies.
TEST(Passport, NoticesWrongDeclarations) {
  MethodInfo boast = Imidm::info;
  boast.order = 4, boast.symplectic = {Answer::yes}, boast.energy = {Answer::yes};
  EXPECT_EQ(measure_passport(boast, 10000).disagreements.size(), 4u);  // the order in both norms
  MethodInfo modest = Imidm::info;
  modest.symmetric = {Answer::no}, modest.spatial_momentum = {Answer::no};
  EXPECT_EQ(measure_passport(modest, 10000).disagreements.size(), 2u);
}

}  // namespace
}  // namespace polhode
