// SPDX-License-Identifier: MIT
#include "experiments/running/extra_methods.hpp"

#include <gtest/gtest.h>

#include "core/system/user.hpp"
#include "experiments/papers/index.hpp"
#include "methods/runners.hpp"

namespace polhode {
namespace {

std::size_t methods(const Panel& panel) {
  return panel.as([](const auto& p) { return p.methods().size(); });
}

/// Every figure of bodies takes an extra method, in at least one panel; panels lose nobody.
TEST(ExtraMethods, AreInvitedToEveryFigureOfBodies) {
  for (const auto& entry : experiment_index()) {
    if (entry.id == "properties" || entry.id.find("romero2008-figure4") == 0) continue;
    const auto before = entry.make();
    const auto* method = find_method("mkrk-heun2");
    Experiment after;
    try {
      after = with_extra_methods(before, {method});
    } catch (const UserError& e) {
      EXPECT_NE(std::string(e.what()).find("romero2008-figure"), std::string::npos) << e.what();  // of dumbbells
      continue;
    }
    std::size_t more = 0;
    for (std::size_t i = 0; i < before.panels.size(); ++i) {
      ASSERT_GE(methods(after.panels[i]), methods(before.panels[i])) << entry.id;
      more += methods(after.panels[i]) - methods(before.panels[i]);
    }
    EXPECT_GE(more, 1u) << entry.id;
  }
}

/// Claims are computed from the data without them.
TEST(ExtraMethods, AreNotJudged) {
  Experiment experiment = find_experiment("figure1")->make();
  std::size_t seen = 0;
  experiment.claims = {{"any", [&](const Data& data) {
                          seen = data.at(0).series.size();
                          return Numbers{};
                        }}};
  const auto with = with_extra_methods(experiment, {find_method("rk4"), find_method("imidm"), find_method("mr")});
  EXPECT_EQ(methods(with.panels[0]), 4u);  // mr is there already
  Data data{PanelData{}};
  for (const auto* m : std::get<Work>(with.panels[0]).comparison.methods) data[0].series.push_back({m});
  with.claims[0].compute(data);
  EXPECT_EQ(seen, 2u);
}

}  // namespace
}  // namespace polhode
