// SPDX-License-Identifier: MIT
#include "core/io/spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/geometry/decimal.hpp"
#include "core/geometry/principal_axes.hpp"
#include "core/io/json.hpp"
#include "core/system/user.hpp"

namespace polhode {

namespace {

using nlohmann::json;

[[noreturn]] void reject(const std::string& field, const json& j, const std::string& accepted) {
  throw UserError(fmt::format("{}: {} is given; accepted: {}", field, shortened_json(j), accepted));
}
[[noreturn]] void missing(const std::string& field, const std::string& accepted) {
  throw UserError(fmt::format("{}: missing; accepted: {}", field, accepted));
}

/// [+-] digits [. digits] [e [+-] digits], nothing else.
bool is_decimal(const std::string& s) {
  constexpr std::size_t longest = 1000;
  if (s.size() > longest) return false;
  std::size_t i = 0, digits = 0;
  const auto eat = [&] {
    std::size_t n = 0;
    while (i < s.size() && std::isdigit(static_cast<unsigned char>(s[i]))) ++i, ++n;
    return n;
  };
  if (i < s.size() && (s[i] == '+' || s[i] == '-')) ++i;
  digits += eat();
  if (i < s.size() && s[i] == '.') ++i, digits += eat();
  if (digits == 0) return false;
  if (i < s.size() && (s[i] == 'e' || s[i] == 'E')) {
    ++i;
    if (i < s.size() && (s[i] == '+' || s[i] == '-')) ++i;
    const auto n = eat();
    if (n == 0 || n > 6) return false;
  }
  return i == s.size();
}

template <class T>
T from_decimal(const std::string& s) {
  if constexpr (std::is_same_v<T, double>) {
    double x = 0;
    const char* begin = s.data() + (s[0] == '+');
    const auto r = std::from_chars(begin, s.data() + s.size(), x);
    return r.ec == std::errc::result_out_of_range ? std::strtod(s.c_str(), nullptr) : x;
  } else {
    return T(s);
  }
}

template <class T>
T number(const json& j, const std::string& field,
         const std::string& accepted = "a finite number, or one as a decimal string") {
  if (j.is_string()) {
    const auto& s = j.get_ref<const std::string&>();
    if (!is_decimal(s)) reject(field, j, accepted);
    const T x = from_decimal<T>(s);
    if (!is_finite(x) || !std::isfinite(from_decimal<double>(s))) reject(field, j, accepted);
    return x;
  }
  if (!j.is_number()) reject(field, j, accepted);
  const double x = j.get<double>();
  if (!std::isfinite(x)) reject(field, j, accepted);
  return T(x);
}

template <class T>
T positive(const json& j, const std::string& field) {
  const std::string accepted = "a positive number";
  const T x = number<T>(j, field, accepted);
  if (!(x > T(0)) || !is_finite(T(T(1) / x)) || !is_finite(T(x * x * x))) reject(field, j, accepted);
  return x;
}

template <class F, class T>
Vec<F, T> vector(const json& j, const std::string& field) {
  if (!j.is_array() || j.size() != 3) reject(field, j, "a list of three numbers");
  Vec<F, T> v;
  for (int i = 0; i < 3; ++i) v[i] = number<T>(j[i], fmt::format("{}[{}]", field, i));
  return v;
}

template <class T>
Mat3<T> rows(const json& j, const std::string& field) {
  Mat3<T> m;
  for (int i = 0; i < 3; ++i) {
    const auto row = vector<Body, T>(j[i], fmt::format("{}[{}]", field, i));
    for (int k = 0; k < 3; ++k) m(i, k) = row[k];
  }
  return m;
}

bool is_matrix(const json& j) {
  return j.is_array() && j.size() == 3 && j[0].is_array();
}

void only_keys(const json& object, const std::string& field, const std::vector<std::string>& keys) {
  const std::string prefix = field.empty() ? "" : field + ".";
  for (const auto& [key, value] : object.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw UserError(fmt::format("{}{}: {}", prefix, key, unknown_name("key here", key, keys)));
}

std::int64_t count(const json& j, const std::string& field) {
  constexpr std::int64_t most = std::int64_t(1) << 53;
  const std::string accepted = "an integer from 1 to 2^53";
  if (!j.is_number_integer()) reject(field, j, accepted);
  if (j.is_number_unsigned() && j.get<std::uint64_t>() > static_cast<std::uint64_t>(most)) reject(field, j, accepted);
  const auto n = j.get<std::int64_t>();
  if (n < 1 || n > most) reject(field, j, accepted);
  return n;
}

constexpr double projectable = 1e-9, silent = 1e-14;

void projected(const std::string& field, double defect, std::vector<std::string>& warnings) {
  if (defect > silent) warnings.push_back(fmt::format("{}: off by {:.1e}, projected", field, defect));
}

template <class T>
Inertia<T> inertia(const json& j, Rotation<Body, Body, T>& axes, std::vector<std::string>& warnings) {
  using std::abs;
  const std::string field = "body.inertia";
  Vec<Body, T> I;
  if (is_matrix(j)) {
    // In 100 digits for every T: each then has the same body and, where moments are nearly equal, the same axes.
    const auto m = rows<float100>(j, field);
    float100 size(0), skew(0);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        size = std::max(size, float100(abs(m(i, k))));
        skew = std::max(skew, float100(abs(m(i, k) - m(k, i))));
      }
    if (skew > 1e-12 * size) reject(field, j, "a matrix that is symmetric to 1e-12");
    if (skew > silent * size)
      warnings.push_back(
          fmt::format("{}: off by {:.1e}, made symmetric", field, scalar_cast<double>(float100(skew / size))));
    const auto principal = principal_axes(m);
    I = cast<T>(principal.moments), axes = cast<T>(principal.axes);
    for (int i = 0; i < 3; ++i)
      if (!(I[i] > T(0)) || !is_finite(T(T(1) / I[i]))) reject(field, j, "a positive definite matrix");
  } else {
    if (!j.is_array() || j.size() != 3) reject(field, j, "three principal moments, or a 3x3 matrix");
    for (int i = 0; i < 3; ++i) I[i] = positive<T>(j[i], fmt::format("{}[{}]", field, i));
  }
  for (int i = 0; i < 3; ++i)
    if (I[i] > (I[(i + 1) % 3] + I[(i + 2) % 3]) * (T(1) + T(8) * epsilon<T>()))
      warnings.push_back("body.inertia: violates the triangle inequality, no rigid distribution of mass has it");
  return {I[0], I[1], I[2]};
}

template <class T>
Attitude<T> attitude(const json& j, std::vector<std::string>& warnings) {
  using std::abs, std::sqrt;
  const std::string field = "body.attitude";
  if (j.is_object()) {
    only_keys(j, field, {"rotation_vector"});
    if (!j.contains("rotation_vector")) missing(field + ".rotation_vector", "a list of three numbers");
    const auto v = vector<Space, T>(j["rotation_vector"], field + ".rotation_vector");
    if (!is_finite(norm2(v))) reject(field + ".rotation_vector", j["rotation_vector"], "a vector of finite length");
    return relabel<Body, Space>(exp(v));
  }
  const std::string accepted =
      "a rotation: a unit quaternion [w, x, y, z], a 3x3 matrix by rows, or {\"rotation_vector\": [..]}";
  if (is_matrix(j)) {
    Mat3<T> m = rows<T>(j, field);
    T off(0);
    const auto defect = transpose(m) * m - identity_matrix<T>();
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) off = std::max(off, T(abs(defect(i, k))));
    const auto column = [&](int i) { return m.template column<Body>(i); };
    if (!(off <= T(projectable)) || dot(cross(column(0), column(1)), column(2)) < T(0)) reject(field, j, accepted);
    projected(field, scalar_cast<double>(off), warnings);
    for (int round = 0; round < 4; ++round) {  // polar decomposition by Newton: m <- (m + m^-T) / 2
      const auto inverse_transpose =
          from_columns(cross(column(1), column(2)), cross(column(2), column(0)), cross(column(0), column(1)));
      m = T(0.5) * (m + (T(1) / dot(column(0), cross(column(1), column(2)))) * inverse_transpose);
    }
    return from_matrix<Body, Space, T>(m);
  }
  if (!j.is_array() || j.size() != 4) reject(field, j, accepted);
  T q[4];
  for (int i = 0; i < 4; ++i) q[i] = number<T>(j[i], fmt::format("{}[{}]", field, i));
  const Attitude<T> R{q[0], q[1], q[2], q[3]};
  const T off = abs(sqrt(norm2(R)) - T(1));
  if (!(off <= T(projectable))) reject(field, j, accepted);
  projected(field, scalar_cast<double>(off), warnings);
  return off == T(0) ? R : normalised(R);
}

/// Calls read(kind, object, field) for the object `torque` or for each of a list.
template <class Read>
void for_each_torque(const json& document, const Read& read) {
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

const json& required(const json& j, const std::string& field, const std::string& key, const std::string& accepted) {
  if (!j.contains(key)) missing(field + "." + key, accepted);
  return j[key];
}

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

/// Reads the fields of a torque that the keys of its word give. What belongs to the body comes in the user's axes.
template <class Kind, class T>
Kind read_torque(const Word& word, const json& j, const std::string& field, const Rotation<Body, Body, T>& axes) {
  Kind kind;
  std::vector<std::string> keys{"kind"};
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
        if constexpr (std::is_same_v<M, Vec<Body, T>>) member = inverse(axes) * member;
      },
      kind);
  return kind;
}

