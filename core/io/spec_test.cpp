// SPDX-License-Identifier: MIT
#include "core/io/spec.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <future>

#include "core/geometry/decimal.hpp"
#include "core/geometry/dual.hpp"
#include "core/io/formula.hpp"
#include "core/io/json.hpp"
#include "core/io/offered_torque.hpp"
#include "core/io/spec/values.hpp"
#include "core/reference/reference.hpp"
#include "core/testing/json.hpp"
#include "core/testing/refusal.hpp"
#include "core/testing/specs.hpp"

/// Specs: what they say, and what is refused.
namespace polhode {
namespace {

using nlohmann::json;
using T = float128;

const std::string a_body = R"({"inertia": [1, 2, 2.5], "momentum": [1, 1, 1]})",
                  a_director =
                      R"({"inertia": 2, "director": [0, "0.6", "0.8"], "angular_velocity_space": [3, 1.6, -1.2]})";
std::string problem_with(const std::string& body, const std::string& torque, const std::string& rest = "\"time\": 3") {
  return fmt::format(R"({{"body": {}, "torque": {}, {}}})", body, torque, rest);
}
/// One line that names the field.
void refused(const std::string& body, const std::string& torque, const std::string& with) {
  expect_refused([&] { spec_of(problem_with(body, torque)); }, with, body + torque);
}
void refused(const std::string& torque, const std::string& with) {
  refused(a_body, torque, with);
}

/// Beside what results/specs_test.py has.
TEST(Torques, AreRefusedInOneLine) {
  refused(R"({"kind": "damping", "eddy": [[1, 2, 0], [0, 1, 0], [0, 0, 1]], "field": [0, 0, 1]})", "symmetric");
  refused(R"({"kind": "rotors", "momentum": {"kind": "pieces", "times": [1], "values": [[0, 0, 1], [1, 0, 0]]}})",
          "\"pieces\" is not a kind of signal without jumps");
  refused(R"({"kind": "rotors", "wheels": [{"axis": [0, 0, 0], "momentum": 1}]})", "torque.wheels[0].axis");
  refused(R"({"kind": "bdot", "gain": 1, "field": {"kind": "pieces", "times": [1], "values": [[0, 0, 1], [1, 0, 0]]}})",
          "\"pieces\" is not a kind of signal without jumps");
  refused(R"({"kind": "rotors", "momentum": {"kind": "formula", "values": ["t", "R11", "0"]}})",
          "torque.momentum.values[1]: \"R11\" is given; accepted: an expression of t");
  refused(R"({"kind": "rotors", "wheels": [{"axis": [0, 1, 0], "inertia": 2, "speed": 0, "motor_torque": 1}]})",
          "torque.wheels[0].inertia: 2 is given; accepted: less than the body's inertia about this axis");
  refused(R"([{"kind": "damping", "matrix": 1},
              {"kind": "rotors", "wheels": [{"axis": [0, 1, 0], "inertia": 1, "speed": 0, "motor_torque": 1}]}])",
          "torque[1].wheels[0].motor_torque: 1 is given; accepted: none beside other torques");
  refused(R"({"kind": "formula", "torque": ["1", "2", "3 +"]})", "torque.torque[2]");
  refused(
      R"({"kind": "body", "torque": {"kind": "pulses", "pulses": [{"at": -1, "duration": 1e-15, "value": [0, 0, 1]}]}})",
      "pulses[0].duration: 1e-15 is given; accepted: more than the rounding of its time");
  for (const char* far : {"atan(1e400)", "1e-400*t"})
    refused(fmt::format(R"({{"kind": "formula", "torque": ["{}", "0", "0"]}})", far), "in the range of a double");
  refused(R"({"kind": "formula", "torque": ["1", "2", "Omga1"]})", "Omega1");
  refused(R"j({"kind": "formula", "torque": ["1", "2", "sin(1, 2)"]})j", "2 arguments");
  refused(R"({"kind": "formula", "torque": ["1", "2", "a"], "constants": {"PI1": 1}})", "whatever its case");
  refused(R"({"kind": "formula", "torque": ["1.001*R32", "-R31", "0"], "potential": "R33"})", "T = -dV");
  refused(R"({"kind": "formula", "torque": ["0", "0", "0"], "potential": "t"})", "of the attitude only");
  refused(R"({"kind": "library", "file": "nothing.so"})", "torque.file");
  refused(R"({"kind": "dipole", "moment": [0, 0, 1], "field": {"kind": "rotating", "value": [1, 0, 0],
             "axis": [0, 0, 0], "frequency": 1}})",
          "torque.field.axis");
  refused(R"({"kind": "body", "torque": {"kind": "table", "times": [0, 1], "values": [[0, 0, 1], [1, 0, 0]]}})",
          "covers the run");
  for (const char* body : {R"("inertia": [2, 2, 0], "momentum": [0.3, 0.1, 0])",
                           R"("inertia": 2, "director": [1, 0, 0], "angular_velocity_space": [0, 0, 1])"})
    expect_refused(
        [&] { read_spec<double>(parsed(std::string("{\"orbit\": {\"rate\": 1}, \"body\": {") + body + "}}")); },
        "orbit: given with a director");
  refused(R"({"kind": "body", "torque": {"kind": "table", "times": [0, 0], "values": [[0, 0, 1], [1, 0, 0]]}})",
          "increasing");
  for (const char* m :
       {"[[1, 2, 0], [0, 1, 0], [0, 0, 1]]", "[[1, 0, 2], [0, 1, 0], [0, 0, 1]]", "[[1, 0, 0], [0, 1, 0], [0, 2, 1]]"})
    refused(fmt::format(R"({{"kind": "spring", "stiffness": {}}})", m), "symmetric");
}

