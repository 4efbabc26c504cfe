// SPDX-License-Identifier: MIT
#include "core/io/spec/torques.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "core/geometry/principal_axes.hpp"
#include "core/io/formula.hpp"
#include "core/io/offered_torque.hpp"
#include "core/io/spec/attitude.hpp"
#include "core/io/spec/noise.hpp"
#include "core/io/spec/orbit.hpp"
#include "core/io/spec/words.hpp"

namespace polhode {

namespace {

/// The torque of the judgement that is under way, and its name in the document.
const CallersTorque* callers_torque = nullptr;
constexpr std::string_view of_caller = "caller";
std::mutex turn_of_judgement, turn_of_call;
thread_local bool is_called = false;  ///< on this thread, the caller's torque

void torque_of_caller(double t, const double R[9], const double*, const double Omega[3], double torque[3]) {
  const auto q = from_matrix<User, Space>(Mat3<double>::of([&](int i, int k) { return R[3 * i + k]; }));
  const std::lock_guard one(turn_of_call);
  struct Call {
    Call() { is_called = true; }
    ~Call() { is_called = false; }
  } call;
  const auto T = callers_torque->f(t, {q.w, q.x, q.y, q.z}, {Omega[0], Omega[1], Omega[2]});
  std::copy(T.begin(), T.end(), torque);
}

}  // namespace

nlohmann::ordered_json judged(nlohmann::json document, const CallersTorque& torque,
                              const std::function<nlohmann::ordered_json(const nlohmann::json&)>& judge) {
  if (!torque.f || !document.is_object()) return judge(document);
  auto torques = document.value("torque", nlohmann::json::array());
  if (!torques.is_array()) torques = nlohmann::json::array({torques});
  torques.push_back({{"kind", "library"}, {"symbol", of_caller}});
  document["torque"] = torques;
  if (is_called)
    throw UserError("torque: it starts a measurement that would wait for itself; accepted: one that does not");
  const std::lock_guard one(turn_of_judgement);
  struct UnderWay {
    ~UnderWay() { callers_torque = nullptr; }
  } under_way;
  callers_torque = &torque;
  return judge(document);
}

namespace reading {

std::map<std::string, float100> constants_of(const json& j, const std::string& field, const VariableNames& variables) {
  std::map<std::string, float100> constants;
  if (!j.contains("constants")) return constants;
  const json& all = j["constants"];
  if (!all.is_object()) reject(field + ".constants", all, "an object of names and numbers");
  for (const auto& [name, value] : all.items()) {
    const auto at = fmt::format("{}.constants.{}", field, name);
    if (const auto why = why_no_constant(name, variables); !why.empty())
      throw UserError(fmt::format("{}: this name is given; accepted: {}", at, why));
    constants[name] = number<float100>(value, at);
  }
  return constants;
}

void add_expression_of(ExpressionTrees<float100>& trees, const json& text, const std::string& field,
                       const std::map<std::string, float100>& constants, const VariableNames& variables) {
  if (!text.is_string()) reject(field, text, "an expression as a string");
  try {
    trees.roots.push_back(add_expression(trees, text.get<std::string>(), constants, variables));
  } catch (const std::invalid_argument& e) {
    throw UserError(field + ": " + e.what());
  }
}

constexpr const char* of_kinks = ": abs, min, max, asin, acos and atan2 have kinks, where orders may fall";

template <class T>
FormulaPotential<T> potential_of(const json& j, const std::string& field, const std::string& letter, int coordinates,
                                 const T& t0, const Vec<Space, T>& x, std::vector<std::string>& warnings) {
  only_keys(j, field, {"kind", "potential", "constants", "feature", "comments"});
  const auto variables = variables_of_point(letter, coordinates);
  const json& text = required(j, field, "potential", "an expression as a string");
  PotentialData<float100> data;
  auto& trees = data.trees;
  add_expression_of(trees, text, field + ".potential", constants_of(j, field, variables), variables);
  if (trees.has_kinks()) warnings.push_back(field + of_kinks);
  try {
    for (int i = 0; i < 3; ++i) trees.roots.push_back(add_slope(trees, trees.roots[0], formula::first_of_point + i));
    for (int i = 0; i < 3; ++i)
      for (int k = i; k < 3; ++k)
        trees.roots.push_back(add_slope(trees, trees.roots[1 + i], formula::first_of_point + k));
  } catch (const std::length_error&) {
    reject(field + ".potential", text,
           "an expression whose second derivatives have at most 4000 operations and numbers");
  }
  if (j.contains("feature")) data.feature = positive<float100>(j["feature"], field + ".feature");
  const FormulaPotential<T> V{Shared<PotentialData<T>>(cast<T>(data))};
  if (!is_finite(V.force(t0, x)))
    reject(field + ".potential", text, "an expression whose slope at the start is finite");
  return V;
}
template FormulaPotential<double> potential_of(const json&, const std::string&, const std::string&, int, const double&,
                                               const Vec<Space, double>&, std::vector<std::string>&);
template FormulaPotential<float128> potential_of(const json&, const std::string&, const std::string&, int,
                                                 const float128&, const Vec<Space, float128>&,
                                                 std::vector<std::string>&);
template FormulaPotential<float100> potential_of(const json&, const std::string&, const std::string&, int,
                                                 const float100&, const Vec<Space, float100>&,
                                                 std::vector<std::string>&);

namespace {

template <class T>
void read_field(Vec<Body, T>& to, const json& j, const std::string& field) {
  to = vector<Body, T>(j, field);
}
template <class T>
void read_field(Vec<Space, T>& to, const json& j, const std::string& field) {
  to = vector<Space, T>(j, field);
}
template <class T>
void read_field(T& to, const json& j, const std::string& field) {
  to = number<T>(j, field);
}
void read_field(bool& to, const json& j, const std::string& field) {
  if (!j.is_boolean()) reject(field, j, "true or false");
  to = j.get<bool>();
}
template <class M>
constexpr const char* accepted_for() {
  return requires(M m) {
    m[2];
  }
  ? "a list of three numbers" : std::is_same_v<M, bool> ? "true or false" : "a number";
}

/// A number (times the identity), three (a diagonal), or a 3x3 matrix, in the user's axes, of torques.
template <class T>
BodyTensor<T> tensor(const json& j, const std::string& field, const Context<T>& c) {
  Mat3<T> m{};
  if (is_matrix(j)) {
    m = rows<T>(j, field);
  } else {
    const auto d = j.is_array()
                       ? vector<Body, T>(j, field)
                       : number<T>(j, field, "a number, three, or a 3x3 matrix") * Vec<Body, T>{T(1), T(1), T(1)};
    for (int i = 0; i < 3; ++i) m(i, i) = d[i];
  }
  const auto A = matrix(c.axes);
  return BodyTensor<T>::of(c.units.torque * (transpose(A) * (m * A)));
}

template <class T>
void only_symmetric(const json& j, const std::string& field) {
  if (!is_matrix(j)) return;
  const auto m = rows<T>(j, field);
  if (m(0, 1) != m(1, 0) || m(0, 2) != m(2, 0) || m(1, 2) != m(2, 1)) reject(field, j, "a symmetric matrix");
}

// Torques with a reader of their own. Where a simpler kind does the same, that is read.

template <class T>
Torque<T> read_own(std::type_identity<Dipole<T>>, const json& j, const std::string& field, const Context<T>& c) {
  only_keys(j, field, {"kind", "moment", "field", "comments"});
  const std::string three = "a list of three numbers";
  const auto moment =
      c.units.dipole * c.placed(vector<Body, T>(required(j, field, "moment", three), field + ".moment"));
  const auto B = signal<Space, T>(required(j, field, "field", three), field + ".field", c);
  if (B.constant()) return UniformField<T>{-moment, B.at(T(0))};
  return Dipole<T>{moment, B};
}
template <class T>
Torque<T> read_own(std::type_identity<BodyTorque<T>>, const json& j, const std::string& field, const Context<T>& c) {
  only_keys(j, field, {"kind", "torque", "comments"});
  return BodyTorque<T>{signal<Body, T>(required(j, field, "torque", "three numbers, or a signal"), field + ".torque", c,
                                       c.units.torque, of_torque)};
}
template <class T>
Torque<T> read_own(std::type_identity<GravityGradient<T>>, const json& j, const std::string& field,
                   const Context<T>& c) {
  only_keys(j, field, {"kind", "strength", "mu", "radius", "direction", "orbit", "comments"});
  GravityGradient<T> k{c.moments, T(0), {}};
  const bool fixed = one_of(j, field, "direction", "orbit", "exactly one of direction and orbit");
  if (fixed) {
    k.direction = Signal<Space, T>(direction<Space, T>(j["direction"], field + ".direction"));
  } else {
    const auto r = orbit<T>(j["orbit"], field + ".orbit", c);
    k.strength = r.strength, k.direction = r.direction();
    if (k.strength == T(0) && !j.contains("strength") && !j.contains("mu"))
      missing(field + ".orbit.mu", "a positive number, or the name of a planet");
  }
  if (fixed || j.contains("strength") || j.contains("mu")) {
    const bool given = one_of(j, field, "strength", "mu", "strength, or mu and radius");
    if (given && j.contains("radius"))
      throw UserError(field + ".radius: given together with strength; accepted: one of them");
    if (given) return k.strength = number<T>(j["strength"], field + ".strength"), k;
    const T radius = positive<T>(required(j, field, "radius", "a positive number"), field + ".radius");
    k.strength = gravity<T>(j["mu"], field + ".mu", c) / (radius * radius * radius);
  }
  return k;
}
template <class T>
Torque<T> read_own(std::type_identity<Spring<T>>, const json& j, const std::string& field, const Context<T>& c) {
  using std::abs;
  only_keys(j, field, {"kind", "stiffness", "attitude", "potential", "comments"});
  SpringData<T> spring;
  const json& K = required(j, field, "stiffness", "a number, three, or a symmetric 3x3 matrix");
  only_symmetric<T>(K, field + ".stiffness");
  spring.stiffness = tensor<T>(K, field + ".stiffness", c);
  const auto moments = eigenvectors(spring.stiffness.matrix()).first;
  if (!(std::min({moments[0], moments[1], moments[2]}) > T(0)))
    c.warnings.push_back(field + ".stiffness: not positive, the attitude is not a minimum of the potential");
  if (j.contains("attitude")) spring.target = attitude<T>(j["attitude"], field + ".attitude", c.units, c.warnings);
  spring.target = spring.target * c.axes;
  spring.quadratic = word(j, field, "potential", {"trace", "quadratic"}) == "quadratic";
  return Spring<T>{Shared<SpringData<T>>(spring)};
}

template <class T>
MomentumTorque<T> read_own(std::type_identity<Damping<T>>, const json& j, const std::string& field,
                           const Context<T>& c) {
  only_keys(j, field, {"kind", "matrix", "eddy", "field", "comments"});
  const bool constant = one_of(j, field, "matrix", "eddy", "exactly one of matrix and eddy");
  const std::string key = constant ? "matrix" : "eddy", at = field + "." + key;
  if (!constant) only_symmetric<T>(j[key], at);
  Damping<T> k{tensor<T>(j[key], at, c), !constant, {}};
  const auto D = k.matrix.matrix();
  const auto rates = eigenvectors(T(0.5) * (D + transpose(D))).first;
  using std::abs;
  const T most = std::max({T(abs(rates[0])), T(abs(rates[1])), T(abs(rates[2]))});
  if (std::min({rates[0], rates[1], rates[2]}) < -T(1e-12) * most)
    c.warnings.push_back(at + ": its symmetric part is not positive, so it adds energy");
  if (constant && j.contains("field")) throw UserError(field + ".field: given with matrix; accepted: with eddy");
  if (!constant)
    k.field = signal<Space, T>(required(j, field, "field", "three numbers, or a signal"), field + ".field", c);
  return k;
}
template <class T>
MomentumTorque<T> read_own(std::type_identity<Rotors<T>>, const json& j, const std::string& field,
                           const Context<T>& c) {
  only_keys(j, field, {"kind", "momentum", "wheels", "comments"});
  if (one_of(j, field, "momentum", "wheels", "exactly one of momentum and wheels")) {
    const auto h = signal<Body, T>(j["momentum"], field + ".momentum", c, c.units.momentum, of_momentum);
    if (h.jumps())
      reject(field + ".momentum", j["momentum"], "a continuous signal (a jump of spin momentum is an impulse)");
    return Rotors<T>{h};
  }
  const json& wheels = j["wheels"];
  if (!wheels.is_array() || wheels.empty()) reject(field + ".wheels", wheels, "a list of wheels");
  Vec<Body, T> h{};
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    const json& wheel = wheels[i];
    const auto one = fmt::format("{}.wheels[{}]", field, i);
    if (!wheel.is_object()) reject(one, wheel, "an object with axis, and momentum, or inertia and speed");
    only_keys(wheel, one, {"axis", "momentum", "inertia", "speed"});
    const auto n = direction<Body, T>(required(wheel, one, "axis", "a list of three numbers"), one + ".axis");
    const auto value = [&](const char* key) {
      return number<T>(required(wheel, one, key, "a number"), one + "." + key);
    };
    const bool given = one_of(wheel, one, "momentum", "inertia", "momentum, or inertia and speed");
    if (given && wheel.contains("speed"))
      throw UserError(one + ".speed: given together with momentum; accepted: with inertia");
    h += (given
              ? c.units.momentum * value("momentum")
              : T(positive<T>(wheel["inertia"], one + ".inertia") * c.units.per_time(value("speed"), one + ".speed"))) *
         n;
  }
  return Rotors<T>{Signal<Body, T>(c.placed(h))};
}

template <class T>
MomentumTorque<T> read_own(std::type_identity<Control<T>>, const json& j, const std::string& field,
                           const Context<T>& c) {
  only_keys(j, field, {"kind", "attitude_gain", "rate_gain", "target", "error", "limit", "saturation", "sample", "delay", "comments"});
  if (j.contains("delay")) throw UserError(field + ".delay: given without sample; accepted: together with it");
  ControlData<T> k;
  k.axes = relabel<Body, User>(c.axes);
  if (j.contains("attitude_gain")) k.attitude_gain = tensor<T>(j["attitude_gain"], field + ".attitude_gain", c);
  if (j.contains("rate_gain")) k.rate_gain = tensor<T>(j["rate_gain"], field + ".rate_gain", c);
  for (const auto& row : k.rate_gain.rows) k.damps = k.damps || norm2(row) != T(0);
  if (!j.contains("attitude_gain") && !j.contains("rate_gain"))
    c.warnings.push_back(field + ": control without attitude_gain and rate_gain does nothing");
  if (j.contains("target")) {
    const json& target = j["target"];
    if (!target.is_object()) reject(field + ".target", target, "an object with attitude and rate");
    only_keys(target, field + ".target", {"attitude", "rate"});
    if (target.contains("attitude"))
      k.target = attitude<T>(target["attitude"], field + ".target.attitude", c.units, c.warnings);
    if (target.contains("rate"))
      k.target_rate =
          c.units.per_time(c.placed(vector<Body, T>(target["rate"], field + ".target.rate")), field + ".target.rate");
  }
  k.target = k.target * c.axes;
  k.by_quaternion = word(j, field, "error", {"matrix", "quaternion"}) == "quaternion";
  k.smooth = word(j, field, "saturation", {"clip", "tanh"}) == "tanh";
  k.limited = j.contains("limit");
  if (j.contains("saturation") && !k.limited)
    throw UserError(field + ".saturation: given without limit; accepted: together with it");
  if (k.limited) {
    const json& L = j["limit"];
    if (L.is_array() && L.size() != 3) reject(field + ".limit", L, "a positive number, or three");
    for (int i = 0; i < 3; ++i)
      k.limit[i] = c.units.torque * (L.is_array() ? positive<T>(L[i], fmt::format("{}.limit[{}]", field, i))
                                                  : positive<T>(L, field + ".limit"));
  }
  return Control<T>{Shared<ControlData<T>>(k)};
}

/// `sample` is the interval, with `delay` beside it; or an object that has both, an offset, and what acts at first.
template <class T>
SampledControl<T> sampled_control(json j, const std::string& field, const Context<T>& c) {
  const json sample = j.at("sample");
  const auto where = field + ".sample";
  const auto not_negative = [&](const json& from, const char* key, const std::string& at) {
    if (!from.contains(key)) return T(0);
    const T x = number<T>(from[key], at, "a number, 0 or more");
    if (x < T(0)) reject(at, from[key], "a number, 0 or more");
    return x;
  };
  SampledControl<T> k{};
  if (sample.is_object()) {
    only_keys(sample, where, {"interval", "delay", "offset", "initial"});
    if (j.contains("delay")) throw UserError(field + ".delay: given beside an object; accepted: sample.delay");
    k.interval = positive<T>(required(sample, where, "interval", "a positive number"), where + ".interval");
    k.delay = not_negative(sample, "delay", where + ".delay"), k.offset = not_negative(sample, "offset", where + ".offset");
    if (sample.contains("initial"))
      k.initial = c.units.torque * c.placed(vector<Body, T>(sample["initial"], where + ".initial"));
  } else {
    k.interval = positive<T>(sample, where);
    k.delay = not_negative(j, "delay", field + ".delay");
  }
  j.erase("sample"), j.erase("delay");
  k.law = std::get<Control<T>>(read_own(std::type_identity<Control<T>>(), j, field, c));
  return k;
}

/// What a formula or a library computes has no units of its own.
template <class T>
void only_own_units(const std::string& field, const Context<T>& c) {
  if (c.units.torque != T(1) || c.units.momentum != T(1))
    throw UserError(field +
                    ".kind: a formula or a library is given with a unit of torque or momentum of its own; accepted: "
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
      throw UserError(fmt::format(
          "{}.potential: its torque at some attitude is ({:.6g}, {:.6g}, {:.6g}) in principal axes, the given one "
          "({:.6g}, "
          "{:.6g}, {:.6g}); accepted: the potential of the torque, T = -dV",
          field, scalar_cast<double>(slope[0]), scalar_cast<double>(slope[1]), scalar_cast<double>(slope[2]),
          scalar_cast<double>(found[0]), scalar_cast<double>(found[1]), scalar_cast<double>(found[2])));
  }
}

template <class T>
MomentumTorque<T> read_own(std::type_identity<Formula<T>>, const json& j, const std::string& field,
                           const Context<T>& c) {
  only_keys(j, field, {"kind", "torque", "constants", "frame", "feature", "potential", "comments"});
  only_own_units(field, c);
  const auto constants = constants_of(j, field);
  FormulaData<float100> data;
  const auto add = [&](const json& text, const std::string& at) {
    add_expression_of(data.trees, text, at, constants);
  };
  const json& torque = required(j, field, "torque", "three expressions");
  if (!torque.is_array() || torque.size() != 3) reject(field + ".torque", torque, "three expressions");
  for (std::size_t i = 0; i < 3; ++i) add(torque[i], fmt::format("{}.torque[{}]", field, i));
  if (j.contains("potential")) {
    add(j["potential"], field + ".potential");
    const auto root = data.trees.roots.back();
    if (data.trees.names(root, 0, formula::first_of_attitude) ||
        data.trees.names(root, formula::first_of_momentum, formula::variables))
      reject(field + ".potential", j["potential"], "an expression of the attitude only, R11 to R33");
  }
  data.in_space = word(j, field, "frame", {"body", "space"}) == "space";
  if (data.trees.has_kinks())
    c.warnings.push_back(field + of_kinks);
  if (j.contains("feature")) data.feature = positive<float100>(j["feature"], field + ".feature");
  auto narrow = cast<T>(data);
  narrow.axes = relabel<Body, User>(c.axes);
  const Formula<T> k{Shared<FormulaData<T>>(narrow)};
  if (k.has_potential()) check_potential(k, field, Inertia<T>(c.moments[0], c.moments[1], c.moments[2]));
  return k;
}

template <class T>
MomentumTorque<T> read_own(std::type_identity<Library<T>>, const json& j, const std::string& field,
                           const Context<T>& c) {
  only_keys(j, field, {"kind", "file", "symbol", "potential", "momentum", "comments"});
  only_own_units(field, c);
  const auto text = [&](const char* key, const json& given) {
    if (!given.is_string() || given.get_ref<const std::string&>().empty())
      reject(fmt::format("{}.{}", field, key), given, "a name");
    return given.get<std::string>();
  };
  auto wanted = text("symbol", j.value("symbol", json("polhode_torque")));
  Library<T> k;
  k.axes = relabel<Body, User>(c.axes);
  if (wanted == of_caller && !j.contains("file")) {
    if (!callers_torque) reject(field + ".symbol", j["symbol"], "a function of the caller's in its place");
    k.function = &torque_of_caller;
    k.of_momentum = callers_torque->of_rates;
    return k;
  }
  const auto name = text("file", required(j, field, "file", "the name of a shared object"));
  const auto path = name.find('/') == 0 ? name : (c.folder.empty() ? "./" : c.folder) + name;
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // for as long as the program runs
  numbers_were_changed();  // what is compiled by -ffast-math changes them when it is loaded: they are set back
  if (!handle) throw UserError(fmt::format("{}.file: {}; accepted: a shared object", field, printable(dlerror())));
  const auto symbol = [&](const char* key, const std::string& wanted) {
    void* found = dlsym(handle, wanted.c_str());
    if (!found)
      throw UserError(
          fmt::format("{}.{}: {} has no symbol \"{}\"; accepted: one that it exports", field, key, path, wanted));
    return found;
  };
  constexpr const char* of_states = "polhode_torques_v2";  // of a name that ends so the function takes n states
  if (!j.contains("symbol") && dlsym(handle, of_states)) wanted = of_states;
  if (wanted.ends_with("_torques_v2"))
    k.states_function = reinterpret_cast<typename Library<T>::StatesFunction>(symbol("symbol", wanted));
  else
    k.function = reinterpret_cast<typename Library<T>::Function>(symbol("symbol", wanted));
  k.of_momentum = flag(j, field, "momentum", true);
  if (j.contains("potential")) {
    k.potential_function = reinterpret_cast<typename Library<T>::PotentialFunction>(
        symbol("potential", text("potential", j["potential"])));
    check_potential(k, field, Inertia<T>(c.moments[0], c.moments[1], c.moments[2]));
  }
  return k;
}

/// Reads the fields of a torque that the keys of its word give. What belongs to the body comes in the user's axes.
template <class Kind, class T>
auto read_torque(const Word& word, const json& j, const std::string& field, const Context<T>& c) {
  if constexpr (requires { read_own(std::type_identity<Kind>(), j, field, c); }) {
    return read_own(std::type_identity<Kind>(), j, field, c);
  } else {
    Kind kind;
    std::vector<std::string> keys{"kind", "comments"};
    for (const auto& key : word.keys)
      if (!key.key.empty()) keys.emplace_back(key.key);
    only_keys(j, field, keys);
    Kind::fields(
        [&](const Field& to, auto& member) {
          using M = std::remove_reference_t<decltype(member)>;
          if constexpr (!std::is_pointer_v<M>)
            for (const auto& key : word.keys)
              if (const std::string name(key.key); key.field == to.name && (key.required || j.contains(name)))
                read_field(member, required(j, field, name, accepted_for<M>()), field + "." + name);
          if constexpr (std::is_same_v<M, Vec<Body, T>>) member = c.placed(member);
          if constexpr (std::is_same_v<M, Vec<Body, T>> || std::is_same_v<M, Vec<Space, T>>)
            for (const auto& key : word.keys)
              if (!key.key.empty() && key.field == to.name) member = c.units.torque * member;
          if constexpr (std::is_same_v<M, T>)
            if (to.name == "frequency") member = c.units.per_time(member, field + ".frequency");
        },
        kind);
    return Torque<T>(kind);
  }
}

}  // namespace

void for_each_torque(const json& document,
                     const std::function<void(const std::string&, const json&, const std::string&)>& read) {
  const json none = {{"kind", "none"}};
  const json& torque = document.contains("torque") ? document["torque"] : none;
  const auto one = [&](const json& j, const std::string& field) {
    if (!j.is_object()) reject(field, j, "an object with \"kind\", or a list of such objects");
    if (!j.contains("kind")) missing(field + ".kind", "the kind of the torque, like \"gravity\"");
    if (!j["kind"].is_string()) reject(field + ".kind", j["kind"], "the kind of the torque, like \"gravity\"");
    read(j["kind"].get<std::string>(), j, field);
  };
  if (!torque.is_array()) return one(torque, "torque");
  constexpr std::size_t most = 100;
  if (torque.size() > most)
    throw UserError(fmt::format("torque: {} are given; accepted: at most {}", torque.size(), most));
  for (std::size_t i = 0; i < torque.size(); ++i) one(torque[i], fmt::format("torque[{}]", i));
}

template <class T>
Vec<Body, T> weight(const json& j, const std::string& field, const Context<T>& c) {
  const T g = number<T>(j["g"], field + ".g");
  if (!c.lever)
    throw UserError(field +
                    ".g: given without body.pivot; accepted: with it (its weight exerts no torque on a free body), or "
                    "moment instead");
  return g * *c.lever;
}

template <class T>
TorquedBody<T> with_torques(const RigidBody<T>& rigid, const json& document, const Context<T>& c,
                            std::vector<std::string>& momentum_torques) {
  TorquedBody<T> body{rigid};
  std::uint64_t noises = 0;
  for_each_torque(document, [&](const std::string& name, const json& j, const std::string& field) {
    if (name == "none") return only_keys(j, field, {"kind", "comments"});
    const auto check_capacity = [&] {
      if (const int most = body.torques.capacity; body.torques.size + body.momentum_torques.size == most)
        throw UserError(fmt::format("{}: at most {} torques are accepted", field, most));
    };
    if (name == "gravity" && j.contains("g")) {
      if (j.contains("moment")) throw UserError(field + ".g: given together with moment; accepted: one of them");
      only_keys(j, field, {"kind", "g", "comments"});
      check_capacity();
      body.torques.push_back(UniformField<T>{c.placed(weight<T>(j, field, c)), axis<Space, T>(2)});
      return;
    }
    if (name == "noise") {
      check_capacity();
      body.torques.push_back(noise<T>(j, field, document, noises++, c));
      return;
    }
    if (name == "control" && j.contains("sample") && c.sampled)
      return c.sampled->push_back(sampled_control<T>(j, field, c));
    std::vector<std::string> known{"none", "noise"};
    bool found = false;
    const auto try_kind = [&]<class Kind>(std::type_identity<Kind>) {
      if constexpr (Kind::words.empty())
        return;
      else
        for (const auto& word : Kind::words) {
          known.emplace_back(word.name);
          if (word.name != name) continue;
          check_capacity();
          const auto torque = read_torque<Kind>(word, j, field, c);
          if constexpr (std::is_same_v<decltype(torque), const Torque<T>>)
            body.torques.push_back(torque);
          else
            body.momentum_torques.push_back(torque), momentum_torques.push_back(fmt::format("{} ({})", field, name));
          found = true;
        }
    };
    const auto try_kinds = [&]<class... Kind>(std::type_identity<std::variant<Kind...>>) {
      (try_kind(std::type_identity<Kind>()), ...);
    };
    try_kinds(std::type_identity<Torque<T>>());
    try_kinds(std::type_identity<MomentumTorque<T>>());
    if (!found) throw UserError(field + ".kind: " + unknown_name("torque of a rigid body", name, known));
  });
  if (c.sampled && !c.sampled->empty()) {
    if (body.torques.size + body.momentum_torques.size == body.torques.capacity)
      throw UserError(
          fmt::format("torque: at most {} are accepted beside controllers that sample", body.torques.capacity - 1));
    body.torques.push_back(BodyTorque<T>{Signal<Body, T>(Vec<Body, T>{})});  // theirs
  }
  return body;
}

template Vec<Body, double> weight(const json&, const std::string&, const Context<double>&);
template Vec<Body, float128> weight(const json&, const std::string&, const Context<float128>&);
template Vec<Body, float100> weight(const json&, const std::string&, const Context<float100>&);
template TorquedBody<double> with_torques(const RigidBody<double>&, const json&, const Context<double>&,
                                          std::vector<std::string>&);
template TorquedBody<float128> with_torques(const RigidBody<float128>&, const json&, const Context<float128>&,
                                            std::vector<std::string>&);
template TorquedBody<float100> with_torques(const RigidBody<float100>&, const json&, const Context<float100>&,
                                            std::vector<std::string>&);

}  // namespace reading

}  // namespace polhode
