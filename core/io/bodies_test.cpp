// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/geometry/decimal.hpp"
#include "core/reference/reference.hpp"
#include "core/testing/folder.hpp"
#include "core/testing/specs.hpp"
#include "core/testing/vectors.hpp"
#include "core/torques/kovalevskaya.hpp"

/// Bodies as users have them, from their files to end states that another program has computed in 30 digits.
namespace polhode {
namespace {

using nlohmann::json;
using T = float128;

/// The mesh of the vectors, as an ASCII STL.
std::string stl(const json& mesh) {
  std::string text = "solid\n";
  for (const auto& face : mesh["faces"]) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const std::size_t i : face)
      text += fmt::format("vertex {}\n", fmt::join(mesh["vertices"][i].get<std::vector<double>>(), " "));
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid\n";
}

/// The shared object of the vectors.
void build_library(const std::filesystem::path& path, const json& library) {
  const auto source = path.string() + ".c";
  std::ofstream(source) << library["source"].get<std::string>();
  ASSERT_EQ(std::system(fmt::format("cc -O1 -shared -fPIC '{}' -o '{}' -lm", source, path.string()).c_str()), 0);
}

double largest(const json& expected, const Vec<Body, T>& v) {
  double off = 0;
  for (int i = 0; i < 3; ++i)
    off = std::max(off, std::abs(static_cast<double>(T(v[i] - vectors::number<T>(expected[i])))));
  return off;
}

/// The reference of a body under torques at the end of its time.
auto end_of(const std::string& text) {
  const auto spec = spec_of<T>(text);
  return reference::at(std::get<TorquedBody<T>>(spec.problem), spec.t0, *spec.time);
}
/// How far an attitude is from a turn by this angle about the third axis.
T off_turn(const Attitude<T>& R, const T& angle) {
  return attitude_distance(R, relabel<Body, Space>(exp(angle * axis<Body, T>(2))));
}

/// How far the reference of a spec is from the end state; its own estimate must hold.
double off(const json& spec, const json& expected, const TestFolder& folder) {
  const auto read = read_spec<T>(spec, folder.string() + "/");
  return std::visit(
      [&](const auto& problem) -> double {
        if constexpr (requires { problem.I.moments; }) {
          const auto found = reference::at(problem, read.t0, *read.time);
          const auto user = read.to_user(found.state);
          const T end = read.t0 + *read.time;
          const auto l = spatial_momentum(problem, found.state, end);
          const double momentum = largest(expected["Pi"], user.Pi),
                       attitude = static_cast<double>(attitude_distance(user.R, vectors::matrix<T>(expected["R"]))),
                       spatial = largest(expected["spatial_momentum"], {l[0], l[1], l[2]}),
                       energy_off = std::abs(static_cast<double>(
                           T(energy(problem, found.state) - vectors::number<T>(expected["energy"]))));
          EXPECT_LE(std::max(momentum, attitude), static_cast<double>(found.error_estimate) + 1e-28);
          if constexpr (!std::is_same_v<std::decay_t<decltype(problem)>, FreeBody<T>>) {
            const T gain = energy(problem, found.state) - energy(problem, problem.initial);
            const double rounding =
                reference::origin(problem) == reference::Origin::converged_in_double ? 1e-13 : 1e-25;
            const auto near = cast<double>(problem);
            const auto t0 = static_cast<double>(read.t0), time = static_cast<double>(*read.time);
            EXPECT_NEAR(reference::work(near, t0, time, 1e-13, reference::features(near, t0, time)),
                        static_cast<double>(gain), 1e-11)
                << "the energy does not change by the work";
            EXPECT_EQ(problem.conservative(), std::abs(static_cast<double>(gain)) < rounding);
          }
          return std::max({momentum, attitude, spatial, energy_off});
        } else {
          return INFINITY;
        }
      },
      read.problem);
}

class Bodies : public testing::TestWithParam<json> {};

TEST_P(Bodies, EndWhereTheyEnd) {
  const json& body = GetParam();
  const TestFolder folder;
  folder.file("wedge.stl", stl(vectors::read("bodies")["files"]["wedge.stl"]));
  json spec = body["spec"];
  const bool in_double = body["name"].get<std::string>().starts_with("library");
  if (in_double) build_library(folder / "example.so", vectors::read("bodies")["files"]["example.so"]);
  EXPECT_LT(off(spec, body, folder), in_double ? 1e-13 : 1e-25);
  if (body.contains("also")) {
    spec["torque"] = body["also"];
    EXPECT_LT(off(spec, body, folder), 1e-25) << "the old word";
  }
}

/// A function of n states, beside the other or alone, is the torque that the other is.
TEST(Libraries, MayTakeManyStates) {
  const auto vectors = vectors::read("bodies");
  const TestFolder folder;
  const std::string of_states = R"(
void NAME(int n, const double t[], const double R[], const double Pi[], const double Omega[], double T[]) {
  (void)t; (void)R;
  for (int k = 0; k < n; ++k) {
    const double p = Pi[k] * Pi[k] + Pi[n + k] * Pi[n + k] + Pi[2 * n + k] * Pi[2 * n + k];
    for (int i = 0; i < 3; ++i) T[i * n + k] = -0.04 * p * Omega[i * n + k];
  }
}
)";
  for (const std::string name : {"polhode_torques_v2", "drag_torques_v2"}) {
    json library = vectors["files"]["example.so"];
    library["source"] =
        library["source"].get<std::string>() + std::string(of_states).replace(of_states.find("NAME"), 4, name);
    build_library(folder / (name + ".so"), library);
    for (json body : vectors["cases"])
      if (body["name"] == "library-cubic-drag") {
        body["spec"]["torque"] = {{"kind", "library"}, {"file", name + ".so"}};
        if (name != "polhode_torques_v2") body["spec"]["torque"]["symbol"] = name;
        EXPECT_LT(off(body["spec"], body, folder), 1e-13) << name;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Vectors, Bodies, testing::ValuesIn(vectors::read("bodies")["cases"].get<std::vector<json>>()),
                         [](const auto& info) {
                           auto name = info.param["name"].template get<std::string>();
                           for (auto& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

TEST(Dipole, InAConstantFieldThatMakesATopIsExact) {
  const auto top = problem_of<TorquedBody<T>>(
      R"({"body": {"inertia": [2, 2, 1], "momentum": [0.3, 0.1, 2]}, "time": 1,
          "torque": [{"kind": "dipole", "moment": [0, 0, 2], "field": [0, 1, 0]},
                     {"kind": "dipole", "moment": [0, 0, 2], "field": {"kind": "constant", "value": [1, 0, 3]}}]})");
  EXPECT_EQ(reference::origin(top), reference::Origin::exact);
}

/// Closed forms against the extrapolated motion, which shares nothing with them; and their estimate against 100 digits.
void expect_closed(const std::string& body, const std::string& torque, double time, double t0 = 0) {
  const auto text = fmt::format(R"({{"body": {}, "torque": {}, "time": {}, "t0": {}}})", body, torque, time, t0);
  const auto label = body + torque + fmt::format(" after {}", time);
  const auto spec = spec_of<T>(text);
  const auto& problem = std::get<TorquedBody<T>>(spec.problem);
  ASSERT_EQ(reference::origin(problem), reference::Origin::exact) << label;
  const auto found = reference::exact(problem, *spec.time, spec.t0),
             other = reference::converged(problem, spec.t0, *spec.time);
  const auto off = static_cast<double>(distance(found.state, other.state).largest());
  EXPECT_LT(off, static_cast<double>(other.error_estimate + found.error_estimate) + 1e-27) << label;
  EXPECT_LT(static_cast<double>(found.error_estimate), 1e-25) << label;
  if (problem.momentum_torques.size > 0) return;  // a quadrature in 100 digits takes its time
  const auto wide = spec_of<float100>(text);
  const auto certain = reference::exact(std::get<TorquedBody<float100>>(wide.problem), *wide.time, wide.t0);
  const auto error = distance(cast<float100>(found.state), certain.state).largest();
  EXPECT_LE(error, float100(found.error_estimate)) << label;
  const T rounding = 10 * epsilon<T>() * std::max(T(1), norm(found.state.Pi));  // errors are found below it
  EXPECT_LE(float100(found.error_estimate), 1e4 * std::max(error, float100(rounding))) << label;
  EXPECT_LT(certain.error_estimate, float100(1e-45)) << label;
}
/// What is next to such a body is not taken for one.
void expect_converged(const std::string& body, const std::string& torque) {
  const auto text = fmt::format(R"({{"body": {}, "torque": {}, "time": 1}})", body, torque);
  const auto problem = problem_of<TorquedBody<float100>>(text);
  EXPECT_EQ(reference::origin(problem), reference::Origin::converged) << body << torque;
}

TEST(ClosedForms, AreTheConvergedMotion) {
  const std::string start = R"("momentum": [0.9, -1.2, 1.6], "attitude": [0.5, 0.5, -0.5, 0.5])";
  const std::string body = R"({"inertia": [1, 2, 2.75], )" + start + "}";
  expect_closed(body, R"({"kind": "rotors", "momentum": [0.75, 0, 0]})", 12);
  for (const double time : {0.25, -3.0}) {
    for (const char* h : {"[0.75, 0, 0]", "[0, -0.5, 0]", "[0, 0, 1.5]", "[0, 0, -4]"})
      expect_closed(body, fmt::format(R"({{"kind": "rotors", "momentum": {}}})", h), time);
    expect_closed(body, R"({"kind": "damping", "matrix": [0.25, 0.5, 0.6875]})", time);
    expect_closed(R"({"inertia": [2, 2, 2], )" + start + "}", R"({"kind": "rotors", "momentum": [0.3, 0.4, -1]})",
                  time);
    expect_closed(R"({"inertia": [2, 1.5, 2], )" + start + "}", R"({"kind": "rotors", "momentum": [0, 0.5, 0]})", time);
  }
  // From a turning point of the axial rate, in steady rotation, and where one component has just left zero.
  const std::string rotors = R"({"kind": "rotors", "momentum": [0, 0, 0.25]})";
  const auto with = [](const char* momentum) {
    return fmt::format(R"({{"inertia": [1, 2, 2.75], "momentum": {}}})", momentum);
  };
  for (const auto& [momentum, time] : {std::pair("[0.5, 0, 1]", 5.0), {"[0, 0, 1]", 5.0}, {"[0, 0.5, 1]", 1e-20}})
    expect_closed(with(momentum), rotors, time);
  // Back to where one component is zero, and the other is the quotient of nothing and nothing.
  for (const char* momentum : {"[0, 0.5, 1]", "[0.5, 0, 1]"}) {
    const auto problem =
        problem_of<TorquedBody<T>>(fmt::format(R"({{"body": {}, "time": 1, "torque": {}}})", with(momentum), rotors));
    auto back = problem;
    back.initial = reference::exact(problem, T(3)).state;
    EXPECT_LT(static_cast<double>(distance(reference::exact(back, T(-3)).state, problem.initial).largest()), 1e-26)
        << momentum;
  }
  expect_converged(body, R"({"kind": "damping", "matrix": [0.25, 0.5, 0.68750000000005]})");
  for (const std::string& like : {body, R"({"inertia": [2, 2, 3], )" + start + "}"})
    expect_converged(like, R"({"kind": "rotors", "momentum": [0.1, 0.2, 0]})");
}

/// Three numbers, the first along axis k.
std::string along(int k, const std::array<std::string, 3>& x) {
  return fmt::format("[{}, {}, {}]", x[(3 - k) % 3], x[(4 - k) % 3], x[(5 - k) % 3]);
}

/// A symmetric body under a constant torque on its axis: every axis and sign, forth and back, in other units; a sphere
/// under any torque.
TEST(ClosedForms, OfAConstantTorqueOnTheAxis) {
  const auto torque = [](const std::string& tau) { return fmt::format(R"({{"kind": "body", "torque": {}}})", tau); };
  const std::string rest = R"(, "attitude": [0.5, 0.5, -0.5, 0.5]})";
  const auto body = [&](int k, const std::array<std::string, 3>& I, const std::array<std::string, 3>& Pi) {
    return fmt::format(R"({{"inertia": {}, "momentum": {}{})", along(k, I), along(k, Pi), rest);
  };
  for (int k = 0; k < 3; ++k) {
    const auto top = body(k, {"0.75", "2", "2"}, {"1.6", "0.9", "-1.2"});
    for (const double time : {0.25, -3.0, 12.0})
      for (const char* tau : {"0.4", "-2.5"}) expect_closed(top, torque(along(k, {tau, "0", "0"})), time);
    expect_closed(
        top, fmt::format("[{}, {}]", torque(along(k, {"0.75", "0.25", "0"})), torque(along(k, {"0.5", "-0.25", "0"}))),
        2);
    expect_converged(top, torque(along(k, {"0.4", "1e-9", "0"})));
    expect_converged(top, torque(along(k, {"0", "0.4", "0"})));
    expect_converged(top,
                     torque(R"({"kind": "harmonic", "frequency": 1, "amplitude": )" + along(k, {"1", "0", "0"}) + "}"));
    expect_converged(body(k, {"0.75", "2", "2.000000001"}, {"1.6", "0.9", "-1.2"}),
                     torque(along(k, {"0.4", "0", "0"})));
    expect_converged(
        top, fmt::format(R"([{}, {{"kind": "gravity", "moment": [0, 0, 1]}}])", torque(along(k, {"1", "0", "0"}))));
  }
  expect_closed(R"({"inertia": [2, 2, 2], "momentum": [0.9, -1.2, 1.6])" + rest, torque("[0.3, 0.4, -1]"), 5);
  expect_closed(R"({"inertia": [2, 2, 0.75], "momentum": [0, 0, 1.6])" + rest, torque("[0, 0, -1]"), 7);
  expect_closed(R"({"inertia": [2, 2, 0.75], "momentum": [0, 0, 0])" + rest, torque("[0, 0, 1]"), 7);
  expect_closed(R"({"inertia": [2, 2, 2.5], "momentum": [1, 0, 0])" + rest, torque("[0, 0, 1]"), 7);
  // A full matrix: the axis is (1, 1, 1).
  expect_closed(
      R"({"inertia": [[2, -0.25, -0.25], [-0.25, 2, -0.25], [-0.25, -0.25, 2]], "momentum": [0.9, -1.2, 1.6])" + rest,
      torque("[0.3, 0.3, 0.3]"), 3);
}

/// Coils beside numbers of another hand; in a field at rest, without limits, they are eddy currents; along orbits, the
/// derivative of the field is its quotient of differences.
TEST(BDot, BrakesByTheChangeOfTheField) {
  const auto read = [](const std::string& torque, const std::string& rest) {
    return spec_of<T>(fmt::format(R"({{"torque": {}, {}}})", torque, rest));
  };
  const auto end = [&](const std::string& torque, const std::string& rest) {
    const auto spec = read(torque, rest);
    return spec.axes * reference::at(std::get<TorquedBody<T>>(spec.problem), T(0), *spec.time).state.Pi;
  };
  const Vec<Body, T> braked{-0.00379323824572, -0.01215150041970, -0.00307222210371};
  for (const auto& [gain, strength, units] :
       {std::tuple("60000", "3e-5", ""), std::tuple("6e-5", "30000", R"(, "field": "nT", "dipole_moment": "A m^2")")}) {
    const auto coils = fmt::format(R"({{"kind": "bdot", "gain": {}, "limit": 0.2, "field": {{"kind": "orbit-dipole",
      "strength": {}, "tilt": 180, "orbit": {{"mu": "earth", "radius": 6778137, "inclination": 90}}}}}})",
                                   gain, strength);
    const auto cubesat = fmt::format(R"("units": {{"mass": "kg", "length": "m", "time": "s", "angle": "deg",
      "rate": "rad/s"{}}}, "body": {{"inertia": [0.05, 0.06, 0.02], "angular_velocity": [0.1, -0.2, 0.15]}}, "time": 30)",
                                     units);
    EXPECT_LT(static_cast<double>(norm(end(coils, cubesat) - braked)), 1e-10) << gain;
  }

  const std::string body = R"("body": {"inertia": [[2, 0.25, 0], [0.25, 3, 0], [0, 0, 2.5]], "momentum": [1, 2, -3]})";
  const std::string field = R"("field": [0.3, -0.8, 1.1]})", brief = body + R"(, "time": 2)";
  EXPECT_LT(static_cast<double>(norm(end(R"({"kind": "bdot", "gain": 0.7, )" + field, brief) -
                                     end(R"({"kind": "damping", "eddy": 0.7, )" + field, brief))),
            1e-14);

  for (const char* path : {R"("radius": 2)", R"("periapsis": 1.5, "eccentricity": 0.4, "true_anomaly": 2)"}) {
    const auto spec = read(fmt::format(R"({{"kind": "bdot", "gain": 1, "field": {{"kind": "orbit-dipole", "strength": 2,
      "tilt": 0.3, "longitude": 1, "planet_rate": 0.7, "orbit": {{"mu": 5, "inclination": 0.9, {}}}}}}})",
                                       path),
                           brief);
    const auto& B = std::get<BDot<T>>(*std::get<TorquedBody<T>>(spec.problem).momentum_torques.begin()).field;
    for (const T t : {T(0), T(1.25), T(-7)}) {
      const T h(0x1p-30);
      EXPECT_LT(static_cast<double>(norm((B.at(t + h) - B.at(t - h)) / (h + h) - B.rate(t))), 1e-15) << path;
      EXPECT_GT(static_cast<double>(norm(B.rate(t))), 0.01) << path;
    }
  }
}

