// SPDX-License-Identifier: MIT
#include "core/io/spec/signals.hpp"

#include "core/io/spec/csv_table.hpp"

namespace polhode::reading {

template <class F, class T>
Samples<F, T> samples(const Given& j, const Context<T>& c, const std::string& values, const std::string& rates,
                      const T& unit, const Measure& of) {
  CsvTable table(j["csv"], c.folder);
  T per_time = j.has("time_unit") ? c.units.scale(j["time_unit"], of_time) : T(1);
  const T per_value = j.has("unit") ? c.units.scale(j["unit"], of) : unit;
  auto wanted = table.columns(j.at_or(values, {2, 3, 4}));
  const bool has_rates = j.has(rates);
  if (has_rates)
    for (const auto& column : table.columns(j[rates])) wanted.push_back(column);
  table.want(table.column(j.at_or("time", 1)), wanted);
  Samples<F, T> all;
  while (const auto* row = table.next()) {
    if (row->is_date && all.times.empty()) {
      if (j.has("time_unit"))
        j.refuse("time_unit", "given with times that are dates; accepted: without, as they are in seconds");
      per_time = scalar_cast<T>(float100(1 / c.units.in_si(2, j.field).size));
      c.warnings.push_back(fmt::format("{}: the times are dates; t = 0 is that of the first row", j.path("csv")));
    }
    all.times.push_back(per_time * (row->is_date ? from_exact<T>(row->since_first, 0) : row->time.to<T>()));
    Vec<F, T> v[2];
    for (std::size_t k = 0; k < wanted.size(); ++k)
      v[k / 3][static_cast<int>(k % 3)] = per_value * row->values[k].to<T>();
    all.values.push_back(v[0]);
    if (has_rates) all.rates.push_back(v[1] / per_time);
  }
  return all;
}

template <class F, class T>
Signal<F, T> signal(const Given& j, const Context<T>& c, const T& unit, const Measure& of) {
  const auto placed = [&](const Given& v) { return unit * c.placed(v.template vector<F, T>()); };
  if (j->is_array()) return Signal<F, T>(placed(j));
  const json& kind = j["kind"].value;
  const auto needed = [&](const char* key) { return placed(j[key]); };
  const auto rate = [&](const char* key) { return c.units.rate_at(j, key); };
  const auto times = [&] { return increasing_times<T>(j["times"]); };
  const auto values = [&](std::size_t n) {
    std::vector<Vec<F, T>> v;
    for (const Given& x : j["values"].items()) v.push_back(placed(x));
    if (v.size() != n) j.refuse("values", fmt::format("{} are given; accepted: {}", v.size(), n));
    return v;
  };
  if (kind == "constant") return Signal<F, T>(needed("value"));
  if (kind == "harmonic")
    return Signal<F, T>(signals::Harmonic<F, T>{needed("amplitude"), rate("frequency"), c.units.angle_at(j, "phase"),
                                                j.has("offset") ? needed("offset") : Vec<F, T>{}});
  if (kind == "rotating") {
    const auto n = j["axis"].direction<F, T>();
    return Signal<F, T>(signals::Rotating<F, T>{needed("value"), c.placed(n), rate("frequency")});
  }
  if (kind == "table") {
    const auto how = j.word("interpolation", "cubic");
    signals::Table<F, T> table;
    if (j.has("csv")) {
      auto read = samples<F>(j, c, "values", "", unit, of);
      table.times = std::move(read.times);
      for (const auto& v : read.values) table.values.push_back(c.placed(v));
    } else {
      table.times = times(), table.values = values(table.times.size());
    }
    if (how == "held")  // each value until the next
      return Signal<F, T>(signals::Pieces<F, T>{{table.times.begin() + 1, table.times.end()}, table.values});
    table.cubic = how == "cubic";
    return Signal<F, T>(table);
  }
  if (kind == "pieces") {
    signals::Pieces<F, T> pieces{times(), {}};
    pieces.values = values(pieces.times.size() + 1);
    return Signal<F, T>(pieces);
  }
  if (kind == "pulses") {
    using std::abs;
    signals::Pulses<F, T> pulses;
    for (const Given& p : j["pulses"].items()) {
      pulses.at_times.push_back(p["at"].number<T>()), pulses.durations.push_back(p["duration"].positive<T>());
      if (pulses.durations.back() <= T(8 * 0x1p-52) * abs(pulses.at_times.back()))
        p["duration"].reject("more than the rounding of its time");
      pulses.values.push_back(placed(p["value"]));
    }
    return Signal<F, T>(pulses);
  }
  if constexpr (std::is_same_v<F, Space>) {  // an orbit-dipole
    using std::cos, std::sin;
    const T tilt = c.units.angle_at(j, "tilt"), longitude = c.units.angle_at(j, "longitude");
    const Vec<F, T> n{T(sin(tilt) * cos(longitude)), T(sin(tilt) * sin(longitude)), T(cos(tilt))};
    const signals::Rotating<F, T> moment{n, axis<F, T>(2), rate("planet_rate")};
    const auto r = orbit<T>(j["orbit"], c);
    const bool by_strength = j.has("strength");
    if (!by_strength && !r.scaled) j["moment"].reject("strength instead, if the orbit has a rate and no lengths");
    T strength = j[by_strength ? "strength" : "moment"].number<T>();
    if (const T& a = r.path.size; !by_strength) strength /= a * a * a;
    if (r.circle) return Signal<F, T>(signals::OrbitDipole<F, T>{strength, *r.circle, moment});
    return Signal<F, T>(signals::PathDipole<F, T>{strength, r.path, moment});
  }
  throw std::logic_error("a signal of a kind that has no form");
}

#define POLHODE_OF(F, T)                                                                                            \
  template Samples<F, T> samples(const Given&, const Context<T>&, const std::string&, const std::string&, const T&, \
                                 const Measure&);                                                                   \
  template Signal<F, T> signal(const Given&, const Context<T>&, const T&, const Measure&)
POLHODE_OF(Body, double);
POLHODE_OF(Space, double);
POLHODE_OF(Body, float128);
POLHODE_OF(Space, float128);
POLHODE_OF(Body, float100);
POLHODE_OF(Space, float100);
#undef POLHODE_OF

}  // namespace polhode::reading
