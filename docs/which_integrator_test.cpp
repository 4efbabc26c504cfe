// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "core/eigen.hpp"
#include "core/geometry/scalar.hpp"
#include "core/geometry/so3.hpp"
#include "core/geometry/wide.hpp"
#include "core/reference/free_body.hpp"
#include "core/stepping/integrate.hpp"
#include "core/system/user.hpp"
#include "methods/family/free_flow.hpp"
#include "methods/imidm.hpp"
#include "methods/mr.hpp"
#include "methods/rkn6a14.hpp"
#include "methods/runners.hpp"
#include "methods/sej.hpp"

// docs/which_integrator.md: its blocks of code are those below, between [name] and [name]; its numbers are measured
// here.
namespace polhode {
namespace {

std::string read(const std::string& path) {
  return read_file(POLHODE_SOURCE "/" + path);
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

const std::string page = read("docs/which_integrator.md");

/// What stands between a line that begins a block and the next that ends it: the blocks of C++ of a document.
std::vector<std::vector<std::string>> blocks(const std::string& document,
                                             const std::regex& begin = std::regex("```cpp"),
                                             const std::regex& end = std::regex("```")) {
  std::vector<std::vector<std::string>> found;
  bool inside = false;
  for (const auto& line : lines(document))
    if (std::regex_match(line, inside ? end : begin)) {
      inside = !inside;
      if (inside) found.emplace_back();
    } else if (inside) {
      found.back().push_back(line);
    }
  return found;
}

// --- the blocks ------------------------------------------------------------------------------------------------------

TEST(Tutorial, FreeBody) {
  // [free]
  const Inertia<double> I(1, 2, 3);
  const RigidState<double> start{{0.01, 6, 0.01}, Attitude<double>::identity()};  // spinning about the middle axis

  const FreeFlow flow(I, start);
  const RigidState<double> later = flow.state(1e4);  // any time of either sign, no steps
  const double flip = flow.period() / 2;             // between two turn-overs

  std::vector<RigidState<double>> film(600);
  flow.states(0, 1.0 / 60, film);  // 600 frames
  // [free]
  const FreeBody<double> body{{I, start}};
  const auto exact = reference::exact_free_motion(cast<float128>(body), float128(1e4));
  const double wrong = static_cast<double>(attitude_distance(cast<float128>(later.R), exact.R));
  EXPECT_LT(wrong, 5e-12);
  auto moved = body;  // by one unit in the last place
  moved.initial.Pi[1] = std::nextafter(moved.initial.Pi[1], 7);
  const auto elsewhere = reference::exact_free_motion(cast<float128>(moved), float128(1e4));
  const double unavoidable = static_cast<double>(attitude_distance(elsewhere.R, exact.R));
  EXPECT_LT(wrong, unavoidable);
  EXPECT_LT(std::abs(body.kinetic_energy(later.Pi) / body.kinetic_energy(start.Pi) - 1), 5e-15);
  EXPECT_NEAR(flip, 8.4, 0.05);
  EXPECT_LT(norm(film[599].Pi - flow.state(599.0 / 60).Pi), 1e-12);
}

TEST(Tutorial, Potential) {
  const Inertia<double> I(1, 2, 3);
  const RigidState<double> start{{0.3, -1.2, 0.5}, relabel<Body, Space>(exp(Vec<Body, double>{0.5, 0, 0}))};
  // [potential]
  const UniformField<double> gravity{{0, 0.1, 0.7}, axis<Space, double>(2)};  // m g c in the body, e3 upwards
  const TorquedBody<double> top{{I, start}, {gravity}};
  const auto precise = integrate<Rkn6a14>(top, Grid<double>::of_duration(0, 20, 27));
  const auto cheap = integrate<Mr>(top, Grid<double>::of_duration(0, 20, 472));
  // [potential]
  const auto known = integrate<Rkn6a14>(top, Grid<double>::of_duration(0, 20, 2000));
  EXPECT_LT(attitude_distance(precise.state.R, known.state.R), 1e-6);
  EXPECT_LT(attitude_distance(cheap.state.R, known.state.R), 1e-3);
}

TEST(Tutorial, OwnTorque) {
  const Inertia<double> I(1, 2, 3);
  const RigidState<double> start{{0.3, -1.2, 0.5}, Attitude<double>::identity()};
  // [own]
  const auto spring = [](double t, const Eigen::Quaterniond& R) -> Eigen::Vector3d {
    return -(2 + std::cos(t)) * R.w() * R.vec();  // back to the attitude 1, in the body frame
  };
  const TorquedBody<double> sprung{{I, start}, {torque_of(spring)}};
  const auto run = integrate<Imidm>(sprung, Grid<double>::of_step(0, 0.01, 1000));
  if (run.status != Status::ok) std::cerr << "ended after " << run.steps << " steps\n";
  // [own]
  EXPECT_EQ(run.status, Status::ok);
  const auto finer = integrate<Imidm>(sprung, Grid<double>::of_step(0, 0.005, 2000));
  EXPECT_LT(attitude_distance(run.state.R, finer.state.R), 1e-3);
}

TEST(Tutorial, OwnLoop) {
  const TorquedBody<double> body{{{1, 2, 3}, {{0.01, 6, 0.01}, Attitude<double>::identity()}}, {}};
  int frames = 0;
  const auto draw = [&](const RigidState<double>&) { ++frames; };
  const double air = 0.05;
  // [loop]
  NoCounters counters;
  double t = 0;
  auto memory = Mr::start(body, body.initial, t, 1.0 / 60);
  for (const double h : {1.0 / 60, 1.0 / 60, 1.0 / 30, 1.0 / 60}) {  // a frame was late
    memory = Mr::step(body, memory, t, h, counters);
    memory.state.Pi = std::exp(-air * h) * memory.state.Pi;  // a torque that brakes, beside the step
    t += h;
    draw(Mr::read(body, memory));
  }
  // [loop]
  EXPECT_EQ(frames, 4);
  EXPECT_NEAR(norm(memory.state.Pi), norm(body.initial.Pi) * std::exp(-air * t), 1e-14);
}

TEST(Tutorial, ManyBodies) {
  std::vector<RigidState<double>> molecules(8, {{0.3, -1.2, 0.5}, Attitude<double>::identity()});
  for (std::size_t i = 0; i < molecules.size(); ++i) molecules[i].Pi[0] += 0.1 * static_cast<double>(i);
  const Vec<Space, double> field{0, 0, 0.3};
  const auto torque = [&](const RigidState<double>& s) { return cross(inverse(s.R) * field, axis<Body, double>(2)); };
  const double h = 0.05;
  // [many]
  const FreeConstants water(Inertia<double>(1, 2, 3));  // of the inertia alone: one for all molecules of a kind
  const auto kick = [&] {
    for (auto& m : molecules) m.Pi += (h / 2) * torque(m);  // of all the others, if they interact
  };
  for (int n = 0; n < 1000; ++n) {
    kick();
    for (auto& m : molecules) {
      const auto [Pi, dR] = theta_increment(water, m.Pi, h);  // exact
      m = {Pi, m.R * dR};
    }
    kick();
  }
  // [many]
  const TorquedBody<double> first{{{1, 2, 3}, {{0.3, -1.2, 0.5}, Attitude<double>::identity()}},
                                  {UniformField<double>{axis<Body, double>(2), field}}};
  const auto sej = integrate<Sej>(first, Grid<double>::of_step(0, h, 1000));
  EXPECT_LT(norm(sej.state.Pi - molecules[0].Pi), 1e-10);
}

/// What is printed is what was compiled.
TEST(Tutorial, BlocksAreThese) {
  const std::regex mark("  // \\[[a-z]+\\]");
  auto compiled = blocks(read("docs/which_integrator_test.cpp"), mark, mark);
  for (auto& block : compiled)
    for (auto& line : block) line.erase(0, 2);
  EXPECT_EQ(blocks(page), compiled);
}

/// The README's blocks are of the examples that the test of the installed package compiles, the first in one piece.
TEST(Readme, BlocksAreOfTheExamples) {
  std::vector<std::string> compiled;
  for (const auto* path : {"packaging/stepper.cpp", "experiments/examples/library/main.cpp"})
    for (auto& line : lines(read(path))) compiled.push_back(line.erase(0, line.find_first_not_of(' ')));
  const auto printed = blocks(read("README.md"));
  ASSERT_GE(printed.size(), 2u);
  EXPECT_NE(std::search(compiled.begin(), compiled.end(), printed[0].begin(), printed[0].end()), compiled.end());
  for (const auto& block : printed)
    for (const auto& line : block) EXPECT_NE(std::find(compiled.begin(), compiled.end(), line), compiled.end()) << line;
}

/// The example of docs/own_method.md is the one that the tests build and load.
TEST(OwnMethod, BlockIsTheExample) {
  const auto printed = blocks(read("docs/own_method.md"));
  ASSERT_EQ(printed.size(), 1u);
  EXPECT_EQ(printed[0], lines(read("experiments/examples/plugin/mr4.cpp")));
}

// --- the numbers -----------------------------------------------------------------------------------------------------

using B = TorquedBody<double>;

const std::string weak = "### A fast spin in a weak field", strong = "### A slow top in a strong field";

B test_body(double moment) {
  return {{{1, 2, 3}, {{0.3, -1.2, 0.5}, relabel<Body, Space>(exp(Vec<Body, double>{0.5, 0, 0}))}},
          {UniformField<double>{{0, moment / 7, moment}, axis<Space, double>(2)}}};
}

/// The words of the rows of a table under a heading.
std::vector<std::vector<std::string>> rows(const std::string& heading) {
  std::vector<std::vector<std::string>> found;
  const std::regex word("[^|` ]+");
  std::istringstream in(page.substr(std::min(page.find(heading), page.size())));
  for (std::string line; std::getline(in, line) && (found.empty() || line.starts_with("| `"));)
    if (line.starts_with("| `"))
      found.emplace_back(std::sregex_token_iterator(line.begin(), line.end(), word), std::sregex_token_iterator());
  return found;
}

/// Of a run, and how it ended.
std::pair<double, Status> largest_energy_error(const MethodInfo& method, const B& body, double h, std::int64_t steps) {
  double worst = 0;
  const double H0 = energy(body, body.initial);
  const Sampler<B> sampler{1,
                           [&](const Sample<B>& s) { worst = std::max(worst, std::abs(energy(body, s.state) - H0)); }};
  const auto status = find_runner<B>(method)->run(body, Grid<double>::of_step(0, h, steps), &sampler).status;
  return {worst, status};
}

/// Two digits are printed; results of a build with other rounding differ by less than the rest.
void expect_printed(const std::string& printed, double found, const std::string& where) {
  EXPECT_NEAR(std::stod(printed) / found, 1, 0.06)
      << where << ": " << found << " is found, " << printed << " is printed";
}

void check_table(const std::string& heading, double moment) {
  const auto body = test_body(moment);
  const auto run_by = [&](const MethodInfo& method, std::int64_t steps) {
    return find_runner<B>(method)->run(body, Grid<double>::of_duration(0, 20, steps), nullptr);
  };
  const auto known = run_by(*find_method("rkn6a14"), 3000);
  const auto table = rows(heading);
  EXPECT_GE(table.size(), 6u) << heading;
  for (const auto& row : table) {
    const auto* method = find_method(row.at(0));
    ASSERT_NE(method, nullptr) << row[0];
    const std::int64_t steps = std::stoll(row.at(1));
    const auto run = run_by(*method, steps), fewer = run_by(*method, steps - 1);
    EXPECT_LT(attitude_distance(run.state.R, known.state.R), 1e-6) << row[0];
    EXPECT_GT(attitude_distance(fewer.state.R, known.state.R), 1e-6) << row[0] << " needs fewer steps";
    expect_printed(row.at(2), static_cast<double>(run.counters.torque_evaluations) / 20, row[0] + " torques");
    const CountsAsDouble counting;
    find_runner<TorquedBody<Wide>>(*method)->run(cast<Wide>(body), Grid<Wide>::of_duration(0, 20, steps), nullptr);
    expect_printed(row.at(3), static_cast<double>(counting.operations()) / 20, row[0] + " operations");
    const double h = 20.0 / static_cast<double>(steps);
    const auto [drift, status] = largest_energy_error(*method, body, h, static_cast<std::int64_t>(1000 / h));
    EXPECT_EQ(status, Status::ok) << row[0];
    if (drift < 1e-10) {
      EXPECT_EQ(row.at(4), "rounding") << row[0];
      continue;
    }
    const double ratio = std::stod(row.at(4)) / drift;  // which excursion is the largest depends on rounding
    EXPECT_TRUE(ratio < 3 && ratio > 1.0 / 3) << row[0] << ": energy error " << drift;
  }
}
TEST(Tutorial, WeakTorque) {
  check_table(weak, 0.01);
}
TEST(Tutorial, StrongTorque) {
  check_table(strong, 0.7);
}

/// What the sentences beside the tables say of them.
TEST(Tutorial, SentencesAreOfTheTables) {
  const auto of = [](const std::string& heading, const std::string& method, std::size_t column) {
    for (const auto& row : rows(heading))
      if (row.at(0) == method) return std::stod(row.at(column));
    return double(NAN);
  };
  const auto body = test_body(0.01);
  const double kinetic = body.kinetic_energy(body.initial.Pi);
  EXPECT_NEAR(std::abs(body.potential(body.initial.R)) / kinetic, 0.02, 0.005) << "two per cent";
  EXPECT_EQ(of(weak, "aba864", 1), 11) << "eleven steps";
  EXPECT_NEAR(of(weak, "aba864", 2) / of(weak, "bs12", 2), 0.2, 0.03) << "a fifth of the torques";
  EXPECT_NEAR(of(strong, "sej", 3) / of(strong, "mr", 3), 2.5, 0.2) << "two and a half times the operations";
}

/// How the energy error grows, in the weak field with steps for an attitude that is right to 1e-3 at t = 20.
TEST(Tutorial, GrowthOfTheEnergyError) {
  const auto growth = [](const char* method, int steps, double from, double to) {
    const double h = 20.0 / steps;
    const auto error = [&](double time) {
      return largest_energy_error(*find_method(method), test_body(0.01), h, static_cast<std::int64_t>(time / h)).first;
    };
    return error(to) / error(from);
  };
  for (const auto& [method, steps] : {std::pair("mr", 148), {"sej", 80}, {"vi", 405}})
    EXPECT_LT(growth(method, steps, 1e3, 1e5), 1.2) << method;
  EXPECT_NEAR(growth("rk4", 60, 1e3, 1e4), 10, 2);
  EXPECT_GT(growth("rkn6a14", 5, 1e3, 1e5), 6);  // a step of 4: too long
  EXPECT_LT(growth("rkn6a14", 14, 1e3, 1e4), 4);
}

/// A pendulum whose swing takes a sixth of the step.
TEST(Tutorial, StiffTorque) {
  const B body{{{1, 2, 3}, {{0.3, -1.2, 0.5}, relabel<Body, Space>(exp(Vec<Body, double>{0.1, 0, 0}))}},
               {UniformField<double>{{0, 0, -1e4}, axis<Space, double>(2)}}};
  const double swing = 50;  // 1e4 (1 - cos 0.1), the energy of the swing
  const auto table = rows("### A step longer than the period");
  EXPECT_GE(table.size(), 5u);
  for (const auto& row : table) {
    const auto [error, status] = largest_energy_error(*find_method(row.at(0)), body, 0.1, 1000);
    if (row.at(1) == "survives") {
      EXPECT_EQ(status, Status::ok) << row[0];
      EXPECT_LT(error, swing / 10) << row[0];
    } else {
      EXPECT_TRUE(status != Status::ok || error > 100 * swing) << row[0] << " " << error;
    }
  }
}

/// Ten minutes of a game.
TEST(Tutorial, Frames) {
  const B body{{{1, 2, 3}, {{0.01, 6, 0.01}, Attitude<double>::identity()}}, {}};
  for (const auto& row : rows("## Games")) {
    const double error = largest_energy_error(*find_method(row.at(0)), body, 1.0 / 60, 36000).first;
    const double share = error / energy(body, body.initial);
    if (share > 1e-12)
      expect_printed(row.at(1), share, row[0]);
    else
      EXPECT_EQ(row.at(1), "rounding") << row[0];
  }
}

}  // namespace
}  // namespace polhode
