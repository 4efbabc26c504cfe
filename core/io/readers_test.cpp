// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>

#include "core/geometry/principal_axes.hpp"
#include "core/io/spec/mass.hpp"
#include "core/io/spec/rate.hpp"
#include "core/testing/folder.hpp"
#include "core/testing/json.hpp"
#include "core/testing/refusal.hpp"

/// Links, meshes, atoms and logs as other programs write them: what a file has is used, or is named.
namespace polhode::reading {
namespace {

using nlohmann::json;

const TestFolder folder;

struct Found {
  Mass mass;
  std::vector<std::string> warnings;

  /// The moments about the centre, the least first.
  std::vector<double> moments() const {
    const auto I = cast<double>(eigenvectors(mass.inertia).first);
    std::vector<double> sorted{I[0], I[1], I[2]};
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }
};
void near(const std::vector<double>& found, const std::vector<double>& known, const std::string& of,
          double share = 1e-14) {
  ASSERT_EQ(found.size(), known.size()) << of;
  for (std::size_t i = 0; i < known.size(); ++i)
    EXPECT_NEAR(found[i], known[i], share * std::abs(known.back()) + 1e-300) << of << i;
}

Found of_link(const std::string& format, const std::string& text, const std::optional<std::string>& link = {}) {
  Found found;
  const auto path = folder.file("file." + format, text);
  found.mass = inertial_of(text, path, format, link, "body." + format, found.warnings);
  return found;
}
std::string robot(const std::string& inside) {
  return "<robot name='r'>" + inside + "</robot>";
}
std::string mujoco(const std::string& inside) {
  return "<mujoco>" + inside + "</mujoco>";
}
std::string world(const std::string& body) {
  return mujoco("<worldbody>" + body + "</worldbody>");
}
std::string sdf(const std::string& inside) {
  return "<sdf version='1.11'><model name='m'>" + inside + "</model></sdf>";
}

// A base, a payload fixed to it and a tip fixed to that, in three formats; sums of another program in 30 digits.
const std::string
    base_urdf =
        "<link name='base'><inertial><mass value='2'/><inertia ixx='0.1' ixy='0' ixz='0' iyy='0.2' "
        "iyz='0' izz='0.25'/></inertial></link>",
    rest_urdf =
        "<link name='payload'><inertial><origin xyz='0.1 0 0'/><mass value='0.5'/><inertia ixx='0.01' "
        "ixy='0' ixz='0' iyy='0.02' iyz='0' izz='0.025'/></inertial></link><link name='tip'><inertial>"
        "<origin xyz='0 0 0.05'/><mass value='0.25'/><inertia ixx='0.003' ixy='0.0005' ixz='0' iyy='0.004' "
        "iyz='-0.0002' izz='0.005'/></inertial></link><link name='wheel'/>"
        "<joint name='w' type='continuous'><parent link='tip'/><child link='wheel'/></joint>"
        "<joint name='t' type='fixed'><origin xyz='0 0.3 0' rpy='0.2 -0.3 0.4'/><parent link='payload'/>"
        "<child link='tip'/></joint><joint name='j' type='fixed'><parent link='base'/><child "
        "link='payload'/><origin xyz='0.4 0 0.2' rpy='0 0 0.7'/></joint>";

TEST(Links, MoveTogether) {
  const std::string I_sdf =
      "<inertia><ixx>0.003</ixx><ixy>0.0005</ixy><iyy>0.004</iyy><iyz>-0.0002</iyz><izz>0.005</izz></inertia>";
  const std::vector<std::tuple<std::string, std::string, std::string>> all{
      {"urdf", robot(rest_urdf + base_urdf), "wheel"},
      {"mjcf",
       mujoco("<compiler angle='radian' eulerseq='XYZ'/><worldbody><body name='base'><freejoint/>"
              "<inertial pos='0 0 0' mass='2' diaginertia='0.1 0.2 0.25'/><frame pos='0.4 0 0.2' euler='0 0 0.7'>"
              "<body name='payload'><inertial pos='0.1 0 0' mass='0.5' diaginertia='0.01 0.02 0.025'/>"
              "<body name='tip' pos='0 0.3 0' euler='0.2 -0.3 0.4'><inertial pos='0 0 0.05' mass='0.25' "
              "fullinertia='0.003 0.004 0.005 0.0005 0 -0.0002'/><body name='wheel'><joint/></body></body></body>"
              "</frame></body></worldbody>"),
       "wheel"},
      {"sdf",
       sdf("<frame name='f' attached_to='j'><pose>0 0.3 0 0 0 0</pose></frame><link name='base'><pose>1 2 3 0.1 "
           "0.2 0.3</pose><inertial><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.2</iyy><izz>0.25</izz></inertia>"
           "</inertial></link><link name='payload'><pose relative_to='base' rotation_format='quat_xyzw'>0.4 0 0.2 0 0 "
           "0.34289780745545134 0.93937271284737892</pose><inertial><pose>0.1 0 "
           "0 0 0 0</pose><mass>0.5</mass><inertia><ixx>0.01</ixx><iyy>0.02</iyy><izz>0.025</izz></inertia></inertial>"
           "</link><link name='tip'><pose relative_to='f' degrees='true'>0 0 0 "
           "11.459155902616465 -17.188733853924698 22.91831180523293</pose><inertial><pose>0 0 0.05 0 0 0</pose>"
           "<mass>0.25</mass>" +
           I_sdf +
           "</inertial></link><link name='wheel'/>"
           "<joint name='w' type='revolute'><parent>base</parent><child>wheel</child></joint><joint name='j' "
           "type='fixed'><parent>base</parent><child>payload</child></joint><joint name='t' "
           "type='fixed'><parent>payload</parent><child>tip</child></joint>"),
       "m::wheel"}};
  for (const auto& [format, text, wheel] : all) {
    SCOPED_TRACE(format);
    const auto found = of_link(format, text, "base");
    const auto& m = found.mass;
    EXPECT_NEAR(scalar_cast<double>(m.mass), 2.75, 1e-15);
    const double centre[] = {0.10563519721742453, 0.030989492330055599, 0.058801333470837269},
                 I[3][3] = {{0.15398631720296153, -0.023102309009441751, -0.043474394146524895},
                            {-0.023102309009441751, 0.33910990466298906, -0.015013896830468833},
                            {-0.043474394146524895, -0.015013896830468833, 0.38420290359921932}};
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(scalar_cast<double>(m.centre[i]), centre[i], 1e-15);
      for (int k = 0; k < 3; ++k) EXPECT_NEAR(scalar_cast<double>(m.inertia(i, k)), I[i][k], 1e-15);
    }
    EXPECT_TRUE(warns(found.warnings, format == "sdf" ? "\"m::payload\", \"m::tip\"" : "\"payload\", \"tip\""));
    EXPECT_TRUE(warns(found.warnings, "joints that move are not used: \"" + wheel));
    // The same body, from any of its links, or from none.
    near(of_link(format, text, "tip").moments(), found.moments(), format);
    near(of_link(format, text).moments(), found.moments(), format);
    if (const auto frame = text.find("attached_to='j'"); frame != text.npos) {  // or to the link of the joint
      auto to_link = text;
      near(of_link(format, to_link.replace(frame, 15, "attached_to='payload'"), "base").moments(), found.moments(),
           format);
    }
  }
  // A model in a model, each at its place.
  near(of_link("sdf", sdf("<link name='a'><pose>1 0 0 0 0 0</pose><inertial><mass>1</mass></inertial></link><model "
                          "name='n'><pose>1 0 3 0 0 0</pose><link name='b'><pose>0 4 0 0 0 0</pose><inertial/></link>"
                          "</model><joint name='j' type='fixed'><parent>a</parent><child>n::b</child></joint>"))
           .moments(),
       {2, 2 + 25 / 2., 2 + 25 / 2.}, "nested");
}

TEST(Links, IncludesAreFollowed) {
  folder.file("scene/parts/arm.xml",
              "<mujocoinclude><include file='hand.xml'/><body name='b' quat='0 1 0 0'><inertial pos='0 0 0' mass='1' "
              "euler='0 0 1.5707963267948966' diaginertia='1 2 2.5'/></body></mujocoinclude>");
  folder.file("scene/parts/hand.xml", "<mujocoinclude><!-- beside the file that names it --></mujocoinclude>");
  folder.file("scene/model.xml",
              "<mujoco><compiler angle='radian'/><worldbody><body name='a'><include "
              "file='parts/arm.xml'/></body></worldbody></mujoco>");
  const auto scene = [](const std::string& text) {
    Found found;
    found.mass = inertial_of(text, folder.file("scene/scene.xml", text), "mjcf", "b", "body.mjcf", found.warnings);
    return found;
  };
  const auto found = scene(mujoco("<include file='model.xml'/><worldbody><light/></worldbody>"));
  EXPECT_NEAR(scalar_cast<double>(found.mass.inertia(0, 0)), 2, 1e-14) << "radians are those of the included file";
  for (const auto& [text, said] : std::vector<std::pair<std::string, std::string>>{
           {mujoco("<include file='none.xml'/>"), "<include> of \"none.xml\": no such file"},
           {mujoco("<include/>"), "no file is named"},
           {mujoco("<include file='scene.xml'/>"), "included already"},
           {mujoco("<include file='model.xml'/><include file='model.xml'/>"), "included already"},
           {mujoco("<include file='\x1b[31m.xml'/>"), "<include> of \"\\x1b[31m.xml\""}})
    expect_refused([&, text = text] { scene(text); }, said, text);
}

/// Solids by slices along z, in 30 digits of another program: of radius 0.1 and half length 0.3, and half axes 0.1,
/// 0.2, 0.3.
TEST(Links, AreComputedFromShapes) {
  const double capsule = 23.0383461263251504, about = 0.000111002940426839361 * 1000, across = 1.10060462630762312;
  const auto geom = [](const std::string& geoms, const std::string& before = "") {
    return of_link("mjcf", mujoco(before + "<worldbody><body name='b'><freejoint/>" + geoms + "</body></worldbody>"));
  };
  const auto a = geom("<geom type='capsule' size='0.1 0.3'/>");
  near(a.moments(), {about, across, across}, "capsule");
  EXPECT_NEAR(scalar_cast<double>(a.mass.mass), capsule, 1e-13);
  EXPECT_TRUE(warns(a.warnings, "has no <inertial>, and is computed from its geoms"));
  const auto slanted = geom("<geom type='capsule' size='0.1' fromto='1 2 3  1.36 2.48 3'/>");
  near(slanted.moments(), {about, across, across}, "fromto");
  EXPECT_NEAR(scalar_cast<double>(slanted.mass.centre[1]), 2.24, 1e-14);
  // Along (0.6, 0.8, 0): I = across 1 - (across - about) n n^T.
  EXPECT_NEAR(scalar_cast<double>(slanted.mass.inertia(0, 1)), -0.48 * (across - about), 1e-13);
  near(geom("<geom type='cylinder' size='0.1 0.3' density='10'/>").moments(),
       {0.00942477796076937972 * 0.1, 0.00612610567450009681, 0.00612610567450009681}, "cylinder");
  near(geom("<geom type='ellipsoid' size='.1 .2 .3' mass='0.0251327412287183459'/>").moments(),
       {0.000251327412287183459, 0.000502654824574366918, 0.000653451271946676994}, "ellipsoid");
  near(geom("<geom size='0.1'/>").moments(), {0.0167551608191455639, 0.0167551608191455639, 0.0167551608191455639},
       "sphere, by default");
  near(geom("<frame pos='0 0 2'><geom type='box' size='.5 1 1.5' mass='12' group='3'/></frame><geom type='plane' "
            "size='1 1 1'/><geom size='1' group='4'/>",
            "<compiler inertiagrouprange='0 3'/>")
           .moments(),
       {5, 10, 13}, "box");
  // Classes: of the geom, of the body, of their parents, and main.
  const std::string classes =
      "<default><geom density='3' type='box'/><default class='x'><geom size='.5 1 1.5' density='10'/>"
      "<default class='y'><geom density='2'/></default></default></default>";
  near(geom("<geom class='x'/>", classes).moments(), {25, 50, 65}, "class", 1e-13);
  near(of_link("mjcf", mujoco(classes + "<worldbody><body name='b' childclass='y'><geom/></body></worldbody>"))
           .moments(),
       {5, 10, 13}, "childclass", 1e-13);
  near(geom("<geom class='x' density='4'/>", classes).moments(), {10, 20, 26}, "own", 1e-13);
  near(geom("<inertial pos='0 0 0' mass='1' diaginertia='1 2 2.5'/><geom type='box' size='.5 1 1.5' mass='12'/>",
            "<compiler inertiafromgeom='true'/>")
           .moments(),
       {5, 10, 13}, "inertiafromgeom");

  const auto automatic = [](const std::string& inside, const std::string& inertial = "") {
    return of_link("sdf", sdf("<link name='l'><inertial auto='true'>" + inertial + "</inertial>" + inside + "</link>"));
  };
  const std::string box = "<geometry><box><size>1 2 3</size></box></geometry>";
  near(automatic("<collision name='c'>" + box + "</collision>", "<mass>12</mass>").moments(), {5, 10, 13}, "mass");
  near(automatic("<collision name='c'><density>2</density>" + box + "</collision>", "<density>5</density>").moments(),
       {5, 10, 13}, "density of the collision");
  near(automatic("<collision name='c'>" + box + "</collision>", "<density>4</density>").moments(), {10, 20, 26},
       "density of the link");
  near(automatic("<collision name='c'><geometry><capsule><radius>0.1</radius><length>0.6</length></capsule></geometry>"
                 "</collision>")
           .moments(),
       {about, across, across}, "density of water");
  const auto two =
      automatic("<collision name='c'><pose>0 0 1.5 0 0 0</pose>" + box +
                "</collision><collision name='d'><pose>0 0 -1.5 0 0 3.141592653589793</pose>" + box + "</collision>");
  near(two.moments(), {1000 * 5, 1000. * 37, 1000. * 40}, "two", 1e-13);
  expect_refused([&] { automatic("<collision name='c'><geometry><mesh/></geometry></collision>"); },
                 "of which one is a mesh; accepted: box, sphere");
  expect_refused([&] { automatic(""); }, "computed from collisions (auto), which have no mass");
  expect_refused([&] { geom("<geom type='mesh' mesh='m'/>"); }, "a geom is of type mesh");
  expect_refused([&] { geom("<geom size='1' quat='1 0 0 0' euler='0 0 9'/>"); }, "an orientation is given in two ways");
  expect_refused([&] { geom("<inertial mass='1' pos='0 0 0' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'/>"); },
                 "has diaginertia and fullinertia");
  expect_refused([&] { geom("<geom type='box' size='1 1'/>"); }, "has the size \"1 1\"; accepted: 3 positive numbers");
  expect_refused([&] { geom("<geom class='none' size='1'/>"); }, "no <default> has the class \"none\"");
}

/// As MuJoCo's compiler changes what it reads.
TEST(Links, AreBoundAndBalanced) {
  const auto with = [](const std::string& compiler, const std::string& more = "") {
    return of_link("mjcf",
                   mujoco("<compiler " + compiler +
                          "/><worldbody><body name='b'><freejoint/><inertial pos='0 0 0' mass='0.5' "
                          "diaginertia='1 2 4'/></body>" +
                          more + "</worldbody>"),
                   "b");
  };
  near(with("balanceinertia='true'").moments(), {7 / 3., 7 / 3., 7 / 3.}, "balanced");
  near(with("boundinertia='1.5'").moments(), {1.5, 2, 4}, "bound");
  near(with("boundinertia='3' balanceinertia='true'").moments(), {3, 3, 4}, "in balance");
  EXPECT_EQ(scalar_cast<double>(with("boundmass='2'").mass.mass), 2);
  const auto below = of_link("mjcf", world("<body name='b'><inertial pos='0 0 0' mass='1' zaxis='0 0 -1' "
                                           "fullinertia='2 2 2 0.5 0 0.25'/></body>"));
  EXPECT_NEAR(scalar_cast<double>(below.mass.inertia(0, 1)), -0.5, 1e-15) << "half a turn about x";
  const auto oblique = of_link("mjcf", world("<body name='b'><inertial pos='0 0 0' mass='1' zaxis='2 1 2' "
                                             "diaginertia='1 2 2.5'/></body>"));
  const double turned[] = {379 / 225.,         47 / 225., 32 / 45.,
                           2.0377777777777778, 1 / 45.,   16 / 9.};  // by Rodrigues' formula
  for (int i = 0, n = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      EXPECT_NEAR(scalar_cast<double>(oblique.mass.inertia(i, j)), turned[n++], 1e-15) << i << j;
  const auto total =
      with("settotalmass='6'", "<body name='c'><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>");
  EXPECT_NEAR(scalar_cast<double>(total.mass.mass), 2, 1e-15);
  near(total.moments(), {4, 8, 16}, "total");
  EXPECT_TRUE(warns(total.warnings, "settotalmass = \"6\" of the file's compiler is applied"));
}

TEST(Links, SayWhatIsNotUsed) {
  const std::string inertial = "<inertial><mass>1</mass>", end = "</inertial></link>";
  for (const auto& [format, text, said] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {"urdf", robot("<xacro:arm/>" + base_urdf), "<xacro:arm> is not expanded"},
           {"urdf", robot(base_urdf + "<joint name='j' type='fixed'><parent link='base'/><child link='x'/></joint>"),
            "the joint \"j\" names a link that is not there"},
           {"sdf", sdf("<include><uri>model://x</uri></include><link name='a'>" + inertial + end), "<include> is not"},
           {"sdf", sdf("<link name='a'>" + inertial + "<spring/>" + end), "<spring> of <inertial> is not used"},
           {"sdf",
            sdf("<link name='a'>" + inertial + "<fluid_added_mass><pp>1</pp><qr>0.5</qr></fluid_added_mass>" + end),
            "fluid_added_mass of \"m::a\" is part of the inertia"},
           {"mjcf",
            world("<body name='b'><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><replicate count='3'/></body>"),
            "<replicate> is not expanded"},
           {"mjcf",
            mujoco("<worldbody><body name='b'><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></worldbody>"
                   "<equality><weld body1='b' body2='c'/></equality>"),
            "<weld> of <equality> is not used"}}) {
    const auto found = of_link(format, text);
    EXPECT_TRUE(warns(found.warnings, said)) << text;
    if (text.find("<pp>") == text.npos) continue;
    near(found.moments(), {0.5, 1.5, 2}, text);
    EXPECT_EQ(scalar_cast<double>(found.mass.inertia(2, 1)), 0.5);
  }
}

/// The pose of a model may be that of a frame within it: here its link, so that this is at (0, 1, 0) and not 7 above.
TEST(Links, AreWhereAPlacementFramePutsThem) {
  const std::string unit = "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>";
  const auto found =
      of_link("sdf",
              sdf("<link name='a'>" + unit +
                  "</link><model name='n' placement_frame='tip'><pose>0 1 0 0 0 "
                  "0</pose><link name='tip'><pose>0 0 7 0 0 0</pose>" +
                  unit + "</link></model><joint name='k' type='fixed'><parent>a</parent><child>n::tip</child></joint>"),
              "a");
  near(found.moments(), {2, 2.5, 2.5}, "placed");
}

TEST(Links, NameNoParents) {
  const auto arm = of_link("urdf", robot(rest_urdf + base_urdf +
                                         "<link name='root'/><joint name='r' type='revolute'><parent "
                                         "link='root'/><child link='base'/></joint>"));
  EXPECT_FALSE(warns(arm.warnings, "root"));
}

TEST(Links, AreRefusedInOneLine) {
  const auto with = [](const std::string& mass) {
    auto text = robot(base_urdf);
    return text.replace(text.find("'2'"), 3, "'" + mass + "'");
  };
  const std::string I = "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>",
                    inertial = "<inertial><mass value='1'/>" + I + "</inertial>",
                    a = "<link name='a'><inertial/></link>";
  std::string deep, many = "<robot>", crowd = "<robot>";
  for (int i = 0; i < 600; ++i) deep = "<a>" + deep + "</a>";
  for (int i = 0; i < 1000000; ++i) crowd += "<a/>";
  for (int i = 0; i < 200000; ++i) many += "&lt;<!x>";
  for (const auto& [format, text, said] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {"urdf", robot(base_urdf) + "\n<robot/>", "line 2: a second root"},
           {"urdf", "x" + robot(base_urdf), "line 1: text outside the root"},
           {"urdf", robot(base_urdf) + "x", "line 1: text outside the root"},
           {"urdf", "<robot>\n<link name='a' name='b'/></robot>", "line 2: the attribute name twice"},
           {"urdf", "<robot>\n<link name='a'>\n</robot>", "line 3: Start-end tags mismatch; accepted: an XML file"},
           {"urdf", "<robot a='1", "line 1: "},
           {"urdf", "", "line 1: no element"},
           {"urdf", std::string("<robot>\n\0</robot>", 17), "line 2: a byte 0"},
           {"urdf", deep, "line 1: elements too deep"},
           {"urdf", crowd + "</robot>", "line 1: too many elements"},
           {"urdf", many, "line 1: "},
           {"urdf", with("1e999"), "mass has \"1e999\"; accepted: a number up to 1e100"},
           {"urdf", with("-1"), "mass is -1; accepted: a positive mass"},
           {"urdf", with("0"), "link \"base\": mass is 0; accepted: a positive mass"},
           {"urdf", with("${m}"), "mass has \"${m}\"; accepted: a number; xacro writes them"},
           {"urdf", robot("<link name='a'><inertial><mass value='1'/></inertial></link>"),
            "has no <inertia>; accepted"},
           {"urdf", robot("<link name='a'><inertial><inertia/></inertial></link>"), "has no <mass>; accepted: one"},
           {"urdf", robot("<link name='a'><inertial><mass value='1'/><inertia/></inertial></link>"),
            "ixx has 0 numbers; accepted: 1"},
           {"urdf", robot("<link name='a'><inertial><origin xyz='0,0,0'/><mass value='1'/>" + I + "</inertial></link>"),
            "xyz has \"0,0,0\""},
           {"urdf", with("&m;"), "mass has \"&m;\""},
           {"urdf", with("\x1b]0;x"), "mass has \"\\x1b]0;x\""},
           {"urdf", robot("<link name='a'>" + inertial + inertial + "</link>"), "<link> has more than one <inertial>"},
           {"urdf", robot("<link name='a'/><link name='a'/>"), "two links have the name \"a\""},
           {"sdf", sdf("<link name='a'><inertial><fluid_added_mass><xp>1</xp></fluid_added_mass></inertial></link>"),
            "fluid_added_mass has xp; accepted: pp"},
           {"sdf",
            sdf("<link name='a'><pose relative_to='b'/><inertial/></link><link name='b'><pose relative_to='a'/>"
                "<inertial/></link><joint name='j' type='fixed'><parent>a</parent><child>b</child></joint>"),
            "in a circle"},
           {"sdf",
            sdf(a + "<link name='b'><pose relative_to='c'/><inertial/></link><joint name='j' type='fixed'><parent>a"
                    "</parent><child>b</child></joint>"),
            "relative to \"c\", which is not there"},
           {"sdf",
            sdf("<link name='a'><inertial "
                "auto='true'><fluid_added_mass><xx>5</xx></fluid_added_mass></inertial><collision>"
                "<geometry><sphere><radius>1</radius></sphere></geometry></collision></link>"),
            "fluid_added_mass has xx; accepted: pp"},
           {"mjcf", world("<body name='b'><geom type='box' size='5 5 5' mesh='m'/></body>"),
            "a geom of type box has the mesh \"m\"; accepted: "},
           {"sdf", sdf("<link name='a'><inertial><pose relative_to='c'/></inertial></link>"), "is relative to \"c\""},
           {"sdf", sdf(a + "<link name='b'><inertial/></link>"), "one of the 2 links"},
           {"mjcf", "<mujoco><compiler coordinate='global'/></mujoco>", "coordinate is \"global\""},
           {"mjcf",
            world("<body name='b'><inertial mass='1' pos='0 0 0' quat='1 0 0 0 0' diaginertia='1 1 1'/></body>"),
            "quat has 5 numbers"},
           {"mjcf", world("<body name='b'/>"), "has no body with an <inertial> or geoms"}})
    expect_refused([&, format = format, text = text] { of_link(format, text); }, said, text.substr(0, 300));
  const auto two = sdf(a + "<model name='n'>" + a + "</model>");
  expect_refused([&] { of_link("sdf", two, "a"); }, "has 2 of the name \"a\"; accepted: a unique name, or model::link");
  expect_refused([&] { of_link("sdf", two, "c::a"); }, "m::a");
  of_link("sdf", two, "m::n::a");
  expect_refused([&] { of_link("urdf", robot(base_urdf), "bose"); }, "did you mean \"base\"?");
  expect_refused([&] { of_link("urdf", robot(base_urdf + "<link name='b'/>"), "b"); }, "has no <inertial>");
  of_link("urdf",
          "\xEF\xBB\xBF<?xml version='1.0'?>\n<!DOCTYPE robot [<!ENTITY m '2'>]>\n<!-- <link> -->" + with(" 2 "));
  // Numbers as characters, and Latin 1.
  EXPECT_EQ(scalar_cast<double>(of_link("urdf", with("&#50;&#x2E;5")).mass.mass), 2.5);
  const auto latin = of_link(
      "urdf", "<?xml version='1.0' encoding='ISO-8859-1'?>" + robot("<link name='\xe9'>" + inertial + "</link>"));
  EXPECT_TRUE(warns(latin.warnings, "\"\xc3\xa9\""));
}

