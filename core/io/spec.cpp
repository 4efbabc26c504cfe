// SPDX-License-Identifier: MIT
#include "core/io/spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <dlfcn.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/geometry/decimal.hpp"
#include "core/geometry/principal_axes.hpp"
#include "core/io/formula.hpp"
#include "core/io/json.hpp"
#include "core/io/offered_torque.hpp"
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

/// How the file's angles and rates become radians: once, at the precision of T.
template <class T>
struct Units {
  bool degrees = false;
  T rate{1};  ///< radians per time of one of its units

  T radians(const T& angle, bool in_degrees) const { return in_degrees ? T(pi_of<T>() * angle / T(180)) : angle; }
  T radians(const T& angle) const { return radians(angle, degrees); }
};

template <class T>
Units<T> units(const json& document, Spec<T>& spec) {
  Units<T> u;
  if (!document.contains("units")) return u;
  const json& j = document["units"];
  if (!j.is_object()) reject("units", j, "an object with names of mass, length, time, angle, rate, field");
  only_keys(j, "units", {"mass", "length", "time", "angle", "rate", "field"});
  for (const auto& [key, name] : j.items()) {
    if (!name.is_string()) reject("units." + key, name, "a name");
    spec.units.emplace_back(key, name.template get<std::string>());
  }
  const auto named = [&](const char* key, const std::string& otherwise) { return j.value(key, otherwise); };
  const std::string angle = named("angle", "rad"), time = named("time", ""), rate = named("rate", "");
  if (angle != "rad" && angle != "deg") reject("units.angle", j["angle"], "rad or deg");
  u.degrees = angle == "deg";
  const std::string per = time.empty() ? "T" : time;
  if (rate.empty() || rate == "rad/" + per) {
    u.rate = T(1);
  } else if (rate == "deg/" + per) {
    u.rate = pi_of<T>() / T(180);
  } else if (rate == "rpm") {
    const double minute = time == "s" ? 60 : time == "min" ? 1 : time == "h" ? 1.0 / 60 : 0;
    if (minute == 0) throw UserError(fmt::format("units.rate: rpm is given; accepted: with units.time s, min or h"));
    u.rate = time == "h" ? T(pi_of<T>() * T(120)) : T(T(2) * pi_of<T>() / T(minute));
  } else {
    reject("units.rate", j["rate"], fmt::format("rad/{0}, deg/{0}, or rpm (with time s, min or h)", per));
  }
  const std::string mass = named("mass", ""), length = named("length", "");
  if (!mass.empty() && !length.empty() && !time.empty()) {
    spec.units.emplace_back("momentum", fmt::format("{} {}^2/{}", mass, length, time));
    spec.units.emplace_back("energy", fmt::format("{} {}^2/{}^2", mass, length, time));
  }
  return u;
}

/// Notes of the user's: a string or a list of them.
void comments(const json& object, const std::string& field, std::vector<std::string>& all) {
  if (!object.is_object() || !object.contains("comments")) return;
  const json& j = object["comments"];
  const auto add = [&](const json& x) {
    if (!x.is_string()) reject(field, j, "a string or a list of strings");
    all.push_back(x.get<std::string>());
  };
  if (!j.is_array()) return add(j);
  for (const auto& x : j) add(x);
}

template <class T>
void check_triangle(const Vec<Body, T>& I, std::vector<std::string>& warnings) {
  for (int i = 0; i < 3; ++i) {
    const T others = I[(i + 1) % 3] + I[(i + 2) % 3];
    if (I[i] > others * (T(1) + T(8) * epsilon<T>()))
      warnings.push_back(
          fmt::format("body.inertia: violates the triangle inequality, no rigid distribution of mass has it: I{} = "
                      "{:.6g} > I{} + I{} = {:.6g} by {:.2g}",
                      i + 1, scalar_cast<double>(I[i]), (i + 1) % 3 + 1, (i + 2) % 3 + 1, scalar_cast<double>(others),
                      scalar_cast<double>(T(I[i] - others))));
  }
}

/// The principal moments of a symmetric matrix, in 100 digits for every T: each then has the same body and, where
/// moments are nearly equal, the same axes.
template <class T>
Vec<Body, T> principal_moments(const Mat3<float100>& m, const json& j, const std::string& field,
                               Rotation<Body, Body, T>& axes) {
  const auto principal = principal_axes(m);
  const auto I = cast<T>(principal.moments);
  axes = cast<T>(principal.axes);
  for (int i = 0; i < 3; ++i)
    if (!(I[i] > T(0)) || !is_finite(T(T(1) / I[i]))) reject(field, j, "a positive definite matrix");
  return I;
}

template <class T>
Inertia<T> inertia(const json& j, Rotation<Body, Body, T>& axes, std::vector<std::string>& warnings) {
  using std::abs;
  const std::string field = "body.inertia";
  Vec<Body, T> I;
  if (is_matrix(j)) {
    auto m = rows<float100>(j, field);
    float100 size(0), skew(0);
    int row = 0, column = 1;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        size = std::max(size, float100(abs(m(i, k))));
        if (const float100 off = abs(m(i, k) - m(k, i)); off > skew) skew = off, row = i, column = k;
      }
    constexpr double rounded = 1e-12, printed = 1e-4;
    if (skew > rounded * size) {
      const auto by = fmt::format("not symmetric by {:.2g} (entries [{}][{}], [{}][{}])",
                                  scalar_cast<double>(float100(skew / size)), row, column, column, row);
      if (skew > printed * size)
        throw UserError(fmt::format("{}: {}; accepted: a matrix that is symmetric to {:g} of its largest entry", field,
                                    by, printed));
      warnings.push_back(fmt::format("{}: {}, averaged", field, by));
    }
    I = principal_moments<T>(float100(0.5) * (m + transpose(m)), j, field, axes);
  } else {
    if (!j.is_array() || j.size() != 3) reject(field, j, "three principal moments, or a 3x3 matrix");
    for (int i = 0; i < 3; ++i) I[i] = positive<T>(j[i], fmt::format("{}[{}]", field, i));
  }
  check_triangle(I, warnings);
  return {I[0], I[1], I[2]};
}

/// Mass, centre and inertia about the centre of what is made of points or of a mesh.
struct Mass {
  float100 mass{0};
  Vec<Body, float100> centre{};
  Mat3<float100> inertia{};
};

