// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/geometry/decimal.hpp"
#include "core/geometry/dual.hpp"
#include "core/io/formula.hpp"
#include "core/io/spec.hpp"
#include "core/reference/reference.hpp"
#include "core/system/user.hpp"
#include "core/testing/folder.hpp"
#include "core/testing/refusal.hpp"
#include "core/testing/vectors.hpp"
#include "core/torques/kovalevskaya.hpp"

/// Bodies as users have them, from their files to end states that another program has computed in 30 digits.
namespace polhode {
namespace {

using nlohmann::json;
using T = float128;

/// The mesh of the vectors, as an ASCII STL.
void write_mesh(const std::filesystem::path& path, const json& mesh) {
  std::ofstream out(path);
  out << "solid\n";
  for (const auto& face : mesh["faces"]) {
    out << "facet normal 0 0 0\nouter loop\n";
    for (const auto& i : face) {
      const auto& v = mesh["vertices"][i.get<std::size_t>()];
      out << "vertex " << v[0] << " " << v[1] << " " << v[2] << "\n";
    }
    out << "endloop\nendfacet\n";
  }
  out << "endsolid\n";
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
            EXPECT_LT(std::abs(static_cast<double>(T(gain - reference::work(problem, read.t0, *read.time)))), rounding)
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
  write_mesh(folder / "wedge.stl", vectors::read("bodies")["files"]["wedge.stl"]);
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

std::vector<json> all_bodies() {
  const json all = vectors::read("bodies");
  return {all["cases"].begin(), all["cases"].end()};
}
INSTANTIATE_TEST_SUITE_P(Vectors, Bodies, testing::ValuesIn(all_bodies()), [](const auto& info) {
  auto name = info.param["name"].template get<std::string>();
  for (auto& c : name)
    if (c == '-') c = '_';
  return name;
});

TEST(Dipole, InAConstantFieldThatMakesATopIsExact) {
  const auto spec = read_spec<T>(json::parse(
      R"({"body": {"inertia": [2, 2, 1], "momentum": [0.3, 0.1, 2]}, "time": 1,
          "torque": [{"kind": "dipole", "moment": [0, 0, 2], "field": [0, 1, 0]},
                     {"kind": "dipole", "moment": [0, 0, 2], "field": {"kind": "constant", "value": [1, 0, 3]}}]})"));
  EXPECT_EQ(std::visit([](const auto& p) { return reference::origin(p); }, spec.problem), reference::Origin::exact);
}

/// Closed forms against the extrapolated motion, which shares nothing with them; and their estimate against 100 digits.
void expect_closed(const std::string& body, const std::string& torque, double time, double t0 = 0) {
  const auto text =
      json::parse(fmt::format(R"({{"body": {}, "torque": {}, "time": {}, "t0": {}}})", body, torque, time, t0));
  const auto spec = read_spec<T>(text);
  const auto wide = read_spec<float100>(text);
  std::visit(
      [&]<template <class> class P>(const P<T>& problem) {
        if constexpr (requires { problem.torques; }) {
          const auto label = body + torque + fmt::format(" after {}", time);
          ASSERT_EQ(reference::origin(problem), reference::Origin::exact) << label;
          const auto found = reference::exact(problem, *spec.time, spec.t0),
                     other = reference::converged(problem, spec.t0, *spec.time);
          const auto off = distance(found.state, other.state);
          EXPECT_LT(static_cast<double>(off.largest()),
                    static_cast<double>(other.error_estimate + found.error_estimate) + 1e-27)
              << label;
          EXPECT_LT(static_cast<double>(found.error_estimate), 1e-25) << label;
          if (problem.momentum_torques.size == 0) {  // a quadrature in 100 digits takes its time
            const auto certain = reference::exact(std::get<P<float100>>(wide.problem), *wide.time, wide.t0);
            const auto error = distance(cast<float100>(found.state), certain.state).largest();
            EXPECT_LE(error, float100(found.error_estimate)) << label;
            const T rounding = 10 * epsilon<T>() * std::max(T(1), norm(found.state.Pi));  // errors are found below it
            EXPECT_LE(float100(found.error_estimate), 1e4 * std::max(error, float100(rounding))) << label;
            EXPECT_LT(certain.error_estimate, float100(1e-45)) << label;
          }
        }
      },
      spec.problem);
}
/// What is next to such a body is not taken for one.
void expect_converged(const std::string& body, const std::string& torque) {
  const auto spec =
      read_spec<float100>(json::parse(fmt::format(R"({{"body": {}, "torque": {}, "time": 1}})", body, torque)));
  EXPECT_EQ(std::visit([](const auto& p) { return reference::origin(p); }, spec.problem), reference::Origin::converged)
      << body << torque;
}

TEST(ClosedForms, AreTheConvergedMotion) {
  const auto check = [](const std::string& body, const std::string& torque, double time) {
    expect_closed(body, torque, time);
  };
  const std::string start = R"("momentum": [0.9, -1.2, 1.6], "attitude": [0.5, 0.5, -0.5, 0.5])";
  const std::string body = R"({"inertia": [1, 2, 2.75], )" + start + "}";
  check(body, R"({"kind": "rotors", "momentum": [0.75, 0, 0]})", 12);
  for (const double time : {0.25, -3.0}) {
    for (const char* h : {"[0.75, 0, 0]", "[0, -0.5, 0]", "[0, 0, 1.5]", "[0, 0, -4]"})
      check(body, fmt::format(R"({{"kind": "rotors", "momentum": {}}})", h), time);
    check(body, R"({"kind": "damping", "matrix": [0.25, 0.5, 0.6875]})", time);
    check(R"({"inertia": [2, 2, 2], )" + start + "}", R"({"kind": "rotors", "momentum": [0.3, 0.4, -1]})", time);
    check(R"({"inertia": [2, 1.5, 2], )" + start + "}", R"({"kind": "rotors", "momentum": [0, 0.5, 0]})", time);
  }
  // From a turning point of the axial rate, in steady rotation, and about an axis of a turned body.
  check(R"({"inertia": [1, 2, 2.75], "momentum": [0.5, 0, 1]})", R"({"kind": "rotors", "momentum": [0, 0, 0.25]})", 5);
  check(R"({"inertia": [1, 2, 2.75], "momentum": [0, 0, 1]})", R"({"kind": "rotors", "momentum": [0, 0, 0.25]})", 5);
  // Where one component has just left zero, and damping that is next to proportional.
  check(R"({"inertia": [1, 2, 2.75], "momentum": [0, 0.5, 1]})", R"({"kind": "rotors", "momentum": [0, 0, 0.25]})",
        1e-20);
  // Back to where one component is zero, and the other is the quotient of nothing and nothing.
  for (const char* momentum : {"[0, 0.5, 1]", "[0.5, 0, 1]"}) {
    const auto problem = std::get<TorquedBody<T>>(
        read_spec<T>(json::parse(fmt::format(R"({{"body": {{"inertia": [1, 2, 2.75], "momentum": {}}}, "time": 1,
                                                 "torque": {{"kind": "rotors", "momentum": [0, 0, 0.25]}}}})",
                                             momentum)))
            .problem);
    auto back = problem;
    back.initial = reference::exact(problem, T(3)).state;
    EXPECT_LT(static_cast<double>(distance(reference::exact(back, T(-3)).state, problem.initial).largest()), 1e-26)
        << momentum;
  }
  expect_converged(body, R"({"kind": "damping", "matrix": [0.25, 0.5, 0.6875000001]})");
  expect_converged(body, R"({"kind": "rotors", "momentum": [0.1, 0.2, 0]})");
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

/// Where a motion ends, its reference says so and when: it neither goes on beyond that nor tries for ever.
TEST(ConvergedReference, EndsWhereTheMotionEnds) {
  const auto why = [](const std::string& momentum, const std::string& torque) -> std::string {
    const auto spec = read_spec<T>(json::parse(fmt::format(
        R"({{"body": {{"inertia": [1, 2, 2.8], "momentum": {}}}, "torque": {}, "time": 3}})", momentum, torque)));
    try {
      std::visit([&](const auto& problem) { reference::at(problem, T(0), T(3)); }, spec.problem);
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

/// Smooth motions take polynomials of a radian or so: the end is that of 43-digit runs of another program, and the
/// error is one of rounding, also late in time, where rounding is that of the time.
TEST(ConvergedReference, OfSmoothMotionsIsRounding) {
  const auto reaches = [](const char* given, const json& Pi, double least) {
    const auto spec = read_spec<T>(json::parse(given));
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
  const auto spec = read_spec<T>(json::parse(R"j({"body": {"inertia": [1, 1, 1], "momentum": [0, 0, 1]}, "time": 6,
      "torque": {"kind": "formula", "torque": ["0", "0", "max(0, 0.000036 - (t - 2.3456)^2)"]}})j"));
  const auto found = reference::at(std::get<TorquedBody<T>>(spec.problem), T(0), T(6));
  const T impulse = T(4) / 3 * T("2.16e-7");
  EXPECT_LT(abs(T(found.state.Pi[2] - 1 - impulse)), found.error_estimate);
  EXPECT_LT(static_cast<double>(found.error_estimate), 1e-20);
}

/// A controller that goes to and fro between its limits, of high gains: another run, with its limits rounded by a sharp
/// tanh, ends next to it, and its own estimate is small.
TEST(ConvergedReference, OfAControllerThatChatters) {
  const auto end = [](const std::string& control) {
    const auto spec = read_spec<T>(json::parse(
        R"({"body": {"inertia": [1.3, 2.1, 2.9], "momentum": [0.3, -0.2, 0.4],
            "attitude": {"rotation_vector": [0.6, -0.4, 0.5]}}, "time": 10, "torque": )" +
        control + "}"));
    return reference::at(std::get<TorquedBody<T>>(spec.problem), T(0), T(10));
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
    const auto spec = read_spec<T>(json::parse(fmt::format(
        R"({{"body": {{"inertia": {}, "momentum": [0.9, -1.2, 1.6], "attitude": [0.5, 0.5, -0.5, 0.5]}},
            "torque": {{"kind": "dipole", "moment": {}, "field": [0.3, -0.4, 0.75]}}, "time": 3}})",
        inertia, moment)));
    const auto& body = std::get<TorquedBody<T>>(spec.problem);
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

/// A formula in space and one in the body: turned, renamed and in other units, it is the same torque.
TEST(Formulas, TurnWithSpaceAndKnowNoUnits) {
  for (const char* frame : {"space", "body"}) {
    const auto spec = read_spec<double>(json::parse(fmt::format(
        R"j({{"body": {{"inertia": [[2, 0.1, 0.2], [0.1, 3, -0.3], [0.2, -0.3, 4]], "momentum": [1, 1.5, -2],
              "attitude": [0.5, -0.5, 0.1, 0.7]}}, "time": 1,
             "torque": {{"kind": "formula", "frame": "{}",
                        "torque": ["R31*t - Omega2", "sin(R12) + Pi1*R33", "0.5*R22^2 + Pi3"]}}}})j",
        frame)));
    const auto& body = std::get<TorquedBody<double>>(spec.problem);
    const auto [Pi, R] = body.initial;
    const double t = 0.3;
    const auto Q = exp(Vec<Space, double>{0.3, 1.1, -0.8});
    const auto small = [](const Vec<Body, double>& v) { return norm(v) < 1e-14; };
    const auto torque = body.torque(t, R, Pi);
    EXPECT_TRUE(small(turned(body, Q).torque(t, Q * R, Pi) - torque)) << frame;
    const auto other = renamed(body);
    EXPECT_TRUE(small(other.torque(t, other.initial.R, renamed(Pi)) - renamed(torque))) << frame;
    const double s = 1000;
    EXPECT_TRUE(small(in_units(body, s).torque(t, R, s * Pi) / s - torque)) << frame;
    const auto wide = cast<T>(body);
    const auto& [P, Q128] = wide.initial;
    const T ton(1e12);
    const auto heavy = in_units(wide, ton).torque(T(t), Q128, ton * P) / ton;
    EXPECT_LT(static_cast<double>(norm(heavy - wide.torque(T(t), Q128, P))), 1e-31) << frame;
  }
}