Found of_surface(const std::string& name, const std::string& text) {
  Found found;
  found.mass = of_mesh(text, name, float100(1), "body.mesh", found.warnings);
  return found;
}
const std::string corners = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n", faces = "3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";

/// A tetrahedron: moments V/10 (b^2 + c^2) - V/16 (b^2 + c^2) of its place, which are 1/96, 1/96 and 1/60.
TEST(Meshes, OfManyForms) {
  const std::vector<double> known{1 / 96., 1 / 96., 1 / 60.};
  const std::string off = "4 4 0\n" + corners + faces;
  auto carriage = "OFF\n" + off;
  std::replace(carriage.begin(), carriage.end(), '\n', '\r');
  std::string coloured = "COFF # a comment\n\n4 4 6 # counts\n";
  for (const char* place : {"0 0 0", "1 0 0", "0 1 0", "0 0 1"}) coloured += std::string(place) + " 255 0 0 255\n";
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"a.off", "OFF\n" + off},
           {"a.OFF", "OFF " + off},
           {"a.off", "OFF" + off},
           {"a.off", carriage},
           {"a.off", "OFF\n4 5 0\n" + corners + faces + "3 1 2 1\n"},  // a face that is none
           {"a.stl", "OFF\n" + off},
           {"a.off", coloured + "3 0 2 1 0.5 0.5 0.5\n3 0 1 3\n3 0 3 2\n3 1 2 3\n"},
           {"a.OBJ", "\xEF\xBB\xBFv 0 0 0#x\rv 1 0 0 1\rv 0 1 0\rv 0 0 1\rf 1 3 2\rf 1 2 4\rf 1 4 3\rf 2 3 4"},
           {"a.ply",
            "ply\nformat ascii 1.0\ncomment C:\\dir\\\nelement vertex 4\nproperty float x\nproperty float y\n"
            "property float z\nelement nothing 9\nelement face 4\nproperty list uchar int "
            "vertex_indices\nend_header\n" +
                corners + faces},
           {"a.ply",
            "ply\nformat ascii 1.0\nelement face 4\nproperty list uchar int vertex_indices\nelement vertex 4\nproperty "
            "float "
            "x\nproperty float y\nproperty float z\nend_header\n" +
                faces + corners}})
    near(of_surface(name, text).moments(), known, text);
}

