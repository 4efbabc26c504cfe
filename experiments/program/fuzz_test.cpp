// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/stat.h>

#include <CLI/CLI.hpp>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "core/geometry/scalar.hpp"
#include "core/io/json.hpp"
#include "core/io/record.hpp"
#include "core/io/spec.hpp"
#include "core/io/spec/mass.hpp"
#include "core/io/spec/rate.hpp"
#include "core/system/child.hpp"
#include "core/system/stopwatch.hpp"
#include "core/system/user.hpp"
#include "core/testing/folder.hpp"
#include "experiments/answers/comparison.hpp"
#include "experiments/answers/csv.hpp"
#include "experiments/judging/populations/shards.hpp"
#include "experiments/judging/populations/sweep.hpp"
#include "experiments/program/verbs.hpp"
#include "experiments/running/engines.hpp"
#include "problems/test_problems.hpp"

// fuzz TARGET|all [--seconds S] [--runs N] [--seed K]: gives a reader what nobody would write. An input is accepted or
// refused by a UserError; all else is a bug, and the input is left in fuzz-TARGET.bug. fuzz-TARGET.bug as a further
// argument is tried first. Inputs are the tree's own files, changed at random: as bytes, and as JSON.
namespace {

namespace fs = std::filesystem;
using namespace polhode;
using json = nlohmann::ordered_json;

const std::string results = POLHODE_RESULTS;
const TestFolder scratch;

// --- targets ---------------------------------------------------------------------------------------------------------

struct Target {
  void (*read)(const std::string& text);
  std::vector<std::string> (*corpus)();
};

/// The first rows of every list: quick to read.
json cut(json j) {
  constexpr std::size_t enough = 3;
  if (j.is_array() && j.size() > enough) j.erase(j.begin() + enough, j.end());
  if (j.is_object() && j.size() > 20) {
    json some = json::object();
    for (const auto& [key, value] : j.items())
      if (some.size() < enough) some[key] = value;
    j = some;
  }
  if (j.is_structured())
    for (auto& x : j) x = cut(x);
  return j;
}
json cut_file(const fs::path& path) {
  return cut(json::parse(read_file(path.string())));
}
std::vector<std::string> specs_of(const fs::path& folder) {
  std::vector<std::string> all;
  for (const auto& e : fs::directory_iterator(folder))
    if (e.path().extension() == ".json") all.push_back(read_file(e.path().string()));
  std::sort(all.begin(), all.end());
  return all;
}

void read_any_spec(const std::string& text) {
  const auto document = parse_json(text, "spec");
  read_spec<double>(document);
  read_spec<float128>(document);
}
std::vector<std::string> specs() {
  auto all = specs_of(results + "/../problems/examples");
  all.push_back(R"({"body": {"inertia": [[2, 0.1, 0], [0.1, 2, 0], [0, 0, "3e0"]], "attitude": [[1, 0, 0], [0, 1, 0],
    [0, 0, 1]], "angular_velocity": [1, "2.5", -3e-2]}, "torque": [{"kind": "gravity", "moment": [0, 0, 1]}, {"kind":
    "coulomb-wall", "attractive": true}, {"kind": "harmonic-space", "amplitude": [1, 0, 0], "frequency": 2}],
    "method": "mr", "h": [0.1, -0.2], "steps": 10, "every": 2, "t0": 1})");
  all.push_back(R"({"body": {"inertia": [1, 2, 3], "attitude": {"rotation_vector": [1, 2, 3]}, "momentum": [1, 0, 1]},
    "time": "1e1", "steps": 3})");
  return all;
}

void read_experiment(const std::string& text) {
  const auto document = parse_ordered_json(text, "file");
  check_form(document, "experiment-1", "file");
  answers::csv_of(document, json());
  dump(document);
  static const auto tolerances = cut_file(results + "/golden/tolerances.json");
  compare_to_golden(document, document, tolerances);
  changed_verdicts(document, document);
}
std::vector<std::string> experiments() {
  std::vector<std::string> all;
  for (const auto* id : {"figure1", "figure2", "figure4", "figure8", "frb2008-figure5", "frb2008-figure6"})
    all.push_back(cut_file(fmt::format("{}/golden/{}.json", results, id)).dump());
  return all;
}

