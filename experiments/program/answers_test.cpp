// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/testing/program.hpp"

// What users ask beside one run and one target: several targets, a given step, families of bodies, a program of their
// own, events, and rows between the steps.
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using polhode::testing::read;

class Answers : public polhode::testing::Program {
 protected:
  void refused(const std::string& arguments, const std::string& begins) {
    Program::refused(arguments, "polhode: " + begins);
  }
  json row_of(const json& answer, const std::string& method) {
    for (const auto& m : answer["methods"])
      if (m["method"] == method) return m;
    ADD_FAILURE() << "no " << method;
    return {};
  }
  /// The angle between an attitude and one in decimal strings.
  static double angle(const json& a, const json& b) {
    double w = 0, x[4], y[4], v2 = 0;
    for (int i = 0; i < 4; ++i) {
      x[i] = a["quaternion"][i].get<double>(), y[i] = std::stod(b["quaternion"][i].get<std::string>());
      w += x[i] * y[i];
    }
    const double sign = w < 0 ? -1 : 1;
    for (int i = 0; i < 4; ++i) v2 += std::pow(x[i] - sign * y[i], 2);
    return 4 * std::asin(std::sqrt(v2) / 2);
  }

  const fs::path source = POLHODE_SOURCE;
  /// What `run` says of this text, with these words after it.
  json ran(const std::string& text, const std::string& words = "", int code = 0) {
    return answer("run " + file("run.json", text) + words, code);
  }
  /// What `recommend` may take: some of every kind, whose costs are counts of torques on any machine.
  const std::string some =
      " --torque-cost 1000 --method rk4 --method mr --method imidm --method rkn6a14 --method 'kl8:*' ";
  const std::string heavy = R"("body": {"inertia": [1.9, 0.8, 1.3], "attitude": {"rotation_vector": [0.4, -1.1, 0.3]},
    "momentum": [0.9, -1.4, 0.6]}, "torque": {"kind": "gravity", "moment": [0.3, -0.2, 0.5]}, "time": 3)";
};

TEST_F(Answers, OneTargetEach) {
  const auto body = file("heavy.json", "{" + heavy + "}");
  const auto j =
      answer("recommend " + body + some + "--attitude-error 1e-3,1e-6rad,0.0001deg --energy-drift 1e-3 --json");
  EXPECT_EQ(j["schema"], "polhode/recommendations/1");
  ASSERT_EQ(j["recommendations"].size(), 3u);
  const double targets[] = {1e-3, 1e-6, std::numbers::pi / 180 * 1e-4};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& r = j["recommendations"][i];
    EXPECT_DOUBLE_EQ(r["target"]["attitude"], targets[i]);
    EXPECT_EQ(r["target"]["energy"], 1e-3);
    EXPECT_LE(r["best"]["errors"]["attitude"].get<double>(), 0.9 * targets[i]);
  }
  // Each is what it is alone.
  const auto alone = answer("recommend " + body + some + "--attitude-error 1e-6 --energy-drift 1e-3 --json");
  for (const auto& row : alone["methods"]) {
    const auto among = row_of(j["recommendations"][1], row["method"].get<std::string>());
    ASSERT_EQ(among.contains("chosen"), row.contains("chosen")) << row["method"];
    if (!row.contains("chosen")) continue;
    EXPECT_EQ(among["chosen"]["steps"], row["chosen"]["steps"]) << row["method"];
  }
  ASSERT_EQ(polhode("recommend " + body + some + "--attitude-error 1e-2 --attitude-error 1e-15"), 3) << err;
  says("     0.01 ");
  says("none: ");
  EXPECT_EQ(out.find("backwards"), std::string::npos) << out;
  ASSERT_EQ(polhode("recommend " + body + some + "--attitude-error 1e-2 --time -3"), 0) << err;
  says("over a time of -3, backwards, ");

  refused("recommend " + body + " --attitude-error 1e-3,1e-6 --energy-drift 1,2,3", "--attitude-error: 2 tolerances");
  refused("recommend " + body + " --attitude-error 1e-3,-1", "--attitude-error: -1");
  for (const std::string flag : {"--html x.html", "--emit x"})
    refused("recommend " + body + " --attitude-error 1e-3,1e-6 " + flag,
            flag.substr(0, flag.find(' ')) + ": given with 2");
}

TEST_F(Answers, TheStepThatRealTimeLeaves) {
  const auto body = file("heavy.json", "{" + heavy + "}");
  const auto j = answer("recommend " + body + some + "--rate 50 --json");
  EXPECT_EQ(j["best"]["steps"], 150);
  EXPECT_DOUBLE_EQ(j["best"]["h"], 0.02);
  // What it says of errors at the end is so.
  const auto known = answer("reference " + body);
  for (const auto* method : {"mr", "rk4", "imidm"}) {
    const auto run = ran("{" + heavy + ", \"method\": \"" + method + "\", \"steps\": 150}");
    const double found = row_of(j, method)["points"][0]["at_end"]["attitude"];
    EXPECT_NEAR(angle(run["final"]["attitude"], known["final"]["attitude"]), found, 1e-3 * found + 1e-13) << method;
    EXPECT_LE(found, row_of(j, method)["points"][0]["errors"]["attitude"].get<double>());
  }
  // Of those that err as little as any, it is the cheapest.
  double least = INFINITY;
  for (const auto& m : j["methods"])
    if (m["points"][0].contains("errors")) least = std::min(least, m["points"][0]["errors"]["attitude"].get<double>());
  EXPECT_LE(j["best"]["errors"]["attitude"].get<double>(), std::max(10 * least, 1e-12));
  for (const auto& m : j["methods"]) EXPECT_EQ(m["points"].size(), 1u) << m["method"];

  // With a target: the cheapest that meets it.
  const auto met = answer("recommend " + body + some + "--rate 50 --attitude-error 1e-4 --json");
  EXPECT_EQ(met["best"]["steps"], 150);
  EXPECT_LE(met["best"]["share"].get<double>(), 0.9);
  for (const auto& m : met["methods"])
    EXPECT_EQ(m.contains("chosen"), m["points"][0].value("share", 1.0) <= 0.9) << m["method"];
  EXPECT_EQ(polhode("recommend " + body + some + "--rate 1 --attitude-error 1e-14"), 3) << out;
  says("with this step");

  // Hertz are of seconds.
  const auto minutes = file("minutes.json", "{\"units\": {\"time\": \"min\"}, " + heavy + "}");
  const auto slow = answer("recommend " + minutes + some + "--rate 2Hz --json");
  EXPECT_EQ(slow["best"]["steps"], 360);
  EXPECT_DOUBLE_EQ(slow["rate"]["period"], 0.5);
  refused("recommend " + body + " --rate 2Hz", "--rate: 2 Hz");
  for (const std::string bad : {"10rpm", "-3", "0", "fast", "1e-9", "1e30"})
    refused("recommend " + body + " --rate " + bad, "--rate: ");
}