/// From rest about one axis, back in time through jumps of the torque: impulse and angle are sums.
TEST(ClosedForms, TorquesInPiecesRunBackwards) {
  const auto spec = read_spec<T>(json::parse(R"({"body": {"inertia": [1, 1, 2], "momentum": [0, 0, 0]}, "time": -2,
      "torque": {"kind": "body", "torque": {"kind": "pieces", "times": [-1.5, -0.5],
                 "values": [[0, 0, 1], [0, 0, -2], [0, 0, 4]]}}})"));
  const auto& body = std::get<TorquedBody<T>>(spec.problem);
  const auto found = reference::at(body, T(0), T(-2));
  // The momentum is 0, -2, 0, -1/2 at 0, -1/2, -3/2, -2.
  EXPECT_LT(abs(T(found.state.Pi[2] + T(0.5))), T(1e-26));
  const T angle = (T(0.5) + T(1) + T(0.125)) / 2;
  EXPECT_LT(attitude_distance(found.state.R, relabel<Body, Space>(exp(angle * axis<Body, T>(2)))), T(1e-26));
  EXPECT_LT(found.error_estimate, T(1e-24));
}

/// A body at rest that a short push turns: the momentum and the angle are integrals of a bell, and of a bell of the
/// angle itself. Two runs that look at the same points agree on nothing at all.
TEST(ClosedForms, APeakOfAFormulaIsNotSteppedOver) {
  for (const char* width : {"1e-2", "1e-4", "2e-5"})
    for (const double t0 : {0.0, -3.0}) {
      const auto spec = read_spec<T>(json::parse(fmt::format(R"j({{"body": {{"inertia": [1, 1, 1], "momentum": [0, 0, 0]}},
          "t0": {}, "time": 10, "torque": {{"kind": "formula", "constants": {{"w": "{}"}},
          "torque": ["0", "0", "exp(-((t - 3.7654321)/w)^2)/w"]}}}})j", t0, width)));
      const auto found = reference::at(std::get<TorquedBody<T>>(spec.problem), T(t0), T(10));
      const T impulse = sqrt(pi_of<T>()), angle = impulse * (T(t0) + T(10) - T("3.7654321"));
      EXPECT_LT(abs(T(found.state.Pi[2] - impulse)), T(1e-24)) << width;
      EXPECT_LT(attitude_distance(found.state.R, relabel<Body, Space>(exp(angle * axis<Body, T>(2)))), T(1e-23)) << width;
    }
  // A user who knows it says so.
  const auto spec = read_spec<T>(json::parse(R"j({"body": {"inertia": [1, 1, 1], "momentum": [0, 0, 0]}, "time": 10, "torque":
      {"kind": "formula", "feature": "1e-6", "torque": ["0", "0", "1e6*exp(-((t - 3.7654321)/1e-6)^2)"]}})j"));
  const auto found = reference::at(std::get<TorquedBody<T>>(spec.problem), T(0), T(10));
  EXPECT_LT(abs(T(found.state.Pi[2] - sqrt(pi_of<T>()))), T(1e-22));
}

