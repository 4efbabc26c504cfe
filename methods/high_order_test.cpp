// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>

#include "core/geometry/scalar.hpp"
#include "core/stepping/integrate.hpp"
#include "core/testing/vectors.hpp"
#include "methods/aba.hpp"
#include "methods/adaptive.hpp"
#include "methods/bs.hpp"
#include "methods/dop853.hpp"
#include "methods/gauss.hpp"
#include "methods/gbs.hpp"
#include "methods/mkrk_dop853.hpp"
#include "methods/mkrk_gauss.hpp"
#include "methods/mr.hpp"
#include "methods/odeint.hpp"
#include "methods/pmlf6.hpp"
#include "methods/rkn8b17.hpp"
#include "methods/sej.hpp"
#include "methods/symmetric_composition.hpp"
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

TEST(Dop853, ItsCoefficientsAreRoundedToTheNearestDouble) {
  for (const auto& e : dop853::entries) EXPECT_EQ(e.in_double(), decimal<double>(e.digits)) << e.i << " " << e.j;
}

template <class M, class T, class P>
void check_end(const P& problem, const TorquedBody<T>& body, const T& h, const nlohmann::json& end, double bar) {
  const auto run = integrate<M, P>(problem, Grid<T>::of_step(T(0), h, end["steps"]));
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

/// A dipole in a field at rest is taken as a field on the moment turned round; two of half the strength are not.
template <class M>
void takes_a_dipole_as_a_field() {
  const Vec<Body, double> moment{0.3, -0.2, 0.9};
  const Vec<Space, double> field{0.1, 0.5, 1.2};
  const RigidBody<double> body{{1, 2, 2.5}, {{0.3, -1.2, 0.5}, {0.6, 0.48, -0.64, 0}}};
  const auto grid = Grid<double>::of_step(0, 0.1, 20);
  const auto run = [&](std::initializer_list<Torque<double>> torques) {
    const auto end = integrate<M>(TorquedBody<double>{body, torques}, grid);
    EXPECT_EQ(end.status, Status::ok) << M::info.id;
    EXPECT_NEAR(static_cast<double>(end.counters.torque_evaluations), 20 * M::info.torque_evaluations.per_step, 1)
        << M::info.id;
    return end.state;
  };
  const Dipole<double> dipole{moment, field}, half{0.5 * moment, field};
  const auto alone = run({dipole});
  for (const auto& other : {run({UniformField<double>{-moment, field}}), run({half, half})}) {
    const auto off = distance(alone, other);
    EXPECT_LE(std::max(off.configuration, off.momentum), 1e-14) << M::info.id;
  }
  EXPECT_GT(distance(alone, run({UniformField<double>{moment, field}})).momentum, 0.1) << M::info.id;
}

TEST(HighOrder, ADipoleAtRestIsAField) {
  takes_a_dipole_as_a_field<Dopri5>();
  takes_a_dipole_as_a_field<Rkf78>();
  takes_a_dipole_as_a_field<Dop853>();
  takes_a_dipole_as_a_field<Bs<8>>();
}

/// The path depends on decisions in double: the error is held to the tolerance.
template <class M>
void keeps_its_tolerance(double tolerance) {
  const auto body = body_of<double>(vectors::read("high-order")["problems"]["top"]);
  const auto truth = integrate<Bs<16>, TorquedBody<double>>(body, Grid<double>::of_duration(0, 5, 50)).state;
  for (const int steps : {1, 7}) {
    const auto run = integrate<M, TorquedBody<double>>(body, Grid<double>::of_duration(0, 5, steps));
    EXPECT_EQ(run.status, Status::ok) << M::info.id;
    EXPECT_LE(norm(run.state.Pi - truth.Pi), 1e4 * tolerance) << M::info.id;
    EXPECT_GT(norm(run.state.Pi - truth.Pi), 1e-5 * tolerance) << M::info.id;
    const auto back = integrate<M, TorquedBody<double>>(body, Grid<double>::of_cycle(0, {5, -5}, 2));
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

}  // namespace
}  // namespace polhode
