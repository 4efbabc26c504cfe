// SPDX-License-Identifier: MIT
#include "core/io/spec/signals.hpp"

namespace polhode::reading {

namespace {

template <class T>
T angle(const json& j, const std::string& field, const char* key, const Context<T>& c) {
  return j.contains(key) ? c.units.radians(number<T>(j[key], field + "." + key)) : T(0);
}

}  // namespace

template <class F, class T>
signals::Rotating<F, T> orbit(const json& j, const std::string& field, const Context<T>& c) {
  using std::cos, std::sin, std::sqrt;
  if (!j.is_object()) reject(field, j, "an object with rate, or mu and radius");
  only_keys(j, field, {"rate", "mu", "radius", "inclination", "node", "phase"});
  T rate(0);
  if (one_of(j, field, "rate", "mu", "rate, or mu and radius")) {
    if (j.contains("radius")) throw UserError(field + ".radius: given together with rate; accepted: one of them");
    rate = c.units.per_time(number<T>(j["rate"], field + ".rate"), field + ".rate");
  } else {
    rate = sqrt(strength_of<T>(j, field));
  }
  if (rate == T(0)) reject(field + ".rate", j["rate"], "a number other than 0");
  const T i = angle<T>(j, field, "inclination", c), node = angle<T>(j, field, "node", c),
          u = angle<T>(j, field, "phase", c);
  const T x = cos(u), y = sin(u) * cos(i), z = sin(u) * sin(i), cn = cos(node), sn = sin(node);
  return {{cn * x - sn * y, sn * x + cn * y, z}, {sn * sin(i), -cn * sin(i), cos(i)}, rate};
}

template <class F, class T>
Signal<F, T> signal(const json& j, const std::string& field, const Context<T>& c) {
  const auto placed = [&](const json& v, const std::string& at) { return c.placed(vector<F, T>(v, at)); };
  if (j.is_array()) return Signal<F, T>(placed(j, field));
  const std::string accepted = "three numbers, or an object with \"kind\"", three = "a list of three numbers";
  if (!j.is_object()) reject(field, j, accepted);
  const json& kind = required(j, field, "kind", "the kind of a signal, like \"constant\"");
  const auto needed = [&](const char* key) { return placed(required(j, field, key, three), field + "." + key); };
  const auto rate = [&](const char* key) {
    return c.units.per_time(number<T>(required(j, field, key, "a number"), field + "." + key), field + "." + key);
  };
  const auto list = [&](const char* key, std::size_t least) -> const json& {
    const json& l = required(j, field, key, "a list");
    if (!l.is_array() || l.size() < least) reject(field + "." + key, l, fmt::format("a list of at least {}", least));
    return l;
  };
  const auto times = [&](std::size_t least) {
    std::vector<T> t;
    for (const auto& x : list("times", least)) {
      t.push_back(number<T>(x, fmt::format("{}.times[{}]", field, t.size())));
      if (t.size() > 1 && !(t[t.size() - 2] < t.back())) reject(field + ".times", j["times"], "increasing times");
    }
    return t;
  };
  const auto values = [&](std::size_t n) {
    std::vector<Vec<F, T>> v;
    for (const auto& x : list("values", 1)) v.push_back(placed(x, fmt::format("{}.values[{}]", field, v.size())));
    if (v.size() != n) throw UserError(fmt::format("{}.values: {} are given; accepted: {}", field, v.size(), n));
    return v;
  };
  if (kind == "constant") {
    only_keys(j, field, {"kind", "value"});
    return Signal<F, T>(needed("value"));
  }
  if (kind == "harmonic") {
    only_keys(j, field, {"kind", "amplitude", "frequency", "phase", "offset"});
    return Signal<F, T>(signals::Harmonic<F, T>{needed("amplitude"), rate("frequency"), angle<T>(j, field, "phase", c),
                                                j.contains("offset") ? needed("offset") : Vec<F, T>{}});
  }
  if (kind == "rotating") {
    only_keys(j, field, {"kind", "value", "axis", "frequency"});
    const auto n = direction<F, T>(required(j, field, "axis", three), field + ".axis");
    return Signal<F, T>(signals::Rotating<F, T>{needed("value"), c.placed(n), rate("frequency")});
  }
  if (kind == "table") {
    only_keys(j, field, {"kind", "times", "values", "interpolation"});
    const json how = j.value("interpolation", json("cubic"));
    if (how != "cubic" && how != "linear") reject(field + ".interpolation", how, "cubic or linear");
    signals::Table<F, T> table{times(2), {}, how == "cubic", {}};
    table.values = values(table.times.size());
    return Signal<F, T>(table);
  }
  if (kind == "pieces") {
    only_keys(j, field, {"kind", "times", "values"});
    signals::Pieces<F, T> pieces{times(1), {}};
    pieces.values = values(pieces.times.size() + 1);
    return Signal<F, T>(pieces);
  }
  if (kind == "pulses") {
    only_keys(j, field, {"kind", "pulses"});
    signals::Pulses<F, T> pulses;
    for (const auto& p : list("pulses", 0)) {
      const auto one = fmt::format("{}.pulses[{}]", field, pulses.values.size());
      if (!p.is_object()) reject(one, p, "an object with at, duration, value");
      only_keys(p, one, {"at", "duration", "value"});
      pulses.at_times.push_back(number<T>(required(p, one, "at", "a number"), one + ".at"));
      pulses.durations.push_back(positive<T>(required(p, one, "duration", "a positive number"), one + ".duration"));
      pulses.values.push_back(placed(required(p, one, "value", three), one + ".value"));
    }
    return Signal<F, T>(pulses);
  }
  if constexpr (std::is_same_v<F, Space>)
    if (kind == "orbit-dipole") {
      using std::cos, std::sin;
      only_keys(j, field, {"kind", "strength", "orbit", "tilt", "longitude", "planet_rate"});
      const T tilt = angle<T>(j, field, "tilt", c), longitude = angle<T>(j, field, "longitude", c);
      const Vec<F, T> n{T(sin(tilt) * cos(longitude)), T(sin(tilt) * sin(longitude)), T(cos(tilt))};
      return Signal<F, T>(signals::OrbitDipole<F, T>{
          number<T>(required(j, field, "strength", "a number"), field + ".strength"),
          orbit<F, T>(required(j, field, "orbit", "an object with rate, or mu and radius"), field + ".orbit", c),
          {n, axis<F, T>(2), j.contains("planet_rate") ? rate("planet_rate") : T(0)}});
    }
  std::vector<std::string> known{"constant", "harmonic", "rotating", "table", "pieces", "pulses"};
  if (std::is_same_v<F, Space>) known.emplace_back("orbit-dipole");
  if (!kind.is_string()) reject(field + ".kind", kind, "the kind of a signal, like \"constant\"");
  throw UserError(field + ".kind: " + unknown_name("signal", kind.get<std::string>(), known));
}

template signals::Rotating<Space, double> orbit(const json&, const std::string&, const Context<double>&);
template Signal<Body, double> signal(const json&, const std::string&, const Context<double>&);
template Signal<Space, double> signal(const json&, const std::string&, const Context<double>&);
template signals::Rotating<Space, float128> orbit(const json&, const std::string&, const Context<float128>&);
template Signal<Body, float128> signal(const json&, const std::string&, const Context<float128>&);
template Signal<Space, float128> signal(const json&, const std::string&, const Context<float128>&);
template signals::Rotating<Space, float100> orbit(const json&, const std::string&, const Context<float100>&);
template Signal<Body, float100> signal(const json&, const std::string&, const Context<float100>&);
template Signal<Space, float100> signal(const json&, const std::string&, const Context<float100>&);

}  // namespace polhode::reading
