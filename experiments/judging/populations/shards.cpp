// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/shards.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "core/system/machine.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/running/paths.hpp"

namespace polhode::populations {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

constexpr const char* schema = "polhode/shard/1";
constexpr std::uint64_t most_shards = 1000000;

void check_same(const Shard& a, const Shard& b) {
  if (!b.number || b.partial())
    throw UserError("{}: {} is given; accepted: shards that are complete", b.path,
                    b.number ? "a partial shard" : "a sum of shards");
  const auto differ = [&](const char* what, const std::string& of_a, const std::string& of_b) {
    if (of_a != of_b)
      throw UserError("{}: another {}, {}, than {}, {}; nothing is merged", b.path, what, of_b, a.path, of_a);
  };
  if (a.spec != b.spec) differ("spec", hex(content_hash(a.spec)), hex(content_hash(b.spec)) + " (by its text)");
  differ("number of shards", std::to_string(a.number->N), std::to_string(b.number->N));
  differ("version", a.origin.version, b.origin.version);
  differ("build", a.origin.build, b.origin.build);
  differ("arithmetic", a.origin.arithmetic, b.origin.arithmetic);
}

}  // namespace

Range ShardNumber::bodies(std::uint64_t in_all) const {
  const auto edge = [&](std::uint64_t k) { return static_cast<std::uint64_t>(Int128(k) * in_all / N); };
  return {edge(i - 1), edge(i)};
}

std::string ShardNumber::name() const {
  const auto width = std::max<std::size_t>(4, std::to_string(N).size());
  return fmt::format("{:0{}}-of-{:0{}}", i, width, N, width);
}

ShardNumber read_shard_number(const std::string& text, std::uint64_t bodies) {
  const auto reject = [&] {
    throw UserError("--shard: {} is given; accepted: i/N with 1 <= i <= N <= {}", text, most_shards);
  };
  ShardNumber s;
  const char *begin = text.data(), *end = begin + text.size();
  const auto first = std::from_chars(begin, end, s.i);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '/') reject();
  const auto second = std::from_chars(first.ptr + 1, end, s.N);
  if (second.ec != std::errc() || second.ptr != end || s.i < 1 || s.i > s.N || s.N > most_shards) reject();
  if (s.N > bodies)
    throw UserError("--shard: {} is given, but there are {} bodies; accepted: at most as many shards", text, bodies);
  return s;
}

std::string part_name(const Shard& s) {
  const auto part = s.number ? fmt::format("shard {}/{}", s.number->i, s.number->N) : std::string("a merged part");
  return fmt::format("{} of the sweep {}", part, hex(content_hash(s.spec)));
}

Origin this_origin() {
  static const Origin origin = [] {
    const auto info = build_info();
    std::uint64_t hash = content_hash("");
    const auto take = [&](double x) { hash = content_hash({reinterpret_cast<const char*>(&x), sizeof x}, hash); };
    for (int i = 0; i < 128; ++i) {
      const volatile double at = pow10(-8 + i / 8.0);  // as it is computed at run time
      const double x = at;
      for (const double y : {std::sin(x), std::cos(x), std::exp(-x), std::log(x), std::atan2(x, 1.0)}) take(y);
    }
    return Origin{info.version, hex(program_hash()), hex(content_hash(info.flags, hash))};
  }();
  return origin;
}

std::string shard_text(const Shard& s, const std::optional<ShardTime>& time) {
  const json bodies{integer(s.bodies.first), integer(s.bodies.end)};
  // One member a line, the checksum on the last. What is text already stays so: a document takes ten times its memory.
  std::string text = "{\n";
  const auto member = [&](const char* key, const std::string& value) {
    text += fmt::format("\"{}\": {},\n", key, value);
  };
  member("schema", json(schema).dump());
  member("program", json{{"version", s.origin.version}, {"build", s.origin.build}}.dump());
  member("arithmetic", json(s.origin.arithmetic).dump());
  member("spec_hash", json(hex(content_hash(s.spec))).dump());
  member("spec", s.spec);
  if (s.by_clock) member("deterministic", "false");
  if (s.number) {
    member("shard", json{s.number->i, s.number->N}.dump());
    member("bodies", bodies.dump());
    member("done", integer(s.done).dump());
  } else {
    member("bodies", json::array({bodies}).dump());
  }
  member("result", s.result);
  if (time) {
    member("time",
           json{{"seconds", time->seconds}, {"cpu_seconds", time->cpu_seconds}, {"threads", time->threads}}.dump());
    member("host", json(this_machine().host).dump());
  }
  return text + "\"checksum\": \"" + hex(content_hash(text)) + "\"\n}\n";
}