/// Damping that doubles can only nearly say to be proportional to the inertia: the nearest such body, and by how much.
TEST(ClosedForms, DampingIsProportionalUpToTheRoundingOfDoubles) {
  const double delta = 0.37, I[] = {0.7, 1.1, 1.3};
  const auto damped = [&](double third) {
    const auto spec = read_spec<T>(json{{"body", {{"inertia", I}, {"momentum", {0.4, -1.2, 0.9}}}}, {"time", 9},
                                        {"torque", {{"kind", "damping"}, {"matrix", {delta * I[0], delta * I[1], third}}}}});
    return std::get<TorquedBody<T>>(spec.problem);
  };
  const auto body = damped(delta * I[2]);
  ASSERT_EQ(reference::origin(body), reference::Origin::exact);
  const auto found = reference::at(body, T(0), T(9)), right = reference::converged(body, T(0), T(9));
  EXPECT_LT(attitude_distance(found.state.R, right.state.R), found.relative.configuration);
  EXPECT_LT(norm(found.state.Pi - right.state.Pi), found.error_estimate);
  EXPECT_GT(attitude_distance(found.state.R, right.state.R), T(1e-20)) << "or there is nothing to be said";
  EXPECT_LT(found.error_estimate, T(1e-12));
  EXPECT_EQ(reference::origin(damped(delta * I[2] + 1e-13)), reference::Origin::converged);
}

/// A triangle wave that is written as asin(sin(1.7 t)): momentum and angle are sums of polynomials between its kinks.
TEST(ClosedForms, KinksOfAFormulaAreNotSteppedOver) {
  const auto spec = read_spec<T>(json::parse(R"j({"body": {"inertia": [1, 1, 1], "momentum": [0, 0, 0]}, "time": 10, "torque":
      {"kind": "formula", "constants": {"w": "1.7"}, "torque": ["0", "0", "asin(sin(w*t))"]}})j"));
  const auto found = reference::at(std::get<TorquedBody<T>>(spec.problem), T(0), T(10));
  const T half = pi_of<T>() / T("1.7");
  T value(0), slope("1.7"), Pi(0), angle(0), t(0);
  for (T kink = half / 2; t < 10; kink += half, slope = -slope) {
    const T d = std::min(kink, T(10)) - t;
    angle += d * (Pi + d * (value / 2 + d * slope / 6)), Pi += d * (value + d * slope / 2), value += d * slope, t += d;
  }
  EXPECT_LT(abs(T(found.state.Pi[2] - Pi)), T(1e-18) + found.error_estimate);
  EXPECT_LT(attitude_distance(found.state.R, relabel<Body, Space>(exp(angle * axis<Body, T>(2)))), T(1e-18) + found.error_estimate);
  EXPECT_LT(found.error_estimate, T(1e-15));
}

/// A push over a ten-thousandth of a radian of the attitude: half the square of the momentum grows by its integral over
/// the angle, in u = (sin(angle) - 0.6)/w that of a bell.
TEST(ClosedForms, APeakOfTheAttitudeIsNotSteppedOver) {
  const auto spec = read_spec<T>(json::parse(R"j({"body": {"inertia": [1, 1, 1], "momentum": [0, 1, 0]}, "time": 1, "torque":
      {"kind": "formula", "constants": {"w": "1e-4"}, "torque": ["0", "exp(-((R31 + 3/5)/w)^2)/w", "0"]}})j"));
  const auto found = reference::at(std::get<TorquedBody<T>>(spec.problem), T(0), T(1));
  T work(0);
  for (int k = -120; k <= 120; ++k) {
    const T u = T(k) / 10, sine = T(3) / 5 + T("1e-4") * u;
    work += exp(T(-u * u)) / sqrt(T(1 - sine * sine)) / 10;
  }
  EXPECT_LT(abs(T(found.state.Pi[1] - sqrt(T(1 + 2 * work)))), T(1e-18)) << found.state.Pi[1];
}

/// Degrees for angles say nothing of rates.
TEST(Units, ARateInNoUnitIsRefused) {
  const auto read = [](const std::string& units, const std::string& rate) {
    return read_spec<double>(json::parse(fmt::format(R"({{"units": {{"angle": "deg"{}}}, "body": {{"inertia": [1, 2, 3],
        "angular_velocity": [0, 0, {}]}}, "time": 1}})", units, rate)));
  };
  EXPECT_THROW(read("", "1"), UserError);
  EXPECT_THROW(read(R"(, "time": "s")", "1"), UserError);
  EXPECT_NO_THROW(read("", "0"));
  EXPECT_NEAR(std::get<FreeBody<double>>(read(R"(, "time": "s", "rate": "deg/s")", "180").problem).initial.Pi[2],
              3 * pi_of<double>(), 1e-14);
}

/// A matrix of six decimals is the rotation next to it, with a word; one that is off by more is none.
TEST(Attitudes, PrintedMatricesAreProjected) {
  const auto read = [](const char* s) {
    return read_spec<double>(json::parse(fmt::format(R"({{"body": {{"inertia": [1, 2, 3], "attitude": [[{0}, -{0}, 0], [{0}, {0}, 0],
        [0, 0, 1]], "momentum": [1, 0, 0]}}, "time": 1}})", s)));
  };
  const auto spec = read("0.707107");
  EXPECT_EQ(spec.warnings.size(), 1u);
  const auto R = std::get<FreeBody<double>>(spec.problem).initial.R;
  EXPECT_NEAR(R.w, std::cos(pi_of<double>() / 8), 1e-15);
  EXPECT_NEAR(R.z, std::sin(pi_of<double>() / 8), 1e-15);
  EXPECT_NO_THROW(read("0.7074"));
  EXPECT_THROW(read("0.708"), UserError);
}

/// One line that names the field.
void refused(const char* torque, const std::string& with) {
  const auto text = fmt::format(
      R"({{"body": {{"inertia": [1, 2, 2.5], "momentum": [1, 1, 1]}}, "time": 2, "steps": 10, "torque": {}}})", torque);
  expect_refused([&] { read_spec<double>(json::parse(text)); }, with, torque);
}

