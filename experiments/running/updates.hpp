// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/geometry/decimal.hpp"
#include "core/geometry/scalar.hpp"
#include "methods/attitude/roster.hpp"

/// The updates of methods/attitude by their names, and their runs.
namespace polhode {

/// The declarations of all updates, in the order of the roster.
const std::vector<UpdateInfo>& update_infos();
/// The update of this name; null if there is none.
const UpdateInfo* find_update(std::string_view id);
std::vector<std::string> update_names();

/// The input of an update: samples, of -omega for rates in space, or the rate at any time between theirs.
template <class T>
struct Samples {
  bool increments = false;
  std::vector<T> times;                        ///< n + 1
  std::vector<Vec<Body, T>> values;            ///< n + 1 rates, or n angles
  std::vector<T> tau;                          ///< the lengths of the n intervals
  std::function<Vec<Body, T>(const T&)> rate;  ///< for updates that ask at their own times
  int every = 4;                               ///< intervals an update, for updates that take any number
  Iterations iterations = {};
  std::vector<std::string> warnings = {};
  std::vector<std::array<double, 3>> noise = {}, walk = {};  ///< draws for each value, where there is such noise

  void measure_intervals() {
    tau.clear();
    for (std::size_t k = 1; k < times.size(); ++k) tau.push_back(times[k] - times[k - 1]);
  }
};
/// The samples in another scalar.
template <class U, class T>
Samples<U> cast(const Samples<T>& from) {
  Samples<U> to{.increments = from.increments, .every = from.every, .iterations = from.iterations};
  for (const T& t : from.times) to.times.push_back(static_cast<U>(t));
  for (const auto& v : from.values) to.values.push_back(cast<U>(v));
  for (const T& t : from.tau) to.tau.push_back(static_cast<U>(t));
  to.rate = [rate = from.rate](const U& t) { return cast<U>(rate(scalar_cast<T>(t))); };
  return to;
}

template <class T>
struct UpdateRun {
  Attitude<T> q;
  double scaled = 0;  ///< logarithm of what lengths were divided by
  std::int64_t updates = 0;
};

/// Receives the number of passed intervals, and the attitude there, after each update.
template <class T>
using SeeUpdate = std::function<void(std::int64_t, const Attitude<T>&)>;

/// A run of one method.
template <class M, class T>
UpdateRun<T> run_method(const Attitude<T>& q, const Samples<T>& samples, const SeeUpdate<T>& see) {
  M method;
  UpdateRun<T> out{q};
  if constexpr (requires { method.options; }) method.options = samples.iterations;
  const auto n = static_cast<std::int64_t>(samples.tau.size());
  if constexpr (M::info.takes == Takes::function) {
    for (std::size_t k = 0; k < samples.tau.size(); ++k) {
      out.q = out.q * method(samples.rate, samples.times[k], samples.tau[k]);
      if (see) see(static_cast<std::int64_t>(k + 1), out.q);
    }
    out.updates = n;
  } else {
    const attitude::Fed<T> fed{samples.values.data(), samples.tau.data(), n};
    out.scaled = see ? advance(method, out.q, fed, samples.every, see)
                     : advance(method, out.q, fed, samples.every, [](std::int64_t, const Attitude<T>&) {});
    const std::int64_t K = M::info.samples ? M::info.samples : samples.every;
    out.updates = n / K + (M::info.samples ? n % K : n % K > 0);
  }
  return out;
}

/// The product of all updates from q. Instantiated for float, double, float128 and float100.
template <class T>
UpdateRun<T> run_update(const UpdateInfo& update, const Attitude<T>& q, const Samples<T>& samples,
                        const SeeUpdate<T>& see = {}) {
  static const auto all = []<class... M>(std::type_identity<std::tuple<M...>>) {
    using Run = UpdateRun<T> (*)(const Attitude<T>&, const Samples<T>&, const SeeUpdate<T>&);
    return std::vector<Run>{run_method<M, T>...};
  }(std::type_identity<attitude::Roster<T>>());
  return all[static_cast<std::size_t>(&update - update_infos().data())](q, samples, see);
}

#define POLHODE_IN(T) \
  template UpdateRun<T> run_update(const UpdateInfo&, const Attitude<T>&, const Samples<T>&, const SeeUpdate<T>&)
extern POLHODE_IN(float);
extern POLHODE_IN(double);
extern POLHODE_IN(float128);
extern POLHODE_IN(float100);

}  // namespace polhode
