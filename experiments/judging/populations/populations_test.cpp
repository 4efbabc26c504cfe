// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <charconv>

#include "core/system/user.hpp"
#include "core/testing/vectors.hpp"
#include "experiments/judging/populations/sweep_spec.hpp"

using namespace polhode;
using namespace polhode::populations;
using nlohmann::json;

namespace {

std::uint64_t word(const json& j) {
  const auto s = j.get<std::string>();
  std::uint64_t bits = 0;
  std::from_chars(s.data(), s.data() + s.size(), bits, 16);
  return bits;
}
double real(const json& j) {
  return std::bit_cast<double>(word(j));
}
template <class List>
std::vector<std::string> bits_of(const List& list) {
  std::vector<std::string> out;
  for (const double x : list) out.push_back(hex(x));
  return out;
}

/// Known answers that were computed by other programs.
const json& known() {
  static const json vectors = vectors::read("sweeps");
  return vectors;
}

}  // namespace

TEST(Draws, GeneratorHasTheKnownAnswers) {
  // The vectors' counters are of four words; bodies use the first two, so the generator itself is asked by draw_words
  // only where the others are zero.
  int asked = 0;
  for (const auto& v : known().at("philox4x64-10")) {
    if (word(v["counter"][2]) || word(v["counter"][3]) || word(v["key"][1])) continue;
    const auto w = draw_words(word(v["key"][0]), word(v["counter"][0]), word(v["counter"][1]));
    for (int i = 0; i < 4; ++i) EXPECT_EQ(hex(w[i]), v["words"][i].get<std::string>());
    ++asked;
  }
  EXPECT_GT(asked, 0);
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
        EXPECT_EQ(json(bits_of(body.torques[k].vector)), t.at(harmonic ? "amplitude" : "moment"));
        if (harmonic) {
          EXPECT_EQ(hex(body.torques[k].frequency), t.at("frequency").get<std::string>());
        }
      }
    }
  }
}

TEST(Draws, SeparatrixDistanceIsThatOfTheBody) {
  auto spec =
      read_sweep(json::parse(R"({"schema": "polhode/sweep/1", "seed": 7, "duration": {"radians": 1}, "methods": ["mr"],
    "steps": [1], "population": {"momentum": {"direction": {"separatrix": {"distance": 1e-6}}, "size": 3}}})"));
  const Drawing drawing(spec.population, spec.seed);
  DrawnBody body;
  for (std::uint64_t id = 0; id < 1000; ++id) {
    drawing.draw(id, body);
    EXPECT_NEAR(body.separatrix_distance(), 1e-6, 1e-13);
  }
}