TEST(Meshes, AreRefusedInOneLine) {
  std::string both = "OFF\n4 8 0\n" + corners + faces + "3 0 1 2\n3 0 3 1\n3 0 2 3\n3 1 3 2\n";
  const std::string header = "ply\nformat binary_little_endian 1.0\n",
                    vertex = "element vertex 9\nproperty double x\nproperty double y\nproperty double z\n";
  std::string empty = header + vertex;
  for (int i = 0; i < 6000; ++i) empty += "element e 60000\n";
  for (const auto& [name, text, said] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {"a.off", both, "its volume is 0: its faces lie in a plane, or are drawn from both sides"},
           {"a.off", "OFF BINARY\n4 4 0\n", "\"OFF BINARY\" is given; accepted: OFF, COFF or NOFF"},
           {"a.off", "4OFF\n4 4 0\n", "\"4OFF\" is given"},
           {"a.off", "OFF\n4 4 0\n" + corners, "ends before the last of its faces"},
           {"a.off", "OFF\n4 4 0\n" + corners + "3 0 1 4\n",
            "line 7: \"4\" is given; accepted: the number of a vertex"},
           {"a.off", "OFF\n4 1 0\n" + corners + "9 0 1 2\n", "line 7: \"9\" is given; accepted: how many"},
           {"a.off", "OFF\n99999999999 1 0\n" + corners, ""},
           {"a.off", "OFF\n-1 -1 0\n", "has no faces"},
           {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n",
            "line 4: \"4\" is given; accepted: the number of a vertex"},
           {"a.ply", "ply\nformat base64 1.0\nend_header\n", "accepted: ascii, binary_little_endian or"},
           {"a.obj", "v 1e999 0 0\n", "line 1: \"1e999\" is given; accepted: a number up to 1e100"},
           {"a.obj", "v 0 0 1e101\n", "\"1e101\" is given"},
           {"a.stl", "<COLLADA>" + std::string(200, ' ') + "</COLLADA>", "is text, and no STL; accepted: STL; or OBJ"},
           {"a.stl", "solid\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n", "a face of at least three vertices"},
           {"a.ply", header + vertex + "end_header", "ends before all of its vertex"},
           {"a.ply", header + vertex + "end_header\n", "ends before all of its vertex"},
           {"a.ply", header + "element \x1b[2J 3\nproperty double x\nend_header\n", "all of its \\x1b[2J"},
           {"a.ply", empty + "end_header\n" + std::string(216, '\0'), "has no faces"}}) {
    const auto begin = std::chrono::steady_clock::now();
    expect_refused([&, name = name, text = text] { of_surface(name, text); }, said, text.substr(0, 200));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2)) << text.substr(0, 200);
  }
  // One part of two from both sides adds nothing.
  std::string two = "OFF\n8 12 0\n" + corners + "5 5 5\n6 5 5\n5 6 5\n5 5 6\n" + faces;
  for (const char* face : {"4 6 5", "4 5 7", "4 7 6", "5 6 7", "4 5 6", "4 7 5", "4 6 7", "5 7 6"})
    two += std::string("3 ") + face + "\n";
  const auto found = of_surface("a.off", two);
  EXPECT_NEAR(scalar_cast<double>(found.mass.mass), 1 / 6., 1e-15);
  EXPECT_TRUE(warns(found.warnings, "1 of 2 parts have no volume"));
}