void read_timing(const std::string& text) {
  const auto document = parse_ordered_json(text, "file");
  check_form(document, "timing-1", "file");
  static const auto figure = cut_file(results + "/golden/figure1.json");
  answers::csv_of(figure, document);
}
std::vector<std::string> timings() {
  return {R"({"schema": "polhode/timing/1", "id": "figure1", "title": "", "source": "", "context": {"date": "",
    "host": "", "cpu": "", "cores": 2, "load": 0.1, "version": "", "compiler": "", "flags": "", "fp_mode": "", "git":
    ""}, "panels": [{"series": [{"method": "mr", "points": [{"steps": 10, "seconds": [1e-3, 2e-3, 3e-3]}]}]}],
    "verdicts": [{"id": "a", "verdict": "reproduced", "numbers": {"x": 1, "y": "inf"}}]})"};
}

void read_some_claims(const std::string& text) {
  check_form(parse_ordered_json(text, "claims.json"), "claims-1", "claims.json");
  scratch.file("claims.json", text);
  for (const auto& claim : read_claims(scratch.string()))
    for (const auto& test : claim.tests) polhode::text(test);
}
std::vector<std::string> claims() {
  return {cut_file(results + "/claims.json").dump()};
}

void read_evidence(const std::string& text) {
  const auto document = parse_ordered_json(text, "file");
  check_form(document, "evidence-1", "file");
  static const auto baseline = cut_file(results + "/perf/baseline.json");
  answers::compared(baseline, document);
  answers::compared(document, baseline);
}
std::vector<std::string> evidence() {
  return {cut_file(results + "/perf/baseline.json").dump()};
}

void read_property_reports(const std::string& text) {
  check_form(parse_ordered_json(text, "file"), "passports-1", "file");
}
std::vector<std::string> property_reports() {
  return {R"({"schema": "polhode/passports/1", "passports": [{"schema": "polhode/passport/1", "method": "mr"}]})"};
}

/// What is read is a spec in its canonical form, too, and the same one; its first and its last body can be drawn.
void read_any_sweep(const std::string& text) {
  using namespace populations;
  const auto spec = read_sweep(parse_json(text, "spec"));
  const auto& canonical = spec.canonical;
  if (read_sweep(parse_json(canonical, "spec")).canonical != canonical)
    throw std::logic_error("its canonical form is another sweep's");
  DrawnBody body;
  const Drawing drawing(spec.population, spec.seed);
  for (const auto id : {std::uint64_t(0), spec.bodies() - 1}) drawing.draw(id, body);
}
std::vector<std::string> sweeps() {
  std::vector<std::string> all;
  for (const auto* folder : {"", "populations", "robustness"})
    for (auto& text : specs_of(results + "/../problems/sweeps/" + folder)) all.push_back(std::move(text));
  return all;
}

const std::string small_sweep = R"({"schema": "polhode/sweep/1", "seed": 1, "population": {"bodies": 3},
  "duration": {"radians": 1}, "methods": ["mr", "imidm"], "steps": [4, 8], "metrics": ["Pi", "R", "order"],
  "maps": [{"over": "triangle", "n": 2, "metrics": ["R"]}]})";

/// Sums of a sweep, as shards have them.
void read_products(const std::string& text) {
  using namespace populations;
  static const auto spec = read_sweep(json::parse(small_sweep));
  try {
    Products::from_json(spec, parse_ordered_json(text, "result")).json();
  } catch (const Damaged& e) {
    throw UserError(e.what());
  }
}
std::vector<std::string> products() {
  using namespace populations;
  const auto spec = read_sweep(json::parse(small_sweep));
  Products sums(spec);
  CaseRunner runner(spec);
  for (std::uint64_t id = 0; id < spec.bodies(); ++id) {
    const auto ran = runner.run(id);
    sums.add(ran.body, ran.cases);
  }
  return {sums.json().dump()};
}

/// A shard with a checksum that is right, alone and merged with the other one.
void read_shard(const std::string& text) {
  using namespace populations;
  const auto end = text.rfind("\"checksum\"");
  const auto before = text.substr(0, end);
  const auto sealed =
      end == text.npos ? text : before + fmt::format("\"checksum\": \"{:016x}\"}}", content_hash(before));
  try {
    const std::vector<Shard> all{parse_shard(sealed, "shard")};
    if (all[0].number && !all[0].partial()) parse_shard(shard_text(merge(all).sum, {}), "their sum");
  } catch (const Damaged& e) {
    throw UserError(e.what());
  }
}
std::vector<std::string> shards() {
  using namespace populations;
  Shard s;
  s.spec = read_sweep(json::parse(small_sweep)).canonical;
  s.origin = this_origin(), s.bodies = {0, 3}, s.done = 3, s.result = products().front();
  const auto sum = shard_text(s, {});
  s.number = ShardNumber{};
  return {sum, shard_text(s, ShardTime{1, 1, 1})};
}