/// Wheels whose motors give a torque, beside numbers of another hand; a free wheel beside a constant h and the inertia
/// without it; spins up and down about one axis, from any t0; h by formula beside the signal that it spells.
TEST(Rotors, OfMotorsAndOfFormulas) {
  const auto end = [](const std::string& body, const std::string& rotors, const std::string& rest) {
    const auto spec =
        spec_of<T>(fmt::format(R"({{"body": {{{}}}, "torque": {{"kind": "rotors", {}}}, {}}})", body, rotors, rest));
    const auto& problem = std::get<TorquedBody<T>>(spec.problem);
    const bool in_general = std::holds_alternative<Formula<T>>(*problem.momentum_torques.begin());
    EXPECT_EQ(fmt::format("{}", fmt::join(spec.warnings, "")).find("spatial_momentum") != std::string::npos,
              in_general);
    const auto state = reference::at(problem, T(spec.t0), *spec.time).state;
    return RigidState<T>{spec.axes * problem.Omega(state.Pi), state.R * inverse(spec.axes)};
  };
  const auto off = [](const RigidState<T>& a, const RigidState<T>& b) {
    return static_cast<double>(distance(a, b).largest());
  };
  for (const char* from : {"", R"("t0": 7, )"})
    EXPECT_LT(off(end(R"("inertia": [900, 800, 600], "angular_velocity": [0.08, -0.02, 0.03])",
                      R"("wheels": [{"axis": [0, 0, 2], "inertia": 0.159, "speed": 100, "motor_torque": 0.2}])",
                      from + std::string(R"("time": 60)")),
                  {{0.05069915237594981, 0.06609515485816833, 0.02244439886643434},
                   {-0.7017816252718965, 0.33543170892292695, 0.06060251746233544, 0.6255521192970316}}),
              1e-9)
        << from;
  EXPECT_LT(off(end(R"("inertia": [0.01, 0.012, 0.02], "angular_velocity": [0.5, 0.3, 0.1])",
                    R"j("momentum": {"kind": "formula", "values": ["0", "0", "0.02*(1-exp(-t/tau))"],
                                     "constants": {"tau": 0.05}})j",
                    R"("time": 1)"),
                {{-0.00045626868887835547 / 0.01, 0.006208292001972278 / 0.012, -0.018208651499711976 / 0.02},
                 {0.8777482561582577, 0.12770860049837568, 0.23537036972973624, -0.39730253110592084}}),
            1e-9);
  // a = (1, 2, 2)/3, J = 0.45; a . Omega = 0.7 and s = 3, so that h = 0.45 * 3.7 a.
  const std::string brief = R"("time": 2)", start = R"(, "angular_velocity": ["0.3", "-0.4", "1.3"])";
  EXPECT_LT(
      off(end(R"("inertia": [[2, 0.25, 0], [0.25, 3, 0], [0, 0, 2.5]])" + start,
              R"("wheels": [{"axis": [1, 2, 2], "inertia": "0.45", "speed": 3, "motor_torque": 0},
                                  {"axis": [0, 1, 0], "momentum": 0.25}])",
              brief),
          end(R"("inertia": [["1.95", "0.15", "-0.1"], ["0.15", "2.8", "-0.2"], ["-0.1", "-0.2", "2.3"]])" + start,
              R"("momentum": ["0.555", "1.36", "1.11"])", brief)),
      1e-14);
  for (const char* time : {"4", "-4"}) {
    const auto spun = end(R"("inertia": [1, 1.5, 2], "angular_velocity": [0, 0, 0.75])",
                          R"("wheels": [{"axis": [0, 0, -1], "inertia": 0.5, "speed": -20, "motor_torque": 0.3}])",
                          fmt::format(R"("t0": 5, "time": {})", time));
    EXPECT_NEAR(static_cast<double>(spun.Pi[2]), 0.75 + 0.3 * std::stod(time) / 1.5, 1e-14) << time;
  }
  const std::string oblong = R"("inertia": [3, 1, 2])" + start;
  EXPECT_LT(
      off(end(oblong,
              R"j("momentum": {"kind": "formula", "values": ["cos(3*t + 7/10)/2", "1/4", "-2*cos(3*t + 7/10)"]})j",
              brief),
          end(oblong, R"("momentum": {"kind": "harmonic", "amplitude": [0.5, 0, -2], "frequency": 3,
                                            "phase": "0.7", "offset": [0, 0.25, 0]})",
              brief)),
      1e-14);
}