Shard parse_shard(const std::string& text, const std::string& path) {
  Shard s;
  s.path = path;
  json j;
  try {
    j = parse_ordered_json(text, "");
  } catch (const UserError&) {
    throw Damaged("it is not JSON of this schema");
  }
  try {
    if (!j.is_object()) throw Damaged("it is not a JSON object");
    if (j.contains("schema") && j["schema"] != schema)
      throw UserError("{}: schema {} is given; accepted: \"{}\"", path, shortened(j["schema"].dump()), schema);
    const auto line = text.rfind("\"checksum\"");
    if (line == text.npos || !j.contains("checksum") || j["checksum"] != hex(content_hash(text.substr(0, line))))
      throw Damaged("its checksum differs");
    s.origin = {j.at("program").at("version"), j.at("program").at("build"), j.at("arithmetic")};
    s.spec = nlohmann::json::parse(j.at("spec").dump()).dump();
    if (j.at("spec_hash") != hex(content_hash(s.spec))) throw Damaged("spec_hash does not match its spec");
    s.by_clock = !j.value("deterministic", true);
    if (j.contains("shard")) {
      s.number = ShardNumber{j["shard"].at(0).get<std::uint64_t>(), j["shard"].at(1).get<std::uint64_t>()};
      s.done = static_cast<std::uint64_t>(read_integer(j.at("done")));
    }
    const auto& range = s.number ? j.at("bodies") : j.at("bodies").at(0);
    s.bodies = {static_cast<std::uint64_t>(read_integer(range.at(0))),
                static_cast<std::uint64_t>(read_integer(range.at(1)))};
    s.result = j.at("result").dump();
    if (j.contains("time")) s.seconds = j["time"].at("seconds").get<double>();
  } catch (const json::exception&) {
    throw Damaged("it is not JSON of this schema");
  }
  try {
    const auto spec = read_sweep(nlohmann::json::parse(s.spec));
    const auto B = spec.bodies();
    if (s.number) {
      const auto& [i, N] = *s.number;
      if (i < 1 || i > N || N > B || s.number->bodies(B) != s.bodies || s.done < s.bodies.first ||
          s.done > s.bodies.end)
        throw Damaged("its bodies do not match its number");
    } else if (s.bodies != Range{0, B}) {
      throw Damaged("its bodies do not match its spec");
    }
    const auto held = (s.partial() ? s.done : s.bodies.end) - s.bodies.first;
    if (Products::from_json(spec, json::parse(s.result)).bodies() != held) throw Damaged("counts do not add up");
  } catch (const UserError& e) {
    throw Damaged(std::string("its spec: ") + e.what());
  }
  return s;
}

void write_if_changed(const std::string& path, const std::string& text) {
  std::error_code error;  // a pipe is not waited for
  if (fs::is_regular_file(path, error) && read_file(path) == text) return;
  write_file(path, text);
}

// --- merge ----------------------------------------------------------------------------------------------------------

Merged merge(std::vector<Shard> shards) {
  if (shards.empty()) throw UserError("FILES: no shards are given; accepted: at least one");
  for (const auto& s : shards) check_same(shards.front(), s);
  std::stable_sort(shards.begin(), shards.end(), [](auto& a, auto& b) { return a.number->i < b.number->i; });

  const auto spec = read_sweep(nlohmann::json::parse(shards.front().spec));
  Products products(spec);
  Merged merged{.N = shards.front().number->N};
  auto& out = merged.sum;
  out.spec = shards.front().spec, out.origin = shards.front().origin, out.bodies = {0, spec.bodies()};
  std::uint64_t next = 0;
  const auto gap_before = [&](std::uint64_t first) {
    if (first > next) merged.gaps.push_back({next, first});
  };
  const Shard* last = nullptr;
  for (const auto& s : shards) {
    if (last && last->number == s.number) {
      if (last->result != s.result)
        throw UserError("shard {} contradicts itself: {}, {}", s.number->i, last->path, s.path);
      merged.duplicates.push_back(s.path);
      continue;
    }
    products.add(Products::from_json(spec, json::parse(s.result)));
    gap_before(s.bodies.first);
    next = s.bodies.end, last = &s;
    out.by_clock |= s.by_clock;
  }
  gap_before(spec.bodies());
  out.result = products.json().dump();
  return merged;
}

// --- the folder -----------------------------------------------------------------------------------------------------

std::vector<std::string> SweepFolder::shards() const {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(path)) {
    const auto name = entry.path().filename().string();
    if (name.starts_with("shard-") && name.ends_with(".json")) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void SweepFolder::check(const std::string& canonical) const {
  if (!fs::exists(spec())) return;
  auto there = read_file(spec());
  while (!there.empty() && there.back() == '\n') there.pop_back();
  if (there != canonical)
    throw UserError("-o: {} holds the sweep {}, and this is {}; accepted: another folder", path,
                    hex(content_hash(there)), hex(content_hash(canonical)));
}

void SweepFolder::claim(const std::string& canonical) const {
  check(canonical);
  std::error_code error;  // is told by what is written
  fs::create_directories(fs::path(spec()).parent_path(), error);
  if (fs::exists(spec())) return;
  const auto mine = fmt::format("{}.{}", spec(), ::getpid());  // of two that begin at once, one finds the other's
  write_file(mine, canonical + "\n");
  fs::create_hard_link(mine, spec(), error);
  if (error && !fs::exists(spec())) write_file(spec(), canonical + "\n");  // no links there
  fs::remove(mine, error);
  check(canonical);
}

SweepFolder sweep_folder(const std::string& asked, const std::string& spec_file, const std::string& canonical) {
  if (!asked.empty()) return {asked};
  const auto stem = spec_file == "-" ? std::string("sweep") : fs::path(spec_file).stem().string();
  return {fmt::format("{}/sweeps/{}-{}", out_folder(), stem, hex(content_hash(canonical)).substr(0, 8))};
}

}  // namespace polhode::populations