/// sum m (r . r 1 - r r^T) from the sums m r r^T.
Mat3<float100> inertia_of(const Mat3<float100>& second) {
  const float100 trace = second(0, 0) + second(1, 1) + second(2, 2);
  return trace * identity_matrix<float100>() - second;
}
Mat3<float100> outer(const Vec<Body, float100>& a) {
  return Mat3<float100>::of([&](int i, int k) { return float100(a[i] * a[k]); });
}

Mass of_points(const json& j) {
  const std::string field = "body.points";
  if (!j.is_array() || j.empty()) reject(field, j, "a list of [mass, x, y, z]");
  std::vector<std::pair<float100, Vec<Body, float100>>> points;
  Mass all;
  for (std::size_t i = 0; i < j.size(); ++i) {
    const auto one = fmt::format("{}[{}]", field, i);
    if (!j[i].is_array() || j[i].size() != 4) reject(one, j[i], "[mass, x, y, z]");
    const auto m = positive<float100>(j[i][0], one + "[0]");
    Vec<Body, float100> r;
    for (int k = 0; k < 3; ++k) r[k] = number<float100>(j[i][k + 1], fmt::format("{}[{}]", one, k + 1));
    points.emplace_back(m, r);
    all.mass += m, all.centre += m * r;
  }
  all.centre = all.centre / all.mass;
  for (const auto& [m, r] : points) all.inertia = all.inertia + m * outer(r - all.centre);
  const float100 extent = all.inertia(0, 0) + all.inertia(1, 1) + all.inertia(2, 2);
  if (!(extent > 0)) throw UserError(field + ": all at one place are given; accepted: points that are apart");
  all.inertia = inertia_of(all.inertia);
  return all;
}

/// The vertices of a mesh, three a face: binary STL if its length is what its count says, else ASCII.
std::vector<Vec<Body, float100>> faces_of(const std::string& text, const std::string& path) {
  std::vector<Vec<Body, float100>> vertices;
  constexpr std::size_t head = 84, face = 50;
  std::uint32_t n = 0;
  if (text.size() >= head)
    for (int i = 0; i < 4; ++i) n |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[80 + i])) << (8 * i);
  if (text.size() >= head && text.size() == head + face * n) {
    const auto real = [&](std::size_t at) {
      std::uint32_t bits = 0;
      for (int i = 0; i < 4; ++i)
        bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i])) << (8 * i);
      return float100(static_cast<double>(std::bit_cast<float>(bits)));
    };
    for (std::size_t f = 0; f < n; ++f)
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t at = head + face * f + 12 * (k + 1);
        vertices.push_back({real(at), real(at + 4), real(at + 8)});
      }
  } else {
    std::istringstream in(text);
    for (std::string word; in >> word;)
      if (word == "vertex") {
        std::string x[3];
        in >> x[0] >> x[1] >> x[2];
        for (const auto& c : x)
          if (!is_decimal(c))
            throw UserError(
                fmt::format("body.stl: {} has \"vertex {} {} {}\"; accepted: three numbers", path, x[0], x[1], x[2]));
        vertices.push_back({float100(x[0]), float100(x[1]), float100(x[2])});
      }
  }
  if (vertices.empty() || vertices.size() % 3 != 0)
    throw UserError(
        fmt::format("body.stl: {} has {} vertices; accepted: an STL file, three a face", path, vertices.size()));
  for (const auto& v : vertices)
    if (!is_finite(v)) throw UserError(fmt::format("body.stl: {} has a vertex that is not finite", path));
  return vertices;
}

Mass of_mesh(std::vector<Vec<Body, float100>> v, const float100& density, const std::string& path) {
  // A closed surface: every edge once in each direction.
  std::map<std::pair<std::size_t, std::size_t>, int> edges;
  std::map<std::array<float100, 3>, std::size_t> names;
  const auto name = [&](const Vec<Body, float100>& x) {
    return names.emplace(x.as_array(), names.size()).first->second;
  };
  for (std::size_t f = 0; f < v.size(); f += 3) {
    const std::size_t a = name(v[f]), b = name(v[f + 1]), c = name(v[f + 2]);
    ++edges[{a, b}], ++edges[{b, c}], ++edges[{c, a}];
  }
  int alone = 0;
  for (const auto& [edge, count] : edges) {
    if (count > 1) throw UserError(fmt::format("body.stl: {}: faces turn both ways; accepted: a closed surface", path));
    if (!edges.contains({edge.second, edge.first})) ++alone;
  }
  if (alone > 0)
    throw UserError(
        fmt::format("body.stl: {}: not closed: {} edges without partner; accepted: a closed surface", path, alone));

  Vec<Body, float100> middle{};
  for (const auto& x : v) middle += x;
  middle = middle / float100(v.size());
  for (auto& x : v) x = x - middle;
  float100 volume(0);
  Vec<Body, float100> first{};
  Mat3<float100> second{};
  for (std::size_t f = 0; f < v.size(); f += 3) {
    const auto &a = v[f], &b = v[f + 1], &c = v[f + 2];
    const auto s = a + b + c;
    const float100 d = dot(a, cross(b, c));
    volume += d / 6, first += float100(d / 24) * s;
    second = second + float100(d / 120) * (outer(a) + outer(b) + outer(c) + outer(s));
  }
  if (!(volume > 0))
    throw UserError(
        fmt::format("body.stl: {}: its volume is {:.3g}; accepted: faces that turn outwards (flip them all)", path,
                    scalar_cast<double>(volume)));
  const auto centroid = first / volume;
  return {density * volume, centroid + middle, density * inertia_of(second - volume * outer(centroid))};
}

/// A body whose third moment is 0 and whose others are equal: a rod, which is no rigid body.
template <class T>
struct Rod {
  Vec<Body, T> axis;  ///< of the user's body
  T I;
};