/// Water, in atomic masses and Angstroms.
TEST(Atoms, HaveTheirMasses) {
  std::vector<std::string> warnings;
  const auto atoms = [&](const std::string& text) { return atoms_of(text, "w.xyz", "body.points", warnings); };
  const std::string water = "3\nwater\nO 0 0 0.1173\nH 0 0.7572 -0.4692 0.1 0.2\n1 0 -0.7572 -0.4692\n";
  EXPECT_EQ(atoms(water), parsed(R"([["15.999", "0", "0", "0.1173"], ["1.008", "0", "0.7572", "-0.4692"],
                                          ["1.008", "0", "-0.7572", "-0.4692"]])"));
  EXPECT_TRUE(warnings.empty());
  atoms(water + water);
  EXPECT_EQ(warnings.size(), 1u);
  // Weights by the end of each period (IUPAC 2021).
  std::istringstream weights("Ne 10 20.180 Ar 18 39.95 Kr 36 83.798 Xe 54 131.29 Au 79 196.97 U 92 238.03");
  for (std::string symbol, number, weight; weights >> symbol >> number >> weight;)
    for (const auto& name : {symbol, number}) EXPECT_EQ(atoms("1\n\n" + name + " 0 0 0")[0][0], weight) << name;
  expect_refused([&] { atoms("2\n\nH 0 0 0\n"); }, "w.xyz, line 4: \"\" is given; accepted: a symbol and three");
  expect_refused([&] { atoms("1\n\nXx 0 0 0\n"); }, "line 3: \"Xx 0 0 0\" is given; accepted: a symbol, or");
  expect_refused([&] { atoms("1\n\nTc 0 0 0\n"); }, "a standard atomic weight");
  expect_refused([&] { atoms("water\n"); }, "line 1: \"water\" is given; accepted: the number of atoms");
}

