// SPDX-License-Identifier: MIT
#include "experiments/running/figure_value.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/io/json.hpp"
#include "core/io/record.hpp"
#include "core/testing/json.hpp"
#include "core/testing/refusal.hpp"
#include "experiments/papers/index.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "methods/runners.hpp"

namespace polhode {
namespace {

using json = nlohmann::ordered_json;
using Settings = std::vector<std::string>;

json value_of(const std::string& name) {
  return figure_value(find_experiment(name)->make());
}

void refused(const json& value, const Settings& settings, const std::string& with) {
  expect_refused([&] { figure_of(with_settings(value, settings), "own"); }, with, ::testing::PrintToString(settings));
}

/// A figure of ours that is written and read is the same to the last bit: its problems, too, which keep their names.
TEST(FigureValue, IsReadAsItWasWritten) {
  std::size_t written = 0;
  for (const auto& entry : experiment_index()) {
    if (entry.id == "properties" || entry.id == "frb2008-figure5") {
      EXPECT_THROW(value_of(entry.id), UserError) << entry.id;
      continue;
    }
    ++written;
    const auto value = value_of(entry.id);
    const auto before = entry.make(), after = figure_of(value, entry.id);
    EXPECT_EQ(figure_value(after), value) << entry.id;
    ASSERT_EQ(before.panels.size(), after.panels.size()) << entry.id;
    for (std::size_t i = 0; i < before.panels.size(); ++i)
      before.panels[i].as([&]<class P>(const P& a) {
        const auto& b = std::get<P>(after.panels[i]);
        EXPECT_EQ(a.methods(), b.methods()) << entry.id;
        if constexpr (requires { a.comparison; }) {
          EXPECT_EQ(a.comparison.info, b.comparison.info) << entry.id;
          EXPECT_EQ(a.comparison.duration, b.comparison.duration) << entry.id;
          EXPECT_EQ(identity(a.comparison.problem), identity(b.comparison.problem));
        }
      });
    EXPECT_TRUE(after.partial && after.claims.empty());
  }
  EXPECT_GE(written, 22u);
}

/// What all panels have alike stands once, and is what settings change.
TEST(FigureValue, SaysOnceWhatPanelsShare) {
  const auto value = value_of("figure3");
  EXPECT_EQ(value["problem"]["inertia"], json({1000, 5000, 6000}));
  EXPECT_EQ(value["problem"]["angular_velocity"], json({100, 100, 100}));
  EXPECT_EQ(value["methods"], json({"mr", "sej"}));
  EXPECT_EQ(value["norm"], "Omega_u");
  EXPECT_EQ(value["panels"][0]["kind"], "work");
  EXPECT_FALSE(value["panels"][0].contains("ladder"));

  const auto changed = with_settings(value, {"problem.inertia=[2,5,7]", "ladder=[10,20]", "panels[0].errors=null"});
  const auto e = figure_of(changed, "figure3+");
  const auto& work = std::get<Work>(e.panels.at(0));
  EXPECT_EQ(work.ladder, (std::vector<std::int64_t>{10, 20}));
  EXPECT_NE(work.title.find("; here problem.inertia = [2,5,7], ladder = [10,20]"), std::string::npos) << work.title;
  const auto& body = std::get<TorquedBody<double>>(work.comparison.problem);
  EXPECT_EQ(body.I[2], 7);
  EXPECT_EQ(body.initial.Pi[2], 700);                                // the angular velocity is kept
  EXPECT_EQ(work.comparison.info->id, "heavy-top-1000-5000-6000+");  // it is not that one
  EXPECT_EQ(work.comparison.info->source, "");                       // so no reference of it is kept
  const auto momentum = with_settings(value, {"problem.momentum=[1,2,3]"});
  EXPECT_FALSE(momentum["problem"].contains("angular_velocity"));
  EXPECT_FALSE(with_settings(momentum, {"problem.angular_velocity=[1,2,3]"})["problem"].contains("momentum"));
  EXPECT_EQ(name_of({"problem.inertia=[2,5,7]", "ladder=[10,20]"}), "problem.inertia=2,5,7+ladder=10,20");
  EXPECT_EQ(with_settings(value, {"panels[0].title=mine"})["panels"][0]["title"], "mine");
}

/// The free body of figure1 with other moments: I = (1, 1, 2) and Omega = (1, 0, 2) precess, Omega1 = cos 2t.
TEST(FigureValue, MeasuresTheSamePanelsOfAnotherBody) {
  const auto e = figure_of(
      with_settings(value_of("figure1"), {"problem.inertia=[1,1,2]", "ladder=[1,2]", "methods=[\"exact\"]"}), "own");
  const auto& body = std::get<FreeBody<double>>(std::get<Work>(e.panels.at(0)).comparison.problem);
  const auto* exact = find_runner<FreeBody<double>>(*find_method("exact"));
  EXPECT_NEAR(exact->run(body, Grid<double>::of_duration(0, 1, 2), nullptr).state.Pi[0], std::cos(2.0), 1e-14);
  const auto data = measure(e, comparison_runner(), false);
  EXPECT_LT(data[0].series[0].at(2).error(), 1e-13);
  Report report{&e, data, {}};
  const auto record_of = record(report);
  EXPECT_EQ(record_of["panels"][0]["problem"], "free-saefstroem-1+");
  EXPECT_TRUE(record_of["verdicts"].empty());
}

/// Twice the moments and twice the momentum turn alike, in every bit: the error over such a parameter is one number.
TEST(FigureValue, SweepsTakeANorm) {
  const auto value = parsed(R"({"panels": [{"kind": "sweep", "title": "mass", "parameter": "mass",
      "values": [1, 2, 4], "problems": [{"inertia": [1, 2, 3], "momentum": [1, 0, 6]}, {"inertia": [2, 4, 6], "momentum": [2, 0, 12]},
                   {"inertia": [4, 8, 12], "momentum": [4, 0, 24]}],
      "methods": ["mr"], "time": 1, "steps": 10, "norm": "R"}]})");
  const auto data = measure(figure_of(value, "own"), comparison_runner(), false);
  const auto& errors = data[0].series[0].histories[0]["error"];
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_GT(errors[0], 1e-4);
  EXPECT_EQ(errors[1], errors[0]);
  EXPECT_EQ(errors[2], errors[0]);
  // Of steps that are too large for some there is no error; the first of them is named.
  auto failing = value;
  failing["panels"][0]["methods"] = {"dmv2"}, failing["panels"][0]["time"] = 10;
  failing["panels"][0]["problems"][0]["momentum"] = {0.1, 0.1, 0.2};
  for (int k = 1; k < 3; ++k) failing["panels"][0]["problems"][k]["momentum"] = {4000, 2000, 3000};
  const auto left = measure(figure_of(failing, "own"), comparison_runner(), false)[0].series[0];
  EXPECT_EQ(left.histories[0]["mass"], std::vector<double>{1});
  EXPECT_EQ(left.histories[0]["error"].size(), 1u);
  EXPECT_NE(left.status, Status::ok);
  EXPECT_TRUE(left.reason.ends_with(" at mass = 2")) << left.reason;
  refused(value, {"panels[0].norm=d"}, "panels[0].norm: \"d\" is given");
  for (const char* values : {"[1,2]", "[1,2,4,8]"})
    refused(value, {std::string("panels[0].values=") + values}, "accepted: as many as problems, 3");
}

