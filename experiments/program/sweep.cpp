// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>

#include "core/io/spec.hpp"
#include "core/system/progress.hpp"
#include "core/system/stopwatch.hpp"
#include "experiments/judging/populations/shards.hpp"
#include "experiments/judging/populations/sweep.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

using namespace populations;
using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// --- one case -------------------------------------------------------------------------------------------------------

std::string case_line(const SweepSpec& spec, std::span<const Case> cases, std::size_t i) {
  const auto& c = cases[i];
  std::string line = fmt::format("{:<18}{:>10} steps  {:<14}", spec.methods[i / spec.steps.size()]->id,
                                 spec.steps[i % spec.steps.size()], name(c.status));
  if (c.status == CaseStatus::ok)
    for (const auto m : spec.metrics) line += fmt::format("  {} {:.3e}", name(m), c.value(m));
  return line + "\n";
}

std::string body_text(const BodyCases& ran) {
  const auto& b = ran.body;
  return fmt::format(
      "body {}: moments ({:.17g}), momentum ({:.17g})\n  attitude ({:.17g}), time {:.17g}, {} torques, reference {}\n",
      b.id, fmt::join(b.inertia, ", "), fmt::join(b.momentum, ", "), fmt::join(b.attitude, ", "), ran.duration,
      b.torques.size(), ran.reference);
}

Exit explain(const SweepSpec& spec, const SweepOptions& options) {
  const bool one = options.one_case.has_value();
  const auto given = one ? *options.one_case : *options.one_body, end = one ? spec.cases() : spec.bodies();
  if (given >= end) throw UserError("{}: {} is given; accepted: 0 to {}", one ? "--case" : "--body", given, end - 1);
  const auto per_body = spec.methods.size() * spec.steps.size();
  CaseRunner runner(spec);
  const auto ran = runner.run(one ? given / per_body : given);
  auto text = body_text(ran);
  json list = json::array();
  for (std::size_t i = 0; i < per_body; ++i) {
    const auto id = ran.body.id * per_body + i;
    if (one && id != given) continue;
    list.push_back(case_json(spec, ran, id));
    text += case_line(spec, ran.cases, i);
  }
  if (one) text += "as a spec of run: " + list[0]["run"].dump() + "\n";
  print(options.json ? dump(one ? list[0] : list) : text);
  return Exit::ok;
}

// --- before it starts -----------------------------------------------------------------------------------------------

/// Bytes of a process without its sums.
constexpr double memory_of_process = 1.8e7;
constexpr double row_bytes = 190;  ///< of a case in a table, about

Exit estimate(const SweepSpec& spec, bool as_json) {
  constexpr double enough = 0.05;  // seconds
  CaseRunner runner(spec);
  const auto bodies = spec.bodies(), most = std::min<std::uint64_t>(bodies, CaseRunner::batch);
  // More and more at once, as a sweep takes them, in lanes; the last round counts.
  std::uint64_t at_once = 1, ran = 0;
  double seconds = 0;
  while (seconds < enough) {
    if (ran > 0 && at_once < most) at_once = std::min(4 * at_once, most), ran = 0, seconds = 0;
    const Stopwatch watch;
    runner.draw(0, at_once);
    for (std::uint64_t b = 0; b < at_once; ++b) runner.run(b);
    seconds += watch.seconds();
    ran += at_once;
  }
  const double all = seconds / static_cast<double>(ran) * static_cast<double>(bodies);
  // Threads have their own sums, which are added up; as a document, to be written, that sum takes three times as much.
  const auto [nodes, sums] = memory_of(spec);
  const double memory = memory_of_process + sums * (ThreadLimit::now() + 4) + nodes * ThreadLimit::now();
  const json j{{"bodies", integer(bodies)},
               {"cases", integer(spec.cases())},
               {"steps", spec.steps_of_body() * static_cast<double>(bodies)},
               {"seconds_one_core", all},
               {"seconds", all / ThreadLimit::now()},
               {"threads", ThreadLimit::now()},
               {"memory_bytes", memory},
               {"result_bytes", sums},
               {"row_bytes", row_bytes * static_cast<double>(spec.cases())}};
  const auto text = fmt::format(
      "{} bodies, {} cases, {:.3g} steps\n{:.3g} s on one core, {:.3g} s on {}\nmemory {:.3g} MB, result at most "
      "{:.3g} MB, rows {:.3g} MB\n",
      bodies, spec.cases(), spec.steps_of_body() * static_cast<double>(bodies), all, all / ThreadLimit::now(),
      ThreadLimit::now(), memory / 1e6, sums / 1e6, 1e-6 * row_bytes * static_cast<double>(spec.cases()));
  print(as_json ? dump(j) : text);
  return Exit::ok;
}