TEST(Json, SlipsAreSaidInWords) {
  for (const auto& [text, said] : {std::pair("{\"a\": 1,\n}", "line 2: a comma before }"),
                                   {"{\"a\": 1 \"b\": 2}", "line 1: a comma is missing"},
                                   {"{'a': 1}", "a name stands between quotes"},
                                   {"{\"a\": [1, 2}", "] is missing"},
                                   {"{\"a\": NaN}", "a value is a number like 0.5"},
                                   {"{\"a\": 1", "is not closed"}})
    expect_refused([&text = text] { parse_json(text, "spec.json"); }, said, text);
}

/// What is no JSON, or no grid; keys, kinds and types that are wrong, missing or too many are in results/specs_test.py.
TEST(Json, BrokenSpecsGetOneLine) {
  const std::string body = R"("body": {"inertia": [1, 2, 3], "momentum": [1, 2, 3]})";
  const auto with = [&](const std::string& rest) { return "{" + body + ", " + rest + "}"; };
  for (const auto& [text, said] :
       std::vector<std::pair<std::string, std::string>>{{"", "byte 0"},
                                                        {std::string("\x7f\x45\x4c\x46\x00\x01\xff", 7), "byte 5"},
                                                        {"3", "spec"},
                                                        {with(R"("events": [5])"), "of kind plane, angle or momentum"},
                                                        {"{" + body + "} x", "byte"},
                                                        {"{" + body + "}" + std::string("\0{", 2), "byte 0"},
                                                        {with(R"("h": 0, "steps": 10)"), "h:"},
                                                        {with(R"("h": [0.1, 0], "steps": 10)"), "h[1]"},
                                                        {with(R"("h": 1e300, "steps": 9007199254740992)"), "steps"}})
    expect_refused([&text = text] { spec_of(text); }, said, text);
}

/// Each of two under way at once is asked for its own: none waits until the other has been judged.
TEST(Torques, OfCallersAreValues) {
  const auto document = parsed(R"({"body": {"inertia": [1, 2, 2.5], "momentum": [1, 1, 1]}, "time": 2})");
  std::array<std::promise<void>, 2> read;
  const auto meets = [&](std::size_t i) {
    const CallersTorque torque{[=](double, const auto&, const auto& Omega) {
                                 return std::array{3.0 + double(i), Omega[1], 0.0};
                               },
                               true};
    const OfferedTorque with(document, torque);
    const auto problem = read_spec<double>(with.spec).problem;
    read[i].set_value();
    const auto other = read[1 - i].get_future().wait_for(std::chrono::seconds(20));
    const auto& body = *problem.torqued();
    const auto T = body.total(0.0, body.initial.R, body.initial.Pi);
    return other == std::future_status::ready && T[0] == 3.0 + double(i) && T[1] == 0.5;
  };
  auto first = std::async(std::launch::async, meets, 0), second = std::async(std::launch::async, meets, 1);
  EXPECT_TRUE(first.get());
  EXPECT_TRUE(second.get());
}

TEST(Formulas, AreReadAsTheyAreWritten) {
  const auto value = [](const std::string& text) {
    ExpressionTrees<float100> trees;
    trees.roots = {add_expression(trees, text, {{"a_1", float100(3)}})};
    trees.prepare();
    return static_cast<double>(trees.values(0, [](const auto& set) { set(0, float100(2)); })[0]);
  };
  for (const auto& [text, known] :
       {std::pair("-2^2", -4.0), {"2^-1", 0.5}, {"2^3^2", 512}, {"1 - 2 - 3", -4}, {"12/2/3", 2}, {"2*-a_1 + t", -4}})
    EXPECT_EQ(value(text), known) << text;
  for (const auto& [text, known] :
       {std::pair("max(1, min(t, 5)) * abs(-1.5e0)", 3.0), {"((((t))))", 2}, {"asin(1/2)*6/pi", 1}})
    EXPECT_NEAR(value(text), known, 1e-15) << text;
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
        "(2 + x1)^x2", "x1^t", "sin(x1*x2)*cos(x3) + tan(x2)", "asin(x1*x2) + acos(x3) + atan(x1/x3)",
        "atan2(x1, x2 + x3)", "sinh(x1)*cosh(x2) - tanh(x3)", "exp(-x1^2)*log(2 + x2)", "1/sqrt(x1^2 + x2^2 + x3^2)",
        "abs(x2)*x1 + abs(x1)", "min(x1, x2)*x3 + max(x1*x3, x2)^2", "x1*x1*(x1*x2 + x3)*(x1*x2 + x3)", "a_1*x1"}) {
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

/// A field by formula is the field, whose motion is exact; and so is one that shakes.
TEST(Potentials, OfADirectorAreThatOfTheField) {
  const auto read = [](const std::string& torque) { return problem_of<Director<T>>(problem_with(a_director, torque)); };
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
                                   {"kind": "formula", "potential": "-(d1/2 + d3)*cos(1.5*t)"}])j"),
                                  T(0), T(3));
  EXPECT_LT(distance(both.state, shakes.state).largest(), both.error_estimate + shakes.error_estimate);
}

