// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>
#include <sstream>
#include <tuple>

#include "core/geometry/decimal.hpp"
#include "core/io/spec.hpp"
#include "core/io/spec/csv_table.hpp"
#include "core/io/spec/units.hpp"
#include "core/io/state_json.hpp"
#include "core/reference/reference.hpp"
#include "core/testing/folder.hpp"
#include "core/testing/json.hpp"
#include "core/testing/refusal.hpp"

/// Bodies, also as solids, orbits and logs as files of other programs have them.
namespace polhode {
namespace {

using nlohmann::json;
using T = float128;
using Triangles = std::vector<std::array<std::array<double, 3>, 3>>;

const TestFolder folder;

void write(const std::string& name, const std::string& text) {
  folder.file(name, text);
}
void write_stl(const std::string& name, const Triangles& faces) {
  std::string text = "solid\n";
  for (const auto& f : faces) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const auto& v : f) text += fmt::format("vertex {:.6e} {:.6e} {:.6e}\n", v[0], v[1], v[2]);
    text += "endloop\nendfacet\n";
  }
  write(name, text + "endsolid\n");
}
/// Faces outwards.
Triangles box(double x0, double y0, double z0, double x1, double y1, double z1) {
  const auto v = [&](int i) { return std::array<double, 3>{i & 1 ? x1 : x0, i & 2 ? y1 : y0, i & 4 ? z1 : z0}; };
  Triangles faces;
  for (const auto& q : {std::array{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
    faces.push_back({v(q[0]), v(q[1]), v(q[2])});
    faces.push_back({v(q[0]), v(q[2]), v(q[3])});
  }
  return faces;
}
Triangles inwards(Triangles faces) {
  for (auto& f : faces) std::swap(f[1], f[2]);
  return faces;
}
Triangles operator+(Triangles a, const Triangles& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

template <class S = double>
Spec<S> read(const std::string& text) {
  return read_spec<S>(parsed(text), folder.string() + "/");
}
/// A spec with these keys beside a body that is given by hand.
std::string spec_with(const std::string& keys) {
  return R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 0, 0]}, )" + keys + "}";
}
const FreeBody<double>& free_body(const Spec<double>& spec) {
  return std::get<FreeBody<double>>(spec.problem);
}
Spec<double> of_body(const std::string& body) {
  return read(R"({"body": {)" + body + R"(, "momentum": [1, 1, 1]}, "time": 1})");
}
std::vector<double> moments(const Spec<double>& spec) {
  const auto& I = free_body(spec).I;
  std::vector<double> sorted{I[0], I[1], I[2]};
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}
void near(const Spec<double>& spec, const std::vector<double>& known, double share = 1e-14) {
  const auto found = moments(spec);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], known[i], share * known[2]);
}
void refused(const std::string& text, const std::string& with) {
  expect_refused([&] { read(text); }, with);
}
void body_refused(const std::string& body, const std::string& with) {
  refused(R"({"body": {)" + body + R"(, "momentum": [1, 1, 1]}})", with);
}
Spec<double> of_mesh(const Triangles& faces) {
  write_stl("mesh.stl", faces);
  return of_body(R"("mesh": "mesh.stl")");
}
void mesh_refused(const Triangles& faces, const std::string& with) {
  write_stl("mesh.stl", faces);
  body_refused(R"("mesh": "mesh.stl")", with);
}

/// A prism of 24 sides whose seam is computed at 0 and at 2 pi; cubes whose faces meet; boxes that turn inwards,
/// overlap, share a corner. Moments in closed form.
TEST(Files, MeshesAreMended) {
  constexpr int n = 24;
  const auto prism = [](double gap) {
    Triangles faces;
    const auto at = [&](int i, double z) {
      const double a = 2 * std::numbers::pi * i / n;
      return std::array<double, 3>{std::cos(a), i == n ? -gap : std::sin(a), z};
    };
    for (int i = 0; i < n; ++i) {
      faces.push_back({at(i, 0), at(i + 1, 0), at(i + 1, 3)}), faces.push_back({at(i, 0), at(i + 1, 3), at(i, 3)});
      faces.push_back({{{0, 0, 0}, at(i + 1, 0), at(i, 0)}}), faces.push_back({{{0, 0, 3}, at(i, 3), at(i + 1, 3)}});
    }
    return faces;
  };
  mesh_refused(prism(-6e-7), "not closed");  // 1e-7 of the size is 4.1e-7
  const auto seam = of_mesh(prism(1.7e-7));
  const double area = n / 2.0 * std::sin(2 * std::numbers::pi / n), volume = 3 * area,
               about = volume / 6 * (2 + std::cos(2 * std::numbers::pi / n)), across = about / 2 + volume * 9 / 12;
  near(seam, {about, across, across}, 1e-6);
  EXPECT_TRUE(warns(seam.warnings, "2 vertices closer than 1e-07"));
  EXPECT_NEAR(*seam.volume, volume, 1e-6 * volume);

  write_stl("cubes.stl", box(0, 0, 0, 1, 1, 1) + box(0, 0, 1, 1, 1, 2) + box(0, 0, 2, 1, 1, 3));
  const auto cubes = of_body(R"("stl": "cubes.stl", "mass": 3)");
  near(cubes, {0.5, 2.5, 2.5});
  EXPECT_FALSE(warns(cubes.warnings, "overlap"));

  const auto turned = of_mesh(inwards(box(0, 0, 0, 1, 2, 3)));
  near(turned, {6 * 5 / 12., 6 * 10 / 12., 6 * 13 / 12.});
  EXPECT_TRUE(warns(turned.warnings, "have been reversed"));
  const auto outer = inwards(box(11, 0, 0, 15, 4, 5)), inner = inwards(box(12, 1, 1, 13, 3, 4));
  for (const auto& both : {outer + inner, inner + outer})
    EXPECT_NEAR(*of_mesh(box(0, 0, 0, 10, 10, 10) + both).volume, 1000 + 80 - 6, 1e-9) << "a hole in what is reversed";
  const auto with_hole = box(0, 0, 0, 4, 4, 5) + inwards(box(1, 1, 1, 2, 3, 4));
  EXPECT_NEAR(*of_mesh(inwards(with_hole)).volume, 80 - 6, 1e-12);
  const auto half = inwards(box(0.4, 0.4, 0.4, 3.6, 3.6, 3.525));
  mesh_refused(box(0, 0, 0, 4, 4, 4) + half + half, "accepted: a body with a volume, whose faces are");
  const auto hole = of_mesh(with_hole);
  EXPECT_NEAR(*hole.volume, 80 - 6, 1e-12);
  EXPECT_TRUE(warns(hole.warnings, "count as holes, of volume 6"));
  EXPECT_TRUE(warns(hole.warnings, "mass 74, centre of mass (2.0"));
  auto twisted = box(0, 0, 0, 1, 1, 1);
  std::swap(twisted[0][1], twisted[0][2]);
  mesh_refused(twisted, "orientation of faces differs");

  EXPECT_TRUE(warns(of_mesh(box(0, 0, 0, 4, 1, 1) + box(3, 0, 0, 5, 1, 1)).warnings,
                    "parts 1 and 2 of 2 overlap near (3.5, 0.5, 0.5)"));
  EXPECT_TRUE(warns(of_mesh(box(-3, -1, -1, 3, 1, 1) + box(-0.5, -3, -0.5, 0.5, 3, 0.5)).warnings, "overlap"));
  // Needles through a tetrahedron, past each edge of its base and above it, in both orders: their edges alone tell.
  const std::array<std::array<double, 3>, 4> v{{{0, 0, 0}, {3, 1, 0}, {1, 3, 0}, {1, 1, 3}}};
  const Triangles tetrahedron{{v[0], v[2], v[1]}, {v[0], v[1], v[3]}, {v[1], v[2], v[3]}, {v[2], v[0], v[3]}};
  for (const auto& [x, y, bottom, cuts] : {std::tuple(1.2, 1.2, -1.0, true),
                                           {2.0, 0.3, -1.0, false},
                                           {0.3, 2.0, -1.0, false},
                                           {2.7, 2.7, -1.0, false},
                                           {2.0, 1.2, 2.0, false}}) {
    const auto needle = box(x, y, bottom, x + 0.05, y + 0.05, 20);
    for (const auto& both : {needle + tetrahedron, tetrahedron + needle})
      EXPECT_EQ(bool(warns(of_mesh(both).warnings, "overlap")), cuts) << x << " " << y;
  }
  EXPECT_NEAR(*of_mesh(tetrahedron + inwards(box(0.25, 0.25, 0.05, 0.35, 0.35, 0.1))).volume, 4 - 5e-4, 1e-14);
  EXPECT_NEAR(*of_mesh(box(0, 0, 0, 10, 10, 10) + inwards(box(9.7, 9.7, 1.5, 9.9, 9.9, 1.7))).volume, 1000 - 8e-3,
              1e-9);
  EXPECT_NEAR(*of_mesh(box(0, 0, 0, 1e-3, 2e-3, 3e-3)).volume, 6e-9, 1e-21) << "in metres";
  // A needle through a plate, one of whose corners is out of the needle's box.
  auto plate = box(-2, -2, -0.1, 2, 2, 0.1);
  for (auto& face : plate)
    for (auto& corner : face)
      if (corner[0] > 0 && corner[1] < 0) corner[0] = 9, corner[1] = -9;
  const std::array<double, 3> tip{-7.3, -4.7, -6}, p{4.7, 7.3, 6}, q{4.9, 7.3, 6}, r{4.7, 7.5, 6};
  const Triangles through{{p, q, r}, {tip, q, p}, {tip, r, q}, {tip, p, r}};
  EXPECT_TRUE(warns(of_mesh(through + plate).warnings, "overlap"));
  // Through faces of a slab that have no corner in the needle's box, where others have one.
  using P = std::array<double, 3>;
  const P a{4, -4, 0.3}, b{-8.5, 8.5, 0.3}, d{8.8, 5, 0.3}, c1{-9, -9, -0.1}, c2{9, -9, -0.1}, c3{9, 9, -0.1},
      c4{-9, 9, -0.1};
  const Triangles slab{{c1, c3, c2}, {c1, c4, c3}, {c1, d, b}, {c1, c2, a}, {c2, d, a},
                       {d, c1, a},   {c2, c3, d},  {c3, b, d}, {c3, c4, b}, {c4, c1, b}};
  EXPECT_TRUE(warns(of_mesh(through + slab).warnings, "overlap"));
  // Parts that share an edge are two; faces that are there twice are said; a body in a hole overlaps nothing.
  const auto edge = of_mesh(box(0, 0, 0, 2, 2, 1) + inwards(box(2, 2, 0, 3, 3, 1)));
  EXPECT_NEAR(*edge.volume, 5, 1e-14);
  EXPECT_TRUE(warns(edge.warnings, "the faces of part 2 of 2 were oriented inwards"));
  auto again = box(0, 0, 0, 1, 2, 3);  // from other corners on
  for (auto& face : again) std::rotate(face.begin(), face.begin() + 1, face.end());
  const auto twice = of_mesh(box(0, 0, 0, 1, 2, 3) + again);
  EXPECT_NEAR(*twice.volume, 12, 1e-14);
  EXPECT_TRUE(warns(twice.warnings, "12 faces are there more than once"));
  const std::array<double, 3> apex{3, 3, 3};  // of a tetrahedron on a face of the other, drawn from both sides
  const Triangles on_it{{v[1], v[3], v[2]}, {v[1], v[2], apex}, {v[2], v[3], apex}, {v[3], v[1], apex}};
  EXPECT_FALSE(warns(of_mesh(tetrahedron + on_it).warnings, "more than once"));
  const auto hollow = box(0, 0, 0, 5, 5, 5) + inwards(box(1, 1, 1, 4, 4, 4));
  const auto nested = of_mesh(hollow + box(2, 2, 2, 3, 3, 3));
  EXPECT_NEAR(*nested.volume, 125 - 27 + 1, 1e-12);
  EXPECT_FALSE(warns(nested.warnings, "overlap"));
  EXPECT_TRUE(warns(of_mesh(hollow + box(0.5, 2, 2, 3, 3, 3)).warnings, "overlap"));
  const auto corner = of_mesh(box(0, 0, 0, 1, 1, 1) + box(1, 1, 1, 2, 2, 2));
  EXPECT_FALSE(warns(corner.warnings, "overlap"));
  EXPECT_NEAR(*corner.volume, 2, 1e-14);

  auto open = box(0, 0, 0, 1, 1, 1);
  open.pop_back();
  mesh_refused(open, "not closed: 3 edges without partner, one from (1, 0, 0)");
}