/// Beside what results/specs_test.py has.
TEST(Torques, ThatDependOnTheMomentumAreRefusedInOneLine) {
  refused(R"({"kind": "damping"})", "exactly one of matrix and eddy");
  refused(R"({"kind": "damping", "eddy": [[1, 2, 0], [0, 1, 0], [0, 0, 1]], "field": [0, 0, 1]})", "symmetric");
  refused(R"({"kind": "damping", "eddy": 1})", "torque.field: missing");
  refused(R"({"kind": "rotors", "momentum": {"kind": "pieces", "times": [1], "values": [[0, 0, 1], [1, 0, 0]]}})",
          "impulse");
  refused(R"({"kind": "rotors", "wheels": [{"axis": [0, 0, 0], "momentum": 1}]})", "torque.wheels[0].axis");
  refused(R"({"kind": "rotors", "wheels": [{"axis": [0, 0, 1], "momentum": 1, "speed": 2}]})", "speed");
  refused(R"({"kind": "control", "limit": -1})", "torque.limit");
  refused(R"({"kind": "control", "error": "euler"})", "matrix or quaternion");
  refused(R"({"kind": "formula", "torque": ["1", "2", "3 +"]})", "torque.torque[2]");
  refused(R"({"kind": "formula", "torque": ["1", "2", "Omga1"]})", "Omega1");
  refused(R"j({"kind": "formula", "torque": ["1", "2", "sin(1, 2)"]})j", "2 arguments");
  refused(R"({"kind": "formula", "torque": ["1", "2", "a"], "constants": {"PI1": 1}})", "whatever its case");
  refused(R"({"kind": "formula", "torque": ["0.5*R32", "0", "0"], "potential": "R33"})", "T = -dV");
  refused(R"({"kind": "formula", "torque": ["0", "0", "0"], "potential": "t"})", "of the attitude only");
  refused(R"({"kind": "library", "file": "nothing.so"})", "torque.file");
  refused(R"({"kind": "library", "file": "libm.so.6", "folder": "x"})", "folder");
}

TEST(Formulas, AreReadAsTheyAreWritten) {
  const auto value = [](const std::string& text) {
    ExpressionTrees<float100> trees;
    trees.roots = {add_expression(trees, text, {{"a_1", float100(3)}})};
    trees.prepare();
    return static_cast<double>(trees.values(0, [](const auto& set) { set(0, float100(2)); })[0]);
  };
  EXPECT_EQ(value("-2^2"), -4);
  EXPECT_EQ(value("2^-1"), 0.5);
  EXPECT_EQ(value("2^3^2"), 512);
  EXPECT_EQ(value("1 - 2 - 3"), -4);
  EXPECT_EQ(value("12/2/3"), 2);
  EXPECT_EQ(value("2*-a_1 + t"), -4);
  EXPECT_EQ(value("max(1, min(t, 5)) * abs(-1.5e0)"), 3);
  EXPECT_EQ(value("((((t))))"), 2);
  EXPECT_NEAR(value("asin(1/2)*6/pi"), 1, 1e-15);
  EXPECT_NEAR(value("atan2(1, -1) - 3*pi/4 + sinh(1e-9)*1e9"), 1, 1e-15);
  EXPECT_NEAR(value("2^0.5 - sqrt(t) + tan(pi/4) + log(exp(1)) - .5 - acos(0)*2/pi - atan(1)*4/pi"), -0.5, 1e-15);
  for (const char* wrong : {"", "1 2", "(1", "1)", "sin", "sin()", "2**3", "t t", "1e", "$", "a_1(2)", "=1", "min(1)"})
    EXPECT_THROW(value(wrong), std::exception) << wrong;
}

/// Constants that are folded, what is computed once and products in sums change no bit: the compiler's own arithmetic,
/// in the order in which it is written, has the same, of whatever there is among doubles.
TEST(Formulas, HaveTheBitsOfTheSameInCpp) {
  using X = std::array<double, 3>;
  struct Case {
    const char* text;
    double (*same)(const X&);
  };
  constexpr double a = 0.1, c = 1e200;
  const std::initializer_list<Case> cases{
      {"a*x1 + x2*x3", [](const X& x) { return a * x[0] + x[1] * x[2]; }},
      {"a*x1 - x2*x3", [](const X& x) { return a * x[0] - x[1] * x[2]; }},
      {"x3 - a*x1", [](const X& x) { return x[2] - a * x[0]; }},
      {"a*x1 - x3", [](const X& x) { return a * x[0] - x[2]; }},
      {"(x1*x2 + x3)*(x1*x2 - x3) - x1*x2",
       [](const X& x) { return (x[0] * x[1] + x[2]) * (x[0] * x[1] - x[2]) - x[0] * x[1]; }},
      {"x1*x2 + x1*x2", [](const X& x) { return x[0] * x[1] + x[0] * x[1]; }},
      {"x1^2 - x2^2 + x3^3/x1^-2",
       [](const X& x) { return x[0] * x[0] - x[1] * x[1] + x[2] * x[2] * x[2] / (1 / (x[0] * x[0])); }},
      {"a*a*a*3*x1 + (a + 1/3)*x2 - cos(2*a)",
       [](const X& x) {
         volatile double third = 3, two = 2;
         return a * a * a * 3 * x[0] + (a + 1 / third) * x[1] - std::cos(two * a);
       }},
      {"c*c*x1 - c*c*x2", [](const X& x) { return c * c * x[0] - c * c * x[1]; }},
      {"1/x1 - x2/0 + -x3",
       [](const X& x) {
         volatile double zero = 0;
         return 1 / x[0] - x[1] / zero + -x[2];
       }},
      {"sqrt(x1)*x2 + log(x2)*exp(x3)",
       [](const X& x) { return std::sqrt(x[0]) * x[1] + std::log(x[1]) * std::exp(x[2]); }},
      {"min(x1, x2) - max(x2, x3)*sin(x1)",
       [](const X& x) { return (x[1] < x[0] ? x[1] : x[0]) - (x[1] < x[2] ? x[2] : x[1]) * std::sin(x[0]); }},
      {"a", [](const X&) { return a; }},
      {"x2", [](const X& x) { return x[1]; }}};
  ExpressionTrees<float100> wide;
  const std::map<std::string, float100> constants{{"a", float100(a)}, {"c", float100(c)}};
  for (const auto& one : cases)
    wide.roots.push_back(add_expression(wide, one.text, constants, variables_of_point("x", 3)));
  const Shared<ExpressionTrees<double>> trees(cast<double>(wide));
  EXPECT_LT(trees->program.code.size() / 4, trees->code.size() / 3);
  const std::array<double, 10> numbers{0.7, -0.3, 3, 0, -0.0, 1e-310, 1e300, -INFINITY, NAN, 1.0 / 3};
  for (const double x1 : numbers)
    for (const double x2 : numbers)
      for (const double x3 : numbers) {
        int k = 0;
        for (const auto& one : cases) {
          const double found =
              trees->values(k++, [&](const auto& set) { set(0, 0.0), set(1, x1), set(2, x2), set(3, x3); })[0];
          const double same = one.same({x1, x2, x3});
          EXPECT_TRUE(found == same || (std::isnan(found) && std::isnan(same)))
              << one.text << " at " << x1 << " " << x2 << " " << x3 << ": " << found << " " << same;
        }
      }
}

