// SPDX-License-Identifier: MIT
#include "core/io/spec/mass.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <string_view>

#include "core/geometry/principal_axes.hpp"
#include "core/geometry/so3.hpp"
#include "core/io/spec/signals.hpp"

namespace polhode::reading {

namespace {

using T = float100;
using Turn = Rotation<Body, Body, T>;
using Node = pugi::xml_node;

/// What pugixml lets pass.
struct Strict : pugi::xml_tree_walker {
  std::string what;
  std::ptrdiff_t at = 0;
  std::size_t elements = 0;

  bool for_each(pugi::xml_node& node) override {
    constexpr int deepest = 500;
    constexpr std::size_t most = 1000000;
    const bool is_element = node.type() == pugi::node_element;
    if (depth() == 0 && is_element && node != node.root().first_child()) what = "a second root, or text before it";
    if (depth() == 0 && !is_element) what = "text outside the root";
    if (depth() > deepest) what = "elements too deep";
    if (++elements > most) what = "too many elements";
    std::set<std::string_view> names;
    for (const auto& a : node.attributes())
      if (!names.insert(a.name()).second) what = "the attribute " + shortened(a.name()) + " twice";
    at = node.offset_debug();
    return what.empty();
  }
};

/// The root of an XML file, which the document then holds. Beyond pugixml it refuses a second root, text outside the
/// root, an attribute twice, a byte 0, and elements that are too deep or too many. Throws UserError, which begins with
/// `field`: the file, the line and what is wrong there.
Node read_xml(pugi::xml_document& document, const std::string& text, const std::string& path,
              const std::string& field) {
  const auto refuse = [&](std::ptrdiff_t at, const std::string& what) {
    const auto read = std::clamp<std::ptrdiff_t>(at, 0, static_cast<std::ptrdiff_t>(text.size()));
    throw UserError("{}: {}, line {}: {}; accepted: an XML file", field, path,
                    1 + std::count(text.begin(), text.begin() + read, '\n'), what);
  };
  if (const auto zero = text.find('\0'); zero != text.npos) refuse(static_cast<std::ptrdiff_t>(zero), "a byte 0");
  const auto parsed = document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_fragment);
  if (!parsed) refuse(parsed.offset, parsed.description());
  Strict strict;
  if (!document.traverse(strict)) refuse(strict.at, strict.what);
  if (!document.document_element()) refuse(0, "no element");
  return document.document_element();
}

/// The text of an element, without that of its children.
std::string text_of(const Node& element) {
  std::string all;
  for (const auto& c : element)
    if (c.type() == pugi::node_pcdata || c.type() == pugi::node_cdata) all += c.value();
  return all;
}

/// What is read, and where it stands, for messages.
struct Source {
  const std::string &field, &path;
  std::string link;