template <class U>
std::string bytes(const U& x, bool least_last) {
  auto all = std::bit_cast<std::array<char, sizeof(U)>>(x);
  if (least_last != (std::endian::native == std::endian::big)) std::reverse(all.begin(), all.end());
  return {all.begin(), all.end()};
}

/// Habits of programs that write meshes: bytes in both orders, other numbers beside the coordinates, capitals, long
/// lines, polygons, no name or one of several words, bytes after the end.
TEST(Files, MeshesHaveHabits) {
  const std::vector<double> box_moments{6 * 5 / 12., 6 * 10 / 12., 6 * 13 / 12.};
  const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const bool last : {false, true}) {
    std::string ply = fmt::format("ply\r\nformat binary_{}_endian 1.0\r\nobj_info 1\r\nelement vertex 8\r\n",
                                  last ? "big" : "little") +
                      "property uchar red\r\nproperty double x\r\nproperty float y\r\nproperty float32 z\r\n"
                      "element face 6\r\nproperty list uint8 float texcoord\r\nproperty ushort flags\r\n"
                      "property list int uint32 vertex_index\r\nend_header\r\n";
    for (int i = 0; i < 8; ++i)
      ply += bytes(std::uint8_t(10), last) + bytes(double(i & 1), last) + bytes(float(i & 2), last) +
             bytes(float(i & 4 ? 3 : 0), last);
    for (const auto& f : faces) {
      ply += bytes(std::uint8_t(2), last) + bytes(1.0f, last) + bytes(2.0f, last) + bytes(std::uint16_t(7), last) +
             bytes(std::int32_t(4), last);
      for (const int i : f) ply += bytes(std::uint32_t(i), last);
    }
    write("bytes.ply", ply);
    near(of_body(R"("mesh": "bytes.ply")"), box_moments);
    write("bytes.ply", ply.substr(0, ply.size() - 1));
    body_refused(R"("mesh": "bytes.ply")", "ends before all of its face");
  }
  write("list.ply",
        "ply\nformat binary_little_endian 1.0\nelement vertex 0\nproperty float x\nproperty float y\n"
        "property float z\nelement face 1\nproperty list float int vertex_indices\nend_header\n" +
            bytes(-1.0f, false));
  body_refused(R"("mesh": "list.ply")", "has -1 as the length of a list");

  std::string stl = "  SOLID of a loop of vertex 1\n";
  for (const auto& f : faces) {
    stl += "FACET NORMAL nan nan nan OUTER LOOP";
    for (const int i : f) stl += fmt::format(" VERTEX {} {} {}\n", i & 1, i & 2, i & 4 ? 3 : 0);
    stl += "ENDLOOP ENDFACET\n";
  }
  write("capital.STL", stl + "ENDSOLID\n");
  near(of_body(R"("mesh": "capital.STL")"), box_moments);
  write("half.stl", stl.substr(0, stl.size() - 17));
  body_refused(R"("mesh": "half.stl")", "half.stl ends within a face");

  std::string binary(80, ' ');
  binary.replace(0, 6, "solid ");  // as some programs write
  binary += bytes(std::uint32_t(12), false);
  for (const auto& f : box(0, 0, 0, 1, 2, 3)) {
    binary += std::string(12, '\0');
    for (const auto& v : f)
      for (const double x : v) binary += bytes(static_cast<float>(x), false);
    binary += std::string(2, '\0');
  }
  for (const char* after : {"", "made by a program"}) {
    write("binary.stl", binary + after);
    near(of_body(R"("mesh": "binary.stl")"), box_moments);
  }
  write("binary.stl", binary.substr(0, 600));
  body_refused(R"("mesh": "binary.stl")", "ends after 600 bytes, before the last of its 12 faces");

  write("long.obj",
        "mtllib a b.mtl\no box\nv 0 0 0 1 0 0\nv 1 \\\n0 0\nv 0 2 0\nv 1 2 0\nv 0 0 3\nv 1 0 3\nv 0 2 3\nv 1 2 3\n"
        "vt 0 0\nvn 0 0 1\ns off\nf 1/1 3/2 4/3\\\n 2/4 # below\nf 5//1 6//1 8//1 7//1\nf 1 2 6 5\nf 3 7 8 4\n"
        "f -8 -4 -2 -6\nf 2 4 8 6\nl 1 2\n");
  near(of_body(R"("mesh": "long.obj", "density": 2)"), {5, 10, 13});
}

/// URDF and SDF are in SI, whatever the spec is in; MJCF names no units. The body of a link has its centre and its axes.
TEST(Files, LinksOfRobotsAreInSI) {
  write("arm.urdf",
        "<robot><link name='upper'><inertial><origin xyz='0.1 0.2 0.3' rpy='0 0 1.5707963267948966'/><mass "
        "value='2'/><inertia ixx='3' ixy='0' ixz='0' iyy='2' iyz='0' izz='1.5'/></inertial></link></robot>");
  write("arm.sdf",
        "<sdf><link name='upper'><inertial><mass>2</mass><pose degrees='true'>0.1 0.2 0.3 0 0 90</pose><inertia>"
        "<ixx>3</ixx><iyy>2</iyy><izz>1.5</izz></inertia></inertial></link></sdf>");
  write("arm.xml",
        "<mujoco><worldbody><body name='upper'><inertial pos='0.1 0.2 0.3' mass='2' euler='0 0 90' "
        "diaginertia='3 2 1.5'/></body></worldbody></mujoco>");
  for (const std::string format :
       {R"("urdf": "arm.urdf", "link": "upper")", R"("sdf": "arm.sdf")", R"("mjcf": "arm.xml", "link": "upper")"}) {
    const auto with_units = [&](const char* mass) {
      return fmt::format(
          R"({{"units": {{"mass": "{}", "length": "cm", "time": "s"}}, "body": {{{}, "momentum": [1, 1, 1]}}}})", mass,
          format);
    };
    const bool in_si = !format.starts_with("\"mjcf");
    const double kilogram = in_si ? 1000 : 1, metre = in_si ? 100 : 1, unit = kilogram * metre * metre;
    const auto small = read(with_units("g"));
    near(small, {unit * 1.5, unit * 2, unit * 3});
    EXPECT_NEAR(free_body(small).I[0] * std::abs(matrix(small.axes)(0, 0)), unit * 2, 1e-9 * unit);
    EXPECT_NEAR(*small.mass, 2 * kilogram, 1e-12 * kilogram);
    EXPECT_NEAR((*small.centre)[1], 0.2 * metre, 1e-15 * metre);
    if (in_si) refused(with_units("stone"), "units.mass: \"stone\" is given, and body.");
  }
  const auto turned = [](const char* version, const char* turn) {
    write("turned.urdf",
          fmt::format("<robot{}><link name='a'><inertial><origin {}/><mass value='2'/><inertia ixx='3' ixy='0' ixz='0' "
                      "iyy='2' iyz='0' izz='1.5'/></inertial></link></robot>",
                      version, turn));
    return R"("urdf": "turned.urdf", "attitude": {"rotation_vector": [0, 0, 0]})";
  };
  const auto by_quaternion = of_body(turned(" version='1.1'", "quat_xyzw='0 0 1 1'"));
  EXPECT_NEAR(free_body(by_quaternion).I[0] * std::abs(matrix(by_quaternion.axes)(0, 0)), 2, 1e-12);
  for (const char* version : {"", " version='1.0'"})
    body_refused(turned(version, "quat_xyzw='0 0 1 1'"), "<origin> has quat_xyzw; accepted: rpy; or quat_xyzw alone");
  body_refused(turned(" version='1.1'", "quat_xyzw='0 0 1 1' rpy='0 0 1'"), "<origin> has quat_xyzw");
  // A box whose long edge is turned by 90 degrees, beside another: about x, y and z as two along x would have.
  const auto turned_box = [](const char* units, const char* angle) {
    return read(fmt::format(R"({{"units": {{{}}}, "body": {{"bodies": [{{"box": [1, 2, 3], "mass": 12,
        "attitude": {{"rotation_vector": [0, 0, {}]}}}}, {{"box": [2, 1, 3], "mass": 12}}], "momentum": [1, 1, 1]}}}})",
                            units, angle));
  };
  near(turned_box(R"("angle": "deg", "time": "s", "rate": "deg/s")", "90"), {10, 20, 26});
  near(turned_box("", "1.57079632679489661923"), {10, 20, 26});
  EXPECT_TRUE(turned_box("", "0").volume);
  EXPECT_FALSE(of_body(R"("bodies": [{"box": [1, 2, 3]}, {"inertia": [1, 1, 1], "mass": 1}])").volume)
      << "one of them has none";
  write("thin.urdf",
        "<robot><link name='a'><inertial><mass value='1'/><inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' "
        "izz='0'/></inertial></link></robot>");
  body_refused(R"("urdf": "thin.urdf")", "positive");
}