template <class T>
TorqueSum<T> torques(const json& document, const Rotation<Body, Body, T>& axes) {
  TorqueSum<T> sum;
  for_each_torque(document, [&](const std::string& name, const json& j, const std::string& field) {
    if (name == "none") return only_keys(j, field, {"kind"});
    std::vector<std::string> known{"none"};
    bool found = false;
    const auto try_kind = [&]<class Kind>(std::type_identity<Kind>) {
      for (const auto& word : Kind::words) {
        known.emplace_back(word.name);
        if (word.name != name) continue;
        if (sum.size == sum.capacity)
          throw UserError(fmt::format("{}: at most {} torques are accepted", field, sum.capacity));
        sum.push_back(read_torque<Kind>(word, j, field, axes));
        found = true;
      }
    };
    [&]<class... Kind>(std::type_identity<std::variant<Kind...>>) {
      (try_kind(std::type_identity<Kind>()), ...);
    }(std::type_identity<Torque<T>>());
    if (!found) throw UserError(field + ".kind: " + unknown_name("torque of a rigid body", name, known));
  });
  return sum;
}

template <class T>
AnyProblem<T> rigid_body(const json& document, Spec<T>& spec) {
  const json& body = document["body"];
  only_keys(body, "body", {"inertia", "attitude", "momentum", "angular_velocity"});
  if (!body.contains("inertia")) missing("body.inertia", "three principal moments, or a 3x3 matrix");
  RigidBody<T> rigid{inertia<T>(body["inertia"], spec.axes, spec.warnings), {{}, Attitude<T>::identity()}};
  if (body.contains("attitude")) rigid.initial.R = attitude<T>(body["attitude"], spec.warnings);
  rigid.initial.R = rigid.initial.R * spec.axes;

  if (body.contains("momentum") == body.contains("angular_velocity"))
    throw UserError(fmt::format(
        "body.momentum: {} given; accepted: exactly one of momentum and angular_velocity",
        body.contains("momentum") ? "it and body.angular_velocity are" : "neither it nor body.angular_velocity is"));
  const bool by_momentum = body.contains("momentum");
  const auto key = by_momentum ? "momentum" : "angular_velocity";
  const auto v = inverse(spec.axes) * vector<Body, T>(body[key], fmt::format("body.{}", key));
  rigid.initial.Pi = by_momentum ? v : rigid.momentum(v);
  const auto in_range = [](const T& x) { return std::isfinite(scalar_cast<double>(x)); };  // of the answer's doubles
  if (!in_range(norm2(rigid.initial.Pi)) || !in_range(norm2(rigid.Omega(rigid.initial.Pi))) ||
      !in_range(rigid.kinetic_energy(rigid.initial.Pi)))
    reject(fmt::format("body.{}", key), body[key], "a vector whose momentum, angular velocity and energy are finite");

  const auto sum = torques<T>(document, spec.axes);
  if (sum.size == 0) return FreeBody<T>{rigid};
  return TorquedBody<T>{rigid, sum};
}

