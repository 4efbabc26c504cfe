// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/io/spec/body.hpp"
#include "core/reference/free_body.hpp"

namespace polhode::reading {

namespace {

using reference::free_spin;

/// A time: a number of the file's unit, or like "5.41 d".
template <class T>
T time_of(const Given& j, const Units<T>& units) {
  const std::string accepted = "a positive time, like 5.41 or \"5.41 d\"";
  json number = j.value, unit;
  if (j->is_string()) {
    const auto& text = j->get_ref<const std::string&>();
    if (const auto blank = text.find(' '); blank != text.npos)
      number = text.substr(0, blank), unit = text.substr(blank + 1);
  }
  const T x = Given{number, j.field}.positive<T>();
  if (unit.is_null()) return x;
  const auto known = quantity(unit.get<std::string>());
  if (!known || known->powers != std::array<int, 4>{0, 0, 1, 0}) j.reject(accepted);
  return x * units.scale({unit, j.field}, of_time);
}

template <class T>
struct Sorted {
  Inertia<T> I;

  Vec<Body, T> direction(const T& angle) const {  // from the axis of the greatest moment
    using std::cos, std::sin;
    return {T(sin(angle)), T(0), T(cos(angle))};
  }
  T ratio(const T& angle) const {
    const auto spin = free_spin(I, direction(angle));
    return spin.P_psi > 0 ? T(spin.P_phi / spin.P_psi) : T(0);
  }
};

}  // namespace

template <class T>
Vec<Body, T> momentum_of_periods(const Inertia<T>& moments, const Given& j, const Units<T>& units) {
  using std::abs, std::sqrt;
  const T P_psi = time_of(j["P_psi"], units), P_phi = time_of(j["P_phi"], units);
  const Given given = j["mode"];
  const json& mode = given.value;
  const bool lam = mode == "LAM";
  int a[3] = {0, 1, 2};
  std::sort(a, a + 3, [&](int i, int k) { return moments[i] < moments[k]; });
  const T A = moments[a[0]], B = moments[a[1]], C = moments[a[2]], turn = T(2) * pi_of<T>();
  const auto refuse = [&](const std::string& most) {
    j.refuse("P_phi",
             fmt::format("{} is given; accepted: for this inertia, mode {} and P_psi = {:.6g}, {}",
                         shortened_json(j["P_phi"].value), mode.get<std::string>(), scalar_cast<double>(P_psi), most));
  };
  const auto along = [&](const T& least, const T& greatest) {
    Vec<Body, T> Pi{};
    Pi[a[0]] = least, Pi[a[2]] = greatest;
    return Pi;
  };
  constexpr double equal = 1e-10;
  const bool oblate = B - A <= T(equal) * B, prolate = C - B <= T(equal) * B;
  if (oblate || prolate) {
    if (oblate == lam)
      given.reject(oblate ? "SAM, for a body whose two lesser moments are equal"
                          : "LAM, for a body whose two greater moments are equal");
    const T G = turn * B / P_phi, share = turn / (P_psi * G * abs(T(T(1) / B - T(1) / (oblate ? C : A))));
    if (!(share <= T(1)))
      refuse(
          fmt::format("below {:.6g}", scalar_cast<double>(T(P_psi * B * abs(T(T(1) / B - T(1) / (oblate ? C : A)))))));
    const T across = sqrt(T(T(1) - share * share));
    return oblate ? along(T(G * across), T(G * share)) : along(T(G * share), T(G * across));
  }
  // The ratio of the periods grows from 0 on the separatrix to its limit next to the axis.
  const Sorted<double> rough{{scalar_cast<double>(A), scalar_cast<double>(B), scalar_cast<double>(C)}};
  const double separatrix =
      std::atan2(std::sqrt(static_cast<double>(T((C - B) / C))), std::sqrt(static_cast<double>(T((B - A) / A))));
  constexpr double near = 1e-7;
  const double pole = lam ? std::acos(0.0) - near : near, target = scalar_cast<double>(T(P_phi / P_psi));
  const double limit = rough.ratio(pole);
  if (!(target < limit)) refuse(fmt::format("below {:.6g}", limit * scalar_cast<double>(P_psi)));
  double low = separatrix, high = pole;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (rough.ratio(middle) < target ? low : high) = middle;
  }
  const Sorted<T> fine{{A, B, C}};
  const T wanted = P_phi / P_psi;
  T x0 = T(low), x1 = T(low) + T(1e-9) * (T(pole) - T(low)), f0 = fine.ratio(x0) - wanted;
  for (int i = 0; i < 12; ++i) {  // secants
    const T f1 = fine.ratio(x1) - wanted;
    if (f1 == T(0) || f1 == f0 || !is_finite(f1)) break;
    const T next = x1 - f1 * (x1 - x0) / (f1 - f0);
    x0 = x1, f0 = f1;
    if (!is_finite(next) || abs(T(next - x1)) <= T(4) * epsilon<T>() * abs(x1)) break;
    x1 = next;
  }
  const auto spin = free_spin(fine.I, fine.direction(x1));
  const T G = spin.P_psi / P_psi;
  const auto direction = fine.direction(x1);
  return along(T(G * direction[0]), T(G * direction[2]));
}

template Vec<Body, double> momentum_of_periods(const Inertia<double>&, const Given&, const Units<double>&);
template Vec<Body, float128> momentum_of_periods(const Inertia<float128>&, const Given&, const Units<float128>&);
template Vec<Body, float100> momentum_of_periods(const Inertia<float100>&, const Given&, const Units<float100>&);

}  // namespace polhode::reading
