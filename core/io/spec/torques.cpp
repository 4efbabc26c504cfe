// SPDX-License-Identifier: MIT
#include "core/io/spec/torques.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "core/geometry/principal_axes.hpp"
#include "core/io/formula.hpp"
#include "core/io/offered_torque.hpp"
#include "core/io/spec/body.hpp"
#include "core/system/draws.hpp"
#include "core/system/foreign_code.hpp"

namespace polhode {

namespace {

/// The torques of the judgements under way, by their files in documents.
std::mutex turn_of_callers;
std::map<std::string, const CallersTorque*> callers;
thread_local bool is_called = false;  ///< on this thread, a caller's torque

void torque_of_caller(const void* caller, double t, const double R[9], const double Omega[3], double torque[3]) {
  const auto& [f, _, turn] = *static_cast<const CallersTorque*>(caller);
  const auto q = from_matrix<User, Space>(Mat3<double>::of([&](int i, int k) { return R[3 * i + k]; }));
  const std::lock_guard one(*turn);
  struct Call {
    Call() { is_called = true; }
    ~Call() { is_called = false; }
  } call;
  const auto T = f(t, {q.w, q.x, q.y, q.z}, {Omega[0], Omega[1], Omega[2]});
  std::copy(T.begin(), T.end(), torque);
}

/// null: of none.
const CallersTorque* caller_of(const std::string& file) {
  const std::lock_guard one(turn_of_callers);
  const auto at = callers.find(file);
  return at == callers.end() ? nullptr : at->second;
}

}  // namespace

OfferedTorque::OfferedTorque(nlohmann::json without, const CallersTorque& torque) : spec(std::move(without)) {
  if (!torque.f || !spec.is_object()) return;
  if (is_called)
    throw UserError("torque: it starts a measurement that would ask for it again; accepted: one that does not");
  static int made = 0;
  const std::lock_guard one(turn_of_callers);
  file_ = fmt::format("caller:{}", ++made);
  auto torques = spec.value("torque", nlohmann::json::array());
  if (!torques.is_array()) torques = nlohmann::json::array({torques});
  torques.push_back({{"kind", "library"}, {"file", file_}});
  spec["torque"] = torques;
  callers[file_] = &torque;
}
OfferedTorque::~OfferedTorque() {
  const std::lock_guard one(turn_of_callers);
  callers.erase(file_);
}

namespace reading {

std::map<std::string, float100> constants_of(const Given& j, const VariableNames& variables) {
  std::map<std::string, float100> constants;
  if (!j.has("constants")) return constants;
  const Given all = j["constants"];
  for (const auto& [name, value] : all->items()) {
    if (const auto why = why_no_constant(name, variables); !why.empty())
      all.refuse(name, "this name is given; accepted: " + why);
    constants[name] = all[name].number<float100>();
  }
  return constants;
}

void add_expression_of(ExpressionTrees<float100>& trees, const Given& text,
                       const std::map<std::string, float100>& constants, const VariableNames& variables) {
  const auto expression = text.text();
  try {
    trees.roots.push_back(add_expression(trees, expression, constants, variables));
  } catch (const std::invalid_argument& e) {
    text.refuse(e.what());
  }
}

template <class T>
FormulaPotential<T> potential_of(const Given& j, const std::string& letter, int coordinates, const T& t0,
                                 const Vec<Space, T>& x, std::vector<std::string>& warnings) {
  const auto variables = variables_of_point(letter, coordinates);
  const Given text = j["potential"];
  PotentialData<float100> data;
  auto& trees = data.trees;
  add_expression_of(trees, text, constants_of(j, variables), variables);
  if (trees.has_kinks()) warnings.push_back(j.field + of_kinks);
  try {
    for (int i = 0; i < 3; ++i) trees.roots.push_back(add_slope(trees, trees.roots[0], formula::first_of_point + i));
    for (int i = 0; i < 3; ++i)
      for (int k = i; k < 3; ++k)
        trees.roots.push_back(add_slope(trees, trees.roots[1 + i], formula::first_of_point + k));
  } catch (const std::length_error&) {
    text.reject("an expression whose second derivatives have at most 4000 operations and numbers");
  }
  if (j.has("feature")) data.feature = j["feature"].positive<float100>();
  const FormulaPotential<T> V{Shared<PotentialData<T>>(cast<T>(data))};
  if (!is_finite(V.force(t0, x))) text.reject("an expression whose slope at the start is finite");
  return V;
}

namespace {

template <class F, class T>
void read_field(Vec<F, T>& to, const Given& j, const Context<T>& c) {
  to = c.units.torque * c.placed(j.vector<F, T>());
}
template <class T>
void read_field(T& to, const Given& j, const Context<T>&) {
  to = j.number<T>();
}
void read_field(bool& to, const Given& j, const auto&) {
  to = j.flag();
}

/// A number (times the identity), three (a diagonal), or a 3x3 matrix, in the user's axes, of torques.
template <class T>
BodyTensor<T> tensor(const Given& j, const Context<T>& c) {
  Mat3<T> m{};
  if (j.is_matrix()) {
    m = j.rows<T>();
  } else {
    const auto d = j.one_or_three<Body, T>();
    for (int i = 0; i < 3; ++i) m(i, i) = d[i];
  }
  const auto A = matrix(c.axes);
  return BodyTensor<T>::of(c.units.torque * (transpose(A) * (m * A)));
}

template <class T>
void only_symmetric(const Given& j) {
  if (!j.is_matrix()) return;
  const auto m = j.rows<T>();
  if (m(0, 1) != m(1, 0) || m(0, 2) != m(2, 0) || m(1, 2) != m(2, 1)) j.reject("a symmetric matrix");
}

// Torques with a reader of their own. Where a simpler kind does the same, that is read.

template <class T>
Torque<T> read_own(std::type_identity<Dipole<T>>, const Given& j, const Context<T>& c) {
  const auto moment = c.units.dipole * c.placed(j["moment"].vector<Body, T>());
  const auto B = signal<Space, T>(j["field"], c);
  if (B.constant()) return UniformField<T>{-moment, B.at(T(0))};
  return Dipole<T>{moment, B};
}
template <class T>
Torque<T> read_own(std::type_identity<BodyTorque<T>>, const Given& j, const Context<T>& c) {
  return BodyTorque<T>{signal<Body, T>(j["torque"], c, c.units.torque, of_torque)};
}
template <class T>
Torque<T> read_own(std::type_identity<GravityGradient<T>>, const Given& j, const Context<T>& c) {
  GravityGradient<T> k{c.moments, T(0), {}};
  if (j.has("direction")) {
    k.direction = Signal<Space, T>(j["direction"].direction<Space, T>());
  } else {
    const auto r = orbit<T>(j["orbit"], c);
    k.strength = r.strength, k.direction = r.direction();
    if (k.strength == T(0) && !j.has("strength") && !j.has("mu"))
      j["orbit"].missing("mu", "a positive number, or the name of a planet");
  }
  if (j.has("strength")) k.strength = j["strength"].number<T>();
  if (j.has("mu")) {
    const T radius = j["radius"].positive<T>();
    k.strength = gravity<T>(j["mu"], c) / (radius * radius * radius);
  }
  return k;
}
template <class T>
Torque<T> read_own(std::type_identity<Spring<T>>, const Given& j, const Context<T>& c) {
  SpringData<T> spring;
  const Given K = j["stiffness"];
  only_symmetric<T>(K);
  spring.stiffness = tensor<T>(K, c);
  const auto moments = eigenvectors(spring.stiffness.matrix()).first;
  if (!(std::min({moments[0], moments[1], moments[2]}) > T(0)))
    c.warnings.push_back(K.field + ": not positive, the attitude is not a minimum of the potential");
  if (j.has("attitude")) spring.target = attitude<T>(j["attitude"], c.units, c.warnings);
  spring.target = spring.target * c.axes;
  spring.quadratic = j.word("potential", "trace") == "quadratic";
  return Spring<T>{Shared<SpringData<T>>(spring)};
}

template <class T>
MomentumTorque<T> read_own(std::type_identity<Damping<T>>, const Given& j, const Context<T>& c) {
  const bool constant = j.has("matrix");
  const Given given = j[constant ? "matrix" : "eddy"];
  if (!constant) only_symmetric<T>(given);
  Damping<T> k{tensor<T>(given, c), !constant, {}};
  const auto D = k.matrix.matrix();
  const auto rates = eigenvectors(T(0.5) * (D + transpose(D))).first;
  using std::abs;
  const T most = std::max({T(abs(rates[0])), T(abs(rates[1])), T(abs(rates[2]))});
  if (std::min({rates[0], rates[1], rates[2]}) < -T(1e-12) * most)
    c.warnings.push_back(given.field + ": its symmetric part is not positive, so it adds energy");
  if (!constant) k.field = signal<Space, T>(j["field"], c);
  return k;
}
/// One number or three, along the user's axes.
template <class T>
Vec<User, T> limits(const Given& j, const T& unit) {
  Vec<User, T> all;
  for (int i = 0; i < 3; ++i) all[i] = unit * (j->is_array() ? j[i] : j).template positive<T>();
  return all;
}

template <class T>
MomentumTorque<T> read_own(std::type_identity<BDot<T>>, const Given& j, const Context<T>& c) {
  BDot<T> k{.field = signal<Space, T>(j["field"], c), .gain = c.units.dipole * j["gain"].number<T>()};
  k.axes = relabel<Body, User>(c.axes), k.limited = j.has("limit");
  if (k.limited) k.limit = limits(j["limit"], c.units.dipole);
  return k;
}

template <class T>
MomentumTorque<T> read_own(std::type_identity<Control<T>>, const Given& j, const Context<T>& c) {
  ControlData<T> k;
  k.axes = relabel<Body, User>(c.axes);
  if (j.has("attitude_gain")) k.attitude_gain = tensor<T>(j["attitude_gain"], c);
  if (j.has("rate_gain")) k.rate_gain = tensor<T>(j["rate_gain"], c);
  for (const auto& row : k.rate_gain.rows) k.damps = k.damps || norm2(row) != T(0);
  if (!j.has("attitude_gain") && !j.has("rate_gain"))
    c.warnings.push_back(j.field + ": control without attitude_gain and rate_gain does nothing");
  if (j.has("target")) {
    const Given target = j["target"];
    if (target.has("attitude")) k.target = attitude<T>(target["attitude"], c.units, c.warnings);
    if (target.has("rate"))
      k.target_rate = c.units.per_time(c.placed(target["rate"].vector<Body, T>()), target.path("rate"));
  }
  k.target = k.target * c.axes;
  k.by_quaternion = j.word("error", "matrix") == "quaternion";
  k.smooth = j.word("saturation", "clip") == "tanh";
  k.limited = j.has("limit");
  if (k.limited) k.limit = limits(j["limit"], c.units.torque);
  return Control<T>{Shared<ControlData<T>>(k)};
}

/// `sample` is the interval, with `delay` beside it; or an object that has both, an offset, and what acts at first.
template <class T>
SampledControl<T> sampled_control(const Given& j, const Context<T>& c) {
  const Given sample = j["sample"];
  SampledControl<T> k{};
  if (sample->is_object()) {
    k.interval = sample["interval"].positive<T>();
    k.delay = sample.number_or_0<T>("delay"), k.offset = sample.number_or_0<T>("offset");
    if (sample.has("initial")) k.initial = c.units.torque * c.placed(sample["initial"].vector<Body, T>());
  } else {
    k.interval = sample.positive<T>();
    k.delay = j.number_or_0<T>("delay");
  }
  k.law = std::get<Control<T>>(read_own(std::type_identity<Control<T>>(), j, c));
  return k;
}

/// White-noise torque on a given grid: over each interval it is constant, and its integral is the increment of a Wiener
/// process. The path does not depend on the steps; `number` distinguishes the noises of a body, whose seeds may be
/// equal.
template <class T>
signals::Pieces<Body, T> noise(const Given& j, const Given& document, std::uint64_t number, const Context<T>& c) {
  using std::abs, std::sqrt;
  // The standard deviation of an increment of the torque's integral over a unit of time, in the user's axes.
  const auto density = j["density"].one_or_three<Body, T>();
  const auto seed = j.has("seed") ? j["seed"]->get<std::uint64_t>() : 1;
  const auto average = j.has("average") ? j["average"].count() : 1;

  Spec<T> run;
  read_run(document, run);
  T interval;
  if (j.has("interval")) {
    interval = j["interval"].positive<T>();
  } else {
    if (!run.grid || !run.grid->uniform())
      j.missing("interval", "a positive number, or one step h with steps in the spec");
    interval = abs(run.grid->first_step());
  }
  std::int64_t intervals = 0;
  if (j.has("intervals")) {
    intervals = j["intervals"].count();
  } else {
    if (!run.time) j.missing("intervals", "a number of intervals, or a time in the spec that they cover");
    const auto needed = static_cast<double>(T(abs(*run.time) / interval));
    constexpr int most_intervals = 100000;
    if (!(needed <= most_intervals))
      j.refuse("interval", fmt::format("{:g} is given, {:.6g} in the time of the run; accepted: at most {}",
                                       static_cast<double>(interval), needed, most_intervals));
    intervals = std::max<std::int64_t>(1, std::llround(std::ceil(needed - Grid<T>::slack)));
  }

  // From t0 on, in the sense of the run; nothing before it, and nothing after its last interval.
  const T sense(run.time && *run.time < T(0) ? -1 : 1), by_root = T(1) / sqrt(interval);
  signals::Pieces<Body, T> pieces{{}, {Vec<Body, T>{}}};
  for (std::int64_t k = 0; k < intervals; k += average) {
    const auto count = std::min(average, intervals - k);
    Vec<Body, T> sum{};
    for (std::int64_t i = k; i < k + count; ++i) {
      const auto x = draws::normal_draws(seed, static_cast<std::uint64_t>(i), draws::torque_noise_field + number);
      sum += Vec<Body, T>{T(x[0]), T(x[1]), T(x[2])};
    }
    for (int i = 0; i < 3; ++i) sum[i] *= c.units.torque * density[i] * by_root / T(static_cast<double>(count));
    pieces.times.push_back(c.t0 + T(static_cast<double>(k)) * sense * interval);
    pieces.values.push_back(c.placed(sum));
  }
  pieces.times.push_back(c.t0 + T(static_cast<double>(intervals)) * sense * interval);
  pieces.values.push_back({});
  if (sense < T(0)) std::ranges::reverse(pieces.times), std::ranges::reverse(pieces.values);
  return pieces;
}

/// What a formula or a library computes has no units of its own.
template <class T>
void only_own_units(const Given& j, const Context<T>& c) {
  if (c.units.torque != T(1) || c.units.momentum != T(1))
    j.refuse("kind",
             "a formula or a library is given with a unit of torque or momentum of its own; accepted: "
             "units.torque and units.momentum that are mass length^2/time^2 and mass length^2/time, or none");
}

/// A potential must be that of the torque, at some attitudes: in double, by differences.
template <class Kind, class T>
void check_potential(const Kind& torque, const std::string& field, const Inertia<T>& I) {
  for (const auto& turn : {Vec<Body, T>{T(0.3), T(-1.1), T(0.7)}, Vec<Body, T>{T(1.9), T(0.4), T(-0.8)},
                           Vec<Body, T>{T(-0.6), T(0.9), T(2.1)}}) {
    const auto R = relabel<Body, Space>(exp(turn));
    const T step(1e-4);
    Vec<Body, T> slope;
    for (int i = 0; i < 3; ++i) {
      const auto xi = step * axis<Body, T>(i);
      slope[i] = (torque.potential(R * exp(-xi)) - torque.potential(R * exp(xi))) / (step + step);
    }
    const Vec<Body, T> Pi = I.moments, Omega{T(1), T(1), T(1)};
    const auto found = torque.torque(T(0.7), R, Pi, Omega);
    const double off = scalar_cast<double>(norm(found - slope)), size = scalar_cast<double>(norm(found) + norm(slope));
    if (!(off <= 1e-5 * size))
      throw UserError(
          "{}.potential: its torque at some attitude is ({}) in principal axes, the given one ({}); accepted: the "
          "potential of the torque, T = -dV",
          field, six_digits(slope), six_digits(found));
  }
}

/// A formula in the user's axes. `j` has its `feature`, where one is given.
template <class T>
Formula<T> formula_of(FormulaData<float100>& data, const Given& j, const Context<T>& c) {
  if (data.trees.has_kinks()) c.warnings.push_back(j.field + of_kinks);
  if (j.has("feature")) data.feature = j["feature"].positive<float100>();
  auto narrow = cast<T>(data);
  narrow.axes = relabel<Body, User>(c.axes);
  return {Shared<FormulaData<T>>(narrow)};
}

/// T = h x Omega - h' of rotors whose momentum h is three expressions of t.
template <class T>
Formula<T> rotors_of_formula(const Given& h, const Context<T>& c) {
  using Op = formula::Op;
  only_own_units(h, c);
  FormulaData<float100> data;
  auto& trees = data.trees;
  for (const Given& one : h["values"].items()) {
    add_expression_of(trees, one, constants_of(h));
    if (trees.names(trees.roots.back(), 1, formula::variables)) one.reject("an expression of t");
  }
  const auto component = std::exchange(trees.roots, {});
  for (std::size_t i = 0; i < 3; ++i) {
    const auto product = [&](std::size_t k, std::size_t of_Omega) {
      return trees.add(Op::multiply, component[k % 3], formula::first_of_Omega + static_cast<int>(of_Omega % 3));
    };
    const int turned = trees.add(Op::subtract, product(i + 1, i + 2), product(i + 2, i + 1));
    trees.roots.push_back(trees.add(Op::subtract, turned, add_slope(trees, component[i], 0)));
  }
  return formula_of(data, h, c);
}

/// The torque on a body without others of wheels of axial inertia J, speed s and motor torque u about axes a, for which
/// J (s' + a . Omega') = u. Their absolute axial momentum is H + t sum u a, and with K = I - sum J a a^T
///
///   K Omega' = (K Omega + H + t sum u a) x Omega - sum u a,   T = I Omega' - I Omega x Omega
///
/// Wheels that keep their speed have a part in H alone.
template <class T>
Formula<T> driven_wheels(const Mat3<T>& K, const Vec<Body, T>& H, const Vec<Body, T>& u, const Context<T>& c) {
  std::map<std::string, float100> is;
  const auto back = factorised(K);
  for (int k = 0; k < 3; ++k) {
    const auto column = back.solve(axis<Body, T>(k));
    for (int i = 0; i < 3; ++i) {
      is[fmt::format("K{}{}", i, k)] = scalar_cast<float100>(K(i, k));
      is[fmt::format("M{}{}", i, k)] = scalar_cast<float100>(T(c.moments[i] * column[i]));
    }
    is[fmt::format("H{}", k)] = scalar_cast<float100>(H[k]), is[fmt::format("u{}", k)] = scalar_cast<float100>(u[k]);
    is[fmt::format("I{}", k)] = scalar_cast<float100>(c.moments[k]);
  }
  std::string pushed[3];  // (K Omega + H) x Omega - sum u a
  const auto whole = [](int i) {
    return fmt::format("(K{0}0*Omega1 + K{0}1*Omega2 + K{0}2*Omega3 + H{0} + u{0}*t)", i);
  };
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    pushed[i] = fmt::format("({}*Omega{} - {}*Omega{} - u{})", whole(j), k + 1, whole(k), j + 1, i);
  }
  FormulaData<float100> data;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const auto text = fmt::format("M{0}0*{1} + M{0}1*{2} + M{0}2*{3} - (I{4} - I{5})*Omega{6}*Omega{7}", i, pushed[0],
                                  pushed[1], pushed[2], j, k, j + 1, k + 1);
    data.trees.roots.push_back(add_expression(data.trees, text, is));
  }
  return {Shared<FormulaData<T>>(cast<T>(data))};
}

template <class T>
MomentumTorque<T> read_own(std::type_identity<Rotors<T>>, const Given& j, const Context<T>& c) {
  const auto warn = [&] {
    c.warnings.push_back(j.field + ": spatial_momentum is of the body without the momentum of these rotors");
  };
  if (j.has("momentum")) {
    const Given h = j["momentum"];
    if (h.has("kind") && h["kind"].value == "formula") return warn(), rotors_of_formula(h, c);
    return Rotors<T>{signal<Body, T>(h, c, c.units.momentum, of_momentum)};
  }
  auto K = Mat3<T>::of([&](int i, int k) { return i == k ? c.moments[i] : T(0); });
  Vec<Body, T> h{}, H{}, u{};
  bool driven = false;
  for (const Given& wheel : j["wheels"].items()) {
    const auto n = wheel["axis"].direction<Body, T>(), a = c.placed(n);
    if (wheel.has("momentum")) {
      h += c.units.momentum * wheel["momentum"].number<T>() * n;
      continue;
    }
    const T J = wheel["inertia"].positive<T>(), s = c.units.rate_at(wheel, "speed");
    if (!wheel.has("motor_torque")) {
      h += T(J * s) * n;
      continue;
    }
    driven = true;
    const auto torque = c.units.torque * wheel["motor_torque"].number<T>() * a;
    H += J * (s + dot(a, c.Omega)) * a - c.t0 * torque, u += torque;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) K(i, k) -= J * a[i] * a[k];
    const auto least = eigenvectors(K).first;
    if (!(std::min({least[0], least[1], least[2]}) > T(0)))
      wheel["inertia"].reject("less than the body's inertia about this axis, which includes the wheel's");
  }
  if (driven) return warn(), driven_wheels(K, Vec<Body, T>(H + c.placed(h)), u, c);
  return Rotors<T>{Signal<Body, T>(c.placed(h))};
}