TEST_F(Answers, Families) {
  const auto varied = [&](const std::string& vary) {
    return file("vary.json", "{\"vary\": " + vary + ", " + heavy + "}");
  };
  const std::string six = R"({"body": {"momentum": [[0.5, 1.5], null, [0, 2]]}, "samples": 6})";
  const auto j = answer("recommend " + varied(six) + some + "--attitude-error 1e-5 --json");
  EXPECT_EQ(j["bodies"], 7);
  EXPECT_EQ(j["best"]["bodies"], 7);
  EXPECT_NE(j["promise"].get<std::string>().find("all bodies"), std::string::npos);
  // The bodies are those of run --case: 0 that of the spec, even ones at the ends of the intervals.
  const auto steps =
      file("steps.json", "{\"vary\": " + six + ", " + heavy + R"(, "method": "mr", "steps": 10, "every": 4})");
  const auto drawn = answer("run " + steps + " --case 2");
  const auto start = drawn["trajectory"][0]["momentum"];
  EXPECT_EQ(drawn["case"]["number"], 2);
  EXPECT_EQ(drawn["trajectory"].back()["n"], 10) << "the end is a row in any case";
  EXPECT_EQ(drawn["case"]["spec"]["body"]["momentum"], start) << "so that it can be had again";
  EXPECT_TRUE((start[0] == 0.5 || start[0] == 1.5) && start[1] == -1.4) << start;
  refused("run " + steps + " --case 7", "--case: 7");
  refused("run " + file("none.json", "{" + heavy + "}") + " --case 1", "--case: given with a spec without \"vary\"");
  for (const auto& [vary, field] :
       {std::pair("3", "vary: 3"),
        {R"({"body": {"momentum": [[0, 1], null]}})", "vary.body.momentum: "},
        {R"({"body": {"momentum": [[1, 0], null, null]}})", "vary.body.momentum[0]: "},
        {R"({"body": {"momentum": [0, null, null]}})", "vary.body.momentum[0]: "},
        {R"({"body": {"angular_velocity": [[0, 1], null, null]}})", "vary.body.angular_velocity: "},
        {R"({"body": {"inertia": [[-1, 0.5], null, null]}, "samples": 2})", "vary: of body 1, body.inertia[0]: "}})
    refused("recommend " + varied(vary) + " --attitude-error 1e-3", field);
}

/// A project compiles, and prints what `run` has of the motion by the recommended method and steps.
class Projects : public Answers {
 protected:
  void expect_project(const std::string& project, const std::string& motion, const json& best) {
    ASSERT_EQ(shell("c++ -std=c++20 -Wall -Werror -I " + source.string() + " " + project + "/main.cpp -o " + project +
                    "/body && " + project + "/body"),
              0)
        << err;
    const auto printed = out;
    const auto run =
        ran("{" + motion + ", \"method\": " + best["method"].dump() + ", \"steps\": " + best["steps"].dump() + "}");
    polhode::testing::expect_printed(printed, run["final"]);
  }
};

/// A body with products of inertia, a table, a pulse that jumps and damping: all that is data is in the program.
TEST_F(Projects, AreOfAllThatIsData) {
  const std::string motion =
      R"~("units": {"time": "s"}, "body": {"inertia": [[1.9, 0.1, -0.2], [0.1, 0.8, 0.05], [-0.2, 0.05, 1.3]], "attitude": {"rotation_vector":
         [0.4, -1.1, 0.3]}, "momentum": [0.9, -1.4, 0.6]}, "torque": [{"kind": "dipole", "moment": [0.3, -0.2, 0.5], "field":
         {"kind": "table", "times": [0, 1, 2, 3], "values": [[1, 0, 0], [0, 1, 0], [0.5, 0, 1], [0, 0, 1]]}},
         {"kind": "spring", "stiffness": [0.1, 0.2, 0.3]},
         {"kind": "body", "torque": {"kind": "pulses", "pulses": [{"at": 0.5, "duration": 1, "value": [0.1, 0, 0.2]}]}},
         {"kind": "damping", "matrix": [0.1, 0.2, 0.3]}, {"kind": "rotors", "momentum": [0, 0, 0.4]}, {"kind": "formula",
         "torque": ["0.1*sin(t)", "0", "-0.1*R33"]}], "time": 2)~";
  const auto body = file("body.json", "{" + motion + "}"), project = in_folder("project");
  const auto j = answer("recommend " + body + some + "--rate 20Hz --attitude-error 1e-3 --json --emit " + project);
  EXPECT_EQ(err, project + "\n");
  ASSERT_TRUE(fs::exists(project + "/CMakeLists.txt"));
  expect_project(project, motion, j["best"]);
  refused("recommend " + body + " --attitude-error 1e-3 --emit " + project,
          "--emit: " + project + "/main.cpp already exists");
}

/// A formula that names no momentum is a torque of time and attitude to methods that take no other.
TEST_F(Projects, OfATorqueThatIsOfTheAttitudeAfterAll) {
  const std::string motion = R"~("body": {"inertia": [0.8, 1.1, 1.6], "momentum": [1, 0.2, 0.4]}, "torque": {"kind":
         "formula", "frame": "space", "torque": ["-0.35*R13*cos(2*t)", "0.35*R23", "0.2*sin(t)"]}, "time": 4)~";
  const auto body = file("formula.json", "{" + motion + "}"), project = in_folder("of_attitude");
  // Its few evaluations are worth more than all else.
  const auto j = answer("recommend " + body + some + "--method 'rkn*' --attitude-error 1e-6 --json --emit " + project);
  const auto methods = answer("list methods --json");
  const auto best =
      std::find_if(methods.begin(), methods.end(), [&](const auto& m) { return m["id"] == j["best"]["method"]; });
  ASSERT_NE(best, methods.end());
  for (const auto& kind : (*best)["serves"]) {
    EXPECT_NE(kind, "torque that depends on the momentum") << j["best"]["method"];
    EXPECT_NE(kind, "damping and rotors") << j["best"]["method"];
  }
  EXPECT_EQ(j["problem"], "body with torque");
  expect_project(project, motion, j["best"]);
  const auto small = file("small.json", R"({"units": {"mass": "kg", "length": "m", "time": "s", "momentum": "mN m s"},
         "body": {"inertia": [1, 2, 3], "momentum": [100, 200, 300]}, "time": 1})");
  answer("recommend " + small + some + "--attitude-error 1e-3 --json --emit " + in_folder("small"));
  EXPECT_NE(read(in_folder("small/main.cpp")).find(" / 0.001"), std::string::npos) << "momenta in the user's unit";
}

/// The same motion in any unit of time has the same answer.
TEST_F(Answers, KnowNoUnitOfTime) {
  json first, body = polhode::parsed(R"({"body": {"inertia": [1, 2, 2.5]}, "torque": {"kind": "gravity"}})");
  for (const int power : {0, 15, -40, 100}) {
    const auto n = [&](const std::string& digits, int times) { return digits + "e" + std::to_string(times * power); };
    body["body"]["angular_velocity"] = {n("1", 1), n("2", 1), n("3", 1)};
    body["torque"]["moment"] = {0, n("0.5", 2), n("1", 2)}, body["time"] = n("3", -1);
    const auto top = file("top.json", body.dump());
    const auto best = answer("recommend " + top + some + "--attitude-error 1e-6 --json")["best"];
    if (power == 0) first = best;
    EXPECT_EQ(best["method"], first["method"]) << power;
    EXPECT_EQ(best["steps"], first["steps"]) << power;
    EXPECT_LT(answer("reference " + top)["errors"]["attitude"]["value"].get<double>(), 1e-24) << power;
  }
}

// --- between the steps -----------------------------------------------------------------------------------------------