/// Swinging and turning over in a field that rests or turns, about every axis of a body without symmetry, next to the
/// separatrix and at rest.
TEST(ClosedForms, OfThePlanePendulum) {
  const std::array<std::string, 3> I{"1.5", "2", "2.75"}, moment{"0", "0.3", "-0.5"}, field{"0", "0.75", "1.25"};
  const auto body = [&](int k, const std::array<std::string, 3>& I, const std::array<std::string, 3>& Pi,
                        const std::string& attitude = "[1, 0, 0, 0]") {
    return fmt::format(R"({{"inertia": {}, "momentum": {}, "attitude": {}}})", along(k, I), along(k, Pi), attitude);
  };
  const auto dipole = [](const std::string& moment, const std::string& field) {
    return fmt::format(R"({{"kind": "dipole", "moment": {}, "field": {}}})", moment, field);
  };
  const auto rotating = [](const std::string& value, const std::string& axis, double frequency) {
    return fmt::format(R"({{"kind": "rotating", "value": {}, "axis": {}, "frequency": {}}})", value, axis, frequency);
  };
  for (int k = 0; k < 3; ++k) {
    const auto n = along(k, {"2", "0", "0"}), m = along(k, moment), B = along(k, field);
    for (const char* Pi : {"0.25", "-3", "0"})
      for (const double w : {0.5, -1.25}) {
        const auto start = body(k, I, {Pi, "0", "0"});
        expect_closed(start, dipole(m, rotating(B, n, w)), 3, 0.75);
        expect_closed(start, dipole(m, rotating(B, n, w)), -6);
      }
    expect_closed(body(k, I, {"0.25", "0", "0"}), dipole(m, B), 5);
    expect_converged(body(k, I, {"0.25", "1e-9", "0"}), dipole(m, B));
    expect_converged(body(k, I, {"0.25", "0", "0"}), dipole(along(k, {"1e-9", "0.3", "-0.5"}), B));
    expect_converged(body(k, I, {"0.25", "0", "0"}), dipole(m, along(k, {"1e-9", "0.75", "1.25"})));
    expect_converged(body(k, I, {"0.25", "0", "0"}), dipole(m, rotating(B, along(k, {"1", "1e-9", "0"}), 0.5)));
    expect_converged(body(k, I, {"0.25", "0", "0"}), dipole(m, rotating(along(k, {"0.1", "0.75", "1"}), n, 0.5)));
  }
  // Its axis is where the attitude takes it.
  expect_closed(body(2, I, {"0.5", "0", "0"}, "[0.5, 0.5, 0.5, 0.5]"),
                dipole("[0.3, -0.5, 0]", rotating("[0, 0.75, 1.25]", "[1, 0, 0]", 0.5)), 3);
  // At rest in a field that does not turn, along it and against it.
  expect_closed(R"({"inertia": [1, 2, 2.5], "momentum": [0, 0, 0]})", dipole("[0.5, 0, 0]", "[2, 0, 0]"), 4);
  expect_closed(R"({"inertia": [1, 2, 2.5], "momentum": [0, 0, 0]})", dipole("[0.5, 0, 0]", "[-2, 0, 0]"), 4);
  expect_closed(R"({"inertia": [1, 2, 2.5], "momentum": [0, 0, 2.5]})", dipole("[0.5, 0, 0]", "[-2, 1, 0]"), 4);
}