/// Only staggered methods have a momentum of a step.
TEST(FigureValue, WhatHasNoMomentumOfAStepIsSkipped) {
  auto value = value_of("romero2008-figure6");
  value["panels"] = json::array({value["panels"][1]});
  const auto e = figure_of(
      with_settings(value, {"panels[0].methods=[\"dumbbell-vi\",\"dumbbell-midpoint\"]", "ladder=[400,800]"}), "own");
  const auto data = measure(e, comparison_runner(), false);
  const auto& vi = data[0].series[0];
  EXPECT_NEAR(vi.halving_order(Norm::interval_momentum, 800), 1, 0.1);
  EXPECT_NEAR(vi.halving_order(Norm::middle_momentum, 800), 2, 0.1);
  EXPECT_EQ(data[0].series[1].at(400).status, Status::skipped);
  EXPECT_EQ(data[0].series[1].at(400).reason, "it has no momentum of a step");
}

TEST(FigureValue, SaysWhatIsWrong) {
  const auto value = value_of("figure3");
  for (const auto& [settings, words] : std::vector<std::pair<Settings, std::string>>{
           {{"problem.inertia=[2,5,-7]"}, "problem.inertia"},
           {{"problem.inertia"}, "no = between a path and a value"},
           {{"problem.no.inertia=1"}, "no such path"},
           {{"panels[7].title=x"}, "no such path"},
           {{"problem.momentum=[1,2]"}, "problem.momentum: [1,2] is given"},
           {{"laddr=[1,2]"}, "laddr: \"laddr\" is not a key here; did you mean \"ladder\"?"},
           {{"ladder=[20,10]"}, "ladder: [20,10] is given"},
           {{"ladder=[10,20,20]"}, "ladder: [10,20,20] is given"},
           {{"ladder=[-5,10]"}, "ladder[0]: -5 is given; accepted: an integer from 1 to 2^53"},
           {{"ladder=[10,\"a\"]"}, "ladder[1]: \"a\" is given; accepted: an integer from 1 to 2^53"},
           {{"panels[0].errors=[0.1,0.001]"}, "panels[0].errors: [0.1,0.001] is given; accepted: two positive numbers"},
           {{"ladder=null"}, "panels[0].ladder: missing"},
           {{"methods=[\"imdm\"]"}, "methods: \"imdm\" is not a method; did you mean"},
           {{"methods=[\"exact\"]"}, "methods: exact"},
           {{"methods=[\"mr\",\"mr\"]"}, "each method once"},
           {{"norm=d"}, "panels[0].norm: \"d\" is given; accepted: for this problem one of Pi"},
           {{"norm=u"}, "panels[0].norm: \"u\" is given; accepted: for this problem one of Pi"},
           {{"norm=p"}, "panels[0].norm: \"p\" is given; accepted: for this problem one of Pi"},
           {{"norm=length"}, "norm: \"length\" is given; accepted: one of Pi"},
           {{"time=-1"}, "time: -1 is given"},
           {{"problem=lagrange-top-slo"},
            "problem: \"lagrange-top-slo\" is not a problem; did you mean \"lagrange-top-slow\"?"},
           {{"panels[0].kind=bars"}, "panels[0].kind: \"bars\" is given; accepted: one of convergence"},
           {{"problem.torque={\"kind\":\"damping\",\"rate\":1}"}, "problem.torque"}})
    refused(value, settings, words);
  const auto history = value_of("figure2");  // drifts and a trajectory
  for (const auto& [settings, words] : std::vector<std::pair<Settings, std::string>>{
           {{"starts=17"}, "starts: 17 is given; accepted: an integer from 1 to 16"},
           {{"panels[0].steps=10000001"}, "steps: 10000001 is given; accepted: at most 10000000 steps"},
           {{"panels[0].quantity=body_momentum"}, "quantity: \"body_momentum\" is given; accepted: a number"},
           {{"panels[3].view=sphere", "panels[3].quantity=energy_error"},
            "quantity: \"energy_error\" is given; accepted: a vector"}})
    refused(history, settings, words);
  for (const auto& [keys, fitting] :
       {std::pair(R"("kind": "convergence", "ladder": [10, 20], "norm": "R")", "one of u, p"),
        {R"("kind": "drift", "steps": 10, "quantity": "average_momentum")", "one of energy_error, relative_energy"}})
    refused(parsed(fmt::format(R"({{"panels": [{{"title": "t", "problem": "vs-test", "methods": ["vs-midpoint"],
                                                 "time": 1, {}}}]}})",
                               keys)),
            {}, std::string("accepted: for this problem ") + fitting);
  // A key of all panels that each has itself has no effect.
  refused(value_of("figure7"), {"steps=10"}, "panels[i].steps");
  refused(json::array(), {}, "figure: [] is given");
  refused({{"panels", json::array()}}, {}, "panels: [] is given");
}