void read_tolerances(const std::string& text) {
  const auto document = parse_ordered_json(text, "file");
  check_form(document, "tolerances-1", "file");
  static const auto figure = cut_file(results + "/golden/figure1.json");
  compare_to_golden(figure, figure, document);
}
std::vector<std::string> tolerances() {
  return {cut_file(results + "/golden/tolerances.json").dump()};
}

/// A file of somebody else's in each of these forms. What is said of it is printable.
void read_as(const std::vector<std::string>& forms,
             const std::function<void(const std::string& form, std::vector<std::string>& warnings)>& read) {
  for (const auto& form : forms) {
    std::vector<std::string> said;
    try {
      read(form, said);
    } catch (const UserError& e) {
      said.emplace_back(e.what());
    }
    for (const auto& text : said)
      if (text != printable(text) || text.size() > 2000) throw std::logic_error("it says: " + printable(text));
  }
}
void read_any_mesh(const std::string& text) {
  read_as({"a.stl", "a.obj", "a.ply", "a.off"}, [&](const std::string& name, std::vector<std::string>& warnings) {
    reading::of_mesh(text, name, float100(1), "body.mesh", warnings);
  });
}
std::vector<std::string> meshes() {
  constexpr float corner[4][3]{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::string faces = "3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n",
                    ply =
                        "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\n"
                        "property list uchar uchar vertex_indices\nend_header\n";
  const auto raw = [](const auto& x) { return std::string(reinterpret_cast<const char*>(&x), sizeof x); };
  std::string corners, places, bytes, stl = "solid x\n", binary = std::string(80, ' ') + raw(std::uint32_t(4));
  for (const auto& c : corner) corners += fmt::format("{} {} {}\n", c[0], c[1], c[2]), places += raw(c);
  for (const auto& face : {std::array<char, 3>{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}) {
    stl += "facet normal 0 0 0\nouter loop\n", binary += std::string(12, '\0'), bytes += "\3" + raw(face);
    for (const auto k : face)
      stl += "vertex " + corners.substr(6 * static_cast<std::size_t>(k), 6), binary += raw(corner[std::size_t(k)]);
    stl += "endloop\nendfacet\n", binary += std::string(2, '\0');
  }
  return {"OFF\n4 4 0\n" + corners + faces,
          "v 0 0 0\nv 1 0 0 # x\nv 0 1 0\nv 0 0 \\\n1\nf 1/1 3//2 2\nf -4 -3 -1\nf 1 4 3\nf 2 3 4\n",
          "ply\nformat ascii 1.0\ncomment x\n" + ply + corners + faces,
          "ply\nformat binary_little_endian 1.0\nelement nothing 3\n" + ply + places + bytes,
          "ply\nformat binary_little_endian 1.0\nelement vertex 9\nproperty double x\nend_header",
          stl + "endsolid\n",
          binary};
}

void read_any_link(const std::string& text) {
  const auto path = (scratch / "link.xml").string();
  read_as({"urdf", "mjcf", "sdf"}, [&](const std::string& format, std::vector<std::string>& warnings) {
    reading::inertial_of(text, path, format, {}, "body." + format, warnings);
  });
}
std::vector<std::string> links() {
  scratch.file("part.xml", "<mujoco><compiler angle='radian'/></mujoco>");
  const std::string I = "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>";
  return {
      "<robot><link name='a'><inertial><origin xyz='1 2 3' rpy='0.1 0.2 0.3'/><mass value='2'/>" + I +
          "</inertial></link><link name='b'/><joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>"
          "</robot>",
      "<?xml version='1.0'?><!DOCTYPE m [<!ENTITY e '1'>]><mujoco><include file='part.xml'/><compiler eulerseq='zyx' "
      "boundmass='1' balanceinertia='true' settotalmass='3'/><default><geom type='box'/><default class='c'><geom "
      "size='1 1 &#49;'/></default></default><worldbody><body name='a' childclass='c' euler='1 2 3'><freejoint/><geom/>"
      "<frame pos='1 0 0'><geom type='capsule' size='1' fromto='0 0 0 1 1 1'/><body quat='1 0 0 1'><inertial pos='0 0 "
      "0' mass='1' fullinertia='1 1 1 0 0 0'/></body></frame></body></worldbody></mujoco>",
      "<sdf version='1.9'><model name='m'><frame name='f' attached_to='a'/><link name='a'><inertial auto='true'>"
      "<mass>2</mass></inertial><collision name='c'><pose>0 0 1 0 0 0</pose><geometry><box><size>1 2 3</size></box>"
      "</geometry></collision></link><link name='b'><pose relative_to='f'>1 0 0 0 0 0</pose><inertial><mass>1<!-- -->0"
      "</mass><fluid_added_mass><pp>1</pp></fluid_added_mass></inertial></link><joint name='j' type='fixed'><parent>a"
      "</parent><child>b</child></joint></model></sdf>"};
}

/// A table of numbers as a log with its truth, as a torque, as an orbit, and as atoms.
void read_any_table(const std::string& text) {
  const auto folder = scratch.string() + "/";
  scratch.file("table.csv", text);
  const json rate{{"kind", "table"}, {"csv", "table.csv"}}, body{{"inertia", {1, 2, 3}}, {"momentum", {1, 0, 0}}};
  auto columns = rate;
  columns["columns"] = {{"time", 1}, {"rate", {"-2", 3, 4}}}, columns["bad_rows"] = "drop",
  columns["rate_unit"] = "deg/s";
  const std::map<std::string, json> all{
      {"log", {{"rate", rate}, {"method", "mean-rate"}}},
      {"columns",
       {{"rate", columns}, {"method", "mean-rate"}, {"truth", {{"csv", "table.csv"}, {"bad_rows", "drop"}}}}},
      {"torque", {{"body", body}, {"torque", {{"kind", "body"}, {"torque", rate}}}}},
      {"orbit", {{"body", body}, {"orbit", {{"csv", "table.csv"}, {"mu", "earth"}}}}},
      {"atoms", {{"body", {{"points", "table.csv"}, {"momentum", {1, 0, 0}}}}}}};
  read_as({"log", "columns", "torque", "orbit", "atoms"},
          [&](const std::string& form, std::vector<std::string>& warnings) {
            const nlohmann::json document = all.at(form);
            if (prescribes_rate(document))
              warnings = read_rate_spec<double>(document, folder).base.warnings;
            else
              warnings = read_spec<double>(document, folder).warnings;
          });
}
std::vector<std::string> tables() {
  return {
      "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1]\n1403636579763555584,0.3,-0.2,"
      "0.6\n1403636579768559456,0.337,-0.09,0.53\n1403636579773560328,0.348,0.02,0.46\n",
      "t; gyro_x (deg/s); gyro_y (deg/s); gyro_z (deg/s)\r\n0.00; 10.5; -20; 3e1\r\n0.01; 11.25; nan; 31\r\n0.02; "
      "12.5; -19.5; 29\r\n",
      "2026-01-31T23:59:59.5Z,0.1,0.2,0.3\n2026-032T00:00,0.4,0.5,0.6\n2026-02-01 01:00:01+01:00,0.4,0.5,0.6\n",
      "GYROFLOW IMU LOG\nversion,1.3\norientation,xZy\ntscale,0.001\ngscale,0.5\nt,gx,gy,gz\n4,1,2,-3\n6,2,0,0\n",
      "t,qw,qx,qy,qz,gx,gy,gz\n0,1,0,0,0,0.1,0.2,0.3\n1,0.9,0.1,0,0,0.1,0.2,0.3\n",
      "3\nwater\nO 0 0 0.1173\nH 0 0.7572 -0.4692\n1 0 -0.7572 -0.4692\n"};
}

/// All that an engine that is a program says, a line each: of itself, then answers.
void read_replies(const std::string& text) {
  const auto file = scratch.file("replies", text);
  for (const auto* m : engines_of("cat " + file, 1)) {
    m->free.run(test_problem::free<double>(), Grid<double>::of_step(0, 0.1, 2), nullptr);
    if (m->torqued.run) m->torqued.run(test_problem::forced<double>(), Grid<double>::of_step(0, 0.1, 2), nullptr);
  }
}
std::vector<std::string> replies() {
  const std::string
      engine = R"({"engines": [{"id": "x", "label": "l", "source": "s", "licence": "MIT", "order_of_momentum": 1,
    "order_of_attitude": 1, "precision": "double", "torque": "held"}]})",
      states = R"({"states": [[0.1, 1, 0, 0, 0, 1, 0, 0],
    [0.2, 1, 0, 0, 0, 1, 0, 0]]})";
  std::vector<std::string> all;
  for (const std::string& rest :
       {"{}\n" + states, "{\"torque\": [0, 1, 0, 0, 0]}\n{}\n{\"torque\": [0, 1, 0, 0, 0]}\n" + states,
        std::string("{\"refused\": \"no\"}"), std::string("{}\n{\"states\": [], \"failed\": 1}")}) {
    auto text = engine + "\n" + rest;
    for (std::size_t at; (at = text.find("\n    ")) != text.npos;) text.erase(at, 4 + 1);
    all.push_back(text + "\n");
  }
  all.push_back(R"({"engines": [{"id": "x", "precision": )" + std::string(100000, '[') + std::string(100000, ']') +
                "}]}\n{}\n");
  return all;
}