/// Oscillators, a charge that is pushed and Kepler's ellipse, whose motions are known.
TEST(Potentials, OfParticlesHaveTheMotionsThatAreKnown) {
  const auto end = [](const std::string& body, const std::string& potential, const std::string& rest = "\"time\": 3") {
    const auto spec =
        spec_of<T>(problem_with(body, fmt::format(R"j({{"kind": "formula", "potential": "{}"}})j", potential), rest));
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
  const auto pushed =
      end(R"({"masses": [1], "positions": [[0]], "velocities": [[0]]})", "x1*cos(t)", R"("t0": 1, "time": 2)");
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
    const auto spec =
        spec_of(problem_with(R"({"masses": [1], "positions": [[1]], "velocities": [[0]]})", R"({"kind": "none"})",
                             R"("time": 1, "units": {"mass": "kg", "length": "m", "time": "s")" + more + "}"));
    for (const auto& [of, unit] : spec.units)
      if (of == "momentum") return unit;
    return std::string();
  };
  EXPECT_EQ(momentum(""), "kg m/s");
  EXPECT_EQ(momentum(R"(, "momentum": "N s")"), "N s");
}

TEST(Potentials, EndTheMotionWhereTheyAreNotFinite) {
  const auto falling = problem_of<Particles<T>>(problem_with(
      R"({"masses": [1], "positions": [[1]], "velocities": [[0]]})", R"j({"kind": "formula", "potential": "-1/x1"})j"));
  EXPECT_THROW(reference::at(falling, T(0), T(3)), reference::NoMotion);
}

TEST(Potentials, AreRefusedInOneLine) {
  const auto formula = [](const std::string& keys) { return R"({"kind": "formula")" + keys + "}"; };
  refused(a_director, formula(R"(, "potential": "d1 +")"), "torque.potential: \"d1 +\" is not understood from column");
  refused(a_director, formula(R"(, "potential": "R11")"), "d1");
  refused(a_director, formula(R"(, "potential": "x1")"), "torque.potential");
  refused(a_director, formula(R"(, "potential": "d4")"), "torque.potential");
  refused(a_director, formula(R"(, "potential": "1/d1")"), "slope at the start is finite");
  refused(a_director, formula(R"(, "potential": "d1", "constants": {"D1": 2})"), "torque.constants.D1");
  refused(a_director, R"([{"kind": "formula", "potential": "d1"}, {"kind": "formula", "potential": "d2"}])",
          "accepted: none, or one field and one formula");
  std::string deep = "d1";
  for (int i = 0; i < 190; ++i) deep = "(" + deep + ")^d2";
  refused(a_director, formula(fmt::format(R"(, "potential": "{}")", deep)), "at most 4000 operations");
  const std::string none = R"({"kind": "none"})";
  const auto particles = [](const char* masses, const char* positions, const char* velocities) {
    return fmt::format(R"({{"masses": {}, "positions": {}, "velocities": {}}})", masses, positions, velocities);
  };
  refused(particles("[1, 1]", "[[1]]", "[[1], [2]]"), none,
          "body.positions: [[1]] is given; accepted: a list of coord");
  refused(particles("[1, 1]", "[[1, 2], [1, 2]]", "[[1], [2]]"), none, "body.positions[0]: [1,2] is given");
  refused(particles("[1, 1]", "[[1], []]", "[[1], [2]]"), none, "body.positions[1]");
  refused(particles("[1]", "[[1, 2]]", "[[1, 2, 3]]"), none,
          "body.velocities[0]: [1,2,3] is given; accepted: a list of 2");
  const auto a_particle = particles("[1]", "[[1]]", "[[1]]");
  refused(a_particle, formula(R"(, "potential": "x2")"), "x1");
}

/// The signal of the only torque of a spec.
Signal<Body, double> noise_of(const std::string& torque, const std::string& more) {
  const auto body = problem_of<TorquedBody<double>>(problem_with(a_body, torque, more));
  return std::get<BodyTorque<double>>(*body.torques.begin()).tau;
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
             back = noise_of(noise + "}", R"("h": -0.25, "steps": 3, "t0": 10)"),
             begun = noise_of(noise + R"(, "interval": 0.25})", R"("time": 0.6, "t0": 10)");
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
    EXPECT_EQ(begun.at(10.6)[i], fine.at(10.6)[i]) << "the last interval is covered, too";
    for (const auto& signal : {fine, coarse, stated})
      for (const double t : {9.9, 10.8}) EXPECT_EQ(signal.at(t)[i], 0) << "before and after";
  }
  int breaks = 0;
  fine.breaks([&](double) { ++breaks; });
  EXPECT_EQ(breaks, 4);
  EXPECT_TRUE(fine.jumps());
  // Its components are along the user's axes.
  const auto turned = spec_of(
      problem_with(R"({"inertia": [[2, 0.5, 0], [0.5, 3, 0], [0, 0, 4]], "momentum": [1, 1, 1]})", noise + "}", run));
  const auto& along = std::get<BodyTorque<double>>(*turned.problem.torqued()->torques.begin()).tau;
  EXPECT_LT(norm(turned.axes * along.at(10.1) - fine.at(10.1)), 1e-14);
  // The second noise of a body is another one, of the same seed.
  const std::string white = R"({"kind": "noise", "density": 1, "seed": 7})";
  const auto two =
      problem_of<TorquedBody<double>>(problem_with(a_body, "[" + white + ", " + white + "]", R"("h": 1, "steps": 1)"));
  const auto& second = *std::next(two.torques.begin());
  EXPECT_NEAR(std::get<BodyTorque<double>>(second).tau.at(0.5)[0], 1.025079541304095, 1e-14);
}

