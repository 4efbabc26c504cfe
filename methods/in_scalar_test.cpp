// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "core/geometry/scalar.hpp"
#include "core/reference/free_body.hpp"
#include "core/stepping/integrate.hpp"
#include "core/testing/program.hpp"
#include "methods/dmv.hpp"
#include "methods/exact.hpp"
#include "methods/gbs.hpp"
#include "methods/imidm.hpp"
#include "methods/mr.hpp"
#include "methods/swc1.hpp"

// Methods in floats, for games and firmware, and in numbers of 64 bits, for long runs: in the headers and by name.
namespace polhode {
namespace {

using nlohmann::json;

/// The canonical free body with a momentum of this size, by numbers that are floats.
template <class T>
FreeBody<T> body(double size) {
  const auto number = [](double x) { return T(float(x)); };
  return {{{number(0.6), number(0.8), T(1)},
           {{number(0.9 * size), number(0.2 * size), number(-0.45 * size)}, {T(1), T(0), T(0), T(0)}}}};
}

/// The largest relative errors of the energy and of |Pi|^2 along a run, as computed in U.
template <class U>
struct Invariants {
  double energy = 0, momentum = 0;

  template <class M, class T>
  static Invariants of(const FreeBody<T>& body, const T& h, std::int64_t steps, RigidState<T>* end = nullptr) {
    Invariants found;
    const auto wide = cast<U>(body);
    const auto keep = [](double& most, const U& now, const U& start) {
      most = std::max(most, std::abs(static_cast<double>(U(now / start - 1))));
    };
    const Sampler<FreeBody<T>> sampler{steps / 1000, [&](const Sample<FreeBody<T>>& s) {
                                         const auto Pi = cast<U>(s.state.Pi), Pi0 = wide.initial.Pi;
                                         keep(found.energy, wide.kinetic_energy(Pi), wide.kinetic_energy(Pi0));
                                         keep(found.momentum, norm2(Pi), norm2(Pi0));
                                       }};
    const auto run = integrate<M>(body, Grid<T>::of_step(T(0), h, steps), sampler);
    EXPECT_EQ(run.status, Status::ok);
    if (end) *end = run.state;
    return found;
  }
};

/// Three standard deviations of roundings of a unit each, five a step and component, that know nothing of each other.
double walk(double unit, double steps) {
  return 3 * unit * std::sqrt(15 * steps);
}

TEST(InFloats, LengthsOfMrWalkAtRandom) {
  constexpr std::int64_t steps = 1000000;
  for (const double size : {0.2, 0.74, 1.4})
    EXPECT_LT((Invariants<double>::of<Mr>(body<float>(size), 1.0F / 60, steps).momentum), walk(0x1p-24, steps)) << size;
  // Other methods round alike in every step of a slow ball: 0.05 for the exact flow, 0.14 for RK4.
  const FreeBody<float> ball{{{1, 1.0001F, 1.0003F}, {{0.06F, -0.05F, 0.062F}, {1, 0, 0, 0}}}};
  EXPECT_LT((Invariants<double>::of<Mr>(ball, 1.0F / 60, steps).momentum), walk(0x1p-24, steps));
}

/// What is rounded alike in every step drifts: the small second term of a turn (the energy of IMIDM by 1.2e-2), what is
/// left of a solver's only correction (of SWC1 by 9e-4), turns through space (of an extrapolation by 1.3e-2).
TEST(InFloats, EnergiesWalkAtRandom) {
  constexpr std::int64_t steps = 200000;
  constexpr float h = 1.0F / 60;
  const double most = walk(0x1p-24, steps);
  EXPECT_LT((Invariants<double>::of<Imidm>(body<float>(0.2), h, steps).energy), most);
  EXPECT_LT((Invariants<double>::of<Swc1>(body<float>(1.4), h, steps).energy), most);
  EXPECT_LT((Invariants<double>::of<Gbs6<Mr>>(body<float>(0.2), h, steps).energy), most);
}

/// Products of two moments leave the range of floats: of an asteroid in kg m^2, and of a grain of dust.
TEST(InFloats, UnitsOfMassDoNotMatter) {
  const auto check = [](const auto& end_of) {
    const auto end = end_of(body<float>(1));
    for (const float unit : {0x1p80F, 0x1p-80F}) {
      auto b = body<float>(1);
      b.I = {unit * b.I[0], unit * b.I[1], unit * b.I[2]}, b.initial.Pi = unit * b.initial.Pi;
      const auto other = end_of(b);
      EXPECT_LT(norm((1 / unit) * other.Pi - end.Pi), 1e-6) << unit;
      EXPECT_LT(attitude_distance(other.R, end.R), 1e-6) << unit;
    }
  };
  const auto grid = Grid<float>::of_step(0, 0.125F, 20);
  check([&](const auto& b) { return integrate<Exact>(b, grid).state; });
  check([&](const auto& b) { return integrate<Dmv<10>>(b, grid).state; });
}

/// By Brouwer's law: first integrals walk at random, and the attitude by their sum. In doubles it is 2000 times as
/// much.
TEST(InExtended, AMillionStepsOfExact) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double has the bits of double here";
  constexpr std::int64_t steps = 1000000;
  const long double h = 0.5L;
  const auto b = body<long double>(1);
  RigidState<long double> end;
  const auto errors = Invariants<float128>::of<Exact>(b, h, steps, &end);
  const double most = walk(0x1p-64, steps);
  EXPECT_LT(errors.energy, most);
  EXPECT_LT(errors.momentum, most);