template <class T>
MomentumTorque<T> read_own(std::type_identity<Formula<T>>, const Given& j, const Context<T>& c) {
  only_own_units(j, c);
  const auto constants = constants_of(j);
  FormulaData<float100> data;
  for (const Given& one : j["torque"].items()) add_expression_of(data.trees, one, constants);
  if (j.has("potential")) {
    add_expression_of(data.trees, j["potential"], constants);
    const auto root = data.trees.roots.back();
    if (data.trees.names(root, 0, formula::first_of_attitude) ||
        data.trees.names(root, formula::first_of_momentum, formula::variables))
      j["potential"].reject("an expression of the attitude only, R11 to R33");
  }
  data.in_space = j.word("frame", "body") == "space";
  const auto k = formula_of(data, j, c);
  if (k.has_potential()) check_potential(k, j.field, Inertia<T>(c.moments[0], c.moments[1], c.moments[2]));
  return k;
}

template <class T>
MomentumTorque<T> read_own(std::type_identity<Library<T>>, const Given& j, const Context<T>& c) {
  only_own_units(j, c);
  auto wanted = j.word("symbol", "polhode_torque");
  Library<T> k;
  k.axes = relabel<Body, User>(c.axes);
  const auto name = j["file"].text();
  if (const auto* caller = caller_of(name)) {
    k.callers_function = &torque_of_caller, k.caller = caller;
    k.of_momentum = caller->of_rates;
    return k;
  }
  const auto path = name.find('/') == 0 ? name : (c.folder.empty() ? "./" : c.folder) + name;
  if (std::error_code none; std::filesystem::exists(path, none) && !std::filesystem::is_regular_file(path, none))
    j.refuse("file", path + " is not a file; accepted: a shared object");
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // for as long as the program runs
  numbers_were_changed();  // what is compiled by -ffast-math changes them when it is loaded: they are set back
  if (!handle) j.refuse("file", printable(dlerror()) + "; accepted: a shared object");
  const auto symbol = [&](const char* key, const std::string& wanted) {
    void* found = dlsym(handle, wanted.c_str());
    if (!found) j.refuse(key, fmt::format("{} has no symbol \"{}\"; accepted: one that it exports", path, wanted));
    return found;
  };
  constexpr const char* of_states = "polhode_torques_v2";  // of a name that ends so the function takes n states
  if (!j.has("symbol") && dlsym(handle, of_states)) wanted = of_states;
  if (wanted.ends_with("_torques_v2"))
    k.states_function = reinterpret_cast<typename Library<T>::StatesFunction>(symbol("symbol", wanted));
  else
    k.function = reinterpret_cast<typename Library<T>::Function>(symbol("symbol", wanted));
  k.afterwards = &note_changed_rounding;  // which a later call may undo
  k.of_momentum = j.flag("momentum", true);
  if (j.has("potential")) {
    k.potential_function =
        reinterpret_cast<typename Library<T>::PotentialFunction>(symbol("potential", j["potential"].text()));
    check_potential(k, j.field, Inertia<T>(c.moments[0], c.moments[1], c.moments[2]));
  }
  return k;
}