/// `polhode verify` of a folder with the members that are listed, [name, type, text].
void read_archive(const std::string& text) {
  const auto members = json::parse(text, nullptr, false);
  const auto folder = scratch / "archive";
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::error_code refused;
  for (const auto& m : members) {
    if (!m.is_array() || m.size() != 3 || !m[0].is_string() || !m[1].is_string() || !m[2].is_string()) continue;
    const fs::path name = m[0].get<std::string>(), path = folder / name;
    if (name.is_absolute() || std::find(name.begin(), name.end(), "..") != name.end()) continue;
    fs::create_directories(path.parent_path(), refused);
    if (m[1] == "link")
      fs::create_symlink("/dev/zero", path, refused);
    else if (m[1] == "pipe")
      ::mkfifo(path.c_str(), 0600);
    else
      std::ofstream(path, std::ios::binary) << m[2].get<std::string>();
  }
  verbs::verify({folder.string(), {}});
}
std::vector<std::string> archives() {
  const auto figure = cut_file(results + "/golden/figure1.json");
  auto nobodys = figure;
  nobodys["id"] = "nobodys";
  json members{{"tolerances.json", "file", tolerances().front()}, {"results/nobodys.json", "file", nobodys.dump()}};
  std::string manifest;
  for (const auto& m : members) {
    const auto file = scratch.file("member", m[2].get<std::string>());
    manifest += ended({"sha256sum", file}, 10).said.substr(0, 64) + "  " + m[0].get<std::string>() + "\n";
  }
  members.push_back({"manifest-sha256.txt", "file", manifest});
  auto hostile = members;
  hostile.push_back({"results/link", "link", ""});
  hostile.push_back({"\u001b[2J", "pipe", ""});
  return {members.dump(), hostile.dump()};
}