namespace {

const char* const small =
    R"({"schema": "polhode/sweep/1", "duration": {"radians": 10}, "methods": ["mr"], "steps": [10, 20]})";

/// What is said to the small spec with this member.
std::string refusal(const std::string& key, const std::string& value) {
  auto document = json::parse(small);
  document[key] = json::parse(value);
  try {
    read_sweep(document);
  } catch (const UserError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST(SweepSpec, IdentityDoesNotDependOnHowItIsWritten) {
  const auto text = canonical_text(read_sweep(json::parse(small)));
  auto written = json::parse(small);
  written["title"] = "not a part of it", written["seed"] = 0, written["duration"]["radians"] = 10.0;
  written["methods"] = {"mclachlan-reich"}, written["population"] = {{"inertia", {{"triangle", {{"least", 0.01}}}}}};
  EXPECT_EQ(canonical_text(read_sweep(written)), text);
  EXPECT_EQ(canonical_text(read_sweep(json::parse(text))), text);  // and it is a spec
  written["seed"] = 18446744073709551615u;
  EXPECT_NE(canonical_text(read_sweep(written)), text);
  EXPECT_NE(canonical_text(read_sweep(written)).find("\"seed\":18446744073709551615"), std::string::npos);
  for (const auto& [name, entry] : known().at("specs").items()) {
    const auto canonical = canonical_text(read_sweep(entry.at("spec")));
    EXPECT_EQ(canonical_text(read_sweep(json::parse(canonical))), canonical) << name;
  }
}

TEST(SweepSpec, WhatMakesNoSenseIsRefusedByName) {
  const std::vector<std::array<std::string, 3>> bad{
      {"sed", "1", "sed: \"sed\" is not a key here; did you mean \"seed\"?"},
      {"schema", "\"polhode/sweep/2\"", "schema: \"polhode/sweep/2\" is given"},
      {"seed", "-1", "seed: -1 is given"},
      {"seed", "\"1\"", "seed: \"1\" is given"},
      {"methods", "[]", "methods: [] is given"},
      {"methods", R"(["mr", "mclachlan-reich"])", "methods[1]: mr is given twice"},
      {"methods", R"(["mrr"])", "methods[0]: \"mrr\" is not a method; did you mean \"mr\"?"},
      {"methods", R"(["dumbbell-vi"])", "methods[0]: dumbbell-vi integrates directors"},
      {"steps", "[20, 10]", "steps: [20,10] is given"},
      {"steps", "[0]", "steps[0]: 0 is given"},
      {"duration", "{}", "duration: {} is given"},
      {"duration", R"({"time": 0})", "duration.time: 0 is given"},
      {"duration", R"({"time": 1, "radians": 1})", "duration: "},
      {"metrics", R"(["drift"])", "metrics[0]: \"drift\" is given; accepted: this metric only with observe: \"all\""},
      {"metrics", R"(["Pi", "Pi"])", "metrics[1]: "},
      {"observe", R"({"nodes": 0})", "observe.nodes: 0 is given"},
      {"bins", R"({"bits": 9})", "bins.bits: 9 is given"},
      {"bins", R"({"from": 3, "to": 3})", "bins: "},
      {"reference", R"({"refine": 1})", "reference.refine: 1 is given"},
      {"population", R"({"bodies": 0})", "population.bodies: 0 is given"},
      {"population", R"({"inertia": {"fixed": [9, 4, 1]}})",
       "population.inertia.fixed: [9,4,1] is given; accepted: moments of"},
      {"population", R"({"inertia": {"around": [9, 4, 1], "spread": 0.1}})",
       "population.inertia.around: [9,4,1] is given"},
      {"population", R"({"inertia": {"fixed": [1, 1, 0]}})", "population.inertia.fixed: [1,1,0] is given"},
      {"population", R"({"inertia": {"symmetric": {"uniform": [0.1, 2.1]}}})",
       "population.inertia.symmetric.uniform: "},
      {"population", R"({"inertia": {"triangle": {"least": 0.5}}})", "population.inertia.triangle.least: 0.5 is given"},
      {"population", R"({"inertia": {"triangel": {}}})", "population.inertia.triangel: "},
      {"population", R"({"momentum": {"size": {"uniform": [0, 1]}}})",
       "population.momentum.size.uniform: [0,1] is given"},
      {"population", R"({"momentum": {"direction": {"fixed": [0, 0, 0]}}})", "population.momentum.direction.fixed: "},
      {"population", R"({"torque": [{"kind": "gravitation"}]})", "population.torque[0].kind: "},
      {"population", R"({"bodies": 9007199254740993000})", "population.bodies: "},
      {"questions", R"([{"id": "q", "metric": "Pi", "steps": 30, "of": ["mr"], "against": ["mr"], "below": 1}])",
       "questions[0].steps: 30 is given"},
  };
  for (const auto& [key, value, message] : bad)
    EXPECT_EQ(refusal(key, value).substr(0, message.size()), message) << key << " " << value;
  EXPECT_EQ(refusal("population", R"({"inertia": {"fixed": [9, 4, 1]}, "impossible": true})"), "accepted");
  EXPECT_EQ(refusal("population", R"({"inertia": {"fixed": [1, 2, 3]}})"), "accepted");  // a flat disc
}