/// Held noise gives (2 tau/h) tanh(h/(2 tau)) of the temperature of white noise: beyond tau/3 that is said. Here tau is
/// 2 at the least.
TEST(Noise, SaysWhereItIsTooCoarseForATemperature) {
  const auto warnings = [](double interval) {
    const auto torque = fmt::format(R"([{{"kind": "damping", "matrix": [0.5, 0.8, 0.8]}},
                                        {{"kind": "noise", "density": 1, "interval": {}}}])",
                                    interval);
    return spec_of(problem_with(a_body, torque, "\"time\": 20")).warnings;
  };
  EXPECT_TRUE(warnings(0.65).empty());
  ASSERT_EQ(warnings(2).size(), 1u);
  EXPECT_TRUE(warns(warnings(2), "the temperature is 0.924 of that of white noise"));
  EXPECT_TRUE(warns(warnings(0.7), "take intervals below 0.67"));
}

/// And what results/specs_test.py has.
TEST(Noise, IsRefusedInOneLine) {
  EXPECT_EQ(noise_of(R"({"kind": "noise", "density": [1, 0, 1]})", R"("h": 1, "steps": 1)").at(0.5)[2],
            noise_of(R"({"kind": "noise", "density": 1, "seed": 1})", R"("h": 1, "steps": 1)").at(0.5)[2]);
  expect_refused([] { noise_of(R"({"kind": "noise", "density": 1})", R"("h": [1, 2], "steps": 2)"); },
                 "torque.interval: missing");
  refused(R"({"kind": "noise", "density": 1, "interval": 1e-9})", "torque.interval: 1e-09 is given");
  for (const auto& [torque, with] :
       {std::pair(R"({"kind": "noise", "density": 1})", "torque.interval: missing"),
        {R"({"kind": "noise", "density": 1, "interval": 1})", "torque.intervals: missing"}})
    expect_refused([&torque = torque] { noise_of(torque, R"("comments": "no time")"); }, with, torque);
}

void body_refused(const std::string& body, const std::string& with) {
  refused(body, R"({"kind": "none"})", with);
}

TEST(Inputs, AreRefusedInOneLine) {
  body_refused(R"({"inertia": [1, -2, 3], "momentum": [1, 2, 3]})", "body.inertia[1]");
  body_refused(R"({"inertia": [1, NaN, 3], "momentum": [1, 2, 3]})", "byte");
  body_refused(R"({"inertia": [1, 2, 1e-320], "momentum": [1, 2, 3]})", "body.inertia[2]");
  body_refused(R"({"inertia": [[1, 0, 0], [0, -2, 0], [0, 0, 3]], "momentum": [1, 2, 3]})", "body.inertia");
  body_refused(R"({"inertia": [[1, 2, 0], [2, 1, 0], [0, 0, 3]], "momentum": [1, 2, 3]})", "body.inertia");
  body_refused(R"({"inertia": [1, 2, 3], "momentum": [1, 2, 1e400]})", "too large");
  body_refused(R"({"inertia": [1, 2, 3], "momentum": [1, 2, 3], "attitude": [0, 0, 0, 0]})", "body.attitude");
  body_refused(R"({"inertia": 2, "director": [0, 0, 2], "angular_velocity_space": [1, 0, 0]})", "body.director");
  body_refused(R"({"inertia": 2, "director": [0, 0, 1], "angular_velocity_space": [1, 0, 1]})",
               "body.angular_velocity_space");
  body_refused(R"({"inertia": [1, 2, 2], "momentum": [1, 1, 1], "attitude": [1.1, 0, 0, 0]})", "of norm 1.1");
  body_refused(R"({"points": [[1, 0, 0, 0], [1, 0, 0, 1]], "momentum": [1, 1, 1]})", "normal to the rod");
  body_refused(R"({"points": [[1, 0, 0, 1], [2, 0, 0, 1]], "momentum": [1, 1, 0]})", "all points coincide");
  body_refused(R"({"inertia": [1, 2, 0], "momentum": [1, 1, 0]})",
               "body.inertia[2]: 0 is given; accepted: a positive moment; or 0 where the two others are equal");
  for (const char* size : {"1e-305", "2e100", "\"2e-301\""})
    body_refused(fmt::format(R"({{"inertia": [1, 1, {}], "momentum": [1, 1, 0]}})", size),
                 "given; accepted: a number from 1e-300 to 1e100");
  const char* rod = R"({"inertia": [1, 1, 0], "momentum": [1, 0, 0]})";
  refused(rod, R"({"kind": "gravity", "moment": [0, 1, 1]})", "along the rod");
  refused(rod, R"({"kind": "damping", "matrix": 1})", "damping is given with a rod");
  refused(rod, R"({"kind": "dipole", "moment": [0, 0, 1],
                     "field": {"kind": "harmonic", "amplitude": [1, 0, 0], "frequency": 1, "phase": 1}})",
          "of phase 0");
}