/// A symmetric body that spins about axis 3 of its own: that axis goes round the spatial momentum at the rate l/I1.
TEST_F(Answers, EventsAreWhereTheyAreInClosedForm) {
  const double I1 = 2, P1 = 0.6, P3 = 0.8, l = std::hypot(P1, P3), rate = l / I1;
  // R(0) = 1, so l = (P1, 0, P3); the axis e3 starts in the plane of l and e1, away from l by the angle of nutation.
  const double nutation = std::atan2(P1, P3);
  const auto run = [&](const std::string& method, const std::string& steps, const std::string& events) {
    return ran(R"({"units": {"angle": "deg"}, "body": {"inertia": [2, 2, 0.7], "momentum": [0.6, 0, 0.8]}, "time": 60,
        "method": ")" +
               method + R"(", "steps": )" + steps + ", \"events\": [" + events + "]}");
  };
  // By the exact motion in three steps, and interpolated over steps of 1/20.
  for (const auto& [method, steps, by, off] :
       {std::tuple{"exact", "3", "method", 1e-12}, {"rkf78", "1200", "interpolation", 1e-10}}) {
    // The axis crosses the plane through l and e1: half turns, first to one side (-sin of the azimuth).
    const auto j = run(method, steps, R"({"kind": "plane", "axis": [0, 0, 1], "normal": [0, 1, 0]})");
    EXPECT_EQ(j["between"]["by"], by);
    const auto& rows = j["trajectory"];
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(60 * rate / std::numbers::pi)) << method;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      EXPECT_NEAR(rows[k]["t"], std::numbers::pi * static_cast<double>(k + 1) / rate, off) << method;
      EXPECT_EQ(rows[k]["event"].get<int>(), k % 2 == 0 ? 1 : -1);
      EXPECT_NEAR(rows[k]["attitude"]["matrix"][1][2], 0, off);
    }
    // Its angle to the direction of e2 reaches 70 degrees: cos = +-sin(nutation) sin(rate t).
    const auto angles =
        run(method, steps, R"({"kind": "angle", "axis": [0, 0, 2], "direction": [0, 3, 0], "angle": 70})");
    const double asin = std::asin(std::cos(70 * std::numbers::pi / 180) / std::sin(nutation));
    ASSERT_FALSE(angles["trajectory"].empty());
    for (const auto& row : angles["trajectory"]) {
      const double phase = std::fmod(row["t"].get<double>() * rate, 2 * std::numbers::pi),
                   up = std::fmod(phase, std::numbers::pi);
      EXPECT_NEAR(std::min(std::abs(up - asin), std::abs(up - (std::numbers::pi - asin))), 0, 10 * off) << method;
    }
  }
}

/// A body that turns slowly in the plane of a fast orbit: an axis meets the way from the planet a hundred times a turn
/// of its own.
TEST_F(Answers, EventsInTheFrameOfAnOrbitAreOfTheFrame) {
  for (const char* steps : {"1", "400"}) {
    const auto rows = ran(R"({"body": {"inertia": [1, 2, 3], "momentum": [0, 0, 0.3]}, "orbit": {"rate": 10},
        "events": [{"kind": "plane", "axis": [1, 0, 0], "normal": [0, 1, 0], "frame": "orbit", "crossing": "rising"}],
        "method": "exact", "time": 60, "steps": )" +
                          std::string(steps) + "}")["trajectory"];
    ASSERT_EQ(rows.size(), 95u);  // of sin(-9.9 t)
    for (std::size_t k = 0; k < rows.size(); ++k)
      EXPECT_NEAR(rows[k]["t"], std::numbers::pi * static_cast<double>(2 * k + 1) / 9.9, 1e-12) << steps;
  }
}

/// Momentum along the middle axis is an elliptic sine (Landau and Lifshitz, section 37): zeros are 2 K apart.
TEST_F(Answers, MomentumChangesItsSignEveryHalfPeriod) {
  const double I[] = {1, 2, 3}, P[] = {0.4, 0.9, 1.5};
  double E2 = 0, G2 = 0;
  for (int i = 0; i < 3; ++i) E2 += P[i] * P[i] / I[i], G2 += P[i] * P[i];
  ASSERT_GT(G2, E2 * I[1]);
  const double rate = std::sqrt((I[2] - I[1]) * (G2 - E2 * I[0]) / (I[0] * I[1] * I[2]));
  const double k = std::sqrt((I[1] - I[0]) * (E2 * I[2] - G2) / ((I[2] - I[1]) * (G2 - E2 * I[0])));
  const double half = 2 * std::comp_ellint_1(k) / rate;
  const auto run = [&](const std::string& rest) {
    return ran(R"({"body": {"inertia": [1, 2, 3], "momentum": [0.4, 0.9, 1.5]}, )" + rest + "}");
  };
  const std::string event = R"("events": [{"kind": "momentum", "direction": [0, 1, 0])";
  for (const auto& [method, off] : {std::pair(R"("method": "exact", "time": 60, "steps": 2, )", 1e-12),
                                    {R"("method": "rkf78", "time": -60, "steps": 3000, )", 1e-9}}) {
    const auto both = run(method + event + "}]")["trajectory"],
               falling = run(method + event + R"(, "crossing": "falling"}])")["trajectory"];
    ASSERT_GT(both.size(), 5u);
    for (std::size_t i = 1; i < both.size(); ++i)
      EXPECT_NEAR(std::abs(both[i]["t"].get<double>() - both[i - 1]["t"].get<double>()), half, off) << method;
    EXPECT_NEAR(static_cast<double>(falling.size()), static_cast<double>(both.size()) / 2, 0.6);
    for (const auto& row : falling) EXPECT_EQ(row["event"], -1);
  }
}

TEST_F(Answers, RowsAtEqualTimes) {
  // Beside the exact motion: the distance is within what is said of interpolation and of the method.
  const std::string body = R"("body": {"inertia": [1, 2, 3], "momentum": [0.4, 0.9, 1.5]}, )";
  const auto dense = ran("{" + body + R"("method": "rkf78", "h": 0.1, "steps": 40, "dense": 0.03})");
  const auto& rows = dense["trajectory"];
  ASSERT_EQ(rows.size(), 134u);
  const auto known = ran("{" + body + R"("method": "exact", "h": 0.03, "steps": 133, "every": 1})")["trajectory"];
  const auto off = [](const json& a, const json& b) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += std::pow(a[k].get<double>() - b[k].get<double>(), 2);
    return std::sqrt(sum);
  };
  double worst = 0, worst_momentum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_NEAR(rows[i]["t"], 0.03 * static_cast<double>(i), 1e-12);
    if (i % 10 != 0) {  // a step may end there, up to rounding
      EXPECT_EQ(rows[i]["n"], (3 * i) / 10);
    }
    worst = std::max(worst, 2 * off(rows[i]["attitude"]["quaternion"], known[i]["attitude"]["quaternion"]));
    worst_momentum = std::max(worst_momentum, off(rows[i]["momentum"], known[i]["momentum"]));
  }
  const double said = dense["between"]["attitude"], said_of_momentum = dense["between"]["momentum"];
  EXPECT_GT(worst, 1e-13);
  EXPECT_NEAR(said / worst, 1, 0.05) << "of the radians that a row is off by";
  EXPECT_NEAR(std::hypot(0.4, 0.9, 1.5) * said_of_momentum / worst_momentum, 1, 0.05);
  // The same by the flag; with a table whose lines are those rows, and events among them in order of time.
  const auto spec = file("events.json", "{" + body + R"("method": "rkf78", "h": 0.1, "steps": 40,
    "events": [{"kind": "momentum", "direction": [1, 0, 0]}]})");
  const auto csv = in_folder("rows.csv");
  const auto flagged = answer("run " + spec + " --dense 0.03 --csv " + csv)["trajectory"];
  EXPECT_EQ(polhode("run " + spec + " --dense 0.03 --csv - -o " + csv + ".json"), 0) << err;
  EXPECT_EQ(out, read(csv));  // the table and nothing else
  EXPECT_GT(flagged.size(), rows.size());
  for (std::size_t i = 1; i < flagged.size(); ++i)
    EXPECT_LE(flagged[i - 1]["t"].get<double>(), flagged[i]["t"].get<double>());
  const auto table = read(csv);
  EXPECT_EQ(table.rfind("n,t,event,", 0), 0u) << table.substr(0, 80);
  EXPECT_EQ(static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n')), flagged.size() + 1);
  // Steps too long for it are said to be, also by whole turns, which the attitudes at the nodes do not show.
  const auto turns = ran(R"({"body": {"inertia": [1, 2, 3], "angular_velocity": [0, 0, 2.2]}, "method": "mr", "h": 3,
    "steps": 4, "dense": 1})");
  says("between nodes: a step turns the body by 6.6 radians");
  EXPECT_FALSE(turns["between"].contains("attitude")) << turns["between"];
}