/// Nothing for bodies of three moments, and for what `inertia_of_body` refuses.
template <class T>
std::optional<Rod<T>> rod_of(const json& body) {
  using std::abs;
  Mat3<float100> m{};
  double thin = 0;  // as a share of the largest: what is rounding of a zero
  const json& given = body.value("inertia", json());
  if (is_matrix(given)) {
    m = rows<float100>(given, "body.inertia");
    thin = 4 * epsilon<double>();
  } else if (given.is_array() && given.size() == 3) {
    for (int i = 0; i < 3; ++i) m(i, i) = number<float100>(given[i], fmt::format("body.inertia[{}]", i));
  } else if (body.contains("points") && given.is_null()) {
    m = of_points(body["points"]).inertia;
    thin = 1e-30;  // the square of what points are off
  } else {
    return {};
  }
  const auto [I, axes] = eigenvectors(float100(0.5) * (m + transpose(m)));
  int least = 0;
  for (int i = 1; i < 3; ++i)
    if (abs(I[i]) < abs(I[least])) least = i;
  const float100 a = I[(least + 1) % 3], b = I[(least + 2) % 3];
  constexpr double rounded = 1e-12;
  if (!(a > 0 && b > 0 && abs(I[least]) <= thin * a)) return {};
  if (!(abs(float100(a - b)) <= rounded * a)) {
    const bool named = !is_matrix(given);
    reject(named ? fmt::format("body.inertia[{}]", least) : "body.inertia", named ? given[least] : given,
           "a positive moment; or 0 where the two others are equal, which is a rod");
  }
  Vec<Body, float100> axis{axes(0, least), axes(1, least), axes(2, least)};
  int longest = 0;
  for (int i = 1; i < 3; ++i)
    if (abs(axis[i]) > abs(axis[longest])) longest = i;
  axis = (axis[longest] < 0 ? float100(-1) : float100(1)) * axis / norm(axis);
  return Rod<T>{cast<T>(axis), scalar_cast<T>(float100((a + b) / 2))};
}

template <class T>
Inertia<T> inertia_of_body(const json& body, Spec<T>& spec, const std::string& folder) {
  const int given = body.contains("inertia") + body.contains("points") + body.contains("stl");
  if (given == 0) missing("body.inertia", "three principal moments, a 3x3 matrix, or points or stl instead");
  if (given > 1) throw UserError("body.inertia: more than one of inertia, points, stl is given; accepted: one of them");
  if (body.contains("density") && !body.contains("stl")) throw UserError("body.density: given without body.stl");
  if (body.contains("inertia")) return inertia<T>(body["inertia"], spec.axes, spec.warnings);
  Mass mass;
  const std::string field = body.contains("points") ? "body.points" : "body.stl";
  if (body.contains("points")) {
    mass = of_points(body["points"]);
  } else {
    if (!body["stl"].is_string()) reject(field, body["stl"], "the name of a file");
    const auto name = body["stl"].get<std::string>();
    const auto path = name.starts_with("/") ? name : folder + name;
    const float100 density =
        body.contains("density") ? positive<float100>(body["density"], "body.density") : float100(1);
    mass = of_mesh(faces_of(read_file(path), path), density, path);
  }
  const auto I = principal_moments<T>(mass.inertia, body, field, spec.axes);
  const auto c = cast<double>(mass.centre);
  spec.warnings.push_back(
      fmt::format("{}: mass {:.6g}, centre of mass ({:.6g}, {:.6g}, {:.6g}), principal moments "
                  "({:.6g}, {:.6g}, {:.6g})",
                  field, scalar_cast<double>(mass.mass), c[0], c[1], c[2], scalar_cast<double>(I[0]),
                  scalar_cast<double>(I[1]), scalar_cast<double>(I[2])));
  return {I[0], I[1], I[2]};
}

/// exp(angle e_i) as a rotation of a body.
template <class T>
Rotation<Body, Body, T> turn_about(char axis_name, const T& angle) {
  return exp(angle * axis<Body, T>(axis_name - 'x'));
}

template <class T>
Attitude<T> euler(const json& j, const std::string& field, const Units<T>& units) {
  only_keys(j, field, {"euler", "sequence", "degrees"});
  const auto angles = vector<Body, T>(j["euler"], field + ".euler");
  const std::string accepted =
      "three of XYZ (intrinsic, like \"ZYX\") or of xyz (extrinsic, like \"xyz\"), neighbours different";
  if (!j.contains("sequence")) missing(field + ".sequence", accepted);
  if (!j["sequence"].is_string()) reject(field + ".sequence", j["sequence"], accepted);
  const auto sequence = j["sequence"].get<std::string>();
  const bool extrinsic = sequence.find_first_not_of("xyz") == std::string::npos;
  if (sequence.size() != 3 || (!extrinsic && sequence.find_first_not_of("XYZ") != std::string::npos) ||
      sequence[0] == sequence[1] || sequence[1] == sequence[2])
    reject(field + ".sequence", j["sequence"], accepted);
  bool degrees = units.degrees;
  if (j.contains("degrees")) {
    if (!j["degrees"].is_boolean()) reject(field + ".degrees", j["degrees"], "true or false");
    degrees = j["degrees"].get<bool>();
  }
  auto R = Rotation<Body, Body, T>::identity();
  for (int i = 0; i < 3; ++i) {
    const auto turn = turn_about(extrinsic ? sequence[i] : static_cast<char>(sequence[i] - 'A' + 'a'),
                                 units.radians(angles[i], degrees));
    R = extrinsic ? turn * R : R * turn;
  }
  return relabel<Body, Space>(R);
}

template <class T>
Attitude<T> quaternion(const json& j, const std::string& field, bool last, std::vector<std::string>& warnings) {
  using std::abs, std::sqrt;
  T q[4];
  for (int i = 0; i < 4; ++i) q[i] = number<T>(j[i], fmt::format("{}[{}]", field, i));
  const Attitude<T> R = last ? Attitude<T>{q[3], q[0], q[1], q[2]} : Attitude<T>{q[0], q[1], q[2], q[3]};
  const T norm = sqrt(norm2(R)), off = abs(norm - T(1));
  constexpr double near = 1e-3;
  if (!(off <= T(near)))
    throw UserError(fmt::format("{}: {} of norm {:.6g} is given; accepted: a unit quaternion, to {:g}", field,
                                shortened_json(j), scalar_cast<double>(norm), near));
  if (off > T(projectable))
    warnings.push_back(fmt::format("{}: norm {:.10g}, divided by it", field, scalar_cast<double>(norm)));
  else
    projected(field, scalar_cast<double>(off), warnings);
  return off == T(0) ? R : normalised(R);
}

