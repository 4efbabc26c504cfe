// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/geometry/scalar.hpp"
#include "core/io/spec.hpp"
#include "core/reference/free_body.hpp"
#include "core/system/progress.hpp"
#include "core/testing/refusal.hpp"
#include "core/testing/vectors.hpp"
#include "experiments/judging/populations/shards.hpp"
#include "experiments/judging/populations/sweep.hpp"
#include "methods/runners.hpp"

namespace polhode::populations {
namespace {

using nlohmann::json;

double real(const json& j) {
  return from_hex(j.get<std::string>()).value();
}
std::vector<std::string> bits_of(std::span<const double> list) {
  std::vector<std::string> out;
  for (const double x : list) out.push_back(hex(x));
  return out;
}

/// Known answers that were computed by other programs.
const json& known() {
  static const json vectors = vectors::read("sweeps");
  return vectors;
}

/// Every kind of torque that specs have words for, with a number that is drawn where it has one.
const std::map<std::string, const char*> torques_of_specs{
    {"gravity", R"({"kind": "gravity", "moment": [0.1, 0, {"uniform": [0.2, 0.4]}]})"},
    {"constant-field", R"({"kind": "constant-field", "u0": [0.1, {"uniform": [0, 0.1]}, 0.3]})"},
    {"coulomb-wall", R"({"kind": "coulomb-wall", "attractive": true})"},
    {"harmonic-space", R"({"kind": "harmonic-space", "amplitude": [0.1, 0, 0], "frequency": {"uniform": [1, 2]}})"},
    {"bdot", R"({"kind": "bdot", "gain": {"uniform": [0.5, 1]}, "field": [0.1, 0, 0.4]})"},
    {"dipole", R"({"kind": "dipole", "moment": [0, 0, {"uniform": [-1, 1]}], "field": [0.1, 0, 0.2]})"},
    {"gravity-gradient", R"({"kind": "gravity-gradient", "orbit": {"rate": {"uniform": [0.2, 0.5]}}})"},
    {"body",
     R"({"kind": "body", "torque": {"kind": "pulses", "pulses": [{"at": {"uniform": [0.3, 0.6]}, "duration": 0.2, "value": [0.5, 0, 0]}]}})"},
    {"noise",
     R"({"kind": "noise", "density": [0.1, {"uniform": [0.1, 0.3]}, 0], "seed": 3, "interval": 0.4, "intervals": 10})"},
    {"spring", R"({"kind": "spring", "stiffness": [0.1, {"log10": [-1, 0]}, 0.3]})"},
    {"damping", R"({"kind": "damping", "matrix": [{"log10": [-2, -1]}, 0.02, 0.03]})"},
    {"rotors", R"({"kind": "rotors", "momentum": [0, 0, {"uniform": [-0.5, 0.5]}]})"},
    {"control", R"({"kind": "control", "attitude_gain": {"uniform": [0.5, 1]}, "rate_gain": 1})"},
    {"formula", R"~({"kind": "formula", "torque": ["-0.1*Omega1", "0", "0.1*sin(t)"]})~"}};

json sweep_under(const std::string& torque) {
  return {{"schema", "polhode/sweep/1"},       {"population", {{"bodies", 3}, {"torque", {parsed(torque)}}}},
          {"duration", {{"time", 4}}},         {"reference", {{"refine", 64}}},
          {"methods", {"rk4", "mkrk-gauss4"}}, {"steps", {20, 40}}};
}

TEST(Draws, GeneratorHasTheKnownAnswers) {
  // Of the published vectors the first: the others have counters of four words and keys of two, which bodies do not use.
  const auto& zeros = known().at("philox4x64-10")[0];
  const auto w = draw_words(0, 0, 0);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(hex(w[i]), zeros["words"][i].get<std::string>());
}

TEST(Draws, FunctionsHaveTheKnownBits) {
  for (const auto& v : known().at("turn")) {
    const auto [c, s] = turn(real(v["v"]));
    EXPECT_EQ(hex(c), v["cos"].get<std::string>());
    EXPECT_EQ(hex(s), v["sin"].get<std::string>());
  }
  for (const auto& v : known().at("pow10")) EXPECT_EQ(hex(pow10(real(v["x"]))), v["value"].get<std::string>());
  const Bins bins;
  for (const auto& v : known().at("index (bits 3, from -70)")) {
    const double x = real(v["x"]);
    const auto i = bins.index(x);
    EXPECT_EQ(i, v["index"].get<int>());
    EXPECT_LE(bins.edge(i), x);
    EXPECT_GT(bins.edge(i + 1), x);
  }
}

TEST(Draws, BodiesHaveTheKnownBits) {
  for (const auto& [name, entry] : known().at("specs").items()) {
    const auto spec = read_sweep(entry.at("spec"));
    EXPECT_EQ(spec.bodies(), entry.at("bodies_in_all").get<std::uint64_t>());
    const Drawing drawing(spec.population, spec.seed);
    DrawnBody body;
    for (const auto& v : entry.at("bodies")) {
      drawing.draw(v.at("body").get<std::uint64_t>(), body);
      SCOPED_TRACE(name + ", body " + v.at("body").dump());
      EXPECT_EQ(json(bits_of(body.inertia)), v.at("inertia"));
      EXPECT_EQ(json(bits_of(body.momentum)), v.at("momentum"));
      EXPECT_EQ(json(bits_of(body.attitude)), v.at("attitude"));
      EXPECT_EQ(hex(spec.in_radians ? spec.duration / body.rate() : spec.duration), v.at("time").get<std::string>());
      ASSERT_EQ(body.torques.size(), v.at("torque").size());
      for (std::size_t k = 0; k < body.torques.size(); ++k) {
        const auto& t = v["torque"][k];
        const bool harmonic = t.at("kind") == "harmonic-space";
        EXPECT_EQ(json(bits_of(body.torques[k][harmonic ? "amplitude" : "moment"].get<Triple>())),
                  t.at(harmonic ? "amplitude" : "moment"));
        if (harmonic) {
          EXPECT_EQ(hex(body.torques[k]["frequency"].get<double>()), t.at("frequency").get<std::string>());
        }
      }
    }
  }
}

TEST(Draws, RatesHaveNoRange) {
  for (const double I : {2e-156, 2e-200, 2e160}) {
    const DrawnBody body{.inertia = {I, I, 1.5 * I}, .momentum = {3, 4, 18}};
    EXPECT_NEAR(body.rate() * I, 13, 1e-14) << I;
  }
}

TEST(Draws, SeparatrixDistanceIsThatOfTheBody) {
  auto spec =
      read_sweep(parsed(R"({"schema": "polhode/sweep/1", "seed": 7, "duration": {"radians": 1}, "methods": ["mr"],
    "steps": [1], "population": {"inertia": {"around": [1, 1, 2], "spread": 0.3},
                                 "momentum": {"direction": {"separatrix": {"distance": 1e-6}}, "size": 3}}})"));
  const Drawing drawing(spec.population, spec.seed);
  DrawnBody body;
  for (std::uint64_t id = 0; id < 1000; ++id) {
    drawing.draw(id, body);
    EXPECT_NEAR(body.separatrix_distance(), 1e-6, 1e-13);
    const auto& I = body.inertia;
    EXPECT_LE(2 * std::max({I[0], I[1], I[2]}), (1 + 1e-15) * (I[0] + I[1] + I[2])) << "a body that can be";
  }
}

/// An axis of one point, a cap about the axis that others are taken to, and two numbers of one torque.
TEST(Draws, HaveTheirEdges) {
  const auto drawn = [](const std::string& population, std::uint64_t id = 0) {
    const auto spec = read_sweep(parsed(fmt::format(
        R"({{"schema": "polhode/sweep/1", "duration": {{"time": 1}}, "methods": ["rk4"], "steps": [9], "population": {}}})",
        population)));
    DrawnBody body;
    Drawing(spec.population, spec.seed).draw(id, body);
    return body;
  };
  EXPECT_EQ(drawn(R"({"inertia": {"symmetric": {"linspace": [0.5, 2, 1]}}})").inertia[2], 0.5);
  EXPECT_EQ(drawn(R"({"inertia": {"symmetric": {"linspace": [0.5, 2, 3]}}, "bodies": 4})", 7).replicate, 2u);
  EXPECT_EQ(drawn(R"({"inertia": {"around": [1, 2, 2], "spread": 0},
      "momentum": {"direction": {"separatrix": {"distance": 1, "side": "greatest"}}}})")
                .momentum[1],
            0)
      << "but 3";
  EXPECT_GE(drawn(R"({"momentum": {"direction": {"around": [0, 0, 1], "cap": 0.1}}})").momentum[2], 0.9);
  const auto spring =
      drawn(R"({"torque": [{"kind": "spring", "stiffness": [{"uniform": [0, 1]}, {"uniform": [0, 1]}, 0.3]}]})");
  EXPECT_NE(spring.torques[0]["stiffness"][0], spring.torques[0]["stiffness"][1]);
  // Body 5 of 2 x 3: the second of the first field's strengths, the third of the second's; K = 1/2.
  const auto two = drawn(R"({"inertia": {"fixed": [1, 1, 1]}, "momentum": {"direction": {"fixed": [0, 0, 1]}}, "torque":
      [{"kind": "gravity", "axis": [0, 0, 1], "ratio": {"list": [2, 4]}},
       {"kind": "constant-field", "axis": [1, 0, 0], "ratio": {"list": [6, 8, 10]}}]})",
                         5);
  EXPECT_EQ(two.torques[0]["moment"], (json{0.0, 0.0, 2.0}));
  EXPECT_EQ(two.torques[1]["u0"], (json{5.0, 0.0, 0.0}));
}