/// A pendulum in a plane, from its lowest point: theta' = a cn(w t), sin(theta/2) = k sn(w t), k = a / (2 w).
TEST_F(Answers, DirectorsHaveEvents) {
  const double w = std::sqrt(3.0 / 2), a = 1.5, quarter = std::comp_ellint_1(a / (2 * w)) / w;
  const auto run = [&](const std::string& rest) {
    return ran(R"({"body": {"inertia": 2, "director": [0, 0, 1], "angular_velocity_space": [1.5, 0, 0]},
        "torque": {"kind": "field", "g": [0, 0, 3]}, "method": "kl8:dumbbell-vi", "time": 20, "steps": 400, )" +
               rest + "}");
  };
  // It comes through the lowest point at even quarters of its period and turns round at odd ones.
  const auto lowest = run(R"("events": [{"kind": "plane", "normal": [0, 1, 0]}])")["trajectory"],
             turning = run(R"("events": [{"kind": "momentum", "direction": [1, 0, 0]}])")["trajectory"];
  ASSERT_GT(lowest.size(), 3u);
  for (std::size_t i = 0; i < lowest.size(); ++i)
    EXPECT_NEAR(lowest[i]["t"], static_cast<double>(2 * i + 2) * quarter, 1e-9);
  ASSERT_GT(turning.size(), 3u);
  for (std::size_t i = 0; i < turning.size(); ++i)
    EXPECT_NEAR(turning[i]["t"], static_cast<double>(2 * i + 1) * quarter, 1e-6);
  // Half way to its largest angle, falling: sn = sin(theta/2) / k on the way back.
  const double largest = 2 * std::asin(a / (2 * w));
  const auto half = run(R"("events": [{"kind": "angle", "direction": [0, 0, 2], "crossing": "falling", "angle": )" +
                        json(largest / 2).dump() + "}]");
  const double sn = std::sin(largest / 4) / (a / (2 * w)), first = std::ellint_1(a / (2 * w), std::asin(sn)) / w;
  EXPECT_NEAR(half["trajectory"][0]["t"], 2 * quarter - first, 1e-9);
  EXPECT_EQ(half["trajectory"][0]["event"], -1);
  EXPECT_EQ(half["between"]["by"], "interpolation");
  // Rows at equal times: sin(theta/2) is as near as is said.
  const auto rows = run(R"("dense": 0.037)");
  const auto& d = rows["trajectory"][100]["director"];
  const double sine = std::sqrt((1 - d[2].get<double>()) / 2), k = a / (2 * w);
  const double t = std::ellint_1(k, std::asin(sine / k)) / w;  // on the way up, down, or to the other side
  const double since = std::fmod(3.7, 2 * quarter), off = std::abs(std::min(since, 2 * quarter - since) - t);
  EXPECT_LT(off, 1e-7);
  EXPECT_GT(rows["between"]["attitude"].get<double>(), 1e-15);
  EXPECT_LT(rows["between"]["attitude"].get<double>(), 1e-8);
}

/// Where moments change, what is watched for is the momentum: without torque it stays, under a torque along the axis it
/// grows evenly.
TEST_F(Answers, EventsAreOfTheMomentum) {
  for (const char* frame : {"body", "space"}) {
    const auto events = [&](const std::string& rest) {
      return ran(R"({"body": {"inertia": {"kind": "harmonic", "offset": [2, 3, 4], "amplitude": [1, -0.5, 0.8],
          "frequency": 1}, "momentum": [0, 0, 1]}, "time": 6, "steps": 600, "method": "dop853", "events": [
          {"kind": "momentum", "direction": [0, 0, 1], "value": 1.3, "frame": ")" +
                 std::string(frame) + R"("}])" + rest + "}")["trajectory"];
    };
    EXPECT_TRUE(events("").empty()) << frame;
    const auto one = events(R"(, "torque": {"kind": "body", "torque": [0, 0, 0.1]})");
    ASSERT_EQ(one.size(), 1u) << frame;
    EXPECT_NEAR(one[0]["t"], 3, 1e-9) << frame;
  }
}

/// A ball that thrusters turn about e3: the event is at t = 0.9 less rounding, where a row and a step end.
TEST_F(Answers, RowsStandInTheOrderOfTheirTimes) {
  const auto rows = ran(R"({"body": {"inertia": [2, 2, 2], "momentum": [0, 0, 1.4]},
      "torque": {"kind": "body", "torque": {"kind": "pieces", "times": [0.5], "values": [[0, 0, 2], [0, 0, -2]]}},
      "method": "gauss6", "time": 1, "steps": 20, "dense": 0.05,
      "events": [{"kind": "momentum", "direction": [0, 0, 1], "value": 1.6}]})")["trajectory"];
  ASSERT_EQ(rows.size(), 23u);
  for (std::size_t i = 1; i < rows.size(); ++i) EXPECT_GE(rows[i]["t"], rows[i - 1]["t"]) << i;
  const auto back = ran(R"({"body": {"inertia": [2, 2, 2], "momentum": [0, 0, 1.4]}, "time": -1, "steps": 20,
      "torque": {"kind": "body", "torque": [0, 0, -2]}, "method": "gauss6", "events": [
      {"kind": "momentum", "direction": [0, 0, 1], "value": 1.601},
      {"kind": "momentum", "direction": [0, 0, 1], "value": 1.6}]})");
  ASSERT_EQ(back["trajectory"].size(), 2u);
  for (const int i : {0, 1}) EXPECT_NEAR(back["trajectory"][i]["t"], i == 0 ? -0.1 : -0.1005, 1e-12) << i;
}

