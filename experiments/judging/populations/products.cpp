// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/products.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace polhode::populations {

using json = nlohmann::ordered_json;

namespace {

constexpr std::string_view status_names[] = {"ok", "not_converged", "diverged", "skipped", "unresolved"};
constexpr std::size_t failing_kept = 16;

/// Errors below so many floors fit no order.
constexpr double floors_of_order = 1e3;

/// log(e_s/e_t) / log(N_t/N_s) of a case and the one with the next steps, where both errors say something.
std::optional<double> order_of(const std::vector<std::int64_t>& steps, std::span<const Case> cases, std::size_t i,
                               Metric metric) {
  const auto &coarse = cases[i], &fine = cases[i + 1];
  if (coarse.status != CaseStatus::ok || fine.status != CaseStatus::ok) return {};
  const double e = coarse.value(metric), f = fine.value(metric);
  if (!(e > floors_of_order * coarse.floor && f > floors_of_order * fine.floor)) return {};
  const auto s = i % steps.size();
  return std::log(e / f) / std::log(static_cast<double>(steps[s + 1]) / static_cast<double>(steps[s]));
}

// What distributions have: a count, a sum, the counts of bins, an extreme.
json written(std::uint64_t n) {
  return integer(n);
}
json written(Int128 n) {
  return fmt::format("{}", n);
}
json written(const std::vector<std::uint64_t>& counts) {
  json list = json::array();
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] != 0) list.push_back({i, integer(counts[i])});
  return list;
}
json written(const Extreme& e) {
  if (!e.any) return nullptr;
  return json::array({hex(e.value), integer(e.id)});
}
json distribution(const auto& d) {
  json j;
  d.fields([&](const char* key, const auto& x) { j[key] = written(x); }, d);
  return j;
}

void require(bool holds, const char* what) {
  if (!holds) throw Damaged(what);
}

std::uint64_t read_count(const json& j) {
  const Int128 n = read_integer(j);
  require(n >= 0 && n <= static_cast<Int128>(~std::uint64_t(0)), "a count is not one");
  return static_cast<std::uint64_t>(n);
}

void read(const json& j, std::uint64_t& n) {
  n = read_count(j);
}
void read(const json& j, Int128& sum) {
  require(j.is_string(), "log2_sum is not a decimal string");
  sum = read_integer(j);
}
void read(const json& j, Extreme& e) {
  if (j.is_null()) return;
  require(j.is_array() && j.size() == 2 && j[0].is_string(), "an extreme is not a value with an id");
  const auto value = from_hex(j[0].get_ref<const std::string&>());
  require(value.has_value(), "an extreme is not 16 hex digits");
  e.value = *value, e.id = read_count(j[1]), e.any = true;
}

void read(const json& list, std::vector<std::uint64_t>& counts) {
  std::int64_t last = -1;
  for (const auto& row : list) {
    require(row.is_array() && row.size() == 2 && row[0].is_number_integer(), "a bin is not an index with a count");
    const auto i = row[0].get<std::int64_t>();
    require(i > last && i < static_cast<std::int64_t>(counts.size()), "bins are not in order, or beyond the range");
    counts[static_cast<std::size_t>(i)] = read_count(row[1]), last = i;
    require(counts[static_cast<std::size_t>(i)] > 0, "a bin is empty");
  }
}

/// Into an empty one, which has room.
void read_distribution(const json& j, auto& d, std::uint64_t total) {
  d.fields([&](const char* key, auto& x) { read(j.at(key), x); }, d);
  require(d.total() == total, "counts do not add up");
}
void read_values(const json& j, Distribution& d, std::uint64_t total) {
  read_distribution(j, d, total);
  require(d.least.any == (total > 0) && d.greatest.any == (total > 0), "counts do not add up");
}

}  // namespace

std::string_view name(CaseStatus status) {
  return status_names[static_cast<int>(status)];
}

Bins map_bins(const SweepSpec& spec) {
  return {1, spec.bins.from, spec.bins.to};
}