template <class T>
AnyProblem<T> director(const json& document, Spec<T>& spec) {
  using std::abs;
  const json& body = document["body"];
  only_keys(body, "body", {"inertia", "director", "angular_velocity_space"});
  const std::string three = "a list of three numbers";
  Director<T> p{};
  p.I = positive<T>(required(body, "body", "inertia", "a positive number"), "body.inertia");
  p.initial.d = vector<Space, T>(required(body, "body", "director", three), "body.director");
  p.initial.omega =
      vector<Space, T>(required(body, "body", "angular_velocity_space", three), "body.angular_velocity_space");

  const T length = norm(p.initial.d), off = abs(length - T(1));
  if (!(off <= T(projectable))) reject("body.director", body["director"], "a unit vector");
  projected("body.director", scalar_cast<double>(off), spec.warnings);
  if (off != T(0)) p.initial.d = p.initial.d / length;
  const T w = norm(p.initial.omega), along = abs(dot(p.initial.d, p.initial.omega));
  if (!(along <= T(projectable) * w))
    reject("body.angular_velocity_space", body["angular_velocity_space"], "a vector normal to body.director");
  if (along > T(0)) {
    projected("body.angular_velocity_space", scalar_cast<double>(T(along / w)), spec.warnings);
    p.initial.omega = tangential(p.initial.d, p.initial.omega);
  }

  bool has_field = false;
  for_each_torque(document, [&](const std::string& kind, const json& j, const std::string& field) {
    if (kind == "none") return only_keys(j, field, {"kind"});
    if (kind != "field")
      throw UserError(field + ".kind: " + unknown_name("torque of a director", kind, {"none", "field"}));
    if (has_field) throw UserError(field + ": at most one field is accepted");
    has_field = true;
    only_keys(j, field, {"kind", "g", "amplitude", "frequency"});
    p.g = vector<Space, T>(required(j, field, "g", three), field + ".g");
    if (j.contains("amplitude") != j.contains("frequency"))
      missing(field + (j.contains("amplitude") ? ".frequency" : ".amplitude"),
              "both amplitude and frequency, or neither");
    if (j.contains("amplitude")) {
      p.amplitude = vector<Space, T>(j["amplitude"], field + ".amplitude");
      p.frequency = number<T>(j["frequency"], field + ".frequency");
    }
  });
  return p;
}

