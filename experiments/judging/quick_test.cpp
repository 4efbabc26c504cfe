// SPDX-License-Identifier: MIT
#include "experiments/judging/quick.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/system/user.hpp"
#include "experiments/judging/populations/atlas.hpp"
#include "experiments/judging/populations/sweep.hpp"

// The atlas asked about bodies that it has not seen. ATLAS_BODIES=200 asks about more of them.
namespace polhode {
namespace {

using nlohmann::json;
using namespace populations;

const std::string atlas_folder = POLHODE_RESULTS "/atlas";

json atlas(const std::string& kind) {
  std::ifstream in(atlas_folder + "/" + kind + ".json");
  return json::parse(in);
}

/// What answers cost: those of the atlas with the fixed costs of its methods, and the cheapest of them by trying.
struct Costs {
  int asked = 0, unanswered = 0, unresolved = 0, missed = 0, within_two = 0;
};

Costs ask(const std::string& kind, const json& population, int bodies) {
  const auto known = atlas(kind);
  Costs costs;
  for (int b = 0; b < bodies; ++b) {
    // Any accuracy, any angle.
    const double u = unit(draw_words(2024, b, 100)[0]), v = unit(draw_words(2024, b, 101)[0]);
    const double tolerance = std::pow(10, -2 - 8 * u), radians = std::pow(10, 1 + v);
    json document{{"schema", "polhode/sweep/1"},
                  {"seed", 2024},
                  {"population", population},
                  {"duration", {{"radians", radians}}},
                  {"methods", json::array()},
                  {"steps", {1}},
                  {"atlas", {{"tolerances", {tolerance}}, {"costs", known.at("costs")}}}};
    document["population"]["bodies"] = bodies;
    for (const auto& [method, cost] : known.at("costs").items()) document["methods"].push_back(method);
    const auto spec = read_sweep(document);
    auto run = json(run_spec(spec, static_cast<std::uint64_t>(b) * spec.methods.size()));
    run.erase("method"), run.erase("steps");

    ++costs.asked;
    QuickAnswer quick;
    try {
      quick = recommend_quickly(read_spec<double>(run), {.attitude = tolerance, .momentum = tolerance}, atlas_folder);
    } catch (const UserError&) {
      ++costs.unanswered;
      continue;
    }

    CaseRunner runner(spec);
    runner.run(static_cast<std::uint64_t>(b));
    double cheapest = INFINITY;
    for (std::size_t m = 0; m < spec.methods.size(); ++m)
      if (const auto level = runner.levels()[m]; level >= 0)
        cheapest = std::min(cheapest, static_cast<double>(steps_of_level(level)) * spec.atlas->costs[m]);
    if (runner.levels()[0] == unresolved_level || std::isinf(cheapest)) {
      ++costs.unresolved;
      continue;
    }
    // The answer, run: with its steps, over the largest of the errors at all of them.
    document["methods"] = {quick.method->id}, document["steps"] = {quick.steps}, document["observe"] = {{"nodes", 64}};
    document.erase("atlas");
    if (!quick.exact) document["reference"] = {{"refine", 64}};  // of some tens of steps
    const auto tried = read_sweep(document);
    CaseRunner other(tried);
    const auto c = other.run(static_cast<std::uint64_t>(b))[0];
    // An error that the reference does not resolve is below the tolerance all the same, if both are.
    const double error = std::max(c.value(Metric::momentum), c.value(Metric::attitude));
    const bool meets =
        (c.status == CaseStatus::ok || c.status == CaseStatus::unresolved) && error + c.floor <= tolerance;
    const double cost = static_cast<double>(quick.steps) * known["costs"][std::string(quick.method->id)].get<double>();
    costs.missed += !meets, costs.within_two += meets && cost <= 2 * cheapest;
  }
  std::cout << fmt::format(
      "{}: {} bodies, {} without an answer, {} unresolved, {} miss the tolerance, {} within twice the cheapest\n", kind,
      costs.asked, costs.unanswered, costs.unresolved, costs.missed, costs.within_two);
  return costs;
}

int bodies(int usual) {
  const char* asked = std::getenv("ATLAS_BODIES");
  return asked ? std::atoi(asked) : usual;
}

/// Nine in ten of those that can be judged, but for what a small sample scatters.
void expect_nine_in_ten(const Costs& c) {
  const double judged = c.asked - c.unresolved;
  EXPECT_GT(judged, 0.7 * c.asked);
  EXPECT_GE(c.within_two, 0.9 * judged - std::sqrt(0.9 * 0.1 * judged) * 2);
}

/// What readers of the files are told of a band is what bodies are sorted by.
TEST(Quick, BandsAreThoseOfTheFiles) {
  for (const auto& [kind, times] : {std::pair("free-body", 3.0), std::pair("heavy-top", 1.0)}) {
    const auto edges = atlas(kind).at("bands").at("edges").get<std::vector<double>>();
    ASSERT_GE(edges.size(), 4u) << kind;
    for (std::size_t i = 0; i < edges.size(); ++i)
      EXPECT_NEAR(times * edges[i], populations::band_edges[i], 1e-15) << kind;
  }
}

TEST(Quick, FreeBodiesGetWhatTheyNeed) {
  expect_nine_in_ten(ask("free-body", {{"inertia", {{"triangle", {{"least", 0.01}}}}}}, bodies(40)));
}

TEST(Quick, HeavyTopsGetWhatTheyNeed) {
  expect_nine_in_ten(ask("heavy-top",
                         {{"inertia", {{"triangle", {{"least", 0.01}}}}},
                          {"torque", {{{"kind", "gravity"}, {"axis", "sphere"}, {"ratio", {{"log10", {-2, 1}}}}}}}},
                         bodies(20)));
}

}  // namespace
}  // namespace polhode