Products::Products(const SweepSpec& spec) : spec_(&spec), cells_(spec.methods.size() * spec.steps.size()) {
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    cells_[i].metrics.assign(spec.metrics.size(), Distribution(spec.bins));
    if (spec.order && (i + 1) % spec.steps.size() != 0) cells_[i].orders.resize(2);
  }
  answers_.resize(spec.questions.size());
  for (auto& a : answers_) a.ratio = Distribution(ratio_bins);
  for (const auto& map : spec.maps) maps_.emplace_back(static_cast<std::size_t>(places(map)) * cells_.size());
}

void Products::add(const DrawnBody& body, std::span<const Case> cases) {
  const auto& spec = *spec_;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const auto& c = cases[i];
    auto& cell = cells_[i];
    const std::uint64_t id = body.id * cells_.size() + i;
    cell.statuses[static_cast<std::size_t>(c.status)].add({1, id});
    if (c.status == CaseStatus::ok) {
      cell.torques += c.torques, cell.iterations += c.iterations;
      for (std::size_t k = 0; k < spec.metrics.size(); ++k) {
        cell.metrics[k].add(spec.bins, c.value(spec.metrics[k]), id);
        cell.metrics[k].at_floor += c.at_floor(spec.metrics[k]);
      }
    }
    for (std::size_t k = 0; k < cell.orders.size(); ++k) {
      if (const auto order = order_of(spec.steps, cases, i, k == 0 ? Metric::momentum : Metric::attitude))
        cell.orders[k].add(*order, id);
      else
        ++cell.orders[k].undefined;
    }
  }
  if (!maps_.empty()) add_maps(body, cases);

  for (std::size_t q = 0; q < answers_.size(); ++q) {
    auto& answers = answers_[q];
    bool defined = true, holds = true;
    std::optional<double> kept;
    for (const auto& c : spec.questions[q].conditions) {
      struct Value {
        double value;
        bool at_floor = false;
        auto operator<=>(const Value&) const = default;
      };
      /// The least and the greatest value of some methods.
      const auto range = [&](const std::vector<std::size_t>& methods) -> std::pair<Value, Value> {
        Value least{std::numeric_limits<double>::infinity()}, greatest{-least.value};
        for (const auto m : methods) {
          const auto i = m * spec.steps.size() + c.steps;
          std::optional<double> value;
          if (!c.metric)
            value = order_of(spec.steps, cases, i, c.order_of_attitude ? Metric::attitude : Metric::momentum);
          else if (cases[i].status == CaseStatus::ok)
            value = cases[i].value(*c.metric);
          if (!value) {
            defined = false;
            continue;
          }
          const Value one{*value, c.metric && cases[i].at_floor(*c.metric)};
          least = std::min(least, one), greatest = std::max(greatest, one);
        }
        return {least, greatest};
      };
      const auto of = range(c.of);
      if (c.against.empty()) {
        if (defined) holds &= of.first.value >= c.a && of.second.value <= c.b;
        if (!kept) kept = of.second.value;
        continue;
      }
      const auto against = range(c.against);
      const auto over = c.best ? of.first : of.second, under = against.first;
      if ((over.at_floor && under.at_floor) || (over.value == 0 && under.value == 0)) defined = false;
      if (!defined) break;
      const double ratio = share(over.value, under.value);
      if (!kept) kept = ratio;
      using Kind = Condition::Kind;
      holds &= c.kind == Kind::below    ? ratio < c.a
               : c.kind == Kind::within ? ratio >= c.a && ratio <= c.b
               : c.kind == Kind::worst  ? of.first.value > against.second.value
                                        : std::abs(ratio - 1) <= c.a;
    }
    if (!defined) {
      ++answers.undefined;
      continue;
    }
    answers.ratio.add(ratio_bins, *kept, body.id);
    ++(holds ? answers.holds : answers.fails);
    if (!holds) {
      auto& ids = answers.failing;
      ids.insert(std::upper_bound(ids.begin(), ids.end(), body.id), body.id);
      if (ids.size() > failing_kept) ids.pop_back();
    }
  }
}

