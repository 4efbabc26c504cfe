// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "core/reference/reference.hpp"
#include "experiments/program/verbs.hpp"
#include "problems/roster.hpp"

// What a problem is, in words and equations: they follow from its type and its torques, as the methods see them.
namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

template <class V>
json vector(const V& v) {
  return {v[0], v[1], v[2]};
}

json datum(const char* name, json value) {
  return {{"name", name}, {"value", std::move(value)}};
}

void describe(json& row, const UniformField<double>& k) {
  row["equations"].push_back("T = (Rᵀf) × μ,  V = μ · Rᵀf");
  row["data"].push_back(datum("μ (body)", vector(k.moment)));
  row["data"].push_back(datum("f (space)", vector(k.field)));
}
void describe(json& row, const CoulombWall<double>& k) {
  row["equations"].push_back(
      "y = 1.1 + a · Rᵀe₃,  V = " + std::string(k.attractive ? "0.001/y¹⁰ − 1/y" : "1/y − 0.001/y¹⁰") +
      ",  T = V′(y) (Rᵀe₃) × a");
  row["data"].push_back(datum("a (body)", vector(k.axis)));
}
void describe(json& row, const HarmonicSpace<double>& k) {
  row["equations"].push_back("T = Rᵀ s cos νt");
  row["data"].push_back(datum("s (space)", vector(k.amplitude)));
  row["data"].push_back(datum("ν", k.frequency));
}
void describe(json& row, const UserTorque<double>&) {
  row["equations"].push_back("T: a function");
}

void describe_body(json& row, const RigidBody<double>& body) {
  row["data"].push_back(datum("I", vector(body.I.moments)));
  row["data"].push_back(datum("Π(0)", vector(body.initial.Pi)));
  const auto& q = body.initial.R;
  row["data"].push_back(datum("R(0), quaternion", {q.w, q.x, q.y, q.z}));
}

void describe(json& row, const FreeBody<double>& body) {
  row["kind"] = "body without torque";
  row["equations"] = {"Π′ = Π × Ω,  Ω = I⁻¹Π,  R′ = R hat(Ω)", "H = Π · Ω / 2"};
  row["constant"] = {"energy H", "spatial momentum RΠ"};
  describe_body(row, body);
}

void describe(json& row, const TorquedBody<double>& body) {
  row["kind"] = "body with torque";
  row["equations"] = {"Π′ = Π × Ω + T,  Ω = I⁻¹Π,  R′ = R hat(Ω)"};
  row["constant"] = json::array();
  describe_body(row, body);
  bool conservative = true;
  for (const auto& torque : body.torques) {
    std::visit([&](const auto& k) { describe(row, k); }, torque);
    conservative = conservative && (std::holds_alternative<UniformField<double>>(torque) ||
                                    std::holds_alternative<CoulombWall<double>>(torque));
  }
  row["equations"].push_back("H = Π · Ω / 2 + V");
  if (conservative) row["constant"].push_back("energy H");
  if (body.torques.size == 1 && std::holds_alternative<UniformField<double>>(*body.torques.begin()))
    row["constant"].push_back("spatial momentum along the field, RΠ · f");
  if (body.torques.size == 1 && std::holds_alternative<CoulombWall<double>>(*body.torques.begin()))
    row["constant"].push_back("spatial momentum along the wall's normal, RΠ · e₃");
}

void describe(json& row, const Director<double>& p) {
  const bool harmonic = norm2(p.amplitude) > 0;
  row["kind"] = "director";
  row["equations"] = {harmonic ? "I ω′ = d × (g + s cos νt),  d′ = ω × d" : "I ω′ = d × g,  d′ = ω × d",
                      "H = I |ω|² / 2 − d · g"};
  row["constant"] = {"|d| = 1", "ω · d = 0"};
  if (!harmonic) row["constant"].insert(row["constant"].end(), {"energy H", "momentum along the field, I ω · g"});
  row["data"] = {datum("I", p.I), datum("d(0)", vector(p.initial.d)), datum("ω(0)", vector(p.initial.omega)),
                 datum("g", vector(p.g))};
  if (harmonic) row["data"].push_back(datum("s", vector(p.amplitude))), row["data"].push_back(datum("ν", p.frequency));
}

void describe(json& row, const Particles<double>& p) {
  const bool harmonic = norm2(p.amplitude) > 0;
  row["kind"] = "particles";
  row["equations"] = {harmonic ? "u′ = M⁻¹p,  p′ = −∇V + s cos νt" : "u′ = M⁻¹p,  p′ = −∇V",
                      "V = Σ aᵢuᵢ² / 2 + b u₁²u₂ + c u₂³ / 3 + d u₂⁴ / 4"};
  row["constant"] = json::array();
  if (!harmonic) row["constant"].push_back("energy");
  row["data"] = {datum("M, diagonal", vector(p.mass)),
                 datum("a", vector(p.a)),
                 datum("b", p.b),
                 datum("c", p.c),
                 datum("d", p.d),
                 datum("u(0)", vector(p.initial.u)),
                 datum("p(0)", vector(p.initial.p))};
  if (harmonic) row["data"].push_back(datum("s", vector(p.amplitude))), row["data"].push_back(datum("ν", p.frequency));
}

}  // namespace

json problem_descriptions() {
  json list = json::array();
  const auto add = [&](auto problem) {
    using P = decltype(problem);
    json row{{"id", P::info.id},           {"title", P::info.title},    {"source", P::info.source}, {"kind", ""},
             {"equations", json::array()}, {"constant", json::array()}, {"data", json::array()}};
    const auto value = P::template make<double>();
    describe(row, value);
    row["reference"] = reference::kind(value);
    list.push_back(std::move(row));
  };
  std::apply([&](auto... p) { (add(p), ...); }, ProblemRoster{});
  return list;
}

}  // namespace polhode::verbs
