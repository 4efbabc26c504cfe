// SPDX-License-Identifier: MIT
// A plug-in that does not fit, or whose method or torque fails, for plugins_test.cpp: the environment says how.
#include <pthread.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

#include <atomic>
#include <cfenv>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "methods/mr.hpp"
#include "methods/plugin.hpp"
#include "methods/vector_space.hpp"

namespace {

using namespace polhode;

std::string_view broken() {
  const char* given = std::getenv("BROKEN");
  return given ? given : "";
}

std::atomic<int> calls = 0;

/// What it does to the program that has loaded it.
void meddle() {
  if (broken() == "exits") std::_Exit(0);
  if (broken() == "exits by _exit") ::_exit(0);
  if (broken() == "exits by exit") std::exit(0);
  if (broken() == "exits by the kernel") ::syscall(SYS_exit_group, 0);
  if (broken() == "exits quickly") std::quick_exit(0);
  if (broken() == "exits by pthread_exit") ::pthread_exit(nullptr);
  if (broken() == "exits by thrd_exit") ::thrd_exit(0);
  if (broken() == "exits by pthread_cancel") ::pthread_cancel(::pthread_self()), ::pthread_testcancel();
  if (broken() == "rounds up") std::fesetround(FE_UPWARD);
  if (broken() == "rounds up for a while") {
    const int before = calls++;
    if (before == 1 || before == 3) std::fesetround(before == 1 ? FE_UPWARD : FE_TONEAREST);
  }
#ifdef __SSE2__
  if (broken() == "rounds up with one unit") __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x4000);
  if (broken() == "flushes") __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8000);
  if (broken() == "takes small for 0") __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x0040);
#endif
}

/// MR, until it is told otherwise.
struct Bad : Strang<MrFlow> {
  static constexpr MethodInfo info{.id = "bad",
                                   .label = "BAD",
                                   .source = "nowhere",
                                   .order = 2,
                                   .torque_evaluations = 1,
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"}};

  static auto step(const auto& body, const auto& m, const auto& t, const auto& h, auto& counters) {
    if (broken() == "crashes") std::raise(SIGSEGV);
    if (broken() == "aborts") std::abort();
    meddle();
    if (broken() == "throws") throw std::runtime_error("a tantrum");
    if (broken() == "throws a number") throw 42;
    for (volatile bool on = broken() == "never ends"; on;) {
    }
    return Mr::step(body, m, t, h, counters);
  }
};

}  // namespace

extern "C" const polhode_plugin* polhode_plugin_v1() {
  const auto how = broken();
  if (how == "throws when asked") throw std::runtime_error("a tantrum");
  if (how == "crashes when asked") std::raise(SIGSEGV);
  if (how == "null") return nullptr;
  for (const std::string_view way :
       {"works", "crashes", "aborts", "exits", "throws", "throws a number", "never ends", "rounds", "flushes", "takes"})
    if (how.starts_with(way)) return plugin::of<Bad>("Bad", __FILE__);
  static auto plugin = *plugin::of<VsVerlet>("VsVerlet", __FILE__);
  static auto method = *plugin.methods;
  static auto info = *method.info;
  static const std::string long_id(100000, 'a');
  method.info = &info, plugin.methods = &method;
  if (how == "old") plugin.abi = 0, plugin.build = nullptr, plugin.methods = nullptr;  // nothing of it may be read
  if (how == "other compiler") plugin.build = "clang 3";
  if (how == "something else") plugin.magic[0] = 'P';
  if (how == "nameless") info.id = "My Method!";
  if (how == "taken") info.id = "akw";
  if (how == "all") info.id = "all";
  if (how == "huge id") info.id = long_id;
  if (how == "control characters") info.id = "fine", info.label = "\033[2J";
  if (how == "no build") plugin.build = nullptr;
  if (how == "no methods") plugin.methods = nullptr;
  if (how == "no count") plugin.wide.operations = nullptr;
  if (how == "no bits") plugin.wide.bits = nullptr;
  if (how == "size 0") plugin.size = 0;
  if (how == "size 900") plugin.size = 900, info.id = "fine";
  if (how == "size huge") plugin.size = 4000000000u;
  if (how == "no info") method.info = nullptr;
  if (how == "no functions") info.id = "fine", method.functions = {};
  return &plugin;
}

extern "C" __attribute__((visibility("default"))) void polhode_torque(double, const double*, const double*,
                                                                      const double*, double* torque) {
  meddle();
  if (broken() == "throws") throw std::runtime_error("a tantrum");
  torque[0] = 0.1, torque[1] = torque[2] = 0;
}
