// SPDX-License-Identifier: MIT
// The engines that this is linked with (polhode_engine_v1) as a program that polhode asks over pipes: the lines of
// docs/engines.md. So an engine can stay in a process of its own, for its licence or for its manners.
#include <polhode/engine.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using json = nlohmann::json;

std::FILE* answers = nullptr;  // the standard output that polhode reads; an engine may print into the other

void answer(const json& line) {
  std::fprintf(answers, "%s\n", line.dump().c_str());
  std::fflush(answers);
}
json asked() {
  std::string line;
  if (!std::getline(std::cin, line)) std::exit(0);
  return json::parse(line);
}
void ask_torque(void*, double t, const double q[4], double torque[3]) {
  answer({{"torque", {t, q[0], q[1], q[2], q[3]}}});
  const auto T = asked().at("torque");
  for (std::size_t i = 0; i < 3; ++i) torque[i] = T[i];
}

json description(const polhode_engine& e) {
  static const char* const precision[] = {"", "single", "double"};
  static const char* const torque[] = {"none", "held", "native"};
  static const char* const property[] = {"no", "yes", "unknown", "without torque"};
  return {{"id", e.id},
          {"label", e.label},
          {"source", e.source},
          {"licence", e.licence},
          {"settings", e.settings ? e.settings : ""},
          {"order_of_momentum", e.order_of_momentum},
          {"order_of_attitude", e.order_of_attitude},
          {"precision", precision[e.precision]},
          {"torque", torque[e.torque]},
          {"negative_steps", e.negative_steps != 0},
          {"history", e.history != 0},
          {"symmetric", property[e.symmetric]},
          {"symplectic", property[e.symplectic]},
          {"spatial_momentum", property[e.spatial_momentum]},
          {"energy", property[e.energy]}};
}

json outcome(std::int32_t done) {
  if (done == POLHODE_DONE) return json::object();
  return {{done == POLHODE_REFUSED ? "refused" : "failed", "it says no more"}};
}

}  // namespace

int main() {
  answers = ::fdopen(::dup(STDOUT_FILENO), "w");
  if (!answers || !std::freopen("/dev/null", "w", stdout)) return 1;
  const polhode_engine* engine = nullptr;
  void* body = nullptr;
  double t = 0;
  for (;;) {
    const auto line = asked();
    if (line.contains("describe")) {
      auto list = json::array();
      for (int i = 0; const auto* e = polhode_engine_v1(i); ++i) list.push_back(description(*e));
      answer({{"engines", list}});
    } else if (line.contains("create")) {
      for (int i = 0; (engine = polhode_engine_v1(i)) && line["create"] != engine->id; ++i) {
      }
      double inertia[3];
      for (std::size_t i = 0; i < 3; ++i) inertia[i] = line["inertia"][i];
      char why[POLHODE_WHY] = "it does not say why";
      body = engine ? engine->create(inertia, line["torque"] ? ask_torque : nullptr, nullptr, why) : nullptr;
      answer(body ? json::object() : json{{"refused", why}});
    } else if (line.contains("set")) {
      const auto& s = line["set"];
      t = s[0];
      const polhode_state state{{s[1], s[2], s[3], s[4]}, {s[5], s[6], s[7]}};
      answer(outcome(engine->set(body, t, &state)));
    } else {
      auto states = json::array();
      auto end = json::object();
      for (const double h : line.at("steps")) {
        polhode_state s{};
        end = outcome(engine->step(body, h));
        if (end.empty()) end = outcome(engine->get(body, &s));
        if (!end.empty()) break;
        t += h;
        const auto& [q, Pi] = s;
        states.push_back({t, q[0], q[1], q[2], q[3], Pi[0], Pi[1], Pi[2]});
      }
      end["states"] = states;
      answer(end);
    }
  }
}