/// Reads the fields of a torque that the keys of its word give. What belongs to the body comes in the user's axes.
template <class Kind, class T>
auto read_torque(const Word& word, const Given& j, const Context<T>& c) {
  if constexpr (requires { read_own(std::type_identity<Kind>(), j, c); }) {
    return read_own(std::type_identity<Kind>(), j, c);
  } else {
    Kind kind;
    Kind::fields(
        [&](const Field& to, auto& member) {
          using M = std::remove_reference_t<decltype(member)>;
          if constexpr (std::is_same_v<M, Vec<Body, T>>) member = c.placed(member);
          for (const auto& key : word.keys)
            if (const std::string name(key.key); key.field == to.name && j.has(name)) read_field(member, j[name], c);
          if constexpr (std::is_same_v<M, T>)
            if (to.name == "frequency") member = c.units.per_time(member, j.path("frequency"));
        },
        kind);
    return Torque<T>(kind);
  }
}

}  // namespace

void for_each_torque(const Given& document, const std::function<void(const std::string&, const Given&)>& read) {
  if (!document.has("torque")) return;
  const Given torque = document["torque"];
  for (const Given& j : torque->is_array() ? torque.items() : std::vector{torque}) read(j["kind"].text(), j);
}

template <class T>
Vec<Body, T> weight(const Given& j, const Context<T>& c) {
  const T g = j["g"].number<T>();
  if (!c.lever)
    j.refuse(
        "g",
        "given without body.pivot; accepted: with it (its weight exerts no torque on a free body), or moment instead");
  return g * *c.lever;
}

