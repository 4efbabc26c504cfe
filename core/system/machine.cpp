// SPDX-License-Identifier: MIT
#include "core/system/machine.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>

namespace polhode {

namespace {

std::string after_colon(const std::string& line) {
  const auto colon = line.find(": ");
  return colon == std::string::npos ? "" : line.substr(colon + 2);
}

std::optional<std::string> first_word(const char* file) {
  std::ifstream in(file);
  std::string word;
  if (in >> word) return word;
  return {};
}

std::optional<bool> turbo() {
  if (const auto w = first_word("/sys/devices/system/cpu/intel_pstate/no_turbo")) return *w == "0";
  if (const auto w = first_word("/sys/devices/system/cpu/cpufreq/boost")) return *w == "1";
  return {};
}

}  // namespace

Machine this_machine() {
  Machine m{"unknown", "unknown", static_cast<int>(std::thread::hardware_concurrency()),
            -1,        false,     first_word("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            turbo()};
  char host[256] = "";
  if (::gethostname(host, sizeof host - 1) == 0) m.host = host;
  if (double load[1]; ::getloadavg(load, 1) == 1) m.load = load[0];
  std::ifstream info("/proc/cpuinfo");
  bool named = false;
  for (std::string line; std::getline(info, line) && !line.empty();) {  // the first core
    if (!named && line.rfind("model name", 0) == 0) m.cpu = after_colon(line), named = true;
    if (line.rfind("flags", 0) == 0) m.virtual_machine = line.find(" hypervisor") != std::string::npos;
  }
  return m;
}

Pinned::Pinned() {
  const int core = ::sched_getcpu();
  if (core < 0 || ::sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  done_ = ::sched_setaffinity(0, sizeof one, &one) == 0;
}

Pinned::~Pinned() {
  if (done_) ::sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace polhode