  const auto known =
      reference::exact_free_motion(cast<float128>(b), float128(0.5) * float128(static_cast<double>(steps)));
  const auto off = inverse(known.R) * cast<float128>(end.R);
  const double t = static_cast<double>(h) * steps;
  EXPECT_LT(2 * static_cast<double>(norm(off.vector())), t * most);
  EXPECT_LT(static_cast<double>(norm(known.Pi - cast<float128>(end.Pi))), t * most);
}

class InScalar : public testing::Program {
 protected:
  std::string spec(const std::string& method) {
    return file("spec.json", R"({"body": {"inertia": [0.5, 0.75, 1], "momentum": [1, 0.25, -0.5]}, "h": 0.0625,
      "steps": 1000, "method": ")" +
                                 method + "\"}");
  }
  const std::string floats = " --plugin " SCALARS "/some_in_float.so";
};

/// By name a method takes the steps of the headers, to the bit.
TEST_F(InScalar, MethodsRunByName) {
  ASSERT_EQ(polhode("run " + spec("mr:float") + floats), 0) << err;
  const FreeBody<float> b{{{0.5F, 0.75F, 1.0F}, {{1, 0.25F, -0.5F}, {1, 0, 0, 0}}}};
  const auto ours = integrate<Mr>(b, Grid<float>::of_step(0, 0.0625F, 1000)).state;
  const auto answer = parsed(out)["final"];
  for (int i = 0; i < 3; ++i) EXPECT_EQ(answer["momentum"][static_cast<std::size_t>(i)].get<double>(), ours.Pi[i]) << i;
}

TEST_F(InScalar, MethodsAreChecked) {
  const auto report = answer("check mr:float --json --no-isolate" + floats);
  EXPECT_EQ(report["precision"], "single");
  EXPECT_EQ(report["long_run"], 1000000);
  EXPECT_NEAR(report["order"]["Pi"]["order"].get<double>(), 2, 0.1);
  for (const auto& row : report["conservation"]) EXPECT_LT(row["largest"].get<double>(), 5e-4) << row;  // a walk
}

/// The library of a scalar is loaded once, whoever names it.
TEST_F(InScalar, LibrariesMayBeNamed) {
  const std::string beside = SCALARS "/beside_floats/";
  ASSERT_EQ(shell("mkdir -p " + beside + " && ln -f " POLHODE_PROGRAM " " + beside +
                  "polhode && ln -sf " SCALARS "/some_in_float.so " + beside + "polhode-float.so"),
            0)
      << err;
  const std::string program = beside + "polhode --plugin " + beside + "polhode-float.so ";
  EXPECT_EQ(shell(program + "check mr:float --scalar float"), 2);
  EXPECT_NE(err.find("\"mr:float:float\""), std::string::npos) << err;
}

TEST_F(InScalar, OthersAreRefused) {
  refused("check mr --scalar half", "--scalar");
  EXPECT_NE(err.find("float"), std::string::npos) << err;
  refused("run " + spec("mr:half"), "mr:half");
}

}  // namespace
}  // namespace polhode
