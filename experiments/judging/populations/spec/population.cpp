// SPDX-License-Identifier: MIT
#include <map>

#include "core/io/record.hpp"
#include "experiments/judging/populations/drawn_problem.hpp"
#include "experiments/judging/populations/spec/parts.hpp"

namespace polhode::populations {

namespace {

/// The torques whose vector may be drawn by the energy of the start, and the name of it.
const std::map<std::string, std::string_view, std::less<>> vectors_by_energy{
    {"gravity", "moment"}, {"constant-field", "u0"}, {"harmonic-space", "amplitude"}};

/// A scalar whose every value satisfies `accept`. It is monotonic in its range, so that the ends decide.
Scalar read_scalar(const Field& field, bool axis, const std::string& accepted,
                   const std::function<bool(double)>& accept) {
  Scalar s;
  const auto forms =
      fmt::format("{}, as a number or {{\"uniform\" or \"log10\": [a, b]}}{}", accepted,
                  axis ? ", or an axis {\"linspace\" or \"logspace10\": [a, b, n]} or {\"list\": [..]}" : "");
  if (field.is_number()) {
    s.a = field.number(accepted, accept);
    return s;
  }
  if (!field.is_object()) field.reject(forms);
  std::vector<std::string> keys{"uniform", "log10"};
  if (axis) keys.insert(keys.end(), {"linspace", "logspace10", "list"});
  const auto [key, value] = field.one_of(keys);
  s.kind = static_cast<Scalar::Kind>(std::find(std::begin(scalar_names), std::end(scalar_names), key) - scalar_names);
  if (s.kind == Scalar::Kind::list) {
    for (const auto& item : value.items("a list of numbers")) s.list.push_back(item.number(accepted, accept));
    return s;
  }
  const bool random = s.kind == Scalar::Kind::uniform || s.kind == Scalar::Kind::log10;
  if (random) {
    std::tie(s.a, s.b) = value.range();
  } else {
    const auto list = value.items("[a, b, n]", 3);
    s.a = list[0].number(), s.b = list[1].number();
    s.n = list[2].integer(1, std::int64_t(1) << 53);
  }
  const bool exponents = s.kind == Scalar::Kind::log10 || s.kind == Scalar::Kind::logspace10;
  if (exponents && (std::abs(s.a) > 300 || std::abs(s.b) > 300)) value.reject("exponents from -300 to 300");
  for (const double end : {s.a, s.b})
    if (!accept(exponents ? pow10(end) : end)) value.reject(accepted);
  return s;
}
Scalar read_positive(const Field& field) {
  return read_scalar(field, true, "numbers above 0", [](double x) { return x > 0; });
}

/// The moments of a body that has I_k <= I_i + I_j.
Triple read_moments(const Field& field, bool impossible) {
  const auto I = field.triple();
  for (const double moment : I)
    if (!(moment > 0) || !std::isfinite(1 / moment)) field.reject("moments above 0");
  if (impossible) return I;
  const double largest = std::max({I[0], I[1], I[2]}), ulp = std::nextafter(largest, INFINITY) - largest;
  for (int k = 0; k < 3; ++k)
    if (I[k] > I[(k + 1) % 3] + I[(k + 2) % 3] + 4 * ulp)
      field.reject("moments of which none exceeds the sum of the others, or population.impossible: true");
  return I;
}

bool read_order(const Field& field, bool otherwise) {
  if (!field.has("order")) return otherwise;
  return field.at("order").choice({"ascending", "shuffled"}, "order") == 1;
}

InertiaForm read_inertia(const Field& field, bool impossible) {
  if (field.has("triangle_grid")) {
    field.only({"triangle_grid", "order"});
    return GriddedInertia{field.at("triangle_grid").integer(1, 30000), read_order(field, false)};
  }
  if (field.has("around")) {
    field.only({"around", "spread"});
    return NearbyInertia{read_moments(field.at("around"), impossible),
                         field.at("spread", "a number from 0 to 1").between(0, 1)};
  }
  const auto [key, form] = field.one_of({"fixed", "list", "triangle", "triangle_grid", "symmetric", "around"});
  if (key == "fixed") return FixedInertia{read_moments(form, impossible)};
  if (key == "list") {
    ListedInertia listed;
    for (const auto& item : form.items("a list of three moments each"))
      listed.moments.push_back(read_moments(item, impossible));
    return listed;
  }
  if (key == "triangle") {
    form.only({"least", "order"});
    TriangleInertia triangle;
    if (form.has("least"))
      triangle.least =
          form.at("least").number("a number from 0, below 1/2", [](double x) { return x >= 0 && x < 0.5; });
    triangle.shuffled = read_order(form, true);
    return triangle;
  }
  return SymmetricInertia{read_scalar(form, true, impossible ? "numbers above 0" : "numbers above 0, at most 2",
                                      [&](double x) { return x > 0 && (impossible || x <= 2); })};
}

DirectionForm read_direction(const Field& field) {
  if (field.is_string()) {
    if (field.choice({"sphere", "octant"}, "direction") == 0) return SphereDirection{};
    return OctantDirection{};
  }
  const std::string accepted = "\"sphere\", \"octant\", or an object with fixed, around and cap, or separatrix";
  if (!field.is_object()) field.reject(accepted);
  if (field.has("around")) {
    field.only({"around", "cap"});
    return CapDirection{field.at("around").direction(), field.at("cap", "a number from 0 to 2").between(0, 2)};
  }
  const auto [key, form] = field.one_of({"fixed", "around", "separatrix"});
  if (key == "fixed") return FixedDirection{form.direction()};
  form.only({"distance", "side"});
  SeparatrixDirection direction;
  direction.distance = read_scalar(form.at("distance", "numbers above 0, at most 1"), false,
                                   "numbers above 0, at most 1", [](double x) { return x > 0 && x <= 1; });
  if (form.has("side"))
    direction.side = static_cast<SeparatrixDirection::Side>(form.at("side").choice(strings(side_names), "side"));
  return direction;
}

/// The numbers of a torque that are distributions become their least values.
void take_drawn(const Field& field, nlohmann::json& j, const nlohmann::json::json_pointer& place,
                TorqueFamily& family) {
  if (j.is_object() && j.size() == 1 && (j.contains("uniform") || j.contains("log10"))) {
    const auto s = read_drawn(field);
    family.drawn.push_back({place, s, content_hash(field.path())});
    j = s.value(0, 0);
  } else if (j.is_object()) {
    for (auto& [key, value] : j.items()) take_drawn(field.at(key), value, place / key, family);
  } else if (j.is_array()) {
    const auto items = field.any_items("a list");
    for (std::size_t i = 0; i < j.size(); ++i) take_drawn(items[i], j[i], place / i, family);
  }
}

/// Refused is what `run` refuses, at both ends of all distributions.
void refuse_as_run_does(const Field& field, const TorqueFamily& family) {
  DrawnBody body;
  body.inertia = {1, 1, 1}, body.momentum = {1, 0, 0};
  for (const double end : {0.0, 1.0}) {
    auto torque = family.spec;
    for (const auto& number : family.drawn) torque[number.place] = number.value.value(0, end);
    body.torques = {torque};
    try {
      problem_of(body);
    } catch (const UserError& e) {
      const std::string_view what = e.what(), of = "torque[0]";
      throw UserError(field.path() +
                      (what.starts_with(of) ? std::string(what.substr(of.size())) : ": " + std::string(what)));
    }
  }
}

TorqueFamily read_torque(const Field& field) {
  if (!field.is_object()) field.reject("an object with \"kind\"");
  const auto kind = field.at("kind", "the kind of the torque, like \"gravity\"").text("the kind of a torque");
  TorqueFamily family;
  const auto member = vectors_by_energy.find(kind);
  if (member == vectors_by_energy.end() || field.has(std::string(member->second))) {
    family.spec = field.value();
    take_drawn(field, family.spec, nlohmann::json::json_pointer(), family);
    if (kind == "coulomb-wall" && !field.has("attractive")) family.spec["attractive"] = false;  // part of its identity
    refuse_as_run_does(field, family);
    return family;
  }
  family.spec = {{"kind", kind}};
  const bool harmonic = kind == "harmonic-space";
  std::vector<std::string> keys{"kind", "axis", "ratio"};
  if (harmonic) keys.push_back("frequency");
  field.only(keys);
  auto& vector = family.vector.emplace();
  vector.member = member->second;
  if (!harmonic) vector.axis = Triple{0, 0, 1};
  if (field.has("axis")) {
    const auto axis = field.at("axis");
    vector.axis.reset();
    if (axis.is_string())
      axis.choice({"sphere"}, "axis");
    else
      vector.axis = axis.direction();
  }
  const auto finite = [](double x) { return std::isfinite(x); };
  if (field.has("ratio")) vector.ratio = read_scalar(field.at("ratio"), true, "finite numbers", finite);
  if (harmonic) vector.frequency.emplace(Scalar{Scalar::Kind::number, 1, 0, 1, {}});
  if (field.has("frequency")) vector.frequency = read_scalar(field.at("frequency"), true, "finite numbers", finite);
  return family;
}

}  // namespace

Scalar read_drawn(const Field& field) {
  return read_scalar(field, false, "finite numbers", [](double x) { return std::isfinite(x); });
}

Population read_population(const Field& field) {
  field.only({"bodies", "inertia", "momentum", "attitude", "torque", "impossible"});
  Population p;
  if (field.has("impossible")) p.impossible = field.at("impossible").flag();
  if (field.has("bodies"))
    p.replicates = static_cast<std::uint64_t>(field.at("bodies").integer(1, std::numeric_limits<std::int64_t>::max()));
  if (field.has("inertia")) p.inertia = read_inertia(field.at("inertia"), p.impossible);
  if (field.has("momentum")) {
    const auto momentum = field.at("momentum");
    momentum.only({"direction", "size"});
    if (momentum.has("direction")) p.direction = read_direction(momentum.at("direction"));
    if (momentum.has("size")) p.size = read_positive(momentum.at("size"));
  }
  if (field.has("attitude")) p.uniform_attitude = field.at("attitude").choice({"identity", "uniform"}, "attitude") == 1;
  if (field.has("torque")) {
    const auto list = field.at("torque").any_items("a list of at most 4 torques");
    if (list.size() > 4) field.at("torque").reject("a list of at most 4 torques");
    for (const auto& item : list) p.torques.push_back(read_torque(item));
  }
  return p;
}

}  // namespace polhode::populations