void Products::Cell::add(const Cell& other) {
  include(statuses, other.statuses), include(torques, other.torques), include(iterations, other.iterations);
  include(metrics, other.metrics), include(orders, other.orders);
}
void Products::Answers::add(const Answers& other) {
  holds += other.holds, fails += other.fails, undefined += other.undefined;
  failing.insert(failing.end(), other.failing.begin(), other.failing.end());
  std::ranges::sort(failing);
  if (failing.size() > failing_kept) failing.resize(failing_kept);
  include(ratio, other.ratio);
}
void Products::Place::add(const Place& other) {
  if (other.empty()) return;
  metrics.resize(other.metrics.size());
  include(statuses, other.statuses), include(iterations, other.iterations);
  for (std::size_t k = 0; k < metrics.size(); ++k) {
    for (const auto& [index, n] : other.metrics[k].counts) metrics[k].counts[index] += n;
    include(metrics[k].worst, other.metrics[k].worst);
  }
}
void Products::add(const Products& other) {
  include(cells_, other.cells_), include(answers_, other.answers_), include(maps_, other.maps_);
}

std::uint64_t Products::bodies() const {
  std::uint64_t n = 0;
  for (const auto& reached : cells_.front().statuses) n += reached.count;
  return n;
}

// --- maps -----------------------------------------------------------------------------------------------------------

std::int64_t places(const MapOver& map) {
  return map.kind == MapOver::Kind::triangle ? map.n * map.n : 2 * map.n * map.n;
}

std::int64_t place_of(const MapOver& map, const DrawnBody& body) {
  std::array<int, 3> axes{0, 1, 2};
  std::ranges::stable_sort(axes, [&](int i, int j) { return body.inertia[i] < body.inertia[j]; });
  const auto n = map.n;
  const auto N = static_cast<double>(n);
  if (map.kind == MapOver::Kind::triangle) {
    const double largest = body.inertia[axes[2]], x = body.inertia[axes[0]] / largest,
                 y = body.inertia[axes[1]] / largest;
    const auto j = std::clamp(static_cast<std::int64_t>(std::floor((y - 0.5) * 2 * N)), std::int64_t(0), n - 1);
    const auto i = static_cast<std::int64_t>(std::floor(2 * N * x));
    return j * j + std::clamp(i - (n - 1 - j), std::int64_t(0), 2 * j);
  }
  double x = body.momentum[axes[0]], y = body.momentum[axes[1]];
  const double z = body.momentum[axes[2]] / std::sqrt(x * x + y * y + body.momentum[axes[2]] * body.momentum[axes[2]]);
  const auto row = std::clamp(static_cast<std::int64_t>(std::floor(N * (1 - z) / 2)), std::int64_t(0), n - 1);
  const bool second_half = y < 0 || (y == 0 && x < 0);
  if (second_half) x = -x, y = -y;
  std::int64_t column = 0, end = n;  // the last edge that the direction has passed, edges at j/(2n) turns
  while (end - column > 1) {
    const auto middle = (column + end) / 2;
    const auto [c, s] = turn(static_cast<double>(middle) / (2 * N));
    (c * y - s * x >= 0 ? column : end) = middle;
  }
  return row * 2 * n + column + (second_half ? n : 0);
}

void Products::add_maps(const DrawnBody& body, std::span<const Case> cases) {
  const Bins bins = map_bins(*spec_);
  for (std::size_t m = 0; m < maps_.size(); ++m) {
    const auto& map = spec_->maps[m];
    const auto first = static_cast<std::size_t>(place_of(map, body)) * cells_.size();
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const auto& c = cases[i];
      auto& place = maps_[m][first + i];
      if (place.empty()) place.metrics.resize(map.metrics.size());
      ++place.statuses[static_cast<std::size_t>(c.status)];
      if (c.status != CaseStatus::ok) continue;
      place.iterations += c.iterations;
      for (std::size_t k = 0; k < map.metrics.size(); ++k) {
        const double x = c.value(map.metrics[k]);
        ++place.metrics[k].counts[static_cast<std::int32_t>(bins.place(x))];
        place.metrics[k].worst.offer(x, body.id * cells_.size() + i);
      }
    }
  }
}

// --- files ----------------------------------------------------------------------------------------------------------