/// A log of `text`, with more keys of the rate and of the spec.
RateSpec<double> of_log(const std::string& text, json rate = json::object(), json more = json::object()) {
  folder.file("log.csv", text);
  rate["kind"] = "table", rate["csv"] = "log.csv";
  more["rate"] = rate;
  return read_rate_spec<double>(more, folder.string() + "/");
}
void log_refused(const std::string& text, const std::string& with, const json& rate = json::object()) {
  expect_refused([&] { of_log(text, rate); }, with, text);
}

TEST(Logs, RowsAreRefusedOrLeftOut) {
  const json radians{{"rate_unit", "rad/s"}, {"time_unit", "s"}};
  auto drops = radians;
  drops["bad_rows"] = "drop";
  for (const auto& [row, line] : std::vector<std::pair<std::string, std::string>>{
           {"1,1,2\n", "log.csv, line 3: 3 fields are given; accepted: 4"},
           {"1,1,2,3,4\n", "log.csv, line 3: 5 fields are given; accepted: 4"},
           {"# a comment\n\n1,1,x,3\n", "log.csv, line 5, column 3: \"x\" is given; accepted: a finite number"},
           {"1,1,2,3 4\n", "log.csv, line 3, column 4: \"3 4\" is given"},
           {"1,1,nan,3\n", "log.csv, line 3, column 3: \"nan\" is given"},
           {"1,1,,3\n", "log.csv, line 3, column 3: \"\" is given"},
           {"1,1,1e999,3\n", "log.csv, line 3, column 3: \"1e999\" is given"},
           {"1;1;2;3\n", "log.csv, line 3: 1 fields are given"},
           {"\"1,1\",2,3\n", "log.csv, line 3, column 1: \"1 is given; accepted: a number without , in it"},
           {"1,\"1',2,3\n", "log.csv, line 3, column 2: \"1' is given"},
           {"0.000,1,2,3\n", "log.csv, line 3, column 1: a time that is not after the one before"},
           {"-1,1,2,3\n", "log.csv, line 3, column 1: a time that is not after the one before"},
           {"2026-01-01,1,2,3\n", "log.csv, line 3, column 1: a date is given; accepted: a number"},
           {"1." + std::string(40, '1') + ",1,2,3\n", "log.csv, line 3, column 1: a time with too many digits"}}) {
    const auto text = "t,gx,gy,gz\n0,1,2,3\n" + row + "3,1,2,3\n";
    log_refused(text, line, radians);
    const auto log = of_log(text, drops);
    EXPECT_EQ(log.knots->times, (std::vector<double>{0, 3})) << row;
    EXPECT_TRUE(warns(log.base.warnings, "1 bad row is left out")) << row;
  }
}

