// SPDX-License-Identifier: MIT
#pragma once

#include <sched.h>

#include <optional>
#include <string>

/// The machine and the program of a time measurement.
namespace polhode {

struct Machine {
  std::string host, cpu;
  int cores;
  double load;                          ///< of the last minute; -1 if unknown
  bool virtual_machine;                 ///< the processor says that a hypervisor runs it
  std::optional<std::string> governor;  ///< of frequencies; empty if the system does not show it
  std::optional<bool> turbo;            ///< may exceed its nominal frequency; empty if the system does not show it
};

Machine this_machine();

/// Source and build of a program; context of timings.
struct BuildInfo {
  std::string version, compiler, flags, fp_mode, git;
};

/// Build of this program.
BuildInfo build_info();

/// Keeps the calling thread on one core for as long as it lives, if the system lets it.
class Pinned {
 public:
  Pinned();
  ~Pinned();
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

  bool done() const { return done_; }

 private:
  cpu_set_t before_;
  bool done_ = false;
};

}  // namespace polhode