/// A torque that is held for h gives a momentum that decays in the time tau a variance that is smaller by
/// (2 tau/h) tanh(h/(2 tau)) than that of white noise, s^2 tau/2.
template <class T>
void warn_of_coarse_noise(const TorquedBody<T>& body, const std::string& field, const T& held, const Context<T>& c) {
  if (body.momentum_torques.size == 0) return;
  const auto damping = body.affine(c.t0, body.initial.R).damping;
  double fastest = 0;
  for (int i = 0; i < 3; ++i) fastest = std::max(fastest, scalar_cast<double>(T(damping(i, i) / body.I[i])));
  constexpr double fine = 1 / 3.0;  // less than a hundredth
  if (const double h = scalar_cast<double>(held), half = h * fastest / 2; 2 * half > fine)
    c.warnings.push_back(
        fmt::format("{}: held for {:g}, while friction takes the momentum away in {:.3g}: the temperature is {:.3g} of "
                    "that of white "
                    "noise; take intervals below {:.2g}",
                    field, h, 1 / fastest, std::tanh(half) / half, fine / fastest));
}

template <class T>
TorquedBody<T> with_torques(const RigidBody<T>& rigid, const Given& document, const Context<T>& c, Spec<T>& spec) {
  TorquedBody<T> body{rigid};
  std::vector<std::string> sampled;
  std::vector<std::pair<std::string, T>> noises;  // for how long each is held
  for_each_torque(document, [&](const std::string& name, const Given& j) {
    if (name == "none") return;
    const auto called = fmt::format("{} ({})", j.field, name);
    const auto add = [&](const Torque<T>& torque) { body.torques.push_back(torque), spec.torques.push_back(called); };
    if (name == "gravity" && j.has("g")) {
      add(UniformField<T>{c.placed(weight<T>(j, c)), axis<Space, T>(2)});
      return;
    }
    if (name == "noise") {
      const auto drawn = noise<T>(j, document, noises.size(), c);
      noises.emplace_back(j.field, drawn.times[1] - drawn.times[0]);
      add(BodyTorque<T>{Signal<Body, T>(drawn)});
      return;
    }
    if (name == "control" && j.has("sample") && c.sampled) {
      sampled.push_back(called);
      return c.sampled->push_back(sampled_control<T>(j, c));
    }
    bool found = false;
    const auto try_kind = [&]<class Kind>(std::type_identity<Kind>) {
      if constexpr (!Kind::words.empty())
        for (const auto& word : Kind::words) {
          if (word.name != name) continue;
          const auto torque = read_torque<Kind>(word, j, c);
          if constexpr (std::is_same_v<decltype(torque), const Torque<T>>)
            add(torque);
          else
            body.momentum_torques.push_back(torque), spec.momentum_torques.push_back(called);
          found = true;
        }
    };
    const auto try_kinds = [&]<class... Kind>(std::type_identity<std::variant<Kind...>>) {
      (try_kind(std::type_identity<Kind>()), ...);
    };
    try_kinds(std::type_identity<Torque<T>>());
    try_kinds(std::type_identity<MomentumTorque<T>>());
    if (!found) throw std::logic_error("a torque of a kind that has no form");
  });
  if (c.sampled && !c.sampled->empty()) {
    if (body.torques.size + body.momentum_torques.size == body.torques.capacity)
      throw UserError("torque: at most {} are accepted beside controllers that sample", body.torques.capacity - 1);
    body.torques.push_back(BodyTorque<T>{Signal<Body, T>(Vec<Body, T>{})});  // theirs
    spec.torques.push_back(fmt::format("{}", fmt::join(sampled, " and ")));
  }
  for (const auto& [field, held] : noises) warn_of_coarse_noise(body, field, held, c);
  return body;
}