/// Degrees that no unit tells from radians ask for it; what is within reach of radians, or known, does not.
TEST(Logs, AskForTheUnitOfRates) {
  const auto log = [](const char* step, double rate, const std::string& names = "t,gx,gy,gz") {
    const double h = std::atof(step);
    return fmt::format("{}\n0,0,0,{}\n{},{},0,0\n{},0,0,0\n", names, rate, h, -rate, 2 * h);
  };
  log_refused(log("0.01", 51),
              "rates up to 51 are given without a unit, of radians they were 0.51 a sample; accepted: say rate_unit");
  log_refused(log("0.001", 71), "rates up to 71 are given without a unit");
  log_refused("t,gx,gy,gz\n0,51,0,0\n0.001,0,0,0\n0.011,0,0,0\n0.021,0,0,0\n", "of radians they were 0.51 a sample");
  const auto quiet = of_log(log("0.01", 49));
  EXPECT_EQ(quiet.knots->values[0][2], 49);
  of_log(log("0.001", 69));
  EXPECT_NEAR(of_log(log("0.01", 90), {{"rate_unit", "deg/s"}}).knots->values[0][2], 1.5707963267948966, 1e-15);
  EXPECT_EQ(of_log(log("0.01", 90), {{"rate_unit", "rad/s"}}).knots->values[1][0], -90);
  EXPECT_EQ(of_log(log("0.01", 90, "t,gx [rad/s],gy [rad/s],gz [rad/s]")).knots->values[0][2], 90);
  for (const char* unit : {"(deg/s)", "[dps]", "[deg s^-1]"})
    EXPECT_NEAR(of_log(log("0.01", 90, fmt::format("t,gx {0},gy {0},gz {0}", unit))).knots->values[0][2],
                1.5707963267948966, 1e-15)
        << unit;
  const auto euroc = of_log("timestamp,w_RS_S_x,w_RS_S_y,w_RS_S_z\n0,90,0,0\n10000000,90,0,0\n");
  EXPECT_EQ(euroc.knots->times[1], 0.01);
  const auto px4 = of_log("timestamp_sample,delta_angle[0],delta_angle[1],delta_angle[2]\n7,2,0,0\n5007,2,0,0\n");
  EXPECT_TRUE(px4.knots->increments);
  EXPECT_EQ(px4.knots->times[1], 0.005);
  EXPECT_EQ(of_log("timestamp_sample,x,y,z\n7,2,0,0\n5007,2,0,0\n").knots->times[1], 0.005);
  const json angles{{"quantity", "increments"}};
  log_refused(log("0.01", 0.51), "angles up to 0.51 are given", angles);
  of_log(log("0.01", 0.49), angles);
  of_log(log("0.01", 51), {{"quantity", "increments"}, {"rate_unit", "deg"}});
}

/// Columns by numbers count from 1, as in all tables; a minus turns the sign.
TEST(Logs, CountColumnsFromOne) {
  const std::string text = "0 9 0.1 0.2 0.3\n0.25 9 0.4 0.5 0.6\n";
  const auto columns = [](json time, json rate) { return json{{"columns", {{"time", time}, {"rate", rate}}}}; };
  const auto log = of_log(text, columns(1, {3, "-4", "5"}));
  EXPECT_EQ(log.knots->values[1][0], 0.4);
  EXPECT_EQ(log.knots->values[1][1], -0.5);
  EXPECT_EQ(of_log(text, columns(1, {3, -4, 5})).knots->values[1][1], -0.5);
  EXPECT_EQ(log.knots->times[1], 0.25);
  // Units of the header are of the column, not of the first.
  const auto with_units =
      of_log("time [ms],T [deg],x [deg/s],y [rad/s],z [deg/s]\n0,9,180,1,0\n250,9,0,1,0\n", columns(1, {3, 4, 5}));
  EXPECT_NEAR(with_units.knots->values[0][0], pi_of<double>(), 1e-15);
  EXPECT_EQ(with_units.knots->values[0][1], 1);
  EXPECT_EQ(with_units.knots->times[1], 0.25);
  log_refused(text, "rate.columns.rate[2]: \"0\" is given; accepted: a column from 1 to 5", columns(1, {3, 4, "0"}));
  log_refused(text, "rate.columns.rate[2]: 6 is given", columns(1, {3, 4, 6}));
}

/// A gap is more than one and a half of the median interval, and a short interval makes none of the others.
TEST(Logs, SayWhereTheyHaveGaps) {
  const auto of_times = [](const std::vector<double>& times) {
    std::string text = "t,gx,gy,gz\n";
    for (const double t : times) text += fmt::format("{},0.1,0.2,0.3\n", t);
    return of_log(text).base.warnings;
  };
  EXPECT_FALSE(warns(of_times({0, 0.1, 0.2, 0.35, 0.45}), "gap"));
  EXPECT_TRUE(warns(of_times({0, 0.1, 0.2, 0.352, 0.452}), "1 gap, the longest 0.152 at t = 0.2"));
  EXPECT_TRUE(warns(of_times({0, 0.1, 0.3, 0.4, 0.5, 0.9, 1}), "2 gaps, the longest 0.4 at t = 0.5"));
  EXPECT_FALSE(warns(of_times({0, 0.1, 0.2, 0.21, 0.31, 0.41}), "gap"));
  EXPECT_FALSE(warns(of_times({0, 0.01, 0.11, 0.21, 0.31}), "gap"));
  EXPECT_TRUE(warns(of_times({0, 0.5, 1.5, 2.5, 3.5, 4.5, 7.5}), "1 gap, the longest 3 at t = 4.5"));
  EXPECT_TRUE(warns(of_times({0, 1, 3, 4, 5, 7, 8}), "2 gaps, the longest 2 at t = 1")) << "the first of two";
  expect_refused([&] { of_times({0, 2, 1}); }, "line 4, column 1: a time that is not after the one before");
  expect_refused([&] { of_times({0, 2}); }, "times are integers, 2 apart, without a unit; accepted: say time_unit");
  of_log("t,gx,gy,gz\n0.5,0.1,0,0\n2.5,0.1,0,0\n");
}