/// SI units are those of the SI brochure (BIPM, 9th ed. 2019), e its constant, inch, foot, pound and what follows from
/// them NIST's (SP 811), u CODATA's of 2022, the astronomical unit IAU's of 2012, the debye 1e-21/c C m, radians in 17
/// digits.
TEST(Units, AreWorthWhatTheirSourcesSay) {
  struct Group {
    std::array<int, 4> powers;  ///< of length, mass, time and charge
    const char* units;          ///< names, _ for a blank, and sizes
  };
  for (
      const auto& [powers, units] : std::initializer_list<Group>{
          {{0, 0, 0, 0},
           "1 1 rad 1 deg 0.017453292519943296 arcsec 4.8481368110953599e-6 rev 6.2831853071795865 mol 6.02214076e23"},
          {{1, 0, 0, 0}, "m 1 au 149597870700 AU 149597870700 A 1e-10 Å 1e-10 Angstrom 1e-10 in 0.0254 ft 0.3048"},
          {{0, 1, 0, 0},
           "g 1e-3 kg 1 t 1e3 lb 0.45359237 slug 14.59390293720636 u 1.66053906892e-27 amu 1.66053906892e-27"},
          {{0, 0, 1, 0}, "s 1 min 60 h 3600 d 86400 day 86400 yr 31557600 a 31557600"},
          {{0, 0, -1, 0},
           "Hz 1 1/s 1 s^-1 1 kHz 1e3 rpm 0.10471975511965978 deg/s 0.017453292519943296 rev/d 7.2722052166430399e-5"},
          {{1, 1, -2, 0},
           "N 1 fN 1e-15 pN 1e-12 nN 1e-9 uN 1e-6 µN 1e-6 mN 1e-3 cN 1e-2 dN 1e-1 hN 1e2 kN 1e3 MN 1e6 GN 1e9 dyn 1e-5 "
           "lbf 4.4482216152605"},
          {{2, 1, -2, 0}, "J 1 N_m 1 eV 1.602176634e-19 cal 4.184 erg 1e-7 g*cm^2*ms^-2 0.1 in_lbf 0.1129848290276167"},
          {{2, 1, -1, 0}, "kg_m^2_s^-1 1 kg_m2/s 1 mN.m.s 1e-3"},
          {{1, 0, -2, 0}, "m/s^2 1 m_s-2 1 km/min/s 16.666666666666667"},
          {{1, 0, 1, 0}, "m_s 1 m/s^-1 1"},
          {{0, 1, -1, -1}, "T 1 nT 1e-9 G 1e-4 Gauss 1e-4"},
          {{0, 0, 0, 1}, "C 1 e 1.602176634e-19"},
          {{2, 1, -2, -1}, "V 1 MV 1e6"},
          {{1, 0, 0, 1}, "D 3.3356409519815204e-30 nC_m 1e-9"}}) {
    std::istringstream all(units);
    double size = 0;
    for (std::string name; all >> name >> size;) {
      std::replace(name.begin(), name.end(), '_', ' ');
      const auto found = reading::quantity(name);
      ASSERT_TRUE(found) << name;
      EXPECT_NEAR(static_cast<double>(found->size) / size, 1, 5e-16) << name;
      EXPECT_EQ(found->powers, powers) << name;
    }
    EXPECT_TRUE(all.eof()) << units;
  }
  const auto ampere = reading::quantity("mA m^2", true);
  EXPECT_EQ(static_cast<double>(ampere->size), 1e-3);
  EXPECT_EQ(ampere->powers, (std::array{2, 0, -1, 1}));
  for (const char* unknown : {"", " ", "kmin", "mlb", "kkg", "m^0", "m^123", "m^-12", "m^", "frob", "kg m^x", "Kg"})
    EXPECT_FALSE(reading::quantity(unknown)) << unknown;
}

/// In km^3/s^2, of the file gm_de440.tpc at NAIF (14 December 2022); that of the Earth of the IERS Conventions 2010.
TEST(Units, GravityIsThatOfTheEphemerides) {
  const std::vector<std::pair<const char*, double>> known{
      {"sun", 1.3271244004127942e+11},    {"mercury", 2.2031868551400003e+04}, {"venus", 3.2485859200000000e+05},
      {"earth", 3.986004418e+05},         {"moon", 4.9028001184575496e+03},    {"mars", 4.282837362069909e+04},
      {"jupiter", 1.266865319003704e+08}, {"saturn", 3.793120623436167e+07},   {"uranus", 5.793951256527211e+06},
      {"neptune", 6.835103145462294e+06}, {"pluto", 8.696138177608748e+02}};
  for (const auto& [name, mu] : known)
    EXPECT_NEAR(static_cast<double>(*reading::gravity_of(name)) / 1e9 / mu, 1, 5e-16) << name;
}

/// The same body in SI and in units of its own; torques and momenta are converted, and come back as they were given.
TEST(Units, AreConverted) {
  const auto end = [](const std::string& units, double momentum, const std::string& torque) {
    const auto spec = read(fmt::format(R"({{"units": {{{}}}, "body": {{"inertia": [1, 2, 3], "momentum": [{}, {}, 0]}},
        "torque": {}, "time": 1}})",
                                       units, 0.3 * momentum, 0.5 * momentum, torque));
    nlohmann::ordered_json row;
    state_json(row, spec, spec.problem.start(), 0.0, [](double x) { return x; });
    EXPECT_NEAR(row["momentum"][1].get<double>(), 0.5 * momentum, 1e-15 * momentum);
    const auto& body = std::get<TorquedBody<double>>(spec.problem);
    const RigidState<double> state{{0.1, 0.2, 0.3}, normalised(Attitude<double>{1, 0.2, 0.3, 0.4})};
    return std::tuple(body.total(0.4, state.R, state.Pi), body.initial.Pi,
                      row["spatial_momentum"][0].get<double>() / momentum);
  };
  const std::string si = R"("mass": "kg", "length": "m", "time": "s")";
  struct Case {
    const char* units;
    double momentum;
    std::string in_si, given;
  };
  const std::string
      pieces =
          R"({{"kind": "body", "torque": {{"kind": "harmonic", "amplitude": [{0}, 0, {0}], "frequency": 2, "offset": [0, {0}, 0]}}}})",
      fed =
          R"([{{"kind": "damping", "matrix": [[{0}, 0, 0], [0, {0}, {0}], [0, {0}, {0}]]}}, {{"kind": "spring", "stiffness": {0}}}, {{"kind": "noise", "density": {0}, "interval": 0.5}},
      {{"kind": "control", "attitude_gain": {0}, "rate_gain": {0}, "limit": [{0}, {0}, {0}]}}, {{"kind": "gravity", "moment": [{0}, 0, 0]}},
      {{"kind": "constant-field", "u0": [{0}, 0, 0]}}, {{"kind": "harmonic-space", "amplitude": [{0}, 0, 0], "frequency": 1}},
      {{"kind": "damping", "eddy": {0}, "field": [1, 0, 0]}}])",
      wheels =
          R"([{{"kind": "rotors", "momentum": [{0}, 0, {0}]}}, {{"kind": "rotors", "wheels": [{{"axis": [0, 1, 0], "momentum": {0}}}]}}])",
      bar = R"({{"kind": "dipole", "moment": [{0}, 0, {0}], "field": [0, {1}, {1}]}})",
      turns = R"({{"kind": "harmonic-space", "amplitude": [{0}, 0, {0}], "frequency": {1}}})";
  const auto with = [](const std::string& text, double a, double b = 0) {
    return fmt::format(fmt::runtime(text), a, b);
  };
  for (const auto& c : {Case{R"(, "torque": "mN m")", 1, with(pieces, 2), with(pieces, 2000)},
                        {R"(, "torque": "mN m")", 1, with(fed, 2), with(fed, 2000)},
                        {R"(, "momentum": "mN m s")", 1000, with(wheels, 2), with(wheels, 2000)},
                        {R"(, "field": "nT", "dipole_moment": "mA m^2")", 1, with(bar, 2, 3), with(bar, 2e3, 3e9)},
                        {R"(, "field": "kV/m", "dipole_moment": "nC m")", 1, with(bar, 2, 3), with(bar, 2e9, 3e-3)},
                        {R"(, "field": "T", "torque": "mN m")", 1, with(bar, 2, 3), with(bar, 2e3, 3)},
                        {R"(, "field": "G")", 1, with(bar, 2, 3), with(bar, 2, 3)},
                        {R"(, "rate": "deg/s")", 1, with(turns, 2, 1), with(turns, 2, 57.295779513082321)}}) {
    const auto [torque, Pi, spatial] = end(si, 1, c.in_si);
    const auto [found, start, given] = end(si + c.units, c.momentum, c.given);
    EXPECT_NEAR(given, spatial, 1e-14) << c.units;
    EXPECT_LT(norm(found - torque), 1e-13 * norm(torque)) << c.units;
    EXPECT_LT(norm(start - Pi), 1e-15) << c.units;
  }
  const auto other = end(R"("mass": "g", "length": "cm", "time": "ms", "torque": "N m")", 1, with(pieces, 2));
  EXPECT_LT(norm(std::get<0>(other) - 10.0 * std::get<0>(end(si, 1, with(pieces, 2)))),
            1e-13 * norm(std::get<0>(other)))
      << "N m is 10 g cm^2/ms^2";

  const auto why = [&](const std::string& units, const std::string& torque = R"({"kind": "none"})") {
    return refusal_of([&] { read(spec_with(R"("units": {)" + units + R"(}, "torque": )" + torque)); });
  };
  EXPECT_EQ(why(si + R"(, "torque": "mN")"),
            "units.torque: \"mN\" is given; accepted: a unit like mN m, or kg m^2/s^2");
  EXPECT_EQ(why(si + R"(, "momentum": "frob")"),
            "units.momentum: \"frob\" is given; accepted: a unit like N m s, or kg m^2/s");
  EXPECT_EQ(why(R"("time": "s", "torque": "mN m")"),
            "units.torque: \"mN m\" is given without units.length; accepted: with it");
  EXPECT_EQ(why(si + R"(, "dipole_moment": "A m^2")"),
            "units.dipole_moment: \"A m^2\" is given without units.field; accepted: with it");
  EXPECT_EQ(why(R"("mass": "stone", "length": "m", "time": "s", "torque": "N m")"),
            "units.mass: \"stone\" is given, and units.torque needs a known one; accepted: like kg, g");
  EXPECT_EQ(why(R"("time": "s", "rate": "Hz")"),
            "units.rate: \"Hz\" is given; accepted: rad/s, deg/s, or another angle by a time, or rpm");
  EXPECT_EQ(why(R"("mass": "M", "length": "L", "time": "T", "torque": "M L^2/T^2")"), "");
  EXPECT_EQ(why(R"("mass": "m/s")"),
            "units.mass: \"m/s\" is given; accepted: a unit of mass, like kg, g, or a name of your own");
  EXPECT_EQ(why(R"("field": "km")"),
            "units.field: \"km\" is given; accepted: a unit of field, like T, nT, V/m, or a name of your own");
  EXPECT_EQ(why(R"("mass": "u", "length": "A", "time": "moons", "field": "kV/m")"), "");
  const auto formula = why(si + R"(, "torque": "mN m")", R"({"kind": "formula", "torque": ["1", "0", "0"]})");
  EXPECT_TRUE(warns({formula}, "torque.kind: a formula or a library"));
  EXPECT_NEAR(read(R"({"units": {"angle": "deg"}, "body": {"inertia": [1, 2, 3], "momentum": [0, 0, 1]}})").angle,
              std::numbers::pi / 180, 1e-17)
      << "angles that are said";
  EXPECT_NEAR(
      read(
          R"({"units": {"time": "d", "rate": "rev/h"}, "body": {"inertia": [1, 2, 3], "angular_velocity": [0, 0, 1]}})")
          .rate,
      2 * std::numbers::pi * 24, 1e-12);
}