TEST(ConvergedReference, EndsWhereTheMotionEnds) {
  const auto why = [](const std::string& momentum, const std::string& torque) -> std::string {
    try {
      end_of(fmt::format(R"({{"body": {{"inertia": [1, 2, 2.8], "momentum": {}}}, "torque": {}, "time": 3}})", momentum,
                         torque));
      return "";
    } catch (const reference::NoMotion& e) {
      return e.what();
    }
  };
  const auto ends = [&](const std::string& momentum, const std::string& torque, const std::string& at) {
    const auto said = why(momentum, torque);
    EXPECT_NE(said.find("ends at t = " + at), std::string::npos) << torque << said;
  };
  ends("[1, 0, 0]", R"({"kind": "formula", "torque": ["Omega1^3", "0", "0"]})", "0.5,");
  ends("[1, 2, 9]", R"j({"kind": "formula", "torque": ["log(1 - t)", "0", "0"]})j", "1");
  // Half a turn after pi/9 or so, of a body that turns by 9 / 2.8 about its third axis.
  const std::string spin = "[0, 0, 9]";
  ends(spin, R"({"kind": "spring", "stiffness": 0.1, "potential": "quadratic"})", "0.9");
  ends(spin, R"({"kind": "control", "attitude_gain": 0.1, "error": "quaternion"})", "0.9");
  ends(spin, R"({"kind": "control", "attitude_gain": 0.1, "error": "quaternion", "rate_gain": 0.01, "limit": 0.2})",
       "0.9");
  EXPECT_EQ(why(spin, R"({"kind": "spring", "stiffness": 0.1})"), "");
  EXPECT_EQ(why(spin, R"({"kind": "control", "attitude_gain": 0.1})"), "");
  EXPECT_EQ(why("[0, 0, 2]", R"({"kind": "control", "attitude_gain": 0.1, "error": "quaternion"})"), "");
}