/// Lines as other systems end them, comments that are no header, dates, and a format with its own scales.
TEST(Logs, HaveHabits) {
  const auto windows = of_log("t [ms],gx,gy,gz\r\n0,0.1,0.2,0.3\r\n\r\n5,0.4,0.5,0.6\r\n");
  EXPECT_EQ(windows.knots->times, (std::vector<double>{0, 0.005}));
  EXPECT_EQ(windows.knots->values[1][2], 0.6);
  const auto comment = of_log("# t, gz, gy, gx, temperature\n0,0.1,0.2,0.3\n0.1,0.4,0.5,0.6\n");
  EXPECT_EQ(comment.knots->values[0][0], 0.1) << "of five names, for four columns";
  const auto named = of_log("# 1\n# gz,gy,gx,t\n0.1,0.2,0.3,0\n0.4,0.5,0.6,0.1\n");
  EXPECT_EQ(named.knots->values[0][0], 0.3);

  // Through the end of a leap February, by two ways to write it, with a zone.
  for (const char* second : {"2024-03-01T00:00:00.5Z", "2024-061T00:00:00.5", "2024-03-01 01:00:00.50+01:00",
                             "2024-02-29T20:30:00.5-03:30"}) {
    const auto dated = of_log(fmt::format("2024-02-29T23:59:58.25,0.1,0.2,0.3\n{},0.4,0.5,0.6\n", second),
                              {{"rate_unit", "rad/s"}}, {{"t0", 3}});
    EXPECT_EQ(dated.knots->times, (std::vector<double>{3, 5.25})) << second;
    EXPECT_EQ(dated.knots->values[0][0], 0.1) << "the first row is no header";
  }
  EXPECT_EQ(of_log("\xEF\xBB\xBF"
                   "2023-12-31,0.1,0.2,0.3\n2024-01-01,0.4,0.5,0.6\n",
                   {{"rate_unit", "rad/s"}})
                .knots->times[1],
            86400);
  const auto apart = of_log("2024/02/29 23:59:58 0.1 0.2 0.3\n2024/02/29 23:59:58.25 0.4 0.5 0.6\n");
  EXPECT_EQ(apart.knots->times[1], 0.25);
  EXPECT_EQ(
      of_log("2024-366 23:59 0.1 0.2 0.3\n2025-001 00:00 0.4 0.5 0.6\n", {{"rate_unit", "rad/s"}}).knots->times[1], 60);
  log_refused("0,1,a,b\n1,2,3,4\n", "line 1, column 3: \"a\"");  // as many numbers as words are no header
  for (const char* none : {"2023-02-29", "2023-366", "2023-000", "2023-257-05", "2023-01-01T24:60", "2023-01-01T25:00"})
    log_refused(fmt::format("{},0.1,0.2,0.3\n2023-12-31T12:00,0.1,0.2,0.3\n", none),
                fmt::format("line 1, column 1: \"{}\"", none));
  of_log("t,gx,gy,gz,7,8,9\n0,0.1,0.2,0.3,1,1,1\n1,0.1,0.2,0.3,1,1,1\n");
  EXPECT_EQ(of_log("0 0.1 0.2 0.3 7 8 9\n1 0.1 0.2 0.3 7 8 9\n").knots->values[1][2], 0.3) << "four of seven";
  EXPECT_EQ(of_log("t [s]\tgx [rad/s]\tgy\tgz\n0\t1\t2\t3\n1\t4\t5\t6\n").knots->values[1][2], 6) << "tabs";
  EXPECT_EQ(of_log("t [ms],gx [rad/s],gy,gz\n2024-02-29,1,0,0\n2024-03-01,1,0,0\n").knots->times[1], 86400) << "a date";
  // Times of 36 digits, and with exponents.
  EXPECT_EQ(
      of_log("0,1,2,3\n0.1" + std::string(35, '0') + ",1,2,3\n2.5E+0,1,2,3\n30e-1,1,2,3\n", {{"rate_unit", "rad/s"}})
          .knots->times,
      (std::vector<double>{0, 0.1, 2.5, 3}));
  log_refused("t,gx,gy,gz\n0,0.1,0.2,0.3\n", "1 rows of numbers are there; accepted: two or more");
  log_refused("t,gx,gy,gx,gz\n0,1,2,1,3\n1,1,2,1,3\n", "the column \"gx\" occurs twice");
  log_refused("t,gx,gy,gz\n" + std::string(1 << 18, '1'), "log.csv, line 2: longer than 256 kB");
  log_refused("2024-02-28,0.1,0.2,0.3\n7,0.1,0.2,0.3\n", "a number is given; accepted: a date, as before");

  const auto gyroflow = [](const std::string& orientation) {
    return "GYROFLOW IMU LOG\nversion,1.3\norientation," + orientation +
           "\ntscale,0.001\ngscale,0.5\nt,gx,gy,gz\n4,1,2,-3\n6,200,0,0\n";
  };
  const auto flow = of_log(gyroflow("xZy"));
  EXPECT_NEAR(flow.knots->times[1], 0.002, 1e-18);
  EXPECT_EQ(flow.knots->values[0][0], -0.5);
  EXPECT_EQ(flow.knots->values[0][1], -1.5);
  EXPECT_EQ(flow.knots->values[0][2], -1);
  log_refused(gyroflow("XYX"), "orientation is \"XYX\"");
  const auto scaled = [](const char* scales) {
    return fmt::format("GYROFLOW IMU LOG\n{}\nt,gx,gy,gz\n0,1,2,3\n1,1,2,3\n", scales);
  };
  EXPECT_EQ(of_log(scaled("tscale,2\ngscale,1")).knots->times[1], 2) << "integers whose unit is given";
  EXPECT_EQ(of_log(scaled("tscale,2\ngscale,1")).knots->values[0][0], 1) << "capitals keep the sign";
  log_refused(scaled("tscale,1"), "gscale is \"\"; accepted: a positive number");
  log_refused(scaled("tscale,-1\ngscale,1"), "tscale is \"-1\"; accepted: a positive number");
  log_refused(gyroflow("XYZ"), "rate.time_unit: given with a file that has its scales", {{"time_unit", "s"}});
}

