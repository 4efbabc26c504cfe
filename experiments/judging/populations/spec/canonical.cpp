// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/judging/populations/spec/parts.hpp"

namespace polhode::populations {

namespace {

json bits(double x) {
  return "x" + hex(x);
}
json list_of(const auto& list, const auto& write) {
  json j = json::array();
  for (const auto& x : list) j.push_back(write(x));
  return j;
}
json bits(const std::vector<double>& list) {
  return list_of(list, [](double x) { return bits(x); });
}
json bits(const Triple& v) {
  return {bits(v[0]), bits(v[1]), bits(v[2])};
}
json canonical(const Scalar& s) {
  const std::string key(scalar_names[static_cast<int>(s.kind)]);
  switch (s.kind) {
    case Scalar::Kind::number:
      return bits(s.a);
    case Scalar::Kind::list:
      return {{key, bits(s.list)}};
    case Scalar::Kind::uniform:
    case Scalar::Kind::log10:
      return {{key, {bits(s.a), bits(s.b)}}};
    default:
      return {{key, {bits(s.a), bits(s.b), s.n}}};
  }
}
const char* order_name(bool shuffled) {
  return shuffled ? "shuffled" : "ascending";
}

struct CanonicalForm {
  json operator()(const TriangleInertia& f) const {
    return {{"triangle", {{"least", bits(f.least)}, {"order", order_name(f.shuffled)}}}};
  }
  json operator()(const FixedInertia& f) const { return {{"fixed", bits(f.moments)}}; }
  json operator()(const ListedInertia& f) const {
    return {{"list", list_of(f.moments, [](const Triple& moments) { return bits(moments); })}};
  }
  json operator()(const GriddedInertia& f) const { return {{"triangle_grid", f.n}, {"order", order_name(f.shuffled)}}; }
  json operator()(const SymmetricInertia& f) const { return {{"symmetric", canonical(f.third)}}; }
  json operator()(const NearbyInertia& f) const { return {{"around", bits(f.centre)}, {"spread", bits(f.spread)}}; }

  json operator()(const SphereDirection&) const { return "sphere"; }
  json operator()(const OctantDirection&) const { return "octant"; }
  json operator()(const FixedDirection& f) const { return {{"fixed", bits(f.direction)}}; }
  json operator()(const CapDirection& f) const { return {{"around", bits(f.axis)}, {"cap", bits(f.cap)}}; }
  json operator()(const SeparatrixDirection& f) const {
    return {{"separatrix", {{"distance", canonical(f.distance)}, {"side", side_names[static_cast<int>(f.side)]}}}};
  }
};

json canonical(const TorqueFamily& t) {
  json j = t.spec;
  for (const auto& number : t.drawn) j[number.place] = canonical(number.value);
  if (t.vector) {
    j["axis"] = t.vector->axis ? bits(*t.vector->axis) : json("sphere");
    j["ratio"] = canonical(t.vector->ratio);
    if (t.vector->frequency) j["frequency"] = canonical(*t.vector->frequency);
  }
  return j;
}

json canonical(const Condition& c, const SweepSpec& spec) {
  const auto ids = [&](const std::vector<std::size_t>& indices) {
    return list_of(indices, [&](std::size_t i) { return spec.methods[i]->id; });
  };
  json j{{"steps", spec.steps[c.steps]}, {c.best ? "best" : "of", ids(c.of)}};
  j["metric"] = c.metric ? json(name(*c.metric)) : json(c.order_of_attitude ? "order.R" : "order.Pi");
  if (!c.against.empty()) j["against"] = ids(c.against);
  j[std::string(rule_names[static_cast<int>(c.kind)])] = c.kind == Condition::Kind::within  ? json{bits(c.a), bits(c.b)}
                                                         : c.kind == Condition::Kind::worst ? json(true)
                                                                                            : bits(c.a);
  return j;
}

json names(const std::vector<Metric>& metrics) {
  return list_of(metrics, [](Metric m) { return name(m); });
}

}  // namespace

std::string hex(std::uint64_t bits) {
  return fmt::format("{:016x}", bits);
}
std::string hex(double x) {
  return hex(std::bit_cast<std::uint64_t>(x));
}

json plugins_of(const SweepSpec& spec) {
  json hashes = json::object();
  Dl_info ours, theirs;
  for (const auto* method : spec.methods)
    if (::dladdr(&metric_names, &ours) && ::dladdr(method, &theirs) && ours.dli_fbase != theirs.dli_fbase)
      hashes[std::string(method->id)] = hex(content_hash(read_file(theirs.dli_fname)));
  return hashes;
}

std::string canonical_text(const SweepSpec& spec) {
  const auto& p = spec.population;
  const auto map = [](const MapOver& m) {
    return json{{"over", m.kind == MapOver::Kind::triangle ? "triangle" : "momentum"},
                {"n", m.n},
                {"metrics", names(m.metrics)}};
  };
  const auto question = [&](const Question& q) {
    const auto condition = [&](const Condition& c) { return canonical(c, spec); };
    json j = q.joined ? json{{"all", list_of(q.conditions, condition)}} : condition(q.conditions.front());
    j["id"] = q.id;
    return j;
  };
  const auto form = [](const auto& any) { return std::visit(CanonicalForm{}, any); };
  json metrics = names(spec.metrics);
  if (spec.order) metrics.insert(metrics.begin() + static_cast<std::ptrdiff_t>(spec.order_at), "order");
  json j{{"schema", "polhode/sweep/1"},
         {"seed", spec.seed},
         {"population",
          {{"bodies", p.replicates},
           {"inertia", form(p.inertia)},
           {"momentum", {{"direction", form(p.direction)}, {"size", canonical(p.size)}}},
           {"attitude", p.uniform_attitude ? "uniform" : "identity"},
           {"torque", list_of(p.torques, [](const TorqueFamily& t) { return canonical(t); })},
           {"impossible", p.impossible}}},
         {"duration", {{spec.in_radians ? "radians" : "time", bits(spec.duration)}}},
         {"methods", list_of(spec.methods, [](const MethodInfo* m) { return m->id; })},
         {"metrics", metrics},
         {"bins", {{"bits", spec.bins.bits}, {"from", spec.bins.from}, {"to", spec.bins.to}}},
         {"maps", list_of(spec.maps, map)},
         {"questions", list_of(spec.questions, question)}};
  if (const auto plugins = plugins_of(spec); !plugins.empty()) j["plugins"] = plugins;
  if (spec.atlas) {
    j["atlas"]["tolerances"] = bits(spec.atlas->tolerances);
    for (std::size_t m = 0; m < spec.methods.size(); ++m)
      j["atlas"]["costs"][std::string(spec.methods[m]->id)] = bits(spec.atlas->costs[m]);
  }
  if (spec.per_radian.empty())
    j["steps"] = spec.steps;
  else
    j["steps"] = {{"per_radian", bits(spec.per_radian)}};
  j["observe"] = spec.observe.kind == Observe::Kind::end   ? json("end")
                 : spec.observe.kind == Observe::Kind::all ? json("all")
                                                           : json{{"nodes", spec.observe.n}};
  j["reference"] = spec.reference.kind == ReferenceChoice::Kind::automatic ? json("auto")
                   : spec.reference.kind == ReferenceChoice::Kind::exact_113
                       ? json("exact-113")
                       : json{{"refine", spec.reference.refinement}};
  return j.dump();
}

}  // namespace polhode::populations