/// Both quaternions of an attitude are turned back the short way.
TEST(ConvergedReference, ControlsByQuaternionsTakeTheShortWay) {
  const auto end = [](const char* attitude) {
    return end_of(
        fmt::format(R"({{"body": {{"inertia": [1, 2, 2.5], "momentum": [0, 0, 0], "attitude": {}}}, "time": 0.1,
      "torque": {{"kind": "control", "attitude_gain": 1, "error": "quaternion"}}}})",
                    attitude));
  };
  const auto one = end("[0.6, 0, 0, -0.8]"), other = end("[-0.6, 0, 0, 0.8]");
  EXPECT_NEAR(static_cast<double>(one.state.Pi[2]), 0.16, 1e-3);
  EXPECT_LT(norm(one.state.Pi - other.state.Pi), 1e-25);
}

/// Smooth motions take polynomials of a radian or so: the end is that of 43-digit runs of another program, and the
/// error is one of rounding, also late in time, where rounding is that of the time.
TEST(ConvergedReference, OfSmoothMotionsIsRounding) {
  const auto reaches = [](const char* given, const json& Pi, double least) {
    const auto spec = spec_of<T>(given);
    const auto& body = std::get<TorquedBody<T>>(spec.problem);
    const auto found = reference::at(body, spec.t0, *spec.time);
    const double share = largest(Pi, spec.to_user(found.state).Pi) / static_cast<double>(norm(found.state.Pi)),
                 estimate = static_cast<double>(found.relative.momentum);
    EXPECT_LT(3 * share, estimate) << given;
    EXPECT_LT(estimate, least) << given;
  };
  // Eddy currents and a moment of a small satellite in a field that turns slowly.
  reaches(
      R"({"body": {"inertia": ["0.0333", "0.0331", "0.0067"], "angular_velocity": ["0.2", "-0.17", "0.34"]}, "time": 60,
      "torque": [{"kind": "dipole", "moment": ["0.002", "0.001", "-0.003"],
                  "field": {"kind": "rotating", "value": ["3e-5", 0, "1e-5"], "axis": [0, 1, 0], "frequency": "0.002"}},
                 {"kind": "damping", "eddy": 6000,
                  "field": {"kind": "rotating", "value": ["3e-5", 0, "1e-5"], "axis": [0, 1, 0], "frequency": "0.002"}}]})",
      {"-0.0052032518068162059539631855608981", "0.00695938950115821437896272794050689",
       "0.00218011727245549899507251130492288"},
      1e-28);
  reaches(R"({"body": {"inertia": [["2.1", "0.13", "-0.22"], ["0.13", "3.3", "0.17"], ["-0.22", "0.17", "4.1"]],
                       "angular_velocity": ["0.4", "-0.7", "0.9"]}, "t0": 100000, "time": 6,
      "torque": [{"kind": "body", "torque": {"kind": "harmonic", "amplitude": ["0.4", "0.1", "-0.6"], "frequency": "3.9"}},
                 {"kind": "damping", "matrix": "0.1"}]})",
          {"0.393212950901453684581682935792939", "3.03936476450032225678754682272446",
           "1.64768622597531871648142287675242"},
          1e-25);
}

