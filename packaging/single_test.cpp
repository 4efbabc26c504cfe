// SPDX-License-Identifier: MIT
// What a developer does with the one file: it alone, by any compiler. End states in 22 digits or more are of other
// programs: Taylor series of order 40 in 200 bits (free body), 30-digit mpmath (IMIDM), 113 bits (ABA864).
#include "polhode.hpp"

#include <cmath>
#include <cstdio>

namespace {

using namespace polhode;

int failures = 0;

/// Body momenta as a share of their length, attitudes by the angle between them.
void expect(const char* what, const RigidState<double>& found, const RigidState<double>& known, double allowed) {
  const auto off = distance(found, known).relative_to(size(known)).sum();
  if (off <= allowed) return;
  std::printf("%s: off by %g; at most %g\n", what, off, allowed);
  ++failures;
}

Attitude<double> rows(const double (&R)[9]) {
  return from_matrix<Body, Space>(Mat3<double>::of([&](int i, int j) { return R[3 * i + j]; }));
}

}  // namespace

int main() {
  // for the head of polhode.hpp
  using namespace polhode;
  const RigidState<double> start{{0.3, -1.2, 0.5}, Attitude<double>::identity()};
  const auto later = FreeFlow({1, 2, 3}, start).state(10);
  const UniformField<double> gravity{{0, 0, 2}, {0, 0, 1}};
  const TorquedBody<double> top{{{1, 2, 3}, start}, {gravity}};
  const auto run = integrate<Imidm>(top, Grid<double>::of_step(0, 0.01, 500));
  Stepper<Mr> body({1, 2, 3}, wxyz(1, 0, 0, 0),
                   {0.3, -0.6, 0.2});  // by angular velocity; Stepper<Mr, float> is the same
  body.step(0.01, {0, 0, 0.5});        // and where it is then: body.wxyz(), body.state()

  const auto free = integrate<Mr>(FreeBody<double>{{{1, 2, 3}, start}}, Grid<double>::of_step(0, 0.001, 10000));
  expect("the example's flow", free.state, later, 1e-5);
  failures += run.status != Status::ok;

  // A ball of inertia 2 that is braked by 0.3 Omega keeps exp(-0.6) of it at t = 4.
  Stepper<Imidm> ball({2, 2, 2}, xyzw(0, 0, 0, 1), {0, 0, 1});
  for (int n = 0; n < 400; ++n) ball.step(0.01, [](double, const auto&, const auto& Omega) { return -0.3 * Omega; });
  const double left = ball.angular_velocity()[2];
  if (!(std::abs(left - 0.54881163609402643) < 1e-6)) std::printf("Stepper: %.17g is left\n", left), ++failures;
  for (int n = 1; n < 1000; ++n) body.step(0.01, {0, 0, 0.5});
  const TorquedBody<double> turned{{{1, 2, 3}, {{0.3, -1.2, 3 * 0.2}, start.R}},
                                   {BodyTorque<double>{Signal<Body, double>({0, 0, 0.5})}}};
  failures += !same(body.state(), integrate<Mr>(turned, Grid<double>::of_step(0, 0.01, 1000)).state);
  const FreeFlow flow({0.9144, 1.098, 1.66}, {{0.416500056, 0.90720054, 0.0577016}, Attitude<double>::identity()});
  expect("FreeFlow", flow.state(100),
         {{0.6615686038527652808485, 0.6341307090387840069551, 0.4000247708794128095688},
          rows({0.9379823912754983980153, -0.1155781812238258978974, -0.3268496866788926347012,
                0.2861621070435585379626, 0.7903291747294380258203, 0.5417481371115883805888, 0.1957045787647513671367,
                -0.6016822081435330901927, 0.7743889450747817532259})},
         1e-13);

  const RigidState<double> leaning{{0, 0, 5}, exp(Vec<Space, double>{0.05, 0, 0}) * Attitude<double>::identity()};
  const TorquedBody<double> slow_top{{{5, 5, 1}, leaning}, {UniformField<double>{{0, 0, 20}, {0, 0, 1}}}};
  expect("imidm", integrate<Imidm>(slow_top, Grid<double>::of_step(0, 0.01, 200)).state,
         {{-10.24787143163333800451, -4.635604311892815700843, 5.000790614667397628901},
          rows({-0.7218537398013074267817, 0.1794290441968013353111, 0.6683804279252113671904,
                -0.6833402105951059416658, -0.3375111895050113896479, -0.6474043199907987568983,
                0.1094227349260774759297, -0.9240624519249413819044, 0.3662447952173010497359})},
         1e-12);

  const TorquedBody<double> tilted{{{2, 3, 4.5}, {{0.7, -1.1, 6}, normalised(Attitude<double>{0.1, -0.3, 0.3, 0.9})}},
                                   {UniformField<double>{{0.4, -0.3, 2.2}, {0, 0, 1}}}};
  expect("aba864", integrate<Aba864>(tilted, Grid<double>::of_step(0, 0.4, 3)).state,
         {{2.471490419150051621436802, 2.368988623121553056047874, 5.241009502821710146121182},
          rows({-0.4414124886674521072726119, 0.2893781321666559460462190, -0.8493617082681228738437872,
                -0.5977399430012004996517563, 0.6111389936501792837597075, 0.5188603771547483494521648,
                0.6692249064323054935710212, 0.7367288694384003358211451, -0.09679151588175705840153606})},
         1e-13);
  // Coning of 0.05 at a rate of 3, sampled 13 times at 10 Hz: six updates of two intervals, and one that remains.
  attitude::Rate<double> rates[14];
  for (int k = 0; k < 14; ++k) {
    const double c = 0.3 * k + 0.4;
    rates[k] = {-3 * std::sin(0.05) * std::sin(c), 3 * std::sin(0.05) * std::cos(c),
                -6 * std::sin(0.025) * std::sin(0.025)};
  }
  double tau[13];
  for (double& x : tau) x = 0.1;
  auto q = Attitude<double>::identity();
  attitude::advance(attitude::Magnus4<double>{}, q, attitude::Fed<double>{rates, tau, 13}, 0, [](auto...) {});
  const Attitude<double> known{0.9989208096594367746299, -0.033082159254427141696, -0.032597716130782908337,
                               0.0004191317894197115874};
  const auto between = inverse(known) * normalised(q);  // turns by twice the length of its vector
  const double off = 2 * std::hypot(between.x, between.y, between.z);
  if (!(off < 1e-14)) std::printf("magnus4: off by %g\n", off), ++failures;
  return failures;
}