json integer(Int128 n) {
  constexpr Int128 exact = Int128(1) << 53;
  if (n > exact || n < -exact) return written(n);
  return static_cast<std::int64_t>(n);
}

Int128 read_integer(const json& j) {
  if (j.is_number_unsigned()) return j.get<std::uint64_t>();
  if (j.is_number_integer()) return j.get<std::int64_t>();
  require(j.is_string(), "an integer is not one");
  const auto& s = j.get_ref<const std::string&>();
  const bool negative = !s.empty() && s[0] == '-';
  require(s.size() > negative && s.size() < 39, "an integer is not one");
  Int128 n = 0;
  for (std::size_t i = negative; i < s.size(); ++i) {
    require(s[i] >= '0' && s[i] <= '9', "an integer is not one");
    n = 10 * n + (s[i] - '0');
  }
  return negative ? -n : n;
}

json Products::json() const {
  using Json = nlohmann::ordered_json;
  const auto& spec = *spec_;
  const std::size_t S = spec.steps.size();
  Json cells = Json::array(), questions = Json::array(), maps = Json::array();
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const auto& cell = cells_[i];
    Json statuses = Json::object(), metrics = Json::object();
    for (int k = 0; k < case_statuses; ++k)
      if (cell.statuses[k].count > 0)
        statuses[std::string(status_names[k])] = {integer(cell.statuses[k].count), integer(cell.statuses[k].smallest)};
    for (std::size_t k = 0; k < cell.metrics.size(); ++k)
      metrics[std::string(name(spec.metrics[k]))] = distribution(cell.metrics[k]);
    Json j{{"method", spec.methods[i / S]->id},
           {"steps", spec.steps[i % S]},
           {"count", integer(bodies())},
           {"status", statuses},
           {"torques", integer(cell.torques)},
           {"iterations", integer(cell.iterations)},
           {"metrics", metrics}};
    if (!cell.orders.empty())
      j["order"] = {
          {"to", spec.steps[i % S + 1]}, {"Pi", distribution(cell.orders[0])}, {"R", distribution(cell.orders[1])}};
    cells.push_back(std::move(j));
  }
  for (std::size_t q = 0; q < answers_.size(); ++q) {
    const auto& a = answers_[q];
    Json failing = Json::array();
    for (const auto id : a.failing) failing.push_back(integer(id));
    questions.push_back({{"id", spec.questions[q].id},
                         {"holds", integer(a.holds)},
                         {"fails", integer(a.fails)},
                         {"undefined", integer(a.undefined)},
                         {"failing", failing},
                         {"ratio", distribution(a.ratio)}});
  }
  for (std::size_t m = 0; m < maps_.size(); ++m) {
    Json list = Json::array();
    for (std::size_t p = 0; p < maps_[m].size(); ++p) {
      const auto& place = maps_[m][p];
      if (place.empty()) continue;
      Json metrics = Json::array(), statuses = Json::array();
      for (const auto n : place.statuses) statuses.push_back(integer(n));
      for (const auto& values : place.metrics) {
        Json counts = Json::array();
        for (const auto& [index, n] : values.counts) counts.push_back({index, integer(n)});
        metrics.push_back({{"bins", counts}, {"worst", written(values.worst)}});
      }
      // [place, cell, counts by status, iterations, metrics]
      list.push_back({p / cells_.size(), p % cells_.size(), statuses, integer(place.iterations), metrics});
    }
    maps.push_back({{"over", spec.maps[m].kind == MapOver::Kind::triangle ? "triangle" : "momentum"},
                    {"n", spec.maps[m].n},
                    {"places", list}});
  }
  return {{"cells", cells}, {"questions", questions}, {"maps", maps}};
}