/// The slopes of trees, once and twice, are those that numbers with derivatives have.
TEST(Formulas, HaveExactSlopes) {
  using D = Dual<T, 3>;
  const std::array<T, 3> at{T("0.7"), T("-0.4"), T("0.3")};
  const auto dual = [&](const auto& set) {
    set(0, D(T(2)));
    for (int i = 0; i < 3; ++i) set(1 + i, D::variable(at[i], i));
  };
  const auto plain = [&](const auto& set) {
    set(0, T(2));
    for (int i = 0; i < 3; ++i) set(1 + i, at[i]);
  };
  for (const char* text :
       {"3", "t", "x2", "x1 + x2*x3 - t*x1", "x1/x2/(2 + x3)", "-x1^3*x2^-2 + x3^1 + x2^0", "(1 + x1)^2.5",
        "(2 + x1)^x2", "x1^t", "sin(x1*x2)*cos(x3) + tan(x2)", "asin(x1*x2) + acos(x3) + atan(x1/x3)", "atan2(x1, x2 + x3)",
        "sinh(x1)*cosh(x2) - tanh(x3)", "exp(-x1^2)*log(2 + x2)", "1/sqrt(x1^2 + x2^2 + x3^2)", "abs(x2)*x1 + abs(x1)",
        "min(x1, x2)*x3 + max(x1*x3, x2)^2", "x1*x1*(x1*x2 + x3)*(x1*x2 + x3)", "a_1*x1"}) {
    ExpressionTrees<float100> trees;
    // V, its three slopes, and three of each
    trees.roots = {add_expression(trees, text, {{"a_1", float100(3)}}, variables_of_point("x", 3))};
    for (int i = 0; i < 12; ++i) trees.roots.push_back(add_slope(trees, trees.roots[i / 3], 1 + i % 3));
    const Shared<ExpressionTrees<T>> narrow(cast<T>(trees));
    const auto slopes = narrow->values<13>(0, plain);
    const auto of_duals = Shared<ExpressionTrees<D>>(cast<D>(*narrow))->values<4>(0, dual);
    for (int i = 0; i < 12; ++i)
      EXPECT_LT(static_cast<double>(abs(slopes[1 + i] - of_duals[i / 3].partial[i % 3])), 1e-31) << text << " " << i;
  }
  ExpressionTrees<float100> trees;  // at a kink: the mean
  trees.roots = {add_slope(trees, add_expression(trees, "max(0, x1) + abs(x1)", {}, variables_of_point("x", 1)), 1)};
  trees.prepare();
  EXPECT_EQ(trees.values(0, [](const auto& set) { set(1, float100(0)); })[0], float100(0.5));
}

json problem_with(const std::string& body, const std::string& torque, const std::string& rest = "\"time\": 3") {
  return json::parse(fmt::format(R"({{"body": {}, "torque": {}, {}}})", body, torque, rest));
}
const std::string a_director =
    R"({"inertia": 2, "director": [0, "0.6", "0.8"], "angular_velocity_space": [3, 1.6, -1.2]})";

/// A field by formula is the field, whose motion is exact; and so is one that shakes.
TEST(Potentials, OfADirectorAreThatOfTheField) {
  const auto read = [](const std::string& torque) {
    return std::get<Director<T>>(read_spec<T>(problem_with(a_director, torque)).problem);
  };
  const auto known = reference::at(read(R"({"kind": "field", "g": [1, -1, 3]})"), T(0), T(3));
  const auto formula = read(R"j({"kind": "formula", "potential": "-(a*d1 - d2 + 3*d3)", "constants": {"a": 1}})j");
  EXPECT_EQ(reference::origin(formula), reference::Origin::converged);
  const auto found = reference::at(formula, T(0), T(3));
  EXPECT_LT(distance(found.state, known.state).largest(), found.error_estimate + known.error_estimate);
  EXPECT_LT(found.error_estimate, T(1e-23));
  EXPECT_LT(abs(T(energy(formula, found.state) - energy(formula, formula.initial))), T(1e-24));

  const auto shakes = reference::at(
      read(R"({"kind": "field", "g": [1, -1, 3], "amplitude": [0.5, 0, 1], "frequency": 1.5})"), T(0), T(3));
  const auto both = reference::at(read(R"j([{"kind": "field", "g": [1, -1, 3]},
                                   {"kind": "formula", "potential": "-(d1/2 + d3)*cos(1.5*t)"}])j"), T(0), T(3));
  EXPECT_LT(distance(both.state, shakes.state).largest(), both.error_estimate + shakes.error_estimate);
}

/// A director in -k d3^2 / 2 turns like a pendulum of twice the angle:
/// I phi'' = -(k / 2) sin 2 phi is I psi'' = -k sin psi.
TEST(Potentials, OfADirectorWithTwoEndsAreAPendulumOfTwiceTheAngle) {
  const auto start = [](const std::string& half, const std::string& rate) {
    return fmt::format(R"j({{"inertia": 2, "director": [{}], "angular_velocity_space": [{}, 0, 0]}})j", half, rate);
  };
  // About e1: d = (0, -sin phi, cos phi), from phi = 0.
  const auto two_ends = std::get<Director<T>>(
      read_spec<T>(problem_with(start("0, 0, 1", "0.7"), R"({"kind": "formula", "potential": "-1.5*d3^2"})")).problem);
  const auto pendulum = std::get<Director<T>>(
      read_spec<T>(problem_with(start("0, 0, 1", "1.4"), R"({"kind": "field", "g": [0, 0, 3]})")).problem);
  const auto a = reference::at(two_ends, T(0), T(3)).state, b = reference::at(pendulum, T(0), T(3)).state;
  EXPECT_LT(abs(T(2 * a.omega[0] - b.omega[0])), T(1e-23));
  EXPECT_LT(abs(T(2 * a.d[2] * a.d[2] - 1 - b.d[2])), T(1e-23));
}

/// Oscillators, a charge that is pushed and Kepler's ellipse, whose motions are known.
TEST(Potentials, OfParticlesHaveTheMotionsThatAreKnown) {
  const auto end = [](const std::string& body, const std::string& potential, const std::string& rest = "\"time\": 3") {
    const auto spec = read_spec<T>(
        problem_with(body, fmt::format(R"j({{"kind": "formula", "potential": "{}"}})j", potential), rest));
    const auto found = reference::at(std::get<Particles<T>>(spec.problem), spec.t0, *spec.time);
    EXPECT_LT(found.error_estimate, T(1e-22)) << potential;
    return found.state;
  };
  const auto near = [](const T& a, const T& b) { return static_cast<double>(abs(T(a - b))) < 1e-23; };
  const auto oscillator = [&](const T& w, const T& u0, const T& v0, const T& u) {
    return near(u, u0 * cos(T(3 * w)) + v0 / w * sin(T(3 * w)));
  };
  const auto three = end(R"({"masses": [2, 1, 4], "positions": [[1], [-0.5], [0]], "velocities": [[0], [2], [0.25]]})",
                         "4*x1^2 + x2^2/2 + 8*x3^2");
  EXPECT_TRUE(oscillator(T(2), T(1), T(0), three.u[0]) && oscillator(T(1), T(-0.5), T(2), three.u[1]) &&
              oscillator(T(2), T(0), T(0.25), three.u[2]));
  const auto one = end(R"({"masses": [2], "positions": [[1, -0.5]], "velocities": [[0, 2]]})", "4*x1^2 + x2^2");
  EXPECT_TRUE(oscillator(T(2), T(1), T(0), one.u[0]) && oscillator(T(1), T(-0.5), T(2), one.u[1]) && one.u[2] == 0);
  EXPECT_TRUE(near(one.p[0], T(2) * T(-2) * sin(T(6))));
  // From t0: p = sin t0 - sin t.
  const auto pushed = end(R"({"masses": [1], "positions": [[0]], "velocities": [[0]]})", "x1*cos(t)",
                          R"("t0": 1, "time": 2)");
  EXPECT_TRUE(near(pushed.p[0], sin(T(1)) - sin(T(3))));
  const auto ellipse = end(R"({"masses": [3], "positions": [[0.5, 0, 0]],
                               "velocities": [[0, 0, "1.7320508075688772935274463415058723669"]]})",
                           "-3/sqrt(x1^2 + x2^2 + x3^2)", R"("time": "6.2831853071795864769252867665590057684")");
  EXPECT_TRUE(near(ellipse.u[0], T(0.5)) && near(ellipse.u[2], T(0)));
  // A narrow push, of which two runs of any tolerance may know nothing.
  const auto kicked = end(R"({"masses": [1], "positions": [[0]], "velocities": [[0]]})",
                          "-x1*1e4*exp(-((t - 3.7654321)*1e4)^2)", R"("time": 10)");
  EXPECT_TRUE(near(kicked.p[0], sqrt(pi_of<T>())));
}

