// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>

#include "core/geometry/scalar.hpp"
#include "core/stepping/integrate.hpp"
#include "core/testing/vectors.hpp"
#include "methods/aba1064.hpp"
#include "methods/aba864.hpp"
#include "methods/adaptive.hpp"
#include "methods/bs.hpp"
#include "methods/dop853.hpp"
#include "methods/dopri5.hpp"
#include "methods/gauss.hpp"
#include "methods/gbs.hpp"
#include "methods/kl6.hpp"
#include "methods/kl8.hpp"
#include "methods/mkrk_dop853.hpp"
#include "methods/mkrk_gauss.hpp"
#include "methods/mr.hpp"
#include "methods/pmlf6.hpp"
#include "methods/rkf78.hpp"
#include "methods/rkn8b17.hpp"
#include "methods/sej.hpp"
#include "methods/ss10.hpp"
#include "methods/suzuki4.hpp"
#include "methods/taylor.hpp"

// The methods of high order: end states computed independently in 113 bits and in double.
namespace polhode {
namespace {

using vectors::vec;

template <class T>
TorquedBody<T> body_of(const nlohmann::json& j) {
  const auto I = vec<Body, T>(j["inertia"]);
  TorquedBody<T> body{{{I[0], I[1], I[2]}, {vec<Body, T>(j["momentum"]), vectors::quaternion<T>(j["attitude"])}}, {}};
  for (const auto& torque : j["torque"])
    if (torque["kind"] == "uniform-field")
      body.torques.push_back(UniformField<T>{vec<Body, T>(torque["moment"]), vec<Space, T>(torque["field"])});
    else
      body.torques.push_back(
          HarmonicSpace<T>{vec<Space, T>(torque["amplitude"]), vectors::number<T>(torque["frequency"])});
  return body;
}

/// Largest difference of matrices and of momenta, these relative to the largest component at the start.
template <class T>
double difference(const RigidState<T>& s, const TorquedBody<T>& body, const nlohmann::json& end) {
  using std::abs;
  T worst(0), scale(0);
  const auto Pi = vec<Body, T>(end["Pi"]);
  const auto R = matrix(s.R);
  for (int i = 0; i < 3; ++i) scale = std::max(scale, T(abs(body.initial.Pi[i])));
  for (int i = 0; i < 3; ++i) {
    worst = std::max(worst, T(abs(s.Pi[i] - Pi[i]) / scale));
    for (int j = 0; j < 3; ++j) worst = std::max(worst, T(abs(R(i, j) - vectors::number<T>(end["R"][3 * i + j]))));
  }
  return static_cast<double>(worst);
}

template <class M, class T, class P>
void check_end(const P& problem, const TorquedBody<T>& body, const T& h, const nlohmann::json& end, double bar) {
  const auto run = integrate<M, P, NoTally>(problem, Grid<T>::of_step(T(0), h, end["steps"]));
  EXPECT_EQ(run.status, Status::ok);
  EXPECT_LT(difference(run.state, body, end), bar) << M::info.id << ", " << end["steps"] << " steps of " << h;
}

/// In double up to its rounding, in 113 bits up to the digits that are stored.
template <class M>
void meets_the_vectors(double wide_bar = 1e-23) {
  static const auto document = vectors::read("high-order");
  int seen = 0;
  const auto check = [&]<class T>(const nlohmann::json& block, const nlohmann::json& end, double bar) {
    const auto body = body_of<T>(document["problems"][block["problem"].template get<std::string>()]);
    const auto h = vectors::number<T>(block["h"]);
    if (body.torques.size > 0)
      check_end<M, T>(body, body, h, end, bar);
    else
      check_end<M, T>(FreeBody<T>{body}, body, h, end, bar);
    ++seen;
  };
  for (const auto& block : document["method_end_states"])
    if (block["methods"].contains(std::string(M::info.id)))
      for (const auto& end : block["methods"][std::string(M::info.id)]) {
        check.template operator()<double>(block, end, 1e-14 + 10 * end["double_vs_mp"].get<double>());
        check.template operator()<float128>(block, end, wide_bar);
      }
  EXPECT_EQ(seen, 18) << M::info.id;
}

TEST(HighOrder, ExtrapolatedMidpoint) {
  meets_the_vectors<Bs<8>>();
  meets_the_vectors<Bs<12>>();
  meets_the_vectors<Bs<16>>();
}

TEST(HighOrder, TaylorSeries) {
  meets_the_vectors<Taylor<8>>();
  meets_the_vectors<Taylor<12>>();
  meets_the_vectors<Taylor<16>>();
  meets_the_vectors<Taylor<20>>();
  meets_the_vectors<Taylor<24>>();
}

TEST(HighOrder, Splittings) {
  meets_the_vectors<Aba864>();
  meets_the_vectors<Aba1064>();
  meets_the_vectors<Rkn8b17>();
  meets_the_vectors<Pmlf6>();
}

TEST(HighOrder, SymmetricCompositions) {
  meets_the_vectors<Suzuki4<Mr>>();
  meets_the_vectors<Suzuki4<Sej>>();
  meets_the_vectors<Kl6<Mr>>();
  meets_the_vectors<Kl6<Sej>>();
  meets_the_vectors<Kl8<Mr>>();
  meets_the_vectors<Kl8<Sej>>();
  meets_the_vectors<Ss10<Mr>>();
  meets_the_vectors<Ss10<Sej>>();
}

TEST(HighOrder, ExtrapolationOnTheGroup) {
  meets_the_vectors<Gbs6<Sej>>();
  meets_the_vectors<Gbs8<Mr>>();
  meets_the_vectors<Gbs8<Sej>>();
  meets_the_vectors<Gbs12<Mr>>();
  meets_the_vectors<Gbs12<Sej>>();
}

TEST(HighOrder, MuntheKaas) {
  meets_the_vectors<MkrkDop853>();
  meets_the_vectors<MkrkGauss6>();
  meets_the_vectors<MkrkGauss8>();
}

TEST(HighOrder, Collocation) {
  meets_the_vectors<Gauss<4>>();
  meets_the_vectors<Gauss<6>>();
  meets_the_vectors<Gauss<8>>();
}

TEST(HighOrder, GeneralSolvers) {
  meets_the_vectors<Dopri5>();
  meets_the_vectors<Rkf78>();
  meets_the_vectors<Dop853>();
}

/// The path depends on decisions in double: the error is held to the tolerance.
template <class M>
void keeps_its_tolerance(double tolerance) {
  const auto body = body_of<double>(vectors::read("high-order")["problems"]["top"]);
  const auto truth = integrate<Bs<16>, TorquedBody<double>, NoTally>(body, Grid<double>::of_duration(0, 5, 50)).state;
  for (const int steps : {1, 7}) {
    const auto run = integrate<M, TorquedBody<double>, NoTally>(body, Grid<double>::of_duration(0, 5, steps));
    EXPECT_EQ(run.status, Status::ok) << M::info.id;
    EXPECT_LE(norm(run.state.Pi - truth.Pi), 1e4 * tolerance) << M::info.id;
    EXPECT_GT(norm(run.state.Pi - truth.Pi), 1e-5 * tolerance) << M::info.id;
    const auto back = integrate<M, TorquedBody<double>, NoTally>(body, Grid<double>::of_cycle(0, {5, -5}, 2));
    EXPECT_LE(norm(back.state.Pi - body.initial.Pi), 1e4 * tolerance) << M::info.id;
  }
}

TEST(HighOrder, AdaptiveSolversKeepTheirTolerance) {
  keeps_its_tolerance<Dopri5Adaptive<6>>(1e-6);
  keeps_its_tolerance<Dopri5Adaptive<9>>(1e-9);
  keeps_its_tolerance<Rkf78Adaptive<6>>(1e-6);
  keeps_its_tolerance<Rkf78Adaptive<9>>(1e-9);
  keeps_its_tolerance<BulirschStoer<6>>(1e-6);
  keeps_its_tolerance<BulirschStoer<9>>(1e-9);
}

// --- what is declared, measured in 113 bits -------------------------------------------------------------------------

using Wide = float128;

/// A body like those of the passports: no symmetry, centre of mass off the axes.
template <class P>
P trial(bool forced) {
  using T = typename P::Scalar;
  P body;
  static_cast<RigidBody<T>&>(body) = {{T(2), T(3), T(4.5)}, {{T(2), T(-1), T(1.5)}, {T(0.1), T(-0.3), T(0.3), T(0.9)}}};
  body.initial.R = normalised(body.initial.R);
  if constexpr (requires { body.torques; }) {
    body.torques.push_back(UniformField<T>{{T(0.5), T(-1), T(2)}, axis<Space, T>(2)});
    if (forced) body.torques.push_back(HarmonicSpace<T>{{T(0.2), T(1), T(-0.5)}, T(1.3)});
  }
  return body;
}

template <class M, class P>
RigidState<Wide> end_of(const P& body, const Grid<Wide>& grid) {
  return integrate<M, P, NoTally>(body, grid).state;
}

double distance(const RigidState<Wide>& a, const RigidState<Wide>& b) {
  const auto turn = (inverse(a.R) * b.R).vector();
  return static_cast<double>(std::max(Wide(norm(a.Pi - b.Pi)), Wide(norm(turn))));
}

template <class M>
double measured_order() {
  const auto body = trial<TorquedBody<Wide>>(true);
  const Wide time(1);
  const auto end = [&]<class Method>(Method, int steps) {
    return end_of<Method>(body, Grid<Wide>::of_duration(Wide(0), time, steps));
  };
  const auto truth = end(Taylor<24>{}, 64);
  const int steps = std::max(8, 512 >> (M::info.order.least() / 2));  // short ones for low orders
  return std::log2(distance(end(M{}, steps), truth) / distance(end(M{}, 2 * steps), truth));
}

template <class M>
double symmetry_defect() {
  const auto body = trial<TorquedBody<Wide>>(true);
  const Wide h(0.25);
  return distance(end_of<M>(body, Grid<Wide>::of_cycle(Wide(0), {h, -h}, 2)), body.initial);
}

/// Largest entry of D B D^T - B' over one step of h, D the derivative in (body variation, momentum) by differences of
/// fourth order, B the canonical Poisson matrix [[0, 1], [-1, hat Pi]].
template <class M>
double symplecticity_defect() {
  using Six = std::array<Wide, 6>;
  const auto start = trial<TorquedBody<Wide>>(false);
  const auto moved = [&](const Six& x) {
    auto body = start;
    for (int i = 0; i < 3; ++i) body.initial.Pi[i] += x[3 + i];
    body.initial.R = body.initial.R * exp(Vec<Body, Wide>{x[0], x[1], x[2]});
    return end_of<M>(body, Grid<Wide>::of_step(Wide(0), Wide(0.3), 1));
  };
  const auto end = moved({});
  const Wide step(1e-6);
  std::array<Six, 6> D;  // by columns
  for (int j = 0; j < 6; ++j) {
    const auto at = [&](int k) {
      Six x{};
      x[j] = k * step;
      const auto s = moved(x);
      const auto turn = log(inverse(end.R) * s.R);
      return Six{turn[0], turn[1], turn[2], s.Pi[0], s.Pi[1], s.Pi[2]};
    };
    const auto p1 = at(1), m1 = at(-1), p2 = at(2), m2 = at(-2);
    for (int i = 0; i < 6; ++i) D[j][i] = (8 * (p1[i] - m1[i]) - (p2[i] - m2[i])) / (12 * step);
  }
  const auto poisson = [](const Vec<Body, Wide>& Pi) {
    std::array<Six, 6> B{};
    const auto H = hat(Pi);
    for (int i = 0; i < 3; ++i) {
      B[i][3 + i] = 1, B[3 + i][i] = -1;
      for (int j = 0; j < 3; ++j) B[3 + i][3 + j] = H(i, j);
    }
    return B;
  };
  const auto B0 = poisson(start.initial.Pi), B1 = poisson(end.Pi);
  double worst = 0;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      Wide sum = -B1[i][j];
      for (int k = 0; k < 6; ++k)
        for (int l = 0; l < 6; ++l) sum += D[k][i] * B0[k][l] * D[l][j];
      worst = std::max(worst, static_cast<double>(abs(sum)));
    }
  return worst;
}

struct Drift {
  double momentum = 0, energy = 0;
};
template <class M, class P>
Drift drift() {
  const auto body = trial<P>(false);
  const auto end = end_of<M>(body, Grid<Wide>::of_step(Wide(0), Wide(0.3), 20));
  return {static_cast<double>(norm(end.pi() - body.initial.pi())),
          static_cast<double>(abs(energy(body, end) - energy(body, body.initial)))};
}

/// What doubles cannot tell is broken in 113 bits.
void agrees(const Property& declared, double defect, double kept, double lost, const std::string& what) {
  if (declared.answer == Answer::yes) {
    EXPECT_LT(defect, kept) << what;
  } else {
    EXPECT_GT(defect, lost) << what;
  }
}

/// `shown` is the order that the errors show.
template <class M>
void is_as_declared(double shown = M::info.order.least()) {
  const auto& m = M::info;
  const std::string id(m.id);
  EXPECT_NEAR(measured_order<M>(), shown, 0.15 + 0.02 * shown) << id;
  agrees(m.symmetric, symmetry_defect<M>(), 1e-28, 1e-26, id + " symmetric");
  agrees(m.symplectic, symplecticity_defect<M>(), 1e-21, 1e-20, id + " symplectic");
  const auto free = drift<M, FreeBody<Wide>>();
  agrees(m.spatial_momentum, free.momentum, 1e-28, 1e-26, id + " spatial momentum");
  agrees(m.energy, free.energy, 1e-28, 1e-26, id + " energy");

  const auto body = trial<TorquedBody<double>>(true);
  const int steps = 2000;  // pmlf6 evaluates torques to be read, every 128 steps
  const auto tally = integrate<M, TorquedBody<double>>(body, Grid<double>::of_step(0, 0.05, steps)).tally;
  const auto& torques = m.torque_evaluations;
  const double declared = torques.per_step * steps + torques.per_iteration * tally.solver_iterations;
  EXPECT_NEAR(tally.torque_evaluations / declared, 1, 0.02) << id;
}

TEST(Declared, ExtrapolatedMidpoint) {
  is_as_declared<Bs<8>>();
  is_as_declared<Bs<12>>();
  is_as_declared<Bs<16>>();
}
TEST(Declared, TaylorSeries) {
  is_as_declared<Taylor<8>>();
  is_as_declared<Taylor<12>>();
  is_as_declared<Taylor<16>>();
  is_as_declared<Taylor<20>>();
}
TEST(Declared, Splittings) {
  is_as_declared<Aba864>();
  is_as_declared<Aba1064>();
  is_as_declared<Rkn8b17>();
  is_as_declared<Pmlf6>(6.5);  // the error of processing, of order seven, fades before that of order six
}
TEST(Declared, SymmetricCompositions) {
  is_as_declared<Suzuki4<Mr>>();
  is_as_declared<Suzuki4<Sej>>();
  is_as_declared<Kl6<Mr>>();
  is_as_declared<Kl6<Sej>>();
  is_as_declared<Kl8<Mr>>();
  is_as_declared<Kl8<Sej>>();
  is_as_declared<Ss10<Mr>>();
  is_as_declared<Ss10<Sej>>();
}
TEST(Declared, ExtrapolationOnTheGroup) {
  is_as_declared<Gbs6<Sej>>();
  is_as_declared<Gbs8<Mr>>();
  is_as_declared<Gbs8<Sej>>();
  is_as_declared<Gbs12<Mr>>();
  is_as_declared<Gbs12<Sej>>();
}
TEST(Declared, MuntheKaas) {
  is_as_declared<MkrkDop853>();
  is_as_declared<MkrkGauss6>();
  is_as_declared<MkrkGauss8>();
}
TEST(Declared, Collocation) {
  is_as_declared<Gauss<4>>();
  is_as_declared<Gauss<6>>();
  is_as_declared<Gauss<8>>();
  EXPECT_LT((drift<Gauss<4>, TorquedBody<Wide>>().energy), 1e-28);
}
TEST(Declared, GeneralSolvers) {
  is_as_declared<Dopri5>();
  is_as_declared<Rkf78>();
  is_as_declared<Dop853>();
}

}  // namespace
}  // namespace polhode