/// The state transition matrix of a sphere that makes a quarter of a turn, in closed form: the attitude by the momentum
/// is t/I times the right Jacobian of the turn. In other axes of the same body it is turned.
TEST_F(Answers, WhatASmallChangeOfAFreeBodyDoes) {
  const auto rows = [&](const std::string& body, const std::string& more = "") {
    std::array<std::array<double, 6>, 6> all;
    const auto j = answer("reference " + file("sphere.json", R"({"time": 1, "body": )" + body + more + "}"));
    EXPECT_LT(j["transition"]["error_estimate"].get<double>(), 1e-28);
    for (int i = 0; i < 6; ++i)
      for (int k = 0; k < 6; ++k) all[i][k] = std::stod(j["transition"]["rows"][i][k].get<std::string>());
    return all;
  };
  const auto* quarter = R"({"inertia": [2, 2, 2], "angular_velocity": [0, 0, "1.5707963267948966192313216916397514"]})";
  const auto sphere = rows(quarter),
             small = rows(quarter, R"(, "units": {"mass": "kg", "length": "m", "time": "s", "momentum": "mN m s"})");
  const double p = 1 / std::numbers::pi;
  const double known[6][6]{{0, 1, 0, p, p, 0}, {-1, 0, 0, -p, p, 0}, {0, 0, 1, 0, 0, 0.5},
                           {0, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 1, 0},   {0, 0, 0, 0, 0, 1}};
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 6; ++k) {
      EXPECT_NEAR(sphere[i][k], known[i][k], 1e-15) << i << k;
      EXPECT_NEAR(small[i][k], (i < 3 && k >= 3 ? 1e-3 : 1) * known[i][k], 1e-15) << i << k;
    }

  const auto body = rows(R"({"inertia": [1, 2, 3], "momentum": [1, 0.5, 2]})"),
             other = rows(R"({"inertia": [[2, 0, 0], [0, 3, 0], [0, 0, 1]], "momentum": [0.5, 2, 1]})");
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 6; ++k)
      EXPECT_NEAR(other[i][k], body[i / 3 * 3 + (i + 1) % 3][k / 3 * 3 + (k + 1) % 3], 1e-14) << i << k;
  const auto torque = answer("reference " + file("top.json", "{" + heavy + "}"));
  EXPECT_FALSE(torque.contains("transition"));
}

/// A project prints rates in the unit of the file (spec_test has what is read and said).
TEST_F(Answers, RatesOfDirectorsAreInTheUnitOfTheFile) {
  const auto spec = file("quarter.json", R"({"units": {"time": "s", "rate": "deg/s"}, "time": 1,
      "body": {"inertia": [0, 2, 2], "angular_velocity": [0, 0, "90"]}})");
  const auto project = in_folder("quarter");
  answer("recommend " + spec + " --attitude-error 1e-3 --json --emit " + project);
  EXPECT_NE(read(project + "/main.cpp").find("run.state.omega / 0.01745"), std::string::npos);
}

/// What takes long is refused as soon as that is seen: closed forms that are continued step by step, too.
TEST_F(Answers, ReferencesHaveATimeLimit) {
  refused("reference " + file("axial.json", R"({"body": {"inertia": [2, 2, 3], "angular_velocity": [1, 20, 100]},
                                     "torque": {"kind": "body", "torque": [0, 0, 1]}, "time": 1e7})") +
              " --time-limit 0.3",
          "time: 1e+07 is given; its reference would take ");
  const auto body = "reference " + file("heavy.json", "{" + heavy + "}");
  refused(body + " --time-limit 1e-9", "time: 3 is given; its reference would take ");
  refused(body + " --time-limit 0", "--time-limit");
}

/// And what results/specs_test.py has.
TEST_F(Answers, EventsThatAreNone) {
  const auto with = [&](const std::string& rest) {
    return "run " + file("bad.json", "{" + heavy + R"(, "method": "mr", "steps": 10, )" + rest + "}");
  };
  refused(with(R"("events": [{"kind": "plane", "axis": [0, 0, 0], "normal": [0, 0, 1]}])"), "events[0].axis: ");
  refused(with(R"("events": [{"kind": "angle", "axis": [0, 0, 1], "direction": [0, 0, 1], "angle": 4}])"),
          "events[0].angle: ");
  refused("run " + file("director.json", R"({"body": {"inertia": 2, "director": [0, 0, 1], "angular_velocity_space":
      [1, 0, 0]}, "method": "dumbbell-vi", "h": 0.1, "steps": 9, "events": [{"kind": "momentum", "direction": [0, 0, 1],
      "frame": "body"}]})"),
          "events[0].frame: ");
  const auto top = "run " + example("heavy_top");
  refused(top + " --dense 0.1 --every 2", "--dense: given together");
  refused(top + " --dense 1e-300", "dense: 1e-300 is given");
  refused(top + " --csv -", "--csv: standard output is given");
}

/// Taylor series take the torques that have one, under every face of the program.
TEST_F(Answers, TorquesWithoutASeriesAreNamed) {
  const auto spec = [&](const std::string& torque) {
    return file("series.json",
                R"({"body": {"inertia": [1, 2, 2.5], "momentum": [0.3, -0.2, 0.5]}, "time": 1, "steps": 50,
        "method": "taylor8", "torque": )" +
                    torque + "}");
  };
  const std::string field = R"({"kind": "gravity", "moment": [0, 0, 0.1]})";
  EXPECT_EQ(answer("run " + spec(field))["status"], "ok");
  const std::string rotors = R"({"kind": "rotors", "momentum": )",
                    table = R"({"kind": "table", "times": [0, 1], "values": [[0, 0, 1], [0, 0, 2]]})";
  EXPECT_EQ(answer("run " + spec(rotors + "[0, 0, 1]}"))["status"], "ok");
  const std::string begin = "taylor8: takes torques by their Taylor series, and a torque of the kind ";
  for (const auto& [torque, kind] :
       {std::pair("[" + field + R"(, {"kind": "formula", "torque": ["t", "0", "0"]}])", "formula"),
        {rotors + table + "}", "rotors"}})
    EXPECT_EQ(answer("run " + spec(torque), 3)["reason"], begin + kind + " has none; try bs12, dop853, imidm");
  refused("check taylor8 --on " + spec(R"({"kind": "body", "torque": [0, 0, 1]})"),
          "METHOD: " + begin + "body has none");
}