TEST(Files, BodiesAddUp) {
  write_stl("cube.stl", box(-0.5, -0.5, -0.5, 0.5, 0.5, 0.5));
  const auto three = of_body(
      R"("bodies": [{"mesh": "cube.stl", "density": 1}, {"mesh": "cube.stl", "mass": 1, "position": [0, 0, 1],
         "attitude": {"rotation_vector": [0, 1.5707963267948966, 0]}},
         {"inertia": [0.16666666666666666, 0.16666666666666666, 0.16666666666666666], "mass": 1, "position": [0, 0, 2]}])");
  near(three, {0.5, 2.5, 2.5});
  EXPECT_NEAR((*three.centre)[2], 1, 1e-15);
  // Water, in atomic masses and Angstroms, and in SI.
  write("water.xyz", "3\n\nO 0 0 0.1173\nH 0 0.7572 -0.4692\nH 0 -0.7572 -0.4692\n");
  const auto water = of_body(R"("points": "water.xyz")");
  near(water, {0.6158644456166529, 1.15587730944, 1.7717417550566528}, 1e-3);
  const auto in_si = read(R"({"units": {"mass": "kg", "length": "m", "time": "s"},
                              "body": {"points": "water.xyz", "momentum": [1, 1, 1]}, "time": 1})");
  EXPECT_NEAR(moments(in_si)[0] / moments(water)[0], 1.66053906892e-47, 1e-60);
  EXPECT_NEAR((*in_si.centre)[2] / (*water.centre)[2], 1e-10, 1e-22);
  // What no double holds is refused, not an error of ours.
  write("huge.obj", "v 0 0 0\nv 1e80 0 0\nv 0 1e80 0\nv 0 0 1e80\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  body_refused(R"("mesh": "huge.obj")", "body.mesh: a body of mass 1.67e+239");
}

/// And what is left of them around a hole.
TEST(Solids, HaveTheMomentsOfTextbooks) {
  const auto solid = [](const std::string& body, const std::vector<double>& known, double volume) {
    SCOPED_TRACE(body);
    const auto read = of_body(body);
    near(read, known);
    EXPECT_NEAR(*read.volume, volume, 1e-14 * volume);
  };
  const double pi = std::numbers::pi;
  solid(R"("box": [1, 2, 3], "mass": 12)", {5, 10, 13}, 6);
  solid(R"("box": [1, 2, 3])", {2.5, 5, 6.5}, 6);
  solid(R"("ellipsoid": [1, 2, 3], "mass": 5)", {5, 10, 13}, 8 * pi);
  solid(R"("cylinder": [2, 6], "density": 0.5)", {12 * pi * 2, 12 * pi * 4, 12 * pi * 4}, 24 * pi);
  // m/12 (a^2 + b^2) less that of the hole, a tube, a hollow ball of 2/5 m (2^5 - 1)/(2^3 - 1), and a shell, 2/3 m R^2.
  solid(R"("box": [2, 4, 6], "hollow": [1, 2, 3], "density": 2)",
        {96 * 20 / 12. - 5, 96 * 40 / 12. - 10, 96 * 52 / 12. - 12 * 13 / 12.}, 42);
  solid(R"("cylinder": [2, 6], "hollow": [1, 6], "mass": 12)", {30, 51, 51}, 18 * pi);
  solid(R"("ball": 2, "hollow": 1, "mass": 35)", {62, 62, 62}, 28 * pi / 3);
  solid(R"("ball": 3, "hollow": "2.9999999999999999999999999999", "mass": 2)", {12, 12, 12}, 36 * pi * 1e-28);
  // Two balls on a rod: 2 (2/5 + 16) + 12/3 across.
  solid(R"("bodies": [{"ball": 1, "mass": 1, "position": [0, 0, 4]}, {"ball": 1, "mass": 1, "position": [0, 0, -4]},
                     {"cylinder": [1, 2], "mass": 12}])",
        {0.8 + 6, 32.8 + 7, 32.8 + 7}, 2 * pi + 8 * pi / 3);
  body_refused(R"("box": [1, 2, 3], "hollow": [0.5, 1, 3.5], "mass": 1)",
               "body.hollow: [0.5,1,3.5] is given; accepted: a smaller box");
  body_refused(R"("box": [1, 2, 3], "hollow": [1, 2, 3], "mass": 1)", "accepted: a smaller box");
  body_refused(R"("box": [1, 2, 3], "hollow": 0.5)",
               "body.hollow: 0.5 is given; accepted: as many numbers as body.box");
  body_refused(R"("box": [1, 2, 3], "omega": [1, 0, 0])",
               "body.omega: \"omega\" is not a key here; did you mean \"angular_velocity\"?");
  body_refused(R"("size": [1, 2, 3], "orientation": [1, 0, 0, 0])", "did you mean \"attitude\"?");
}

/// A box on a hinge at its edge; and points on a line, printed in some digits.
TEST(Files, PivotsAndRods) {
  write_stl("plate.stl", box(0, 0, 0, 1, 2, 3));
  const auto spec = read(R"({"body": {"mesh": "plate.stl", "pivot": [0, 0, 0], "momentum": [1, 1, 1]}, "time": 1,
                             "torque": {"kind": "gravity", "g": 9.81}})");
  const auto& body = std::get<TorquedBody<double>>(spec.problem);
  double trace = 0;
  for (int i = 0; i < 3; ++i) trace += body.I[i];
  EXPECT_NEAR(trace, 2 * 6 * 14 / 3., 1e-13);
  const auto* weight = std::get_if<UniformField<double>>(body.torques.begin());
  ASSERT_NE(weight, nullptr);
  const auto moment = spec.axes * weight->moment;
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(moment[i], 6 * 9.81 * (i + 1) / 2, 1e-12);
  refused(R"({"body": {"mesh": "plate.stl", "momentum": [1, 1, 1]}, "torque": {"kind": "gravity", "g": 9.81}})",
          "torque.g: given without body.pivot");

  const auto hcn = read(R"({"body": {"points": [[1.008, 0.3078, 0.6156, 0.9234], [12.011, 0.0, 0.0, 0.0],
                            [14.007, -0.2887, -0.5773, -0.8660]], "momentum": [2, -1, 0]}, "time": 1})");
  EXPECT_TRUE(std::holds_alternative<Director<double>>(hcn.problem));
  const auto hung = read(R"({"units": {"mass": "kg", "length": "m", "time": "s", "torque": "mN m"}, "time": 1, "body":
      {"inertia": [2, 2, 0], "momentum": [1, 0, 0]}, "torque": {"kind": "gravity", "moment": [0, 0, 3]}})");
  EXPECT_NEAR(norm(std::get<Director<double>>(hung.problem).g), 0.003, 1e-15);
  const auto by_g = read(R"({"units": {"mass": "kg", "length": "m", "time": "s", "torque": "mN m"}, "time": 1, "body":
      {"points": [[1, 0, 0, 1], [1, 0, 0, 3]], "pivot": [0, 0, 0], "momentum": [1, 0, 0]},
      "torque": {"kind": "gravity", "g": 10}})");
  EXPECT_NEAR(norm(std::get<Director<double>>(by_g.problem).g), 40, 1e-12);
  EXPECT_TRUE(std::holds_alternative<FreeBody<double>>(
      of_body(R"("points": [[15.9994, 0, 0, 0], [1.008, "0.75695", "0.58588", 0], [1.008, "-0.75695", "0.58588", 0],
                            [0, 0, "0.1546", 0]])")
          .problem));
}