const char* const small =
    R"({"schema": "polhode/sweep/1", "duration": {"radians": 10}, "methods": ["mr"], "steps": [10, 20]})";

/// What is said to the small spec with this member.
std::string refusal(const std::string& key, const std::string& value) {
  auto document = parsed(small);
  document[key] = parsed(value);
  return refusal_of([&] { read_sweep(document); });
}

TEST(SweepSpec, IdentityDoesNotDependOnHowItIsWritten) {
  const auto text = read_sweep(parsed(small)).canonical;
  auto written = parsed(small);
  written["title"] = "not a part of it", written["seed"] = 0, written["duration"]["radians"] = 10.0;
  written["methods"] = {"mclachlan-reich"}, written["population"] = {{"inertia", {{"triangle", {{"least", 0.01}}}}}};
  EXPECT_EQ(read_sweep(written).canonical, text);
  written["duration"]["radians"] = "1e1", written["population"]["inertia"]["triangle"]["least"] = "0.01";
  EXPECT_EQ(read_sweep(written).canonical, text);       // decimals, as in all specs
  EXPECT_EQ(read_sweep(parsed(text)).canonical, text);  // and it is a spec
  written["seed"] = 18446744073709551615u;
  EXPECT_NE(read_sweep(written).canonical, text);
  EXPECT_NE(read_sweep(written).canonical.find("\"seed\":18446744073709551615"), std::string::npos);
  written["observe"] = {{"nodes", 4}};
  EXPECT_EQ(read_sweep(written).nodes(10), (std::vector<std::int64_t>{2, 5, 7, 10}));
  // Lists stay as they are written: others compute the same hash from the contract alone.
  written["metrics"] = {"Pi", "order", "iterations"}, written["steps"] = {50, 100};
  EXPECT_NE(read_sweep(written).canonical.find(R"("metrics":["Pi","order","iterations"])"), std::string::npos);
  for (const auto& [name, entry] : known().at("specs").items()) {
    const auto canonical = read_sweep(entry.at("spec")).canonical;
    EXPECT_EQ(read_sweep(parsed(canonical)).canonical, canonical) << name;
  }
}

TEST(SweepSpec, WhatMakesNoSenseIsRefusedByName) {
  const std::vector<std::array<std::string, 3>> bad{
      {"sed", "1", "sed: \"sed\" is not a key here; did you mean \"seed\"?"},
      {"seed", "\"1\"", "seed: \"1\" is given"},
      {"methods", "[]", "methods: [] is given"},
      {"methods", R"(["mr", "mclachlan-reich"])", "methods[1]: mr is given twice"},
      {"methods", R"(["mrr"])", "methods[0]: \"mrr\" is not a method; did you mean \"mr\"?"},
      {"methods", R"(["dumbbell-vi"])", "methods[0]: dumbbell-vi integrates directors"},
      {"steps", "[20, 10]", "steps: [20,10] is given"},
      {"steps", "[10, 10]", "steps: [10,10] is given"},
      {"steps", "[0]", "steps[0]: 0 is given"},
      {"duration", "{}", "duration.time: missing; accepted: exactly one of time and radians"},
      {"duration", R"({"time": 0})", "duration.time: 0 is given"},
      {"metrics", R"(["drift"])", "observe: missing; accepted: all for the metrics drift and growth"},
      {"metrics", R"(["Pi", "Pi"])", "metrics: "},
      {"observe", R"({"nodes": 0})", "observe.nodes: 0 is given"},
      {"bins", R"({"bits": 9})", "bins.bits: 9 is given"},
      {"bins", R"({"from": 3, "to": 3})", "bins: "},
      {"reference", R"({"refine": 1})", "reference.refine: 1 is given"},
      {"population", R"({"bodies": 0})", "population.bodies: 0 is given"},
      {"population", R"({"inertia": {"fixed": [9, 4, 1]}})",
       "population.inertia.fixed: [9,4,1] is given; accepted: moments of"},
      {"population", R"({"inertia": {"around": [9, 4, 1], "spread": 0.1}})",
       "population.inertia.around: [9,4,1] is given"},
      {"population", R"({"inertia": {"fixed": [1, 1, 0]}})", "population.inertia.fixed[2]: 0 is given"},
      {"population", R"({"inertia": {"symmetric": {"uniform": [0.1, 2.1]}}})",
       "population.inertia.symmetric.uniform: "},
      {"population", R"({"inertia": {"triangle": {"least": 0.5}}})", "population.inertia.triangle.least: 0.5 is given"},
      {"population", R"({"inertia": {"triangel": {}}})", "population.inertia.triangel: "},
      {"population", R"({"momentum": {"size": {"uniform": [0, 1]}}})",
       "population.momentum.size.uniform: [0,1] is given"},
      {"population", R"({"momentum": {"direction": {"fixed": [0, 0, 0]}}})", "population.momentum.direction.fixed: "},
      {"population", R"({"bodies": 9007199254740993000})", "population.bodies: "},
      {"population", R"({"attitude": "random"})",
       "population.attitude: \"random\" is given; accepted: identity or uniform"},
      {"questions", R"([{"id": "q", "metric": "Pi", "steps": 30, "of": ["mr"], "against": ["mr"], "below": 1}])",
       "questions[0].steps: 30 is given"}};
  for (const auto& [key, value, message] : bad)
    EXPECT_EQ(refusal(key, value).substr(0, message.size()), message) << key << " " << value;
  EXPECT_EQ(refusal("population", R"({"inertia": {"around": [1, 2, 2], "spread": 1}})"), "");
  EXPECT_NE(refusal("population", R"({"inertia": {"around": [1, 2, 2], "spread": 1.01}})"), "");
  EXPECT_EQ(refusal("population", R"({"inertia": {"fixed": [9, 4, 1]}, "impossible": true})"), "");
  EXPECT_EQ(refusal("population", R"({"inertia": {"fixed": [0.3, 0.6, 0.9]}})"), "");  // a flat disc, but for rounding
}