template <class T>
TorquedBody<T> turned_by_rate(const Given& document, const Attitude<T>& R, const Context<T>& c) {
  using Op = formula::Op;
  for (const char* key : {"gyro", "truth", "update_every", "iterations", "truncate", "convert", "scalar"})
    if (document.has(key)) document.refuse(key, "given with a rate that depends on the attitude; accepted: without");
  const Given j = document["rate"];
  if (c.units.per_time(T(1), j.field) != T(1))
    j.refuse("a formula is given with a unit of rate of its own; accepted: with rates in radians per time");
  FormulaData<float100> data;
  auto& trees = data.trees;
  const auto constants = constants_of(j);
  for (const Given& one : j["rate"].items()) {
    add_expression_of(trees, one, constants);
    if (trees.names(trees.roots.back(), formula::first_of_momentum, formula::variables))
      one.reject("an expression of t and R11 to R33");
  }
  const auto entry = [](int row, int column) { return formula::first_of_attitude + 3 * row + column % 3; };
  const auto sum_of_products = [&trees](const auto& a, const auto& b) {
    int sum = trees.add(Op::multiply, a(0), b(0));
    for (const int k : {1, 2}) sum = trees.add(Op::add, sum, trees.add(Op::multiply, a(k), b(k)));
    return sum;
  };
  TorquedBody<T> body{RigidBody<T>{{T(1), T(1), T(1)}, {{}, R}}};
  try {
    if (document.word("frame", "body") == "space")
      for (const auto given = trees.roots; const int i : {0, 1, 2})
        trees.roots[extent(i)] =
            sum_of_products([&](int row) { return entry(row, i); }, [&](int row) { return given[extent(row)]; });
    const Formula<T> rate{Shared<FormulaData<T>>(cast<T>(data))};
    body.initial.Pi = rate.torque(c.t0, R, {}, {});
    // f' = df/dt + sum df/dR_rk R'_rk, and R'_rk = R_r,k+1 Omega_k+2 - R_r,k+2 Omega_k+1.
    const auto turned = [&](int row, int k) {
      const auto product = [&](int column, int of_Omega) {
        return trees.add(Op::multiply, entry(row, column), formula::first_of_Omega + of_Omega % 3);
      };
      return trees.add(Op::subtract, product(k + 1, k + 2), product(k + 2, k + 1));
    };
    for (int& component : trees.roots) {
      const int f = component;
      component = add_slope(trees, f, 0);
      for (int row = 0; row < 3; ++row)
        component = trees.add(Op::add, component,
                              sum_of_products([&](int k) { return add_slope(trees, f, entry(row, k)); },
                                              [&](int k) { return turned(row, k); }));
    }
  } catch (const std::length_error&) {
    j["rate"].reject("expressions whose derivatives have at most 4000 operations and numbers");
  }
  if (!is_finite(body.initial.Pi)) j["rate"].reject("expressions whose values at the start are finite");
  c.warnings.push_back(j.field +
                       ": it depends on the attitude, so that methods of bodies turn it: one of moments 1, "
                       "whose momentum is the rate and whose torque its derivative");
  body.momentum_torques.push_back(formula_of(data, j, c));
  return body;
}

#define POLHODE_OF(T)                                                                                              \
  template Vec<Body, T> weight(const Given&, const Context<T>&);                                                   \
  template TorquedBody<T> turned_by_rate(const Given&, const Attitude<T>&, const Context<T>&);                     \
  template FormulaPotential<T> potential_of(const Given&, const std::string&, int, const T&, const Vec<Space, T>&, \
                                            std::vector<std::string>&);                                            \
  template TorquedBody<T> with_torques(const RigidBody<T>&, const Given&, const Context<T>&, Spec<T>&)
POLHODE_OF(double);
POLHODE_OF(float128);
POLHODE_OF(float100);
#undef POLHODE_OF

}  // namespace reading

}  // namespace polhode