TEST(Files, PlaneBodiesAndRatesInSpace) {
  const auto plane = read(R"({"body": {"inertia": [0, 0, 0.5], "angular_velocity": [0, 0, 1.5]}, "time": 10})");
  const auto wide = read<T>(R"({"body": {"inertia": [0, 0, 0.5], "angular_velocity": [0, 0, 1.5]}, "time": 10})");
  const auto end = reference::exact(std::get<FreeBody<T>>(wide.problem), T(10)).state;
  EXPECT_NEAR(std::abs(static_cast<double>(end.R.z)), 0.9379999767747388579485, 1e-15);  // sin 7.5
  EXPECT_EQ(free_body(plane).initial.Pi[2], 0.75);
  EXPECT_EQ((*of_body(R"("inertia": [1, 2, 3], "mass": 2, "centre_of_mass": [0.5, 0, 0])").centre)[0], 0.5);
  write("flat.urdf", R"(<robot name="r"><link name="l"><inertial><mass value="1"/>
      <inertia ixx="1" iyy="2" izz="3.5" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>)");
  EXPECT_TRUE(warns(of_body(R"("urdf": "flat.urdf")").warnings, "I3 = 3.5 > I1 + I2 = 3"));
  const auto second = free_body(read(R"({"body": {"inertia": [0, 0.5, 0], "momentum": [0, 1, 0]}, "time": 1})")).I;
  EXPECT_EQ((std::array{second[0], second[1], second[2]}), (std::array{0.25, 0.5, 0.25}));
  refused(R"({"body": {"inertia": [0, 0, 0.5], "angular_velocity": [0, 0.1, 1.5]}})", "along axis 3 of the body");
  refused(
      R"({"body": {"inertia": [0, 0, 0.5], "angular_velocity": [0, 0, 1.5]}, "torque": {"kind": "gravity", "moment": [1, 0, 0]}})",
      "gravity is given with a plane body");
  const auto rate = read(R"({"body": {"inertia": [1, 2, 3], "attitude": [0.5, 0.5, 0.5, 0.5],
                             "angular_velocity_space": [0.1, 0.2, 0.3]}})");
  const auto& body = free_body(rate);
  const double known[] = {0.2, 0.3, 0.1};
  nlohmann::ordered_json row;
  state_json(row, rate, rate.problem.start(), 0.0, [](double x) { return x; });
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(body.Omega(body.initial.Pi)[i], known[i], 1e-16);
    EXPECT_NEAR(row["angular_velocity"][i].get<double>(), known[i], 1e-16);
  }
}

/// Ends of another program in 34 digits.
void ends(const std::string& text, const std::array<const char*, 4>& q, const std::array<const char*, 3>& Pi,
          double within) {
  const auto spec = read<T>(text);
  const auto& body = std::get<TorquedBody<T>>(spec.problem);
  const auto found = reference::at(body, spec.t0, *spec.time);
  const auto end = detail::told(spec, body, found.state, T(spec.t0 + *spec.time)).user;
  EXPECT_LT(static_cast<double>(attitude_distance(end.R, {T(q[0]), T(q[1]), T(q[2]), T(q[3])})), within);
  EXPECT_LT(static_cast<double>(norm(end.Pi - Vec<Body, T>{T(Pi[0]), T(Pi[1]), T(Pi[2])})), within);
}

TEST(Files, MomentsMayChange) {
  ends(R"({"body": {"inertia": {"kind": "table", "times": [0, 10], "values": [[10, 12, 15], [14, 20, 17]],
           "interpolation": "linear"}, "angular_velocity": ["0.3", "-0.2", "0.5"]}, "time": 10})",
       {"-0.88466378690686582043", "-0.12637226310379829859", "0.067469407612974259735", "0.44367546054518522717"},
       {"3.7708352316829606048", "3.0513621313366729313", "6.8905726031254492247"}, 1e-19);
}

TEST(Files, AttitudesAreRefusedWithAllForms) {
  for (const char* attitude : {"{}", "[1, 0, 0]", "5"})
    for (const char* form : {"[w, x, y, z]", "3x3 matrix", "rotation_vector", "xyzw", "mrp", "euler"})
      refused(fmt::format(R"({{"body": {{"inertia": [1, 2, 3], "momentum": [1, 0, 0], "attitude": {}}}}})", attitude),
              form);
}

/// Where doubles are 16 apart, steps of 0.1 lead nowhere.
TEST(Files, StepsAreLongerThanTimesAreApart) {
  refused(spec_with(R"("steps": 10, "t0": 1e17, "h": 0.1)"), "t0: 1e+17 is given, near which numbers are 16 apart");
  refused(spec_with(R"("steps": 10, "t0": -1e17, "time": 3)"), "t0: -1e+17 is given");
  EXPECT_NO_THROW(read(spec_with(R"("steps": 10, "t0": 1.4e9, "h": 1e-3)")));
  EXPECT_NO_THROW(read<float128>(spec_with(R"("steps": 10, "t0": 1e17, "h": 0.1)")));
}

/// The spline of positive knots is negative between two of them; a wave is so between its times.
TEST(Files, MomentsStayPositive) {
  const std::string spline =
      R"({"body": {"angular_velocity": [1, 2, 3], "inertia": {"kind": "table", "times": [-1, 0.2, 0.7, 1, 3],
      "values": [[1, 2, 2.2], [1.5, 2, 2.1], [1.2, 1.9, 2], [1, 1.5, 1.9], [1, 1, 1]]}}, "time": )";
  EXPECT_NO_THROW(read(spline + "1}"));
  refused(spline + "2}", "body.inertia: moment 2 is -");
  refused(
      R"({"body": {"angular_velocity": [1, 2, 3], "inertia": {"kind": "harmonic", "amplitude": [2, 0, 0], "frequency": 1,
              "offset": [1, 2, 2.5]}}, "time": 3})",
      "accepted: positive ones at all times");
  // A dip between two of 4001 knots, which a spline of SciPy has at -0.3419 and 0.0785; and the crest of a fast wave.
  const auto between = [&](double low) {
    json table{{"kind", "table"}};
    for (int k = 0; k <= 4000; ++k)
      table["times"].push_back(k), table["values"].push_back({2, 2, k == 2000 || k == 2001 ? low : 2});
    return json{{"body", {{"angular_velocity", {1, 2, 3}}, {"inertia", table}}}, {"time", 4000}}.dump();
  };
  refused(between(0.05), "body.inertia: moment 3 is -0.341876 at t = 2000.5;");
  EXPECT_NO_THROW(read(between(0.4)));
  for (const char* time : {"50", "-50"})
    for (const char* frequency : {"1000", "-1000"})
      refused(fmt::format(R"({{"body": {{"angular_velocity": [1, 2, 3], "inertia": {{"kind": "harmonic",
                  "amplitude": [1.0000001, 0, 0], "frequency": {}, "offset": [1, 2, 2.5]}}}}, "time": {}}})",
                          frequency, time),
              "body.inertia: moment 1 is -1e-07 at t");
}

TEST(Orbits, EndWhereTheyEnd) {
  ends(R"({"units": {"angle": "deg", "time": "s"}, "body": {"inertia": [500, 800, 350],
           "attitude": {"mrp": ["0.1", "0.2", "-0.3"]}, "angular_velocity": [0, 0, 0]}, "time": 6000,
           "torque": {"kind": "gravity-gradient", "orbit": {"mu": 398600441500000.0, "semi_major_axis": 7000000.0,
             "eccentricity": "0.05", "inclination": 33.3, "node": 48.2, "argument_of_periapsis": 347.8,
             "true_anomaly": 85.3}}})",
       {"-0.9238662912157837846171", "-0.02598177995219893258676", "-0.3134923769644113539674",
        "0.2179875057220287397594"},
       {"-0.04250802295524370477415", "-0.1275103502407937278299", "0.7368134394659644586693"}, 1e-12);
}

/// Five paths of Kepler's and one next to a parabola, by mpmath in 50 digits: the roots of Kepler's and Barker's
/// equations, turned by matrices. A mean anomaly before the periapsis, a mean motion backwards, true anomalies of an
/// ellipse that is almost a parabola and of a hyperbola, and a parabola around the Earth in kilometres and minutes.
TEST(Orbits, AreKeplers) {
  struct Case {
    std::string orbit;
    double t;
    std::array<double, 3> place, velocity;
    const char* units = "";
  };
  const std::string near_parabola = R"("mu": 8, "periapsis": 2, "eccentricity": 0.999, "inclination": 10, "node": 200,
                                 "argument_of_periapsis": 300, "true_anomaly": )";
  for (const auto& c : {
           Case{R"("mu": 8, "semi_major_axis": 2, "eccentricity": "0.3", "inclination": 40, "node": 20,
                   "argument_of_periapsis": 65, "mean_anomaly": -100)",
                5 + 4.25,
                {-1.248350812491270966194, -1.886306722234528851406, -1.129081877307024498943},
                {1.158606010789612222925, -0.5908218934303835471532, -0.7983676938220096551736}},
           {R"("rate": "-0.5", "eccentricity": "0.2", "inclination": 30, "node": -15, "argument_of_periapsis": 110,
               "mean_anomaly": 50)",
            5 + 3,
            {0.6062519034507449714704, 0.4845348511919597309605, 0.360805966265686772539},
            {0.4545641447070072497123, -0.3365134151957236455737, -0.1197407950465832768011},
            R"(, "time": "s", "rate": "rad/s")"},
           {near_parabola + "150",
            5 + 6,
            {12.43804922715316557795, -30.83217212561422220477, 5.858786261276479326825},
            {0.4003402396180416363913, -0.5446061543140065498194, 0.1143809867343861930891}},
           {near_parabola + "-60",
            5 + 6,
            {-1.327481704217150594037, -8.026219687607883777728, 1.249832781364223143242},
            {0.4814891211210333086688, -1.284374429581861797609, 0.2418494082369915903489}},
           {R"("mu": 8, "semi_major_axis": -2, "eccentricity": 1.5, "inclination": 120, "node": 75,
               "argument_of_periapsis": -40, "true_anomaly": -128)",
            5 + 4,
            {-8.766305223068657868104, -21.98457677963394241461, -4.810898331970102826856},
            {0.7048474860162146343474, 2.022726930051856553136, 0.2724691512131998915232}},
           {R"("mu": "earth", "periapsis": 7000, "eccentricity": 1, "inclination": "51.6", "node": 250,
               "argument_of_periapsis": 12, "time_of_periapsis": 30)",
            95,
            {16738.80425888034558519, 10286.23600601492122418, 15406.73908757117788112},
            {176.5758382923176960594, 274.8322938226978922043, 90.75159987459023883569},
            R"(, "length": "km", "time": "min")"},
       }) {
    const auto keys = fmt::format(R"("t0": 5, "orbit": {{{}}}, "units": {{"angle": "deg"{}}})", c.orbit, c.units);
    const auto path = *read(spec_with(keys)).orbit;
    const auto found = path.motion(c.t);
    for (std::size_t i = 0; i < 3; ++i) {
      const int k = static_cast<int>(i);
      EXPECT_NEAR(found.place[k], c.place[i], 4e-14 * std::hypot(c.place[0], c.place[1], c.place[2])) << c.orbit;
      EXPECT_NEAR(found.velocity[k], c.velocity[i], 4e-14 * std::hypot(c.velocity[0], c.velocity[1], c.velocity[2]))
          << c.orbit;
    }
  }
}