template <class T>
Attitude<T> attitude(const json& j, const std::string& field, const Units<T>& units,
                     std::vector<std::string>& warnings) {
  using std::abs;
  const std::string accepted =
      "a rotation: a unit quaternion [w, x, y, z], a 3x3 matrix by rows, or {\"rotation_vector\": [..]}, "
      "{\"quaternion\": [..], \"order\": \"xyzw\"}, {\"mrp\": [..]}, {\"euler\": [..], \"sequence\": \"ZYX\"}";
  if (j.is_object()) {
    if (j.contains("euler")) return euler(j, field, units);
    if (j.contains("mrp")) {
      only_keys(j, field, {"mrp"});
      const auto s = vector<Body, T>(j["mrp"], field + ".mrp");
      const T s2 = norm2(s), share = T(1) / (T(1) + s2), twice = T(2) * share;
      if (!is_finite(s2)) reject(field + ".mrp", j["mrp"], "a vector of finite length");
      return {T(1 - s2) * share, twice * s[0], twice * s[1], twice * s[2]};
    }
    if (j.contains("quaternion")) {
      only_keys(j, field, {"quaternion", "order"});
      const json order = j.value("order", json("wxyz"));
      if (order != "wxyz" && order != "xyzw") reject(field + ".order", order, "wxyz or xyzw");
      const json& q = j["quaternion"];
      if (!q.is_array() || q.size() != 4) reject(field + ".quaternion", q, "a list of four numbers");
      return quaternion<T>(q, field + ".quaternion", order == "xyzw", warnings);
    }
    only_keys(j, field, {"rotation_vector"});
    if (!j.contains("rotation_vector")) missing(field + ".rotation_vector", "a list of three numbers");
    auto v = vector<Space, T>(j["rotation_vector"], field + ".rotation_vector");
    for (auto& x : v.c) x = units.radians(x);
    if (!is_finite(norm2(v))) reject(field + ".rotation_vector", j["rotation_vector"], "a vector of finite length");
    return relabel<Body, Space>(exp(v));
  }
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
  return quaternion<T>(j, field, false, warnings);
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

/// What a torque is read by: the user's axes and units, and the body that it turns.
template <class T>
struct Context {
  Rotation<Body, Body, T> axes;  ///< principal to user
  Units<T> units;
  Vec<Body, T> moments{};  ///< principal
  std::vector<std::string>& warnings;
  std::string folder;  ///< of files that the spec names

  template <class F>
  Vec<F, T> placed(const Vec<F, T>& v) const {
    if constexpr (std::is_same_v<F, Body>)
      return inverse(axes) * v;
    else
      return v;
  }
};

/// Exactly one of two keys, or of two groups of them.
bool one_of(const json& j, const std::string& field, const char* a, const char* b, const std::string& accepted) {
  if (j.contains(a) == j.contains(b))
    throw UserError(fmt::format(
        "{}.{}: {} given; accepted: {}", field, a,
        j.contains(a) ? fmt::format("it and {}.{} are", field, b) : fmt::format("neither it nor {}.{} is", field, b),
        accepted));
  return j.contains(a);
}

template <class T>
T angle(const json& j, const std::string& field, const char* key, const Context<T>& c) {
  return j.contains(key) ? c.units.radians(number<T>(j[key], field + "." + key)) : T(0);
}
template <class F, class T>
Vec<F, T> direction(const json& j, const std::string& field) {
  const auto v = vector<F, T>(j, field);
  const T length = norm(v);
  if (!(length > T(0)) || !is_finite(length)) reject(field, j, "a vector other than 0");
  return v / length;
}

/// mu / radius^3.
template <class T>
T strength_of(const json& j, const std::string& field) {
  const std::string accepted = "a positive number";
  const T r = positive<T>(required(j, field, "radius", accepted), field + ".radius");
  return positive<T>(required(j, field, "mu", accepted), field + ".mu") / (r * r * r);
}

/// From the planet to the body on a circular orbit: Rz(node) Rx(inclination) (cos u, sin u, 0), u = phase + rate t.
template <class F, class T>
signals::Rotating<F, T> orbit(const json& j, const std::string& field, const Context<T>& c) {
  using std::cos, std::sin, std::sqrt;
  if (!j.is_object()) reject(field, j, "an object with rate, or mu and radius");
  only_keys(j, field, {"rate", "mu", "radius", "inclination", "node", "phase"});
  T rate(0);
  if (one_of(j, field, "rate", "mu", "rate, or mu and radius")) {
    if (j.contains("radius")) throw UserError(field + ".radius: given together with rate; accepted: one of them");
    rate = c.units.rate * number<T>(j["rate"], field + ".rate");
  } else {
    rate = sqrt(strength_of<T>(j, field));
  }
  if (rate == T(0)) reject(field + ".rate", j["rate"], "a number other than 0");
  const T i = angle<T>(j, field, "inclination", c), node = angle<T>(j, field, "node", c),
          u = angle<T>(j, field, "phase", c);
  const T x = cos(u), y = sin(u) * cos(i), z = sin(u) * sin(i), cn = cos(node), sn = sin(node);
  return {{cn * x - sn * y, sn * x + cn * y, z}, {sn * sin(i), -cn * sin(i), cos(i)}, rate};
}

template <class F, class T>
Signal<F, T> signal(const json& j, const std::string& field, const Context<T>& c) {
  const auto placed = [&](const json& v, const std::string& at) { return c.placed(vector<F, T>(v, at)); };
  if (j.is_array()) return Signal<F, T>(placed(j, field));
  const std::string accepted = "three numbers, or an object with \"kind\"", three = "a list of three numbers";
  if (!j.is_object()) reject(field, j, accepted);
  const json& kind = required(j, field, "kind", "the kind of a signal, like \"constant\"");
  const auto needed = [&](const char* key) { return placed(required(j, field, key, three), field + "." + key); };
  const auto rate = [&](const char* key) {
    return T(c.units.rate * number<T>(required(j, field, key, "a number"), field + "." + key));
  };
  const auto list = [&](const char* key, std::size_t least) -> const json& {
    const json& l = required(j, field, key, "a list");
    if (!l.is_array() || l.size() < least) reject(field + "." + key, l, fmt::format("a list of at least {}", least));
    return l;
  };
  const auto times = [&](std::size_t least) {
    std::vector<T> t;
    for (const auto& x : list("times", least)) {
      t.push_back(number<T>(x, fmt::format("{}.times[{}]", field, t.size())));
      if (t.size() > 1 && !(t[t.size() - 2] < t.back())) reject(field + ".times", j["times"], "increasing times");
    }
    return t;
  };
  const auto values = [&](std::size_t n) {
    std::vector<Vec<F, T>> v;
    for (const auto& x : list("values", 1)) v.push_back(placed(x, fmt::format("{}.values[{}]", field, v.size())));
    if (v.size() != n) throw UserError(fmt::format("{}.values: {} are given; accepted: {}", field, v.size(), n));
    return v;
  };
  if (kind == "constant") {
    only_keys(j, field, {"kind", "value"});
    return Signal<F, T>(needed("value"));
  }
  if (kind == "harmonic") {
    only_keys(j, field, {"kind", "amplitude", "frequency", "phase", "offset"});
    return Signal<F, T>(signals::Harmonic<F, T>{needed("amplitude"), rate("frequency"), angle<T>(j, field, "phase", c),
                                                j.contains("offset") ? needed("offset") : Vec<F, T>{}});
  }
  if (kind == "rotating") {
    only_keys(j, field, {"kind", "value", "axis", "frequency"});
    const auto n = direction<F, T>(required(j, field, "axis", three), field + ".axis");
    return Signal<F, T>(signals::Rotating<F, T>{needed("value"), c.placed(n), rate("frequency")});
  }
  if (kind == "table") {
    only_keys(j, field, {"kind", "times", "values", "interpolation"});
    const json how = j.value("interpolation", json("cubic"));
    if (how != "cubic" && how != "linear") reject(field + ".interpolation", how, "cubic or linear");
    signals::Table<F, T> table{times(2), {}, how == "cubic", {}};
    table.values = values(table.times.size());
    return Signal<F, T>(table);
  }
  if (kind == "pieces") {
    only_keys(j, field, {"kind", "times", "values"});
    signals::Pieces<F, T> pieces{times(1), {}};
    pieces.values = values(pieces.times.size() + 1);
    return Signal<F, T>(pieces);
  }
  if (kind == "pulses") {
    only_keys(j, field, {"kind", "pulses"});
    signals::Pulses<F, T> pulses;
    for (const auto& p : list("pulses", 0)) {
      const auto one = fmt::format("{}.pulses[{}]", field, pulses.values.size());
      if (!p.is_object()) reject(one, p, "an object with at, duration, value");
      only_keys(p, one, {"at", "duration", "value"});
      pulses.at_times.push_back(number<T>(required(p, one, "at", "a number"), one + ".at"));
      pulses.durations.push_back(positive<T>(required(p, one, "duration", "a positive number"), one + ".duration"));
      pulses.values.push_back(placed(required(p, one, "value", three), one + ".value"));
    }
    return Signal<F, T>(pulses);
  }
  if constexpr (std::is_same_v<F, Space>)
    if (kind == "orbit-dipole") {
      using std::cos, std::sin;
      only_keys(j, field, {"kind", "strength", "orbit", "tilt", "longitude", "planet_rate"});
      const T tilt = angle<T>(j, field, "tilt", c), longitude = angle<T>(j, field, "longitude", c);
      const Vec<F, T> n{T(sin(tilt) * cos(longitude)), T(sin(tilt) * sin(longitude)), T(cos(tilt))};
      return Signal<F, T>(signals::OrbitDipole<F, T>{
          number<T>(required(j, field, "strength", "a number"), field + ".strength"),
          orbit<F, T>(required(j, field, "orbit", "an object with rate, or mu and radius"), field + ".orbit", c),
          {n, axis<F, T>(2), j.contains("planet_rate") ? rate("planet_rate") : T(0)}});
    }
  std::vector<std::string> known{"constant", "harmonic", "rotating", "table", "pieces", "pulses"};
  if (std::is_same_v<F, Space>) known.emplace_back("orbit-dipole");
  if (!kind.is_string()) reject(field + ".kind", kind, "the kind of a signal, like \"constant\"");
  throw UserError(field + ".kind: " + unknown_name("signal", kind.get<std::string>(), known));
}

/// A number (times the identity), three (a diagonal), or a 3x3 matrix, in the user's axes.
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
  return BodyTensor<T>::of(transpose(A) * (m * A));
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
  const auto moment = c.placed(vector<Body, T>(required(j, field, "moment", three), field + ".moment"));
  const auto B = signal<Space, T>(required(j, field, "field", three), field + ".field", c);
  if (B.constant()) return UniformField<T>{-moment, B.at(T(0))};
  return Dipole<T>{moment, B};
}
template <class T>
Torque<T> read_own(std::type_identity<BodyTorque<T>>, const json& j, const std::string& field, const Context<T>& c) {
  only_keys(j, field, {"kind", "torque", "comments"});
  return BodyTorque<T>{
      signal<Body, T>(required(j, field, "torque", "three numbers, or a signal"), field + ".torque", c)};
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
    const auto r = orbit<Space, T>(j["orbit"], field + ".orbit", c);
    k.strength = r.frequency * r.frequency, k.direction = Signal<Space, T>(r);
  }
  if (fixed || j.contains("strength") || j.contains("mu")) {
    const bool given = one_of(j, field, "strength", "mu", "strength, or mu and radius");
    if (given && j.contains("radius"))
      throw UserError(field + ".radius: given together with strength; accepted: one of them");
    k.strength = given ? number<T>(j["strength"], field + ".strength") : strength_of<T>(j, field);
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
  const json how = j.value("potential", json("trace"));
  if (how != "trace" && how != "quadratic") reject(field + ".potential", how, "trace or quadratic");
  spring.quadratic = how == "quadratic";
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
    c.warnings.push_back(at + ": its symmetric part is not positive, it feeds energy");
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
    const auto h = signal<Body, T>(j["momentum"], field + ".momentum", c);
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
    h += (given ? value("momentum")
                : T(positive<T>(wheel["inertia"], one + ".inertia") * c.units.rate * value("speed"))) *
         n;
  }
  return Rotors<T>{Signal<Body, T>(c.placed(h))};
}

