// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>

#include "core/geometry/scalar.hpp"
#include "core/reference/reference.hpp"
#include "core/testing/vectors.hpp"
#include "methods/runners.hpp"
#include "problems/dumbbell_romero.hpp"
#include "problems/free_romero.hpp"

// End states computed independently, in 30 to 50 digits and in double: of the papers' methods, of methods of high order
// and of the updates of physics engines.
namespace polhode {
namespace {

using nlohmann::json;
using vectors::relative;
using T = float128;

T number(const json& j) {
  return vectors::number<T>(j);
}
template <class F>
Vec<F, T> vec(const json& j) {
  return vectors::vec<F, T>(j);
}

/// Where a method takes a body, by steps of these lengths in turn.
struct End {
  std::string method;
  TorquedBody<T> body;
  std::vector<T> h;
  std::int64_t steps;
  RigidState<T> state;
  double in_double, in_quad;                ///< tolerances
  std::optional<Vec<Body, T>> middle = {};  ///< angular velocity of the last interval, of a method that has intervals
  bool knows_attitude = true;
  bool normalises = false;  ///< its quaternion keeps the length 1
};

TorquedBody<T> body_of_krysl(const json& document, const std::string& problem) {
  const auto& entry = document["method_end_states"][problem];
  const auto I = vec<Body>(document["problems"][problem]["I"]);
  TorquedBody<T> body{{{I[0], I[1], I[2]}, {vec<Body>(entry["Pi0"]), vectors::matrix<T>(entry["R0"])}}};
  if (problem == "coulomb") body.torques.push_back(CoulombWall<T>{axis<Body, T>(2)});
  if (problem.ends_with("top")) body.torques.push_back(UniformField<T>{{T(0), T(0), T(20)}, axis<Space, T>(2)});
  return body;
}
std::vector<End> of_krysl() {
  std::vector<End> all;
  const auto document = vectors::read("krysl");
  for (const auto& [problem, entry] : document["method_end_states"].items()) {
    const auto body = body_of_krysl(document, problem);
    for (const auto& [name, end] : entry["methods"].items()) {
      std::string id = name.starts_with("fwd") ? "forward" : name.starts_with("bwd") ? "backward" : name.substr(0, 3);
      for (const char c : name.substr(3)) id += c == '_' ? '-' : c;
      for (auto& c : id) c = static_cast<char>(std::tolower(c));
      const RigidState<T> state{vec<Body>(end["Pi"]), vectors::matrix<T>(end["R"])};
      all.push_back({id, body, {number(entry["dt"])}, entry["steps"], state, 1e-11, 1e-20});
    }
  }
  return all;
}

/// Lengths and number of the steps of a run in romero.json.
std::pair<std::vector<T>, std::int64_t> steps_of(const json& run) {
  if (run.contains("h")) return {{number(run["h"])}, run["steps"]};
  const auto& pattern = run["steps_list_pattern"];
  return {{number(pattern[0]), number(pattern[1])}, run["n"]};
}
/// f(id, run) of every run there: a method has a list of them, or one.
template <class F>
void each_run(const json& problem, const std::map<std::string, std::string>& ids, const F& f) {
  for (const auto& [name, runs] : problem["methods"].items())
    for (const auto& run : runs.is_array() ? runs : json::array({runs})) f(ids.at(name), run);
}

std::vector<End> of_romero() {
  std::vector<End> all;
  each_run(vectors::read("romero")["problem_1_free_body_paper"],
           {{"vi_backward", "vi"},
            {"vi_backward_variable_steps", "vi"},
            {"vi_forward", "vi-forward"},
            {"vi_legendre", "vi-legendre"},
            {"midpoint_akw", "akw"},
            {"liemid", "imidm"},
            {"energy_momentum_sw", "swc1"},
            {"midpoint_exp", "midpoint-exp"}},
           [&](const std::string& id, const json& run) {
             const auto [h, steps] = steps_of(run);
             const RigidState<T> state{vec<Body>(run["Pi"]), vectors::quaternion<T>(run["q"])};
             all.push_back({id, {FreeRomero::make<T>()}, h, steps, state, 1e-10, 1e-22});
             if (run.contains("Om")) all.back().middle = vec<Body>(run["Om"]);
           });
  return all;
}

/// The ids of a case's methods; frb.json names the parts.
std::vector<std::string> ids_of_frb(const json& c) {
  const std::string method = c["method"], flow = c.contains("free_flow") && c["free_flow"].is_string()
                                                     ? c["free_flow"].get<std::string>()
                                                     : "";
  if (method == "rk4free") return {"rk4"};
  if (flow == "mr") return {"mr", "sej:mr"};
  const std::string id = flow.starts_with("gauss") ? "semi-exact-" + flow.substr(5) : flow;
  if (method == "free" && flow.starts_with("dmv")) return {id, id + "-fp"};
  if (method == "free") return {id};
  return {(method == "rkn" ? "rkn6a14:" : "sej:") + id};
}

/// Its inputs are doubles. RKN6a14 is as good as its published coefficients.
std::vector<End> of_frb() {
  std::vector<End> all;
  const auto document = vectors::read("frb");
  for (const auto& c : document["algorithm_cases"])
    for (const auto& id : ids_of_frb(c)) {
      const auto I = vectors::vec<Body, double>(c["I"]), m0 = vectors::vec<Body, double>(c["m0"]);
      TorquedBody<double> body{{{I[0], I[1], I[2]}, {m0, Attitude<double>::identity()}}};
      if (c["method"] == "strang" || c["method"] == "rkn")
        body.torques.push_back(UniformField<double>{axis<Body, double>(2), vectors::vec<Space, double>(c["u0"])});
      const bool attitude = c.contains("q");
      const T h = vectors::number<double>(c["h"]);
      all.push_back({id, cast<T>(body), {h}, c["N"], {vec<Body>(c["m"]), {}}, 1e-11, 1e-19, {}, attitude});
      if (attitude) all.back().state.R = vectors::quaternion<T>(c["q"]);
      if (const int digits = find_method(id)->coefficient_digits) all.back().in_quad = std::pow(10.0, 3 - digits);
    }
  return all;
}

/// Two files of one form, but for what they say of tolerances.
std::vector<End> of_file(const std::string& name, const auto& tolerances) {
  std::vector<End> all;
  const auto document = vectors::read(name);
  for (const auto& [problem, entry] : document["method_end_states"].items()) {
    const auto body = vectors::torqued_body<T>(document["problems"][entry.value("problem", problem)]);
    std::vector<T> h;
    for (const auto& step : entry["h"].is_array() ? entry["h"] : json::array({entry["h"]})) h.push_back(number(step));
    for (const auto& [id, rows] : entry["methods"].items())
      for (const auto& row : rows) {
        all.push_back({id, body, h, row["steps"], {vec<Body>(row["Pi"]), vectors::matrix<T>(row["R"])}, 0, 0});
        tolerances(all.back(), row);
      }
  }
  return all;
}
std::vector<End> of_high_order() {
  auto all = of_file("high-order", [](End& end, const json& row) {
    end.in_double = 1e-14 + 10 * row["double_vs_mp"].get<double>(), end.in_quad = 1e-23;
  });
  std::erase_if(all, [](const End& end) { return end.method == "plf764"; });  // which Polhode has not
  return all;
}
std::vector<End> of_engines() {
  return of_file("engines",
                 [](End& end, const json&) { end.in_double = 1e-11, end.in_quad = 1e-20, end.normalises = true; });
}

struct File {
  const char* name;
  std::vector<End> (*ends)();
  std::size_t methods, runs;
};
class EndStates : public testing::TestWithParam<File> {};
INSTANTIATE_TEST_SUITE_P(Vectors, EndStates,
                         testing::Values(File{"krysl", of_krysl, 22, 88}, File{"romero", of_romero, 7, 22},
                                         File{"frb", of_frb, 23, 28}, File{"high_order", of_high_order, 34, 306},
                                         File{"engines", of_engines, 29, 308}),
                         [](const auto& info) { return std::string(info.param.name); });

/// Whether M runs problems of type P: then it ends there.
template <class P>
bool ends_there(const End& end, double tolerance) {
  using U = typename P::Scalar;
  const auto* runner = find_runner<P>(*find_method(end.method));
  if (!runner) return false;
  const auto state = cast<U>(end.state);
  std::vector<U> h;
  for (const auto& step : end.h) h.push_back(scalar_cast<U>(step));
  std::optional<Interval<U>> interval;
  const Sampler<P> last{end.steps, [&](const Sample<P>& s) { interval = s.interval; }};
  const auto run = runner->run(P{cast<U>(end.body)}, Grid<U>::of_cycle(U(0), h, end.steps), &last);
  const auto where = end.method + ", steps " + std::to_string(end.steps) + ", " + std::to_string(sizeof(U)) + " bytes";
  EXPECT_EQ(run.status, Status::ok) << where;
  EXPECT_LT(relative(run.state.Pi, state.Pi), tolerance) << where;
  if (end.knows_attitude) {
    EXPECT_LT(scalar_cast<double>(attitude_distance(run.state.R, state.R)), tolerance) << where;
  }
  if (std::is_same_v<P, FreeBody<U>>) {
    EXPECT_EQ(run.counters.torque_evaluations, 0) << where;
  }
  if (end.normalises) {
    EXPECT_LT(std::abs(scalar_cast<double>(run.norm_defect)), 40 * scalar_cast<double>(epsilon<U>())) << where;
  }
  if (interval && end.middle) {
    const auto momentum = cast<U>(end.body.momentum(*end.middle));
    EXPECT_LT(relative(momentum_in<Body>(*interval), momentum), tolerance) << where;
    EXPECT_NEAR(scalar_cast<double>(interval->energy),
                scalar_cast<double>(dot(*end.middle, end.body.momentum(*end.middle))) / 2, 1e-10)
        << where;
  }
  return true;
}

/// All end states of all methods; of a free body once more where the type says that there is no torque.
TEST_P(EndStates, AreThoseOfOthers) {
  std::set<std::string> methods;
  const auto ends = GetParam().ends();
  for (const auto& end : ends) {
    ASSERT_NE(find_method(end.method), nullptr) << end.method;
    methods.insert(end.method);
    bool runs = ends_there<TorquedBody<double>>(end, end.in_double) && ends_there<TorquedBody<T>>(end, end.in_quad);
    if (end.body.torques.size == 0)
      runs = ends_there<FreeBody<double>>(end, end.in_double) && ends_there<FreeBody<T>>(end, end.in_quad);
    EXPECT_TRUE(runs) << end.method;
  }
  EXPECT_EQ(methods.size(), GetParam().methods);
  EXPECT_EQ(ends.size(), GetParam().runs);
}

/// Exact motions, against Taylor series of order 40 in 22 and 25 digits.
TEST(References, EndWhereOthersEnd) {
  const auto check = [](const std::string& problem, const TorquedBody<T>& body, const T& t, const json& end) {
    const auto found = reference::at(body, T(0), t);
    const RigidState<T> known{vec<Body>(end["Pi"]), vectors::matrix<T>(end["R"])};
    const auto off = distance(found.state, known);
    EXPECT_LT(static_cast<double>(off.configuration + off.momentum / norm(known.Pi)), 3e-21) << problem << t.str(3);
    EXPECT_LT(static_cast<double>(found.error_estimate), 1e-22) << problem;
  };
  const auto krysl = vectors::read("krysl"), engines = vectors::read("engines");
  for (const auto& [problem, ends] : krysl["references"].items())
    for (const auto& [time, end] : ends.items()) check(problem, body_of_krysl(krysl, problem), T(time.substr(2)), end);
  for (const auto& [problem, ends] : engines["references"].items())
    for (const auto& end : ends)
      check(problem, vectors::torqued_body<T>(engines["problems"][problem]), number(end["t"]), end);
}

template <class U>
void check_dumbbell() {
  constexpr double tolerance = std::is_same_v<U, double> ? 1e-12 : 1e-22;
  const auto problem = DumbbellRomero::make<U>();
  const auto v = [](const json& j) { return vectors::vec<Space, U>(j); };
  each_run(vectors::read("romero")["problem_2_dumbbell_paper"],
           {{"vi", "dumbbell-vi"},
            {"vi_variable_steps", "dumbbell-vi"},
            {"midpoint", "dumbbell-midpoint"},
            {"conserving", "dumbbell-conserving"},
            {"conserving_spatial", "dumbbell-conserving-spatial"}},
           [&](const std::string& id, const json& run) {
             const auto [h, steps] = steps_of(run);
             std::vector<U> cycle;
             for (const auto& step : h) cycle.push_back(scalar_cast<U>(step));
             std::optional<Interval<U>> interval;
             const Sampler<Director<U>> last{steps, [&](const auto& s) { interval = s.interval; }};
             const auto end =
                 find_runner<Director<U>>(*find_method(id))->run(problem, Grid<U>::of_cycle(U(0), cycle, steps), &last);
             EXPECT_EQ(end.status, Status::ok) << id;
             EXPECT_LT(relative(end.state.d, v(run["d"])), tolerance) << id;
             if (run.contains("pnode")) {
               EXPECT_LT(relative(problem.I * end.state.omega, v(run["pnode"])), tolerance) << id;
             }
             if (interval) {
               EXPECT_LT(relative(momentum_in<Space>(*interval), problem.I * v(run["w"])), tolerance) << id;
             } else {
               EXPECT_LT(relative(end.state.omega, v(run["w"])), tolerance) << id;
             }
           });
}
TEST(Dumbbell, EndsWhereOthersEnd) {
  check_dumbbell<double>();
  check_dumbbell<T>();
}

}  // namespace
}  // namespace polhode
