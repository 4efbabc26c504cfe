// SPDX-License-Identifier: MIT
#include "experiments/program/recommend_page.hpp"

#include <fmt/format.h>

#include <cctype>
#include <nlohmann/json.hpp>

#include "experiments/program/page.hpp"
#include "experiments/running/places.hpp"
#include "methods/runners.hpp"
#include "methods/sources.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

// --- a program to paste
// ------------------------------------------------------------------------------------------------

/// Numbers as an initialiser takes them; empty for what is more than numbers.
std::string initialiser(double x) {
  return fmt::format("{}", x);
}
std::string initialiser(bool x) {
  return x ? "true" : "false";
}
template <class Frame>
std::string initialiser(const Vec<Frame, double>& v) {
  return fmt::format("{{{}, {}, {}}}", v[0], v[1], v[2]);
}
std::string initialiser(const Attitude<double>& R) {
  return fmt::format("{{{}, {}, {}, {}}}", R.w, R.x, R.y, R.z);
}
template <class Other>
std::string initialiser(const Other&) {
  return {};
}

/// "uniform-field" is UniformField.
std::string type_name(std::string_view kind) {
  std::string name;
  bool begins = true;
  for (const char c : kind) {
    if (c != '-') name += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = c == '-';
  }
  return name;
}

std::optional<std::string> body_text(const FreeBody<double>&) {
  return "FreeBody<double> body{{I, start}}";
}
std::optional<std::string> body_text(const TorquedBody<double>& body) {
  std::string list;
  bool whole = true;
  for (const auto& torque : body.torques)
    std::visit(
        [&](const auto& k) {
          std::string members;
          std::remove_cvref_t<decltype(k)>::fields(
              [&](const Field&, const auto& member) {
                const auto text = initialiser(member);
                whole &= !text.empty();
                members += (members.empty() ? "" : ", ") + text;
              },
              k);
          list += fmt::format("{}{}<double>{{{}}}", list.empty() ? "" : ", ", type_name(k.kind), members);
        },
        torque);
  if (!whole) return {};
  return "TorquedBody<double> body{{I, start}, {" + list + "}}";
}
template <class Other>
std::optional<std::string> body_text(const Other&) {
  return {};
}

// --- the motion
// ----------------------------------------------------------------------------------------------------------

constexpr std::int64_t most_shown = 400;

/// The states of the recommended run at up to 400 nodes, each momentum and quaternion, and the steps between two.
template <class P>
json motion(const P& problem, const MethodInfo& method, const Recommendation& r, std::int64_t steps) {
  const auto* runner = find_runner<P>(method);
  if (!runner) return nullptr;
  const std::int64_t every = (steps + most_shown - 1) / most_shown;
  json states = json::array();
  const Sampler<P> sampler{every, [&](const Sample<P>& s) {
                             if (s.n % every != 0) return;
                             const auto& [Pi, R] = s.state;
                             states.push_back({Pi[0], Pi[1], Pi[2], R.w, R.x, R.y, R.z});
                           }};
  runner->run(problem, Grid<double>::of_duration(r.t0, r.duration, steps), &sampler);
  return {{"every", every}, {"states", states}};
}

/// A body as the player takes it: free, or with one uniform field.
json player_body(const RigidBody<double>& body) {
  const auto list = [](const auto& v) { return json{v[0], v[1], v[2]}; };
  const auto& R = body.initial.R;
  return {{"I", list(body.I)}, {"Pi", list(body.initial.Pi)}, {"q", {R.w, R.x, R.y, R.z}}};
}
json shown_body(const FreeBody<double>& body) {
  return player_body(body);
}
json shown_body(const TorquedBody<double>& body) {
  if (body.torques.size != 1 || !std::holds_alternative<UniformField<double>>(*body.torques.begin())) return nullptr;
  const auto& field = std::get<UniformField<double>>(*body.torques.begin());
  json j = player_body(body);
  j["moment"] = {field.moment[0], field.moment[1], field.moment[2]};
  j["field"] = {field.field[0], field.field[1], field.field[2]};
  return j;
}
template <class Other>
json shown_body(const Other&) {
  return nullptr;
}

}  // namespace

std::string program_text(const Recommendation& r, const Spec<double>& spec) {
  if (!r.best) return {};
  const auto& c = r.candidates[*r.best];
  const auto* source = source_of(*c.method);
  const auto body = std::visit([](const auto& p) { return body_text(p); }, spec.problem);
  if (!source || !body) return {};
  const auto& start = std::visit(
      [](const auto& p) -> RigidBody<double> {
        if constexpr (requires { p.initial.Pi; })
          return p;
        else
          throw std::logic_error("no rigid body");
      },
      spec.problem);
  std::string out =
      "// c++ -std=c++20 -O2 -I PREFIX/include/polhode body.cpp\n#include <cstdio>\n\n"
      "#include \"core/stepping/body.hpp\"\n#include \"core/stepping/integrate.hpp\"\n";
  for (const auto header : source->headers) out += fmt::format("#include \"{}\"\n", header);
  const auto& I = start.I;
  out += fmt::format(
      "\nusing namespace polhode;\n\nint main() {{\n"
      "  const Inertia<double> I({}, {}, {});\n"
      "  // body momentum; attitude, body to space (w, x, y, z)\n"
      "  const RigidState<double> start{{{}, {}}};\n"
      "  const {};\n"
      "  const auto run = integrate<{}>(body, Grid<double>::of_duration({}, {}, {}));\n"
      "  const auto& [Pi, R] = run.state;\n"
      "  std::printf(\"momentum %.15g %.15g %.15g\\nattitude %.15g %.15g %.15g %.15g\\n\", Pi[0], Pi[1], Pi[2],\n"
      "              R.w, R.x, R.y, R.z);\n}}\n",
      I[0], I[1], I[2], initialiser(start.initial.Pi), initialiser(start.initial.R), *body, source->type, r.t0,
      r.duration, c.ratings[*c.chosen].steps);
  return out;
}

std::string recommendation_page(const Recommendation& r, json recommendation, const Spec<double>& spec,
                                const std::string& name) {
  shorten(recommendation);
  recommendation["spec"] = name;
  if (r.best) {
    const auto& c = r.candidates[*r.best];
    recommendation["program"] = program_text(r, spec);
    std::visit(
        [&](const auto& p) {
          auto body = shown_body(p);
          if (body.is_null()) return;
          if constexpr (requires { p.initial.Pi; })
            recommendation["motion"] = motion(p, *c.method, r, c.ratings[*c.chosen].steps);
          recommendation["body"] = body;
        },
        spec.problem);
  }
  json document = page_document(results_folder());
  document["recommendation"] = std::move(recommendation);
  for (const auto* key : {"figures", "claims", "problems", "missing", "columns"}) document[key] = json::array();
  return page(results_folder(), document);
}

}  // namespace polhode::verbs