/// A circle by elements is that by its radius; a body that stands in the frame of its orbit stays there; a hyperbola.
TEST(Orbits, FramesGoWithThem) {
  const auto frame_of = [](const std::string& orbit, double t) {
    return OrbitFrame<double>(*read(spec_with(R"("units": {"angle": "deg"}, "orbit": )" + orbit)).orbit, t);
  };
  const auto circle = frame_of(R"({"mu": 8, "radius": 2, "inclination": 30, "node": 20, "phase": 50})", 0.7),
             elements =
                 frame_of(R"({"mu": 8, "semi_major_axis": 2, "inclination": 30, "node": 20, "argument_of_periapsis": 10,
                                     "true_anomaly": 40})",
                          0.7);
  EXPECT_LT(norm((inverse(circle.turn) * elements.turn).vector()), 1e-15);
  EXPECT_LT(norm(circle.rate - elements.rate), 1e-15);
  for (const char* rest : {"[0, 0, 0]", R"({"value": [0, 0, 0]})"}) {  // relative to the frame of the attitude
    const auto spec = read(
        fmt::format(R"({{"body": {{"inertia": [1, 2, 3], "attitude": {{"quaternion": [1, 0, 0, 0], "frame": "orbit"}},
                             "angular_velocity": {}}}, "orbit": {{"rate": 0.5, "inclination": 0.3}}, "time": 4}})",
                    rest));
    const auto end = reference::exact_free_motion(free_body(spec), 4.0);
    nlohmann::ordered_json row;
    state_json(row, spec, State<double>(end), 4.0, [](double x) { return x; });
    EXPECT_NEAR(std::abs(row["orbit_frame"]["quaternion"][0].get<double>()), 1, 1e-15) << rest;
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(row["orbit_frame"]["angular_velocity"][i].get<double>(), 0, 1e-15) << rest;
  }
  // Strengths are those at the larger half axis, at a parabola's least distance, or at the first place: |B| at t = 0.
  write("leaving.csv", "0,2,0,0\n1,3,0,0\n");
  for (const auto& [orbit, strength] : {std::pair(R"("mu": 8, "periapsis": 2, "eccentricity": 0.5)", 8 * 3.0),
                                        {R"("mu": 8, "semi_major_axis": -4, "eccentricity": 1.5)", 8 * 3.0},
                                        {R"("mu": 8, "periapsis": 2, "eccentricity": 1)", 3.0},
                                        {R"("csv": "leaving.csv")", 3.0}}) {
    const auto spec = read(spec_with(fmt::format(R"("time": 1, "torque": {{"kind": "dipole", "moment": [0, 1, 0],
        "field": {{"kind": "orbit-dipole", "strength": 3, "orbit": {{{}}}}}}})",
                                                 orbit)));
    EXPECT_NEAR(std::get<TorquedBody<double>>(spec.problem).torque(0.0, Attitude<double>::identity())[0], -strength,
                1e-13)
        << orbit;
    EXPECT_TRUE(spec.orbit) << orbit;
  }
  const auto by_moment = read(spec_with(R"("torque": {"kind": "dipole", "moment": [0, 1, 0],
      "field": {"kind": "orbit-dipole", "moment": 24, "orbit": {"mu": 8, "radius": 2}}})"));
  EXPECT_NEAR(std::get<TorquedBody<double>>(by_moment.problem).torque(0.0, Attitude<double>::identity())[0], -3, 1e-14);
  EXPECT_NEAR(by_moment.orbit->motion(0).place[0], 2, 1e-15);
  refused(spec_with(R"("torque": {"kind": "dipole", "moment": [0, 1, 0],
      "field": {"kind": "orbit-dipole", "moment": 3, "orbit": {"rate": 1}}})"),
          "strength instead, if the orbit has a rate and no lengths");
  refused(spec_with(R"("orbit": {"rate": 1, "eccentricity": 1.5})"), "with rate, the mean motion, below 1");
  refused(spec_with(R"("orbit": {"mu": 8, "periapsis": 2, "eccentricity": 1.5, "true_anomaly": 2.5})"),
          "an angle on the orbit, whose cosine is above -1/eccentricity");
  const auto flyby = frame_of(R"({"mu": "earth", "periapsis": 38000e3, "eccentricity": 4.2})", 0);
  EXPECT_NEAR(flyby.rate[2], std::sqrt(3.986004418e14 * 5.2 / std::pow(38000e3, 3)), 1e-18);
  refused(spec_with(R"("orbit": {"mu": 1, "semi_major_axis": 2, "eccentricity": 1.5})"),
          "orbit.semi_major_axis: 2 is given; accepted: a positive number below an eccentricity of 1, a negative one "
          "above");
  refused(spec_with(R"("orbit": {"mu": "erth", "radius": 2})"), "earth, moon");
  refused(
      R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 0, 0], "attitude": {"mrp": [0, 0, 0], "frame": "orbit"}}})",
      "body.attitude.frame: \"orbit\" is given and no orbit");
}

/// Events in the frame of an orbit, of a body that rests: its axis lies in a plane of the frame twice a turn.
TEST(Orbits, HaveEventsInTheirFrame) {
  const auto spec = read(R"({"body": {"inertia": [1, 2, 3], "momentum": [0, 0, 0]}, "units": {"angle": "deg"},
      "orbit": {"mu": 8, "periapsis": 2, "eccentricity": 0.3, "inclination": 40, "node": 20}, "events": [
      {"kind": "plane", "axis": [1, 0, 0], "normal": [0, 0, 1], "frame": "orbit"},
      {"kind": "angle", "axis": [0, 0, 1], "direction": [0, 0, 1], "angle": 30, "frame": "orbit"},
      {"kind": "plane", "axis": [1, 0, 0], "normal": [0, 1, 0], "frame": "orbit"},
      {"kind": "momentum", "direction": [1, 0, 0], "frame": "orbit", "value": 2}]})");
  const OrbitFrame<double> frame(*spec.orbit, 1.7);
  const auto start = spec.problem.start();
  const auto at = [&](std::size_t i) { return spec.events[i].at(spec.problem, start, 1.7); };
  const double i = 40 * std::numbers::pi / 180, node = 20 * std::numbers::pi / 180;
  EXPECT_NEAR(at(0), std::sin(i) * std::sin(node), 1e-15) << "the normal of the orbit";
  EXPECT_NEAR(at(1), std::cos(std::numbers::pi / 6) - std::cos(i), 1e-15);
  EXPECT_NEAR(at(2), matrix(frame.turn)(0, 1), 1e-15);
  EXPECT_EQ(at(3), -2);
  refused(R"({"body": {"inertia": [1, 2, 3], "momentum": [0, 0, 1]}, "events": [{"kind": "plane", "axis": [1, 0, 0],
              "normal": [0, 0, 1], "frame": "orbit"}]})",
          "events[0].frame: \"orbit\" is given and no orbit");
  for (const char* angle : {"0", "180"})
    refused(spec_with(fmt::format(R"("units": {{"angle": "deg"}}, "events": [{{"kind": "angle", "axis": [0, 0, 1],
                "direction": [0, 0, 1], "angle": {}}}])",
                                  angle)),
            "an angle between 0 and half a turn");
}

/// A path through places with velocities bends where these are: knots, but no kinks, of all torques that see it.
TEST(Orbits, OfTablesHaveKnots) {
  std::string rows;
  for (int k = 0; k <= 6; ++k) {
    const double t = 0.5 * k + 0.1 * (k % 2);
    rows +=
        fmt::format("{},{},{},0.3,{},{},0\n", t, 2 * std::cos(t), 2 * std::sin(t), -2 * std::sin(t), 2 * std::cos(t));
  }
  write("path.csv", rows);
  const std::string path =
      R"({"csv": "path.csv", "time": 1, "positions": [2, 3, 4], "velocities": [5, 6, 7], "mu": 8})";
  for (const auto& torque :
       {R"({"kind": "gravity-gradient", "orbit": )" + path + "}",
        R"({"kind": "dipole", "moment": [0, 0, 1], "field": {"kind": "orbit-dipole", "strength": 1, "orbit": )" + path +
            "}}"}) {
    const auto problem = read(spec_with(R"("time": 3, "torque": )" + torque)).problem;
    EXPECT_TRUE(problem.breaks(signals::kinks).empty());
    EXPECT_EQ(problem.breaks(signals::knots), (std::vector<double>{0, 0.6, 1, 1.6, 2, 2.6, 3}));
  }
  const auto circle = read(spec_with(R"("torque": {"kind": "gravity-gradient", "orbit": {"rate": 1}})"));
  EXPECT_TRUE(circle.problem.breaks(signals::knots).empty());
}

/// A path in kilometres and minutes: places and velocities in metres and seconds, and the torque 3 mu/r^3 n x I n by a
/// name.
TEST(Orbits, OfTablesHaveUnits) {
  write("far.csv", "0,0,0,9000,1,2,3\n2,3000,3000,0,60,-120,6\n4,0,5000,0,0,1,0\n");
  const auto spec = read(spec_with(R"("time": 200, "units": {"mass": "kg", "length": "m", "time": "s"}, "torque": {
      "kind": "gravity-gradient", "orbit": {"csv": "far.csv", "velocities": [5, 6, 7], "mu": "earth", "time_unit": "min",
      "unit": "km"}})"));
  const auto found = spec.orbit->motion(120);
  const double r = 3e6 * std::sqrt(2.0), place[] = {3e6, 3e6, 0}, velocity[] = {1000, -2000, 100};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.place[i], place[i], 1e-9);
    EXPECT_NEAR(found.velocity[i], velocity[i], 1e-9);
  }
  const auto torque = std::get<TorquedBody<double>>(spec.problem).torque(120.0, Attitude<double>::identity());
  EXPECT_NEAR(torque[2], 1.5 * 3.986004418e14 / (r * r * r), 1e-18);
}