template <class T>
MomentumTorque<T> read_own(std::type_identity<Control<T>>, const json& j, const std::string& field,
                           const Context<T>& c) {
  only_keys(j, field, {"kind", "attitude_gain", "rate_gain", "target", "error", "limit", "saturation", "comments"});
  ControlData<T> k;
  k.axes = relabel<Body, User>(c.axes);
  if (j.contains("attitude_gain")) k.attitude_gain = tensor<T>(j["attitude_gain"], field + ".attitude_gain", c);
  if (j.contains("rate_gain")) k.rate_gain = tensor<T>(j["rate_gain"], field + ".rate_gain", c);
  for (const auto& row : k.rate_gain.rows) k.damps = k.damps || norm2(row) != T(0);
  if (j.contains("target")) {
    const json& target = j["target"];
    if (!target.is_object()) reject(field + ".target", target, "an object with attitude and rate");
    only_keys(target, field + ".target", {"attitude", "rate"});
    if (target.contains("attitude"))
      k.target = attitude<T>(target["attitude"], field + ".target.attitude", c.units, c.warnings);
    if (target.contains("rate"))
      k.target_rate = c.units.rate * c.placed(vector<Body, T>(target["rate"], field + ".target.rate"));
  }
  k.target = k.target * c.axes;
  const auto choice = [&](const char* key, const char* first, const char* second) {
    const json how = j.value(key, json(first));
    if (how != first && how != second)
      reject(fmt::format("{}.{}", field, key), how, fmt::format("{} or {}", first, second));
    return how == second;
  };
  k.by_quaternion = choice("error", "matrix", "quaternion"), k.smooth = choice("saturation", "clip", "tanh");
  k.limited = j.contains("limit");
  if (j.contains("saturation") && !k.limited)
    throw UserError(field + ".saturation: given without limit; accepted: together with it");
  if (k.limited) {
    const json& L = j["limit"];
    if (L.is_array() && L.size() != 3) reject(field + ".limit", L, "a positive number, or three");
    for (int i = 0; i < 3; ++i)
      k.limit[i] =
          L.is_array() ? positive<T>(L[i], fmt::format("{}.limit[{}]", field, i)) : positive<T>(L, field + ".limit");
  }
  return Control<T>{Shared<ControlData<T>>(k)};
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
  only_keys(j, field, {"kind", "torque", "constants", "frame", "potential", "comments"});
  std::map<std::string, float100> constants;
  if (j.contains("constants")) {
    const json& all = j["constants"];
    if (!all.is_object()) reject(field + ".constants", all, "an object of names and numbers");
    for (const auto& [name, value] : all.items()) {
      const auto at = fmt::format("{}.constants.{}", field, name);
      if (const auto why = why_no_constant(name); !why.empty())
        throw UserError(fmt::format("{}: this name is given; accepted: {}", at, why));
      constants[name] = number<float100>(value, at);
    }
  }
  FormulaData<float100> data;
  const auto add = [&](const json& text, const std::string& at) {
    if (!text.is_string()) reject(at, text, "an expression as a string");
    try {
      data.trees.roots.push_back(add_expression(data.trees, text.get<std::string>(), constants));
    } catch (const std::invalid_argument& e) {
      throw UserError(at + ": " + e.what());
    }
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
  const json frame = j.value("frame", json("body"));
  if (frame != "body" && frame != "space") reject(field + ".frame", frame, "body or space");
  data.in_space = frame == "space";
  if (data.trees.has_kinks()) c.warnings.push_back(field + ": abs, min and max have kinks, there orders may fall");
  auto narrow = cast<T>(data);
  narrow.axes = relabel<Body, User>(c.axes);
  const Formula<T> k{Shared<FormulaData<T>>(narrow)};
  if (k.has_potential()) check_potential(k, field, Inertia<T>(c.moments[0], c.moments[1], c.moments[2]));
  return k;
}

std::map<std::string, Library<double>::Function>& offered_torques() {
  static std::map<std::string, Library<double>::Function> all;
  return all;
}

template <class T>
MomentumTorque<T> read_own(std::type_identity<Library<T>>, const json& j, const std::string& field,
                           const Context<T>& c) {
  only_keys(j, field, {"kind", "file", "symbol", "potential", "momentum", "comments"});
  const auto text = [&](const char* key, const json& given) {
    if (!given.is_string() || given.get_ref<const std::string&>().empty())
      reject(fmt::format("{}.{}", field, key), given, "a name");
    return given.get<std::string>();
  };
  const auto wanted = text("symbol", j.value("symbol", json("polhode_torque")));
  const auto offered = j.contains("file") ? offered_torques().end() : offered_torques().find(wanted);
  const bool is_offered = offered != offered_torques().end();
  const auto name = is_offered ? "" : text("file", required(j, field, "file", "the name of a shared object"));
  const auto path = name.find('/') == 0 ? name : (c.folder.empty() ? "./" : c.folder) + name;
  // For as long as the program runs; that of the program itself for what it offers.
  void* handle = dlopen(is_offered ? nullptr : path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) throw UserError(fmt::format("{}.file: {}; accepted: a shared object", field, printable(dlerror())));
  const auto symbol = [&](const char* key, const std::string& wanted) {
    void* found = dlsym(handle, wanted.c_str());
    if (!found)
      throw UserError(
          fmt::format("{}.{}: {} has no symbol \"{}\"; accepted: one that it exports", field, key, path, wanted));
    return found;
  };
  Library<T> k;
  k.function = is_offered ? offered->second : reinterpret_cast<typename Library<T>::Function>(symbol("symbol", wanted));
  k.axes = relabel<Body, User>(c.axes);
  const auto of_momentum = j.value("momentum", json(true));
  if (!of_momentum.is_boolean()) reject(field + ".momentum", of_momentum, "true or false");
  k.of_momentum = of_momentum.get<bool>();
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
          if constexpr (std::is_same_v<M, T>)
            if (to.name == "frequency") member = c.units.rate * member;
        },
        kind);
    return Torque<T>(kind);
  }
}