TEST(Potentials, OfParticlesHaveUnitsOfLinearMomentum) {
  const auto momentum = [](const std::string& more) {
    const auto spec = read_spec<double>(
        problem_with(R"({"masses": [1], "positions": [[1]], "velocities": [[0]]})", R"({"kind": "none"})",
                     R"("time": 1, "units": {"mass": "kg", "length": "m", "time": "s")" + more + "}"));
    for (const auto& [of, unit] : spec.units)
      if (of == "momentum") return unit;
    return std::string();
  };
  EXPECT_EQ(momentum(""), "kg m/s");
  EXPECT_EQ(momentum(R"(, "momentum": "N s")"), "N s");
}

TEST(Potentials, EndTheMotionWhereTheyAreNotFinite) {
  const auto spec = read_spec<T>(problem_with(R"({"masses": [1], "positions": [[1]], "velocities": [[0]]})",
                                              R"j({"kind": "formula", "potential": "-1/x1"})j"));
  EXPECT_THROW(reference::at(std::get<Particles<T>>(spec.problem), T(0), T(3)), reference::NoMotion);
}

TEST(Potentials, AreRefusedInOneLine) {
  const auto refused = [](const std::string& body, const std::string& torque, const std::string& with,
                          const std::string& rest = "\"time\": 3") {
    expect_refused([&] { read_spec<double>(problem_with(body, torque, rest)); }, with, body + torque);
  };
  const auto formula = [](const std::string& keys) { return R"({"kind": "formula")" + keys + "}"; };
  refused(a_director, formula(""), "torque.potential: missing; accepted: an expression as a string");
  refused(a_director, formula(R"(, "potential": 3)"), "torque.potential: 3 is given; accepted: an expression");
  refused(a_director, formula(R"(, "potential": "d1 +")"), "torque.potential: \"d1 +\" is not understood from column");
  refused(a_director, formula(R"(, "potential": "R11")"), "d1");
  refused(a_director, formula(R"(, "potential": "x1")"), "torque.potential");
  refused(a_director, formula(R"(, "potential": "d4")"), "torque.potential");
  refused(a_director, formula(R"(, "potential": "1/d1")"), "slope at the start is finite");
  refused(a_director, formula(R"(, "potential": "d1", "torque": ["1", "2", "3"])"), "torque.torque");
  refused(a_director, formula(R"(, "potential": "d1", "feature": 0)"), "torque.feature");
  refused(a_director, formula(R"(, "potential": "d1", "constants": {"D1": 2})"), "torque.constants.D1");
  refused(a_director, formula(R"(, "potential": "c*d1", "constants": {"c": "x"})"), "torque.constants.c");
  refused(a_director, R"([{"kind": "formula", "potential": "d1"}, {"kind": "formula", "potential": "d2"}])",
          "torque[1]: at most one formula");
  std::string deep = "d1";
  for (int i = 0; i < 190; ++i) deep = "(" + deep + ")^d2";
  refused(a_director, formula(fmt::format(R"(, "potential": "{}")", deep)), "at most 4000 operations");
  const std::string none = R"({"kind": "none"})";
  const auto particles = [](const char* masses, const char* positions, const char* velocities) {
    return fmt::format(R"({{"masses": {}, "positions": {}, "velocities": {}}})", masses, positions, velocities);
  };
  refused(R"({"masses": [1]})", none, "body.positions: missing; accepted: a list of coordinates for each");
  refused(R"({"positions": [[1]], "velocities": [[1]]})", none, "body.masses: missing");
  refused(R"({"masses": [1], "positions": [[1]]})", none, "body.velocities: missing");
  refused(particles("2", "[[1]]", "[[1]]"), none, "body.masses: 2 is given");
  refused(particles("[]", "[]", "[]"), none, "body.masses: [] is given");
  refused(particles("[1, 2, 3, 4]", "[]", "[]"), none, "body.masses");
  refused(particles("[0]", "[[1]]", "[[1]]"), none, "body.masses[0]: 0 is given; accepted: a positive number");
  refused(particles("[1, 1]", "[[1]]", "[[1], [2]]"), none, "body.positions: [[1]] is given; accepted: a list of coord");
  refused(particles("[1, 1]", "[[1, 2], [1, 2]]", "[[1], [2]]"), none, "body.positions[0]: [1,2] is given");
  refused(particles("[1, 1]", "[[1], []]", "[[1], [2]]"), none, "body.positions[1]");
  refused(particles("[1]", "[[1, 2]]", "[[1, 2, 3]]"), none, "body.velocities[0]: [1,2,3] is given; accepted: a list of 2");
  refused(particles("[1]", "[[\"a\"]]", "[[1]]"), none, "body.positions[0][0]");
  refused(R"({"masses": [1], "positions": [[1]], "velocities": [[1]], "momentum": [1]})", none, "body.momentum");
  const auto a_particle = particles("[1]", "[[1]]", "[[1]]");
  refused(a_particle, R"({"kind": "field", "g": [0, 0, 1]})", "torque.kind");
  refused(a_particle, formula(R"(, "potential": "x2")"), "x1");
  for (const char* key : {"dense", "events", "output"})
    refused(a_particle, none, std::string(key) + ": given with particles; accepted: every",
            fmt::format(R"("time": 3, "{}": 1)", key));
}