/// Truths in the words of their programs: where each component is, its sign, and when it was.
TEST(Logs, TruthsAreRead) {
  const auto truth = [](const std::string& text, json keys = json::object(), const json& more = json::object()) {
    folder.file("truth.csv", text);
    keys["csv"] = "truth.csv";
    auto all = more;
    all["truth"] = keys, all["method"] = "mean-rate";
    return of_log("t [ms],gx,gy,gz\n1000,0.1,0,0\n3000,0.1,0,0\n", json::object(), all);
  };
  const auto reads = [&](const RateSpec<double>& log, const std::vector<double>& times, const std::string& of) {
    ASSERT_TRUE(log.truth) << of;
    near(log.truth->times, times, of);
    const auto& q = log.truth->attitudes.at(0);
    near({q.w, q.x, q.y, q.z}, {0.1, 0.5, 0.5, 0.7}, of);
  };
  const std::string rest = "3,1,0,0,0\n", wide = "2 7 7 7 0.5 0.5 0.7 0.1\n3 7 7 7 0 0 0 1\n";
  const json s{{"time_unit", "s"}};
  auto commas = wide;
  std::replace(commas.begin(), commas.end(), ' ', ',');
  reads(truth(wide, s), {1, 2}, "8 columns: t, place, xyzw");
  reads(truth("timestamp,px,py,pz,a,b,c,d\n" + commas, s), {1, 2}, "8 columns with other names");
  reads(truth("2 7 7 7 0.1 0.5 0.5 0.7\n3 7 7 7 1 0 0 0\n", {{"time_unit", "s"}, {"order", "wxyz"}}), {1, 2}, "wxyz");
  reads(
      truth("#timestamp,p_RS_R_x,q_RS_w [],q_RS_x [],q_RS_y [],q_RS_z []\n2000000000,0,0.1,0.5,0.5,0.7\n3000000000,0,1,"
            "0,0,0\n"),
      {1, 2}, "EuRoC, in ns");
  expect_refused([&] { truth("px,t,py,pz,a,b,c,d\n7,2,7,7,0,0,0,1\n7,3,7,7,0,0,0,1\n", s); },
                 "no known names of columns");
  reads(truth("t,qw,qx,qy,qz\n2,0.1,0.5,0.5,0.7\n" + rest, s), {1, 2}, "names");
  reads(truth("t,qw,qx,qy,qz\n2,0.1,0.5,0.5,0.7\n" + rest, s, {{"t0", 10}}), {11, 12}, "from t0 on");
  reads(truth("t,qw,qx,qy,qz\n2000,0.1,0.5,0.5,0.7\n3000,1,0,0,0\n"), {1, 2}, "in the unit of the log");
  auto minus = s;
  minus["columns"] = {{"time", "t"}, {"attitude", {"a", "-b", "c", "-5"}}};
  reads(truth("t,a,b,c,d\n2,0.1,-0.5,0.5,-0.7\n" + rest, minus), {1, 2}, "signs");
  auto drops = s;
  drops["bad_rows"] = "drop";
  const auto dropped = truth("t,qw,qx,qy,qz\n2,0.1,0.5,0.5,0.7\n2,1,0,0,0\n1,1,0,0,0\n" + rest, drops);
  reads(dropped, {1, 2}, "dropped");
  EXPECT_TRUE(warns(dropped.base.warnings, "truth.csv: 2 bad rows are left out"));
  folder.file("truth.csv", "t [ms],qw,qx,qy,qz\n2026-01-01T00:00:02,0.1,0.5,0.5,0.7\n2026-01-01T00:00:03,1,0,0,0\n");
  reads(of_log("2026-01-01T00:00:01,0.1,0,0\n2026-01-01T00:00:04,0.1,0,0\n", {},
               {{"truth", {{"csv", "truth.csv"}}}, {"method", "mean-rate"}}),
        {1, 2}, "dates, which no unit shifts");
}

/// Tables and signals in the units of a spec, and the times of its samples.
TEST(RateSpecs, HaveUnitsAndTimes) {
  const auto read = [](const std::string& rate, const std::string& more = R"("h": 0.1, "steps": 4)") {
    return read_rate_spec<double>(parsed(R"({"rate": )" + rate + ", " + more + "}"), "");
  };
  const std::string table = R"({"kind": "table", "times": [0, 1, 2], "values": [[180, 0, 0], [90, 0, 0], [90, 0, 0]])",
                    pieces = R"({"kind": "pieces", "times": [0.3], "values": [[1, 0, 0], [90, 0, 0]]})",
                    degrees = R"("units": {"time": "s", "rate": "deg/s", "angle": "deg"})";
  for (const char* quantity : {"rates", "increments"}) {
    const auto knots = *read(table + R"(, "quantity": ")" + quantity + "\"}", degrees).knots;
    EXPECT_NEAR(knots.values[0][0], pi_of<double>(), 1e-15) << quantity;
  }
  const auto jumps = read(pieces, degrees + R"(, "h": 0.1, "steps": 4)");
  EXPECT_NEAR(jumps.motion.at(0.35)[0], pi_of<double>() / 2, 1e-15);
  EXPECT_EQ(jumps.times[3], 0.3) << "and not 3 times 0.1";
  EXPECT_TRUE(jumps.equal_steps);
  EXPECT_FALSE(read(pieces, R"("h": [0.1, 0.2], "steps": 4)").equal_steps);
  const auto dropping = [&](const char* samples) {
    return read("[0, 0, 1]", fmt::format(R"("h": 1, "steps": 5, "gyro": {{"drop": {}}})", samples)).gyro.drop;
  };
  EXPECT_EQ(dropping("[3, 1]"), (std::vector<std::int64_t>{1, 3}));
  expect_refused([&] { dropping("[3, 1, 3]"); }, "every sample once");
  const std::string grid = R"("h": 0.1, "steps": 4)";
  for (const auto& [text, kinks] : {std::pair("abs(t)", true), {"t^2", false}})
    EXPECT_EQ(bool(warns(read(fmt::format(R"~({{"kind": "formula", "rate": ["{}", "0", "0"]}})~", text)).base.warnings,
                         "have kinks")),
              kinks)
        << text;
  for (const auto& [rate, more, said] :
       {std::tuple(table + "}", std::string(R"("t0": 1)"), "t0: 1 is given; accepted: the first time of the samples"),
        {table + "}", R"("steps": 3)", "steps: 3 is given; accepted: at most 2, the intervals of the samples"},
        {table + R"(, "quantity": "increments", "interpolation": "linear"})", "\"t0\": 0", "accepted: cubic or held"},
        {R"({"kind": "coning", "half_angle": 3.2, "frequency": 1})", grid, "an angle between 0 and half a turn"},
        {R"({"kind": "coning", "half_angle": 0.1, "frequency": 0})", grid, "accepted: a number other than 0"}})
    expect_refused([&, rate = rate, more = more] { read(rate, more); }, said, rate);
}

}  // namespace
}  // namespace polhode::reading
