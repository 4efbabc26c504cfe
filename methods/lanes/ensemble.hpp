// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/stepping/integrate.hpp"
#include "methods/lanes/invariant_errors.hpp"

/// Many bodies at once: a body in each lane of the processor's registers, lanes on all cores.
namespace polhode {

/// Data of each body: moments, momentum, attitude, step, time, torques, and the status of its run.
///
/// A structure of arrays: number k of body i is columns[k][i]. Units and frames are those of TorquedBody.
class Ensemble {
 public:
  /// First columns of the moments, the momentum, the attitude (w, x, y, z), the step, and the present time of the body;
  /// `columns` is their number.
  enum Column { inertia = 0, momentum = 3, attitude = 6, step = 10, time = 11, columns = 12 };

  /// For `size` bodies, to be set. If they are watched, a run keeps the largest change of each body's invariants.
  explicit Ensemble(std::size_t size, bool watched = false);

  std::size_t size() const { return endings_.size(); }
  /// Body i, below size(), starts at time 0 as `body` does and takes steps of h, of any sign, in its units of time.
  void set(std::size_t i, const FreeBody<double>& body, double h);
  /// Sets body i with the torques of the body.
  void set(std::size_t i, const TorquedBody<double>& body, double h);
  /// Body i has the torques of `like`, which bodies may share; none if it is null.
  void set_torques(std::size_t i, std::shared_ptr<const TorquedBody<double>> like);
  /// The body whose torques act on body i; null if it is free.
  const TorquedBody<double>* torques(std::size_t i) const { return torques_.empty() ? nullptr : torques_[i].get(); }
  /// The present body i, below size(), without its torques.
  FreeBody<double> body(std::size_t i) const;
  RigidState<double> state(std::size_t i) const { return body(i).initial; }
  /// Sets body i to the state after this number of its steps.
  void move(std::size_t i, const RigidState<double>& state, std::int64_t steps);

  /// All values of one column, size() of them, k from `Column` on: moments 1 to 3, momenta 1 to 3, w x y z, h, t.
  std::span<double> column(int k) { return {numbers_.data() + extent(k) * size(), size()}; }
  std::span<const double> column(int k) const { return {numbers_.data() + extent(k) * size(), size()}; }

  /// Status of the last run of body i: its state is the state after `steps` steps.
  struct Ending {
    Status status = Status::ok;
    Failure failure = Failure::none;
    std::int64_t steps = 0;
    std::int64_t iterations = 0;  ///< of the solver, in all steps
    std::int64_t torques = 0;     ///< evaluations, in all steps
  };
  const Ending& ending(std::size_t i) const { return endings_[i]; }
  std::span<Ending> endings() { return endings_; }
  /// What sees the states of bodies that lanes move: body i after n steps, n from 0, at every so many steps and at
  /// the end. It is called on the thread that moves the body; a body that ends early was seen up to there.
  struct Sampler {
    std::int64_t every;
    std::function<void(std::size_t i, std::int64_t n, const RigidState<double>& state)> see;
  };
  std::optional<Sampler> sampler;
  /// The errors of the last run, if the bodies are watched; empty otherwise. Meaningless for a body that ended early.
  std::span<const InvariantErrors<double>> errors() const { return errors_; }
  /// The errors, for writing.
  std::span<InvariantErrors<double>> errors() { return errors_; }

 private:
  std::vector<double> numbers_;
  std::vector<std::shared_ptr<const TorquedBody<double>>> torques_;  ///< empty if no body has any
  std::vector<Ending> endings_;
  std::vector<InvariantErrors<double>> errors_;
};

/// The instruction sets that may be supported.
enum class Instructions { baseline, avx2, avx512 };
/// All instruction sets, the oldest first.
inline constexpr Instructions all_instructions[] = {Instructions::baseline, Instructions::avx2, Instructions::avx512};
std::string_view name(Instructions set);
/// Whether there are steps for this set, and the processor has it.
bool available(Instructions set);
/// The widest set that is available; baseline if there is none.
Instructions widest_instructions();

struct BodyLoops;

/// A method that moves ensembles.
struct EnsembleRunner {
  using Kernel = void (*)(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps);

  const MethodInfo* info;
  const Kernel* kernels;  ///< by set of instructions; they skip other bodies (Status::skipped). Null: no lanes
  bool takes_torques;     ///< else it moves only free bodies
  std::shared_ptr<const BodyLoops> loops;

  /// Moves every body by `steps` steps, on all cores (of oneTBB), and sets its status. The result is that of
  /// `integrate` for each body that it does not skip as invalid (which lanes do not look for), to the last bit if neither
  /// is contracted (-ffp-contract=off), for any instruction set, number of threads and neighbours. Bodies with torques
  /// are skipped if the method supports free bodies only (`takes_torques`), or if it does not support how the torques
  /// depend on the momentum.
  ///
  /// Lanes support fields, gravity gradients and dipoles, with signals that do not jump. Bodies with other torques, or
  /// with kinds of torques that their neighbours do not have, are moved one by one.
  void run(Ensemble& bodies, std::int64_t steps, Instructions set = widest_instructions()) const;
  /// Moves the bodies first .. end-1, on this thread.
  void run(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps,
           Instructions set = widest_instructions()) const;
  /// Moves one by one the bodies that are Status::skipped.
  void one_by_one(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps) const;
};

/// All methods that move in lanes; empty if there is no library of lanes.
std::span<const EnsembleRunner> ensemble_runners();
/// Any method of free bodies, in lanes or not; nullptr if this id is unknown. In a program that links the library of
/// lanes (`polhode::lanes`), those of EnsembleRoster.
const EnsembleRunner* find_ensemble_runner(std::string_view id);

}  // namespace polhode