TEST(Torques, AreRefusedInOneLine) {
  refused(R"({"kind": "dipole", "moment": [0, 0, 1], "field": {"kind": "harmonik"}})", "harmonic");
  refused(R"({"kind": "dipole", "moment": [0, 0, 1], "field": {"kind": "rotating", "value": [1, 0, 0],
             "axis": [0, 0, 0], "frequency": 1}})",
          "torque.field.axis");
  refused(R"({"kind": "body", "torque": {"kind": "table", "times": [0, 1], "values": [[0, 0, 1], [1, 0, 0]]}})",
          "covers the run");
  refused(R"({"kind": "body", "torque": {"kind": "table", "times": [0, 0], "values": [[0, 0, 1], [1, 0, 0]]}})",
          "increasing");
  refused(R"({"kind": "body", "torque": {"kind": "pulses", "pulses": [{"at": 0, "duration": 0, "value": [1, 0, 0]}]}})",
          "torque.torque.pulses[0].duration");
  refused(R"({"kind": "body", "torque": {"kind": "orbit-dipole"}})", "signal");
  refused(R"({"kind": "gravity-gradient", "direction": [0, 0, 1]})", "strength, or mu and radius");
  for (const char* m :
       {"[[1, 2, 0], [0, 1, 0], [0, 0, 1]]", "[[1, 0, 2], [0, 1, 0], [0, 0, 1]]", "[[1, 0, 0], [0, 1, 0], [0, 2, 1]]"})
    refused(fmt::format(R"({{"kind": "spring", "stiffness": {}}})", m).c_str(), "symmetric");
}

/// The signal of the only torque of a spec.
Signal<Body, double> noise_of(const std::string& torque, const std::string& more) {
  const auto spec = read_spec<double>(json::parse(
      fmt::format(R"({{"body": {{"inertia": [1, 2, 3], "momentum": [1, 1, 1]}}, "torque": {}, {}}})", torque, more)));
  return std::get<BodyTorque<double>>(*std::get<TorquedBody<double>>(spec.problem).torques.begin()).tau;
}

/// The draws are those of Philox4x64-10 and Box and Muller, computed apart from this: of seed 7, field 40, k = 0, 1, 2.
TEST(Noise, IsOnePathWhateverTheSteps) {
  const double draws[3][3] = {{-1.5072165077241166, -0.3990752848034586, -0.436707724585444},
                              {0.40710881117367415, -0.2340135433366525, -0.4956453286884606},
                              {1.7698681931719646, -1.0994154657885196, -1.1956280926097913}};
  const double interval = 0.25, density[] = {0.3, 2, 0.5};
  const std::string noise = R"({"kind": "noise", "density": [0.3, 2, 0.5], "seed": 7)",
                    run = R"("h": 0.25, "steps": 3, "t0": 10)";
  const auto fine = noise_of(noise + "}", run), coarse = noise_of(noise + R"(, "average": 2})", run),
             stated = noise_of(noise + R"(, "interval": 0.25, "intervals": 3})", R"("time": 7, "t0": 10)"),
             back = noise_of(noise + "}", R"("h": -0.25, "steps": 3, "t0": 10)");
  for (int i = 0; i < 3; ++i) {
    const auto value = [&](int k) { return density[i] * draws[k][i] / std::sqrt(interval); };
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(fine.at(10 + (k + 0.5) * interval)[i], value(k), 1e-14) << k << i;
      EXPECT_EQ(stated.at(10 + (k + 0.5) * interval)[i], fine.at(10 + (k + 0.5) * interval)[i]);
      EXPECT_EQ(back.at(10 - (k + 0.5) * interval)[i], fine.at(10 + (k + 0.5) * interval)[i]);
    }
    EXPECT_NEAR(coarse.at(10.1)[i], (value(0) + value(1)) / 2, 1e-14);
    EXPECT_EQ(coarse.at(10.1)[i], coarse.at(10.4)[i]);
    EXPECT_NEAR(coarse.at(10.6)[i], value(2), 1e-14);  // the last is alone
    for (const auto& signal : {fine, coarse, stated})
      for (const double t : {9.9, 10.8}) EXPECT_EQ(signal.at(t)[i], 0) << "before and after";
  }
  int breaks = 0;
  fine.breaks([&](double) { ++breaks; });
  EXPECT_EQ(breaks, 4);
  EXPECT_TRUE(fine.jumps());
  // The second noise of a body is another one, of the same seed.
  const auto two = read_spec<double>(json::parse(
      R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 1, 1]}, "h": 1, "steps": 1,
          "torque": [{"kind": "noise", "density": 1, "seed": 7}, {"kind": "noise", "density": 1, "seed": 7}]})"));
  const auto& second = *std::next(std::get<TorquedBody<double>>(two.problem).torques.begin());
  EXPECT_NEAR(std::get<BodyTorque<double>>(second).tau.at(0.5)[0], 1.025079541304095, 1e-14);
}

/// And what results/specs_test.py has.
TEST(Noise, IsRefusedInOneLine) {
  refused(R"({"kind": "noise", "density": [1, 2], "interval": 1})", "torque.density");
  refused(R"({"kind": "noise", "density": [1, -2, 1], "interval": 1})", "torque.density[1]");
  refused(R"({"kind": "noise", "density": 1, "interval": 1, "seed": 1.5})", "torque.seed");
  refused(R"({"kind": "noise", "density": 1, "interval": 0})", "torque.interval");
  refused(R"({"kind": "noise", "density": 1, "interval": 1e-9})", "torque.interval: 1e-09 is given");
  for (const auto& [torque, with] :
       {std::pair(R"({"kind": "noise", "density": 1})", "torque.interval: missing"),
        {R"({"kind": "noise", "density": 1, "interval": 1})", "torque.intervals: missing"}})
    expect_refused([&] { noise_of(torque, R"("comments": "no time")"); }, with, torque);
  refused(R"({"kind": "noise", "density": 1, "interval": 1, "average": 0})", "torque.average");
}

void body_refused(const std::string& body, const std::string& with) {
  expect_refused([&] { read_spec<double>(json::parse(fmt::format(R"({{"body": {}, "time": 1}})", body))); }, with,
                 body);
}

TEST(Inputs, AreRefusedInOneLine) {
  body_refused(R"({"inertia": [[1, 0.1, 0], [0.2, 2, 0], [0, 0, 2]], "momentum": [1, 1, 1]})", "[0][1], [1][0]");
  body_refused(R"({"inertia": [1, 2, 2], "momentum": [1, 1, 1], "attitude": [1.1, 0, 0, 0]})", "of norm 1.1");
  body_refused(R"({"points": [[1, 0, 0, 0], [1, 0, 0, 1]], "momentum": [1, 1, 1]})", "normal to the rod");
  body_refused(R"({"points": [[1, 0, 0, 1], [2, 0, 0, 1]], "momentum": [1, 1, 0]})", "all points coincide");
  body_refused(R"({"inertia": [1, 2, 0], "momentum": [1, 1, 0]})",
               "body.inertia[2]: 0 is given; accepted: a positive moment; or 0 where the two others are equal");
  body_refused(R"({"inertia": [0, 0, 1], "momentum": [1, 1, 0]})", "along axis 3 of the body");
  for (const char* size : {"1e-305", "2e100", "\"2e-301\""})
    body_refused(fmt::format(R"({{"inertia": [1, 1, {}], "momentum": [1, 1, 0]}})", size),
                 "given; accepted: a number from 1e-300 to 1e100");
}