/// Steps end where the torque breaks: cut there, or aligned, or as they are. End states of rk4 on the 33 aligned steps
/// are from 25 digits.
TEST_F(Answers, StepsEndOnBreaks) {
  const std::string body = R"({"inertia": ["1", "1.5", "2"], "angular_velocity": ["0.3", "-0.2", "0.5"]})", torque = R"(
      {"kind": "body", "torque": {"kind": "pieces", "times": ["0.1", "0.25", "0.4", "0.55"], "values":
       [["0", "3", "1"], ["-2", "1", "-1"], ["1", "-3", "2"], ["3", "0", "-1"], ["-1", "2", "0"]]}})",
                    rest = R"("method": "rk4", "time": "0.7", "steps": 30)";
  const auto ask = [&](const std::string& more, int code = 0) {
    return ran("{\"body\": " + body + ", \"torque\": " + torque + ", " + rest + more + "}", "", code);
  };
  const json end = {{"quaternion",
                     {"0.9764042954398442739297439", "0.1005863910026036990974827", "-0.01328167308097508782078243",
                      "0.1906321771156766853902632"}}};
  const auto aligned = ask(R"(, "align": true)");
  EXPECT_EQ(aligned["steps"], 33);
  EXPECT_DOUBLE_EQ(aligned["h"].get<double>(), 0.7 / 30);
  EXPECT_LT(angle(aligned["final"]["attitude"], end), 2e-15);
  EXPECT_NEAR(aligned["final"]["momentum"][2], 1.107863763779974790599117, 4e-15);
  EXPECT_EQ(aligned["warnings"].size(), 1u) << "of the energy: " << aligned["warnings"];

  const json exact = {{"quaternion",
                       {"0.976404295664668220247825099116", "0.100586390849443777412820020071",
                        "-0.0132816730796582849941523950453", "0.190632176024050732294534541257"}}};
  const auto cut = ask("");
  EXPECT_EQ(cut["steps"], 34);
  EXPECT_LT(angle(cut["final"]["attitude"], exact), 1e-8);
  ASSERT_EQ(cut["warnings"].size(), 2u);
  EXPECT_EQ(cut["warnings"][0],
            "torque: jumps at t = 0.1, inside a step; steps are cut there and at its other breaks: 34 for 30");
  const auto crossing = ask(R"(, "breaks": "cross")");
  EXPECT_EQ(crossing["steps"], 30);
  EXPECT_GT(angle(crossing["final"]["attitude"], exact), 1e-5);
  EXPECT_EQ(crossing["warnings"][0], "torque: jumps at t = 0.1, inside a step; use steps that end there");

  // The impulse is 1 in each: of a pulse that is shorter than a node is wide nothing is left.
  const auto pulsed = [&](const std::string& at, double duration, const std::string& more) {
    const json pulse{{"at", std::stod(at)}, {"duration", duration}, {"value", {0, 0, 1 / duration}}};
    return ran(
        R"({"body": {"inertia": [1, 1, 1], "momentum": [0, 0, 0]}, "method": "rk4", "time": 2, "steps": 20, "torque":
        {"kind": "body", "torque": {"kind": "pulses", "pulses": [)" +
        pulse.dump() + "]}}" + more + "}");
  };
  for (const std::string at : {"1", "1.03"})
    for (const auto* more : {"", R"(, "align": true)", R"(, "breaks": "cross")"}) {
      const auto lost = pulsed(at, 1e-12, more);
      EXPECT_EQ(lost["final"]["momentum"][2], 0);
      EXPECT_EQ(lost["warnings"][0],
                "torque: changes at t = " + at +
                    " and again 1e-12 later, within 1e-09 of a step: what it does between is lost");
    }
  const auto seen = pulsed("1", 1e-9, R"(, "align": true)");
  EXPECT_NEAR(seen["final"]["momentum"][2], 1, 1e-6);
  EXPECT_EQ(seen["warnings"].size(), 1u) << "of the energy: " << seen["warnings"];

  const auto under = [&](const std::string& table, const std::string& more) {
    return ran(R"({"body": {"inertia": [1, 1, 1], "momentum": [0, 0, 0]}, "method": "rk4", "torque": {"kind": "body",
        "torque": {"kind": "table", )" +
               table + "}}, " + more + "}");
  };
  const std::string
      kink = R"("times": [0, 1, 2], "values": [[0, 0, 0], [0, 0, 1], [0, 0, 0]], "interpolation": "linear")",
      cubic = R"("times": [0, 1, 2, 3, 4], "values": [[0, 0, 0], [0, 0, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]])";
  EXPECT_NEAR(under(kink, R"("time": 2, "steps": 3)")["final"]["momentum"][2], 1, 1e-15) << "the area of a triangle";
  EXPECT_EQ(under(kink, R"("time": 2, "steps": 3, "breaks": "cross")")["warnings"][0],
            "torque: has a kink at t = 1, inside a step; use steps that end there");
  EXPECT_EQ(under(cubic, R"("time": 4, "steps": 6, "align": true)")["steps"], 6);
  EXPECT_EQ(under(cubic, R"("time": 4, "steps": 6, "align": "knots")")["steps"], 8);
  refused("run " + file("x.json", "{\"body\": " + body + ", " + rest + R"(, "align": "knots", "breaks": "cross"})"),
          "breaks: \"cross\" is given");
}

/// A controller that reads at times and holds: the rate about a fixed axis is (1 - K Ts/I)^n; with a delay, end states
/// of rk4 on the aligned steps and of the motion are from 25 digits. About one axis a'' = -2 k sin(a/2), so that a'^2 =
/// w^2 - 8 k (1 - cos(a/2)): the time to a half turn is an integral.
TEST_F(Answers, MotionsEndAtAHalfTurnFromATargetWhereTheTorqueJumps) {
  const double w = 3, k = 0.5, h = 0.01;
  double half_turn = 0;
  constexpr int n = 1000;
  for (int i = 0; i < n; ++i) {
    const double a = std::numbers::pi * (i + 0.5) / n;
    half_turn += std::numbers::pi / n / std::sqrt(w * w - 8 * k * (1 - std::cos(a / 2)));
  }
  json body = polhode::parsed(R"({"body": {"inertia": [1, 2, 3], "attitude": [1, 0, 0, 0], "angular_velocity":
      [3, 0, 0]}, "torque": {"kind": "control", "attitude_gain": 0.5, "rate_gain": 0}, "method": "rk4", "h": 0.01})");
  const auto with = [&](const char* error, int steps) {
    body["torque"]["error"] = error, body["steps"] = steps;
    return file("turns.json", body.dump());
  };
  const std::string energy = "energy: without torque (control), which has no potential";
  const auto ends_at = [](double t) {
    std::ostringstream text;
    text << "time: the motion ends at t = " << t
         << ", where it is a half turn from a target, and the torque jumps; accepted: less";
    return text.str();
  };
  EXPECT_EQ(answer("run " + with("quaternion", 500))["warnings"],
            json::array({energy, ends_at(h * std::ceil(half_turn / h))}));
  EXPECT_EQ(answer("run " + with("quaternion", static_cast<int>(half_turn / h)))["warnings"], json::array({energy}));
  EXPECT_EQ(answer("run " + with("matrix", 500))["warnings"], json::array({energy}));
  refused("reference " + with("quaternion", 500), ends_at(half_turn));
  for (const auto& [torque, why] :
       {std::pair(R"({"kind": "noise", "density": 0.1})", "depends on time"),
        {R"({"kind": "control", "attitude_gain": 1, "sample": 0.1})", "has no potential"}}) {
    body["torque"] = json::array({{{"kind", "none"}}, json::parse(torque)}), body["steps"] = 10;
    const auto kind = body["torque"][1]["kind"].get<std::string>();
    EXPECT_EQ(answer("run " + file("turns.json", body.dump()))["warnings"],
              json::array({"energy: without torque[1] (" + kind + "), which " + why}));
  }
}