// --- cases ----------------------------------------------------------------------------------------------------------

Products products_of(const SweepSpec& spec, std::uint64_t first, std::uint64_t end) {
  Products products(spec);
  sweep(spec, first, end, products, {0.002, {}}, [](std::uint64_t) {});
  return products;
}

/// Everything that a sweep can be asked.
SweepSpec rich() {
  return read_sweep(parsed(R"({"schema": "polhode/sweep/1", "seed": 3, "duration": {"radians": 20},
    "population": {"bodies": 60, "attitude": "uniform",
                   "momentum": {"direction": {"separatrix": {"distance": {"log10": [-8, 0]}}}}},
    "methods": ["mr", "imidm", "trap", "dmv6-fp"], "steps": [50, 100, 128], "observe": "all",
    "metrics": ["Pi", "R", "H", "pi", "order", "drift", "growth", "torques", "iterations"],
    "maps": [{"over": "triangle", "n": 5, "metrics": ["R"]}, {"over": "momentum", "n": 4, "metrics": ["Pi", "H"]}],
    "questions": [{"id": "a", "metric": "R", "steps": 100, "of": ["trap"], "against": ["mr", "imidm"], "below": 1},
                  {"id": "b", "all": [{"metric": "order.Pi", "steps": 50, "of": ["trap"], "within": [1.9, 2.1]},
                                      {"metric": "H", "steps": 50, "of": ["imidm"], "within": [0, 1e-12]}]}]})"));
}

TEST(Sweep, IsTheKnownOne) {
  const auto& entry = known().at("sweep");
  const auto spec = read_sweep(entry.at("spec"));
  const auto found = json(products_of(spec, 0, spec.bodies()).json()).at("cells");
  ASSERT_EQ(found.size(), entry.at("cells").size());
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const auto& [metric, v] : entry["cells"][i].at("metrics").items()) {
      SCOPED_TRACE(entry["cells"][i].at("method").get<std::string>() + " " + metric);
      const auto& d = found[i].at("metrics").at(metric);
      ASSERT_TRUE(v.at("borderline").empty());
      EXPECT_EQ(d.at("bins"), v.at("bins"));
      for (const char* end : {"least", "greatest"}) {
        EXPECT_EQ(d.at(end)[1], v.at(end).at("case"));
        EXPECT_NEAR(real(d.at(end)[0]), v.at(end).at("value").get<double>(), 1e-9);
      }
    }
  CaseRunner runner(spec);
  for (const auto& v : entry.at("first_bodies")) {
    const auto cases = runner.run(v.at("body").get<std::uint64_t>()).cases;
    for (std::size_t m = 0; m < spec.methods.size(); ++m)
      for (const auto metric : spec.metrics)
        EXPECT_NEAR(cases[m].value(metric), v.at(std::string(spec.methods[m]->id)).at(std::string(name(metric))), 1e-9);
  }
}

TEST(Sweep, DoesNotDependOnThreadsBlocksAndParts) {
  const auto with_torque = read_sweep(parsed(R"({"schema": "polhode/sweep/1", "duration": {"radians": 5},
    "population": {"bodies": 20, "torque": [{"kind": "gravity", "axis": [0, 0, 1], "ratio": 0.5}]}, "methods": ["rk4"],
    "steps": [50], "metrics": ["R", "torques"]})"));
  for (const auto& spec : {rich(), with_torque}) {
    const auto whole = products_of(spec, 0, spec.bodies()).json().dump();
    for (const int threads : {1, 2, 3}) {
      const ThreadLimit limit(threads);
      Products sum(spec);
      for (std::uint64_t i = 7; i >= 1; --i) {  // the last part first, each through its file
        const auto [first, end] = ShardNumber{i, 7}.bodies(spec.bodies());
        sum.add(Products::from_json(spec, products_of(spec, first, end).json()));
      }
      EXPECT_EQ(sum.json().dump(), whole) << threads;
    }
  }
  const auto cells = json(products_of(with_torque, 0, 20).json()).at("cells");
  EXPECT_EQ(cells[0].at("torques"), 20 * 50 * 4) << "four a step";
  EXPECT_EQ(real(cells[0].at("metrics").at("torques").at("greatest")[0]), 4);
}

TEST(Sweep, OfEqualExtremesTheSmallestBodyIsNamed) {
  for (const int sense : {1, -1}) {
    Extreme extreme{.sense = sense};
    for (const auto& [x, id] : {std::pair(2.0, 7), {2.0, 3}, {2.0, 5}})
      extreme.offer(x, static_cast<std::uint64_t>(id));
    EXPECT_EQ(extreme.id, 3u);
    extreme.offer(2 + sense, 9);
    EXPECT_EQ(extreme.id, 9u);
  }
}

TEST(Sweep, EndsSoonWhereTheTrueMotionIsWhatTakesTime) {
  // Of one step of MR judged by 64 states in 113 bits; blocks of so few steps were of 1024 bodies, some seconds.
  const auto spec = read_sweep(parsed(R"({"schema": "polhode/sweep/1", "population": {"bodies": 100000},
    "duration": {"radians": 10}, "methods": ["mr"], "steps": [64], "observe": {"nodes": 64}, "reference": "exact-113"})"));
  const ThreadLimit limit(1);
  Products products(spec);
  const auto done = sweep(spec, 0, spec.bodies(), products, {10, 0.1}, [](std::uint64_t) {});
  EXPECT_GT(done, 0u);
  EXPECT_LT(done, 512u);
  EXPECT_EQ(products.bodies(), done);
}

/// Next to the separatrix the double reference of free bodies errs as free_flow_test says, and no more: errors of a
/// method with steps of half a radian are none of rounding there.
TEST(Sweep, KnowsTheTrueMotionNextToTheSeparatrix) {
  for (const char* direction : {R"("sphere")", R"({"separatrix": {"distance": {"log10": [-10, 0]}}})"})
    for (const double radians : {2, 20, 94, 900}) {
      SCOPED_TRACE(fmt::format("{} {}", direction, radians));
      auto document = parsed(R"({"schema": "polhode/sweep/1", "seed": 5, "methods": ["mr"], "metrics": ["Pi", "R"]})");
      document["steps"] = {static_cast<int>(2 * radians)};
      document["population"] = {{"bodies", 300}, {"momentum", {{"direction", parsed(direction)}}}};
      document["duration"] = {{"radians", radians}};
      const auto spec = read_sweep(document);
      const json cells = products_of(spec, 0, spec.bodies()).json()["cells"];
      for (const char* metric : {"Pi", "R"}) EXPECT_EQ(cells[0]["metrics"][metric]["at_floor"], 0) << metric;

      document["observe"] = {{"nodes", 80}}, document["steps"] = {160};
      const auto in_double = read_sweep(document);
      document["reference"] = "exact-113";
      const auto wide = read_sweep(document);
      CaseRunner a(in_double), b(wide);
      for (std::uint64_t i = 0; i < 25; ++i) {
        const auto ran = a.run(i), truly = b.run(i);
        const auto& [x, y] = std::pair(ran.cases[0], truly.cases[0]);
        EXPECT_EQ(ran.reference, "exact");
        if (radians <= 2) EXPECT_LT(x.floor, 1e-14) << "before its first return to the middle axis";
        for (const auto metric : {Metric::momentum, Metric::attitude})
          EXPECT_NEAR(x.value(metric), y.value(metric), x.floor + y.floor) << i;
      }
    }
}