/// A body that does not spin about its axis of symmetry moves as a rod, whatever its moment about it.
TEST(Inputs, RodsMoveAsDirectors) {
  const auto read = [](const char* inertia, const char* velocity) {
    return read_spec<T>(json::parse(fmt::format(
        R"({{"body": {{"inertia": {}, "attitude": {{"euler": [20, 40, 60], "sequence": "ZXZ", "degrees": true}},
                      "angular_velocity": {}}},
            "units": {{"time": "s", "rate": "deg/s"}},
            "torque": [{{"kind": "gravity", "moment": [0, 0.7, 0]}},
                       {{"kind": "dipole", "moment": [0, -0.4, 0], "field": [1, 0.5, 0]}},
                       {{"kind": "dipole", "moment": [0, 0.3, 0], "field":
                         {{"kind": "harmonic", "amplitude": [1, 0, 2], "frequency": 90, "offset": [0, 1, 0]}}}}],
            "time": 2}})",
        inertia, velocity)));
  };
  const auto rod = read("[2, 0, 2]", "[30, 10, -50]"), body = read("[2, 0.5, 2]", "[30, 0, -50]");
  const auto& director = std::get<Director<T>>(rod.problem);
  const auto d = reference::at(director, T(0), T(2)).state;
  const auto s = reference::at(std::get<TorquedBody<T>>(body.problem), T(0), T(2)).state;
  EXPECT_LT(static_cast<double>(norm(d.d - s.R * axis<Body, T>(1))), 1e-25);
  EXPECT_LT(static_cast<double>(norm(T(2) * d.omega - s.pi())), 1e-25);
  EXPECT_GT(static_cast<double>(norm(d.d - director.initial.d)), 0.5);
  ASSERT_EQ(rod.warnings.size(), 2u);
  EXPECT_NE(rod.warnings[1].find("10 is left out"), std::string::npos) << rod.warnings[1];
}
TEST(Inputs, RodsAreKnownHoweverTheyAreGiven) {
  const auto read = [](const char* body) {
    return std::get<Director<double>>(
        read_spec<double>(json::parse(fmt::format(R"({{"body": {}, "time": 1}})", body))).problem);
  };
  const auto matrix = read(R"({"inertia": [[1.28, 0, -0.96], [0, 2, 0], [-0.96, 0, 0.72]], "momentum": [0, 3, 0]})");
  EXPECT_NEAR(matrix.I, 2, 1e-15);
  EXPECT_LT(norm(matrix.initial.d - Vec<Space, double>{0.6, 0, 0.8}), 1e-15);
  EXPECT_LT(norm(matrix.initial.omega - Vec<Space, double>{0, 1.5, 0}), 1e-15);
  const auto points = read(R"({"points": [[1, 0.1, 0.2, 0.3], [3, 0.3, 0.6, 0.9]], "momentum": [3, 0, -1]})");
  EXPECT_NEAR(points.I, 0.75 * 0.56, 1e-15);
  EXPECT_LT(norm(points.initial.d - Vec<Space, double>{1, 2, 3} / std::sqrt(14.0)), 1e-15);
  const auto field = read_spec<double>(json::parse(
      R"({"body": {"inertia": [1, 1, 0], "attitude": [0, 0.6, 0.8, 0], "momentum": [0, 1, 0]},
          "torque": {"kind": "constant-field", "u0": [1, 2, 3]}, "time": 1})"));
  EXPECT_LT(norm(std::get<Director<double>>(field.problem).g - Vec<Space, double>{-1, -2, -3}), 1e-15);
}
/// Rates of directors and rods are in the file's unit, there and back: 90 degrees, or 15 turns, in a unit of time.
TEST(Inputs, RatesOfDirectorsHaveAUnit) {
  const auto read = [](const std::string& rest) { return read_spec<T>(json::parse(rest)); };
  const std::string field = R"("torque": {"kind": "field", "g": [0, 0, 1], "amplitude": [1, 0, 0], "frequency": 90}, )";
  const auto director = read(R"({"units": {"time": "s", "rate": "deg/s"}, )" + field +
                             R"("body": {"inertia": 2, "director": [1, 0, 0], "angular_velocity_space": [0, 0, 90]}})");
  const auto rod = read(R"({"units": {"time": "s", "rate": "rpm"},
                            "body": {"inertia": [0, 2, 2], "angular_velocity": [0, 0, 15]}})");
  const T right = pi_of<T>() / T(2);
  for (const auto& [spec, given] : {std::pair(&director, 90), {&rod, 15}}) {
    const auto& start = std::get<Director<T>>(spec->problem).initial;
    EXPECT_LT(static_cast<double>(norm(start.omega - Vec<Space, T>{0, 0, right})), 1e-30);
    EXPECT_LT(static_cast<double>(norm(spec->to_user(start).omega - Vec<Space, T>{0, 0, T(given)})), 1e-30);
  }
  EXPECT_LT(static_cast<double>(abs(T(std::get<Director<T>>(director.problem).frequency - right))), 1e-30);
}

/// What a director's events are 0 at: its axis, and the momentum I omega.
TEST(Inputs, EventsOfDirectorsAreOfTheirAxis) {
  const auto spec = read_spec<double>(json::parse(
      R"({"units": {"angle": "deg", "rate": "rad/T"}, "time": 1,
          "body": {"inertia": 2, "director": [1, 0, 0], "angular_velocity_space": [0, 0, 1]},
          "events": [{"kind": "plane", "normal": [0, 2, 1], "offset": 0.5},
                     {"kind": "angle", "direction": [0, 3, 0], "angle": 60},
                     {"kind": "momentum", "direction": [1, 0, 2], "value": 3}]})"));
  const auto& director = std::get<Director<double>>(spec.problem);
  const DirectorState<double> s{{0.6, 0.8, 0}, {4, -3, 5}};
  EXPECT_NEAR(spec.events[0].at(director, s, 0), 1.6 - 0.5, 1e-15);
  EXPECT_NEAR(spec.events[1].at(director, s, 0), 0.5 - 0.8, 1e-15) << "it rises as the angle grows";
  EXPECT_NEAR(spec.events[2].at(director, s, 0), 2 * (4 + 10) - 3, 1e-15);
}

TEST(Inputs, OtherTorquesOfRodsAreRefused) {
  const auto torque_refused = [](const char* torque, const char* with) {
    const auto rod = problem_with(R"({"inertia": [1, 1, 0], "momentum": [1, 0, 0]})", torque);
    expect_refused([&] { read_spec<double>(rod); }, with, torque);
  };
  torque_refused(R"({"kind": "gravity", "moment": [0, 1, 1]})", "along the rod");
  torque_refused(R"({"kind": "damping", "matrix": 1})", "damping is given with a rod");
  torque_refused(R"({"kind": "dipole", "moment": [0, 0, 1],
                     "field": {"kind": "harmonic", "amplitude": [1, 0, 0], "frequency": 1, "phase": 1}})",
                 "of phase 0");
}

/// Masses on three axes: moments by hand.
TEST(Inputs, OfPoints) {
  const auto points = read_spec<double>(json::parse(
      R"({"body": {"points": [[1, 2, 0, 0], [1, 0, 2, 0], [1, 0, 0, 2], [1, 0, 0, 0]], "momentum": [1, 1, 1]}, "time": 1})"));
  const auto& I = std::get<FreeBody<double>>(points.problem).I;
  EXPECT_NEAR(I[0] * I[1] * I[2], 200, 1e-12);
  EXPECT_NEAR(std::max({I[0], I[1], I[2]}), 8, 1e-14);
  EXPECT_NE(points.warnings.at(0).find("mass 4, centre of mass (0.5, 0.5, 0.5)"), std::string::npos)
      << points.warnings[0];
}

}  // namespace
}  // namespace polhode
