// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "experiments/judging/populations/products.hpp"

/// Runs the cases of a sweep.
namespace polhode::populations {

/// A body after its runs: its cases are [m S + s] for method m and steps s. Valid until the next body.
struct BodyCases {
  const DrawnBody& body;
  std::span<const Case> cases;
  double duration;             ///< of the body's motion
  std::string_view reference;  ///< of the body's: exact, exact-113 or refined
};

/// All cases of one body after another. One per thread.
class CaseRunner {
 public:
  explicit CaseRunner(const SweepSpec& spec);
  ~CaseRunner();

  /// Draws at most `batch` bodies, which are run next. Free bodies are moved at once if only the end or only the
  /// invariants are requested and the method moves ensembles: a case has the same bits either way.
  void draw(std::uint64_t first, std::uint64_t end);
  static constexpr std::uint64_t batch = 64;

  /// Runs the cases of a body, and draws it if necessary.
  BodyCases run(std::uint64_t body);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

/// Whether lanes would move the bodies of this sweep, and there are none (methods/lanes/library.hpp).
bool lacks_lanes(const SweepSpec& spec);

/// The memory of a thread, in bytes.
struct SweepMemory {
  double nodes;  ///< for the instants at which it looks at motions: a number and the true state each
  double sums;
};
SweepMemory memory_of(const SweepSpec& spec);
/// Throws UserError if that is more than 100 MB.
void check_memory(const SweepSpec& spec);

/// Runs all cases of the bodies first .. end-1 on the threads of ThreadLimit and adds them to `into`.
///
/// From time to time, at least `every` seconds apart, and at the end `pause(done)` is called: then `into` holds exactly
/// the bodies before `done`. It ends early after `time_limit` seconds or when interrupted, and returns the number of
/// finished bodies. The products do not depend on threads, blocks or pauses: they are exact sums. `see` is called with
/// every body and its cases, by any thread.
struct SweepLimits {
  double every = 10;
  std::optional<double> time_limit;
};
using SeeBody = std::function<void(const DrawnBody& body, std::span<const Case> cases)>;
std::uint64_t sweep(const SweepSpec& spec, std::uint64_t first, std::uint64_t end, Products& into,
                    const SweepLimits& limits, const std::function<void(std::uint64_t done)>& pause,
                    const SeeBody& see = {});

// A single case, for people and for `run`.

/// The spec of `polhode run` that repeats a case.
nlohmann::ordered_json run_spec(const SweepSpec& spec, std::uint64_t case_id);

/// The spec of body `number` of a family, without "vary", or of a case of a sweep. Files that it names are sought in
/// `folder`. Throws UserError.
nlohmann::json spec_of_case(const nlohmann::json& document, Int128 number, const std::string& folder);

/// The whole case of a body (schema polhode/case/1).
nlohmann::ordered_json case_json(const SweepSpec& spec, const BodyCases& ran, std::uint64_t case_id);

}  // namespace polhode::populations