/// A torque that is there for a hundredth of a time hides between the points of no polynomial.
TEST(ConvergedReference, SeesShortKinks) {
  const auto found = end_of(R"j({"body": {"inertia": [1, 1, 1], "momentum": [0, 0, 1]}, "time": 6,
      "torque": {"kind": "formula", "torque": ["0", "0", "max(0, 0.000036 - (t - 2.3456)^2)"]}})j");
  const T impulse = T(4) / 3 * T("2.16e-7");
  EXPECT_LT(abs(T(found.state.Pi[2] - 1 - impulse)), found.error_estimate);
  EXPECT_LT(static_cast<double>(found.error_estimate), 1e-20);
}

/// A controller that goes to and fro between its limits, of high gains: another run, with its limits rounded by a sharp
/// tanh, ends next to it, and its own estimate is small.
TEST(ConvergedReference, OfAControllerThatChatters) {
  const auto end = [](const std::string& control) {
    return end_of(
        R"({"body": {"inertia": [1.3, 2.1, 2.9], "momentum": [0.3, -0.2, 0.4],
            "attitude": {"rotation_vector": [0.6, -0.4, 0.5]}}, "time": 10, "torque": )" +
        control + "}");
  };
  const auto cut = end(R"({"kind": "control", "attitude_gain": 400, "rate_gain": 40, "limit": "0.2"})");
  EXPECT_LT(static_cast<double>(cut.error_estimate), 1e-18);
  // A formula of the same, by min and max, which is extrapolated through all its kinks.
  const std::string u = "max(-0.2, min(0.2, -200*({}) - 40*{}))";
  const auto same = end(fmt::format(
      R"({{"kind": "formula", "torque": ["{}", "{}", "{}"]}})", fmt::format(fmt::runtime(u), "R32 - R23", "Omega1"),
      fmt::format(fmt::runtime(u), "R13 - R31", "Omega2"), fmt::format(fmt::runtime(u), "R21 - R12", "Omega3")));
  EXPECT_LT(static_cast<double>(distance(cut.state, same.state).largest()),
            static_cast<double>(cut.error_estimate + same.error_estimate));
}