Products Products::from_json(const SweepSpec& spec, const nlohmann::ordered_json& document) {
  Products p(spec);
  try {
    const auto& cells = document.at("cells");
    require(cells.is_array() && cells.size() == p.cells_.size(), "there are not as many cells as in the spec");
    std::uint64_t bodies = 0;
    for (std::size_t i = 0; i < p.cells_.size(); ++i) {
      const auto& j = cells[i];
      auto& cell = p.cells_[i];
      require(j.at("method") == spec.methods[i / spec.steps.size()]->id &&
                  j.at("steps") == spec.steps[i % spec.steps.size()],
              "a cell does not match the spec");
      std::uint64_t total = 0;
      for (const auto& [key, value] : j.at("status").items()) {
        const auto k = std::find(std::begin(status_names), std::end(status_names), key) - std::begin(status_names);
        require(k < case_statuses && value.size() == 2, "an unknown status");
        cell.statuses[k] = {read_count(value[0]), read_count(value[1])};
        total += cell.statuses[k].count;
      }
      if (i == 0) bodies = total;
      require(total == bodies && read_count(j.at("count")) == bodies, "counts do not add up");
      cell.torques = read_integer(j.at("torques")), cell.iterations = read_integer(j.at("iterations"));
      for (std::size_t k = 0; k < cell.metrics.size(); ++k)
        read_values(j.at("metrics").at(std::string(name(spec.metrics[k]))), cell.metrics[k], cell.statuses[0].count);
      for (std::size_t k = 0; k < cell.orders.size(); ++k)
        read_distribution(j.at("order").at(k == 0 ? "Pi" : "R"), cell.orders[k], bodies);
    }
    const auto& questions = document.at("questions");
    require(questions.is_array() && questions.size() == p.answers_.size(),
            "there are not as many answers as questions");
    for (std::size_t q = 0; q < p.answers_.size(); ++q) {
      const auto& j = questions[q];
      auto& a = p.answers_[q];
      require(j.at("id") == spec.questions[q].id, "an answer does not match the spec");
      a.holds = read_count(j.at("holds")), a.fails = read_count(j.at("fails"));
      a.undefined = read_count(j.at("undefined"));
      require(a.holds + a.fails + a.undefined == bodies, "counts of answers do not add up");
      for (const auto& id : j.at("failing")) a.failing.push_back(read_count(id));
      require(a.failing.size() == std::min<std::uint64_t>(failing_kept, a.fails), "failing bodies are missing");
      read_values(j.at("ratio"), a.ratio, a.holds + a.fails);
    }
    const auto& maps = document.at("maps");
    require(maps.is_array() && maps.size() == p.maps_.size(), "there are not as many maps as in the spec");
    const auto beyond = map_bins(spec).count();
    for (std::size_t m = 0; m < p.maps_.size(); ++m) {
      require(maps[m].at("places").is_array(), "the places of a map are no list");
      std::vector<std::uint64_t> on_map(p.cells_.size());
      for (const auto& row : maps[m].at("places")) {
        require(row.is_array() && row.size() == 5, "a place of a map has not five parts");
        const auto where = read_count(row[0]), of = read_count(row[1]);
        require(of < p.cells_.size() && where < p.maps_[m].size() / p.cells_.size(), "a place is not on the map");
        auto& place = p.maps_[m][where * p.cells_.size() + of];
        for (int k = 0; k < case_statuses; ++k) on_map[of] += place.statuses[k] = read_count(row[2].at(k));
        place.iterations = read_integer(row[3]);
        place.metrics.resize(spec.maps[m].metrics.size());
        for (std::size_t k = 0; k < place.metrics.size(); ++k) {
          std::uint64_t sum = 0;
          std::int64_t last = -3;
          for (const auto& bin : row[4].at(k).at("bins")) {
            const auto index = read_integer(bin.at(0));
            require(index > last && index <= beyond, "bins are not in order, or beyond the range");
            last = static_cast<std::int64_t>(index);
            sum += place.metrics[k].counts[static_cast<std::int32_t>(last)] = read_count(bin.at(1));
          }
          require(sum == place.statuses[0], "counts of a map do not add up");
          read(row[4].at(k).at("worst"), place.metrics[k].worst);
        }
      }
      require(std::ranges::all_of(on_map, [&](const auto n) { return n == bodies; }), "counts of a map do not add up");
    }
  } catch (const nlohmann::json::exception&) {
    throw Damaged("a member is missing or of another type");
  }
  return p;
}

}  // namespace polhode::populations
