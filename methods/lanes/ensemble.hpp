// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "methods/lanes/invariant_errors.hpp"
#include "core/stepping/integrate.hpp"

/// Many free bodies at once: a body in each lane of the processor's registers, lanes on all cores.
namespace polhode {

/// What is known of each body: moments, momentum, attitude, step; and how its run ended.
///
/// A structure of arrays: number k of body i is columns[k][i]. Units and frames are those of FreeBody.
class Ensemble {
 public:
  /// First columns of the moments, the momentum, the attitude (w, x, y, z), and the step; `columns` is their number.
  enum Column { inertia = 0, momentum = 3, attitude = 6, step = 10, columns = 11 };

  /// Of so many bodies, to be set. Where they are watched, a run keeps how far the invariants of each stray.
  explicit Ensemble(std::size_t size, bool watched = false);

  std::size_t size() const { return endings_.size(); }
  /// Body i, below size(), starts as `body` does and takes steps of h, of any sign, in its units of time.
  void set(std::size_t i, const FreeBody<double>& body, double h);
  /// Body i as it is now, below size().
  FreeBody<double> body(std::size_t i) const;
  RigidState<double> state(std::size_t i) const { return body(i).initial; }

  /// All values of one column, size() of them, k from `Column` on: moments 1 to 3, momenta 1 to 3, w x y z, h.
  std::span<double> column(int k) { return {numbers_.data() + k * size(), size()}; }
  std::span<const double> column(int k) const { return {numbers_.data() + k * size(), size()}; }

  /// How the last run ended for body i: its state is that after `steps` steps.
  struct Ending {
    Status status = Status::ok;
    Failure failure = Failure::none;
    std::int64_t steps = 0;
    std::int64_t iterations = 0;  ///< of the solver, in all steps
  };
  const Ending& ending(std::size_t i) const { return endings_[i]; }
  std::span<Ending> endings() { return endings_; }
  /// Of the last run, where the bodies are watched; else empty. Of a body that ended early they mean nothing.
  std::span<const InvariantErrors<double>> errors() const { return errors_; }
  /// To be written.
  std::span<InvariantErrors<double>> errors() { return errors_; }

 private:
  std::vector<double> numbers_;
  std::vector<Ending> endings_;
  std::vector<InvariantErrors<double>> errors_;
};

/// The sets of instructions that the library has steps for.
enum class Instructions { baseline, avx2, avx512 };
/// All instruction sets, the oldest first.
inline constexpr Instructions all_instructions[] = {Instructions::baseline, Instructions::avx2, Instructions::avx512};
std::string_view name(Instructions set);
/// Does this processor have them?
bool available(Instructions set);
/// The widest that it has.
Instructions widest_instructions();

/// A method that moves ensembles.
struct EnsembleRunner {
  using Kernel = void (*)(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps);

  const MethodInfo* info;
  Kernel kernels[std::size(all_instructions)];  ///< what they do not move is Status::skipped
  Kernel one_by_one;                            ///< moves those

  /// Takes every body `steps` steps and says how that ended, on all cores (of oneTBB). The result is that of
  /// `integrate` body by body, to the last bit if neither is contracted (-ffp-contract=off), whatever the instructions,
  /// threads and neighbours.
  void run(Ensemble& bodies, std::int64_t steps, Instructions set = widest_instructions()) const;
  /// The bodies first .. end-1, on this thread.
  void run(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps,
           Instructions set = widest_instructions()) const;
};

/// All methods that do.
std::span<const EnsembleRunner> ensemble_runners();
/// nullptr if that method does not.
const EnsembleRunner* find_ensemble_runner(std::string_view id);

}  // namespace polhode