// --- cases as rows --------------------------------------------------------------------------------------------------

std::string row_names(const SweepSpec& spec) {
  std::string names = "body,I1,I2,I3,Pi1,Pi2,Pi3,qw,qx,qy,qz,method,steps,status,torque_evaluations,solver_iterations";
  for (const auto m : spec.metrics) names += fmt::format(",{}", name(m));
  return names + "\n";
}

/// Every case of a body as a line of a table.
std::string rows_of(const SweepSpec& spec, const DrawnBody& b, std::span<const Case> cases) {
  const auto body = fmt::format("{},{},{},{}", b.id, fmt::join(b.inertia, ","), fmt::join(b.momentum, ","),
                                fmt::join(b.attitude, ","));
  std::string lines;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& c = cases[i];
    lines += fmt::format("{},{},{},{},{},{}", body, spec.methods[i / spec.steps.size()]->id,
                         spec.steps[i % spec.steps.size()], name(c.status), c.torques, c.iterations);
    for (const auto m : spec.metrics) lines += c.status == CaseStatus::ok ? fmt::format(",{}", c.value(m)) : ",";
    lines += "\n";
  }
  return lines;
}

// --- a shard --------------------------------------------------------------------------------------------------------

/// The part that is wanted, made by this program, or nothing, where it is damaged, too. Those of others are replaced if
/// `fresh`.
std::optional<Shard> existing(const std::string& path, const Shard& wanted, bool fresh) {
  if (!fs::exists(path)) return {};
  std::optional<Shard> s;
  try {
    s = parse_shard(read_file(path), path);
  } catch (const Damaged& e) {
    std::cerr << fmt::format("{}: damaged: {}; it is computed again\n", path, e.what());
    return {};
  }
  if (same_part(*s, wanted) && s->origin == wanted.origin) return s;
  if (fresh) return {};
  if (!same_part(*s, wanted))
    throw UserError("{}: contains {}, but {} is requested; accepted: the same, or --fresh", path, part_name(*s),
                    part_name(wanted));
  throw UserError("{}: made by another build ({} {}, this is {} {}); accepted: the same, or --fresh", path,
                  s->origin.version, s->origin.build, wanted.origin.version, wanted.origin.build);
}

std::string quantiles(const nlohmann::ordered_json& d, const Bins& bins) {
  const auto at = [&](double p) -> std::string {
    Int128 n = read_integer(d["zero"]) + read_integer(d["under"]) + read_integer(d["over"]);
    for (const auto& row : d["bins"]) n += read_integer(row[1]);
    if (n == 0) return "-";
    const auto wanted = static_cast<Int128>(std::ceil(p * static_cast<double>(n)));
    Int128 sum = read_integer(d["zero"]);
    if (sum >= wanted) return "0";
    if ((sum += read_integer(d["under"])) >= wanted) return fmt::format("< {:.1e}", bins.lowest());
    for (const auto& row : d["bins"])
      if ((sum += read_integer(row[1])) >= wanted) {
        const auto i = row[0].get<std::int64_t>();
        return fmt::format("{:.2e}..{:.2e}", bins.edge(i), bins.edge(i + 1));
      }
    return fmt::format(">= {:.1e}", bins.highest());
  };
  std::string greatest = "-";
  if (const auto& most = d["greatest"]; !most.is_null())
    greatest = fmt::format("{:.3e} (case {})", *from_hex(most[0].get<std::string>()), read_integer(most[1]));
  return fmt::format("median {:<20} 99 % {:<20} worst {}", at(0.5), at(0.99), greatest);
}

std::string summary_of(const SweepSpec& spec, const nlohmann::ordered_json& result) {
  std::string text;
  for (const auto& cell : result.at("cells")) {
    text += fmt::format("{} {} steps:", cell["method"].get<std::string>(), cell["steps"].get<std::int64_t>());
    for (const auto& [status, reached] : cell["status"].items())
      text += fmt::format(" {} {}", read_integer(reached[0]), status);
    text += "\n";
    for (const auto& [metric, d] : cell["metrics"].items())
      text += fmt::format("  {:<10} {}\n", metric, quantiles(d, spec.bins));
  }
  for (const auto& q : result.at("questions")) {
    const auto holds = static_cast<std::uint64_t>(read_integer(q["holds"]));
    const auto fails = static_cast<std::uint64_t>(read_integer(q["fails"]));
    const auto undefined = static_cast<std::uint64_t>(read_integer(q["undefined"]));
    const auto share = wilson(holds, holds + fails), of_all = wilson(holds, holds + fails + undefined);
    text += fmt::format(
        "{}: holds on {} of {} bodies, {:.2f} .. {:.2f} %; with {} undefined as failing {:.2f} .. {:.2f} %\n",
        q["id"].get<std::string>(), holds, holds + fails, 100 * share.low, 100 * share.high, undefined,
        100 * of_all.low, 100 * of_all.high);
  }
  return text;
}

}  // namespace