  [[noreturn]] void refuse(const std::string& what, const std::string& accepted) const {
    throw UserError("{}: {}, link \"{}\": {}; accepted: {}", field, path, shortened(link), what, accepted);
  }
  std::vector<T> numbers(const std::string& text, const std::string& what, std::size_t least, std::size_t most) const {
    std::istringstream in(text);
    std::vector<T> list;
    for (std::string word; in >> word;) {
      if (!is_decimal(word) || !in_range(T(word)))
        refuse(fmt::format("{} has \"{}\"", what, shortened(word)),
               word.find('$') == word.npos ? "a number up to 1e100"
                                           : "a number; xacro writes them in place of expressions");
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
  T not_negative(const std::string& text, const std::string& what) const {
    const T x = one(text, what);
    if (!(x >= 0)) refuse(fmt::format("{} is {:.6g}", what, scalar_cast<double>(x)), "a positive " + what);
    return x;
  }
  /// The child of this name, of which there is at most one.
  Node child(const Node& e, const char* name) const {
    const auto found = e.child(name);
    if (found.next_sibling(name)) refuse(fmt::format("<{}> has more than one <{}>", e.name(), name), "one");
    return found;
  }
};

std::string attribute(const Node& e, const char* name) {
  return e.attribute(name).value();
}
bool is(const Node& e, std::string_view name) {
  return e.name() == name;
}
/// What an XPath finds, in the order of the file.
std::vector<Node> all(const Node& e, const char* xpath) {
  auto found = e.select_nodes(xpath);
  found.sort();
  std::vector<Node> nodes;
  for (const auto& f : found) nodes.push_back(f.node());
  return nodes;
}

/// Where something is, in the axes of something else.
struct Pose {
  Vec<Body, T> position{};
  Turn turn = Turn::identity();
};
Pose operator*(const Pose& a, const Pose& b) {
  return {a.position + a.turn * b.position, a.turn * b.turn};
}
Pose inverse(const Pose& p) {
  const auto back = inverse(p.turn);
  return {T(-1) * (back * p.position), back};
}
Mass placed(const Mass& m, const Pose& p) {
  return placed(m, matrix(p.turn), p.position);
}

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

Mat3<T> symmetric(const T& xx, const T& yy, const T& zz, const T& xy, const T& xz, const T& yz) {
  Mat3<T> m;
  m(0, 0) = xx, m(1, 1) = yy, m(2, 2) = zz;
  m(0, 1) = m(1, 0) = xy, m(0, 2) = m(2, 0) = xz, m(1, 2) = m(2, 1) = yz;
  return m;
}

constexpr const char* names[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};

/// A file: its links, how they hang together, and what each has of its own.
struct Format {
  Node root;
  const std::string &field, &path;
  std::vector<std::string>& warnings;

  struct Link {
    Node node;
    std::string name;                   ///< in SDF with those of its models: model::link
    std::vector<std::size_t> joints{};  ///< that it is an end of
  };
  struct Joint {
    std::size_t parent, child;
    bool fixed;
    Node node;
  };
  std::vector<Link> links{};
  std::vector<Joint> joints{};
  std::map<std::string, std::size_t> index{};

  Format(const Node& root, const std::string& field, const std::string& path, std::vector<std::string>& warnings)
      : root(root), field(field), path(path), warnings(warnings) {}
  virtual ~Format() = default;
  /// Finds links and joints.
  virtual void read() = 0;
  virtual bool has_mass(const Node& link) const { return link.child("inertial"); }
  virtual std::optional<Mass> own(const Node& link, const Source& at) const = 0;
  virtual Pose child_in_parent(const Joint& joint) const = 0;

  Source at(const std::string& link) const { return {field, path, link}; }
  template <class... A>
  void warn(fmt::format_string<const A&...> text, const A&... a) const {
    warnings.push_back(field + ": " + fmt::format(text, a...));
  }
  /// Warns of the children of an element that are none of these.
  void only(const Node& e, std::initializer_list<std::string_view> known) const {
    for (const auto& c : e.children())
      if (c.type() == pugi::node_element && std::find(known.begin(), known.end(), c.name()) == known.end())
        warn("<{}> of <{}> is not used", shortened(c.name()), e.name());
  }
  void not_read(const char* xpath) const {
    std::set<std::string> names;
    for (const auto& e : all(root, xpath)) names.insert(e.name());
    for (const auto& name : names) warn("<{}> is not expanded, and what it would add is not there", shortened(name));
  }
  /// Is it the first of its name?
  bool add(const Node& link, const std::string& name) {
    links.push_back({link, name});
    return index.emplace(name, links.size() - 1).second;
  }
  std::optional<std::size_t> find(const std::string& name) const {
    const auto found = index.find(name);
    return found == index.end() ? std::nullopt : std::optional(found->second);
  }
  /// A joint between links that are there; of others it says so.
  void join(std::optional<std::size_t> parent, std::optional<std::size_t> child, bool fixed, const Node& joint) {
    if (!parent || !child)
      return warn("the joint \"{}\" names a link that is not there, and is not used",
                  shortened(attribute(joint, "name")));
    for (const auto end : {*parent, *child}) links[end].joints.push_back(joints.size());
    joints.push_back({*parent, *child, fixed, joint});
  }
  /// A link and those that fixed joints make one with it, each with the joint that leads to it, whose other end is
  /// before it; the first with none.
  std::vector<std::pair<std::size_t, const Joint*>> fixed_to(std::size_t first) const {
    std::vector<std::pair<std::size_t, const Joint*>> group{{first, nullptr}};
    std::set<std::size_t> seen{first};
    std::vector<std::size_t> open{first};
    while (!open.empty()) {
      const auto at = open.back();
      open.pop_back();
      for (const auto j : links[at].joints) {
        const auto& joint = joints[j];
        const auto next = joint.parent == at ? joint.child : joint.parent;
        if (joint.fixed && seen.insert(next).second) group.emplace_back(next, &joint), open.push_back(next);
      }
    }
    return group;
  }
};

struct Urdf : Format {
  using Format::Format;

  void read() override {  // and what xacro would look through
    not_read("//*[starts-with(name(), 'xacro:')]");
    for (const auto& e : all(root, "/robot/link | //*[starts-with(name(), 'xacro:')]/link"))
      if (const auto name = attribute(e, "name"); !add(e, name))
        throw UserError("{}: {}: two links have the name \"{}\"; accepted: one", field, path, shortened(name));
    for (const auto& e : all(root, "/robot/joint | //*[starts-with(name(), 'xacro:')]/joint")) {
      const auto end = [&](const char* which) { return find(attribute(e.child(which), "link")); };
      join(end("parent"), end("child"), attribute(e, "type") == "fixed", e);
    }
  }
  static Pose origin(const Node& e, const Source& at) {
    Pose p;
    const auto given = at.child(e, "origin");
    if (given.attribute("xyz")) p.position = at.three(attribute(given, "xyz"), "xyz");
    if (given.attribute("rpy")) p.turn = roll_pitch_yaw(at.three(attribute(given, "rpy"), "rpy"));
    if (given.attribute("quat_xyzw")) {
      if (const auto version = attribute(e.root().child("robot"), "version");
          version.empty() || version == "1.0" || given.attribute("rpy"))
        at.refuse("<origin> has quat_xyzw", "rpy; or quat_xyzw alone, in a robot of version=\"1.1\"");
      const auto q = at.numbers(attribute(given, "quat_xyzw"), "quat_xyzw", 4, 4);
      p.turn = rotation_of(q[3], q[0], q[1], q[2], "<origin>", at);
    }
    return p;
  }
  std::optional<Mass> own(const Node& link, const Source& at) const override {
    const auto e = at.child(link, "inertial");
    if (!e) return {};
    only(e, {"origin", "mass", "inertia"});
    const auto mass = at.child(e, "mass"), inertia = at.child(e, "inertia");
    if (!mass) at.refuse("<inertial> has no <mass>", "one with a value");
    if (!inertia) at.refuse("<inertial> has no <inertia>", "one with ixx, ixy, ixz, iyy, iyz, izz");
    const T m = at.not_negative(attribute(mass, "value"), "mass");
    T x[6];
    for (int i = 0; i < 6; ++i) x[i] = at.one(attribute(inertia, names[i]), names[i]);
    return placed({m, {}, symmetric(x[0], x[1], x[2], x[3], x[4], x[5]), T(0)}, origin(e, at));
  }
  Pose child_in_parent(const Joint& j) const override { return origin(j.node, at(links[j.child].name)); }
};

struct Sdf : Format {
  using Format::Format;

  void read() override {
    not_read("//include");
    for (const auto& e : all(root, "/link | /sdf/link | //world/link | //model/link"))
      add(e, scope(e.parent()) + attribute(e, "name"));
    for (const auto& e : all(root, "/sdf/joint | //world/joint | //model/joint")) {
      const auto parent = text_of(e.child("parent")), child = text_of(e.child("child"));
      if (parent != "world" && child != "world")
        join(link_of(e.parent(), parent), link_of(e.parent(), child), attribute(e, "type") == "fixed", e);
    }
  }
  /// The names of the models that an element is in, as they stand before its own.
  static std::string scope(Node e) {
    std::string all;
    for (; e; e = e.parent())
      if (is(e, "model")) all = attribute(e, "name") + "::" + all;
    return all;
  }
  /// An element of a model by its name, which may be within a model of that.
  static Node named(Node model, std::string name) {
    for (auto at = name.find("::"); model && at != name.npos; at = name.find("::")) {
      model = model.find_child_by_attribute("model", "name", name.substr(0, at).c_str());
      name.erase(0, at + 2);
    }
    for (const char* tag : {"link", "frame", "joint", "model"})
      if (const auto found = model.find_child_by_attribute(tag, "name", name.c_str())) return found;
    return {};
  }
  /// The link of a name, or the one that a frame of this name is attached to.
  std::optional<std::size_t> link_of(const Node& model, const std::string& name, int depth = 0) const {
    const auto e = named(model, name);
    if (is(e, "frame") && depth < deepest)
      if (const auto to = attribute(e, "attached_to"); !to.empty()) return link_of(e.parent(), to, depth + 1);
    return is(e, "link") ? find(scope(e.parent()) + attribute(e, "name")) : std::nullopt;
  }
  static Pose pose_of(const Node& e, const Source& at) {
    const auto pose = at.child(e, "pose");
    const auto text = text_of(pose);
    if (text.find_first_not_of(" \t\r\n") == text.npos) return {};
    const bool by_quaternion = attribute(pose, "rotation_format") == "quat_xyzw";
    const std::size_t count = by_quaternion ? 7 : 6;
    const auto x = at.numbers(text, "pose", count, count);
    const T unit = attribute(pose, "degrees") == "true" ? T(pi_of<T>() / 180) : T(1);
    return {{x[0], x[1], x[2]},
            by_quaternion ? rotation_of(x[6], x[3], x[4], x[5], "pose", at)
                          : roll_pitch_yaw(unit * Vec<Body, T>{x[3], x[4], x[5]})};
  }
  static std::string relative_to(const Node& e) {
    const auto pose = e.child("pose");
    return attribute(pose, pose.attribute("relative_to") ? "relative_to" : "frame");
  }
  /// Of what is in a link: relative to nothing else.
  Pose pose_in_link(const Node& e, const Source& at) const {
    if (const auto to = relative_to(e); !to.empty() && to != attribute(e.parent(), "name"))
      at.refuse(fmt::format("the pose of its <{}> is relative to \"{}\"", e.name(), shortened(to)), "to the link");
    return pose_of(e, at);
  }
  /// Of a link, frame, joint or model, in a model around it or in what holds all models.
  Pose pose(const Node& e, const Source& at, const Node& model = {}, int depth = 0) const {
    if (depth > deepest) at.refuse("poses are relative to each other in a circle", "to what is placed");
    if (e == model || (!is(e, "link") && !is(e, "frame") && !is(e, "joint") && !is(e, "model"))) return {};
    auto to = relative_to(e);
    if (to.empty() && is(e, "frame")) to = attribute(e, "attached_to");
    if (to.empty() && is(e, "joint")) to = text_of(e.child("child"));
    const auto there = [&](const Node& found, const std::string& name) {
      if (!found)
        at.refuse(fmt::format("a pose is relative to \"{}\", which is not there", shortened(name)), "what is there");
      return found;
    };
    const auto base = to.empty() || to == "__model__" || to == "world" ? e.parent() : there(named(e.parent(), to), to);
    auto placed = pose_of(e, at);
    if (const auto own = attribute(e, "placement_frame"); is(e, "model") && !own.empty())  // whose pose it is
      placed = placed * inverse(pose(there(named(e, own), own), at, e, depth + 1));
    return pose(base, at, model, depth + 1) * placed;
  }
  Pose child_in_parent(const Joint& j) const override {
    const auto source = at(links[j.child].name);
    return inverse(pose(links[j.parent].node, source)) * pose(links[j.child].node, source);
  }
  std::optional<Mass> own(const Node& link, const Source& at) const override {
    const auto e = at.child(link, "inertial");
    if (!e) return {};
    only(e, {"mass", "pose", "inertia", "density", "auto_inertia_params", "fluid_added_mass"});
    const auto mass = at.child(e, "mass");
    const auto total = mass ? at.not_negative(text_of(mass), "mass") : T(1);
    if (const auto of = attribute(e, "auto"); of == "true" || of == "1") {
      auto all = of_collisions(link, e, at);
      if (mass) all = with_mass(all, total);
      add_water(all.inertia, e, at);
      return all;
    }
    const auto inertia = at.child(e, "inertia");
    T x[6] = {T(1), T(1), T(1), T(0), T(0), T(0)};
    for (int i = 0; i < 6; ++i)
      if (const auto given = at.child(inertia, names[i])) x[i] = at.one(text_of(given), names[i]);
    auto I = symmetric(x[0], x[1], x[2], x[3], x[4], x[5]);
    add_water(I, e, at);
    return placed({total, {}, I, T(0)}, pose_in_link(e, at));
  }
  /// Water that is moved: its part in rotation adds to the inertia; by the others a body does not turn as in vacuum.
  void add_water(Mat3<T>& I, const Node& inertial, const Source& at) const {
    const auto water = at.child(inertial, "fluid_added_mass");
    for (const auto& m : water.children()) {
      if (m.type() != pugi::node_element) continue;
      const std::string name = m.name();
      const T value = at.one(text_of(m), name);
      if (name.size() == 2 && name.find_first_not_of("pqr") == name.npos) {
        const int i = name[0] - 'p', k = name[1] - 'p';
        I(i, k) += value;
        if (i != k) I(k, i) += value;
      } else if (value != 0) {
        at.refuse(fmt::format("fluid_added_mass has {}", shortened(name)),
                  "pp, pq, pr, qq, qr, rr (how water moves with a body in translation is not computed)");
      }
    }
    if (water) warn("fluid_added_mass of \"{}\" is part of the inertia", shortened(at.link));
  }
  Mass of_collisions(const Node& link, const Node& inertial, const Source& at) const {
    Mass all;
    for (const auto& c : link.children("collision")) {
      const auto geometry = at.child(c, "geometry");
      const auto shape = geometry.find_child([](const Node& n) { return n.type() == pugi::node_element; });
      const std::string name = shape.name();
      const auto length = [&](const char* key) { return at.not_negative(text_of(at.child(shape, key)), key); };
      Vec<Body, T> size{};
      if (name == "box") size = T(0.5) * at.three(text_of(at.child(shape, "size")), "size");
      if (name == "sphere") size[0] = size[1] = size[2] = length("radius");
      if (name == "ellipsoid") size = at.three(text_of(at.child(shape, "radii")), "radii");
      if (name == "cylinder" || name == "capsule") size = {length("radius"), T(length("length") / 2), T(0)};
      const auto made = solid(name, size);
      if (!made || !(made->mass > 0))
        at.refuse(fmt::format("its <inertial> is computed from collisions (auto), of which one is a {}{}",
                              shortened(name), made ? " without volume" : ""),
                  "box, sphere, ellipsoid, cylinder, capsule; or an inertial with numbers");
      const auto density = at.child(c, "density") ? at.child(c, "density") : at.child(inertial, "density");
      const T rho = density ? at.not_negative(text_of(density), "density") : T(1000);
      all = together(all, placed(with_mass(*made, T(rho * made->mass)), pose_in_link(c, at)));
    }
    if (!(all.mass > 0))
      at.refuse("its <inertial> is computed from collisions (auto), which have no mass", "one with numbers");
    return all;
  }

  static constexpr int deepest = 100;
};

struct Mjcf : Format {
  using Format::Format;
  T share{1};  ///< by which the compiler multiplies all masses

  void read() override {
    not_read("worldbody//attach | worldbody//composite | worldbody//flexcomp | worldbody//replicate");
    std::map<Node, std::size_t> place;
    for (const auto& e : all(root, "worldbody//body")) {
      place[e] = links.size();
      add(e, attribute(e, "name"));
      if (const auto above = e.select_node("ancestor::body[1]").node()) join(place[above], place[e], !moves(e), e);
    }
    for (const auto& e : root.children("equality")) only(e, {"joint", "tendon", "flex"});
    if (compiler("coordinate") == "global")
      throw UserError("{}: {}: coordinate is \"global\"; accepted: local", field, path);
    if (const auto total = compiler_number("settotalmass"); total > 0) {
      T all(0);
      const auto said = warnings.size();
      for (const auto& link : links)
        if (const auto m = own(link.node, at(link.name))) all += m->mass;
      warnings.resize(said);
      if (all > 0) share = total / all;
    }
    for (const char* change : {"balanceinertia", "boundmass", "boundinertia", "settotalmass"})
      if (const auto given = compiler(change); !given.empty() && given != "false")
        warn("{} = \"{}\" of the file's compiler is applied", change, shortened(given));
  }
  /// The last of the attributes of this name of the compilers, of which a file may have several.
  std::string compiler(const char* name) const {
    std::string last;
    for (const auto& e : root.children("compiler"))
      if (e.attribute(name)) last = attribute(e, name);
    return last;
  }
  T compiler_number(const char* name) const {
    const auto given = compiler(name);
    return given.empty() ? T(0) : at("compiler").one(given, name);
  }
  /// What of these names is in a body and not in one of its own; frames only place it.
  static std::vector<Node> parts(const Node& body, std::string_view name) {
    std::vector<Node> found;
    for (const auto& c : body.children()) {
      if (is(c, name)) found.push_back(c);
      if (!is(c, "frame")) continue;
      const auto inside = parts(c, name);
      found.insert(found.end(), inside.begin(), inside.end());
    }
    return found;
  }
  static bool moves(const Node& body) {
    return !parts(body, "joint").empty() || !parts(body, "freejoint").empty() || attribute(body, "mocap") == "true";
  }
  bool of_geoms() const { return compiler("inertiafromgeom") == "true"; }
  bool has_mass(const Node& body) const override {
    if (body.child("inertial") && !of_geoms()) return true;
    return compiler("inertiafromgeom") != "false" && !parts(body, "geom").empty();
  }
  std::optional<Mass> own(const Node& body, const Source& at) const override {
    if (!has_mass(body)) return {};
    const auto e = at.child(body, "inertial");
    Mass m = e && !of_geoms() ? inertial(e, at) : geoms(body, at);
    if (!e)
      warn("\"{}\" has no <inertial>, and is computed from its geoms", shortened(at.link));
    else if (of_geoms())
      warn("\"{}\" is computed from its geoms: inertiafromgeom", shortened(at.link));
    const T bound = compiler_number("boundinertia"), least = compiler_number("boundmass");
    const bool balances = compiler("balanceinertia") == "true";
    if (least > m.mass) m.mass = least;
    if (bound > 0 || balances) {
      auto [I, axes] = eigenvectors(m.inertia);
      for (int i = 0; i < 3; ++i) I[i] = std::max(I[i], bound);
      const T sum = I[0] + I[1] + I[2];
      if (balances && 2 * std::max({I[0], I[1], I[2]}) > sum) I[0] = I[1] = I[2] = sum / 3;
      m.inertia = axes * (symmetric(I[0], I[1], I[2], T(0), T(0), T(0)) * transpose(axes));
    }
    return m.mass > 0 ? with_mass(m, T(share * m.mass)) : m;
  }
  Pose child_in_parent(const Joint& j) const override {
    return in_body(j.node, of_attributes(j.node), at(links[j.child].name));
  }

  using Attributes = std::function<std::string(const char*)>;
  static Attributes of_attributes(const Node& e) {
    return [e](const char* name) { return attribute(e, name); };
  }
  /// The attributes of a geom, its own or those of its class: one that it names, or else the nearest body or frame.
  Attributes of_geom(const Node& geom, const Source& at) const {
    std::string name = attribute(geom, "class");
    for (auto e = geom.parent(); name.empty() && e; e = e.parent()) name = attribute(e, "childclass");
    std::vector<Node> defaults;  // the nearest last
    for (const auto& d : root.children("default")) defaults.push_back(d);
    bool is_there = name.empty() || name == "main";
    for (const auto& e : all(root, "default/descendant-or-self::default")) {
      if (attribute(e, "class") != name || name.empty()) continue;
      is_there = true;
      const auto from = defaults.size();
      for (auto up = e; up.parent() != root; up = up.parent())
        defaults.insert(defaults.begin() + static_cast<std::ptrdiff_t>(from), up);
    }
    if (!is_there) at.refuse(fmt::format("no <default> has the class \"{}\"", shortened(name)), "one that is there");
    return [geom, defaults](const char* key) {
      if (geom.attribute(key)) return attribute(geom, key);
      std::string last;
      for (const auto& d : defaults)
        for (const auto& e : d.children("geom"))
          if (e.attribute(key)) last = attribute(e, key);
      return last;
    };
  }
  /// The pose of a part in its body, through frames.
  Pose in_body(const Node& e, const Attributes& of, const Source& at) const {
    const auto pose = [&](const Attributes& a) {
      return Pose{a("pos").empty() ? Vec<Body, T>{} : at.three(a("pos"), "pos"), turn(a, at)};
    };
    auto all = pose(of);
    for (auto up = e.parent(); is(up, "frame"); up = up.parent()) all = pose(of_attributes(up)) * all;
    return all;
  }
  static Vec<Body, T> unit_vector(const Vec<Body, T>& v, const char* what, const Source& at) {
    if (!(norm(v) > 0)) at.refuse(fmt::format("{} is of length 0", what), "a direction");
    return v / norm(v);
  }
  /// The shortest turn that takes z there.
  static Turn z_to(const Vec<Body, T>& z) {
    const auto about = cross(axis<Body, T>(2), z);
    using std::atan2;
    if (!(norm(about) > 0)) return z[2] > 0 ? Turn::identity() : about_axis(0, pi_of<T>());
    return exp(T(atan2(norm(about), z[2])) / norm(about) * about);
  }
  Turn turn(const Attributes& e, const Source& at) const {
    const bool degrees = compiler("angle") != "radian";
    const T unit = degrees ? T(pi_of<T>() / 180) : T(1);
    constexpr const char* ways[] = {"quat", "axisangle", "euler", "xyaxes", "zaxis"};
    if (std::ranges::count_if(ways, [&](const char* way) { return !e(way).empty(); }) > 1)
      at.refuse("an orientation is given in two ways", "one of quat, axisangle, euler, xyaxes, zaxis");
    if (!e("quat").empty()) {
      const auto q = at.numbers(e("quat"), "quat", 4, 4);
      return rotation_of(q[0], q[1], q[2], q[3], "quat", at);
    }
    if (!e("axisangle").empty()) {
      const auto x = at.numbers(e("axisangle"), "axisangle", 4, 4);
      return exp(T(unit * x[3]) * unit_vector({x[0], x[1], x[2]}, "axisangle", at));
    }
    if (!e("euler").empty()) {
      const auto a = at.three(e("euler"), "euler");
      const auto given = compiler("eulerseq");
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
    if (!e("xyaxes").empty()) {
      const auto a = at.numbers(e("xyaxes"), "xyaxes", 6, 6);
      const auto x = unit_vector({a[0], a[1], a[2]}, "xyaxes", at);
      const Vec<Body, T> given{a[3], a[4], a[5]};
      const auto y = unit_vector(given - dot(given, x) * x, "xyaxes", at);
      return from_matrix<Body, Body, T>(from_columns(x, y, cross(x, y)));
    }
    if (!e("zaxis").empty()) return z_to(unit_vector(at.three(e("zaxis"), "zaxis"), "zaxis", at));
    return Turn::identity();
  }
  Mass inertial(const Node& e, const Source& at) const {
    only(e, {});
    Mat3<T> I;
    if (e.attribute("fullinertia")) {
      if (e.attribute("diaginertia")) at.refuse("<inertial> has diaginertia and fullinertia", "one of them");
      const auto x = at.numbers(attribute(e, "fullinertia"), "fullinertia", 6, 6);
      I = symmetric(x[0], x[1], x[2], x[3], x[4], x[5]);
    } else {
      const auto x = at.three(attribute(e, "diaginertia"), "diaginertia");
      I = symmetric(x[0], x[1], x[2], T(0), T(0), T(0));
    }
    const auto of = of_attributes(e);
    return placed({at.not_negative(of("mass"), "mass"), {}, I, T(0)}, {at.three(of("pos"), "pos"), turn(of, at)});
  }
  Mass geoms(const Node& body, const Source& at) const {
    Mass all;
    const auto range = compiler("inertiagrouprange").empty()
                           ? std::vector<T>{T(0), T(5)}
                           : at.numbers(compiler("inertiagrouprange"), "inertiagrouprange", 2, 2);
    for (const auto& e : parts(body, "geom")) {
      const auto of = of_geom(e, at);
      const auto type = of("type").empty() ? "sphere" : of("type");
      const T group = of("group").empty() ? T(0) : at.one(of("group"), "group");
      if (type == "plane" || type == "hfield" || group < range[0] || group > range[1]) continue;
      if (!of("mesh").empty() && type != "mesh")
        at.refuse(fmt::format("a geom of type {} has the mesh \"{}\"", shortened(type), shortened(of("mesh"))),
                  "geoms with a size, not fitted to a mesh; or an <inertial>");
      if (of("shellinertia") == "true") at.refuse("a geom has shellinertia", "geoms that are solid; or an <inertial>");
      auto place = in_body(e, of, at);
      const auto given = at.numbers(of("size"), "size", 0, 3);
      Vec<Body, T> size{};
      for (std::size_t i = 0; i < given.size(); ++i) size[static_cast<int>(i)] = given[i];
      std::size_t needed = type == "sphere" ? 1 : type == "cylinder" || type == "capsule" ? 2 : 3;
      if (!of("fromto").empty() && type != "sphere") {
        const auto x = at.numbers(of("fromto"), "fromto", 6, 6);
        const Vec<Body, T> from{x[0], x[1], x[2]}, to{x[3], x[4], x[5]};
        const Pose between{T(0.5) * (from + to), z_to(unit_vector(from - to, "fromto", at))};
        place = in_body(
                    e, [](const char*) { return std::string(); }, at) *
                between;
        const T half = norm(from - to) / 2;
        size = needed == 2 ? Vec<Body, T>{size[0], half, T(0)} : Vec<Body, T>{size[0], size[0], half};
        needed = 1;
      }
      if (type == "sphere") size[1] = size[2] = size[0];
      const auto made = solid(type, size);
      if (!made)
        at.refuse(fmt::format("a geom is of type {}, of which no inertia is computed", shortened(type)),
                  "sphere, capsule, ellipsoid, cylinder, box; or an <inertial>");
      if (given.size() < needed || !(made->mass > 0))
        at.refuse(fmt::format("a geom of type {} has the size \"{}\"", shortened(type), shortened(of("size"))),
                  fmt::format("{} positive numbers", needed));
      const T mass =
          !of("mass").empty()
              ? at.not_negative(of("mass"), "mass")
              : T(made->mass * (of("density").empty() ? T(1000) : at.not_negative(of("density"), "density")));
      all = together(all, placed(with_mass(*made, mass), place));
    }
    return all;
  }
};

/// Puts the content of the files that `<include>` names in its place, each once at most. They are in the folder of the
/// first file, as MuJoCo has it, or of the one that names them.
void include(Node root, const std::string& folder, const std::string& path, const std::string& field,
             std::set<std::string>& read) {
  for (auto e : all(root, ".//include")) {
    const auto name = attribute(e, "file");
    const auto refuse = [&](const std::string& what, const std::string& accepted) {
      throw UserError("{}: {}: <include> of \"{}\": {}; accepted: {}", field, path, shortened(name), what, accepted);
    };
    if (name.empty()) refuse("no file is named", "one with file");
    auto file = in_folder(name, folder);
    if (!std::filesystem::exists(file)) file = in_folder(name, folder_of(path));
    if (!std::filesystem::exists(file)) refuse("no such file", "a file beside the first one");
    constexpr std::size_t most = 100;
    if (!read.insert(std::filesystem::weakly_canonical(file).string()).second)
      refuse("the file is included already", "each file once");
    if (read.size() > most) refuse("there are too many", fmt::format("{}", most));
    pugi::xml_document document;
    const auto other = read_xml(document, read_file(file), file, field);
    if (!is(other, "mujoco") && !is(other, "mujocoinclude"))
      refuse(fmt::format("its root is <{}>", shortened(other.name())), "<mujocoinclude>");
    include(other, folder, file, field, read);
    auto parent = e.parent();
    for (const auto& c : other.children()) parent.insert_copy_before(c, e);
    parent.remove_child(e);
  }
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 10;
  std::string all;
  for (std::size_t i = 0; i < std::min(shown, names.size()); ++i)
    all += fmt::format("{}\"{}\"", i > 0 ? ", " : "", shortened(names[i]));
  return all + (names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "");
}

}  // namespace

Mass inertial_of(const std::string& text, const std::string& path, const std::string& format,
                 const std::optional<std::string>& link, const std::string& field, std::vector<std::string>& warnings) {
  pugi::xml_document document;
  const auto root = read_xml(document, text, path, field);
  const bool is_mjcf = format == "mjcf";
  const std::string tag = root.name(), expected = format == "urdf" ? "robot" : format == "sdf" ? "sdf" : "mujoco";
  if (tag != expected && !(format == "sdf" && (tag == "world" || tag == "model" || tag == "link")) &&
      !(is_mjcf && tag == "mujocoinclude"))
    throw UserError("{}: {}: its root is <{}>; accepted: <{}>", field, path, shortened(tag), expected);
  std::set<std::string> read{std::filesystem::weakly_canonical(path).string()};
  if (is_mjcf) include(root, folder_of(path), path, field, read);
  const auto file = [&]() -> std::unique_ptr<Format> {
    if (is_mjcf) return std::make_unique<Mjcf>(root, field, path, warnings);
    if (format == "sdf") return std::make_unique<Sdf>(root, field, path, warnings);
    return std::make_unique<Urdf>(root, field, path, warnings);
  }();
  file->read();
  const auto& links = file->links;

  // The link that is asked for, or the only group that has a mass, by its first link that has.
  std::map<std::string, int> of_name;
  for (const auto& l : links) ++of_name[attribute(l.node, "name")];
  std::vector<std::string> known;
  std::vector<std::size_t> wanted;
  std::set<std::size_t> taken;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto own_name = attribute(links[i].node, "name");
    const bool has_mass = file->has_mass(links[i].node);
    if (has_mass) known.push_back(shortened(of_name[own_name] == 1 ? own_name : links[i].name));
    if (link ? own_name != *link && links[i].name != *link : !has_mass || taken.contains(i)) continue;
    wanted.push_back(i);
    for (const auto& [member, _] : file->fixed_to(i)) taken.insert(member);
  }
  const std::string kind = is_mjcf ? "body" : "link";
  if (known.size() > 20) known.resize(20);
  if (known.empty() && wanted.empty())
    throw UserError("{}: {} has no {} with an <inertial>{}; accepted: one that has", field, path, kind,
                    is_mjcf ? " or geoms" : "");
  if (wanted.empty() || (!link && wanted.size() > 1))
    throw UserError("body.link: {}",
                    link ? unknown_name("link of " + path, *link, known)
                         : fmt::format("missing; accepted: one of the {} links of {} that have an <inertial>",
                                       wanted.size(), path));
  if (wanted.size() > 1)
    throw UserError("body.link: {} has {} of the name \"{}\"; accepted: a unique name{}", path, wanted.size(),
                    shortened(*link), format == "sdf" ? ", or model::link" : "");

  Mass all;
  bool any = false;
  std::vector<Pose> poses(links.size());
  const auto members = file->fixed_to(wanted.front());
  for (const auto& [i, joint] : members) {
    if (joint) {
      const auto step = file->child_in_parent(*joint);
      poses[i] = joint->child == i ? poses[joint->parent] * step : poses[joint->child] * inverse(step);
    }
    if (const auto own = file->own(links[i].node, file->at(links[i].name)))
      all = together(all, placed(*own, poses[i])), any = true;
  }
  const auto at = file->at(attribute(links[wanted.front()].node, "name"));
  if (!any) at.refuse("has no <inertial>", is_mjcf ? "one that has it, or geoms" : "one that has");
  if (!(all.mass > 0)) at.refuse("mass is 0", "a positive mass");
  file->warn("inertia about the centre of mass, in the axes of the {} \"{}\"", kind, shortened(at.link));
  std::vector<std::string> with, without;
  for (const auto& [i, joint] : members) {
    if (joint) with.push_back(links[i].name);
    for (const auto j : links[i].joints)
      if (const auto child = file->joints[j].child; !taken.contains(child)) without.push_back(links[child].name);
  }
  if (!with.empty())
    file->warn("children {} are part of it: {}", is_mjcf ? "without a joint" : "on fixed joints", listed(with));
  if (!without.empty()) file->warn("children on joints that move are not used: {}", listed(without));
  return all;
}

}  // namespace polhode::reading