/// A body that does not spin about its axis of symmetry moves as a rod, whatever its moment about it.
TEST(Inputs, RodsMoveAsDirectors) {
  const auto read = [](const char* inertia, const char* velocity) {
    return spec_of<T>(fmt::format(
        R"({{"body": {{"inertia": {}, "attitude": {{"euler": [20, 40, 60], "sequence": "ZXZ", "degrees": true}},
                      "angular_velocity": {}}},
            "units": {{"time": "s", "rate": "deg/s"}},
            "torque": [{{"kind": "gravity", "moment": [0, 0.7, 0]}},
                       {{"kind": "dipole", "moment": [0, -0.4, 0], "field": [1, 0.5, 0]}},
                       {{"kind": "dipole", "moment": [0, 0.3, 0], "field":
                         {{"kind": "harmonic", "amplitude": [1, 0, 2], "frequency": 90, "offset": [0, 1, 0]}}}}],
            "time": 2}})",
        inertia, velocity));
  };
  const auto rod = read("[2, 0, 2]", "[30, 10, -50]"), body = read("[2, 0.5, 2]", "[30, 0, -50]");
  const auto& director = std::get<Director<T>>(rod.problem);
  const auto d = reference::at(director, T(0), T(2)).state;
  const auto s = reference::at(std::get<TorquedBody<T>>(body.problem), T(0), T(2)).state;
  EXPECT_LT(static_cast<double>(norm(d.d - s.R * axis<Body, T>(1))), 1e-25);
  EXPECT_LT(static_cast<double>(norm(T(2) * d.omega - s.pi())), 1e-25);
  EXPECT_GT(static_cast<double>(norm(d.d - director.initial.d)), 0.5);
  ASSERT_EQ(rod.warnings.size(), 2u);
  EXPECT_TRUE(warns({rod.warnings[1]}, "10 is left out"));
}
TEST(Inputs, RodsAreKnownHoweverTheyAreGiven) {
  const auto read = [](const char* body) {
    return problem_of<Director<double>>(fmt::format(R"({{"body": {}, "time": 1}})", body));
  };
  const auto matrix = read(R"({"inertia": [[1.28, 0, -0.96], [0, 2, 0], [-0.96, 0, 0.72]], "momentum": [0, 3, 0]})");
  EXPECT_NEAR(matrix.I, 2, 1e-15);
  EXPECT_LT(norm(matrix.initial.d - Vec<Space, double>{0.6, 0, 0.8}), 1e-15);
  EXPECT_LT(norm(matrix.initial.omega - Vec<Space, double>{0, 1.5, 0}), 1e-15);
  const auto points = read(R"({"points": [[1, 0.1, 0.2, 0.3], [3, 0.3, 0.6, 0.9]], "momentum": [3, 0, -1]})");
  EXPECT_NEAR(points.I, 0.75 * 0.56, 1e-15);
  EXPECT_LT(norm(points.initial.d - Vec<Space, double>{1, 2, 3} / std::sqrt(14.0)), 1e-15);
  const auto down = read(R"({"points": [[1, 1, 2, -3], [3, -1, -2, 3]], "momentum": [3, 0, 1]})");
  EXPECT_LT(norm(down.initial.d - Vec<Space, double>{-1, -2, 3} / std::sqrt(14.0)), 1e-15) << "the longest upwards";
  // To the digits of the finest entry: a moment of -0.0006 is 0 in thousandths, one of 0.001 is none in five digits.
  const auto thin =
      read(R"({"inertia": [[1.281, 0, -0.961], [0, 2.001, 0], [-0.961, 0, 0.72]], "momentum": [0, 3, 0]})");
  EXPECT_NEAR(thin.I, (2.001 + (2.001 + std::sqrt(2.001 * 2.001 + 4 * 0.001201)) / 2) / 2, 1e-14);
  for (const char* body :
       {"[[1.28101, 0, -0.96], [0, 2, 0], [-0.96, 0, 0.721]]", "[[2, 0, 0], [0, 3, 0], [0, 0, 1e-16]]"})
    EXPECT_TRUE(std::holds_alternative<FreeBody<double>>(
        spec_of(fmt::format(R"({{"body": {{"inertia": {}, "momentum": [0, 3, 0]}}, "time": 1}})", body)).problem))
        << body;
  const auto field = problem_of<Director<double>>(
      R"({"body": {"inertia": [1, 1, 0], "attitude": [0, 0.6, 0.8, 0], "momentum": [0, 1, 0]},
          "torque": {"kind": "constant-field", "u0": [1, 2, 3]}, "time": 1})");
  EXPECT_LT(norm(field.g - Vec<Space, double>{-1, -2, -3}), 1e-15);
  const auto in_space = read(R"({"inertia": [1, 1, 0], "attitude": [0, 0.6, 0.8, 0], "momentum_space": [0, 1, 0]})");
  EXPECT_LT(norm(in_space.initial.omega - Vec<Space, double>{0, 1, 0}), 1e-15);
  body_refused(R"({"inertia": [1, 1, 0], "momentum": [1, 0, 1e-5]})", "accepted: a vector normal to the rod");
  const auto nearly = read(R"({"inertia": 2, "director": [1, 0, 0], "angular_velocity_space": [1e-10, 0, 1]})");
  EXPECT_EQ(nearly.initial.omega[0], 0) << "projected";
  const auto fast = read(R"({"inertia": 2, "director": [1, 0, 0], "angular_velocity_space": [1e-7, 0, 1e3]})");
  EXPECT_EQ(fast.initial.omega[0], 0) << "relative to the velocity";
}
/// Rates of directors and rods are in the file's unit, there and back: 90 degrees, or 15 turns, in a unit of time.
TEST(Inputs, RatesOfDirectorsHaveAUnit) {
  const std::string field = R"("torque": {"kind": "field", "g": [0, 0, 1], "amplitude": [1, 0, 0], "frequency": 90}, )";
  const auto director =
      spec_of<T>(R"({"units": {"time": "s", "rate": "deg/s"}, )" + field +
                 R"("body": {"inertia": 2, "director": [1, 0, 0], "angular_velocity_space": [0, 0, 90]}})");
  const auto rod = spec_of<T>(R"({"units": {"time": "s", "rate": "rpm"},
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
  const auto spec = spec_of(
      R"({"units": {"mass": "kg", "length": "m", "time": "s", "momentum": "mN m s",
                    "angle": "deg", "rate": "rad/s"}, "time": 1,
          "body": {"inertia": 2, "director": [1, 0, 0], "angular_velocity_space": [0, 0, 1]},
          "events": [{"kind": "plane", "normal": [0, 2, 1], "offset": 0.5},
                     {"kind": "angle", "direction": [0, 3, 0], "angle": 60},
                     {"kind": "momentum", "direction": [1, 0, 2], "value": 3000}]})");
  const auto& director = std::get<Director<double>>(spec.problem);
  const DirectorState<double> s{{0.6, 0.8, 0}, {4, -3, 5}};
  EXPECT_NEAR(spec.events[0].at(director, s, 0), 1.6 - 0.5, 1e-15);
  EXPECT_NEAR(spec.events[1].at(director, s, 0), 0.5 - 0.8, 1e-15) << "it rises as the angle grows";
  EXPECT_NEAR(spec.events[2].at(director, s, 0), 2 * (4 + 10) - 3, 1e-15);
  EXPECT_NO_THROW(
      spec_of(R"({"units": {"rate": "rad/T"}, "body": {"inertia": [1, 2, 3], "angular_velocity": [1, 0, 0]}})"));
}

