// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/shards.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <filesystem>
#include <mutex>

#include "core/system/user.hpp"

namespace polhode::populations {

struct Rows::Table {
  std::string path;
  const SweepSpec& spec;
  sqlite3* db = nullptr;
  sqlite3_stmt *insert = nullptr, *insert_body = nullptr;
  std::mutex mutex;

  void check(int code) const {
    if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW)
      throw OutputError(fmt::format("{}: cannot be written: {}", path, sqlite3_errmsg(db)));
  }
  void run(const std::string& sql) const { check(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr)); }
};

Rows::Rows(const std::string& path, const SweepSpec& spec) : table_(new Table{path, spec}) {
  auto& t = *table_;
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  t.check(sqlite3_open(path.c_str(), &t.db));
  std::string columns, places;
  for (const auto m : spec.metrics)  // SQLite does not tell Pi from pi
    columns += fmt::format(", {}{} REAL", m == Metric::spatial_momentum ? "spatial_" : "", name(m)), places += ", ?";
  t.run(
      fmt::format("CREATE TABLE IF NOT EXISTS cases (id INTEGER PRIMARY KEY, body INTEGER, method TEXT, steps INTEGER, "
                  "status TEXT, torque_evaluations INTEGER, solver_iterations INTEGER{})",
                  columns));
  t.run(
      "CREATE TABLE IF NOT EXISTS bodies (id INTEGER PRIMARY KEY, I1 REAL, I2 REAL, I3 REAL, Pi1 REAL, Pi2 REAL, "
      "Pi3 REAL, qw REAL, qx REAL, qy REAL, qz REAL)");
  t.run("BEGIN");
  t.check(sqlite3_prepare_v2(t.db, "INSERT OR REPLACE INTO bodies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", -1,
                             &t.insert_body, nullptr));
  t.check(sqlite3_prepare_v2(t.db,
                             fmt::format("INSERT OR REPLACE INTO cases VALUES (?, ?, ?, ?, ?, ?, ?{})", places).c_str(),
                             -1, &t.insert, nullptr));
}

Rows::~Rows() {
  sqlite3_finalize(table_->insert);
  sqlite3_finalize(table_->insert_body);
  sqlite3_close(table_->db);
}

void Rows::add(const DrawnBody& body, std::span<const Case> cases) {
  auto& t = *table_;
  const auto& spec = t.spec;
  const std::lock_guard lock(t.mutex);
  int at = 0;
  t.check(sqlite3_bind_int64(t.insert_body, ++at, static_cast<std::int64_t>(body.id)));
  const auto numbers = [&](const auto& list) {
    for (const double x : list) t.check(sqlite3_bind_double(t.insert_body, ++at, x));
  };
  numbers(body.inertia), numbers(body.momentum), numbers(body.attitude);
  t.check(sqlite3_step(t.insert_body));
  t.check(sqlite3_reset(t.insert_body));
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& c = cases[i];
    const auto id = spec.methods[i / spec.steps.size()]->id;
    const auto status = name(c.status);
    int place = 0;
    const auto integer = [&](std::int64_t n) { t.check(sqlite3_bind_int64(t.insert, ++place, n)); };
    const auto text = [&](std::string_view s) {
      t.check(sqlite3_bind_text(t.insert, ++place, s.data(), static_cast<int>(s.size()), SQLITE_STATIC));
    };
    integer(static_cast<std::int64_t>(body.id * cases.size() + i)), integer(static_cast<std::int64_t>(body.id));
    text(id), integer(spec.steps[i % spec.steps.size()]), text(status);
    integer(c.torques), integer(c.iterations);
    for (const auto m : spec.metrics)
      t.check(c.status == CaseStatus::ok ? sqlite3_bind_double(t.insert, ++place, c.value(m))
                                         : sqlite3_bind_null(t.insert, ++place));
    t.check(sqlite3_step(t.insert));
    t.check(sqlite3_reset(t.insert));
  }
}

void Rows::commit() {
  table_->run("COMMIT");
  table_->run("BEGIN");
}

bool has_rows(const std::string& path, const Range& bodies, std::uint64_t cases_of_body) {
  sqlite3* db = nullptr;
  bool all = sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK;
  for (const auto& [table, each] : {std::pair("cases", cases_of_body), {"bodies", std::uint64_t(1)}}) {
    sqlite3_stmt* count = nullptr;
    const auto sql = fmt::format("SELECT count(*) FROM {} WHERE id >= {} AND id < {}", table, bodies.first * each,
                                 bodies.end * each);
    all = all && sqlite3_prepare_v2(db, sql.c_str(), -1, &count, nullptr) == SQLITE_OK &&
          sqlite3_step(count) == SQLITE_ROW &&
          static_cast<std::uint64_t>(sqlite3_column_int64(count, 0)) == (bodies.end - bodies.first) * each;
    sqlite3_finalize(count);
  }
  sqlite3_close(db);
  return all;
}

}  // namespace polhode::populations