TEST(Files, TablesAreRead) {
  write("log.csv", "# of a magnetometer\nt_ms; bx; by; bz\n\n0; 100; 0; 5\n500; 200; 0; 5\n2000; 500; 0; 5\n");
  const auto spec = read(spec_with(R"("time": 2, "units": {"time": "s", "field": "uT"}, "torque": {"kind": "dipole",
      "moment": [0, 0, 1], "field": {"kind": "table", "csv": "log.csv", "time": "t_ms", "values": ["bx", "by", 4],
      "time_unit": "ms", "unit": "nT", "interpolation": "linear"}})"));
  const auto& torque = std::get<Dipole<double>>(*std::get<TorquedBody<double>>(spec.problem).torques.begin());
  EXPECT_NEAR(torque.field.at(1)[0], 0.3, 1e-15);
  EXPECT_NEAR(torque.field.at(1)[2], 0.005, 1e-17);
  const auto table = [](const std::string& keys) {
    return spec_with(R"("torque": {"kind": "body", "torque": {"kind": "table", )" + keys + "}}");
  };
  refused(table(R"("csv": "log.csv", "values": ["bx", "by", "b"])"), "log.csv: \"b\" is not a column");
  refused(table(R"("csv": "none.csv")"), "none.csv: no such file");
  const auto saved = [&](const std::string& text) {
    write("saved.csv", text);
    return table(R"("csv": "saved.csv")");
  };
  const std::string lines = "0,1,2,3\n1,1,2,3\n", lines_16 = [&] {
    std::string text;
    for (const char c : lines) text += c, text += '\0';
    return text;
  }();
  read(saved("0,1,2,3\r\n1,1,2,3\r"));
  // Dates count from the first, in the unit of the spec.
  write("saved.csv", "2026-01-01T00:00:00,1,0,0\n2026-01-01T00:01:30,4,0,0\n");
  const auto dated = read(spec_with(R"("units": {"time": "min"}, "torque": {"kind": "body", "torque": {"kind": "table",
      "csv": "saved.csv", "interpolation": "linear"}})"));
  const auto& pushed = std::get<TorquedBody<double>>(dated.problem);
  EXPECT_NEAR(norm(pushed.total(0.5, pushed.initial.R, pushed.initial.Pi)), 2, 1e-15);
  EXPECT_TRUE(warns(dated.warnings, "t = 0 is that of the first row"));
  // Torques are along the axes of the file, whatever the principal ones are: of a table, and one that turns about e1.
  write("saved.csv", lines);
  for (const auto& [torque, at_1] :
       {std::pair(R"({"kind": "table", "csv": "saved.csv"})", Vec<Body, double>{1, 2, 3}),
        {R"({"kind": "rotating", "value": [0, 5, 0], "axis": [1, 0, 0], "frequency": 1.5707963267948966})",
         {0, 0, 5}}}) {
    const auto turned = read(fmt::format(R"({{"body": {{"inertia": [[2, 0.3, 0], [0.3, 1, 0.1], [0, 0.1, 3]],
        "momentum": [1, 1, 1]}}, "time": 1, "torque": {{"kind": "body", "torque": {}}}}})",
                                         torque));
    const auto& body = std::get<TorquedBody<double>>(turned.problem);
    EXPECT_LT(norm(turned.axes * body.total(1.0, body.initial.R, body.initial.Pi) - at_1), 1e-14) << torque;
  }
  refused(table(R"("times": [0, 1], "values": [[1, 0, 0], [1, 0, 0], [1, 0, 0]])"), "3 are given; accepted: 2");
  write("named.csv", "# t, bx, by, bz\n" + lines);
  read(table(R"("csv": "named.csv", "values": ["bx", "by", "bz"])"));
  write("named.csv", "# bx, by\n" + lines);  // no names of four columns
  refused(table(R"("csv": "named.csv", "values": ["bx", "by", 4])"), "named.csv: \"bx\" is not a column");
  refused(table(R"("csv": "named.csv", "values": [2, 3, 5])"), "5 is given; accepted: a column from 1 to 4");
  refused(saved("0,1,2,3\r1,1,2,3\r"), "saved.csv: lines end in a carriage return; accepted: line feeds, as tr ");
  for (const auto& text : {"\xFF\xFE" + lines_16, lines_16, "\xFE\xFF" + ('\0' + lines_16)})
    refused(saved(text), "saved.csv: the text is UTF-16; accepted: UTF-8, as iconv ");
  refused(table(R"("csv": "log.csv", "unit": "mN m")"), "given without units.length");
  const auto in_units = [](const std::string& units) {
    return spec_with(R"("units": {"time": "s", "field": "uT"}, "torque": {"kind": "dipole", "moment": [0, 0, 1],
      "field": {"kind": "table", "csv": "log.csv", )" +
                     units + "}}");
  };
  refused(in_units(R"("time_unit": "nT")"), "time_unit: \"nT\" is given; accepted: a unit like \"ms\"");
  refused(in_units(R"("unit": "ms")"), "unit: \"ms\" is given; accepted: a unit like \"nT\"");
}

/// Numbers of tables are those of the C library to the last bit, however they are written; and so are times that no
/// double holds, once they are subtracted.
TEST(Files, NumbersOfTablesAreRoundedOnce) {
  std::mt19937_64 random(7);
  const auto digits = [&](std::uint64_t count) {
    std::string s;
    for (std::uint64_t k = 0; k < count; ++k) s += static_cast<char>('0' + random() % 10);
    return s;
  };
  std::vector<std::string> numbers{"0", "-0", "+1", ".5", "5.", "-.5e-3", "9007199254740993", "9007199254740992.5",
                                   "1e22", "1e23", "8.5e-27", "0.00000000000000000000000000001234567890123456789",
                                   "123456789012345678901234567890e-10", "1.7976931348623157e308", "4.9e-324", "1E-400",
                                   // wrong if they are rounded to 64 bits, and then to 53
                                   "88.85793359537817793", "7684.202179177916605", "8216.426330897306798",
                                   "0.000000007507574301376859586"};
  while (numbers.size() < 4000) {
    std::string s = random() % 2 ? "-" : "";
    s += digits(1 + random() % 9);
    if (random() % 4) s += "." + digits(1 + random() % 18);
    if (random() % 3 == 0) s += "e" + std::to_string(static_cast<int>(random() % 60) - 30);
    numbers.push_back(s);
  }
  std::string text = "time,x,unused,y\r\n";
  for (std::size_t k = 0; k < numbers.size(); ++k)
    text += fmt::format("{}{:09},{},,{}\r\n", 1403636579 + k / 1000, 1000000 * (k % 1000) + 84, numbers[k],
                        k % 3   ? numbers[k]
                        : k % 2 ? " \"" + numbers[k] + "\""
                                : "  " + numbers[k] + " ");
  write("numbers.csv", text + "# the end");
  const nlohmann::json spec{{"csv", "numbers.csv"}, {"time", "time"}, {"x", 2}, {"y", "Y"}};
  const reading::Given given{spec};
  reading::CsvTable table(given["csv"], folder.string() + "/");
  table.want(table.column(given["time"]), {table.column(given["x"]), table.column(given["y"])});
  std::size_t k = 0;
  while (const auto* row = table.next()) {
    ASSERT_LT(k, numbers.size());
    const double known = std::strtod(numbers[k].c_str(), nullptr);
    for (const auto& x : row->values)
      EXPECT_EQ(std::bit_cast<std::uint64_t>(x.to<double>()), std::bit_cast<std::uint64_t>(known))
          << numbers[k] << " " << x.to<double>();
    EXPECT_EQ(reading::from_exact<double>(row->since_first, -9), static_cast<double>(k) / 1000);
    ++k;
  }
  EXPECT_EQ(k, numbers.size());
  for (const int e : {-30, -23, 23, 30})
    EXPECT_DOUBLE_EQ(reading::from_exact<double>({7, e}, 0), std::strtod(fmt::format("7e{}", e).c_str(), nullptr)) << e;
}