// --- what is said of a body, and of documents ------------------------------------------------------------------------

std::string refusal(const std::string& text, std::string_view schema) {
  return refusal_of([&] { check_form(parse_ordered_json(text, "f"), schema, "f"); });
}

TEST(Forms, MistakesAreNamedByTheirPlace) {
  EXPECT_EQ(refusal("{\"all\": {\"errors\": {\"relative\": 1}}}", "tolerances-1"), "");
  EXPECT_EQ(refusal("{\"all\": {\"errors\": {\"relative\": -1}}}", "tolerances-1"),
            "f: all.errors.relative: -1 is given; accepted: at least 0");
  EXPECT_EQ(refusal("{\"all\": {\"errors\": {\"relativ\": 1}}}", "tolerances-1"),
            "f: all.errors.relativ: \"relativ\" is not a key here; did you mean \"relative\"?");
  EXPECT_EQ(refusal("[]", "tolerances-1"), "f: [] is given; accepted: an object");
  EXPECT_EQ(refusal("{\"a\": 1, \"a\": 2}", "tolerances-1"), "a: the key is given twice; accepted: once");
  EXPECT_EQ(refusal(R"({"b": [{"a": [0]}, {}, {"c": {"d": 1}, "a": [[], {"x": 0, "y": 0, "x": 1}]}]})", "tolerances-1"),
            "b[2].a[1].x: the key is given twice; accepted: once");
  EXPECT_TRUE(warns({refusal("{\"a\": 1e999}", "tolerances-1")}, "too large for a double"));
}

/// Each word of the schemas, by a document that only it refuses, and one next to that.
TEST(Forms, HoldDocumentsToEachWord) {
  std::string eight;
  for (int k = 0; k < 8; ++k) eight += R"({"kind": "gravity", "moment": [0, 0, 1]}, )";
  const auto vary = [](int samples, const char* momentum = "[[0, 1], null, null]") {
    return fmt::format(R"("vary": {{"samples": {}, "body": {{"momentum": {}}}}})", samples, momentum);
  };
  for (const auto& [rest, said] : std::vector<std::pair<std::string, std::string>>{
           {vary(1), ""},
           {vary(0), "vary.samples: 0 is given; accepted: at least 1"},
           {vary(1000), ""},
           {vary(1001), "vary.samples: 1001 is given; accepted: at most 1000"},
           {vary(1, R"({"uniform": [0, 1]})"), ""},
           {vary(1, R"({"uniform": [0, 1], "x": [0, 1]})"), "vary.body.momentum"},
           {R"("vary": {"samples": 2})", "vary.body: missing; accepted: at least one of body and torque"},
           {R"("dense": 1e-300)", ""},
           {R"("dense": 0)", "dense: 0 is given"},
           {R"("torque": {"kind": "formula", "torque": ["a", "0", "0"], "constants": {"a": 2}})", ""},
           {R"("torque": {"kind": "formula", "torque": ["1", "0", "0"], "constants": {"1a": 2}})",
            "torque.constants.1a: \"1a\" is given; accepted: text like "},
           {R"("torque": {"kind": "rotors", "wheels": [{"axis": [0, 0, 1], "inertia": 1}]})",
            "torque.wheels[0].inertia: given without speed; accepted: together with it"},
           {R"("orbit": {"mu": 1, "radius": 2})", ""},
           {R"("orbit": {"mu": 1})", "orbit.mu: given without radius, semi_major_axis or periapsis"},
           {R"("orbit": {"rate": 1, "radius": 2})", "orbit.radius: given together with rate; accepted: one of them"},
           {R"("torque": [)" + eight + R"({"kind": "none"}])", ""},
           {R"("torque": [{"kind": "none"}])", ""},
           {R"("torque": [)" + eight + R"({"kind": "spring", "stiffness": 1}])", "torque: ["},
           {R"("events": [])", "events: [] is given; accepted: at least 1 of them"},
           {R"("h": 0.1, "time": 1)", "time: given together with h; accepted: one of them"},
           {R"("h": [0.1], "steps": 4, "breaks": "cut")", ""},
           {R"("h": [0.1, 0.2], "steps": 4, "breaks": "cut")", "breaks: \"cut\" is given; accepted: "},
           {R"("h": [0.1, 0.2], "align": true)", "align: true is given; accepted: "},
           {R"("body": {"inertia": [1, 2, 3], "momentum": [1, 0, 0], "density": 1})",
            "body.density: given without mesh"},
           {R"("body": {"inertia": [1, 2, 2.5, 3], "momentum": [1, 0, 0]})", "body.inertia: [1,2,2.5,3] is given"},
           {R"("body": {"inertia": [1, 2, 3], "momentum": [1, 0, 0], "angular_velocity": [1, 0, 0]})",
            "body.momentum: momentum and angular_velocity are given; accepted: exactly one of"}}) {
    auto document = parse_ordered_json(R"({"body": {"inertia": [1, 2, 2.5], "momentum": [1, 0, 0]}})", "f");
    document.update(parse_ordered_json("{" + rest + "}", "f"));
    const auto found = refusal_of([&] { check_form(document, "spec-1", ""); });
    EXPECT_EQ(said.empty() ? found : found.substr(0, said.size()), said) << rest << found;
  }
  const std::string sweep = R"({"schema": "polhode/sweep/1", "duration": {"time": 1}, "steps": [10], "methods": )",
                    cap = R"(, "population": {"inertia": {"triangle": {"least": )";
  EXPECT_EQ(refusal(sweep + R"(["mr", "rk4"])" + cap + "0.499}}}}", "sweep-1"), "");
  EXPECT_EQ(refusal(sweep + R"(["mr", "mr"]})", "sweep-1").substr(0, 12), "f: methods: ");
  EXPECT_EQ(refusal(sweep + R"(["mr"])" + cap + "0.5}}}}", "sweep-1").substr(0, 40),
            "f: population.inertia.triangle.least: 0.");
}