/// Kovalevskaya's integral is kept where it is one, in every order of the axes; next to her body nothing is said.
TEST(Kovalevskaya, KeepsHerIntegral) {
  const auto change = [](const std::string& inertia, const std::string& moment) -> std::optional<double> {
    const auto body = problem_of<TorquedBody<T>>(fmt::format(
        R"({{"body": {{"inertia": {}, "momentum": [0.9, -1.2, 1.6], "attitude": [0.5, 0.5, -0.5, 0.5]}},
            "torque": {{"kind": "dipole", "moment": {}, "field": [0.3, -0.4, 0.75]}}, "time": 3}})",
        inertia, moment));
    const auto before = kovalevskaya(body, body.initial);
    if (!before) return {};
    const auto end = reference::extrapolated(body, T(0), T(3), 1e-28);
    return std::abs(static_cast<double>(T(*kovalevskaya(body, end) / *before - 1)));
  };
  for (int k = 0; k < 3; ++k) {
    const auto kept = change(along(k, {"1.3", "2.6", "2.6"}), along(k, {"0", "0.5", "-1"}));
    ASSERT_TRUE(kept) << k;
    EXPECT_LT(*kept, 1e-25) << k;
    EXPECT_FALSE(change(along(k, {"1.3", "2.6", "2.600000001"}), along(k, {"0", "0.5", "-1"})));
    EXPECT_FALSE(change(along(k, {"1.3", "2.6", "2.6"}), along(k, {"1e-9", "0.5", "-1"})));
    EXPECT_FALSE(change(along(k, {"1.4", "2.6", "2.6"}), along(k, {"0", "0.5", "-1"})));
  }
}