/// A torque comes back as it was, with all that moves it, or is refused; so does a director's field and the time of the
/// start. A number that division does not give back and a turn in the last number of an attitude alone are not lost.
TEST(FigureValue, ProblemsComeBackOrAreRefused) {
  const auto comparison = [](const Experiment& e) { return std::get<Convergence>(e.panels.at(0)).comparison; };
  const std::string
      body = R"("inertia": [1, 2, 3], "momentum": [1, 0, 6], "torque": {"kind": )",
      rod = R"("inertia": 2, "director": [1, 0, 0], "angular_velocity_space": [0, 0, 1], "torque": {"kind": )";
  for (const auto& [problem, comes_back] : std::vector<std::pair<std::string, bool>>{
           {body + R"("gravity", "moment": [1, 2, 3]})", true},
           {body + R"("constant-field", "u0": [1, 2, 3]})", false},
           {body + R"("dipole", "moment": [0, 0, 1], "field": [1, 0, 0]})", false},
           {body + R"("harmonic-space", "amplitude": [1, 0, 2], "frequency": 3})", true},
           {body + R"("dipole", "moment": [0, 0, 1],
                      "field": {"kind": "harmonic", "amplitude": [1, 0, 0], "frequency": 2}})",
            false},
           {body + R"("body", "torque": [1, 0, 0]})", false},
           {body + R"("spring", "stiffness": 2})", false},
           {rod + R"("field", "g": [0, 0, 1], "amplitude": [1, 0, 0], "frequency": 9})", true},
           {rod + R"("field", "g": [0, 0, 1]})", true},
           {R"("inertia": [1, 2, 1.1], "momentum": [0, 0, 2.5300000000000002])", true},
           {R"("inertia": [1, 2, 3], "momentum": [1, 2, 3], "attitude": {"rotation_vector": [0, 0, 1e-9]})", true}}) {
    const bool is_rod = problem.starts_with(rod);
    const auto before = figure_of(
        parsed(fmt::format(R"({{"panels": [{{"kind": "convergence", "title": "t", "methods": ["{}"], "norm": "{}",
            "time": 1, "t0": -1, "ladder": [10, 20], "problem": {{{}}}}}]}})",
                           is_rod ? "dumbbell-vi" : "rk4", is_rod ? "d" : "R", problem)),
        "own");
    json value;
    if (const auto why = refusal_of([&] { value = figure_value(before); }); !why.empty()) {
      EXPECT_FALSE(comes_back) << problem;
      EXPECT_NE(why.find("cannot be written as data"), std::string::npos) << why;
      continue;
    }
    EXPECT_EQ(value["norm"], is_rod ? "d" : "R") << "one norm is no list";
    const auto after = comparison(figure_of(value, "own"));
    EXPECT_EQ(identity(after.problem), identity(comparison(before).problem)) << problem;
    EXPECT_EQ(after.t0, -1);
  }
}