const std::map<std::string, Target> targets{
    {"spec", {read_any_spec, specs}},        {"experiment", {read_experiment, experiments}},
    {"timing", {read_timing, timings}},      {"claims", {read_some_claims, claims}},
    {"evidence", {read_evidence, evidence}}, {"passports", {read_property_reports, property_reports}},
    {"sweep", {read_any_sweep, sweeps}},     {"products", {read_products, products}},
    {"shard", {read_shard, shards}},         {"tolerances", {read_tolerances, tolerances}},
    {"engine", {read_replies, replies}},     {"archive", {read_archive, archives}},
    {"mesh", {read_any_mesh, meshes}},       {"link", {read_any_link, links}},
    {"table", {read_any_table, tables}}};

// --- changes ---------------------------------------------------------------------------------------------------------

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t n) {
  return n == 0 ? 0 : random() % n;
}

const std::vector<std::string> words = [] {
  std::istringstream list(
      "0 -0 1e308 -1e308 1e-320 1e400 9007199254740993 -1 0.1 null true [] {} \"\" \"1e5\" \"nan\" [[]] "
      "\"\\u0000\" \"=x\" \"\\u001b\" 1e15 \"\xff\" [1,2] {\"a\":1} 18446744073709551615 , \" ]");
  return std::vector<std::string>(std::istream_iterator<std::string>(list), {});
}();

std::string changed_bytes(std::string text, const std::vector<std::string>& corpus, Random& random) {
  for (auto n = 1 + below(random, 4); n-- > 0;) {
    const auto at = below(random, text.size() + 1),
               size = below(random, std::min<std::size_t>(text.size() - at, 40) + 1);
    switch (below(random, 7)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, size);
        break;
      case 2:
        text.insert(at, text.substr(at, size));
        break;
      case 3:
        text.insert(at, words[below(random, words.size())]);
        break;
      case 4:
        text.replace(at, size, words[below(random, words.size())]);
        break;
      case 5: {
        const auto& other = corpus[below(random, corpus.size())];
        text = text.substr(0, at) + other.substr(below(random, other.size()));
        break;
      }
      default:
        text.insert(at, std::string(below(random, 100), "[{\"0 "[below(random, 5)]));
    }
  }
  return text;
}