/// What bodies one by one have of a sweep, which in lanes has the same bits: an end that is looked at as the only node,
/// and a body with a time limit, are run by themselves.
json expect_same_in_lanes(json document, const char* member, const json& one_by_one) {
#ifndef __FMA__  // multiplications and additions in one rounding: other bits in lanes
  const auto lanes = read_sweep(document);
#endif
  document[member] = one_by_one;
  const auto alone = read_sweep(document);
  const json result = products_of(alone, 0, alone.bodies()).json();
#ifndef __FMA__
  EXPECT_EQ(json(products_of(lanes, 0, lanes.bodies()).json()), result);
  EXPECT_EQ(json(products_of(lanes, 0, 17).json()), json(products_of(alone, 0, 17).json()));
#endif
  return result;
}

TEST(Sweep, OfBodiesInLanesHasTheBitsOfOneBody) {
  // Some runs end before, some methods count iterations, and one is run by itself.
  const auto document = parsed(R"({"schema": "polhode/sweep/1", "seed": 7, "duration": {"radians": 150},
    "population": {"bodies": 403, "attitude": "uniform",
                   "momentum": {"direction": {"separatrix": {"distance": {"log10": [-8, 0]}}}}},
    "methods": ["mr", "rk4", "no-squish", "exact", "dmv6", "imid", "imidm", "trap", "trapm", "swc1"], "steps": [1, 40, 400], "metrics": ["Pi", "R", "order"]})");
  const auto result = expect_same_in_lanes(document, "observe", {{"nodes", 1}});
  EXPECT_TRUE(result["cells"][4]["status"].contains("diverged"));  // rk4
  EXPECT_TRUE(result["cells"][4]["status"].contains("ok"));
}

TEST(Sweep, OfTopsInLanesHasTheBitsOfOneBody) {
  const auto document = parsed(R"({"schema": "polhode/sweep/1", "seed": 7, "duration": {"radians": 20},
    "population": {"bodies": 103, "attitude": "uniform", "torque": [{"kind": "gravity", "axis": "sphere", "ratio": {"log10": [-2, 1]}}]},
    "methods": ["mr", "rk4", "sej", "rkn8b17", "imidm", "trapm", "akw", "swc1"], "steps": [1, 20, 100],
    "metrics": ["Pi", "R", "H", "pi", "torques", "iterations", "order"]})");
  const auto result = expect_same_in_lanes(document, "limits", {{"seconds_per_case", 1000}});
  EXPECT_TRUE(result["cells"][2]["status"].contains("ok"));
}

/// Tops without spin, which next to a free body's separatrix are nowhere near theirs, and such as fall from upright.
TEST(Sweep, TheReferenceOfTopsKnowsTheirOwnSeparatrix) {
  auto document = parsed(R"({"schema": "polhode/sweep/1", "duration": {"radians": 20}, "methods": ["mr"],
    "steps": [400], "population": {"bodies": 30, "inertia": {"symmetric": {"uniform": [0.2, 1.9]}},
    "momentum": {"direction": {"fixed": [1, 0, 0]}}, "attitude": "uniform", "torque": [{"kind": "gravity", "ratio": 1}]}})");
  const auto most = [&](std::int64_t nodes, const char* attitude, double ratio) {
    document["observe"] = {{"nodes", nodes}}, document["population"]["attitude"] = attitude;
    document["population"]["torque"][0]["ratio"] = ratio, document.erase("reference");
    const auto spec = read_sweep(document);
    document["reference"] = "exact-113";
    const auto wide = read_sweep(document);
    CaseRunner a(spec), b(wide);
    double floor = 0;
    for (std::uint64_t i = 0; i < spec.bodies(); ++i) {
      const auto ran = a.run(i), truly = b.run(i);
      const auto& [x, y] = std::pair(ran.cases[0], truly.cases[0]);
      floor = std::max(floor, x.floor);
      for (const auto metric : {Metric::momentum, Metric::attitude})
        EXPECT_NEAR(x.value(metric), y.value(metric), x.floor + y.floor) << i;
    }
    return floor;
  };
  EXPECT_LT(most(1, "uniform", 1), 1e-12);
  EXPECT_LT(most(100, "uniform", 1), 1e-11);
  EXPECT_LT(most(1, "identity", 1e6), 1e-12) << "upright, in 113 bits";
  EXPECT_GT(most(100, "identity", 1e6), 1e-12) << "upright, with little energy besides";
}

/// A top whose centre of mass is off its axis by less than rounding has no closed form; the one that is not has, and
/// both move alike.
TEST(Sweep, TheReferenceOfTopsStatesItsError) {
  auto document = parsed(R"({"schema": "polhode/sweep/1", "duration": {"radians": 10}, "methods": ["mr"],
    "steps": [400], "population": {"bodies": 40, "attitude": "uniform", "inertia": {"fixed": [1, 1, 0.7]},
    "torque": [{"kind": "gravity", "axis": [0, 0, 1], "ratio": {"log10": [-2, 1]}}]}})");
  const auto closed = read_sweep(document);
  document["reference"] = "exact-113";
  const auto wide = read_sweep(document);
  for (const auto& axis : {json{0, 1e-17, 1}, {1e-17, 0, 1}}) {
    document["population"]["torque"][0]["axis"] = axis;
    expect_refused([&] { read_sweep(document); }, "reference: ");
  }
  document.erase("reference");
  const auto refined = read_sweep(document);
  CaseRunner a(closed), b(refined), c(wide);
  for (std::uint64_t i = 0; i < closed.bodies(); ++i) {
    const auto closed_ran = a.run(i), refined_ran = b.run(i), wide_ran = c.run(i);
    const auto &x = closed_ran.cases[0], &y = refined_ran.cases[0], &z = wide_ran.cases[0];
    EXPECT_EQ(closed_ran.reference, "exact");
    EXPECT_EQ(refined_ran.reference, "refined");
    EXPECT_EQ(wide_ran.reference, "exact-113");
    EXPECT_LT(y.floor, 1e-12) << i;
    EXPECT_GT(z.value(Metric::attitude), 1e-6) << i;
    for (const auto metric : {Metric::momentum, Metric::attitude}) {
      EXPECT_NEAR(x.value(metric), y.value(metric), x.floor + y.floor) << i;
      EXPECT_NEAR(x.value(metric), z.value(metric), x.floor + z.floor) << i;
    }
  }
}

TEST(Sweep, OfInvariantsInLanesHasTheBitsOfOneBody) {
  // Some runs end early: rk4's next to the separatrix, in huge steps.
  auto document = parsed(R"({"schema": "polhode/sweep/1", "seed": 7, "duration": {"radians": 500},
    "population": {"bodies": 203, "attitude": "uniform",
                   "momentum": {"direction": {"separatrix": {"distance": {"log10": [-8, 0]}}}}},
    "methods": ["mr", "rk4", "imid", "akw", "trap", "swc1"], "steps": [200, 401], "observe": "all",
    "metrics": ["H", "pi", "growth", "drift", "iterations"]})");
  const auto result = expect_same_in_lanes(document, "limits", {{"seconds_per_case", 1000}});
  EXPECT_TRUE(result["cells"][2]["status"].contains("diverged"));  // rk4
  EXPECT_TRUE(result["cells"][3]["status"].contains("ok"));
  auto alone = document;
  alone["metrics"] = {"growth"};
  const auto growth = read_sweep(alone);
  EXPECT_EQ(json(products_of(growth, 0, growth.bodies()).json())["cells"][0]["metrics"]["growth"],
            result["cells"][0]["metrics"]["growth"]);
