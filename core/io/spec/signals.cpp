// SPDX-License-Identifier: MIT
#include "core/io/spec/signals.hpp"

#include "core/io/spec/csv_table.hpp"
#include "core/io/spec/orbit.hpp"
#include "core/io/spec/words.hpp"

namespace polhode::reading {

namespace {

/// Times and values of a table, from its lists or from a file.
template <class F, class T>
signals::Table<F, T> columns(const json& j, const std::string& field, const Context<T>& c, const T& unit,
                             const Measure& of) {
  if (j.contains("times")) throw UserError(field + ".times: given together with csv; accepted: one of them");
  CsvTable table(j["csv"], field + ".csv", c.folder);
  const T per_time = j.contains("time_unit") ? c.units.scale(j["time_unit"], field + ".time_unit", of_time) : T(1);
  const T per_value = j.contains("unit") ? c.units.scale(j["unit"], field + ".unit", of) : unit;
  signals::Table<F, T> all;
  table.want(table.column(j.value("time", json(1)), field + ".time", 1),
             table.columns(j.value("values", json{2, 3, 4}), 3, field + ".values", 1));
  while (const auto* row = table.next()) {
    Vec<F, T> v;
    for (int k = 0; k < 3; ++k) v[k] = per_value * row->values[static_cast<std::size_t>(k)].to<T>();
    all.times.push_back(per_time * row->time.to<T>()), all.values.push_back(c.placed(v));
  }
  return all;
}

}  // namespace

template <class F, class T>
Signal<F, T> signal(const json& j, const std::string& field, const Context<T>& c, const T& unit, const Measure& of) {
  const auto placed = [&](const json& v, const std::string& at) { return unit * c.placed(vector<F, T>(v, at)); };
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
    const bool of_file = j.contains("csv");
    if (of_file)
      only_keys(j, field, {"kind", "csv", "time", "values", "time_unit", "unit", "interpolation"});
    else
      only_keys(j, field, {"kind", "times", "values", "interpolation"});
    const auto how = word(j, field, "interpolation", {"cubic", "linear", "held"});
    auto table = of_file ? columns<F>(j, field, c, unit, of) : signals::Table<F, T>{times(2), {}, true, {}};
    if (!of_file) table.values = values(table.times.size());
    if (how == "held")  // each value until the next
      return Signal<F, T>(signals::Pieces<F, T>{{table.times.begin() + 1, table.times.end()}, table.values});
    table.cubic = how == "cubic";
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
      only_keys(j, field, {"kind", "strength", "moment", "orbit", "tilt", "longitude", "planet_rate"});
      const T tilt = angle<T>(j, field, "tilt", c), longitude = angle<T>(j, field, "longitude", c);
      const Vec<F, T> n{T(sin(tilt) * cos(longitude)), T(sin(tilt) * sin(longitude)), T(cos(tilt))};
      const signals::Rotating<F, T> moment{n, axis<F, T>(2), j.contains("planet_rate") ? rate("planet_rate") : T(0)};
      const auto r = orbit<T>(required(j, field, "orbit", "an object with rate, or mu and radius, or elements"),
                              field + ".orbit", c);
      const bool by_strength = one_of(j, field, "strength", "moment", "exactly one of strength and moment");
      if (!by_strength && !r.scaled)
        reject(field + ".moment", j["moment"], "strength instead, if the orbit has a rate and no lengths");
      T strength = number<T>(j[by_strength ? "strength" : "moment"], field + (by_strength ? ".strength" : ".moment"));
      if (const T& a = r.path.size; !by_strength) strength /= a * a * a;
      if (r.circle) return Signal<F, T>(signals::OrbitDipole<F, T>{strength, *r.circle, moment});
      return Signal<F, T>(signals::PathDipole<F, T>{strength, r.path, moment});
    }
  std::vector<std::string> known{"constant", "harmonic", "rotating", "table", "pieces", "pulses"};
  if (std::is_same_v<F, Space>) known.emplace_back("orbit-dipole");
  if (!kind.is_string()) reject(field + ".kind", kind, "the kind of a signal, like \"constant\"");
  throw UserError(field + ".kind: " + unknown_name("signal", kind.get<std::string>(), known));
}

template Signal<Body, double> signal(const json&, const std::string&, const Context<double>&, const double&,
                                     const Measure&);
template Signal<Space, double> signal(const json&, const std::string&, const Context<double>&, const double&,
                                      const Measure&);
template Signal<Body, float128> signal(const json&, const std::string&, const Context<float128>&, const float128&,
                                       const Measure&);
template Signal<Space, float128> signal(const json&, const std::string&, const Context<float128>&, const float128&,
                                        const Measure&);
template Signal<Body, float100> signal(const json&, const std::string&, const Context<float100>&, const float100&,
                                       const Measure&);
template Signal<Space, float100> signal(const json&, const std::string&, const Context<float100>&, const float100&,
                                        const Measure&);

}  // namespace polhode::reading