TEST_F(Answers, ControllersHoldBetweenTheirSamples) {
  const auto spec = [&](const std::string& control, const std::string& rest) {
    return file("held.json", R"({"torque": {"kind": "control", )" + control + "}, " + rest + "}");
  };
  const std::string spun =
      R"("body": {"inertia": [1, 1, 1], "angular_velocity": [0, 0, 1]}, "method": "rk4", "time": 1, "steps": 10)";
  for (const auto& [sample, left, off] :
       {std::tuple("0.1", std::pow(-1.5, 10), 1e-12),
        {R"({"interval": "0.1"})", std::pow(-1.5, 10), 1e-12},
        {R"({"interval": 1, "initial": [0, 0, 3]})", -24.0, 1e-13},  // the first acts at once
        {R"({"interval": 1, "delay": 2, "initial": [0, 0, 3]})", 4.0, 1e-14}}) {
    const auto held = spec(R"("rate_gain": 25, "sample": )" + std::string(sample), spun);
    EXPECT_NEAR(answer("run " + held)["final"]["momentum"][2], left, off) << sample;
  }
  const std::string control =
                        R"("attitude_gain": "2", "rate_gain": ["1", "2", "1.5"], "sample": "0.1", "delay": "0.04")",
                    turned = R"("body": {"inertia": ["1", "1.5", "2"], "angular_velocity": ["0.3", "-0.2", "0.5"],
      "attitude": {"rotation_vector": ["0.5", "-0.7", "0.3"]}}, "time": "1.5", "steps": 60)";
  const auto run = answer("run " + spec(control, turned + R"(, "method": "rk4", "every": 15)"));
  EXPECT_EQ(run["steps"], 75);
  EXPECT_EQ(run["trajectory"].size(), 6u);
  EXPECT_EQ(run["tally"]["torque_evaluations"], 4 * 75);
  EXPECT_LT(angle(run["final"]["attitude"], {{"quaternion",
                                              {"0.9566845478350505291108200", "0.02149971525129455446017199",
                                               "-0.2140979187334584528453914", "0.1960982390837806283774954"}}}),
            2e-15);
  const auto right = answer("reference " + spec(control, turned) + " --digits 28");
  EXPECT_EQ(right["kind"], "converged");
  const char* const digits[] = {"-0.352722631846075433932648473191", "0.715953707103794126291181805952",
                                "-0.382773471652897370037599326055"};
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(right["final"]["momentum"][i].get<std::string>().substr(0, 26), std::string(digits[i]).substr(0, 26));
  EXPECT_LT(right["error_estimate"].get<double>(), 1e-25);
  // In doubles three times 0.3 is less than 0.9: that is the end, not a sample before it.
  const auto ends = answer("reference " +
                           spec(R"("rate_gain": 2.5, "sample": 0.3)",
                                R"("body": {"inertia": [1, 1, 1], "angular_velocity": [0, 0, 1]}, "time": 0.9)") +
                           " --time-limit 5");
  EXPECT_NEAR(std::stod(ends["final"]["momentum"][2].get<std::string>()), std::pow(0.25, 3), 1e-15);

  refused("run " + spec(R"("rate_gain": 25, "sample": 0)", spun), "torque.sample: 0");
  refused("run " + spec(R"("rate_gain": 25, "delay": 1)", spun), "torque.delay: given without sample");
  refused("run " + spec(R"("rate_gain": 25, "sample": 1e-9)", spun), "torque.sample: 1e-09");
  refused("recommend " + spec(R"("rate_gain": 25, "sample": 0.1)", spun) + " --attitude-error 1e-3",
          "torque.sample: a controller that samples");
}

// --- distributions over time -----------------------------------------------------------------------------------------

TEST_F(Answers, DistributionsAreRefusedInOneLine) {
  const std::string run = heavy + R"(, "method": "mr", "steps": 10)";
  const auto body = file("heavy.json", "{" + run + "}"),
             events = file("events.json", "{" + run + R"(, "events": [{"kind": "momentum", "direction": [0, 0, 1]}]})"),
             noise =
                 file("noise.json", R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 0, 0]}, "h": 0.1, "steps": 10,
                                            "torque": {"kind": "noise", "density": 1}})"),
             dumbbell = example("dumbbell"),
             rows = file("rows.json", "{" + heavy + R"(, "method": "rk4", "steps": 20000000, "every": 2000000})"),
             long_ones = file("long.json", "{" + heavy + R"(, "method": "rk4", "steps": 100000, "every": 50000})"),
             disordered = file("disordered.json", R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 0, 0]}, "h": 0.1,
    "steps": 10, "method": "rk4", "vary": {"torque": {"torque": {"times": [[0.5, 0.6], [0.4, 0.45]]}}}, "torque":
    {"kind": "body", "torque": {"kind": "pieces", "times": [0.1, 0.4], "values": [[0, 0, 1], [0, 0, 2], [0, 0, 3]]}}})");
  const std::string one = "recommend " + body + " --standard-error 0.1", many = "run " + body + " --ensemble 10";
  for (const auto& [asked, said] : std::vector<std::pair<std::string, std::string>>{
           {"recommend " + body + " --standard-error 0", "--standard-error: 0 is given"},
           {one + " --attitude-error 1e-3", "--attitude-error: given with --standard-error"},
           {one + " --rate 10", "--rate: given with --standard-error"},
           {one + " --html x.html", "--html: given with --standard-error"},
           {one + " --spread -1", "--spread: -1 is given"},
           {one + " --spread 0", "--spread: missing"},
           {"recommend " + body + " --attitude-error 1e-3 --spread 0.1", "--spread: given without --standard-error"},
           {"recommend " + dumbbell + " --standard-error 0.1", "--standard-error: given with a director"},
           {"recommend " + noise + " --attitude-error 1e-3 --time 2", "--time: 2 is given, and torque is noise over 1"},
           {"recommend " + noise + " --attitude-error 1e-3 --time -2",
            "--time: -2 is given, and torque is noise over 1"},
           {many, "--spread: missing"},
           {"run " + body + " --ensemble 1 --spread 0.1", "--ensemble: 1 is given"},
           {many + " --spread -1", "--spread: -1 is given"},
           {"run " + body + " --spread 0.1", "--spread: given without --ensemble"},
           {"run " + body + " --seed 3", "--seed: given without --ensemble"},
           {"run " + events + " --ensemble 10 --spread 0.1", "events: given with --ensemble"},
           {"recommend " + body + " --standard-error 1e-7 --spread 0.5", "--standard-error: 1e-07 is given, for which"},
           {"run " + rows + " --time-limit 0.1", "steps: 2e+07 is given; its run would take"},
           {"run " + long_ones + " --ensemble 1000 --spread 0.1 --time-limit 0.1",
            "--ensemble: 1000 is given; its run would take"},
           {"run " + disordered + " --ensemble 9", "vary: of member 0, torque.torque.times: [0.5"}})
    refused(asked, said);
}

// --- ensembles, pictures ---------------------------------------------------------------------------------------------

/// Free members keep their energies, whose deviation is that of the drawn momenta: |Omega| |Pi| times the spread, to
/// first order. Turns of three normal components have a root mean square of sqrt(3) of one.
TEST_F(Answers, AnEnsembleHasTheDistributionOfItsStarts) {
  const double spread = 0.01, Pi[] = {0.4, -0.7, 1.2}, I[] = {1, 2, 3};
  const auto body = file(
      "free.json", R"({"body": {"inertia": [1, 2, 3], "momentum": [0.4, -0.7, 1.2], "attitude": [0.5, -0.5, 0.1, 0.7]},
    "method": "exact", "h": 0.5, "steps": 40})");
  const auto csv = in_folder("free.csv");
  const auto j = answer("run " + body + " --ensemble 400 --spread 0.01 --csv " + csv);
  EXPECT_EQ(j["schema"], "polhode/ensemble/1");
  EXPECT_EQ(j["failed"], 0);
  const auto& rows = j["rows"];
  ASSERT_EQ(rows.size(), 41u);
  EXPECT_EQ(rows[40]["t"], 20);
  double size = 0, rate = 0, energy = 0;
  for (int k = 0; k < 3; ++k)
    size += Pi[k] * Pi[k], rate += std::pow(Pi[k] / I[k], 2), energy += Pi[k] * Pi[k] / I[k] / 2;
  const double deviation = spread * std::sqrt(size * rate), of_mean = 4 * deviation / std::sqrt(400);
  for (const auto& row : rows) {
    EXPECT_NEAR(row["energy"]["mean"], energy, of_mean);
    EXPECT_NEAR(row["energy"]["deviation"], deviation, 0.15 * deviation);
    EXPECT_NEAR(row["energy"]["mean"], rows[0]["energy"]["mean"], 1e-13);
    EXPECT_EQ(row["short_axis"], 1);
    EXPECT_EQ(row["members"], 400);
  }
  EXPECT_NEAR(rows[0]["orientation"]["spread"], std::sqrt(3) * spread, 0.08 * std::sqrt(3) * spread);
  EXPECT_GT(rows[40]["orientation"]["spread"], 5 * spread);
  EXPECT_NEAR(std::abs(rows[0]["orientation"]["quaternion"][3].get<double>()), 0.7, 2e-3);
  const auto table = read(csv);
  EXPECT_EQ(table.rfind("t,members,energy_mean,energy_deviation,spatial_momentum_mean1,", 0), 0u);
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 42);
  EXPECT_EQ(answer("run " + body + " --ensemble 400 --spread 0.01"), j);
  ASSERT_EQ(polhode("run " + body + " --ensemble 400 --spread 0.01"), 0);
  const double of_first = rows[0]["energy"]["deviation"];
  char text[40];
  std::snprintf(text, sizeof text, " %.2e %11.4g ", of_first / 20, of_first);
  EXPECT_NE(err.find(text), err.npos) << "the error of a mean of 400";
  EXPECT_NE(answer("run " + body + " --ensemble 400 --spread 0.01 --seed 2")["rows"], j["rows"]);
}