#ifndef __FMA__
  // An error that is asked for is that of a run by itself, too: then invariants are as before.
  document["metrics"].push_back("Pi");
  const auto with_errors = read_sweep(document);
  const json all = products_of(with_errors, 0, with_errors.bodies()).json();
  for (const auto metric : {"pi", "growth", "drift"})
    EXPECT_EQ(all["cells"][0]["metrics"][metric], result["cells"][0]["metrics"][metric]) << metric;
#endif
}

TEST(Sweep, EveryCaseIsCountedOnce) {
  const auto spec = rich();
  const json result = products_of(spec, 0, spec.bodies()).json();
  std::uint64_t failed = 0;
  for (const auto& cell : result["cells"])
    if (cell["status"].contains("not_converged")) failed += cell["status"]["not_converged"][0].get<std::uint64_t>();
  EXPECT_GT(failed, 0u);  // the published iteration fails next to the separatrix: a datum

  // The questions, asked again of every body.
  std::uint64_t holds = 0;
  CaseRunner runner(spec);
  for (std::uint64_t b = 0; b < spec.bodies(); ++b) {
    const auto cases = runner.run(b).cases;
    const auto R = [&](int m) { return cases[static_cast<std::size_t>(3 * m + 1)].value(Metric::attitude); };
    holds += R(2) < std::min(R(0), R(1));
  }
  EXPECT_EQ(result["questions"][0]["holds"].get<std::uint64_t>(), holds);
  EXPECT_EQ(result["questions"][0]["fails"].get<std::uint64_t>(), spec.bodies() - holds);
}

TEST(Sweep, RoundingAnswersNoQuestion) {
  // Errors of three methods; below 1e-9 they are at the floor. A ratio of two such is undefined, whatever the third
  // does.
  const auto spec = read_sweep(parsed(R"({"schema": "polhode/sweep/1", "population": {"bodies": 4},
    "duration": {"time": 1}, "methods": ["mr", "imidm", "trap"], "steps": [10, 20], "metrics": ["Pi", "order"],
    "questions": [{"id": "q", "metric": "Pi", "steps": 10, "of": ["mr"], "against": ["imidm", "trap"], "below": 1}]})"));
  constexpr double errors[][3] = {
      {2e-10, 3e-10, 1e-3}, {2e-10, 3e-8, 1e-3}, {1e-5, 3e-10, 1e-3}, {5e-10, 5e-10, 5e-10}};
  const Drawing drawing(spec.population, spec.seed);
  DrawnBody body;
  Products products(spec);
  for (std::uint64_t b = 0; b < 4; ++b) {
    drawing.draw(b, body);
    std::vector<Case> cases(6);
    for (std::size_t i = 0; i < 6; ++i) {
      cases[i].floor = 1e-10;  // with twice as many steps what is large falls to 500 floors
      cases[i].values[static_cast<std::size_t>(Metric::momentum)] = i % 2 == 0 ? errors[b][i / 2] : 5e-8;
    }
    products.add(body, cases);
  }
  const json q = json(products.json())["questions"][0];
  EXPECT_EQ(q["undefined"], 2);
  EXPECT_EQ(q["holds"], 1);
  EXPECT_EQ(q["failing"], json::array({2}));
  EXPECT_EQ(products.json()["cells"][4]["order"]["Pi"]["undefined"], 4) << "the finer error is next to rounding";
}

/// Of several methods the worst counts, or the best where that is asked for; a range holds for each.
TEST(Sweep, QuestionsOfSeveralMethodsAskAboutEach) {
  const auto spec = read_sweep(parsed(R"({"schema": "polhode/sweep/1", "population": {"bodies": 1},
    "duration": {"time": 1}, "methods": ["mr", "imidm", "trap"], "steps": [10], "questions": [
      {"id": "each", "metric": "Pi", "steps": 10, "of": ["mr", "imidm"], "within": [0.1, 0.5]},
      {"id": "all", "metric": "Pi", "steps": 10, "of": ["mr", "imidm", "trap"], "within": [0.1, 0.9]},
      {"id": "worst", "metric": "Pi", "steps": 10, "of": ["mr", "trap"], "against": ["imidm"], "below": 1},
      {"id": "best", "metric": "Pi", "steps": 10, "best": ["mr", "trap"], "against": ["imidm"], "below": 1},
      {"id": "twice", "metric": "Pi", "steps": 10, "of": ["trap"], "against": ["imidm"], "within": [1.5, 2.5]},
      {"id": "nearly", "metric": "Pi", "steps": 10, "of": ["trap"], "against": ["imidm"], "within": [1, 1.5]},
      {"id": "above", "metric": "Pi", "steps": 10, "of": ["imidm"], "against": ["mr", "trap"], "worst": true},
      {"id": "same", "metric": "Pi", "steps": 10, "of": ["mr"], "against": ["trap"], "same": 0.1},
      {"id": "both", "all": [{"metric": "Pi", "steps": 10, "of": ["mr"], "within": [0, 1]},
                             {"metric": "Pi", "steps": 10, "of": ["trap"], "against": ["mr"], "within": [3, 5]},
                             {"metric": "Pi", "steps": 10, "of": ["trap"], "within": [0, 1]}]}]})"));
  DrawnBody body;
  Drawing(spec.population, spec.seed).draw(0, body);
  std::vector<Case> cases(3);
  for (std::size_t m = 0; m < 3; ++m)
    cases[m].values[static_cast<std::size_t>(Metric::momentum)] = std::array{0.2, 0.4, 0.8}[m];
  Products products(spec);
  products.add(body, cases);
  const json questions = json(products.json())["questions"];
  std::string hold;
  for (const auto& q : questions)
    if (q["holds"] == 1) hold += q["id"].get<std::string>() + " ";
  EXPECT_EQ(hold, "each all best twice both ");
  EXPECT_EQ(real(questions[8]["ratio"]["least"][0]), 0.2) << "of the first condition";
  cases[1].values[static_cast<std::size_t>(Metric::momentum)] = 0.6;  // the second of "each" leaves its range
  products.add(body, cases);
  EXPECT_EQ(json(products.json())["questions"][0]["fails"], 1);
  cases[0].values[static_cast<std::size_t>(Metric::momentum)] = 0;
  for (int more = 0; more < 20; ++more) products.add(body, cases);
  EXPECT_EQ(json(products.json())["questions"][7]["undefined"], 0) << "no error against some";
  EXPECT_EQ(json(products.json())["questions"][0]["failing"].size(), 16u) << "the first of them";
}