/// The axes of two moments that are nearly equal are where they are, and the moments stay apart; at every scalar.
TEST(PrincipalAxes, NeverChangeTheBody) {
  for (const double off : {1e-3, 9e-13, 1e-15, 1e-17, 3e-300}) {
    const auto document = parsed(
        fmt::format(R"({{"body": {{"inertia": [[2, {0}, 0], [{0}, 2, 0], [0, 0, 3]], "momentum": [1, 1, 1]}}}})", off));
    const auto read = [&]<class T>(T) {
      const auto s = read_spec<T>(document);
      const auto& I = std::get<FreeBody<T>>(s.problem).I;
      const auto Q = matrix(s.axes);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          T back(0);
          for (int k = 0; k < 3; ++k) back += Q(i, k) * I[k] * Q(j, k);
          const double given = document["body"]["inertia"][i][j];
          EXPECT_LE(abs(T(back - T(given))), 20 * epsilon<T>()) << off << " at " << i << j;
        }
      return s;
    };
    const auto narrow = read(double());
    const auto wide = read(float128());
    const auto widest = read(float100());
    EXPECT_LT(norm((inverse(cast<float100>(narrow.axes)) * widest.axes).vector()), 1e-15)
        << "one body, one set of axes";
    EXPECT_LT(norm((inverse(cast<float100>(wide.axes)) * widest.axes).vector()), 1e-33);
    if (off > 1e-99) {
      EXPECT_EQ(abs(float100(std::get<FreeBody<float100>>(widest.problem).I[0] - 2)), float100(off));
    }
  }
}

Attitude<double> attitude(const std::string& given) {
  return problem_of<FreeBody<double>>(R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 2, 3], "attitude": )" + given +
                                      R"(}, "time": 1})")
      .initial.R;
}

