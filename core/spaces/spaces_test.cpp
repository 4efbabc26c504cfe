// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/geometry/decimal.hpp"
#include "core/geometry/scalar.hpp"
#include "problems/test_problems.hpp"
#include "problems/vs_test.hpp"

namespace polhode {
namespace {

// --- one of every kind ----------------------------------------------------------------------------------------------
// A kind without an example is a compile error.

using BodyVec = Vec<Body, double>;
using SpaceVec = Vec<Space, double>;
using BodySignal = Signal<Body, double>;
using SpaceSignal = Signal<Space, double>;
using Tensor = BodyTensor<double>;

/// Of the user's axes, which are not those of the body.
const auto to_user = relabel<Body, User>(exp(BodyVec{0.4, 0.1, -0.6}));
const auto leaning = relabel<Body, Space>(exp(BodyVec{0.2, -0.4, 0.1}));
const Tensor full{{{2, 0.1, 0.3}, {0.1, 3, -0.2}, {0.3, -0.2, 1}}}, other{{{1, 0.2, 0}, {0.2, 2, 0.1}, {0, 0.1, 0.5}}};
const std::vector<SpaceVec> directions{{1, 0.2, -0.3}, {0.4, 0.9, 0}, {-0.2, 0.5, 0.7}, {0.1, 0.1, 0.8}},
    three_directions(directions.begin(), directions.end() - 1);
const BodySignal wave(signals::Harmonic<Body, double>{{0.2, 0.5, -0.1}, 1.7, 0.3, {0.1, 0, 0.4}});
const signals::Rotating<Space, double> rotating{{0.5, 0.1, 0.9}, {0, 0.6, 0.8}, 0.7};

/// (2 Pi1 Omega2, R11 Pi2, 0.7 Pi3), in space or in the user's axes of the body.
Formula<double> formula_in(bool space) {
  using formula::Op;
  FormulaData<double> data;
  auto& trees = data.trees;
  const auto variable = [&](int i) { return trees.add(Op::variable, i); };
  const auto times = [&](int a, int b) { return trees.add(Op::multiply, a, b); };
  const int x = times(trees.add(Op::number, 0, 0, 2), times(variable(10), variable(14)));
  const int y = times(variable(1), variable(11)), z = times(trees.add(Op::number, 0, 0, 0.7), variable(12));
  trees.roots = {x, y, z};
  data.in_space = space, data.axes = to_user, data.scale = 1.5;
  return {Shared(data)};
}

const std::tuple examples{
    UniformField<double>{{0.5, -1, 2}, {0.3, 0.2, 1}},
    CoulombWall<double>{{0.1, 0.2, 0.3}, true},
    HarmonicSpace<double>{{0.2, 1, -0.5}, 1.3},
    UserTorque<double>{nullptr,
                       [](const void*, const double&, const Attitude<double>&) {
                         return BodyVec{1, 0, 0};
                       }},
    Dipole<double>{{0.3, 0.7, -0.4}, SpaceSignal(signals::Table<Space, double>{{0, 0.4, 1.1, 2}, directions})},
    GravityGradient<double>{{2, 3, 4.5}, 0.4, SpaceSignal(SpaceVec{0.6, 0, -0.8})},
    BodyTorque<double>{wave, 1.5},
    Spring<double>{Shared(SpringData<double>{full, leaning, true})},
    Damping<double>{full, true, SpaceSignal(rotating)},
    Rotors<double>{wave, 1.5},
    VaryingInertia<double>{
        BodySignal(signals::Harmonic<Body, double>{{0.2, 0.3, -0.1}, 1.7, 0.3, {2, 2.5, 3}}), {2.1, 2.4, 3.1}, 1.5},
    Control<double>{Shared(
        ControlData<double>{full, other, leaning, {0.1, 0.3, -0.2}, true, true, true, true, {0.7, 1.5, 0.9}, to_user})},
    BDot<double>{SpaceSignal(rotating), 1.5, true, {0.7, 1.5, 0.9}, to_user},
    formula_in(true),
    Library<double>{[](double, const double*, const double*, const double*, double torque[3]) { torque[0] = 1; },
                    nullptr, to_user},
    signals::Constant<Space, double>{{0.1, 0.2, 0.3}},
    signals::Harmonic<Space, double>{{0.2, 0.5, -0.1}, 1.7, 0.3, {0.1, 0, 0.4}},
    rotating,
    signals::Table<Space, double>{{0, 0.4, 1.1}, three_directions, false},
    signals::Pieces<Space, double>{{0.4, 1.1}, three_directions},
    signals::Pulses<Space, double>{{0.4, 1.1}, {0.2, 0.3}, {{0.4, 0.9, 0}, {-0.2, 0.5, 0.7}}},
    signals::OrbitDipole<Space, double>{3, {{0.6, 0, 0.8}, {0, 1, 0}, 0.7}, {{0, 0.6, 0.8}, {0, 0, 1}, 0.1}},
    signals::OrbitalPath<Space, double>{{0.6, 0, 0.8}, {0, 1, 0}, 0.9, 1.3, 0.7, 0.2, 1.1, {}, {}, {}},
    signals::PathDipole<Space, double>{
        3, {{0.6, 0, 0.8}, {0, 1, 0}, 0.9, 0.3, 0.7, 0.2, 1.1, {}, {}, {}}, {{0, 0.6, 0.8}, {0, 0, 1}, 0.1}}};

/// An example of every kind of a variant.
template <class Any>
std::vector<Any> one_of_each() {
  return []<class... K>(std::type_identity<std::variant<K...>>) {
    return std::vector<Any>{Any(std::get<K>(examples))...};
  }(std::type_identity<Any>());
}

TorquedBody<double> under(const Torque<double>& torque) {
  return {test_problem::crooked<double>(), {torque}};
}
TorquedBody<double> under(const MomentumTorque<double>& torque) {
  return {test_problem::crooked<double>(), {}, {torque}};
}

/// A body under one torque of every kind, but for a function of the user's, which can be called only.
std::vector<TorquedBody<double>> torqued() {
  std::vector<TorquedBody<double>> bodies;
  for (const auto& torque : one_of_each<Torque<double>>())
    if (!std::holds_alternative<UserTorque<double>>(torque)) bodies.push_back(under(torque));
  return bodies;
}
/// The same of torques that depend on the momentum, but for a library, of a formula in the body, and of all of them.
std::vector<TorquedBody<double>> driven() {
  std::vector<TorquedBody<double>> bodies;
  TorquedBody<double> all{test_problem::crooked<double>(), {}, {}};
  for (const auto& torque : one_of_each<MomentumTorque<double>>())
    if (!std::holds_alternative<Library<double>>(torque)) {
      bodies.push_back(under(torque));
      all.momentum_torques.push_back(torque);
    }
  bodies.push_back(under(formula_in(false))), bodies.push_back(all);
  return bodies;
}

/// What splittings take of a torque that is linear in the angular velocity is the torque.
TEST(Torques, AreTheirAffineParts) {
  auto coils = std::get<BDot<double>>(examples);
  coils.limited = false;
  const auto R = normalised(Attitude<double>{0.5, -0.1, 0.7, 0.2});
  const BodyVec Omega{0.3, -1.2, 0.8};
  const auto off = [&](const auto& torque) {
    const auto [constant, damping] = torque.affine(0.7, R);
    return norm(constant - damping * Omega - torque.torque(0.7, R, BodyVec{}, Omega));
  };
  EXPECT_LT(off(coils), 1e-15);
  EXPECT_LT(off(std::get<Damping<double>>(examples)), 1e-15);
}

/// Coils are limited along the user's axes: with a limit on one of them alone, that component of the moment is cut.
TEST(Torques, CoilsAreLimitedAlongTheUsersAxes) {
  auto coils = std::get<BDot<double>>(examples);
  const auto R = normalised(Attitude<double>{0.5, -0.1, 0.7, 0.2});
  const BodyVec Omega{0.3, -1.2, 0.8}, b = inverse(R) * coils.field.at(0.7);
  const auto torque = [&] { return coils.torque(0.7, R, BodyVec{}, Omega); };
  coils.limited = false;
  const auto free = torque();
  const auto wanted = to_user * (-coils.gain * (inverse(R) * coils.field.rate(0.7) + cross(b, Omega)));
  coils.limited = true;
  for (int i = 0; i < 3; ++i) {
    coils.limit = {100, 100, 100}, coils.limit[i] = 0.01;
    Vec<User, double> cut{0, 0, 0};
    cut[i] = wanted[i] - std::copysign(0.01, wanted[i]);
    EXPECT_LT(norm(free - cross(inverse(to_user) * cut, b) - torque()), 1e-14) << i;
  }
}

/// V = 0.7 x1^2 x2 + sin(t) x3, with its slopes by hand.
FormulaPotential<double> potential() {
  using formula::Op;
  PotentialData<double> data;
  auto& trees = data.trees;
  const auto number = [&](double x) { return trees.add(Op::number, 0, 0, x); };
  const auto times = [&](int a, int b) { return trees.add(Op::multiply, a, b); };
  const int zero = number(0), x1 = 1, x2 = 2, sin = trees.add(Op::sin, 0);
  const int sum = trees.add(Op::add, times(number(0.7), times(trees.add(Op::whole_power, x1, 2), x2)), times(sin, 3));
  trees.roots = {sum,
                 times(number(1.4), times(x1, x2)),
                 times(number(0.7), trees.add(Op::whole_power, x1, 2)),
                 sin,
                 times(number(1.4), x2),
                 times(number(1.4), x1),
                 zero,
                 zero,
                 zero,
                 zero};
  data.scale = 1.5, data.feature = 0.1;
  return {Shared(data)};
}
template <class P>
P with_potential(P problem) {
  problem.formula = potential();
  return problem;
}

/// What any member can be made of.
struct Anything {
  template <class T>
  operator T() const;
};
template <class X, std::size_t... i>
constexpr bool takes(std::index_sequence<i...>) {
  return requires {
    X{(void(i), Anything())...};
  };
}
/// The number of members of an aggregate.
template <class X, std::size_t n = 0>
constexpr std::size_t members() {
  if constexpr (takes<X>(std::make_index_sequence<n + 1>()))
    return members<X, n + 1>();
  else
    return n;
}
template <class X>
constexpr std::size_t derived_members = 0;  ///< which follow from others
template <class F, class T>
constexpr std::size_t derived_members<signals::Table<F, T>> = 1;
template <class T>
constexpr std::size_t derived_members<ExpressionTrees<T>> = 1;
template <class T>
constexpr std::size_t derived_members<FormulaData<T>> = 1;

/// `fields` names all members of x, and of what is in it.
template <class X>
void names_every_member(const X& x) {
  if constexpr (requires { *x; }) return names_every_member(*x);  // shared
  std::size_t named = 0;
  X::fields(
      [&](const Field&, const auto& member) {
        ++named;
        if constexpr (HasFields<std::remove_cvref_t<decltype(member)>>) names_every_member(member);
      },
      x);
  if constexpr (std::is_aggregate_v<X> && !std::is_base_of_v<RigidBody<double>, X>) {
    EXPECT_EQ(named + derived_members<X>, members<X>()) << X::kind;
  }
}

TEST(Fields, NameEveryMember) {
  static_assert(members<UniformField<double>>() == 2 && members<Director<double>>() == 6);
  names_every_member(RigidState<double>());
  names_every_member(with_potential(test_problem::pushed<double>()));
  names_every_member(with_potential(VsTest::make<double>()));
  std::apply([](const auto&... kind) { (names_every_member(kind), ...); }, examples);
}

/// Calls f with every number and every choice of x, to read or to change.
template <class X, class F>
void each_value(X& x, const F& f) {
  const auto see = [&](const Field& field, auto& leaf, const auto& self) -> void {
    using L = std::remove_reference_t<decltype(leaf)>;
    if constexpr (requires { leaf.moments; })
      self(field, leaf.moments, self);
    else if constexpr (requires { leaf.rows; })
      for (auto& row : leaf.rows) self(field, row, self);
    else if constexpr (requires { leaf.w; })
      for (auto* c : {&leaf.w, &leaf.x, &leaf.y, &leaf.z}) f(field, *c);
    else if constexpr (requires { leaf[2]; })
      for (int i = 0; i < 3; ++i) f(field, leaf[i]);
    else if constexpr (!std::is_pointer_v<std::remove_const_t<L>>)
      f(field, leaf);
  };
  each_leaf(x, [&](const Field& field, auto& leaf) { see(field, leaf, see); });
}
template <class X>
X another(X x) {
  if constexpr (std::is_floating_point_v<X>) return std::nextafter(x, x + 1);
  return static_cast<X>(!x);
}

/// Two problems are one if and only if all their numbers are, to the last bit, and all their choices.
template <class P>
void every_value_counts(const P& problem, int at_least) {
  const auto before = identity(problem);
  P copy = problem;
  int values = 0;
  each_value(copy, [&](const Field&, const auto&) { ++values; });
  EXPECT_EQ(identity(copy), before);
  EXPECT_GE(values, at_least) << P::kind;
  for (int changed = 0; changed < values; ++changed) {
    P other = problem;
    int i = 0;
    std::string_view name;
    each_value(other, [&](const Field& field, auto& x) {
      if (i++ == changed) x = another(x), name = field.name;
    });
    EXPECT_NE(identity(other), before) << P::kind << ": " << name;
  }
}

TEST(Identity, EveryNumberAndEveryChoiceCounts) {
  every_value_counts(test_problem::free<double>(), 10);
  every_value_counts(test_problem::pushed<double>(), 1 + 6 + 3 + 3 + 1);
  every_value_counts(VsTest::make<double>(), 3 + 6 + 3 + 3 + 3 + 1);
  every_value_counts(with_potential(test_problem::pushed<double>()), 1 + 6 + 3 + 3 + 1 + 30);
  every_value_counts(with_potential(VsTest::make<double>()), 3 + 6 + 3 + 3 + 3 + 1 + 30);
  for (const auto& torque : one_of_each<Torque<double>>()) {
    const bool data = !std::holds_alternative<UserTorque<double>>(torque);
    every_value_counts(under(torque), data ? 10 + 4 : 10);
  }
  for (const auto& torque : one_of_each<MomentumTorque<double>>()) every_value_counts(under(torque), 10 + 5);
  for (const auto& shape : one_of_each<signals::Shape<Space, double>::Kinds>())
    every_value_counts(under(Dipole<double>{{1, 0, 0}, SpaceSignal(shape)}), 10 + 3 + 3);
  every_value_counts(driven().back(), 100);
}

TEST(Identity, TellsKindsSignsAndFunctionsApart) {
  const auto with = [](const auto& torque) { return identity(under(torque)); };
  const auto none = identity(TorquedBody<double>{test_problem::crooked<double>(), {}});
  const auto one = [](const void*, const double&, const Attitude<double>&) { return Vec<Body, double>{1, 0, 0}; };
  const auto two = [](const void*, const double&, const Attitude<double>&) { return Vec<Body, double>{2, 0, 0}; };
  const auto pushes = [](double, const double*, const double*, const double*, double torque[3]) { torque[0] = 1; };
  const auto pulls = [](double, const double*, const double*, const double*, double torque[3]) { torque[0] = -1; };
  std::vector<std::string> all{none,
                               identity(test_problem::free<double>()),
                               with(CoulombWall<double>{}),
                               with(CoulombWall<double>{.attractive = true}),
                               with(UserTorque<double>{nullptr, one}),
                               with(UserTorque<double>{nullptr, two}),
                               with(Library<double>{pushes}),
                               with(Library<double>{pulls}),
                               with(Library<double>{pulls, [](const double*) { return 1.0; }})};
  for (const auto& torque : one_of_each<Torque<double>>()) all.push_back(with(torque));
  for (const auto& torque : one_of_each<MomentumTorque<double>>()) all.push_back(with(torque));
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(all[i], all[j]);
}

TEST(Cast, CarriesEveryNumberAndComesBack) {
  const auto there_and_back = [](const auto& p) { EXPECT_EQ(identity(cast<double>(cast<float128>(p))), identity(p)); };
  there_and_back(test_problem::free<double>());
  for (const auto& body : torqued()) there_and_back(body);
  for (const auto& body : driven()) there_and_back(body);
  there_and_back(test_problem::pushed<double>());
  there_and_back(VsTest::make<double>());
  there_and_back(with_potential(test_problem::pushed<double>()));
  there_and_back(with_potential(VsTest::make<double>()));
  EXPECT_THROW(cast<float128>(under(UserTorque<double>{})), std::logic_error) << "a function has one scalar";
}

TEST(Torques, ANinthIsAnError) {
  TorqueSum<double> sum;
  for (int i = 0; i < 8; ++i) sum.push_back(UniformField<double>{});
  EXPECT_THROW(sum.push_back(UniformField<double>{}), std::length_error);
}

/// The same motion: energy and torque (in space) are what they were.
template <class P>
void moves_the_same(const P& body, bool has_units, std::string_view what) {
  const auto Q = exp(SpaceVec{0.3, 1.1, -0.8});
  const auto torque = [](const P& b) { return b.initial.R * b.torque(0.7, b.initial.R, b.initial.Pi); };
  const auto expect = [&](const P& b, const SpaceVec& t, double unit, const char* how) {
    EXPECT_NEAR(energy(b, b.initial), unit * energy(body, body.initial), 1e-13 * unit) << what << how;
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(torque(b)[i], unit * t[i], 1e-13 * unit) << what << how;
  };
  expect(turned(body, Q), Q * torque(body), 1, " turned");
  expect(renamed(body), torque(body), 1, " renamed");
  if (has_units) expect(in_units(body, 0x1p40), torque(body), 0x1p40, " in another unit of mass");
}

TEST(Transformed, TheMotionIsTheSame) {
  for (const auto& body : torqued())
    body.torques.each([&](const auto& k) {
      const bool wall = std::is_same_v<decltype(k), const CoulombWall<double>&>;  // whose numbers are built in
      moves_the_same(body, !wall, k.kind);
    });
  for (const auto& body : driven())
    body.momentum_torques.each([&](const auto& k) { moves_the_same(body, true, k.kind); });
}

/// A torque is minus the slope of its potential, and its tangent is its derivative.
TEST(Torques, FollowFromTheirPotentials) {
  const auto R = test_problem::crooked<double>().initial.R;
  constexpr double e = 1e-6;
  for (const auto& body : torqued())
    body.torques.each([&](const auto& k) {
      const auto seeded = k.torque(0.7, R * exp(seed(Vec<Body, double>{0, 0, 0})));
      for (int i = 0; i < 3; ++i) {
        const auto xi = e * axis<Body, double>(i);
        if constexpr (requires { k.potential(R); }) {
          EXPECT_TRUE(keeps_energy(k) || k.potential(R) == 0) << k.kind;
          const double slope = (k.potential(R * exp(xi)) - k.potential(R * exp(-xi))) / (2 * e);
          EXPECT_NEAR(k.torque(0.7, R)[i], -slope, 1e-8) << k.kind;
        }
        const auto column = (k.torque(0.7, R * exp(xi)) - k.torque(0.7, R * exp(-xi))) / (2 * e);
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(seeded.derivative(j, i), column[j], 1e-8) << k.kind;
      }
    });
}

TEST(Distance, HasTwoPartsAndKeepsNaN) {
  const auto s = test_problem::crooked<double>().initial;
  EXPECT_EQ(distance(s, s).largest(), 0);
  EXPECT_TRUE(same(s, s));
  auto moved = s;
  moved.R = moved.R * exp(Vec<Body, double>{0, 1e-3, 0});
  EXPECT_NEAR(distance(moved, s).configuration, 2 * std::sin(5e-4), 1e-15);
  EXPECT_EQ(distance(moved, s).momentum, 0);
  for (auto* x : {&moved.R.w, &moved.R.x, &moved.R.y, &moved.R.z}) *x *= 1.25;  // of any length
  EXPECT_NEAR(distance(moved, s).configuration, 2 * std::sin(5e-4), 1e-15);
  EXPECT_FALSE(is_finite(RigidState<double>{s.Pi, {0, 0, 0, 0}})) << "no attitude";
  moved.Pi[0] = NAN;
  EXPECT_TRUE(std::isnan(distance(moved, s).largest()));
  moved.Pi = s.Pi, moved.R.w = NAN;
  EXPECT_TRUE(std::isnan(distance(moved, s).largest()));
}

/// By hand: cos(1.7 * 0.3).
TEST(Director, HasAFieldThatShakes) {
  Director<double> p{2, {}, {0.3, -1, 3}, {0.5, 0, -2}, 1.7};
  const double c = std::cos(0.51);
  EXPECT_NEAR(norm(p.field(0.3) - Vec<Space, double>{0.3 + 0.5 * c, -1, 3 - 2 * c}), 0, 1e-15);
  EXPECT_FALSE(p.autonomous());
  p.frequency = 0;
  EXPECT_EQ(norm(p.field(0.3) - Vec<Space, double>{0.8, -1, 1}), 0);
  EXPECT_FALSE(p.autonomous()) << "its potential is that of g";
  p.frequency = 1.7, p.amplitude = {0, 0, 0};
  EXPECT_TRUE(p.autonomous());
}

/// Turned, and in other units, a potential gives the torque that it gave; a tangent is the slope.
TEST(Director, HasAPotentialThatTurnsWithSpace) {
  using V = Vec<Space, double>;
  const auto p = with_potential(test_problem::pushed<double>());
  const double t = 0.3;
  const V d = p.initial.d, slope{1.4 * d[0] * d[1], 0.7 * d[0] * d[0], std::sin(t)};
  const auto torque = p.torque(t, d);
  EXPECT_LT(norm(torque - cross(d, p.field(t) - 1.5 * slope)), 1e-15);
  const auto Q = exp(V{0.3, 1.1, -0.8});
  const auto turned_p = turned(p, Q);
  EXPECT_LT(norm(turned_p.torque(t, Q * d) - Q * torque), 1e-14);
  EXPECT_LT(norm(in_units(p, 1000.0).torque(t, d) / 1000 - torque), 1e-14);
  EXPECT_EQ(p.potential(d), -dot(d, p.g)) << "what depends on time is not of the energy";
  for (int j = 0; j < 3; ++j) {
    const double h = 1e-5;
    const auto e = axis<Space, double>(j);
    const V by_difference = (turned_p.torque(t, d + h * e) - turned_p.torque(t, d - h * e)) / (2 * h);
    EXPECT_LT(norm(turned_p.torque(t, seed(d)).derivative.column<Space>(j) - by_difference), 1e-9);
  }
  const auto particles = with_potential(VsTest::make<double>());
  const auto& u = particles.initial.u;
  const V pull{1.4 * u[0] * u[1], 0.7 * u[0] * u[0], std::sin(t)};
  EXPECT_LT(norm(particles.torque(t, u) - VsTest::make<double>().torque(t, u) + 1.5 * pull), 1e-15);
}

// --- Kepler's orbits ------------------------------------------------------------------------------------------------

/// The place by the eccentric or the hyperbolic anomaly, in the digits of X, which cancellation next to a parabola
/// leaves enough of; Newton's method from an anomaly that is nearly right.
template <class X>
kepler::Place<X> kepler_place(const X& e, const X& time, const X& chi) {
  using std::abs, std::sqrt;
  const X alpha = 1 - e, b = sqrt(X(abs(alpha))), mean = time * b * b * b;
  X E = chi * b, c, s;
  for (int i = 0; i < 4; ++i) {
    c = e < 1 ? X(cos(E)) : X(cosh(E)), s = e < 1 ? X(sin(E)) : X(sinh(E));
    if (i < 3) E -= e < 1 ? X((E - e * s - mean) / (1 - e * c)) : X((e * s - E - mean) / (e * c - 1));
  }
  const X r = (1 - e * c) / alpha, speed = 1 / (b * r), across = sqrt(X(abs(1 - e * e)));
  return {(c - e) / alpha, across * s / abs(alpha), r, -s * speed, across * c * speed};
}

/// The largest error of places and velocities in units of epsilon, for random orbits of both senses of time. Places are
/// compared with the distance. Of a velocity no more can be asked than what it is at a time that is off by half a unit
/// in its last place: far out on a long ellipse that is many times its own rounding, since the body falls at 1/r^2 for
/// all of that time.
template <class T, class X>
double worst_of_kepler(int orbits) {
  std::mt19937_64 random(34);
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  double worst = 0;
  for (int n = 0; n < orbits; ++n) {
    T e(n % 4 == 0   ? uniform(0, 1)
        : n % 4 == 1 ? uniform(0, 10)
                     : 1 + (n % 4 == 2 ? 1 : -1) * std::pow(10, uniform(-9, -1)));
    if (e > 10) e = 10;
    T time(std::pow(10, uniform(-4, n % 16 < 8 ? 6 : 12)) * (n % 8 < 4 ? 1 : -1));
    if (e < 1 && time * time > kepler::period(e) * kepler::period(e) / T(4))
      time = T(uniform(-0.5, 0.5)) * kepler::period(e);
    const auto found = kepler::at_time(e, time);
    const T chi = time < 0 ? T(-kepler::anomaly(e, T(-time))) : kepler::anomaly(e, time);
    const auto right = kepler_place<X>(X(e), X(time), X(chi));
    const X vx = right.vx, speed = sqrt(X(vx * vx + right.vy * right.vy)) + X(abs(X(time))) / (right.r * right.r);
    const auto off = [&](const T& a, const X& b, const X& size) {
      worst = std::max(worst, static_cast<double>(X(abs(X(X(a) - b)) / size / X(epsilon<T>()))));
    };
    off(found.x, right.x, right.r), off(found.y, right.y, right.r), off(found.r, right.r, right.r);
    off(found.vx, vx, speed), off(found.vy, right.vy, speed);
  }
  return worst;
}

/// Where a table was asked last, and which table that was, does not matter: a line through its points is that.
TEST(Signals, TablesDoNotDependOnWhatWasAskedBefore) {
  const auto line = [](const std::vector<double>& times) {
    signals::Table<Body, double> table{times, {}, false, {}};
    for (const double t : times) table.values.push_back({2 * t, -t, 1});
    return Signal<Body, double>(table);
  };
  const auto few = line({0, 1}), many = line({-3, -2, -1.5, 0, 0.25, 4, 4.5, 8});
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> any(-5, 10);
  for (int i = 0; i < 2000; ++i) {
    const double t = i % 3 ? any(generator) : std::round(any(generator));
    for (const auto* table : {&few, &many}) {
      const auto found = table->at(t);
      EXPECT_NEAR(found[0], 2 * t, 1e-14) << t;
      EXPECT_EQ(found[1], -found[0] / 2) << t;
      EXPECT_NEAR(table->rate(t)[0], 2, 1e-14);
    }
  }
  EXPECT_EQ(many.at(4.5)[0], 9);
  EXPECT_TRUE(std::isnan(many.at(NAN)[0]));
}

/// A path by a polynomial of degree 3, which is its own spline, between the ends of its table and beyond.
TEST(Signals, PathsAreSplines) {
  const SpaceVec a{1, 2, -3}, b{0.4, -0.3, 0.2}, c{-0.7, 0.1, 0.6}, d{0.2, 0.5, -0.4};
  signals::OrbitalPath<Space, double> path;
  for (const double t : {0.2, 0.6, 1.3}) {
    path.times.push_back(t), path.places.push_back(a + t * (b + t * (c + t * d)));
    path.velocities.push_back(b + t * (2 * c + 3 * t * d));
  }
  for (const double t : {0.1, 0.3, 0.6, 1.1, 1.5}) {
    const auto found = path.motion(t);
    EXPECT_LT(norm(found.place - (a + t * (b + t * (c + t * d)))), 1e-14) << t;
    EXPECT_LT(norm(found.velocity - (b + t * (2 * c + 3 * t * d))), 1e-13) << t;
    EXPECT_LT(norm(found.acceleration - (2 * c + 6 * t * d)), 1e-12) << t;
  }
}

/// The ends of pulses, and orbits in the other sense.
TEST(Signals, KnowTheirEndsAndSenses) {
  const auto& pulses = std::get<signals::Pulses<Space, double>>(examples);
  const double end = 0.4 + 0.2;
  EXPECT_EQ(pulses.at(0.4)[1], 0.9);
  EXPECT_EQ(pulses.at(std::nextafter(end, 0))[1], 0.9);
  EXPECT_EQ(norm(pulses.at(end)), 0);
  auto dipole = std::get<signals::OrbitDipole<Space, double>>(examples);
  dipole.r.frequency = -0.7, dipole.n.frequency = -0.1;
  EXPECT_NEAR(dipole.characteristic_rate(), 1.5, 1e-15);
}

/// Between two times a signal in pieces is that side of each, and what breaks outside is not there.
TEST(Signals, InPiecesHaveOneSideBetweenTwoTimes) {
  const Vec<Body, double> values[] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};
  const Signal<Body, double> whole(signals::Pieces<Body, double>{{0, 1, 2}, {std::begin(values), std::end(values)}});
  struct Case {
    double a, b, slack;
    std::vector<double> at_ends;
    std::size_t breaks;
  };
  for (const auto& c :
       {Case{0, 1, 0, {2, 2}, 0}, Case{1, 0, 0, {2, 2}, 0}, Case{0, 2, 0, {2, 3}, 1}, Case{-1, 3, 0, {1, 4}, 3},
        Case{-2, -1, 0, {1, 1}, 0}, Case{5, 6, 0, {4, 4}, 0}, Case{2, 3, 0, {4, 4}, 0}, Case{0.5, 1.5, 0, {2, 3}, 1},
        Case{1 - 1e-12, 2 + 1e-12, 1e-9, {3, 3}, 0}, Case{1 - 1e-6, 2, 1e-9, {2, 3}, 1}}) {
    const auto some = whole.within(c.a, c.b, c.slack);
    const double first = std::min(c.a, c.b), last = std::max(c.a, c.b);
    EXPECT_EQ(some.at(first)[0], c.at_ends[0]) << c.a << " " << c.b;
    EXPECT_EQ(some.at(last)[0], c.at_ends[1]) << c.a << " " << c.b;
    std::size_t breaks = 0;
    some.breaks([&](double) { ++breaks; });
    EXPECT_EQ(breaks, c.breaks) << c.a << " " << c.b;
    EXPECT_EQ(some.constant(), c.breaks == 0);
  }
}

TEST(Kepler, IsRightToRounding) {
  EXPECT_LT((worst_of_kepler<double, float128>(100000)), 8);
  EXPECT_LT((worst_of_kepler<float128, float100>(400)), 8);
  EXPECT_LT((worst_of_kepler<float50, float100>(400)), 8);
}

}  // namespace
}  // namespace polhode