/// Orders 2 and 3 between 10, 20 and 80 steps. Of the body that comes first, the second, the momentum is next to the floor.
TEST(Sweep, EveryMetricIsCountedByItself) {
  const auto spec = read_sweep(parsed(R"({"schema": "polhode/sweep/1", "population": {"bodies": 2},
    "duration": {"time": 1}, "methods": ["mr"], "steps": [10, 20, 80], "metrics": ["Pi", "R", "order"],
    "questions": [{"id": "q", "metric": "order.R", "steps": 10, "of": ["mr"], "within": [2.9, 3.1]}],
    "maps": [{"over": "triangle", "n": 1, "metrics": ["R"]}]})"));
  Products sum(spec);
  for (const std::uint64_t b : {1, 0}) {
    DrawnBody body;
    Drawing(spec.population, spec.seed).draw(b, body);
    std::vector<Case> cases(3, {.iterations = 3, .floor = b == 1 ? 2e-3 : 1e-9});
    for (std::size_t s = 0; s < 3; ++s) {
      const double h = 10.0 / static_cast<double>(spec.steps[s]);
      cases[s].values[static_cast<std::size_t>(Metric::momentum)] = 0.01 * h * h;
      cases[s].values[static_cast<std::size_t>(Metric::attitude)] = 0.1 * h * h * h;
    }
    Products one(spec);
    one.add(body, cases), sum.add(one);
  }
  const json result = sum.json(), &cells = result["cells"];
  for (const std::size_t i : {0, 1}) {
    EXPECT_EQ(cells[i]["order"]["to"], spec.steps[i + 1]);
    EXPECT_NEAR(real(cells[i]["order"]["Pi"]["least"][0]), 2, 1e-12);
    EXPECT_NEAR(real(cells[i]["order"]["R"]["greatest"][0]), 3, 1e-12);
  }
  EXPECT_EQ(cells[0]["status"]["ok"], json({2, 0})) << "the smallest id";
  EXPECT_EQ(cells[0]["metrics"]["Pi"]["at_floor"], 1);
  EXPECT_EQ(cells[0]["metrics"]["R"]["at_floor"], 0);
  EXPECT_EQ(result["maps"][0]["places"][0][3], 2 * 3) << "iterations";
  EXPECT_EQ(result["questions"][0]["holds"], 1) << "of two, one has no order of R";
}

/// A reference by steps knows an error that is ten times its own. Judged by itself in twice as many steps as the finest,
/// rkn6a14 has many times the floor in half as many steps, a few times in 0.8 times as many, and the floor in as many.
TEST(Sweep, ErrorsNextToTheReferencesOwnAreUnresolved) {
  const auto spec = read_sweep(parsed(R"({"schema": "polhode/sweep/1", "population": {"bodies": 1,
      "inertia": {"fixed": [1, 2, 2.5]}, "torque": [{"kind": "constant-field", "u0": [0.3, -0.2, 0.5]}]},
    "duration": {"time": 10}, "reference": {"refine": 2}, "metrics": ["R"], "methods": ["rkn6a14"], "steps": [10, 16, 20]})"));
  CaseRunner runner(spec);
  const auto& cases = runner.run(0).cases;
  EXPECT_EQ(cases[0].status, CaseStatus::ok);
  EXPECT_EQ(cases[1].status, CaseStatus::unresolved);
  EXPECT_EQ(cases[2].status, CaseStatus::unresolved);
}

TEST(Sweep, MetricsAreWhatTheySay) {
  // By the trajectory of `run`'s runner and the exact motion in 113 bits.
  const auto spec = rich();
  CaseRunner runner(spec);
  const auto& [drawn, cases, T, reference] = runner.run(5);
  const auto& [w, x, y, z] = drawn.attitude;
  const FreeBody<double> body{{{drawn.inertia[0], drawn.inertia[1], drawn.inertia[2]},
                               {{drawn.momentum[0], drawn.momentum[1], drawn.momentum[2]}, {w, x, y, z}}}};
  const int N = 50;
  double Pi = 0, R = 0, pi = 0, H = 0, K = 0, early = 0, late = 0;
  std::vector<double> off;
  const Sampler<FreeBody<double>> sampler{
      1, [&, T = T](const Sample<FreeBody<double>>& s) {
        const auto true_state = cast<double>(reference::exact_free_motion(cast<float128>(body), float128(T) * s.n / N));
        const double dH = body.kinetic_energy(s.state.Pi) - body.kinetic_energy(body.initial.Pi);
        off.push_back(dH);
        K = std::max(K, body.kinetic_energy(true_state.Pi));
        Pi = std::max(Pi, norm(s.state.Pi - true_state.Pi) / norm(body.initial.Pi));
        R = std::max(R, attitude_distance(s.state.R, true_state.R));
        pi = std::max(pi, norm(s.state.pi() - body.initial.pi()) / norm(body.initial.Pi));
        H = std::max(H, std::abs(dH));
        (2 * s.n > N ? late : early) = std::max(2 * s.n > N ? late : early, std::abs(dH));
      }};
  find_runner<FreeBody<double>>(*spec.methods[0])->run(body, Grid<double>::of_duration(0, T, N), &sampler);
  double mean_n = 0, mean = 0, sxy = 0, sxx = 0;
  for (int n = 0; n <= N; ++n) mean_n += n / (N + 1.0), mean += off[n] / (N + 1);
  for (int n = 0; n <= N; ++n) sxy += (n - mean_n) * (off[n] - mean), sxx += (n - mean_n) * (n - mean_n);

  const auto& c = cases[0];
  EXPECT_NEAR(c.value(Metric::momentum), Pi, 1e-9);
  EXPECT_NEAR(c.value(Metric::attitude), R, 1e-9);
  EXPECT_NEAR(c.value(Metric::spatial_momentum), pi, 1e-15);
  EXPECT_NEAR(c.value(Metric::energy), H / K, 1e-12);
  EXPECT_NEAR(c.value(Metric::growth), late / early, 1e-9);
  EXPECT_NEAR(c.value(Metric::drift), std::abs(sxy / sxx) * N / H, 1e-9);
  auto alone = spec;
  alone.metrics = {Metric::growth};
  EXPECT_NEAR(CaseRunner(alone).run(5).cases[0].value(Metric::growth), late / early, 1e-9);
}

/// A field keeps the momentum about its own direction, and kicks along it keep that to rounding.
TEST(Sweep, UnderAFieldTheMomentumAboutItIsKept) {
  auto document = sweep_under(R"({"kind": "constant-field", "axis": [1, 2, 3], "ratio": 0.5})");
  document["methods"] = {"sej"}, document["metrics"] = {"pi", "Pi"};
  const auto spec = read_sweep(document);
  CaseRunner runner(spec);
  const auto ran = runner.run(0);
  EXPECT_LT(ran.cases[0].value(Metric::spatial_momentum), 1e-13);
  EXPECT_GT(ran.cases[0].value(Metric::momentum), 1e-6);
  EXPECT_EQ(case_json(spec, ran, 0)["tally"].dump(), R"({"torque_evaluations":21,"solver_iterations":0})");
  auto octaves = spec;
  octaves.bins = {0, std::ilogb(ran.cases[0].value(Metric::momentum)), 5};
  EXPECT_EQ(case_json(octaves, ran, 0)["metrics"]["Pi"]["bin"], 0);
  EXPECT_EQ(case_json(spec, ran, 0)["h"].get<double>() * static_cast<double>(spec.steps[0]), ran.duration);

  // Of a field that is four times as strong, and a body twice as fast, as much is lost in half of the time.
  const auto lost = [&](double faster) {
    document["population"]["momentum"]["size"] = faster;  // and the field by the energy
    document["methods"] = {"rk4"}, document["duration"]["time"] = 4 / faster;
    return CaseRunner(read_sweep(document)).run(0).cases[0].value(Metric::spatial_momentum);
  };
  EXPECT_EQ(lost(2), lost(1));
  // Beside a field of any direction no axis is left.
  document["population"]["torque"].push_back({{"kind", "constant-field"}, {"axis", "sphere"}});
  expect_refused([&] { read_sweep(document); }, "metrics[0]: \"pi\" is given; accepted: this metric only");
}