/// A body at rest that a short push turns: the momentum and the angle are integrals of a bell, and of a bell of the
/// angle itself. Two runs that look at the same points agree on nothing at all.
TEST(ClosedForms, APeakOfAFormulaIsNotSteppedOver) {
  for (const char* width : {"1e-2", "1e-4", "2e-5"})
    for (const double t0 : {0.0, -3.0}) {
      const auto found = end_of(fmt::format(R"j({{"body": {{"inertia": [1, 1, 1], "momentum": [0, 0, 0]}},
          "t0": {}, "time": 10, "torque": {{"kind": "formula", "constants": {{"w": "{}"}},
          "torque": ["0", "0", "exp(-((t - 3.7654321)/w)^2)/w"]}}}})j",
                                            t0, width));
      const T impulse = sqrt(pi_of<T>()), angle = impulse * (T(t0) + T(10) - T("3.7654321"));
      EXPECT_LT(abs(T(found.state.Pi[2] - impulse)), T(1e-24)) << width;
      EXPECT_LT(off_turn(found.state.R, angle), T(1e-23)) << width;
    }
  // A user who knows it says so.
  const auto found = end_of(R"j({"body": {"inertia": [1, 1, 1], "momentum": [0, 0, 0]}, "time": 10, "torque":
      {"kind": "formula", "feature": "1e-6", "torque": ["0", "0", "1e6*exp(-((t - 3.7654321)/1e-6)^2)"]}})j");
  EXPECT_LT(abs(T(found.state.Pi[2] - sqrt(pi_of<T>()))), T(1e-22));
}

/// A triangle wave that is written as asin(sin(1.7 t)): momentum and angle are sums of polynomials between its kinks.
TEST(ClosedForms, KinksOfAFormulaAreNotSteppedOver) {
  const auto found = end_of(R"j({"body": {"inertia": [1, 1, 1], "momentum": [0, 0, 0]}, "time": 10, "torque":
      {"kind": "formula", "constants": {"w": "1.7"}, "torque": ["0", "0", "asin(sin(w*t))"]}})j");
  const T half = pi_of<T>() / T("1.7");
  T value(0), slope("1.7"), Pi(0), angle(0), t(0);
  for (T kink = half / 2; t < 10; kink += half, slope = -slope) {
    const T d = std::min(kink, T(10)) - t;
    angle += d * (Pi + d * (value / 2 + d * slope / 6)), Pi += d * (value + d * slope / 2), value += d * slope, t += d;
  }
  EXPECT_LT(abs(T(found.state.Pi[2] - Pi)), T(1e-18) + found.error_estimate);
  EXPECT_LT(off_turn(found.state.R, angle), T(1e-18) + found.error_estimate);
  EXPECT_LT(found.error_estimate, T(1e-15));
}

/// A push over a ten-thousandth of a radian of the attitude: half the square of the momentum grows by its integral over
/// the angle, in u = (sin(angle) - 0.6)/w that of a bell.
TEST(ClosedForms, APeakOfTheAttitudeIsNotSteppedOver) {
  const auto found = end_of(R"j({"body": {"inertia": [1, 1, 1], "momentum": [0, 1, 0]}, "time": 1, "torque":
      {"kind": "formula", "constants": {"w": "1e-4"}, "torque": ["0", "exp(-((R31 + 3/5)/w)^2)/w", "0"]}})j");
  T work(0);
  for (int k = -120; k <= 120; ++k) {
    const T u = T(k) / 10, sine = T(3) / 5 + T("1e-4") * u;
    work += exp(T(-u * u)) / sqrt(T(1 - sine * sine)) / 10;
  }
  EXPECT_LT(abs(T(found.state.Pi[1] - sqrt(T(1 + 2 * work)))), T(1e-18)) << found.state.Pi[1];
}

}  // namespace
}  // namespace polhode