/// Names of files: those of long settings, too, are short and differ where the settings do.
TEST(FigureValue, SettingsHaveNamesOfTheirOwn) {
  const std::string begin = "methods=" + std::string(200, 'm');
  const auto a = name_of({begin + "a"}), b = name_of({begin + "b"});
  EXPECT_NE(a, b);
  EXPECT_EQ(a, name_of({begin + "a"}));
  EXPECT_LT(a.size(), 120u);
  EXPECT_EQ(a.substr(0, 100), begin.substr(0, 100));
  EXPECT_EQ(name_of({"title=a/../b c", "x=[1]"}), "title=a..bc+x=1");
}

/// The figures that users may begin with can be read.
TEST(FigureValue, ExamplesAreFigures) {
  std::size_t found = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(POLHODE_SOURCE) + "/experiments/examples/figures")) {
    const auto path = file.path().string();
    const auto e = figure_of(parse_ordered_json(read_file(path), path), file.path().stem().string());
    EXPECT_FALSE(e.title.empty() || e.source.empty()) << path;
    for (const auto& p : e.panels) EXPECT_GE(p.as([](const auto& q) { return q.methods().size(); }), 2u) << path;
    ++found;
  }
  EXPECT_EQ(found, 4u);
}

// --- extra methods ---------------------------------------------------------------------------------------------------

std::size_t methods(const Panel& panel) {
  return panel.as([](const auto& p) { return p.methods().size(); });
}

/// Every figure of bodies takes an extra method, in at least one panel; panels lose nobody.
TEST(ExtraMethods, AreInvitedToEveryFigureOfBodies) {
  for (const auto& entry : experiment_index()) {
    if (entry.id == "properties" || entry.id.find("romero2008-figure4") == 0) continue;
    const auto before = entry.make();
    Experiment after;
    if (const auto why = refusal_of([&] { after = with_extra_methods(before, {find_method("mkrk-heun2")}); });
        !why.empty()) {
      EXPECT_NE(why.find("romero2008-figure"), std::string::npos) << why;  // of dumbbells
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