/// A part of a document, chosen at random.
json& part(json& document, Random& random) {
  json* at = &document;
  while (at->is_structured() && !at->empty() && below(random, 6) != 0)
    at = &*std::next(at->begin(), static_cast<std::ptrdiff_t>(below(random, at->size())));
  return *at;
}

std::string changed_json(json document, Random& random) {
  for (auto n = 1 + below(random, 3); n-- > 0;) {
    json& at = part(document, random);
    switch (below(random, 5)) {
      case 0: {
        auto word = json::parse(words[below(random, words.size())], nullptr, false);
        at = word.is_discarded() ? json(-1e300) : word;
        break;
      }
      case 1:
        if (at.is_array() && !at.empty()) at.erase(below(random, at.size()));
        if (at.is_object() && !at.empty())
          at.erase(std::next(at.begin(), static_cast<std::ptrdiff_t>(below(random, at.size()))));
        break;
      case 2:
        at = json(part(document, random));
        break;
      case 3:
        if (at.is_array()) at.push_back(at.empty() ? json(1) : json(at.front()));
        if (at.is_object()) at["more"] = json(at);
        break;
      default:
        if (at.is_number_float()) at = at.get<double>() * std::pow(10.0, static_cast<double>(below(random, 600)) - 300);
        if (at.is_number_integer()) at = static_cast<std::int64_t>(random() >> below(random, 63));
        if (at.is_string()) at = at.get<std::string>() + std::string(below(random, 300), 'x');
    }
  }
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

// --- the driver ------------------------------------------------------------------------------------------------------

std::string input, bug_file;  // what is being read, for the handler of signals

void leave_bug() {
  std::ofstream(bug_file, std::ios::binary) << input;
}
void crashed(int signal) {
  leave_bug();  // not what a handler may do, but this one has nothing to lose
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

bool survives(const Target& target) {
  try {
    target.read(input);
  } catch (const UserError& e) {
    const std::string_view what = e.what();
    if (what.size() < 2000) return true;
    std::cerr << "a message of " << what.size() << " bytes\n";
    return false;
  } catch (const std::exception& e) {
    std::cerr << "not a UserError: " << e.what() << "\n";
    return false;
  }
  return true;
}

int fuzz(const std::string& name, const Target& target, double seconds, std::int64_t runs, std::uint64_t seed,
         const std::vector<std::string>& files) {
  bug_file = fmt::format("fuzz-{}.bug", name);
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS}) std::signal(signal, crashed);
  auto corpus = target.corpus();
  for (const auto& file : files) corpus.insert(corpus.begin(), read_file(file));
  for (const auto& text : corpus) {
    input = text;
    if (!survives(target)) return leave_bug(), 1;
  }
  std::vector<json> documents;
  for (const auto& text : corpus)
    if (auto j = json::parse(text, nullptr, false); !j.is_discarded()) documents.push_back(std::move(j));
  Random random(seed);
  const Stopwatch watch;
  std::int64_t n = 0;
  for (; runs > 0 ? n < runs : watch.seconds() < seconds; ++n) {
    input = documents.empty() || n % 2 == 0 ? changed_bytes(corpus[below(random, corpus.size())], corpus, random)
                                            : changed_json(documents[below(random, documents.size())], random);
    if (!survives(target)) {
      leave_bug();
      std::cerr << fmt::format("{}: input {} of seed {} is in {}\n", name, n, seed, bug_file);
      return 1;
    }
  }
  std::cerr << fmt::format("{}: {} inputs of seed {} in {:.1f} s\n", name, n, seed, watch.seconds());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string name;
  std::vector<std::string> files;
  double seconds = 2;
  std::int64_t runs = 0;
  std::uint64_t seed = 1;
  CLI::App app("gives readers what nobody would write");
  auto names = targets;
  names.emplace("all", Target{});
  app.add_option("target", name)->required()->check(CLI::IsMember(names));
  app.add_option("files", files);
  app.add_option("--seconds", seconds);
  app.add_option("--runs", runs);
  app.add_option("--seed", seed);
  CLI11_PARSE(app, argc, argv);
  std::freopen("/dev/null", "w", stdout);  // where verbs print
  for (const auto& [each, target] : targets)
    if (name == each || name == "all")
      if (const int bug = fuzz(each, target, seconds, runs, seed, files); bug != 0) return bug;
  return 0;
}
