// SPDX-License-Identifier: MIT
#include "core/io/spec/torques.hpp"

namespace polhode::reading {

namespace {

/// The universal anomaly of a true one; it is within a turn for ellipses, and on the branch for others.
template <class T>
T anomaly_of(const T& e, const T& true_anomaly, const Given& given) {
  using std::abs, std::atan2, std::cos, std::log, std::sin, std::sqrt;
  const T turn = T(2) * pi_of<T>(), nu = true_anomaly - turn * nearest_integer(T(true_anomaly / turn));
  const T half = nu / T(2), alpha = T(1) - e, b = sqrt(T(abs(alpha)));
  if (!(T(1) + e * cos(nu) > T(0))) given.reject("an angle on the orbit, whose cosine is above -1/eccentricity");
  if (e >= T(1) || nu * nu < pi_of<T>() * pi_of<T>() * T(0.999)) {
    // chi = 2 atan(b w)/b, w = tan(nu/2)/sqrt(1 + e); by its series next to a parabola
    const T w = sin(half) / cos(half) / sqrt(T(T(1) + e)), x = alpha * w * w;
    if (abs(x) < T(0.01)) {
      T sum(0), power(1);
      for (int k = 0; k < 120; ++k) sum += power / T(2 * k + 1), power *= -x;
      return T(2) * w * sum;
    }
    if (e > T(1)) return T(log(T((T(1) + b * w) / (T(1) - b * w)))) / b;
  }
  return T(2) * T(atan2(T(b * sin(half)), T(sqrt(T(T(1) + e)) * cos(half)))) / b;
}

/// From the planet to the periapsis and across, of the angles of an orbit.
template <class T>
void orient(signals::OrbitalPath<Space, T>& path, const T& node, const T& i, const T& argument) {
  using std::cos, std::sin;
  const T cn = cos(node), sn = sin(node), ci = cos(i), si = sin(i), cw = cos(argument), sw = sin(argument);
  path.along = {cn * cw - sn * sw * ci, sn * cw + cn * sw * ci, sw * si};
  path.across = {-cn * sw - sn * cw * ci, -sn * sw + cn * cw * ci, cw * si};
}

template <class T>
Orbit<T> of_csv(const Given& j, const Context<T>& c) {
  auto read = samples<Space>(j, c, "positions", "velocities", T(1), of_length);
  Orbit<T> orbit;
  auto& path = orbit.path;
  path.times = std::move(read.times), path.places = std::move(read.values), path.velocities = std::move(read.rates);
  for (const auto& r : path.places)
    if (!(norm2(r) > T(0))) j.refuse("positions", "a position is 0; accepted: positions away from the planet");
  if (path.velocities.empty()) {
    signals::Table<Space, T> spline{path.times, path.places, true, {}};
    spline.prepare();
    for (const auto& t : path.times) path.velocities.push_back(spline.rate(t));
  }
  path.size = norm(path.places.front());
  if (j.has("mu")) orbit.strength = gravity<T>(j["mu"], c) / (path.size * path.size * path.size);
  return orbit;
}

}  // namespace

template <class T>
T gravity(const Given& j, const Context<T>& c) {
  if (!j->is_string() || is_decimal(j->get_ref<const std::string&>())) return j.positive<T>();
  const auto mu = gravity_of(j.text());
  const auto metre = c.units.in_si(0, j.field).size, second = c.units.in_si(2, j.field).size;
  return scalar_cast<T>(float100(*mu * second * second / (metre * metre * metre)));
}

template <class T>
Orbit<T> orbit(const Given& j, const Context<T>& c) {
  using std::abs, std::cos, std::sin, std::sqrt;
  if (j.has("csv")) return of_csv(j, c);
  Orbit<T> orbit;
  auto& path = orbit.path;
  const T i = c.units.angle_at(j, "inclination"), node = c.units.angle_at(j, "node");
  bool of_elements = false;
  for (const char* key : {"semi_major_axis", "periapsis", "eccentricity", "argument_of_periapsis", "true_anomaly",
                          "mean_anomaly", "time_of_periapsis"})
    of_elements = of_elements || j.has(key);
  const bool by_rate = j.has("rate");
  T rate(0);
  if (by_rate) {
    rate = c.units.per_time(j["rate"]);
    if (rate == T(0)) j["rate"].reject("a number other than 0");
    orbit.scaled = false;
  }
  if (!of_elements) {
    if (!by_rate) {
      const T r = j["radius"].positive<T>();
      rate = sqrt(T(gravity<T>(j["mu"], c) / (r * r * r)));
      path.periapsis = path.size = r;
    }
    const T u = c.units.angle_at(j, "phase");
    const T x = cos(u), y = sin(u) * cos(i), z = sin(u) * sin(i), cn = cos(node), sn = sin(node);
    orbit.circle =
        signals::Rotating<Space, T>{{cn * x - sn * y, sn * x + cn * y, z}, {sn * sin(i), -cn * sin(i), cos(i)}, rate};
    path.along = orbit.circle->value, path.across = cross(orbit.circle->axis, path.along), path.rate = rate;
    orbit.strength = rate * rate;
    return orbit;
  }
  auto& e = path.eccentricity;
  if (j.has("eccentricity")) e = j["eccentricity"].number<T>();
  T mu(0);
  if (by_rate) {
    if (!(e < T(1))) j["eccentricity"].reject("with rate, the mean motion, below 1");
    path.periapsis = T(1) - e, mu = rate * rate, path.size = T(1);
  } else {
    mu = gravity<T>(j["mu"], c);
    if (j.has("semi_major_axis")) {
      const T a = j["semi_major_axis"].number<T>();
      if (!(a * (T(1) - e) > T(0)))
        j["semi_major_axis"].reject(e == T(1) ? "periapsis instead, if the eccentricity is 1"
                                              : "a positive number below an eccentricity of 1, a negative one above");
      path.periapsis = a * (T(1) - e), path.size = abs(a);
    } else {
      path.periapsis = j["periapsis"].positive<T>();
      path.size = e == T(1) ? path.periapsis : T(path.periapsis / abs(T(T(1) - e)));
    }
  }
  const T q = path.periapsis, size = path.size;
  path.rate = sqrt(T(mu / (q * q * q)));
  if (by_rate && rate < T(0)) path.rate = -path.rate;
  if (!is_finite(path.rate) || !(path.rate != T(0)))
    j.reject("an orbit whose size and rate are in the range of doubles");
  orbit.strength = mu / (size * size * size);
  orient(path, node, i, c.units.angle_at(j, "argument_of_periapsis"));
  if (j.has("time_of_periapsis")) path.time = j["time_of_periapsis"].number<T>();
  if (j.has("true_anomaly")) {
    const T chi = anomaly_of(e, c.units.angle_at(j, "true_anomaly"), j["true_anomaly"]);
    path.time = c.t0 - kepler::time_at(e, chi) / path.rate;
  }
  if (j.has("mean_anomaly")) {
    if (e == T(1)) j["mean_anomaly"].reject("true_anomaly or time_of_periapsis, if the eccentricity is 1");
    const T b = sqrt(T(abs(T(T(1) - e))));
    path.time = c.t0 - c.units.angle_at(j, "mean_anomaly") / (b * b * b * path.rate);
  }
  return orbit;
}

template <class T>
std::optional<Orbit<T>> orbit_of(const Given& document, const Context<T>& c) {
  if (document.has("orbit")) return orbit<T>(document["orbit"], c);
  std::optional<Orbit<T>> found;
  for_each_torque(document, [&](const std::string&, const Given& j) {
    if (found) return;
    if (j.has("orbit")) found = orbit<T>(j["orbit"], c);
    if (!found && j.has("field") && j["field"].has("orbit")) found = orbit<T>(j["field"]["orbit"], c);
  });
  return found;
}

#define POLHODE_OF(T)                                       \
  template T gravity(const Given&, const Context<T>&);      \
  template Orbit<T> orbit(const Given&, const Context<T>&); \
  template std::optional<Orbit<T>> orbit_of(const Given&, const Context<T>&)
POLHODE_OF(double);
POLHODE_OF(float128);
POLHODE_OF(float100);
#undef POLHODE_OF

}  // namespace polhode::reading