/// A body with the torques of a file.
template <class T>
DrivenBody<T> with_torques(const RigidBody<T>& rigid, const json& document, const Context<T>& c,
                           std::vector<std::string>& drives) {
  DrivenBody<T> body{rigid, {}, {}};
  for_each_torque(document, [&](const std::string& name, const json& j, const std::string& field) {
    if (name == "none") return only_keys(j, field, {"kind", "comments"});
    std::vector<std::string> known{"none"};
    bool found = false;
    const auto try_kind = [&]<class Kind>(std::type_identity<Kind>) {
      for (const auto& word : Kind::words) {
        known.emplace_back(word.name);
        if (word.name != name) continue;
        if (const int most = body.torques.capacity; body.torques.size + body.drives.size == most)
          throw UserError(fmt::format("{}: at most {} torques are accepted", field, most));
        const auto torque = read_torque<Kind>(word, j, field, c);
        if constexpr (std::is_same_v<decltype(torque), const Torque<T>>)
          body.torques.push_back(torque);
        else
          body.drives.push_back(torque), drives.push_back(fmt::format("{} ({})", field, name));
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
  return body;
}

/// Is it the momentum that the body has, or its angular velocity?
bool gives_momentum(const json& body) {
  if (body.contains("momentum") == body.contains("angular_velocity"))
    throw UserError(fmt::format(
        "body.momentum: {} given; accepted: exactly one of momentum and angular_velocity",
        body.contains("momentum") ? "it and body.angular_velocity are" : "neither it nor body.angular_velocity is"));
  return body.contains("momentum");
}

/// A rod moves as the director along it, in a field that pulls at its axis.
template <class T>
Director<T> director_of(const Rod<T>& rod, const json& document, Spec<T>& spec, const Units<T>& unit) {
  using std::abs;
  const json& body = document["body"];
  const bool by_momentum = gives_momentum(body);
  const auto key = by_momentum ? "momentum" : "angular_velocity";
  auto R = Attitude<T>::identity();
  if (body.contains("attitude")) R = attitude<T>(body["attitude"], "body.attitude", unit, spec.warnings);
  const auto v = vector<Body, T>(body[key], fmt::format("body.{}", key));
  Director<T> p{};
  p.I = rod.I;
  p.initial.d = R * rod.axis;
  p.initial.d = p.initial.d / norm(p.initial.d);
  p.initial.omega = tangential(p.initial.d, R * ((by_momentum ? T(1) / rod.I : unit.rate) * v));
  const T along = abs(dot(rod.axis, v));
  if (by_momentum && !(along <= T(projectable) * norm(v)))
    reject("body.momentum", body[key], "a vector normal to the rod, which has no moment about itself");
  const auto axis = cast<double>(rod.axis);
  spec.warnings.push_back(fmt::format(
      "body.inertia: one moment is 0: a rod, which moves as the director along ({:.6g}, {:.6g}, {:.6g}) of the body; "
      "angular velocities of answers are in radians",
      axis[0], axis[1], axis[2]));
  if (!by_momentum && !(along <= T(projectable) * norm(v)))
    spec.warnings.push_back(fmt::format("body.angular_velocity: a rod does not spin about itself; {:.6g} is left out",
                                        scalar_cast<double>(along)));

  const Context<T> context{spec.axes, unit, {}, spec.warnings, {}};
  for_each_torque(document, [&](const std::string& kind, const json& j, const std::string& field) {
    const auto along_rod = [&](const Vec<Body, T>& moment, const std::string& name) {
      const T m = dot(moment, rod.axis);
      if (!(norm(moment - m * rod.axis) <= T(projectable) * norm(moment)))
        reject(field + name, j.value(name.substr(1), json(kind)), "along the rod");
      return m;
    };
    const std::string three = "a list of three numbers";
    if (kind == "none") {
      only_keys(j, field, {"kind", "comments"});
    } else if (kind == "gravity") {
      only_keys(j, field, {"kind", "moment", "comments"});
      p.g -= along_rod(vector<Body, T>(required(j, field, "moment", three), field + ".moment"), ".moment") *
             polhode::axis<Space, T>(2);
    } else if (kind == "constant-field") {
      only_keys(j, field, {"kind", "u0", "comments"});
      p.g -= along_rod(polhode::axis<Body, T>(2), ".kind") *
             vector<Space, T>(required(j, field, "u0", three), field + ".u0");
    } else if (kind == "dipole") {
      only_keys(j, field, {"kind", "moment", "field", "comments"});
      const T m = along_rod(vector<Body, T>(required(j, field, "moment", three), field + ".moment"), ".moment");
      const auto B = signal<Space, T>(required(j, field, "field", three), field + ".field", context);
      const auto* harmonic = std::get_if<signals::Harmonic<Space, T>>(&B->is);
      if (B.constant()) {
        p.g += m * B.at(T(0));
      } else if (harmonic && harmonic->phase == T(0) && !(norm2(p.amplitude) > T(0))) {
        p.g += m * harmonic->offset;
        p.amplitude = m * harmonic->amplitude, p.frequency = harmonic->frequency;
      } else {
        reject(field + ".field", j["field"], "with a rod, a constant field, and one that is harmonic, of phase 0");
      }
    } else {
      throw UserError(fmt::format(
          "{}.kind: {} is given with a rod (one moment is 0); accepted: none, gravity, constant-field, dipole", field,
          kind));
    }
  });
  return p;
}

template <class T>
AnyGiven<T> rigid_body(const json& document, Spec<T>& spec, const std::string& folder) {
  const json& body = document["body"];
  only_keys(body, "body",
            {"inertia", "points", "stl", "density", "attitude", "momentum", "angular_velocity", "comments"});
  const auto unit = units<T>(document, spec);
  if (const auto rod = rod_of<T>(body)) return director_of(*rod, document, spec, unit);
  RigidBody<T> rigid{inertia_of_body<T>(body, spec, folder), {{}, Attitude<T>::identity()}};
  if (body.contains("attitude")) rigid.initial.R = attitude<T>(body["attitude"], "body.attitude", unit, spec.warnings);
  rigid.initial.R = rigid.initial.R * spec.axes;

  const bool by_momentum = gives_momentum(body);
  const auto key = by_momentum ? "momentum" : "angular_velocity";
  const auto v = inverse(spec.axes) * vector<Body, T>(body[key], fmt::format("body.{}", key));
  rigid.initial.Pi = by_momentum ? v : rigid.momentum(unit.rate * v);
  const auto in_range = [](const T& x) { return std::isfinite(scalar_cast<double>(x)); };  // of the answer's doubles
  if (!in_range(norm2(rigid.initial.Pi)) || !in_range(norm2(rigid.Omega(rigid.initial.Pi))) ||
      !in_range(rigid.kinetic_energy(rigid.initial.Pi)))
    reject(fmt::format("body.{}", key), body[key], "a vector whose momentum, angular velocity and energy are finite");

  const auto driven =
      with_torques<T>(rigid, document, {spec.axes, unit, rigid.I.moments, spec.warnings, folder}, spec.drives);
  if (driven.drives.size > 0) return driven;
  if (driven.torques.size > 0) return TorquedBody<T>{rigid, driven.torques};
  return FreeBody<T>{rigid};
}

/// What is watched for, in principal axes; a director is the axis itself, and its momentum is one of space.
template <class T>
void read_events(const json& document, Spec<T>& spec, bool is_director) {
  Spec<double> named;
  const auto unit = units<double>(document, named);
  if (document.contains("dense")) spec.dense = positive<double>(document["dense"], "dense");
  if (spec.dense && document.contains("every"))
    throw UserError("dense: given together with every; accepted: one of them");
  if (!document.contains("events")) return;
  const json& list = document["events"];
  if (!list.is_array() || list.empty()) reject("events", list, "a list of objects with kind, and what that needs");
  const auto to_principal = inverse(cast<double>(spec.axes));
  const std::string three = "a list of three numbers";
  for (std::size_t i = 0; i < list.size(); ++i) {
    const json& j = list[i];
    const auto field = fmt::format("events[{}]", i);
    if (!j.is_object()) reject(field, j, "an object with kind, and what that needs");
    const json& kind = required(j, field, "kind", "plane, angle or momentum");
    const auto direction = [&]<class F>(const char* key, std::type_identity<F>) {
      const auto v = vector<F, double>(required(j, field, key, three), field + "." + key);
      if (!(norm2(v) > 0)) reject(field + "." + key, j[key], "a vector that is not 0");
      return v;
    };
    const std::type_identity<Body> body;
    const std::type_identity<Space> space;
    const auto axis = [&] {
      if (!is_director) return to_principal * direction("axis", body);
      if (j.contains("axis"))
        throw UserError(field + ".axis: given with a director, which is the axis; accepted: none");
      return Vec<Body, double>{0, 0, 1};
    };
    const auto level = [&](const char* key) { return j.contains(key) ? number<double>(j[key], field + "." + key) : 0; };
    Event event;
    if (kind == "plane") {
      only_keys(j, field, {"kind", "crossing", "axis", "normal", "offset"});
      event.of = AxisCrossing{axis(), direction("normal", space), level("offset")};
    } else if (kind == "angle") {
      only_keys(j, field, {"kind", "crossing", "axis", "direction", "angle"});
      const auto own = axis();
      const auto towards = direction("direction", space);
      const double angle = unit.radians(number<double>(required(j, field, "angle", "a number"), field + ".angle"));
      if (!(angle > 0 && angle < pi_of<double>()))
        reject(field + ".angle", j["angle"], "an angle between 0 and half a turn");
      event.of = AxisCrossing{own / norm(own), -(towards / norm(towards)), -std::cos(angle)};  // grows with the angle
    } else if (kind == "momentum") {
      only_keys(j, field, {"kind", "crossing", "direction", "frame", "value"});
      const json frame = j.value("frame", json(is_director ? "space" : "body"));
      if (frame == "body" && !is_director)
        event.of = MomentumCrossing{to_principal * direction("direction", body), level("value")};
      else if (frame == "space")
        event.of = SpatialMomentumCrossing{direction("direction", space), level("value")};
      else
        reject(field + ".frame", frame, is_director ? "space" : "body or space");
    } else {
      reject(field + ".kind", kind, "plane, angle or momentum");
    }
    const json crossing = j.value("crossing", json("both"));
    if (crossing != "both" && crossing != "rising" && crossing != "falling")
      reject(field + ".crossing", crossing, "both, rising or falling");
    event.rising = crossing != "falling", event.falling = crossing != "rising";
    spec.events.push_back(event);
  }
}

template <class T>
AnyGiven<T> director(const json& document, Spec<T>& spec) {
  using std::abs;
  const json& body = document["body"];
  only_keys(body, "body", {"inertia", "director", "angular_velocity_space", "comments"});
  if (units<T>(document, spec).rate != T(1))
    reject("units.rate", document["units"]["rate"], "with a director, radians per time");
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
    if (kind == "none") return only_keys(j, field, {"kind", "comments"});
    if (kind != "field")
      throw UserError(field + ".kind: " + unknown_name("torque of a director", kind, {"none", "field"}));
    if (has_field) throw UserError(field + ": at most one field is accepted");
    has_field = true;
    only_keys(j, field, {"kind", "g", "amplitude", "frequency", "comments"});
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

template <class T>
void check_tables(const Spec<T>& spec) {
  if (!spec.time) return;
  using std::abs;
  const T slack = T(1e-9) * abs(spec.grid ? spec.grid->cycle().front() : *spec.time);
  const auto check = [&](const auto& signal) {
    if (const auto range = signal.range())
      for (const T& t : {spec.t0, T(spec.t0 + *spec.time)})
        if (t < range->first - slack || t > range->second + slack)
          throw UserError(fmt::format(
              "torque: a table from {:g} to {:g} is given; accepted: one that covers the run, "
              "which is at {:g}",
              scalar_cast<double>(range->first), scalar_cast<double>(range->second), scalar_cast<double>(t)));
  };
  std::visit(
      [&](const auto& problem) {
        if constexpr (requires { problem.each_signal(check); }) problem.each_signal(check);
      },
      spec.problem);
}

}  // namespace

void offer_torque(const std::string& symbol, Library<double>::Function function) {
  offered_torques()[symbol] = function;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == path.npos ? "" : path.substr(0, slash + 1);
}

template <class T>
Spec<T> read_spec(const json& document, const std::string& folder) {
  if (!document.is_object()) reject("spec", document, "a JSON object");
  only_keys(document, "",
            {"body", "torque", "method", "h", "steps", "time", "t0", "every", "dense", "events", "vary", "units",
             "comments"});
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
  spec.problem = is_director ? director<T>(document, spec) : rigid_body<T>(document, spec, folder);
  read_times<T>(document, spec);
  read_events<T>(document, spec, std::holds_alternative<Director<T>>(spec.problem));
  check_tables(spec);
  comments(document, "comments", spec.comments);
  comments(body, "body.comments", spec.comments);
  for_each_torque(document, [&](const std::string&, const json& j, const std::string& field) {
    comments(j, field + ".comments", spec.comments);
  });
  return spec;
}

template Spec<double> read_spec(const json&, const std::string&);
template Spec<float128> read_spec(const json&, const std::string&);
template Spec<float100> read_spec(const json&, const std::string&);

}  // namespace polhode