/// Euler angles, MRP and the other order of quaternions are read in the vectors of bodies_test.
TEST(Spec, ReadsAttitudes) {
  EXPECT_EQ(attitude(R"({"quaternion": [0.8, 0, 0, 0.6]})").z, 0.6);
  EXPECT_NEAR(norm2(attitude("[0.6000000003, 0, 0.8, 0]")), 1, 4e-16);
  // A quarter turn about z, stretched by 3e-10 along a diagonal, is that turn; what reflects or is off by 0.01 is none.
  const auto nearest = attitude("[[0, -1, 0], [1, 0, 3e-10], [3e-10, 0, 1]]");
  EXPECT_NEAR(nearest.z, std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(nearest.x, 0, 1e-16);
  EXPECT_NEAR(nearest.y, 0, 1e-16);
  // An eighth of a turn in six decimals; in four, and in three that are too far off.
  const auto printed = [](const char* s) {
    return attitude(fmt::format("[[{0}, -{0}, 0], [{0}, {0}, 0], [0, 0, 1]]", s));
  };
  EXPECT_NEAR(printed("0.707107").w, std::cos(M_PI / 8), 1e-15);
  EXPECT_NEAR(printed("0.707107").z, std::sin(M_PI / 8), 1e-15);
  EXPECT_NO_THROW(printed("0.7074"));
  EXPECT_THROW(printed("0.708"), UserError);
  EXPECT_THROW(attitude("[[1, 0, 0], [0, 1, 0], [0, 0, -1]]"), UserError);
  EXPECT_THROW(attitude("[[1, 0.01, 0], [0, 1, 0], [0, 0, 1]]"), UserError);
}

/// A turn a minute about the third axis, in radians per second, minute and hour. Degrees for angles say nothing of
/// rates.
TEST(Spec, ReadsRates) {
  const auto rate = [](const std::string& units, int given = 1) {
    const auto s = spec_of(
        fmt::format(R"({{"body": {{"inertia": [1, 2, 3], "angular_velocity": [0, 0, {}]}}, "time": 1, "units": {}}})",
                    given, units));
    return std::get<FreeBody<double>>(s.problem).initial.Pi[2] / 3;
  };
  EXPECT_DOUBLE_EQ(rate(R"({"time": "s", "rate": "rpm"})"), M_PI / 30);
  EXPECT_DOUBLE_EQ(rate(R"({"time": "min", "rate": "rpm"})"), 2 * M_PI);
  EXPECT_DOUBLE_EQ(rate(R"({"time": "h", "rate": "rpm"})"), 120 * M_PI);
  EXPECT_DOUBLE_EQ(rate(R"({"time": "s", "rate": "deg/s"})"), M_PI / 180);
  EXPECT_EQ(rate(R"({"time": "s", "rate": "rad/s"})"), 1);
  for (const char* units : {R"({"rate": "rpm"})", R"({"angle": "deg"})", R"({"angle": "deg", "time": "s"})"})
    EXPECT_THROW(rate(units), UserError) << units;
  EXPECT_EQ(rate(R"({"angle": "deg"})", 0), 0);
}

TEST(Spec, RefusesWhatIsOutOfRange) {
  const auto with = [](const std::string& momentum, const std::string& steps) {
    return R"({"body": {"inertia": [1, 2, 3], "momentum": )" + momentum + R"(}, "time": 1, "steps": )" + steps + "}";
  };
  EXPECT_EQ(spec_of(with(R"(["1e0", "-.5", "+2."])", "9007199254740992")).grid->steps(), 9007199254740992);
  for (const char* steps : {"0", "-1", "1.5", "9007199254740993"})
    EXPECT_THROW(spec_of(with("[1, 0, 0]", steps)), UserError);
  for (const char* number : {"1e", ".", "", "1e1234567", "0x1", "1 ", "nan"}) {
    EXPECT_THROW(spec_of(with("[\"" + std::string(number) + "\", 0, 0]", "1")), UserError) << number;
    EXPECT_FALSE(reading::is_decimal(number)) << number;  // where no form has looked
  }
}

TEST(Spec, SaysThatAMatrixIsNotSymmetric) {
  const auto s = spec_of(
      R"({"body": {"inertia": [[2, 1e-3, 0], [1.003e-3, 2, 0], [0, 0, 3]], "momentum": [1, 1, 1]}, "time": 1})");
  ASSERT_EQ(s.warnings.size(), 1u);
  EXPECT_TRUE(warns(s.warnings, "not symmetric by 1e-06 (entries [0][1], [1][0]), averaged"));
  const auto& I = std::get<FreeBody<double>>(s.problem).I;
  EXPECT_NEAR(std::min({I[0], I[1], I[2]}), 2 - 1.0015e-3, 1e-15) << "the mean";
  const auto last = spec_of(
      R"({"body": {"inertia": [[3, 0, 0], [0, 2, 1e-3], [0, 1.0000001e-3, 2]], "momentum": [1, 1, 1]}, "time": 1})");
  EXPECT_TRUE(warns(last.warnings, "not symmetric by 3.3e-11 (entries [1][2], [2][1]), averaged"));
  body_refused(R"({"inertia": [[2, 1e-3, 0], [6e-3, 2, 0], [0, 0, 3]], "momentum": [1, 1, 1]})", "[0][1], [1][0]");
}

TEST(Spec, WarnsAndGoesOn) {
  const auto warnings = [](const std::string& body) {
    return spec_of(R"({"body": {"momentum": [1, 2, 3], )" + body + R"(}, "time": 1})").warnings;
  };
  EXPECT_TRUE(
      warns(warnings(R"("inertia": [1, 2, 3.5])"), "I3 = 3.5 > I1 + I2 = 3 by 0.5; the motion is computed as given"));
  EXPECT_TRUE(warns(warnings(R"("inertia": [1, 2, 3.01])"), "I3 = 3.01 > I1 + I2 = 3 by 0.01"));
  const auto plain = spec_of(R"({"body": {"momentum": [1, 2, 3], "inertia": [1, 2, 3], "comments": "mine"}, "time": 1,
                              "units": {"mass": "kg", "length": "m", "time": "s"}})");
  EXPECT_TRUE(plain.warnings.empty());
  EXPECT_EQ(plain.comments, std::vector<std::string>{"mine"});
  EXPECT_EQ(plain.units.at(3), (std::pair<std::string, std::string>{"momentum", "kg m^2/s"}));
  EXPECT_EQ(warnings(R"("inertia": [1, 2, 3], "attitude": [1.0000000001, 0, 0, 0])").size(), 1u);
  EXPECT_TRUE(warns(warnings(R"("inertia": [1, 2, 3], "attitude": [1.0001, 0, 0, 0])"), "norm 1.0001"));
  EXPECT_TRUE(warns(warnings(R"("inertia": [1, 2, 3], "attitude": [[1, 1e-4, 0], [-1e-4, 1, 1e-4], [0, 0, 1]])"),
                    "body.attitude: off by 1.0e-04, projected"));
}

}  // namespace
}  // namespace polhode