/// Rows go down from the axis of the greatest moment, their eight columns round it from the axis of the least.
TEST(Sweep, MapsOfMomentaGoDownAndRound) {
  for (const auto& [direction, place] : {std::pair("[0.3, 0.4, 0.9]", 1),
                                         {"[0.3, -0.4, 0.9]", 6},
                                         {"[-0.3, 0, 0.9]", 4},
                                         {"[-0.4, -0.3, -0.1]", 2 * 8 + 4},
                                         {"[0.4, 0.3, -0.9]", 3 * 8}}) {
    const auto spec = read_sweep(parsed(fmt::format(R"({{"schema": "polhode/sweep/1", "population": {{"bodies": 1,
      "inertia": {{"fixed": [1, 2, 2.5]}}, "momentum": {{"direction": {{"fixed": {}}}}}}}, "duration": {{"radians": 1}},
      "methods": ["mr"], "steps": [5], "metrics": ["R"], "maps": [{{"over": "momentum", "n": 4, "metrics": ["R"]}}]}})",
                                                    direction)));
    EXPECT_EQ(products_of(spec, 0, 1).json()["maps"][0]["places"][0][0], place) << direction;
  }
  // The middles of the cells of the triangle lie each in its own.
  const auto cells = read_sweep(parsed(R"({"schema": "polhode/sweep/1", "population": {"bodies": 1,
    "inertia": {"triangle_grid": 4}}, "duration": {"radians": 1}, "methods": ["mr"], "steps": [5], "metrics": ["R"],
    "maps": [{"over": "triangle", "n": 4, "metrics": ["R"]}]})"));
  const auto places = products_of(cells, 0, 16).json()["maps"][0]["places"];
  ASSERT_EQ(places.size(), 16u);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(places[i][0], i);
}

/// What is on an edge is in the bin above it; the upper end of a range is beyond it.
TEST(Sweep, SumsAreExactOnEdges) {
  const Bins bins;
  Distribution d(bins);
  const double low = bins.lowest(), high = bins.highest();
  for (const double x : {0.0, low / 2, low, 3.0, std::nextafter(high, 0), high}) d.add(bins, x, 0);
  EXPECT_EQ((std::array{d.zero, d.under, d.counts.front(), d.counts.back(), d.over}),
            (std::array<std::uint64_t, 5>{1, 1, 1, 1, 1}));
  EXPECT_EQ(static_cast<std::int64_t>(d.log2_sum), (-71 - 70 + 20 + 20) * (1 << 20) + 1661954)
      << "2^20 log2 3 = 1661953.64";
  OrderDistribution orders;
  for (const double order : {-2.0, 2 + 0.6 / 64, 22 - 1.0 / 128, 22.0}) orders.add(order, 0);
  EXPECT_EQ((std::array{orders.counts[0], orders.counts[256], orders.counts.back(), orders.over}),
            (std::array<std::uint64_t, 4>{1, 1, 1, 1}));
  EXPECT_EQ(share(0, 0), 0);
  EXPECT_FALSE(from_hex("3ff000000000000g"));
}

/// Wilson's interval of 8 in 10, and of none.
TEST(Sweep, SharesHaveWilsonsInterval) {
  EXPECT_NEAR(wilson(8, 10).low, 0.490162, 1e-6);
  EXPECT_NEAR(wilson(8, 10).high, 0.943318, 1e-6);
  EXPECT_NEAR(wilson(0, 10).high, 0.277533, 1e-6);
}

// --- parts ----------------------------------------------------------------------------------------------------------

/// Shard i of N of a small sweep.
Shard part(std::uint64_t i, std::uint64_t N) {
  static const auto spec = read_sweep(parsed(
      R"({"schema": "polhode/sweep/1", "population": {"bodies": 40}, "duration": {"radians": 1}, "methods": ["mr"], "steps": [5]})"));
  Shard s;
  s.path = ShardNumber{i, N}.name(), s.spec = spec.canonical, s.origin = this_origin();
  s.number = ShardNumber{i, N}, s.bodies = s.number->bodies(40), s.done = s.bodies.end;
  s.result = products_of(spec, s.bodies.first, s.done).json().dump();
  return s;
}
std::vector<Shard> parts(std::uint64_t N) {
  std::vector<Shard> all;
  for (std::uint64_t i = 1; i <= N; ++i) all.push_back(part(i, N));
  return all;
}
std::string whole() {
  static const auto text = part(1, 1).result;
  return text;
}

TEST(Merge, PartsInAnyOrderAreTheWhole) {
  auto all = parts(5);
  EXPECT_EQ(merge(all).sum.result, whole());
  std::reverse(all.begin(), all.end());
  EXPECT_EQ(merge(all).sum.result, whole());
  EXPECT_TRUE(merge(all).gaps.empty());
  EXPECT_EQ(parse_shard(shard_text(merge(all).sum, {}), "sum").bodies, (Range{0, 40}));
}

TEST(Merge, GapsDuplicatesAndContradictions) {
  auto all = parts(4);
  const auto gap = merge({all[0], all[1], all[3], all[0]});
  EXPECT_EQ(gap.gaps, (std::vector<Range>{{20, 30}}));
  EXPECT_EQ(merge({all[0], all[1]}).gaps, (std::vector<Range>{{20, 40}})) << "the last ones are missing";
  EXPECT_FALSE(gap.sum.by_clock);
  all[0].by_clock = true;
  EXPECT_TRUE(merge({all[0], all[1]}).sum.by_clock);
  all[0].by_clock = false;
  EXPECT_THROW(parse_shard(shard_text(gap.sum, {}), "sum"), Damaged) << "no file holds a sum with gaps";
  auto some = merge({all[0], all[1]}).sum;
  some.bodies = {0, 20};
  EXPECT_THROW(parse_shard(shard_text(some, {}), "sum"), Damaged) << "nor a sum of some bodies";
  expect_refused([&] { merge({gap.sum}); }, ": a sum of shards is given; accepted: shards that are complete");
  expect_refused([&] { merge({all[0], part(2, 5)}); }, ": another number of shards, 5, than ");
  EXPECT_EQ(gap.duplicates, std::vector<std::string>{all[0].path});
  auto other = all[2];
  other.result = part(2, 4).result;
  EXPECT_THROW(merge({all[2], other}), UserError);
  const auto refuses = [&](const char* why) { expect_refused([&] { merge({all[1], other}); }, why), other = all[2]; };
  other = all[2], other.origin.build = "another", refuses("another build");
  other.origin.version = "another", refuses("another version");
  other.origin.arithmetic = "another", refuses("another arithmetic");
  other.spec.replace(other.spec.find("\"seed\":0"), 8, "\"seed\":1"), refuses("another spec");
}

