// SPDX-License-Identifier: MIT
// The driver of Celledoni & Zanna 2008: a free step inside a splitting loop of one's own. Here the potential is V = u .
// e3, u = R^T u0, so that a kick is Pi <- Pi + h u x e3; the free motion between two kicks is exact.
#include <cstdio>

#include "methods/family/exact_flow.hpp"

using namespace polhode;

int main() {
  const Inertia<double> I(1, 1.0126869887825154, 3.3062374224730378);
  const Vec<Space, double> u0{9.5586303547238536e-5, 4.8777318247201465e-4, -8.6772148817192390e-4};
  RigidState<double> s{{-0.34790957088547336, -0.19822914599675923, -0.91633189192763642},
                       Attitude<double>::identity()};
  const double h = 0.5;
  const auto kick = [&](double t) { s.Pi = s.Pi + t * cross(inverse(s.R) * u0, axis<Body, double>(2)); };
  const FreeConstants constants(I);  // of the inertia alone
  for (int n = 0; n < 10000; ++n) {
    kick(h / 2);
    const auto [Pi, dR] = theta_increment(constants, s.Pi, h);
    s = {Pi, s.R * dR};
    kick(h / 2);
  }
  std::printf("Pi = %.12f %.12f %.12f\n", s.Pi[0], s.Pi[1], s.Pi[2]);
}