/// Steps end where each member's torque jumps, rows are where all have them: Omega3 = 1 + t/3 before the jump at b, and
/// 1 + (2b - t)/3 after it, b even between 0.3 and 1.7. With a control that samples at times of its own, too.
TEST_F(Answers, MembersWithBreaksOfTheirOwnHaveRowsTogether) {
  const std::string jumps = R"({"body": {"inertia": [1, 2, 3], "angular_velocity": [0, 0, 1]}, "time": 2, "steps": 4,
    "method": "rk4", "torque": {"kind": "body", "torque": {"kind": "pieces", "times": [0.7],
    "values": [[0, 0, 1], [0, 0, -1]]}}, "vary": {"torque": {"torque": {"times": [[0.3, 1.7]]}}})";
  const auto cut = answer("run " + file("cut.json", jumps + "}") + " --ensemble 1000")["rows"],
             aligned =
                 answer("run " + file("aligned.json", jumps + R"(, "align": true})") + " --ensemble 1000")["rows"];
  for (const auto& rows : {cut, aligned}) {
    ASSERT_EQ(rows.size(), 5u);
    for (int k = 0; k < 5; ++k) {
      const double t = 0.5 * k, before = std::clamp((1.7 - t) / 1.4, 0.0, 1.0),
                   b = std::min(0.3 + std::max(t, 0.3), 2.0);
      EXPECT_EQ(rows[k]["t"], t);
      EXPECT_EQ(rows[k]["members"], 1000);
      EXPECT_NEAR(rows[k]["angular_velocity"]["mean"][2], before * (1 + t / 3) + (1 - before) * (1 + (b - t) / 3), 0.02)
          << t;
    }
    EXPECT_NEAR(rows[2]["angular_velocity"]["deviation"][2], 0.151, 0.01);
  }
  const auto sampled = answer("run " + file("sampled.json", R"({"body": {"inertia": [1, 1, 1], "angular_velocity":
    [0, 0, 1]}, "method": "rk4", "time": 1, "steps": 10, "torque": {"kind": "control", "rate_gain": 2, "sample": 0.1},
    "vary": {"torque": {"sample": [0.05, 0.3]}}})") +
                              " --ensemble 40")["rows"];
  ASSERT_EQ(sampled.size(), 11u);
  for (int k = 0; k < 11; ++k) {
    EXPECT_NEAR(sampled[k]["t"], 0.1 * k, 1e-15);
    EXPECT_EQ(sampled[k]["members"], 40);
  }
}

/// From rest, noise and friction bring a body to the energy 3/2 kT, of deviation sqrt(3/2) kT, in any attitude.
TEST_F(Answers, AnEnsembleUnderNoiseComesToItsTemperature) {
  const auto body = example("langevin");
  const auto j = answer("run " + body + " --ensemble 400 --every 250");
  ASSERT_EQ(j["rows"].size(), 5u);
  const auto &first = j["rows"][0], &last = j["rows"][4];
  EXPECT_EQ(first["energy"]["deviation"], 0);
  EXPECT_LT(first["orientation"]["spread"].get<double>(), 1e-7);
  const double deviation = std::sqrt(1.5);
  EXPECT_NEAR(last["energy"]["mean"], 1.5, 4 * deviation / std::sqrt(400));
  EXPECT_NEAR(last["energy"]["deviation"], deviation, 0.25);
  EXPECT_NEAR(last["orientation"]["spread"], std::sqrt(3), 0.08);
  // The first member is what the spec alone gives.
  const auto two = answer("run " + body + " --ensemble 2 --every 1000"), one = answer("run " + body);
  const double other = 2 * two["rows"][1]["energy"]["mean"].get<double>() - one["final"]["energy"].get<double>(),
               apart = std::abs(other - one["final"]["energy"].get<double>()) / std::sqrt(2);
  EXPECT_NEAR(two["rows"][1]["energy"]["deviation"], apart, 1e-12);
}

TEST_F(Answers, ARunIsDrawn) {
  const auto body = file("heavy.json", "{" + heavy + R"(, "method": "mr", "steps": 30, "units": {"rate": "rad/T"}})");
  const auto page = in_folder("page.html"), again = in_folder("again.html"), run = in_folder("run.json");
  const auto drawn = [&](const std::string& path) {
    const auto text = read(path);
    const auto at = text.find("\"runs\":[");
    EXPECT_NE(at, text.npos);
    return text.substr(at, text.find("</script>", at) - at);
  };
  ASSERT_EQ(polhode("plot " + body + " -o " + page), 0) << err;
  EXPECT_EQ(out, page + "\n");
  EXPECT_NE(drawn(page).find("spatial_momentum"), std::string::npos);
  const auto late = file("late.json", "{" + heavy + R"(, "method": "mr", "steps": 8, "t0": 2459000.5})");
  const auto of_late = in_folder("late.html");
  ASSERT_EQ(polhode("plot " + late + " -o " + of_late), 0) << err;
  EXPECT_NE(drawn(of_late).find("2459000.875"), std::string::npos) << "seven digits are none of a day";
  ASSERT_EQ(polhode("run " + body + " --every 1 -o " + run), 0) << err;
  EXPECT_EQ(polhode::parsed(read(run))["trajectory"].size(), 31u);
  ASSERT_EQ(polhode("plot " + run + " -o " + again), 0) << err;
  auto renamed = drawn(again);
  EXPECT_EQ(renamed.replace(renamed.find("run.json"), 8, "heavy.json"), drawn(page));

  ASSERT_EQ(polhode("run " + body + " -o " + run), 0) << err;
  refused("plot " + run + " -o " + page, run + ": trajectory: missing");
  refused("plot " + body, "--output: nothing is given; accepted: where to write the page");
  for (const char* port : {"70000", "-1"})
    refused(std::string("serve --port ") + port, "--port: " + std::string(port) + " is given; accepted: 0 to 65535");
  refused("list figures 'order>=4'", "list figures: a condition is given; accepted: none");
  refused("plot " + file("other.json", R"({"schema": "polhode/reference/1"})") + " -o " + page,
          folder.string() + "/other.json");
  const auto whole = polhode::parsed(read(example("langevin")));
  auto longer = whole;
  longer["steps"] = 5001;
  ASSERT_EQ(polhode("plot " + file("longer.json", longer.dump()) + " -o " + page), 0) << err;
  const auto text = drawn(page);
  const auto last = text.find("100.02");  // the end is drawn, and less than every step
  EXPECT_NE(last, text.npos);
  EXPECT_LT(text.size(), 1500000u);
}

}  // namespace
