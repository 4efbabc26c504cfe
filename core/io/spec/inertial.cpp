// SPDX-License-Identifier: MIT
#include "core/io/spec/inertial.hpp"

#include <map>
#include <sstream>

#include "core/geometry/so3.hpp"
#include "core/io/spec/values.hpp"
#include "core/io/spec/xml.hpp"

namespace polhode::reading {

namespace {

using T = float100;
using Turn = Rotation<Body, Body, T>;

/// What is read, and where it stands, for messages.
struct Source {
  const std::string &field, &path, &link;

  [[noreturn]] void refuse(const std::string& what, const std::string& accepted) const {
    throw UserError("{}: {}, link \"{}\": {}; accepted: {}", field, path, shortened(link), what, accepted);
  }
  std::vector<T> numbers(const std::string& text, const std::string& what, std::size_t least, std::size_t most) const {
    std::istringstream in(text);
    std::vector<T> list;
    for (std::string word; in >> word;) {
      if (!is_decimal(word) || !is_finite(T(word)))
        refuse(fmt::format("{} has \"{}\"", what, shortened(word)),
               word.find('$') == word.npos ? "a finite number" : "a number; xacro writes them in place of expressions");
      list.push_back(T(word));
    }
    if (list.size() < least || list.size() > most)
      refuse(fmt::format("{} has {} numbers", what, list.size()),
             least == most ? std::to_string(least) : fmt::format("{} to {}", least, most));
    return list;
  }
  Vec<Body, T> three(const std::string& text, const std::string& what) const {
    const auto x = numbers(text, what, 3, 3);
    return {x[0], x[1], x[2]};
  }
  T one(const std::string& text, const std::string& what) const { return numbers(text, what, 1, 1)[0]; }
};

Turn about_axis(int i, const T& angle) {
  return exp(angle * axis<Body, T>(i));
}
/// Roll, pitch and yaw about fixed axes.
Turn roll_pitch_yaw(const Vec<Body, T>& a) {
  return about_axis(2, a[2]) * about_axis(1, a[1]) * about_axis(0, a[0]);
}

Turn rotation_of(const T& w, const T& x, const T& y, const T& z, const char* what, const Source& at) {
  const Turn R{w, x, y, z};
  if (!(norm2(R) > 0)) at.refuse(fmt::format("{} has a quaternion of length 0", what), "a rotation");
  return normalised(R);
}

/// A link, and its name with those of the models that it is in: model::link.
struct Link {
  const Element* element;
  std::string name;
};
void links(const Element& e, const std::string& tag, const std::string& models, std::vector<Link>& found) {
  const auto name = e.attribute("name");
  if (e.name == tag) found.push_back({&e, models + name});
  for (const auto& c : e.children) links(c, tag, e.name == "model" ? models + name + "::" : models, found);
}

/// The last of the attributes of this name of MJCF's compilers, of which a file may have several.
std::string of_compilers(const Element& root, const std::string& attribute) {
  std::string last;
  for (const auto& e : root.children)
    if (e.name == "compiler" && e.attributes.contains(attribute)) last = e.attribute(attribute);
  return last;
}

Mat3<T> symmetric(const T& xx, const T& yy, const T& zz, const T& xy, const T& xz, const T& yz) {
  Mat3<T> m;
  m(0, 0) = xx, m(1, 1) = yy, m(2, 2) = zz;
  m(0, 1) = m(1, 0) = xy, m(0, 2) = m(2, 0) = xz, m(1, 2) = m(2, 1) = yz;
  return m;
}

struct Inertial {
  T mass;
  Vec<Body, T> position{};
  Turn turn = Turn::identity();
  Mat3<T> inertia{};
};

const std::string names[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};

Inertial of_urdf(const Element& e, const Source& at) {
  Inertial all;
  const auto* mass = e.child("mass");
  if (!mass) at.refuse("<inertial> has no <mass>", "one with a value");
  all.mass = at.one(mass->attribute("value"), "mass");
  if (const auto* origin = e.child("origin")) {
    if (origin->attributes.contains("xyz")) all.position = at.three(origin->attribute("xyz"), "xyz");
    if (origin->attributes.contains("rpy")) all.turn = roll_pitch_yaw(at.three(origin->attribute("rpy"), "rpy"));
  }
  const auto* inertia = e.child("inertia");
  if (!inertia) at.refuse("<inertial> has no <inertia>", "one with ixx, ixy, ixz, iyy, iyz, izz");
  T x[6];
  for (int i = 0; i < 6; ++i) x[i] = at.one(inertia->attribute(names[i]), names[i]);
  all.inertia = symmetric(x[0], x[1], x[2], x[3], x[4], x[5]);
  return all;
}

Inertial of_sdf(const Element& e, const Source& at) {
  Inertial all;
  all.mass = e.child("mass") ? at.one(e.child("mass")->text, "mass") : T(1);
  if (const auto* pose = e.child("pose")) {
    const bool by_quaternion = pose->attribute("rotation_format") == "quat_xyzw";
    const std::size_t count = by_quaternion ? 7 : 6;
    const auto x = at.numbers(pose->text, "pose", count, count);
    const T unit = pose->attribute("degrees") == "true" ? T(pi_of<T>() / 180) : T(1);
    all.position = {x[0], x[1], x[2]};
    all.turn = by_quaternion ? rotation_of(x[6], x[3], x[4], x[5], "pose", at)
                             : roll_pitch_yaw(unit * Vec<Body, T>{x[3], x[4], x[5]});
  }
  const auto* inertia = e.child("inertia");
  T x[6] = {T(1), T(1), T(1), T(0), T(0), T(0)};
  for (int i = 0; i < 6; ++i)
    if (const auto* given = inertia ? inertia->child(names[i]) : nullptr) x[i] = at.one(given->text, names[i]);
  all.inertia = symmetric(x[0], x[1], x[2], x[3], x[4], x[5]);
  return all;
}

Turn mjcf_turn(const Element& e, const Element& root, const Source& at) {
  const bool degrees = of_compilers(root, "angle") != "radian";
  const T unit = degrees ? T(pi_of<T>() / 180) : T(1);
  const auto unit_vector = [&](const Vec<Body, T>& v, const char* what) {
    if (!(norm(v) > 0)) at.refuse(fmt::format("{} is of length 0", what), "a direction");
    return v / norm(v);
  };
  if (e.attributes.contains("quat")) {
    const auto q = at.numbers(e.attribute("quat"), "quat", 4, 4);
    return rotation_of(q[0], q[1], q[2], q[3], "quat", at);
  }
  if (e.attributes.contains("axisangle")) {
    const auto x = at.numbers(e.attribute("axisangle"), "axisangle", 4, 4);
    return exp(T(unit * x[3]) * unit_vector({x[0], x[1], x[2]}, "axisangle"));
  }
  if (e.attributes.contains("euler")) {
    const auto a = at.three(e.attribute("euler"), "euler");
    const auto given = of_compilers(root, "eulerseq");
    const std::string sequence = given.empty() ? "xyz" : given;
    if (sequence.size() != 3 || sequence.find_first_not_of("xyzXYZ") != sequence.npos)
      at.refuse(fmt::format("eulerseq is \"{}\"", shortened(sequence)), "three of xyz (turning) or XYZ (fixed axes)");
    auto R = Turn::identity();
    for (int i = 0; i < 3; ++i) {
      const char c = sequence[static_cast<std::size_t>(i)];
      const bool fixed = c < 'a';
      const auto turn = about_axis(c - (fixed ? 'X' : 'x'), T(unit * a[i]));
      R = fixed ? turn * R : R * turn;
    }
    return R;
  }
  if (e.attributes.contains("xyaxes")) {
    const auto a = at.numbers(e.attribute("xyaxes"), "xyaxes", 6, 6);
    const auto x = unit_vector({a[0], a[1], a[2]}, "xyaxes");
    const Vec<Body, T> given{a[3], a[4], a[5]};
    const auto y = unit_vector(given - dot(given, x) * x, "xyaxes");
    return from_matrix<Body, Body, T>(from_columns(x, y, cross(x, y)));
  }
  if (e.attributes.contains("zaxis")) {
    const auto z = unit_vector(at.three(e.attribute("zaxis"), "zaxis"), "zaxis");
    const auto about = cross(axis<Body, T>(2), z);
    using std::atan2;
    if (!(norm(about) > 0)) return z[2] > 0 ? Turn::identity() : about_axis(0, pi_of<T>());
    return exp(T(atan2(norm(about), z[2])) / norm(about) * about);
  }
  return Turn::identity();
}

Inertial of_mjcf(const Element& e, const Element& root, const Source& at) {
  Inertial all;
  all.mass = at.one(e.attribute("mass"), "mass");
  all.position = at.three(e.attribute("pos"), "pos");
  if (e.attributes.contains("fullinertia")) {
    const auto x = at.numbers(e.attribute("fullinertia"), "fullinertia", 6, 6);
    all.inertia = symmetric(x[0], x[1], x[2], x[3], x[4], x[5]);
  } else {
    const auto x = at.three(e.attribute("diaginertia"), "diaginertia");
    all.inertia = symmetric(x[0], x[1], x[2], T(0), T(0), T(0));
  }
  all.turn = mjcf_turn(e, root, at);
  return all;
}

}  // namespace

Mass inertial_of(const std::string& text, const std::string& path, const std::string& format,
                 const std::optional<std::string>& link, const std::string& field, std::vector<std::string>& warnings) {
  const auto root = read_xml(text, path, field);
  const bool is_mjcf = format == "mjcf";
  const std::string expected = format == "urdf" ? "robot" : format == "sdf" ? "sdf" : "mujoco";
  if (root.name != expected &&
      !(format == "sdf" && (root.name == "world" || root.name == "model" || root.name == "link")) &&
      !(is_mjcf && root.name == "mujocoinclude"))
    throw UserError("{}: {}: its root is <{}>; accepted: <{}>", field, path, shortened(root.name), expected);
  std::vector<Link> all;
  links(root, is_mjcf ? "body" : "link", "", all);
  std::vector<std::string> known;
  std::vector<const Element*> wanted;
  std::map<std::string, int> of_name;
  for (const auto& [e, full_name] : all) ++of_name[e->attribute("name")];
  for (const auto& [e, full_name] : all) {
    if (link ? e->attribute("name") == *link || full_name == *link : e->child("inertial") != nullptr)
      wanted.push_back(e);
    if (e->child("inertial")) known.push_back(of_name[e->attribute("name")] == 1 ? e->attribute("name") : full_name);
  }
  if (known.size() > 20) known.resize(20);
  if (known.empty() && wanted.empty())
    throw UserError(
        "{}: {} has no {} with an <inertial>; accepted: one that has (inertia is not computed from geometry)", field,
        path, is_mjcf ? "body" : "link");
  if (wanted.empty() || (!link && wanted.size() > 1))
    throw UserError("body.link: {}",
                    link ? unknown_name("link of " + path, *link, known)
                         : fmt::format("missing; accepted: one of the {} links of {} that have an <inertial>",
                                       wanted.size(), path));
  if (wanted.size() > 1)
    throw UserError("body.link: {} has {} of the name \"{}\"; accepted: a unique name{}", path, wanted.size(),
                    shortened(*link), format == "sdf" ? ", or model::link" : "");
  const auto& e = *wanted.front();
  const auto name = e.attribute("name");
  const Source at{field, path, name};
  const auto* inertial = e.child("inertial");
  if (!inertial)
    at.refuse("has no <inertial>", is_mjcf ? "one that has it (the mass of geoms is not computed)" : "one that has");
  if (inertial->attribute("auto") == "true")
    at.refuse("its <inertial> is computed from collisions (auto)", "one with numbers");
  const auto read = is_mjcf            ? of_mjcf(*inertial, root, at)
                    : format == "urdf" ? of_urdf(*inertial, at)
                                       : of_sdf(*inertial, at);
  if (!(read.mass > 0)) at.refuse(fmt::format("mass is {:.6g}", scalar_cast<double>(read.mass)), "a positive mass");
  for (const char* change : {"inertiafromgeom", "balanceinertia", "boundmass", "boundinertia", "settotalmass"})
    if (const auto given = of_compilers(root, change);
        is_mjcf && !given.empty() && given != "false" && given != "auto" && given != "0" && given != "-1")
      warnings.push_back(fmt::format("{}: MuJoCo would change the inertial by {} = \"{}\" of the file's compiler",
                                     field, change, shortened(given)));
  warnings.push_back(fmt::format("{}: inertia about the centre of mass, in the axes of the {} \"{}\"", field,
                                 is_mjcf ? "body" : "link", shortened(name)));
  return placed({read.mass, {}, read.inertia, T(0)}, matrix(read.turn), read.position);
}

}  // namespace polhode::reading