Exit sweep(const SweepOptions& options) {
  const bool looks[] = {options.one_case.has_value(), options.one_body.has_value(), options.dry};
  if (std::count(std::begin(looks), std::end(looks), true) > 1)
    throw UserError("--case, --body, --dry-run: given together; accepted: one of them");
  const auto spec = read_sweep(parse_json(read_file(options.spec), options.spec));
  if (options.one_case || options.one_body) return explain(spec, options);
  if (options.dry) return estimate(spec, options.json);
  const auto number = read_shard_number(options.shard, spec.bodies());
  check_memory(spec);
  if (options.rows && options.limit) throw UserError("--rows, --time-limit: given together; accepted: one of them");

  Shard shard;
  shard.spec = spec.canonical, shard.number = number, shard.by_clock = spec.seconds_per_case.has_value();
  shard.origin = this_origin();
  const Range range = number.bodies(spec.bodies());
  shard.bodies = range, shard.done = range.first;
  const auto folder = sweep_folder(options.output, options.spec, shard.spec);
  folder.check(shard.spec);
  if (std::error_code none; fs::equivalent(options.spec, folder.result(), none))
    throw UserError("-o: {} is given, whose result.json is read; accepted: another folder", folder.path);
  const auto file = folder.shard(number), partial_file = folder.partial(number);
  const bool alone = number.N == 1;
  const auto whole = [](Shard sum) {  // an unsharded run is merged at once
    sum.number.reset();
    return shard_text(sum, {});
  };

  Products products(spec);
  // Where rows are asked for, all bodies are run anew.
  const auto there = [&](const std::string& path) {
    auto found = existing(path, shard, options.fresh);
    return options.rows ? std::nullopt : found;
  };
  if (const auto complete = there(file); complete && !complete->partial()) {
    if (alone) write_if_changed(folder.result(), whole(*complete));
    print(fmt::format("{}: complete, {} bodies\n", file, range.end - range.first));
    return Exit::ok;
  }
  if (const auto partial = there(partial_file)) {
    products = Products::from_json(spec, json::parse(partial->result));
    shard.done = partial->done, shard.seconds = partial->seconds;
    std::cerr << fmt::format("{}: continues after {} of {} bodies\n", partial_file, shard.done - range.first,
                             range.end - range.first);
  }
  if (lacks_lanes(spec))
    std::cerr
        << "bodies move one after the other; with `make lanes`, which builds polhode-lanes.so beside the program, "
           "sweeps of mr, imidm and dmv6 took a fourth of the time\n";
  folder.claim(shard.spec);
  std::optional<Output> rows;
  if (options.rows) rows.emplace(folder.rows(number)), rows->write(row_names(spec));

  const Stopwatch watch;
  const auto cpu_begin = std::clock();
  const auto write = [&](const std::string& path) {
    shard.result = products.json().dump();
    const ShardTime time{shard.seconds + watch.seconds(),
                         static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC, ThreadLimit::now()};
    write_file(path, shard_text(shard, time));
  };
  const auto pause = [&](std::uint64_t done) {
    shard.done = done;
    if (done < range.end) write(partial_file);
  };
  std::mutex turn;
  const auto see = [&](const DrawnBody& body, std::span<const Case> cases) {  // in the order in which threads end them
    const auto lines = rows_of(spec, body, cases);
    const std::lock_guard lock(turn);
    rows->write(lines);
  };
  populations::sweep(spec, shard.done, range.end, products, {10, options.limit}, pause,
                     rows ? SeeBody(see) : SeeBody());
  if (shard.done < range.end) {
    if (!fs::exists(partial_file)) write(partial_file);  // not one body was finished
    stop_if_interrupted();
    print(fmt::format("{}: {} of {} bodies within the time limit; the same command continues\n", partial_file,
                      shard.done - range.first, range.end - range.first));
    return Exit::unfinished;
  }
  if (rows) rows->commit();
  write(file);
  if (alone) write_if_changed(folder.result(), whole(shard));
  std::error_code error;
  fs::remove(partial_file, error);
  print(options.json ? whole(shard)
                     : summary_of(spec, json::parse(shard.result)) + (alone ? folder.result() : file) + "\n");
  return Exit::ok;
}

}  // namespace polhode::verbs