TEST(Merge, AFileIsTakenWholeOrNotAtAll) {
  const auto shard = part(2, 4);
  const auto text = shard_text(shard, ShardTime{1, 2, 3});
  const auto back = parse_shard(text, "x");
  EXPECT_EQ(back.result, shard.result);
  EXPECT_EQ(back.number, shard.number);
  EXPECT_EQ(shard_text(back, ShardTime{1, 2, 3}), text);
  for (std::size_t n : {std::size_t(0), std::size_t(1), text.size() / 3, text.size() / 2, text.size() - 3})
    EXPECT_THROW(parse_shard(text.substr(0, n), "x"), Damaged) << n;
  auto changed = text;
  changed.replace(changed.find("\"count\":10"), 10, "\"count\":11");
  EXPECT_THROW(parse_shard(changed, "x"), Damaged);
  changed = text;
  changed.replace(changed.find("polhode/shard/1"), 15, "polhode/shard/2");
  EXPECT_THROW(parse_shard(changed, "x"), UserError);
  auto wrong = shard;  // a checksum that fits does not help
  wrong.result = part(1, 5).result;
  EXPECT_THROW(parse_shard(shard_text(wrong, {}), "x"), Damaged);
  wrong = shard, wrong.bodies = {0, 10}, wrong.done = 10;  // as many, but others
  EXPECT_THROW(parse_shard(shard_text(wrong, {}), "x"), Damaged);
  changed = text.substr(0, text.rfind("\"checksum\""));
  changed.replace(changed.find(hex(content_hash(shard.spec))), 16, 16, '0');
  EXPECT_THROW(parse_shard(changed + "\"checksum\": \"" + hex(content_hash(changed)) + "\"\n}\n", "x"), Damaged);
  auto some = shard;
  some.done = 15, some.result = products_of(read_sweep(parsed(shard.spec)), 10, 15).json().dump();
  EXPECT_EQ(parse_shard(shard_text(some, {}), "x").done, 15u);
  EXPECT_THROW(merge({some}), UserError) << "a part of a shard";
  using Json = nlohmann::ordered_json;
  const auto spec = rich();
  const auto sum = products_of(spec, 0, spec.bodies()).json();
  const std::vector<std::function<void(Json&)>> edits{
      [](Json& j) {
        auto& b = j["cells"][0]["metrics"]["R"]["bins"];
        std::swap(b[0], b[1]);
      },
      [](Json& j) {
        auto& b = j["cells"][0]["metrics"]["R"]["bins"];
        b.push_back({b.back()[0].get<int>() + 1, 0});
      },
      [](Json& j) { j["questions"][0]["failing"].erase(0); },
      [](Json& j) { j["maps"][0]["places"][0][4][0]["bins"][0][1] = 61; }};
  for (const auto& edit : edits) {
    auto edited = sum;
    edit(edited);
    EXPECT_THROW(Products::from_json(spec, edited), Damaged);
  }
  EXPECT_TRUE(integer((Int128(1) << 53) + 1).is_string());
  EXPECT_THROW(read_integer(std::string(39, '9')), Damaged) << "more than 128 bits";
}

TEST(Merge, NumbersOfShards) {
  for (const char* bad : {"0/4", "5/4", "1/0", "1.5/4", "1/4x", "1", "", "-1/4", "1/1000001", "11/11"})
    EXPECT_THROW(read_shard_number(bad, 10), UserError) << bad;
  EXPECT_EQ(read_shard_number("3/10", 10), (ShardNumber{3, 10}));
  EXPECT_EQ((SweepFolder{"sweep"}.shard({3, 16})), "sweep/shard-0003-of-0016.json");
  EXPECT_EQ((ShardNumber{2, 3}.bodies(10)), (Range{3, 6}));
  std::uint64_t next = 0;
  const std::uint64_t B = (std::uint64_t(1) << 62) + 1;
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    const auto r = ShardNumber{i, 1000}.bodies(B);
    EXPECT_EQ(r.first, next);
    next = r.end;
  }
  EXPECT_EQ(next, B);
}

/// Every kind that specs may have is swept, but for functions of a library, which are no data; the case is that of the
/// spec that `explain` gives of it.
TEST(Sweeps, EveryKindOfTorqueIsSwept) {
  std::ifstream in(POLHODE_RESULTS "/schemas/spec-1.json");
  const auto schema = parsed(in);
  for (const std::string word : schema.at("$defs").at("torque").at("properties").at("kind").at("enum")) {
    if (word == "none" || word == "library") continue;
    ASSERT_TRUE(torques_of_specs.contains(word)) << word << ": give it a torque above";
    const auto spec = read_sweep(sweep_under(torques_of_specs.at(word)));
    CaseRunner runner(spec);
    for (std::uint64_t body = 0; body < 3; ++body) {
      const auto cases = runner.run(body).cases;
      const auto again = read_spec<double>(run_spec(spec, 4 * body)).problem;
      const auto end = find_runner<Problem<double>>(*find_method("dop853"))
                           ->run(again, Grid<double>::of_duration(0, 4, 2000).aligned(again.breaks(1)), nullptr);
      ASSERT_EQ(end.status, Status::ok) << word;
      for (const std::size_t c : {1, 3}) {  // with 40 steps
        ASSERT_EQ(cases[c].status, CaseStatus::ok) << word;
        const auto own = find_runner<Problem<double>>(*spec.methods[c / 2])
                             ->run(again, Grid<double>::of_duration(0, 4, 40).cut(again.breaks(1)), nullptr);
        EXPECT_NEAR(cases[c].value(Metric::attitude), distance(own.state, end.state).configuration,
                    1e-9 + 1e-3 * cases[c].value(Metric::attitude))
            << word;
      }
    }
  }
}

/// Steps end where the torque jumps, so a method keeps its order there, at all nodes of the equal steps.
TEST(Sweeps, StepsEndOnBreaks) {
  auto j = sweep_under(
      R"({"kind": "body", "torque": {"kind": "table", "times": [0, 0.317, 1.11, 2.03, 4], "values": [[1, 0, 0], [-1, 2, 0], [0, 0, 3], [2, 0, -1], [0, 1, 0]], "interpolation": "held"}})");
  j["observe"] = {{"nodes", 10}}, j["methods"] = {"rk4"}, j["steps"] = {40, 80};
  const auto spec = read_sweep(j);
  CaseRunner runner(spec);
  for (std::uint64_t body = 0; body < 3; ++body) {
    const auto cases = runner.run(body).cases;
    const double coarse = cases[0].value(Metric::attitude), fine = cases[1].value(Metric::attitude);
    ASSERT_EQ(cases[1].status, CaseStatus::ok);
    EXPECT_GT(std::log2(coarse / fine), 3.5) << body;
  }
}

TEST(Sweeps, TorquesOfSpecsAreRefusedAsRunRefusesThem) {
  for (const auto& [torque, where] :
       {std::pair(R"({"kind": "gravty"})", "kind: "),
        {R"({"kind": "damping", "matrix": [0.1, 0.1]})", "matrix: "},
        {R"({"kind": "body", "torque": {"kind": "pulses", "pulses":
             [{"at": 0.5, "duration": {"uniform": [-1, 1]}, "value": [1, 0, 0]}]}})",
         "torque.pulses[0].duration: "},
        {R"({"kind": "dipole", "moment": [0, 0, 1], "field": [{"uniform": [1, 0]}, 0, 0]})", "field[0].uniform: "},
        {R"({"kind": "gravity-gradient", "orbit": {"rate": 1, "eccentricity": {"uniform": [0.5, 1.5]}}})",
         "orbit.eccentricity: "}}) {  // at the upper end
    const auto said = refusal_of([&, given = torque] { read_sweep(sweep_under(given)); });
    EXPECT_TRUE(said.starts_with(std::string("population.torque[0].") + where)) << said;
  }
  EXPECT_TRUE(refusal_of([&] {
                read_sweep(sweep_under(R"({"kind": "body", "torque": {"kind": "pieces", "times":
                    [{"uniform": [0.1, 0.9]}, {"uniform": [0.89, 1]}], "values": [[0, 0, 1], [0, 0, 2], [0, 0, 3]]}})"));
              }).starts_with("population.torque[0].torque.times: [0.9,0.89]"))
      << "of one upper end and one lower";
  for (const auto& [kind, key, list, said] :
       {std::tuple("damping", "methods", json{"rkn6a14"}, "methods[0]: rkn6a14: supports torques of time and attitude"),
        {"damping",
         "metrics",
         {"Pi", "H"},
         "metrics[1]: \"H\" is given; accepted: this metric only under torques that conserve"},
        {"body", "methods", {"rk4", "taylor8"}, "methods[1]: taylor8: takes torques by their Taylor series"}}) {
    auto document = sweep_under(torques_of_specs.at(kind));
    document[key] = list;
    expect_refused([&] { read_sweep(document); }, said);
  }
}

}  // namespace
}  // namespace polhode::populations