template <class T>
void read_times(const json& document, Spec<T>& spec) {
  const std::string some = "a finite number other than 0, or a list of them";
  if (document.contains("t0")) spec.t0 = number<T>(document["t0"], "t0");
  std::optional<std::int64_t> steps;
  if (document.contains("steps")) steps = count(document["steps"], "steps");
  if (document.contains("every")) spec.every = count(document["every"], "every");
  if (document.contains("h") && document.contains("time"))
    throw UserError("time: given together with h; accepted: one of them, with steps");
  if (document.contains("time")) {
    spec.time = number<T>(document["time"], "time");
    if (steps) {
      spec.grid = Grid<T>::of_duration(spec.t0, *spec.time, *steps);
      if (spec.grid->cycle()[0] == T(0)) reject("time", document["time"], "a finite number other than 0");
    }
  } else if (document.contains("h")) {
    std::vector<T> cycle;
    const json& h = document["h"];
    const auto read = [&](const json& j, const std::string& field) {
      const T x = number<T>(j, field, some);
      if (x == T(0)) reject(field, j, some);
      cycle.push_back(x);
    };
    if (h.is_array()) {
      if (h.empty()) reject("h", h, some);
      for (std::size_t i = 0; i < h.size(); ++i) read(h[i], fmt::format("h[{}]", i));
    } else {
      read(h, "h");
    }
    if (steps) {
      spec.grid = Grid<T>::of_cycle(spec.t0, cycle, *steps);
      spec.time = spec.grid->time(*steps) - spec.t0;
    }
  }
  if (spec.time && !is_finite(T(spec.t0 + *spec.time)))
    throw UserError("steps: the time of the last step is not finite; accepted: fewer or shorter steps");
}

}  // namespace

template <class T>
Spec<T> read_spec(const json& document) {
  if (!document.is_object()) reject("spec", document, "a JSON object");
  only_keys(document, "", {"body", "torque", "method", "h", "steps", "time", "t0", "every"});
  if (!document.contains("body")) missing("body", "an object with inertia, and momentum or angular_velocity");
  if (!document["body"].is_object())
    reject("body", document["body"], "an object with inertia, and momentum or angular_velocity");
  Spec<T> spec;
  if (document.contains("method")) {
    if (!document["method"].is_string()) reject("method", document["method"], "the name of a method");
    spec.method = document["method"].get<std::string>();
  }
  const json& body = document["body"];
  const bool is_director = body.contains("director") || body.contains("angular_velocity_space");
  spec.problem = is_director ? director<T>(document, spec) : rigid_body<T>(document, spec);
  read_times<T>(document, spec);
  return spec;
}

template Spec<double> read_spec(const json&);
template Spec<float128> read_spec(const json&);
template Spec<float100> read_spec(const json&);

}  // namespace polhode