/// (99942) Apophis, as published (Lee et al. 2022); the same body from its periods; a symmetric top.
TEST(FreeMotion, IsInTheWordsOfAsteroids) {
  const auto words = [](const std::string& text) {
    const auto spec = read<float100>(text);
    return free_motion_json(spec, [](const float100& x) { return static_cast<double>(x); });
  };
  const auto apophis = words(R"({"body": {"inertia": ["0.64", "0.97", "1"],
                                 "momentum": ["0.029880296851717734", "0", "0.202147071619389522"]}})");
  EXPECT_EQ(apophis["mode"], "SAM");
  EXPECT_NEAR(apophis["P_psi"].get<double>(), 264.178, 1e-12);
  EXPECT_NEAR(apophis["P_phi"].get<double>(), 27.38547, 1e-13);
  EXPECT_NEAR(apophis["E_over_E0"].get<double>(), 1.012027369069361, 1e-15);
  const auto back = read(R"({"units": {"time": "h"}, "body": {"inertia": ["0.64", "0.97", "1"],
                             "free_motion": {"P_psi": "264.178", "P_phi": "27.38547 h", "mode": "SAM"}}})");
  const auto& Pi = free_body(back).initial.Pi;
  EXPECT_NEAR(Pi[0], 0.029880296851717734, 1e-15);
  EXPECT_NEAR(Pi[2], 0.202147071619389522, 1e-15);
  const auto toutatis = words(R"({"units": {"time": "d"}, "body": {"inertia": [1, 3.09, 3.22],
                                  "free_motion": {"P_psi": "5.41 d", "P_phi": "176.4 h", "mode": "LAM"}}})");
  EXPECT_EQ(toutatis["mode"], "LAM");
  EXPECT_NEAR(toutatis["P_psi"].get<double>(), 5.41, 1e-14);
  EXPECT_NEAR(toutatis["P_phi"].get<double>(), 7.35, 1e-14);
  const auto top = words(R"({"body": {"inertia": [3, 3, 1], "momentum": [0.3, 0, 0.5]}})");
  EXPECT_NEAR(top["P_phi"].get<double>(), 2 * std::numbers::pi * 3 / std::sqrt(0.34), 1e-14);
  // Tops of |Pi| = 1.5, 0.6 of it along their axis k: P_phi = 2 pi B/|Pi|, P_psi = 2 pi/(0.9 |1/B - 1/C|).
  for (const auto& [I, mode, k] : {std::tuple(std::array{2, 2, 3}, "SAM", 2),
                                   {std::array{3, 2, 2}, "SAM", 0},
                                   {std::array{1, 2, 2}, "LAM", 0},
                                   {std::array{2, 2, 1}, "LAM", 2}}) {
    const double apart = 2 * std::numbers::pi / 0.9 / std::abs(1.0 / 2 - 1.0 / I[static_cast<std::size_t>(k)]);
    const auto spec = read(fmt::format(R"({{"units": {{"time": "h"}}, "body": {{"inertia": [{}, {}, {}],
        "free_motion": {{"P_psi": "{:.17g} min", "P_phi": {:.17g}, "mode": "{}"}}}}}})",
                                       I[0], I[1], I[2], 60 * apart, 2 * std::numbers::pi * 2 / 1.5, mode));
    const auto& start = free_body(spec).initial.Pi;
    EXPECT_NEAR(std::abs(start[k]), 0.9, 1e-14) << mode << k;
    EXPECT_NEAR(norm(start), 1.5, 1e-14) << mode << k;
    const auto back = reference::free_spin(free_body(spec).I, start);
    EXPECT_NEAR(back.P_psi, apart, 1e-13 * apart) << mode << k;
    EXPECT_NEAR(back.P_phi, 2 * std::numbers::pi * 2 / 1.5, 1e-13) << mode << k;
  }
  for (const auto& [inertia, periods, with] :
       {std::tuple("[1, 3.09, 3.22]", R"("P_psi": 2, "P_phi": 9, "mode": "LAM")",
                   "P_phi: 9 is given; accepted: for this inertia, mode LAM and P_psi = 2, below 4.3067"),
        {"[2, 2.0000000001, 3]", R"("P_psi": 1, "P_phi": 1, "mode": "LAM")",
         "body.free_motion.mode: \"LAM\" is given; accepted: SAM"},
        {"[1, 2, 2]", R"("P_psi": 1, "P_phi": 1, "mode": "SAM")",
         "body.free_motion.mode: \"SAM\" is given; accepted: LAM"},
        {"[2, 2, 3]", R"("P_psi": 3, "P_phi": 1.01, "mode": "SAM")", "mode SAM and P_psi = 3, below 1"},
        {"[1, 1, 1]", R"("P_psi": 5, "P_phi": 7, "mode": "SAM")", "accepted: angular_velocity or momentum"},
        {"[1, 2, 3]", R"("P_psi": "5 kg", "P_phi": 1, "mode": "SAM")", "body.free_motion.P_psi: \"5 kg\" is given"},
        {"[1, 2, 3]", R"("P_psi": "5.41d", "P_phi": 1, "mode": "SAM")", "body.free_motion.P_psi: \"5.41d\" is given"},
        {"[1, 2, 3]", R"("P_psi": 1, "P_phi": -1, "mode": "SAM")", "body.free_motion.P_phi: -1 is given"}})
    refused(fmt::format(R"({{"units": {{"time": "h"}}, "body": {{"inertia": {}, "free_motion": {{{}}}}}}})", inertia,
                        periods),
            with);
}

TEST(Words, OfAttitudesComeBack) {
  const Attitude<double> R = normalised(Attitude<double>{0.3, -0.5, 0.7, 0.2});
  for (const char* sequence : {"ZYX", "XYZ", "YZX", "ZXY", "YXZ", "XZY", "ZXZ", "ZYZ", "XYX", "XZX", "YXY", "YZY",
                               "zyx", "xyz", "zxz", "yxz"}) {
    const auto angles = euler_angles(R, sequence);
    const auto spec = read(fmt::format(R"({{"body": {{"inertia": [1, 2, 3], "momentum": [1, 0, 0],
        "attitude": {{"euler": [{}, {}, {}], "sequence": "{}"}}}}}})",
                                       angles[0], angles[1], angles[2], sequence));
    EXPECT_LT(norm((inverse(R) * free_body(spec).initial.R).vector()), 1e-15) << sequence;
    EXPECT_EQ(spec.words, std::vector<std::string>{std::string("euler:") + sequence});
  }
}

/// Where the second angle nearly hides one of the others, too.
TEST(Words, OfEulerAnglesAreAnAttitudeNextToTheirLock) {
  const auto of = [](const std::string& sequence, double a, double b, double c) {
    return free_body(read(fmt::format(R"({{"body": {{"inertia": [1, 2, 3], "momentum": [1, 0, 0],
        "attitude": {{"euler": [{}, {}, {}], "sequence": "{}"}}}}}})",
                                      a, b, c, sequence)))
        .initial.R;
  };
  for (const std::string sequence :
       {"ZYX", "XYZ", "YZX", "ZXY", "YXZ", "XZY", "ZXZ", "ZYZ", "XYX", "XZX", "YXY", "YZY", "zyx", "xyz", "zxz", "yxz"})
    for (const double off : {0.0, 1e-15, -1e-12, 1e-9, -1e-7, 1e-4})
      for (const double lock : {-1.0, 0.0, 1.0, 2.0}) {  // in quarters of a turn
        const auto R = of(sequence, 0.56, lock * std::numbers::pi / 2 + off, -2.1);
        const auto [a, b, c] = std::tuple_cat(
            std::tuple(euler_angles(R, sequence)[0], euler_angles(R, sequence)[1], euler_angles(R, sequence)[2]));
        EXPECT_LT(norm((inverse(R) * of(sequence, a, b, c)).vector()), 2e-15) << sequence << " " << lock << " " << off;
      }
}

/// Textbooks' kinematic equations: of a top (Goldstein, ZXZ), of an aircraft (ZYX), and about the axes of space.
TEST(Attitude, RatesOfEulerAnglesAreAVelocity) {
  const double b = -0.4, c = 1.1, da = 0.3, db = -0.8, dc = 1.7;
  const auto momentum = [&](const std::string& sequence, const std::string& angles, const std::string& rates) {
    const auto spec = read(fmt::format(R"({{"body": {{"inertia": [1, 1, 1], "attitude": {{"euler": [{}],
        "sequence": "{}"}}, "angular_velocity": {{"euler_rates": [{}]}}}}}})",
                                       angles, sequence, rates));
    return free_body(spec).initial.Pi;
  };
  const auto sc = [](double x) { return std::pair(std::sin(x), std::cos(x)); };
  const auto [sb, cb] = sc(b);
  const auto [sin_c, cos_c] = sc(c);
  const auto near = [](const Vec<Body, double>& found, const Vec<Body, double>& known) {
    EXPECT_LT(norm(found - known), 1e-15);
  };
  near(momentum("ZXZ", "0.7, -0.4, 1.1", "0.3, -0.8, 1.7"),
       {da * sb * sin_c + db * cos_c, da * sb * cos_c - db * sin_c, da * cb + dc});
  const Vec<Body, double> aircraft{dc - da * sb, db * cos_c + da * cb * sin_c, -db * sin_c + da * cb * cos_c};
  near(momentum("ZYX", "0.7, -0.4, 1.1", "0.3, -0.8, 1.7"), aircraft);
  near(momentum("xyz", "1.1, -0.4, 0.7", "1.7, -0.8, 0.3"), aircraft);
  refused(R"({"body": {"inertia": [1, 2, 3], "angular_velocity": {"euler_rates": [1, 0, 0]}}})",
          "body.angular_velocity.euler_rates: given without Euler angles");
}

TEST(TrajectoryRow, IsALineAndAnObject) {
  TrajectoryRow row;
  for (const int n : {0, 7}) {  // names stay, numbers are those of the last row
    row.clear();
    row.integer("n", n), row.scalar("t", 0.1);
    row.attitude("attitude", {0.6, 0, 0, 0.8}), row.vector("momentum", Vec<Body, double>{1, -2, 1e-20});
    row.group("orbit_frame", [](auto& inside) {
      inside.quaternion("quaternion", Attitude<double>{1, 0, 0, 0});
      inside.vector("mrp", Vec<Body, double>{0.25, 0, -0.5});
    });
    row.other("free_motion", {{"mode", "SAM"}, {"P_psi", nullptr}, {"theta", {1.5, nullptr}}});
  }
  std::string names, numbers;
  row.append_csv_names(names), row.append_csv(numbers);
  EXPECT_EQ(names,
            "n,t,qw,qx,qy,qz,momentum1,momentum2,momentum3,orbit_frame_qw,orbit_frame_qx,orbit_frame_qy,orbit_frame_qz,"
            "orbit_frame_mrp1,orbit_frame_mrp2,orbit_frame_mrp3,free_motion_mode,free_motion_P_psi,free_motion_theta1,"
            "free_motion_theta2\n");
  EXPECT_EQ(numbers, "7,0.1,0.6,0.0,0.0,0.8,1.0,-2.0,1e-20,1.0,0.0,0.0,0.0,0.25,0.0,-0.5,SAM,,1.5,\n");
  auto j = row.json();
  EXPECT_NEAR(j["attitude"]["matrix"][0][1], -0.96, 1e-15);
  EXPECT_NEAR(j["attitude"]["matrix"][1][1], -0.28, 1e-15);
  j["attitude"].erase("matrix");
  EXPECT_EQ(parsed(j.dump()),
            parsed(R"({"n": 7, "t": 0.1, "attitude": {"quaternion": [0.6, 0, 0, 0.8]}, "momentum": [1, -2, 1e-20],
    "orbit_frame": {"quaternion": [1, 0, 0, 0], "mrp": [0.25, 0, -0.5]},
    "free_motion": {"mode": "SAM", "P_psi": null, "theta": [1.5, null]}})"));
  row.clear();
  row.scalar("t", 1.0 / 0.0);
  EXPECT_FALSE(row.is_finite());
}

}  // namespace
}  // namespace polhode
